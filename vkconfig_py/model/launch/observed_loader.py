"""Observations of a launch's loader: lines of its log, libraries it opened."""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path

from vkconfig_py.language.sentences import Message, counted, message, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.binaries import LibraryReader
from vkconfig_py.loader.files.opened_loader import (
    FORMAT,
    MOST_BYTES,
    ObservedLoader,
    ProgramFile,
    find_by_files,
    parse_shown,
    program_key,
    read_program,
    render_shown,
    shown_file,
)
from vkconfig_py.loader.files.own_files import (
    DocumentError,
    NewerFormatError,
    check_format,
    parse_object,
    read_file,
    write_file,
)
from vkconfig_py.loader.files.safe_paths import NotOursError
from vkconfig_py.loader.probe.reference_client import messages
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.model.configuration.configuration import Variable
from vkconfig_py.model.configuration.workspace_edits import short
from vkconfig_py.model.launch.launch_processes import descendants
from vkconfig_py.model.programs.program_paths import ProgramState, describe_program

_PADDED = 18
LOADER_DEBUG = "VK_LOADER_DEBUG"
_EVERYTHING = "all"
_CHAIN_FLAG = "layer"  # without it the loader does not tell its call stack
_REQUESTS_FLAG = "info"
_LEVEL = re.compile(r"(?:\[Vulkan Loader\] )?(\w+)")

# The validation layer's own words, whatever else a line says.
_VALIDATION = re.compile(
    r"VUID-|UNASSIGNED-|SYNC-HAZARD|Validation (Error|Warning|Performance)", re.I
)
_SOURCES = (
    ("validation", _VALIDATION),
    ("MangoHud", re.compile(r"\[MANGOHUD\]|^MANGOHUD", re.I)),
    ("vkBasalt", re.compile(r"^vkBasalt", re.I)),
)
# Each line of a source, and each that is no information, has one of these in lower case.
_MARKS = (
    "vuid-",
    "unassigned-",
    "sync-hazard",
    "validation ",
    "mangohud",
    "vkbasalt",
    "warn",
    "err",
)
# How the loader warns of a variable that acts; one that does not is told in other words.
_VARIABLE_ACTS = re.compile(
    r"\benv var '?(\w+)'?(?: defined and adding layers\b.*|\.)?$|(?:^|: )\s*Ignoring (VK_\w+)\. ",
    re.I,
)
_WARNINGS = re.compile(r"Validation (Performance )?Warning|\[warn(ing)?\]|\bwarn(ing)?:", re.I)
_ERRORS = re.compile(r"VUID-|SYNC-HAZARD|Validation Error|\[error\]|\berr(or)?:|\bERROR\b", re.I)


class OutputLine(NamedTuple):
    """Severity and source of an output line.

    Attributes:
        severity: "error", "warning" or "info".
        source: "loader", "validation", "MangoHud", "vkBasalt", or "" for the program itself.
        text: the line; for a loader's line the message, with its indentation.
        raw: the unparsed line.
        time: when it was read, "15:29:52".
        stream: "stdout", "stderr", or "" where they are one.
    """

    severity: str
    source: str
    text: str
    raw: str
    time: str = ""
    stream: str = ""


def parse_output(
    line: str, own: Container[str] = (), time: str = "", stream: str = ""
) -> OutputLine:
    """Source and severity of a line.

    A loader warning that one of vkconfig-py's `own` variables has an effect becomes information.
    """
    payload = next(iter(messages(line)), None)
    if payload is not None and _is_loaders(line[: len(line) - len(payload)], payload):
        level = _LEVEL.match(line)
        severity = {"ERROR": "error", "WARNING": "warning"}.get(level[1] if level else "", "info")
        return OutputLine(_calm(severity, payload, own), "loader", payload, line, time, stream)
    # What is not the loader's own stems from layers and the program, which conventions alone tell
    # apart. Most lines have none of their words, and programs print many lines.
    lowered = line.lower()
    if not any(mark in lowered for mark in _MARKS):
        return OutputLine("info", "", line, line, time, stream)
    source = next((name for name, pattern in _SOURCES if pattern.search(line)), "")
    # Programs with a debug messenger print what the loader tells them.
    return OutputLine(_calm(_severity(line), line, own), source, line, line, time, stream)


def _calm(severity: str, text: str, own: Container[str]) -> str:
    """The severity; a warning that an own variable has an effect becomes information."""
    acts = _VARIABLE_ACTS.search(text) if severity == "warning" else None
    return "info" if acts is not None and (acts[1] or acts[2]) in own else severity


def chain_log(
    session: Mapping[str, str], changes: Iterable[Variable], profile: LoaderProfile
) -> Variable:
    """Flags of the loader's log (VK_LOADER_DEBUG) that print the chain beside what is asked for.

    Of loaders that tell it, also what the program passes to vkCreateInstance.
    """
    value = {LOADER_DEBUG: session.get(LOADER_DEBUG, "")}
    value |= {change.name: change.value or "" for change in changes if change.name == LOADER_DEBUG}
    flags = [flag for flag in value[LOADER_DEBUG].split(",") if flag]
    told = (_REQUESTS_FLAG,) if profile.has(Gate.REQUESTS_LOGGED) else ()
    own = () if _EVERYTHING in flags else (_CHAIN_FLAG, *told)
    return Variable(LOADER_DEBUG, ",".join(dict.fromkeys((*flags, *own))))


def compare_chains(predicted: Sequence[str], actual: Sequence[str]) -> tuple[bool, str]:
    """True if a chain is as predicted, and the sentence for the log."""
    if tuple(predicted) == tuple(actual):
        if not actual:
            return True, tr("Chain equals the prediction: no layers")
        return True, counted(
            "Chain equals the prediction: {n} layers",
            "Chain equals the prediction: {n} layer",
            len(actual),
        )
    return False, tr(
        "Chain differs from the prediction: {found}; predicted: {predicted}",
        found=short_names(actual),
        predicted=short_names(predicted),
    )


def _is_loaders(head: str, payload: str) -> bool:
    """True for the loader's lines, not for "WARNING: [x] ..." that programs print themselves.

    Loaders pad the prefix; those of 1.2 do not, and start no message with a bracket.
    """
    return len(head) >= _PADDED or not payload.startswith("[")


def _severity(line: str) -> str:
    if _WARNINGS.search(line):
        return "warning"
    return "error" if _ERRORS.search(line) else "info"


def short_names(chain: Sequence[str]) -> Message | str:
    """The layers of a chain, as a message."""
    return ", ".join(str(short(name)) for name in chain) or message("no layers")


_NAMES = (b"/libvulkan.so", b"/libvulkan.so.1")
_FIRST_WAIT, _LONGEST_WAIT = 0.01, 2.0
_SHORT_LOOKS = 30  # at the first interval; each further wait is longer by half
_MOST_PROGRAMS = 200
_DELETED = b" (deleted)"


class LoaderSighting:
    """Observer of the libraries that the processes of one launch open.

    Attributes:
        found: path of each program that opened a loader, with the paths of the libraries it opened.
    """

    def __init__(self, pid: int, started: str, environment: Mapping[str, str], memory: str) -> None:
        """`started` is the file that was started: it may be a script that runs the program."""
        self.found: dict[str, tuple[str, ...]] = {}
        self._pid = pid
        self._started = started
        self._environment = environment
        self._memory = memory
        # The maps of a process name the library for as long as it runs, so a thread looks at them:
        # often in the beginning, for many programs are short, then seldom.
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name=f"maps {pid}", daemon=True)
        self._thread.start()

    def close(self) -> str:
        """Stop observing, and store the findings; return the path of an unexpected loader or ""."""
        self._over.set()
        self._thread.join()
        if not self.found or not self._memory:
            return ""
        return remember(self.found, self._started, self._environment, Path(self._memory))

    def _watch(self) -> None:
        wait, looks = _FIRST_WAIT, 0
        while not self._over.wait(wait):
            looks += 1
            if looks > _SHORT_LOOKS:
                wait = min(wait * 1.5, _LONGEST_WAIT)
            for process in descendants(self._pid):
                self._look(process.pid)

    def _look(self, pid: int) -> None:
        libraries = mapped_loaders(pid)
        if not libraries:
            return
        try:
            program = os.readlink(f"/proc/{pid}/exe")  # noqa: PTH115 - it is no path of ours
        except OSError:  # it has ended, or is another user's
            return
        self.found.setdefault(program, libraries)


def mapped_loaders(pid: int) -> tuple[str, ...]:
    """Loader libraries that a process has mapped, each once."""
    try:
        maps = Path(f"/proc/{pid}/maps").read_bytes()
    except OSError:
        return ()
    if b"/libvulkan.so" not in maps:
        return ()
    paths = dict.fromkeys(line.partition(b"/")[2] for line in maps.split(b"\n"))
    return tuple(os.fsdecode(b"/" + path) for path in paths if _is_loader(b"/" + path))


def _is_loader(path: bytes) -> bool:
    name = path[path.rfind(b"/") :]
    # The kernel marks a file that was replaced, as by an update: its path is another file now.
    return not path.endswith(_DELETED) and (name in _NAMES or name.startswith(_NAMES[1] + b"."))


def remember(
    found: Mapping[str, tuple[str, ...]],
    started: str,
    environment: Mapping[str, str],
    memory: Path,
) -> str:
    """Store what was observed of a launch; without write access the next launch observes it again.

    Returns the path of a loader that neither files nor earlier launches predicted, else "".
    """
    host = Host.current()._replace(environment=environment)
    script = describe_program(started, host)
    is_script = script.state is ProgramState.SCRIPT
    shown = {}
    for program, libraries in found.items():
        file = read_program(host, program)
        if file is None:
            continue
        entry = _shown(file, libraries, host)
        if not (is_script and program == script.real):  # an interpreter runs other scripts too
            shown[program_key(program)] = entry
        if is_script and len(found) == 1:
            shown[program_key(started)] = entry
    shown.pop("", None)
    try:
        known = _known(memory)
        if known is None:
            return ""
        kept = sorted({**known, **shown}.items(), key=lambda item: item[1].when)[-_MOST_PROGRAMS:]
        write_file(str(memory), render_shown(dict(kept)))
    except OSError:
        return ""
    return next((one.library for key, one in shown.items() if _is_news(one, known.get(key))), "")


def _is_news(shown: ObservedLoader, before: ObservedLoader | None) -> bool:
    if before is not None and before.expected == shown.expected:
        return shown.library != before.library
    return shown.library != shown.expected


def _known(memory: Path) -> dict[str, ObservedLoader] | None:
    try:
        content = read_file(str(memory), MOST_BYTES)
        check_format(parse_object(content), FORMAT)
        return parse_shown(content)
    except (NotOursError, NewerFormatError):
        return None
    except (FileNotFoundError, NotADirectoryError, DocumentError):
        return {}


def _shown(file: ProgramFile, libraries: tuple[str, ...], host: Host) -> ObservedLoader:
    opened = find_by_files(host, file, LibraryReader())
    library = libraries[0]
    if opened.library is not None and opened.library.real in libraries:
        library = opened.library.path  # as the linker names it
    return ObservedLoader(file.path, opened.expected, library, time.time())


def sight_of(
    pid: int, started: str, environment: Mapping[str, str], session: Mapping[str, str]
) -> LoaderSighting:
    """Start observing a launch; the session determines where the findings are stored."""
    return LoaderSighting(pid, started, environment, shown_file(session))
