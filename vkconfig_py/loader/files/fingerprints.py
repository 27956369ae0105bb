"""Sightings: what a run saw of the disk, and whether it is still so."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from vkconfig_py.loader.files.root_files import real_path

# A change within one tick of the file system's clock leaves the times of a file as they are.
_RECENT_NS = 20_000_000

Identity = tuple[int, ...]


def identity(status: os.stat_result) -> Identity:
    """Return what changes whenever the content of a file, or the right to read it, does."""
    return (
        status.st_dev,
        status.st_ino,
        status.st_size,
        status.st_mtime_ns,
        status.st_ctime_ns,
    )


class Fingerprints:
    """Everything that one run looked at; by the paths that were opened.

    What could not be had is remembered by its error number.
    """

    __slots__ = ("_answers", "_files", "_folders", "_is_certain", "_links", "_quiet_until")

    def __init__(self) -> None:
        self._files: dict[str, Identity | int] = {}
        self._folders: dict[str, list[str] | int] = {}
        self._links: dict[tuple[str, str], str | int] = {}
        self._answers: list[tuple[Callable[[], object], object]] = []
        self._is_certain = True
        self._quiet_until = time.time_ns() - _RECENT_NS

    def is_recent(self, status: os.stat_result) -> bool:
        """Return whether a further change of the file may leave its identity as it is."""
        return status.st_ctime_ns > self._quiet_until

    def file(self, path: str, status: os.stat_result) -> Identity:
        """Remember a file as it is; return its identity."""
        seen = self._files[path] = identity(status)
        if seen[-1] > self._quiet_until:
            self._is_certain = False
        return seen

    def failure(self, path: str) -> None:
        """Remember that a file could not be read, for whatever reason it has now."""
        self._files[path] = _file(path)

    def folder(self, path: str, names: list[str]) -> None:
        """Remember the names in a folder."""
        self._folders[path] = names

    def folder_failure(self, path: str, error: OSError) -> None:
        """Remember that a folder could not be listed."""
        self._folders[path] = error.errno or 0

    def real_path(self, root: str, path: str) -> str:
        """Follow the links of a tree as roots.real_path does; remember where they lead."""
        found = self._links[root, path] = _led(root, path)
        if isinstance(found, int):
            raise OSError(found, os.strerror(found))
        return found

    def answer(self, question: Callable[[], object], answer: object) -> None:
        """Remember anything else that the disk was asked."""
        self._answers.append((question, answer))

    def hold(self) -> bool:
        """Return whether a run would see the same now."""
        return (
            self._is_certain
            and all(_folder(path) == names for path, names in self._folders.items())
            and all(_file(path) == seen for path, seen in self._files.items())
            and all(_led(*asked) == seen for asked, seen in self._links.items())
            and all(question() == answer for question, answer in self._answers)
        )


def _file(path: str) -> Identity | int:
    try:
        return identity(os.stat(path))
    except OSError as error:
        return error.errno or 0


def _folder(path: str) -> list[str] | int:
    try:
        return os.listdir(path)
    except OSError as error:
        return error.errno or 0


def _led(root: str, path: str) -> str | int:
    try:
        return real_path(root, path)
    except OSError as error:
        return error.errno or 0
