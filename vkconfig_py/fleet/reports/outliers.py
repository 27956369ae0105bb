"""What is odd about a machine: where it differs from the majority of all machines, in sentences.

Theory of operation. A report is a set of statements about subjects: the loader has version 1.4.364,
MangoHud loads, nvidia_icd.json is missing. For each subject the machines that say something about
it are counted by what they say; absence is a statement too. If more than half of them agree, that
is the majority, and a machine that says something else differs. Each difference counts as much as
the share of machines that agree: where 98 of 100 do, 0.98; where 52 of 100 do, 0.52. The sum is the
oddity of the machine. Without a majority nobody is odd, and with fewer than three reports nothing
is compared.

Rejected: rarity (-log2 of the share of machines that say the same) makes one exotic layer count
more than a missing driver plus an old loader, and cannot be explained in a sentence.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from vkconfig_py.fleet.reports.machine_report import MachineReport, ReportedComponent, render_state
from vkconfig_py.language.sentences import counted, join_words, message, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Outcome
from vkconfig_py.model.text.wording import lower_first_letter, strip_layer_prefix

MIN_MACHINES = 3  # reports of which most can agree
OUTLIER_RULE = message(
    "A value is odd if more than half of the machines agree on a different value. Each "
    "odd value adds the share of those machines to the score, such as 0.98 for 98 of 100."
)
_ABSENT_VALUE = ""


class Topic(StrEnum):
    """What a statement is about, in the order of explanations that count the same.

    The value is its name in JSON.
    """

    PLATFORM = "platform"
    RESULT = "result"
    LOADER = "loader"
    BITS = "word size"
    SETTINGS = "settings file"
    ORDER = "order"
    LAYER = "layer"
    DRIVER = "driver"
    DEVICE = "device"
    PROBLEM = "problem"


class OutlierDifference(NamedTuple):
    """One point in which a machine differs from the majority.

    Attributes:
        weight: share of machines that agree with the majority.
        sentence: what is so here, and elsewhere; without a full stop.
        problem: the sentence of a problem that is here, or on most machines; "" for other topics.
        problem_share: where that problem is absent, or where it occurs.
    """

    topic: Topic
    subject: str
    weight: float
    sentence: str
    problem: str = ""
    problem_share: str = ""


class Outlier(NamedTuple):
    """All differences of a machine, those that count most first, and their sum."""

    score: float = 0.0
    differences: tuple[OutlierDifference, ...] = ()


class _Statement(NamedTuple):
    """What a machine says about a subject: the value compared, and the same in words."""

    value: str
    text: str


_StatementKey = tuple[Topic, str]
_Statements = Mapping[_StatementKey, _Statement]
NO_OUTLIER = Outlier()


def measure_outlier(reports: Sequence[MachineReport]) -> tuple[Outlier, ...]:
    """Return how each report deviates from the majority.

    Unreadable ones have no difference and no vote.
    """
    readable_reports = [report for report in reports if not report.error]
    if len(readable_reports) < MIN_MACHINES:
        return (NO_OUTLIER,) * len(reports)
    statements = [_list_statements(machine_report) for machine_report in readable_reports]
    majority = _Majority(readable_reports, statements)
    outliers = map(majority.find_differences, readable_reports, statements)
    return tuple(NO_OUTLIER if report.error else next(outliers) for report in reports)


class _Majority:
    """What more than half of the machines say, by subject."""

    def __init__(
        self, reports: Sequence[MachineReport], all_statements: Sequence[_Statements]
    ) -> None:
        counts_by_statement: dict[_StatementKey, Counter[str]] = defaultdict(Counter)
        words: dict[tuple[_StatementKey, str], str] = {}
        for statements in all_statements:
            for subject, statement in statements.items():
                counts_by_statement[subject][statement.value] += 1
                words.setdefault((subject, statement.value), statement.text)
        self._machine_count = len(reports)
        self._probed_count = sum(report.devices is not None for report in reports)
        self._usual_values: dict[_StatementKey, tuple[str, int, str]] = {}
        for subject, values in counts_by_statement.items():
            values[_ABSENT_VALUE] += self._count_answers(subject) - values.total()
            value, count = values.most_common(1)[0]
            if 2 * count > self._count_answers(subject):
                self._usual_values[subject] = value, count, words.get((subject, value), "")
        chains = Counter(report.chain for report in reports)
        self._usual_chain, self._chain_count = chains.most_common(1)[0]

    def find_differences(self, report: MachineReport, statements: _Statements) -> Outlier:
        """Return a report's differences from the majority, the most unusual first."""
        differences = sorted(self._find_differences(report, statements), key=_make_weight_key)
        return Outlier(sum(difference.weight for difference in differences), tuple(differences))

    def _count_answers(self, subject: _StatementKey) -> int:
        """Return how many machines state something about a subject, including its absence."""
        return self._probed_count if subject[0] is Topic.DEVICE else self._machine_count

    def _find_differences(
        self, report: MachineReport, statements: _Statements
    ) -> Iterator[OutlierDifference]:
        """Yield what a report states otherwise than most machines, or lacks."""
        for subject, (value, count, words) in self._usual_values.items():
            if _lacks_evidence(report, subject[0]):
                continue
            statement = statements.get(subject, _Statement(_ABSENT_VALUE, ""))
            if statement.value != value:
                share = _render_share(count, self._count_answers(subject))
                text = _describe_deviation(subject, statement.text, words, share)
                difference = OutlierDifference(*subject, count / self._count_answers(subject), text)
                if subject[0] is Topic.PROBLEM:
                    difference = difference._replace(
                        problem=statement.text or words,
                        problem_share=_describe_problem_share(statement.text, share),
                    )
                yield difference
        if self._is_reordered(report):
            text = tr(
                "Same layers in a different order: {chain}; on {share}: {usual}",
                chain=_render_chain(report.chain),
                share=_render_share(self._chain_count, self._machine_count),
                usual=_render_chain(self._usual_chain),
            )
            yield OutlierDifference(Topic.ORDER, "", self._chain_count / self._machine_count, text)

    def _is_reordered(self, report: MachineReport) -> bool:
        """Return whether a report has the usual layers in another order."""
        return (
            2 * self._chain_count > self._machine_count
            and report.chain != self._usual_chain
            # With other layers the difference is in these, and told there.
            and sorted(report.chain) == sorted(self._usual_chain)
        )


def _lacks_evidence(report: MachineReport, topic: Topic) -> bool:
    """Return whether a report cannot have statements of a topic, such as devices without probes."""
    if topic is Topic.PLATFORM:
        return not report.platform
    return topic is Topic.DEVICE and report.devices is None


def _make_weight_key(difference: OutlierDifference) -> tuple[float, int, str]:
    """Return the key that sorts differences, the most unusual first."""
    return -difference.weight, list(Topic).index(difference.topic), difference.subject


def _list_statements(report: MachineReport) -> _Statements:
    """Return what a report states about each subject, to be compared with other reports."""
    bits = str(report.pointer_bits)
    statements: dict[_StatementKey, _Statement] = {
        (Topic.RESULT, ""): _Statement(report.result, report.result),
        (Topic.PLATFORM, ""): _Statement(report.platform, report.platform),
        (Topic.LOADER, ""): _Statement(report.loader, report.loader or tr("unknown version")),
        (Topic.BITS, ""): _Statement(bits, tr("{bits}-bit", bits=bits)),
    }
    if report.settings_file:
        words = tr("a loader settings file is active")
        statements[Topic.SETTINGS, ""] = _Statement("yes", words)
    statements.update(_list_component_statements(Topic.LAYER, report.layers))
    statements.update(_list_component_statements(Topic.DRIVER, report.drivers))
    for name in dict.fromkeys(report.devices or ()):
        statements[Topic.DEVICE, name] = _Statement("yes", tr("present"))
    for problem in reversed(report.problems):  # of several with one code the first is told
        statements[Topic.PROBLEM, problem.code] = _Statement("yes", problem.title)
    return statements


def _list_component_statements(
    topic: Topic, parts: Iterable[ReportedComponent]
) -> Iterator[tuple[_StatementKey, _Statement]]:
    """Yield a statement about the outcome of each layer or driver."""
    for part in parts:
        state = lower_first_letter(render_state(part.state))
        words = f"{state} ({part.sentence})" if part.sentence else state
        # Why it loads differs between machines for good reasons; why it does not is worth a look.
        value = part.state if part.state == Outcome.LOADS else f"{part.state} {part.reason}"
        yield (topic, part.name), _Statement(value, words)


def _describe_deviation(subject: _StatementKey, value: str, usual_value: str, share: str) -> str:
    """Return the sentence about a difference.

    `share` says how many machines have the usual value.
    """
    topic, name = subject
    match topic:
        case Topic.RESULT:
            return tr(
                "vkCreateInstance returns {here}; on {share}: {most}",
                here=value,
                share=share,
                most=usual_value,
            )
        case Topic.PLATFORM:
            return tr(
                "Platform: {here}; on {share}: {most}", here=value, share=share, most=usual_value
            )
        case Topic.LOADER:
            return tr(
                "Loader: {here}; on {share}: {most}", here=value, share=share, most=usual_value
            )
        case Topic.BITS:
            return tr("{here}; on {share}: {most}", here=value, share=share, most=usual_value)
        case Topic.SETTINGS if value:
            return tr("A loader settings file is active; none is active on {share}", share=share)
        case Topic.SETTINGS:
            return tr("No loader settings file is active; one is active on {share}", share=share)
        case Topic.PROBLEM:
            return _describe_problem(name, value, share)
        case _:
            return _describe_component(subject, value, usual_value, share)


def _describe_problem(code: str, title: str, share: str) -> str:
    """Return the sentence about a problem that few machines have, or lack."""
    if title:
        return tr(
            "Problem: {title}; absent on {share} ({code})",
            title=title,
            share=share,
            code=code,
        )
    return tr("Problem {code} is absent; it occurs on {share}", code=code, share=share)


def _describe_problem_share(title: str, share: str) -> str:
    """Return where a problem is absent, or where one that is absent here occurs."""
    if title:
        return tr("Absent on {share}", share=share)
    return tr("Absent here; occurs on {share}", share=share)


def _describe_component(subject: _StatementKey, value: str, usual_value: str, share: str) -> str:
    """Return the sentence about a layer, a driver or a device."""
    topic, name = subject
    if topic is Topic.DEVICE and value:
        return tr("{name} is present; absent on {share}", name=name, share=share)
    if topic is Topic.DEVICE:
        return tr("{name} is missing; present on {share}", name=name, share=share)
    name, value = strip_layer_prefix(name), value or tr("not installed")
    if not usual_value:
        return tr("{name}: {here}; absent on {share}", name=name, here=value, share=share)
    return tr(
        "{name}: {here}; on {share}: {most}", name=name, here=value, share=share, most=usual_value
    )


def _render_share(count: int, machines: int) -> str:
    """Return the words “3 of 5 machines”."""
    return counted("{count} of {n} machines", "{count} of {n} machine", machines, count=count)


def _render_chain(layers: Sequence[str]) -> str:
    return join_words([strip_layer_prefix(layer) for layer in layers]) or tr("none")
