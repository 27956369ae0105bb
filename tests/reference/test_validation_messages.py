"""Real layers and programs print messages as they were recorded, and each is read as one entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.desktop import virtual_desktop
from tests.framework.mistakes import ALL_CASES, MessageCase, print_messages, read_recorded
from tests.framework.settings_run import Reader
from tests.model.launch.test_validation_messages import of_text
from vkconfig_py.model.launch.log_store import LogEntry


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """Return the name of a screen of its own."""
    with virtual_desktop("640x480") as desktop:
        yield desktop.display


def shape(read: list[LogEntry]) -> list[tuple[str, str, int | None, int]]:
    """Return what does not change with the wording of a release."""
    return [
        (
            entry.severity,
            entry.message.identifier if entry.message else entry.text,
            entry.message.number if entry.message else None,
            len(entry.message.objects) if entry.message else 0,
        )
        for entry in read
    ]


@pytest.mark.parametrize(
    ("reader", "case"), ALL_CASES, ids=lambda one: getattr(one, "name", str(one)).lower()
)
def test_a_real_output_is_what_was_recorded(
    reader: Reader, case: MessageCase, tmp_path: Path, display: str
):
    read = shape(of_text(print_messages(reader, case, tmp_path, display)))
    known = shape(of_text(read_recorded(reader, case)))
    # Two outputs of a program come in any order, and vkcube makes as many images as the screen asks
    # for.
    if "vkcube" in case.name:
        assert set(read) == set(known)
    elif case.is_ordered and "vulkaninfo" not in case.name:
        assert read == known
    else:
        assert Counter(read) == Counter(known)
