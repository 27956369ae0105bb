"""Checks whether a remedy solves its problem, by linting the machine with it applied."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.advice import (
    RemedySubject,
    describe_effect,
    find_verdict,
    report_with_remedy,
)
from vkconfig_py.loader.base.verdicts import (
    ChangeProfile,
    Kind,
    MoveFile,
    Outcome,
    Problem,
    Remedy,
    Severity,
    WriteFile,
)
from vkconfig_py.loader.explain.remedies import list_variables
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.lint.lint_context import Code
from vkconfig_py.loader.lint.linter import find_refusals, lint
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.rules.outcome import SUCCESS

# They are about whether a layer loads.
_ABOUT_SWITCHES = (Code.LAYER_VARIABLE_SET, Code.ENABLED_AND_DISABLED)
_Fault = tuple[str, str, str]


class RemedyTrial:
    """Applies remedies to the machine of one report, in memory.

    Attributes:
        problems: problems of the current machine.
    """

    def __init__(
        self, report: LoaderReport, cache: DocumentCache, loaders: Sequence[LoaderProfile] = ()
    ) -> None:
        self._report = report
        self._cache = cache
        self._loaders = loaders
        self.problems = lint(report, cache, loaders)
        self._before = Counter(map(_make_fault_key, self.problems))
        self._errors = _count_errors(self.problems)

    def find_consequences(self, problem: Problem, remedy: Remedy) -> str | None:
        """Return what a remedy leads to, or None if the problem stays or a new one appears."""
        # On a copy of the machine in memory: nothing is written.
        # Whether it helps is asked; what else would help is the question of the report before.
        after = report_with_remedy(remedy, self._report, self._cache, with_remedies=False)
        if after is None or (self._report.create_result == SUCCESS != after.create_result):
            return None
        problems = lint(after, self._cache, self._list_other_loaders(remedy))
        fault = _make_fault_key(problem)
        stays = Counter(map(_make_fault_key, problems))[fault] >= self._before[fault]
        if (
            stays
            or not self._is_effective(problem, remedy, after)
            or _count_errors(problems) - self._errors
        ):
            return None
        return self._render_consequences(problem, remedy, after) or tr("this problem is solved")

    def _list_other_loaders(self, remedy: Remedy) -> Sequence[LoaderProfile]:
        """Return the other loaders that the remedy is tried with."""
        return () if isinstance(remedy, ChangeProfile) else self._loaders

    def _is_effective(self, problem: Problem, remedy: Remedy, after: LoaderReport) -> bool:
        """Return whether a remedy really changes what was refused, off or on."""
        subject = self._make_subject(problem, remedy, after)
        verdict = find_verdict(after, subject)
        if verdict is None:
            return True  # moved aside, or about no file
        if problem.code in _ABOUT_SWITCHES:
            was = find_verdict(self._report, subject)
            return was is None or was.outcome is not verdict.outcome
        is_refused = verdict.outcome in (Outcome.SKIPPED, Outcome.FAILS)
        (refuses,) = find_refusals((problem,), self._report)
        decides = refuses or isinstance(remedy, WriteFile)
        return not (decides and is_refused)

    def _make_subject(self, problem: Problem, remedy: Remedy, after: LoaderReport) -> RemedySubject:
        """Return the layer, driver or file that a remedy for a problem is about.

        `after`: report after the remedy.
        """
        file = problem.file
        if isinstance(remedy, MoveFile):
            file = remedy.target
        elif isinstance(remedy, WriteFile):
            file = remedy.file
        subjects = [RemedySubject(kind, file) for kind in (Kind.LAYER, Kind.DRIVER)]
        reports = (self._report, after)
        known_subjects = [
            subject
            for subject in subjects
            if any(find_verdict(report, subject) for report in reports)
        ]
        return known_subjects[0] if known_subjects else RemedySubject(Kind.FILE, file)

    def _render_consequences(self, problem: Problem, remedy: Remedy, after: LoaderReport) -> str:
        """Render what a remedy changes for its subject."""
        subject = self._make_subject(problem, remedy, after)
        everywhere = not list_variables(remedy)
        return describe_effect(self._report, after, subject, everywhere=everywhere)


def _make_fault_key(problem: Problem) -> _Fault:
    """Return code, file and detail of a problem, by which it is found again."""
    return problem.code, problem.file, problem.detail


def _count_errors(problems: Sequence[Problem]) -> Counter[_Fault]:
    """Return how often each error occurs, by _make_fault_key()."""
    return Counter(
        _make_fault_key(problem) for problem in problems if problem.severity is Severity.ERROR
    )
