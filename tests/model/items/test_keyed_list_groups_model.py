"""Named values in groups that fold."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt

from vkconfig_py.model.items.keyed_list import GroupRole, GroupsModel, NamedValue

LINES = (
    NamedValue("Limits", "maxA", ("16,384",), path="properties.limits.maxA"),
    NamedValue("Limits", "maxB", ("1\n2",)),
    NamedValue("Features", "x", ("yes", "no"), differs=True, note="a rule"),
)


def shown(model: GroupsModel) -> dict[str, list[str]]:
    found = {}
    for row in range(model.rowCount()):
        group = model.index(row, 0)
        lines = [model.index(place, 0, group).data() for place in range(model.rowCount(group))]
        found[group.data()] = lines
    return found


def test_lines_stand_below_their_groups(qtmodeltester):
    model = GroupsModel()
    model.show(LINES)
    qtmodeltester.check(model)
    assert shown(model) == {"Limits": ["maxA", "maxB"], "Features": ["x"]}
    line = model.index(0, 0, model.index(1, 0))
    assert line.parent() == model.index(1, 0)
    assert line.data(GroupRole.VALUES) == ("yes", "no")
    assert line.data(GroupRole.DIFFERS)
    assert line.data(Qt.ItemDataRole.AccessibleTextRole) == "x, yes, no, differs, a rule"
    assert model.index(0, 0).data(GroupRole.COUNT) == 2
    assert model.index(0, 0).data(GroupRole.VALUES) is None
    assert model.rowCount(line) == 0
    assert model.summary() == "3 values"


def test_a_filter_keeps_groups_with_lines_that_fit(qtmodeltester):
    model = GroupsModel()
    model.show(LINES)
    model.set_text("limits 16")
    qtmodeltester.check(model)
    assert shown(model) == {"Limits": ["maxA"]}
    assert model.summary() == "1 of 3 values"


def test_a_line_is_found_by_name_and_by_path():
    model = GroupsModel()
    model.show(LINES)
    for name in ("maxA", "properties.limits.maxA"):
        assert model.line_at(model.find(name)) == LINES[0]
    assert not model.find("nothing").isValid()
    assert model.line_at(QModelIndex()) is None


def test_what_is_copied_is_name_and_value():
    assert LINES[0].clipboard_text == "maxA: 16,384"
    assert LINES[2].clipboard_text == "x: yes → no"


def test_a_group_counts_what_its_lines_count():
    model = GroupsModel()
    model.show(
        [
            NamedValue("Page", "First", ("2",), counted_entries=2),
            NamedValue("Page", "Last", ("3",), counted_entries=3),
        ]
    )
    assert model.index(0, 0).data(GroupRole.COUNT) == 5
    assert model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole) == "Page, 5"
