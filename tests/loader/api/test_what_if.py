"""Assumptions, and what a program gets under them."""

from __future__ import annotations

from tests.loader.machine import NEW, Machine
from vkconfig_py.loader.api.what_if import WhatIf


def test_nothing_assumed_changes_nothing(machine: Machine):
    assert WhatIf().is_empty
    assert WhatIf().apply(machine.host(), NEW) == (machine.host(), NEW)


def test_every_assumption_reaches_host_and_loader(machine: Machine):
    machine.env(X="1", Y="2")
    assumed = WhatIf((1, 3, 239), 32, "/bin/x", True, (("X", None), ("Z", "3")), "/mnt/")
    assert not assumed.is_empty
    host, profile = assumed.apply(machine.host(), NEW)
    assert (profile.version, profile.pointer_bits) == ((1, 3, 239), 32)
    assert (host.pointer_bits, host.executable, host.elevated) == (32, "/bin/x", True)
    assert host.root == "/mnt"
    assert {name: host.environment.get(name) for name in "XYZ"} == {"X": None, "Y": "2", "Z": "3"}
    assert WhatIf(elevated=False).apply(host, profile)[0].elevated is False
