"""Processes with Vulkan beside what is predicted for them."""

from __future__ import annotations

import json
import os
import time

import pytest

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.processes import MappedFile, ProcessFacts
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.processes.running_now import (
    HIDDEN,
    NO_INSTANCE,
    NO_LOADER,
    Agreement,
    Installed,
    ProcessWatch,
    as_text,
    compare,
)

SHARED = b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\x00\x3e\x00\x01\x00\x00\x00" + bytes(40)


class World:
    """Folders with one loader, layers and a driver, and a process that has some of them."""

    def __init__(self, root):
        self.root = root
        self.lib = root / "lib"
        self.lib.mkdir()
        self.loader = self.library("libvulkan.so.1.3.239")
        self.driver = self.library("libgpu.so")
        self.drivers = root / "icd.json"
        content = {"library_path": str(self.driver), "api_version": "1.3.0"}
        self.drivers.write_text(json.dumps({"file_format_version": "1.0.0", "ICD": content}))
        self.environment = {"HOME": str(root), "VK_DRIVER_FILES": str(self.drivers)}
        profile = LoaderProfile((1, 3, 239), str(self.loader), 64)
        self.installed = Installed(Host({}, prefix=str(root)), (profile,))
        self.started = time.time() + 100

    def library(self, name):
        file = self.lib / name
        file.write_bytes(SHARED)
        return file

    def layer(self, name, *, implicit=True):
        library = self.library(f"lib{name}.so")
        kind = "implicit" if implicit else "explicit"
        folder = self.root / f".local/share/vulkan/{kind}_layer.d"
        folder.mkdir(parents=True, exist_ok=True)
        layer = {
            "name": f"VK_LAYER_{name}", "type": "GLOBAL", "library_path": str(library),
            "api_version": "1.3.0", "implementation_version": "1", "description": "x",
        }  # fmt: skip
        if implicit:
            layer["disable_environment"] = {f"NO_{name}": "1"}
        file = folder / f"{name}.json"
        file.write_text(json.dumps({"file_format_version": "1.1.0", "layer": layer}))
        return file, library

    def compare(self, *libraries, **facts):
        return compare(self.facts(*libraries, **facts), self.installed, DocumentCache())

    def facts(self, *libraries, **more):
        files = []
        for one in libraries:
            status = os.stat(one)
            files.append(MappedFile(str(one), status.st_dev, status.st_ino))
        known = ProcessFacts(
            7, 1000, self.started, "game", "/opt/game", environment=self.environment,
            files=tuple(files),
        )  # fmt: skip
        return known._replace(**more)


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)


def test_what_is_mapped_as_predicted_is_told_in_a_sentence(world):
    _file, layer = world.layer("one")
    found = world.compare(world.loader, layer, world.driver)
    assert (found.agreement, found.sentence) == (
        Agreement.EQUAL,
        "As predicted: 1 layer and 1 driver.",
    )
    assert (found.version, found.loader) == ("1.3.239", str(world.loader))
    assert "  loaded        layer VK_LAYER_one" in as_text([found])


def test_a_missing_layer_without_a_known_cause_says_so(world):
    world.layer("one")
    found = world.compare(world.loader, world.driver)
    assert found.agreement is Agreement.DIFFERENT
    assert found.sentence == (
        "Expected 1 layer, has 0. one: predicted and not loaded; the program changed its variables "
        "after its start, or its loader could not open it."
    )


def test_a_manifest_that_was_written_after_the_start_explains_its_layer(world):
    file, _library = world.layer("one")
    world.started = time.time() - 1000
    found = world.compare(world.loader, world.driver)
    when = time.strftime("%H:%M", time.localtime(os.stat(file).st_ctime))
    assert found.sentence == (
        f"Expected 1 layer, has 0. one: {file} was written at {when}, after the program started."
    )


def test_a_manifest_that_went_after_the_start_is_known_by_its_folder(world):
    _file, library = world.layer("one")
    other, _library = world.layer("two")
    world.environment["NO_one"] = "1"
    found = world.compare(world.loader, world.driver, library)
    assert "one: not predicted; the program, or a script before it" in found.sentence
    world.environment.pop("NO_one")
    world.started = os.stat(other).st_ctime + 50
    other.unlink()
    os.utime(other.parent, (world.started + 5, world.started + 5))
    assert world.compare(world.loader, world.driver, library).agreement is Agreement.EQUAL


def test_an_explicit_layer_was_asked_for_by_the_program(world):
    _file, library = world.layer("check", implicit=False)
    found = world.compare(world.loader, library, world.driver)
    assert found.sentence == (
        "Expected 0 layers, has 1. check: not predicted; the program asked for it itself."
    )


def test_variables_are_those_of_the_process(world):
    world.layer("one")
    world.environment["NO_one"] = "1"
    assert world.compare(world.loader, world.driver).agreement is Agreement.EQUAL
    elevated = world.compare(world.loader, world.driver, elevated=True)
    assert elevated.parts == ()  # its loader reads neither VK_DRIVER_FILES nor HOME


def test_a_library_that_was_replaced_is_loaded_all_the_same(world):
    _file, library = world.layer("one")
    facts = world.facts(world.loader, library, world.driver)
    fresh = library.with_suffix(".new")
    fresh.write_bytes(SHARED)
    fresh.replace(library)
    files = tuple(
        one._replace(is_deleted=True) if one.path == str(library) else one for one in facts.files
    )
    found = compare(facts._replace(files=files), world.installed, DocumentCache())
    assert found.sentence == (
        "As predicted: 1 layer and 1 driver. Replaced on disk since it started: one."
    )


def test_one_library_of_two_layers_is_explained_by_either(world):
    file, library = world.layer("one")
    content = file.read_text().replace("VK_LAYER_one", "VK_LAYER_off").replace("NO_one", "NO_off")
    (file.parent / "off.json").write_text(content)
    world.environment["NO_off"] = "1"
    assert world.compare(world.loader, library, world.driver).agreement is Agreement.EQUAL


def test_nothing_loaded_yet_is_no_difference(world):
    world.layer("one")
    found = world.compare(world.loader)
    assert (found.agreement, found.sentence) == (Agreement.NO_INSTANCE, NO_INSTANCE)


def test_processes_of_others_say_nothing(world):
    assert world.compare(environment=None)[1:3] == (Agreement.HIDDEN, HIDDEN)
    assert world.compare()[1:3] == (Agreement.NO_LOADER, NO_LOADER)


def write_process(proc, pid, maps, size=100):
    folder = proc / str(pid)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "stat").write_text(f"{pid} (x) S {' '.join('0' * 18)} 5 {size} 0\n")
    (folder / "status").write_text("Name:\tx\nUid:\t1000\n")
    (folder / "environ").write_bytes(b"HOME=/home/u\0")
    (folder / "maps").write_text(maps)
    if not (folder / "exe").is_symlink():
        (folder / "exe").symlink_to("/opt/x")


def test_a_look_reads_the_maps_of_processes_that_changed_alone(world, tmp_path):
    proc = tmp_path / "proc"
    write_process(proc, 10, "")
    write_process(proc, 11, f"7f-80 r-xp 0 08:01 5 {world.loader}\n")
    write_process(proc, 12, "", size=0)  # of the kernel
    watch = ProcessWatch(str(proc), me=0)

    def look(again=False):
        now = watch.look(world.installed, DocumentCache(), again=again)
        return [one.facts.pid for one in now.processes]

    assert look(again=True) == [11]
    write_process(proc, 10, f"7f-80 r-xp 0 08:01 5 {world.loader}\n")
    assert look() == [11]  # it is as large as before
    write_process(proc, 10, f"7f-80 r-xp 0 08:01 5 {world.loader}\n", size=101)
    assert look() == [10, 11]
    (proc / "10/maps").unlink()
    (proc / "10/maps").mkdir()
    write_size = (proc / "10/stat").read_text().replace(" 101 ", " 102 ")
    (proc / "10/stat").write_text(write_size)
    assert look() == [11]
    assert watch.look(world.installed, DocumentCache(), again=False).hidden == 1


def test_what_did_not_change_is_compared_once(world, tmp_path):
    proc = tmp_path / "proc"
    write_process(proc, 11, f"7f-80 r-xp 0 08:01 5 {world.loader}\n")
    watch = ProcessWatch(str(proc), me=0)
    (first,) = watch.look(world.installed, DocumentCache(), again=False).processes
    (second,) = watch.look(world.installed, DocumentCache(), again=False).processes
    (third,) = watch.look(world.installed, DocumentCache(), again=True).processes
    assert first is second
    assert third is not second
