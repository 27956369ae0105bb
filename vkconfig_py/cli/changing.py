"""apply and withdraw: commands that write to the system."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from vkconfig_py.cli.asking import applied_question, ask_applied, tell_devices, tell_plan
from vkconfig_py.cli.chain import draw_report
from vkconfig_py.cli.exits import Exit, Stop
from vkconfig_py.cli.machine import Machine, open_machine
from vkconfig_py.cli.output import Output, plain
from vkconfig_py.cli.standing import tell_running
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.model.applying.apply import NOTHING_PLANNED, apply_plan, read_applied
from vkconfig_py.model.applying.file_states import error_sentence
from vkconfig_py.model.applying.journal import changing
from vkconfig_py.model.documents.configuration import Configuration
from vkconfig_py.model.picture.asking import ANY_PROGRAM, applied_plan
from vkconfig_py.model.plan import Applied, Mechanism, Plan
from vkconfig_py.model.planning import with_applied, without_applied
from vkconfig_py.model.presence import is_there
from vkconfig_py.model.programs.listed import find_listed
from vkconfig_py.model.programs.wrappers import compared_program

NOT_IN_FORCE = "What this program had applied was no longer in force; it is forgotten now."

_WAYS = {
    "best": Mechanism.AUTOMATIC,
    "override": Mechanism.OVERRIDE,
    "settings": Mechanism.SETTINGS,
}


def run_apply(options: argparse.Namespace, output: Output) -> int:
    """Apply a configuration to its programs, to those named, or to every program."""
    with open_machine() as machine:
        configuration = machine.effective(options.name, output)
        tell_running(machine, output)
        programs = _programs(options, configuration, machine, output)
        by = _WAYS[options.by]
        if options.dry_run:
            asked = ask_applied(machine, configuration, programs, by)
            tell_plan(asked.answer.plan, output)
            tell_devices(asked, output)
            _show(asked.answer.plan, output)
            output.line(plain(asked.answer.plan.summary))
            return Exit.OK
        with _changing(machine):
            asked = ask_applied(machine, configuration, programs, by)
            plan = asked.answer.plan
            tell_plan(plan, output)
            tell_devices(asked, output)
            before = read_applied(machine.paths)
            now = time.time()
            applied = with_applied(before, configuration, programs, now, plan.mechanism)
            result = apply_plan(plan, applied, machine.paths, lasting=True)
    if result.error:
        raise Stop(result.error)
    whom = ", ".join(plain(name) for name in programs) or "every program"
    output.line(f"“{plain(configuration.name)}” is applied to {whom}: {plain(result.path)}")
    output.line(plain(plan.summary))
    if result.note:
        output.error(result.note)
    report = asked.answer.report
    if report.host.executable == ANY_PROGRAM:
        report = report._replace(host=report.host.with_executable(""))
    draw_report(report, output, whole=False)
    return Exit.OK


@contextmanager
def _changing(machine: Machine) -> Iterator[None]:
    """Keep other copies of the program from changing what is applied meanwhile."""
    try:
        with changing(machine.paths):
            yield
    except OSError as error:
        raise Stop(
            error_sentence("Nothing was changed", str(machine.paths.state), error)
        ) from error


def _programs(
    options: argparse.Namespace, configuration: Configuration, machine: Machine, output: Output
) -> tuple[str, ...]:
    """Return whom it is applied to, () for every program: whom the command names, else the list.

    Raises:
        Stop: the list leaves nobody, which must not come to mean every program.
    """
    if options.every_program:
        return ()
    if options.program:
        return tuple(_program(name, machine, output) for name in options.program)
    listed = find_listed(configuration.programs, machine.host)
    for note in listed.notes:
        output.error(note)
    if listed.leaves_nobody:
        name = plain(configuration.name)
        raise Stop(f"“{name}”: {listed.why_nobody} Say whom: --program P or --every-program")
    return listed.programs


def _program(name: str, machine: Machine, output: Output) -> str:
    """Return the path by which the loader knows a program.

    Raises:
        Stop: it cannot be started, so nothing applied could ever match it, or it is a script of
            which only a run can tell what it starts.
    """
    match = compared_program(name, machine.host)
    if not match.runs:
        raise Stop(f"{match.error}, so nothing applied can match it", Exit.NOT_FOUND)
    if not match.real:
        raise Stop(f"{match.why_unmatched}. Name the program that it starts.")
    if match.sentence:
        output.error(f"{match.name} {match.sentence}")
    return match.real


def _show(plan: Plan, output: Output) -> None:
    for file in plan.files:
        state = "Change" if is_there(Path(file.path)) else "New"
        output.line(f"{'Remove' if file.content is None else state} {plain(file.path)}")
        for line in (file.content or b"").decode("utf-8", "backslashreplace").splitlines():
            output.line(f"  {plain(line)}")


def run_withdraw(options: argparse.Namespace, output: Output) -> int:
    """Withdraw one configuration, or everything."""
    with open_machine() as machine, _changing(machine):
        applied = read_applied(machine.paths)
        rest: tuple[Applied, ...] = ()
        plan = NOTHING_PLANNED
        if options.name is not None:
            gone = _applied(options.name, applied)
            rest = without_applied(applied, gone.key)
            if rest:
                plan = _plan_rest(machine, gone, rest)
                rest = rest if plan.files else ()  # what is left may say nothing
        result = apply_plan(plan, rest, machine.paths, lasting=True)
    if result.error:
        raise Stop(result.error)
    if result.note:
        output.error(result.note)
    names = [f"“{one.configuration.name}”" for one in applied if one not in rest]
    if names:
        output.line(f"Withdrawn: {plain(', '.join(names))}")
    else:
        output.line(NOT_IN_FORCE if result.note else "Nothing was applied.")
    return Exit.OK


def _applied(name: str, applied: tuple[Applied, ...]) -> Configuration:
    for one in applied:
        if name in (one.configuration.name, one.configuration.key):
            return one.configuration
    raise Stop(f"“{name}” is not applied", Exit.NOT_FOUND)


def _plan_rest(machine: Machine, gone: Configuration, rest: tuple[Applied, ...]) -> Plan:
    return applied_plan(applied_question(machine, gone), rest, DocumentCache())
