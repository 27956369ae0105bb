"""Files that hang or point nowhere, libraries that cannot be loaded, copies that compete.

Files and folders that hang, point nowhere or are never looked at.

A pipe stops every loader at fopen, before it has read a byte; a device that never ends stops
loaders before 1.3.295, which read to the end (both seen on real loaders).
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator

from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.loader.base.verdicts import (
    MoveFile,
    NoRemedy,
    Outcome,
    Problem,
    Reason,
    RemoveFile,
    Severity,
)
from vkconfig_py.loader.files.binaries import library_state
from vkconfig_py.loader.files.search_paths import is_json
from vkconfig_py.loader.lint.codes import Code, problem
from vkconfig_py.loader.lint.lint_context import LintContext, base_name
from vkconfig_py.loader.lint.spelling import nearest
from vkconfig_py.loader.rules.loader_report import LoaderReport

_FOLDERS = ("icd.d", "explicit_layer.d", "implicit_layer.d")
_OF_OTHERS = (*_FOLDERS, "loader_settings.d", "settings.d", "config.d", "registry")
_STATED_SIZE = (1, 3, 295)  # loaders read as many bytes as stat says, and no device to its end
_ENDLESS = {os.makedev(1, minor) for minor in (5, 7, 8, 9)}  # zero, full, random, urandom


def find_file_problems(ground: LintContext) -> Iterator[Problem]:
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


def _names(ground: LintContext, folder: str) -> list[str]:
    try:
        names = sorted(os.listdir(ground.real(folder)))
    except (OSError, ValueError):
        return []
    return [name for name in names if not ground.is_taken_away(f"{folder}/{name}")]


def _entry(ground: LintContext, path: str) -> Iterator[Problem]:
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


def _unsearched(ground: LintContext) -> Iterator[Problem]:
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


_USED = (Outcome.LOADS, Outcome.UNKNOWN, Outcome.OFF)


def find_library_problems(ground: LintContext) -> Iterator[Problem]:
    """Yield what is wrong with libraries that the report takes to load."""
    seen: set[str] = set()
    for name, file, written, library in _libraries(ground):
        if written == "":
            yield problem(
                Code.LIBRARY_EMPTY,
                f"{name}: “library_path” is empty",
                "The loader takes the program itself for the library and finds no layer in it.",
                file,
                ground.line(file, "layer", "library_path"),
                (RemoveFile(file),),
            )
        elif library not in seen:
            seen.add(library)
            yield from _library(ground, name, file, library)


def _libraries(ground: LintContext) -> Iterator[tuple[str, str, str | None, str]]:
    for layer in ground.report.found:
        manifest = layer.manifest
        if manifest is not None and manifest.library_path is not None:
            yield layer.name, layer.file, manifest.library_path, manifest.library
    for driver in ground.report.drivers:
        if driver.manifest is not None and driver.verdict.outcome in _USED:
            library = driver.manifest.library
            yield base_name(driver.file), driver.file, driver.manifest.library_path, library


def _library(ground: LintContext, name: str, file: str, library: str) -> Iterator[Problem]:
    if ground.host.platform is not Platform.LINUX:
        return
    state = library_state(ground.host, library, os.path.dirname(ground.profile.library))
    if state.reason == "unknown" and (refusal := _refusal(ground, state.path)):
        yield problem(
            Code.LIBRARY_UNREADABLE,
            f"{name}: {state.path} cannot be opened: {refusal}",
            "The dynamic linker fails in the same way, so the library is not loaded.",
            file,
            detail=library,
        )


def _refusal(ground: LintContext, path: str) -> str:
    """Return why a library cannot be opened, "" if it can or only a program can tell."""
    if "$" in path:
        return ""
    try:
        os.close(os.open(ground.real(path), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC))
    except OSError as error:
        return error.strerror or str(error)
    return ""


def find_duplicates(ground: LintContext) -> Iterator[Problem]:
    """Yield copies of layers that another copy hides, with the winner for each word size."""
    doubled = [x for x in ground.report.found if x.verdict.reason is Reason.DUPLICATE]
    if not doubled:
        return
    other_bits = 32 if ground.host.pointer_bits == 64 else 64
    host = ground.report.host._replace(pointer_bits=other_bits)
    profile = ground.profile._replace(pointer_bits=other_bits)
    other = discover(host, ground.report.application, profile, ground.cache)
    for layer in doubled:
        here, there = _winner(ground.report, layer.name), _winner(other, layer.name)
        for_others = there == layer.file
        gone = RemoveFile(layer.file)
        yield Problem(
            Severity.NOTE,
            Reason.DUPLICATE.value,
            f"{layer.name} is there twice: this copy is not used",
            _who_gets_what(ground.host.pointer_bits, here, other_bits, there),
            layer.file,
            detail=layer.verdict.detail,
            remedy=NoRemedy("the other word size uses it") if for_others else gone,
        )


def _winner(report: LoaderReport, name: str) -> str:
    for layer in report.found:
        if layer.name == name and layer.manifest and layer.verdict.reason is not Reason.DUPLICATE:
            return layer.file
    return ""


def _who_gets_what(bits: int, here: str, other_bits: int, there: str) -> str:
    if here == there:
        return f"Programs of both word sizes use {here}: it is found first."
    rest = f"{other_bits}-bit programs use {there}" if there else f"{other_bits}-bit ones have none"
    return f"{bits}-bit programs use {here}, which is found first; {rest}."
