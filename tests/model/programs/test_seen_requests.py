"""What programs asked for themselves: kept, told, replaced, forgotten."""

from __future__ import annotations

import json
import time

import pytest

from vkconfig_py.loader.base.host import Application
from vkconfig_py.model.programs import seen_requests
from vkconfig_py.model.programs.seen_requests import (
    KnownRequests,
    SeenRequests,
    forget,
    read_all_requests,
    read_identity,
    recall,
    store_requests,
)

LAYER = "VK_LAYER_KHRONOS_validation"


@pytest.fixture
def file(tmp_path):
    return tmp_path / "state" / "requests.json"


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "game"
    path.write_bytes(b"\x7fELF")
    return str(path)


def seen(program, *layers, when=0.0, **more):
    return SeenRequests(program, read_identity(program), when or time.time(), layers, **more)


def test_what_was_seen_is_recalled_for_the_program(file, program):
    asked = seen(program, LAYER, extensions=("VK_KHR_surface",), api_version="1.2.5", is_told=True)
    assert store_requests(file, asked)
    known = recall(file, program)
    assert known == KnownRequests(asked)
    assert known.requests.application() == Application("", (1, 2, 5), (LAYER,), ("VK_KHR_surface",))
    assert recall(file, "/usr/bin/other") is None


def test_a_later_launch_replaces_it_and_says_if_predictions_change(file, program):
    assert store_requests(file, seen(program, LAYER))
    assert not store_requests(file, seen(program, LAYER))
    assert store_requests(file, seen(program))
    assert recall(file, program).requests.layers == ()


def test_of_a_program_that_was_built_again_it_is_told_as_older(file, program, tmp_path):
    store_requests(file, seen(program, LAYER))
    (tmp_path / "game").write_bytes(b"\x7fELF again")
    known = recall(file, program)
    assert known.is_outdated
    assert known.requests.layers == (LAYER,)
    assert known.sentence().endswith(", before the program's file changed)")


def test_the_row_of_the_program_says_what_it_asked_for_and_when(program):
    when = time.mktime((2024, 5, 6, 18, 4, 0, 0, 0, -1))
    asked = seen(program, LAYER, when=when, api_version="1.3.0", extensions=("A", "B"))
    assert KnownRequests(asked).sentence() == (
        "Requested KHRONOS_validation, Vulkan 1.3 and 2 extensions (seen on 2024-05-06 at 18:04)"
    )
    now = seen(program)
    hour = time.strftime("%H:%M", time.localtime(now.when))
    assert KnownRequests(now).sentence() == f"Requested no layers (seen at {hour})"
    assert KnownRequests(now).why_a_layer_loads() == f"requested by game (seen at {hour})"


def test_programs_are_forgotten_in_one_write(file, program):
    for name in (program, "/usr/bin/second", "/usr/bin/other"):
        store_requests(file, seen(name, LAYER))
    assert forget(file, {program, "/usr/bin/second"})
    assert not forget(file, {program})
    assert [one.program for one in read_all_requests(file)] == ["/usr/bin/other"]


def test_programs_long_unused_go(file, monkeypatch):
    monkeypatch.setattr(seen_requests, "MAX_PROGRAMS", 10)
    for number in range(12):
        store_requests(file, seen(f"/bin/{number}", when=1000.0 + number))
    known = {one.program for one in read_all_requests(file)}
    assert len(known) == 10
    assert known.isdisjoint({"/bin/0", "/bin/1"})


def test_a_damaged_file_is_kept_aside_and_one_of_a_newer_version_is_left(file, program):
    file.parent.mkdir()
    file.write_text("{")
    assert recall(file, program) is None
    store_requests(file, seen(program, LAYER))
    assert recall(file, program) is not None
    assert len([*file.parent.glob("requests*.json*")]) == 2
    file.write_text(json.dumps({"format": 99}))
    with pytest.raises(OSError, match="newer"):
        store_requests(file, seen(program))
    assert json.loads(file.read_text()) == {"format": 99}
