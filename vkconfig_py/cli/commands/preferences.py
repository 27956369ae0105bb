"""preferences: what the user prefers of the program itself; the window shows the same."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from vkconfig_py.cli.arguments import CommandParser, add_json, add_not_found
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.workspace import edit_only
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.preferences import (
    CLOSING,
    PREFERENCE_BY_KEY,
    PREFERENCES,
    Preference,
    PreferenceValues,
    explain_refusal,
    forget_answers,
    read_preferences,
    write_preference,
)
from vkconfig_py.model.files.atomic_files import render_error

if TYPE_CHECKING:
    from vkconfig_py.model.files.paths import StatePaths


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py preferences": tr("list all preferences with their values"),
        "vkconfig-py preferences theme": tr("show a preference and its possible values"),
        "vkconfig-py preferences theme dark": tr(
            "set a preference; an open window changes immediately"
        ),
        "vkconfig-py preferences theme --reset": "",
        "vkconfig-py preferences --ask-again": tr(
            "restore all questions, notes and messages that you turned off"
        ),
    }
    add_not_found(parser)
    add_json(parser)
    parser.add_argument(
        "key", metavar="PREFERENCE", nargs="?", default="", help=tr("preference name")
    )
    parser.add_argument("value", metavar="VALUE", nargs="?", help=tr("new value"))
    parser.add_argument(
        "--reset",
        action="store_true",
        help=tr("reset a preference, or all preferences, to the default"),
    )
    parser.add_argument(
        "--ask-again",
        action="store_true",
        help=tr("forget remembered answers; show hidden notes and messages again"),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    machine = edit_only()
    file = machine.paths.preferences_file
    preferences = _find_preferences(options)
    if options.value is not None and not preferences[0].accepts(options.value):
        raise CommandError(explain_refusal(preferences[0], options.value), Exit.USAGE)
    if options.value is not None or options.reset:
        _write_preferences(file, preferences, options.value)
    if options.ask_again:
        return _restore_questions(machine.paths, output)
    read = read_preferences(file)
    for problem in read.problems:
        output.error(problem.sentence)
    output.outcome(
        {
            "file": str(file),
            "preferences": [_preference_to_json(preference, read) for preference in preferences],
        }
    )
    for preference in preferences:
        _print_preference(preference, read, output, whole=bool(options.key))
    return Exit.OK


def _restore_questions(paths: StatePaths, output: Output) -> int:
    """Forget the answers that are kept, so that the window asks again."""
    file = paths.preferences_file
    if read_preferences(file).get_value(CLOSING) != CLOSING.default:
        _write_preferences(file, (CLOSING,), None)
    try:
        forgotten = forget_answers(paths.state, file)
    except OSError as error:
        raise _make_refusal(file, error) from error
    output.outcome({"forgotten": [stored_answer.name for stored_answer in forgotten]})
    for answer in forgotten:
        output.line(f"{answer.label}: {answer.description}")
    if not forgotten:
        output.line(tr("No answers are remembered: every question, note and message is shown."))
    return Exit.OK


def _find_preferences(options: argparse.Namespace) -> tuple[Preference, ...]:
    """Return the named preference, or all."""
    if not options.key:
        return PREFERENCES
    preference = PREFERENCE_BY_KEY.get(options.key)
    if preference is None:
        known_keys = ", ".join(PREFERENCE_BY_KEY)
        raise CommandError(
            tr(
                "No preference named “{key}”. Available: {names}", key=options.key, names=known_keys
            ),
            Exit.NOT_FOUND,
        )
    return (preference,)


def _write_preferences(file: Path, preferences: tuple[Preference, ...], value: str | None) -> None:
    """Store a value for preferences. None restores the default."""
    try:
        for preference in preferences:
            write_preference(file, preference.key, value)
    except OSError as error:
        raise _make_refusal(file, error) from error


def _make_refusal(file: Path, error: OSError) -> CommandError:
    return CommandError(render_error(tr("The preferences could not be saved"), str(file), error))


def _print_preference(
    preference: Preference, read: PreferenceValues, output: Output, *, whole: bool
) -> None:
    """Print a preference and its value. `whole`: with its description and choices."""
    value = read.get_value(preference)
    output.line(f"{preference.key:13} {value:8} {preference.label}")
    if whole:
        output.paragraph(preference.description)
        for choice in preference.choices:
            mark = "*" if choice.value == value else " "
            output.line(plain(f"  {mark} {choice.value:10} {choice.label}"))


def _preference_to_json(preference: Preference, read: PreferenceValues) -> dict[str, object]:
    return {
        "key": preference.key,
        "value": read.get_value(preference),
        "default": preference.default,
        "values": [choice.value for choice in preference.choices],
        "label": preference.label,
        "about": preference.description,
    }
