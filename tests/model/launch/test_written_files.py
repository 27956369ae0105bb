"""Which files the layers of a run wrote, where their settings say."""

from __future__ import annotations

import os
import queue
import struct
from pathlib import Path

import pytest

from tests.framework.patience import PATIENCE
from tests.framework.settings import SDK
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, Target
from vkconfig_py.model.launch import written_files
from vkconfig_py.model.launch.run_history import PastRun, WrittenPlace
from vkconfig_py.model.launch.written_files import (
    LOW_SPACE,
    FileAction,
    WrittenFile,
    find_low_space,
    find_written_places,
    list_tool_actions,
    list_written_files,
    make_tool_command,
    make_tool_request,
    present_file,
    render_written_file,
    watch_space,
)
from vkconfig_py.model.plan.inventory import LayerDeclaration
from vkconfig_py.model.plan.plan import Mechanism, Plan, PlanView, PredictionRequest
from vkconfig_py.model.text.lines import LineAction

CAPTURE = "VK_LAYER_LUNARG_gfxreconstruct"
SCREENSHOT = "VK_LAYER_LUNARG_screenshot"
STARTED = 1_700_000_000.0


def make_capture(frames: int) -> bytes:
    """Return a capture: header with an option, a call, and a marker that ends each frame."""
    call = struct.pack("<QI", 20, 4) + bytes(20)
    begin = struct.pack("<QIIQ", 12, 1, 1, 1)
    markers = (struct.pack("<QIIQ", 12, 1, 2, number) for number in range(1, frames + 1))
    header = b"GFXR" + struct.pack("<IIIII", 0, 1, 1, 1, 2)
    return header + begin + b"".join(call + marker for marker in markers)


def make_unmarked_capture(frames: int) -> bytes:
    """Return a capture of a release that marks no frames: each ends with a call that presents."""
    present = 0x110AE
    calls = (struct.pack("<QII", 20, 4 | packed << 31, present) + bytes(16) for packed in (0, 1))
    other = struct.pack("<QII", 20, 4, present - 1) + bytes(16)
    return b"GFXR" + struct.pack("<III", 0, 0, 0) + (other + b"".join(calls)) * (frames // 2)


def make_run(*places: WrittenPlace, seconds: float = 10.0, **members: object) -> PastRun:
    run = PastRun(STARTED, "/games/game", (), "", "Capture", "exit 0", seconds, written=places)
    return run._replace(**members)


def write(path: Path, content: bytes = b"x", *, after: float = 1.0) -> Path:
    """Write a file that was changed so many seconds after the start of the run."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    os.utime(path, (STARTED + after, STARTED + after))
    return path


def find_places(tmp_path: Path, layer: str, settings: str = "", **environment: str):
    manifest = {CAPTURE: "VkLayer_gfxreconstruct.json", SCREENSHOT: "VkLayer_screenshot.json"}
    (tmp_path / "vk_layer_settings.txt").write_text(settings)
    target = Target("/games/game", working_directory=str(tmp_path))
    host = Host(environment={"HOME": "/nowhere", **environment})
    configuration = Configuration(key="a", name="A", target=target)
    request = PredictionRequest(host, NEWEST_PROFILE, configuration, PlanView())
    layers = [LayerDeclaration(str(SDK / manifest[layer]), layer)]
    return find_written_places(request, Plan(Mechanism.LAUNCH), layers, DocumentCache)


def test_the_default_name_counts_where_nothing_is_set(tmp_path: Path) -> None:
    place = WrittenPlace(CAPTURE, str(tmp_path / "gfxrecon_capture.gfxr"))
    assert find_places(tmp_path, CAPTURE) == (place,)


def test_a_variable_comes_before_the_settings_file(tmp_path: Path) -> None:
    settings = "lunarg_gfxreconstruct.capture_file = /a/b.gfxr\n"
    settings += "lunarg_gfxreconstruct.log_file = log.txt\n"
    assert [place.path for place in find_places(tmp_path, CAPTURE, settings)] == [
        "/a/b.gfxr",
        str(tmp_path / "log.txt"),
    ]
    named = find_places(tmp_path, CAPTURE, settings, GFXRECON_CAPTURE_FILE="/c/d.gfxr")
    assert named[0].path == "/c/d.gfxr"


def test_screenshots_without_a_folder_are_those_of_the_working_folder(tmp_path: Path) -> None:
    (place,) = find_places(tmp_path, SCREENSHOT)
    assert (place.path, place.is_folder, place.names) == (f"{tmp_path}/", True, ("*.ppm",))


def test_what_the_layer_adds_to_the_name_is_found_and_frames_are_counted(tmp_path: Path) -> None:
    name = "gfxrecon_capture_frames_2_through_4_20261130T120000.gfxr"
    capture = write(tmp_path / name, make_capture(3))
    write(tmp_path / "other.gfxr", make_capture(1))
    (file,) = list_written_files(
        make_run(WrittenPlace(CAPTURE, f"{tmp_path}/gfxrecon_capture.gfxr"))
    )
    assert (file.path, file.frames, file.size) == (str(capture), 3, len(make_capture(3)))
    assert render_written_file(file) == f"{file.size} bytes · 3 frames · LUNARG_gfxreconstruct"


def test_a_release_that_marks_no_frames_ends_them_by_presenting(tmp_path: Path) -> None:
    write(tmp_path / "a.gfxr", make_unmarked_capture(6))
    (file,) = list_written_files(make_run(WrittenPlace(CAPTURE, f"{tmp_path}/a.gfxr")))
    assert file.frames == 6


@pytest.mark.parametrize("content", [b"", b"GFXR", b"NOPE" * 8, make_capture(0), b"x" * 100])
def test_a_capture_that_does_not_tell_its_frames_has_none(tmp_path: Path, content: bytes) -> None:
    write(tmp_path / "a.gfxr", content)
    (file,) = list_written_files(make_run(WrittenPlace(CAPTURE, f"{tmp_path}/a.gfxr")))
    assert file.frames is None


def test_a_capture_that_was_cut_off_has_its_whole_frames(tmp_path: Path) -> None:
    write(tmp_path / "a.gfxr", make_capture(3)[:-5])
    (file,) = list_written_files(make_run(WrittenPlace(CAPTURE, f"{tmp_path}/a.gfxr")))
    assert file.frames == 3


def test_only_what_changed_while_the_run_went_on_is_its_own(tmp_path: Path) -> None:
    place = WrittenPlace(CAPTURE, f"{tmp_path}/a.gfxr")
    for name, after in (("a_old", -60.0), ("a_own", 3.0), ("a_later", 60.0)):
        write(tmp_path / f"{name}.gfxr", after=after)
    names = [Path(file.path).stem for file in list_written_files(make_run(place))]
    assert names == ["a_own"]
    running = list_written_files(make_run(place, ended=""))
    assert [Path(file.path).stem for file in running] == ["a_later", "a_own"]


def test_a_folder_has_the_files_below_it_and_a_pattern_stands_for_what_comes(
    tmp_path: Path,
) -> None:
    write(tmp_path / "dumps/2026/cdl_dump.yaml")
    write(tmp_path / "dumps/.hidden/no")
    folder = WrittenPlace("VK_LAYER_LUNARG_crash_diagnostic", f"{tmp_path}/dumps", is_folder=True)
    assert [file.size for file in list_written_files(make_run(folder))] == [1]
    write(tmp_path / "game-7.gfxr")
    named = WrittenPlace(CAPTURE, f"{tmp_path}/${{AppName}}-7.gfxr")
    assert [Path(file.path).name for file in list_written_files(make_run(named))] == ["game-7.gfxr"]


def test_the_log_file_of_the_program_is_one_and_a_missing_folder_has_none(tmp_path: Path) -> None:
    log = write(tmp_path / "log.txt")
    gone = WrittenPlace(CAPTURE, f"{tmp_path}/gone/a.gfxr")
    (file,) = list_written_files(make_run(gone, log_file=str(log)))
    assert render_written_file(file) == "1 byte · Output of the program"


def install_tool(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a program that stands in for one of GFXReconstruct into a PATH of its own."""
    write(folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


def test_a_capture_offers_the_tools_that_are_installed(tmp_path: Path, monkeypatch) -> None:
    write(tmp_path / "my a.gfxr")
    run = make_run(WrittenPlace(CAPTURE, f"{tmp_path}/my a.gfxr"))
    monkeypatch.setenv("PATH", str(tmp_path))
    (file,) = list_written_files(run)
    assert list_tool_actions(file) == ()
    install_tool(tmp_path, "gfxrecon-info", monkeypatch)
    (file,) = list_written_files(run)
    labels = [action.label for action in present_file(file).actions]
    assert labels == ["Inspect", "Open folder", "Copy path", "Move to trash", "Open"]
    assert list_tool_actions(file) == (
        LineAction(FileAction.INSPECT_CAPTURE, "Inspect with gfxrecon-info"),
    )
    log = WrittenFile("", f"{tmp_path}/log.txt", 1, 1.0)
    assert list_tool_actions(log) == ()
    assert present_file(log).actions[0].action is FileAction.OPEN
    command = make_tool_command("gfxrecon-info", file)
    assert command == f"vkconfig-py run --safe layers gfxrecon-info '{file.path}'"


def test_a_tool_is_launched_without_the_layer_that_recorded(tmp_path: Path, monkeypatch) -> None:
    """Else a replay would be recorded again. Other choices stay."""
    file = WrittenFile(CAPTURE, f"{tmp_path}/a.gfxr", 1, 1.0)
    chosen = Configuration(key="c", name="C").with_control(CAPTURE, LayerControl.ON)
    chosen = chosen.with_control("VK_LAYER_KHRONOS_validation", LayerControl.ON)
    install_tool(tmp_path, "gfxrecon-replay", monkeypatch)
    request = PredictionRequest(Host.read_current(), NEWEST_PROFILE, chosen, PlanView())
    made = make_tool_request(request, "gfxrecon-replay", file)
    assert made is not None
    assert made.configuration.target.program == str(tmp_path / "gfxrecon-replay")
    assert made.configuration.target.arguments == (file.path,)
    assert made.configuration.target.working_directory == str(tmp_path)
    assert made.configuration.get_control(CAPTURE) is LayerControl.OFF
    assert made.configuration.get_control("VK_LAYER_KHRONOS_validation") is LayerControl.ON
    assert make_tool_request(request, "gfxrecon-info", file) is None


def test_little_free_space_is_told_of_the_folder_that_will_be_made(
    tmp_path: Path, monkeypatch
) -> None:
    place = WrittenPlace(CAPTURE, f"{tmp_path}/new/a.gfxr")
    real = os.statvfs(tmp_path)
    block = real.f_frsize
    free = [LOW_SPACE // block]

    def look(_path: object) -> os.statvfs_result:
        return os.statvfs_result((*real[:4], free[0], *real[5:]))

    monkeypatch.setattr(os, "statvfs", look)
    assert find_low_space([place]) == ""
    free[0] -= 1
    assert find_low_space([place]).startswith(f"{CAPTURE} writes to {tmp_path}, where only ")
    assert find_low_space([]) == ""


def test_space_that_becomes_little_during_a_run_is_told_once(tmp_path: Path, monkeypatch) -> None:
    place = WrittenPlace(CAPTURE, f"{tmp_path}/a.gfxr")
    told: queue.SimpleQueue[str] = queue.SimpleQueue()
    monkeypatch.setattr(written_files, "SPACE_SECONDS", 0.01)
    monkeypatch.setattr(written_files, "LOW_SPACE", 0)
    with watch_space((place,), told.put):
        assert told.empty()
        monkeypatch.setattr(written_files, "LOW_SPACE", 1 << 62)
        assert told.get(timeout=PATIENCE).startswith(CAPTURE)
    assert told.empty()


def test_space_that_is_little_at_the_start_is_told_at_once(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(written_files, "LOW_SPACE", 1 << 62)
    told: list[str] = []
    with watch_space((WrittenPlace(CAPTURE, f"{tmp_path}/a.gfxr"),), told.append):
        assert len(told) == 1
    with watch_space((), told.append):
        assert len(told) == 1
