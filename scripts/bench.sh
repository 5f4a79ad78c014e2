#!/bin/sh
# Measures the shipped build against scanimage. All arguments go to the benchmark (--quick, --help).
set -eu
cd "$(dirname "$0")/.."
scripts/deps.sh run build test
scripts/build.sh Benchmark
exec .build/release/Benchmark "$@"
