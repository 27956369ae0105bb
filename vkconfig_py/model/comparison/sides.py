"""What can be compared: a device, a configuration, a report, a machine at a moment, a run.

A configuration is compared with the chain that it gives, a machine by the parts that its scans
found, and a run by how it was started, what it loaded and how it ended.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping

from vkconfig_py.language.sentences import (
    Message,
    counted,
    format_number,
    join_words,
    message,
    render,
    tr,
)
from vkconfig_py.loader.api.releases import ReleaseChange
from vkconfig_py.loader.base.device_values import DeviceSummary
from vkconfig_py.loader.base.records import Any, find_differences
from vkconfig_py.loader.base.verdicts import Kind
from vkconfig_py.loader.explain.compare import (
    ComparedVerdict,
    Key,
    ReportSnapshot,
    compare_snapshots,
    render_property_value,
)
from vkconfig_py.loader.explain.sentences import render_outcome
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.model.apply.found_overrides import render_owner
from vkconfig_py.model.chain.device_entries import DeviceFact, list_device_values
from vkconfig_py.model.comparison.table import (
    ComparedValue,
    Comparison,
    ComparisonSide,
    compare_sides,
)
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    Configuration,
    DeviceMode,
    LayerEntry,
    Variable,
)
from vkconfig_py.model.launch.run_history import PastRun, render_end, render_run_duration
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.setting_rows import render_plain_value, render_value_text
from vkconfig_py.model.text.lines import ListLine
from vkconfig_py.model.text.wording import (
    UNLISTED_LAYERS,
    get_display_names,
    quote_name,
    render_moment,
    render_ordinal,
    strip_layer_prefix,
)
from vkconfig_py.model.timeline.history import MachineHistory
from vkconfig_py.model.timeline.machine_state import MachinePart, MachinePartKind, MachineState

_PART_GROUPS = {
    MachinePartKind.LOADER: message("Loaders"),
    MachinePartKind.DRIVER: message("Drivers"),
    MachinePartKind.IMPLICIT: message("Implicit layers"),
    MachinePartKind.EXPLICIT: message("Explicit layers"),
    MachinePartKind.OVERRIDE: message("Overrides"),
    MachinePartKind.SETTINGS: message("Settings files"),
}
FindDeclaredLayer = Callable[[str], DeclaredLayer | None]
LAYERS_GROUP, ORDER_GROUP, DRIVERS_GROUP = (
    message("Layers"),
    message("Layer order"),
    message("Drivers"),
)
DEVICES_GROUP, FOLDERS_GROUP, VARIABLES_GROUP = (
    message("Devices"),
    message("Folders"),
    message("Variables"),
)
PROGRAMS_GROUP, LAUNCH_GROUP, LOADER_GROUP = (
    message("Programs"),
    message("Launch", "a heading"),
    message("Loader"),
)
CHAIN_GROUP, USED_DRIVERS_GROUP = message("Layer chain at launch"), message("Drivers at launch")
_CONTROL_TEXTS = {
    "auto": message("Auto"),
    "on": message("On"),
    "off": message("Off"),
    "only": message("Only"),
}
_KIND_GROUPS = {
    Kind.LAYER: LAYERS_GROUP,
    Kind.DRIVER: DRIVERS_GROUP,
    Kind.DEVICE: DEVICES_GROUP,
    Kind.FILE: message("Files"),
    Kind.FOLDER: FOLDERS_GROUP,
    Kind.VARIABLE: VARIABLES_GROUP,
    Kind.SETTINGS: message("Settings file"),
    Kind.LOADER: LOADER_GROUP,
    Kind.REQUEST: message("Program requests"),
    Kind.EXTENSION: message("Extensions"),
    Kind.LIBRARY: message("Libraries"),
    Kind.PROCESS: message("Program"),
}
STILL_RUNNING = tr("still running")
NOT_LOADED, NONE_TEXT, NOT_SET = tr("not loaded"), tr("none"), tr("same as in the session")
RUNS_ARE_ALIKE = tr("No differences between the runs.")


def make_device_side(
    summary: DeviceSummary, dump: Mapping[str, Any] | None, title: str = ""
) -> ComparisonSide:
    """Return the values of a device to compare.

    `dump`: all its properties as JSON, None if they were not read.
    """
    return ComparisonSide(title or summary.name, list_device_values(summary, dump))


def make_configuration_side(
    configuration: Configuration,
    declared: FindDeclaredLayer,
    chain: tuple[str, ...] = (),
    drivers: tuple[str, ...] = (),
) -> ComparisonSide:
    """Return the values of a configuration to compare.

    `declared`: returns the settings that a layer declares. `chain`: layers that a launch loads.
    `drivers`: driver manifests that it uses.
    """
    entries = (
        *_list_layers(configuration),
        *_list_settings(configuration, declared),
        *_list_other_choices(configuration),
        *_list_programs_and_launch(configuration),
        *(
            DeviceFact(CHAIN_GROUP, name, tr("position {place}", place=position))
            for position, name in enumerate(chain, 1)
        ),
        *(DeviceFact(USED_DRIVERS_GROUP, get_base_name(file), tr("used")) for file in drivers),
    )
    return ComparisonSide(quote_name(configuration.title), entries)


def _render_name(layer: str) -> str:
    return render(UNLISTED_LAYERS) if layer == UNLISTED else layer


def _render_value(variable: Variable) -> str:
    return tr("unset", "state of a variable") if variable.value is None else variable.value


def _list_layers(configuration: Configuration) -> Iterator[DeviceFact]:
    """Yield each layer's choice and copy, then the order of the placed layers."""
    for entry in configuration.layers:
        parts = [render(_CONTROL_TEXTS[entry.control.value])]
        if entry.copy:
            parts.append(tr("copy: {copy}", copy=entry.copy))
        if not entry.writes_settings:
            parts.append(tr("settings are not written"))
        yield DeviceFact(LAYERS_GROUP, _render_name(entry.name), " · ".join(parts))
    placed = [entry for entry in configuration.layers if entry.placed]
    for position, entry in enumerate(placed, 1):
        parts = [tr("position {place}", place=position)]
        if entry.moved_past:
            names = join_words(get_display_names(entry.moved_past))
            parts.append(tr("moved past {names}", names=names))
        yield DeviceFact(ORDER_GROUP, _render_name(entry.name), " · ".join(parts))


def _list_settings(
    configuration: Configuration, declared: FindDeclaredLayer
) -> Iterator[DeviceFact]:
    """Yield the layer settings of a configuration."""
    for entry in configuration.layers:
        if entry.settings:
            yield from _list_layer_settings(entry, declared(entry.name))


def _list_layer_settings(entry: LayerEntry, declared: DeclaredLayer | None) -> Iterator[DeviceFact]:
    """Yield the chosen settings of a layer, by label if the layer declares them."""
    for setting in entry.settings:
        declared_setting = declared.find_setting(setting.key) if declared is not None else None
        name = (
            f"{declared_setting.label} ({setting.key})"
            if declared_setting is not None
            else setting.key
        )
        value = (
            render_value_text(declared_setting, setting.value)
            if declared_setting is not None
            else render_plain_value(setting.value)
        )
        group = tr("{layer} settings", layer=strip_layer_prefix(entry.name))
        yield DeviceFact(group, name, value or tr("nothing"))


def _list_other_choices(configuration: Configuration) -> Iterator[DeviceFact]:
    """Yield drivers, devices, folders and variables of a configuration."""
    for driver in configuration.drivers:
        yield DeviceFact(DRIVERS_GROUP, driver.name, render(_CONTROL_TEXTS[driver.control.value]))
    for added in configuration.added_drivers:
        yield DeviceFact(
            DRIVERS_GROUP, added.path, tr("added") if added.enabled else tr("turned off")
        )
    if configuration.devices.mode is DeviceMode.LISTED:
        yield DeviceFact(DEVICES_GROUP, tr("Choice"), tr("only listed devices"))
        for position, device in enumerate(configuration.devices.devices, 1):
            yield DeviceFact(DEVICES_GROUP, device.name, tr("position {place}", place=position))
    for path in configuration.sources:
        yield DeviceFact(FOLDERS_GROUP, path, tr("explicit layers"))
    for path in configuration.implicit_sources:
        yield DeviceFact(FOLDERS_GROUP, path, tr("implicit layers"))
    for variable in configuration.environment:
        yield DeviceFact(VARIABLES_GROUP, variable.name, _render_value(variable))


def _list_programs_and_launch(configuration: Configuration) -> Iterator[DeviceFact]:
    """Yield the programs that a configuration is for, and what a launch starts."""
    if not configuration.programs:
        yield DeviceFact(PROGRAMS_GROUP, tr("Every program"), tr("yes"))
    for program in configuration.programs:
        yield DeviceFact(
            PROGRAMS_GROUP, program.path, tr("on") if program.enabled else tr("turned off")
        )
    target = configuration.target
    for name, value in (
        (tr("Program"), target.program),
        (tr("Arguments"), " ".join(target.arguments)),
        (tr("Working folder"), target.working_directory),
        (tr("Loader log"), ", ".join(configuration.loader_log)),
        (tr("Custom settings file"), configuration.settings_file),
    ):
        if value:
            yield DeviceFact(LAUNCH_GROUP, name, value)


def make_report_side(title: str, report: ReportSnapshot) -> ComparisonSide:
    """Return the values of a report to compare: every verdict with its sentence."""
    program, rights, size = report.process
    facts = (
        (tr("Version"), report.version),
        ("vkCreateInstance", report.create_result),
        (tr("Settings file"), report.settings_file or tr("none")),
        (tr("Program"), program),
        (tr("Privileges"), render_property_value(rights)),
        (tr("Word size"), render_property_value(size)),
    )
    return ComparisonSide(
        title,
        (
            *(DeviceFact(LOADER_GROUP, name, value) for name, value in facts),
            *(
                DeviceFact(*_make_verdict_group(row.key), _render_verdict(row))
                for row in report.rows
            ),
        ),
    )


def _make_verdict_group(key: Key) -> tuple[Message, str]:
    """Return the group and the name under which a verdict is compared."""
    kind, subject, manifest = key
    return _KIND_GROUPS[
        kind
    ], f"{subject} ({manifest})" if manifest and manifest != subject else subject


def _render_verdict(row: ComparedVerdict) -> str:
    """Return outcome, sentence and position of a verdict."""
    text = f"{render_outcome(row.verdict.outcome)}: {row.render_sentence()}"
    if row.position < 0:
        return text
    return " · ".join((text, tr("position {place}", place=row.position + 1)))


def compare_reports(
    left: ComparisonSide,
    right: ComparisonSide,
    before: ReportSnapshot,
    after: ReportSnapshot,
    releases: Mapping[Key, tuple[ReleaseChange, ...]],
) -> Comparison:
    """Compare two reports, with the rule and the release behind each difference.

    Args:
        left: the values of the first report.
        right: the values of the second report.
        before: the verdicts of the first report.
        after: the verdicts of the second report.
        releases: which loader releases brought a difference, by verdict.
    """
    notes: dict[tuple[Message | str, str], str] = {}
    for compare_snapshot in compare_snapshots(before, after):
        rule = (
            tr("rule: {name}", name=compare_snapshot.reason.value)
            if compare_snapshot.reason is not None
            else ""
        )
        release_texts = [release.render() for release in releases.get(compare_snapshot.key, ())]
        note = " · ".join(
            part for part in (compare_snapshot.sentence, rule, *release_texts) if part
        )
        notes.setdefault(_make_verdict_group(compare_snapshot.key), note)
    return compare_sides(left, right, notes)


def make_moment_side(time: float, history: MachineHistory) -> ComparisonSide | None:
    """Return the machine as the last scan until a moment saw it, None before the first scan.

    `time`: in seconds since the epoch.
    """
    for number, moment in enumerate(history.moments):
        if moment.first <= time:
            title = tr("Last scan") if not number else render_moment(moment.last)
            return make_machine_side(title, history.state_at(number))
    return None


def make_machine_side(title: str, state: MachineState) -> ComparisonSide:
    """Return the values of a machine's layers, drivers and other files to compare."""
    return ComparisonSide(title, tuple(_list_machine_parts(state)))


def _list_machine_parts(state: MachineState) -> Iterator[DeviceFact]:
    """Yield the layers, drivers and other files of a machine."""
    for kind, group in _PART_GROUPS.items():
        for part in state.parts:
            if part.kind is kind:
                name = f"{part.name} ({part.path})" if part.name else part.path
                yield DeviceFact(group, name, _render_part(part))


def _render_part(part: MachinePart) -> str:
    """Return version, owner, library and digest of a file."""
    parts = [part.version, render_owner(part.owner), part.library]
    # Without a digest of the library its size and time are all that tells it from another.
    if part.library_stamp:
        size = int(part.library_stamp.partition(" ")[0])
        parts.append(counted("{n:,}-byte library", "{n}-byte library", size))
    if part.digest:
        parts.append(tr("hash {digest}", digest=part.digest))
    return " · ".join(filter(None, parts)) or tr("present", "a file")


def compare_runs(first: PastRun, second: PastRun) -> tuple[ComparedValue, ...]:
    """Return what differs between two launches of a program."""
    facts = (
        ComparedValue("", name, was or NONE_TEXT, now or NONE_TEXT)
        for (name, was), (_same, now) in zip(
            _list_run_facts(first), _list_run_facts(second), strict=True
        )
        if was != now
    )
    return (
        *facts,
        *_compare_layers(first, second),
        *_compare_messages(first, second),
        *_compare_variables(first, second),
    )


def _list_run_facts(run: PastRun) -> tuple[tuple[str, str], ...]:
    """Return labels and values of a launch: program, loader, how it ended and so on."""
    return (
        (tr("Program"), run.program),
        (tr("Arguments"), shlex.join(run.arguments)),
        (tr("Working folder"), run.working_directory),
        (tr("Configuration"), render(run.configuration)),
        (tr("Option set"), run.options),
        (tr("Safe mode"), render(run.safe)),
        (tr("Loader"), run.loader),
        (tr("Device"), run.device),
        (tr("Outcome", "how a run ended"), render_end(run) or STILL_RUNNING),
        (tr("Duration", "how long a run took"), render_run_duration(run.seconds)),
    )


def _compare_layers(first: PastRun, second: PastRun) -> Iterator[ComparedValue]:
    """Yield layers that only one launch loaded, and another order of common layers."""
    for name, was, now in find_differences(_list_positions(first), _list_positions(second)):
        if was is None or now is None:
            title = tr("Layer {name}", name=strip_layer_prefix(name))
            yield ComparedValue("", title, was or NOT_LOADED, now or NOT_LOADED)
    orders = [
        [name for name in run.chain if name in other.chain]
        for run, other in ((first, second), (second, first))
    ]
    if orders[0] != orders[1]:
        was, now = (join_words(list(map(strip_layer_prefix, order))) for order in orders)
        yield ComparedValue("", tr("Layer order"), was, now)


def _list_positions(run: PastRun) -> dict[str, str]:
    """Return the place of each layer in the call chain of a launch, as text."""
    count = len(run.chain)
    return {
        name: tr("{place} of {count}", place=render_ordinal(run.chain.index(name) + 1), count=count)
        for name in run.chain
    }


def _compare_messages(first: PastRun, second: PastRun) -> Iterator[ComparedValue]:
    """Yield validation messages whose numbers differ."""
    if first.messages is None or second.messages is None:
        return  # nobody counted them, so there is nothing to compare
    totals = (
        {message.identifier: message.total for message in messages if message.total}
        for messages in (first.messages, second.messages)
    )
    for identifier, *counts in find_differences(*totals):
        was, now = (format_number(count) if count else NONE_TEXT for count in counts)
        yield ComparedValue("", tr("Message {identifier}", identifier=identifier), was, now)


def _compare_variables(first: PastRun, second: PastRun) -> Iterator[ComparedValue]:
    """Yield the variables whose values differ, by name."""
    values = (
        {variable.name: _render_run_value(variable) for variable in run.variables}
        for run in (first, second)
    )
    for name, was, now in sorted(find_differences(*values), key=lambda difference: difference[0]):
        title = tr("Variable {name}", name=name)
        yield ComparedValue("", title, was or NOT_SET, now or NOT_SET)


def _render_run_value(variable: Variable) -> str:
    if variable.value is None:
        return tr("unset", "state of a variable")
    return variable.value or tr("empty", "state of a variable")


def get_difference_key(difference: ComparedValue) -> str:
    return difference.name


def present_difference(difference: ComparedValue) -> ListLine:
    """Return the line that names a difference and its values in both runs."""
    subject, (first, second) = difference.name, difference.displayed_values
    return ListLine(
        subject,
        f"{first}  →  {second}",
        tooltip=f"{first}\n→ {second}",
        accessible_text=tr(
            "{subject}: {first}, then {second}", subject=subject, first=first, second=second
        ),
    )
