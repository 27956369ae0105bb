"""Documents of ours on the disk: replaced whole, kept aside if not readable, and words for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from vkconfig_py.loader import own_files
from vkconfig_py.loader.own_files import (
    SIZE_LIMIT,
    DocumentError,
    NewerFormatError,
    NotOursError,
)
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.workspace import DocumentProblem

READ_ERRORS = (OSError, DocumentError)
NEWER = "it was written by a newer version of this program, and is left to that"


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
    """Read a document of ours.

    Raises:
        OSError: it cannot be read, or is no file of ours.
        DocumentError: it is too large for one of ours.
    """
    return own_files.read_file(str(path))


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

    What could not be read again is not written; what a newer version wrote, and what is no file of
    ours, is left as it is.
    """
    if len(content) > SIZE_LIMIT:
        too_large = f"it would be larger than {SIZE_LIMIT >> 20} MB and could not be read again"
        outcome.errors.append(sentence_of(path, "could not be saved", OSError(too_large)))
        return
    try:
        if kept := keep_aside(path, parse):
            outcome.aside.append((path, kept))
        own_files.write_file(str(path), content)
    except OSError as error:
        outcome.errors.append(sentence_of(path, "could not be saved", error))


def keep_aside(path: Path, parse: Callable[[bytes], object]) -> Path | None:
    """Rename what stands in the way and is not readable as ours; return as what.

    Raises:
        OSError: it cannot be renamed, or must not be.
    """
    try:
        parse(read_own(path))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except NotOursError:
        raise
    except NewerFormatError as error:
        raise NotOursError(None, NEWER, str(path)) from error
    except READ_ERRORS:
        return Path(own_files.put_aside(str(path)))
    return None


def remove_own(path: Path, parse: Callable[[bytes], object], outcome: Outcome) -> None:
    """Delete a document; one that `parse` refuses is kept aside instead."""
    try:
        if kept := keep_aside(path, parse):
            outcome.aside.append((path, kept))
        else:
            own_files.remove_file(str(path))
    except OSError as error:
        outcome.errors.append(sentence_of(path, "could not be deleted", error))
