"""adopt: what a what-if supposes becomes part of a configuration, as far as that can hold it."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.output import Exit, Output, Stop, plain
from vkconfig_py.cli.workspace import Editing
from vkconfig_py.cli.written_files import named, variable_members
from vkconfig_py.loader.api.hypothesis import Hypothesis
from vkconfig_py.loader.api.options import hypothesis_of
from vkconfig_py.loader.files.program_files import find_executable
from vkconfig_py.model.chain.what_if_picture import ADOPTED, adopt
from vkconfig_py.model.configuration.workspace_edits import edit
from vkconfig_py.model.plan.plan import FIRST_VIEW, Supposition

_NOTHING = "Nothing of this can be copied: a configuration holds variables and the program alone."


def run(options: argparse.Namespace, output: Output) -> int:
    editing = Editing.of(options.configuration, output)
    host = editing.machine.host
    supposed = _supposed(hypothesis_of(options))
    if supposed.is_empty:
        options.parser.error("say what is supposed, such as --set NAME=VALUE")
    if supposed.program is not None:
        program = find_executable(supposed.program, host)
        if program.refused is not None:
            raise Stop(f"{program.error}.", Exit.NOT_FOUND)
        supposed = supposed._replace(program=program.path)
    adoption = adopt(supposed, editing.configuration, FIRST_VIEW, host)
    if adoption is None:
        raise Stop(_NOTHING)
    changed = edit(editing.workspace, adoption.configuration, ADOPTED)
    found = editing.commit(changed, output).configuration
    output.line(plain(adoption.sentence))
    output.outcome(
        {
            "configuration": named(found),
            "variables": variable_members(found.environment),
            "program": found.target.program,
            "sentence": adoption.sentence,
        }
    )
    return Exit.OK


def _supposed(hypothesis: Hypothesis) -> Supposition:
    return Supposition(
        version=hypothesis.version,
        pointer_bits=hypothesis.pointer_bits,
        program=hypothesis.program,
        elevated=hypothesis.elevated,
        variables=tuple(dict(hypothesis.variables).items()),
        root=hypothesis.root,
        library=hypothesis.library,
        lens=hypothesis.lens,
    )
