"""The language of the preferences, read before all else."""

from __future__ import annotations

import os

import pytest

from vkconfig_py.model.configuration.preferences import PREFERENCE_BY_KEY, write_preference
from vkconfig_py.model.files.config_home import LANGUAGE_KEY, read_preferred_language
from vkconfig_py.model.files.paths import find_state_paths


@pytest.fixture
def environment(tmp_path):
    return {"HOME": str(tmp_path), "TMPDIR": str(tmp_path)}


def chosen(environment, content):
    file = find_state_paths(environment).preferences_file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content)
    return read_preferred_language(environment)


@pytest.mark.parametrize("variable", ["HOME", "XDG_CONFIG_HOME", "TMPDIR"])
def test_what_the_preferences_have_is_found_where_they_are(tmp_path, variable):
    environment = {"TMPDIR": str(tmp_path / "t"), variable: str(tmp_path / "x")}
    assert read_preferred_language(environment) == ""
    assert chosen(environment, '{"format": 1, "language": "pt_BR"}') == "pt_BR"


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        '{"theme": "dark"}',
        '["language"]',
        '{"language": 1}',
        '{"language": "system"}',
        '{"language": "../x"}',
    ],
)
def test_anything_else_follows_the_desktop(environment, content):
    assert chosen(environment, content) == ""


def test_a_pipe_is_not_waited_for(environment):
    file = find_state_paths(environment).preferences_file
    file.parent.mkdir(parents=True)
    os.mkfifo(file)
    assert read_preferred_language(environment) == ""


def test_english_can_be_chosen_on_a_desktop_of_another_language(environment):
    file = find_state_paths(environment).preferences_file
    file.parent.mkdir(parents=True, mode=0o700)
    assert [one.label for one in PREFERENCE_BY_KEY[LANGUAGE_KEY].choices if one.value == "en"] == [
        "English"
    ]
    write_preference(file, LANGUAGE_KEY, "en")
    assert read_preferred_language(environment) == "en"
    write_preference(file, LANGUAGE_KEY, "system")
    assert read_preferred_language(environment) == ""
