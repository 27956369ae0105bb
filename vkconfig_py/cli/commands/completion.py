"""completion: a script with which a shell completes command lines of this program."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from vkconfig_py.cli.arguments import CommandParser, add_json
from vkconfig_py.cli.context import open_machine
from vkconfig_py.cli.output import Exit, Output, plain
from vkconfig_py.cli.parser import make_parser
from vkconfig_py.cli.subjects import LAYER_OR_OTHERS, OTHERS_ARGUMENT
from vkconfig_py.cli.workspace import load, make_editing_machine
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.configuration.preferences import PREFERENCES

_LAYER_NAME_PREFIX = "VK_LAYER_"

# Each asks this program for the words, a tab and what the word means behind each; where there are
# none, the shell offers files.
SCRIPTS = {
    "bash": r"""# In ~/.bashrc: eval "$(vkconfig-py completion bash)"
_vkconfig_py() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        COMPREPLY+=("$(printf '%q' "${line%%$'\t'*}")")
    done < <(vkconfig-py completion -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _vkconfig_py vkconfig-py
""",
    "zsh": r"""#compdef vkconfig-py
# vkconfig-py completion zsh > a folder of $fpath/_vkconfig-py
_vkconfig_py() {
    local line word
    local -a found
    while IFS= read -r line; do
        word=${line%%$'\t'*}
        found+=("${word//:/\\:}:${line#*$'\t'}")
    done < <(vkconfig-py completion -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)
    if (( $#found )); then _describe -V vkconfig-py found; else _files; fi
}
compdef _vkconfig_py vkconfig-py
""",
    "fish": r"""# vkconfig-py completion fish > ~/.config/fish/completions/vkconfig-py.fish
function __vkconfig_py
    set -l words (commandline -opc) (commandline -ct)
    vkconfig-py completion -- $words[2..] 2>/dev/null
end
complete -c vkconfig-py -a '(__vkconfig_py)'
""",
}


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        'eval "$(vkconfig-py completion bash)"': tr("load completions into this shell"),
        "vkconfig-py completion fish > ~/.config/fish/completions/vkconfig-py.fish": "",
    }
    add_json(parser)
    parser.takes_program = True
    parser.usage = "vkconfig-py completion [-h] [--json] SHELL"
    parser.add_argument(
        "shell",
        nargs="?",
        choices=SCRIPTS,
        metavar="SHELL",
        help="bash, zsh, fish",
    )


def run(options: argparse.Namespace, output: Output) -> int:
    if bool(options.program) is (options.shell is not None):
        options.parser.error(tr("specify a shell: bash, zsh or fish"))
    if options.shell is not None:
        script = SCRIPTS[options.shell]
        output.document(script)
        output.outcome({"content": script})
        return Exit.OK
    candidates = find_candidates(options.program, output)
    # As a document: a line for people would show the tab as an escape.
    output.document(
        "".join(
            f"{plain(candidate.word)}\t{plain(candidate.description)}\n" for candidate in candidates
        )
    )
    output.outcome({"words": [candidate.word for candidate in candidates]})
    return Exit.OK


class Completion(NamedTuple):
    """A word that can stand where the cursor is; `description` says what it is in a line."""

    word: str
    description: str = ""


class _TypedWords(NamedTuple):
    """Where the cursor is: a command's parser, and what was typed for it.

    Attributes:
        argument: the argument that the word at the cursor is of; None for an option's name or
            where none is left.
    """

    parser: CommandParser
    argument: argparse.Action | None


def find_candidates(words: Sequence[str], output: Output) -> list[Completion]:
    """Return the candidates for the last of the words, or [] where the shell offers files."""
    parser = make_parser(words[:-1])
    if words[-1] == "=":
        words = (*words, "")
    # bash breaks --option=value into three words.
    *words_before, last = (word for word in words if word != "=")
    last = last.replace("\\", "").lstrip("'\"")
    if "--" in words_before:  # the words of a program
        return []
    typed_words = _parse_words(parser, words_before)
    if last.startswith("-"):
        completions = list(_complete_options(typed_words.parser, words_before))
    else:
        completions = list(_complete_values(typed_words.argument, last, output))
    # Names are taken in any case, as the commands take them.
    return [
        completion
        for completion in completions
        if completion.word.casefold().startswith(last.casefold())
    ]


def _parse_words(parser: CommandParser, words: Sequence[str]) -> _TypedWords:
    """Follow the words through commands and options, as argparse would."""
    positionals = _list_positionals(parser)
    options = _index_options(parser)
    waiting_action: argparse.Action | None = None
    for number, word in enumerate(words):
        if word.startswith("-"):
            waiting_action = options.get(word)
            waiting_action = (
                waiting_action if waiting_action is not None and waiting_action.nargs != 0 else None
            )
        elif waiting_action is not None:
            waiting_action = waiting_action if waiting_action.nargs in ("+", "*") else None
        elif positionals:
            if word in parser.subparsers:
                return _parse_words(parser.subparsers[word], words[number + 1 :])
            positionals = positionals if positionals[0].nargs in ("*", "+") else positionals[1:]
    return _TypedWords(parser, waiting_action or next(iter(positionals), None))


def _list_positionals(parser: CommandParser) -> list[argparse.Action]:
    # argparse has no public list of its arguments.
    return [action for action in parser._actions if not action.option_strings]


def _index_options(parser: CommandParser) -> dict[str, argparse.Action]:
    """Return the options of a parser by all their names."""
    return {name: action for action in parser._actions for name in action.option_strings}


def _complete_options(parser: CommandParser, words_before: Sequence[str]) -> Iterator[Completion]:
    """Yield the long options that can follow. One that is not repeatable is left out once given."""
    for action in parser._actions:
        repeats = isinstance(action, argparse._AppendAction)
        if repeats or not {*action.option_strings} & {*words_before}:
            for name in action.option_strings:
                if name.startswith("--"):
                    yield Completion(name, (action.help or "").replace(argparse.SUPPRESS, ""))


def _complete_values(
    action: argparse.Action | None, last: str, output: Output
) -> Iterator[Completion]:
    """Yield the candidates for the value of an option or positional argument."""
    if action is None:
        return
    if isinstance(action, argparse._SubParsersAction):
        for choices_action in action._choices_actions:
            yield Completion(choices_action.dest, choices_action.help or "")
    elif action.choices is not None:
        yield from (Completion(str(choice)) for choice in action.choices)
    else:
        yield from _complete_names(action, last, output)


def _complete_names(action: argparse.Action, last: str, output: Output) -> Iterator[Completion]:
    """Yield names of this machine and of the configurations, as the argument's metavar says."""
    if action.metavar == "NAME" and action.dest in ("name", "configuration"):
        yield from _complete_configurations(output)
    elif action.metavar == "PREFERENCE":
        yield from _complete_preferences()
    elif action.metavar == "DRIVER":
        yield from _complete_drivers()
    elif action.metavar in ("LAYER", LAYER_OR_OTHERS, "SUBJECT"):
        if action.metavar == LAYER_OR_OTHERS:
            yield Completion(OTHERS_ARGUMENT, tr("every layer not listed in the configuration"))
        is_full_name = last.startswith("V")
        for layer in _complete_layers():
            short_name = layer.word.removeprefix(_LAYER_NAME_PREFIX)
            yield layer if is_full_name else layer._replace(word=short_name)


def _complete_configurations(output: Output) -> Sequence[Completion]:
    workspace = load(make_editing_machine(), output).workspace
    return [
        Completion(configuration.name, tr("configuration"))
        for configuration in workspace.configurations
    ]


def _complete_preferences() -> Sequence[Completion]:
    return [Completion(preference.key, preference.label) for preference in PREFERENCES]


def _complete_layers() -> list[Completion]:
    manifests = {
        layer.name: layer.manifest
        for layer in _discover_here().found_layers
        if layer.manifest is not None
    }
    return [Completion(name, manifest.description) for name, manifest in manifests.items()]


def _complete_drivers() -> Iterator[Completion]:
    for driver in _discover_here().drivers:
        yield Completion(get_base_name(driver.file), driver.file)


def _discover_here() -> LoaderReport:
    """Return the report of this machine, without remedies."""
    with open_machine() as machine:
        return discover(machine.host, None, machine.profile, machine.cache, with_remedies=False)
