"""What changes in the places that a picture rests on is noticed."""

import os
import threading
import time
from pathlib import Path

import pytest

from tests.model.items.snapshots import report_of
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.rules.loader_report import ManifestSearch
from vkconfig_py.model.session.persistence import (
    DEBOUNCE_MS,
    MAX_WATCHED_FILES,
    FolderWatch,
    list_searched_paths,
)


@pytest.fixture
def watch(qapp):
    watch = FolderWatch()
    watch._timer.setInterval(30)  # longer than a step of the file system's clock
    yield watch
    watch.close()


def test_a_new_manifest_is_noticed(watch, tmp_path, qtbot):
    watch.watch([str(tmp_path)])
    with qtbot.waitSignal(watch.changed):
        (tmp_path / "a.json").write_text("{}")


def test_an_edit_in_place_is_noticed_again_and_again(watch, tmp_path, qtbot):
    manifest = tmp_path / "a.json"
    manifest.write_text("{}")
    watch.watch([str(tmp_path)], [str(manifest)])
    with qtbot.waitSignal(watch.changed):
        manifest.write_text('{"a": 1}')
    (tmp_path / "new").write_text("{}")
    with qtbot.waitSignal(watch.changed):
        (tmp_path / "new").rename(manifest)
    with qtbot.waitSignal(watch.changed):
        manifest.write_text('{"b": 1}')


def test_a_folder_that_comes_and_goes_is_noticed_through_its_nearest_parent(watch, tmp_path, qtbot):
    place = tmp_path / "vulkan" / "implicit_layer.d"
    watch.watch([str(place)])
    qtbot.waitUntil(lambda: watch.list_watched() == {str(tmp_path)})
    place.mkdir(parents=True)
    with qtbot.waitSignal(watch.changed):
        pass
    qtbot.waitUntil(lambda: str(place) in watch.list_watched())
    with qtbot.waitSignal(watch.changed):
        (place / "a.json").write_text("{}")
    (place / "a.json").unlink()
    with qtbot.waitSignal(watch.changed):
        place.rmdir()


def test_a_place_several_folders_below_what_exists_is_followed_down_and_up(watch, tmp_path, qtbot):
    way = [tmp_path, tmp_path / "a", tmp_path / "a/b", tmp_path / "a/b/c"]
    place = way[-1]
    watch.watch([str(place)])
    qtbot.waitUntil(lambda: watch.list_watched() == {str(tmp_path)})
    for folder in way[1:-1]:
        folder.mkdir()
        qtbot.waitUntil(lambda folder=folder: watch.list_watched() == {str(folder)})
    place.mkdir()
    qtbot.waitUntil(lambda: watch.list_watched() == {str(place.parent), str(place)})
    qtbot.wait(3 * watch._timer.interval())  # all of that was told
    with qtbot.waitSignal(watch.changed):
        (place / "layer.json").write_text("{}")
    (place / "layer.json").unlink()
    for folder in reversed(way[1:]):
        folder.rmdir()
        qtbot.waitUntil(lambda folder=folder: watch.list_watched() == {str(folder.parent)})
    with qtbot.waitSignal(watch.changed):
        place.mkdir(parents=True)


@pytest.mark.parametrize("inside", ["", "share/layers"])
def test_a_link_that_leads_elsewhere_is_noticed_and_followed(inside, watch, tmp_path, qtbot):
    for name in ("old", "new", "newest"):
        (tmp_path / "sdk" / name / inside).mkdir(parents=True)
    link = tmp_path / "current"
    link.symlink_to("sdk/old")
    watch.watch([f"{link}/{inside}".rstrip("/")])
    for name in ("new", "newest"):
        with qtbot.waitSignal(watch.changed):
            (tmp_path / "next").symlink_to(f"sdk/{name}")
            (tmp_path / "next").rename(link)
        with qtbot.waitSignal(watch.changed):
            (tmp_path / "sdk" / name / inside / "layer.json").write_text("{}")


def test_a_manifest_behind_a_link_that_leads_elsewhere_is_followed(watch, tmp_path, qtbot):
    for name in ("old.json", "new.json"):
        (tmp_path / name).write_text("{}")
    (tmp_path / "links").mkdir()
    link = tmp_path / "links" / "layer.json"
    link.symlink_to("../old.json")
    watch.watch([str(link)], [str(link)])
    with qtbot.waitSignal(watch.changed):
        link.unlink()
        link.symlink_to("../new.json")
    with qtbot.waitSignal(watch.changed):
        (tmp_path / "new.json").write_text("{ }")


def test_links_in_a_circle_are_watched_no_further(watch, tmp_path, qtbot):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    watch.watch([f"{tmp_path}/a/layers", "/\0"])
    qtbot.waitUntil(lambda: bool(watch.list_watched()))
    assert watch.list_watched() <= {str(tmp_path), "/"}


def test_a_link_that_goes_away_while_it_is_followed_ends_no_watch(
    watch, tmp_path, qtbot, monkeypatch
):
    def go_away(path):
        raise FileNotFoundError(path)

    (tmp_path / "sdk").mkdir()
    (tmp_path / "current").symlink_to("sdk")
    monkeypatch.setattr(Path, "readlink", go_away)
    watch.watch([str(tmp_path / "current")])
    qtbot.waitUntil(lambda: str(tmp_path) in watch.list_watched())


def test_what_happens_beside_a_watched_folder_is_not_our_business(watch, tmp_path, qtbot):
    place = tmp_path / "implicit_layer.d"
    place.mkdir()
    age(place, tmp_path, seconds=60)
    watch.watch([str(place)])
    told = []
    watch.changed.connect(lambda: told.append(1))
    qtbot.waitUntil(lambda: str(tmp_path) in watch.list_watched())
    watch._worker.drain()  # it has looked whether something changed meanwhile
    with qtbot.waitSignal(watch._watcher.directoryChanged):
        (tmp_path / "other").write_text("x")
    qtbot.waitUntil(lambda: not watch._is_checking)
    assert not watch._timer.isActive()
    assert told == []


def test_changes_are_gathered(qapp):
    watch = FolderWatch()
    assert watch._timer.interval() == DEBOUNCE_MS
    assert watch._timer.isSingleShot()


def test_watching_other_places_leaves_the_old_ones(watch, tmp_path, qtbot):
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    watch.watch([str(tmp_path / "one")])
    qtbot.waitUntil(lambda: str(tmp_path / "one") in watch.list_watched())
    watch.watch([str(tmp_path / "two")])
    qtbot.waitUntil(lambda: watch.list_watched() == {str(tmp_path), str(tmp_path / "two")})


def test_of_two_questions_only_the_newer_one_is_followed(watch, tmp_path, qtbot):
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    watch.watch([str(tmp_path / "one")])
    watch.watch([str(tmp_path / "two")])
    qtbot.waitUntil(lambda: bool(watch.list_watched()))
    assert watch.list_watched() == {str(tmp_path), str(tmp_path / "two")}


def test_the_number_of_watched_files_is_bounded(watch, tmp_path, qtbot):
    files = [str(tmp_path / f"{number}.json") for number in range(MAX_WATCHED_FILES + 10)]
    for file in files:
        (tmp_path / file).write_text("{}")
    watch.watch([str(tmp_path)], files)
    qtbot.waitUntil(lambda: len(watch.list_watched()) == MAX_WATCHED_FILES + 2)


def age(*paths, seconds):
    """Let files and folders be as old as that; below 0 they are of a time to come."""
    for path in paths:
        os.utime(path, (time.time() - seconds,) * 2)


def test_what_changed_since_a_moment_is_told(watch, tmp_path, qtbot):
    manifest = tmp_path / "a.json"
    manifest.write_text("{}")
    age(manifest, tmp_path, tmp_path.parent, seconds=60)
    with qtbot.waitSignal(watch.changed):
        watch.watch([str(tmp_path)], [str(manifest)], since=time.time() - 100)


@pytest.mark.parametrize("seconds", [60, -3600])
def test_what_is_older_and_times_to_come_are_no_changes(watch, tmp_path, qtbot, seconds):
    manifest = tmp_path / "a.json"
    manifest.write_text("{}")
    age(tmp_path, tmp_path.parent, seconds=60)
    age(manifest, seconds=seconds)
    with qtbot.assertNotEmitted(watch.changed, wait=4 * watch._timer.interval()):
        watch.watch([str(tmp_path)], [str(manifest)])
        qtbot.waitUntil(lambda: str(manifest) in watch.list_watched())


def test_a_change_before_the_watch_is_there_is_noticed(watch, tmp_path, qtbot):
    manifest = tmp_path / "a.json"
    manifest.write_text("{}")
    age(manifest, tmp_path, tmp_path.parent, seconds=60)
    watch.watch([str(tmp_path)], [str(manifest)])
    manifest.write_text('{"a": 1}')
    watch._worker.drain()  # looked at it as it is now, and nothing is watched yet
    assert not watch.list_watched()
    with qtbot.waitSignal(watch.changed):
        pass


def test_the_gui_thread_does_not_look_at_what_is_watched(watch, tmp_path, qtbot, monkeypatch):
    where = []
    stat = Path.stat

    def note(path, **more):
        where.append(threading.current_thread() is threading.main_thread())
        return stat(path, **more)

    monkeypatch.setattr(Path, "stat", note)
    place = str(tmp_path / "implicit_layer.d")
    watch.watch([place])
    qtbot.waitUntil(lambda: bool(watch.list_watched()))
    with qtbot.waitSignal(watch.changed):
        os.mkdir(place)
    qtbot.waitUntil(lambda: place in watch.list_watched())
    assert where
    assert not any(where)


def test_the_places_of_a_report_are_below_its_root():
    search = ManifestSearch(("/etc/a",), ("/etc/a/x.json",), ("built in",))
    report = report_of("", Host(environment={}, root="/sample"))._replace(
        explicit_search=search, settings_file="/etc/s.json"
    )
    places, files = list_searched_paths(report)
    assert places == ("/sample/etc/a", "/sample/etc/s.json")
    assert files == ("/sample/etc/a/x.json", "/sample/etc/s.json")


def test_the_folder_of_the_file_that_layers_of_every_program_read_is_watched_too():
    report = report_of("", Host(environment={"HOME": "/home/u"}, root="/sample"))
    places, files = list_searched_paths(report)
    folder = "/sample/home/u/.local/share/vulkan/settings.d"
    assert (places, files) == ((folder,), (f"{folder}/vk_layer_settings.txt",))
