"""Where layers that are not installed come from: what they do, who makes them, their packages.

Only packages that were seen in the repositories of a distribution are named; a layer without any
has the page of its maker.
"""

from __future__ import annotations

from vkconfig_py.language.sentences import Message, message, render, tr
from vkconfig_py.loader.base.records import NamedTuple

SDK_PAGE = "https://vulkan.lunarg.com/sdk/home"


class _LayerSource(NamedTuple):
    """Where a layer comes from.

    Attributes:
        purpose: what it does, as a sentence.
        maker: who publishes it.
        page: address of its maker's downloads.
        packages: name of its package by the command that installs packages.
    """

    purpose: Message
    maker: str
    page: str
    packages: tuple[tuple[str, str], ...] = ()


_APT, _DNF = "sudo apt install", "sudo dnf install"
_PACMAN, _ZYPPER = "sudo pacman -S", "sudo zypper install"
_DISTRIBUTION_BY_COMMAND = {
    _APT: "Debian, Ubuntu",
    _DNF: "Fedora",
    _PACMAN: "Arch",
    _ZYPPER: "openSUSE",
}
# By the beginning of the layer's name.
_SOURCES = {
    "VK_LAYER_KHRONOS_validation": _LayerSource(
        message("Reports where a program uses Vulkan wrongly."),
        "Khronos",
        SDK_PAGE,
        (
            (_APT, "vulkan-validationlayers"),
            (_DNF, "vulkan-validation-layers"),
            (_PACMAN, "vulkan-validation-layers"),
            (_ZYPPER, "vulkan-validationlayers"),
        ),
    ),
    "VK_LAYER_KHRONOS_profiles": _LayerSource(
        message("Simulates devices with fewer features and lower limits."), "Khronos", SDK_PAGE
    ),
    "VK_LAYER_KHRONOS_": _LayerSource(
        message("Provides an extension on drivers that lack it."), "Khronos", SDK_PAGE
    ),
    "VK_LAYER_LUNARG_api_dump": _LayerSource(
        message("Prints the Vulkan calls of a program."), "LunarG", SDK_PAGE
    ),
    "VK_LAYER_LUNARG_monitor": _LayerSource(
        message("Shows the frame rate in the title bar."), "LunarG", SDK_PAGE
    ),
    "VK_LAYER_LUNARG_screenshot": _LayerSource(
        message("Saves frames as pictures."), "LunarG", SDK_PAGE
    ),
    "VK_LAYER_LUNARG_gfxreconstruct": _LayerSource(
        message("Records the Vulkan calls of a program for a replay."),
        "LunarG",
        SDK_PAGE,
        ((_APT, "gfxreconstruct"),),
    ),
    "VK_LAYER_LUNARG_crash_diagnostic": _LayerSource(
        message("Finds the command during which the GPU hangs or crashes."), "LunarG", SDK_PAGE
    ),
    "VK_LAYER_MANGOHUD_overlay": _LayerSource(
        message("Shows the frame rate and loads over the picture, and limits the frame rate."),
        "MangoHud",
        "https://github.com/flightlessmango/MangoHud",
        ((_APT, "mangohud"), (_DNF, "mangohud"), (_PACMAN, "mangohud"), (_ZYPPER, "mangohud")),
    ),
    "VK_LAYER_VKBASALT_post_processing": _LayerSource(
        message("Sharpens and filters the picture."),
        "vkBasalt",
        "https://github.com/DadSchoorse/vkBasalt",
        ((_APT, "vkbasalt"), (_DNF, "vkBasalt")),
    ),
    "VK_LAYER_RENDERDOC_Capture": _LayerSource(
        message("Captures frames to look at them call by call."),
        "RenderDoc",
        "https://renderdoc.org",
        ((_APT, "renderdoc"), (_DNF, "renderdoc"), (_PACMAN, "renderdoc")),
    ),
}


def describe_source(layer: str) -> tuple[str, ...]:
    """Return what a layer does with its maker, then a line for each package, () if not known."""
    source = next((source for name, source in _SOURCES.items() if layer.startswith(name)), None)
    if source is None:
        return ()
    purpose = render(source.purpose)
    return (
        tr("{purpose} By {maker}: {page}", purpose=purpose, maker=source.maker, page=source.page),
        *(
            tr(
                "{distribution}: {command}",
                distribution=_DISTRIBUTION_BY_COMMAND[command],
                command=f"{command} {package}",
            )
            for command, package in source.packages
        ),
    )
