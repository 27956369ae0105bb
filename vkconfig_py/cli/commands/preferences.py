"""preferences: what the user prefers of the program itself; the window shows the same."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_dry_run, add_json, add_not_found
from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import CommandError, Exit, Output, ask_yes, plain
from vkconfig_py.cli.output_files import change_members
from vkconfig_py.cli.planning import (
    NO_CONFIGURATION,
    apply_service,
    lock_changes,
    make_applied_request,
    stop_if_refused,
)
from vkconfig_py.cli.workspace import make_editing_machine
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.own_documents import DocumentError
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
from vkconfig_py.model.files.paths import StatePaths, has_nothing_at
from vkconfig_py.model.launch import own_data
from vkconfig_py.model.launch.menu_entry import find_menu_folder
from vkconfig_py.model.launch.own_data import has_open_window, remove_own_data, write_backup


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py preferences": tr("list all preferences with their values"),
        "vkconfig-py preferences theme": tr("show a preference and its possible values"),
        "vkconfig-py preferences theme dark": tr(
            "set a preference; it takes effect immediately in an open window"
        ),
        "vkconfig-py preferences theme --reset": "",
        "vkconfig-py preferences --ask-again": tr(
            "restore all questions, notes and messages that you turned off"
        ),
        "vkconfig-py preferences --erase --dry-run": tr(
            "list all vkconfig-py data; without --dry-run: back it up and remove it"
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
    parser.add_argument(
        "--erase",
        action="store_true",
        help=tr(
            "withdraw everything, back up your data to one file, and remove all data, "
            "folders and the menu entry"
        ),
    )
    parser.add_argument(
        "--backup", metavar="FILE", default="", help=tr("with --erase: where to save the data")
    )
    parser.add_argument("--yes", action="store_true", help=tr("with --erase: do not ask"))
    add_dry_run(parser)


def run(options: argparse.Namespace, output: Output) -> int:
    machine = make_editing_machine()
    if options.erase:
        if options.key or options.reset or options.ask_again:
            options.parser.error(tr("--erase cannot be combined with a preference or action"))
        return _erase(options, machine, output)
    if options.backup or options.yes or options.dry_run:
        options.parser.error(tr("--backup, --yes and --dry-run require --erase"))
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
        _print_preference(preference, read, output, is_whole=bool(options.key))
    return Exit.OK


def _restore_questions(paths: StatePaths, output: Output) -> int:
    """Forget the answers that are kept, so that the window asks again."""
    file = paths.preferences_file
    if read_preferences(file).get_value(CLOSING) != CLOSING.default:
        _write_preferences(file, (CLOSING,), None)
    try:
        forgotten_answers = forget_answers(paths.state, file)
    except OSError as error:
        raise _make_refusal(file, error) from error
    output.outcome({"forgotten": [stored_answer.name for stored_answer in forgotten_answers]})
    for answer in forgotten_answers:
        output.line(f"{answer.label}: {answer.description}")
    if not forgotten_answers:
        output.line(tr("No answers are remembered: every question, note and message is shown."))
    return Exit.OK


def _erase(options: argparse.Namespace, machine: Machine, output: Output) -> int:
    """Back up and remove all data of vkconfig-py, after a question."""
    paths, menu_folder = machine.paths, find_menu_folder(machine.host)
    data = own_data.find_own_data(apply_service(machine), paths, menu_folder)
    backup = Path(options.backup) if options.backup else None
    backup = backup or own_data.make_backup_path(machine.host.environment)
    if backup is None:
        raise CommandError(tr("HOME is not set. Specify a file with --backup."))
    for line in data.describe():
        output.line(plain(line))
    if data.is_empty:
        output.line(tr("No vkconfig-py data found."))
    elif options.dry_run:
        output.line(tr("Nothing changed."))
    else:
        _check_erasable(paths, backup)
        if not (
            options.yes
            or ask_yes(tr("Back up all this data to {path} and then remove it?", path=backup))
        ):
            raise CommandError(tr("Nothing changed. --yes erases without asking."))
        _remove_data(machine, backup)
        output.line(tr("Erased. Backup: {path}", path=plain(str(backup))))
        command = shlex.join(("tar", "-xzf", str(backup), "-C", "/"))
        output.line(tr("To restore it: {command}", command=plain(command)))
    output.outcome(
        {
            "files": [
                change_members(path, "removed") for path in (*data.applied_files, *data.menu_files)
            ],
            "folders": list(data.folders),
            "backup": None if data.is_empty else str(backup),
            "dry_run": options.dry_run,
        }
    )
    return Exit.OK


def _check_erasable(paths: StatePaths, backup: Path) -> None:
    """Check what would prevent erasing.

    Raises:
        CommandError: a window is open, or the file of the backup exists.
    """
    if has_open_window(paths):
        raise CommandError(tr("A vkconfig-py window is open. Close it, then try again."))
    if not has_nothing_at(backup):
        raise CommandError(
            tr("{path} already exists. Specify another file with --backup.", path=backup)
        )
    folders = (paths.configurations.parent, paths.state, paths.cache)
    if any(folder is not None and backup.resolve().is_relative_to(folder) for folder in folders):
        raise CommandError(
            tr(
                "{path} is in a folder that will be removed. Specify another file with --backup.",
                path=backup,
            )
        )


def _remove_data(machine: Machine, backup: Path) -> None:
    """Withdraw, write the backup, and remove everything.

    Raises:
        CommandError: not everything was done.
    """
    with lock_changes(machine) as service:
        stop_if_refused(service.withdraw(make_applied_request(machine, NO_CONFIGURATION)))
    try:
        write_backup(machine.paths, backup)
    except OSError as error:
        raise CommandError(render_error(tr("No data was removed"), str(backup), error)) from error
    try:
        remove_own_data(machine.paths, find_menu_folder(machine.host))
    except (OSError, DocumentError) as error:
        raise CommandError(_render_failure(error)) from error


def _render_failure(error: OSError | DocumentError) -> str:
    """Return why not everything was removed; the backup has it all."""
    if isinstance(error, DocumentError):
        return tr("The record of installed files is damaged: {reason}.", reason=error.sentence)
    return render_error(tr("Not everything could be removed"), "", error)


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
    preference: Preference, read: PreferenceValues, output: Output, *, is_whole: bool
) -> None:
    """Print a preference and its value. `is_whole`: with its description and choices."""
    value = read.get_value(preference)
    output.line(f"{preference.key:13} {value:8} {preference.label}")
    if is_whole:
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
