"""A description of a layer's settings is checked before it is sent."""

from __future__ import annotations

import json
from typing import Any

import pytest

from vkconfig_py.model.files import resources
from vkconfig_py.model.layer_settings.described_layers import (
    DESCRIPTIONS_FOLDER,
    list_description_names,
)
from vkconfig_py.model.problems.lint_file import lint_file

SETTING = {
    "key": "speed",
    "type": "INT",
    "label": "Speed",
    "description": "How fast.",
    "default": 1,
}
FILE = {"format": "mangohud", "variable": "ME_FILE", "places": ["{config}/me/{program}.conf"]}


def describe(reads: dict[str, Any], *settings: dict[str, Any]) -> bytes:
    document = {
        "file_format_version": "1.2.0",
        "configurator": {
            "layers": ["VK_LAYER_ME_x"],
            "reads": reads,
            "source": {"project": "https://example.org/x", "file": "x.c", "version": "1"},
        },
        "layer": {
            "name": "VK_LAYER_ME_x",
            "description": "Does it",
            "url": "https://example.org/x",
            "platforms": ["LINUX"],
            "features": {"settings": [*settings] or [SETTING]},
        },
    }
    return json.dumps(document, indent=1).encode()


def find_sentences(content: bytes, *, strict: bool = True) -> list[str]:
    return [problem.sentence for problem in lint_file("/my.json", content, is_strict=strict)]


@pytest.mark.parametrize("name", list_description_names())
def test_nothing_is_found_in_ours(name: str) -> None:
    file = resources.find_resource(f"{DESCRIPTIONS_FOLDER}/{name}.json")
    assert find_sentences(file.read_bytes()) == []


def test_nothing_is_found_in_one_that_is_right() -> None:
    assert find_sentences(describe(FILE)) == []
    assert find_sentences(describe({"format": "variables"}, {**SETTING, "env": "ME_SPEED"})) == []


@pytest.mark.parametrize(
    ("reads", "sentence"),
    [
        (
            {**FILE, "places": ["{config}/{exe}.conf"]},
            "“configurator.reads.places[0]”: Nothing stands for {exe}.",
        ),
        (
            {**FILE, "per_program": ["{config}/other.conf"]},
            "“configurator.reads.per_program[0]”: The layer does not look for this file: it is not "
            "in “places”.",
        ),
        (
            {"format": "mangohud", "places": ["/etc/me.conf"]},
            "“configurator.reads”: “variable” is missing: without one that names the file, a "
            "launch cannot have a copy.",
        ),
        (
            {"format": "mangohud", "variable": "ME_FILE"},
            "“configurator.reads”: “places” is missing.",
        ),
        ({**FILE, "format": "toml"}, "“configurator.reads”: “profiles” is missing."),
        (
            {"format": "variables"},
            "“configurator.reads”: Nothing sets speed: it has no “env”.",
        ),
        (
            {"format": "variables", "variable": "ME", "places": ["/etc/me.conf"]},
            "“configurator.reads.places”: A layer that reads variables has no files.",
        ),
        (
            {**FILE, "effects": "sped"},
            "“configurator.reads.effects”: There is no setting sped. Did you mean “speed”?",
        ),
        (
            {**FILE, "instead_of_file": {"switch": "ME", "variables": {"far": "ME_FAR"}}},
            "“configurator.reads.instead_of_file.variables.far”: There is no setting far.",
        ),
        (
            {"format": "layer_settings", "live": True},
            "“configurator.reads.live”: A layer that reads vk_layer_settings.txt needs only "
            "“format”.",
        ),
        ({**FILE, "place": []}, "“configurator.reads.place”: Unknown member."),
    ],
)
def test_what_would_not_work_is_told(reads: dict[str, Any], sentence: str) -> None:
    assert find_sentences(describe(reads)) == [sentence]


def test_settings_are_checked_as_those_of_a_manifest() -> None:
    wrong = {**SETTING, "default": 9, "range": {"min": 1, "max": 5}}
    (problem,) = lint_file("/my.json", describe(FILE, wrong))
    assert (problem.code, problem.sentence) == (
        "declared-settings",
        "“layer.features.settings[0].default”: Out of range.",
    )


@pytest.mark.parametrize(
    "content",
    [
        b'{"configurator": 1, "layer": 2}',
        b'{"configurator": {"reads": {"places": [1], "profiles": 3}}, "layer": {"name": "x"}}',
        b'{"configurator": {}, "layer": {"name": "VK_LAYER_x"}}',
    ],
)
def test_any_json_is_looked_at(content: bytes) -> None:
    lint_file("/my.json", content)
