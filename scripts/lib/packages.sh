# Shell functions that the scripts share: named errors, and Debian packages installed only where missing.
# Sourced, never run. Every function leaves the working directory alone.

# What a user of the command line tool needs, and what the tests need on top of it. The reasons stand in
# docs/dependencies.md.
quickstart_packages=(g++ cmake ninja-build libeigen3-dev libcli11-dev libfmt-dev nlohmann-json3-dev)
test_packages=(libboost-test-dev librapidcheck-dev libssl-dev python3 python3-numpy python3-matplotlib git)

# die NAME MESSAGE: the one way in which these scripts give up.
die() {
    printf 'error: %s: %s\n' "$1" "$2" >&2
    exit 1
}

step() {
    printf '\n== %s\n' "$*"
}

# package_installed NAME: whether dpkg knows the package as installed, in any architecture.
package_installed() {
    dpkg-query --show --showformat='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}

# missing_packages NAME...: the names that are not installed, one a line.
missing_packages() {
    local name
    for name in "$@"; do
        package_installed "$name" || printf '%s\n' "$name"
    done
}

# install_packages NAME...: installs what is missing and nothing else; needs root or sudo only if something is.
install_packages() {
    command -v dpkg-query >/dev/null ||
        die no_dpkg "this system has no Debian packages; install by hand what docs/dependencies.md names: $*"
    local missing
    mapfile -t missing < <(missing_packages "$@")
    if ((${#missing[@]} == 0)); then
        printf 'all %d packages are installed already\n' "$#"
        return
    fi
    local as_root=()
    if ((EUID != 0)); then
        command -v sudo >/dev/null ||
            die packages_missing "not root and no sudo; as root run: apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
        as_root=(sudo)
    fi
    printf 'installing: %s\n' "${missing[*]}"
    "${as_root[@]}" apt-get -qq update || die apt_update "apt-get update failed; see above"
    # Its progress is of no use to anybody; errors come on the other stream.
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq -y -o Dpkg::Use-Pty=0 --no-install-recommends install "${missing[@]}" >/dev/null ||
        die apt_install "apt-get could not install: ${missing[*]}"
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]} == 0)) || die packages_missing "still not installed after apt-get: ${missing[*]}"
}
