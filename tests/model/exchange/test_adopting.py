"""What was opened joins the workspace as one step, and what happened is said."""

import json

import pytest

from tests.model.formats.samples import FOLDER, HOME, VALIDATION, sample
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, LayerEntry
from vkconfig_py.model.configuration.configuration_json import (
    parse_configuration,
    render_configuration,
)
from vkconfig_py.model.configuration.workspace import CollectionSource, Workspace
from vkconfig_py.model.exchange.import_report import (
    add_opened_file,
    describe_configuration,
    render_opened_file,
)
from vkconfig_py.model.exchange.open_file import (
    DroppedPaths,
    export_to_vkconfig,
    open_file,
    sort_dropped_paths,
)
from vkconfig_py.model.formats.foreign_files import ForeignKind, ImportNote, OpenedFile

OWN = Configuration("1", "Frame analysis")
SHIPPED = Configuration("api-dump", "API dump", built_in=1)
WORKSPACE = Workspace((OWN, SHIPPED), "1", (CollectionSource("/opt/team/layers/", enabled=False),))


def vkconfig(tmp_path):
    folder = tmp_path / "lunarg-vkconfig"
    (folder / "configurations").mkdir(parents=True)
    (folder / "vkconfig.json").write_bytes(sample("vkconfig.json"))
    (folder / "configurations" / "Frame analysis.json").write_bytes(
        sample("vkconfig_configuration.json")
    )
    (folder / "configurations" / "b.json").symlink_to("/dev/zero")
    return str(folder / "vkconfig.json")


def opened(path):
    return open_file(path, Host(environment=HOME), None)


def test_the_state_of_vkconfig_joins_the_workspace(tmp_path):
    path = vkconfig(tmp_path)
    changed = add_opened_file(WORKSPACE, opened(path), path, (SHIPPED,))
    after = changed.workspace
    assert str(changed.label) == "Open “vkconfig.json”"
    assert [one.name for one in after.configurations] == ["Frame analysis", "Frame analysis 2"]
    assert after.selected_configuration.name == "Frame analysis 2"
    assert after.deleted_built_ins == (("api-dump", 1),)
    assert after.sources == (
        CollectionSource("/opt/team/layers/", enabled=False),
        CollectionSource("/data/vulkan/layers", without=("/data/vulkan/layers/b.json",)),
    )


def test_the_folder_of_vkconfig_stands_for_its_state(tmp_path):
    path = vkconfig(tmp_path)
    arrived = sort_dropped_paths([path.removesuffix("/vkconfig.json")])
    assert arrived == DroppedPaths(files=(path,))
    assert opened(path).kind is ForeignKind.VKCONFIG_STATE


def test_an_edited_built_in_configuration_is_not_put_away(tmp_path):
    path = vkconfig(tmp_path)
    edited = SHIPPED._replace(loader_log=("error",))
    workspace = Workspace((OWN, edited), "1")
    after = add_opened_file(workspace, opened(path), path, (SHIPPED,)).workspace
    assert edited in after.configurations
    assert after.deleted_built_ins == ()


def test_opening_a_place_that_is_searched_already_changes_nothing():
    for path in ("/opt/team/layers/", "/opt/team/layers", "/opt//team/./layers"):
        result = OpenedFile(ForeignKind.OVERRIDE, sources=(CollectionSource(path),))
        assert add_opened_file(WORKSPACE, result, "/x") is None


def test_a_manifest_that_was_turned_off_is_turned_on_by_opening_it():
    workspace = WORKSPACE._replace(sources=(CollectionSource("/a.json", True, enabled=False),))
    result = OpenedFile(ForeignKind.LAYER_MANIFEST, sources=(CollectionSource("/a.json"),))
    changed = add_opened_file(workspace, result, "/a.json")
    assert changed.workspace.sources == (CollectionSource("/a.json", True),)
    assert add_opened_file(changed.workspace, result, "/a.json") is None


def test_the_selected_configuration_is_the_one_that_was_in_use():
    result = OpenedFile(
        ForeignKind.VKCONFIG_STATE,
        (Configuration("a", "A"), Configuration("b", "B"), Configuration("c", "C")),
        selected="B",
    )
    assert add_opened_file(WORKSPACE, result, "/x").workspace.selected_configuration.name == "B"
    assert (
        add_opened_file(
            WORKSPACE, result._replace(selected=""), "/x"
        ).workspace.selected_configuration.name
        == "A"
    )


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        (OpenedFile(ForeignKind.UNKNOWN, refusal="/a/x: no."), "x was not opened. /a/x: no."),
        (
            OpenedFile(ForeignKind.OVERRIDE, (Configuration("k", "Own"),)),
            "Added “Own” from x.",
        ),
        (
            OpenedFile(
                ForeignKind.OVERRIDE, (OWN,), notes=(ImportNote("A is gone.", 3), ImportNote("B."))
            ),
            (
                "Added “Current” from x. Some content was changed or omitted during "
                "import. Line 3: A is gone. (1 more note)"
            ),
        ),
        (
            OpenedFile(
                ForeignKind.VKCONFIG_STATE,
                (OWN, OWN),
                (CollectionSource("/a"), CollectionSource("/b")),
            ),
            "Added 2 configurations from x. Added 2 layer search paths.",
        ),
        (
            OpenedFile(
                ForeignKind.LAYER_MANIFEST,
                sources=(CollectionSource("/a"),),
                notes=(ImportNote("A.", 3, "f"),),
            ),
            (
                "Added “a” to the layer search paths. Some content was changed or omitted "
                "during import. A."
            ),
        ),
    ],
)
def test_what_happened_is_one_message(result, sentence):
    current = Configuration("c", "Current")
    assert render_opened_file("/a/x", result, {"Frame analysis"}, current) == sentence


def test_a_configuration_is_described_line_by_line(tmp_path):
    path = vkconfig(tmp_path)
    lines = list(describe_configuration(opened(path).configurations[0]))
    assert lines[0] == "on   VK_LAYER_LUNARG_api_dump (4 settings)"
    assert lines[2] == "auto all other layers"
    assert "for /opt/sdk/bin/vkcube and /opt/game/bin/game (off)" in lines
    assert "starts /opt/sdk/bin/vkcube --c 100" in lines
    assert "loader log: error, layer" in lines
    assert "devices: llvmpipe" in lines


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("gone", "no such file or directory"),
        ("", "it is not a regular file"),
        ("a\0b", "it is not a valid path"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_the_reason(tmp_path, name, reason):
    result = opened(f"{tmp_path}/{name}")
    assert reason in result.refusal
    assert result.configurations == ()


def test_every_kind_of_file_joins_and_is_saved_as_it_is(tmp_path):
    for path in sorted(FOLDER.glob("*.json")):
        found = opened(str(path))
        assert not found.refusal
        after = add_opened_file(WORKSPACE, found, str(path)).workspace
        for one in after.configurations:
            assert parse_configuration(one.key, render_configuration(one)) == one


def test_an_exported_configuration_asks_for_the_copy_by_its_version(system):
    system.add_explicit_layer(VALIDATION)
    inventory = discover(system.host())
    file = next(one.file for one in inventory.found_layers if one.name == VALIDATION)
    own = Configuration("k", "Own", (LayerEntry(VALIDATION, LayerControl.ON, copy=file),))
    rendered = export_to_vkconfig(own, system.host(), inventory)
    layer = json.loads(rendered.content)["configuration"]["layers"][0]
    assert layer["version"].count(".") == 2
    assert layer["manifest"].endswith(f"{VALIDATION}.json")
    assert rendered.notes == ()
