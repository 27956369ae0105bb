"""Where layers that are not installed come from: what they do, who makes them, their packages.

Only packages that were seen in the repositories of a distribution are named; a layer without any
has the page of its maker.
"""

from __future__ import annotations

from vkconfig_py.language.sentences import Message, message
from vkconfig_py.loader.base.records import NamedTuple

SDK_PAGE = "https://vulkan.lunarg.com/sdk/home"


class LayerSource(NamedTuple):
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


APT, DNF = "sudo apt install", "sudo dnf install"
PACMAN, ZYPPER = "sudo pacman -S", "sudo zypper install"
DISTRIBUTION_BY_COMMAND = {
    APT: "Debian, Ubuntu",
    DNF: "Fedora",
    PACMAN: "Arch",
    ZYPPER: "openSUSE",
}
_EXTRA_LAYERS = ((PACMAN, "vulkan-extra-layers"),)
# By the beginning of the layer's name.
_SOURCES = {
    "VK_LAYER_KHRONOS_validation": LayerSource(
        message("Reports where a program uses Vulkan wrongly."),
        "Khronos",
        SDK_PAGE,
        (
            (APT, "vulkan-validationlayers"),
            (DNF, "vulkan-validation-layers"),
            (PACMAN, "vulkan-validation-layers"),
            (ZYPPER, "vulkan-validationlayers"),
        ),
    ),
    "VK_LAYER_KHRONOS_profiles": LayerSource(
        message("Simulates devices with fewer features and lower limits."), "Khronos", SDK_PAGE
    ),
    "VK_LAYER_KHRONOS_": LayerSource(
        message("Provides an extension on drivers that lack it."), "Khronos", SDK_PAGE
    ),
    "VK_LAYER_LUNARG_api_dump": LayerSource(
        message("Prints the Vulkan calls of a program."), "LunarG", SDK_PAGE, _EXTRA_LAYERS
    ),
    "VK_LAYER_LUNARG_monitor": LayerSource(
        message("Shows the frame rate in the title bar."), "LunarG", SDK_PAGE, _EXTRA_LAYERS
    ),
    "VK_LAYER_LUNARG_screenshot": LayerSource(
        message("Saves frames as pictures."), "LunarG", SDK_PAGE, _EXTRA_LAYERS
    ),
    "VK_LAYER_LUNARG_gfxreconstruct": LayerSource(
        message("Records the Vulkan calls of a program for a replay."),
        "LunarG",
        SDK_PAGE,
        ((APT, "gfxreconstruct"),),
    ),
    "VK_LAYER_LUNARG_crash_diagnostic": LayerSource(
        message("Finds the command during which the GPU hangs or crashes."), "LunarG", SDK_PAGE
    ),
    "VK_LAYER_MANGOHUD_overlay": LayerSource(
        message("Shows the frame rate and loads over the picture, and limits the frame rate."),
        "MangoHud",
        "https://github.com/flightlessmango/MangoHud",
        ((APT, "mangohud"), (DNF, "mangohud"), (PACMAN, "mangohud"), (ZYPPER, "mangohud")),
    ),
    "VK_LAYER_VKBASALT_post_processing": LayerSource(
        message("Sharpens and filters the picture."),
        "vkBasalt",
        "https://github.com/DadSchoorse/vkBasalt",
        ((APT, "vkbasalt"), (DNF, "vkBasalt")),
    ),
    "VK_LAYER_RENDERDOC_Capture": LayerSource(
        message("Captures frames to look at them call by call."),
        "RenderDoc",
        "https://renderdoc.org",
        ((APT, "renderdoc"), (DNF, "renderdoc"), (PACMAN, "renderdoc")),
    ),
}


def find_source(layer: str) -> LayerSource | None:
    """Return where a layer comes from, None if that is not known."""
    return next((source for name, source in _SOURCES.items() if layer.startswith(name)), None)
