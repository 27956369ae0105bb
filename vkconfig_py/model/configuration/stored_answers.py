"""Stored answers: questions that are not asked again and notes that are hidden, in window.json.

They can be given back: each is asked or shown again as on the first day.
"""

from __future__ import annotations

import json
from pathlib import Path

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.own_documents import WINDOW_FILE, read_values, write_values

Stored = int | str


class StoredAnswer(NamedTuple):
    """One answer that is kept.

    Attributes:
        name: on the command line; never renamed.
        key: of its value in window.json.
        fresh: the value while there is no answer.
        about: what was answered, and what follows once it is given back.
    """

    name: str
    key: str
    fresh: Stored
    label: str
    about: str

    def is_given(self, value: Stored) -> bool:
        """True for a value that holds an answer."""
        if isinstance(value, int):
            return value != 0
        try:
            return bool(json.loads(value or "{}"))
        except ValueError:
            return False


PROBE_EXPLAINED = StoredAnswer(
    "probing-explained",
    "probe/explained",
    0,
    tr("What a probe does"),
    tr("It was explained once; the next probe explains it again."),
)
HIDDEN_NOTES = StoredAnswer(
    "hidden-notes",
    "problems/hidden",
    "[]",
    tr("Hidden notes"),
    tr("Notes that you hid in the panel Problems are listed again."),
)
LAYER_MESSAGES = StoredAnswer(
    "layer-messages",
    "settings/put_away",
    "{}",
    tr("Messages of layers"),
    tr("Messages that you chose not to see again are shown again."),
)
STORED_ANSWERS = (PROBE_EXPLAINED, HIDDEN_NOTES, LAYER_MESSAGES)


def given_answers(state: Path) -> tuple[StoredAnswer, ...]:
    """The answers that are kept in the folder of the program's state."""
    values = read_values(state / WINDOW_FILE) or {}
    return tuple(one for one in STORED_ANSWERS if one.is_given(values.get(one.key, one.fresh)))


def forget_answers(state: Path) -> tuple[StoredAnswer, ...]:
    """Forget all answers; return those that there were."""
    given = given_answers(state)
    if given:
        write_values(state / WINDOW_FILE, {one.key: one.fresh for one in given})
    return given
