#!/bin/sh
# Measures the shipped build against scanimage. All arguments go to the benchmark (--quick, --help).
set -eu
cd "$(dirname "$0")/.."
scripts/build.sh Benchmark
scripts/deps.sh test
exec .build/release/Benchmark "$@"
