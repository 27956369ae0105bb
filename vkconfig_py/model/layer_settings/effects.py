"""Effects of vkBasalt: the names in its list, the files that they need, and what ends the program.

Measured with 0.3.2.8: a listed effect whose file is missing, a folder or not readable ends every
program that makes a swapchain; nothing in its path is expanded; a relative one is of the working
directory. So does the built-in lut without its file. A missing include and a missing folder of
includes only leave a message.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import assert_never

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple

EFFECTS = "effects"  # the setting that lists their names
FILES = "reshadeEffects"  # the setting that lists the files of effects
INCLUDES = "reshadeIncludePath"
LUT, LUT_FILE = "lut", "lutFile"  # the effect with a file of its own, and the setting that names it
ENDING = ".fx"


class EffectState(Enum):
    """Why an effect that is listed ends the program."""

    UNKNOWN = "unknown"  # no line has its name
    NO_FILE = "no-file"  # it needs a file, and none is set
    UNREADABLE = "unreadable"  # its file does not exist or cannot be read
    NO_INCLUDES = "no-includes"  # it is of a file, and no folder of included files is set
    UNEXPANDED = "unexpanded"  # the same, and its path has what only a shell expands


class EffectFault(NamedTuple):
    """A listed effect without which vkBasalt does not go on."""

    name: str
    state: EffectState
    path: str = ""

    @property
    def reason(self) -> str:
        """A sentence without its last full stop."""
        match self.state:
            case EffectState.UNKNOWN:
                return tr(
                    "No effect or effect file is called “{name}”: vkBasalt ends the program",
                    name=self.name,
                )
            case EffectState.NO_FILE:
                return tr(
                    "The effect “{name}” needs a file: without it vkBasalt ends the program",
                    name=self.name,
                )
            case EffectState.NO_INCLUDES:
                return tr(
                    "The effect “{name}” needs {setting}: without it vkBasalt ends the program",
                    name=self.name,
                    setting=INCLUDES,
                )
            case EffectState.UNEXPANDED:
                return tr(
                    "{path}, the file of the effect “{name}”, does not exist, as vkBasalt expands "
                    "no “~” or “$”: it ends the program",
                    path=self.path,
                    name=self.name,
                )
            case EffectState.UNREADABLE:
                return tr(
                    "{path}, the file of the effect “{name}”, does not exist or cannot be read: "
                    "vkBasalt ends the program",
                    path=self.path,
                    name=self.name,
                )
        assert_never(self.state)


def find_faults(
    listed: Iterable[str],
    paths: Mapping[str, str],
    built_in: Sequence[str],
    is_readable: Callable[[str], bool],
) -> tuple[EffectFault, ...]:
    """Why listed effects end the program; `paths` has their files and that of their includes."""
    return tuple(
        EffectFault(name, state, paths.get(name, ""))
        for name in dict.fromkeys(listed)
        if (state := _state(name, paths, built_in, is_readable)) is not None
    )


def _state(
    name: str,
    paths: Mapping[str, str],
    built_in: Sequence[str],
    is_readable: Callable[[str], bool],
) -> EffectState | None:
    path = paths.get(name, "")
    if name in built_in and name != LUT:
        return None
    if not path:
        return EffectState.NO_FILE if name in built_in else EffectState.UNKNOWN
    if is_readable(path):
        return None if paths.get(INCLUDES) or name in built_in else EffectState.NO_INCLUDES
    is_shells = path.startswith("~") or "$" in path
    return EffectState.UNEXPANDED if is_shells else EffectState.UNREADABLE


def effect_paths(values: Mapping[str, str]) -> Mapping[str, str]:
    """The file of each name that the list of effects may have, by the lines of a file."""
    paths = {key: text for key, text in values.items() if key != FILES}
    return {**paths, LUT: values.get(LUT_FILE, "")}


def effect_lines(paths: Sequence[str], built_in: Sequence[str] = ()) -> Mapping[str, str]:
    """The lines that define effects: the name of each, which no other one has, and its path."""
    lines: dict[str, str] = {}
    files: dict[str, int] = {}  # of one base name
    for path in filter(_name, dict.fromkeys(paths)):
        name = f"{_name(path)}_fx" if _name(path) in built_in else _name(path)
        number = files.get(name, 0) + 1
        while (key := name if number == 1 else f"{name}_{number}") in lines:
            number += 1
        files[name] = number
        lines[key] = path
    return lines


def _name(path: str) -> str:
    return posixpath.basename(path).removesuffix(ENDING).replace(":", "_")
