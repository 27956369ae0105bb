"""The table of what each loader version can do."""

from __future__ import annotations

import pytest

from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.profiles.profile import NEWEST, Gate, LoaderProfile

GATES = (*Gate, *NativeGate)


@pytest.mark.parametrize("gate", GATES, ids=lambda gate: gate.name)
def test_gate_opens_at_its_first_version(gate: Gate | NativeGate):
    major, minor, patch = gate.value.first
    assert LoaderProfile(gate.value.first).has(gate)
    assert not LoaderProfile((major, minor, patch - 1)).has(gate)
    assert gate.value.feature


@pytest.mark.parametrize("gate", [gate for gate in GATES if gate.value.last], ids=lambda g: g.name)
def test_gate_closes_after_its_last_version(gate: Gate | NativeGate):
    major, minor, patch = gate.value.last
    assert LoaderProfile(gate.value.last).has(gate)
    assert not LoaderProfile((major, minor, patch + 1)).has(gate)
    assert not NEWEST.has(gate)


def test_version_text():
    assert LoaderProfile((1, 3, 239)).version_text == "1.3.239"
