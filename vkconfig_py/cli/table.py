"""Which function runs which command."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import cast

from vkconfig_py.cli.output import Output

Command = Callable[[argparse.Namespace, Output], int]
_MODULES = {
    "explain": "looking",
    "diff": "comparing",
    "list": "looking",
    "configurations": "configurations",
    "verify": "looking",
    "overrides": "standing",
    "problems": "problems",
    "lint": "linting",
    "open": "opening",
    "probe": "probing",
    "devices": "probing",
    "apply": "changing",
    "withdraw": "changing",
    "run": "running",
    "env": "running",
    "generate": "generating",
}


def find_command(name: str) -> Command:
    """Return the function of a command; only its module is imported."""
    module = import_module(f"vkconfig_py.cli.{_MODULES[name]}")
    return cast(Command, getattr(module, f"run_{name}"))
