"""Lines of real layers become one entry for each message (recorded in tests/data/validation)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.mistakes import ALL_CASES, CASES, MessageCase, read_recorded
from tests.framework.settings_run import Reader
from vkconfig_py.model.launch.log_store import LogEntry
from vkconfig_py.model.launch.observed_loader import OutputLine, parse_output
from vkconfig_py.model.launch.validation_messages import MAX_HELD_LINES, VALIDATION, MessageReader

BUFFER = "VUID-VkBufferCreateInfo-size-00912"
FILL = "VUID-vkCmdFillBuffer-dstBuffer-00029"
BOTH = pytest.mark.parametrize("reader", list(Reader), ids=lambda one: one.value)


def entries(lines: Iterable[OutputLine]) -> list[LogEntry]:
    reader = MessageReader()
    read = [entry for line in lines for entry in reader.feed(line)]
    return [*read, *reader.finish()]


def of_text(text: str) -> list[LogEntry]:
    return entries(parse_output(line) for line in text.splitlines())


def of_case(reader: Reader, name: str) -> list[LogEntry]:
    case = next(case for case in CASES if case.name == name)
    return of_text(read_recorded(reader, case))


def counted(read: list[LogEntry]) -> dict[str, int]:
    return Counter(entry.message.identifier for entry in read if entry.message)


def plain(read: list[LogEntry]) -> list[str]:
    return [entry.text for entry in read if entry.message is None]


def one(read: list[LogEntry], identifier: str) -> LogEntry:
    return next(x for x in read if x.message and x.message.identifier == identifier)


@pytest.mark.parametrize(
    ("reader", "case"), ALL_CASES, ids=lambda one: getattr(one, "name", str(one)).lower()
)
def test_no_line_of_a_real_output_is_lost_or_moved(reader: Reader, case: MessageCase):
    text = read_recorded(reader, case)
    lines = [line for entry in of_text(text) for line in entry.text.split("\n")]
    assert lines == text.splitlines()


@BOTH
def test_what_a_program_prints_stays_beside_the_messages(reader: Reader):
    read = of_case(reader, "plain")
    assert plain(read) == [
        "first line of the program",
        "between two mistakes",
        "last line of the program",
    ]
    assert {k: v for k, v in counted(read).items() if k.startswith("VUID")} == {BUFFER: 2, FILL: 2}


@BOTH
@pytest.mark.parametrize("name", ["plain", "json", "limited", "messenger"])
def test_a_message_says_the_same_in_each_writing(reader: Reader, name: str):
    entry = one(of_case(reader, name), BUFFER)
    head = entry.message
    assert head is not None
    assert (entry.severity, entry.source) == ("error", VALIDATION)
    assert head.sentence.startswith("vkCreateBuffer")
    assert "pCreateInfo->size" in head.sentence
    assert "\n" not in head.sentence
    assert "spec states" not in head.sentence
    assert head.address.endswith(f"#{BUFFER}")
    # The text that messengers get of newer layers has no number.
    unknown = reader is Reader.NEWER and name == "messenger"
    assert head.number == (None if unknown else 2085897310)


def test_objects_are_those_that_the_layer_names():
    for name in ("plain", "json"):
        head = one(of_case(Reader.NEWER, name), FILL).message
        assert head is not None
        assert [text.split()[0] for text in head.objects] == ["VkCommandBuffer", "VkBuffer"]
    head = one(of_case(Reader.OLDER, "named"), "VUID-vkDestroyDevice-device-00378").message
    assert head is not None
    assert head.objects[1].endswith('indices [of] "everything",\nand more')


@BOTH
def test_a_performance_warning_is_a_warning(reader: Reader):
    read = of_case(reader, "vkcube")
    assert {entry.severity for entry in read if entry.message} == {"warning"}
    assert plain(read) == ["Selected GPU 0: llvmpipe (LLVM 15.0.6, 256 bits), type: Cpu"]


@BOTH
def test_messages_of_threads_are_counted(reader: Reader):
    read = of_case(reader, "threads")
    assert counted(read)[BUFFER] == 80
    assert len(plain(read)) == 80


def test_the_last_message_of_its_kind_says_so():
    limited = of_case(Reader.NEWER, "limited")
    assert {entry.message.is_last for entry in limited if entry.message} == {True}
    head = one(limited, BUFFER).message
    assert head is not None
    assert head.sentence == "vkCreateBuffer(): pCreateInfo->size is zero."
    assert not any(x.message.is_last for x in of_case(Reader.NEWER, "plain") if x.message)


def test_a_synchronization_hazard_keeps_its_paragraphs():
    entry = one(of_case(Reader.NEWER, "practices"), "SYNC-HAZARD-READ-AFTER-WRITE")
    assert "Buffer access region: {\n  offset = 0" in entry.text
    assert entry.message is not None
    assert len(entry.message.objects) == 3
    assert entry.message.number == -455515022


def test_messages_that_only_an_address_names_are_found():
    read = of_case(Reader.NEWER, "vulkaninfo")
    identifier = "VUID-vkGetPhysicalDeviceSurfaceCapabilities2KHR-pNext-0777"
    assert counted(read) == {f"{identifier}6": 2, f"{identifier}7": 2}
    assert "VULKANINFO" in plain(read)


def test_the_end_of_a_message_that_does_not_come_is_not_waited_for_without_end():
    read = of_text(read_recorded(Reader.OLDER, CASES[0]).splitlines()[1] + "\n" + "program\n" * 300)
    assert read[0].message is not None
    assert plain(read) == ["program"] * 300
    reader = MessageReader()
    reader.feed(parse_output(read_recorded(Reader.OLDER, CASES[0]).splitlines()[1]))
    held = 0
    while not reader.feed(parse_output("program")):
        held += 1
    assert held < MAX_HELD_LINES


def test_lines_of_another_source_are_no_part_of_a_message():
    text = read_recorded(Reader.NEWER, CASES[0]).splitlines()
    start = next(place for place, line in enumerate(text) if line.startswith("Validation Error"))
    message = text[start : start + 4]
    other = ["[MANGOHUD] [error] no font", "INFO | LAYER:      Loading layer library libx.so"]
    mixed = [*message[:1], other[0], *message[1:2], other[1], *message[2:], "end"]
    read = of_text("\n".join(mixed))
    assert [entry.source for entry in read] == [VALIDATION, "MangoHud", "loader", ""]
    assert read[0].text == "\n".join(message)


def test_the_two_outputs_of_a_program_are_not_mixed():
    text = read_recorded(Reader.NEWER, CASES[0]).splitlines()
    start = next(place for place, line in enumerate(text) if line.startswith("Validation Error"))
    lines = [parse_output(line, stream="stdout") for line in text[start : start + 4]]
    lines.insert(1, parse_output("frame 1", stream="stderr"))
    read = entries(lines)
    assert [entry.text.count("\n") for entry in read] == [3, 0]
    assert read[1].text == "frame 1"


POOL = sorted(
    {
        line
        for reader, case in ALL_CASES
        if case.name != "threads"
        for line in read_recorded(reader, case).splitlines()
    }
    | {"", "{", "}", "    Objects: 3", "Objects: 2", "\tObjects - 1", "vkQueueSubmit(): done"}
    | {"[MANGOHUD] [info] x", "INFO | LAYER:      Loading layer library libx.so"}
)
PIECES = st.tuples(st.sampled_from(POOL) | st.text(max_size=9), st.sampled_from(["", "a", "b"]))


@given(st.lists(PIECES, max_size=60))
def test_no_sequence_of_lines_loses_a_line_or_the_order(pieces: list[tuple[str, str]]):
    lines = [
        parse_output(text.replace("\n", " "), (), f"{place:03}", stream)
        for place, (text, stream) in enumerate(pieces)
    ]
    read = entries(lines)
    texts = [text for entry in read for text in entry.text.split("\n")]
    assert Counter(texts) == Counter(line.text for line in lines)
    assert [entry.time for entry in read] == sorted(entry.time for entry in read)
    known = {line.time: line for line in lines}
    for entry in read:
        first = known[entry.time]
        assert entry.text.split("\n")[0] == first.text
        if "\n" in entry.text:
            assert first.source in ("", VALIDATION)
            others = [x.text for x in lines if x.stream != first.stream and x.time > entry.time]
            same = [x.text for x in lines if x.stream == first.stream and x.time >= entry.time]
            assert Counter(entry.text.split("\n")) <= Counter(same), others
