"""layer register, unregister: manifests in this user's own folder, found by every program."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_dry_run, add_json, add_not_found
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.output_files import CHANGE_WORDS, change_members, show_file_change
from vkconfig_py.cli.subjects import find_named
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.verdicts import RemoveFile
from vkconfig_py.loader.files.own_files import forbid_writing
from vkconfig_py.model.apply.journal import read_journal
from vkconfig_py.model.plan.plan import ChangeKind
from vkconfig_py.model.problems.fixes import Fix, apply_fix, plan_fix
from vkconfig_py.model.problems.registration import list_registered, plan_registration

_UNDO_COMMAND = "vkconfig-py problems undo"
_REGISTER_ACTION = "register"


def add_arguments(parser: CommandParser) -> None:
    add_json(parser)
    add_dry_run(parser)
    if parser.action == _REGISTER_ACTION:
        parser.examples = {
            "vkconfig-py layer register build/VkLayer_mine.json": "",
            "vkconfig-py layer register overlay.json --implicit --dry-run": tr(
                "show what every program would load then"
            ),
            "vkconfig-py layer register": tr("list the registered manifests"),
        }
        add_not_found(parser)
        parser.add_argument(
            "file",
            nargs="?",
            metavar="FILE",
            help=tr("a layer manifest (default: list registered manifests)"),
        )
        parser.add_argument(
            "--implicit", action="store_true", help=tr("load its layers in every program")
        )
        parser.add_argument(
            "--copy",
            action="store_true",
            help=tr("always copy the manifest (default: link to it where a link works)"),
        )
        return
    parser.examples = {
        "vkconfig-py layer unregister VK_LAYER_mine": "",
        "vkconfig-py layer unregister ~/.local/share/vulkan/implicit_layer.d/old.json "
        "--move-aside": tr("also a manifest that another program put there"),
    }
    add_not_found(parser)
    parser.add_argument("name", metavar="NAME|FILE", help=tr("layer name or manifest"))
    parser.add_argument(
        "--move-aside",
        action="store_true",
        help=tr("also move aside a manifest that vkconfig-py did not register"),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    with forbid_writing(is_forbidden=options.dry_run), open_machine() as machine:
        if options.action != _REGISTER_ACTION:
            return _unregister(options, machine, output)
        if options.file is None:
            return _list_registered(machine, output)
        return _register(options, machine, output)


def _list_registered(machine: Machine, output: Output) -> int:
    files = list_registered(read_journal(machine.paths))
    output.outcome({"registered": [{"file": file, "source": _read_source(file)} for file in files]})
    if not files:
        output.line(tr("No manifests registered yet."))
    for file in files:
        source = _read_source(file)
        output.line(plain(f"{file} → {source}" if source else file))
    return Exit.OK


def _read_source(file: str) -> str:
    """Return what a registered link leads to, "" for a copy."""
    return str(Path(file).readlink()) if Path(file).is_symlink() else ""


def _register(options: argparse.Namespace, machine: Machine, output: Output) -> int:
    """Register a manifest, or with --dry-run show what would be written and loaded."""
    path = str(Path(options.file).expanduser().absolute())
    if not Path(path).exists():
        raise CommandError(tr("{path} does not exist.", path=path), Exit.NOT_FOUND)
    registration = plan_registration(
        path,
        machine.host,
        machine.profile,
        machine.cache,
        is_implicit=options.implicit,
        registers_copy=options.copy,
    )
    if registration.refusal or registration.remedy is None:
        raise CommandError(registration.refusal)
    fix = plan_fix(registration.remedy, machine.paths, machine.host.root)
    _apply(fix, options, machine, output)
    for effect in registration.effects:
        output.line(plain(effect))
    members = {"layers": list(registration.layers), "effects": list(registration.effects)}
    output.outcome({**_make_members(fix, options), **members})
    return Exit.OK


def _apply(fix: Fix, options: argparse.Namespace, machine: Machine, output: Output) -> None:
    """Apply a fix, or with --dry-run show the files that it would change."""
    if fix.refusal:
        command = f"\n{fix.command}" if fix.command else ""
        raise CommandError(f"{fix.refusal}{command}")
    if options.dry_run:
        for change in fix.list_changes():
            removes_registration = change.kind is ChangeKind.REMOVE
            kind = tr("Move aside") if removes_registration else CHANGE_WORDS[change.kind]
            show_file_change(change, output, kind)
        return
    applied_fix = apply_fix(fix, machine.paths)
    if not applied_fix.key:
        raise CommandError(applied_fix.sentence)
    output.line(plain(applied_fix.sentence))
    output.line(tr("To undo: {command}", command=_UNDO_COMMAND))


def _make_members(fix: Fix, options: argparse.Namespace) -> dict[str, object]:
    changes = fix.list_changes()
    files = [change_members(change.subject, change.kind) for change in changes]
    return {"files": files, "dry_run": options.dry_run}


def _unregister(options: argparse.Namespace, machine: Machine, output: Output) -> int:
    """Take a registered manifest away, or move one of another program aside."""
    file = _find_manifest(options.name, machine)
    if file not in list_registered(read_journal(machine.paths)) and not options.move_aside:
        raise CommandError(
            tr(
                "{path} was not registered with vkconfig-py, but installed by a package or "
                "another program. To move it aside nevertheless, add {option}.",
                path=file,
                option="--move-aside",
            )
        )
    fix = plan_fix(RemoveFile(file), machine.paths, machine.host.root)
    _apply(fix, options, machine, output)
    output.outcome(_make_members(fix, options))
    return Exit.OK


def _find_manifest(name: str, machine: Machine) -> str:
    """Return the manifest that a layer name or a path means, what is registered first.

    Raises:
        CommandError: there is none.
    """
    registered_files = list_registered(read_journal(machine.paths))
    path = str(Path(name).expanduser().absolute())
    for file in registered_files:
        if path in (file, os.path.realpath(file), _read_source(file)):
            return file
    if name.endswith(".json") and Path(path).exists():
        return path
    report = discover(machine.host, Application(), machine.profile, machine.cache)
    layer = find_named(name, [layer.name for layer in report.found_layers])
    files = [found.file for found in report.found_layers if found.name == layer]
    if not files and (os.sep in name or name.endswith(".json")):
        raise CommandError(tr("{path} does not exist.", path=path), Exit.NOT_FOUND)
    if not files:
        raise CommandError(tr("No layer named “{name}”.", name=name), Exit.NOT_FOUND)
    return next((file for file in files if file in registered_files), files[0])
