"""Arguments of the commands that list, change, exchange and generate from configurations."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import (
    Commands,
    add_command,
    add_demo,
    add_json,
    add_named,
    add_target,
    add_variable_edits,
)
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.argument_parser import Parser

KINDS = ("html", "markdown", "settings", "bash", "fish", "powershell", "cmd", "c", "cpp", "json",
         "loader-settings")  # fmt: skip


def add_list(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "list",
        tr("the configurations, or the layers, programs or views of this machine"),
        {
            "vkconfig-py list": tr("the configurations, and which of them are applied"),
            "vkconfig-py list --layers": tr("every layer that is found, and whether it loads"),
            "vkconfig-py list --layers --json": "",
            "vkconfig-py list --programs": tr("chosen before, running, tools, games, applications"),
            "vkconfig-py list --views": tr("whose view of the machine --as can take"),
        },
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--layers", action="store_true", help=tr("list layers instead"))
    what.add_argument("--programs", action="store_true", help=tr("list programs to run instead"))
    what.add_argument("--views", action="store_true", help=tr("list views of the machine instead"))
    add_demo(parser)


def add_configurations(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "configurations",
        tr("list, select, import, export, make, rename, move, delete and reset configurations"),
        {
            "vkconfig-py configurations": "",
            "vkconfig-py configurations export Debugging --output debugging.json": "",
            "vkconfig-py configurations export Debugging --format vkconfig": "",
            "vkconfig-py configurations import debugging.json ~/vkconfig/Validation.json": "",
            'vkconfig-py configurations rename Debugging "My checks"': "",
            "vkconfig-py configurations move Debugging --before Games": "",
            "vkconfig-py configurations select Debugging": "",
            "vkconfig-py configurations reset --all": tr("the built-in ones, as they are shipped"),
        },
        json="",
    )
    parser.set_defaults(json=False)
    _add_actions(parser)


def _add_actions(parser: argparse.ArgumentParser) -> None:
    add_json(parser)
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    add_json(
        actions.add_parser("list", help=tr("list them (this is what happens without an action)"))
    )
    reader = actions.add_parser("import", help=tr("add those in files, VkConfig's too"))
    reader.add_argument("file", nargs="+", metavar="FILE")
    add_json(reader)
    writer = actions.add_parser("export", help=tr("write one for another machine"))
    add_named(writer)
    add_target(writer)
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
        add_named(actions.add_parser(action, help=text))
    _add_rename(actions.add_parser("rename", help=tr("give one another name")))
    _add_move(actions.add_parser("move", help=tr("put one above or below another")))
    _add_reset(actions.add_parser("reset", help=tr("reset a built-in one to what is shipped")))
    for one in actions.choices.values():
        one.set_defaults(parser=one)


def _add_rename(parser: argparse.ArgumentParser) -> None:
    add_named(parser)
    parser.add_argument("to", metavar="NEW_NAME")


def _add_move(parser: argparse.ArgumentParser) -> None:
    add_named(parser)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--before", metavar="OTHER", help=tr("move it above this one"))
    where.add_argument("--after", metavar="OTHER", help=tr("move it below this one"))


def _add_reset(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("name", nargs="?", metavar="NAME", help=tr("name or key of a configuration"))
    which.add_argument(
        "--all", action="store_true", help=tr("every built-in one, deleted ones too")
    )
    add_json(parser)


def add_open(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "open",
        tr("what a file or folder of another program would become here; reports are shown"),
        {
            "vkconfig-py open ~/.local/share/vulkan/loader_settings.d/vk_loader_settings.json": "",
            "vkconfig-py open vk_layer_settings.txt --import": "",
            "vkconfig-py open ~/.local/share/vulkan/lunarg-vkconfig --import": "",
            "vkconfig-py open report.json": tr("show the machine of a saved report"),
            "vkconfig-py open ~/sdk --import": tr("search the folders with layers in it"),
        },
    )
    parser.add_argument("file", metavar="FILE", help=tr("the file or folder; it stays as it is"))
    parser.add_argument(
        "--import",
        dest="keep",
        action="store_true",
        help=tr("keep it: as your own configurations, and as folders to search for layers"),
    )
    parser.add_argument(
        "--yes", action="store_true", help=tr("add more than 20 folders without a question")
    )


def add_generate(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "generate",
        tr("documentation, settings, scripts and code of a configuration or of layers"),
        {
            "vkconfig-py generate html --layer KHRONOS_validation --output validation.html": "",
            "vkconfig-py generate markdown --layer ./VkLayer_mine.json": "",
            "vkconfig-py generate settings --configuration Debugging": "",
            "vkconfig-py generate cpp --configuration Debugging --output src/": "",
        },
    )
    # A metavar: the usage line would repeat all choices.
    parser.add_argument("kind", metavar="KIND", choices=KINDS, help=", ".join(KINDS))
    parser.add_argument(
        "--configuration", metavar="NAME", help=tr("its values (default: the selected one)")
    )
    parser.add_argument(
        "--layer",
        action="append",
        default=[],
        metavar="L",
        help=tr(
            "only this layer, or the layers of this manifest; also several times. "
            "Without --configuration the layer's own defaults"
        ),
    )
    add_target(parser)
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help=tr("print the file that would be written; write nothing"),
    )
    add_demo(parser)


def add_log(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "log",
        tr("what the loader prints for programs under a configuration"),
        {
            "vkconfig-py log Debugging": tr("what it prints now"),
            "vkconfig-py log Debugging error warn layer": "",
            "vkconfig-py log Debugging --off": tr("leave it to the loader again"),
        },
    )
    _add_configuration(parser)
    parser.add_argument(
        "messages",
        nargs="*",
        metavar="MESSAGES",
        help=tr("kinds of messages: error, warn, info, debug, perf, layer, driver"),
    )
    parser.add_argument("--off", action="store_true", help=tr("no messages beside the usual ones"))


def add_drivers(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "drivers",
        tr("driver manifests that a configuration adds to those that the loader finds"),
        {
            "vkconfig-py drivers Debugging --add ~/mesa/share/vulkan/icd.d": "",
            "vkconfig-py drivers Debugging --off radeon_icd.x86_64.json": "",
            "vkconfig-py drivers Debugging --remove radeon_icd.x86_64.json": "",
        },
    )
    _add_configuration(parser)
    _add_list_edits(
        parser,
        add=tr("a manifest, or every driver manifest of a folder; also several times"),
        remove=tr("forget one that was added"),
        on=tr("use one that was turned off"),
        off=tr("leave one out, but remember it"),
    )


_WAYS = ("automatic", "drivers-select", "id-filters", "device-select", "driver-files", "mesa",
         "dri-prime", "nvidia", "settings")  # fmt: skip


def add_choosing(parser: argparse.ArgumentParser) -> None:
    """Add the actions of the command "devices" on a configuration."""
    add_json(parser)
    parser.add_argument(
        "--prove", metavar="NAME", help=tr("ask the real loader what programs get of a choice")
    )
    parser.add_argument(
        "--applied",
        action="store_true",
        help=tr("with --prove: as it would be applied, not launched"),
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    chooser = actions.add_parser("choose", help=tr("choose, order or hide devices"))
    add_named(chooser)
    chooser.add_argument(
        "device",
        nargs="*",
        metavar="DEVICE",
        help=tr("number, UUID, PCI address or part of a name, as devices lists them"),
    )
    which = chooser.add_mutually_exclusive_group()
    which.add_argument("--only", nargs="+", metavar="DEVICE", help=tr("these and no others"))
    which.add_argument("--first", nargs="+", metavar="DEVICE", help=tr("these before all others"))
    which.add_argument(
        "--order", nargs="+", metavar="DEVICE", help=tr("these alone, in this order")
    )
    which.add_argument("--hide", nargs="+", metavar="DEVICE", help=tr("all but these"))
    which.add_argument("--auto", action="store_true", help=tr("every device again"))
    chooser.add_argument(
        "--by",
        choices=_WAYS,
        metavar="WAY",
        help=tr(
            "the method for this choice (default: what fits best); without devices, these "
            "stay: {ways}",
            ways=", ".join(_WAYS),
        ),
    )
    ways = actions.add_parser(
        "ways", help=tr("by which methods devices can be chosen here, and why not by others")
    )
    ways.add_argument("name", nargs="?", metavar="NAME", help=tr("default: the selected one"))
    add_json(ways)
    for one in actions.choices.values():
        one.set_defaults(parser=one)


def add_set(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "set",
        tr("turn a layer, a driver or all other layers of a configuration on or off"),
        {
            "vkconfig-py set Debugging KHRONOS_validation on": "",
            "vkconfig-py set Debugging mangohud off": "",
            "vkconfig-py set Debugging lvp_icd.x86_64.json only": "",
            "vkconfig-py set Debugging mangohud forget": tr("with its place and settings"),
            "vkconfig-py set Debugging KHRONOS_validation --copy newest": "",
            "vkconfig-py set Debugging others off": tr("layers that it does not name"),
        },
    )
    _add_configuration(parser)
    parser.add_argument(
        "name",
        metavar="WHAT",
        help=tr(
            "a layer or part of its name, or the manifest of a driver; others: "
            "every layer that the configuration does not name"
        ),
    )
    parser.add_argument(
        "control",
        nargs="?",
        choices=("on", "off", "auto", "only", "forget"),
        help=tr(
            "only: this driver and no other; forget: remove the layer with its place and settings"
        ),
    )
    parser.add_argument(
        "--copy",
        metavar="FILE",
        help=tr(
            "use the layer from this manifest; newest: the highest version; loader: its choice"
        ),
    )


def add_move(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "move",
        tr("put a layer elsewhere in the chain of a configuration"),
        {
            "vkconfig-py move Debugging KHRONOS_validation --first": "",
            "vkconfig-py move Debugging mangohud --below KHRONOS_validation": "",
            "vkconfig-py move Debugging mangohud --to 2": "",
            "vkconfig-py move Debugging --reset": tr("no layer has a place of its own"),
        },
    )
    _add_configuration(parser)
    parser.add_argument(
        "layer",
        nargs="?",
        metavar="LAYER",
        help=tr("its name or part of it; others: all that have no place"),
    )
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--first", action="store_true", help=tr("nearest to the program"))
    where.add_argument("--last", action="store_true", help=tr("nearest to the drivers"))
    where.add_argument("--to", type=int, metavar="N", help=tr("the N-th place from the program"))
    where.add_argument(
        "--above", metavar="LAYER", help=tr("before this one, seen from the program")
    )
    where.add_argument(
        "--below", metavar="LAYER", help=tr("behind this one, seen from the program")
    )
    where.add_argument("--reset", action="store_true", help=tr("the order of the loader again"))


def add_setting(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "setting",
        tr("the settings of a layer in a configuration: shown, changed, reset"),
        {
            "vkconfig-py setting Debugging KHRONOS_validation": tr("all of them"),
            "vkconfig-py setting Debugging KHRONOS_validation fine_grained_locking false": "",
            "vkconfig-py setting Debugging mangohud fps_limit --add 60": "",
            "vkconfig-py setting Debugging KHRONOS_validation message_id_filter --add VUID-x": tr(
                "this message never again"
            ),
            "vkconfig-py setting Debugging KHRONOS_validation --preset Synchronization": "",
            "vkconfig-py setting Debugging KHRONOS_validation --reset": "",
            "vkconfig-py setting Debugging KHRONOS_validation --no-written": "",
        },
    )
    _add_configuration(parser)
    parser.add_argument("layer", metavar="LAYER", help=tr("its name or part of it"))
    parser.add_argument("key", nargs="?", metavar="KEY", help=tr("key or label of one setting"))
    change = parser.add_mutually_exclusive_group()
    change.add_argument(
        "value", nargs="?", metavar="VALUE", help=tr("its new value; flags and lists with commas")
    )
    change.add_argument("--add", metavar="PART", help=tr("add a flag, or an entry of a list"))
    change.add_argument("--remove", metavar="PART", help=tr("remove a flag, or an entry of a list"))
    change.add_argument("--off", metavar="PART", help=tr("keep an entry of a list, not written"))
    change.add_argument("--on", metavar="PART", help=tr("write an entry of a list again"))
    change.add_argument("--preset", metavar="P", help=tr("the values of a preset of the layer"))
    change.add_argument(
        "--reset", action="store_true", help=tr("what the layer has by itself; without KEY for all")
    )
    change.add_argument(
        "--written",
        action=argparse.BooleanOptionalAction,
        help=tr("write the settings of this layer, or only keep them in the configuration"),
    )


def add_build(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "build",
        tr("layers that you write: added from a library or manifest, and watched"),
        {
            "vkconfig-py build add build/libVkLayer_mine.so --to Debugging": "",
            "vkconfig-py build watch": tr("what each rebuild changes; Ctrl+C ends it"),
            "vkconfig-py build remove mine": "",
        },
        json="",
    )
    parser.set_defaults(json=False)
    add_json(parser)
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    add_json(
        actions.add_parser("list", help=tr("list them (this is what happens without an action)"))
    )
    adder = actions.add_parser("add", help=tr("search for it, and turn it on first in the chain"))
    adder.add_argument("file", metavar="FILE", help=tr("a library, or a manifest that names one"))
    adder.add_argument("--to", required=True, metavar="NAME", help=tr("the configuration"))
    adder.add_argument("--name", default="", metavar="L", help=tr("name of the layer"))
    remover = actions.add_parser("remove", help=tr("stop searching for it; no file is deleted"))
    remover.add_argument("layer", metavar="LAYER", help=tr("its name or part of it"))
    watcher = actions.add_parser("watch", help=tr("open it now and after each rebuild"))
    watcher.add_argument("layer", nargs="?", metavar="LAYER", help=tr("default: the latest"))
    watcher.add_argument("--once", action="store_true", help=tr("look once, and end"))
    for one in (adder, remover, watcher):
        add_json(one)
    for one in actions.choices.values():
        one.set_defaults(parser=one)


def add_undo(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "undo",
        tr("undo what the latest command changed in configurations and folders"),
        {
            "vkconfig-py undo": tr("of the latest command; again for the one before"),
            "vkconfig-py undo --list": tr("what can be undone"),
            "vkconfig-py redo": tr("what was undone is done again"),
            "vkconfig-py withdraw": tr("what was applied is withdrawn instead"),
            "vkconfig-py problems --undo": "",
        },
    )
    parser.add_argument("--list", action="store_true", help=tr("list the steps; change nothing"))


def add_redo(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "redo",
        tr("do again what undo took back, until another command changes something"),
        {
            "vkconfig-py redo": tr("the step that was undone last; again for the one before"),
            "vkconfig-py redo --list": tr("what can be redone"),
        },
    )
    parser.add_argument("--list", action="store_true", help=tr("list the steps; change nothing"))


def add_programs(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "programs",
        tr("the programs that a configuration is for"),
        {
            "vkconfig-py programs Debugging --add /usr/bin/vkcube": "",
            "vkconfig-py programs Debugging --off vkcube": "",
        },
    )
    _add_configuration(parser)
    _add_list_edits(
        parser,
        add=tr("a program; also several times"),
        remove=tr("remove one from the list"),
        on=tr("use the configuration for one that was turned off"),
        off=tr("keep one in the list without using it"),
    )


def add_options(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "options",
        tr("the option sets of a program: arguments, folder, variables, log file"),
        {
            "vkconfig-py options vkcube": "",
            'vkconfig-py options vkcube --new Long --arguments "--c 10000" --set MANGOHUD=1': "",
            "vkconfig-py options vkcube --change Long --log '~/logs/{program}-{date}-{n}.log'": "",
            'vkconfig-py options vkcube --change Long --rename "10000 frames"': "",
            "vkconfig-py options vkcube --delete Long": "",
        },
    )
    parser.add_argument("program", metavar="PROGRAM", help=tr("a path, or a name found in PATH"))
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--new", metavar="NAME", help=tr("add a set; one that is taken gets a number")
    )
    which.add_argument("--change", metavar="NAME", help=tr("change a set"))
    which.add_argument("--delete", metavar="NAME", help=tr("delete a set"))
    parser.add_argument(
        "--copy", metavar="NAME", help=tr("begin the new set as a copy of this one")
    )
    parser.add_argument("--rename", metavar="NAME", help=tr("give the changed set another name"))
    parser.add_argument(
        "--arguments", metavar="TEXT", help=tr("its arguments, quoted as in a shell")
    )
    parser.add_argument(
        "--folder", metavar="DIR", help=tr("its working folder; '' for the current")
    )
    add_variable_edits(
        parser,
        sets=tr("a variable NAME=value; it wins over the configuration's; also several times"),
        leaves=tr("a variable that it leaves to the configuration again; also several times"),
    )
    parser.add_argument(
        "--log",
        metavar="PATTERN",
        help=tr(
            "the file that each launch writes its output to; {program}, "
            "{configuration}, {options}, {date}, {time} and {n}, a number that is "
            "free, are replaced; '' for none"
        ),
    )
    parser.add_argument(
        "--append",
        action=argparse.BooleanOptionalAction,
        help=tr("append to that file (default: start it anew)"),
    )


def add_folders(commands: Commands[Parser]) -> None:
    parser = add_command(
        commands,
        "folders",
        tr("folders and manifests of your own that are searched for layers"),
        {
            "vkconfig-py folders": "",
            "vkconfig-py folders --add ~/sdk/share/vulkan/explicit_layer.d": "",
            "vkconfig-py folders --off ~/sdk/share/vulkan/explicit_layer.d": "",
            "vkconfig-py folders --leave-out ~/sdk/share/vulkan/explicit_layer.d/old.json": "",
        },
    )
    _add_list_edits(
        parser,
        add=tr("a folder or a manifest; also several times"),
        remove=tr("stop searching one"),
        on=tr("search one again that was turned off"),
        off=tr("leave one out, but remember it"),
    )
    _add_list_edits(
        parser,
        switch_kind=tr("treat the layers of one as implicit instead of explicit, or the other way"),
        leave_out=tr("leave out a manifest of a folder"),
        take_in=tr("include a manifest of a folder again"),
    )
    parser.add_argument(
        "--implicit", action="store_true", help=tr("those that are added contain implicit layers")
    )


def _add_list_edits(parser: argparse.ArgumentParser, **helps: str) -> None:
    for name, text in helps.items():
        option = f"--{name.replace('_', '-')}"
        parser.add_argument(option, action="append", default=[], metavar="PATH", help=text)


def _add_configuration(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("configuration", metavar="NAME", help=tr("name or key of a configuration"))
