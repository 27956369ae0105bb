"""Short names, counts, moments and sentences. External strings made safe to display."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from vkconfig_py.language.sentences import (
    ENGLISH_LANGUAGE,
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


def render_choice(position: int) -> str:
    """Return which choice of programs a device is, such as "1st choice"."""
    return tr("{place} choice", place=render_ordinal(position))


def capitalise(text: str) -> str:
    """Return a text with a capital first letter."""
    # Not capitalize(), which would lower the rest: names of layers have capitals.
    return text[:1].upper() + text[1:]


def strip_full_stop(sentence: str) -> str:
    """Return a sentence without its full stop, as a part of another one or of a line."""
    return sentence.removesuffix(".")


def is_displayed_name(typed_name: str, *displayed_names: str) -> bool:
    """True if a typed text is one of the names that this program displays for values."""
    return typed_name in displayed_names


def group_by_reason(reasons: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Return the reasons with the names that they concern, "a and b: why", each reason once."""
    names: dict[str, list[str]] = {}
    for name, reason in reasons:
        names.setdefault(reason, []).append(name)
    yield from (
        f"{join_words(concerned_names)}: {reason}" for reason, concerned_names in names.items()
    )


def disambiguate_names(names: Sequence[str], longer_names: Sequence[str]) -> list[str]:
    """Return each name or, where two would be equal, its longer form."""
    uses = Counter(names)
    return [
        name if uses[name] == 1 else longer_name
        for name, longer_name in zip(names, longer_names, strict=True)
    ]


def lower_first_letter(text: str) -> str:
    """Return a text with a small first letter, for use after a colon, if the language allows it."""
    return text[:1].lower() + text[1:] if current_language() == ENGLISH_LANGUAGE else text


def lower_state(state: str) -> str:
    """Return the word of a state, such as "Loads", with a small first letter: none is a noun."""
    return state[:1].lower() + state[1:]


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


class _SampleFolder:
    """Where the sample machine of this process is: `path`, "" without one."""

    path = ""


def show_sample_paths(folder: str) -> None:
    """Let texts show paths in the folder of the sample machine as that machine has them.

    /tmp/vkconfig-demo-ab12/usr/bin/vkcube is shown as /usr/bin/vkcube. "" ends it.
    """
    _SampleFolder.path = folder


def _hide_sample_folder(path: str) -> str:
    """Return paths as the sample machine has them."""
    return path.replace(_SampleFolder.path, "") if _SampleFolder.path else path


def escape_invisible(text: Message | str) -> str:
    r"""Return the text with every control, format or other invisible character escaped."""
    text = _hide_sample_folder(render(text))
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
    shortened_text = f"~/{path[len(home) + 1 :]}" if home and path.startswith(f"{home}/") else path
    return escape_invisible(shortened_text)


def escape_invisible_lines(text: str) -> str:
    """Return the text with invisible characters escaped, but not its line breaks."""
    if not _SampleFolder.path and text.replace("\n", "").isprintable():
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


def wrap_tooltip(tooltip: str) -> str:
    """Return a tool tip as markup if it is long, which Qt wraps: plain text is one line."""
    if (
        tooltip.startswith("<qt>")
        or len(max(tooltip.split("\n"), key=len)) <= _LONGEST_TOOLTIP_LINE
    ):
        return tooltip
    import html

    return "<qt>" + html.escape(tooltip).replace("\n", "<br>") + "</qt>"


def make_stacked_tooltip(text: str, tooltip: str) -> str:
    """Return a text as a tool tip above another tool tip, unless that says it already."""
    import html

    rich = tooltip.startswith("<qt>")
    lower_text = html.unescape(tooltip[4:-5].replace("<br>", "\n")) if rich else tooltip
    lines = [line for line in text.splitlines() if line not in lower_text]
    return make_tooltip("\n".join(filter(None, (*lines, lower_text))))


# Sizes of memory and files in binary units.

_SIZE_UNITS = (message("KiB"), message("MiB"), message("GiB"), message("TiB"))


def render_size(size: int) -> str:
    """Return the size in binary units, such as "7.8 GiB"."""
    if size < 1024:
        return render_exact_size(size)
    amount, unit = size / 1024, 0
    while amount >= 1024 and unit < len(_SIZE_UNITS) - 1:
        amount, unit = amount / 1024, unit + 1
    rounded_amount = round(amount, 1)
    number_format = ",.0f" if rounded_amount.is_integer() else ",.1f"
    return f"{format_number(rounded_amount, number_format)} {render(_SIZE_UNITS[unit])}"


def render_exact_size(size: int) -> str:
    """Return a size in bytes, with thousands separated."""
    return counted("{n:,} bytes", "{n:,} byte", size)


def render_clock(seconds: float) -> str:
    """Return a time of day such as 15:28. `seconds`: since the epoch."""
    return tr("{hour}:{minute}", **_format_moment_parts(seconds))


def render_clock_seconds(seconds: float) -> str:
    """Return a time of day to the second, such as 15:28:07. `seconds`: since the epoch."""
    return tr("{hour}:{minute}:{second}", **_format_moment_parts(seconds))


def render_date_clock(seconds: float) -> str:
    """Return a date with its time of day: 2026-11-21 15:28. `seconds`: since the epoch."""
    return tr("{year}-{month}-{day} {hour}:{minute}", **_format_moment_parts(seconds))


def render_moment(seconds: float) -> str:
    """Return a date with its time to the second: 2026-11-21 15:28:07.

    `seconds`: since the epoch.
    """
    return render(make_moment_message(seconds))


def make_moment_message(seconds: float) -> Message | str:
    """Return a date with its time of day, to the second, as a message.

    `seconds`: since the epoch.
    """
    return message("{year}-{month}-{day} {hour}:{minute}:{second}", **_format_moment_parts(seconds))


def render_when(seconds: float, reference: float | None = None) -> str:
    """Return when something was, for a sentence: "at 15:28" or, if not today, with the date.

    `seconds` and `reference`, which is now by default, are since the epoch.
    """
    clock = render_clock(seconds)
    if time.localtime(seconds)[:3] == time.localtime(reference)[:3]:
        return tr("at {time}", time=clock)
    date = tr("{year}-{month}-{day}", **_format_moment_parts(seconds))
    return tr("on {date} at {time}", date=date, time=clock)


def _format_moment_parts(seconds: float) -> dict[str, str]:
    """Return year, month, day, hour, minute and second of a local time, as texts by name."""
    local_time = time.localtime(seconds)
    names = ("year", "month", "day", "hour", "minute", "second")
    return {name: f"{number:02}" for name, number in zip(names, local_time, strict=False)}


# Durations as people write and read them: 15m, 1h30m, "1 hour 30 minutes", a countdown.

_DAY_SECONDS, _HOUR_SECONDS, _MINUTE_SECONDS = 86_400, 3_600, 60
_DURATION_UNITS: tuple[tuple[int, Callable[[int], str]], ...] = (
    (_DAY_SECONDS, lambda n: counted("{n:,} days", "{n:,} day", n)),
    (_HOUR_SECONDS, lambda n: counted("{n:,} hours", "{n:,} hour", n)),
    (_MINUTE_SECONDS, lambda n: counted("{n:,} minutes", "{n:,} minute", n)),
    (1, lambda n: counted("{n:,} seconds", "{n:,} second", n)),
)
_DURATION_PATTERN = re.compile(
    r"(?:(\d{1,9})\s*d(?:ays?)?)?\s*(?:(\d{1,9})\s*h(?:ours?)?)?\s*"
    r"(?:(\d{1,9})\s*m(?:in(?:utes?)?)?)?\s*(?:(\d{1,9})\s*s(?:ec(?:onds?)?)?)?",
    re.IGNORECASE,
)
MAX_DURATION = 365 * _DAY_SECONDS
DURATION_FORMAT = tr("a duration such as 15m, 2h, 1h30m or 90s, up to one year")


def parse_duration(text: str) -> int:
    """Return the seconds of a duration such as "15m", 0 if it is none or over a year.

    A number without a unit is no duration: nobody can tell minutes from seconds.
    """
    match = _DURATION_PATTERN.fullmatch(text.strip())
    if match is None:
        return 0
    numbers = (int(number or 0) for number in match.groups())
    total = sum(number * size for number, (size, _) in zip(numbers, _DURATION_UNITS, strict=True))
    return total if total <= MAX_DURATION else 0


def render_duration(seconds: float) -> str:
    """Return a duration in two units at most: "15 minutes", "1 hour 30 minutes", "2 days"."""
    remaining_count = max(0, round(seconds))
    parts: list[str] = []
    for size, amount in _DURATION_UNITS:
        number, remaining_count = divmod(remaining_count, size)
        if number or (size == 1 and not parts):
            parts.append(amount(number))
    return " ".join(parts[:2])


def render_milliseconds(milliseconds: float) -> str:
    """Return a duration such as "112 ms" or "2.4 s", or "" if unknown."""
    if milliseconds < 0:
        return ""
    if milliseconds >= 1000:
        return tr("{seconds:,.1f} s", seconds=milliseconds / 1000)
    return f"{milliseconds:.0f} ms" if milliseconds >= 1 else "< 1 ms"


def render_countdown(seconds: float) -> str:
    """Return the seconds left as 0:42, 12:41 or 1:02:05, or in days and hours from a day on."""
    # Rounded up: it says 0:01 until nothing is left.
    whole_seconds = max(0, int(-(-seconds // 1)))
    if whole_seconds >= _DAY_SECONDS:
        return render_duration(whole_seconds)
    hours, seconds_in_hour = divmod(whole_seconds, _HOUR_SECONDS)
    minutes, seconds_left = divmod(seconds_in_hour, _MINUTE_SECONDS)
    return f"{hours}:{minutes:02}:{seconds_left:02}" if hours else f"{minutes}:{seconds_left:02}"
