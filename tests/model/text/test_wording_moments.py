"""Times and sizes are written as the language does."""

from __future__ import annotations

import time

import pytest

from tests.framework.german import speak_german as real_german
from tests.language.test_sentences_catalogue import compiled
from vkconfig_py.language.sentences import (
    Catalogue,
    join_choices,
    join_some,
    join_words,
    set_catalogue,
)
from vkconfig_py.model.text.wording import (
    render_count,
    render_moment,
    render_ordinal,
    render_size,
    render_when,
)

THEN = time.mktime((2026, 11, 21, 15, 28, 7, 0, 0, -1))
NAMES = ["a", "b", "c", "d"]


@pytest.fixture
def german(tmp_path):
    told = {
        ("1,234.5", "how numbers are written"): ("1.234,5",),
        ("{words} and {last}", ""): ("{words} und {last}",),
        ("{words} and {n:,} more", "{words} and {n:,} more"): ("{words} und {n:,} weitere",) * 2,
        ("{number}nd", ""): ("{number}.",),
        ("{n:,} layers", "{n:,} layer"): ("{n:,} Layer", "{n:,} Layer"),
        ("GiB", ""): ("GiB",),
    }
    set_catalogue(Catalogue(compiled(tmp_path, "de_DE", told)))
    yield
    set_catalogue(None)


def test_a_moment_has_its_date_where_it_is_of_another_day():
    assert render_moment(THEN) == "2026-11-21 15:28:07"
    assert render_when(THEN, THEN + 60) == "at 15:28"
    assert render_when(THEN, THEN + 86_400) == "on 2026-11-21 at 15:28"


def test_lists_name_all_or_say_how_many_more_there_are():
    assert join_choices(NAMES) == "a, b, c or d"
    assert join_some(NAMES, 4) == join_words(NAMES) == "a, b, c and d"
    assert join_some(NAMES, 3) == "a, b and 2 more"


def test_lists_counts_and_sizes_are_those_of_the_language(german):
    assert join_words(NAMES) == "a, b, c und d"
    assert join_some(NAMES, 3) == "a, b und 2 weitere"
    assert render_ordinal(2) == "2."
    assert render_count(1234, "layer") == "1.234 Layer"
    assert render_size((7 << 30) + (1 << 29)) == "7,5 GiB"


def test_moments_are_those_of_the_language():
    with real_german():
        assert render_moment(THEN) == "21.11.2026 15:28:07"
        assert render_when(THEN, THEN + 86_400) == "am 21.11.2026 um 15:28"
