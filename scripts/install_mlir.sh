#!/bin/sh
# Install the reference tools that the tests ask (mlir-opt of LLVM 22), where that is
# possible: Debian or Ubuntu, as root or with sudo. Elsewhere say what to install;
# with REQUIRE_MLIR_OPT=1 a missing tool is an error.
set -eu

PACKAGES="mlir-22-tools libmlir-22-dev"

if command -v mlir-opt-22 >/dev/null 2>&1 && [ -d /usr/lib/llvm-22/include/mlir ]; then
    exit 0
fi

if [ "$(id -u)" -eq 0 ]; then
    as_root=""
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    as_root="sudo"
else
    as_root="none"
fi

if command -v apt-get >/dev/null 2>&1 && [ "$as_root" != none ]; then
    echo "Installing $PACKAGES"
    $as_root apt-get update -qq || true
    # shellcheck disable=SC2086 # one word a package
    if DEBIAN_FRONTEND=noninteractive \
        $as_root apt-get install -qq -y --no-install-recommends $PACKAGES >/dev/null; then
        exit 0
    fi
fi

echo "mlir-opt of LLVM 22 was not found and could not be installed." >&2
echo "Comparisons with it are skipped. To have them, install: $PACKAGES" >&2
echo "(as root: apt-get update && apt-get install $PACKAGES)" >&2
[ "${REQUIRE_MLIR_OPT:-0}" = 0 ] || exit 1
