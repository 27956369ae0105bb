"""The search on disk: saved after each answer, so that it can be continued after any end."""

from __future__ import annotations

import signal

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.own_files import (
    DocumentError,
    NewerFormatError,
    check_format,
    read_document,
    remove_file,
    write_file,
)
from vkconfig_py.model.apply.lease_facts import runs
from vkconfig_py.model.bisect.investigation import Investigation
from vkconfig_py.model.bisect.search import BisectTrial
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.configuration_json import (
    configuration_from_document,
    configuration_to_document,
)
from vkconfig_py.model.configuration.own_documents import (
    Codec,
    as_object,
    keep_aside,
    parse_json,
    render_json,
)
from vkconfig_py.model.files.atomic_files import error_sentence
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.launch.launch_processes import marked_processes, signal_all

FORMAT = 1
NOT_SAVED = tr("The search cannot be continued later")


class SavedSearch(NamedTuple):
    """What the file holds.

    Attributes:
        investigation: None if there is none that can be read.
        error: why not, as a sentence; "" if there is no file.
    """

    investigation: Investigation | None = None
    error: str = ""

    @property
    def is_running(self) -> bool:
        """True if a process runs its trials now."""
        one = self.investigation
        return one is not None and runs(one.writer)

    @property
    def is_interrupted(self) -> bool:
        """True if it has no result yet, and nobody runs its trials."""
        one = self.investigation
        return one is not None and not self.is_running and isinstance(one.step(), BisectTrial)


def read_saved(paths: StatePaths) -> SavedSearch:
    file = paths.search_file
    try:
        document = read_document(str(file), FORMAT)
        return SavedSearch(_CODEC.members(Investigation, document))
    except (FileNotFoundError, NotADirectoryError):
        return SavedSearch()
    except NewerFormatError:
        said = tr("{path} was written by a newer version of this program.", path=file)
    except DocumentError as error:
        said = tr("{path} is damaged: {reason}.", path=file, reason=error.sentence)
    except OSError as error:
        reason = error.strerror or error
        said = tr("{path} could not be read: {reason}.", path=file, reason=reason)
    return SavedSearch(error=said)


def save(one: Investigation, paths: StatePaths) -> str:
    """Write the search; return "" or the sentence about the error."""
    file = paths.search_file
    try:
        keep_aside(file, _parse)
        write_file(str(file), render_json({"format": FORMAT, **_CODEC.encode(one)}))
    except OSError as error:
        return error_sentence(NOT_SAVED, str(file), error)
    return ""


def forget(paths: StatePaths) -> str:
    """Remove the file; return "" or the sentence about the error."""
    file = paths.search_file
    try:
        remove_file(str(file))
    except OSError as error:
        return error_sentence(tr("The search was not forgotten"), str(file), error)
    return ""


def end_left_over(one: Investigation) -> None:
    """End the processes of a trial whose search was killed."""
    if one.mark:
        signal_all(marked_processes(one.mark), signal.SIGKILL)


def _parse(content: bytes) -> Investigation:
    document = parse_json(content)
    check_format(document, FORMAT)
    found: Investigation = _CODEC.members(Investigation, document)
    return found


def _read_configuration(value: object, place: str) -> Configuration:
    return configuration_from_document(as_object(value, place))


_CODEC = Codec(
    readers={Configuration: _read_configuration},
    writers={Configuration: configuration_to_document},
)
