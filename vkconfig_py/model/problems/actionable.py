"""Problems with the actions that are possible on this machine."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.verdicts import (
    ChangeFile,
    EditKey,
    InstallLibrary,
    MoveFile,
    Problem,
    Remedy,
    RemoveFile,
    RenameKey,
    ReplaceLine,
    SetVariable,
    Together,
    UnsetVariable,
    WriteFile,
)
from vkconfig_py.loader.lint.lint_context import Code
from vkconfig_py.loader.lint.remedy_trials import RemedyTrial
from vkconfig_py.model.apply.notices import FOREIGN_CODE
from vkconfig_py.model.chain.quick_fix import AFTER_THIS
from vkconfig_py.model.chain.run_engine import add_program_loader, make_placeholder_program
from vkconfig_py.model.problems.fixes import get_label, is_changeable
from vkconfig_py.model.problems.lint_layer_settings import find_file_problems
from vkconfig_py.model.problems.summary import ActionKind, Diagnostic, ProblemAction
from vkconfig_py.model.programs.program_paths import find_compared_program

if TYPE_CHECKING:
    from vkconfig_py.loader.files.scan import DocumentCache
    from vkconfig_py.loader.profiles.profile import LoaderProfile
    from vkconfig_py.loader.rules.loader_report import LoaderReport
    from vkconfig_py.model.apply.found_overrides import FoundOverride
    from vkconfig_py.model.plan.plan import PredictionRequest


MAX_PROVED = 60


def find_problems(
    report: LoaderReport,
    cache: DocumentCache,
    loaders: Sequence[LoaderProfile] = (),
    *,
    own_files: Collection[str] = (),
    intended: Collection[str] = (),
) -> tuple[Diagnostic, ...]:
    """Return the problems on the machine of a report, with remedies that were tried in the engine.

    Args:
        report: on the machine.
        cache: documents that were read before.
        loaders: the installed ones.
        own_files: files that vkconfig-py has applied.
        intended: variables of layers that the configuration itself sets.

    If there are very many problems, only the first ones have their fixes. The rest can only show
    their files.
    """
    trial = RemedyTrial(report, cache, loaders)
    problems = [
        problem
        for problem in trial.problems
        if problem.code != Code.LAYER_VARIABLE_SET or problem.detail not in intended
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
    intended = {variable.name for variable in configuration.environment}
    return find_problems(report, cache, loaders, own_files=request.own_files, intended=intended)


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


def put_moving_aside_first(
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
    what_follows: FindConsequence = _find_no_effect,
) -> tuple[ProblemAction, ...]:
    """Return the actions for a problem: its fixes, else opening its file.

    `what_follows` returns the consequence of a remedy, None for a remedy that does not help.
    """
    actions: list[ProblemAction] = []
    for remedy in (problem.remedy, *problem.other_remedies):
        action = make_action(remedy, root, own_files)
        if action is None or action.kind in {problem_action.kind for problem_action in actions} & {
            ActionKind.WITHDRAW
        }:
            continue
        follows = "" if action.kind is ActionKind.WITHDRAW else what_follows(remedy)
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
        case Together(steps):
            return tuple(file for step in steps for file in _list_files(step))
        case _:
            return (remedy.file,) if isinstance(remedy, ChangeFile) else ()
