"""Machines with loaders for both word sizes."""

from __future__ import annotations

import pytest

from tests.loader.lint.lint_machines import MACHINES, NARROW, A, Case, one, told
from tests.loader.machine import NARROW_LIBRARY, NEW, OLD, Machine
from vkconfig_py.loader.base.verdicts import EditKey, NoRemedy, Together
from vkconfig_py.loader.lint.lint_context import ProblemCode

CODES = {"no-driver-other-size", "word-sizes-mixed", "word-size-unmarked"}


def codes(machine: Machine, *loaders: object) -> list[str]:
    found = told(machine, *(loaders or (NEW, NARROW)))  # type: ignore[arg-type]
    return sorted({problem.code for problem in found} & CODES)


def both() -> Machine:
    """Return a machine with a driver for each size, of which the manifests say so."""
    machine = Machine().driver(library_arch="64")
    machine.driver("narrow", library_arch="32", library_path="/lib/narrow.so")
    return machine.file("/lib/narrow.so", NARROW_LIBRARY)


def test_machine_whose_manifests_say_their_word_size_is_sound():
    assert codes(both().explicit(A, library_arch="64")) == []


def test_one_loader_alone_tells_nothing():
    assert codes(Machine().driver().explicit(A), NEW) == []


def test_drivers_of_one_size_are_a_problem_of_the_other_loader():
    assert codes(Machine().driver(library_arch="64")) == ["no-driver-other-size"]
    (found,) = (
        x for x in told(Machine().driver(), NEW, NARROW) if x.code == "no-driver-other-size"
    )
    assert found.title == "No driver for 32-bit programs"
    assert found.file == NARROW.library


def test_library_that_each_size_looks_for_itself_needs_no_word():
    assert codes(both().explicit(A, library_path="bare.so", library=False)) == []


def test_manifest_gets_the_word_size_of_its_library():
    problem = one(both().explicit(A), NEW, NARROW)
    assert problem.code == "word-size-unmarked"
    assert isinstance(problem.remedy, EditKey)
    assert (problem.remedy.path, problem.remedy.value) == (("layer", "library_arch"), "64")


def test_loader_that_does_not_know_the_key_is_offered_no_edit():
    old = NARROW._replace(version=(1, 3, 204))
    problem = one(both().explicit(A), NEW, old)
    assert problem.remedy == NoRemedy("")


@pytest.mark.parametrize("arch", ["64", None])
def test_two_copies_of_which_one_says_its_size_are_enough(arch: str | None):
    machine = both().explicit(A, library_arch=arch)
    machine.explicit(A, base="/de", library_path="/lib/narrow.so", library=False)
    assert ("word-sizes-mixed" in codes(machine)) == (arch is None)


def test_mixed_copies_are_told_apart_in_both_files():
    case = MACHINES[ProblemCode.WORD_SIZES_MIXED]
    assert isinstance(case, Case)
    machine = both()
    case.build(machine)
    (found,) = (x for x in told(machine, NEW, NARROW) if x.code == "word-sizes-mixed")
    assert isinstance(found.remedy, Together)
    values = [step.value for step in found.remedy.steps if isinstance(step, EditKey)]
    assert values == ["64", "32"]
    assert "32-bit programs find the 64-bit copy first" in found.consequence


def test_older_loader_that_reads_both_copies_is_no_problem():
    machine = both().implicit(A)
    machine.implicit(A, base="/de", library_path="/lib/narrow.so", library=False)
    assert "word-sizes-mixed" in codes(machine)
    assert "word-sizes-mixed" not in codes(machine, NEW, OLD._replace(pointer_bits=32))
