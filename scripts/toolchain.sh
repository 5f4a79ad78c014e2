# To be sourced: finds a Swift toolchain that can build this package, or says which one to install and ends the script.
# Sets `swift` (the program) and `swift_version`; `is_ci_toolchain` says whether it is the one that CI uses.
# shellcheck shell=sh disable=SC2034

ci_toolchain=6.3
oldest_toolchain=6.0

# Crash reports of Swift programs are for people at a terminal; in a script they only hang about.
export SWIFT_BACKTRACE=enable=no

toolchain_advice() {
    codename=$(. /etc/os-release 2>/dev/null && echo "${VERSION_CODENAME:-}")
    echo "SaneBridge needs a Swift toolchain that works, $oldest_toolchain or newer."
    case "$codename" in
    bookworm)
        echo "For Debian 12 and Raspberry Pi OS (bookworm), take the Debian 12 download from"
        echo "    https://www.swift.org/install/linux/"
        echo "unpack it into /opt/swift, put /opt/swift/usr/bin on the PATH, and try again."
        ;;
    trixie | forky | sid)
        echo "Install it with"
        echo "    sudo apt install swiftlang"
        echo "and try again."
        ;;
    *)
        echo "Debian 13 has one (sudo apt install swiftlang); for other systems see"
        echo "    https://www.swift.org/install/linux/"
        ;;
    esac
} >&2

version_of() {
    "$1" --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\(\.[0-9]*\)\{0,1\}\).*/\1/p' | head -n 1
}

# Whether version $1 is at least $2, both major.minor[.patch].
at_least() {
    [ "$(printf '%s\n%s\n' "$2" "$1" | sort -t . -k 1,1n -k 2,2n | head -n 1)" = "$2" ]
}

find_toolchain() {
    if [ "$(getconf LONG_BIT)" != 64 ]; then
        echo "This is a 32-bit system. SaneBridge runs on 64-bit Linux only (amd64 or arm64):" >&2
        echo "on a Raspberry Pi 3, 4 or 5 install the 64-bit Raspberry Pi OS." >&2
        exit 1
    fi
    found=""
    # Debian's own package may leave /usr/bin/swift to a program of another trade with the same name.
    for candidate in ${SWIFT:-} swift /usr/libexec/swift/bin/swift /opt/swift/usr/bin/swift; do
        command -v "$candidate" >/dev/null || continue
        # A toolchain from swift.org does not bring all the libraries that it needs.
        case $("$candidate" --version 2>&1) in *"error while loading shared libraries"*) scripts/deps.sh toolchain ;; esac
        swift_version=$(version_of "$candidate")
        if [ -z "$swift_version" ]; then
            # Another program of that name, or a toolchain that does not start: its own words say why.
            echo "$candidate --version: $("$candidate" --version 2>&1 | head -n 1)" >&2
        elif at_least "$swift_version" "$oldest_toolchain"; then
            swift=$candidate
            return
        else
            found="$found $candidate is $swift_version."
        fi
    done
    [ -z "$found" ] || echo "Too old:$found" >&2
    toolchain_advice
    exit 1
}

is_ci_toolchain() {
    case "$swift_version" in
    "$ci_toolchain" | "$ci_toolchain".*) true ;;
    *) false ;;
    esac
}

find_toolchain
