"""The path of the program as loaders know it: they read it into 1,024 bytes."""

from __future__ import annotations

import pytest

from tests.loader.machine import Machine
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.program_files import find_known_program_path
from vkconfig_py.loader.profiles.profile import LoaderProfile

OTHER = "/other"


@pytest.mark.parametrize(("version", "longest"), [((1, 2, 141), 1023), ((1, 3, 250), 1023)])
def test_longest_path_that_matches_until_1_3_250(version: tuple[int, int, int], longest: int):
    check(LoaderProfile(version), longest, unknown=False)


@pytest.mark.parametrize("version", [(1, 3, 251), (1, 4, 355)])
def test_longest_path_that_matches_until_1_4_355(version: tuple[int, int, int]):
    check(LoaderProfile(version), 1024, unknown=False)


def test_longer_paths_are_unknown_since_1_4_356():
    check(LoaderProfile((1, 4, 356)), 1023, unknown=True)


def check(profile: LoaderProfile, longest: int, *, unknown: bool) -> None:
    own, over = "/" + "p" * (longest - 1), "/" + "é" * (longest // 2 + 1)
    assert acts(profile, own, own)
    assert not acts(profile, own, OTHER)
    if longest < 4000:
        assert acts(profile, over, over) is unknown
        assert acts(profile, over, OTHER) is unknown


def acts(profile: LoaderProfile, program: str, key: str) -> bool:
    """Return whether an override with this key acts in this program."""
    machine = (
        Machine()
        .driver()
        .explicit("a")
        .override("a", base="/dd", app_keys=[key], api_version="1.3.0")
    )
    machine.changes["executable"] = program
    return machine.chain(profile=profile) == "a"


def test_the_program_is_told_by_its_own_path():
    machine = Machine().driver().explicit("a").override("a", app_keys=[OTHER])
    program = machine.changes["executable"] = "/" + "p" * 2000
    (verdict,) = [
        found.verdict
        for found in machine.report(profile=LoaderProfile((1, 4, 300))).found_layers
        if found.name.endswith("override")
    ]
    assert verdict.detail == program


def test_short_paths_stand_as_they_are():
    assert (
        find_known_program_path(Host({}, executable="/bin/x"), LoaderProfile((1, 4, 364)))
        == "/bin/x"
    )
