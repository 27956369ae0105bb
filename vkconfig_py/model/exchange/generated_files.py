"""Files generated from layers and configurations: documentation, settings, scripts and code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import partial

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.model.chain.compute import predict
from vkconfig_py.model.configuration.configuration import Variable
from vkconfig_py.model.exchange.documented_layers import (
    DocumentedLayers,
    document_configuration,
    document_layers,
    list_known_layers,
    make_default_configuration,
)
from vkconfig_py.model.formats.layer_documents import make_layer_page, render_json
from vkconfig_py.model.formats.layer_settings_txt import (
    FILE_NAME,
    render_copy,
    render_layer_settings,
)
from vkconfig_py.model.formats.loader_settings_json import render_loader_settings
from vkconfig_py.model.formats.mangohud_conf import fits_variable, render_variable
from vkconfig_py.model.formats.page_blocks import TextDocument, render_html, render_markdown
from vkconfig_py.model.formats.setting_lines import (
    LayerSettings,
    Scope,
    Unwritten,
    list_elsewhere_notes,
)
from vkconfig_py.model.formats.settings_code import list_refusals, render_c, render_cpp
from vkconfig_py.model.formats.shells import SYNTAX_BY_SHELL_KIND, ShellKind
from vkconfig_py.model.formats.variable_scripts import render_script
from vkconfig_py.model.layer_settings.declared import OwnFormat
from vkconfig_py.model.layer_settings.encoding import encode_own_value
from vkconfig_py.model.layer_settings.own_file import get_own_file_name
from vkconfig_py.model.layer_settings.toml_values import render_variable_text
from vkconfig_py.model.plan.layer_settings_plan import SETTINGS_PATH_VARIABLE
from vkconfig_py.model.plan.plan import PredictionRequest

_NON_FILE_NAME_CHARACTERS_PATTERN = re.compile(r"[^A-Za-z0-9._-]+")


class GeneratedKind(StrEnum):
    """Kind of generated file. The value is the command-line word."""

    HTML = "html"
    MARKDOWN = "markdown"
    SETTINGS = "settings"
    BASH = "bash"
    FISH = "fish"
    POWERSHELL = "powershell"
    CMD = "cmd"
    C = "c"
    CPP = "cpp"
    JSON = "json"
    LOADER_SETTINGS = "loader-settings"


class GeneratedFile(NamedTuple):
    """A file that was generated."""

    name: str
    text: str
    notes: tuple[str, ...] = ()

    @property
    def content(self) -> bytes:
        return self.text.encode("utf-8", "surrogateescape")


class _Generator(NamedTuple):
    """Recipe of a kind: label, use, file name or extension, and the writer."""

    label: str
    purpose: str
    file_name_end: str
    render: Callable[[DocumentedLayers], tuple[str, tuple[str, ...]]]


def generate_file(kind: GeneratedKind, documentation: DocumentedLayers) -> GeneratedFile:
    """Render a file of a kind for these layers."""
    generator = _GENERATOR_BY_GENERATED_KIND[kind]
    text, notes = generator.render(documentation)
    return GeneratedFile(
        _make_file_name(generator.file_name_end, documentation),
        text,
        (*documentation.notes, *notes),
    )


def get_kind_label(kind: GeneratedKind) -> str:
    return _GENERATOR_BY_GENERATED_KIND[kind].label


def describe_kind(kind: GeneratedKind) -> str:
    """Return what a kind of generated file is for."""
    return _GENERATOR_BY_GENERATED_KIND[kind].purpose


def _make_file_name(file: str, documentation: DocumentedLayers) -> str:
    """Return the file name of a kind, or its ending behind the name of the configuration."""
    if not file.startswith("."):
        return file
    names = [layer.declared.name for layer in documentation.layers]
    stem = documentation.title or (names[0] if len(names) == 1 else "vulkan-layers")
    return f"{_NON_FILE_NAME_CHARACTERS_PATTERN.sub('-', stem).strip('-.') or 'layers'}{file}"


def _render_page(
    render: Callable[[TextDocument], str], documentation: DocumentedLayers
) -> tuple[str, tuple[str, ...]]:
    """Render the documentation of layers by `render`. Return the text and notes."""
    return render(make_layer_page(documentation.layers, documentation.title)), _list_own_file_notes(
        documentation
    )


def _render_code(
    render: Callable[[Sequence[LayerSettings]], str], documentation: DocumentedLayers
) -> tuple[str, tuple[str, ...]]:
    """Render source code that sets the layer settings. Return the text and notes."""
    notes = (
        *list_refusals(documentation.shared_file_layers),
        *_list_own_file_notes(documentation),
        *_list_other_file_notes(documentation),
    )
    return render(_adapt_layers_for_code(documentation)), notes


def _render_json(documentation: DocumentedLayers) -> tuple[str, tuple[str, ...]]:
    """Render the settings with their documentation as JSON. Return the text and notes."""
    return render_json(documentation.layers), (
        *list_refusals(documentation.shared_file_layers),
        *_list_own_file_notes(documentation),
    )


def _list_own_file_notes(documentation: DocumentedLayers) -> tuple[str, ...]:
    """Return the note that the user's own settings file is used, () if there is none."""
    if documentation.own_file is None:
        return ()
    sentence = tr(
        "{path} is used unchanged: this output contains the layers' default values, not "
        "the values from that file.",
        path=documentation.own_file.path,
    )
    return (sentence,)


def _adapt_layers_for_code(documentation: DocumentedLayers) -> list[LayerSettings]:
    """Return the layers for code, where unwritten settings keep the layers' defaults."""
    return [
        _adapt_layer_for_code(layer, is_written=layer in documentation.written_layers)
        for layer in documentation.layers
    ]


def _adapt_layer_for_code(layer: LayerSettings, *, is_written: bool) -> LayerSettings:
    """Return a layer without values or settings that code cannot set."""
    if (
        layer.declared.own_settings is not None
    ):  # its settings do not come through VK_EXT_layer_settings
        return layer._replace(
            declared=layer.declared._replace(settings=(), presets=()), lost_values=()
        )
    return layer if is_written else layer._replace(values={})


def _list_other_file_notes(documentation: DocumentedLayers) -> tuple[str, ...]:
    """Return notes about layers with chosen settings that the file cannot have."""
    return tuple(
        tr(
            "{layer} reads {file} instead; vkconfig-py writes that file when you launch a "
            "program or apply the configuration.",
            layer=layer.declared.name,
            file=get_own_file_name(own_settings),
        )
        for layer in documentation.written_layers
        if (own_settings := layer.declared.own_settings) is not None
        and own_settings.has_file
        and layer.values
    )


def _list_own_variables(layer: LayerSettings) -> Iterator[Variable]:
    """Yield the variables that hold the chosen settings of a layer with its own format."""
    own_settings = layer.declared.own_settings
    if own_settings is None or not layer.values:
        return
    settings = [setting for setting in layer.list_valued_settings() if setting.key in layer.values]
    encoded_values = [
        encode_own_value(own_settings, setting, layer.get_value(setting), layer.path_variables)
        for setting in settings
    ]
    texts = {
        setting: encoded_value.text
        for setting, encoded_value in zip(settings, encoded_values, strict=True)
        if not encoded_value.refusal
    }
    if own_settings.format is OwnFormat.MANGOHUD:
        values = {setting.own_name: text for setting, text in texts.items() if fits_variable(text)}
        if values:
            yield Variable(own_settings.overrides, render_variable(values))
    if (mode := own_settings.variable_mode) is not None and texts:
        yield Variable(mode.switch, "1")
        for setting, text in texts.items():
            variable_text = render_variable_text(mode, setting, text)
            if (variable := mode.find_variable(setting.own_name)) and variable_text is not None:
                yield Variable(variable, variable_text)
    for setting, text in texts.items():
        if setting.variable:
            yield Variable(setting.variable, text)


def _render_settings(documentation: DocumentedLayers) -> tuple[str, tuple[str, ...]]:
    """Render vk_layer_settings.txt. Return the text and notes."""
    users_file = documentation.own_file
    if users_file is not None and users_file.content is not None:
        copy = render_copy(users_file.content, users_file.path, scope=Scope.ALL)
        return copy.decode("utf-8", "surrogateescape"), ()
    rendered_settings = render_layer_settings(
        documentation.shared_file_layers,
        scope=Scope.ALL,
        platform=documentation.platform,
        environment=documentation.host.environment,
        title=documentation.title,
    )
    notes = map(_render_unwritten, rendered_settings.unwritten)
    return rendered_settings.text, (
        *notes,
        *_list_other_platforms(documentation),
        *_list_other_file_notes(documentation),
    )


def _render_unwritten(unwritten_setting: Unwritten) -> str:
    """Return the note that a setting is not, or only partly, written, and why."""
    if unwritten_setting.partial_reason:
        return tr(
            "{layer}: {setting} is only partly written. {reason}",
            layer=unwritten_setting.layer,
            setting=unwritten_setting.key,
            reason=unwritten_setting.reason,
        )
    return _render_not_written(
        unwritten_setting.layer, unwritten_setting.key, unwritten_setting.reason
    )


def _render_not_written(layer: str, key: str, reason: str) -> str:
    return tr(
        "{layer}: {setting} is not written. {reason}", layer=layer, setting=key, reason=reason
    )


def _list_other_platforms(documentation: DocumentedLayers, platform: str = "") -> Iterator[str]:
    """Yield notes on chosen settings that have no effect on this platform.

    `platform`: "" for that of the machine.
    """
    for layer in documentation.written_layers:
        for note in list_elsewhere_notes(layer, platform or documentation.platform):
            yield _render_not_written(layer.declared.name, note.key, note.sentence)


def _render_script(
    shell: ShellKind, platform: str, documentation: DocumentedLayers
) -> tuple[str, tuple[str, ...]]:
    """Render a script that sets variables. Return the text and notes.

    `platform`: "" for that of the machine.
    """
    names = {variable.name for variable in documentation.variables}
    own_variables = [
        variable
        for layer in documentation.written_layers
        for variable in _list_own_variables(layer)
        if variable.name not in names
    ]
    rendered_text = render_script(
        shell,
        documentation.shared_file_layers,
        enabled_layers=documentation.enabled_layers,
        loader_log=documentation.loader_log,
        variables=(*documentation.variables, *_make_path_variable(documentation), *own_variables),
        platform=platform or documentation.platform,
        title=documentation.title,
    )
    refusal = (
        tr(
            "{name} could not be set to the chosen value. {reason}",
            name=setting.name,
            reason=setting.reason,
        )
        for setting in rendered_text.refused_variables
    )
    is_for_machine = platform in ("", documentation.platform)
    return rendered_text.text, (
        *documentation.unusable_notes,
        *(documentation.order_notes if is_for_machine else ()),
        *refusal,
        *_list_other_platforms(documentation, platform),
    )


def _make_path_variable(documentation: DocumentedLayers) -> tuple[Variable, ...]:
    """Return the variable that makes layers read the user's settings file, unless it is set."""
    users_file = documentation.own_file
    if users_file is None or users_file.content is None:
        return ()
    is_set = any(variable.name == SETTINGS_PATH_VARIABLE for variable in documentation.variables)
    return () if is_set else (Variable(SETTINGS_PATH_VARIABLE, users_file.path),)


def _make_shell_generator(label: str, use: str, shell: ShellKind, platform: str = "") -> _Generator:
    """Return the recipe for scripts of a shell."""
    return _Generator(
        label,
        use,
        SYNTAX_BY_SHELL_KIND[shell].file_extension,
        partial(_render_script, shell, platform),
    )


def _render_loader_settings(documentation: DocumentedLayers) -> tuple[str, tuple[str, ...]]:
    """Render the loader settings file. Return the text and notes."""
    return render_loader_settings([documentation.loader_section]).decode(
        "utf-8", "surrogateescape"
    ), (
        *documentation.unusable_notes,
        *documentation.section_notes,
    )


_GENERATOR_BY_GENERATED_KIND = {
    GeneratedKind.HTML: _Generator(
        "HTML",
        tr("documentation to read in a browser"),
        ".html",
        partial(_render_page, render_html),
    ),
    GeneratedKind.MARKDOWN: _Generator(
        "Markdown",
        tr("documentation to add to a repository"),
        ".md",
        partial(_render_page, render_markdown),
    ),
    GeneratedKind.SETTINGS: _Generator(
        tr("Layer settings"), tr("with comments, for layers"), FILE_NAME, _render_settings
    ),
    GeneratedKind.LOADER_SETTINGS: _Generator(
        tr("Loader settings"),
        tr("layer states and order, for the loader"),
        "vk_loader_settings.json",
        _render_loader_settings,
    ),
    GeneratedKind.BASH: _make_shell_generator(
        "bash", tr("variables, for POSIX shells"), ShellKind.BASH
    ),
    GeneratedKind.FISH: _make_shell_generator("fish", tr("variables"), ShellKind.FISH),
    # These two are used where paths are separated as on Windows.
    GeneratedKind.POWERSHELL: _make_shell_generator(
        "PowerShell", tr("variables"), ShellKind.POWERSHELL, "WINDOWS"
    ),
    GeneratedKind.CMD: _make_shell_generator(
        "cmd", tr("variables in a batch file"), ShellKind.CMD, "WINDOWS"
    ),
    GeneratedKind.C: _Generator(
        "C", tr("for VK_EXT_layer_settings"), "vk_layer_settings.h", partial(_render_code, render_c)
    ),
    GeneratedKind.CPP: _Generator(
        "C++",
        tr("for VK_EXT_layer_settings"),
        "vk_layer_settings.hpp",
        partial(_render_code, render_cpp),
    ),
    GeneratedKind.JSON: _Generator(
        "JSON", tr("everything, machine-readable"), ".json", _render_json
    ),
}
GENERATED_KINDS = tuple(_GENERATOR_BY_GENERATED_KIND)


class GenerateRequest(NamedTuple):
    """A request to generate a file.

    Attributes:
        layers: layer names, () for every layer that programs load with the configuration.
        uses_defaults: use the layers' defaults instead of the configuration's values.
    """

    kind: GeneratedKind
    request: PredictionRequest
    layers: tuple[str, ...] = ()
    uses_defaults: bool = False


class GenerateResult(NamedTuple):
    """The generated file.

    Attributes:
        known_layers: every layer that could be requested.
        layers: the layers that the file covers.
    """

    generate_request: GenerateRequest
    generated: GeneratedFile
    known_layers: tuple[str, ...]
    layers: tuple[str, ...]


def generate_requested(generate_request: GenerateRequest, cache: DocumentCache) -> GenerateResult:
    """Generate a file for a configuration or for named layers, whose values it predicts."""
    prediction = predict(generate_request.request, cache)
    request = prediction.request
    names = list_known_layers(prediction.inventory)
    layers = tuple(name for name in generate_request.layers if name in names)
    if generate_request.uses_defaults:
        layers = layers if generate_request.layers else names
        documentation = document_layers(
            request, prediction, layers, make_default_configuration(layers), cache
        )
    elif generate_request.layers:
        documentation = document_layers(request, prediction, layers, request.configuration, cache)
    else:
        documentation = document_configuration(request, prediction, cache)
    absent_names = tuple(
        tr("{layer}: not installed on this machine.", layer=name)
        for name in generate_request.layers
        if name not in names
    )
    generated_file = generate_file(
        generate_request.kind, documentation._replace(notes=(*absent_names, *documentation.notes))
    )
    return GenerateResult(
        generate_request,
        generated_file,
        names,
        tuple(layer.declared.name for layer in documentation.layers),
    )
