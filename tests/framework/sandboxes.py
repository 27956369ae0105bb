"""Flatpak, Snap and Steam as they are installed, made by hand in the forms of their own files."""

from __future__ import annotations

import json
from pathlib import Path

from vkconfig_py.loader.base.host import Host

BLENDER, RUNTIME = "org.blender.Blender", "org.freedesktop.Platform"
CPU, BRANCH = "x86_64", "23.08"
DRIVERS = "/usr/lib/x86_64-linux-gnu/GL/vulkan/icd.d"  # of the sandbox
REF = f"{RUNTIME}/{CPU}/{BRANCH}"
SHARED = b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\x00\x3e\x00\x01\x00\x00\x00" + bytes(40)

# As flatpak-builder writes it for an app (flatpak-metadata(5)).
APP = f"""[Application]
name={BLENDER}
runtime={REF}
sdk=org.freedesktop.Sdk/{CPU}/{BRANCH}
command=blender

[Context]
shared=network;ipc;
sockets=x11;wayland;pulseaudio;
devices=dri;
filesystems=xdg-run/pipewire-0;/opt/textures:ro;

[Environment]
TMP_DIR=/tmp/blender
"""
# The parts of org.freedesktop.Platform's that matter to Vulkan.
PLATFORM = f"""[Runtime]
name={RUNTIME}
runtime={REF}
sdk=org.freedesktop.Sdk/{CPU}/{BRANCH}

[Environment]
XDG_DATA_DIRS=/app/share:/usr/share:/usr/share/runtime/share:/run/host/user-share:/run/host/share

[Extension org.freedesktop.Platform.GL]
versions={BRANCH};1.4
version=1.4
directory=lib/x86_64-linux-gnu/GL
subdirectories=true
no-autodownload=true
autodelete=false
add-ld-path=lib
merge-dirs=vulkan/icd.d;glvnd/egl_vendor.d;vulkan/explicit_layer.d;vulkan/implicit_layer.d;vdpau
download-if=active-gl-driver
enable-if=active-gl-driver

[Extension org.freedesktop.Platform.VulkanLayer]
versions={BRANCH};1.4
directory=lib/extensions/vulkan
subdirectories=true
no-autodownload=true
merge-dirs=share/vulkan/implicit_layer.d;share/vulkan/explicit_layer.d;
"""
SNAP = """name: krita
version: 5.2.2
base: core22
grade: stable
environment:
  LANG_DIR: $SNAP/usr/share/locale
  "QUOTED": 'yes'
apps:
  krita:
    command: usr/bin/krita
    command-chain:
    - bin/graphics-core22-wrapper
    plugs:
    - desktop
    - opengl
plugs:
  graphics-core22:
    interface: content
    target: $SNAP/graphics
    default-provider: mesa-core22
"""


class Sandboxes:
    """A machine with containers below a folder.

    Attributes:
        driver_library, layer_library: what their libraries hold.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.driver_library = self.layer_library = SHARED
        self.home = root / "home/u"
        self.system = root / "var/lib/flatpak"
        self.user = self.home / ".local/share/flatpak"
        self.host = Host(
            {"HOME": str(self.home), "VK_LAYER_PATH": "/mine", "LANG": "C"}, prefix=str(root)
        )

    def add_flatpak(
        self, app: str = APP, runtime: str = PLATFORM, *, of_user: bool = False
    ) -> Path:
        """Install the app and its runtime with a loader; return the files of the runtime."""
        place = self.user if of_user else self.system
        deployed = place / f"app/{BLENDER}/{CPU}/stable/0123"
        write_text(deployed / "metadata", app)
        write_text(deployed / "files/bin/blender", "#!/bin/sh\n")
        (deployed.parent / "active").symlink_to("0123")
        (place / f"app/{BLENDER}/current").symlink_to(f"{CPU}/stable")
        files = self.add_extension(RUNTIME, BRANCH, metadata=runtime)
        (files / "lib/x86_64-linux-gnu/GL").mkdir(parents=True)
        (files / "lib/x86_64-linux-gnu/libvulkan.so.1").write_bytes(SHARED)
        (files / "etc").mkdir()
        return files

    def add_extension(self, name: str, version: str, metadata: str = "", cpu: str = CPU) -> Path:
        """Install a runtime or an extension for the system; return its files."""
        deployed = self.system / f"runtime/{name}/{cpu}/{version}/4567"
        write_text(deployed / "metadata", metadata or f"[Runtime]\nname={name}\n")
        (deployed / "files").mkdir()
        (deployed.parent / "active").symlink_to("4567")
        return deployed / "files"

    def add_driver(self, suffix: str) -> Path:
        """Install an extension with a driver; return its manifest."""
        files = self.add_extension(f"{RUNTIME}.GL.{suffix}", "1.4")
        inner_folder = f"/usr/lib/x86_64-linux-gnu/GL/{suffix}/lib"
        write_bytes(files / f"lib/libvulkan_{suffix}.so", self.driver_library)
        content = {"library_path": f"{inner_folder}/libvulkan_{suffix}.so", "api_version": "1.3.0"}
        document = {"file_format_version": "1.0.0", "ICD": content}
        return write_text(files / f"vulkan/icd.d/{suffix}.json", json.dumps(document))

    def add_layer_extension(self, suffix: str, name: str, kind: str = "explicit") -> Path:
        """Install an extension with a layer; return its manifest."""
        files = self.add_extension(f"{RUNTIME}.VulkanLayer.{suffix}", BRANCH)
        write_bytes(files / f"lib/lib{suffix}.so", self.layer_library)
        library = f"/usr/lib/extensions/vulkan/{suffix}/lib/lib{suffix}.so"
        path = files / f"share/vulkan/{kind}_layer.d/{suffix}.json"
        return write_text(path, json.dumps(make_layer(name, library, kind)))

    def add_host_layer(self, name: str, kind: str = "explicit") -> Path:
        """Install a layer for the programs of the system itself."""
        library = self.root / f"usr/lib/lib{name}.so"
        write_bytes(library, SHARED)
        path = self.root / f"usr/share/vulkan/{kind}_layer.d/{name}.json"
        return write_text(path, json.dumps(make_layer(name, str(library), kind)))

    def add_snap(self, text: str = SNAP, *, with_provider: bool = True) -> Path:
        """Install a snap, its base and the snap that has its drivers."""
        for name, revision, content in (
            ("krita", "94", text),
            ("core22", "1122", "name: core22\ntype: base\n"),
            *([("mesa-core22", "7", "name: mesa-core22\n")] if with_provider else []),
        ):
            folder = self.root / f"snap/{name}"
            write_text(folder / revision / "meta/snap.yaml", content)
            (folder / "current").symlink_to(revision)
        write_bytes(self.root / "snap/core22/1122/usr/lib/x86_64-linux-gnu/libvulkan.so.1", SHARED)
        return self.root / "snap"

    def add_steam_runtime(self, code: str = "sniper") -> Path:
        """Install a runtime in a second library of Steam."""
        library = self.root / "games"
        (library / f"steamapps/common/SteamLinuxRuntime_{code}").mkdir(parents=True)
        text = f'"libraryfolders"\n{{\n\t"1"\n\t{{\n\t\t"path"\t\t"{library}"\n\t}}\n}}\n'
        write_text(self.home / ".local/share/Steam/steamapps/libraryfolders.vdf", text)
        return library


def make_layer(name: str, library: str, kind: str) -> dict[str, object]:
    content = {
        "name": name, "type": "GLOBAL", "library_path": library, "api_version": "1.3.0",
        "implementation_version": "1", "description": "A layer",
    }  # fmt: skip
    if kind == "implicit":
        content |= {"disable_environment": {f"NO_{name}": "1"}}  # type: ignore[dict-item]
    return {"file_format_version": "1.1.0", "layer": content}


def write_text(path: Path, text: str) -> Path:
    return write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path
