"""Libraries that cannot be loaded, and which of several copies of a layer programs get."""

from __future__ import annotations

import os
from collections.abc import Iterator

from vkconfig_py.loader.discover import discover
from vkconfig_py.loader.files.binaries import library_state
from vkconfig_py.loader.host import Platform
from vkconfig_py.loader.lint.codes import Code, problem
from vkconfig_py.loader.lint.ground import Ground, base_name
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.loader.verdicts import (
    NoRemedy,
    Outcome,
    Problem,
    Reason,
    RemoveFile,
    Severity,
)

_USED = (Outcome.LOADS, Outcome.UNKNOWN, Outcome.OFF)


def find_library_problems(ground: Ground) -> Iterator[Problem]:
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


def _libraries(ground: Ground) -> Iterator[tuple[str, str, str | None, str]]:
    for layer in ground.report.found:
        manifest = layer.manifest
        if manifest is not None and manifest.library_path is not None:
            yield layer.name, layer.file, manifest.library_path, manifest.library
    for driver in ground.report.drivers:
        if driver.manifest is not None and driver.verdict.outcome in _USED:
            library = driver.manifest.library
            yield base_name(driver.file), driver.file, driver.manifest.library_path, library


def _library(ground: Ground, name: str, file: str, library: str) -> Iterator[Problem]:
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


def _refusal(ground: Ground, path: str) -> str:
    """Return why a library cannot be opened, "" if it can or only a program can tell."""
    if "$" in path:
        return ""
    try:
        os.close(os.open(ground.real(path), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC))
    except OSError as error:
        return error.strerror or str(error)
    return ""


def find_duplicates(ground: Ground) -> Iterator[Problem]:
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
