"""Steps become one remedy."""

from __future__ import annotations

from vkconfig_py.loader.base.verdicts import (
    DropPrivileges,
    InstallLibrary,
    NoRemedy,
    RemoveFile,
    Together,
    UnsetVariable,
)
from vkconfig_py.loader.explain.remedies import NO_REMEDY, combine_steps


def test_no_step_is_lost_and_none_is_told_twice():
    wanted = (RemoveFile("/x"), InstallLibrary("/x"), UnsetVariable("P"), DropPrivileges("P"))
    found = combine_steps([*wanted, RemoveFile("/x"), DropPrivileges("P")])
    assert isinstance(found, Together)
    assert found.steps == wanted
    assert list(map(type, found.steps)) == list(map(type, wanted))


def test_one_step_is_the_remedy_and_without_any_there_is_none():
    assert combine_steps([RemoveFile("/x")]) == RemoveFile("/x")
    assert combine_steps([]) == NO_REMEDY == NoRemedy("")


def test_what_cannot_be_done_ends_them_all():
    why = NoRemedy("it cannot be done")
    assert combine_steps([RemoveFile("/x"), why, UnsetVariable("P")]) is why
