"""Functions of the program that tests replace, each where sessions and commands find it."""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

_PLACES = {
    "compute": "model.chain.snapshot.compute_snapshot model.session.launched_run.compute_snapshot",
    "run_engine": "model.chain.run_engine.compute_session_report",
    "load": "model.session.session.load_workspace model.session.startup_snapshot.load_workspace",
    "save": "model.session.persistence.save_workspace",
    "read_again": "model.session.persistence.merge_foreign_changes",
    "moment": "model.apply.lease_facts.read_moment",
    "read_applied_state": "model.apply.apply_plan.read_applied_state"
    " model.apply.service.read_applied_state",
    "describe": "model.apply.service.find_compared_program",
    "plan_applied": "model.apply.service.plan_for_applying",
    "plan_rest": "model.apply.service.plan_applied_set",
    "apply": "model.apply.service.apply_plan",
    "changing": "model.apply.service.lock_applied",
    "change_leases": "model.apply.service.change_leases",
    "start_guard": "model.apply.lease_guard.start_guard",
    "find_overrides": "model.apply.found_overrides.find_overrides",
    "find_running": "model.apply.found_overrides.find_running_vkconfig",
    "remove_override": "model.apply.service.remove_override",
    "read_journal": "model.apply.journal.read_journal",
    "verify": "model.apply.verify.verify_report",
    "go_back": "model.timeline.entries.apply_restore_point",
    "look_at_machine": "model.timeline.history.record_scan",
    "open_foreign": "model.exchange.open_file.open_file",
    "sort_dropped_paths": "model.exchange.open_file.sort_dropped_paths",
    "lint": "model.problems.actionable.lint_request",
    "find_offers": "model.problems.offers.find_offers",
    "find_remedies": "model.problems.probe_remedies.find_remedies",
    "plan_fix": "model.problems.fixes.plan_fix model.session.machine_fixes.plan_fix",
    "apply_fix": "model.problems.fixes.apply_fix model.session.machine_fixes.apply_fix",
    "revert_fix": "model.problems.fixes.revert_fix model.session.machine_fixes.revert_fix",
    "read_file": "model.session.snapshots._read_file",
    "explanation": "loader.explain.explanation.explain_component",
    "expect": "model.session.launched_run.predict_launch",
    "keep_requests": "model.session.launched_run._store_requests",
    "prober": "model.chain.prober.open_prober",
    "process_watch": "model.session.running_watch.ProcessWatch",
    "write_export": "model.session.probes.try_write",
}
_patch = pytest.MonkeyPatch()
_originals: dict[str, object] = {}  # by place, of all that is replaced
_stand_ins: dict[int, tuple[object, object]] = {}  # by its id: it, and the original
_imported: set[str] = set()  # before anything was replaced


def replace(**functions: Callable[..., Any]) -> None:
    """Let other functions stand for these until the test ends."""
    if not _originals:
        _imported.update(sys.modules)
    places = [(place, name) for name in functions for place in _PLACES[name].split()]
    # All before the first is replaced: what they import of each other is no stand-in.
    modules = [import_module(f"vkconfig_py.{place.rpartition('.')[0]}") for place, _name in places]
    for module, (place, name) in zip(modules, places, strict=True):
        attribute, function = place.rpartition(".")[2], functions[name]
        original = _originals.setdefault(place, getattr(module, attribute))
        if function is not original:
            _stand_ins[id(function)] = function, original
        _patch.setattr(module, attribute, function)


def find(name: str) -> Callable[..., Any]:
    """Return the function that stands there now."""
    function: Callable[..., Any] = pkgutil.resolve_name(f"vkconfig_py.{_PLACES[name].split()[0]}")
    return function


def restore() -> None:
    """Put back what was replaced, in modules that were imported meanwhile, too."""
    _patch.undo()
    for module in [sys.modules[name] for name in sys.modules.keys() - _imported]:
        for attribute, value in [*getattr(module, "__dict__", {}).items()]:
            if id(value) in _stand_ins:
                setattr(module, attribute, _stand_ins[id(value)][1])
    for table in (_originals, _stand_ins, _imported):
        table.clear()
