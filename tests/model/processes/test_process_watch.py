"""Looks at processes again and again: what is read anew, and what is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vkconfig_py.loader.files import scan
from vkconfig_py.model.processes import running_now
from vkconfig_py.model.processes.running_now import Agreement, ProcessWatch


class Proc:
    """A /proc whose processes have some libraries mapped."""

    def __init__(self, root, world):
        self.root = root / "proc"
        self.world = world
        self.watch = ProcessWatch(str(self.root), own_pid=1)

    def put(self, pid, *libraries, size=100, start=5, parent=0):
        folder = self.root / str(pid)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "stat").write_text(
            f"{pid} (x) S {parent} {' '.join('0' * 17)} {start} {size} 0\n"
        )
        (folder / "status").write_text("Name:\tx\nUid:\t1000\n")
        lines = [f"{key}={value}" for key, value in self.world.environment.items()]
        (folder / "environ").write_text("".join(f"{line}\0" for line in lines))
        self.map(pid, *libraries)
        if not (folder / "exe").is_symlink():
            (folder / "exe").symlink_to("/opt/x")
        return folder

    def map(self, pid, *libraries):
        lines = (f"7f-80 r-xp 0 08:01 {Path(x).stat().st_ino} {x}\n" for x in libraries)
        (self.root / str(pid) / "maps").write_text("".join(lines))

    def look(self):
        return self.watch.look(self.world.installed)

    def pids(self):
        return [one.facts.pid for one in self.look().processes]


@pytest.fixture
def proc(world, tmp_path):
    return Proc(tmp_path, world)


def test_a_look_reads_the_maps_of_processes_that_changed_alone(proc):
    loader = proc.world.loader
    proc.put(10)
    proc.put(11, loader)
    proc.put(12, size=0)  # of the kernel
    assert proc.pids() == [11]
    proc.put(10, loader)
    assert proc.pids() == [11]  # it is as large as before
    proc.put(10, loader, size=101)
    assert proc.pids() == [10, 11]


def test_processes_of_others_are_counted(proc):
    folder = proc.put(10)
    (folder / "maps").unlink()
    (folder / "maps").mkdir()  # cannot be read
    proc.put(11, proc.world.loader)
    now = proc.look()
    assert ([one.facts.pid for one in now.processes], now.hidden) == ([11], 1)


def test_what_did_not_change_is_compared_once(proc, world, monkeypatch):
    monkeypatch.setattr(scan, "_RECENT_NS", 0)  # the files were written a moment ago
    _file, layer = world.layer("one")
    proc.put(11, world.loader, world.driver, layer)
    (first,) = proc.look().processes
    (second,) = proc.look().processes
    assert first is second
    assert first.agreement is Agreement.EQUAL
    proc.put(11, world.loader, world.driver, layer, size=200)  # more memory, the same code
    assert proc.look().processes[0] is first
    proc.watch.forget()
    (third,) = proc.look().processes
    assert third == first
    assert third is not first


def test_a_layer_that_is_installed_is_seen_without_a_change_of_the_process(proc, world):
    proc.put(11, world.loader, world.driver)
    assert proc.look().processes[0].agreement is Agreement.EQUAL
    world.layer("one")
    (found,) = proc.look().processes
    assert found.agreement is Agreement.DIFFERENT
    assert found.sentence.startswith("Expected 1 layer; loaded 0.")


def test_a_layer_that_a_process_maps_later_is_seen(proc, world):
    _file, layer = world.layer("one")
    proc.put(11, world.loader)
    assert proc.look().processes[0].agreement is Agreement.NO_INSTANCE
    proc.put(11, world.loader, world.driver, layer, size=300)
    assert proc.look().processes[0].agreement is Agreement.EQUAL


def test_a_process_that_ended_goes_and_its_number_is_used_again(proc, world):
    proc.put(11, world.loader)
    assert proc.pids() == [11]
    proc.put(11, start=900)  # another process, as large as the one before
    assert proc.pids() == []
    proc.put(11, world.loader, start=901)
    assert proc.pids() == [11]
    (proc.root / "11").rename(proc.root / "gone")
    assert proc.pids() == []


def test_one_that_closes_its_loader_is_left_out(proc, world):
    proc.put(11, world.loader)
    assert proc.pids() == [11]
    proc.put(11, size=50)
    assert proc.pids() == []


def test_a_process_that_changes_all_the_time_is_read_ever_more_rarely(proc, monkeypatch):
    read = []
    monkeypatch.setattr(running_now, "has_loader", lambda pid, _proc: bool(read.append(pid)))
    for size in range(100, 140):
        proc.put(10, size=size)
        proc.look()
    assert len(read) == 8  # the looks 0, 1, 3, 7, 15, 23, 31 and 39
    for _look in range(3):  # at rest it is trusted again
        proc.look()
    proc.put(10, size=500)
    proc.look()
    assert len(read) == 9


def test_other_loaders_of_the_machine_compare_everything_anew(proc, world):
    proc.put(11, world.loader)
    (first,) = proc.look().processes
    world.installed = world.installed._replace(loaders=())
    (second,) = proc.look().processes
    assert second is not first


def test_a_file_of_the_prediction_is_looked_at_again(proc, world):
    file, layer = world.layer("one")
    proc.put(11, world.loader, world.driver, layer)
    assert proc.look().processes[0].agreement is Agreement.EQUAL
    content = json.loads(file.read_text())
    content["layer"]["enable_environment"] = {"WANT": "1"}
    file.write_text(json.dumps(content))
    (found,) = proc.look().processes
    assert found.sentence.startswith("Expected 0 layers; loaded 1.")


def test_what_this_process_started_is_marked_with_all_below_it(proc, world):
    proc.put(20, parent=1)  # a shell between
    proc.put(21, world.loader, parent=20)
    proc.put(22, world.loader, parent=23)
    proc.put(23, parent=22)  # numbers that are used again may form a circle
    marked = {one.facts.pid: one.is_launched_here for one in proc.look().processes}
    assert marked == {21: True, 22: False}


def test_a_child_that_opens_drivers_for_a_probe_is_no_program(proc, world):
    world.environment["VKCONFIG_PY_PROBE"] = "1"
    proc.put(21, world.loader)
    assert proc.pids() == []
