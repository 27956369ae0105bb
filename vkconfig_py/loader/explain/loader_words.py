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
from vkconfig_py.loader.files.linker import LIBRARY_PATH_VARIABLE, RPATH, RUNPATH
from vkconfig_py.loader.files.opened_loader import (
    BESIDE_SOURCE,
    LAUNCH_SOURCE,
    LoaderOrigin,
    OpenedLoader,
)

_MESSAGE_BY_SOURCE = {
    LINKER_CACHE: message("found in the dynamic linker's cache"),
    DEFAULT_FOLDER: message("found in a default linker folder"),
    LIBRARY_PATH_VARIABLE: message("found in LD_LIBRARY_PATH"),
    RPATH: message("found through the program's RPATH"),
    RUNPATH: message("found through the program's RUNPATH"),
    BESIDE_SOURCE: message("found next to the program"),
    LAUNCH_SOURCE: message("opened in an earlier launch"),
    "VULKAN_SDK": message("found in VULKAN_SDK"),
}


def render_source(library: LoaderCandidate) -> str:
    """Render where a loader library was found, as words after its path."""
    return render(_MESSAGE_BY_SOURCE.get(library.source, message("given as a path")))


def render_obstacle(path: str) -> str:
    """Render that the linker stops at an incomplete file and finds no Vulkan loader."""
    return tr(
        "{path} is an incomplete library, and the linker stops there: programs that open "
        "{library} by name cannot find a loader until the file is removed.",
        path=path,
        library=LOADER_NAME,
    )


def render_short_reason(opened_loader: OpenedLoader) -> str:
    """Render in a few words why the program opens this loader."""
    if opened_loader.origin is LoaderOrigin.STATIC:
        return tr("the program is statically linked; its loader is known only at run time")
    if opened_loader.library is None:
        return tr(
            "no {bits}-bit {library} found",
            bits=opened_loader.program.pointer_bits,
            library=LOADER_NAME,
        )
    reason = render_source(opened_loader.library)
    if opened_loader.runs_windows_programs:
        return f"{reason}; {_render_other_size(opened_loader)}"
    if (
        opened_loader.origin is LoaderOrigin.OBSERVED
        and opened_loader.library.source != LAUNCH_SOURCE
    ):
        reason = tr("{where_found} (observed in an earlier launch)", where_found=reason)
    if opened_loader.is_certain:
        return reason
    return counted(
        "{why}; {n} other loaders are possible",
        "{why}; {n} other loader is possible",
        len(opened_loader.other_loaders),
        why=reason,
    )


def render_unusual_reason(opened_loader: OpenedLoader) -> str:
    """Return the short reason, "" where the linker finds the only loader in its own folders."""
    is_usual = opened_loader.library is not None and opened_loader.library.source in (
        LINKER_CACHE,
        DEFAULT_FOLDER,
    )
    if is_usual and opened_loader.is_certain and not opened_loader.runs_windows_programs:
        return ""
    return render_short_reason(opened_loader)


def _render_other_size(opened_loader: OpenedLoader) -> str:
    """Render which loader Windows programs of the other word size open under Wine."""
    # 32 + 64 = 96: the other word size.
    bits = 96 - opened_loader.program.pointer_bits
    path = (
        opened_loader.windows_twin.path
        if opened_loader.windows_twin is not None
        else tr("no loader installed")
    )
    return tr("for {bits}-bit Windows programs: {path}", bits=bits, path=path)


def explain_opened_loader(opened_loader: OpenedLoader) -> str:
    """Render in full sentences why the program opens this loader."""
    if opened_loader.runs_windows_programs:
        return _explain_windows_loader(opened_loader)
    name, bits = os.path.basename(opened_loader.program.path), opened_loader.program.pointer_bits
    library = opened_loader.library
    if opened_loader.obstacle:
        return render_obstacle(opened_loader.obstacle)
    if opened_loader.origin is LoaderOrigin.STATIC:
        return tr(
            "{name} is statically linked, so the dynamic linker is not involved. Only a "
            "launch can show which loader it opens, if any.",
            name=name,
        )
    if library is None:
        return tr(
            "{name} is a {bits}-bit program, but the linker cannot find a {bits}-bit "
            "{library}, so the program cannot use Vulkan.",
            name=name,
            bits=bits,
            library=LOADER_NAME,
        )
    origin = render_source(library)
    match opened_loader.origin:
        case LoaderOrigin.NEEDED if opened_loader.needed_by:
            linking_library = os.path.basename(opened_loader.needed_by)
            return tr(
                "{through}, which {name} needs, is linked to {library} ({where}).",
                through=linking_library,
                name=name,
                library=LOADER_NAME,
                where=origin,
            )
        case LoaderOrigin.NEEDED:
            return tr(
                "{name} is linked to {library} ({where}).",
                name=name,
                library=LOADER_NAME,
                where=origin,
            )
        case LoaderOrigin.BESIDE:
            return tr(
                "{path} is next to {name}. A program that bundles a loader usually opens "
                "the bundled copy, but only a launch can show whether {name} does.",
                path=library.path,
                name=name,
            )
        case LoaderOrigin.OBSERVED:
            if library.source == LAUNCH_SOURCE:
                return tr(
                    "{name} opened it in an earlier launch and has not changed since.",
                    name=name,
                )
            return tr(
                "{name} opened it in an earlier launch ({where}) and has not changed since.",
                name=name,
                where=origin,
            )
        case _:
            return tr(
                "{name} is not linked to a loader. If it opens {library} by name, it gets "
                "the copy {where}. If it opens a loader by path, only a launch can show "
                "which.",
                name=name,
                library=LOADER_NAME,
                where=origin,
            )


def _explain_windows_loader(opened_loader: OpenedLoader) -> str:
    """Render in full sentences which loaders Wine opens."""
    name, bits = os.path.basename(opened_loader.program.path), opened_loader.program.pointer_bits
    if opened_loader.library is None:
        return tr(
            "{name} runs 32-bit and 64-bit Windows programs, each with a separate loader. "
            "No {bits}-bit {library} was found; {others}.",
            name=name,
            bits=bits,
            library=LOADER_NAME,
            others=_render_other_size(opened_loader),
        )
    return tr(
        "{name} runs 32-bit and 64-bit Windows programs, each with a separate loader. "
        "This loader is for {bits}-bit programs ({where}); {others}.",
        name=name,
        bits=bits,
        where=render_source(opened_loader.library),
        others=_render_other_size(opened_loader),
    )


def render_other_loaders(opened_loader: OpenedLoader) -> tuple[str, ...]:
    """Render the other loaders of the program's word size, one line each."""
    return tuple(
        f"{candidate.path} ({render_source(candidate)})"
        for candidate in opened_loader.other_loaders
    )
