"""Sentences about the loader that a program opens."""

from __future__ import annotations

import os

from vkconfig_py.loader.files.binaries import DEFAULT_FOLDER, LINKER_CACHE, LOADER_NAME, Candidate
from vkconfig_py.loader.files.linker import LIBRARY_PATH, RPATH, RUNPATH
from vkconfig_py.loader.files.opened_loader import BESIDE, LAUNCH, How, OpenedLoader

_SOURCES = {
    LINKER_CACHE: "found in the linker's cache",
    DEFAULT_FOLDER: "found in a default folder of the linker",
    LIBRARY_PATH: "found in LD_LIBRARY_PATH",
    RPATH: "found by the program's RPATH",
    RUNPATH: "found by the program's RUNPATH",
    BESIDE: "lies beside the program",
    LAUNCH: "opened in an earlier launch",
    "VULKAN_SDK": "in VULKAN_SDK",
}


def where_found(library: Candidate) -> str:
    """Origin of a loader library, as words after its path."""
    return _SOURCES.get(library.source, "named by its path")


def why_opened(opened: OpenedLoader) -> str:
    """Short reason why the program opens this loader."""
    if opened.how is How.STATIC:
        return "the program is static, so only a launch can show which loader it opens"
    if opened.library is None:
        return f"there is no {opened.program.pointer_bits}-bit {LOADER_NAME}"
    why = where_found(opened.library)
    if opened.runs_windows:
        return f"{why}; {_twin_words(opened)}"
    if opened.how is How.SEEN and opened.library.source != LAUNCH:
        why += ", as a launch showed"
    if not opened.is_certain:
        count = len(opened.others)
        why += f", {count} {'other is' if count == 1 else 'others are'} possible"
    return why


def _twin_words(opened: OpenedLoader) -> str:
    # 32 + 64 = 96: the other word size.
    bits = 96 - opened.program.pointer_bits
    path = opened.twin.path if opened.twin is not None else "none is installed"
    return f"{bits}-bit Windows programs: {path}"


def story_of(opened: OpenedLoader) -> str:
    """Full reason why the program opens this loader, in sentences."""
    if opened.runs_windows:
        return _windows_story(opened)
    name, bits = os.path.basename(opened.program.path), opened.program.pointer_bits
    library = opened.library
    if opened.how is How.STATIC:
        return (
            f"{name} is a static program: the dynamic linker does not start it, and no file tells "
            "which loader it opens, if any. Only a launch can show it."
        )
    if library is None:
        return (
            f"{name} is a {bits}-bit program, and the linker finds no {bits}-bit {LOADER_NAME}: "
            f"it gets no Vulkan until one is installed."
        )
    where = where_found(library)
    match opened.how:
        case How.NEEDED if opened.needed_by:
            through = os.path.basename(opened.needed_by)
            return f"{through}, which {name} needs, is linked to {LOADER_NAME}; {where}."
        case How.NEEDED:
            return f"{name} is linked to {LOADER_NAME}; {where}."
        case How.BESIDE:
            return (
                f"{library.path} lies beside {name}: programs that bring a loader open their own. "
                "Whether it does, only a launch can show."
            )
        case How.SEEN:
            launch = f"An earlier launch of {name} opened it, and the program is unchanged since"
            return f"{launch}." if library.source == LAUNCH else f"{launch}; {where}."
        case _:
            text = f"{name} is not linked to a loader. If it opens {LOADER_NAME} by name: {where}."
            return f"{text} If it uses a path of its own, only a launch can show it."


def _windows_story(opened: OpenedLoader) -> str:
    name, bits = os.path.basename(opened.program.path), opened.program.pointer_bits
    text = f"{name} runs Windows programs of both word sizes, each with the loader of its own. "
    if opened.library is None:
        text += f"For {bits}-bit ones there is no {LOADER_NAME}"
    else:
        text += f"This is the one for {bits}-bit programs, {where_found(opened.library)}"
    return f"{text}; {_twin_words(opened)}."


def other_lines(opened: OpenedLoader) -> tuple[str, ...]:
    """The other loaders of its word size, one line each."""
    return tuple(f"{one.path} ({where_found(one)})" for one in opened.others)
