"""What the system does not let a program read."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.loader.machine import LIBRARY
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.binaries import LibraryState, find_file_state
from vkconfig_py.loader.files.scan import DocumentCache, Scanner

_NOBODY = 65534


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder of an ordinary user, who the test then is; root may read everything."""
    with tempfile.TemporaryDirectory() as name:
        was = os.geteuid()
        if was == 0:
            os.chown(name, _NOBODY, _NOBODY)
            os.seteuid(_NOBODY)
        try:
            yield Path(name)
        finally:
            os.seteuid(was)


def test_folder_that_can_be_listed_and_not_entered(folder: Path):
    (folder / "layers").mkdir()
    (folder / "layers/a.json").write_text("{}")
    (folder / "layers").chmod(0o400)
    found = Scanner(Host({}), DocumentCache()).list_folder(f"{folder}/layers")
    assert found.files == ("a.json",)
    assert found.error == "Permission denied"


def test_library_that_must_not_be_read(folder: Path):
    library = folder / "a.so"
    library.write_bytes(LIBRARY)
    library.chmod(0)
    assert find_file_state(Host({}), str(library)) == LibraryState(
        False, "unreadable", str(library)
    )
    assert find_file_state(Host({}, elevated=True), str(library)).reason == "unknown"
