"""The table of what each loader version can do."""

from __future__ import annotations

import re

from tests.framework.cases import trying_cases
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, Gate, LoaderProfile

GATES = (*Gate, *NativeGate)


def test_each_gate_opens_at_its_first_version():
    with trying_cases() as trying:
        for gate in GATES:
            with trying(gate.name):
                major, minor, patch = gate.value.first
                assert LoaderProfile(gate.value.first).has(gate)
                assert not LoaderProfile((major, minor, patch - 1)).has(gate)
                assert gate.value.feature


def test_gates_close_after_their_last_version():
    with trying_cases() as trying:
        for gate in GATES:
            if gate.value.last:
                with trying(gate.name):
                    major, minor, patch = gate.value.last
                    assert LoaderProfile(gate.value.last).has(gate)
                    assert not LoaderProfile((major, minor, patch + 1)).has(gate)
                    assert not NEWEST_PROFILE.has(gate)


def test_a_number_without_a_release_names_the_one_whose_rules_it_has():
    said = LoaderProfile((1, 0, 9)).number_note
    assert said == "this loader version was never released; the rules for 1.0.8 apply"
    for version in ((1, 0, 8), (1, 4, 364), (0, 0, 0)):
        assert LoaderProfile(version).number_note == ""


def test_a_library_of_unknown_version_may_precede_what_began_in_its_series():
    before_1_1_120 = LoaderProfile((1, 1, 119), is_version_known=False)
    assert before_1_1_120.may_precede(Gate.OVERRIDE)
    assert not before_1_1_120.may_precede(Gate.XDG_DATA_HOME)
    assert not LoaderProfile((1, 1, 119)).may_precede(Gate.OVERRIDE)


def test_version_text():
    assert LoaderProfile((1, 3, 239)).version_text == "1.3.239"


# Verbs of the clauses that say what releases do.
VERBS = re.compile(
    r"\b(?:"
    r"apply|are|asks|become|begins|blocks|calls|can|cannot|checks|choose|chooses|come|comes|compares|contains|continues|"
    r"count|counts|crashes|decide|decides|determines|did|do|does|drops|enables|ends|exempts|expands|fails|find|"
    r"finds|get|gets|gives|has|have|hide|hides|identifies|ignore|ignores|is|keep|keeps|leave|leaves|"
    r"lies|limit|limits|lists|load|makes|match|matches|may|means|moves|must|offers|overrides|pass|"
    r"passes|places|puts|queries|reach|read|reads|remains|removes|replaces|returns|see|selects|"
    r"stand|stands|stay|stays|supports|takes|tells|use|uses|was|wins|work|works"
    r")\b"
)


def test_what_a_release_does_is_a_clause() -> None:
    with trying_cases() as trying:
        for gate in GATES:
            with trying(gate.name):
                # The explanation behind "before" or "later" is one of its own.
                said = str(gate.value.feature).partition(" (before")[0].partition(" (later")[0]
                assert VERBS.search(said), said
                assert not said.endswith(".")
