"""Configurations on the disk: what is saved is loaded, what cannot be read is kept."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.model.configuration.strategies import CONFIGURATIONS, OPTIONS, SOURCES, TARGETS
from vkconfig_py.loader.files.own_files import COLLECTION_FILE
from vkconfig_py.model.configuration import workspace_files
from vkconfig_py.model.configuration.configuration import (
    NO_PROGRAM,
    Configuration,
    ProgramOptions,
    Target,
)
from vkconfig_py.model.configuration.workspace import (
    CollectionSource,
    LoadResult,
    SaveResult,
    Workspace,
)
from vkconfig_py.model.configuration.workspace_files import (
    LOCK_FILE,
    ORDER_FILE,
    load_workspace,
    merge_foreign_changes,
    save_workspace,
)
from vkconfig_py.model.files import atomic_files

FOLDER = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


def test_with_no_files_there_is_one_configuration_and_nothing_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "none"
    loaded = load_workspace(folder)
    assert [c.name for c in loaded.workspace.configurations] == ["My configuration"]
    assert loaded.problems == ()
    assert not folder.exists()
    assert save_workspace(folder, loaded.workspace, loaded.workspace).errors == ()
    assert not folder.exists()


def edited(workspace: Workspace, name: str) -> Workspace:
    return workspace.with_configuration(workspace.selected_configuration._replace(name=name))


def test_an_edit_is_saved_and_found_again(tmp_path: Path) -> None:
    before = load_workspace(tmp_path).workspace
    after = edited(before, "Größe").with_added(Configuration(key="b", name="second"))
    assert save_workspace(tmp_path, before, after).errors == ()
    assert load_workspace(tmp_path).workspace == after
    assert sorted(path.name for path in tmp_path.glob("*.json")) == [
        "b.json", "default.json", ORDER_FILE,
    ]  # fmt: skip


def test_a_configuration_that_was_never_edited_is_not_lost_beside_an_edited_one(
    tmp_path: Path,
) -> None:
    before = load_workspace(tmp_path).workspace
    after = before.with_added(Configuration(key="b", name="second"))
    save_workspace(tmp_path, before, after)
    assert load_workspace(tmp_path).workspace == after


def test_order_and_selection_are_kept(tmp_path: Path) -> None:
    configurations = tuple(Configuration(key=key, name=key) for key in "cab")
    workspace = Workspace(configurations, "a")
    save_workspace(tmp_path, Workspace(), workspace)
    assert load_workspace(tmp_path).workspace == workspace
    (tmp_path / ORDER_FILE).unlink()
    loaded = load_workspace(tmp_path).workspace
    assert [c.key for c in loaded.configurations] == ["a", "b", "c"]
    assert loaded.selected_key == "a"


def test_deleting_a_configuration_deletes_its_file(tmp_path: Path) -> None:
    both = Workspace((Configuration(key="a", name="a"), Configuration(key="b", name="b")), "a")
    save_workspace(tmp_path, Workspace(), both)
    save_workspace(tmp_path, both, both.without_configuration("b"))
    assert not (tmp_path / "b.json").exists()


def test_a_name_is_no_file_name(tmp_path: Path) -> None:
    first = Configuration(key="a", name="v1")
    second = Configuration(key="b", name="v1.2 test/../\n")
    both = Workspace((first, second), "a")
    save_workspace(tmp_path, Workspace(), both)
    save_workspace(tmp_path, both, both.without_configuration("a"))
    assert load_workspace(tmp_path).workspace.configurations == (second,)
    assert load_workspace(tmp_path).problems == ()


def test_an_unreadable_file_is_reported_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_bytes(b'{"name": "x",\n')
    (tmp_path / "good.json").write_bytes(b'{"name": "x"}')
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "dangling.json").symlink_to("nowhere")
    (tmp_path / "huge.json").write_bytes(b" " * (33 << 20))
    before = {name: os.lstat(tmp_path / name).st_mtime_ns for name in os.listdir(tmp_path)}
    loaded = load_workspace(tmp_path)
    assert [c.key for c in loaded.workspace.configurations] == ["good"]
    sentences = {Path(problem.path).name: problem for problem in loaded.problems}
    assert sentences["bad.json"].line == 2
    assert str(tmp_path / "bad.json") in sentences["bad.json"].sentence
    assert "it is a folder" in sentences["folder.json"].sentence
    assert "it is a symbolic link" in sentences["dangling.json"].sentence
    assert "larger than 32 MB" in sentences["huge.json"].sentence
    after = {name: os.lstat(tmp_path / name).st_mtime_ns for name in os.listdir(tmp_path)}
    assert after == before


def test_a_pipe_among_the_configurations_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    assert len(load_workspace(tmp_path).problems) == 1


def test_an_unreadable_file_in_the_way_is_kept_aside(tmp_path: Path) -> None:
    configuration = Configuration(key="a", name="a")
    (tmp_path / "a.json").write_bytes(b"not ours")
    (tmp_path / "a.json.bad").write_bytes(b"an older one")
    save_workspace(tmp_path, Workspace(), Workspace((configuration,), "a"))
    assert (tmp_path / "a.json.bad2").read_bytes() == b"not ours"
    assert (tmp_path / "a.json.bad").read_bytes() == b"an older one"
    assert load_workspace(tmp_path).workspace.configurations == (configuration,)


def test_a_damaged_order_file_loses_only_the_order(tmp_path: Path) -> None:
    workspace = Workspace((Configuration(key="a", name="a"),), "a")
    save_workspace(tmp_path, Workspace(), workspace)
    (tmp_path / ORDER_FILE).write_bytes(b'{"order": 5, "selected": []}')
    assert load_workspace(tmp_path).workspace == workspace
    (tmp_path / ORDER_FILE).write_bytes(b"x")
    loaded = load_workspace(tmp_path)
    assert loaded.workspace == workspace
    assert [Path(problem.path).name for problem in loaded.problems] == [ORDER_FILE]


def test_a_damaged_order_file_is_kept_aside_when_another_order_is_saved(tmp_path: Path) -> None:
    both = Workspace((Configuration(key="a", name="a"), Configuration(key="b", name="b")), "a")
    save_workspace(tmp_path, Workspace(), both)
    (tmp_path / ORDER_FILE).write_bytes(b"x")
    assert save_workspace(tmp_path, both, edited(both, "new")).errors == ()
    assert (tmp_path / ORDER_FILE).read_bytes() == b"x"
    assert save_workspace(tmp_path, both, both._replace(selected_key="b")).errors == ()
    assert (tmp_path / f"{ORDER_FILE}.bad").read_bytes() == b"x"
    assert load_workspace(tmp_path).workspace.selected_key == "b"


def test_the_default_never_takes_the_name_of_an_unreadable_file(tmp_path: Path) -> None:
    (tmp_path / "default.json").write_bytes(b"damaged")
    before = load_workspace(tmp_path).workspace
    save_workspace(tmp_path, before, edited(before, "new"))
    assert (tmp_path / "default.json").read_bytes() == b"damaged"


def test_a_link_in_the_place_of_a_configuration_is_named_and_neither_followed_nor_replaced(
    tmp_path: Path,
) -> None:
    store = tmp_path / "store"
    store.mkdir()
    folder = tmp_path / "ours"
    before = Workspace((Configuration(key="a", name="a"),), "a")
    save_workspace(folder, Workspace(), before)
    (store / "a.json").write_bytes(b'{"name": "x"}')
    (folder / "a.json").unlink()
    (folder / "a.json").symlink_to(store / "a.json")
    saved = save_workspace(folder, before, edited(before, "new"))
    assert [error.partition("; only")[0] for error in saved.errors] == [
        f"{folder / 'a.json'} could not be saved: it is a symbolic link"
    ]
    assert (folder / "a.json").is_symlink()
    assert (store / "a.json").read_bytes() == b'{"name": "x"}'
    assert len(load_workspace(folder).problems) == 1


def test_a_folder_of_configurations_may_be_a_link_to_one_of_the_user(tmp_path: Path) -> None:
    (tmp_path / "store").mkdir()
    (tmp_path / "ours").symlink_to(tmp_path / "store")
    before = load_workspace(tmp_path / "ours").workspace
    assert save_workspace(tmp_path / "ours", before, edited(before, "new")).errors == ()
    assert load_workspace(tmp_path / "store").workspace.selected_configuration.name == "new"


NEWER = b'{"format": 99, "order": ["b", "a"], "what": "only that version knows"}'


def test_an_order_of_a_newer_version_is_told_and_never_written_over(tmp_path: Path) -> None:
    both = Workspace((Configuration(key="a", name="a"), Configuration(key="b", name="b")), "a")
    save_workspace(tmp_path, Workspace(), both)
    (tmp_path / ORDER_FILE).write_bytes(NEWER)
    saved = save_workspace(tmp_path, both, edited(both, "new")._replace(selected_key="b"))
    assert saved.errors == ()
    assert (tmp_path / ORDER_FILE).read_bytes() == NEWER
    assert "newer version" in saved.problems[0].sentence
    assert "new" in {one.name for one in load_workspace(tmp_path).workspace.configurations}


@pytest.mark.parametrize("name", ["a.json", "collection.json"])
def test_a_document_of_a_newer_version_is_never_written_over(tmp_path: Path, name: str) -> None:
    before = Workspace((Configuration(key="a", name="a"),), "a")
    save_workspace(tmp_path, Workspace(), before)
    (tmp_path / name).write_bytes(NEWER)
    after = edited(before, "new")._replace(sources=(CollectionSource("/opt/layers"),))
    saved = save_workspace(tmp_path, before, after)
    assert [Path(error.split(" could ")[0]).name for error in saved.errors] == [name]
    assert "newer version" in saved.errors[0]
    assert (tmp_path / name).read_bytes() == NEWER
    assert not list(tmp_path.glob("*.bad*"))


def test_while_another_process_writes_nothing_is_written_and_nothing_taken_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atomic_files, "LOCK_SECONDS", 0.05)
    before = Workspace((Configuration(key="a", name="a"),), "a")
    save_workspace(tmp_path, Workspace(), before)
    old = (tmp_path / "a.json").read_bytes()
    after = edited(before, "new")
    with atomic_files.hold_lock(tmp_path / LOCK_FILE):
        saved = save_workspace(tmp_path, before, after)
        assert merge_foreign_changes(tmp_path, before, after) == SaveResult(before, after)
    (error,) = saved.errors
    assert error.startswith(f"Cannot save to {tmp_path}: another vkconfig-py process")
    assert (tmp_path / "a.json").read_bytes() == old
    assert save_workspace(tmp_path, before, after).errors == ()


def test_where_no_lock_can_be_held_it_is_saved_all_the_same(tmp_path: Path) -> None:
    (tmp_path / LOCK_FILE).mkdir()
    space = Workspace((Configuration(key="a", name="a"),), "a")
    assert save_workspace(tmp_path, Workspace(), space).errors == ()
    assert merge_foreign_changes(tmp_path, space, edited(space, "new")).workspace == edited(
        space, "new"
    )


def test_a_folder_that_is_gone_says_nothing(tmp_path: Path) -> None:
    space = Workspace((Configuration(key="a", name="a"),), "a")
    assert merge_foreign_changes(tmp_path / "gone", space, space) == SaveResult(space, space)
    assert not (tmp_path / "gone").exists()


def test_a_damaged_one_that_is_deleted_here_is_kept_aside(tmp_path: Path) -> None:
    both = Workspace((Configuration(key="a", name="a"), Configuration(key="b", name="b")), "a")
    save_workspace(tmp_path, Workspace(), both)
    (tmp_path / "b.json").write_bytes(b"{")
    saved = save_workspace(tmp_path, both, both.without_configuration("b"))
    assert (saved.errors, saved.problems) == ((), ())
    assert not (tmp_path / "b.json").exists()
    assert (tmp_path / "b.json.bad").read_bytes() == b"{"
    assert saved.notes == (
        f"A file that could not be read was renamed to {tmp_path / 'b.json.bad'}.",
    )


def test_what_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    before = Workspace((Configuration(key="a", name="a"),), "a")
    save_workspace(tmp_path, Workspace(), before)
    old = (tmp_path / "a.json").read_bytes()
    after = edited(before, "\x01" * 6_000_000)  # six bytes of JSON each
    saved = save_workspace(tmp_path, before, after)
    (error,) = saved.errors
    assert str(tmp_path / "a.json") in error
    assert "it would be larger than 32 MB and could not be read back" in error
    assert (tmp_path / "a.json").read_bytes() == old
    assert (saved.file_state, saved.workspace) == (before, after)


def test_what_is_read_from_a_file_of_nine_megabytes_is_kept(tmp_path: Path) -> None:
    one = Configuration(key="a", name="a").with_variable("A", "x" * 9_000_000)
    space = Workspace((one,), "a")
    assert save_workspace(tmp_path, Workspace(), space).errors == ()
    assert load_workspace(tmp_path) == LoadResult(space)


def test_a_folder_that_refuses_gives_one_sentence_and_loses_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    before = load_workspace(tmp_path / "file").workspace
    errors = save_workspace(tmp_path / "file", before, edited(before, "new")).errors
    assert len(errors) == 1
    assert str(tmp_path / "file") in errors[0]


def test_a_write_that_fails_leaves_the_old_file_whole(tmp_path: Path) -> None:
    before = Workspace((Configuration(key="a", name="a"),), "a")
    save_workspace(tmp_path, Workspace(), before)
    old = (tmp_path / "a.json").read_bytes()
    # A folder in the place of the temporary file: the write is refused for root too.
    (tmp_path / f"a.json.{os.getpid()}.tmp").mkdir()
    errors = save_workspace(tmp_path, before, edited(before, "new")).errors
    assert len(errors) == 1
    assert str(tmp_path / "a.json") in errors[0]
    assert (tmp_path / "a.json").read_bytes() == old


def test_a_file_that_cannot_be_deleted_is_named(tmp_path: Path) -> None:
    both = Workspace((Configuration(key="a", name="a"), Configuration(key="b", name="b")), "a")
    save_workspace(tmp_path, Workspace(), both)
    (tmp_path / "b.json").unlink()
    (tmp_path / "b.json").mkdir()
    (error,) = save_workspace(tmp_path, both, both.without_configuration("b")).errors
    assert str(tmp_path / "b.json") in error


def test_unknown_members_of_order_and_collection_survive(tmp_path: Path) -> None:
    first = Workspace((Configuration(key="a", name="a"),), "a", (CollectionSource("/x"),))
    save_workspace(tmp_path, Workspace(), first)
    for name in (ORDER_FILE, COLLECTION_FILE):
        document = json.loads((tmp_path / name).read_bytes())
        (tmp_path / name).write_text(json.dumps({**document, "later": [1]}))
    second = Workspace((*first.configurations, Configuration(key="b", name="b")), "b")
    assert save_workspace(tmp_path, first, second).errors == ()
    for name in (ORDER_FILE, COLLECTION_FILE):
        assert json.loads((tmp_path / name).read_bytes())["later"] == [1]
    assert load_workspace(tmp_path).workspace == second


def test_what_a_killed_writer_left_goes_with_the_next_save(tmp_path: Path) -> None:
    before = load_workspace(tmp_path).workspace
    with subprocess.Popen(["true"]) as ended:
        ended.wait()
    for name in (f"a.json.{os.getpid()}.tmp", f"b.json.{ended.pid}.tmp"):
        (tmp_path / name).write_bytes(b"half")
    os.utime(tmp_path / f"a.json.{os.getpid()}.tmp", (0, 0))
    (tmp_path / "c.json.79.tmp").mkdir()
    os.utime(tmp_path / "c.json.79.tmp", (0, 0))
    assert save_workspace(tmp_path, before, edited(before, "new")).errors == ()
    assert sorted(path.name for path in tmp_path.glob("*.tmp")) == ["c.json.79.tmp"]


def test_the_first_configuration_of_two_processes_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arranged = workspace_files.make_workspace

    def arranged_late(*args: Any) -> Workspace:
        """Between our look at the folder and our first configuration, another process saves its."""
        monkeypatch.setattr(workspace_files, "make_workspace", arranged)
        theirs = load_workspace(tmp_path)
        new = theirs.workspace.with_added(Configuration(key="t", name="theirs"))
        assert save_workspace(tmp_path, theirs.saved_workspace, new).errors == ()
        return arranged(*args)

    monkeypatch.setattr(workspace_files, "make_workspace", arranged_late)
    ours = load_workspace(tmp_path)
    after = ours.workspace.with_added(Configuration(key="o", name="ours"))
    assert save_workspace(tmp_path, ours.saved_workspace, after).errors == ()
    names = [one.name for one in load_workspace(tmp_path).workspace.configurations]
    assert sorted(names) == ["My configuration", "ours", "theirs"]


def test_links_in_a_circle_are_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.json").symlink_to("a.json")
    after = Workspace((Configuration(key="a", name="a"),), "a")
    errors = save_workspace(tmp_path, Workspace(), after).errors
    assert len(errors) == 1
    assert str(tmp_path / "a.json") in errors[0]


def test_folders_of_the_first_format_move_into_the_collection(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b'{"format": 1, "name": "a", "sources": ["/x", "/y"]}')
    (tmp_path / "b.json").write_bytes(b'{"format": 1, "name": "b", "sources": ["/y", "/z"]}')
    (tmp_path / "c.json").write_bytes(b'{"format": 2, "name": "c", "sources": ["/kept"]}')
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    loaded = load_workspace(tmp_path)
    assert loaded.workspace.sources == (
        CollectionSource("/x"),
        CollectionSource("/y"),
        CollectionSource("/z"),
    )
    assert [c.sources for c in loaded.workspace.configurations] == [(), (), ("/kept",)]
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    without = loaded.workspace._replace(sources=(CollectionSource("/x"),))
    assert save_workspace(tmp_path, loaded.saved_workspace, without).errors == ()
    again = load_workspace(tmp_path)
    assert (again.workspace, again.saved_workspace) == (without, without)


def test_a_damaged_collection_is_told_and_kept_aside(tmp_path: Path) -> None:
    (tmp_path / COLLECTION_FILE).write_bytes(b'{"sources": [{"path": 5}]}')
    loaded = load_workspace(tmp_path)
    assert "sources[0].path: expected a string" in loaded.problems[0].sentence
    after = loaded.workspace._replace(sources=(CollectionSource("/x", implicit=True),))
    assert save_workspace(tmp_path, loaded.saved_workspace, after).errors == ()
    assert (tmp_path / f"{COLLECTION_FILE}.bad").exists()
    assert load_workspace(tmp_path).workspace.sources == after.sources


def test_a_collection_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / COLLECTION_FILE).write_bytes(b'{"format": 9, "sources": []}')
    loaded = load_workspace(tmp_path)
    assert "newer version" in loaded.problems[0].sentence
    assert (
        save_workspace(tmp_path, loaded.saved_workspace, edited(loaded.workspace, "new")).errors
        == ()
    )
    assert (tmp_path / COLLECTION_FILE).read_bytes() == b'{"format": 9, "sources": []}'


@settings(suppress_health_check=FOLDER)
@given(
    st.lists(CONFIGURATIONS, min_size=1, max_size=3),
    SOURCES,
    st.lists(TARGETS, max_size=3),
    OPTIONS,
)
def test_a_workspace_saved_is_the_workspace_loaded(
    tmp_path_factory: pytest.TempPathFactory,
    configurations: list[Configuration],
    collection: tuple[CollectionSource, ...],
    programs: list[Target],
    options: tuple[ProgramOptions, ...],
) -> None:
    folder = tmp_path_factory.mktemp("configurations")
    keyed = tuple(c._replace(key=f"k{number}") for number, c in enumerate(configurations))
    last = programs[0] if programs else NO_PROGRAM
    away = (("gone", 3),)
    recent = tuple(programs)
    workspace = Workspace(keyed, keyed[-1].key, collection, away, last, recent, options)
    assert save_workspace(folder, Workspace(), workspace).errors == ()
    assert load_workspace(folder).workspace == workspace
