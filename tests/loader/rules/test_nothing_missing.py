"""Whatever had a part in a result is named by a verdict: found out by taking it away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.framework.amount import choose_amount
from tests.loader.random_machines import Question, random_question
from tests.loader.remedies.flips import rows
from vkconfig_py.loader.rules.loader_report import LoaderReport

MACHINES = choose_amount(10, long=150)


def result(report: LoaderReport) -> tuple[Any, ...]:
    """Return what a program sees."""
    layers = report.layers
    return (
        layers if isinstance(layers, str) else [(layer.name, layer.file) for layer in layers],
        [(active.manifest.name, active.manifest.file) for active in report.callstack],
        report.create_result,
        [(driver.file, driver.verdict.outcome) for driver in report.drivers],
        (report.driver_search, report.implicit_search, report.explicit_search),
    )


def without_one(question: Question) -> Iterator[tuple[str, Question]]:
    """Yield each input and the question without it."""
    host, application, _ = question
    for name in host.environment:
        yield name, question._replace(host=host.with_environment(((name, None),)))
    for path in host.overlay:
        rest = {key: file for key, file in host.overlay.items() if key != path}
        yield path, question._replace(host=host._replace(overlay=rest))
    if host.executable:
        other = host._replace(executable="/of/another/program")
        yield host.executable, question._replace(host=other)
    if host.elevated:
        yield "elevated", question._replace(host=host._replace(elevated=False))
    yield "64-bit", question._replace(host=host._replace(pointer_bits=32))
    for name in application.layers:
        layers = tuple(other for other in application.layers if other != name)
        yield name, question._replace(application=application._replace(layers=layers))
    for name in application.extensions:
        extensions = tuple(other for other in application.extensions if other != name)
        yield name, question._replace(application=application._replace(extensions=extensions))
    if application.flags:
        yield "PORTABILITY_BIT", question._replace(application=application._replace(flags=0))
    if application.api_version:
        asked = application._replace(api_version=None)
        yield "apiVersion", question._replace(application=asked)


def is_named(report: LoaderReport, what: str) -> bool:
    """Return whether some verdict names an input."""
    return any(
        what in text.replace("//", "/")
        for row in rows(report)
        for text in (row.verdict.subject, row.verdict.file, str(row.verdict.detail), row.manifest)
    )


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, MACHINES, 10))
def test_every_input_that_matters_has_a_verdict(first: int):
    for seed in range(first, first + 10):
        question = random_question(seed)
        report = question.report()
        before = result(report)
        for what, changed in without_one(question):
            if result(changed.report()) != before:
                assert is_named(report, what), (seed, what)
