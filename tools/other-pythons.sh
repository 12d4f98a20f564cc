#!/usr/bin/env bash
# Runs tests on every CPython found here but one. The wheel is abi3, one file for all of them.
#   tools/other-pythons.sh VERSION WHEEL PYTEST-ARGUMENT...      VERSION, such as 3.11, is the one left out
set -euo pipefail
cd "$(dirname "$0")/.."

tested=$1 wheel=$2
shift 2
found=0
while read -r version python; do
    [ "$version" = "$tested" ] && continue
    found=1
    venv=.venv-$version
    echo "== CPython $version ($python)"
    [ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
    "$venv/bin/python" -m pip install --quiet --upgrade "$wheel[test-wheel]"
    "$venv/bin/python" -m pip install --quiet --force-reinstall --no-deps "$wheel"
    "$venv/bin/python" -m pytest --quiet -p no:cacheprovider "$@"
done < <(tools/pythons.sh)
if [ "$found" = 0 ]; then
    echo "== no CPython but $tested found here: the wheel was tested on that one only"
fi
