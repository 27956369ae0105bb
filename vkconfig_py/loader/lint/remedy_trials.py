"""Checks whether a remedy solves its problem, by linting the machine with it applied."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.advice import Subject, carried_out, find_verdict, tell_after
from vkconfig_py.loader.base.verdicts import (
    ChangeProfile,
    Kind,
    MoveFile,
    Problem,
    Remedy,
    Severity,
)
from vkconfig_py.loader.explain.remedy_commands import variables_of
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.lint.linter import lint
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.rules.outcome import SUCCESS

GONE = tr("this problem is gone")
_Fault = tuple[str, str, str]


class Trial:
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
        self._before = Counter(map(_fault, self.problems))
        self._errors = _errors(self.problems)

    def what_follows(self, problem: Problem, remedy: Remedy) -> str | None:
        """Return the consequences of a remedy; None if the problem stays or a new one appears."""
        # On a copy of the machine in memory: nothing is written.
        after = carried_out(remedy, self._report, self._cache)
        if after is None or (self._report.create == SUCCESS != after.create):
            return None
        found = lint(after, self._cache, self._others(remedy))
        fault = _fault(problem)
        stays = Counter(map(_fault, found))[fault] >= self._before[fault]
        if stays or _errors(found) - self._errors:
            return None
        return self._tell(problem, remedy, after) or GONE

    def _others(self, remedy: Remedy) -> Sequence[LoaderProfile]:
        return () if isinstance(remedy, ChangeProfile) else self._loaders

    def _tell(self, problem: Problem, remedy: Remedy, after: LoaderReport) -> str:
        file = remedy.target if isinstance(remedy, MoveFile) else problem.file
        kinds = (Kind.LAYER, Kind.DRIVER)
        subjects = [Subject(kind, file) for kind in kinds]
        reports = (self._report, after)
        known = [x for x in subjects if any(find_verdict(one, x) for one in reports)]
        subject = known[0] if known else Subject(Kind.FILE, file)
        everywhere = not variables_of(remedy)
        return tell_after(self._report, after, subject, everywhere=everywhere)


def _fault(problem: Problem) -> _Fault:
    return problem.code, problem.file, problem.detail


def _errors(found: Sequence[Problem]) -> Counter[_Fault]:
    return Counter(_fault(one) for one in found if one.severity is Severity.ERROR)
