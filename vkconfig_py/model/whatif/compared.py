"""Everything that a supposition changes, with the rule behind each change, as a story. No Qt.

The rows say what comes of it for each layer and driver; here stands the rest too: what the loader
lists, its rules, variables. What our own plan writes anew is left out: of layers the decision under
the plan is told, of variables the one without.
"""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.loader.explaining.compare import Difference, compare
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.verdicts import Kind, Mark, Outcome, Step
from vkconfig_py.model.picture.values import Picture
from vkconfig_py.model.picture.wording import short_name

_SUBJECTS = frozenset({Kind.LOADER, Kind.PROCESS, Kind.SETTINGS, Kind.LAYER, Kind.DRIVER})
_GOOD = frozenset({Outcome.LOADS.value, Outcome.ACTS.value, "VK_SUCCESS"})
_BAD = frozenset(
    {Outcome.OFF.value, Outcome.SKIPPED.value, Outcome.FAILS.value, Outcome.IGNORED.value, "absent"}
)


def tell_changes(today: Picture, simulated: Picture) -> tuple[Step, ...]:
    """Return what differs, results first, at last the rules of another loader; never nothing."""
    steps = (
        *map(_step, _differences(today, simulated)),
        *_other_rules(today.report.profile, simulated.report.profile),
    )
    return steps or (Step(Mark.NEUTRAL, "Nothing that the loader does is different"),)


def _other_rules(before: LoaderProfile, after: LoaderProfile) -> Iterator[Step]:
    for gate in Gate:
        if before.has(gate) != after.has(gate):
            having = after if after.has(gate) else before
            text = f"Only loader {having.version_text}: {gate.value.feature}"
            yield Step(Mark.NEUTRAL, text, note="another rule")


def _differences(today: Picture, simulated: Picture) -> Iterator[Difference]:
    planned = {file.path for picture in (today, simulated) for file in picture.plan.files}
    told: set[str] = set()
    for found in compare(today.report, simulated.report):
        # that a layer is listed or not follows from what is said of it anyway
        repeated = found.what == "listed" and found.subject in told
        if found.kind in _SUBJECTS and found.file not in planned and not repeated:
            told.add(found.subject)
            yield found
    for found in compare(today.inventory, simulated.inventory):
        if found.kind is Kind.VARIABLE:
            yield found


def _step(found: Difference) -> Step:
    mark = Mark.NEUTRAL
    if found.after in _GOOD:
        mark = Mark.PASS
    elif found.after in _BAD:
        mark = Mark.AGAINST
    subject = short_name(found.subject)
    text = found.sentence
    if found.what == "version":
        text = f"Loader {found.after} instead of {found.before}"
    elif found.what != "order" and not text.startswith(subject):
        text = f"{subject}: {text}"
    note = f"rule {found.reason.value}" if found.reason else ""
    return Step(mark, text, found.file, found.line, note)
