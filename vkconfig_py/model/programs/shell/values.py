"""What is known of a shell script without a run: values, and programs with what is set for them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum

from vkconfig_py.loader.base.records import NamedTuple

ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)(\+?)=", re.ASCII)
MOST_BYTES = 65_536  # of a script


class UnknownCause(Enum):
    """Why a value or a start is known only in a run."""

    OUTPUT = "output of a command"
    FILE = "another file that is read in"
    CONDITION = "condition"
    ARGUMENTS = "how the script is started"
    FORM = "a form of the shell that is not followed"


class Unknown(NamedTuple):
    """A value that is known only in a run.

    Attributes:
        prefix: the text that it begins with.
    """

    cause: UnknownCause
    file: str
    line: int
    prefix: str = ""


Value = str | Unknown


ANY = "*"  # in the place of a name: any variable may be set


class ScriptVariable(NamedTuple):
    """An environment variable that a script sets for what it starts; value None: it unsets it."""

    name: str
    value: Value | None
    file: str
    line: int


class Started(NamedTuple):
    """A program that a script starts.

    Attributes:
        words: the program and its arguments; an Unknown stands for any number of words.
        certain: it is started whenever the script runs to its end.
        final: the script replaces itself with it (exec).
        folder: its working folder.
        changes: variables that differ from those that the script was started with.
    """

    words: tuple[Value, ...]
    file: str
    line: int
    certain: bool
    final: bool
    folder: Value
    changes: tuple[ScriptVariable, ...]


def known_words(values: Sequence[Value]) -> list[str] | None:
    known = [value for value in values if isinstance(value, str)]
    return known if len(known) == len(values) else None


def joined(values: Sequence[Value]) -> Value:
    """One text of several; unknown if one of them is."""
    text = ""
    for value in values:
        if isinstance(value, Unknown):
            return value._replace(prefix=text + value.prefix)
        text += value
    return text
