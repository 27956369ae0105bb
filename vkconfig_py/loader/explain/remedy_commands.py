"""What a remedy is for, and the line of a shell that applies it to one run of a program."""

from __future__ import annotations

import re
import shlex
from enum import Enum

from vkconfig_py.loader.base.verdicts import Remedy, SetVariable, Together, UnsetVariable


class Goal(Enum):
    """Intended effect of a remedy."""

    LOAD = "load"
    LEAVE_OUT = "leave out"
    REPAIR = "repair"  # no longer refused; it may still not be requested
    LET_START = "let start"  # no file makes every call fail or crash any more


# Valid names of POSIX shell variables; others can only be set through env(1).
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)


def variables_of(remedy: Remedy) -> dict[str, str | None]:
    """Variables that a remedy sets (None: unsets); {} if it also changes anything else."""
    steps = remedy.steps if isinstance(remedy, Together) else (remedy,)
    found: dict[str, str | None] = {}
    for step in steps:
        match step:
            case SetVariable(name, value):
                found[name] = value
            case UnsetVariable(name):
                found[name] = None
            case Together() if inner := variables_of(step):
                found |= inner
            case _:
                return {}
    return found


def command_prefix(remedy: Remedy) -> str:
    """Return the shell prefix that runs a command with a remedy applied (all of its steps).

    "" if the remedy changes more than variables, or a shell cannot name a variable.
    """
    variables = variables_of(remedy)
    if not variables or any(not name or "=" in name or "\0" in name for name in variables):
        return ""
    unset = [f"-u {shlex.quote(name)}" for name, value in variables.items() if value is None]
    values = [
        f"{name}={shlex.quote(value)}" if _NAME.fullmatch(name) else shlex.quote(f"{name}={value}")
        for name, value in variables.items()
        if value is not None
    ]
    plain = not unset and all(map(_NAME.fullmatch, variables))
    return " ".join([*([] if plain else ["env"]), *unset, *values])
