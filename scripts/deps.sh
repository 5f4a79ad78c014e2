#!/bin/sh
# Installs the Debian packages that are missing. Usage: deps.sh toolchain|run|build|test|schemathesis|package|cross ...
# Debian 12, 13 and 64-bit Raspberry Pi OS. When nothing is missing it needs neither network nor sudo, and says nothing.
set -eu

# The C++ runtime for the static link must be that of the gcc folder which Swift's clang picks: the newest there is.
cxx_runtime() {
    newest=$(find /usr/lib/gcc/*-linux-gnu -mindepth 2 -maxdepth 2 -name crtbegin.o 2>/dev/null |
        sed 's|.*/\([0-9]*\)/crtbegin.o|\1|' | sort -n | tail -n 1)
    if [ -z "$newest" ]; then
        newest=14
        [ "$(codename)" != bookworm ] || newest=12
    fi
    echo "libstdc++-$newest-dev"
}

# What a toolchain from swift.org needs to start and to link; Debian's own package brings or replaces it.
toolchain_libraries() {
    is_installed swiftlang && return
    echo "libncurses6 libsqlite3-0 libxml2 binutils"
    # From Debian 13 on the linker that such a toolchain calls has a package of its own, and curl's library another name.
    if [ "$(codename)" = bookworm ]; then echo "libcurl4"; else echo "libcurl4t64 binutils-gold"; fi
}

codename() {
    (. /etc/os-release && echo "${VERSION_CODENAME:-}")
}

packages_for() {
    case "$1" in
    toolchain) toolchain_libraries ;;
    run) echo "curl" ;;
    build) echo "libsane-dev libmicrohttpd-dev libjpeg62-turbo-dev libpng-dev zlib1g-dev libc6-dev pkgconf $(cxx_runtime)" ;;
    test) echo "gcc make sane-utils sane-airscan libjpeg-turbo-progs netpbm curl wrk iproute2" ;;
    schemathesis) echo "python3 python3-venv" ;;
    package) echo "binutils" ;;
    # For a package of another architecture, on a machine of any Debian release.
    cross) echo "debootstrap qemu-user-static iproute2" ;;
    *)
        echo "deps.sh: there is no list named '$1' (toolchain, run, build, test, schemathesis, package, cross)" >&2
        exit 2
        ;;
    esac
}

is_installed() {
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    echo "There is no apt-get here: this installs Debian packages. Elsewhere, install by hand what stands for" >&2
    for list in "$@"; do echo "    $(packages_for "$list")" >&2; done
    exit 0
fi

missing=""
for list in "$@"; do
    for package in $(packages_for "$list"); do
        is_installed "$package" && continue
        case " $missing " in *" $package "*) ;; *) missing="$missing $package" ;; esac
    done
done
[ -n "$missing" ] || exit 0

as_root=""
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "These Debian packages are missing, and installing them needs root. As root, run" >&2
        echo "    apt-get update && apt-get install --no-install-recommends$missing" >&2
        exit 1
    fi
    as_root=sudo
fi
echo "Installing Debian packages${as_root:+ through sudo}:$missing"
$as_root apt-get update -qq
# shellcheck disable=SC2086 # a list of words
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $missing
