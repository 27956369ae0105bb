"""Preferences: what the user prefers of the program itself, as a table, and their file.

The file is preferences.json beside the folder of the configurations. A value is one of a few
words, and only what differs from the default is written. What this version does not know stays in
the file: a newer version, or a hand, has put it there.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

from vkconfig_py.language.choice import LANGUAGE_NAMES
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.own_files import check_format, read_document, write_file
from vkconfig_py.model.configuration.own_documents import (
    READ_ERRORS,
    WINDOW_FILE,
    JsonObject,
    make_problem,
    parse_json,
    read_values,
    rename_unreadable,
    render_json,
    write_values,
)
from vkconfig_py.model.configuration.workspace import DocumentProblem
from vkconfig_py.model.files.atomic_files import hold_lock
from vkconfig_py.model.files.config_home import DESKTOP_LANGUAGE, LANGUAGE_KEY

FORMAT = 1
_LOCK_FILE = "preferences.lock"
_FORMAT_KEY = "format"
# The answers are in window.json, of which windows keep a copy; this file is followed by all.
_ANSWERS_RESET_KEY = "asked_again"


class PreferenceChoice(NamedTuple):
    """One value of a preference, and how it is shown."""

    value: str
    label: str


class PreferenceGroup(StrEnum):
    """Preferences that stand together in the dialog."""

    APPEARANCE = "appearance"
    PROBING = "probing"
    APPLIED = "applied"
    LAUNCHED = "launched"
    TRAY = "tray"


GROUP_TITLES = {
    PreferenceGroup.APPEARANCE: tr("Appearance"),
    PreferenceGroup.PROBING: tr("Drivers and layers"),
    PreferenceGroup.APPLIED: tr("Applied configurations"),
    PreferenceGroup.LAUNCHED: tr("Launched programs"),
    PreferenceGroup.TRAY: tr("Tray"),
}


class Preference(NamedTuple):
    """Something that the user can choose about the program.

    Attributes:
        key: its name in the file and on the command line. Never renamed.
        description: what follows from the choice, as a sentence or two.
    """

    key: str
    group: PreferenceGroup
    label: str
    description: str
    choices: tuple[PreferenceChoice, ...]
    default: str

    def accepts(self, value: object) -> bool:
        """Return whether a value is one of the choices."""
        return any(choice.value == value for choice in self.choices)

    @property
    def accepted_values(self) -> str:
        """The accepted values, for messages."""
        return ", ".join(choice.value for choice in self.choices)


ON, OFF = "on", "off"
ASK, WITHDRAW, LEAVE = "ask", "withdraw", "leave"
SYSTEM, LIGHT, DARK = DESKTOP_LANGUAGE, "light", "dark"
HIGH, REDUCED = "high", "reduced"
OWN_STYLE, DESKTOP_STYLE = "own", "desktop"
ON_DEMAND, AT_START = "demand", "start"
HIDE = "hide"
THEME = Preference(
    "theme",
    PreferenceGroup.APPEARANCE,
    tr("Theme"),
    tr("Window colors. The --color-scheme option overrides them for a single run."),
    (
        PreferenceChoice(SYSTEM, tr("Follow the desktop")),
        PreferenceChoice(LIGHT, tr("Light")),
        PreferenceChoice(DARK, tr("Dark")),
    ),
    SYSTEM,
)
LANGUAGE = Preference(
    LANGUAGE_KEY,
    PreferenceGroup.APPEARANCE,
    tr("Language"),
    tr("Language of the window and command output. Takes effect the next time vkconfig-py starts."),
    (
        PreferenceChoice(SYSTEM, tr("Follow the desktop")),
        *(PreferenceChoice(language, name) for language, name in LANGUAGE_NAMES.items()),
    ),
    SYSTEM,
)
# What people type to find it: somebody who looks for it may not know the language that is shown.
LANGUAGE_WORDS = "language sprache english englisch german deutsch"
TEXT_SIZE = Preference(
    "text_size",
    PreferenceGroup.APPEARANCE,
    tr("Text size", "of everything in the window"),
    tr("Size of all text in the window, relative to the desktop's text size."),
    (
        PreferenceChoice(SYSTEM, tr("Follow the desktop")),
        *(
            PreferenceChoice(str(percent), tr("{percent}%", percent=percent))
            for percent in (110, 125, 150, 175, 200)
        ),
    ),
    SYSTEM,
)
CONTRAST = Preference(
    "contrast",
    PreferenceGroup.APPEARANCE,
    tr("Contrast"),
    tr("High: strong outlines and no tints, even if the desktop does not request high contrast."),
    (PreferenceChoice(SYSTEM, tr("Follow the desktop")), PreferenceChoice(HIGH, tr("High"))),
    SYSTEM,
)
MOTION = Preference(
    "motion",
    PreferenceGroup.APPEARANCE,
    tr("Motion"),
    tr("Reduced: nothing moves or blinks, even if the desktop does not request reduced motion."),
    (PreferenceChoice(SYSTEM, tr("Follow the desktop")), PreferenceChoice(REDUCED, tr("Reduced"))),
    SYSTEM,
)
STYLE = Preference(
    "style",
    PreferenceGroup.APPEARANCE,
    tr("Style"),
    tr(
        "Appearance of menus, check boxes and dialogs. Custom-drawn parts of the window stay "
        "the same."
    ),
    (
        PreferenceChoice(OWN_STYLE, tr("vkconfig-py style")),
        PreferenceChoice(DESKTOP_STYLE, tr("Follow the desktop")),
    ),
    OWN_STYLE,
)
PROBING = Preference(
    "probing",
    PreferenceGroup.PROBING,
    tr("Probe"),
    tr(
        "A probe opens every driver and layer in a separate process to find out which "
        "work. A faulty driver can bring down the whole desktop, so nothing is probed "
        "unless you ask."
    ),
    (
        PreferenceChoice(ON_DEMAND, tr("On request")),
        PreferenceChoice(AT_START, tr("At startup")),
    ),
    ON_DEMAND,
)
CLOSING = Preference(
    "closing",
    PreferenceGroup.APPLIED,
    tr("When the window closes"),
    tr(
        "Affects only configurations that stay applied until you withdraw them. Other "
        "configurations expire as chosen when you applied them."
    ),
    (
        PreferenceChoice(ASK, tr("Ask")),
        PreferenceChoice(WITHDRAW, tr("Withdraw them")),
        PreferenceChoice(LEAVE, tr("Leave them applied")),
    ),
    ASK,
)
CHECK_APPLIED = Preference(
    "check_applied",
    PreferenceGroup.APPLIED,
    tr("Check after applying"),
    tr("Runs the real loader in a separate process and compares the result with the prediction."),
    (PreferenceChoice(ON, tr("On")), PreferenceChoice(OFF, tr("Off"))),
    ON,
)
NOTIFICATIONS = Preference(
    "notifications",
    PreferenceGroup.LAUNCHED,
    tr("Notifications"),
    tr(
        "While another window is in front, notifies you when a program that ran for more "
        "than 10 seconds ends or an applied configuration expires."
    ),
    (PreferenceChoice(ON, tr("On")), PreferenceChoice(OFF, tr("Off"))),
    ON,
)
LOG_SIZE = Preference(
    "log_size",
    PreferenceGroup.LAUNCHED,
    tr("Log size"),
    tr(
        "Output beyond this size is dropped from the middle of the log; counts stay "
        "correct. Takes effect for programs launched from now on."
    ),
    (
        PreferenceChoice("128", tr("128 MB")),
        PreferenceChoice("512", tr("512 MB")),
        PreferenceChoice("2048", tr("2 GB")),
    ),
    "512",
)
TRAY = Preference(
    "tray",
    PreferenceGroup.TRAY,
    tr("Tray icon"),
    tr(
        "Shows which configurations are applied and until when. Its menu applies and "
        "withdraws configurations, chooses the device and the loader log, and launches "
        "the program. When the window hides in the tray, configurations applied until it "
        "closes are withdrawn; programs keep running."
    ),
    (
        PreferenceChoice(ON, tr("On")),
        PreferenceChoice(HIDE, tr("On; closing the window hides it in the tray")),
        PreferenceChoice(OFF, tr("Off")),
    ),
    OFF,
)
PREFERENCES = (
    THEME,
    LANGUAGE,
    TEXT_SIZE,
    CONTRAST,
    MOTION,
    STYLE,
    PROBING,
    CLOSING,
    CHECK_APPLIED,
    LOG_SIZE,
    NOTIFICATIONS,
    TRAY,
)
PREFERENCE_BY_KEY: Mapping[str, Preference] = MappingProxyType(
    {preference.key: preference for preference in PREFERENCES}
)


class PreferenceValues(NamedTuple):
    """The content of the file.

    Attributes:
        chosen_values: valid values by key. What is missing has its default.
        file_problem: why the whole file is not used.
        unknown_members: members that this version does not know, or whose values it does not.
        answers_reset_at: when a command gave the kept answers back, in seconds since the epoch.
    """

    chosen_values: Mapping[str, str] = MappingProxyType({})
    file_problem: DocumentProblem | None = None
    unknown_members: tuple[DocumentProblem, ...] = ()
    answers_reset_at: float = 0.0

    @property
    def problems(self) -> tuple[DocumentProblem, ...]:
        """What in the file could not be used."""
        return (*self.unknown_members, *((self.file_problem,) if self.file_problem else ()))

    def get_value(self, preference: Preference) -> str:
        """Return the chosen value, or the default."""
        return self.chosen_values.get(preference.key, preference.default)


def read_preferences(file: Path) -> PreferenceValues:
    """Read the file of preferences. Never raises: without it everything has its default."""
    try:
        document = read_document(str(file), FORMAT)
    except (FileNotFoundError, NotADirectoryError):
        return PreferenceValues()
    except READ_ERRORS as error:
        return PreferenceValues(file_problem=make_problem(file, error))
    chosen_values = {
        key: value
        for key, value in document.items()
        if (preference := PREFERENCE_BY_KEY.get(key)) is not None and preference.accepts(value)
    }
    reset_time = document.get(_ANSWERS_RESET_KEY)
    return PreferenceValues(
        chosen_values,
        unknown_members=tuple(_find_unknown_members(file, document)),
        answers_reset_at=float(reset_time) if isinstance(reset_time, int | float) else 0.0,
    )


def _find_unknown_members(file: Path, document: JsonObject) -> Iterator[DocumentProblem]:
    """Yield a problem for each member or value that this version does not support."""
    for key, value in document.items():
        preference = PREFERENCE_BY_KEY.get(key)
        if preference is None and key not in (_FORMAT_KEY, _ANSWERS_RESET_KEY):
            sentence = tr(
                "{file}: this version does not support the preference “{key}”. It stays "
                "in the file.",
                file=file,
                key=key,
            )
            yield DocumentProblem(str(file), sentence)
        elif preference is not None and not preference.accepts(value):
            sentence = tr(
                "{file}: {refusal} The default “{default}” is used.",
                file=file,
                refusal=explain_refusal(preference, value),
                default=preference.default,
            )
            yield DocumentProblem(str(file), sentence)


def explain_refusal(preference: Preference, value: object) -> str:
    """Return the sentence that a value is not accepted, with those that are."""
    return tr(
        "“{key}” cannot be “{value}”. Allowed: {values}.",
        key=preference.key,
        value=value,
        values=preference.accepted_values,
    )


def write_preference(file: Path, key: str, value: str | None) -> None:
    """Store a preference, or remove it for None so that its default is used.

    A damaged file is kept under another name.

    Raises:
        OSError: the file cannot be written, or must not be replaced.
    """
    is_default = value is None or value == PREFERENCE_BY_KEY[key].default
    _write_member(file, key, None if is_default else value)


def _write_member(file: Path, key: str, value: str | float | None) -> None:
    """Set or remove one member of the file of preferences. Its other members stay."""
    with hold_lock(file.with_name(_LOCK_FILE)):
        rename_unreadable(file, _parse_preferences)
        try:
            document = read_document(str(file), FORMAT)
        except (FileNotFoundError, NotADirectoryError):
            document = {}
        document.pop(key, None)
        if value is not None:
            document[key] = value
        write_file(str(file), render_json({_FORMAT_KEY: FORMAT, **document}))


def _parse_preferences(content: bytes) -> JsonObject:
    """Parse the content of the file of preferences."""
    document = parse_json(content)
    check_format(document, FORMAT)
    return document


# Questions that are not asked again and notes that are hidden, in window.json. They can be given
# back: each is asked or shown again as on the first day.

StoredValue = int | str


class StoredAnswer(NamedTuple):
    """One answer that is kept.

    Attributes:
        name: on the command line. Never renamed.
        key: of its value in window.json.
        unanswered_value: the value while there is no answer.
        description: what was answered, and what follows once it is given back.
    """

    name: str
    key: str
    unanswered_value: StoredValue
    label: str
    description: str

    def is_given(self, value: StoredValue) -> bool:
        """Return whether a stored value holds an answer of the user."""
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
    tr("Probe explanation"),
    tr("Shows the explanation again before the next probe."),
)
HIDDEN_NOTES = StoredAnswer(
    "hidden-notes",
    "problems/hidden",
    "[]",
    tr("Hidden notes"),
    tr("Shows hidden notes in the Problems panel again."),
)
LAYER_MESSAGES = StoredAnswer(
    "layer-messages",
    "settings/put_away",
    "{}",
    tr("Layer messages"),
    tr("Shows hidden layer messages again."),
)
STORED_ANSWERS = (PROBE_EXPLAINED, HIDDEN_NOTES, LAYER_MESSAGES)


def list_stored_answers(state: Path) -> tuple[StoredAnswer, ...]:
    """Return the answers that are stored, so that their questions are not asked again."""
    values = read_values(state / WINDOW_FILE) or {}
    return tuple(
        stored_answer
        for stored_answer in STORED_ANSWERS
        if stored_answer.is_given(values.get(stored_answer.key, stored_answer.unanswered_value))
    )


def forget_answers(state: Path, file: Path) -> tuple[StoredAnswer, ...]:
    """Delete all stored answers, in open windows too, and return them.

    Raises:
        OSError: the file of preferences cannot be written.
    """
    answers = list_stored_answers(state)
    if answers:
        write_values(
            state / WINDOW_FILE,
            {stored_answer.key: stored_answer.unanswered_value for stored_answer in answers},
        )
        _write_member(file, _ANSWERS_RESET_KEY, time.time())
    return answers
