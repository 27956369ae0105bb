"""completion: a script with which a shell completes command lines of this program."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from vkconfig_py.cli.arguments import CommandParser, add_json
from vkconfig_py.cli.candidates import Candidate, Names, find_candidates
from vkconfig_py.cli.context import open_machine
from vkconfig_py.cli.output import Exit, Output, plain
from vkconfig_py.cli.parser import make_parser
from vkconfig_py.cli.workspace import edit_only, load
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.discover import discover

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
        'eval "$(vkconfig-py completion bash)"': tr("for this shell"),
        "vkconfig-py completion fish > ~/.config/fish/completions/vkconfig-py.fish": "",
    }
    add_json(parser)
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
        options.parser.error(tr("name a shell: bash, zsh or fish"))
    if options.shell is not None:
        script = SCRIPTS[options.shell]
        output.document(script)
        output.outcome({"content": script})
        return Exit.OK
    names = Names(lambda: _configurations(output), _layers, _preferences)
    first, *rest = options.program
    found = find_candidates(make_parser(first if rest else ""), options.program, names)
    # As a document: a line for people would show the tab as an escape.
    output.document("".join(f"{plain(one.word)}\t{plain(one.about)}\n" for one in found))
    output.outcome({"words": [one.word for one in found]})
    return Exit.OK


def _configurations(output: Output) -> Sequence[Candidate]:
    workspace = load(edit_only(), output).workspace
    return [Candidate(one.name, tr("configuration")) for one in workspace.configurations]


def _preferences() -> Sequence[Candidate]:
    from vkconfig_py.model.configuration.preferences import PREFERENCES

    return [Candidate(one.key, one.label) for one in PREFERENCES]


def _layers() -> Sequence[Candidate]:
    with open_machine() as machine:
        report = discover(machine.host, None, machine.profile, machine.cache, with_remedies=False)
    found = {one.name: one.manifest for one in report.found if one.manifest is not None}
    return [Candidate(name, manifest.description) for name, manifest in found.items()]
