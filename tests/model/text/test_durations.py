import pytest

from vkconfig_py.model.text.wording import parse_duration, render_countdown, render_duration


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("15m", 900),
        ("2h", 7200),
        ("90s", 90),
        ("1h30m", 5400),
        (" 1 h 30 min ", 5400),
        ("2 Hours", 7200),
        ("1 minute", 60),
        ("1d", 86_400),
        ("365d", 365 * 86_400),
        ("366d", 0),
        ("15", 0),
        ("", 0),
        ("0m", 0),
        ("-5m", 0),
        ("5 x", 0),
        ("30m1h", 0),
        ("9" * 5000 + "s", 0),
    ],
)
def test_durations_are_read_as_people_write_them(text, seconds):
    assert parse_duration(text) == seconds


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 seconds"),
        (1, "1 second"),
        (900, "15 minutes"),
        (5400, "1 hour 30 minutes"),
        (90_061, "1 day 1 hour"),
    ],
)
def test_durations_are_written_in_two_units(seconds, text):
    assert render_duration(seconds) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0:00"),
        (-3, "0:00"),
        (0.2, "0:01"),
        (42, "0:42"),
        (761, "12:41"),
        (3725, "1:02:05"),
        (90_000, "1 day 1 hour"),
    ],
)
def test_a_countdown_shows_what_is_left(seconds, text):
    assert render_countdown(seconds) == text
