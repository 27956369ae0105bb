"""What a launch shows: which loader library its processes really opened. No Qt.

The maps of a process name the library for as long as it runs, so a thread looks at them: often in
the beginning, for many programs are short, then seldom. What is found is remembered for the file of
the program (loader/shown_loaders.py) and makes the next picture of it certain.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Mapping
from pathlib import Path

from vkconfig_py.loader.files.binaries import LibraryReader
from vkconfig_py.loader.host import Host
from vkconfig_py.loader.opened import ProgramFile, find_by_files, read_program
from vkconfig_py.loader.own_files import (
    DocumentError,
    NewerFormatError,
    NotOursError,
    check_format,
    parse_object,
    read_file,
    write_file,
)
from vkconfig_py.loader.shown_loaders import (
    FORMAT,
    MOST_BYTES,
    Shown,
    parse_shown,
    program_key,
    render_shown,
    shown_file,
)
from vkconfig_py.model.launching.processes import descendants
from vkconfig_py.model.programs.executables import ProgramState, describe_program

_NAMES = (b"/libvulkan.so", b"/libvulkan.so.1")
_FIRST_WAIT, _LONGEST_WAIT = 0.01, 2.0
_SHORT_LOOKS = 30  # at the first interval; each further wait is longer by half
_MOST_PROGRAMS = 200
_DELETED = b" (deleted)"


class LoaderSighting:
    """Looks at one launch until it is over.

    Attributes:
        found: path of each program that opened a loader, with the paths of what it opened.
    """

    def __init__(self, pid: int, started: str, environment: Mapping[str, str], memory: str) -> None:
        """`started` is the file that was started: a script may stand before the program."""
        self.found: dict[str, tuple[str, ...]] = {}
        self._pid = pid
        self._started = started
        self._environment = environment
        self._memory = memory
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name=f"maps {pid}", daemon=True)
        self._thread.start()

    def close(self) -> str:
        """Stop looking, and remember what was found; return a loader that was not expected."""
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
    """Return the loader libraries that a process has opened, each once."""
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
    return not path.endswith(_DELETED) and (name in _NAMES or name.startswith(_NAMES[1] + b"."))


def remember(
    found: Mapping[str, tuple[str, ...]],
    started: str,
    environment: Mapping[str, str],
    memory: Path,
) -> str:
    """Remember what a launch showed; where that is not allowed the next one shows it again.

    Returns the path of a loader that neither files nor earlier launches let expect, else "".
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


def _is_news(shown: Shown, before: Shown | None) -> bool:
    if before is not None and before.expected == shown.expected:
        return shown.library != before.library
    return shown.library != shown.expected


def _known(memory: Path) -> dict[str, Shown] | None:
    """Return what is remembered; None if what stands there is not to be replaced."""
    try:
        content = read_file(str(memory), MOST_BYTES)
        check_format(parse_object(content), FORMAT)
        return parse_shown(content)
    except (NotOursError, NewerFormatError):
        return None
    except (FileNotFoundError, NotADirectoryError, DocumentError):
        return {}


def _shown(file: ProgramFile, libraries: tuple[str, ...], host: Host) -> Shown:
    opened = find_by_files(host, file, LibraryReader())
    library = libraries[0]
    if opened.library is not None and opened.library.real in libraries:
        library = opened.library.path  # as the linker names it
    return Shown(file.path, opened.expected, library, time.time())


def sight_of(
    pid: int, started: str, environment: Mapping[str, str], session: Mapping[str, str]
) -> LoaderSighting:
    """Start to look at a launch; the session says where to remember what it shows."""
    return LoaderSighting(pid, started, environment, shown_file(session))
