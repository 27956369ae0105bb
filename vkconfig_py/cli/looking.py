"""explain, list and verify: commands that only look."""

from __future__ import annotations

import argparse
import json

from vkconfig_py.cli.asking import Asked, ask_launch
from vkconfig_py.cli.chain import TONES
from vkconfig_py.cli.exits import Exit, Stop
from vkconfig_py.cli.machine import open_machine
from vkconfig_py.cli.output import Output, plain, wrap
from vkconfig_py.loader.discover import discover
from vkconfig_py.loader.explain import sentence, story, word
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.loader.verdicts import Mark, Step, Verdict

_MARKS = {Mark.PASS: "✓", Mark.AGAINST: "✗", Mark.NEUTRAL: "–"}
_MARK_TONES = {Mark.PASS: "ok", Mark.AGAINST: "error", Mark.NEUTRAL: "faint"}


def run_explain(options: argparse.Namespace, output: Output) -> int:
    """Tell the story of a layer or driver."""
    with open_machine(demo=options.demo) as machine:
        host = machine.host
        if options.app_path is not None:
            host = host.with_executable(options.app_path)
        report = discover(host, profile=machine.profile)
        subject = _subject(options.name, report)
        verdict = _verdict(subject, report)
        output.line(output.paint(plain(subject), "strong"))
        tone = TONES.get(verdict.outcome, "faint")
        reason = plain(sentence(verdict, report))
        output.line(f"{output.paint(word(verdict.outcome), tone)}: {reason}")
        output.line()
        for step in story(report, subject):
            _tell(step, output)
    return Exit.OK


def _subject(name: str, report: LoaderReport) -> str:
    """Find what is meant by a name, or by a part of one that fits nothing else.

    Raises:
        Stop: nothing has that name, or more than one thing has.
    """
    known = _known(report)
    for fits in (
        lambda one: one == name,
        lambda one: one.removeprefix("VK_LAYER_") == name,
        lambda one: name.casefold() in one.casefold(),
    ):
        found = [one for one in known if fits(one)]
        if len(found) == 1:
            return found[0]
        if found:
            raise Stop(f"“{name}” may be {', '.join(found)}", Exit.NOT_FOUND)
    raise Stop(f"No layer or driver is called “{name}”; vkconfig-py list --layers", Exit.NOT_FOUND)


def _known(report: LoaderReport) -> list[str]:
    layers = [layer.name if layer.manifest else layer.file for layer in report.found]
    return list(dict.fromkeys([*layers, *(driver.file for driver in report.drivers)]))


def _verdict(subject: str, report: LoaderReport) -> Verdict:
    layers = [layer for layer in report.found if subject in (layer.name, layer.file)]
    if layers:
        return next((one for one in layers if one.position >= 0), layers[0]).verdict
    return next(driver.verdict for driver in report.drivers if driver.file == subject)


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
        from vkconfig_py.model.apply import read_applied

        workspace = machine.workspace(output)
        applied = {one.configuration.key: one.programs for one in read_applied(machine.paths)}
        rows = [
            {
                "name": one.name,
                "key": one.key,
                "program": one.target.program,
                "selected": one.key == workspace.current.key,
                "applied_to": list(applied[one.key]) if one.key in applied else None,
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
        shown = (output.paint(state, "warn"), plain(str(row["program"])))
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
    from vkconfig_py.model.verify import verify

    with open_machine() as machine:
        report = discover(machine.host, profile=machine.profile)
        if options.name is not None:
            configuration = machine.configuration(options.name, output)
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
