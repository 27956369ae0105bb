"""The story of what is neither layer nor driver: variables, filter patterns, settings, extensions.

Every step is read off a verdict, in the order in which the loader comes to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vkconfig_py.loader.explaining.sentences import sentence, word
from vkconfig_py.loader.extensions import known_extensions
from vkconfig_py.loader.files.search_paths import VARIABLES
from vkconfig_py.loader.filters import ALLOW, DISABLE, DRIVERS_DISABLE, DRIVERS_SELECT, ENABLE
from vkconfig_py.loader.layers.ordering import INSTANCE_LAYERS
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.loader.verdicts import Kind, Mark, Outcome, Reason, Step, Verdict

_MARKS = {
    Outcome.ACTS: Mark.PASS,
    Outcome.LOADS: Mark.PASS,
    Outcome.IGNORED: Mark.NEUTRAL,
    Outcome.UNKNOWN: Mark.NEUTRAL,
}
# What the loader does with a variable, in the order in which it looks at them.
_USES = {
    **{rules.replacing[0][0]: "it would replace the whole search" for rules in VARIABLES.values()},
    **{rules.adding[0]: "it would be searched first" for rules in VARIABLES.values()},
    "VK_ICD_FILENAMES": "it would replace the whole search, if VK_DRIVER_FILES is not set",
    ENABLE: "its patterns would turn layers on",
    DISABLE: "its patterns would turn layers off and hide them",
    ALLOW: f"its patterns would exempt layers from {DISABLE}",
    DRIVERS_SELECT: "only drivers that its patterns match would be kept",
    DRIVERS_DISABLE: "drivers that its patterns match would be left out",
    INSTANCE_LAYERS: "the layers that it names would load",
    "VK_LOADER_DISABLE_INST_EXT_FILTER": "extensions that the loader does not know would pass",
    "HOME": "folders below it would be searched where an XDG variable is not set",
    "XDG_CONFIG_HOME": "folders below it would be searched, not those of HOME/.config",
    "XDG_CONFIG_DIRS": "folders below it would be searched, not those of /etc/xdg",
    "XDG_DATA_HOME": "folders below it would be searched, not those of HOME/.local/share",
    "XDG_DATA_DIRS": "folders below it would be searched, not /usr/local/share and /usr/share",
    "LD_LIBRARY_PATH": "libraries named without a folder would be looked for there first",
}
_OF_LAYERS = (Reason.ENABLE_FILTER, Reason.DISABLE_FILTER, Reason.ALLOW_FILTER)


def other_subjects(report: LoaderReport) -> tuple[str, ...]:
    """Return the names that have a story besides layers and drivers, those in use first."""
    used = (verdict.subject for verdict in report.verdicts)
    tokens = (v.detail for v in report.verdicts if v.kind is Kind.VARIABLE and _is_pattern(v))
    offered = (x[0] for found in report.layer_extensions.values() for x in found)
    switches = (name for layer in report.found for name in _switches(layer.manifest))
    everything = (
        *used,
        *tokens,
        *offered,
        *switches,
        *sorted(known_extensions(report.profile)),
        *_USES,
    )
    return tuple(dict.fromkeys(name for name in everything if name))


def _switches(manifest: object) -> Iterator[str]:
    enable = getattr(manifest, "enable_environment", None)
    disable = getattr(manifest, "disable_environment", None)
    if enable is not None:
        yield enable[0]
    if disable is not None:
        yield disable


def _is_pattern(verdict: Verdict) -> bool:
    reasons = (Reason.MATCHES_NOTHING, Reason.TOO_MANY_TOKENS, Reason.INSTANCE_LAYERS)
    drivers = (Reason.DRIVER_SELECT_FILTER, Reason.DRIVER_DISABLE_FILTER)
    return verdict.reason in (*_OF_LAYERS, *drivers, *reasons)


def other_story(report: LoaderReport, subject: str) -> tuple[Step, ...]:
    """Return the steps about a variable, pattern, file, folder or extension, () if unknown."""
    found = [verdict for verdict in report.verdicts if verdict.subject == subject]
    if not found:
        found = [v for v in report.verdicts if _is_pattern(v) and v.detail == subject]
        if found:
            return (*_told(report, found), *_decided(report, found))
    if any(verdict.kind is Kind.EXTENSION for verdict in found) or _is_extension(report, subject):
        return tuple(_extension(report, subject, found))
    if any(verdict.kind is Kind.VARIABLE for verdict in found):
        return tuple(_variable(report, subject, found))
    if subject == report.settings_file:
        found = [verdict for verdict in report.verdicts if verdict.kind is Kind.SETTINGS]
        return (*_told(report, found), *_decided(report, found))
    if found:
        return tuple(_told(report, found))
    return tuple(_unset_variable(report, subject))


def _told(report: LoaderReport, verdicts: Iterable[Verdict]) -> Iterator[Step]:
    for verdict in verdicts:
        mark = _MARKS.get(verdict.outcome, Mark.AGAINST)
        text = f"{word(verdict.outcome)}: {sentence(verdict, report)}"
        if verdict.subject not in (verdict.file, ""):
            text = f"{verdict.subject}: {sentence(verdict, report)}"
        yield Step(mark, text, verdict.file, verdict.line, "", mark is not Mark.NEUTRAL)


def _variable(report: LoaderReport, name: str, found: list[Verdict]) -> Iterator[Step]:
    value = report.host.plain_env(name) or ""
    yield Step(Mark.PASS, f"{name} is set", note=value)
    reason = found[0].reason
    if reason is Reason.ELEVATED:
        yield Step(
            Mark.AGAINST,
            "It is not read: the program runs with more rights than its user",
            decisive=True,
        )
        return
    if reason is Reason.NOT_HONOURED:
        yield Step(Mark.AGAINST, _capital(sentence(found[0], report)), decisive=True)
        return
    yield Step(Mark.PASS, f"The loader {report.profile.version_text} reads it")
    for verdict in found:
        mark = _MARKS.get(verdict.outcome, Mark.AGAINST)
        text = sentence(verdict, report)
        if not verdict.detail or not text.startswith(verdict.detail):
            text = _capital(text)
        note = verdict.detail if verdict.detail not in text and verdict.detail != value else ""
        yield Step(mark, text, verdict.file, verdict.line, note, mark is Mark.PASS)
    yield from _decided(report, found)


def _decided(report: LoaderReport, found: list[Verdict]) -> Iterator[Step]:
    """Yield the layers and drivers that these verdicts decided about."""
    names = {verdict.subject for verdict in found} | {verdict.file for verdict in found} - {""}
    tokens = {(verdict.reason, verdict.detail) for verdict in found}
    rows = [(layer.verdict, layer.file) for layer in report.found]
    rows += [(driver.verdict, driver.file) for driver in report.drivers]
    for verdict, file in rows:
        by_token = (verdict.reason, verdict.detail) in tokens
        by_name = verdict.detail in names or (verdict.file in names and verdict.file != file)
        by_list = verdict.reason is Reason.INSTANCE_LAYERS and INSTANCE_LAYERS in names
        if by_token or by_name or by_list:
            mark = _MARKS.get(verdict.outcome, Mark.AGAINST)
            text = (
                f"{verdict.subject}: {word(verdict.outcome).lower()}, {sentence(verdict, report)}"
            )
            yield Step(mark, text, file)


def _is_extension(report: LoaderReport, name: str) -> bool:
    offered = any(name == x[0] for found in report.layer_extensions.values() for x in found)
    return offered or name in known_extensions(report.profile)


def _extension(report: LoaderReport, name: str, found: list[Verdict]) -> Iterator[Step]:
    if found:
        yield Step(Mark.PASS, "The program asks for it")
    else:
        yield Step(Mark.NEUTRAL, "The program does not ask for it")
    known = name in known_extensions(report.profile)
    text = f"The loader {report.profile.version_text} knows it"
    if not known:
        text = f"The loader {report.profile.version_text} does not know it"
    yield Step(Mark.PASS if known else Mark.NEUTRAL, text)
    for layer, extensions in report.layer_extensions.items():
        version = next((x[1] for x in extensions if x[0] == name), None)
        if version is not None:
            yield Step(Mark.PASS, f"{layer} offers it", note=f"version {version}")
    yield Step(Mark.NEUTRAL, "Whether a driver offers it is unknown until one is asked")
    for verdict in found:
        mark = _MARKS.get(verdict.outcome, Mark.AGAINST)
        yield Step(mark, _capital(sentence(verdict, report)), decisive=True)


def _unset_variable(report: LoaderReport, name: str) -> Iterator[Step]:
    layers = [layer for layer in report.found if name in _switches(layer.manifest)]
    if name not in _USES and not layers:
        return
    set_to_nothing = report.host.plain_env(name) is not None
    text = f"{name} is set, to nothing" if set_to_nothing else f"{name} is not set"
    yield Step(Mark.NEUTRAL, text, decisive=True)
    if name in _USES:
        yield Step(Mark.NEUTRAL, _capital(_USES[name]))
    for layer in layers:
        manifest = layer.manifest
        off = manifest is not None and manifest.disable_environment == name
        text = f"{layer.name} would be off" if off else f"{layer.name} waits for it"
        yield Step(Mark.NEUTRAL, text, layer.file)


def _capital(text: str) -> str:
    # A variable or a name keeps its spelling.
    return text if text.split(" ")[0].split("=")[0].isupper() else text[:1].upper() + text[1:]
