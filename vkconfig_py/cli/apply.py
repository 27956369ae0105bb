"""apply, withdraw and overrides: commands that write to the system."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import Exit, Output, Stop, plain, wrap
from vkconfig_py.cli.planning import (
    Asked,
    applied_question,
    ask_applied,
    tell_devices,
    tell_elevated,
    tell_plan,
)
from vkconfig_py.cli.report import draw_report
from vkconfig_py.cli.written_files import (
    change_members,
    find_change,
    is_printed,
    named,
    plan_members,
    write_output,
)
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.files.own_files import only_looking
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.model.apply.apply_plan import (
    NOTHING_PLANNED,
    WHAT_STANDS,
    applied_files,
    apply_plan,
    read_applied,
)
from vkconfig_py.model.apply.found_overrides import (
    FoundOverride,
    find_overrides,
    find_running,
    remove_override,
    restore_override,
)
from vkconfig_py.model.apply.journal import changing
from vkconfig_py.model.apply.record import read_record
from vkconfig_py.model.chain.applied_plan import plan_for_system
from vkconfig_py.model.chain.compute import applied_plan
from vkconfig_py.model.chain.survey import any_program
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.files.atomic_files import error_sentence, uninterrupted
from vkconfig_py.model.files.exists import is_there
from vkconfig_py.model.plan.plan import Applied, Mechanism, Plan, with_applied, without_applied
from vkconfig_py.model.programs.matching import find_listed
from vkconfig_py.model.programs.wrappers import compared_program


def run_overrides(options: argparse.Namespace, output: Output) -> int:
    """List, remove or restore overrides."""
    with open_machine() as machine:
        if options.remove is not None:
            return _remove(options.remove, machine, output)
        if options.restore is not None:
            _stop_at(restore_override(options.restore, machine.paths))
            output.line(f"Restored: {plain(options.restore)}")
            output.outcome({"files": [change_members(options.restore, "restore")]})
            return Exit.OK
        found = _find(machine)
        tell_running(machine, output)
    if options.json:
        output.json([_override_members(one) for one in found])
        return Exit.OK
    if not found:
        output.line("No override stands on this machine.")
    for one in found:
        _list_override(one, output)
    return Exit.OK


def tell_running(machine: Machine, output: Output) -> None:
    """Say on the error output that VkConfig runs, and what that means for what is applied here."""
    running = find_running(machine.host)
    if running is not None:
        output.error(f"{running.title}. {running.sentence}")


def _find(machine: Machine) -> tuple[FoundOverride, ...]:
    return find_overrides(discover(machine.host, profile=machine.profile), machine.paths)


def _remove(path: str, machine: Machine, output: Output) -> int:
    """Remove an override; any other file is not ours to take away."""
    found = next((one for one in _find(machine) if one.path == path), None)
    if found is None:
        raise Stop(f"{path} is no override on this machine", Exit.NOT_FOUND)
    _stop_at(remove_override(path, machine.paths))
    what = f"what {found.owner} wrote into {path}" if found.sections else path
    output.line(f"Removed: {plain(what)}")
    if not found.sections and is_there(Path(path)):
        output.line("The previous file was restored.")
    output.line(f"To restore it: vkconfig-py overrides --restore {plain(path)}")
    is_back = not found.sections and is_there(Path(path))
    change = "change" if found.sections else "restore" if is_back else "remove"
    output.outcome({"files": [change_members(path, change)]})
    return Exit.OK


def _stop_at(error: str) -> None:
    if error:
        raise Stop(error)


def _override_members(one: FoundOverride) -> dict[str, object]:
    return {
        "file": one.path,
        "owner": one.owner,
        "own": one.own,
        "since": one.since,
        "valid": one.valid,
        "sentence": one.reason,
        "effect": one.effect,
        "programs": list(one.programs),
        "stale": one.stale,
        "layer_settings": one.layer_settings,
        "sections": [list(place) for place in one.sections],
    }


def _list_override(one: FoundOverride, output: Output) -> None:
    when = datetime.fromtimestamp(one.since).strftime("%Y-%m-%d %H:%M")
    state = output.paint("left behind", "warn") if one.stale else ""
    output.line(output.paint(plain(one.path), "strong"))
    who = f"{one.owner}, in a file of somebody else" if one.sections else one.owner
    output.line("    " + ", ".join(filter(None, (plain(who), f"since {when}", state))))
    for line in wrap(plain(f"It {one.effect}."), output.width - 4):
        output.line(f"    {line}")


NOT_IN_FORCE = "What this program had applied was no longer in force; it is forgotten now."

_WAYS = {
    "best": Mechanism.AUTOMATIC,
    "override": Mechanism.OVERRIDE,
    "settings": Mechanism.SETTINGS,
}


def run_apply(options: argparse.Namespace, output: Output) -> int:
    """Apply a configuration to its programs, to those named, or to every program."""
    with only_looking(is_so=options.dry_run), open_machine() as machine:
        configuration = machine.effective(options.name, output)
        tell_running(machine, output)
        programs = _programs(options, configuration, machine, output)
        by = _WAYS[options.by]
        if options.output is not None:
            return _write_for_system(options, machine, configuration, programs, output)
        if options.dry_run:
            asked = ask_applied(machine, configuration, programs, by)
            tell_plan(asked.answer.plan, output)
            tell_devices(asked, output)
            tell_elevated(asked, output)
            _show(asked.answer.plan, output)
            output.line(plain(asked.answer.plan.summary))
            output.outcome({**_applied_members(configuration, programs, asked), "dry_run": True})
            return Exit.OK
        with _changing(machine):
            asked = ask_applied(machine, configuration, programs, by)
            plan = asked.answer.plan
            tell_plan(plan, output)
            tell_devices(asked, output)
            tell_elevated(asked, output)
            members = {**_applied_members(configuration, programs, asked), "dry_run": False}
            before = read_applied(machine.paths)
            now = time.time()
            applied = with_applied(before, configuration, programs, now, plan.mechanism)
            with uninterrupted():  # what is applied is also told
                result = apply_plan(plan, applied, machine.paths, lasting=True)
                if result.error:
                    raise Stop(result.error, members={**members, "files": []})
                whom = ", ".join(plain(name) for name in programs) or "every program"
                name = plain(configuration.name)
                output.line(f"“{name}” is applied to {whom}: {plain(result.path)}")
                output.line(plain(plan.summary))
                if result.note:
                    output.error(result.note)
                output.outcome({**members, "file": result.path})
                output.flush()
    report = asked.answer.report
    if report.host.executable == any_program(report.host):
        report = report._replace(host=report.host.with_executable(""))
    draw_report(report, output, whole=False)
    return Exit.OK


def _applied_members(
    configuration: Configuration, programs: tuple[str, ...], asked: Asked
) -> dict[str, Any]:
    """Return who is applied to whom; nobody is named where it is every program."""
    chain = [active.manifest.name for active in asked.answer.report.callstack]
    return {
        "configuration": named(configuration),
        "applied_to": list(programs),
        **plan_members(asked.answer.plan),
        "chain": chain,
    }


def _write_for_system(
    options: argparse.Namespace,
    machine: Machine,
    configuration: Configuration,
    programs: tuple[str, ...],
    output: Output,
) -> int:
    """Write the override for a folder of the system where the user says.

    Raises:
        Stop: it says nothing, or the file cannot be written.
    """
    question = applied_question(machine, configuration, programs, Mechanism.OVERRIDE)
    plan = plan_for_system(question, DocumentCache())
    tell_plan(plan, output)
    if not plan.files:
        raise Stop("Nothing is written: the override would say nothing")
    (file,) = plan.files
    content = file.content or b""
    members = {
        "configuration": named(configuration),
        "applied_to": list(programs),
        **plan_members(plan),
        "belongs_into": str(Path(file.path).parent),
        "dry_run": False,
    }
    if is_printed(options.output):
        output.document(content.decode("utf-8"))
        output.outcome({**members, "files": [], "content": content.decode("utf-8")})
        return Exit.OK
    target = options.output, Path(file.path).name, content
    change = find_change(*target)
    path = write_output(*target, replace=options.replace)
    output.line(f"{path}: belongs into {Path(file.path).parent}")
    written = change_members(str(path), change, content.decode("utf-8"))
    output.outcome({**members, "files": [written], "file": str(path)})
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
        applied, stood = read_applied(machine.paths), applied_files(machine.paths)
        rest: tuple[Applied, ...] = ()
        plan = NOTHING_PLANNED
        _record, why = read_record(machine.paths)
        if why:
            raise Stop(f"Not everything could be withdrawn: {why} {WHAT_STANDS}")
        if options.name is not None:
            gone = _applied(options.name, applied)
            rest = without_applied(applied, gone.key)
            if rest:
                plan = _plan_rest(machine, gone, rest)
                rest = rest if plan.files else ()  # what is left may say nothing
        result = apply_plan(plan, rest, machine.paths, lasting=True)
        stands = applied_files(machine.paths)
    if result.error:
        raise Stop(result.error)
    if result.note:
        output.error(result.note)
    names = [f"“{one.configuration.name}”" for one in applied if one not in rest]
    if names:
        output.line(f"Withdrawn: {plain(', '.join(names))}")
    else:
        output.line(NOT_IN_FORCE if result.note else "Nothing was applied.")
    gone_now = [named(one.configuration) for one in applied if one not in rest]
    files = [_withdrawn_file(path, stands) for path in stood]
    output.outcome({"withdrawn": gone_now, "files": files})
    return Exit.OK


def _withdrawn_file(path: str, stands: tuple[str, ...]) -> dict[str, Any]:
    """Return what became of a file of ours: others still need it, or it went."""
    if path in stands:
        return change_members(path, "change")
    return change_members(path, "restore" if is_there(Path(path)) else "remove")


def _applied(name: str, applied: tuple[Applied, ...]) -> Configuration:
    for one in applied:
        if name in (one.configuration.name, one.configuration.key):
            return one.configuration
    raise Stop(f"“{name}” is not applied", Exit.NOT_FOUND)


def _plan_rest(machine: Machine, gone: Configuration, rest: tuple[Applied, ...]) -> Plan:
    return applied_plan(applied_question(machine, gone), rest, DocumentCache())
