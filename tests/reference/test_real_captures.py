"""Captures of a run are found where GFXReconstruct wrote them, and its programs take them.

Layer and programs are those of Debian's package, which is unpacked and not installed.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.commands import run_without_qt
from tests.framework.debian_packages import GFXRECONSTRUCT
from tests.framework.framebuffer import Screen, start_screen
from tests.framework.native import build_native
from tests.framework.patience import PATIENCE
from tests.framework.reference import debian_loader
from tests.model.machine import LAUNCH
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, SettingType
from vkconfig_py.model.launch.foreground import run_foreground
from vkconfig_py.model.launch.run_program import LaunchEnd
from vkconfig_py.model.launch.written_files import WrittenFile, make_tool_request
from vkconfig_py.model.layer_settings.described_layers import add_description
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.plan.plan import PredictionRequest

CAPTURE = "VK_LAYER_LUNARG_gfxreconstruct"
DESCRIPTION = Path(__file__).parents[2] / "resources/layer_settings/gfxreconstruct.json"
LAVAPIPE = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"


@pytest.fixture(scope="module")
def display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    with start_screen(tmp_path_factory.mktemp("frames"), "700x700") as shown:
        yield shown


@pytest.fixture
def folder(tmp_path: Path, display: Screen, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder of a session that has the layer, its programs and a screen."""
    home, runtime, work = tmp_path / "home", tmp_path / "run", tmp_path / "work"
    for path in (home, runtime, work):
        path.mkdir(mode=0o700)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    package = GFXRECONSTRUCT.fetch()
    for name, value in {
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(runtime),
        "PATH": f"{package}:{os.environ['PATH']}",
        "DISPLAY": display.display,
        "VK_DRIVER_FILES": LAVAPIPE,
        "VK_ICD_FILENAMES": LAVAPIPE,
    }.items():
        monkeypatch.setenv(name, value)
    manifest = json.loads((package / "VkLayer_gfxreconstruct.json").read_bytes())
    manifest["layer"]["library_path"] = str(package / manifest["layer"]["library_path"])
    layers = home / ".local/share/vulkan/explicit_layer.d"
    layers.mkdir(parents=True)
    (layers / "VkLayer_gfxreconstruct.json").write_text(json.dumps(manifest))
    monkeypatch.chdir(work)
    return work


def run_command(*arguments: str) -> str:
    done = run_without_qt(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


def list_files() -> list[WrittenFile]:
    """Return the files that the latest run is said to have written, in the order of their names."""
    (run, *_) = json.loads(run_command("history", "runs", "--json"))["runs"]
    files = json.loads(run_command("history", "runs", "--files", run["id"], "--json"))["files"]
    listed = (
        WrittenFile(file["layer"], file["path"], file["size"], 0.0, file["frames"])
        for file in files
    )
    return sorted(listed, key=lambda file: file.path)


def capture(frames: str) -> None:
    """Let vkcube draw 30 frames, of which some are captured."""
    run_command("layer", "set", "gfxreconstruct", f"capture_frames={frames}")
    run_command("run", "-l", "gfxreconstruct", "vkcube", "--c", "30")


def count_frames(report: str) -> int:
    """Return the frames that gfxrecon-info found in a capture."""
    found = re.search(r"Total frames: (\d+)", report)
    assert found is not None, report
    return int(found[1])


def test_each_range_of_frames_is_listed_as_its_own_program_reads_it(folder: Path) -> None:
    capture("3,10-20")
    single, several = files = list_files()
    stem = f"{folder}/gfxrecon_capture_frame"
    assert re.fullmatch(rf"{stem}_3_\d+T\d+\.gfxr", single.path)
    assert re.fullmatch(rf"{stem}s_10_through_20_\d+T\d+\.gfxr", several.path)
    for file in files:
        assert (file.layer, file.size) == (CAPTURE, Path(file.path).stat().st_size)
        report = subprocess.run(
            ["gfxrecon-info", file.path], capture_output=True, check=True, text=True
        ).stdout
        assert file.frames == count_frames(report)
    assert [file.frames for file in files] == [1, 11]


def test_the_commands_that_are_printed_inspect_and_replay_a_capture(folder: Path) -> None:
    capture("10-20")
    written = sorted(folder.iterdir())
    lines = run_command("history", "runs", "--files", "last").splitlines()
    outputs = {}
    for line in lines:
        label, _colon, command = line.strip().partition(": ")
        if label.endswith(("gfxrecon-info", "gfxrecon-replay")):
            _program, *arguments = shlex.split(command)
            outputs[label] = run_command(*arguments)
    assert [*outputs] == ["Inspect with gfxrecon-info", "Replay with gfxrecon-replay"]
    inspected, replayed = outputs.values()
    assert count_frames(inspected) == 11
    assert "11 frames, framerange 10-20" in replayed
    assert sorted(folder.iterdir()) == written


def test_a_replay_is_not_recorded_again(folder: Path) -> None:
    capture("10-20")
    (file,) = list_files()
    assert run_replay(folder, file._replace(layer="")) == 2, "it would be with the layer"
    assert run_replay(folder, file) == 2


def run_replay(folder: Path, file: WrittenFile) -> int:
    """Launch the replay of a capture as the window does; return how many captures are there."""
    chosen = Configuration("k", "Capture").with_control(CAPTURE, LayerControl.ON)
    entry = chosen.find_entry(CAPTURE)
    assert entry is not None
    entry = entry.with_value("capture_frames", SettingType.STRING, "1-5")
    profile = debian_loader().profile
    request = PredictionRequest(
        Host.read_current(),
        profile,
        chosen.with_entry(entry),
        LAUNCH,
        launch_folder=f"{os.environ['XDG_RUNTIME_DIR']}/vkconfig-py/launch-test",
    )
    replay = make_tool_request(request, "gfxrecon-replay", file)
    assert replay is not None
    target, plan = replay.configuration.target, compute_snapshot(replay).plan
    with (folder.parent / "output").open("wb") as output:
        ended = run_foreground(
            target.program,
            target.arguments,
            target.working_directory,
            os.environ,
            plan,
            output=output.fileno(),
        )
    assert isinstance(ended, LaunchEnd)
    assert ended.code == 0
    return len(list(folder.glob("*.gfxr")))


def test_a_capture_is_where_the_variable_says(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GFXRECON_CAPTURE_FILE", str(folder / "mine.gfxr"))
    capture("2")
    (file,) = list_files()
    assert Path(file.path).name.startswith("mine_frame_2_")
    Path(file.path).unlink()
    told = run_command("history", "runs", "--files", "last")
    assert told == "No file of this run was found.\n"


def test_a_probe_and_a_check_leave_no_capture_in_the_working_folder(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    run_command("config", "create", "Capturing")
    run_command("layer", "on", "gfxreconstruct", "-c", "Capturing")
    probed = run_without_qt("probe", "--enable-layer", CAPTURE).stdout.decode()
    assert "Everything matched the prediction." in probed, probed
    run_command("verify", "-c", "Capturing")
    assert list(folder.iterdir()) == []
    assert list(scratch.iterdir()) == []


def test_what_debians_version_does_not_know_is_left_out(folder: Path) -> None:
    (installed,) = Path(os.environ["HOME"]).rglob("VkLayer_gfxreconstruct.json")
    layer = read_declared(installed.read_bytes()).layers[0]
    described = read_declared(DESCRIPTION.read_bytes()).layers[0]
    settings = {one.key: one for one in (*layer.walk_settings(), *described.walk_settings())}
    lines = (
        f"lunarg_gfxreconstruct.{key} = {str(one.default).lower() or '1'}\n"
        for key, one in settings.items()
        if one.type is not SettingType.GROUP
    )
    (folder / "vk_layer_settings.txt").write_text("".join(lines))
    loader, program = debian_loader().profile.library, str(build_native().asking_program)
    done = subprocess.run(
        [program, loader, str(folder / "answer"), "x", "4194304", "0", "0"],
        env={**os.environ, "VK_INSTANCE_LAYERS": CAPTURE},
        capture_output=True,
        check=True,
        text=True,
        timeout=PATIENCE,
    )
    pattern = r'unrecognized option "lunarg_gfxreconstruct\.(\w+)"'
    known = {one.key for one in add_description(layer).walk_settings()}
    assert (
        set(re.findall(pattern, done.stdout))
        == {key for key, one in settings.items() if one.type is not SettingType.GROUP} - known
    )
