"""The engine answers as the loaders of many releases did (dev.py fuzz --record)."""

from __future__ import annotations

from tests.framework.amount import choose_amount
from tests.fuzz.recorded import differing, releases
from tests.fuzz.workshop import workshop


def test_answers_of_fifteen_releases_are_kept() -> None:
    assert len(releases()) == 15


def test_the_engine_answers_as_these_releases_did() -> None:
    with workshop() as place:
        assert not list(differing(place, choose_amount(18, long=1)))
