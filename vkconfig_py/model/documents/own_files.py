"""Documents of ours on the disk: read with care, replaced whole, kept aside if not readable."""

from __future__ import annotations

import stat
import time
from collections.abc import Callable
from pathlib import Path

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.applying.file_states import write_whole
from vkconfig_py.model.documents.members import DocumentError
from vkconfig_py.model.documents.workspace import DocumentProblem
from vkconfig_py.model.file_reading import SIZE_LIMIT
from vkconfig_py.model.presence import is_folder, is_there

READ_ERRORS = (OSError, DocumentError)
_LEFT_OVER = 3600.0  # seconds: nobody writes for so long


class Outcome(NamedTuple):
    """What writing several documents came to; whoever writes adds to it.

    Attributes:
        errors: one sentence for each file that could not be written or deleted.
        aside: what was not readable and stood in the way, and as what it is kept.
    """

    errors: list[str]
    aside: list[tuple[Path, Path]]

    @property
    def notes(self) -> tuple[str, ...]:
        """Return a sentence for each file that was put aside."""
        return tuple(
            f"A file that could not be read was put aside as {kept}." for _path, kept in self.aside
        )


def read_own(path: Path) -> bytes:
    """Read a document of ours; pipes and devices would never end.

    Raises:
        OSError: it cannot be read.
        DocumentError: it is none of ours.
    """
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        raise DocumentError("it is not a file")
    if found.st_size > SIZE_LIMIT:
        raise DocumentError(f"it is larger than {SIZE_LIMIT >> 20} MB")
    return path.read_bytes()


def problem_of(path: Path, error: OSError | DocumentError) -> DocumentProblem:
    """Say that a document could not be read."""
    if isinstance(error, DocumentError):
        return DocumentProblem(str(path), f"{path} could not be read: {error.sentence}", error.line)
    return DocumentProblem(str(path), sentence_of(path, "could not be read", error))


def sentence_of(path: Path, what: str, error: OSError) -> str:
    """Say what could not be done with a file."""
    return f"{path} {what}: {error.strerror or error}"


def write_own(
    path: Path, content: bytes, parse: Callable[[bytes], object], outcome: Outcome
) -> None:
    """Replace a document; one in the way that `parse` refuses is kept aside first.

    What could not be read again is not written.
    """
    if len(content) > SIZE_LIMIT:
        too_large = f"it would be larger than {SIZE_LIMIT >> 20} MB and could not be read again"
        outcome.errors.append(sentence_of(path, "could not be saved", OSError(too_large)))
        return
    try:
        real = path.resolve()  # a link to the user's own store of settings stays a link
        if kept := _keep_aside(real, parse):
            outcome.aside.append((path, kept))
        write_whole(real, content)
    except (OSError, RuntimeError) as error:  # RuntimeError: links that lead in a circle
        reason = error if isinstance(error, OSError) else OSError(str(error))
        outcome.errors.append(sentence_of(path, "could not be saved", reason))


def _keep_aside(path: Path, parse: Callable[[bytes], object]) -> Path | None:
    """Rename what stands in the way and is not readable as ours; return as what.

    Raises:
        OSError: it cannot be renamed.
    """
    try:
        parse(read_own(path))
    except FileNotFoundError:
        return None
    except READ_ERRORS:
        aside = path.with_name(f"{path.name}.bad")
        number = 1
        while is_there(aside):
            number += 1
            aside = path.with_name(f"{path.name}.bad{number}")
        path.rename(aside)
        return aside
    return None


def remove_own(path: Path, parse: Callable[[bytes], object], outcome: Outcome) -> None:
    """Delete a document; one that `parse` refuses is kept aside instead, a folder stays."""
    try:
        if not is_folder(path) and (kept := _keep_aside(path, parse)):
            outcome.aside.append((path, kept))
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        outcome.errors.append(sentence_of(path, "could not be deleted", error))


def sweep_own(folder: Path) -> None:
    """Remove temporary files that writers who were killed left in a folder of ours."""
    for path in folder.glob("*.json.*.tmp"):
        try:
            if path.stat().st_mtime < time.time() - _LEFT_OVER:
                path.unlink()
        except OSError:
            continue  # a folder of that name, or gone meanwhile
