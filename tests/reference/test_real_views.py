"""A view of a Flatpak app beside a real loader in a sandbox that has the same folders mounted.

Flatpak itself is not needed: it hands bubblewrap the same mounts, made of the same metadata. The
loaders are not those of freedesktop-sdk: a variable names the folders that those search by a patch.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.framework.compare import assert_agree
from tests.framework.native import NativeBuilds
from tests.framework.reference import RealLoader, ask
from tests.framework.sandboxes import APP, BLENDER, RUNTIME, Sandboxes, write_text
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.installed_views import find_view
from vkconfig_py.loader.api.runtime_view import RuntimeView
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.platforms.local_paths import MountedRoot

_LIBRARY = "/usr/lib/x86_64-linux-gnu/libvulkan.so.1"
_NEEDED = re.compile(r"(/\S+)(?: \(0x)")


def _put_programs(files: Path, app: Path, native: NativeBuilds, loader: RealLoader) -> None:
    """Put a loader, what it needs and the asking program where runtime and app have theirs."""
    listed = subprocess.run(
        ["ldd", loader.profile.library, native.asking_program, native.driver, native.layer],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    for needed in {Path(match[1]) for match in _NEEDED.finditer(listed)}:
        target = files / ("lib64" if needed.name.startswith("ld-") else "lib/x86_64-linux-gnu")
        target.mkdir(exist_ok=True)
        shutil.copy(needed, target)
    shutil.copy(loader.profile.library, f"{files}/lib/x86_64-linux-gnu/libvulkan.so.1")
    shutil.copy(native.asking_program, app / "bin/blender")


def _mounted(runtime_view: RuntimeView) -> Iterator[str]:
    """Yield what bubblewrap needs to mount the folders of a view."""
    assert isinstance(runtime_view.root, MountedRoot)
    for point, sources in sorted(runtime_view.root.mounts, key=lambda one: len(one.point)):
        if len(sources) == 1:
            yield from ("--bind", sources[0], point)
            continue
        # Of several folders flatpak makes one of links, in memory.
        yield from ("--tmpfs", point)
        for source in sources:
            for name in sorted(os.listdir(source)):
                yield from ("--ro-bind", f"{source}/{name}", f"{point}/{name}")


def test_the_view_of_a_flatpak_app_is_what_a_loader_in_such_a_sandbox_finds(
    tmp_path: Path, native: NativeBuilds, loader: RealLoader
) -> None:
    machine = Sandboxes(tmp_path / "machine")
    machine.driver_library = Path(native.driver).read_bytes()
    machine.layer_library = Path(native.layer).read_bytes()
    name, folders = "XDG_DATA_DIRS", "/usr/lib/x86_64-linux-gnu/GL:/usr/lib/extensions/vulkan/share"
    files = machine.add_flatpak(APP.replace("xdg-run/pipewire-0", "xdg-config/vulkan"))
    app = next(machine.system.glob(f"app/{BLENDER}/x86_64/stable/*/files"))
    _put_programs(files, app, native, loader)
    machine.add_driver("default")
    machine.add_layer_extension("ValidationLayer", "VK_LAYER_KHRONOS_validation")
    machine.add_layer_extension("MangoHud", "VK_LAYER_MANGOHUD_overlay", "implicit")
    machine.add_layer_extension("vkBasalt", "VK_LAYER_VKBASALT_post_processing", "implicit")
    machine.add_host_layer("VK_LAYER_host")
    write_text(machine.user / "overrides/global", f"[Environment]\n{name}={folders}:/app/share\n")
    runtime_view = find_view(f"flatpak:{BLENDER}", machine.host)
    inside = loader._replace(profile=loader.profile._replace(library=_LIBRARY))
    program, answers = "/app/bin/blender", tmp_path / "answers"
    answers.mkdir()
    command = (
        *("bwrap", *_mounted(runtime_view), "--proc", "/proc", "--dev", "/dev", "--unshare-pid"),
        *("--bind", str(answers), str(answers), "--chdir", "/", program),
    )
    application = Application(layers=("VK_LAYER_KHRONOS_validation",))
    environment = dict(runtime_view.environment or {})
    actual = ask(inside, application, command, environment, answers, answers)
    host = runtime_view.apply(machine.host)
    assert host.patched_folders.endswith(f":{folders.rpartition(':')[2]}")
    host = host._replace(executable=program, working_directory="/", patched_folders="")
    assert_agree(discover(host, application, inside.profile), actual, inside, str(tmp_path))
    assert actual.create == "VK_SUCCESS"
    assert {one.name for one in actual.layers if not isinstance(one, str)} == {
        "VK_LAYER_KHRONOS_validation", "VK_LAYER_MANGOHUD_overlay",
        "VK_LAYER_VKBASALT_post_processing",
    }  # fmt: skip
    assert RUNTIME in runtime_view.note
