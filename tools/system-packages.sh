#!/usr/bin/env bash
# Installs the Debian packages named as arguments, where there is apt and the right to use it.
# Elsewhere it says what will be missing; tests that need it are then skipped and say so too.
set -euo pipefail

missing=()
for package in "$@"; do
    dpkg-query --show --showformat='${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^ii' ||
        missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
    exit 0
fi
if ! command -v apt-get >/dev/null; then
    echo "note: no apt-get here, so tests that need ${missing[*]} will be skipped" >&2
elif [ "$(id -u)" -ne 0 ]; then
    echo "note: not root, so tests that need ${missing[*]} will be skipped;" \
        "to run them: sudo apt-get install ${missing[*]}" >&2
else
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
