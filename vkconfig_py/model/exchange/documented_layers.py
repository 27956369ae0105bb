"""The layers to document, with their effective values.

For a configuration these are the layers that programs load, in the order of the chain, followed by
those that it turns on or leaves on Auto but that do not load here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.explain.verdict_sentences import render_verdict
from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.loader.platforms.rules import get_platform_rules
from vkconfig_py.loader.rules.loader_report import FoundLayer, LoaderReport
from vkconfig_py.loader.rules.ordering import INSTANCE_LAYERS_VARIABLE
from vkconfig_py.model.chain.compute import Prediction
from vkconfig_py.model.chain.run_engine import compute_report
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    Configuration,
    LayerControl,
    LayerEntry,
    Variable,
)
from vkconfig_py.model.formats.layer_documents import make_layer_page, map_setting_anchors
from vkconfig_py.model.formats.loader_settings_json import (
    ListedLayer,
    SectionControl,
    SettingsSection,
    UnorderedLayers,
)
from vkconfig_py.model.formats.page_blocks import render_body
from vkconfig_py.model.formats.setting_lines import LayerSettings
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.layer_values import adapt_entry_to_copy
from vkconfig_py.model.layer_settings.parse_layer import ReadingProblem, read_declared
from vkconfig_py.model.layer_settings.setting_names import get_platform_token
from vkconfig_py.model.layer_settings.setting_paths import (
    PathVariables,
    make_program_path_variables,
)
from vkconfig_py.model.plan.inventory import (
    LayerDeclaration,
    find_chosen_copy,
    find_declaration,
    resolve_layers,
)
from vkconfig_py.model.plan.loader_family import list_launch_order_limits
from vkconfig_py.model.plan.loader_settings_plan import (
    list_loader_limits,
    list_section_limits,
    make_section,
)
from vkconfig_py.model.plan.plan import (
    AppliedConfiguration,
    Mechanism,
    PredictionRequest,
    render_limits,
)
from vkconfig_py.model.text.wording import capitalise

_ABSENT_REASON = tr("It is not installed on this machine, so it is not documented.")
_UNUSABLE_REASON = tr("It cannot be loaded from any manifest on this machine, so it is omitted.")


class UnchangedFile(NamedTuple):
    """The user's own settings file that a configuration uses unchanged.

    Attributes:
        content: None if it cannot be read.
    """

    path: str
    content: bytes | None


class DocumentedLayers(NamedTuple):
    """Subject of a generated file.

    Attributes:
        title: name of the configuration, "" for layers with their defaults.
        layers: nearest to the application first.
        written_layers: the layers whose settings the configuration writes.
        loader_section: content of the loader settings file.
        section_notes: what a loader settings file cannot express.
        unusable_layers: layers that it turns on and that have no loadable copy.
        variables: of the configuration, and those that turn implicit layers on or off.
        own_file: the user's own file with the settings. `layers` then have their defaults.
        order_notes: what the variables of a script for this machine cannot express of the order.
    """

    title: str
    layers: tuple[LayerSettings, ...]
    written_layers: tuple[LayerSettings, ...]
    loader_section: SettingsSection
    host: Host
    loader_log: tuple[str, ...] = ()
    variables: tuple[Variable, ...] = ()
    notes: tuple[str, ...] = ()
    section_notes: tuple[str, ...] = ()
    unusable_layers: tuple[str, ...] = ()
    own_file: UnchangedFile | None = None
    order_notes: tuple[str, ...] = ()

    @property
    def shared_file_layers(self) -> tuple[LayerSettings, ...]:
        """The written layers that read vk_layer_settings.txt, not a file of their own."""
        return tuple(layer for layer in self.written_layers if layer.declared.own_settings is None)

    @property
    def enabled_layers(self) -> tuple[str, ...]:
        """The layers that a script turns on, nearest to the application first."""
        return tuple(
            layer.declared.name
            for layer in self.layers
            if layer.is_on and layer.declared.name not in self.unusable_layers
        )

    @property
    def unusable_notes(self) -> tuple[str, ...]:
        """A sentence for each layer that cannot be loaded."""
        return tuple(f"{name}: {_UNUSABLE_REASON}" for name in self.unusable_layers)

    @property
    def platform(self) -> str:
        return get_platform_token(self.host.platform)


def list_known_layers(report: LoaderReport) -> tuple[str, ...]:
    """Return the names of all installed layers, also those that cannot be used."""
    names = {layer.name for layer in report.found_layers if _is_layer(layer)}
    return tuple(sorted(names, key=str.casefold))


def find_layers(name: str, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names that equal a text, or else those that contain it.

    VK_LAYER_ may be left out; case does not matter.
    """
    pattern = name.casefold()
    exact_matches = [
        candidate
        for candidate in names
        if pattern in (candidate.casefold(), candidate.removeprefix("VK_LAYER_").casefold())
    ]
    return tuple(
        exact_matches
        or (candidate for candidate in names if pattern and pattern in candidate.casefold())
    )


def document_configuration(
    request: PredictionRequest, prediction: Prediction, cache: DocumentCache
) -> DocumentedLayers:
    """Collect the settings of all layers that a configuration turns on or that load."""
    configuration = request.configuration
    names = tuple(_list_layers_to_document(configuration, prediction))
    documentation = _collect_layers(request, prediction, names, configuration, cache)
    known_names = set(list_known_layers(prediction.inventory))
    chosen_names = [
        layer.name for layer in configuration.layers if layer.control is not LayerControl.OFF
    ]
    absent_names = [
        f"{name}: {_render_absence(name, configuration.find_entry(name), prediction.inventory)}"
        for name in chosen_names
        if name not in known_names and name != UNLISTED
    ]
    return documentation._replace(
        notes=(*absent_names, *documentation.notes),
        order_notes=tuple(_list_order_notes(prediction, documentation, cache)),
    )


def _list_order_notes(
    prediction: Prediction, documentation: DocumentedLayers, cache: DocumentCache
) -> list[str]:
    """Return the sentence that layers named in a variable get another order than in a launch."""
    request, host = prediction.request, prediction.inventory.host
    names = documentation.enabled_layers
    if len(names) < 2:
        return []
    value = get_platform_rules(host.platform).separator.join(names)
    variables = [(variable.name, variable.value) for variable in documentation.variables]
    named_host = host.with_environment([*variables, (INSTANCE_LAYERS_VARIABLE, value)])
    callstack = compute_report(request, named_host, cache).callstack
    resulting_order = [active_layer.manifest.name for active_layer in callstack]
    limits = list_launch_order_limits(
        names, resulting_order, prediction.inventory_index, host, request.profile
    )
    return render_limits(limits, as_sentences=True)


def _render_absence(name: str, entry: LayerEntry | None, inventory: LoaderReport) -> str:
    """Return why a layer has no documentation: it is missing, or its manifest cannot be used."""
    manifest = entry.manifest if entry else ""
    return explain_skipped_manifest(name, inventory, manifest) or _ABSENT_REASON


def explain_skipped_manifest(name: str, inventory: LoaderReport, manifest: str = "") -> str:
    """Return the sentence why no loader can use a layer's manifest, or "".

    `manifest`: where the layer was before, for one whose file no longer tells its name.
    """
    for layer in inventory.found_layers:
        if layer.manifest is None and (layer.name == name or layer.file == manifest):
            return tr(
                "Its manifest {path} is skipped: {reason}.",
                path=layer.file,
                reason=render_verdict(layer.verdict, inventory),
            )
    return ""


def document_layers(
    request: PredictionRequest,
    prediction: Prediction,
    names: Sequence[str],
    configuration: Configuration,
    cache: DocumentCache,
) -> DocumentedLayers:
    """Collect the settings of these layers, as a configuration sets them.

    Args:
        request: names machine and loader.
        prediction: of the request.
        names: of the layers.
        configuration: holds the values.
        cache: of parsed files.
    """
    entries = tuple(layer for layer in configuration.layers if layer.name in (*names, UNLISTED))
    return _collect_layers(
        request, prediction, names, configuration._replace(layers=entries), cache
    )


def _collect_layers(
    request: PredictionRequest,
    prediction: Prediction,
    names: Sequence[str],
    configuration: Configuration,
    cache: DocumentCache,
) -> DocumentedLayers:
    """Collect declared settings and values of these layers, in this order.

    Args:
        request: names machine and loader.
        prediction: of the request.
        names: of the layers.
        configuration: holds the values.
        cache: of parsed files.
    """
    scanner = Scanner(request.host, cache)
    own_file = _read_own_file(configuration, scanner)
    paths = make_program_path_variables(request.host, configuration.environment)
    layers: list[LayerSettings] = []
    written_layers: list[LayerSettings] = []
    notes = []
    if own_file is not None and own_file.content is None:
        notes.append(
            tr("{path} cannot be read, so layer settings are not written.", path=own_file.path)
        )
    for name in dict.fromkeys(names):
        entry = configuration.find_entry(name)
        manifest = _find_manifest(name, entry, prediction)
        declared_layer = (
            find_declaration(LayerDeclaration(manifest, name), scanner) if manifest else None
        )
        if declared_layer is None:
            notes.append(
                tr("{layer}: its manifest {path} cannot be read.", layer=name, path=manifest)
            )
            continue
        is_on = entry is not None and entry.control is LayerControl.ON
        written_entry = (
            None if own_file else adapt_entry_to_copy(configuration, declared_layer, entry)
        )
        layers.append(
            LayerSettings.from_entry(declared_layer, written_entry, is_on=is_on, paths=paths)
        )
        if own_file:
            continue
        if entry is None or (entry.writes_settings and entry.control is not LayerControl.OFF):
            written_layers.append(layers[-1])
    programs = tuple(program.path for program in configuration.programs if program.enabled)
    applied_configuration = AppliedConfiguration(configuration, programs, 0.0, Mechanism.SETTINGS)
    section = make_section(applied_configuration, prediction.inventory_index, request.profile)
    return DocumentedLayers(
        configuration.name if configuration.key else "",
        tuple(layers),
        tuple(written_layers),
        section,
        request.host,
        configuration.loader_log,
        (*configuration.environment, *_list_switch_variables(configuration, prediction)),
        tuple(notes),
        tuple(_list_section_notes(request, prediction, configuration, section)),
        tuple(_list_unusable(configuration, prediction)),
        own_file,
    )


def _list_switch_variables(
    configuration: Configuration, prediction: Prediction
) -> Iterator[Variable]:
    """Yield the variables that turn implicit layers on or off, which no name in a list does."""
    inventory_index = prediction.inventory_index
    resolved_layers = resolve_layers(configuration, inventory_index)
    user_variables = {variable.name for variable in configuration.environment}
    for manifest in inventory_index.list_manifests(
        name for name in resolved_layers.components if name in resolved_layers.enabled_names
    ):
        if manifest.implicit and manifest.enable_environment is not None:
            name, value = manifest.enable_environment
            if name not in user_variables:
                yield Variable(name, value)
    for manifest in inventory_index.list_manifests(resolved_layers.disabled_names):
        disabling_name = manifest.disable_environment
        if manifest.implicit and disabling_name and disabling_name not in user_variables:
            yield Variable(disabling_name, manifest.off_value)


def _read_own_file(configuration: Configuration, scanner: Scanner) -> UnchangedFile | None:
    """Return the settings file that a configuration uses unchanged, None if it has none."""
    path = configuration.settings_file
    if not path:
        return None
    # A relative path would mean another file to a program with another working directory.
    return UnchangedFile(path, scanner.read(path) if path.startswith("/") else None)


def _list_unusable(configuration: Configuration, prediction: Prediction) -> Iterator[str]:
    """Yield the layers that a configuration turns on and that have no loadable copy."""
    known_names = set(list_known_layers(prediction.inventory))
    for entry in configuration.layers:
        if entry.control is LayerControl.ON and entry.name in known_names - set(
            prediction.inventory_index.usable_layers
        ):
            yield entry.name


def _list_section_notes(
    request: PredictionRequest,
    prediction: Prediction,
    configuration: Configuration,
    section: SettingsSection,
) -> Iterator[str]:
    """Yield sentences on what a loader settings file cannot do with this loader."""
    profile = request.profile
    limits = list_section_limits(configuration, section, prediction.inventory_index, profile)
    for limit in (*list_loader_limits(profile, ()), *limits):
        words = f"{capitalise(limit.text)}."
        yield f"{limit.subject}: {words}" if limit.subject else words


def document_manifests(manifests: Mapping[str, bytes], host: Host) -> DocumentedLayers:
    """Collect the layers of manifests (content by path) with their defaults.

    The first of several layers with one name is used. Manifests without layers are reported in the
    notes.
    """
    layers: dict[str, LayerSettings] = {}
    declared_layers, notes = [], []
    for path, content in manifests.items():
        reading = read_declared(content, path)
        for layer in reading.layers:
            if layer.name in layers:
                duplicate_note = tr(
                    "{layer}: also found in {path}; the first copy is used.",
                    layer=layer.name,
                    path=path,
                )
                notes.append(duplicate_note)
                continue
            layers[layer.name] = LayerSettings.from_entry(layer)
            declared_layers.append(ListedLayer(layer.name, path, SectionControl.ON))
        if not reading.layers:
            notes.append(_render_no_declaration(path, reading.problems))
    documented_layers = tuple(layers.values())
    section = SettingsSection("", (*declared_layers, UnorderedLayers()))
    return DocumentedLayers(
        "", documented_layers, documented_layers, section, host, notes=tuple(notes)
    )


def _render_no_declaration(path: str, problems: Sequence[ReadingProblem]) -> str:
    """Return the sentence that a manifest declares no layer, with the first problem."""
    if not problems:
        return tr("{path} does not declare a layer.", path=path)
    return tr("{path} does not declare a layer: {reason}", path=path, reason=problems[0].sentence)


def make_default_configuration(names: Sequence[str]) -> Configuration:
    """Return a configuration that turns on these layers with default settings."""
    entries = tuple(LayerEntry(name, LayerControl.ON) for name in dict.fromkeys(names))
    return Configuration("", ", ".join(names), layers=entries)


def _list_layers_to_document(configuration: Configuration, prediction: Prediction) -> Iterator[str]:
    """Yield the installed layers of the chain, then others that are not turned off."""
    chain = [active_layer.manifest.name for active_layer in prediction.report.callstack]
    known_names = set(list_known_layers(prediction.inventory))
    entries = [
        layer.name for layer in configuration.layers if layer.control is not LayerControl.OFF
    ]
    for name in dict.fromkeys((*chain, *entries)):
        if name in known_names and name != UNLISTED:
            yield name


def _find_manifest(name: str, entry: LayerEntry | None, prediction: Prediction) -> str:
    """Return the manifest of the copy that a configuration uses, "" if no file declares it."""
    inventory_index = prediction.inventory_index
    usable_layer = inventory_index.usable_layers.get(name)
    if usable_layer is None:
        copies = (
            layer
            for layer in prediction.inventory.found_layers
            if layer.name == name and _is_layer(layer)
        )
        return next((copy.file for copy in copies), "")
    chosen_copy = (
        find_chosen_copy(entry, inventory_index) if entry is not None and entry.copy else None
    )
    return (chosen_copy or usable_layer).file


def _is_layer(layer: FoundLayer) -> bool:
    """Return whether a manifest could be read, and is not an override."""
    return layer.manifest is not None and not layer.manifest.is_override


class LayerDocument(NamedTuple):
    """Documentation shown for a layer.

    Attributes:
        body: HTML without scripts and styles.
        anchors: anchor of each setting, by its key.
    """

    layer: str
    body: str
    url: str
    anchors: Mapping[str, str]


def make_layer_document(
    declared_layer: DeclaredLayer, entry: LayerEntry | None, paths: PathVariables | None = None
) -> LayerDocument:
    """Return the documentation of a layer with the effective values of a configuration.

    Variables in paths are expanded if their values are given.
    """
    settings = LayerSettings.from_entry(declared_layer, entry, paths=paths)
    body = render_body(make_layer_page([settings]))
    return LayerDocument(
        declared_layer.name, body, declared_layer.url, map_setting_anchors(settings)
    )
