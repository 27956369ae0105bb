"""Runs vkconfig-py on the managed machine and reads the JSON that it prints."""

from __future__ import annotations

import json
import os

PROGRAM = "vkconfig-py"
# Where pip and pipx put commands of a user; sessions of Ansible have a short PATH.
_FOLDERS = ("~/.local/bin", "/usr/local/bin", "/opt/homebrew/bin")
OPTIONS = {"executable": {"type": "path"}}


def find_program(module):
    """Return the path of the installed vkconfig-py, or None; a path that was given has to exist."""
    given = module.params["executable"]
    if given is not None:
        return module.get_bin_path(given, required=True)
    return module.get_bin_path(PROGRAM, opt_dirs=[os.path.expanduser(one) for one in _FOLDERS])


def require_program(module):
    program = find_program(module)
    if program is None:
        module.fail_json(
            msg="vkconfig-py is not installed here: neither in PATH nor in "
            f"{', '.join(_FOLDERS)}. Install it with pip, or name it with 'executable'."
        )
    return program


def run_json(module, command, variables=None):
    """Run a command that prints one JSON value; fail with its own sentence if it fails."""
    code, out, err = module.run_command(
        command, environ_update=variables or {}, errors="surrogateescape"
    )
    try:
        told = json.loads(out)
    except ValueError:
        module.fail_json(msg=err.strip() or f"{command[0]} printed no JSON", rc=code, cmd=command)
    error = told.get("error") if isinstance(told, dict) else ""
    if code or error:
        module.fail_json(msg=error or err.strip(), rc=code, cmd=command)
    for note in told.get("notes", []) if isinstance(told, dict) else []:
        module.warn(note["sentence"])
    return told


def applied_programs(module, program):
    """Return the configurations that are applied now, by their keys, with their programs."""
    rows = run_json(module, [program, "config", "list", "--json"])["configurations"]
    return {row["key"]: row for row in rows if row["applied_to"] is not None}


def in_words(rows):
    """Return the state of what is applied as text, for --diff."""
    lines = []
    for row in sorted(rows, key=lambda row: row["name"]):
        whom = ", ".join(row["applied_to"]) or "every program"
        lines.append(f"{row['name']}: applied to {whom}\n")
    return "".join(lines)
