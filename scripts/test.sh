#!/bin/sh
# Everything that CI runs. The tests come last, so that their closing line is the last one.
set -u
cd "$(dirname "$0")/.." || exit 1
. scripts/toolchain.sh
scripts/deps.sh toolchain run build test || exit 1

failed="" logs=""
step() {
    name=$1
    shift
    echo "== $name"
    "$@" || failed="$failed [$name]"
}

# A step of many lines. What failed in it stands at the very end as well: of a long output often only the end is kept.
watched() {
    name=$1
    log=.build/logs/$(echo "$name" | tr -c 'a-z\n' '-').log
    mkdir -p .build/logs
    echo "== $name"
    shift
    {
        "$@" 2>&1
        echo "$?" >"$log.status"
    } | tee "$log"
    [ "$(cat "$log.status")" = 0 ] || failed="$failed [$name]" logs="$logs $log"
}

# What the log of a failed step says of it: the issues of tests, or else its last lines.
findings() {
    echo "== $1"
    grep -A 6 -e 'recorded an issue' "$1" | grep -v -e '^✔' -e '^◇' || tail -n 20 "$1"
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
watched "benchmark, three rounds" timeout -k 10 240 .build/release/Benchmark --quick
# Elsewhere the tests replay the known inputs only; looking for new ones takes four minutes.
[ "${CI:-}" != true ] || watched "fuzzing, half a minute each" optional timeout -k 10 600 scripts/fuzz.sh
# Nor does everybody have a network and Python.
[ "${CI:-}" != true ] || watched "conformance with the description of the API" timeout -k 10 300 scripts/schemathesis.sh
# libsane's test driver cancels its reading thread wherever that is; in the middle of binding a symbol it would leave the
# dynamic linker, and with it the tests that call libsane themselves, locked for ever.
watched "tests" env LD_BIND_NOW=1 "$swift" test --skip-build --disable-xctest
for log in $logs; do findings "$log"; done >&2
[ -z "$failed" ] || echo "Failed:$failed" >&2
[ -z "$failed" ]
