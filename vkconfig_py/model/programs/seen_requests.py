"""What programs asked their loader for by themselves, as launches showed it.

Kept per program file, so that the next prediction counts with it. A program that was built again
may ask for something else: what is known of its file before is used, and told as older.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from pathlib import Path

from vkconfig_py.language.sentences import join_words, tr
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.own_files import (
    DocumentError,
    check_format,
    make_folder,
    read_document,
    write_file,
)
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.model.configuration.configuration import ExtraMembers
from vkconfig_py.model.configuration.own_documents import (
    Codec,
    parse_json,
    rename_unreadable,
    render_json,
)
from vkconfig_py.model.files.atomic_files import hold_if_possible, hold_lock
from vkconfig_py.model.text.wording import render_count, render_when, strip_layer_prefix

FORMAT = 1
MAX_PROGRAMS, MAX_NAMES, MAX_FILE_SIZE = 200, 100, 4 << 20
_LOCK_FILE_NAME = "requests.lock"


class SeenRequests(NamedTuple):
    """What the launch of a program showed.

    Attributes:
        program: its real path.
        identity: of the file that ran.
        when: seconds since the epoch.
        api_version: such as "1.2.0"; "" if the loader does not tell it.
        is_told: the loader told what was asked for; else the layers are those that nothing else
            turned on.
    """

    program: str
    identity: str
    when: float
    layers: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()
    api_version: str = ""
    is_told: bool = False
    extra: ExtraMembers = ()

    def application(self) -> Application:
        """Return what the program passes to vkCreateInstance, as far as known."""
        parts = self.api_version.split(".")
        version = None
        if len(parts) == 3 and all(part.isascii() and part.isdecimal() for part in parts):
            major, minor, patch = map(int, parts)
            version = major, minor, patch
        return Application("", version, self.layers, self.extensions)

    def has_same_requests(self, other_requests: SeenRequests | None) -> bool:
        """True if a prediction from other requests would be the same."""
        return other_requests is not None and self._replace(when=0.0) == other_requests._replace(
            when=0.0
        )


class KnownRequests(NamedTuple):
    """What is known of a program's requests. `is_outdated`: the program's file changed since."""

    requests: SeenRequests
    is_outdated: bool = False

    @property
    def name(self) -> str:
        """The file name of the program."""
        return get_base_name(self.requests.program)

    def render_seen_time(self) -> str:
        """Return when the requests were seen, such as "seen at 18:04"."""
        time_text = render_when(self.requests.when)
        if self.is_outdated:
            return tr("seen {when}, before the program's file changed", when=time_text)
        return tr("seen {when}", when=time_text)

    def why_a_layer_loads(self) -> str:
        """Return the reason for a layer that the program requests."""
        return tr("requested by {name} ({seen})", name=self.name, seen=self.render_seen_time())

    def sentence(self) -> str:
        """Return what the program requests, for its row."""
        requests = self.requests
        version = requests.api_version.rpartition(".")[0]
        layers = [strip_layer_prefix(name) for name in requests.layers] or [tr("no layers")]
        vulkan = [tr("Vulkan {version}", version=version)] if version else []
        extensions = len(requests.extensions)
        counted = [render_count(extensions, "extension")] if extensions else []
        return tr(
            "Requested {parts} ({seen})",
            parts=join_words([*layers, *vulkan, *counted]),
            seen=self.render_seen_time(),
        )


class _File(NamedTuple):
    """The stored file: what is known of each program."""

    programs: tuple[SeenRequests, ...] = ()
    extra: ExtraMembers = ()


def read_identity(path: str) -> str:
    """Return what changes when a file is replaced or written, or "" without a file."""
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return ""
    return f"{status.st_ino}|{status.st_size}|{status.st_mtime_ns}"


def recall(file: Path, program: str) -> KnownRequests | None:
    """Return what is known of the requests of the program with this real path, None for nothing.

    What was seen of an earlier build of the program is marked as older.
    """
    try:
        status = file.stat()
    except OSError:
        return None
    requests = _read_once(file, status.st_mtime_ns, status.st_size, status.st_ino).get(program)
    if requests is None:
        return None
    return KnownRequests(requests, is_outdated=requests.identity != read_identity(program))


def read_all_requests(file: Path) -> tuple[SeenRequests, ...]:
    """Return what is known of all programs, the latest first."""
    return tuple(
        sorted(_read_stored(file).programs, key=lambda program: program.when, reverse=True)
    )


def store_requests(file: Path, new_requests: SeenRequests) -> bool:
    """Store what a launch showed of a program. Return True if a prediction changes.

    Raises:
        OSError: it could not be written, or the file is of a newer version of this program.
    """
    cut = new_requests._replace(
        layers=new_requests.layers[:MAX_NAMES], extensions=new_requests.extensions[:MAX_NAMES]
    )
    stored_requests: list[SeenRequests] = []

    def replaced(all_requests: tuple[SeenRequests, ...]) -> tuple[SeenRequests, ...]:
        """Return the stored requests with those of this program replaced."""
        stored_requests.extend(
            requests for requests in all_requests if requests.program == new_requests.program
        )
        other_programs = [
            requests for requests in all_requests if requests.program != new_requests.program
        ]
        return (
            *sorted(other_programs, key=lambda seen_requests: seen_requests.when)[
                -MAX_PROGRAMS + 1 :
            ],
            cut,
        )

    _change_file(file, replaced)
    return not cut.has_same_requests(stored_requests[0] if stored_requests else None)


def forget(file: Path, programs: Collection[str]) -> bool:
    """Remove what is known of the requests of programs. Return False if nothing was.

    Raises:
        OSError: it could not be written.
    """
    if all(requests.program not in programs for requests in _read_stored(file).programs):
        return False
    _change_file(
        file,
        lambda all_requests: tuple(
            requests for requests in all_requests if requests.program not in programs
        ),
    )
    return True


_Change = Callable[[tuple[SeenRequests, ...]], tuple[SeenRequests, ...]]


def _change_file(file: Path, change: _Change) -> None:
    """Read the stored requests, change them and write them, under a lock."""
    make_folder(str(file.parent))
    with hold_if_possible(hold_lock(file.with_name(_LOCK_FILE_NAME))):
        rename_unreadable(file, _parse_stored)
        stored_file = _read_stored(file)
        changed_document = stored_file._replace(programs=change(stored_file.programs))
        write_file(str(file), render_json({"format": FORMAT, **Codec().encode(changed_document)}))


@lru_cache(maxsize=2)
def _read_once(file: Path, _time: int, _size: int, _inode: int) -> dict[str, SeenRequests]:
    """Read the stored requests by program, from a cache while the file is unchanged."""
    return {program.program: program for program in _read_stored(file).programs}


def _read_stored(file: Path) -> _File:
    """Read the stored requests. A missing or unreadable file has none."""
    try:
        document = read_document(str(file), FORMAT, MAX_FILE_SIZE)
        document.pop("format", None)
        stored_file: _File = Codec().decode_members(_File, document)
    except (OSError, DocumentError):
        return _File()
    return stored_file


def _parse_stored(content: bytes) -> object:
    """Parse the content of the stored file, or raise if it is not ours."""
    document = parse_json(content)
    check_format(document, FORMAT)
    return Codec().decode_members(_File, document)
