"""A machine of its own, alone, with two saved configurations, and with layers to generate of."""

from __future__ import annotations

import os

import pytest

from tests.cli.commands import make_machine, save, save_two_configurations
from tests.cli.generated import AUTO, FEATURES, OFF, ONE, TWO, chosen
from tests.framework.known_loaders import know_loaders
from tests.framework.settings import EXTENSION
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    ProgramEntry,
    SettingType,
)


@pytest.fixture
def machine(system, monkeypatch):
    """A machine of its own whose variables are those of this process."""
    return make_machine(system, monkeypatch)


@pytest.fixture
def debugging(machine):
    save_two_configurations()
    return machine


@pytest.fixture
def four_layers(system, monkeypatch):
    """Four layers with settings, and a configuration that says something of each."""
    for name in (ONE, TWO, OFF):
        system.add_explicit_layer(name, features=FEATURES, instance_extensions=[EXTENSION])
    system.add_implicit_layer(AUTO, features=FEATURES, instance_extensions=[EXTENSION])
    for name, value in system.environment.items():
        monkeypatch.setenv(name, value)
    know_loaders(os.environ)
    layers = (
        LayerEntry(TWO, LayerControl.ON, True, settings=(chosen("on", SettingType.BOOL, True),)),
        LayerEntry(
            ONE, LayerControl.ON, True, settings=(chosen("words", SettingType.STRING, "a b"),)
        ),
        LayerEntry(
            AUTO, LayerControl.AUTO, settings=(chosen("flags", SettingType.FLAGS, ("A", "B")),)
        ),
        LayerEntry(OFF, LayerControl.OFF, settings=(chosen("on", SettingType.BOOL, True),)),
    )
    programs = (ProgramEntry("/usr/bin/game"), ProgramEntry("/usr/bin/other", False))
    save(
        Configuration(key="plain", name="Plain"),
        Configuration(key="debug", name="De/bug ging", layers=layers, programs=programs),
    )
    return system
