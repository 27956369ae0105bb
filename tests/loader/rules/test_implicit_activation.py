"""Whether an implicit layer is on: every combination of what decides."""

from __future__ import annotations

import itertools

import pytest

from tests.loader.machine import NEW
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.verdicts import Reason
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.rules.activation import (
    ActivationInputs,
    Switch,
    decide_implicit,
    read_layer_filters,
)

NAME = "VK_LAYER_a"


def decide(
    environment: dict[str, str], in_override: bool = False, enable: tuple[str, str] | None = None
) -> Switch:
    layer = LayerManifest(
        NAME, "/x.json", True, enable_environment=enable, disable_environment="DISABLE"
    )
    filters = read_layer_filters(Host(environment), NEW)
    components = frozenset((NAME,)) if in_override else frozenset[str]()
    return decide_implicit(layer, ActivationInputs(environment, filters, components))


def follow_the_source(enable: bool, on: bool, off: bool, disable: bool, override: bool) -> bool:
    """Repeat loader_implicit_layer_is_enabled in its own words."""
    enabled = enable
    if on:
        enabled = True
    elif enabled and off:
        return False
    if disable:
        enabled = False
    if override:
        enabled = True
    return enabled


@pytest.mark.parametrize(
    ("enable", "on", "off", "disable", "override"), list(itertools.product([False, True], repeat=5))
)
def test_all_combinations(enable: bool, on: bool, off: bool, disable: bool, override: bool):
    environment = {}
    if enable:
        environment["ENABLE"] = "1"
    if on:
        environment["VK_LOADER_LAYERS_ENABLE"] = NAME
    if off:
        environment["VK_LOADER_LAYERS_DISABLE"] = "~implicit~"
    if disable:
        environment["DISABLE"] = ""
    switch = decide(environment, override, ("ENABLE", "1"))
    assert switch.is_on == follow_the_source(enable, on, off, disable, override)


@pytest.mark.parametrize(
    ("environment", "enable", "in_override", "expected"),
    [
        ({}, None, False, (True, Reason.IMPLICIT_ALWAYS, "")),
        ({"E": "1"}, ("E", "1"), False, (True, Reason.ENABLE_VARIABLE, "E")),
        ({}, ("E", "1"), False, (False, Reason.ENABLE_VARIABLE_UNSET, "E")),
        ({"E": "2"}, ("E", "1"), False, (False, Reason.ENABLE_VARIABLE_OTHER_VALUE, "E")),
        ({"DISABLE": "0"}, None, False, (False, Reason.DISABLE_VARIABLE, "DISABLE")),
        ({"DISABLE": "0"}, None, True, (True, Reason.OVERRIDE_COMPONENT, "")),
        ({}, None, True, (True, Reason.IMPLICIT_ALWAYS, "")),
        (
            {"VK_LOADER_LAYERS_ENABLE": "*a"},
            ("E", "1"),
            False,
            (True, Reason.ENABLE_FILTER, "*a"),
        ),
        ({"VK_LOADER_LAYERS_ENABLE": "*a"}, None, False, (True, Reason.IMPLICIT_ALWAYS, "")),
        (
            {"VK_LOADER_LAYERS_DISABLE": "~all~"},
            None,
            True,
            (False, Reason.DISABLE_FILTER, "~all~"),
        ),
    ],
)
def test_reason(
    environment: dict[str, str],
    enable: tuple[str, str] | None,
    in_override: bool,
    expected: tuple[bool, Reason, str],
):
    assert decide(environment, in_override, enable) == Switch(*expected)


def test_layer_without_a_disable_variable_cannot_be_turned_off_by_one():
    layer = LayerManifest(NAME, "/x.json", False)
    inputs = ActivationInputs({"DISABLE": "1"}, read_layer_filters(Host({}), NEW))
    assert decide_implicit(layer, inputs).is_on
