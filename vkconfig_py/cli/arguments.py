"""The parser of a command, and the arguments that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence

from vkconfig_py.cli.output import Exit, find_similar
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.argument_parser import JSON_OPTIONS, Parser


class CommandParser(Parser):
    """Parser of one command or action.

    Attributes:
        preface: a paragraph above the examples.
        examples: what each command line does, "" where it says so itself.
        notes: paragraphs below the examples.
        exit_codes: what each exit code of the command says.
        action: what a group of commands is to do, for modules with several actions; else "".
        takes_program: the last argument is a program: what follows its name is for the program.
    """

    action = ""
    takes_program = False
    preface = ""
    examples: Mapping[str, str] = {}
    notes: Sequence[str] = ()

    def __init__(self, **keywords: object) -> None:
        super().__init__(**keywords)
        self.exit_codes = list_usual_exit_codes()

    @property
    def subparsers(self) -> Mapping[str, CommandParser]:
        """Return the parsers of the commands, actions or verbs below this one, by name."""
        kinds = (
            action for action in self._actions if isinstance(action, argparse._SubParsersAction)
        )
        return next((kind.choices for kind in kinds), {})

    @property
    def own_exit_codes(self) -> dict[int, str]:
        """Return the exit codes that differ from those of most commands, with their meanings."""
        return dict(sorted(self.exit_codes.items() - list_usual_exit_codes().items()))

    def help_below(self) -> str:
        """Return preface, examples and notes. HelpFormatter lays them out."""
        rows = (f"  {line}\t{effect}" for line, effect in self.examples.items())
        examples = "\n".join((tr("examples:"), *rows)) if self.examples else ""
        return "\n\n".join(filter(None, (self.preface, examples, *self.notes)))

    def format_help(self) -> str:
        if self.examples:
            codes = render_exit_codes(dict(sorted(self.exit_codes.items())))
            self.epilog = "\n".join((self.help_below(), "", tr("exit codes:"), codes))
        return super().format_help()


# What users type who know an earlier form of the option, or another word for it.
_OPTION_SYNONYMS = {
    "--before": "--above",
    "--after": "--below",
    "--replace": "--force",
    "--app-path": "--program",
    "--configuration": "--config",
}


def refuse_command(name: str, known_commands: Mapping[str, str], parser: CommandParser) -> str:
    """Return the error message for an unknown command. It suggests a similar known command."""
    if similar_name := find_similar(name, known_commands):
        return tr(
            "no command named “{name}”. Did you mean “{similar}”?",
            name=name,
            similar=known_commands[similar_name],
        )
    if "--config" in parser._option_string_actions:
        return tr("no command named “{name}”. To select a configuration, use -c {name}", name=name)
    return tr("no command named “{name}”", name=name)


def refuse_arguments(
    unknown_arguments: Sequence[str], parser: CommandParser, commands: Mapping[str, str]
) -> str:
    """Return the error message for arguments that a command does not take, with what may be meant.

    `commands` has, for an unknown option, the command that it may stand for. Only an option spelled
    like it leads there: a command may delete what a mistyped option would not.
    """
    arguments = " ".join(unknown_arguments)
    option, _equals, _value = unknown_arguments[0].partition("=")
    options = [name for action in parser._actions for name in action.option_strings]
    known_options = {name: name for name in options} | {
        synonym: known_option
        for synonym, known_option in _OPTION_SYNONYMS.items()
        if known_option in options
    }
    meant_word = _find_meant_word(unknown_arguments, parser) or commands.get(option, "")
    if not meant_word and option.startswith("--"):
        meant_word = known_options.get(find_similar(option, known_options), "")
    if meant_word:
        return tr(
            "unrecognized arguments: {arguments}. Did you mean “{similar}”?",
            arguments=arguments,
            similar=meant_word,
        )
    return tr("unrecognized arguments: {arguments}", arguments=arguments)


def _find_meant_word(unknown_arguments: Sequence[str], parser: CommandParser) -> str:
    """Return the option or value that a word is meant for, as --steam for steam, or ""."""
    option, _equals, value = unknown_arguments[0].partition("=")
    if any(f"--{option}" in action.option_strings for action in parser._actions):
        return f"--{option}"
    words = {
        str(choice)
        for action in parser._actions
        if not action.option_strings
        for choice in action.choices or ()
    }
    return next((word for word in (option.removeprefix("--"), value) if word in words), "")


def list_usual_exit_codes() -> dict[int, str]:
    """Return the exit codes that most commands have, with their meanings."""
    return {
        Exit.OK: tr("done"),
        Exit.FAILED: tr("failed or refused, with a message on standard error"),
        Exit.USAGE: tr("invalid command line"),
    }


def render_exit_codes(meanings: Mapping[int, str]) -> str:
    """Return the help text about exit codes, one line each."""
    return "\n".join(f"  {code}\t{meaning}" for code, meaning in meanings.items())


def add_not_found(parser: CommandParser, meaning: str = "") -> None:
    """Add exit code 3 to the help, by default for a name that nothing has."""
    parser.exit_codes[Exit.NOT_FOUND] = meaning or tr("nothing found with the specified name")


def add_json(parser: argparse._ActionsContainer, text: str = "") -> None:
    """Add -j, --json. `text` replaces its line of help."""
    # Not False where it is left out: it may stand before an action or behind it.
    parser.add_argument(
        *JSON_OPTIONS,
        dest="json",
        action="store_true",
        default=argparse.SUPPRESS,
        help=text or tr("print JSON"),
    )


def add_demo(parser: CommandParser) -> None:
    """Add --demo, which uses a copy of the sample machine."""
    parser.add_argument(
        "--demo", action="store_true", help=tr("use the sample machine instead of this one")
    )


def add_host(parser: CommandParser) -> None:
    """Add --host to the help. Command lines with it are not parsed, but passed on."""
    # For --help alone: a command line with it goes to that machine as it is (cli.main).
    parser.add_argument(
        "--host",
        metavar="ADDRESS",
        help=tr(
            "inspect another machine: ssh:USER@HOST or ssh:HOST:PORT; nothing is installed on it"
        ),
    )


def add_output(parser: CommandParser, text: str = "", default: str | None = "-") -> None:
    """Add --output, the file that a command writes, and --force."""
    parser.add_argument(
        "-o",
        "--output",
        default=default,
        metavar="FILE",
        help=text or tr("write to a file or folder (default: standard output)"),
    )
    add_force(parser)


def add_force(parser: CommandParser) -> None:
    """Add -f, --force, which overwrites an existing file."""
    parser.add_argument(
        "-f",
        "--force",
        action="store_true",
        help=tr("overwrite an existing file"),
    )


def add_dry_run(parser: CommandParser, text: str = "") -> None:
    """Add -n, --dry-run. `text` replaces its line of help."""
    parser.add_argument(
        "-n",
        "--dry-run",
        action="store_true",
        help=text or tr("show what would change, but change nothing"),
    )


def add_started_program(parser: CommandParser, text: str = "") -> None:
    """Add a program with its arguments, which become `options.program`.

    Behind its name no argument is read as an option of ours, with and without -- before it.
    """
    parser.takes_program = True
    parser.add_argument(
        "program",
        nargs="*",
        metavar="PROGRAM",
        help=text or tr("the program and its arguments"),
    )


def add_configuration(parser: CommandParser, member: str = "configuration") -> None:
    """Add the name of a configuration, which becomes that member of the options."""
    parser.add_argument(member, metavar="NAME", help=tr("configuration name or key"))
    add_not_found(parser)


def add_selected(parser: CommandParser, text: str = "", default: str = "") -> None:
    """Add -c, the configuration that a command is about.

    Without it, `options.configuration` is `default`.
    """
    parser.add_argument(
        "-c",
        "--config",
        dest="configuration",
        default=default,
        metavar="NAME",
        help=text
        or tr("configuration name; see config list (default: the selected configuration)"),
    )
    add_not_found(parser)


def add_option_set_argument(parser: CommandParser) -> None:
    """Add --options, an option set of the program: arguments, folder and variables."""
    parser.add_argument(
        "--options",
        default="",
        metavar="SET",
        help=tr(
            "use one of the program's option sets; arguments that you type are added to "
            "the set's arguments"
        ),
    )


def add_verbs(
    parser: CommandParser,
    helps: Mapping[str, str],
    add_options: Callable[..., None] | None = add_selected,
) -> Mapping[str, CommandParser]:
    """Add verbs below an action, such as list, add and remove.

    `options.verb` is the first by default. Options that `add_options` adds may stand before and
    after the verb.
    """
    verbs = parser.add_subparsers(dest="verb", metavar="|".join(helps))
    parser.set_defaults(verb=next(iter(helps)))
    for name, text in helps.items():
        verbs.add_parser(name, help=text, description=text)
    for command_parser in (parser, *parser.subparsers.values()):
        add_json(command_parser)
    if add_options is not None:
        add_options(parser)
        for verb in parser.subparsers.values():
            # Without a default: it would replace what stands before the verb.
            add_options(verb, default=argparse.SUPPRESS)
    return parser.subparsers


def add_paths(parser: CommandParser, metavar: str, text: str) -> None:
    """Add one path or several, which become `options.paths`."""
    parser.add_argument("paths", nargs="+", metavar=metavar, help=text)
