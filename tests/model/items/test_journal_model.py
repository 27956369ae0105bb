from datetime import datetime

from PySide6.QtCore import Qt

from vkconfig_py.model.apply.journal import Action, JournalEntry
from vkconfig_py.model.items.journal_model import JournalModel
from vkconfig_py.model.items.roles import FileRole

WHEN = datetime(2026, 11, 21, 15, 28, 3).timestamp()
FILE = "/home/u/VkLayer_override.json"


def entry(key, what, **more):
    return JournalEntry(key=key, time=WHEN, what=what, file=FILE, **more)


def test_the_journal_says_when_what_and_shows_the_difference(qtmodeltester):
    model = JournalModel()
    model.show(
        (
            entry("3", "withdrew", who="“One”", before="x", existed_before=True),
            entry(
                "2",
                "applied",
                who="“One”",
                before="x",
                after="y",
                existed_before=True,
                exists_after=True,
            ),
            entry("1", "removed", who="", after="x", exists_after=True),
            entry("0", "odd", who=""),
        )
    )
    qtmodeltester.check(model)
    rows = [model.index(row) for row in range(model.rowCount())]
    assert [row.data() for row in rows] == [
        "Withdrew “One”",
        "Applied “One”",
        "Removed VkLayer_override.json",
        "odd VkLayer_override.json",
    ]
    assert [row.data(FileRole.CHANGE) for row in rows] == ["Remove", "Change", "New", ""]
    assert [row.data(FileRole.TEXT) for row in rows] == ["-x", "-x\n+y", "+x", ""]
    assert rows[0].data(FileRole.TIME) == "2026-11-21 15:28:03"
    assert rows[0].data(FileRole.PATH) == FILE
    spoken = rows[0].data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == f"2026-11-21 15:28:03: Withdrew “One”, {FILE}"
    assert model.value_at(rows[0]).key == "3"


def test_what_one_action_wrote_is_one_row_with_one_way_back():
    model = JournalModel()
    model.show(
        (
            entry("3", "moved", who="", fix="d", before="x", existed_before=True),
            entry("2", "moved", who="", fix="d", after="x", exists_after=True)._replace(
                file="/home/u/there/VkLayer_override.json"
            ),
            entry("1", "edited", who="", fix="c", after="x", exists_after=True),
        )
    )
    rows = [model.index(row) for row in range(model.rowCount())]
    titles = ["Moved VkLayer_override.json", "Edited VkLayer_override.json"]
    assert [row.data() for row in rows] == titles
    assert rows[0].data(FileRole.PATH) == (
        f"2 files: {FILE} and /home/u/there/VkLayer_override.json"
    )
    there = "/home/u/there/VkLayer_override.json"
    heads = f"Remove  {FILE}\nNew  {there}"
    assert rows[0].data(FileRole.TEXT) == f"{heads}\n\n{FILE}\n-x\n\n{there}\n+x"
    assert model.value_at(rows[0]).entries[0].fix == "d"


def test_several_files_are_counted_and_named_and_their_paths_are_told():
    action = Action("a", "withdrew", "“One”")
    settings = "/home/u/vk_layer_settings.txt"
    model = JournalModel()
    model.show(
        (
            entry("2", "withdrew", who="“One”", action=action)._replace(file=settings),
            entry("1", "applied", who="“Two”", action=action, after="x", exists_after=True),
        )
    )
    (row,) = [model.index(row) for row in range(model.rowCount())]
    assert row.data() == "Withdrew “One”"
    assert row.data(FileRole.ACTIONS)[0] == "Apply again"
    assert row.data(FileRole.PATH) == "2 files: vk_layer_settings.txt and VkLayer_override.json"
    spoken = row.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == f"2026-11-21 15:28:03: Withdrew “One”, {settings}, {FILE}"
