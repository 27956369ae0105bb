"""Short names, counts and sentences. External strings made safe to display."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from vkconfig_py.language.sentences import (
    ENGLISH,
    Message,
    counted,
    current_language,
    format_number,
    join_words,
    message,
    render,
    tr,
)
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.model.configuration.configuration import UNLISTED

LAYER_PREFIX = "VK_LAYER_"
UNLISTED_LAYERS = message("Other layers")  # common prefixes, for layers without an entry below
# Display names of layers whose own names say little.
_DISPLAY_NAMES: dict[str, Message | str] = {
    "VK_LAYER_KHRONOS_validation": message("validation"),
    "VK_LAYER_MANGOHUD_overlay": "MangoHud",
    "VK_LAYER_MANGOHUD_overlay_x86_64": "MangoHud",
    "VK_LAYER_MANGOHUD_overlay_x86": "MangoHud",
    "VK_LAYER_MESA_device_select": message("device select"),
    "VK_LAYER_MESA_overlay": message("Mesa overlay"),
    "VK_LAYER_VKBASALT_post_processing": "vkBasalt",
    "VK_LAYER_LUNARG_api_dump": message("API dump"),
    "VK_LAYER_LUNARG_gfxreconstruct": "GFXReconstruct",
}


def render_ordinal(number: int) -> str:
    """Return the ordinal number: 1st, 2nd, 3rd, 4th."""
    match number % 10 if number % 100 not in (11, 12, 13) else 0:
        case 1:
            return tr("{number}st", number=number)
        case 2:
            return tr("{number}nd", number=number)
        case 3:
            return tr("{number}rd", number=number)
        case _:
            return tr("{number}th", number=number)


def capitalise(text: str) -> str:
    """Return a text with a capital first letter."""
    # Not capitalize(), which would lower the rest: names of layers have capitals.
    return text[:1].upper() + text[1:]


def strip_full_stop(sentence: str) -> str:
    """Return a sentence without its full stop, as a part of another one or of a line."""
    return sentence.removesuffix(".")


def is_displayed_name(typed: str, *displayed: str) -> bool:
    """True if a typed text is one of the names that this program displays for values."""
    return typed in displayed


def group_by_reason(reasons: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Return the reasons with the names that they concern, "a and b: why", each reason once."""
    names: dict[str, list[str]] = {}
    for name, reason in reasons:
        names.setdefault(reason, []).append(name)
    yield from (f"{join_words(concerned)}: {reason}" for reason, concerned in names.items())


def disambiguate_names(names: Sequence[str], longer: Sequence[str]) -> list[str]:
    """Return each name or, where two would be equal, its longer form."""
    uses = Counter(names)
    return [
        name if uses[name] == 1 else longer_name
        for name, longer_name in zip(names, longer, strict=True)
    ]


def lower_first_letter(text: str) -> str:
    """Return a text with a small first letter, for use after a colon, if the language allows it."""
    return text[:1].lower() + text[1:] if current_language() == ENGLISH else text


def render_version(version: Iterable[int]) -> str:
    """Return the numbers of a version, joined by dots."""
    return ".".join(map(str, version))


def describe_read_files(profile: LoaderProfile) -> str:
    """Return which settings files and overrides a loader reads, for a sentence."""
    if not any(profile.version):
        return tr("its version cannot be determined from its files")
    if profile.has(Gate.SETTINGS_FILE):
        return tr("reads vk_loader_settings.json")
    if profile.has(Gate.OVERRIDE):
        return tr("reads override layers, but not vk_loader_settings.json")
    return tr("reads environment variables, but not override layers")


def list_read_files(profile: LoaderProfile) -> str:
    """Return the files that a loader reads, for a table with the title "Reads"."""
    if not any(profile.version):
        return tr("unknown: {reason}", reason=describe_read_files(profile))
    if profile.has(Gate.SETTINGS_FILE):
        return "vk_loader_settings.json"
    if profile.has(Gate.OVERRIDE):
        return tr("override layers, but not vk_loader_settings.json")
    return tr("environment variables, but not override layers or vk_loader_settings.json")


def render_bits(bits: int) -> str:
    """Return the word size of a program or library, such as “32-bit”."""
    return tr("{bits}-bit", bits=bits)


_COUNTED_NOUNS: dict[str, Callable[[int], str]] = {
    "choice": lambda n: counted("{n:,} choices", "{n:,} choice", n),
    "command": lambda n: counted("{n:,} commands", "{n:,} command", n),
    "configuration": lambda n: counted("{n:,} configurations", "{n:,} configuration", n),
    "device": lambda n: counted("{n:,} devices", "{n:,} device", n),
    "difference": lambda n: counted("{n:,} differences", "{n:,} difference", n),
    "driver": lambda n: counted("{n:,} drivers", "{n:,} driver", n),
    "error": lambda n: counted("{n:,} errors", "{n:,} error", n),
    "extension": lambda n: counted("{n:,} extensions", "{n:,} extension", n),
    "file": lambda n: counted("{n:,} files", "{n:,} file", n),
    "folder": lambda n: counted("{n:,} folders", "{n:,} folder", n),
    "kind": lambda n: counted("{n:,} kinds", "{n:,} kind", n),
    "layer": lambda n: counted("{n:,} layers", "{n:,} layer", n),
    "line": lambda n: counted("{n:,} lines", "{n:,} line", n),
    "machine": lambda n: counted("{n:,} machines", "{n:,} machine", n),
    "manifest": lambda n: counted("{n:,} manifests", "{n:,} manifest", n),
    "message": lambda n: counted("{n:,} messages", "{n:,} message", n),
    "more line": lambda n: counted("{n:,} more lines", "{n:,} more line", n),
    "note": lambda n: counted("{n:,} notes", "{n:,} note", n),
    "other": lambda n: counted("{n:,} others", "{n:,} other", n),
    "override": lambda n: counted("{n:,} overrides", "{n:,} override", n),
    "place": lambda n: counted("{n:,} places", "{n:,} place", n),
    "problem": lambda n: counted("{n:,} problems", "{n:,} problem", n),
    "program": lambda n: counted("{n:,} programs", "{n:,} program", n),
    "queue": lambda n: counted("{n:,} queues", "{n:,} queue", n),
    "report": lambda n: counted("{n:,} reports", "{n:,} report", n),
    "row": lambda n: counted("{n:,} rows", "{n:,} row", n),
    "setting": lambda n: counted("{n:,} settings", "{n:,} setting", n),
    "value": lambda n: counted("{n:,} values", "{n:,} value", n),
    "variable": lambda n: counted("{n:,} variables", "{n:,} variable", n),
    "warning": lambda n: counted("{n:,} warnings", "{n:,} warning", n),
}


def render_count(number: int, noun: str) -> str:
    """Return a number with its noun, such as "3 layers", for use outside of sentences."""
    return _COUNTED_NOUNS[noun](number)


def quote_name(name: Message | str) -> str:
    """Return a name in the quotation marks of the language."""
    return tr("“{name}”", name=name)


_DIGIT_RUN_PATTERN = re.compile(r"(\d{1,18})")


def make_natural_sort_key(name: str) -> list[tuple[int, str]]:
    """Return a sort key in which numbers in a name count as numbers: node2 before node10."""
    parts = _DIGIT_RUN_PATTERN.split(name.casefold())
    return [(int(part), "") if index % 2 else (-1, part) for index, part in enumerate(parts)]


def strip_layer_prefix(layer: str) -> str:
    """Return a layer's name without the prefix that all layer names share."""
    return (
        render(UNLISTED_LAYERS) if layer == UNLISTED else layer.removeprefix(LAYER_PREFIX) or layer
    )


def get_display_names(layers: Sequence[str]) -> list[str]:
    """Return the layers' display names or, where two are equal, their names without prefix."""
    words = [render(_DISPLAY_NAMES.get(layer, "")) or strip_layer_prefix(layer) for layer in layers]
    return disambiguate_names(words, [strip_layer_prefix(layer) for layer in layers])


# Cc: control, Cf: format (bidirectional overrides among them), Co, Cn, Cs, Zl, Zp: invisible.
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"})


def escape_invisible(text: Message | str) -> str:
    r"""Return the text with every control, format or other invisible character escaped."""
    text = render(text)
    if text.isprintable():
        return text
    import unicodedata

    return "".join(
        character.encode("unicode_escape").decode("ascii")
        if unicodedata.category(character) in _INVISIBLE_CATEGORIES
        else character
        for character in text
    )


def abbreviate_home(path: str, home: str) -> str:
    """Return a path as it is shown: "~" stands for the home folder."""
    shortened = f"~/{path[len(home) + 1 :]}" if home and path.startswith(f"{home}/") else path
    return escape_invisible(shortened)


def escape_invisible_lines(text: str) -> str:
    """Return the text with invisible characters escaped, but not its line breaks."""
    if text.replace("\n", "").isprintable():
        return text
    return "\n".join(escape_invisible(line) for line in text.split("\n"))


_LONGEST_TOOLTIP_LINE = 100  # characters


def make_tooltip(text: str) -> str:
    """Return a text as a tool tip that shows it literally, and not as markup."""
    # Qt guesses whether a tool tip is rich text and may do so for anything with an angle bracket:
    # always send rich text, with everything escaped.
    visible_text = escape_invisible_lines(text)
    if "<" not in visible_text:
        return visible_text
    import html

    return "<qt>" + html.escape(visible_text).replace("\n", "<br>") + "</qt>"


def wrap_tooltip(tip: str) -> str:
    """Return a tool tip as markup if it is long, which Qt wraps: plain text is one line."""
    if tip.startswith("<qt>") or len(max(tip.split("\n"), key=len)) <= _LONGEST_TOOLTIP_LINE:
        return tip
    import html

    return "<qt>" + html.escape(tip).replace("\n", "<br>") + "</qt>"


def make_stacked_tooltip(text: str, tip: str) -> str:
    """Return a text as a tool tip above another tool tip, unless that says it already."""
    import html

    rich = tip.startswith("<qt>")
    below = html.unescape(tip[4:-5].replace("<br>", "\n")) if rich else tip
    lines = [line for line in text.splitlines() if line not in below]
    return make_tooltip("\n".join(filter(None, (*lines, below))))


# Sizes of memory and files in binary units.

_SIZE_UNITS = (message("KiB"), message("MiB"), message("GiB"), message("TiB"))


def render_size(size: int) -> str:
    """Return the size in binary units, such as "7.8 GiB"."""
    if size < 1024:
        return render_exact_size(size)
    amount, unit = size / 1024, 0
    while amount >= 1024 and unit < len(_SIZE_UNITS) - 1:
        amount, unit = amount / 1024, unit + 1
    rounded = round(amount, 1)
    number_format = ",.0f" if rounded.is_integer() else ",.1f"
    return f"{format_number(rounded, number_format)} {render(_SIZE_UNITS[unit])}"


def render_exact_size(size: int) -> str:
    """Return a size in bytes, with thousands separated."""
    return counted("{n:,} bytes", "{n:,} byte", size)
