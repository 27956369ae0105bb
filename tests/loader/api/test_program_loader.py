"""Whose files the version of a program's loader is stored in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType

import pytest

from tests.framework.reference import chromium_loader
from vkconfig_py.loader.api.program_loader import find_chosen_loader
from vkconfig_py.loader.api.runtime_view import RuntimeView, RuntimeViewKind, make_process_view
from vkconfig_py.loader.api.what_if import WhatIf
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.processes import ProcessFacts
from vkconfig_py.loader.probe.loader_versions import find_versions_file
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE


def _view_process(host: Host, home: str) -> Host:
    facts = ProcessFacts(7, 1000, 50, 0.0, "game", "/opt/game", environment={"HOME": home})
    return make_process_view(facts).apply(host)


def _view_container(host: Host, home: str) -> Host:
    environment = MappingProxyType({"HOME": home})
    return RuntimeView(RuntimeViewKind.PROCESS, "7", "", environment, "").apply(host)


def _assume_home(host: Host, home: str) -> Host:
    return WhatIf(variables=(("HOME", home), ("XDG_CACHE_HOME", None))).apply(host, NEWEST_PROFILE)[
        0
    ]


def _set_home(host: Host, home: str) -> Host:
    return host.with_environment([("HOME", home), ("XDG_CACHE_HOME", None)])


@pytest.mark.parametrize("view", [_view_process, _view_container, _assume_home, _set_home])
def test_versions_are_stored_for_this_user_whoever_is_looked_at(
    tmp_path: Path, view: Callable[[Host, str], Host]
) -> None:
    host, home = Host.read_current(), tmp_path / "other"
    home.mkdir()
    library = chromium_loader().profile.library
    assert find_chosen_loader(library, view(host, str(home)), (), NEWEST_PROFILE).library == library
    assert not list(home.iterdir())
    assert Path(find_versions_file(host)).is_file()
