"""A finding has the same color in every report of the command line."""

from __future__ import annotations

import pytest

from vkconfig_py.cli.report_text import SEVERITY_TONES, choose_tone
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.verdicts import Outcome, Severity
from vkconfig_py.loader.rules.loader_report import FoundLayer


@pytest.fixture
def report(system):
    system.add_explicit_layer("VK_LAYER_works").with_env(VK_INSTANCE_LAYERS="VK_LAYER_works")
    system.add_explicit_layer("VK_LAYER_off")
    system.add_explicit_layer("VK_LAYER_broken")
    system.manifest("VK_LAYER_broken").write_text("{")
    return discover(system.host())


def test_what_the_loader_skips_has_the_tone_of_its_problem(report):
    (broken,) = [layer for layer in report.found_layers if layer.verdict.outcome is Outcome.SKIPPED]
    (problem,) = [problem for problem in report.problems if problem.file == broken.file]
    assert problem.severity is Severity.WARNING
    assert choose_tone(broken, Outcome.SKIPPED) == SEVERITY_TONES[Severity.WARNING]


def test_what_loads_is_good_and_what_is_off_is_neither_good_nor_bad(report):
    by_name: dict[str, FoundLayer] = {layer.name: layer for layer in report.found_layers}
    assert choose_tone(by_name["VK_LAYER_works"], Outcome.LOADS) == "ok"
    assert choose_tone(by_name["VK_LAYER_off"], Outcome.OFF) == "faint"
    assert choose_tone(None, Outcome.IGNORED) == "faint"
