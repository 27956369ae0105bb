"""Packages in a bare Debian: they start there, apply and withdraw, and leave nothing behind."""

import gzip
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from devtools.console import ROOT
from tests.framework.amount import LONG_VARIABLE
from tests.framework.bare_system import unpack_bare_system
from tests.framework.flatpak_system import FlatpakSystem
from tests.framework.framebuffer import start_screen
from tests.framework.patience import PATIENCE
from vkconfig_py.loader.base.own_process import CHILD_OPTION
from vkconfig_py.model.files.paths import APPLICATION_ID

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        not os.environ.get(LONG_VARIABLE) or os.geteuid() != 0,
        reason="minutes for each package, and only root makes a system in a folder",
    ),
]
# What every desktop with Vulkan has; the folder that needs no Python brings the rest of Qt's.
OF_A_DESKTOP = (
    *("libgl1", "libegl1", "libfontconfig1", "libglib2.0-0", "libdbus-1-3"),
    *("libx11-xcb1", "libwayland-client0"),
)
# Of the runtime of a Flatpak.
QT_NEEDS = (
    "libwayland-cursor0",
    "libwayland-egl1",
    "libxcb-shape0",
    "libxkbcommon-x11-0",
    "libxcb-cursor0",
    "libxcb-icccm4",
    "libxcb-keysyms1",
    "libgssapi-krb5-2",
    "libbrotli1",
)
# With what flatpak-builder reads the metadata; newer ones have appstreamcli for it.
OF_AN_SDK = ("appstream-util",)
A_LAYER = ("libvulkan1", "vulkan-validationlayers")
DRIVERS = ("mesa-vulkan-drivers",)
# As on a new system: the locale is asked for, and not generated.
GERMAN = {"LANG": "de_DE.UTF-8", "LANGUAGE": "de"}
GERMAN_WINDOW = {
    "help": "Das Fenster",
    "pages": 10,
    "preferences": "Programmeinstellungen",
    "qt": "Abbrechen",
}
HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def debian_package(tmp_path_factory):
    return _made("deb", tmp_path_factory.mktemp("deb"), "*.deb")


@pytest.fixture(scope="module")
def debian_system(debian_package):
    with unpack_bare_system() as system:
        shutil.copy(debian_package, system.root / "tmp")
        system.install(f"/tmp/{debian_package.name}", *A_LAYER)
        yield system
        system.run("apt-get", "-q", "purge", "-y", "vkconfig-py")
        assert not (system.root / "usr/lib/vkconfig-py").exists()


@pytest.fixture(scope="module")
def flatpak(tmp_path_factory):
    folder = tmp_path_factory.mktemp("flatpak")
    (manifest,) = _made("flatpak", folder, "flatpak").glob("*.yaml")
    told = json.loads(_run(["flatpak-builder", "--show-manifest", str(manifest)], folder))
    assert told["id"] == APPLICATION_ID
    installation = FlatpakSystem(folder)
    with unpack_bare_system() as system:
        system.install("python3", *OF_A_DESKTOP, *QT_NEEDS, *OF_AN_SDK, *A_LAYER, *DRIVERS)
        installation.add_runtime(system, told["runtime-version"])
    installation.build(manifest)
    yield installation
    installation.end()


@pytest.fixture(scope="module")
def system_without_python(tmp_path_factory):
    folder = _made("pyinstaller", tmp_path_factory.mktemp("frozen"), "vkconfig-py")
    with unpack_bare_system() as system:
        shutil.copytree(folder, system.root / "opt/vkconfig-py", symlinks=True)
        system.install(*OF_A_DESKTOP, *A_LAYER)
        assert not list(system.root.glob("usr/bin/python*"))
        yield system


def test_lintian_finds_no_error_in_the_debian_package(debian_package):
    done = _run(["lintian", "--fail-on", "error", "--allow-root", str(debian_package)])
    assert "E: " not in done


def test_two_builds_of_one_commit_are_equal(debian_package, tmp_path):
    again = _made("deb", tmp_path, "*.deb")
    assert again.read_bytes() == debian_package.read_bytes()


def test_the_debian_package_depends_on_all_that_it_links_to(debian_system):
    # Of all plugins one may miss its libraries: that for the look of GNOME.
    missing = 'find /usr/lib/vkconfig-py -name "*.so*" -not -path "*/demo/*" -exec ldd {} +'
    told = debian_system.run("sh", "-c", f"{missing} | sed 's/^\\(\\/.*\\):$/\\1/'")
    file, without = "", set()
    for line in told.splitlines():
        if line.startswith("/"):
            file = line.rpartition("/")[2]
        elif "not found" in line:
            without.add(file)
    assert without == {"libqgtk3.so"}


def test_an_installed_debian_package_is_known_to_the_desktop(debian_system):
    share, name = debian_system.root / "usr/share", APPLICATION_ID
    started = (share / f"applications/{name}.desktop").read_text()
    commands = [line.split()[0] for line in started.splitlines() if line.startswith("Exec=")]
    for command in commands:
        assert (debian_system.root / "usr/bin" / command.removeprefix("Exec=")).exists()
    for file in (f"metainfo/{name}.metainfo.xml", f"mime/packages/{name}.xml"):
        assert (share / file).exists()
    assert (share / f"icons/hicolor/scalable/apps/{name}.svg").exists()


def test_an_installed_debian_package_does_its_work(debian_system):
    _does_its_work(debian_system, "vkconfig-py")


def test_an_installed_debian_package_speaks_german(debian_system):
    _speaks_german(debian_system, "vkconfig-py", *_started_by_python("/usr/lib/vkconfig-py"))


def test_shells_and_man_find_what_the_debian_package_brings(debian_system):
    share = debian_system.root / "usr/share"
    page = gzip.decompress((share / "man/man1/vkconfig-py.1.gz").read_bytes())
    assert page.startswith(b".TH VKCONFIG-PY 1")
    assert (share / "man/man1/vkconfig-py-gui.1.gz").read_bytes()
    for file in ("bash-completion/completions/vkconfig-py", "zsh/vendor-completions/_vkconfig-py"):
        assert (share / file).exists()
    assert (share / "fish/vendor_completions.d/vkconfig-py.fish").exists()


def test_an_installed_flatpak_does_its_work_in_its_sandbox(flatpak):
    found = json.loads(flatpak.run("vkconfig-py", "problems", "--json"))["problems"]
    (told,) = [one for one in found if one["code"] == "in-sandbox"]
    assert APPLICATION_ID in told["title"]
    _does_its_work(flatpak, "vkconfig-py")


def test_an_installed_flatpak_speaks_german(flatpak):
    _has_german_words(flatpak, "vkconfig-py")
    _, (python, *look) = _started_by_python("/app/lib/vkconfig-py", str(HERE))
    options = [f"--filesystem={HERE}:ro"]
    german = GERMAN | {"QT_QPA_PLATFORM": "offscreen"}
    seen = flatpak.call(*flatpak.command(python, *look, options=options), **german)
    assert json.loads(seen) == GERMAN_WINDOW


def test_an_installed_flatpak_sees_layers_and_drivers_of_the_system(flatpak):
    told = json.loads(flatpak.run("vkconfig-py", "show", "--machine", "/run/host", "--json"))
    folders = [Path("/usr/share/vulkan", f"{kind}plicit_layer.d") for kind in ("im", "ex")]
    documents = [json.loads(one.read_text()) for folder in folders for one in folder.glob("*.json")]
    there = {layer["name"] for one in documents for layer in one.get("layers", [one.get("layer")])}
    assert {layer["name"] for layer in told["layers"]} >= there
    drivers = {path.name for path in Path("/usr/share/vulkan/icd.d").glob("*.json")}
    assert {Path(one["manifest"]).name for one in told["drivers"]} == drivers


def test_a_second_start_of_an_installed_flatpak_raises_the_window_of_the_first(flatpak, tmp_path):
    start = flatpak.command("vkconfig-py")
    with start_screen(tmp_path, "1280x800") as shown:
        environment = flatpak.environment(DISPLAY=shown.display)
        with subprocess.Popen(start, env=environment) as first:
            try:
                painted = shown.wait(lambda snapshot: snapshot.count((0, 0, 0)) < 100_000)
                assert painted.count((0, 0, 0)) < 100_000
                told = flatpak.call(*start, DISPLAY=shown.display)
                assert told.startswith("vkconfig-py is already running")
            finally:
                flatpak.end()
            first.wait(PATIENCE)


def test_an_installed_flatpak_is_known_to_the_desktop(flatpak):
    entry = (flatpak.exports / f"applications/{APPLICATION_ID}.desktop").read_text()
    commands = [line for line in entry.splitlines() if line.startswith("Exec=")]
    assert all("flatpak run" in command and APPLICATION_ID in command for command in commands)
    assert "--file-forwarding" in commands[0]
    assert (flatpak.exports / f"icons/hicolor/scalable/apps/{APPLICATION_ID}.svg").exists()
    assert (flatpak.exports / f"icons/hicolor/symbolic/apps/{APPLICATION_ID}-symbolic.svg").exists()
    assert (flatpak.exports / f"mime/packages/{APPLICATION_ID}.xml").exists()
    assert list(flatpak.exports.glob(f"metainfo/{APPLICATION_ID}.*.xml"))


def test_the_frozen_folder_does_its_work_without_python(system_without_python):
    _does_its_work(system_without_python, "/opt/vkconfig-py/vkconfig-py")


def test_the_frozen_folder_speaks_german(system_without_python):
    command = "/opt/vkconfig-py/vkconfig-py"
    look = (command, CHILD_OPTION, "seen_window")
    _speaks_german(system_without_python, command, "/opt/vkconfig-py/_internal", look)


def test_the_frozen_folder_keeps_its_libraries_from_drivers(system_without_python):
    # They would be searched first for what drivers and layers link to.
    folder = system_without_python.root / "opt/vkconfig-py/_internal"
    (library,) = folder.glob("*.so*")
    assert library.name.startswith("libpython")


def _does_its_work(system, command):
    report = json.loads(system.run(command, "show", "--json"))
    assert "VK_LAYER_KHRONOS_validation" in [layer["name"] for layer in report["layers"]]
    window = {"QT_QPA_PLATFORM": "offscreen"}
    painted = system.run(command, "--demo", VKCONFIG_PY_BENCH="paint", **window)
    assert painted.startswith("painted ")
    # A child opens the layer, another asks the loader for its version.
    probed = json.loads(system.run(command, "show", "--json", "--probe"))
    assert probed["basis"] == "probe"
    assert probed["loader"]["version"].startswith("1.3.")
    # A child starts the program, and supervises it.
    assert (
        system.run(command, "run", "-c", "Validation", "--", "echo", "started").strip() == "started"
    )
    _applies_and_withdraws(system, command)


def _started_by_python(folder, *folders):
    """The folder that modules are in, and a command that starts seen_window.py there."""
    code = f"import sys; sys.path[:0] = {[folder, *folders]!r}; from seen_window import be_child; "
    return folder, ("/usr/bin/python3", "-I", "-B", "-c", f"{code}be_child([])")


def _speaks_german(system, command, folder, look):
    _has_german_words(system, command)
    shutil.copy(HERE / "seen_window.py", f"{system.root}{folder}")
    seen = json.loads(system.run(*look, QT_QPA_PLATFORM="offscreen", **GERMAN))
    (system.root / folder.lstrip("/") / "seen_window.py").unlink()
    assert seen == GERMAN_WINDOW


def _has_german_words(system, command):
    assert "mitgeliefert" in system.run(command, "config", "list", **GERMAN)
    assert system.run(command, "--help", **GERMAN).startswith("Aufruf: vkconfig-py")


def _applies_and_withdraws(system, command):
    before = system.snapshot()
    told = system.run(command, "apply", "-c", "Validation", "--for", "1h")
    assert "The real loader matches the prediction." in told
    applied = system.snapshot()
    assert system.override in applied
    system.run(command, "withdraw")
    after = system.snapshot()
    changed = {path for path in {*before, *after} if before.get(path) != after.get(path)}
    # Its own folders stay, and those that contain them.
    assert [path for path in changed if not _is_own(path, system)] == []


def _is_own(path, system):
    return "vkconfig-py" in path or path in system.parents


def _made(kind, folder, pattern):
    _run([sys.executable, str(ROOT / "dev.py"), "package", kind, "--output", str(folder)])
    return next(folder.glob(pattern))


def _run(command, folder=None):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
