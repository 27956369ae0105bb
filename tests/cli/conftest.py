"""A machine of its own, alone and with two saved configurations."""

from __future__ import annotations

import pytest

from tests.cli.commands import VALIDATION, save
from vkconfig_py.model.documents.configuration import (
    Configuration,
    LayerEntry,
    Target,
    Variable,
    Wish,
)


@pytest.fixture
def machine(system, monkeypatch):
    """A machine of its own whose variables are those of this process."""
    system.add_explicit_layer(VALIDATION).add_implicit_layer("VK_LAYER_overlay")
    system.add_driver("gpu")
    for name, value in system.environment.items():
        monkeypatch.setenv(name, value)
    return system


@pytest.fixture
def debugging(machine):
    layers = (LayerEntry(VALIDATION, Wish.ON, placed=True),)
    variables = (Variable("SET_BY_US", "a b"), Variable("NOT_FOR_IT", None))
    save(
        Configuration(key="debug", name="Debugging", layers=layers, environment=variables),
        Configuration(key="other", name="Other", target=Target("/bin/sh", ("-c", "exit 9"))),
    )
    return machine
