"""How the lines of a program become entries of its log."""

from vkconfig_py.model.launch.log_entries import LineReader, LogEntry
from vkconfig_py.model.launch.observed_loader import parse_output


def test_a_plain_line_is_an_entry_at_once():
    reader = LineReader()
    line = parse_output("vkBasalt err: no config", time="15:29:52")
    assert list(reader.feed(line)) == [
        LogEntry("error", "vkBasalt", "15:29:52", "vkBasalt err: no config")
    ]
    assert list(reader.finish()) == []
