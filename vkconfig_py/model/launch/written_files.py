"""Files that layers of a run write: captures, screenshots, dumps, logs.

A launch notes the places, which settings name; whoever lists the files of a run looks there for
what changed while it ran. Layers put a time, a frame or the name of the program into the names, so
the name in the setting is the beginning of theirs.
"""

from __future__ import annotations

import os
import posixpath
import re
import shlex
import shutil
import stat
import struct
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import Enum, auto
from fnmatch import fnmatchcase
from pathlib import Path
from typing import IO

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.program_files import find_executable
from vkconfig_py.loader.files.safe_paths import open_to_read
from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.model.configuration.configuration import LayerControl, SettingType, Target
from vkconfig_py.model.formats.layer_settings_txt import parse_layer_settings
from vkconfig_py.model.launch.layer_log_files import PRINTED_FILE_NAMES, read_launch_settings
from vkconfig_py.model.launch.run_history import PastRun, WrittenPlace
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, Setting
from vkconfig_py.model.layer_settings.known_layers import list_written_names
from vkconfig_py.model.layer_settings.setting_names import list_variable_names, make_file_key
from vkconfig_py.model.layer_settings.setting_paths import make_path_variables
from vkconfig_py.model.plan.inventory import LayerDeclaration, find_declaration
from vkconfig_py.model.plan.plan import Plan, PredictionRequest
from vkconfig_py.model.text.lines import LineAction, ListLine
from vkconfig_py.model.text.wording import render_clock, render_size, strip_layer_prefix

SPACE_SECONDS = 5  # between two looks at the free space where layers write
LOW_SPACE = 1 << 30  # bytes: with less free, it is told that a layer may fill the disk
_WRITTEN_TYPES = (SettingType.SAVE_FILE, SettingType.SAVE_FOLDER)
_STREAM_NAMES = PRINTED_FILE_NAMES | {"stderr"}
_ROUNDED_SECONDS = 1  # what some file systems round times to
_LATE_SECONDS = 5  # what a layer writes at its end may be seen later
_MAX_ENTRIES = 5000  # of the folders of one place
_MAX_DEPTH = 3
_PATTERN_PART = re.compile(r"\$\{[^}]*\}|%[a-zA-Z]")  # what a layer puts into a name
_CAPTURE_SUFFIX, _CAPTURE_MARK = ".gfxr", b"GFXR"
# GFXReconstruct, framework/format/format.h: FileHeader and its options; BlockHeader and the first
# member of each block. Releases since that of SDK 1.3.261 mark frames; before, vkQueuePresentKHR
# ends one (FileProcessor::IsFrameDelimiter).
_FILE_HEADER, _BLOCK_START = struct.Struct("<4sIII"), struct.Struct("<QII")
_OPTION_SIZE, _MEMBER_SIZE = 8, 4
_FRAME_MARKER, _END_MARKER = 1, 2
_CALL_KINDS, _PRESENT_CALL = (4, 0x80000004), 0x110AE  # as it is, and compressed
_MAX_BLOCKS = 200_000  # that are counted, in a fraction of a second


class FileAction(Enum):
    """What can be done with a file of a run."""

    OPEN = auto()
    OPEN_FOLDER = auto()
    COPY_PATH = auto()
    INSPECT_CAPTURE = auto()
    REPLAY_CAPTURE = auto()
    MOVE_TO_TRASH = auto()


# Programs of GFXReconstruct that take a capture.
TOOL_BY_ACTION = {
    FileAction.INSPECT_CAPTURE: "gfxrecon-info",
    FileAction.REPLAY_CAPTURE: "gfxrecon-replay",
}


class WrittenFile(NamedTuple):
    """A file that a layer of a run wrote.

    Attributes:
        layer: "" for the output of the program itself.
        changed: seconds since the epoch.
        frames: None if the file does not tell, or is too long to count them.
        tools: installed programs of GFXReconstruct that take it.
    """

    layer: str
    path: str
    size: int
    changed: float
    frames: int | None = None
    tools: tuple[str, ...] = ()


def find_written_places(
    request: PredictionRequest,
    plan: Plan,
    layers: Iterable[LayerDeclaration],
    cache: Callable[[], DocumentCache],
) -> tuple[WrittenPlace, ...]:
    """Return where layers of a launch write files, by their settings."""
    settings, environment, folder = read_launch_settings(request, plan)
    file_values = {
        line.key: line.value for line in parse_layer_settings(settings) if line.is_active
    }
    scanner = Scanner(request.host, cache())
    places: dict[WrittenPlace, None] = {}
    for declaration in layers:
        layer = find_declaration(declaration, scanner)
        for setting in layer.walk_settings() if layer is not None else ():
            if layer is None or setting.type not in _WRITTEN_TYPES:
                continue
            variables = (environment.get(name) for name in list_variable_names(layer, setting))
            value = next(filter(None, variables), None)
            if value is None and layer.own_settings is not None:
                value = _find_chosen(request, layer, setting)
            elif value is None:
                value = file_values.get(make_file_key(layer.name, setting.key))
            if value is None:
                value = setting.default if isinstance(setting.default, str) else ""
            if place := _make_place(layer, setting, value, folder):
                places[place] = None
    return tuple(places)


def _find_chosen(request: PredictionRequest, layer: DeclaredLayer, setting: Setting) -> str | None:
    """Return the value that the configuration has for a setting of a layer of its own ways."""
    entry = request.configuration.find_entry(layer.name)
    chosen = entry.get_value(setting.key) if entry is not None else None
    if chosen is None or not isinstance(chosen.value, str):
        return None
    return make_path_variables(request.host.environment, request.host.platform).expand(chosen.value)


def _make_place(
    layer: DeclaredLayer, setting: Setting, value: str, folder: str
) -> WrittenPlace | None:
    """Return the place that a value names, None if nothing is written to a file."""
    path = posixpath.join(folder, value)
    if setting.type is SettingType.SAVE_FILE:
        is_printed = value.lower() in _STREAM_NAMES
        return None if is_printed else WrittenPlace(layer.name, path)
    names = list_written_names(layer.name, setting.key)
    if not value and not names:
        return None
    return WrittenPlace(layer.name, path, is_folder=True, names=names)


def list_written_files(run: PastRun) -> tuple[WrittenFile, ...]:
    """Return the files that changed while a run went on where its layers write, newest first."""
    latest = run.started + run.seconds + _LATE_SECONDS if run.ended else float("inf")
    places = [*run.written]
    if run.log_file:
        places.append(WrittenPlace("", run.log_file))
    files: dict[str, WrittenFile] = {}
    for place in places:
        for path, status in _walk_place(place):
            if run.started - _ROUNDED_SECONDS <= status.st_mtime <= latest and path not in files:
                files[path] = WrittenFile(
                    place.layer,
                    path,
                    status.st_size,
                    status.st_mtime,
                    _count_frames(path),
                    _find_tools(path),
                )
    return tuple(sorted(files.values(), key=lambda file: file.changed, reverse=True))


def _walk_place(place: WrittenPlace) -> Iterator[tuple[str, os.stat_result]]:
    """Yield the regular files at a place. Folders are followed to a depth and number of files."""
    if place.is_folder:
        names = place.names or ("*",)
        yield from _walk_folder(place.path, names, 1 if place.names else _MAX_DEPTH)
        return
    folder, name = posixpath.split(place.path)
    stem = _PATTERN_PART.sub("*", posixpath.splitext(name)[0])
    folder = _PATTERN_PART.split(folder)[0]
    is_patterned = folder != posixpath.dirname(place.path)
    yield from _walk_folder(folder, (f"{stem}*",), _MAX_DEPTH if is_patterned else 1)


def _walk_folder(
    folder: str, names: tuple[str, ...], depth: int
) -> Iterator[tuple[str, os.stat_result]]:
    """Yield regular files whose names match, of a folder and those in it up to a depth."""
    try:
        with os.scandir(folder) as scan:
            entries = [entry for entry, _number in zip(scan, range(_MAX_ENTRIES), strict=False)]
    except OSError:
        return
    for entry in entries:
        try:
            status = entry.stat()
            is_folder = entry.is_dir(follow_symlinks=False)
        except OSError:
            continue
        if is_folder and depth > 1 and not entry.name.startswith("."):
            yield from _walk_folder(entry.path, names, depth - 1)
        elif stat.S_ISREG(status.st_mode) and any(fnmatchcase(entry.name, name) for name in names):
            yield entry.path, status


def _find_tools(path: str) -> tuple[str, ...]:
    """Return the installed programs of GFXReconstruct that take a file, none unless a capture."""
    if not path.endswith(_CAPTURE_SUFFIX):
        return ()
    return tuple(filter(shutil.which, TOOL_BY_ACTION.values()))


def _count_frames(path: str) -> int | None:
    """Return the frames that a capture of GFXReconstruct has, None if it does not tell."""
    if not path.endswith(_CAPTURE_SUFFIX):
        return None
    try:
        with os.fdopen(open_to_read(path), "rb") as file:
            return _count_frame_ends(file)
    except OSError:
        return None


def _count_frame_ends(file: IO[bytes]) -> int | None:
    """Return the number of frames that end, None if it is unknown or none does."""
    header = file.read(_FILE_HEADER.size)
    if len(header) < _FILE_HEADER.size:
        return None
    mark, _major, _minor, option_count = _FILE_HEADER.unpack(header)
    if mark != _CAPTURE_MARK:
        return None
    file.seek(option_count * _OPTION_SIZE, os.SEEK_CUR)
    end_markers = presents = 0
    for _number in range(_MAX_BLOCKS):
        start = file.read(_BLOCK_START.size)
        if len(start) < _BLOCK_START.size:
            return end_markers or presents or None
        size, kind, member = _BLOCK_START.unpack(start)
        if kind == _FRAME_MARKER:
            end_markers += member == _END_MARKER
        elif member == _PRESENT_CALL:
            presents += kind in _CALL_KINDS
        file.seek(max(0, min(size, 1 << 62) - _MEMBER_SIZE), os.SEEK_CUR)
    return None


def render_written_file(file: WrittenFile) -> str:
    """Return size, frames and layer of a file in one line."""
    frames = "" if file.frames is None else counted("{n} frames", "{n} frame", file.frames)
    layer = strip_layer_prefix(file.layer) if file.layer else tr("Output of the program")
    return " · ".join(filter(None, (render_size(file.size), frames, layer)))


def present_file(file: WrittenFile) -> ListLine:
    """Show the name of a file and what it is; its tool tip says where.

    The default action is to open it, or what a tool does with a capture, which no program opens.
    """
    details = render_written_file(file)
    name = posixpath.basename(file.path)
    open_file = LineAction(FileAction.OPEN, tr("Open"))
    is_capture = file.path.endswith(_CAPTURE_SUFFIX)
    labels = {FileAction.INSPECT_CAPTURE: tr("Inspect"), FileAction.REPLAY_CAPTURE: tr("Replay")}
    tool_actions = (
        LineAction(action, label)
        for action, label in labels.items()
        if TOOL_BY_ACTION[action] in file.tools
    )
    return ListLine(
        name,
        details,
        icon="file",
        note=render_clock(file.changed),
        actions=(
            *tool_actions,
            *(() if is_capture else (open_file,)),
            LineAction(FileAction.OPEN_FOLDER, tr("Open folder")),
            LineAction(FileAction.COPY_PATH, tr("Copy path")),
            LineAction(FileAction.MOVE_TO_TRASH, tr("Move to trash")),
            *((open_file,) if is_capture else ()),
        ),
        tooltip=f"{file.path}\n{details}",
        accessible_text=f"{name}, {details}",
    )


def list_tool_actions(file: WrittenFile) -> tuple[LineAction, ...]:
    """Return what installed tools of GFXReconstruct can do with a file, if it is a capture."""
    labels = {
        FileAction.INSPECT_CAPTURE: tr("Inspect with {tool}"),
        FileAction.REPLAY_CAPTURE: tr("Replay with {tool}"),
    }
    return tuple(
        LineAction(action, labels[action].format(tool=tool))
        for action, tool in TOOL_BY_ACTION.items()
        if tool in file.tools
    )


def make_tool_request(
    request: PredictionRequest, tool: str, file: WrittenFile
) -> PredictionRequest | None:
    """Return the request for a launch of a tool with a capture, None where it is not installed.

    The layer that recorded the capture is off: a replay would be recorded again.
    """
    executable = find_executable(tool, request.host)
    if executable.refusal is not None:
        return None
    target = Target(executable.path, (file.path,), working_directory=posixpath.dirname(file.path))
    configuration = request.configuration._replace(target=target)
    if file.layer:
        configuration = configuration.with_control(file.layer, LayerControl.OFF)
    return request._replace(configuration=configuration)


def make_tool_command(tool: str, file: WrittenFile) -> str:
    """Return the shell command that runs a tool with a capture, without any layers."""
    return shlex.join(("vkconfig-py", "run", "--safe", "layers", tool, file.path))


def find_low_space(places: Iterable[WrittenPlace]) -> str:
    """Return the sentence that little is free where layers write, "" if there is enough."""
    for place in places:
        folder = Path(place.path if place.is_folder else posixpath.dirname(place.path))
        folder = next((parent for parent in (folder, *folder.parents) if parent.exists()), folder)
        try:
            status = os.statvfs(folder)
        except OSError:
            continue
        free = status.f_bavail * status.f_frsize
        if free < LOW_SPACE:
            return tr(
                "{layer} writes to {folder}, where only {size} is free. A full disk may end the "
                "program and leave its files incomplete.",
                layer=place.layer,
                folder=str(folder),
                size=render_size(free),
            )
    return ""


@contextmanager
def watch_space(places: tuple[WrittenPlace, ...], on_low: Callable[[str], None]) -> Iterator[None]:
    """Look how much is free where layers write, now and again on a thread.

    `on_low` gets the sentence that it is little, once.
    """
    is_over = threading.Event()

    def look_again() -> None:
        while not is_over.wait(SPACE_SECONDS):
            if sentence := find_low_space(places):
                on_low(sentence)
                return

    thread = threading.Thread(target=look_again, name="free space", daemon=True)
    if sentence := find_low_space(places):
        on_low(sentence)
    elif places:
        thread.start()
    try:
        yield
    finally:
        is_over.set()
        if thread.is_alive():
            thread.join(SPACE_SECONDS)  # a disk that does not answer is not waited for longer
