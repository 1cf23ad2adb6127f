#!/bin/sh
# Make .venv from constraints.txt.  The one argument, if it is not empty, is the Python to use.
set -eu

new_enough='import sys; sys.exit(sys.version_info < (3, 11))'

if [ -n "${1:-}" ]; then
    python=$1
    if ! "$python" -c "$new_enough" 2>/dev/null; then
        echo "PYTHON=$python is no Python 3.11 or newer" >&2
        exit 2
    fi
else
    python=
    for candidate in python3.11 python3.12 python3.13 python3.14 python3 python; do
        if command -v "$candidate" >/dev/null 2>&1 && "$candidate" -c "$new_enough" 2>/dev/null; then
            python=$candidate
            break
        fi
    done
    if [ -z "$python" ]; then
        echo "Python 3.11 or newer is needed and none was found (looked for python3.11 .. python3.14," \
            "python3, python).  If it stands elsewhere: make PYTHON=/path/to/python3" >&2
        exit 2
    fi
fi

if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
    echo "$python has no venv module.  On Debian and its kin it is a package of its own:" \
        "python3-venv (or python3.11-venv); install it and run make again" >&2
    exit 2
fi

if ! .venv/bin/python -c "$new_enough; import pip" 2>/dev/null; then
    echo "making .venv with $("$python" --version)"
    "$python" -m venv --clear .venv
fi
echo "installing the versions of constraints.txt into .venv"
pip="env PYTHONWARNINGS=ignore .venv/bin/python -m pip -qq --disable-pip-version-check --no-input"
export PIP_ROOT_USER_ACTION=ignore
$pip install -r constraints.txt
$pip install --no-deps --no-build-isolation -e .
