"""What a plan writes about settings is what Debian's validation layer says that it found.

With the flag "info" the layer names the settings file that it read, and from where, as soon as an
instance is created.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.framework.chromium import fetch_chromium_loader
from tests.framework.reference import chromium_loader, debian_loader
from tests.model.machine import EVERY, LAUNCH, look
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.apply.apply_plan import apply_plan
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, SettingType
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.plan.plan import AppliedConfiguration, Mechanism, Plan, PlanView

VALIDATION = "VK_LAYER_KHRONOS_validation"
NOTHING = Plan(mechanism=Mechanism.OVERRIDE)


@pytest.fixture
def session(tmp_path: Path) -> Host:
    (tmp_path / "home").mkdir()
    (tmp_path / "run").mkdir(mode=0o700)
    environment = {
        "HOME": str(tmp_path / "home"),
        "XDG_RUNTIME_DIR": str(tmp_path / "run"),
        "PATH": "/usr/bin:/bin",
    }
    return Host(environment=environment, working_directory=str(tmp_path))


def talkative(log: Path) -> Configuration:
    """Return a configuration whose validation layer tells about itself in a file."""
    configuration = Configuration("k", "Talk").with_control(VALIDATION, LayerControl.ON)
    entry = configuration.find_entry(VALIDATION)
    assert entry is not None
    entry = entry.with_value("report_flags", SettingType.FLAGS, ("info", "error"))
    entry = entry.with_value("log_filename", SettingType.SAVE_FILE, str(log))
    return configuration.with_entry(entry)


def run(host: Host, plan: Plan = NOTHING, **more: str) -> None:
    environment = {**host.environment, **more}
    for variable in plan.variables:
        if variable.value is None:
            environment.pop(variable.name, None)
        else:
            environment[variable.name] = variable.value
    subprocess.run(
        ["vulkaninfo", "--summary"],
        env=environment,
        cwd=host.working_directory,
        capture_output=True,
        check=False,
        timeout=60,
    )


def write(plan: Plan) -> None:
    for file in plan.files:
        Path(file.path).parent.mkdir(parents=True, exist_ok=True)
        Path(file.path).write_bytes(file.content or b"")


def test_one_launch_brings_its_own_file(session: Host, tmp_path: Path) -> None:
    log = tmp_path / "log"
    folder = str(tmp_path / "private")
    profile = debian_loader().profile
    plan = look(session, talkative(log), LAUNCH, profile, folder=folder).plan
    write(plan)
    run(session, plan)
    found = f"Settings File: Found at {folder}/vk_layer_settings.txt specified by environment"
    assert found in log.read_text()


def test_a_file_of_somebody_else_in_the_settings_folder_is_found_first(
    session: Host, tmp_path: Path
) -> None:
    log, theirs = tmp_path / "log", tmp_path / "theirs"
    path = tmp_path / "home/.local/share/vulkan/settings.d/vk_layer_settings.txt"
    path.parent.mkdir(parents=True)
    content = (
        "khronos_validation.report_flags = info\nkhronos_validation.debug_action ="
        f" VK_DBG_LAYER_ACTION_LOG_MSG\nkhronos_validation.log_filename = {theirs}\n"
    )
    path.write_text(content)
    profile = debian_loader().profile
    folder = str(tmp_path / "private")
    plan = look(session, talkative(log), LAUNCH, profile, folder=folder).plan
    assert any(f"{path} is found before" in limit.text for limit in plan.limits)
    write(plan)
    run(session, plan)
    assert f"Settings File: Found at {path} specified by" in theirs.read_text()
    # What is applied does not touch it either.
    plan = look(session, talkative(log), EVERY, profile).plan
    assert str(path) not in [file.path for file in plan.files]
    assert any(f"{path} was not written by vkconfig-py" in limit.text for limit in plan.limits)
    assert path.read_text() == content


@pytest.mark.parametrize("mechanism", [Mechanism.OVERRIDE, Mechanism.SETTINGS])
def test_what_is_applied_is_found_until_it_is_withdrawn(
    mechanism: Mechanism, session: Host, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    override = mechanism is Mechanism.OVERRIDE
    loader = debian_loader() if override else chromium_loader()
    library = "" if override else str(fetch_chromium_loader().parent)
    configuration = talkative(log)
    plan = look(session, configuration, PlanView(mechanism), loader.profile).plan
    assert [limit.text for limit in plan.limits if limit.is_blocking] == []
    paths = StatePaths(*(tmp_path / "own" / name for name in ("configurations", "state", "run")))
    applied = (AppliedConfiguration(configuration, (), 0.0, mechanism),)
    assert apply_plan(plan, applied, paths).error == ""
    home = tmp_path / "home"
    names = sorted(path.name for path in home.rglob("*") if path.is_file())
    assert "vk_layer_settings.txt" in names
    assert len(names) == 2
    run(session, LD_LIBRARY_PATH=library)
    file = home / ".local/share/vulkan/settings.d/vk_layer_settings.txt"
    # Beside the newer loader the newer layer is opened, which says it in other words.
    told = f"Settings File: Found at {file} specified by" if override else "VALIDATION-ENABLED"
    assert told in log.read_text()
    log.unlink()
    assert apply_plan(NOTHING, (), paths).error == ""
    assert not [path for path in home.rglob("*") if path.is_file() and ".cache" not in path.parts]
    run(session, LD_LIBRARY_PATH=library)
    assert not log.exists()
