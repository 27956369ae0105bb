"""Vulkan programs that most machines with Vulkan tools have."""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.program_files import find_executable


class Tool(NamedTuple):
    """A program, with arguments that are useful under a configuration."""

    program: str
    arguments: tuple[str, ...]
    about: str


TOOLS = (
    Tool("vkcube", (), tr("Draws a spinning cube")),
    Tool("vkcubepp", (), tr("Draws a spinning cube, written with the C++ bindings")),
    Tool("vkcube-wayland", (), tr("Draws a spinning cube on Wayland")),
    Tool("vulkaninfo", (), tr("Lists devices, layers and extensions")),
    Tool("vulkanCapsViewer", (), tr("Shows all that devices can do, in a window")),
    Tool("vkgears", (), tr("Draws gears and counts frames")),
    Tool("vkmark", (), tr("Measures frames of several scenes")),
    Tool("vkpeak", (), tr("Measures arithmetic on the first device")),
    Tool("vkoverhead", (), tr("Measures calls of drivers")),
    Tool("gfxrecon-replay", (), tr("Replays a GFXReconstruct capture: add its file")),
)


def find_tools(host: Host) -> Iterator[Tool]:
    """Tools that are there, each with its path; those of an SDK beside those of the system."""
    sdk = host.environment.get("VULKAN_SDK", "").rstrip("/")
    for tool in TOOLS:
        places = [tool.program, *([f"{sdk}/bin/{tool.program}"] if sdk.startswith("/") else [])]
        found = (find_executable(place, host) for place in places)
        real: set[str] = set()
        for one in found:
            if one.refused is None and one.real not in real:
                real.add(one.real)
                yield tool._replace(program=one.path)
