"""What a layer and a messenger of the program both print is one entry (recorded from real ones)."""

from __future__ import annotations

import pytest

from tests.framework.mistakes import ALL_CASES, CASES, MessageCase, read_recorded
from tests.framework.settings_run import Reader
from tests.model.launch.test_validation_messages import BUFFER, FILL, counted, of_text, one, plain
from vkconfig_py.model.launch.log_store import LogEntry
from vkconfig_py.model.launch.observed_loader import parse_output
from vkconfig_py.model.launch.validation_messages import PairedMessages

BOTH = pytest.mark.parametrize("reader", list(Reader), ids=lambda one: one.value)


def paired(text: str) -> list[LogEntry]:
    reader = PairedMessages()
    read = [entry for line in text.splitlines() for entry in reader.feed(parse_output(line))]
    return [*read, *reader.finish()]


def of_case(reader: Reader, name: str) -> list[LogEntry]:
    return paired(read_recorded(reader, next(case for case in CASES if case.name == name)))


@BOTH
@pytest.mark.parametrize("name", ["paired", "paired-json"])
def test_a_message_that_layer_and_program_print_counts_once(reader: Reader, name: str):
    read = of_case(reader, name)
    assert counted(read)[BUFFER] == 2
    entry = one(read, BUFFER)
    assert entry.text.count("pCreateInfo->size") == 2 or entry.text.count(BUFFER) > 2
    assert entry.severity == "error"
    assert entry.message is not None
    assert entry.message.number is not None


@BOTH
def test_lines_of_the_program_stay_between_the_pairs(reader: Reader):
    read = of_case(reader, "paired")
    assert counted(read)[FILL] == 2
    assert "between two mistakes" in plain(read)
    assert plain(read)[-1] == "last line of the program"


@BOTH
def test_each_pair_of_a_real_program_counts_once(reader: Reader):
    text = read_recorded(reader, next(case for case in CASES if case.name == "paired-vkcube"))
    twice, once = counted(of_text(text)), counted(paired(text))
    pairs = [kind for kind in twice if "small-dedicated-allocation" in kind]
    assert pairs
    for kind in pairs:
        assert (twice[kind] % 2, once[kind]) == (0, twice[kind] // 2)


@pytest.mark.parametrize(
    ("reader", "case"), ALL_CASES, ids=lambda one: getattr(one, "name", str(one)).lower()
)
def test_nothing_else_becomes_one_and_no_line_is_lost(reader: Reader, case: MessageCase):
    text = read_recorded(reader, case)
    read = paired(text)
    assert [line for entry in read for line in entry.text.split("\n")] == text.splitlines()
    if "paired" not in case.name:
        assert read == of_text(text)


@BOTH
def test_a_repetition_of_the_same_program_stays_two_messages(reader: Reader):
    """The layer alone says it twice: that happened twice."""
    layer = one(of_text(read_recorded(reader, CASES[0])), BUFFER).text
    assert counted(paired(f"{layer}\n{layer}\n"))[BUFFER] == 2
