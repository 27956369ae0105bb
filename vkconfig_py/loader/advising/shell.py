"""A remedy of variables as what stands before a command in a shell."""

from __future__ import annotations

import re
import shlex

from vkconfig_py.loader.verdicts import Remedy, SetVariable, Together, UnsetVariable

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)


def variables_of(remedy: Remedy) -> dict[str, str | None]:
    """Return what a remedy sets, None for what it unsets; {} if it changes anything else too."""
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
    """Return what has to stand before a command so that it runs with a remedy, all of its steps.

    "" where that cannot be written: other things change too, or no shell can name a variable.
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
