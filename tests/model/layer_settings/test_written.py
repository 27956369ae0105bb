"""What layers get of a value, and why not all of it: paths, entries of lists, empty texts."""

from __future__ import annotations

import pytest

from tests.framework.settings import declare_layer, make_setting
from vkconfig_py.model.configuration.configuration import ListItem
from vkconfig_py.model.layer_settings.encoding import (
    TextTarget,
    encode_for_layer,
    make_writable_value,
)
from vkconfig_py.model.layer_settings.setting_paths import (
    ExpandedPath,
    expand_path,
    make_path_variables,
)

PATHS = make_path_variables({"HOME": "/home/me", "VULKAN_SDK": "/sdk"})


def items(*texts):
    return tuple(map(ListItem, texts))


def in_file(made, value, paths=PATHS, target=TextTarget.FILE):
    layer = declare_layer(made)
    return encode_for_layer(layer, layer.settings[0], value, target, "LINUX", paths)


@pytest.mark.parametrize("kind", ["LOAD_FILE", "SAVE_FILE", "LOAD_FOLDER", "SAVE_FOLDER"])
@pytest.mark.parametrize("target", list(TextTarget))
def test_every_path_reaches_layers_without_its_variable(kind, target):
    assert in_file(make_setting("x", kind), "~/a b", target=target).text == "/home/me/a b"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("~/x", "/home/me/x"),
        ("~", "/home/me"),
        ("$HOME/x", "/home/me/x"),
        ("${HOME}/x", "/home/me/x"),
        ("${VULKAN_SDK}/x", "/sdk/x"),
        ("${VULKAN_BIN}", "/sdk/bin"),
        ("${VULKAN_HOME}/x", "/home/me/VulkanSDK/x"),
        ("/a/$b/~c", "/a/$b/~c"),
        ("~lock", "~lock"),
        ("", ""),
    ],
)
def test_a_path_begins_with_the_folder_that_its_variable_stands_for(path, expected):
    assert expand_path(path, PATHS) == ExpandedPath(expected)


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("${NOPE}/x", "Unknown path variable “${NOPE}”."),
        ("$NOPE/x", "Unknown path variable “$NOPE”."),
        ("/a/${NOPE}.txt", "Unknown path variable “${NOPE}”."),
        ("${LUNARG_SDK}/x", "Unknown path variable “${LUNARG_SDK}”."),
        ("~other/x", "Unknown path variable “~other”."),
        ("/a/${HOME}", "“${HOME}” works only at the start of a path."),
        ("~/${HOME}", "“${HOME}” works only at the start of a path."),
    ],
)
def test_a_path_with_a_variable_that_nobody_knows_is_not_written(path, problem):
    assert in_file(make_setting("x", "SAVE_FILE"), path).refusal == problem


@pytest.mark.parametrize("name", ["~", "$HOME", "${HOME}"])
def test_without_a_home_what_stands_for_it_is_not_written(name):
    refused = in_file(make_setting("x", "SAVE_FILE"), f"{name}/x", make_path_variables({})).refusal
    assert refused == f"HOME is not set, so “{name}” cannot be expanded."


def test_without_a_home_folders_below_it_are_not_known():
    assert expand_path("${VULKAN_HOME}/x", make_path_variables({})).problem
    assert expand_path("${VULKAN_SDK}/x", make_path_variables({})) == ExpandedPath("/usr/x")


def test_a_text_that_is_no_path_keeps_what_looks_like_a_variable():
    assert in_file(make_setting("x", "STRING"), "${NOPE} ~/x").text == "${NOPE} ~/x"


def test_a_bad_entry_is_left_out_and_named_and_the_rest_is_written():
    found = in_file(make_setting("l", "LIST"), items("a", "#h", '"q', "b"))
    assert found.text == "a,b"
    assert "“#h”" in found.partial_reason
    assert '“"q”' in found.partial_reason


def test_of_many_bad_entries_some_are_named_and_the_others_counted():
    found = in_file(make_setting("l", "LIST"), items(*(f"#{n}" for n in range(9)), "a"))
    assert "“#2”" in found.partial_reason
    assert "“#3”" not in found.partial_reason
    assert found.partial_reason.endswith("6 more entries are omitted.")


def test_a_list_of_which_nothing_is_left_is_not_written_as_an_empty_one():
    assert in_file(make_setting("l", "LIST", default=["a"]), items("#h")).refusal
    known = make_setting("l", "LIST", list=["a"], list_only=True)
    assert in_file(known, items("b")).refusal == "The layer does not recognize “b”."
    flags = make_setting("f", "FLAGS", flags=("A",), default=["A"])
    assert in_file(flags, ("gone",)).refusal == "The layer does not recognize the flag “gone”."


def test_a_list_that_was_emptied_is_written_as_an_empty_one():
    assert in_file(make_setting("l", "LIST", default=["a"]), ()).text == ","
    assert in_file(make_setting("l", "LIST", default=["a"]), (ListItem("#h", False),)).text == ","


def test_an_entry_that_stands_there_twice_is_written_once():
    found = in_file(make_setting("l", "LIST"), items("a", "a"))
    assert (found.text, found.partial_reason) == ("a", "“a” is listed twice.")


def test_a_number_that_layers_would_misread_is_not_written():
    limit = make_setting("x", "INT", range={"min": 1}, default=10)
    layer = declare_layer(limit, name="VK_LAYER_KHRONOS_validation")
    written = make_writable_value(layer.settings[0], 4294967297)
    assert written.is_none
    assert written.reason == "Must be from 1 to 4294967295."
