"""Builds of layers: found from libraries and manifests, looked at, and compared."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.framework.own_layers import LAYER, build_own_layer
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.verdicts import Outcome
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE
from vkconfig_py.loader.wire.jobs import Health, State
from vkconfig_py.model.catalog.layer_builds import (
    NO_IDENTITY,
    BuildCheck,
    BuildIdentity,
    LayerBuild,
    RebuildWatch,
    add_build,
    describe_changes,
    describe_check,
    find_build,
    read_builds,
    read_identity,
)
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.configuration.workspace_edits import remove_source

WORKS = Health(State.HEALTHY)


@pytest.fixture
def found(system, tmp_path):
    """What is found for a build."""

    def find(path, name=""):
        return find_build(str(path), system.host(), NEWEST_PROFILE, tmp_path / "builds", name)

    return find


def test_a_library_gets_a_manifest_that_the_loader_takes(system, found, tmp_path):
    library = build_own_layer(tmp_path)
    one = found(library)
    assert isinstance(one, LayerBuild)
    assert (one.layer, one.library, one.note) == (LAYER, str(library), "")
    system.add_file(one.manifest, one.content)
    report = discover(system.with_env(VK_ADD_LAYER_PATH=one.manifest).host())
    (layer,) = [layer for layer in report.found_layers if layer.name == LAYER]
    assert layer.verdict.outcome is Outcome.OFF  # complete, and nobody asks for it
    assert json.loads(one.content)["layer"]["library_path"] == str(library)


def test_a_manifest_is_taken_as_it_is(found, tmp_path):
    library = build_own_layer(tmp_path)
    manifest = tmp_path / "own.json"
    layer = {"name": "VK_LAYER_x", "library_path": "./libVkLayer_own.so"}
    manifest.write_text(json.dumps({"layer": layer}))
    one = found(manifest)
    assert one == LayerBuild("VK_LAYER_x", str(manifest), str(library))


def test_a_name_can_be_given(found, tmp_path):
    assert found(build_own_layer(tmp_path), "VK_LAYER_other").layer == "VK_LAYER_other"


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("gone.so", None, "does not exist."),
        ("text.so", b"hello", "is not a library."),
        ("bad.json", b"{", "does not declare a layer."),
        ("driver.json", b'{"ICD": {}}', "does not declare a layer."),
        ("none.json", b'{"layer": {"name": "VK_LAYER_x"}}', "does not name a library."),
    ],
)
def test_what_is_no_layer_is_refused_in_words(found, tmp_path, name, content, why):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    told = found(tmp_path / name)
    assert isinstance(told, str)
    assert told.startswith(str(tmp_path / name))
    assert why in told


def test_a_library_that_exports_no_entry_is_no_layer(system, found):
    system.add_probe_driver("gpu")
    library = json.loads(system.manifest("gpu").read_text())["ICD"]["library_path"]
    assert "so it is not a layer" in found(library)


def test_a_build_is_searched_watched_and_first(found, tmp_path):
    one = found(build_own_layer(tmp_path))
    workspace = Workspace((Configuration("1", "One"),), "1")
    changed = add_build(workspace, one, ("VK_LAYER_a", "VK_LAYER_b")).workspace
    (source,) = changed.sources
    assert (source.path, source.watched) == (one.manifest, True)
    names = [entry.name for entry in changed.selected_configuration.layers]
    assert names == [LAYER, "VK_LAYER_a", "VK_LAYER_b"]
    assert changed.selected_configuration.get_control(LAYER) is LayerControl.ON
    again = add_build(changed, one, (LAYER, "VK_LAYER_a", "VK_LAYER_b")).workspace
    assert again == changed
    removed = remove_source(changed, one.manifest)
    assert removed is not None
    assert removed.workspace.sources == ()


def test_builds_are_read_from_the_workspace(system, found, tmp_path):
    one = found(build_own_layer(tmp_path))
    system.add_file(one.manifest, one.content)
    workspace = Workspace((Configuration("1", "One"),), "1")
    changed = add_build(workspace, one, ()).workspace
    (read,) = read_builds(changed, system.host())
    assert (read.layer, read.library) == (one.layer, one.library)


def test_a_rebuild_counts_once_it_is_complete_and_at_rest(system, tmp_path):
    library = build_own_layer(tmp_path)
    watch = RebuildWatch(str(library), system.host())
    assert not watch.check_rebuilt()
    library.write_bytes(b"\x7fELF")  # a linker has begun
    assert [watch.check_rebuilt(), watch.check_rebuilt()] == [False, False]
    build_own_layer(tmp_path, "MORE")
    assert [watch.check_rebuilt(), watch.check_rebuilt(), watch.check_rebuilt()] == [
        False,
        True,
        False,
    ]


def test_what_stays_incomplete_counts_once(system, tmp_path):
    library = build_own_layer(tmp_path)
    watch = RebuildWatch(str(library), system.host())
    library.write_bytes(b"garbage")
    assert sum(watch.check_rebuilt() for _ in range(30)) == 1


def test_a_library_that_is_missing_for_a_moment_is_waited_for(system, tmp_path):
    library = build_own_layer(tmp_path)
    watch = RebuildWatch(str(library), system.host())
    library.unlink()
    assert [watch.check_rebuilt(), watch.check_rebuilt()] == [False, False]
    build_own_layer(tmp_path, "MORE")
    assert [watch.check_rebuilt(), watch.check_rebuilt()] == [False, True]


def look(*, health=WORKS, interface=2, intercepts=("vkA", "vkB")):
    return BuildCheck(1.0, 1.0, health, interface, "VK_SUCCESS", "VK_SUCCESS", intercepts)


CRASHED = Health(State.CRASHED, "vkCreateDevice from VK_LAYER_x", "SIGSEGV")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (None, look(), ("Works: negotiates interface version 2 and intercepts 2 commands.",)),
        (look(), look(), ()),
        (look(), look(interface=1), ("Negotiates interface version 1; previously 2.",)),
        (look(), look(intercepts=("vkA", "vkB", "vkC")), ("Intercepts 1 more command: vkC.",)),
        (look(), look(intercepts=("vkB",)), ("No longer intercepts vkA.",)),
        (
            look(),
            look(health=CRASHED, interface=-1, intercepts=None),
            ("Fails: SIGSEGV: vkCreateDevice from VK_LAYER_x. It worked before.",),
        ),
        (
            look(health=CRASHED, interface=-1, intercepts=None),
            look(),
            ("Works now.", "Negotiates interface version 2."),
        ),
    ],
)  # fmt: skip
def test_each_difference_is_a_sentence(before, after, told):
    assert describe_changes(before, after) == told


def test_other_code_is_told_by_its_build_id_or_its_content():
    def built(build_id, digest):
        return look()._replace(identity=BuildIdentity(build_id, digest))

    def told(before, after):
        return describe_changes(before, after)

    first = built("0123456789", "a")
    assert describe_changes(first, first) == ()
    assert describe_changes(first, built("89abcdef01", "b")) == (
        "New code: build ID 89abcdef; previously 01234567.",
    )
    assert describe_changes(first, built("", "b")) == (
        "New code: build ID none; previously 01234567.",
    )
    assert describe_changes(built("", "a"), built("", "b")) == ("The library's content changed.",)
    assert describe_changes(first, look()) == ()  # it could not be read


def test_code_that_was_changed_has_another_build_id_and_content(tmp_path):
    source = tmp_path / "l.c"
    codes = []
    for number in (1, 2, 2):
        source.write_text(f"int answer(void) {{ return {number}; }}")
        library = tmp_path / "l.so"
        subprocess.run(
            ["cc", "-shared", "-fPIC", "-Wl,--build-id", "-o", library, source], check=True
        )
        codes.append(read_identity(str(library)))
    assert codes[0] != codes[1] == codes[2]
    assert all(len(one.build_id) == 40 for one in codes)
    library.write_bytes(library.read_bytes() + b"\0")
    assert read_identity(str(library)).build_id == codes[2].build_id
    assert read_identity(str(library)) != codes[2]
    library.write_text("no library")
    assert read_identity(str(library)).build_id == ""
    assert read_identity(str(tmp_path / "gone.so")) == NO_IDENTITY


def test_many_commands_are_counted():
    many = tuple(f"vk{number:02}" for number in range(20))
    (told,) = describe_changes(look(intercepts=()), look(intercepts=many))
    assert told.startswith("Intercepts 20 more commands: vk00, ")
    assert told.endswith("and 14 others.")


def test_a_failure_is_said_as_it_is():
    assert describe_check(look(health=CRASHED)) == "Fails: SIGSEGV: vkCreateDevice from VK_LAYER_x."
