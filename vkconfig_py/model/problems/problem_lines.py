"""Rows of the problems of a machine, the worst first."""

from __future__ import annotations

from collections.abc import Container, Iterable

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.verdicts import Problem, Severity
from vkconfig_py.model.problems.summary import ActionKind, Diagnostic, ProblemAction, group_similar
from vkconfig_py.model.text.lines import LineAction, ListLine, join_parts
from vkconfig_py.model.text.severities import render_severity
from vkconfig_py.model.text.wording import abbreviate_home, escape_invisible

_SEVERITY_ORDER = tuple(Severity)
_SHOW_ALL_ACTION = (ProblemAction(ActionKind.SHOW_ALL, tr("Show all")),)
_SEVERITY_GLYPHS = {
    Severity.ERROR: ("error", "error"),
    Severity.WARNING: ("warn", "warn"),
    Severity.NOTE: ("info", "neutral"),
}


def list_problems(
    problems: Iterable[Diagnostic], unfolded_keys: Container[str] = ()
) -> list[Diagnostic]:
    """Return each problem once, errors first, with very many of one code as one row.

    `unfolded_keys`: codes whose problems are listed one by one in any case.
    """
    ordered_diagnostics = sorted(
        dict.fromkeys(problems), key=lambda problem: _SEVERITY_ORDER.index(problem.problem.severity)
    )
    return [
        diagnostic._replace(actions=_SHOW_ALL_ACTION, similar_problems=tuple(more_problems))
        if more_problems
        else diagnostic
        for diagnostic, *more_problems in group_similar(
            ordered_diagnostics, lambda diagnostic: diagnostic.problem, unfolded_keys
        )
    ]


def get_problem_key(problem: Diagnostic) -> str:
    """Return what tells a problem from all others, as the key of its row."""
    fact = problem.problem
    return f"{fact.code}\n{fact.file}\n{fact.line}\n{fact.title}"


def present_problem(problem: Diagnostic, home: str = "") -> ListLine:
    """Return a problem as a row: title, consequence, file and buttons. `home` is shortened to ~."""
    fact = problem.problem
    icon, tone = _SEVERITY_GLYPHS[fact.severity]
    actions = ", ".join(action.row_label for action in problem.actions)
    return ListLine(
        problem.title,
        fact.consequence,
        # The loader's own spelling of a settings file has two slashes.
        location=abbreviate_home(_render_place(fact).replace("//", "/"), home),
        icon=icon,
        tone=tone,
        actions=tuple(LineAction(action, action.row_label) for action in problem.actions),
        tooltip=join_parts(problem.title, fact.consequence, _render_place(fact), separator="\n"),
        accessible_text=join_parts(
            f"{render_severity(fact.severity)}: {problem.title}",
            fact.consequence.rstrip("."),
            _render_place(fact),
            tr("Actions: {actions}", actions=actions) if actions else "",
            separator=". ",
        ),
    )


def render_problems(problems: Iterable[Diagnostic]) -> str:
    """Return a line for each problem, and for each similar one that its row stands for."""
    all_problems = (
        diagnostic for problem in problems for diagnostic in (problem, *problem.similar_problems)
    )
    return "".join(
        f"{escape_invisible(_render_line(diagnostic.problem))}\n" for diagnostic in all_problems
    )


def _render_place(problem: Problem) -> str:
    """Return the file of a problem, with its line if there is one."""
    if not problem.file or not problem.line:
        return problem.file
    return tr("{file}, line {line}", file=problem.file, line=problem.line)


def _render_line(problem: Problem) -> str:
    """Return a problem as a line of plain text, with its code."""
    location = f" ({problem.file}:{problem.line})" if problem.file else ""
    head = f"{problem.severity}: {problem.title}{location}. {problem.consequence}"
    return f"{head} [{problem.code}]"
