"""Settings of MangoHud take effect in what Debian's MangoHud draws above vkcube, and logs.

Each is set in a configuration, which is launched: what the real layer reads is the private file.
"""

from __future__ import annotations

import csv
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from tests.framework.framebuffer import Pixel, Screen, ScreenImage, start_screen
from tests.framework.patience import PATIENCE
from tests.framework.reference import debian_loader
from tests.model.machine import ENVIRONMENT, LAUNCH, look
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    ListItem,
    Value,
)
from vkconfig_py.model.launch.private_folder import rewrite_private_files
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.described_layers import find_description
from vkconfig_py.model.layer_settings.own_file import add_installed_release, list_own_files
from vkconfig_py.model.plan.plan import Plan, PlanView
from vkconfig_py.model.session.run_values import find_live_changes, list_live_files

pytestmark = pytest.mark.long

MANGOHUD = "VK_LAYER_MANGOHUD_overlay"
VKCUBE = "/usr/bin/vkcube"
LAVAPIPE = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"
LEFT, TOP, SIDE = 100, 100, 500  # where vkcube's window is without a window manager
CLEAR = (51, 51, 51)  # what vkcube clears its image with
WHITE = (255, 255, 255)
MAGENTA = (255, 0, 255)


@pytest.fixture(scope="module")
def display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    with start_screen(tmp_path_factory.mktemp("frames"), "700x700") as shown:
        yield shown


@pytest.fixture
def host(tmp_path: Path, display: Screen) -> Host:
    (tmp_path / "home").mkdir()
    environment = {
        "HOME": str(tmp_path / "home"),
        "PATH": "/usr/bin:/bin",
        "DISPLAY": display.display,
        "VK_DRIVER_FILES": LAVAPIPE,
        "VK_ICD_FILENAMES": LAVAPIPE,
    }
    return Host(environment=environment, working_directory=str(tmp_path), executable=VKCUBE)


def described() -> DeclaredLayer:
    found = find_description(MANGOHUD)
    assert found is not None
    return found


def chosen(**values: Value) -> Configuration:
    configuration = Configuration("k", "Play").with_control(MANGOHUD, LayerControl.ON)
    entry = configuration.find_entry(MANGOHUD)
    assert entry is not None
    for key, value in values.items():
        setting = described().find_setting(key)
        assert setting is not None
        entry = entry.with_value(key, setting.type, value)
    return configuration.with_entry(entry)


def planned(host: Host, configuration: Configuration, view: PlanView = LAUNCH) -> Plan:
    folder = f"{host.working_directory}/private"
    plan = look(host, configuration, view, debian_loader().profile, folder=folder).plan
    for file in plan.files:
        Path(file.path).parent.mkdir(parents=True, exist_ok=True)
        Path(file.path).write_bytes(file.content or b"")
    return plan


@contextmanager
def running(host: Host, plan: Plan) -> Iterator[subprocess.Popen[bytes]]:
    """Run vkcube with a plan's variables until the test has seen what it shows."""
    environment = dict(host.environment)
    for variable in plan.variables:
        if variable.value is None:
            environment.pop(variable.name, None)
        else:
            environment[variable.name] = variable.value
    process = subprocess.Popen(
        [VKCUBE],
        env=environment,
        cwd=host.working_directory,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait(timeout=PATIENCE)


def point(snapshot: ScreenImage, x: int, y: int) -> Pixel:
    """Return a point of vkcube's window; from right and below if negative."""
    return snapshot.get_pixel(LEFT + x % SIDE, TOP + y % SIDE)


def is_box(snapshot: ScreenImage, x: int, y: int) -> bool:
    """Return whether the background of the overlay is at a point above vkcube's own."""
    red, green, blue = point(snapshot, x, y)
    return red == green == blue and red < CLEAR[0] and snapshot.count(WHITE) > 0


def is_clear(snapshot: ScreenImage, x: int, y: int) -> bool:
    return point(snapshot, x, y) == CLEAR


def has_magenta_graph(snapshot: ScreenImage) -> bool:
    """Return whether the line of frame times, whose edges are soft, is magenta."""
    points = (point(snapshot, x, y) for x in range(20, 290) for y in range(95, 150))
    return any(red > 150 and blue > 150 and green < 60 for red, green, blue in points)


@pytest.fixture(scope="module")
def usual(display: Screen, tmp_path_factory: pytest.TempPathFactory) -> ScreenImage:
    """Return what MangoHud draws by itself."""
    folder = tmp_path_factory.mktemp("usual")
    environment = {
        "HOME": str(folder),
        "PATH": "/usr/bin:/bin",
        "DISPLAY": display.display,
        "VK_DRIVER_FILES": LAVAPIPE,
        "VK_ICD_FILENAMES": LAVAPIPE,
    }
    host = Host(environment=environment, working_directory=str(folder), executable=VKCUBE)
    with running(host, planned(host, chosen())):
        snapshot = display.wait(lambda shown: is_box(shown, 15, 12) and is_box(shown, 15, 145))
    assert is_box(snapshot, 15, 12)
    assert is_box(snapshot, 15, 145)
    return snapshot


DRAWN: dict[str, tuple[dict[str, Value], Callable[[ScreenImage], bool]]] = {
    "no_display": (
        {"no_display": True},
        lambda p: is_clear(p, 15, 12) and is_clear(p, 40, 30),
    ),
    "position": (
        {"position": "top-right"},
        lambda p: is_clear(p, 15, 12) and is_box(p, -15, 12),
    ),
    "offset_x": ({"offset_x": 100}, lambda p: is_clear(p, 60, 12) and is_box(p, 115, 12)),
    "background_alpha": ({"background_alpha": 1.0}, lambda p: point(p, 15, 12) == (2, 2, 2)),
    "background_color": (
        {"background_color": "FF00FF"},
        lambda p: point(p, 15, 12)[0] > 120 and point(p, 15, 12)[1] < 40,
    ),
    "font_size": ({"font_size": 36.0}, lambda p: is_box(p, 400, 12)),
    "width": ({"width": 420}, lambda p: is_box(p, 400, 12)),
    "round_corners": (
        {"round_corners": 12},
        lambda p: is_clear(p, 11, 11) and is_box(p, 40, 12),
    ),
    "text_color": ({"text_color": "FF00FF"}, lambda p: p.count(MAGENTA) > 50),
    "frametime_color": ({"frametime_color": "FF00FF"}, has_magenta_graph),
    "gpu_color": ({"gpu_color": "FF00FF"}, lambda p: p.count(MAGENTA) > 20),
    "frame_timing": (
        {"frame_timing": False},
        lambda p: is_box(p, 15, 60) and is_clear(p, 15, 145),
    ),
    "version": ({"version": True}, lambda p: is_box(p, 15, 165)),
    "time": ({"time": True}, lambda p: is_box(p, 15, 165)),
    "custom_text": (
        {"legacy_layout": False, "custom_text": "Hello", "fps": False},
        lambda p: is_box(p, 15, 12) and is_clear(p, 15, 90),
    ),
}


@pytest.mark.parametrize("name", DRAWN)
def test_a_setting_takes_effect_in_what_is_drawn(
    name: str, host: Host, display: Screen, usual: ScreenImage
) -> None:
    values, is_so = DRAWN[name]
    assert not is_so(usual)
    with running(host, planned(host, chosen(**values))):
        snapshot = display.wait(is_so)
    assert is_so(snapshot)


def logged(folder: Path, seconds: int) -> list[Path]:
    """Wait until a log of so many seconds is written; return the files of its frames."""
    end = time.monotonic() + seconds + PATIENCE
    while not list(folder.glob("*_summary.csv")) and time.monotonic() < end:
        time.sleep(0.05)
    return [path for path in folder.glob("*.csv") if not path.stem.endswith("_summary")]


def pauses(log: Path) -> list[float]:
    """Return the milliseconds between the lines of a log."""
    with log.open(newline="") as lines:
        rows = list(csv.reader(lines))
    head = next(number for number, row in enumerate(rows) if row[:1] == ["fps"])
    column = rows[head].index("elapsed")
    moments = [int(row[column]) / 1_000_000 for row in rows[head + 1 :]]
    return [after - before for before, after in pairwise(moments)]


def logged_pauses(
    host: Host, folder: Path, least: int, view: PlanView, **values: Value
) -> list[float]:
    """Log until there are so many pauses: on a busy machine a second has few frames."""
    found: list[float] = []
    for seconds in (1, 4, 16, 64):
        logs = folder / f"logs-{seconds}"
        logs.mkdir()
        wanted = chosen(output_folder=str(logs), autostart_log=1, log_duration=seconds, **values)
        with running(host, planned(host, wanted, view)):
            (log,) = logged(logs, seconds)
        found = pauses(log)
        if len(found) >= least:
            break
    return found


@pytest.mark.parametrize("view", [LAUNCH, ENVIRONMENT], ids=["file", "variable"])
def test_frames_are_logged_where_the_configuration_says(
    view: PlanView, host: Host, tmp_path: Path
) -> None:
    assert logged_pauses(host, tmp_path, 1, view, fps_limit=(ListItem(20), ListItem(0)))


def test_the_lines_of_a_log_have_its_interval_between_them(host: Host, tmp_path: Path) -> None:
    found = logged_pauses(host, tmp_path, 2, LAUNCH, log_interval=300, fps_limit=(ListItem(60),))
    # A busy machine makes them longer, nothing makes them shorter.
    assert min(found[1:]) >= 299


def files_read(host: Host, **variables: str) -> list[str]:
    """Return the files that MangoHud says it read."""
    done = subprocess.run(
        [VKCUBE, "--c", "2"],
        env={**host.environment, "MANGOHUD": "1", **variables},
        cwd=host.working_directory,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    marks = (line.partition("parsing config: '") for line in done.stderr.splitlines())
    return [rest.rstrip("'") for _before, found, rest in marks if found]


def test_one_file_alone_is_read_and_that_of_the_program_comes_first(host: Host) -> None:
    folder = Path(host.environment["HOME"]) / ".config/MangoHud"
    folder.mkdir(parents=True)
    everyone, program = folder / "MangoHud.conf", folder / "vkcube.conf"
    everyone.write_text("fps=0\n")
    assert files_read(host) == [str(everyone)]
    program.write_text("fps=0\n")
    assert files_read(host) == [str(program)]
    named = folder / "named.conf"
    named.write_text("fps=0\n")
    assert files_read(host, MANGOHUD_CONFIGFILE=str(named)) == [str(named)]
    assert files_read(host, MANGOHUD_CONFIG="fps=0") == []
    assert files_read(host, MANGOHUD_CONFIG="read_cfg,fps=0") == [str(program)]


def test_a_program_that_is_a_link_is_known_by_what_it_leads_to(host: Host, tmp_path: Path) -> None:
    folder = Path(host.environment["HOME"]) / ".config/MangoHud"
    folder.mkdir(parents=True)
    (folder / "game.conf").write_text("fps=0\n")
    (folder / "vkcube.conf").write_text("fps=0\n")
    link = tmp_path / "game"
    link.symlink_to(VKCUBE)
    done = subprocess.run(
        [str(link), "--c", "2"],
        env={**host.environment, "MANGOHUD": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert f"parsing config: '{folder}/vkcube.conf'" in done.stderr


def test_what_debians_version_does_not_know_is_marked_as_newer(host: Host, tmp_path: Path) -> None:
    file = tmp_path / "all.conf"
    keys = [one.key for one in described().walk_settings() if not one.key.startswith("group_")]
    kept = [key for key in keys if key not in ("exec", "control", "help")]
    file.write_text("".join(f"{key}=1,2,3\n" for key in kept))
    done = subprocess.run(
        [VKCUBE, "--c", "2"],
        env={**host.environment, "MANGOHUD": "1", "MANGOHUD_CONFIGFILE": str(file)},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    marks = (line.partition("Unknown option '") for line in done.stderr.splitlines())
    unknown = {rest.rstrip("'") for _before, found, rest in marks if found}
    assert "position" not in unknown
    newer = {one.key for one in described().walk_settings() if one.since}
    assert unknown == newer


@pytest.mark.parametrize(
    "variables",
    [
        {"MANGOHUD_CONFIG": "gpu_load_color=red"},
        {"MANGOHUD_CONFIG": "cpu_load_value=a"},
        {"MANGOHUD_CONFIG": f"custom_text={'x' * 300}"},
        {"MANGOHUD_CONFIG": "fps_value=99999999999"},
        {"MANGOHUD_CONFIG": "fps_limit=99999999999999999999"},
    ],
    ids=["colour", "number", "length", "large number", "large limit"],
)
def test_what_is_never_written_ends_the_program(variables: dict[str, str], host: Host) -> None:
    environment = {**host.environment, "MANGOHUD": "1"}
    whole = [VKCUBE, "--c", "2"]
    fine = subprocess.run(whole, env=environment, capture_output=True, check=False)
    ended = subprocess.run(whole, env=environment | variables, capture_output=True, check=False)
    assert (fine.returncode, ended.returncode < 0) == (0, True)


@pytest.mark.parametrize(
    ("name", "started_as", "windows"),
    [("cube", "cube", ""), ("wine64-preloader", "C:\\Games\\My Game.exe", "My Game")],
)
def test_files_are_looked_for_in_the_order_that_is_known(
    host: Host, tmp_path: Path, name: str, started_as: str, windows: str
) -> None:
    program = tmp_path / "bin" / name
    program.parent.mkdir()
    shutil.copy(VKCUBE, program)
    ran = subprocess.run(
        [started_as, "--c", "1"],
        executable=program,
        env={**host.environment, "MANGOHUD": "1", "MANGOHUD_LOG_LEVEL": "info"},
        cwd=tmp_path,
        capture_output=True,
        check=True,
        text=True,
        timeout=PATIENCE,
    )
    looked_for = re.findall(r"skipping config: '(.*?)'", ran.stderr + ran.stdout)
    installed = described()._replace(library="/usr/$LIB/mangohud/libMangoHud.so")
    own = add_installed_release(installed, host).own_settings
    assert own is not None
    assert own.release == "0.6.8"
    assert looked_for == list(list_own_files(own, host, str(program), windows))


def test_edits_reach_a_program_that_runs(host: Host, display: Screen) -> None:
    left = planned(host, chosen(position="top-left"))
    with running(host, left):
        display.wait(lambda p: is_box(p, 15, 60) and is_clear(p, -15, 60))
        launched = list_live_files(left)
        for position, x in (("top-right", -15), ("top-left", 15)):  # and again
            folder = f"{host.working_directory}/elsewhere"
            now = look(
                host, chosen(position=position), LAUNCH, debian_loader().profile, folder=folder
            )
            changes = find_live_changes(launched, now.plan)
            assert [*changes] == [*launched]
            assert rewrite_private_files(changes) == ""
            launched |= changes
            display.wait(lambda p, x=x: is_box(p, x, 60) and is_clear(p, -x, 60))
