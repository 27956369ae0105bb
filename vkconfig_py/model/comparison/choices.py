"""What the window offers to compare, and the comparison of two of these."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from vkconfig_py.language.sentences import (
    ENGLISH_LANGUAGE,
    current_language,
    render,
    tr,
    use_english,
)
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.releases import find_releases
from vkconfig_py.loader.api.report_json import SavedReportError, read_report
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Outcome
from vkconfig_py.loader.explain.compare import ReportSnapshot, make_report_snapshot
from vkconfig_py.loader.files.own_files import DocumentError, parse_object
from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.loader.profiles.profile import LoaderProfile, Release, Version, release_text
from vkconfig_py.model.chain.compute import Prediction, predict
from vkconfig_py.model.chain.probe_results import DeviceDetail
from vkconfig_py.model.comparison.sides import (
    ComparedValue,
    Comparison,
    ComparisonFormat,
    ComparisonSide,
    compare_reports,
    compare_sides,
    make_configuration_side,
    make_device_side,
    make_moment_side,
    make_report_side,
    render_comparison,
)
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.files.paths import describe_error, read_regular
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.plan.inventory import LayerDeclaration, find_declaration
from vkconfig_py.model.plan.plan import PredictionRequest
from vkconfig_py.model.timeline.entries import NO_HISTORY
from vkconfig_py.model.timeline.history import MachineHistory


class DeviceSideChoice(NamedTuple):
    """A device, by the key of its row."""

    key: str
    title: str


class ConfigurationChoice(NamedTuple):
    """A configuration, by its key."""

    key: str
    title: str

    @classmethod
    def from_configuration(cls, configuration: Configuration) -> ConfigurationChoice:
        """-"""
        return cls(configuration.key, render(configuration.title))


class TodayChoice(NamedTuple):
    """This machine as it is now."""

    @property
    def title(self) -> str:
        return tr("This machine now")


class LoaderChoice(NamedTuple):
    """This machine under another loader version."""

    version: Version
    is_branch: bool = False

    @property
    def title(self) -> str:
        return tr("Loader {version}", version=release_text(Release(*self)))


class SavedChoice(NamedTuple):
    """A report that was saved."""

    path: str

    @property
    def title(self) -> str:
        return Path(self.path).name


class MomentChoice(NamedTuple):
    """This machine as a look at it saw it, by the moment in seconds since the epoch."""

    time: float
    title: str


ReportChoice = TodayChoice | LoaderChoice | SavedChoice
SideChoice = DeviceSideChoice | ConfigurationChoice | ReportChoice | MomentChoice
TODAY = TodayChoice()


class NotComparableError(ValueError):
    """Two sides cannot be compared. The message is a sentence."""


class ComparisonInputs(NamedTuple):
    """What comparisons are made from.

    Attributes:
        request: about this machine today, with the selected configuration.
        make_request: the request about the configuration of a key.
        devices: details of devices by the keys of their rows.
        machine_history: of the looks at this machine.
    """

    request: PredictionRequest
    make_request: Callable[[str], PredictionRequest]
    devices: Mapping[str, DeviceDetail]
    machine_history: MachineHistory = NO_HISTORY


def get_family(choice: SideChoice) -> int:
    """Return the number of the kind of things that a choice can be compared with."""
    match choice:
        case DeviceSideChoice():
            return 0
        case ConfigurationChoice():
            return 1
        case TodayChoice() | LoaderChoice() | SavedChoice():
            return 2
        case MomentChoice():
            return 3


def compare_choices(
    left_choice: SideChoice,
    right_choice: SideChoice,
    inputs: ComparisonInputs,
    cache: DocumentCache,
) -> Comparison:
    """Compare two devices, configurations, reports or moments.

    For a worker, since configurations and reports run the engine.

    Raises:
        NotComparableError: one of them is gone or cannot be read, or they are of different kinds.
    """
    match left_choice, right_choice:
        case DeviceSideChoice(), DeviceSideChoice():
            return compare_sides(
                _make_device_side(left_choice, inputs), _make_device_side(right_choice, inputs)
            )
        case ConfigurationChoice(), ConfigurationChoice():
            left_side, right_side = (
                make_planned_side(predict(inputs.make_request(key), cache), cache)
                for key in (left_choice.key, right_choice.key)
            )
            return compare_sides(left_side, right_side)
        case MomentChoice(), MomentChoice():
            return compare_sides(
                _make_moment_side(left_choice, inputs), _make_moment_side(right_choice, inputs)
            )
    if isinstance(left_choice, ReportChoice) and isinstance(right_choice, ReportChoice):
        return _compare_report_choices(left_choice, right_choice, inputs, cache)
    raise NotComparableError(
        tr("These two items are of different kinds. Choose two of the same kind.")
    )


def render_english_json(
    left_choice: SideChoice,
    right_choice: SideChoice,
    inputs: ComparisonInputs,
    comparison: Comparison,
    lines: Sequence[ComparedValue],
) -> str:
    """Return lines of a comparison as JSON, in English whatever the comparison is in.

    Args:
        left_choice: what was compared.
        right_choice: what it was compared with.
        inputs: where both are found.
        comparison: in the user's language.
        lines: those of its values to render.

    Raises:
        NotComparableError: a new comparison in English has other values.
    """
    if current_language() == ENGLISH_LANGUAGE:
        return render_comparison(ComparisonFormat.JSON, comparison, lines)
    with suppress(NotComparableError), use_english():
        english_comparison = compare_choices(left_choice, right_choice, inputs, DocumentCache())
        if len(english_comparison.values) == len(comparison.values):
            english_lines = [
                english_comparison.values[comparison.values.index(line)] for line in lines
            ]
            return render_comparison(ComparisonFormat.JSON, english_comparison, english_lines)
    raise NotComparableError(
        tr(
            "JSON output is always in English and requires a new comparison. The data may "
            "have changed since the last comparison: compare again."
        )
    )


def _make_device_side(choice: DeviceSideChoice, inputs: ComparisonInputs) -> ComparisonSide:
    """Return the values of a device to compare.

    Raises:
        NotComparableError: no probe knows the device any more.
    """
    detail = inputs.devices.get(choice.key)
    if detail is None:
        raise NotComparableError(
            tr("No probe results for {title}; probe again.", title=choice.title)
        )
    return make_device_side(detail.summary, detail.dump, choice.title)


def _make_moment_side(choice: MomentChoice, inputs: ComparisonInputs) -> ComparisonSide:
    """Return the values of the machine at a moment to compare.

    Raises:
        NotComparableError: the history does not reach back so far.
    """
    side = make_moment_side(choice.time, inputs.machine_history)
    if side is None:
        raise NotComparableError(
            tr("{title}: scans from that time are no longer available.", title=choice.title)
        )
    return side


def make_planned_side(prediction: Prediction, cache: DocumentCache) -> ComparisonSide:
    """Return the values of a prediction: its configuration, the layers and drivers it loads."""
    scanner = Scanner(prediction.inventory.host, cache)

    def find_declared_layer(layer: str) -> DeclaredLayer | None:
        usable_layer = prediction.inventory_index.usable_layers.get(layer)
        if usable_layer is None:
            return None
        return find_declaration(LayerDeclaration(usable_layer.file, layer), scanner)

    chain = tuple(active_layer.manifest.name for active_layer in prediction.report.callstack)
    used_outcomes = (Outcome.LOADS, Outcome.UNKNOWN)
    drivers = tuple(
        driver.file
        for driver in prediction.report.drivers
        if driver.verdict.outcome in used_outcomes
    )
    return make_configuration_side(
        prediction.request.configuration, find_declared_layer, chain, drivers
    )


def _compare_report_choices(
    left_choice: ReportChoice,
    right_choice: ReportChoice,
    inputs: ComparisonInputs,
    cache: DocumentCache,
) -> Comparison:
    """Compare two reports: present, saved, or of another loader version.

    Between loader versions, each difference names the release that brought it.
    """
    snapshot_before, snapshot_after = (
        _read_snapshot(side, inputs.request, cache) for side in (left_choice, right_choice)
    )
    sides = (
        make_report_side(left_choice.title, snapshot_before),
        make_report_side(right_choice.title, snapshot_after),
    )
    releases = {}
    if not isinstance(left_choice, SavedChoice) and not isinstance(right_choice, SavedChoice):
        request = inputs.request
        older_release, newer_release = sorted(
            (_find_profile(side, request) for side in (left_choice, right_choice)), key=_get_version
        )
        application = request.application
        releases = dict(
            find_releases(request.host, application, newer_release, older_release.version, cache)
        )
    return compare_reports(*sides, snapshot_before, snapshot_after, releases)


def _get_version(profile: LoaderProfile) -> tuple[int, int, int]:
    return profile.version


def _find_profile(choice: TodayChoice | LoaderChoice, request: PredictionRequest) -> LoaderProfile:
    """Return the loader whose rules a choice uses."""
    if isinstance(choice, LoaderChoice):
        return request.profile.at_release(*choice)
    return request.profile


def _read_snapshot(
    choice: ReportChoice, request: PredictionRequest, cache: DocumentCache
) -> ReportSnapshot:
    """Return a report to compare: read from its file, or computed now."""
    if isinstance(choice, SavedChoice):
        return _read_saved_report(choice.path)
    profile = _find_profile(choice, request)
    return make_report_snapshot(discover(request.host, request.application, profile, cache))


def _read_saved_report(path: str) -> ReportSnapshot:
    """Read a report that `show --json` wrote.

    Raises:
        NotComparableError: the file cannot be read, or is not a report.
    """
    try:
        return make_report_snapshot(read_report(parse_object(read_regular(Path(path)))).report)
    except OSError as error:
        raise NotComparableError(
            tr("{path} cannot be read: {reason}.", path=path, reason=describe_error(error))
        ) from None
    except (DocumentError, SavedReportError):
        raise NotComparableError(
            tr(
                "{path} is not a report. To create a report, run “vkconfig-py show --json”.",
                path=path,
            )
        ) from None
