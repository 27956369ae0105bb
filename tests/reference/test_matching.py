"""What is said about a program that would match is what real loaders do."""

from __future__ import annotations

import pytest

from tests.framework.reference import RealLoader
from tests.framework.system import SystemBuilder
from vkconfig_py.model.configuration import ProgramEntry
from vkconfig_py.model.executables import describe_program
from vkconfig_py.model.program_match import Verdict, explain_match

LAYER = "VK_LAYER_matched"
FORMS = ("plain", "link", "folder", "wrapper", "wrapper of a link")


@pytest.fixture
def forms(system: SystemBuilder) -> dict[str, str]:
    """Return the ways to start one program, and another program."""
    system.add_driver("driver")
    system.add_explicit_layer(LAYER)
    folder, other = system.program.parent, system.root / "other" / "asker"
    system.add_program(other)
    (folder / "link").symlink_to(system.program)
    (system.root / "elsewhere").symlink_to(folder)
    for name, target in (("wrapper", system.program), ("wrapper2", folder / "link")):
        system.add_file(folder / name, f'#!/bin/sh\nexec "{target}" "$@"\n')
        (folder / name).chmod(0o755)
    return {
        "plain": str(system.program),
        "link": str(folder / "link"),
        "folder": str(system.root / "elsewhere" / system.program.name),
        "wrapper": str(folder / "wrapper"),
        "wrapper of a link": str(folder / "wrapper2"),
        "other": str(other),
    }


@pytest.mark.parametrize("listed", ["plain", "link", "other"])
@pytest.mark.parametrize("started", FORMS)
def test_a_program_matches_where_the_real_loader_finds_it_in_the_list(
    started: str,
    listed: str,
    forms: dict[str, str],
    system: SystemBuilder,
    loader: RealLoader,
) -> None:
    host = system.host()
    system.add_override((LAYER,), app_keys=[describe_program(forms[listed], host).real])
    said = explain_match(forms[started], [ProgramEntry(forms[listed])], host)
    chain = system.run_reference(loader, program=forms[started]).chain()
    assert (said.verdict is Verdict.MATCHES) == (LAYER in chain) == (listed != "other")
