"""JSON of the window, made in English whatever the window speaks: programs read it.

Sentences are made when modules are imported, so a process that speaks German has none in English.
What JSON is made of is given to a child that speaks English, which finds everything out again.
"""

from __future__ import annotations

import io
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any

from vkconfig_py.language.choice import VARIABLE
from vkconfig_py.language.sentences import ENGLISH, current_language, tr
from vkconfig_py.loader.base.own_process import child_command

_SECONDS = 120.0


def in_english(make: Callable[..., str], *values: object) -> str:
    """What a function of ours makes of values, as text, in a process that speaks English.

    Raises:
        OSError: the child gave no answer; its text says so to the user.
    """
    if current_language() == ENGLISH:
        return make(*values)
    try:
        ran = subprocess.run(
            child_command(__name__),
            input=_packed((make, values)),
            stdout=subprocess.PIPE,
            # Who set a variable is found by looking at what started this process.
            env={**os.environ, VARIABLE: ENGLISH},
            timeout=_SECONDS,
            check=True,
        )
    except subprocess.SubprocessError as error:
        raise OSError(None, tr("it could not be made in English")) from error
    return ran.stdout.decode("utf-8", "surrogatepass")


def be_child(_arguments: Sequence[str]) -> None:
    """Make the text that is asked for on the standard input."""
    make, values = pickle.loads(sys.stdin.buffer.read())
    sys.stdout.buffer.write(make(*values).encode("utf-8", "surrogatepass"))


def _packed(value: object) -> bytes:
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, pickle.HIGHEST_PROTOCOL)
    # pickle knows no mappingproxy.
    pickler.dispatch_table = {MappingProxyType: _pack_mapping}
    pickler.dump(value)
    return buffer.getvalue()


def _pack_mapping(mapping: MappingProxyType[Any, Any]) -> tuple[Any, ...]:
    return _unpack_mapping, (dict(mapping),)


def _unpack_mapping(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(mapping)
