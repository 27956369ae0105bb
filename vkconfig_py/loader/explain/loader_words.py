"""Renders sentences about the loader that a program opens."""

from __future__ import annotations

import os

from vkconfig_py.language.sentences import counted, message, render, tr
from vkconfig_py.loader.files.binaries import (
    DEFAULT_FOLDER,
    LINKER_CACHE,
    LOADER_NAME,
    LoaderCandidate,
)
from vkconfig_py.loader.files.linker import LIBRARY_PATH, RPATH, RUNPATH
from vkconfig_py.loader.files.opened_loader import BESIDE, LAUNCH, How, OpenedLoader

_SOURCES = {
    LINKER_CACHE: message("found in the linker's cache"),
    DEFAULT_FOLDER: message("found in a default folder of the linker"),
    LIBRARY_PATH: message("found in LD_LIBRARY_PATH"),
    RPATH: message("found by the program's RPATH"),
    RUNPATH: message("found by the program's RUNPATH"),
    BESIDE: message("lies beside the program"),
    LAUNCH: message("opened in an earlier launch"),
    "VULKAN_SDK": message("in VULKAN_SDK"),
}


def where_found(library: LoaderCandidate) -> str:
    """Render where a loader library was found, as words after its path."""
    return render(_SOURCES.get(library.source, message("named by its path")))


def obstacle_sentence(path: str) -> str:
    """Render that the linker stops at an incomplete file and so finds no loader."""
    return tr(
        "{path} is no complete library, and the linker looks no further: programs that open "
        "{library} by name find no loader until it is removed.",
        path=path,
        library=LOADER_NAME,
    )


def why_opened(opened: OpenedLoader) -> str:
    """Render briefly why the program opens this loader."""
    if opened.how is How.STATIC:
        return tr("the program is static, so only a launch can show which loader it opens")
    if opened.library is None:
        return tr(
            "there is no {bits}-bit {library}",
            bits=opened.program.pointer_bits,
            library=LOADER_NAME,
        )
    reason = where_found(opened.library)
    if opened.runs_windows:
        return f"{reason}; {_other_size_text(opened)}"
    if opened.how is How.SEEN and opened.library.source != LAUNCH:
        reason = tr("{where_found}, as a launch showed", where_found=reason)
    if opened.is_certain:
        return reason
    return counted(
        "{why}, {n} others are possible",
        "{why}, {n} other is possible",
        len(opened.others),
        why=reason,
    )


def _other_size_text(opened: OpenedLoader) -> str:
    # 32 + 64 = 96: the other word size.
    bits = 96 - opened.program.pointer_bits
    path = opened.twin.path if opened.twin is not None else tr("none is installed")
    return tr("{bits}-bit Windows programs: {path}", bits=bits, path=path)


def explanation_of(opened: OpenedLoader) -> str:
    """Render in full sentences why the program opens this loader."""
    if opened.runs_windows:
        return _windows_explanation(opened)
    name, bits = os.path.basename(opened.program.path), opened.program.pointer_bits
    library = opened.library
    if opened.obstacle:
        return obstacle_sentence(opened.obstacle)
    if opened.how is How.STATIC:
        return tr(
            "{name} is a static program: the dynamic linker does not start it, "
            "and no file tells which loader it opens, if any. Only a launch can "
            "show it.",
            name=name,
        )
    if library is None:
        return tr(
            "{name} is a {bits}-bit program, and the linker finds no {bits}-bit "
            "{library}: it gets no Vulkan until one is found.",
            name=name,
            bits=bits,
            library=LOADER_NAME,
        )
    origin = where_found(library)
    match opened.how:
        case How.NEEDED if opened.needed_by:
            linking_library = os.path.basename(opened.needed_by)
            return tr(
                "{through}, which {name} needs, is linked to {library}; {where}.",
                through=linking_library,
                name=name,
                library=LOADER_NAME,
                where=origin,
            )
        case How.NEEDED:
            return tr(
                "{name} is linked to {library}; {where}.",
                name=name,
                library=LOADER_NAME,
                where=origin,
            )
        case How.BESIDE:
            return tr(
                "{path} lies beside {name}: programs that bring a loader open their "
                "own. Whether it does, only a launch can show.",
                path=library.path,
                name=name,
            )
        case How.SEEN:
            if library.source == LAUNCH:
                return tr(
                    "An earlier launch of {name} opened it, and the program is unchanged since.",
                    name=name,
                )
            return tr(
                "An earlier launch of {name} opened it, and the program is unchanged since; "
                "{where}.",
                name=name,
                where=origin,
            )
        case _:
            return tr(
                "{name} is not linked to a loader. If it opens {library} by name: {where}. "
                "If it uses a path of its own, only a launch can show it.",
                name=name,
                library=LOADER_NAME,
                where=origin,
            )


def _windows_explanation(opened: OpenedLoader) -> str:
    name, bits = os.path.basename(opened.program.path), opened.program.pointer_bits
    if opened.library is None:
        return tr(
            "{name} runs Windows programs of both word sizes, each with the loader of its own. "
            "For {bits}-bit ones there is no {library}; {others}.",
            name=name,
            bits=bits,
            library=LOADER_NAME,
            others=_other_size_text(opened),
        )
    return tr(
        "{name} runs Windows programs of both word sizes, each with the loader of its own. "
        "This is the one for {bits}-bit programs, {where}; {others}.",
        name=name,
        bits=bits,
        where=where_found(opened.library),
        others=_other_size_text(opened),
    )


def other_lines(opened: OpenedLoader) -> tuple[str, ...]:
    """Render the other loaders of its word size, one line each."""
    return tuple(f"{candidate.path} ({where_found(candidate)})" for candidate in opened.others)
