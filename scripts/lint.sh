#!/bin/sh
# Checks layout and shell scripts. Layout is that of CI's toolchain; others lay out differently, so it is skipped with them.
set -eu
cd "$(dirname "$0")/.."
. scripts/toolchain.sh
if is_ci_toolchain; then
    "$swift" format lint --strict --recursive Sources Tests docs/examples Package.swift
else
    echo "Lint skipped: it is made for Swift $ci_toolchain, and this is $swift_version."
fi
if command -v shellcheck >/dev/null; then
    # shellcheck disable=SC2046 # a list of files
    shellcheck --external-sources scripts/*.sh .ci/run $(grep -lsx '#!/bin/sh' packaging/* packaging/debian/*)
else
    echo "Shell scripts not checked: shellcheck is not installed."
fi
