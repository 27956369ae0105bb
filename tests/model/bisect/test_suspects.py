"""What a search can leave out, and the configuration that leaves it out."""

from __future__ import annotations

import pytest

from tests.framework.reference import chromium_loader, debian_loader
from tests.model.bisect.sample_searches import PLAIN, watch
from vkconfig_py.model.bisect.investigation import SuccessTest, investigate
from vkconfig_py.model.bisect.suspects import (
    SearchPart,
    SuspectKind,
    find_candidates,
    remove_suspects,
    sort_by_disruption,
)
from vkconfig_py.model.bisect.trial_wording import render_kept
from vkconfig_py.model.chain.compute import predict
from vkconfig_py.model.configuration.configuration import (
    DriverControl,
    DriverEntry,
    LayerControl,
    LayerEntry,
    SettingType,
    SettingValue,
    Variable,
)

EXPLICIT, IMPLICIT, OTHER = "VK_LAYER_explicit", "VK_LAYER_implicit", "VK_LAYER_other"
SETTING = SettingValue("depth", SettingType.INT, 3)


@pytest.fixture
def machine(system):
    system.add_implicit_layer(IMPLICIT).add_explicit_layer(EXPLICIT).add_explicit_layer(OTHER)
    return system.add_driver("one").add_driver("two")


@pytest.fixture
def configuration():
    entry = LayerEntry(EXPLICIT, LayerControl.ON, settings=(SETTING,))
    return PLAIN._replace(layers=(entry,), environment=(Variable("A", "1"), Variable("A", "2")))


def candidates(machine, configuration, part=None):
    watched = watch(machine, debian_loader(), configuration)
    answer = predict(watched.request, watched.cache)
    return find_candidates(answer.request.configuration, answer.report, part)


def test_what_loads_is_a_candidate_and_what_nobody_asked_for_comes_first(machine, configuration):
    *first, one, two = (each.key for each in candidates(machine, configuration))
    assert first == [
        f"layer:{IMPLICIT}",
        f"layer:{EXPLICIT}",
        f"setting:{EXPLICIT}/depth",
        "variable:A",
    ]
    assert {one, two} == {"driver:one.json", "driver:two.json"}


@pytest.mark.parametrize(
    ("part", "kinds"),
    [
        (SearchPart.LAYERS, {SuspectKind.LAYER}),
        (SearchPart.SETTINGS, {SuspectKind.SETTING, SuspectKind.VARIABLE}),
        (SearchPart.DRIVERS, {SuspectKind.DRIVER}),
    ],
)
def test_a_search_is_limited_to_a_part(machine, configuration, part, kinds):
    assert {one.kind for one in candidates(machine, configuration, part)} == kinds


def test_settings_of_a_layer_that_does_not_load_are_no_candidates(machine):
    entry = LayerEntry(OTHER, settings=(SETTING,))
    kinds = {one.kind for one in candidates(machine, PLAIN._replace(layers=(entry,)))}
    assert SuspectKind.SETTING not in kinds


def test_settings_of_a_file_of_the_user_are_no_candidates(machine, configuration):
    own = configuration._replace(settings_file="/home/me/vk_layer_settings.txt")
    assert all(one.kind is not SuspectKind.SETTING for one in candidates(machine, own))


def test_each_candidate_is_left_out_by_an_edit(machine, configuration):
    left = remove_suspects(configuration, candidates(machine, configuration))
    assert left.get_control(IMPLICIT) is left.get_control(EXPLICIT) is LayerControl.OFF
    assert left.find_entry(EXPLICIT).settings == ()
    assert left.environment == ()
    assert left.get_driver_control("one.json") is DriverControl.OFF


def test_settings_are_turned_off_before_layers_and_wished_layers_last(machine, configuration):
    keys = sort_by_disruption(candidates(machine, configuration))
    assert keys[0] == f"setting:{EXPLICIT}/depth"
    assert keys.index(f"layer:{IMPLICIT}") < keys.index(f"layer:{EXPLICIT}")
    assert keys[-1].startswith("driver:")


def test_the_only_drivers_of_a_configuration_are_wished(machine):
    chosen = PLAIN._replace(drivers=(DriverEntry("two.json", DriverControl.ONLY),))
    drivers = [one for one in candidates(machine, chosen) if one.kind is SuspectKind.DRIVER]
    assert [(one.name, one.wished) for one in drivers] == [("two.json", True)]


def test_what_a_settings_file_of_others_turns_on_is_told_and_not_tried(machine):
    layers = [{"name": OTHER, "path": str(machine.manifest(OTHER)), "control": "on"}]
    document = {"file_format_version": "1.0.0", "settings": {"layers": layers}}
    machine.add_file("data_home/vulkan/loader_settings.d/vk_loader_settings.json", document)
    watched = watch(machine, chromium_loader())
    one = investigate(watched.request, SuccessTest(), watched.cache)
    assert [each.candidate.name for each in one.kept] == [OTHER]
    assert all(each.name != OTHER for each in one.candidates)
    assert render_kept(one)[0].startswith(f"{OTHER} cannot be left out: ")
