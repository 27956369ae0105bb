"""Muting a message is an edit of the configuration that was launched."""

from __future__ import annotations

import pytest

from tests.framework.chromium import INSTALLED_VALIDATION
from tests.framework.settings import declare_layer, make_setting, sdk_layer
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    ListItem,
)
from vkconfig_py.model.layer_settings.layer_values import set_entry_value
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.layer_settings.setting_edits import (
    FILTER_KEY,
    MuteResult,
    make_filter_entry,
    mute_message,
)

OLDER = read_declared(INSTALLED_VALIDATION.read_bytes()).layers[0]
NEWER = sdk_layer("khronos_validation")
VALIDATION = NEWER.name
SIZE = "VUID-VkBufferCreateInfo-size-00912"
EMPTY = Configuration("k", "My game")


def mute(
    configuration: Configuration, layer=NEWER, named=(SIZE, 7), **environment: str
) -> MuteResult:
    return mute_message(configuration, layer, VALIDATION, named, environment)


def items(muting: MuteResult) -> tuple[ListItem, ...]:
    assert muting.configuration is not None
    entry = muting.configuration.find_entry(VALIDATION)
    assert entry is not None
    value = entry.get_value(FILTER_KEY)
    assert value is not None
    return value.value


def test_a_message_is_added_to_the_list():
    entry = set_entry_value(NEWER, LayerEntry(VALIDATION), FILTER_KEY, (ListItem("VUID-x"),))
    muting = mute(EMPTY.with_entry(entry))
    assert items(muting) == (ListItem("VUID-x"), ListItem(SIZE))
    assert muting.sentence == f"{SIZE} will be muted in “My game” starting with the next launch."
    assert (muting.label, muting.is_certain) == (f"Mute {SIZE}", True)


@pytest.mark.parametrize("layer", [OLDER, NEWER])
def test_a_layer_that_the_program_turned_on_gets_settings(layer):
    muting = mute(EMPTY, layer)
    assert items(muting) == (ListItem(SIZE),)
    assert muting.configuration is not None
    entry = muting.configuration.find_entry(VALIDATION)
    assert entry is not None
    assert (entry.control, entry.placed) == (LayerControl.AUTO, False)
    assert muting.sentence.endswith("The configuration now has settings for KHRONOS_validation.")


def test_an_entry_that_is_turned_off_is_turned_on():
    item = ListItem(SIZE, enabled=False)
    entry = set_entry_value(NEWER, LayerEntry(VALIDATION), FILTER_KEY, (item, ListItem("VUID-x")))
    assert items(mute(EMPTY.with_entry(entry))) == (ListItem(SIZE), ListItem("VUID-x"))


def test_muting_twice_changes_nothing():
    once = mute(EMPTY).configuration
    assert once is not None
    again = mute(once)
    assert (again.configuration, again.is_certain) == (None, True)
    assert again.sentence == f"{SIZE} is already set to be muted starting with the next launch."


def test_a_name_that_lists_would_split_is_given_by_its_number():
    assert make_filter_entry("an id, with : signs", -7) == "-7"
    assert make_filter_entry("an id, with : signs", None) == ""
    assert items(mute(EMPTY, named=("a,b", -7))) == (ListItem(-7),)
    assert mute(EMPTY, named=("", None)).configuration is None


@pytest.mark.parametrize(
    ("configuration", "words"),
    [
        (EMPTY._replace(settings_file="/my/file"), "uses /my/file unchanged. Add VUID-Vk"),
        (EMPTY.with_control(VALIDATION, LayerControl.OFF), "is off in “My game”"),
        (
            EMPTY.with_entry(LayerEntry(VALIDATION, writes_settings=False)),
            "First turn on “Write this layer's settings”.",
        ),
    ],
)
def test_what_would_not_reach_the_layer_is_refused_with_its_reason(
    configuration: Configuration, words: str
):
    muting = mute(configuration)
    assert (muting.configuration, muting.is_certain) == (None, False)
    assert words in muting.sentence


@pytest.mark.parametrize(
    "layer",
    [None, declare_layer(make_setting("x")), declare_layer(make_setting(FILTER_KEY, "BOOL"))],
)
def test_a_layer_without_such_a_list_is_refused(layer):
    muting = mute(EMPTY, layer)
    assert muting.configuration is None
    assert "cannot mute messages" in muting.sentence


def test_a_variable_that_hides_the_list_is_told():
    muting = mute(EMPTY, VK_LAYER_MESSAGE_ID_FILTER="VUID-x")
    assert muting.configuration is not None
    assert not muting.is_certain
    assert "VK_LAYER_MESSAGE_ID_FILTER is set" in muting.sentence
    # The entries of both count for older layers.
    assert mute(EMPTY, OLDER, VK_LAYER_MESSAGE_ID_FILTER="VUID-x").is_certain
