#!/bin/sh
# Lays the Swift sources out as CI wants them.
set -eu
cd "$(dirname "$0")/.."
. scripts/toolchain.sh
is_ci_toolchain || echo "CI formats with Swift $ci_toolchain, and this is $swift_version: the result may differ." >&2
"$swift" format --in-place --recursive Sources Tests docs/examples Package.swift
