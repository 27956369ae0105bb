"""What others changed in a configuration, done to a step of undo."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.model.configuration.strategies import CONFIGURATIONS
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    SettingType,
)
from vkconfig_py.model.configuration.merge import merge_configurations

EMPTY = Configuration("a", "One")
ON = EMPTY.with_control("L1", LayerControl.ON)


def chain(*names: str) -> Configuration:
    return EMPTY._replace(layers=tuple(LayerEntry(name, LayerControl.ON) for name in names))


def test_another_member_that_others_changed_leaves_what_a_step_says() -> None:
    after = ON._replace(loader_log=("error",), name="Games")
    assert merge_configurations(EMPTY, ON, after) == EMPTY._replace(
        loader_log=("error",), name="Games"
    )


def test_another_layer_that_others_turned_on_stays_on_when_the_own_one_is_undone() -> None:
    after = ON.with_control("L2", LayerControl.ON)
    assert merge_configurations(EMPTY, ON, after) == EMPTY.with_control("L2", LayerControl.ON)


def test_a_setting_that_others_chose_stays_when_turning_the_layer_on_is_undone() -> None:
    entry = LayerEntry("L1", LayerControl.ON).with_value("mode", SettingType.BOOL, True)
    found = merge_configurations(EMPTY, ON, ON.with_entry(entry))
    assert found.layers == (entry._replace(control=LayerControl.AUTO),)


def test_what_others_changed_of_the_very_thing_that_was_edited_holds() -> None:
    after = ON.with_control("L1", LayerControl.OFF)
    assert merge_configurations(EMPTY, ON, after) == after


def test_an_own_order_of_layers_can_be_undone_and_one_of_others_stays() -> None:
    before, after = chain("b", "a"), chain("b", "a", "c")
    assert merge_configurations(chain("a", "b"), before, after) == chain("a", "b", "c")
    assert merge_configurations(chain("a"), chain("a", "b"), chain("b", "a")) == chain("a")
    before, after = chain("a", "b", "c"), chain("c", "b", "a")
    assert merge_configurations(chain("a", "b"), before, after) == chain("b", "a")


@pytest.mark.long
@given(CONFIGURATIONS, CONFIGURATIONS)
def test_what_others_did_turns_what_they_saw_into_what_they_made(
    before: Configuration, after: Configuration
) -> None:
    assert merge_configurations(before, before, before) == before
    found = merge_configurations(before, before, after)
    assert (found.name, found.loader_log) == (after.name, after.loader_log)
