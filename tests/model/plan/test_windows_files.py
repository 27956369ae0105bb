"""Plans for Windows: files of the user's own folder, and registry values that name them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.framework.manifests import list_layers
from tests.framework.pe_files import make_pe_file
from tests.framework.settings import make_manifest, make_setting
from tests.model.machine import EVERY, drawn, look
from tests.model.plan.plans import blocking, texts
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.base.windows_facts import Registry, RegistryValue, WindowsFacts
from vkconfig_py.loader.platforms.reg_file import SetValue, parse_reg
from vkconfig_py.model.apply.apply_plan import explain_apply_refusal
from vkconfig_py.model.chain.run_engine import simulate_plan
from vkconfig_py.model.configuration.configuration import Configuration, SettingType
from vkconfig_py.model.plan.plan import Mechanism, Plan, PlannedFile, PlanView, find_changes
from vkconfig_py.model.plan.windows_files import add_registration

BY_SETTINGS = PlanView(Mechanism.SETTINGS)
OWN = "C:\\Users\\me\\AppData\\Local\\vkconfig-py"
VULKAN = "SOFTWARE\\Khronos\\Vulkan"
USER, MACHINE = "HKEY_CURRENT_USER", "HKEY_LOCAL_MACHINE"


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """A Windows machine with explicit layers A, B and one with settings."""
    folder = tmp_path / "Layers"
    folder.mkdir()
    (folder / "layer.dll").write_bytes(make_pe_file(exports=("vkGetInstanceProcAddr",)))
    for name in "AB":
        layer = {
            "name": name,
            "type": "GLOBAL",
            "library_path": ".\\layer.dll",
            "api_version": "1.3.0",
            "implementation_version": "1",
            "description": name,
        }
        document = {"file_format_version": "1.2.0", "layer": layer}
        (folder / f"{name}.json").write_text(json.dumps(document))
    settings = json.loads(make_manifest(make_setting("loud")))
    settings["layer"]["library_path"] = ".\\layer.dll"
    (folder / "settings.json").write_text(json.dumps(settings))
    return Host(
        {"LOCALAPPDATA": "C:\\Users\\me\\AppData\\Local", "VK_ADD_LAYER_PATH": "C:\\Layers"},
        Platform.WINDOWS,
        executable="C:\\program.exe",
        working_directory="C:\\",
        windows=WindowsFacts(Registry({}), drives={"C:": str(tmp_path)}),
    )


def plan(host: Host, view: PlanView = EVERY, configuration: Configuration | None = None) -> Plan:
    return look(host, configuration or drawn("B", "A", on=("A", "B")), view).plan


def paths(made: Plan) -> list[str]:
    return [file.path for file in made.files]


def registrations(made: Plan) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for change in made.registry:
        assert isinstance(change, SetValue)
        assert (change.value.kind, change.value.data) == (4, bytes(4))
        found.setdefault(change.key, []).append(change.value.name)
    return found


def test_an_override_is_named_by_a_value_of_the_user(host: Host):
    made = plan(host)
    assert paths(made) == [
        f"{OWN}\\VkLayer_override.json",
        f"{OWN}\\register.reg",
        f"{OWN}\\unregister.reg",
    ]
    assert registrations(made) == {
        f"{USER}\\{VULKAN}\\ImplicitLayers": [f"{OWN}\\VkLayer_override.json"]
    }
    layer = list_layers(made.files[0].content)[0]
    assert layer["component_layers"] == ["B", "A"]
    assert layer["override_paths"] == ["C:\\Layers"]
    assert texts(made) == [f"copy these files to that machine, then open {OWN}\\register.reg"]


def test_an_elevated_session_registers_for_every_user(host: Host):
    files = (PlannedFile(f"{OWN}\\VkLayer_override.json", b"{}"),)
    made = add_registration(Plan(Mechanism.OVERRIDE, files), host._replace(elevated=True))
    assert list(registrations(made)) == [f"{MACHINE}\\{VULKAN}\\ImplicitLayers"]


def test_a_loader_settings_file_has_a_key_of_its_own(host: Host):
    made = plan(host, BY_SETTINGS)
    assert paths(made)[0] == f"{OWN}\\vk_loader_settings.json"
    assert registrations(made) == {
        f"{USER}\\{VULKAN}\\LoaderSettings": [f"{OWN}\\vk_loader_settings.json"]
    }
    section = json.loads(made.files[0].content)["settings"]
    assert [layer.get("path") for layer in section["layers"]] == [
        "C:\\Layers\\B.json",
        "C:\\Layers\\A.json",
        None,
    ]


@pytest.mark.parametrize("view", [EVERY, BY_SETTINGS])
def test_settings_of_layers_have_a_key_of_their_own(host: Host, view: PlanView):
    name = json.loads(make_manifest(make_setting("loud")))["layer"]["name"]
    configuration = drawn(on=(name,))
    entry = configuration.find_entry(name).with_value("loud", SettingType.BOOL, True)
    configuration = configuration.with_entry(entry)
    made = plan(host, view, configuration)
    assert f"{OWN}\\vk_layer_settings.txt" in paths(made)
    assert registrations(made)[f"{USER}\\{VULKAN}\\Settings"] == [f"{OWN}\\vk_layer_settings.txt"]


def test_the_files_for_regedit_make_the_change_and_take_it_back(host: Host):
    made = plan(host)
    register, unregister = (
        parse_reg(file.content or b"", file.path).registry for file in made.files[1:]
    )
    key = f"{USER}\\{VULKAN}\\ImplicitLayers"
    name = f"{OWN}\\VkLayer_override.json"
    assert register.get_values(key) == (RegistryValue(name, 4, bytes(4)),)
    assert unregister.get_values(key) == ()
    shown = find_changes(made, {}, lambda path: None)[1].text
    assert f"+[{key}]\n" in shown


def test_the_engine_sees_the_machine_with_these_values(host: Host):
    key = f"{USER}\\{VULKAN}\\ImplicitLayers"
    before = Registry({key: [RegistryValue("C:\\other.json", 4, bytes(4))]})
    host = host._replace(windows=host.windows._replace(registry=before))
    after = simulate_plan(host, plan(host)).windows.registry
    names = [value.name for value in after.get_values(key)]
    assert names == ["C:\\other.json", f"{OWN}\\VkLayer_override.json"]
    assert simulate_plan(host, Plan(Mechanism.OVERRIDE)).windows.registry is before


@pytest.mark.parametrize("view", [EVERY, BY_SETTINGS])
def test_without_a_folder_nothing_can_be_written(host: Host, view: PlanView):
    bare = host.with_environment([("LOCALAPPDATA", None)])
    sentence = "LOCALAPPDATA and USERPROFILE are not set, so your user folder is unknown"
    assert sentence in blocking(plan(bare, view))
    home = bare.with_environment([("USERPROFILE", "C:\\Users\\me")])
    assert paths(plan(home, view))[0].startswith(OWN)


def test_nothing_for_windows_is_written_on_this_machine(host: Host):
    assert explain_apply_refusal(plan(host)) == (
        "these files are for Windows, but this machine does not run Windows"
    )


def test_a_folder_is_searched_with_its_drive_but_not_with_a_semicolon(host: Host, tmp_path: Path):
    alone = host.with_environment([("VK_ADD_LAYER_PATH", None)])
    configuration = drawn("A", on="A")._replace(sources=("C:\\Layers",))
    made = plan(alone, configuration=configuration)
    assert list_layers(made.files[0].content)[0]["override_paths"] == ["C:\\Layers"]
    (tmp_path / "Layers").rename(tmp_path / "La;yers")
    odd = configuration._replace(sources=("C:\\La;yers",))
    assert "C:\\La;yers contains a semicolon, which separates paths" in texts(
        plan(alone, configuration=odd)
    )


def test_elsewhere_plans_have_no_registry(host: Host):
    linux = host._replace(platform=Platform.LINUX, environment={"HOME": "/home/me"}, windows=None)
    made = plan(linux, configuration=drawn(off="A"))
    assert made.registry == ()
    assert not any(path.endswith(".reg") for path in paths(made))


def test_layers_are_named_as_windows_splits_them(host: Host):
    found = plan(host, PlanView(Mechanism.ENVIRONMENT))
    variables = {one.name: one.value for one in found.variables}
    assert variables["VK_INSTANCE_LAYERS"] == "B;A"


def test_a_folder_whose_letters_loaders_do_not_read_is_not_used(host: Host):
    local = "C:\\Users\\Jürgen\\AppData\\Local"
    named = host._replace(environment={**host.environment, "LOCALAPPDATA": local})
    made = plan(named)
    shared = "C:\\ProgramData\\vkconfig-py"
    assert all(path.startswith(f"{shared}\\") for path in paths(made))
    assert any(local in text and shared in text for text in texts(made))
    assert named.windows is not None
    utf_8 = plan(named._replace(windows=named.windows._replace(code_page="utf-8")))
    assert all(path.startswith(local) for path in paths(utf_8))
    assert not any(local in text and shared in text for text in texts(utf_8))
