#!/bin/sh
# Builds what is shipped: the service and its worker, release, with the Swift runtime inside; into .build/release.
# Arguments are names of more products to build the same way.
set -eu
cd "$(dirname "$0")/.."
. scripts/toolchain.sh
scripts/deps.sh toolchain run build
for product in sane-bridge-worker sane-bridge "$@"; do
    "$swift" build -c release --static-swift-stdlib --product "$product"
done
