#!/bin/sh
# Builds tests and programs with a sanitizer, in a folder of their own, and runs the tests.
#     sanitize.sh address|thread [FILTER]
# Fails when any process reported something; under the address sanitizer also when a test fails. Ends with 77 when the
# toolchain cannot do it.
set -eu
cd "$(dirname "$0")/.."
. scripts/toolchain.sh

sanitizer=$1
folder=.build/$sanitizer-sanitizer
reports=$PWD/$folder/reports
# Without the tests that bound time and memory, which such a build does not keep, or that take memory away.
skip='\.SoakTests/|\.(PageEncoderTests|ConversionTests)/flatMemory|\.(PageTests|ShapeTests|ReductionTests)/memory|\.ScarceTests/'
case "$sanitizer" in
address)
    targets=$(find Tests -mindepth 1 -maxdepth 1 -name '*Tests' ! -name ReliabilityTests -printf '%f\n' | sort)
    ;;
# Where threads of ours meet: the event loop, the workers' reading threads, the encoder's crew, the worker's listener.
thread)
    targets="HTTPServerTests RESTServerTests ImagingTests WorkerTests EndToEndTests"
    skip="$skip|\\.(AbuseTests|LoadTests)/|\\.CancelTests/promptness"
    ;;
*)
    echo "sanitize.sh: there is no sanitizer named '$sanitizer' (address, thread)" >&2
    exit 2
    ;;
esac

mkdir -p "$reports"
rm -f "$reports"/*
tools=$(dirname "$(readlink -f "$(command -v "$swift")")")
echo 'print(1)' >"$folder/probe.swift"
# Its own clang: Swift's calling convention is not for every compiler.
if ! "$tools/clang" -O1 -DREPORTS="\"$reports/report\"" -c -o "$folder/options.new" \
    "Tests/Sanitizers/$sanitizer.c" ||
    ! "$tools/swiftc" -sanitize="$sanitizer" -o "$folder/probe" "$folder/probe.swift" >"$folder/probe.log" 2>&1; then
    echo "No $sanitizer sanitizer here: $("$swift" --version 2>/dev/null | head -n 1) does not bring it."
    exit 77
fi
# The build does not know that file: what was linked with other options is linked again.
if ! cmp -s "$folder/options.new" "$folder/options.o"; then
    mv "$folder/options.new" "$folder/options.o"
    [ ! -d "$folder/debug" ] || find "$folder/debug/" -maxdepth 1 -type f -perm -u+x -delete
fi
scripts/deps.sh build test
"$swift" build --build-tests --sanitize "$sanitizer" --scratch-path "$folder" -Xlinker "$PWD/$folder/options.o" \
    -Xlinker --export-dynamic-symbol=pthread_setcanceltype
result=0
# A run a target: their tests' time limits begin with the run, and all tests wait for two processors.
set -f
# shellcheck disable=SC2046,SC2086 # lists of words
if [ -n "${2:-}" ]; then set -- "$2"; else set -- $(printf '^%s\\. ' $targets); fi
for filter in "$@"; do
    ended=0
    scripts/within.sh 1800 "$swift" test --skip-build --disable-xctest --sanitize "$sanitizer" \
        --scratch-path "$folder" --filter "$filter" --skip "$skip" || ended=$?
    [ "$ended" = 0 ] || result=$ended
done
# Libsane's test driver cancels a thread of its own, and faults of the virtual one end the process in the middle of a call.
# ThreadSanitizer then ends the worker because a thread "finished with ignores enabled". That is no race, but the tests
# that it happens to fail: under this sanitizer only what it reports decides.
if [ "$sanitizer" = thread ] && [ "$result" = 1 ]; then
    echo "Tests failed, which decides nothing here: see scripts/sanitize.sh."
    result=0
fi
set +f
for report in "$reports"/*; do
    [ -f "$report" ] || continue
    grep -q -e 'WARNING: ThreadSanitizer' -e 'ERROR: ' -e '==ERROR' "$report" || continue
    cat "$report"
    result=1
done
[ "$result" = 0 ] || echo "Failed under the $sanitizer sanitizer; reports, if any, are in $folder/reports." >&2
exit "$result"
