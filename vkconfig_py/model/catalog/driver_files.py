"""Driver manifests among files and in folders that the user names."""

from __future__ import annotations

from collections.abc import Iterable

from vkconfig_py.language.sentences import Message, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.loader.json.decode import Members
from vkconfig_py.loader.platforms.rules import rules_of

_KEY = "ICD"  # the member that makes a manifest one of a driver
_NO_DRIVER = tr("{path} is not a driver manifest: it has no “ICD”.")
_NONE_IN = tr("{path} holds no driver manifests.")


class DriverFiles(NamedTuple):
    """Driver manifests that were found, and sentences about what is none."""

    files: tuple[str, ...]
    refused: tuple[str, ...] = ()


def find_driver_files(paths: Iterable[str], host: Host, cache: DocumentCache) -> DriverFiles:
    """Find the driver manifests among absolute paths of files and folders."""
    scanner = Scanner(host, cache)
    files: list[str] = []
    refused: list[str] = []
    for path in paths:
        folder = scanner.folder_named(path.rstrip(rules_of(host.platform).paths.slash) or path)
        if folder.absent:
            sentence = _refusal(scanner, path)
            refused += [sentence] if sentence else []
            files += [] if sentence else [path]
        elif folder.error:
            refused.append(_unread(path, folder.error))
        else:
            found = [file for file in sorted(folder.files) if not _refusal(scanner, file)]
            files += found
            refused += [] if found else [_NONE_IN.format(path=path)]
    return DriverFiles(tuple(dict.fromkeys(files)), tuple(refused))


def _unread(path: str, reason: Message | str) -> str:
    return tr("{path} could not be read: {reason}.", path=path, reason=reason)


def _refusal(scanner: Scanner, file: str) -> str:
    """Why a file is no manifest of a driver, or ""."""
    document = scanner.document(file)
    if document.error:
        return _unread(file, document.error)
    root = document.parse(lenient=True).value
    # cJSON finds members in any case of letters.
    is_driver = isinstance(root, Members) and any(key.upper() == _KEY for key, _value in root)
    return "" if is_driver else _NO_DRIVER.format(path=file)
