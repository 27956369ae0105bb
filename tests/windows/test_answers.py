"""What real loaders for Windows answered, and what the engine answers (dev.py windows --record)."""

from __future__ import annotations

import pytest

from tests.framework.amount import take_share
from tests.windows.__main__ import DATA, differing_keys, exported, read
from tests.windows.generate import generate
from tests.windows.machine import from_json, to_json
from vkconfig_py.loader.platforms.reg_file import parse_reg

SLICES = 4


# Of builds of many releases, and more machines of the two libraries that packages have.
@pytest.mark.parametrize("file", sorted(DATA.glob("*.json.xz")), ids=lambda path: path.name)
@pytest.mark.parametrize("part", range(SLICES))
def test_the_engine_answers_as_real_loaders_did(part, file):
    recording = read(file)
    assert len(recording.asked) >= 200
    found = {
        asked.machine.name: keys
        for asked in take_share(recording.asked[part::SLICES], 6)
        if (keys := differing_keys(asked, recording.profiles))
    }
    assert not found, file


def test_a_machine_is_the_same_after_json():
    machine = generate(1, 7)
    assert from_json(to_json(machine)) == machine


def test_an_export_of_wine_s_regedit_is_read_whole():
    path = DATA / "khronos.reg"
    read_export = parse_reg(path.read_bytes(), str(path))
    assert read_export.problems == ()
    written = exported(read()).registry()
    for key, values in read_export.registry.items():
        if r"Khronos\Vulkan" in key:
            assert values == (written.get_values(key) or ()), key
