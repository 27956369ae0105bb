"""Applying says what it takes the place of, before and afterwards."""

from __future__ import annotations

import pytest

from tests.framework.system import SystemBuilder
from tests.model.apply.desk import applied_as, make_desk, plan_of
from tests.model.machine import EVERY, NEW, build, drawn, look
from vkconfig_py.model.apply.apply_plan import apply_plan
from vkconfig_py.model.apply.journal import read_journal
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    DriverControl,
    DriverEntry,
    Variable,
)
from vkconfig_py.model.plan.override_plan import plan_override
from vkconfig_py.model.plan.plan import (
    AppliedConfiguration,
    Mechanism,
    PlanView,
    add_applied_configuration,
    describe_applied,
    find_replaced,
    render_replaced,
)

OLD, WIDE = applied_as("Old", "/usr/bin/cube", "/usr/bin/gears"), applied_as("Wide")


def _after(before, name, *programs):
    return add_applied_configuration(before, Configuration(key=name, name=name), programs, 2e9)


@pytest.mark.parametrize(
    ("before", "name", "programs", "lost"),
    [
        ((OLD,), "New", ("/usr/bin/cube",), [("Old", ("/usr/bin/cube",))]),
        ((OLD,), "New", ("/usr/bin/cube", "/usr/bin/gears"), [("Old", OLD.programs)]),
        ((WIDE,), "New", (), [("Wide", ())]),
        ((WIDE, OLD), "New", ("/usr/bin/other",), []),
        ((OLD,), "Old", ("/usr/bin/cube",), []),  # the same again is no replacement
    ],
)
def test_who_gives_way_is_found(before, name, programs, lost):
    replaced = find_replaced(before, _after(before, name, *programs))
    assert [(one.configuration.name, one.programs) for one in replaced] == lost


def test_a_withdrawal_replaces_nobody():
    assert find_replaced((OLD, WIDE), (WIDE,)) == ()
    assert find_replaced((OLD,), ()) == ()


def test_the_sentences_name_configuration_and_programs():
    after = _after((OLD, WIDE), "New", "/usr/bin/cube")
    replaced = find_replaced((OLD, WIDE), after)
    assert render_replaced(replaced) == (
        "This replaces “Old”, which is currently applied to cube.",
    )
    assert (
        str(describe_applied(after, replaced)) == "“Old”, “Wide”, “New” in place of “Old” for cube"
    )
    assert str(describe_applied(after, ())) == "“Old”, “Wide”, “New”"


def test_the_plan_says_it_before_anything_is_written(system: SystemBuilder):
    build(system)
    program = str(system.program)
    view = PlanView(Mechanism.OVERRIDE, (program,))
    before = (
        AppliedConfiguration(drawn("A", on="A")._replace(key="old", name="Old"), (program,), 1.0),
    )
    plan = look(system.host(), drawn("B", on="B"), view, applied=before).plan
    (note,) = plan.notes
    assert note.startswith("This replaces “Old”, which is currently applied to ")
    assert look(system.host(), drawn("B", on="B"), EVERY, applied=before).plan.notes == ()


def test_the_journal_says_it_afterwards(tmp_path):
    desk = make_desk(tmp_path)
    desk.folder.mkdir(parents=True)
    before = (OLD,)
    assert not apply_plan(plan_of(desk.file), before, desk.paths).error
    after = _after(before, "New", "/usr/bin/cube")
    assert not apply_plan(plan_of(desk.file, b"2"), after, desk.paths).error
    assert [str(entry.who) for entry in read_journal(desk.paths)] == [
        "“Old”, “New” in place of “Old” for cube",
        "“Old”",
    ]


def test_what_an_override_cannot_say_is_not_written(system: SystemBuilder):
    host = build(system).host()
    drivers = drawn()._replace(drivers=(DriverEntry("driver.json", DriverControl.ONLY),))
    plan = look(host, drivers, EVERY).plan
    assert plan.files == ()
    (limit,) = [limit for limit in plan.limits if limit.is_blocking]
    assert (
        limit.text == "this configuration changes no layers, and an override cannot choose drivers"
    )
    assert limit.alternative == "launch from here, or use variables"
    variables = drawn()._replace(environment=(Variable("A", "1"),))
    assert look(host, variables, EVERY).plan.files == ()
    assert look(host, drawn(), EVERY).plan.files == ()


def test_an_empty_override_is_kept_where_it_keeps_another_away(system: SystemBuilder):
    host = build(system).host()
    inventory = look(host, drawn()).inventory
    empty = AppliedConfiguration(drawn()._replace(key="empty"), ("/usr/bin/cube",), 1.0)
    other = AppliedConfiguration(drawn("A", on="A")._replace(key="other"), ("/usr/bin/gears",), 1.0)
    every = AppliedConfiguration(drawn("B", on="B"), (), 1.0)
    (file,) = plan_override((empty, every), inventory, host, NEW).files
    assert file.content.count(b"component_layers") == 2
    (file,) = plan_override((empty, other), inventory, host, NEW).files
    assert file.content.count(b"component_layers") == 1
