"""What stands for a function of the program is gone with its test, wherever it was imported."""

from __future__ import annotations

import sys
from importlib import import_module

from tests.framework.ready_python import run_python
from tests.framework.stand_ins import replace, restore
from vkconfig_py.model.apply import journal

TWO_PLACES = """
from tests.framework.stand_ins import replace, restore
replace(read_applied_state=lambda paths: None, read_journal=lambda paths: (), go_back=print)
restore()
from vkconfig_py.model.apply import apply_plan, journal, service
from vkconfig_py.model.timeline import entries
assert service.read_applied_state is apply_plan.read_applied_state
assert entries.read_journal is journal.read_journal
"""


def test_a_module_that_is_imported_meanwhile_keeps_no_stand_in(tmp_path, monkeypatch):
    (tmp_path / "imported_late.py").write_text(
        "from vkconfig_py.model.apply.journal import read_journal\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    real = journal.read_journal
    replace(read_journal=lambda paths: ())
    replace(read_journal=lambda paths: ("again",))
    late = import_module("imported_late")
    restore()
    del sys.modules["imported_late"]
    assert (journal.read_journal, late.read_journal) == (real, real)


def test_modules_that_a_replacement_imports_have_no_stand_in_of_each_other():
    done = run_python("-c", TWO_PLACES)
    assert done.returncode == 0, done.stderr.decode()
