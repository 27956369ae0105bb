"""Files that a command writes where its user says; nothing is replaced unless told."""

from __future__ import annotations

from pathlib import Path

from vkconfig_py.cli.exits import Stop
from vkconfig_py.model.applying.file_states import (
    check_target,
    error_sentence,
    holds_other,
    holds_same,
    named_file,
    write_target,
)
from vkconfig_py.model.presence import is_there


def is_printed(target: str) -> bool:
    """Return whether a target stands for the standard output."""
    return target in ("", "-")


def _find_target(target: str, name: str, content: bytes, *, replace: bool) -> Path:
    """Return the file that is written: a folder gets a file of the name.

    Raises:
        Stop: something else stands there, and nobody said to replace it.
    """
    path = named_file(target, name)
    if not replace and holds_other(path, content):
        raise Stop(f"{path} is there already and holds something else: --replace replaces it")
    return path


def write_output(target: str, name: str, content: bytes, *, replace: bool) -> Path:
    """Write a file, or into a folder under a name; return the file.

    Raises:
        Stop: something else stands there, or it cannot be written.
    """
    path = _find_target(target, name, content, replace=replace)
    try:
        write_target(target, name, content)
    except OSError as error:
        raise Stop(error_sentence("Nothing was written", str(path), error)) from error
    return path


def find_change(target: str, name: str, content: bytes) -> str:
    """Return what writing comes to: "New", "Change" or "Unchanged"."""
    path = named_file(target, name)
    if holds_same(path, content):
        return "Unchanged"
    return "Change" if is_there(path) else "New"


def foresee_output(target: str, name: str, content: bytes, *, replace: bool) -> Path:
    """Return the file that write_output would write, and write nothing.

    Raises:
        Stop: it would be refused.
    """
    path = _find_target(target, name, content, replace=replace)
    try:
        check_target(target, name)
    except OSError as error:
        raise Stop(error_sentence("Nothing would be written", str(path), error)) from error
    return path
