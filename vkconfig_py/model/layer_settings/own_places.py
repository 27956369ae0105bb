"""The files in which layers of their own ways look for settings, on one machine.

A place is a path with {config} ($XDG_CONFIG_HOME, else ~/.config), {data} ($XDG_DATA_HOME, else
~/.local/share), {home}, {working_directory}, {program} (file name of the executable),
{program_folder} or {windows_program} (what Wine runs, without .exe). A place with a part that is
not known is none. Measured: MangoHud 0.6.8 has no {config} where the variable is set to nothing,
vkBasalt 0.3.2.8 looks in the root folder then.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.binaries import expand_tokens
from vkconfig_py.loader.files.read_file import read_beginning
from vkconfig_py.loader.platforms.mounted_root import place_in
from vkconfig_py.model.configuration.configuration import Target
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, OwnSettings

_PRELOADER = "-preloader"
_PART = re.compile(r"\{([a-z_]+)\}")
_OF_USER = ("{config}/", "{data}/", "{home}/")
_MOST_BYTES = 64 << 20


def started(host: Host, target: Target) -> Host:
    """The machine as a launched program sees it: in the working directory of its own."""
    folder = posixpath.join(host.working_directory, target.working_directory)
    return host._replace(working_directory=folder) if target.working_directory else host


def own_places(
    own: OwnSettings, host: Host, program: str, windows_program: str = ""
) -> tuple[str, ...]:
    """The files that a layer looks for in a program, first one first."""
    named = named_file(own, host)
    if named is not None and own.only_variable:
        return (named,) if named else ()
    templates = [place.path for place in own.places if own.reads(place.since)]
    if own.empty_is_root:
        for name, variable in (("{config}", "XDG_CONFIG_HOME"), ("{data}", "XDG_DATA_HOME")):
            if host.plain_env(variable) == "":
                templates = [one.replace(name, "") for one in templates]
    places = _resolved(templates, host, program, windows_program)
    return (named, *places) if named else places


def named_file(own: OwnSettings, host: Host) -> str | None:
    """The file that the session's variable names, as it is taken: nothing in it is expanded.

    "" for a variable that is set to nothing, None for one that is not set.
    """
    named = host.environment.get(own.variable) if own.variable else None
    return posixpath.join(host.working_directory, named) if named else named


def at_release(declared: DeclaredLayer, host: Host) -> DeclaredLayer:
    """The layer with the version that is installed, as far as its library says it."""
    own = declared.own
    if own is None or not own.release_text or own.release:
        return declared
    path = expand_tokens(host, declared.library)
    if not posixpath.isabs(path):
        path = posixpath.join(posixpath.dirname(declared.manifest), path)
    found = _release(place_in(host.root, path), own.release_text)
    return declared._replace(own=own._replace(release=found)) if found else declared


def _release(path: str, pattern: str) -> str:
    try:
        status = Path(path).stat()
        return _read_release(path, pattern, status.st_mtime_ns, status.st_size)
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return ""


@cache
def _read_release(path: str, pattern: str, _changed: int, size: int) -> str:
    said = re.search(pattern.encode(), read_beginning(path, min(size, _MOST_BYTES)))
    return said[1].decode() if said else ""


def candidate_places(
    own: OwnSettings, host: Host, program: str, windows_program: str = ""
) -> tuple[str, ...]:
    """The files that count for a program now, and those that count without the variable."""
    hosts = (host, without_variable(own, host))
    return tuple(path for one in hosts for path in own_places(own, one, program, windows_program))


def presets_place(own: OwnSettings, host: Host) -> str:
    """The file with presets of the user's, or "" for a layer without any."""
    if own.presets is None or not own.reads(own.presets.since):
        return ""
    looks = own.reads(own.presets.variable_since)
    named = host.plain_env(own.presets.variable) if looks else ""
    return named or next(iter(_resolved([own.presets.place], host, "")), "")


def without_variable(own: OwnSettings, host: Host) -> Host:
    """The machine as programs see it that do not get the session's variable."""
    return host.with_environment([(own.variable, None)]) if own.variable else host


def place_of_program(own: OwnSettings, host: Host, program: str, windows_program: str = "") -> str:
    """The file that a layer reads in one program alone, or ""."""
    return next(iter(_resolved(own.per_program, host, program, windows_program)), "")


def files_of_programs(own: OwnSettings, host: Host) -> tuple[str, ...]:
    """The files on a machine that single programs read in place of the one for all."""
    others = (place_of_everything(own, host), presets_place(own, host))
    found: set[str] = set()
    for template in own.per_program:
        folder = next(iter(_resolved([posixpath.dirname(template)], host, "")), "")
        pattern = _PART.sub("*", posixpath.basename(template))
        with suppress(OSError, ValueError):  # no such folder; a NUL in its path
            names = [one.name for one in Path(place_in(host.root, folder)).iterdir()]
            paths = [f"{folder}/{name}" for name in names if fnmatchcase(name, pattern)]
            found.update(path for path in paths if path not in others)
    return tuple(sorted(found))


def place_of_everything(own: OwnSettings, host: Host) -> str:
    """The user's file for every program, or ""."""
    paths = [place.path for place in own.places]
    shared = [path for path in paths if path.startswith(_OF_USER)]
    return next(iter(_resolved(shared, host, "")), "")


def file_name(own: OwnSettings) -> str:
    return posixpath.basename(own.places[-1].path)


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
        "config": _base_folder(host, "XDG_CONFIG_HOME", f"{home}/.config" if home else ""),
        "data": _base_folder(host, "XDG_DATA_HOME", f"{home}/.local/share" if home else ""),
        "working_directory": host.working_directory,
        "program": posixpath.basename(program),
        "program_folder": posixpath.dirname(program),
    }


def _base_folder(host: Host, variable: str, usual: str) -> str:
    """Folder of a variable as layers take it: one that is set to nothing leads nowhere."""
    said = host.plain_env(variable)
    return posixpath.join(host.working_directory, said) if said else usual if said is None else ""


def _fill(place: str, parts: Mapping[str, str]) -> str:
    if not all(parts.get(name) for name in _PART.findall(place)):
        return ""
    return _PART.sub(lambda found: parts[found[1]], place)
