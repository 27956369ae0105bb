"""The files in which layers of their own ways look for settings, on one machine.

A place is a path with {config} ($XDG_CONFIG_HOME, else ~/.config), {data} ($XDG_DATA_HOME, else
~/.local/share), {home}, {working_directory}, {program} (file name of the executable),
{program_folder} or {windows_program} (what Wine runs, without .exe). A place with a part that is
not known is none.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence

from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration.configuration import Target
from vkconfig_py.model.layer_settings.declared import OwnFormat, OwnSettings

_PRELOADER = "-preloader"
_PART = re.compile(r"\{([a-z_]+)\}")
_OF_PROGRAM = ("{program}", "{program_folder}", "{working_directory}", "{windows_program}")


def started(host: Host, target: Target) -> Host:
    """The machine as a launched program sees it: in the working directory of its own."""
    folder = posixpath.join(host.working_directory, target.working_directory)
    return host._replace(working_directory=folder) if target.working_directory else host


def own_places(
    own: OwnSettings, host: Host, program: str, windows_program: str = ""
) -> tuple[str, ...]:
    """The files that a layer looks for in a program, first one first."""
    places = _resolved(own.places, host, program, windows_program)
    if own.variable and (named := host.plain_env(own.variable)):
        # vkBasalt goes on where the named file is not there.
        return (named, *places) if own.format is OwnFormat.VKBASALT else (named,)
    return places


def candidate_places(
    own: OwnSettings, host: Host, program: str, windows_program: str = ""
) -> tuple[str, ...]:
    """The files that count for a program now, and those that count without the variable."""
    hosts = (host, without_variable(own, host))
    return tuple(path for one in hosts for path in own_places(own, one, program, windows_program))


def presets_place(own: OwnSettings, host: Host) -> str:
    """The file with presets of the user's, or "" for a layer without any."""
    if own.presets is None:
        return ""
    named = host.plain_env(own.presets.variable)
    return named or next(iter(_resolved([own.presets.place], host, "")), "")


def without_variable(own: OwnSettings, host: Host) -> Host:
    """The machine as programs see it that do not get the session's variable."""
    return host.with_environment([(own.variable, None)]) if own.variable else host


def place_of_program(own: OwnSettings, host: Host, program: str) -> str:
    """The file that a layer reads in one program alone, or ""."""
    return next(iter(_resolved(own.per_program, host, program)), "")


def place_of_everything(own: OwnSettings, host: Host) -> str:
    """The user's file for every program, or ""."""
    shared = [one for one in own.places if not any(part in one for part in _OF_PROGRAM)]
    return next(iter(_resolved(shared, host, "")), "")


def file_name(own: OwnSettings) -> str:
    return posixpath.basename(own.places[-1])


def _resolved(
    places: Sequence[str], host: Host, program: str, windows_program: str = ""
) -> tuple[str, ...]:
    parts = {**_parts(host, program), "windows_program": windows_program}
    if windows_program and not program.endswith(_PRELOADER):
        # What /proc/self/exe leads to in a Windows program; its folder differs from Wine to Wine.
        parts |= {"program": f"wine64{_PRELOADER}", "program_folder": ""}
    found = (_fill(one, parts) for one in places)
    return tuple(dict.fromkeys(path for path in found if path))


def _parts(host: Host, program: str) -> Mapping[str, str]:
    home = host.plain_env("HOME") or ""
    return {
        "home": home,
        "config": host.plain_env("XDG_CONFIG_HOME") or (f"{home}/.config" if home else ""),
        "data": host.plain_env("XDG_DATA_HOME") or (f"{home}/.local/share" if home else ""),
        "working_directory": host.working_directory,
        "program": posixpath.basename(program),
        "program_folder": posixpath.dirname(program),
    }


def _fill(place: str, parts: Mapping[str, str]) -> str:
    if not all(parts.get(name) for name in _PART.findall(place)):
        return ""
    return _PART.sub(lambda found: parts[found[1]], place)
