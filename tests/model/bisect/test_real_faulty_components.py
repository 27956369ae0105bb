"""Culprits that really crash a program under real loaders are found."""

from __future__ import annotations

import pytest

from tests.framework.reference import chromium_loader, debian_loader
from tests.model.bisect.sample_searches import (
    PLAIN,
    WAITED_FOR,
    go_on,
    left_behind,
    run_search,
    watch,
)
from vkconfig_py.model.bisect.investigation import investigate
from vkconfig_py.model.bisect.search import FaultyComponentsFound, NeverFails, StillFails
from vkconfig_py.model.configuration.configuration import (
    LayerControl,
    LayerEntry,
    SettingType,
    SettingValue,
)

pytestmark = pytest.mark.long
LOADERS = pytest.mark.parametrize("loader", [debian_loader, chromium_loader])


def add_implicit_layers(system, number, *special):
    for count in range(number):
        system.add_implicit_layer(f"VK_LAYER_fine{count}")
    for name in special:
        system.add_implicit_layer(name)
    return system


@LOADERS
def test_one_of_twelve_implicit_layers_is_found(system, loader):
    add_implicit_layers(system, 7, "VK_LAYER_bad-crash").add_driver("gpu")
    for count in range(7, 11):
        system.add_implicit_layer(f"VK_LAYER_fine{count}")
    search = run_search(system, loader())
    assert len(search.one.candidates) == 13  # with the driver
    assert search.faulty_components == [{"layer:VK_LAYER_bad-crash"}]
    assert search.sentence == "VK_LAYER_bad-crash breaks program (SIGSEGV)."
    assert [tried.notes for tried in search.one.tried] == [()] * len(search.one.tried)
    assert len(search.one.tried) <= 8
    assert left_behind(watch(system, loader())) == []


@LOADERS
def test_a_pair_that_does_not_bear_each_other_is_found(system, loader):
    add_implicit_layers(system, 4, "VK_LAYER_a-touches").add_driver("gpu")
    for count in range(4, 8):
        system.add_implicit_layer(f"VK_LAYER_fine{count}")
    system.add_implicit_layer("VK_LAYER_b-touchy")
    search = run_search(system, loader())
    assert search.faulty_components == [{"layer:VK_LAYER_a-touches", "layer:VK_LAYER_b-touchy"}]
    assert search.sentence.endswith("break program only in combination.")


@LOADERS
def test_a_driver_is_found_once_no_layer_is_to_blame(system, loader):
    add_implicit_layers(system, 3)
    for name in ("one", "two", "bad-crash", "three"):
        system.add_driver(name)
    search = run_search(system, loader())
    assert search.faulty_components == [{"driver:bad-crash.json"}]
    assert search.sentence == "The driver bad-crash.json breaks program (SIGSEGV)."


@LOADERS
def test_a_setting_is_found_and_its_layer_stays_on(system, loader):
    features = {
        "settings": [
            {"key": key, "type": "BOOL", "default": False, "label": key, "description": ""}
            for key in ("crash", "other")
        ]
    }
    add_implicit_layers(system, 2).add_driver("gpu")
    system.add_explicit_layer("VK_LAYER_x-obeys", features=features)
    settings = tuple(SettingValue(key, SettingType.BOOL, True) for key in ("other", "crash"))
    entry = LayerEntry("VK_LAYER_x-obeys", LayerControl.ON, settings=settings)
    search = run_search(system, loader(), PLAIN._replace(layers=(entry,)))
    assert search.faulty_components == [
        {"layer:VK_LAYER_x-obeys", "setting:VK_LAYER_x-obeys/crash"}
    ]
    assert search.result.faulty_components[0].key_to_turn_off == "setting:VK_LAYER_x-obeys/crash"
    assert search.sentence == (
        "The VK_LAYER_x-obeys setting crash = true breaks program (SIGSEGV)."
    )


@LOADERS
def test_a_layer_that_the_configuration_turns_on_is_found(system, loader):
    add_implicit_layers(system, 3).add_driver("gpu").add_explicit_layer("VK_LAYER_mine-crash")
    entry = LayerEntry("VK_LAYER_mine-crash", LayerControl.ON)
    search = run_search(system, loader(), PLAIN._replace(layers=(entry,)))
    assert search.faulty_components == [{"layer:VK_LAYER_mine-crash"}]


def test_a_program_that_works_has_nothing_to_find(system):
    add_implicit_layers(system, 3).add_driver("gpu")
    search = run_search(system, debian_loader())
    assert search.result == NeverFails()
    assert "no culprit to find" in search.sentence


def test_a_program_that_fails_without_any_layer_is_told_honestly(system):
    add_implicit_layers(system, 3).add_driver("one-crash").add_driver("two-crash")
    search = run_search(system, debian_loader())
    assert search.result == StillFails()
    assert search.sentence == (
        "program also fails without all 3 layers and with each driver tried separately "
        "(SIGSEGV): the cause is something else."
    )


def test_two_culprits_are_both_found(system):
    add_implicit_layers(system, 3, "VK_LAYER_bad-crash", "VK_LAYER_worse-exit").add_driver("gpu")
    search = run_search(system, debian_loader())
    assert isinstance(search.result, FaultyComponentsFound)
    assert {frozenset(one) for one in search.faulty_components} == {
        frozenset({"layer:VK_LAYER_bad-crash"}),
        frozenset({"layer:VK_LAYER_worse-exit"}),
    }


def test_a_layer_that_the_program_turns_on_itself_stays_on_and_is_told(system):
    add_implicit_layers(system, 2, "VK_LAYER_bad-crash").add_driver("gpu")
    system.add_explicit_layer("VK_LAYER_its_own")
    watched = watch(system, debian_loader())
    target = watched.request.configuration.target
    *first, _count = target.arguments
    asked = target._replace(arguments=(*first, "1", "VK_LAYER_its_own"))
    configuration = watched.request.configuration._replace(target=asked)
    request = watched.request._replace(configuration=configuration)
    one = investigate(request, WAITED_FOR, watched.cache)
    search = go_on(one, watched._replace(request=request))
    assert search.faulty_components == [{"layer:VK_LAYER_bad-crash"}]
    told = "Turned on by the program, and therefore on in every trial: VK_LAYER_its_own."
    assert {str(note) for tried in search.one.tried for note in tried.notes} == {told}
