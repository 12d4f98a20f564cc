#!/usr/bin/env bash
# Prints the CPythons of this machine that can run the package (3.11 or newer, with venv and
# ensurepip), one a minor version, oldest first: `3.11 /usr/bin/python3.11`. Looks on PATH and in
# pyenv's versions; "python3" alone may be anything, even a shim that fails.
set -u

candidates() {
    local name
    for name in python3 python python3.{11..20}; do
        type -P "$name"
    done
    ls -d "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.*/bin/python3 2>/dev/null
}

probe='
import sys, sysconfig
import ensurepip, venv
free_threaded = sysconfig.get_config_var("Py_GIL_DISABLED")
if sys.version_info >= (3, 11) and sys.implementation.name == "cpython" and not free_threaded:
    print(f"{sys.version_info[0]}.{sys.version_info[1]} {sys.executable}")
'

candidates | while read -r candidate; do
    "$candidate" -c "$probe" 2>/dev/null
done | sort -t. -k2,2n -s | awk '!seen[$1]++'
