"""Expressions find what they say, and none of them takes long."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.model.items.log_model import MAX_ROW_LENGTH, find_expression_error, make_finder
from vkconfig_py.model.launch.log_filter import LogFilter, scan_log
from vkconfig_py.model.launch.log_store import LogEntry, LogLimits, LogStore

CATASTROPHE = "(a+)+$"  # Python's re tries two to the power of the length of the line
SLOW = "a" * 60 + "!"


def finder(text, **options):
    return make_finder(LogFilter(text=text, is_expression=True, **options))


@pytest.mark.parametrize(
    ("text", "expression", "options", "spans"),
    [
        ("vkCmdDraw vkCmdCopy", r"vkcmd\w+", {}, [(0, 9), (10, 19)]),
        ("vkCmdDraw VKCMD", "VK[A-Z]+", {"match_case": True}, [(10, 15)]),
        ("size sizes", "sizes?|x", {"whole_words": True}, [(0, 4), (5, 10)]),
        ("first\nsecond", "^s.*$", {}, [(6, 12)]),
        ("ab", "x*", {}, []),
        ("\N{GRINNING FACE} a \N{GRINNING FACE}b", ".b", {}, [(4, 6)]),
        ("Größe", r"\w+", {}, [(0, 5)]),
        ("half \ud800 b", r"\bb", {}, [(7, 8)]),
    ],
)
def test_an_expression_finds_what_it_means(text, expression, options, spans):
    found = finder(expression, **options)
    assert found.find_spans(text) == spans
    assert found.has_match(text) is not None


@given(
    st.text("ab \n", max_size=40),
    st.sampled_from(["a+b", "a|bb", r"\ba", "[^a]b$", "(a)(?!b)", "^b"]),
)
def test_the_same_is_found_as_by_another_engine(text, expression):
    wanted = [match.span() for match in re.finditer(expression, text, re.M)]
    assert finder(expression).find_spans(text) == [
        (begin, end) for begin, end in wanted if "\n" not in text[begin:end]
    ]


@pytest.mark.parametrize("text", ["(", "a)", "[b", "*", "a)|(b", "(?<x", r"\\"[:1]])
def test_what_is_no_expression_is_told(text):
    assert find_expression_error(text).startswith("Invalid regular expression: ")


def test_an_expression_with_alternatives_is_a_whole_word_as_a_whole():
    assert find_expression_error("a|b") == ""
    assert finder("a|b", whole_words=True).find_spans("ab a b") == [(3, 4), (5, 6)]


@pytest.mark.parametrize("begin", ["", "(*LIMIT_MATCH=99999999)"])
def test_an_expression_that_would_take_years_gives_up(begin):
    assert finder(begin + CATASTROPHE).has_match(SLOW) is None
    assert finder(begin + CATASTROPHE).find_spans(SLOW) == []
    assert finder(begin + CATASTROPHE).has_match("aaa") is True


def test_only_the_beginning_of_an_endless_line_is_looked_at():
    assert finder("needle").has_match(" " * MAX_ROW_LENGTH + "needle") is False
    assert finder("needle").has_match(f"{' ' * MAX_ROW_LENGTH}\nneedle") is True


def test_slices_go_on_until_everything_is_decided():
    store = LogStore(None, limits=LogLimits(entries=100))
    store.append(
        LogEntry("info", str(number % 3), "", SLOW if number % 3 else "aaa")
        for number in range(350)
    )
    wanted = LogFilter(text=CATASTROPHE, is_expression=True)
    hits, undecided, at = [], 0, 0
    while at < store.shape.total:
        found = scan_log(store, wanted, make_finder(wanted), at)
        assert found.stop > at
        assert list(found.matching_numbers) == list(range(at, found.stop))
        hits += found.hits
        undecided += found.undecided_count
        at = found.stop
    assert hits == list(range(0, 350, 3))
    assert undecided == 350 - len(hits)
