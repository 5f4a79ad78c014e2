#!/bin/sh
# Looks for inputs that break a promise (Tests/Fuzz/Harnesses), with libFuzzer and AddressSanitizer.
#     fuzz.sh [--seconds N] [NAME ...]     looks for so long for each harness, or for those that are named
#     fuzz.sh --replay FILE NAME           runs one input again
# Ends with 77 when the toolchain cannot do it. What is found lies in .build/fuzz/finds.
set -eu
cd "$(dirname "$0")/.."
. scripts/toolchain.sh

folder=.build/fuzz
fuzzer=$folder/fuzzer
only=""
seconds=30
replay=""
while [ $# -gt 0 ]; do
    case "$1" in
    --seconds) seconds=$2 && shift 2 ;;
    --replay) replay=$2 && shift 2 ;;
    --only) only=$2 && shift 2 ;;
    *) break ;;
    esac
done

# Runs the fuzzer on harness $1 with its own limit of time behind it; the rest are its arguments.
run() {
    name=$1
    shift
    # Leaks: the Swift runtime keeps some of its own; what the harnesses hold is checked by their promises.
    FUZZ_TARGET=$name ASAN_OPTIONS=detect_leaks=0 timeout -k 5 $((seconds + 60)) \
        "$fuzzer" -timeout=20 -rss_limit_mb=2048 -print_funcs=0 -artifact_prefix="$folder/finds/$name-" "$@"
}

look() {
    log=$folder/logs/$1.log
    mkdir -p "$folder/logs" "$folder/finds" "$folder/corpus/$1"
    dictionary=""
    [ ! -f "Tests/Fuzz/Dictionaries/$1.dict" ] || dictionary="-dict=Tests/Fuzz/Dictionaries/$1.dict"
    # shellcheck disable=SC2086 # a word or none
    if run "$1" -max_total_time="$seconds" $dictionary "$folder/corpus/$1" "Tests/Fuzz/Corpus/$1" >"$log" 2>&1; then
        echo "$1: $(sed -n 's/^#\([0-9]*\).DONE.*/\1/p' "$log") inputs, no promise broken"
        return
    fi
    find=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
    grep -v -e '^#[0-9]' -e '^INFO' "$log" | head -n 60
    echo "$1: found something; all that was said is in $log"
    [ -z "$find" ] || echo "    make fuzz TARGET=$1 REPLAY=$find"
    return 1
}

if [ -n "$only" ]; then
    look "$only"
    exit
fi

compiler=$(dirname "$(readlink -f "$(command -v "$swift")")")/swiftc
mkdir -p "$folder"
printf '@_cdecl("LLVMFuzzerTestOneInput")\npublic func one(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 { 0 }\n' \
    >"$folder/probe.swift"
if ! "$compiler" -sanitize=fuzzer,address -parse-as-library -o "$folder/probe" "$folder/probe.swift" >"$folder/probe.log" 2>&1; then
    echo "No fuzzing here: $("$swift" --version 2>/dev/null | head -n 1) has no libFuzzer, or no AddressSanitizer ($folder/probe.log)."
    echo "The toolchains of https://www.swift.org/install/linux/ have both."
    exit 77
fi

scripts/deps.sh build
# Not --sanitize, twice: of two such options the compiler would heed the last alone.
"$swift" build -c release --target FuzzHarnesses --scratch-path "$folder" -Xswiftc -enable-testing -Xswiftc -DFUZZING \
    -Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=fuzzer-no-link,address
# By hand: the package manager would give the program a main of its own beside libFuzzer's.
rm -f "$fuzzer"
find "$folder"/release/*.build -name '*.o' >"$folder/objects"
"$compiler" -sanitize=fuzzer,address -o "$fuzzer" "@$folder/objects" -ljpeg -lpng -lz -lmicrohttpd -lm 2>&1 |
    grep -v 'Cannot export local symbol' || true
[ -x "$fuzzer" ] || exit 1

if [ -n "$replay" ]; then
    run "${1:?say which harness: --replay FILE NAME}" "$replay"
    exit
fi
if [ $# -gt 0 ]; then printf '%s\n' "$@"; else ls Tests/Fuzz/Corpus; fi | xargs -P 2 -I '{}' scripts/fuzz.sh --seconds "$seconds" --only '{}'
