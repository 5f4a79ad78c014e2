#!/bin/sh
# Everything that CI runs. The tests come last, so that their closing line is the last one.
set -u
cd "$(dirname "$0")/.." || exit 1
. scripts/toolchain.sh
scripts/deps.sh toolchain run build test || exit 1

failed=""
step() {
    name=$1
    shift
    echo "== $name"
    "$@" || failed="$failed [$name]"
}

# What a toolchain cannot do says so and is no failure.
optional() {
    "$@" || [ $? = 77 ]
}

strict=""
if is_ci_toolchain; then
    step "lint" scripts/lint.sh
    strict="-Xswiftc -warnings-as-errors"
else
    echo "Lint and warnings as errors are skipped: they are made for Swift $ci_toolchain, and this is $swift_version."
fi
step "virtual devices build" make --no-print-directory backends
step "release build" scripts/build.sh Benchmark
# shellcheck disable=SC2086 # a list of words
step "debug build" "$swift" build --build-tests $strict
case "$failed" in *build*)
    echo "Failed:$failed" >&2
    exit 1
    ;;
esac
step "benchmark, three rounds" timeout -k 10 240 .build/release/Benchmark --quick
# Elsewhere the tests replay the known inputs only; looking for new ones takes four minutes.
[ "${CI:-}" != true ] || step "fuzzing, half a minute each" optional timeout -k 10 600 scripts/fuzz.sh
# Nor does everybody have a network and Python.
[ "${CI:-}" != true ] || step "conformance with the description of the API" timeout -k 10 300 scripts/schemathesis.sh
# libsane's test driver cancels its reading thread wherever that is; in the middle of binding a symbol it would leave the
# dynamic linker, and with it the tests that call libsane themselves, locked for ever.
step "tests" env LD_BIND_NOW=1 "$swift" test --skip-build --disable-xctest
[ -z "$failed" ] || echo "Failed:$failed" >&2
[ -z "$failed" ]
