"""Processes with Vulkan beside what is predicted for them."""

from __future__ import annotations

import os
import time
from pathlib import Path

from tests.framework.elf_files import LIBRARY, make_elf_file
from tests.model.processes.machine import SHARED
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.own_files import REQUESTS_FILE, find_state_file_path
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.model.processes.running_now import (
    NO_LOADER,
    PROCESS_UNREADABLE,
    Agreement,
    compare_process,
    render_processes,
)
from vkconfig_py.model.programs.seen_requests import SeenRequests, store_requests


def test_what_is_mapped_as_predicted_is_told_in_a_sentence(world):
    _file, layer = world.layer("one")
    found = world.compare(world.loader, layer, world.driver)
    assert (found.agreement, found.sentence) == (
        Agreement.EQUAL,
        "As predicted: 1 layer and 1 driver.",
    )
    assert (found.version, found.loader) == ("1.3.239", str(world.loader))
    assert "  loaded        layer VK_LAYER_one" in render_processes([found])


def test_a_missing_layer_without_a_known_cause_says_so(world):
    world.layer("one")
    found = world.compare(world.loader, world.driver)
    assert found.agreement is Agreement.DIFFERENT
    assert found.sentence == (
        "Expected 1 layer; loaded 0. one: predicted but not loaded: the program changed "
        "variables after starting, or its loader failed to open the library."
    )


def test_a_manifest_that_was_changed_after_the_start_explains_its_layer(world):
    file, _library = world.layer("one")
    world.started = time.time() - 1000
    found = world.compare(world.loader, world.driver)
    when = time.strftime("%H:%M", time.localtime(os.stat(file).st_ctime))
    assert found.sentence == (
        f"Expected 1 layer; loaded 0. one: {file} was changed at {when}, after the program started."
    )


def test_a_manifest_that_went_after_the_start_is_known_by_its_folder(world):
    _file, library = world.layer("one")
    other, _library = world.layer("two")
    world.environment["NO_one"] = "1"
    found = world.compare(world.loader, world.driver, library)
    assert "one: not predicted: the program, or a script that started it" in found.sentence
    world.environment.pop("NO_one")
    world.started = os.stat(other).st_ctime + 50
    other.unlink()
    os.utime(other.parent, (world.started + 5, world.started + 5))
    assert world.compare(world.loader, world.driver, library).agreement is Agreement.EQUAL


def test_an_explicit_layer_was_asked_for_by_the_program(world):
    _file, library = world.layer("check", implicit=False)
    found = world.compare(world.loader, library, world.driver)
    assert found.sentence == (
        "Expected 0 layers; loaded 1. check: not predicted, but requested by the program."
    )


def test_what_a_launch_showed_of_the_program_counts(world):
    _file, library = world.layer("check", implicit=False)
    home = {"HOME": str(world.root)}
    world.installed = world.installed._replace(host=Host(home, prefix=str(world.root)))
    file = Path(find_state_file_path(home, REQUESTS_FILE))
    store_requests(file, SeenRequests("/opt/game", "", time.time(), layers=("VK_LAYER_check",)))
    found = world.compare(world.loader, library, world.driver)
    assert found.sentence == "As predicted: 1 layer and 1 driver."
    missing = world.compare(world.loader, world.driver).sentence
    assert missing.startswith(
        "Expected 1 layer; loaded 0. check: predicted because of an earlier request"
    )
    assert missing.endswith(" that the program did not repeat this time.")


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
        one._replace(is_deleted=True) if one.path == str(library) else one
        for one in facts.mapped_files
    )
    found = compare_process(
        facts._replace(mapped_files=files), world.installed, DocumentCache()
    ).process
    assert found.sentence == (
        "As predicted: 1 layer and 1 driver. Replaced on disk since the program started: one."
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
    assert (found.agreement, found.sentence) == (
        Agreement.NO_INSTANCE,
        "No instance: the program has not created an instance yet, or has destroyed it.",
    )


def test_processes_of_others_say_nothing(world):
    assert world.compare(environment=None)[1:3] == (Agreement.HIDDEN, PROCESS_UNREADABLE)
    assert world.compare()[1:3] == (Agreement.NO_LOADER, NO_LOADER)


def test_a_driver_without_an_entry_point_stays_mapped_and_is_not_used(world):
    world.driver.write_bytes(make_elf_file(kind=LIBRARY, exports=("vkGetDeviceProcAddr",)))
    found = world.compare(world.loader, world.driver)
    assert (found.agreement, found.parts) == (Agreement.EQUAL, ())
