"""Moments as users type them: words, times ago, and ISO 8601 in local time."""

import time
from datetime import datetime, timedelta

import pytest

from vkconfig_py.cli.moments import is_moment, parse_moment
from vkconfig_py.cli.output import CommandError


def test_words_and_times_are_moments():
    before = time.time()
    now, hour, day = (parse_moment(text) for text in ("now", "2h", "3d"))
    after = time.time()
    assert before <= now <= after
    assert before <= hour + 2 * 3600 <= after
    assert before <= day + 3 * 86400 <= after
    written = datetime(2026, 11, 28, 10).timestamp()
    assert parse_moment("2026-11-28T10:00") == written


def test_a_day_begins_at_its_midnight():
    before = datetime.now()
    today, yesterday = (
        datetime.fromtimestamp(parse_moment(text)) for text in ("today", "yesterday")
    )
    assert today.time() == yesterday.time() == datetime.min.time()
    assert yesterday.date() in (
        before.date() - timedelta(1),
        datetime.now().date() - timedelta(1),
    )


@pytest.mark.parametrize(
    "text", ["", "once", "2 hours", "-1h", "1.3.204", "loader-version=1.3.204"]
)
def test_anything_else_is_none(text):
    assert not is_moment(text)
    with pytest.raises(CommandError):
        parse_moment(text)
