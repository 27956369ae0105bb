"""history: what this program wrote, what others changed, and the way back to any moment."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import inf
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_dry_run, add_json, add_not_found
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.moments import MOMENTS, look_at, parse_moment
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.output_files import show_file_change
from vkconfig_py.cli.planning import lock_changes, make_outcome_members, stop_if_refused
from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.files.own_files import forbid_writing
from vkconfig_py.model.apply.found_overrides import find_overrides
from vkconfig_py.model.text.wording import render_date_clock, render_moment
from vkconfig_py.model.timeline.entries import (
    SHOWN_FILE_CHANGES,
    BaselineLook,
    ForeignChange,
    OwnAction,
    RestorePoint,
    apply_restore_point,
    list_files_at,
    list_files_before,
    list_foreign_entries,
    make_point_at,
    make_point_before,
    make_restore_point,
    preview_restore,
    read_actions,
    render_change_kind,
)

_DEFAULT_ENTRY_COUNT = 20  # entries
_SHOWN_FILES = 6  # of one action
_MAX_KIND_LENGTH = max(len(render_change_kind(file_kind)) for file_kind in SHOWN_FILE_CHANGES)

OtherChange = ForeignChange | BaselineLook


def add_arguments(parser: CommandParser) -> None:
    add_json(parser)
    add_not_found(parser)
    if parser.action == "restore":
        _add_restore_arguments(parser)
        return
    parser.examples = {
        "vkconfig-py history": "",
        "vkconfig-py history --since yesterday": "",
        "vkconfig-py history --at 2026-11-28T10:00": tr(
            "print the files as they were at the specified time"
        ),
        "vkconfig-py history --at 3": tr("print the files as they were before entry 3"),
    }
    parser.add_argument(
        "--since",
        metavar="WHEN",
        help=tr("list only changes after this time: {when}", when=MOMENTS),
    )
    parser.add_argument(
        "--at",
        metavar="WHEN",
        help=tr("print the written files as they were at a time or before a history entry"),
    )
    parser.add_argument("--file", default="", metavar="PATH", help=tr("only this file"))
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument(
        "--ours", action="store_true", help=tr("list only changes made by vkconfig-py")
    )
    kinds.add_argument(
        "--others", action="store_true", help=tr("list only changes made by other programs")
    )


def _add_restore_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py history restore 1": tr("restore all files of entry 1 to their earlier state"),
        "vkconfig-py history restore 3 --with-later -n": tr(
            "preview undoing entry 3 and everything after it"
        ),
        "vkconfig-py history restore 2026-11-28T10:00": tr(
            "restore everything as of the specified time"
        ),
        "vkconfig-py history restore ~/.local/share/vulkan/implicit_layer.d/x.json": tr(
            "restore a removed override"
        ),
    }
    parser.add_argument(
        "when",
        metavar="WHEN",
        help=tr("a history entry number, a time, or the path of a removed override"),
    )
    parser.add_argument(
        "--with-later",
        action="store_true",
        help=tr("with an entry number: also undo everything written after that entry"),
    )
    parser.add_argument("--file", default="", metavar="PATH", help=tr("only this file"))
    add_dry_run(parser)


def run(options: argparse.Namespace, output: Output) -> int:
    if options.action == "restore":
        return _restore_files(options, output)
    with open_machine() as machine:
        actions = read_actions(machine.paths)
        if options.at is not None:
            return _show_files(options.at, options.file, actions, output)
        other_changes = () if options.ours else _list_foreign_changes(machine)
    if options.others:
        actions = ()
    if options.file:
        other_changes = tuple(change for change in other_changes if options.file == change.path)
    since = -inf if options.since is None else parse_moment(options.since)
    numbered_actions = [
        (number, action)
        for number, action in enumerate(actions, 1)
        if options.file in ("", *action.files) and action.time >= since
    ]
    later_changes = tuple(change for change in other_changes if change.time >= since)
    is_filtered = bool(options.file or options.ours or options.others or options.since is not None)
    return _list_entries(numbered_actions, later_changes, output, is_filtered=is_filtered)


def _restore_files(options: argparse.Namespace, output: Output) -> int:
    """Restore files as of a moment or before an entry, or a removed override."""
    with forbid_writing(is_forbidden=options.dry_run), open_machine() as machine:
        if "/" in options.when:
            return _restore_override(options, machine, output)
        restore_point = _find_restore_point(options, read_actions(machine.paths))
        return _restore_point(restore_point, machine, output, is_preview=options.dry_run)


def _restore_override(options: argparse.Namespace, machine: Machine, output: Output) -> int:
    """Write back a removed override of another program."""
    if options.dry_run or options.file or options.with_later:
        options.parser.error(
            tr(
                "a removed override can only be restored as a whole, without --dry-run, "
                "--file or --with-later"
            )
        )
    path = str(Path(options.when).absolute())
    with lock_changes(machine) as service:
        outcome = stop_if_refused(service.restore_override(path))
    output.line(tr("Restored: {path}", path=plain(path)))
    output.outcome(make_outcome_members(outcome))
    return Exit.OK


def _list_foreign_changes(machine: Machine) -> tuple[OtherChange, ...]:
    """Scan the machine, and return what other programs changed."""
    report = discover(machine.host, profile=machine.profile, cache=machine.cache)
    return list_foreign_entries(look_at(machine, report, find_overrides(report, machine.paths)))


def _find_restore_point(options: argparse.Namespace, actions: Sequence[OwnAction]) -> RestorePoint:
    """Return the state to restore: of a moment, before an entry, or one entry alone."""
    if not options.when.isdecimal():
        return make_point_at(parse_moment(options.when), actions, options.file)
    action = _find_action(int(options.when), actions)
    if options.with_later or options.file:
        return make_point_before(action, actions, options.file)
    return make_restore_point(action)


def _find_action(number: int, actions: Sequence[OwnAction]) -> OwnAction:
    """Return the action of vkconfig-py with this number, 1 for the latest."""
    if not 1 <= number <= len(actions):
        raise CommandError(
            tr("No history entry has number {number}.", number=number), Exit.NOT_FOUND
        )
    return actions[number - 1]


def _restore_point(
    restore_point: RestorePoint, machine: Machine, output: Output, *, is_preview: bool
) -> int:
    """Restore the files of a restore point, or print what would change."""
    preview = preview_restore(restore_point, machine.paths)
    members: dict[str, object] = {
        "files": list(dict.fromkeys(entry.file for entry in restore_point.entries)),
        "changes": [
            {"file": change.subject, "change": change.kind.value, "difference": change.text}
            for change in preview.changes
        ],
        "dry_run": is_preview,
    }
    if is_preview:
        if preview.refusal:
            raise CommandError(preview.refusal, members=members)
        for change in preview.changes:
            show_file_change(change, output)
        output.line(preview.sentence)
        output.outcome(members)
        return Exit.OK
    if restore_point.entries and not (preview.refusal or preview.changes):
        output.line(tr("Nothing to restore: the files are already in their earlier state."))
        output.outcome(members)
        return Exit.OK
    with lock_changes(machine):
        refusal = apply_restore_point(restore_point, machine.paths)
    if refusal:
        raise CommandError(refusal)
    output.outcome(members)
    if restore_point.is_deletion:
        output.line(plain(tr("Restored “{name}”.", name=restore_point.entries[0].who)))
        return Exit.OK
    for file in dict.fromkeys(change.subject for change in preview.changes):
        output.line(tr("Restored: {path}", path=plain(file)))
    return Exit.OK


def _show_files(moment_text: str, file: str, actions: Sequence[OwnAction], output: Output) -> int:
    """Print the files as they were at a moment or before an entry. `moment_text` is either."""
    if moment_text.isdecimal():
        action = _find_action(int(moment_text), actions)
        moment, all_files = action.entries[-1].time, list_files_before(action, actions)
    else:
        moment = parse_moment(moment_text)
        all_files = list_files_at(moment, actions)
    past_files = [past_file for past_file in all_files if file in ("", past_file.file)]
    time_text = render_moment(moment)
    output.outcome({"time": moment, "files": [past_file._asdict() for past_file in past_files]})
    if not past_files and file:
        output.line(
            tr("vkconfig-py has not written {path} since {when}.", path=plain(file), when=time_text)
        )
    elif not past_files:
        output.line(tr("vkconfig-py has not written any files since {when}.", when=time_text))
    for past_file in past_files:
        since = plain(past_file.since)
        present = tr("file present; next change: {change}", change=since)
        absent = tr("no file; next change: {change}", change=since)
        name = output.paint(plain(past_file.file), "strong")
        output.line(f"{name}  {absent if past_file.text is None else present}")
        for line in (past_file.text or "").splitlines():
            output.line(f"  {plain(line)}")
    return Exit.OK


def _list_entries(
    actions: Sequence[tuple[int, OwnAction]],
    other_changes: Sequence[OtherChange],
    output: Output,
    *,
    is_filtered: bool,
) -> int:
    """Print what vkconfig-py wrote and what others changed, the latest first."""
    output.outcome(
        {
            "actions": [_action_to_json(number, action) for number, action in actions],
            "others": [_foreign_change_to_json(change) for change in other_changes],
        }
    )
    numbers = {action.key: number for number, action in actions}
    entries = sorted(
        [*(action for _, action in actions), *other_changes],
        key=lambda entry: entry.time,
        reverse=True,
    )
    if not entries:
        output.line(tr("No changes match.") if is_filtered else tr("No changes recorded yet."))
    for entry in entries[:_DEFAULT_ENTRY_COUNT]:
        number = str(numbers.get(entry.key, "–"))
        output.line(f"{number:>3}  {render_date_clock(entry.time)}  {plain(entry.title)}")
        for line in _describe_entry(entry):
            output.line(f"     {output.paint(plain(line), 'faint')}")
    if len(entries) > _DEFAULT_ENTRY_COUNT:
        output.line(
            counted(
                "… and {n} older entries; use --json to list them.",
                "… and {n} older entry; use --json to list it.",
                len(entries) - _DEFAULT_ENTRY_COUNT,
            )
        )
    return Exit.OK


def _describe_entry(entry: OwnAction | OtherChange) -> Iterator[str]:
    """Yield the lines below the title of an entry."""
    if not isinstance(entry, OwnAction):
        yield from filter(None, (entry.path, entry.description))
        return
    for file in entry.files[:_SHOWN_FILES]:
        yield f"{render_change_kind(entry.get_file_change(file)).ljust(_MAX_KIND_LENGTH)}  {file}"
    more = len(entry.files) - _SHOWN_FILES
    if more > 0:
        yield counted(
            "… and {n} more files; use --json to list them.",
            "… and {n} more file; use --json to list it.",
            more,
        )


def _action_to_json(number: int, action: OwnAction) -> dict[str, object]:
    return {
        "number": number,
        "time": action.time,
        "what": action.verb,
        "who": action.author,
        "title": action.title,
        "way_back": action.restore_label,
        "files": list(action.files),
        "changes": [action.get_file_change(file) for file in action.files],
    }


def _foreign_change_to_json(other_change: OtherChange) -> dict[str, object]:
    members: dict[str, object] = {
        "time": other_change.time,
        "title": other_change.title,
        "file": other_change.path,
    }
    if isinstance(other_change, ForeignChange):
        change = other_change.change
        return members | {
            "earliest": change.earliest,
            "latest": change.latest,
            "who": change.who,
            "before": change.before and change.before._asdict(),
            "after": change.after and change.after._asdict(),
        }
    return members
