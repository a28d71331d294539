#!/bin/sh
# Install what the tests need beside Python packages, where that is possible (Debian or
# Ubuntu, as root or with sudo): the reference tools of LLVM 22, Graphviz for the pictures
# in notebooks, and Chromium to look at them. Elsewhere say what to install. With
# REQUIRE_MLIR_OPT=1 a missing mlir-opt is an error, with REQUIRE_CHROMIUM=1 a missing
# Chromium.
set -eu

MLIR="mlir-22-tools libmlir-22-dev"

missing=""
if ! command -v mlir-opt-22 >/dev/null 2>&1 || [ ! -d /usr/lib/llvm-22/include/mlir ]
then
    missing="$MLIR"
fi
command -v dot >/dev/null 2>&1 || missing="$missing graphviz"
have_chromium() {
    command -v chromium || command -v chromium-browser || command -v google-chrome
}
have_chromium >/dev/null 2>&1 || missing="$missing chromium"
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -eq 0 ]; then
    as_root=""
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    as_root="sudo"
else
    as_root="nobody"
fi

if command -v apt-get >/dev/null 2>&1 && [ "$as_root" != nobody ]; then
    echo "Installing $missing"
    $as_root apt-get update -qq || true
    for package in $missing; do
        DEBIAN_FRONTEND=noninteractive $as_root apt-get install -qq -y \
            --no-install-recommends "$package" >/dev/null || true
    done
fi

if ! command -v dot >/dev/null 2>&1; then
    echo "Graphviz was not found: notebooks show text instead of pictures." >&2
fi
if ! command -v mlir-opt-22 >/dev/null 2>&1; then
    echo "mlir-opt of LLVM 22 was not found and could not be installed." >&2
    echo "Comparisons with it are skipped. To have them, install: $MLIR" >&2
    echo "(as root: apt-get update && apt-get install $MLIR)" >&2
    [ "${REQUIRE_MLIR_OPT:-0}" = 0 ] || exit 1
fi
if ! have_chromium >/dev/null 2>&1; then
    echo "Chromium was not found: what notebooks show is not looked at." >&2
    [ "${REQUIRE_CHROMIUM:-0}" = 0 ] || exit 1
fi
