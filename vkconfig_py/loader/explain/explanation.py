"""Explains the loader's decisions about one subject, step by step, with file and line.

Steps follow the loader's order and end where it rejects a layer or driver. Other subjects are
variables, filter patterns, settings and extensions. Line numbers are found on demand: the manifest
is parsed again by the slow reader, which records positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from vkconfig_py.language.sentences import message, render, tr
from vkconfig_py.loader.base.verdicts import Kind, Mark, Outcome, Reason, Step, Verdict
from vkconfig_py.loader.explain.settings_verdicts import (
    find_settings_entry,
    is_in_folder_of_other_kind,
)
from vkconfig_py.loader.explain.verdict_sentences import (
    render_outcome,
    render_source_name,
    render_state,
    render_verdict,
)
from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.loader.files.search_paths import VARIABLES_BY_MANIFEST_TYPE
from vkconfig_py.loader.json.decode import Positions
from vkconfig_py.loader.manifests.driver import DriverManifest
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME, LayerManifest
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.platforms.windows_search import is_registered
from vkconfig_py.loader.profiles.profile import Gate, list_known_extensions
from vkconfig_py.loader.rules.activation import (
    DRIVER_FILTERS,
    DRIVERS_DISABLE_VARIABLE,
    DRIVERS_SELECT_VARIABLE,
    LAYERS_ALLOW_VARIABLE,
    LAYERS_DISABLE_VARIABLE,
    LAYERS_ENABLE_VARIABLE,
    read_driver_filters,
    read_layer_filters,
)
from vkconfig_py.loader.rules.loader_report import (
    FoundDriver,
    FoundLayer,
    LoaderReport,
    ManifestSearch,
)
from vkconfig_py.loader.rules.ordering import INSTANCE_LAYERS_VARIABLE
from vkconfig_py.loader.settings_file import TREAT_AS_IMPLICIT

_LOADING_OUTCOMES = (Outcome.LOADS, Outcome.UNKNOWN)
_LIST_KEYS = {
    Reason.BLACKLISTED: "blacklisted_layers",
    Reason.OUTSIDE_OVERRIDE: "component_layers",
    Reason.OVERRIDE_COMPONENT: "component_layers",
    Reason.META_COMPONENT: "component_layers",
    Reason.META_COMPONENT_MISSING: "component_layers",
    Reason.META_COMPONENT_OLDER: "component_layers",
    Reason.META_COMPONENT_OTHER_VERSION: "api_version",
    Reason.META_RECURSIVE: "component_layers",
    Reason.CRASHES_ALL: "component_layers",
    Reason.OVERRIDE_NOT_FOR_PROGRAM: "app_keys",
    Reason.OVERRIDE_NOT_FIRST: "app_keys",
}
# These leave the list before loader_enable_instance_layers reads enable and disable variables.
_UNLISTED_REASONS = frozenset(_LIST_KEYS) - {Reason.OVERRIDE_COMPONENT, Reason.META_COMPONENT} | {
    Reason.DUPLICATE,
    Reason.SETTINGS_FILE_HIDES,
    Reason.SETTINGS_FILE_OFF,
}
_LIBRARY_REFUSALS = (
    Reason.LIBRARY_MISSING,
    Reason.LIBRARY_FOREIGN,
    Reason.LIBRARY_NEEDS_MISSING,
    Reason.LIBRARY_UNLINKABLE,
    Reason.LAYER_WITHOUT_ENTRY_POINT,
    Reason.DRIVER_WITHOUT_ENTRY_POINT,
    Reason.LIBRARY_CUT_SHORT,
    Reason.LIBRARY_OTHER_SIZE,
)
_LIBRARY_REASONS = (*_LIBRARY_REFUSALS, Reason.LIBRARY_UNKNOWN)
_MARKS_BY_OUTCOME = {
    Outcome.ACTS: Mark.PASS,
    Outcome.LOADS: Mark.PASS,
    Outcome.IGNORED: Mark.NEUTRAL,
    Outcome.UNKNOWN: Mark.NEUTRAL,
}
# What a variable would do if it were set.
_VARIABLE_USES = {
    **{
        rules.replacing_variables[0][0]: message("it would replace the default search paths")
        for rules in VARIABLES_BY_MANIFEST_TYPE.values()
    },
    **{
        rules.adding_variable[0]: message("its paths would be searched first")
        for rules in VARIABLES_BY_MANIFEST_TYPE.values()
    },
    "VK_ICD_FILENAMES": message(
        "it would replace the default search paths unless VK_DRIVER_FILES is set"
    ),
    LAYERS_ENABLE_VARIABLE: message("layers that match its patterns would be turned on"),
    LAYERS_DISABLE_VARIABLE: message(
        "layers that match its patterns would be turned off and hidden"
    ),
    LAYERS_ALLOW_VARIABLE: message(
        "layers that match its patterns would be exempt from {disable}",
        disable=LAYERS_DISABLE_VARIABLE,
    ),
    DRIVERS_SELECT_VARIABLE: message("only drivers that match its patterns would be used"),
    DRIVERS_DISABLE_VARIABLE: message("drivers that match its patterns would be skipped"),
    INSTANCE_LAYERS_VARIABLE: message("the layers it names would load"),
    "VK_LOADER_DISABLE_INST_EXT_FILTER": message(
        "extensions unknown to the loader would be accepted"
    ),
    "HOME": message(
        "folders under it would be searched in place of each XDG variable that is not set"
    ),
    "XDG_CONFIG_HOME": message(
        "folders under it would be searched instead of those under HOME/.config"
    ),
    "XDG_CONFIG_DIRS": message(
        "folders under it would be searched instead of those under /etc/xdg"
    ),
    "XDG_DATA_HOME": message(
        "folders under it would be searched instead of those under HOME/.local/share"
    ),
    "XDG_DATA_DIRS": message(
        "folders under it would be searched instead of those under /usr/local/share and /usr/share"
    ),
    "LD_LIBRARY_PATH": message(
        "its folders would be searched first for libraries named without a folder"
    ),
}
_PATH_CHARACTERS = frozenset("./_")
_LAYER_FILTER_REASONS = (Reason.ENABLE_FILTER, Reason.DISABLE_FILTER, Reason.ALLOW_FILTER)


def explain_component(
    report: LoaderReport, subject: str, cache: DocumentCache | None = None
) -> tuple[Step, ...]:
    """Return the steps by which the loader decided about a layer, a driver or another subject.

    A layer is identified by name or manifest, a driver by its manifest, other subjects by name.
    Returns () if the subject is unknown.
    """
    scanner = Scanner(report.host, cache or DocumentCache())
    layer = find_layer(report, subject)
    if layer is not None:
        return _stop_when_decided(_LayerExplanation(report, layer, scanner).iterate_steps())
    for driver in report.drivers:
        if subject in (driver.file, get_base_name(driver.file)):
            return _stop_when_decided(_yield_driver_steps(report, driver, scanner))
    return explain_other_subject(report, subject)


def find_layer(report: LoaderReport, subject: str) -> FoundLayer | None:
    """Return the copy of a layer that is in the chain, else the first one found, else None."""
    copies = [layer for layer in report.found_layers if subject in (layer.name, layer.file)]
    # loader_create_instance_chain loads one copy of a name.
    return next(
        (candidate for candidate in copies if candidate.position >= 0),
        copies[0] if copies else None,
    )


def _stop_when_decided(steps: Iterator[Step]) -> tuple[Step, ...]:
    """Return the steps up to the first that decides against the subject."""
    decided_steps = []
    for step in steps:
        decided_steps.append(step)
        if step.decisive and step.mark is Mark.AGAINST:
            break
    return tuple(decided_steps)


def _make_search_step(search: ManifestSearch, file: str) -> Step:
    """Return the step that says in which searched folder a manifest was found."""
    for number, path in enumerate(search.paths):
        if file == path:
            text = _render_naming(search.sources[number])
        elif file.startswith(f"{path}/"):
            text = tr(
                "Found in folder {number} of {count}", number=number + 1, count=len(search.paths)
            )
        else:
            continue
        return Step(Mark.PASS, text, file, 1, render_source_name(search.sources[number]))
    return Step(Mark.NEUTRAL, tr("Not in any of the searched folders"), file, 1)


def _render_naming(source: str) -> str:
    """Render by what a manifest was named that no folder search found."""
    return tr("Named in the registry") if is_registered(source) else tr("Named directly")


def _render_log_label(label: str) -> str:
    """Return what the loader's log has for why a layer is in the chain, "" if that says nothing."""
    return tr("in the loader log: “{label}”", label=label) if label else ""


def _render_other_value(name: str, value: str | None, required: str) -> str:
    """Render that a variable has another value than a layer requires.

    `value`: None if the variable is unset.
    """
    if value is None:
        return tr("{name} is not set", name=name)
    if not value:
        return tr("{name} is empty, not {wanted}", name=name, wanted=required)
    return tr("{name} is {value}, not {wanted}", name=name, value=value, wanted=required)


def _render_capitalized(verdict: Verdict, report: LoaderReport) -> str:
    """Render the reason of a verdict with a capital at its start."""
    return _capitalize(render_verdict(verdict, report))


class _LayerExplanation:
    """Builds the explanation of one layer."""

    def __init__(self, report: LoaderReport, layer: FoundLayer, scanner: Scanner) -> None:
        self._report = report
        self._layer = layer
        self._verdict = layer.verdict
        self._lenient = report.profile.has(Gate.NEW_JSON)
        self._scanner = scanner
        self._positions: dict[str, Positions] = {}

    def iterate_steps(self) -> Iterator[Step]:
        """Yield all steps about the layer. The caller stops after a negative decision."""
        layer = self._layer
        search = self._report.implicit_search if layer.implicit else self._report.explicit_search
        yield self._make_settings_entry_step(search) or _make_search_step(search, layer.file)
        if layer.manifest is None:
            yield self._make_negative_step(layer.file, self._verdict.line)
        else:
            yield self._make_manifest_step(layer.manifest)
            yield from self._yield_decision_steps(layer.manifest)

    def _make_settings_entry_step(self, search: ManifestSearch) -> Step | None:
        """Return the step of a layer that only the settings file lists, else None."""
        layer, entry = self._layer, find_settings_entry(self._report, self._layer.file)
        if entry is None or layer.file in search.files:
            return None
        text, note = tr("The loader settings file lists it"), ""
        # get_settings_layers: the folder of a manifest does not count there.
        if is_in_folder_of_other_kind(layer.file, layer.implicit, self._report):
            note = TREAT_AS_IMPLICIT
            text = tr(
                "The loader settings file lists it as an explicit layer, without “{key}”", key=note
            )
            if layer.implicit:
                text = tr(
                    "The loader settings file lists it as an implicit layer, with “{key}”", key=note
                )
        line = self._find_positions(entry.file).find_line(*entry.path)
        return Step(Mark.PASS, text, entry.file, line, note)

    def _yield_decision_steps(self, manifest: LayerManifest) -> Iterator[Step]:
        """Yield the steps about a layer with a valid manifest."""
        if self._verdict.reason in _UNLISTED_REASONS:
            yield self._make_negative_step(self._verdict.file, self._find_list_entry_line())
        for step in (
            self._list_switch_steps() if self._layer.implicit else self._list_request_steps()
        ):
            yield step(manifest)
        yield self._make_library_step(manifest)
        yield self._make_position_step()

    def _list_switch_steps(self) -> tuple[Callable[[LayerManifest], Step], ...]:
        """Return the functions that make the steps of an implicit layer, in loader order."""
        if self._verdict.reason is Reason.SETTINGS_FILE_ON:
            # enable_correct_layers_from_settings checks nothing else then.
            return (self._make_settings_step,)
        # The order of loader_implicit_layer_is_enabled.
        steps = (
            self._make_enable_step,
            self._make_filter_step,
            self._make_disable_step,
            self._make_override_step,
        )
        is_named = self._verdict.reason in (Reason.APPLICATION, Reason.INSTANCE_LAYERS)
        has_request_step = is_named or self._verdict.reason in (
            Reason.META_COMPONENT,
            Reason.NAME_INSIDE_ANOTHER,
            Reason.OLDER_THAN_APPLICATION,
            Reason.EXPIRED,
        )
        return (*steps, self._make_request_step) if has_request_step else steps

    def _list_request_steps(self) -> tuple[Callable[[LayerManifest], Step], ...]:
        """Return the functions that make the steps of an explicit layer, in loader order."""
        return (self._make_filter_step, self._make_request_step)

    def _make_manifest_step(self, manifest: LayerManifest) -> Step:
        """Return the step that says that the manifest is complete."""
        text = tr("The manifest is complete")
        bits = manifest.library_arch[:2]  # the number of characters that the loader compares
        if bits in ("32", "64") and self._report.profile.has(Gate.LIBRARY_ARCH):
            text = tr("The manifest is complete and intended for {bits}-bit programs", bits=bits)
        return Step(Mark.PASS, text, self._layer.file, self._find_key_line("name"))

    def _make_enable_step(self, manifest: LayerManifest) -> Step:
        """Return the step about the layer's enable variable."""
        pair = manifest.enable_environment
        if pair is None:
            is_decisive = self._verdict.reason is Reason.IMPLICIT_ALWAYS
            text = tr("It needs no environment variable")
            if is_decisive:
                text = tr("Always on: needs no environment variable")
            return Step(Mark.PASS, text, decisive=is_decisive)
        name, required = pair
        value = self._report.host.getenv(name)
        line = self._find_key_line("enable_environment", name)
        reasons = (Reason.ENABLE_VARIABLE_UNSET, Reason.ENABLE_VARIABLE_OTHER_VALUE)
        # loader_implicit_layer_is_enabled requires exactly the value in the manifest.
        if value == required:
            is_decisive = self._verdict.reason is Reason.ENABLE_VARIABLE
            text, assignment = (
                tr("{name}={value} is set", name=name, value=value),
                f"{name}={value}",
            )
            return Step(
                Mark.PASS, text, manifest.file, line, "enable_environment", is_decisive, assignment
            )
        text = _render_other_value(name, value, required)
        is_decisive = self._verdict.reason in reasons
        mark = Mark.AGAINST if is_decisive else Mark.NEUTRAL
        return Step(mark, text, manifest.file, line, "enable_environment", is_decisive)

    def _make_filter_step(self, manifest: LayerManifest) -> Step:
        """Return the step about the filters of layers."""
        reason = self._verdict.reason
        if reason is Reason.DISABLE_FILTER:
            return Step(
                Mark.AGAINST, _render_capitalized(self._verdict, self._report), decisive=True
            )
        if reason is Reason.ENABLE_FILTER:
            return Step(Mark.PASS, _render_capitalized(self._verdict, self._report), decisive=True)
        filters = read_layer_filters(self._report.host, self._report.profile)
        if filters.find_disabling_token(manifest.name, manifest.implicit):
            return Step(Mark.NEUTRAL, tr("A filter matches, but another rule takes precedence"))
        return Step(Mark.PASS, tr("No filter turns it off"))

    def _make_disable_step(self, manifest: LayerManifest) -> Step:
        """Return the step about the layer's disable variable."""
        name = manifest.disable_environment or ""
        line = self._find_key_line("disable_environment", name)
        # loader_getenv: also effective in elevated processes; for most releases its presence alone
        # matters.
        value, required = self._report.host.getenv(name), manifest.disable_value
        if value is None or required not in (None, value):
            text = tr("{name} is not set", name=name)
            if value is not None:
                text = tr("{name} is set, but not to {value}", name=name, value=required)
            return Step(Mark.PASS, text, manifest.file, line, "disable_environment")
        is_decisive = self._verdict.reason is Reason.DISABLE_VARIABLE
        mark = Mark.AGAINST if is_decisive else Mark.NEUTRAL
        text = tr("{name} is set", name=name)
        return Step(mark, text, manifest.file, line, "disable_environment", is_decisive, name)

    def _make_override_step(self, _manifest: LayerManifest) -> Step:
        """Return the step about an override."""
        if self._verdict.reason is Reason.OVERRIDE_COMPONENT:
            return self._make_positive_step(self._verdict.file, self._find_list_entry_line())
        layers = self._report.found_layers
        if any(
            layer.name == OVERRIDE_NAME and layer.verdict.outcome is Outcome.ACTS
            for layer in layers
        ):
            return Step(
                Mark.NEUTRAL,
                tr("An override applies, but it does not determine whether this layer loads"),
            )
        return Step(Mark.NEUTRAL, tr("No override applies"))

    def _make_settings_step(self, _manifest: LayerManifest) -> Step:
        """Return the step that says that the settings file turns the layer on."""
        return self._make_positive_step(self._report.settings_file or "", 0)

    def _make_request_step(self, _manifest: LayerManifest) -> Step:
        """Return the step about who requests the layer."""
        if self._verdict.reason in _LIBRARY_REASONS:
            return Step(Mark.NEUTRAL, tr("It makes no difference whether the layer is requested"))
        if self._verdict.outcome is Outcome.OFF:
            return self._make_negative_step("", 0)
        file = self._verdict.file if self._verdict.reason in _LIST_KEYS else ""
        return self._make_positive_step(file, self._find_list_entry_line())

    def _make_library_step(self, manifest: LayerManifest) -> Step:
        """Return the step about the layer's library."""
        line = self._find_key_line("library_path")
        if self._verdict.reason in _LIBRARY_REFUSALS:
            return self._make_negative_step(manifest.file, line)
        if self._verdict.reason is Reason.LIBRARY_UNKNOWN:
            return Step(Mark.NEUTRAL, tr("Not probed: whether its library opens is unknown"))
        if manifest.is_meta:
            text = tr("It has no library: its components load in its place")
            return Step(Mark.NEUTRAL, text, manifest.file, self._find_key_line("component_layers"))
        note = _render_opened_library(self._report, manifest.file, manifest.library, self._scanner)
        return Step(Mark.PASS, tr("Library found"), manifest.file, line, note)

    def _make_position_step(self) -> Step:
        """Return the step about the layer's position in the chain."""
        position, count = self._layer.position, len(self._report.callstack)
        if position >= 0:
            label = self._report.callstack[position].enabled_by
            return Step(
                Mark.PASS,
                tr(
                    "Position {position} of {count} in the chain",
                    position=position + 1,
                    count=count,
                ),
                note=_render_log_label(label),
            )
        for_devices = self._report.device_callstack or ()
        for position_in_chain, active_layer in enumerate(for_devices, 1):
            if active_layer.manifest is self._layer.manifest:
                text = tr(
                    "Position {position} of {count} in each device's chain",
                    position=position_in_chain,
                    count=len(for_devices),
                )
                return Step(Mark.PASS, text, note=_render_log_label(active_layer.enabled_by))
        if self._verdict.outcome in _LOADING_OUTCOMES:
            text = tr(
                "vkCreateInstance fails with {result}, so layers do not load",
                result=self._report.create_result,
            )
            return Step(Mark.AGAINST, text, decisive=True)
        return Step(Mark.NEUTRAL, tr("Not part of the chain"))

    def _make_positive_step(self, file: str, line: int) -> Step:
        """Return the deciding step by which the layer loads."""
        return Step(
            Mark.PASS, _render_capitalized(self._verdict, self._report), file, line, decisive=True
        )

    def _make_negative_step(self, file: str, line: int) -> Step:
        """Return the deciding step by which the layer does not load."""
        return Step(
            Mark.AGAINST,
            _render_capitalized(self._verdict, self._report),
            file,
            line,
            decisive=True,
        )

    def _find_list_entry_line(self) -> int:
        """Return the line of the list entry in the deciding file, or 0."""
        key = _LIST_KEYS.get(self._verdict.reason)
        return self._find_key_line(key, file=self._verdict.file) if key else 0

    def _find_key_line(self, *keys: str, file: str = "") -> int:
        """Return the line of a key of this layer, or of the first layer in another file."""
        positions = self._find_positions(file or self._layer.file)
        number = self._layer.manifest.index if self._layer.manifest and not file else 0
        # If both keys exist, the loader reads "layers".
        node = ("layers", number) if ("layers",) in positions else ("layer",)
        return positions.find_line(*node, *keys)

    def _find_positions(self, path: str) -> Positions:
        """Return the lines of the keys of a file, read once."""
        positions = self._positions.get(path)
        if positions is None:
            document = self._scanner.read_document(path)
            positions = self._positions[path] = document.positions(self._lenient)
        return positions


def _yield_driver_steps(
    report: LoaderReport, driver: FoundDriver, scanner: Scanner
) -> Iterator[Step]:
    """Yield the steps by which the loader decided about a driver."""
    verdict = driver.verdict
    text = _render_capitalized(verdict, report)
    yield _make_search_step(report.driver_search, driver.file)
    if driver.manifest is None:
        yield Step(Mark.AGAINST, text, driver.file, verdict.line, decisive=True)
    else:
        yield from _yield_driver_decision_steps(report, driver.manifest, verdict, text, scanner)


def _yield_driver_decision_steps(
    report: LoaderReport,
    manifest: DriverManifest,
    verdict: Verdict,
    text: str,
    scanner: Scanner,
) -> Iterator[Step]:
    """Yield the steps about a driver with a valid manifest.

    Args:
        report: the report.
        manifest: of the driver.
        verdict: on the driver.
        text: the reason of the verdict.
        scanner: reads the manifest for line numbers.
    """
    document = scanner.read_document(manifest.file)
    positions = document.positions(report.profile.has(Gate.NEW_JSON))
    yield Step(Mark.PASS, tr("The manifest is complete"), manifest.file, positions.find_line("ICD"))
    # loader_icd_scan: is_portability_driver and the filters come before the library.
    if verdict.outcome is Outcome.OFF:
        variable = DRIVER_FILTERS.get(verdict.reason, "")
        yield Step(Mark.AGAINST, text, decisive=True, variable=_render_assignment(report, variable))
    yield _make_driver_filter_step(report, manifest)
    mark = Mark.PASS if verdict.outcome in _LOADING_OUTCOMES else Mark.AGAINST
    line = positions.find_line("ICD", "library_path")
    note = _render_opened_library(report, manifest.file, manifest.library, scanner)
    yield Step(mark, text, manifest.file, line, note, decisive=True)


def _make_driver_filter_step(report: LoaderReport, manifest: DriverManifest) -> Step:
    """Return the step about the filters of drivers, none of which turns this driver off."""
    select, _disable = read_driver_filters(report.host, report.profile)
    assignment = _render_assignment(report, select.variable)
    if select.find_match(get_base_name(manifest.file)) and assignment:
        return Step(
            Mark.PASS, tr("{variable} selects it", variable=assignment), variable=assignment
        )
    return Step(Mark.PASS, tr("No filter turns it off"))


def _render_assignment(report: LoaderReport, variable: str) -> str:
    """Return a variable with its value, "" if it is not set."""
    value = report.host.getenv(variable) if variable else None
    return f"{variable}={value}" if value else ""


def _render_opened_library(
    report: LoaderReport, manifest: str, library: str, scanner: Scanner
) -> str:
    """Return the file that the library of a manifest leads to, and how a bare name is found."""
    for library_verdict in report.verdicts:
        if library_verdict.kind is not Kind.LIBRARY or library_verdict.file != manifest:
            continue
        # A manifest of several layers may name several libraries.
        if (
            get_base_name(library_verdict.subject) == get_base_name(library)
            and library_verdict.detail
        ):
            path = scanner.shorten_path(library_verdict.subject)
            source = render_source_name(str(library_verdict.detail))
            return tr("{library}, found via {source}", library=path, source=source)
    return scanner.shorten_path(library)


def list_other_subjects(report: LoaderReport) -> tuple[str, ...]:
    """Return the subjects, besides layers and drivers, that have an explanation."""
    subjects = (verdict.subject for verdict in report.verdicts)
    tokens = (str(v.detail) for v in report.verdicts if v.kind is Kind.VARIABLE and _is_pattern(v))
    layer_extension_names = (
        extension[0]
        for layer_extension in report.layer_extensions.values()
        for extension in layer_extension
    )
    switches = (
        name for layer in report.found_layers for name in _yield_switch_variables(layer.manifest)
    )
    names = (
        *subjects,
        *tokens,
        *layer_extension_names,
        *switches,
        *sorted(list_known_extensions(report.profile)),
        *_VARIABLE_USES,
    )
    return tuple(dict.fromkeys(name for name in names if name))


def _yield_switch_variables(manifest: object) -> Iterator[str]:
    """Yield the enable and disable variable of a layer's manifest."""
    enable = getattr(manifest, "enable_environment", None)
    disable = getattr(manifest, "disable_environment", None)
    if enable is not None:
        yield enable[0]
    if disable is not None:
        yield disable


def _is_pattern(verdict: Verdict) -> bool:
    """Return whether the detail of a verdict is a pattern or name in a variable's value."""
    reasons = (Reason.MATCHES_NOTHING, Reason.TOO_MANY_TOKENS, Reason.INSTANCE_LAYERS)
    return verdict.reason in (*_LAYER_FILTER_REASONS, *DRIVER_FILTERS, *reasons)


def explain_other_subject(report: LoaderReport, subject: str) -> tuple[Step, ...]:
    """Return steps about a variable, pattern, file, folder or extension, or () if unknown."""
    verdicts = [verdict for verdict in report.verdicts if verdict.subject == subject]
    if not verdicts:
        verdicts = [v for v in report.verdicts if _is_pattern(v) and str(v.detail) == subject]
        if verdicts:
            return (
                *_yield_verdict_steps(report, verdicts),
                *_yield_decided_steps(report, verdicts),
            )
    if any(verdict.kind is Kind.EXTENSION for verdict in verdicts) or _is_extension(
        report, subject
    ):
        return tuple(_yield_extension_steps(report, subject, verdicts))
    if any(verdict.kind is Kind.VARIABLE for verdict in verdicts):
        return tuple(_yield_variable_steps(report, subject, verdicts))
    if subject == report.settings_file:
        verdicts = [verdict for verdict in report.verdicts if verdict.kind is Kind.SETTINGS]
        return (*_yield_verdict_steps(report, verdicts), *_yield_decided_steps(report, verdicts))
    if verdicts:
        return tuple(_yield_verdict_steps(report, verdicts))
    return tuple(_yield_unset_variable_steps(report, subject))


def _yield_verdict_steps(report: LoaderReport, verdicts: Iterable[Verdict]) -> Iterator[Step]:
    """Yield a step for each verdict on a file, a folder or a request."""
    for verdict in verdicts:
        mark = _MARKS_BY_OUTCOME.get(verdict.outcome, Mark.AGAINST)
        line = f"{render_outcome(verdict.outcome)}: {render_verdict(verdict, report)}"
        if verdict.subject not in (verdict.file, ""):
            line = f"{verdict.subject}: {render_verdict(verdict, report)}"
        yield Step(mark, line, verdict.file, verdict.line, "", mark is not Mark.NEUTRAL)


def _yield_variable_steps(
    report: LoaderReport, name: str, verdicts: list[Verdict]
) -> Iterator[Step]:
    """Yield the steps about a variable that is set.

    `verdicts`: those on the variable.
    """
    value = report.host.getenv(name) or ""
    yield Step(Mark.PASS, tr("{name} is set", name=name), note=value)
    reason = verdicts[0].reason
    # loader_secure_getenv.
    if reason is Reason.ELEVATED:
        yield Step(
            Mark.AGAINST,
            tr("Not read because the program is elevated"),
            decisive=True,
        )
        return
    if reason is Reason.NOT_HONOURED:
        yield Step(Mark.AGAINST, _capitalize(render_verdict(verdicts[0], report)), decisive=True)
        return
    yield Step(
        Mark.PASS,
        tr("Loader {version} reads it", version=report.profile.version_text),
    )
    for verdict in verdicts:
        mark = _MARKS_BY_OUTCOME.get(verdict.outcome, Mark.AGAINST)
        text, detail = render_verdict(verdict, report), render(verdict.detail)
        text, note = _split_note(text, detail, value)
        yield Step(mark, text, verdict.file, verdict.line, note, mark is Mark.PASS)
    yield from _yield_decided_steps(report, verdicts)


def _split_note(text: str, detail: str, value: str) -> tuple[str, str]:
    """Return a reason and its detail, the detail "" if the reason or the value shows it."""
    line = text if detail and text.startswith(detail) else _capitalize(text)
    return line, detail if detail not in line and detail != value else ""


def _yield_decided_steps(report: LoaderReport, verdicts: list[Verdict]) -> Iterator[Step]:
    """Yield a step for each layer and driver about which these verdicts decided."""
    names = {verdict.subject for verdict in verdicts} | {verdict.file for verdict in verdicts} - {
        ""
    }
    tokens = {(verdict.reason, verdict.detail) for verdict in verdicts}
    rows = [(layer.verdict, layer.file) for layer in report.found_layers]
    rows += [(driver.verdict, driver.file) for driver in report.drivers]
    for verdict, file in rows:
        is_by_token = (verdict.reason, verdict.detail) in tokens
        is_named = verdict.detail in names or (verdict.file in names and verdict.file != file)
        is_listed = verdict.reason is Reason.INSTANCE_LAYERS and INSTANCE_LAYERS_VARIABLE in names
        if is_by_token or is_named or is_listed:
            mark = _MARKS_BY_OUTCOME.get(verdict.outcome, Mark.AGAINST)
            state = render_state(verdict.outcome)
            text = f"{verdict.subject}: {state}, {render_verdict(verdict, report)}"
            yield Step(mark, text, file)


def _is_extension(report: LoaderReport, name: str) -> bool:
    """Return whether a name is that of an instance extension known to the loader or a layer."""
    is_of_layer = any(
        name == extension[0]
        for layer_extension in report.layer_extensions.values()
        for extension in layer_extension
    )
    return is_of_layer or name in list_known_extensions(report.profile)


def _yield_extension_steps(
    report: LoaderReport, name: str, verdicts: list[Verdict]
) -> Iterator[Step]:
    """Yield the steps about an instance extension: requested, known, offered by."""
    if verdicts:
        yield Step(Mark.PASS, tr("The program requests it"))
    else:
        yield Step(Mark.NEUTRAL, tr("The program does not request it"))
    is_known = name in list_known_extensions(report.profile)
    text = tr("Loader {version} recognizes it", version=report.profile.version_text)
    if not is_known:
        text = tr("Loader {version} does not recognize it", version=report.profile.version_text)
    yield Step(Mark.PASS if is_known else Mark.NEUTRAL, text)
    for layer, extensions in report.layer_extensions.items():
        version = next((x[1] for x in extensions if x[0] == name), None)
        if version is not None:
            yield Step(
                Mark.PASS,
                tr("{layer} offers it", layer=layer),
                note=tr("version {version}", version=version),
            )
    # Manifests of drivers name no extensions.
    yield Step(Mark.FACT, tr("Driver support is unknown until probed"))
    for verdict in verdicts:
        mark = _MARKS_BY_OUTCOME.get(verdict.outcome, Mark.AGAINST)
        yield Step(mark, _capitalize(render_verdict(verdict, report)), decisive=True)


def _yield_unset_variable_steps(report: LoaderReport, name: str) -> Iterator[Step]:
    """Yield the steps about what a variable that is not set would do."""
    layers = [
        layer for layer in report.found_layers if name in _yield_switch_variables(layer.manifest)
    ]
    if name not in _VARIABLE_USES and not layers:
        return
    set_to_nothing = report.host.getenv(name) is not None
    text = (
        tr("{name} is set, but empty", name=name)
        if set_to_nothing
        else tr("{name} is not set", name=name)
    )
    yield Step(Mark.NEUTRAL, text, decisive=True)
    if name in _VARIABLE_USES:
        yield Step(Mark.FACT, _capitalize(render(_VARIABLE_USES[name])))
    for layer in layers:
        manifest = layer.manifest
        is_disable_variable = manifest is not None and manifest.disable_environment == name
        text = (
            tr("{name} would be off", name=layer.name)
            if is_disable_variable
            else tr("{name} requires it", name=layer.name)
        )
        yield Step(Mark.FACT, text, layer.file)


def _capitalize(text: str) -> str:
    """Return a sentence with a capital at its start, unless it begins with a name."""
    # A variable, a file or another name keeps its spelling.
    first = text.split(" ")[0]
    is_name = first.split("=")[0].isupper() or not _PATH_CHARACTERS.isdisjoint(first)
    return text if is_name else text[:1].upper() + text[1:]
