"""Files and folders that hang, point nowhere or are never looked at.

A pipe stops every loader at fopen, before it has read a byte; a device that never ends stops
loaders before 1.3.295, which read to the end (both seen on real loaders).
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator

from vkconfig_py.loader.files.search_paths import is_json
from vkconfig_py.loader.lint.codes import Code, problem
from vkconfig_py.loader.lint.ground import Ground, base_name
from vkconfig_py.loader.lint.spelling import nearest
from vkconfig_py.loader.verdicts import MoveFile, Problem, RemoveFile

_FOLDERS = ("icd.d", "explicit_layer.d", "implicit_layer.d")
_OF_OTHERS = (*_FOLDERS, "loader_settings.d", "settings.d", "config.d", "registry")
_STATED_SIZE = (1, 3, 295)  # loaders read as many bytes as stat says, and no device to its end
_ENDLESS = {os.makedev(1, minor) for minor in (5, 7, 8, 9)}  # zero, full, random, urandom


def find_file_problems(ground: Ground) -> Iterator[Problem]:
    """Yield what is wrong with the places that are searched."""
    report = ground.report
    paths = (
        *report.driver_search.paths,
        *report.implicit_search.paths,
        *report.explicit_search.paths,
    )
    for path in dict.fromkeys(paths):
        if is_json(path):
            yield from _entry(ground, path)
            continue
        for name in _names(ground, path):
            if is_json(name):
                yield from _entry(ground, f"{path}/{name}")
            elif name.lower().endswith(".json"):
                yield _ignored_name(f"{path}/{name}")
    yield from _unsearched(ground)
    if ground.settings.file:
        yield from _entry(ground, ground.settings.file)


def _names(ground: Ground, folder: str) -> list[str]:
    try:
        names = sorted(os.listdir(ground.real(folder)))
    except (OSError, ValueError):
        return []
    return [name for name in names if not ground.is_taken_away(f"{folder}/{name}")]


def _entry(ground: Ground, path: str) -> Iterator[Problem]:
    if ground.is_taken_away(path):
        return
    real = ground.real(path)
    try:
        status = os.stat(real)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        if os.path.islink(real) and isinstance(error, OSError):
            yield _broken_link(path, real, error)
        return
    if stat.S_ISFIFO(status.st_mode):
        yield _hangs(path, "a pipe", "The loader waits for somebody to write to it")
    endless = stat.S_ISCHR(status.st_mode) and status.st_rdev in _ENDLESS
    if endless and ground.profile.version < _STATED_SIZE:
        yield _hangs(path, "a device that never ends", "The loader reads it for ever")


def _hangs(path: str, what: str, does: str) -> Problem:
    return problem(
        Code.HANGS_ALL,
        f"{base_name(path)} is {what}",
        f"{does}: every Vulkan program hangs at its first call.",
        path,
        remedies=(RemoveFile(path),),
    )


def _broken_link(path: str, real: str, error: OSError) -> Problem:
    loops = error.errno == errno.ELOOP
    reason = error.strerror or str(error)
    target = os.readlink(real)
    return problem(
        Code.LINK_LOOP if loops else Code.DANGLING_LINK,
        f"{base_name(path)} is a link that leads "
        + ("back to itself" if loops else f"nowhere: {target}"),
        f"The loader cannot open it ({reason}) and goes on without it.",
        path,
        remedies=(RemoveFile(path),),
    )


def _ignored_name(path: str) -> Problem:
    return problem(
        Code.FILE_NAME_IGNORED,
        f"{base_name(path)} does not end in .json",
        "The loader never looks at the file: the ending counts in small letters only.",
        path,
        remedies=(MoveFile(path, path[: -len(".json")] + ".json"),),
    )


def _unsearched(ground: Ground) -> Iterator[Problem]:
    for base in ground.bases():
        parent = f"{base.rstrip('/')}/vulkan"
        for name in _names(ground, parent):
            meant = "" if name in _OF_OTHERS else nearest(name, _FOLDERS)
            manifests = [n for n in _names(ground, f"{parent}/{name}") if is_json(n)]
            if meant and manifests:
                moves = tuple(
                    MoveFile(f"{parent}/{name}/{one}", f"{parent}/{meant}/{one}")
                    for one in manifests[:1]
                )
                yield problem(
                    Code.FOLDER_NEVER_SEARCHED,
                    f"{name}: no loader searches this folder; {meant} was probably meant",
                    f"Nothing in it is found ({len(manifests)} manifests).",
                    f"{parent}/{name}",
                    remedies=moves if len(manifests) == 1 else (),
                )
