"""A machine with two layers."""

from __future__ import annotations

import pytest


@pytest.fixture
def machine(system):
    return system.add_explicit_layer("VK_LAYER_a").add_explicit_layer("VK_LAYER_b")
