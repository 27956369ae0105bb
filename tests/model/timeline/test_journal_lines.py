from datetime import datetime

from vkconfig_py.model.apply.journal import Action, JournalEntry
from vkconfig_py.model.text.lines import LineAction
from vkconfig_py.model.timeline.entries import (
    JournalAction,
    group_actions,
    present_entry,
    render_entry,
)

WHEN = datetime(2026, 11, 21, 15, 28, 3).timestamp()
FILE = "/home/u/VkLayer_override.json"
THERE = "/home/u/there/VkLayer_override.json"


def entry(key, what, **more):
    return JournalEntry(key=key, time=WHEN, what=what, file=FILE, **more)


def test_the_journal_says_when_what_and_shows_the_difference():
    actions = group_actions(
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
    lines = [present_entry(one) for one in actions]
    assert [line.title for line in lines] == [
        "Withdrew “One”",
        "Applied “One”",
        "Moved VkLayer_override.json aside",
        "odd VkLayer_override.json",
    ]
    assert [render_entry(one) for one in actions] == ["-x", "-x\n+y", "+x", ""]
    # A path that is too long is elided at its start: the name of the file stays.
    assert (lines[0].path_prefix, lines[0].text) == ("2026-11-21 15:28 ·", FILE)
    folder, _slash, name = FILE.rpartition("/")
    assert present_entry(actions[0], folder).text == f"~/{name}"
    assert lines[0].accessible_text == f"2026-11-21 15:28:03: Withdrew “One”, {FILE}"


def test_what_one_action_wrote_is_one_row_with_one_way_back():
    actions = group_actions(
        (
            entry("3", "moved", who="", fix="d", before="x", existed_before=True),
            entry("2", "moved", who="", fix="d", after="x", exists_after=True)._replace(file=THERE),
            entry("1", "edited", who="", fix="c", after="x", exists_after=True),
        )
    )
    first, second = map(present_entry, actions)
    assert (first.title, second.title) == (
        "Moved VkLayer_override.json",
        "Edited VkLayer_override.json",
    )
    assert first.text.endswith(f" · 2 files: {FILE} and {THERE}")
    heads = f"Remove  {FILE}\nNew  {THERE}"
    assert render_entry(actions[0]) == f"{heads}\n\n{FILE}\n-x\n\n{THERE}\n+x"


def test_several_files_are_counted_and_named_and_their_paths_are_told():
    action = Action("a", "withdrew", "“One”")
    settings = "/home/u/vk_layer_settings.txt"
    (one,) = group_actions(
        (
            entry("2", "withdrew", who="“One”", action=action)._replace(file=settings),
            entry("1", "applied", who="“Two”", action=action, after="x", exists_after=True),
        )
    )
    line = present_entry(one)
    assert line.title == "Withdrew “One”"
    assert line.actions[0] == LineAction(JournalAction.RESTORE, "Apply again")
    assert line.text.endswith(" · 2 files: vk_layer_settings.txt and VkLayer_override.json")
    assert line.accessible_text == f"2026-11-21 15:28:03: Withdrew “One”, {settings}, {FILE}"
