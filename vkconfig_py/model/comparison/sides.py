"""What can be compared (device, configuration, report, moment, run), and the compared lines.

A configuration is compared with the chain that it gives, a machine by the parts that its scans
found, and a run by how it was started, what it loaded and how it ended.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from types import MappingProxyType

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
from vkconfig_py.loader.base.records import Any, NamedTuple, find_differences
from vkconfig_py.loader.base.verdicts import Kind
from vkconfig_py.loader.explain.compare import (
    ComparedVerdict,
    ComparisonKey,
    ReportSnapshot,
    compare_snapshots,
    render_property_value,
)
from vkconfig_py.loader.explain.verdict_sentences import render_outcome
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.model.apply.found_overrides import render_owner
from vkconfig_py.model.chain.device_entries import DeviceFact, list_device_values
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    Configuration,
    DeviceMode,
    LayerEntry,
    Variable,
)
from vkconfig_py.model.formats.page_blocks import (
    Block,
    Heading,
    Paragraph,
    Table,
    TextDocument,
    escape_control_characters,
    make_text_runs,
    render_html,
    render_markdown,
)
from vkconfig_py.model.formats.page_blocks import TableRow as Cells
from vkconfig_py.model.launch.run_history import PastRun, render_end, render_run_duration
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.setting_rows import render_plain_value, render_value_text
from vkconfig_py.model.text.lines import ListLine
from vkconfig_py.model.text.wording import (
    UNLISTED_LAYERS,
    escape_invisible,
    get_display_names,
    quote_name,
    render_moment,
    render_ordinal,
    strip_layer_prefix,
)
from vkconfig_py.model.timeline.history import (
    MachineHistory,
    MachinePart,
    MachinePartKind,
    MachineState,
)

ABSENT_VALUE = "–"
_Key = tuple[Message | str, str, int]  # group, name, and which of several of that name
NO_NOTES: Mapping[tuple[Message | str, str], str] = MappingProxyType({})


class ComparisonSide(NamedTuple):
    """One side: what it is called, and what is known of it."""

    title: str
    facts: tuple[DeviceFact, ...]


class ComparedValue(NamedTuple):
    """One named value on both sides.

    Attributes:
        left, right: None where a side has no such value.
        note: what is known of a difference, such as the rule behind it.
    """

    group: Message | str
    name: str
    left: str | None
    right: str | None
    note: str = ""

    @property
    def is_equal(self) -> bool:
        return self.left == self.right

    @property
    def displayed_values(self) -> tuple[str, str]:
        """Both values as they are shown, None as a word."""
        left, right = (
            ABSENT_VALUE if value is None else value for value in (self.left, self.right)
        )
        return left, right


class Comparison(NamedTuple):
    """Two sides, compared."""

    left_title: str
    right_title: str
    values: tuple[ComparedValue, ...] = ()

    @property
    def differences(self) -> tuple[ComparedValue, ...]:
        return tuple(line for line in self.values if not line.is_equal)

    @property
    def summary(self) -> str:
        """How much differs, as a sentence."""
        number = len(self.differences)
        if not number:
            return counted(
                "No differences: {n:,} values are the same.",
                "No differences: {n} value is the same.",
                len(self.values),
            )
        return counted(
            "{n:,} of {total:,} values differ.",
            "{n} of {total:,} values differs.",
            number,
            total=len(self.values),
        )


def compare_sides(
    left_side: ComparisonSide,
    right_side: ComparisonSide,
    notes: Mapping[tuple[Message | str, str], str] = NO_NOTES,
) -> Comparison:
    """Compare two lists of values.

    `notes`: about differences, by group and name.
    """
    left_values, right_values = _number_values(left_side.facts), _number_values(right_side.facts)
    lines = []
    for key in _merge_keys(tuple(left_values), tuple(right_values)):
        group, name, _ = key
        line = ComparedValue(group, name, left_values.get(key), right_values.get(key))
        note = "" if line.is_equal else notes.get((group, name), "")
        lines.append(line._replace(note=note))
    return Comparison(left_side.title, right_side.title, tuple(lines))


def _number_values(entries: Iterable[DeviceFact]) -> dict[_Key, str]:
    """Return values by group, name and number, since several can have one name."""
    values: dict[_Key, str] = {}
    counts: dict[tuple[Message | str, str], int] = {}
    for entry in entries:
        group_and_name = entry.group, entry.name
        number = counts.get(group_and_name, 0)
        counts[group_and_name] = number + 1
        values[*group_and_name, number] = entry.value
    return values


def _merge_keys(left: Sequence[_Key], right: Sequence[_Key]) -> Iterator[_Key]:
    """Yield both sides' keys by group. Those of the right side alone follow their predecessor."""
    groups = dict.fromkeys(key[0] for key in (*left, *right))
    left_groups, right_groups = _group_keys(left), _group_keys(right)
    for group in groups:
        common_keys = set(left_groups.get(group, ()))
        followers: dict[_Key | None, list[_Key]] = {}
        last: _Key | None = None
        for key in right_groups.get(group, ()):
            if key in common_keys:
                last = key
            else:
                followers.setdefault(last, []).append(key)
        yield from followers.get(None, ())
        for key in left_groups.get(group, ()):
            yield key
            yield from followers.get(key, ())


def _group_keys(keys: Iterable[_Key]) -> dict[Message | str, list[_Key]]:
    groups: dict[Message | str, list[_Key]] = {}
    for key in keys:
        groups.setdefault(key[0], []).append(key)
    return groups


def filter_lines(
    lines: Iterable[ComparedValue], text: str, *, only_differences: bool
) -> tuple[ComparedValue, ...]:
    """Return the lines that contain every word of a text."""
    words = text.casefold().split()
    return tuple(
        line
        for line in lines
        if not (only_differences and line.is_equal)
        and all(word in _get_line_text(line) for word in words)
    )


def _get_line_text(line: ComparedValue) -> str:
    """Return all that a line shows, in lower case, to be searched."""
    return " ".join((render(line.group), line.name, *line.displayed_values, line.note)).casefold()


# A comparison as Markdown, HTML and JSON; the lines are those that are shown.


class ComparisonFormat(StrEnum):
    """File formats. The value is also the suffix of the file."""

    HTML = "html"
    JSON = "json"
    MARKDOWN = "md"


def render_comparison(
    comparison_format: ComparisonFormat, comparison: Comparison, lines: Sequence[ComparedValue]
) -> str:
    """Render lines of a comparison as JSON, HTML or Markdown."""
    return _RENDERER_BY_COMPARISON_FORMAT[comparison_format](comparison, lines)


def make_json(comparison: Comparison, lines: Iterable[ComparedValue]) -> dict[str, Any]:
    """Return the JSON members of a comparison, with these of its lines."""
    return {
        "left": comparison.left_title,
        "right": comparison.right_title,
        "lines": [
            {
                "group": render(line.group),
                "name": line.name,
                "left": line.left,
                "right": line.right,
                "equal": line.is_equal,
                "note": line.note,
            }
            for line in lines
        ],
    }


def _render_json(comparison: Comparison, lines: Sequence[ComparedValue]) -> str:
    document = {"format": 1, **make_json(comparison, lines)}
    return escape_control_characters(json.dumps(document, indent=1, ensure_ascii=False)) + "\n"


def _render_page(
    comparison: Comparison, lines: Sequence[ComparedValue], *, anchors: bool
) -> TextDocument:
    """Make a document with a table for each group. `anchors`: with link targets."""
    name = tr(
        "{left} and {right}",
        left=_render_shown_value(comparison.left_title),
        right=_render_shown_value(comparison.right_title),
    )
    top = Heading(1, make_text_runs(name), "comparison" if anchors else "")
    blocks: list[Block] = [top, Paragraph(make_text_runs(comparison.summary))]
    for number, (group, members) in enumerate(groupby(lines, key=lambda line: line.group)):
        blocks.append(
            Heading(
                2,
                make_text_runs(_render_shown_value(render(group))),
                f"group-{number}" if anchors else "",
            )
        )
        group_members = tuple(members)
        note_heading = (tr("Why"),) if any(line.note for line in group_members) else ()
        head = (
            tr("Name"),
            _render_shown_value(comparison.left_title),
            _render_shown_value(comparison.right_title),
            *note_heading,
        )
        rows = tuple(_render_row(line, len(head)) for line in group_members)
        blocks.append(Table(head, rows))
    return TextDocument(name, tuple(blocks))


def _render_row(line: ComparedValue, columns: int) -> Cells:
    """Make a row of a table from the first columns of name, both values and note."""
    texts = (line.name, *line.displayed_values, line.note)[:columns]
    return Cells(tuple(make_text_runs(_render_shown_value(cell)) for cell in texts))


def _render_shown_value(value: str) -> str:
    """Return a value with invisible characters made visible."""
    return escape_invisible("; ".join(value.split("\n")))


def _render_html(comparison: Comparison, lines: Sequence[ComparedValue]) -> str:
    return render_html(_render_page(comparison, lines, anchors=True))


def _render_markdown(comparison: Comparison, lines: Sequence[ComparedValue]) -> str:
    """Render Markdown for an issue or another page, without link targets."""
    return render_markdown(_render_page(comparison, lines, anchors=False))


_RENDERER_BY_COMPARISON_FORMAT: Mapping[
    ComparisonFormat, Callable[[Comparison, Sequence[ComparedValue]], str]
] = {
    ComparisonFormat.HTML: _render_html,
    ComparisonFormat.JSON: _render_json,
    ComparisonFormat.MARKDOWN: _render_markdown,
}


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
    find_declared_layer: FindDeclaredLayer,
    chain: tuple[str, ...] = (),
    drivers: tuple[str, ...] = (),
) -> ComparisonSide:
    """Return the values of a configuration to compare.

    `find_declared_layer`: returns the settings that a layer declares. `chain`: layers that a
    launch loads. `drivers`: driver manifests that it uses.
    """
    entries = (
        *_list_layers(configuration),
        *_list_settings(configuration, find_declared_layer),
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
    placed_entries = [entry for entry in configuration.layers if entry.placed]
    for position, entry in enumerate(placed_entries, 1):
        parts = [tr("position {place}", place=position)]
        if entry.moved_past:
            names = join_words(get_display_names(entry.moved_past))
            parts.append(tr("moved past {names}", names=names))
        yield DeviceFact(ORDER_GROUP, _render_name(entry.name), " · ".join(parts))


def _list_settings(
    configuration: Configuration, find_declared_layer: FindDeclaredLayer
) -> Iterator[DeviceFact]:
    """Yield the layer settings of a configuration."""
    for entry in configuration.layers:
        if entry.settings:
            yield from _list_layer_settings(entry, find_declared_layer(entry.name))


def _list_layer_settings(
    entry: LayerEntry, declared_layer: DeclaredLayer | None
) -> Iterator[DeviceFact]:
    """Yield the chosen settings of a layer, by label if the layer declares them."""
    for setting in entry.settings:
        declared_setting = (
            declared_layer.find_setting(setting.key) if declared_layer is not None else None
        )
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
    for added_driver in configuration.added_drivers:
        yield DeviceFact(
            DRIVERS_GROUP,
            added_driver.path,
            tr("added") if added_driver.enabled else tr("turned off"),
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


def _make_verdict_group(key: ComparisonKey) -> tuple[Message, str]:
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
    left_side: ComparisonSide,
    right_side: ComparisonSide,
    snapshot_before: ReportSnapshot,
    snapshot_after: ReportSnapshot,
    releases: Mapping[ComparisonKey, tuple[ReleaseChange, ...]],
) -> Comparison:
    """Compare two reports, with the rule and the release behind each difference.

    Args:
        left_side: the values of the first report.
        right_side: the values of the second report.
        snapshot_before: the verdicts of the first report.
        snapshot_after: the verdicts of the second report.
        releases: which loader releases brought a difference, by verdict.
    """
    notes: dict[tuple[Message | str, str], str] = {}
    for compare_snapshot in compare_snapshots(snapshot_before, snapshot_after):
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
    return compare_sides(left_side, right_side, notes)


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
        for machine_part in state.parts:
            if machine_part.kind is kind:
                name = (
                    f"{machine_part.name} ({machine_part.path})"
                    if machine_part.name
                    else machine_part.path
                )
                yield DeviceFact(group, name, _render_part(machine_part))


def _render_part(machine_part: MachinePart) -> str:
    """Return version, owner, library and digest of a file."""
    parts = [machine_part.version, render_owner(machine_part.owner), machine_part.library]
    # Without a digest of the library its size and time are all that tells it from another.
    if machine_part.library_stamp:
        size = int(machine_part.library_stamp.partition(" ")[0])
        parts.append(counted("{n:,}-byte library", "{n}-byte library", size))
    if machine_part.digest:
        parts.append(tr("hash {digest}", digest=machine_part.digest))
    return " · ".join(filter(None, parts)) or tr("present", "a file")


def compare_runs(first_run: PastRun, second_run: PastRun) -> tuple[ComparedValue, ...]:
    """Return what differs between two launches of a program."""
    facts = (
        ComparedValue("", name, value_before or NONE_TEXT, value_now or NONE_TEXT)
        for (name, value_before), (_same, value_now) in zip(
            _list_run_facts(first_run), _list_run_facts(second_run), strict=True
        )
        if value_before != value_now
    )
    return (
        *facts,
        *_compare_layers(first_run, second_run),
        *_compare_messages(first_run, second_run),
        *_compare_variables(first_run, second_run),
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


def _compare_layers(first_run: PastRun, second_run: PastRun) -> Iterator[ComparedValue]:
    """Yield layers that only one launch loaded, and another order of common layers."""
    for name, position_before, position_now in find_differences(
        _list_positions(first_run), _list_positions(second_run)
    ):
        if position_before is None or position_now is None:
            title = tr("Layer {name}", name=strip_layer_prefix(name))
            yield ComparedValue(
                "", title, position_before or NOT_LOADED, position_now or NOT_LOADED
            )
    order_changes = [
        [name for name in run.chain if name in other_run.chain]
        for run, other_run in ((first_run, second_run), (second_run, first_run))
    ]
    if order_changes[0] != order_changes[1]:
        position_before, position_now = (
            join_words(list(map(strip_layer_prefix, order))) for order in order_changes
        )
        yield ComparedValue("", tr("Layer order"), position_before, position_now)


def _list_positions(run: PastRun) -> dict[str, str]:
    """Return the place of each layer in the call chain of a launch, as text."""
    count = len(run.chain)
    return {
        name: tr("{place} of {count}", place=render_ordinal(run.chain.index(name) + 1), count=count)
        for name in run.chain
    }


def _compare_messages(first_run: PastRun, second_run: PastRun) -> Iterator[ComparedValue]:
    """Yield validation messages whose numbers differ."""
    if first_run.messages is None or second_run.messages is None:
        return  # nobody counted them, so there is nothing to compare
    totals = (
        {message.identifier: message.total for message in messages if message.total}
        for messages in (first_run.messages, second_run.messages)
    )
    for identifier, *counts in find_differences(*totals):
        count_before, count_now = (format_number(count) if count else NONE_TEXT for count in counts)
        yield ComparedValue(
            "", tr("Message {identifier}", identifier=identifier), count_before, count_now
        )


def _compare_variables(first_run: PastRun, second_run: PastRun) -> Iterator[ComparedValue]:
    """Yield the variables whose values differ, by name."""
    values = (
        {variable.name: _render_run_value(variable) for variable in run.variables}
        for run in (first_run, second_run)
    )
    for name, value_before, value_now in sorted(
        find_differences(*values), key=lambda difference: difference[0]
    ):
        title = tr("Variable {name}", name=name)
        yield ComparedValue("", title, value_before or NOT_SET, value_now or NOT_SET)


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
