"""Documents of ours on the disk: read with care, replaced whole, kept aside if not readable."""

from __future__ import annotations

import stat
import time
from collections.abc import Callable
from pathlib import Path

from vkconfig_py.model.applying.file_states import write_whole
from vkconfig_py.model.documents.members import DocumentError
from vkconfig_py.model.documents.workspace import DocumentProblem
from vkconfig_py.model.file_reading import SIZE_LIMIT
from vkconfig_py.model.presence import is_there

READ_ERRORS = (OSError, DocumentError)
_LEFT_OVER = 3600.0  # seconds: nobody writes for so long


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
    path: Path, content: bytes, parse: Callable[[bytes], object], errors: list[str]
) -> None:
    """Replace a document; one in the way that `parse` refuses is kept aside first.

    What could not be read again is not written.
    """
    if len(content) > SIZE_LIMIT:
        too_large = f"it would be larger than {SIZE_LIMIT >> 20} MB and could not be read again"
        errors.append(sentence_of(path, "could not be saved", OSError(too_large)))
        return
    try:
        real = path.resolve()  # a link to the user's own store of settings stays a link
        _keep_aside(real, parse)
        write_whole(real, content)
    except (OSError, RuntimeError) as error:  # RuntimeError: links that lead in a circle
        reason = error if isinstance(error, OSError) else OSError(str(error))
        errors.append(sentence_of(path, "could not be saved", reason))


def _keep_aside(path: Path, parse: Callable[[bytes], object]) -> None:
    """Rename what stands in the way and is not readable as ours.

    Raises:
        OSError: it cannot be renamed.
    """
    try:
        parse(read_own(path))
    except FileNotFoundError:
        return
    except READ_ERRORS:
        aside = path.with_name(f"{path.name}.bad")
        number = 1
        while is_there(aside):
            number += 1
            aside = path.with_name(f"{path.name}.bad{number}")
        path.rename(aside)


def remove_own(path: Path, errors: list[str]) -> None:
    """Delete a document."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        errors.append(sentence_of(path, "could not be deleted", error))


def sweep_own(folder: Path) -> None:
    """Remove temporary files that writers who were killed left in a folder of ours."""
    for path in folder.glob("*.json.*.tmp"):
        try:
            if path.stat().st_mtime < time.time() - _LEFT_OVER:
                path.unlink()
        except OSError:
            continue  # a folder of that name, or gone meanwhile
