"""The random machines that are said to meet gates meet them."""

from __future__ import annotations

import pytest

from tests.framework.amount import take_share
from tests.fuzz.evidence import compared_gates, lost, read_evidence
from tests.fuzz.workshop import workshop


def test_each_gate_is_written_down_once() -> None:
    gates = [met.gate for met in read_evidence()]
    assert sorted(set(gates)) == gates
    assert compared_gates().issuperset(gates)


def test_machines_meet_their_gates() -> None:
    with workshop() as place:
        try:
            assert not lost(place, take_share(read_evidence(), 10))
        except OSError as error:
            pytest.skip(f"no mount namespace here: {error}")
