"""Problems with the actions that are possible on this machine, and that were tried to help."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import PurePath

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.advice import (
    RemedySubject,
    describe_effect,
    find_verdict,
    report_with_remedy,
)
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.verdicts import (
    ChangeFile,
    ChangeProfile,
    EditKey,
    InstallLibrary,
    Kind,
    MoveFile,
    Outcome,
    Problem,
    RegisterManifest,
    Remedy,
    RemoveFile,
    RenameKey,
    ReplaceLine,
    SetVariable,
    Severity,
    Together,
    UnsetVariable,
    WriteFile,
)
from vkconfig_py.loader.explain.remedies import list_variables
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.lint.lint_context import ProblemCode
from vkconfig_py.loader.lint.linter import find_refusals, lint
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.rules.outcome import SUCCESS
from vkconfig_py.model.apply.found_overrides import FoundOverride
from vkconfig_py.model.apply.notices import FOREIGN_CODE
from vkconfig_py.model.chain.quick_fix import AFTER_THIS
from vkconfig_py.model.chain.run_engine import add_program_loader, make_placeholder_program
from vkconfig_py.model.plan.plan import PredictionRequest
from vkconfig_py.model.problems.fixes import get_label, is_changeable
from vkconfig_py.model.problems.lint_layer_settings import find_file_problems
from vkconfig_py.model.problems.summary import ActionKind, Diagnostic, ProblemAction
from vkconfig_py.model.programs.program_paths import find_compared_program

# They are about whether a layer loads.
_SWITCH_CODES = (ProblemCode.LAYER_VARIABLE_SET, ProblemCode.ENABLED_AND_DISABLED)
_FaultKey = tuple[str, str, str]


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
        self._other_loaders = loaders
        self.problems = lint(report, cache, loaders)
        self._initial_fault_counts = Counter(map(_make_fault_key, self.problems))
        self._errors = _count_errors(self.problems)

    def find_consequences(self, problem: Problem, remedy: Remedy) -> str | None:
        """Return what a remedy leads to, or None if the problem stays or a new one appears."""
        # On a copy of the machine in memory: nothing is written.
        # Whether it helps is asked; what else would help is the question of the report before.
        report_after = report_with_remedy(remedy, self._report, self._cache, with_remedies=False)
        if report_after is None or (
            self._report.create_result == SUCCESS != report_after.create_result
        ):
            return None
        problems = lint(report_after, self._cache, self._list_other_loaders(remedy))
        fault = _make_fault_key(problem)
        is_unchanged = (
            Counter(map(_make_fault_key, problems))[fault] >= self._initial_fault_counts[fault]
        )
        if (
            is_unchanged
            or not self._is_effective(problem, remedy, report_after)
            or _count_errors(problems) - self._errors
        ):
            return None
        return self._render_consequences(problem, remedy, report_after) or tr(
            "this problem is solved"
        )

    def _list_other_loaders(self, remedy: Remedy) -> Sequence[LoaderProfile]:
        """Return the other loaders that the remedy is tried with."""
        return () if isinstance(remedy, ChangeProfile) else self._other_loaders

    def _is_effective(self, problem: Problem, remedy: Remedy, report_after: LoaderReport) -> bool:
        """Return whether a remedy really changes what was refused, off or on."""
        subject = self._make_subject(problem, remedy, report_after)
        verdict = find_verdict(report_after, subject)
        if verdict is None:
            return True  # moved aside, or about no file
        if problem.code in _SWITCH_CODES:
            verdict_before = find_verdict(self._report, subject)
            return verdict_before is None or verdict_before.outcome is not verdict.outcome
        is_refused = verdict.outcome in (Outcome.SKIPPED, Outcome.FAILS)
        (is_refusal,) = find_refusals((problem,), self._report)
        is_decisive = is_refusal or isinstance(remedy, WriteFile)
        return not (is_decisive and is_refused)

    def _make_subject(
        self, problem: Problem, remedy: Remedy, report_after: LoaderReport
    ) -> RemedySubject:
        """Return the layer, driver or file that a remedy for a problem is about.

        `report_after`: report after the remedy.
        """
        file = problem.file
        if isinstance(remedy, MoveFile):
            file = remedy.target
        elif isinstance(remedy, WriteFile):
            file = remedy.file
        subjects = [RemedySubject(kind, file) for kind in (Kind.LAYER, Kind.DRIVER)]
        reports = (self._report, report_after)
        known_subjects = [
            subject
            for subject in subjects
            if any(find_verdict(report, subject) for report in reports)
        ]
        return known_subjects[0] if known_subjects else RemedySubject(Kind.FILE, file)

    def _render_consequences(
        self, problem: Problem, remedy: Remedy, report_after: LoaderReport
    ) -> str:
        """Render what a remedy changes for its subject."""
        subject = self._make_subject(problem, remedy, report_after)
        is_everywhere = not list_variables(remedy)
        return describe_effect(self._report, report_after, subject, for_every_program=is_everywhere)


def _make_fault_key(problem: Problem) -> _FaultKey:
    """Return code, file and detail of a problem, by which it is found again."""
    return problem.code, problem.file, problem.detail


def _count_errors(problems: Sequence[Problem]) -> Counter[_FaultKey]:
    """Return how often each error occurs, by _make_fault_key()."""
    return Counter(
        _make_fault_key(problem) for problem in problems if problem.severity is Severity.ERROR
    )


MAX_PROVED = 60


def find_problems(
    report: LoaderReport,
    cache: DocumentCache,
    loaders: Sequence[LoaderProfile] = (),
    *,
    own_files: Collection[str] = (),
    intended_names: Collection[str] = (),
) -> tuple[Diagnostic, ...]:
    """Return the problems on the machine of a report, with remedies that were tried in the engine.

    Args:
        report: on the machine.
        cache: documents that were read before.
        loaders: the installed ones.
        own_files: files that vkconfig-py has applied.
        intended_names: variables of layers that the configuration itself sets.

    If there are very many problems, only the first ones have their fixes. The rest can only show
    their files.
    """
    trial = RemedyTrial(report, cache, loaders)
    problems = [
        problem
        for problem in trial.problems
        if problem.code != ProblemCode.LAYER_VARIABLE_SET or problem.detail not in intended_names
    ]
    root = report.host.root
    diagnostics = []
    for number, problem in enumerate(problems):
        follows = partial(trial.find_consequences, problem) if number < MAX_PROVED else _skip_trial
        diagnostics.append(Diagnostic(problem, list_actions(problem, root, own_files, follows)))
    for problem in find_file_problems(report, cache):
        diagnostics.append(Diagnostic(problem, list_actions(problem, root, own_files)))
    return tuple(diagnostics)


def lint_request(
    request: PredictionRequest, loaders: Sequence[LoaderProfile], cache: DocumentCache
) -> tuple[Diagnostic, ...]:
    """Return the problems for the program of a configuration, without the files of a launch."""
    configuration = request.configuration
    own_variables = [(variable.name, variable.value) for variable in configuration.environment]
    host = request.host._replace(executable=make_placeholder_program(request.host))
    if configuration.target.program:
        program = find_compared_program(
            configuration.target.program, host.with_environment(own_variables)
        )
        request = add_program_loader(request, program, cache)
        host = request.host._replace(executable=program.real_path)
    report = discover(
        host.with_environment(own_variables), request.application, request.profile, cache
    )
    # What the configuration itself sets is no surprise.
    intended_names = {variable.name for variable in configuration.environment}
    return find_problems(
        report, cache, loaders, own_files=request.own_files, intended_names=intended_names
    )


def drop_repeated_notices(
    notices: Sequence[Problem], diagnostics: Sequence[Diagnostic]
) -> list[Problem]:
    """Return the notices without those about a file that already has a problem."""
    files = {diagnostic.problem.file for diagnostic in diagnostics if diagnostic.problem.file}
    return [
        notice for notice in notices if not (notice.code == FOREIGN_CODE and notice.file in files)
    ]


def add_actions(
    problems: Sequence[Problem], root: str = "", own_files: Collection[str] = ()
) -> tuple[Diagnostic, ...]:
    """Return problems of vkconfig-py's own files, each with its actions."""
    return tuple(
        Diagnostic(problem, list_actions(problem, root, own_files)) for problem in problems
    )


def sort_moving_aside_first(
    diagnostics: Sequence[Diagnostic], overrides: Sequence[FoundOverride]
) -> tuple[Diagnostic, ...]:
    """Return the problems, of which those of overrides left behind first offer to move it aside.

    A repair of what was left behind would make programs load it again.
    """
    files = {override.path for override in overrides if override.is_expired}
    return tuple(
        diagnostic._replace(
            actions=tuple(
                sorted(
                    diagnostic.actions,
                    key=lambda action: not isinstance(action.remedy, RemoveFile),
                )
            )
        )
        if diagnostic.problem.file in files
        else diagnostic
        for diagnostic in diagnostics
    )


FindConsequence = Callable[[Remedy], str | None]


def _find_no_effect(_remedy: Remedy) -> str | None:
    """Return that a remedy has no known consequence."""
    return ""


def _skip_trial(_remedy: Remedy) -> str | None:
    """Return that a remedy is not to be offered."""
    return None


def list_actions(
    problem: Problem,
    root: str = "",
    own_files: Collection[str] = (),
    find_consequence: FindConsequence = _find_no_effect,
) -> tuple[ProblemAction, ...]:
    """Return the actions for a problem: its fixes, else opening its file.

    `find_consequence` returns the consequence of a remedy, None for a remedy that does not help.
    """
    actions: list[ProblemAction] = []
    for remedy in (problem.remedy, *problem.other_remedies):
        action = make_action(remedy, root, own_files)
        if action is None or action.kind in {problem_action.kind for problem_action in actions} & {
            ActionKind.WITHDRAW
        }:
            continue
        follows = "" if action.kind is ActionKind.WITHDRAW else find_consequence(remedy)
        if follows is not None:
            actions.append(
                action._replace(consequence=AFTER_THIS.format(follows) if follows else "")
            )
    if problem.file and not any(action.kind is ActionKind.FIX for action in actions):
        actions.append(ProblemAction(ActionKind.OPEN, tr("Open file")))
    return tuple(actions)


def make_action(
    remedy: Remedy, root: str = "", own_files: Collection[str] = ()
) -> ProblemAction | None:
    """Return the button that applies a remedy as a whole, None if that is not possible."""
    files = _list_files(remedy)
    if any(file in own_files for file in files):
        return ProblemAction(ActionKind.WITHDRAW, tr("Withdraw"))
    if isinstance(remedy, InstallLibrary):
        return ProblemAction(ActionKind.COPY, tr("Copy name"), remedy, text=remedy.library)
    label = get_label(remedy)
    if not label:
        return None
    is_writable = all(is_changeable(root + file) for file in files)
    kind, label = (
        (ActionKind.FIX, label) if is_writable else (ActionKind.COMMAND, tr("Copy command"))
    )
    return ProblemAction(kind, label, remedy, _describe_step(remedy))


def _describe_step(remedy: Remedy) -> str:
    """Return what applying a remedy does, such as “Move aside layer.json”."""
    match remedy:
        case RemoveFile(file):
            return tr("Move {name} aside", name=PurePath(file).name)
        case MoveFile(file):
            return tr("Move {name}", name=PurePath(file).name)
        case WriteFile(file):
            return tr("Write {name}", name=file)
        case RegisterManifest(file):
            return tr("Register {name}", name=PurePath(file).name)
        case ReplaceLine(file):
            return tr("Correct {name}", name=PurePath(file).name)
        case EditKey(file) | RenameKey(file):
            return tr("Edit {name}", name=PurePath(file).name)
        case SetVariable(name):
            return tr("Set {name}", name=name)
        case UnsetVariable(name):
            return tr("Unset {name}", name=name)
        case Together(steps):
            return _describe_step(steps[0])
        case _:
            return ""


def _list_files(remedy: Remedy) -> tuple[str, ...]:
    """Return the files that a remedy changes."""
    match remedy:
        case (
            EditKey(file) | RenameKey(file) | ReplaceLine(file) | WriteFile(file) | RemoveFile(file)
        ):
            return (file,)
        case MoveFile(file, target):
            return (file, target)
        case RegisterManifest(target=target):
            return (target,)
        case Together(steps):
            return tuple(file for step in steps for file in _list_files(step))
        case _:
            return (remedy.file,) if isinstance(remedy, ChangeFile) else ()
