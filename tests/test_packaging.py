"""What is published: the source distribution, the wheel, and the page made of README."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_string
from email.message import Message
from pathlib import Path

import pytest

import xdsl_gpu_ext

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The source distribution, and the wheel that is built from it."""
    target = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", target, ROOT],
        check=True,
        capture_output=True,
    )
    (source,) = target.glob("*.tar.gz")
    (wheel,) = target.glob("*.whl")
    return source, wheel


@pytest.fixture(scope="module")
def metadata(distributions: tuple[Path, Path]) -> Message:
    """What the wheel says of itself."""
    with zipfile.ZipFile(distributions[1]) as wheel:
        (name,) = (n for n in wheel.namelist() if n.endswith(".dist-info/METADATA"))
        return message_from_string(wheel.read(name).decode())


def test_source_has_what_tests_and_docs_need(distributions: tuple[Path, Path]) -> None:
    with tarfile.open(distributions[0]) as source:
        names = {name.partition("/")[2] for name in source.getnames()}
    for name in (
        "CHANGELOG.md",
        "LICENSE",
        "Makefile",
        "docs/index.md",
        "examples/saxpy.mlir",
        "mkdocs.yml",
        "notebooks/1_kernel_to_async_host_code.ipynb",
        "scripts/install_tools.sh",
        "tests/filecheck/lit.cfg",
        "tests/test_packaging.py",
        "xdsl_gpu_ext/universe.py",
    ):
        assert name in names, name


def test_wheel_is_the_package_alone(distributions: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(distributions[1]) as wheel:
        names = wheel.namelist()
    assert "xdsl_gpu_ext/py.typed" in names
    tops = {name.partition("/")[0] for name in names}
    assert tops == {
        "xdsl_gpu_ext",
        f"xdsl_gpu_ext-{xdsl_gpu_ext.__version__}.dist-info",
    }


def test_version_and_links(metadata: Message) -> None:
    assert metadata["Version"] == xdsl_gpu_ext.__version__
    assert metadata["License-Expression"] == "Apache-2.0 WITH LLVM-exception"
    labels = {url.partition(",")[0] for url in metadata.get_all("Project-URL", [])}
    assert labels == {"Changelog", "Documentation", "Homepage", "Issues"}
    citation = (ROOT / "CITATION.cff").read_text()
    assert f"\nversion: {xdsl_gpu_ext.__version__}\n" in citation


def test_readme_leads_somewhere_wherever_it_is_shown(metadata: Message) -> None:
    readme = metadata.get_payload()
    assert isinstance(readme, str)
    links = re.findall(r"\]\(([^)]+)\)", readme)
    assert len(links) > 1
    assert all(link.startswith("https://") for link in links), links
    # In the repository each of them is a file.
    for link in re.findall(
        r"\]\((?!https://)([^)]+)\)", (ROOT / "README.md").read_text()
    ):
        assert (ROOT / link).exists(), link
