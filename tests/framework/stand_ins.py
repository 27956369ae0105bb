"""Functions of the program that tests replace, each where sessions and commands find it."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from typing import Any

import pytest

_PLACES = {
    "compute": "model.chain.snapshot.compute_snapshot",
    "run_engine": "model.chain.run_engine.report_of_session",
    "load": "model.configuration.workspace_files.load_workspace",
    "save": "model.configuration.workspace_files.save_workspace",
    "read_again": "model.configuration.workspace_files.read_again",
    "moment": "model.apply.lease_facts.read_moment",
    "read_applied_state": "model.apply.apply_plan.read_applied_state"
    " model.apply.service.read_applied_state",
    "describe": "model.apply.service.compared_program",
    "plan_applied": "model.chain.compute.plan_to_apply",
    "plan_rest": "model.chain.compute.applied_plan",
    "apply": "model.apply.service.apply_plan",
    "changing": "model.apply.service.changing",
    "change_leases": "model.apply.service.change_leases",
    "start_guard": "model.apply.lease_guard.start_guard",
    "find_overrides": "model.apply.found_overrides.find_overrides",
    "find_running": "model.apply.found_overrides.find_running",
    "remove_override": "model.apply.found_overrides.remove_override",
    "read_journal": "model.apply.journal.read_journal",
    "verify": "model.apply.verify.verify",
    "go_back": "model.timeline.own_actions.carry_out",
    "look_at_machine": "model.timeline.history.look",
    "open_foreign": "model.exchange.open_file.open_file",
    "sort_dropped_paths": "model.exchange.open_file.sort_dropped_paths",
    "lint": "model.problems.actionable.lint_request",
    "find_offers": "model.problems.offers.find_offers",
    "find_remedies": "model.problems.probe_problems.find_remedies",
    "plan_fix": "model.problems.fixes.plan_fix",
    "apply_fix": "model.problems.fixes.apply_fix",
    "revert_fix": "model.problems.fixes.revert_fix",
    "read_file": "model.session.snapshots._read_file",
    "explanation": "loader.explain.explanation.explanation",
    "expect": "model.session.launched_run.expect_launch",
    "keep_requests": "model.session.launched_run._keep_requests",
    "prober": "model.chain.prober.open_prober",
    "process_watch": "model.session.running_watch.ProcessWatch",
    "write_export": "model.files.atomic_files.try_write",
}
_patch = pytest.MonkeyPatch()


def replace(**functions: Callable[..., Any]) -> None:
    """Let other functions stand for these until the test ends."""
    for name, function in functions.items():
        for place in _PLACES[name].split():
            _patch.setattr(f"vkconfig_py.{place}", function)


def find(name: str) -> Callable[..., Any]:
    """Return the function that stands there now."""
    found: Callable[..., Any] = pkgutil.resolve_name(f"vkconfig_py.{_PLACES[name].split()[0]}")
    return found


def restore() -> None:
    """Put back what was replaced."""
    _patch.undo()
