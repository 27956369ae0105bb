"""One action is one entry, and any moment can be restored: all files of it or none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.framework.dying import run_until_killed
from tests.framework.german import speak_german
from tests.model.apply.desk import NOTHING, ONE, TWO, Desk, make_desk, plan_of
from vkconfig_py.model.apply.apply_plan import apply_plan, read_applied
from vkconfig_py.model.apply.journal import write_with_journal
from vkconfig_py.model.files.atomic_files import ABSENT, capture_file
from vkconfig_py.model.plan.plan import AppliedConfiguration, Plan
from vkconfig_py.model.timeline.entries import (
    apply_restore_point,
    list_files_at,
    list_files_before,
    make_point_at,
    make_point_before,
    make_restore_point,
    preview_restore,
    read_actions,
)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return furnished(tmp_path)


def furnished(folder: Path) -> Desk:
    """Return a home in which a file stands where an apply writes, and one where it does not."""
    desk = make_desk(folder)
    desk.folder.mkdir(parents=True)
    desk.file.write_bytes(b"theirs")
    desk.file.chmod(0o640)
    other(desk).write_bytes(b"left behind")
    desk.age()
    return desk


def other(desk: Desk) -> Path:
    return desk.home / "other.json"


def settings(desk: Desk) -> Path:
    return desk.home / "vk_layer_settings.txt"


def both(desk: Desk, content: bytes) -> Plan:
    plan = plan_of(desk.file, content)
    return plan._replace(files=(*plan.files, *plan_of(settings(desk), content).files))


def apply(desk: Desk, plan: Plan, *applied: AppliedConfiguration) -> None:
    assert apply_plan(plan, applied, desk.paths).error == ""


def three_actions(desk: Desk) -> None:
    apply(desk, both(desk, b"first"), ONE)
    apply(desk, both(desk, b"second"), TWO)
    write_with_journal(desk.paths, "removed", str(other(desk)), "VkConfig", ABSENT)


def test_one_action_is_one_entry_however_many_files_it_touched(desk):
    three_actions(desk)
    assert [(one.title, len(one.files)) for one in read_actions(desk.paths)] == [
        ("Moved VkConfig's override aside", 1),
        ("Applied “two” in place of “one” for every program", 2),
        ("Applied “one”", 2),
    ]
    removed, _, first = read_actions(desk.paths)
    assert [first.get_file_change(file) for file in first.files] == ["New", "Change"]
    assert removed.get_file_change(str(other(desk))) == "Remove"
    assert removed.render_file_difference(str(other(desk))) == "-left behind"


def test_everything_goes_back_to_before_an_action_byte_for_byte_and_forth_again(desk):
    before = desk.seen()
    three_actions(desk)
    after = {path: capture_file(str(path)).content for path in paths_of(desk)}
    actions = read_actions(desk.paths)
    restore_point = make_point_before(actions[-1], actions)
    assert [(one.file, one.text) for one in list_files_before(actions[-1], actions)] == [
        (str(desk.file), "theirs"),
        (str(other(desk)), "left behind"),
        (str(settings(desk)), None),
    ]
    preview = preview_restore(restore_point, desk.paths)
    assert {(one.kind.value, one.subject) for one in preview.changes} == {
        ("Change", str(desk.file)),
        ("Remove", str(settings(desk))),
        ("New", str(other(desk))),
    }
    assert preview.sentence == "3 files would be restored."
    assert apply_restore_point(restore_point, desk.paths) == ""
    assert desk.seen() == before
    assert read_applied(desk.paths) == ()
    newest = read_actions(desk.paths)[0]
    assert newest.title.startswith("Restored everything from before 2")
    assert len(newest.files) == 3
    assert apply_restore_point(make_restore_point(newest), desk.paths) == ""
    assert {path: capture_file(str(path)).content for path in paths_of(desk)} == after
    assert read_applied(desk.paths) == (TWO,)
    apply(desk, NOTHING)
    assert desk.file.read_bytes() == b"theirs"


def files(desk: Desk) -> dict[str, object]:
    return {path: seen for path, seen in desk.seen().items() if Path(path).is_file()}


def paths_of(desk: Desk) -> list[Path]:
    return [desk.file, settings(desk), other(desk)]


def test_a_moment_between_two_actions_brings_back_what_was_applied_then(desk):
    three_actions(desk)
    actions = read_actions(desk.paths)
    moment = (actions[2].time + actions[1].entries[-1].time) / 2
    assert [(one.file, one.text) for one in list_files_at(moment, actions)] == [
        (str(desk.file), "first"),
        (str(other(desk)), "left behind"),
        (str(settings(desk)), "first"),
    ]
    assert apply_restore_point(make_point_at(moment, actions), desk.paths) == ""
    assert [capture_file(str(path)).content for path in paths_of(desk)] == [
        b"first",
        b"first",
        b"left behind",
    ]
    assert read_applied(desk.paths) == (ONE,)


def test_one_file_goes_back_alone(desk):
    three_actions(desk)
    actions = read_actions(desk.paths)
    restore_point = make_point_before(actions[1], actions, str(settings(desk)))
    assert [one.text for one in preview_restore(restore_point, desk.paths).changes] == [
        "-second\n+first"
    ]
    assert apply_restore_point(restore_point, desk.paths) == ""
    assert settings(desk).read_bytes() == b"first"
    assert desk.file.read_bytes() == b"second"
    assert read_actions(desk.paths)[0].title.startswith(
        "Restored vk_layer_settings.txt from before 2"
    )


def test_a_file_that_another_program_changed_is_named_and_nothing_is_restored(desk):
    three_actions(desk)
    settings(desk).write_bytes(b"of another program")
    before = desk.seen()
    actions = read_actions(desk.paths)
    restore_point = make_point_before(actions[-1], actions)
    reason = f"{settings(desk)}: another program has changed it since; it was left as is."
    assert (
        preview_restore(restore_point, desk.paths).refusal == f"Nothing would be restored: {reason}"
    )
    assert apply_restore_point(restore_point, desk.paths) == f"Nothing was restored: {reason}"
    assert desk.seen() == before
    assert read_actions(desk.paths) == actions
    assert (
        apply_restore_point(make_point_before(actions[-1], actions, str(desk.file)), desk.paths)
        == ""
    )
    assert desk.file.read_bytes() == b"theirs"


def test_nothing_is_restored_to_a_moment_after_the_last_write(desk):
    three_actions(desk)
    actions = read_actions(desk.paths)
    restore_point = make_point_at(actions[0].time + 1, actions)
    sentence = "Nothing to restore: vkconfig-py has not written any files since then."
    assert apply_restore_point(restore_point, desk.paths) == sentence
    assert preview_restore(restore_point, desk.paths).refusal == sentence


def test_looking_forward_writes_nothing(desk):
    three_actions(desk)
    before = desk.seen(), sorted(desk.paths.state.rglob("*"))
    preview_restore(make_restore_point(read_actions(desk.paths)[1]), desk.paths)
    assert (desk.seen(), sorted(desk.paths.state.rglob("*"))) == before


def test_a_kill_at_any_step_of_going_back_leaves_each_file_whole_and_can_be_repeated(tmp_path):
    for at in range(2, 500, 7):  # every seventh step, to be done soon
        (tmp_path / str(at)).mkdir()
        desk = furnished(tmp_path / str(at))
        before = files(desk)
        three_actions(desk)
        actions = read_actions(desk.paths)
        restore_point = make_point_before(actions[-1], actions)
        ended = run_until_killed(at, lambda: apply_restore_point(restore_point, desk.paths))  # noqa: B023 - runs at once
        assert desk.file.read_bytes() in (b"theirs", b"second"), at
        assert capture_file(str(settings(desk))).content in (b"", b"second"), at
        assert capture_file(str(other(desk))).content in (b"", b"left behind"), at
        assert apply_restore_point(restore_point, desk.paths) == "", at
        assert files(desk) == before, at
        assert read_applied(desk.paths) == (), at
        if ended:
            break
    assert ended
    assert at > 20


def test_titles_are_told_in_the_language_of_the_reader(desk):
    with speak_german():
        apply(desk, both(desk, b"first"), ONE)
        apply(desk, both(desk, b"second"), TWO)
        actions = read_actions(desk.paths)
        assert apply_restore_point(make_point_before(actions[1], actions), desk.paths) == ""
        newest, replacing = read_actions(desk.paths)[:2]
        assert newest.title.startswith("Restored Alles, Stand vor ")
        assert replacing.title == "Applied „two“ anstelle von „one“ für jedes Programm"
    newest, replacing = read_actions(desk.paths)[:2]
    assert newest.title.startswith("Restored everything from before 2")
    assert replacing.title == "Applied “two” in place of “one” for every program"


def test_a_journal_without_notes_is_shown_as_it_stands(desk):
    apply(desk, both(desk, b"first"), ONE)
    apply(desk, both(desk, b"second"), TWO)
    for file in (desk.paths.state / "journal").glob("*.json"):
        entry = json.loads(file.read_text())
        entry.pop("who_note", None)
        entry["action"].pop("who_note", None)
        file.write_text(json.dumps(entry))
    with speak_german():
        newest = read_actions(desk.paths)[0]
        assert newest.title == "Applied “two” in place of “one” for every program"


def test_what_a_nameless_owner_wrote_is_named_by_its_file(desk):
    write_with_journal(desk.paths, "removed", str(other(desk)), "An unknown program", ABSENT)
    assert read_actions(desk.paths)[0].title == "Moved other.json aside"
