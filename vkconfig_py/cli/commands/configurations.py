"""configurations: list, select, import, export and change them."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from vkconfig_py.cli.arguments import (
    CommandParser,
    add_configuration,
    add_json,
    add_not_found,
    add_output,
)
from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.workspace import find_configuration, inventory_of, load, save, write
from vkconfig_py.cli.written_files import (
    change_members,
    find_change,
    is_printed,
    named,
    write_output,
)
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import NEWEST
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.configuration import workspace_edits as edits
from vkconfig_py.model.configuration.configuration import Configuration, switched_off
from vkconfig_py.model.configuration.configuration_json import (
    ENDING,
    export_configuration,
    file_name,
)
from vkconfig_py.model.configuration.workspace import (
    Loaded,
    Workspace,
    is_edited,
    is_outdated,
    on_its_own,
)
from vkconfig_py.model.configuration.workspace_edits import Changed
from vkconfig_py.model.exchange.import_report import absent_message, adopt_all
from vkconfig_py.model.exchange.open_file import (
    export_to_vkconfig,
    open_file,
    sort_dropped_paths,
)
from vkconfig_py.model.files.paths import is_gone, state_paths
from vkconfig_py.model.formats.foreign_files import Opened
from vkconfig_py.model.layer_settings.setting_names import other_platforms, token_of


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py configurations": "",
        "vkconfig-py configurations export Debugging --output debugging.json": "",
        "vkconfig-py configurations export Debugging --format vkconfig": "",
        "vkconfig-py configurations import debugging.json ~/vkconfig/Validation.json": "",
        'vkconfig-py configurations rename Debugging "My checks"': "",
        "vkconfig-py configurations move Debugging --before Games": "",
        "vkconfig-py configurations select Debugging": "",
        "vkconfig-py configurations reset --all": tr("the built-in ones, as they are shipped"),
    }
    _add_actions(parser)


def _add_actions(parser: CommandParser) -> None:
    add_not_found(parser)
    add_json(parser)
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    add_json(
        actions.add_parser("list", help=tr("list them (this is what happens without an action)"))
    )
    reader = actions.add_parser("import", help=tr("add those in files, VkConfig's too"))
    reader.add_argument("file", nargs="+", metavar="FILE")
    add_json(reader)
    writer = actions.add_parser("export", help=tr("write one for another machine"))
    _add_named(writer)
    add_output(writer)
    writer.add_argument(
        "--format",
        choices=("own", "vkconfig"),
        default="own",
        help=tr("who is to read it (default: this program)"),
    )
    maker = actions.add_parser("new", help=tr("add an empty one"))
    maker.add_argument("name", metavar="NAME", help=tr("its name; one that is taken gets a number"))
    add_json(maker)
    for action, text in (
        ("select", tr("select one: commands that name none use it")),
        ("duplicate", tr("add a copy of one")),
        ("delete", tr("remove one; a built-in one comes back with a newer version, or with reset")),
    ):
        _add_named(actions.add_parser(action, help=text))
    _add_rename(actions.add_parser("rename", help=tr("give one another name")))
    _add_move(actions.add_parser("move", help=tr("put one above or below another")))
    _add_reset(actions.add_parser("reset", help=tr("reset a built-in one to what is shipped")))


def _add_named(parser: CommandParser) -> None:
    add_configuration(parser, "name")
    add_json(parser)


def _add_rename(parser: CommandParser) -> None:
    _add_named(parser)
    parser.add_argument("to", metavar="NEW_NAME")


def _add_move(parser: CommandParser) -> None:
    _add_named(parser)
    place = parser.add_mutually_exclusive_group(required=True)
    place.add_argument("--before", metavar="OTHER", help=tr("move it above this one"))
    place.add_argument("--after", metavar="OTHER", help=tr("move it below this one"))


def _add_reset(parser: CommandParser) -> None:
    selection = parser.add_mutually_exclusive_group(required=True)
    selection.add_argument(
        "name", nargs="?", metavar="NAME", help=tr("name or key of a configuration")
    )
    selection.add_argument(
        "--all", action="store_true", help=tr("every built-in one, deleted ones too")
    )
    add_json(parser)


def run(options: argparse.Namespace, output: Output) -> int:
    host = Host.current()
    paths = state_paths(host.environment, host.platform)
    # No loader is looked for: that writes the cache of their versions, and nothing here needs it.
    machine = Machine(host, NEWEST, paths, DocumentCache())
    loaded = load(machine, output)
    match options.action:
        case "export":
            _export(machine, loaded.workspace, options, output)
        case "select":
            _select(machine, loaded, options, output)
        case "import":
            _import(machine, loaded, options, output)
        case None | "list":
            _list(loaded, token_of(host.platform), options, output)
        case _:
            _change(machine, loaded, options, output)
    return Exit.OK


def _list(loaded: Loaded, token: str, options: argparse.Namespace, output: Output) -> None:
    rows = [
        {
            **named(configuration),
            "selected": configuration.key == loaded.workspace.current.key,
            "built_in": bool(configuration.built_in),
            "edited": is_edited(configuration, loaded.shipped),
            "newer_is_shipped": is_outdated(configuration, loaded.shipped),
            "layers": [
                {"name": entry.name, "wish": entry.control.value} for entry in configuration.layers
            ],
            "programs": [entry.path for entry in configuration.programs if entry.enabled],
            "platforms": list(configuration.platforms),
            "switched_off": list(switched_off(configuration)) if configuration.built_in else [],
        }
        for configuration in loaded.workspace.configurations
    ]
    if options.json:
        output.json(rows)
        return
    wide = max(len(plain(configuration.title)) for configuration in loaded.workspace.configurations)
    for row, configuration in zip(rows, loaded.workspace.configurations, strict=True):
        elsewhere = other_platforms(configuration.platforms, token)
        notes = [
            tr("for {platforms} only", platforms=elsewhere) if elsewhere else "",
            tr("selected") if row["selected"] else "",
            tr("built in") if row["built_in"] else "",
            tr("edited") if row["edited"] else "",
            tr("a newer version is shipped") if row["newer_is_shipped"] else "",
            tr("switches off: {names}", names=", ".join(row["switched_off"]))
            if row["switched_off"]
            else "",
        ]
        name = output.paint(plain(configuration.title).ljust(wide), "strong")
        output.line(f"{name}  {', '.join(filter(None, notes))}".rstrip())


def _select(machine: Machine, loaded: Loaded, options: argparse.Namespace, output: Output) -> None:
    """Select a configuration. As in the window this is no step of undo."""
    configuration = find_configuration(loaded.workspace, options.name)
    write(machine, loaded, loaded.workspace._replace(selected=configuration.key), output)
    output.outcome({"configuration": named(configuration)})
    output.line(tr("“{name}” is selected.", name=plain(configuration.title)))


def _change(machine: Machine, loaded: Loaded, options: argparse.Namespace, output: Output) -> None:
    before = loaded.workspace
    changed = _CHANGES[options.action](loaded, options)
    if changed is None:
        output.error(tr("Nothing to change."))
        output.outcome({"changed": [], "removed": []})
        return
    saved = save(machine, loaded, changed, output)
    _print_change(before, saved, options, output)


def _new(loaded: Loaded, options: argparse.Namespace) -> Changed | None:
    return edits.new_configuration(loaded.workspace, _name_of(options.name))


def _duplicate(loaded: Loaded, options: argparse.Namespace) -> Changed | None:
    configuration = find_configuration(loaded.workspace, options.name)
    return edits.duplicate_configuration(loaded.workspace, configuration.key)


def _rename(loaded: Loaded, options: argparse.Namespace) -> Changed | None:
    configuration = find_configuration(loaded.workspace, options.name)
    if configuration.built_in:
        raise CommandError(edits.KEEPS_ITS_NAME)
    return edits.rename_configuration(loaded.workspace, configuration.key, _name_of(options.to))


def _delete(loaded: Loaded, options: argparse.Namespace) -> Changed | None:
    configuration = find_configuration(loaded.workspace, options.name)
    return edits.delete_configuration(loaded.workspace, configuration.key, loaded.shipped)


def _reset(loaded: Loaded, options: argparse.Namespace) -> Changed | None:
    if options.all:
        return edits.reset_built_in(loaded.workspace, loaded.shipped)
    known_keys = {configuration.key for configuration in loaded.workspace.configurations}
    deleted = tuple(
        configuration for configuration in loaded.shipped if configuration.key not in known_keys
    )
    everyone = (*loaded.workspace.configurations, *deleted)
    chosen = find_configuration(loaded.workspace._replace(configurations=everyone), options.name)
    return edits.reset_configuration(loaded.workspace, chosen.key, loaded.shipped)


def _move(loaded: Loaded, options: argparse.Namespace) -> Changed | None:
    workspace = loaded.workspace
    moved = find_configuration(workspace, options.name)
    neighbor = find_configuration(workspace, options.before or options.after)
    if bool(moved.built_in) != bool(neighbor.built_in):
        raise CommandError(edits.OWN_ABOVE_BUILT_IN)
    rest = [
        configuration.key
        for configuration in workspace.alike(moved.key)
        if configuration.key != moved.key
    ]
    if neighbor.key not in rest:
        return None  # beside itself
    place = rest.index(neighbor.key) + bool(options.after)
    return edits.move_configuration(workspace, moved.key, place)


_CHANGES = {
    "new": _new,
    "duplicate": _duplicate,
    "move": _move,
    "rename": _rename,
    "delete": _delete,
    "reset": _reset,
}


def _name_of(text: str) -> str:
    name = text.strip()
    if not name:
        raise CommandError(tr("A configuration needs a name."), Exit.USAGE)
    return name


def _import(machine: Machine, loaded: Loaded, options: argparse.Namespace, output: Output) -> None:
    # everything or nothing: all files are read before one is written
    inventory = cache(partial(inventory_of, machine, loaded.workspace.collection))
    opened_files = [(name, _open_document(name, machine.host, inventory)) for name in options.file]
    for name, opened in opened_files:
        for note in opened.notes:
            output.error(note.located(name))
        if opened.absent:
            output.error(f"{name}: {absent_message(opened.absent)}")
    changed = adopt_all(loaded.workspace, opened_files, loaded.shipped)
    before = loaded.workspace
    after = save(machine, loaded, changed, output) if changed else before
    _print_change(before, after, options, output)


def _open_document(name: str, host: Host, inventory: Callable[[], LoaderReport]) -> Opened:
    absolute = str(Path(name).absolute())
    path = Path(next(iter(sort_dropped_paths((absolute,)).files), absolute))
    opened = open_file(str(path), host, inventory())
    if opened.refused or not opened.configurations:
        sentence = opened.refused or tr("{path} holds no configuration.", path=name)
        raise CommandError(sentence, Exit.NOT_FOUND if is_gone(path) else Exit.FAILED)
    return opened


def _exported(
    configuration: Configuration, machine: Machine, workspace: Workspace, form: str, output: Output
) -> bytes:
    configuration = on_its_own(configuration, workspace)
    if form == "own":
        return export_configuration(configuration)
    # Only a chosen copy has a version that VkConfig wants to know.
    chosen = any(entry.copy.startswith("/") for entry in configuration.layers)
    inventory = inventory_of(machine, workspace.collection) if chosen else None
    rendered = export_to_vkconfig(configuration, machine.host, inventory)
    for note in rendered.notes:
        output.error(note.sentence)
    return rendered.content


def _export(
    machine: Machine, workspace: Workspace, options: argparse.Namespace, output: Output
) -> None:
    configuration = find_configuration(workspace, options.name)
    content = _exported(configuration, machine, workspace, options.format, output)
    members = {"configuration": named(configuration)}
    if is_printed(options.output):
        # line() ends it with a newline of its own.
        output.line(content.decode("ascii").rstrip("\n"))
        output.outcome({**members, "content": content.decode("ascii"), "files": []})
        return
    ending = ENDING if options.format == "own" else ".json"
    target = options.output, file_name(configuration, ending), content
    change = find_change(*target)
    path = write_output(*target, replace=options.force)
    output.line(
        tr(
            "“{name}” was written to {path}.",
            name=plain(configuration.title),
            path=plain(str(path)),
        )
    )
    written = change_members(str(path), change, content.decode("ascii"))
    output.outcome({**members, "file": str(path), "files": [written]})


def _print_change(
    before: Workspace, after: Workspace, options: argparse.Namespace, output: Output
) -> None:
    """Print what was added, changed and deleted."""
    old, new = (
        {configuration.key: configuration for configuration in space.configurations}
        for space in (before, after)
    )
    touched = [
        configuration
        for configuration in after.configurations
        if configuration != old.get(configuration.key)
    ]
    if options.action == "move":
        touched = [find_configuration(after, options.name)]
    gone = [
        configuration for configuration in before.configurations if configuration.key not in new
    ]
    output.outcome({"changed": [*map(named, touched)], "removed": [*map(named, gone)]})
    for configuration in touched:
        output.line(_change_sentence(old.get(configuration.key), configuration, options))
    for configuration in gone:
        output.line(tr("Deleted “{name}”.", name=plain(configuration.title)))
    for source in after.collection:
        if source not in before.collection:
            folder = plain(source.path)
            output.line(tr("Searched for layers from now on: {folder}", folder=folder))


def _change_sentence(
    was: Configuration | None, configuration: Configuration, options: argparse.Namespace
) -> str:
    name = plain(configuration.title)
    if was is None:
        return tr("“{name}” was added.", name=name)
    if was.name != configuration.name:
        return tr("“{name}” is the new name of “{old}”.", name=name, old=plain(was.title))
    if options.action == "move" and options.before:
        return tr("“{name}” is above “{other}” now.", name=name, other=plain(options.before))
    if options.action == "move":
        return tr("“{name}” is below “{other}” now.", name=name, other=plain(options.after))
    if configuration.built_in:
        return tr("“{name}” was reset to its built-in state.", name=name)
    return tr("“{name}” was reset to loader defaults.", name=name)
