"""Questions to the installed Vulkan headers, answered by a C program that gcc compiles."""

from __future__ import annotations

import ctypes
import re
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

FOLDER = Path("/usr/include/vulkan")
# The window systems' own headers are not needed: what Vulkan takes from them is declared here.
_HEAD = (
    """\
#define VK_NO_PROTOTYPES
#define VK_ENABLE_BETA_EXTENSIONS
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <vulkan/vulkan.h>
typedef struct _XDisplay Display;
typedef unsigned long Window, VisualID, RROutput;
typedef struct xcb_connection_t xcb_connection_t;
typedef uint32_t xcb_window_t, xcb_visualid_t, zx_handle_t, GgpStreamDescriptor, DWORD;
typedef uint64_t GgpFrameToken;
typedef struct _IDirectFB IDirectFB;
typedef struct _IDirectFBSurface IDirectFBSurface;
typedef void *HANDLE, *HINSTANCE, *HWND, *HMONITOR;
typedef const wchar_t *LPCWSTR;
typedef struct _SECURITY_ATTRIBUTES SECURITY_ATTRIBUTES;
"""
    + "".join(
        f"#define VK_USE_PLATFORM_{macro}\n#include <vulkan/vulkan_{header}.h>\n"
        for macro, header in (
            ("ANDROID_KHR", "android"),
            ("DIRECTFB_EXT", "directfb"),
            ("FUCHSIA", "fuchsia"),
            ("GGP", "ggp"),
            ("IOS_MVK", "ios"),
            ("MACOS_MVK", "macos"),
            ("METAL_EXT", "metal"),
            ("SCREEN_QNX", "screen"),
            ("VI_NN", "vi"),
            ("WAYLAND_KHR", "wayland"),
            ("WIN32_KHR", "win32"),
            ("XCB_KHR", "xcb"),
            ("XLIB_KHR", "xlib"),
            ("XLIB_XRANDR_EXT", "xlib_xrandr"),
        )
    )
    + "#undef VK_USE_PLATFORM_WIN32_KHR\n#include <vulkan/vk_layer.h>\n#include <vulkan/vk_icd.h>\n"
)


@cache
def read_all_headers() -> str:
    """Return the text of the headers for all platforms."""
    return "".join(path.read_text() for path in sorted(FOLDER.glob("vulkan_*.h")))


@cache
def read_version() -> tuple[int, int, int]:
    """Return the version of the headers."""
    patch = re.search(r"#define VK_HEADER_VERSION (\d+)", read_all_headers())
    complete = re.search(
        r"VK_MAKE_API_VERSION\(0, (\d+), (\d+), VK_HEADER_VERSION\)", read_all_headers()
    )
    assert patch
    assert complete
    return int(complete[1]), int(complete[2]), int(patch[1])


@cache
def extension_revisions() -> dict[str, int]:
    """Return the revision in which the headers know each extension."""
    pattern = r"#define (\w+)_SPEC_VERSION +(\d+)\n#define \1_EXTENSION_NAME +\"(\w+)\""
    return {name: int(revision) for _, revision, name in re.findall(pattern, read_all_headers())}


def compile_and_run(body: str) -> list[str]:
    """Return the lines that the body of a main() prints."""
    with TemporaryDirectory() as folder:
        source, program = Path(folder, "ask.c"), Path(folder, "ask")
        source.write_text(f"{_HEAD}\nint main(void) {{\n{body}\nreturn 0;\n}}\n")
        subprocess.run(["gcc", "-O0", "-w", "-o", str(program), str(source)], check=True)
        return subprocess.run(
            [str(program)], check=True, capture_output=True, text=True
        ).stdout.splitlines()


def measure_layouts(members: Iterable[tuple[str, Iterable[str]]]) -> dict[str, tuple[int, ...]]:
    """Return size, then offset and size of each member, of structures named with their members."""
    body = []
    for name, fields in members:
        body.append(f'printf("{name} %zu", sizeof({name}));')
        for field in fields:
            body.append(
                f'printf(" %zu %zu", offsetof({name}, {field}), sizeof((({name} *)0)->{field}));'
            )
        body.append('puts("");')
    lines = map(str.split, compile_and_run("\n".join(body)))
    return {name: tuple(map(int, numbers)) for name, *numbers in lines}


def get_layout(structure: Any) -> tuple[int, ...]:
    """Return the same of a ctypes structure."""
    fields = ((getattr(structure, field[0]), field) for field in structure._fields_)
    pairs = ((field.offset, field.size) for field, _ in fields)
    return (ctypes.sizeof(structure), *(number for pair in pairs for number in pair))
