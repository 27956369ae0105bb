"""explain, list and verify: commands that only look."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence

from vkconfig_py.cli.asking import Asked, ask_launch
from vkconfig_py.cli.chain import TONES
from vkconfig_py.cli.exits import Exit, Stop
from vkconfig_py.cli.machine import Machine, open_machine
from vkconfig_py.cli.output import Output, plain, wrap
from vkconfig_py.loader.discover import discover
from vkconfig_py.loader.explaining.others import other_subjects
from vkconfig_py.loader.explaining.sentences import sentence, word
from vkconfig_py.loader.explaining.story import story
from vkconfig_py.loader.host import Host
from vkconfig_py.loader.options import application_of, hypothesis_of
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.loader.verdicts import Mark, Step, Verdict
from vkconfig_py.loader.whatif import Hypothesis

_MOST_SHOWN = 6
_MARKS = {Mark.PASS: "✓", Mark.AGAINST: "✗", Mark.NEUTRAL: "–"}
_MARK_TONES = {Mark.PASS: "ok", Mark.AGAINST: "error", Mark.NEUTRAL: "faint"}


def run_explain(options: argparse.Namespace, output: Output) -> int:
    """Tell the story of a layer, a driver or anything else that the report decides about."""
    name = options.name.strip()
    if not name:
        text = (
            "Say what to explain: a layer, a driver manifest, a variable, a pattern, an extension"
        )
        raise Stop(text, Exit.USAGE)
    with open_machine(demo=options.demo) as machine:
        host, profile = assume(hypothesis_of(options), machine)
        report = discover(host, application_of(options), profile)
        subject = _subject(name, report)
        steps = story(report, subject)
        output.line(output.paint(plain(subject), "strong"))
        verdict = _verdict(subject, report)
        if verdict is not None:
            tone = TONES.get(verdict.outcome, "faint")
            reason = plain(sentence(verdict, report))
            output.line(f"{output.paint(word(verdict.outcome), tone)}: {reason}")
        output.line()
        for step in steps:
            _tell(step, output)
    return Exit.OK


def assume(supposed: Hypothesis, machine: Machine) -> tuple[Host, LoaderProfile]:
    """Return host and loader of a machine under an assumption."""
    if supposed.root is None and supposed.pointer_bits is None:
        return supposed.apply(machine.host, machine.profile)
    from vkconfig_py.loader.__main__ import suppose

    host, profile, _ = suppose(supposed, machine.host, None)
    return host, profile


def _subject(name: str, report: LoaderReport) -> str:
    """Find what is meant by a name, or by a part of one that fits nothing else.

    Raises:
        Stop: nothing has that name, or more than one thing has.
    """
    layers = _known(report)
    others = other_subjects(report)
    base = {one: one[one.rfind("/") + 1 :] for one in layers}
    tries: tuple[tuple[Sequence[str], Callable[[str], bool]], ...] = (
        (layers, lambda one: name in (one, base[one])),
        (others, lambda one: one == name),
        (layers, lambda one: one.removeprefix("VK_LAYER_") == name),
        (layers, lambda one: name.casefold() in one.casefold()),
        (others, lambda one: name.casefold() in one.casefold()),
    )
    for known, fits in tries:
        found = [one for one in known if fits(one)]
        if len(found) == 1:
            return found[0]
        if found:
            shown = ", ".join(found[:_MOST_SHOWN])
            more = f" and {len(found) - _MOST_SHOWN} more" if len(found) > _MOST_SHOWN else ""
            raise Stop(f"“{name}” may be {shown}{more}", Exit.NOT_FOUND)
    raise Stop(
        f"Nothing here is called “{name}”: no layer, driver, variable, pattern, extension or "
        "settings file; vkconfig-py list --layers shows the layers",
        Exit.NOT_FOUND,
    )


def _known(report: LoaderReport) -> list[str]:
    layers = [layer.name if layer.manifest else layer.file for layer in report.found]
    return list(dict.fromkeys([*layers, *(driver.file for driver in report.drivers)]))


def _verdict(subject: str, report: LoaderReport) -> Verdict | None:
    layers = [layer for layer in report.found if subject in (layer.name, layer.file)]
    if layers:
        return next((one for one in layers if one.position >= 0), layers[0]).verdict
    drivers = [driver.verdict for driver in report.drivers if driver.file == subject]
    found = drivers or [verdict for verdict in report.verdicts if verdict.subject == subject]
    return found[0] if found else None


def _tell(step: Step, output: Output) -> None:
    mark = output.paint(_MARKS[step.mark], _MARK_TONES[step.mark])
    lines = wrap(plain(step.text), output.width - 4)
    strong = "strong" if step.decisive else ""
    output.line(f" {mark}  {output.paint(lines[0], strong)}")
    for more in lines[1:]:
        output.line(f"    {output.paint(more, strong)}")
    place = f"{step.file}:{step.line}" if step.line else step.file
    for text in filter(None, (place, step.note)):
        output.line(f"    {output.paint(plain(text), 'faint')}")


def run_list(options: argparse.Namespace, output: Output) -> int:
    """List configurations, or layers."""
    with open_machine(demo=options.demo) as machine:
        if options.layers:
            _list_layers(discover(machine.host, profile=machine.profile), options.json, output)
            return Exit.OK
        from vkconfig_py.model.applying.apply import read_applied
        from vkconfig_py.model.documents.shipped import is_edited

        loaded = machine.load(output)
        workspace = loaded.workspace
        applied = {one.configuration.key: one.programs for one in read_applied(machine.paths)}
        rows = [
            {
                "name": one.name,
                "key": one.key,
                "program": one.target.program,
                "selected": one.key == workspace.current.key,
                "applied_to": list(applied[one.key]) if one.key in applied else None,
                "built_in": bool(one.built_in),
                "edited": is_edited(one, loaded.shipped),
            }
            for one in workspace.configurations
        ]
    if options.json:
        output.line(json.dumps(rows, indent=1))
        return Exit.OK
    wide = max(len(plain(str(row["name"]))) for row in rows)
    for row in rows:
        programs = row["applied_to"]
        state = "" if programs is None else "applied to " + _programs(programs)
        name = plain(str(row["name"])).ljust(wide)
        kind = "built in, edited" if row["edited"] else "built in" if row["built_in"] else ""
        shown = (output.paint(state, "warn"), plain(str(row["program"])), kind)
        output.line("  ".join([output.paint(name, "strong"), *filter(None, shown)]).rstrip())
    return Exit.OK


def _programs(programs: object) -> str:
    names = [plain(str(one)) for one in programs] if isinstance(programs, list) else []
    return ", ".join(names) or "every program"


def _list_layers(report: LoaderReport, as_json: bool, output: Output) -> None:
    if as_json:
        rows = [
            {
                "name": layer.name,
                "manifest": layer.file,
                "kind": "implicit" if layer.implicit else "explicit",
                "outcome": layer.verdict.outcome.value,
                "reason": sentence(layer.verdict, report),
            }
            for layer in report.found
        ]
        output.line(json.dumps(rows, indent=1))
        return
    for layer in report.found:
        kind = "implicit" if layer.implicit else "explicit"
        state = output.paint(
            word(layer.verdict.outcome).ljust(8), TONES.get(layer.verdict.outcome, "faint")
        )
        output.line(
            f"{state}{kind}  {plain(layer.name)}  {output.paint(plain(layer.file), 'faint')}"
        )


def run_verify(options: argparse.Namespace, output: Output) -> int:
    """Compare a prediction with the real loader."""
    from vkconfig_py.model.applying.verify import verify

    with open_machine() as machine:
        report = discover(machine.host, profile=machine.profile)
        if options.name is not None:
            configuration = machine.effective(options.name, output)
            asked: Asked = ask_launch(machine, configuration)
            report = asked.answer.report
        found = verify(report)
    for place, name in enumerate(found.predicted, 1):
        output.line(f" {place:<2} {plain(name)}")
    if not found.predicted:
        output.line(" no layers")
    if found.note:
        output.line(plain(found.note))
    if not found.agreed:
        raise Stop(found.difference)
    output.line(output.paint("The real loader agrees.", "ok"))
    return Exit.OK
