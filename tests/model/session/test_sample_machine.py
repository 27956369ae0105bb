"""The sample machine: true to its text, and unable to touch anything but its own copy."""

import bisect  # noqa: F401 - the engine loads it at first use, which is no look at the machine
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.framework.disk_looks import DiskLooks
from tests.framework.patience import PATIENCE
from tests.ui.sample_folder import SampleFolder
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.what_if import NOTHING_ASSUMED, WhatIf
from vkconfig_py.loader.base.verdicts import Outcome, Reason
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.lint.linter import lint
from vkconfig_py.model.apply.apply_plan import apply_plan
from vkconfig_py.model.apply.found_overrides import find_running_vkconfig
from vkconfig_py.model.chain.loader_variables import find_origins
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.what_if_choices import find_roots
from vkconfig_py.model.chain.what_if_snapshot import add_what_if
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl
from vkconfig_py.model.files import resources
from vkconfig_py.model.layer_settings.machine_values import list_vuid_paths
from vkconfig_py.model.layer_settings.setting_paths import make_program_path_variables
from vkconfig_py.model.plan.plan import AppliedConfiguration, Mechanism, PlanView, PredictionRequest
from vkconfig_py.model.programs.candidates import find_vulkan_programs
from vkconfig_py.model.session.sample_machine import open_demo_machine

SOURCE = resources.find_resource("demo")


@pytest.fixture(scope="module")
def sample_folder():
    folder = SampleFolder()
    yield folder
    folder.remove()


@pytest.fixture
def demo(sample_folder):
    yield sample_folder.open()
    sample_folder.close()


def chain(demo, *changes):
    report = discover(demo.host.with_environment(changes), profile=demo.profile)
    return {layer.manifest.name for layer in report.callstack}


def test_the_chain_is_what_the_sample_machine_says(demo):
    assert chain(demo) == {"VK_LAYER_MANGOHUD_overlay_x86_64", "VK_LAYER_MESA_device_select"}


@pytest.mark.parametrize(
    ("change", "gone", "new"),
    [
        (("MANGOHUD", None), {"VK_LAYER_MANGOHUD_overlay_x86_64"}, set()),
        (("ENABLE_VKBASALT", "1"), set(), {"VK_LAYER_VKBASALT_post_processing"}),
        (("NODEVICE_SELECT", ""), {"VK_LAYER_MESA_device_select"}, set()),
        (("VK_LOADER_LAYERS_DISABLE", None), set(), {"VK_LAYER_VALVE_steam_fossilize_64"}),
        (("VK_INSTANCE_LAYERS", "VK_LAYER_LUNARG_monitor"), set(), {"VK_LAYER_LUNARG_monitor"}),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_flipping_a_variable_changes_the_picture(demo, change, gone, new):
    before = chain(demo)
    assert chain(demo, change) == before - gone | new


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        ("etc/vulkan/implicit_layer.d/game_capture.json", Reason.INVALID_JSON),
        ("usr/local/share/vulkan/implicit_layer.d/latency_meter.json", Reason.MISSING_KEY),
        ("usr/local/share/vulkan/implicit_layer.d/colour_filter.json", Reason.LIBRARY_MISSING),
        ("usr/share/vulkan/explicit_layer.d/intel_icd.x86_64.json", Reason.OTHER_MANIFEST_TYPE),
        (
            "home/demo/.local/share/vulkan/explicit_layer.d/VkLayer_frame_counter.json",
            Reason.MISSING_KEY,
        ),
        ("usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json", Reason.DUPLICATE),
        ("usr/share/vulkan/implicit_layer.d/obs_vkcapture_64.json", Reason.DISABLE_VARIABLE),
        ("usr/share/vulkan/implicit_layer.d/vkBasalt.json", Reason.ENABLE_VARIABLE_UNSET),
        (
            "home/demo/.local/share/vulkan/implicit_layer.d/steamfossilize_x86_64.json",
            Reason.DISABLE_FILTER,
        ),
    ],
    ids=lambda value: Path(value).name if isinstance(value, str) and "/" in value else "",
)
def test_what_is_broken_or_off_says_why(demo, file, reason):
    report = discover(demo.host, profile=demo.profile)
    path = str(demo.folder / file)
    assert [found.verdict.reason for found in report.found_layers if found.file == path] == [reason]


def test_a_layer_for_32_bit_programs_does_not_load_even_when_it_is_on(demo):
    switched_on = ("ENABLE_VK_LAYER_VALVE_steam_overlay_1", "1")
    report = discover(demo.host.with_environment([switched_on]), profile=demo.profile)
    verdicts = {found.name: found.verdict for found in report.found_layers}
    assert verdicts["VK_LAYER_VALVE_steam_overlay_64"].outcome is Outcome.LOADS
    assert verdicts["VK_LAYER_VALVE_steam_overlay_32"].reason is Reason.LIBRARY_OTHER_SIZE


def test_three_drivers_are_kept_and_the_32_bit_one_is_not(demo):
    report = discover(demo.host, profile=demo.profile)
    reasons = {Path(driver.file).name: driver.verdict.reason for driver in report.drivers}
    assert reasons.pop("radeon_icd.i686.json") is Reason.WRONG_ARCHITECTURE
    assert set(reasons) == {"radeon_icd.x86_64.json", "lvp_icd.x86_64.json", "nvidia_icd.json"}
    assert set(reasons.values()) == {Reason.KEPT}


def test_every_path_of_the_machine_is_inside_its_folder(demo):
    inside = f"{demo.folder}/"
    report = discover(demo.host, profile=demo.profile)
    for search in (report.driver_search, report.implicit_search, report.explicit_search):
        assert all(path.startswith(inside) for path in search.paths)
    own = (demo.paths.configurations, demo.paths.state, demo.paths.runtime)
    assert all(str(path).startswith(inside) for path in own)


def test_a_configuration_applied_to_it_stays_inside_and_can_be_withdrawn(demo):
    def files():
        own = (demo.paths.state, demo.paths.configurations)
        found = {path for path in demo.folder.rglob("*") if not path.is_dir()}
        return {path for path in found if not any(path.is_relative_to(part) for part in own)}

    before = files()
    monitor = "VK_LAYER_LUNARG_monitor"
    wanted = Configuration.create("Monitor").with_control(monitor, LayerControl.ON)
    everybody = PlanView(Mechanism.OVERRIDE)
    request = PredictionRequest(
        host=demo.host, profile=demo.profile, configuration=wanted, view=everybody
    )
    snapshot = compute_snapshot(request)
    result = apply_plan(snapshot.plan, (AppliedConfiguration(wanted, (), 0.0),), demo.paths)
    assert result.error == ""
    assert all(str(path).startswith(f"{demo.folder}/") for path in files())
    assert monitor in chain(demo)
    assert len(files() - before) == 1
    apply_plan(compute_snapshot(request).plan, (), demo.paths)
    assert files() == before


def test_closing_takes_the_copy_away():
    machine = open_demo_machine(SOURCE)
    machine.close()
    assert not machine.folder.exists()


def test_nothing_in_the_data_is_forgotten(demo):
    shipped = {path.relative_to(SOURCE / "root") for path in (SOURCE / "root").rglob("*.*")}
    files = {path for path in shipped if (SOURCE / "root" / path).is_file()}
    assert all((demo.folder / path).is_file() for path in files)
    links = json.loads((SOURCE / "machine.json").read_text())["links"]
    assert all((demo.folder / name).resolve().is_file() for name in links)


@pytest.mark.parametrize("mechanism", [Mechanism.LAUNCH, Mechanism.ENVIRONMENT])
def test_an_untouched_configuration_means_no_file_and_no_variable(demo, mechanism):
    request = PredictionRequest(
        host=demo.host,
        profile=demo.profile,
        configuration=Configuration.create("Untouched"),
        view=PlanView(mechanism),
    )
    plan = compute_snapshot(request).plan
    assert plan.variables == ()
    assert plan.files == ()


BARE = tuple(
    (name, None)
    for name in ("HOME", "PATH", "XDG_CONFIG_DIRS", "XDG_DATA_DIRS", "XDG_RUNTIME_DIR", "USER")
)
SUPPOSED = {
    "nothing": NOTHING_ASSUMED,
    "elevated": WhatIf(elevated=True),
    "no variables": WhatIf(variables=BARE),
    "32-bit": WhatIf(pointer_bits=32),
    "32-bit, elevated, without variables": WhatIf(pointer_bits=32, elevated=True, variables=BARE),
    "old": WhatIf(version=(1, 3, 239), elevated=True),
    "older": WhatIf(version=(1, 1, 70), elevated=True, variables=BARE),
    "a program by its name": WhatIf(program="vulkaninfo", variables=BARE),
}


@pytest.mark.parametrize("assumptions", SUPPOSED.values(), ids=SUPPOSED)
@pytest.mark.parametrize(
    "view", [PlanView(), PlanView(Mechanism.AUTOMATIC), PlanView(Mechanism.SETTINGS)], ids=repr
)
def test_whatever_is_supposed_nothing_of_this_machine_is_looked_at(
    demo, assumptions, view, monkeypatch
):
    configuration = Configuration(key="one", name="One").with_control(
        "VK_LAYER_KHRONOS_validation", LayerControl.ON
    )
    asked = PredictionRequest(demo.host, demo.profile, configuration, view, loaders=(demo.profile,))
    request = add_what_if(asked, assumptions, (demo.profile,))
    looks = DiskLooks(monkeypatch)
    snapshot = compute_snapshot(request)
    assert snapshot.rows
    told = lint(snapshot.report, DocumentCache(), (demo.profile,))
    found = (*snapshot.report.found_layers, *snapshot.report.drivers)
    files = [one.file for one in found] + [one.file for one in told]
    assert [file for file in files if file and not file.startswith(str(demo.folder))] == []
    outside = [look for look in looks.seen if str(demo.folder) not in look]
    above = {f"({folder})" for folder in demo.folder.parents}  # a link there would be followed
    assert [look for look in outside if not any(folder in look for folder in above)] == []


def test_no_process_container_or_start_file_of_this_machine_is_found(demo):
    root = Path(demo.host.prefix)
    assert find_roots(root) == ()
    assert find_vulkan_programs(Path(demo.host.add_prefix("/proc"))) == ()
    assert find_running_vkconfig(demo.host) is None
    host = demo.host.with_environment([("LANG", "C.UTF-8")])
    assert find_origins(host, ["LANG", "PATH"], root / "proc")["PATH"].file == ""


def test_what_settings_offer_comes_from_the_sample_machine(demo):
    assert all(
        place.startswith(demo.host.prefix) for place in list_vuid_paths({}, "", demo.host.prefix)
    )
    sdk = make_program_path_variables(demo.host).expand("${VULKAN_SDK}")
    assert sdk == f"{demo.host.prefix}/usr"


def test_a_copy_whose_process_was_killed_goes_with_the_next_start(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    code = (
        "import os, signal; from vkconfig_py.model.files import resources; "
        "from vkconfig_py.model.session.sample_machine import open_demo_machine; "
        "open_demo_machine(resources.find_resource('demo')); os.kill(os.getpid(), signal.SIGKILL)"
    )
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], env=environment, timeout=PATIENCE, check=False)
    (left,) = tmp_path.iterdir()
    running, second = open_demo_machine(SOURCE), open_demo_machine(SOURCE)
    try:
        assert set(tmp_path.iterdir()) == {running.folder, second.folder}
        assert not left.exists()
    finally:
        running.close()
        second.close()
