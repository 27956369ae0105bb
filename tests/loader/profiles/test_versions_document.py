"""docs/loader_versions.md is the table of gates, and nothing else."""

from __future__ import annotations

from pathlib import Path

from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.profiles.profile import Gate

DOCUMENT = Path(__file__).parents[3] / "docs/loader_versions.md"


def _text(version: tuple[int, int, int] | None) -> str:
    return ".".join(map(str, version or ()))


def _in_order(gates: type[Gate] | type[NativeGate]) -> list[Gate | NativeGate]:
    return sorted(gates, key=lambda gate: (gate.value.first, gate.name))


def test_every_gate_has_its_row_in_the_order_of_releases():
    rows = [line for line in DOCUMENT.read_text().splitlines() if line.endswith("` |")]
    gates = [*_in_order(Gate), *_in_order(NativeGate)]
    assert rows == [
        f"| {_text(gate.value.first)} | {_text(gate.value.last)} | {gate.value.feature}"
        f" | `{gate.name}` |"
        for gate in gates
    ]
