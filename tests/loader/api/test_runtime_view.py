"""Lenses: what a program in a container or run as root sees, read from where it runs."""

from __future__ import annotations

import json
import os
import subprocess

import pytest

from tests.framework.patience import wait_for
from tests.framework.reference import chromium_loader
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.options import WhatIfError, parse_what_if
from vkconfig_py.loader.api.runtime_view import (
    RuntimeViewError,
    RuntimeViewKind,
    find_runtime_view,
    make_process_view,
)
from vkconfig_py.loader.api.what_if import WhatIf, assume_machine, render_assumption_notes
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.files.processes import MappedFile, ProcessFacts
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, LoaderProfile

LAYER = {
    "file_format_version": "1.2.0",
    "layer": {
        "name": "VK_LAYER_inside", "type": "GLOBAL", "library_path": "libinside.so",
        "api_version": "1.3.0", "implementation_version": "1", "description": "Inside",
    },
}  # fmt: skip


@pytest.fixture
def proc(tmp_path):
    """Processes in their form of proc(5): the root of each is a folder with a layer in it."""

    def add(number, variables, manager="", codename=""):
        folder = tmp_path / "proc" / str(number)
        root = folder / "root"
        layers = root / "app/share/vulkan/explicit_layer.d"
        layers.mkdir(parents=True)
        (layers / "inside.json").write_text(json.dumps(LAYER))
        (root / "run/host").mkdir(parents=True)
        (root / "etc").mkdir()
        if manager:
            (root / "run/host/container-manager").write_text(f"{manager}\n")
        release = f'NAME="Steam Runtime"\nVERSION_CODENAME={codename}\n'
        (root / "etc/os-release").write_text(release)
        (folder / "environ").write_bytes(
            b"".join(f"{name}={value}\0".encode() for name, value in variables.items())
        )
        return str(tmp_path / "proc")

    return add


def layers_through(runtime_view):
    host = WhatIf(runtime_view=runtime_view).apply(
        Host({"HOME": "/home/me", "VK_LAYER_PATH": "/x"}), NEWEST_PROFILE
    )[0]
    report = discover(host, Application(), NEWEST_PROFILE, DocumentCache())
    return host, [layer.name for layer in report.found_layers]


FLATPAK = {"FLATPAK_ID": "org.game.App", "XDG_DATA_DIRS": "/app/share:/usr/share"}


def test_a_flatpak_app_is_seen_with_its_files_and_variables(proc):
    proc(7, {"FLATPAK_ID": "org.other.App"})
    runtime_view = find_runtime_view("flatpak:org.game.App", proc(12, FLATPAK))
    host, layers = layers_through(runtime_view)
    assert layers == ["VK_LAYER_inside"]
    assert host.environment == FLATPAK
    assert runtime_view.note == (
        "Seen from inside the Flatpak app “org.game.App”, with the files and variables of "
        "process 12."
    )


@pytest.mark.parametrize("variable", ["SNAP_NAME", "SNAP_INSTANCE_NAME"])
def test_a_snap_is_known_by_its_variable(proc, variable):
    runtime_view = find_runtime_view("snap:player", proc(3, {variable: "player"}))
    assert (runtime_view.kind, runtime_view.root.endswith("/3/root")) == (
        RuntimeViewKind.SNAP,
        True,
    )


def test_a_steam_runtime_is_known_by_its_container_and_code_name(proc):
    proc(2, {"A": "1"}, manager="flatpak", codename="sniper")
    proc(4, {"A": "2"}, manager="pressure-vessel", codename="soldier")
    runtime_view = find_runtime_view(
        "steam:sniper", proc(9, {"A": "3"}, "pressure-vessel", "sniper")
    )
    assert dict(runtime_view.environment) == {"A": "3"}


def test_a_program_that_does_not_run_is_named_with_those_that_do(proc):
    with pytest.raises(RuntimeViewError) as refused:
        find_runtime_view("flatpak:org.none", proc(12, FLATPAK))
    assert "“org.none” has no running process" in str(refused.value)
    assert "(running: org.game.App)" in str(refused.value)


def test_processes_of_others_are_passed_over(proc, tmp_path):
    folder = proc(12, FLATPAK)
    (tmp_path / "proc/5").mkdir()  # without a readable environment
    (tmp_path / "proc/5/environ").mkdir()
    assert find_runtime_view("flatpak:org.game.App", folder).root.endswith("/12/root")


def test_a_running_process_of_this_machine_is_found(system):
    system.add_explicit_layer("VK_LAYER_inside")
    variables = {"SNAP_NAME": "of-a-test", **system.environment}
    with subprocess.Popen(["sleep", "60"], env=variables) as process:
        try:
            # Between fork and exec the environment is still that of the parent.
            runtime_view = wait_for(lambda: _try("snap:of-a-test"))
            host, layers = layers_through(runtime_view)
        finally:
            process.kill()
    assert host.root == f"/proc/{process.pid}/root"
    assert layers == ["VK_LAYER_inside"]


def _try(text):
    try:
        return find_runtime_view(text)
    except RuntimeViewError:
        return None


def test_root_gets_what_sudo_leaves():
    runtime_view = find_runtime_view("root")
    host = runtime_view.apply(
        Host({"HOME": "/home/me", "XDG_DATA_HOME": "/x", "VK_LAYER_PATH": "/y", "LANG": "C"})
    )
    assert host.environment["HOME"] == "/root"
    assert host.environment["LANG"] == "C"
    assert not {"XDG_DATA_HOME", "VK_LAYER_PATH"} & set(host.environment)
    assert (host.root, host.elevated) == ("", False)
    assert "most of your session's variables are not passed on" in runtime_view.note


@pytest.mark.parametrize("text", ["", "flatpak", "flatpak:", "snap:", "docker:x", "root:x"])
def test_what_is_no_view_names_those_that_are(text):
    with pytest.raises(RuntimeViewError, match="steam:RUNTIME, process:PID or root"):
        find_runtime_view(text)


def test_other_assumptions_are_made_within_the_view(proc):
    runtime_view = find_runtime_view("flatpak:org.game.App", proc(12, FLATPAK))
    what_if = WhatIf(runtime_view=runtime_view, variables=(("XDG_DATA_DIRS", None), ("A", "1")))
    host = what_if.apply(Host({"HOME": "/home/me"}), NEWEST_PROFILE)[0]
    assert host.environment == {"FLATPAK_ID": "org.game.App", "A": "1"}
    assert what_if.has_other_root
    assert render_assumption_notes(what_if, host) == (runtime_view.note,)


def test_a_what_if_names_a_view_with_as():
    what_if = parse_what_if("as=root,set=A=1")
    assert what_if.runtime_view.kind is RuntimeViewKind.ROOT
    assert not what_if.has_other_root
    with pytest.raises(WhatIfError, match="no snap “none-"):
        parse_what_if(f"as=snap:none-{os.getpid()}")


@pytest.mark.parametrize("known", [None, LoaderProfile((1, 3, 239), "/lib/libvulkan.so.1", 64)])
def test_a_process_has_the_loader_that_it_mapped_whatever_is_installed(known):
    loader = chromium_loader().profile
    mapped = MappedFile(loader.library, 0, 0)
    runtime_view = make_process_view(
        ProcessFacts(7, 0, 1, 0, "game", "/bin/game", mapped_files=(mapped,))
    )
    assert (
        assume_machine(WhatIf(runtime_view=runtime_view), Host.read_current(), known).profile
        == loader
    )
    older = WhatIf(version=(1, 3, 0), runtime_view=runtime_view)
    assert assume_machine(older, Host.read_current(), known).profile.version == (1, 3, 0)
