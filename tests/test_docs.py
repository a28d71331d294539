"""
The documentation, held to what it says.

Every shell command and every Python block of README and docs is run, in the order of the
page; the test-suite template of `docs/testing.md` is laid out in an empty folder and run.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from xdsl_gpu_ext.testing.mlir_opt import require_tool

ROOT = Path(__file__).parents[1]
OWN_PASS = ROOT / "docs" / "your-own-pass.md"
"""A page about another folder than this one, which has a test of its own."""

PAGES = [ROOT / "README.md", *sorted({*(ROOT / "docs").rglob("*.md")} - {OWN_PASS})]

NOT_HERE = (
    # What sets a machine up, and what runs the very suite that this test is part of.
    r"(python3 -m venv|pip install|apt-get|make|git|pytest) ",
    r"\. \.venv",
)

BLOCK = re.compile(
    r'^( *)```(\w+)(?: title="([^"]+)")?[^\n]*\n(.*?)^\1```$', re.M | re.S
)


def blocks(page: Path) -> Iterator[tuple[str, str | None, str]]:
    """Language, title and text of every fenced block."""
    for indent, language, title, text in BLOCK.findall(page.read_text()):
        lines = [line.removeprefix(indent) for line in text.splitlines()]
        yield language, title or None, "\n".join(lines) + "\n"


def commands(page: Path) -> list[str]:
    found: list[str] = []
    for language, _, text in blocks(page):
        if language != "sh":
            continue
        for line in text.replace("\\\n", " ").splitlines():
            command = line.split("  #")[0].strip()
            if command and not any(re.match(p, command) for p in NOT_HERE):
                found.append(command)
    return found


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def environment() -> dict[str, str]:
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    return os.environ | {"PATH": path}


@pytest.mark.parametrize("page", [p for p in PAGES if commands(p)], ids=name_of)
def test_commands(page: Path) -> None:
    for command in commands(page):
        process = subprocess.run(
            ["sh", "-ec", command],
            cwd=ROOT,
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert process.returncode == 0, f"{command}\n{process.stderr}"
        assert process.stdout, f"{command} prints nothing"


def python_blocks(page: Path) -> list[str]:
    return [
        text
        for language, title, text in blocks(page)
        if language == "python" and title is None
    ]


@pytest.mark.parametrize("page", [p for p in PAGES if python_blocks(p)], ids=name_of)
def test_python(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    if any("mlir_opt(" in text for text in python_blocks(page)):
        require_tool("mlir-opt")
    namespace: dict[str, Any] = {"__name__": "page"}
    for text in python_blocks(page):
        exec(compile(text, name_of(page), "exec"), namespace)


def test_builds(tmp_path: Path) -> None:
    """The pages and the reference are built, and no link or name in them is wrong."""
    process = subprocess.run(
        ["mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stdout + process.stderr
    reference = tmp_path / "reference"
    for dialect, text in (
        ("gpu", "gpu.launch_func"),
        # What a property may be, and the cases of an enumeration.
        ("xegpu", "cached</code>, <code>uncached"),
        ("memref", "true or false"),
    ):
        assert text in (reference / dialect / "index.html").read_text()
    # Without a page, but named.
    assert "spirv" in (reference / "index.html").read_text()


def test_search_finds_operations(tmp_path: Path) -> None:
    """By the name without the dialect, as people type it."""
    config = (ROOT / "mkdocs.yml").read_text()
    found = re.search(r"separator: '(.*)'", config)
    assert found is not None
    for name, words in (("gpu.memcpy", "memcpy"), ("xegpu.load_nd", "load_nd")):
        assert words in re.split(found.group(1), name)


MEMBERS = re.compile(
    r"^::: ([\w.]+)\n(?:[ ]+.*\n)*?[ ]+members: \[(.*)\]", re.MULTILINE
)


def test_members_of_the_reference_exist() -> None:
    """The builder leaves out in silence what a module does not define."""
    found = [match for page in PAGES for match in MEMBERS.findall(page.read_text())]
    assert found
    missing = [
        f"{module}.{name}"
        for module, names in found
        for name in names.split(", ")
        if not hasattr(import_module(module), name)
    ]
    assert not missing


def test_suite_template(tmp_path: Path) -> None:
    """The files of `docs/testing.md` are a suite that passes in an empty folder."""
    require_tool("mlir-opt")
    page = ROOT / "docs" / "testing.md"
    files = {title: text for _, title, text in blocks(page) if title is not None}
    assert len(files) == 3
    for title, text in files.items():
        path = tmp_path / title
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    commands = [
        command.split()
        for kind, title, text in blocks(page)
        if kind == "sh" and title is None
        for command in text.splitlines()
    ]
    for command, passed in (
        (["lit", "-v", "tests"], "Passed: 2"),
        *zip(commands, ["2 passed"]),
    ):
        process = subprocess.run(
            command,
            cwd=tmp_path,
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert process.returncode == 0, process.stdout + process.stderr
        assert passed in process.stdout


def environment_beside_this_one(folder: Path) -> Path:
    """A virtual environment with all that this one has; gives its folder of programs."""
    venv.create(folder)
    bin, here = folder / "bin", Path(sys.executable).parent
    (packages,) = folder.glob("lib/python*/site-packages")
    ours = Path(pytest.__file__).parents[1]
    (packages / "beside.pth").write_text(
        f"import site; site.addsitedir({str(ours)!r})\n"
    )
    for name in ("filecheck", "lit", "pytest", "xdsl-opt"):
        script = (here / name).read_text()
        (bin / name).write_text(re.sub("^#!.*", f"#!{bin / 'python'}", script, count=1))
        (bin / name).chmod(0o755)
    return bin


def test_your_own_pass(tmp_path: Path) -> None:
    """The package of the page is installed, and does what the page says."""
    for _, title, text in blocks(OWN_PASS):
        if title is not None:
            path = tmp_path / title
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
    bin = environment_beside_this_one(tmp_path / "venv")
    env = environment()
    env["PATH"] = os.pathsep.join((str(bin), env["PATH"]))

    def execute(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False
        )

    # What it needs is here already, but for what an editable installation takes.
    pip = (sys.executable, "-m", "pip", "--python", str(bin / "python"), "install")
    installed = execute(*pip, "--quiet", "--no-deps", "--no-build-isolation", ".")
    assert installed.returncode == 0, installed.stderr

    texts = [text for kind, _, text in blocks(OWN_PASS) if kind == "sh"]
    commands = [c for text in texts for c in text.splitlines() if "pip" not in c]
    assert len(commands) == 4
    for command in commands:
        process = execute("sh", "-ec", command)
        assert process.returncode == 0, process.stdout + process.stderr
    filled = execute(
        "xdsl-opt", "-p", "initialise-allocs", "tests/initialise_allocs.mlir"
    )
    assert filled.stdout.count("gpu.memset") == 3

    wrong = execute("xdsl-opt", "-p", "initialise-allocs{only=both}", "tests/lit.cfg")
    (message,) = re.findall(r"^initialise-allocs: .*$", OWN_PASS.read_text(), re.M)
    assert message in wrong.stderr
    (program,) = (
        t for kind, title, t in blocks(OWN_PASS) if (kind, title) == ("python", None)
    )
    process = execute("python", "-c", program)
    assert process.returncode == 0, process.stderr
