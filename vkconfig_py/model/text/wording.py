"""Short names, counts and sentences; foreign text made safe to show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.model.configuration.configuration import UNLISTED

PREFIX = "VK_LAYER_"
UNLISTED_NAME = "Other layers"  # those that a configuration does not name
# What people call layers whose names say less.
_CALLED = {
    "VK_LAYER_KHRONOS_validation": "validation",
    "VK_LAYER_MANGOHUD_overlay": "MangoHud",
    "VK_LAYER_MANGOHUD_overlay_x86_64": "MangoHud",
    "VK_LAYER_MANGOHUD_overlay_x86": "MangoHud",
    "VK_LAYER_MESA_device_select": "device select",
    "VK_LAYER_MESA_overlay": "Mesa overlay",
    "VK_LAYER_VKBASALT_post_processing": "vkBasalt",
    "VK_LAYER_LUNARG_api_dump": "API dump",
    "VK_LAYER_LUNARG_gfxreconstruct": "GFXReconstruct",
}


def ordinal(number: int) -> str:
    """Such as 1st, 2nd, 3rd, 4th."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def version_text(version: Iterable[int]) -> str:
    return ".".join(map(str, version))


def what_it_reads(profile: LoaderProfile) -> str:
    if profile.has(Gate.SETTINGS_FILE):
        return "reads vk_loader_settings.json"
    return "reads override layers, not vk_loader_settings.json"


def count_of(number: int, noun: str) -> str:
    """Such as "1 layer" or "3 layers"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def join_words(words: Sequence[str]) -> str:
    """Such as "a", "a and b" or "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def short_name(layer: str) -> str:
    """A layer's name without what all names share."""
    return UNLISTED_NAME if layer == UNLISTED else layer.removeprefix(PREFIX) or layer


def called(layers: Sequence[str]) -> list[str]:
    """What people call layers; the short name where two would be called the same."""
    words = [_CALLED.get(layer) or short_name(layer) for layer in layers]
    uses = Counter(words)
    return [
        word if uses[word] == 1 else short_name(layer)
        for word, layer in zip(words, layers, strict=True)
    ]


# Cc: control, Cf: format (bidirectional overrides among them), Co, Cn, Cs, Zl, Zp: invisible.
_INVISIBLE = frozenset({"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"})


def visible(text: str) -> str:
    r"""The text with every character that would act instead of show as its escape."""
    if text.isprintable():
        return text
    import unicodedata

    return "".join(
        character.encode("unicode_escape").decode("ascii")
        if unicodedata.category(character) in _INVISIBLE
        else character
        for character in text
    )


def visible_lines(text: str) -> str:
    return "\n".join(visible(line) for line in text.split("\n"))


def tooltip(text: str) -> str:
    """Text that a tool tip shows literally."""
    # Qt guesses whether a tool tip is rich text; anything with an angle bracket might be, so it is
    # made rich text on purpose, with everything in it escaped.
    shown = visible_lines(text)
    if "<" not in shown:
        return shown
    import html

    return "<qt>" + html.escape(shown).replace("\n", "<br>") + "</qt>"
