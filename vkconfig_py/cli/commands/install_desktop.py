"""install-desktop: put the program into the menu of the user's desktop, or take it out again."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser, add_dry_run, add_json
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.output_files import change_members
from vkconfig_py.cli.shell_files import make_shell_files
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration.own_documents import DocumentError
from vkconfig_py.model.files.paths import find_state_paths
from vkconfig_py.model.launch.menu_entry import (
    LEFT_UNTOUCHED,
    EntryChange,
    change_entry,
    find_menu_folder,
    find_own_program,
    render_failure,
)


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py install-desktop --dry-run": tr("preview the files"),
        "vkconfig-py install-desktop": tr(
            "add the menu entry after pipx install or uv tool install"
        ),
        "vkconfig-py install-desktop --remove": tr("remove only the files that this command wrote"),
    }
    add_json(parser)
    parser.add_argument(
        "--remove", action="store_true", help=tr("remove vkconfig-py from the menu")
    )
    add_dry_run(parser)


def run(options: argparse.Namespace, output: Output) -> int:
    host = Host.read_current()
    paths = find_state_paths(host.environment, host.platform)
    data = find_menu_folder(host)
    if data is None:
        raise CommandError(tr("A menu entry requires Linux and a home folder. On Linux, set HOME."))
    if not (options.remove or find_own_program()):
        raise CommandError(
            tr(
                "A menu entry cannot start this copy of vkconfig-py. Install vkconfig-py "
                "first: {pipx} or {uv}",
                pipx="pipx install .",
                uv="uv tool install .",
            )
        )
    try:
        entry_change = change_entry(
            data,
            paths,
            find_own_program(),
            make_shell_files,
            is_removal=options.remove,
            dry_run=options.dry_run,
        )
    except OSError as error:
        repeat_hint = tr("To continue, run the same command again.")
        raise CommandError(
            f"{render_failure(error, data, is_removal=options.remove)} {repeat_hint}"
        ) from error
    except DocumentError as error:
        raise CommandError(render_failure(error, data, is_removal=options.remove)) from error
    _print_changes(entry_change, options, output)
    kind = "removed" if options.remove else "written"
    files = [change_members(path, kind) for path in entry_change.files]
    files += [change_members(path, "removed") for path in entry_change.obsolete_files]
    files += [change_members(path, "left") for path in entry_change.untouched_files]
    output.outcome({"files": files, "dry_run": options.dry_run})
    return Exit.OK


def _print_changes(entry_change: EntryChange, options: argparse.Namespace, output: Output) -> None:
    for path in map(plain, entry_change.files):
        if options.remove:
            planned_text, finished = (
                tr("remove {path}", path=path),
                tr("Removed: {path}", path=path),
            )
        else:
            planned_text, finished = tr("write {path}", path=path), tr("Written: {path}", path=path)
        output.line(planned_text if options.dry_run else finished)
    for path in map(plain, entry_change.obsolete_files):
        planned_text = tr("remove {path}, left over from an older version", path=path)
        finished = tr("Removed: {path}, left over from an older version", path=path)
        output.line(planned_text if options.dry_run else finished)
    for path in entry_change.untouched_files:
        output.error(LEFT_UNTOUCHED.format(path=path))
    output.line(_summarize(options))


def _summarize(options: argparse.Namespace) -> str:
    """Return the sentence about the result: in the menu, not in the menu, or nothing changed."""
    if options.dry_run:
        return tr("Nothing changed.")
    if options.remove:
        return tr("vkconfig-py is no longer in the application menu.")
    return tr(
        "vkconfig-py is now in the application menu. To remove it: vkconfig-py "
        "install-desktop --remove"
    )
