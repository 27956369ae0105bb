"""Layers and drivers that a command line names, in full or in part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from vkconfig_py.cli.output import CommandError, Exit, find_similar, plain
from vkconfig_py.language.sentences import join_some, tr
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.configuration.configuration import UNLISTED, Configuration

_LAYER_NAME_PREFIX = "VK_LAYER_"
_MAX_SHOWN = 8
CONTROL_WORDS = {  # of LayerControl and DriverControl
    "on": tr("On", "what a layer or driver is set to"),
    "off": tr("Off", "what a layer or driver is set to"),
    "auto": tr("Auto", "what a layer or driver is set to"),
    "only": tr("Only", "what a driver is set to"),
}
OTHERS_ARGUMENT = "others"  # every layer that a configuration does not name
LAYER_OR_OTHERS = f"LAYER|{OTHERS_ARGUMENT}"


def render_control_sentence(configuration: Configuration, subject: str, control: str) -> str:
    """Return the sentence that says what a layer or driver is set to."""
    return tr(
        "“{name}”: {subject} is set to {control}.",
        name=plain(configuration.title),
        subject=plain(subject),
        control=CONTROL_WORDS[control],
    )


def find_layer(name: str, configuration: Configuration, report: LoaderReport) -> str:
    """Return the full name of a layer of the machine or the configuration.

    A full name that nobody knows is taken as it is: the layer may be installed later.

    Raises:
        CommandError: part of no name, or of several.
    """
    installed_names = [layer.name for layer in report.found_layers if layer.manifest is not None]
    known_names = dict.fromkeys((*(entry.name for entry in configuration.layers), *installed_names))
    full_name = find_named(name, known_names)
    if full_name or name.startswith(_LAYER_NAME_PREFIX):
        return full_name or name
    similar_name = find_similar(name, known_names) or find_similar(
        _LAYER_NAME_PREFIX + name, known_names
    )
    if similar_name:
        raise CommandError(
            tr(
                "No layer named “{name}”. Did you mean “{similar}”?",
                name=name,
                similar=similar_name,
            ),
            Exit.NOT_FOUND,
        )
    absent_layer = find_absent_layer(name, report)
    if absent_layer is not None:
        raise CommandError(
            tr(
                "{layer} is not installed. How to get it: vkconfig-py explain {layer}",
                layer=absent_layer,
            ),
            Exit.NOT_FOUND,
        )
    raise CommandError(
        tr(
            "No layer named “{name}”. To list the layers: vkconfig-py layer list",
            name=name,
        ),
        Exit.NOT_FOUND,
    )


def find_absent_layer(name: str, report: LoaderReport) -> str | None:
    """Return the known layer that is not installed and that a name means, None for none.

    Raises:
        CommandError: the name means several.
    """
    from vkconfig_py.model.problems.missing_layers import find_absent_layers  # seldom needed

    layers = find_absent_layers(name, (layer.name for layer in report.found_layers))
    if len(layers) > 1:
        raise make_ambiguity_error(name, layers)
    return layers[0] if layers else None


def find_layer_or_others(name: str, configuration: Configuration, report: LoaderReport) -> str:
    """Return the full name of a layer, or UNLISTED for “others”.

    Raises:
        CommandError: part of no name, or of several.
    """
    return UNLISTED if name == OTHERS_ARGUMENT else find_layer(name, configuration, report)


def find_driver(name: str, report: LoaderReport) -> str:
    """Return the base name of the manifest of a driver, or "" if none has this name.

    A manifest that nobody knows is taken as it is: the driver may be installed later.

    Raises:
        CommandError: it is part of several names.
    """
    files = dict.fromkeys(get_base_name(driver.file) for driver in report.drivers)
    file = get_base_name(name)
    return find_named(file, files) or (file if file.endswith(".json") else "")


def find_named(name: str, known_names: Iterable[str]) -> str:
    """Return the known name that equals a text, else the only one that contains it, else "".

    The prefix VK_LAYER_ may be left out.

    Raises:
        CommandError: it is part of several.
    """
    names = list(known_names)
    tries: tuple[Callable[[str], bool], ...] = (
        lambda candidate: candidate == name,
        lambda candidate: candidate.removeprefix(_LAYER_NAME_PREFIX) == name,
        lambda candidate: name.casefold() in candidate.casefold(),
    )
    for fits in tries:
        matches = [candidate for candidate in names if fits(candidate)]
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise make_ambiguity_error(name, matches)
    return ""


def make_ambiguity_error(name: str, matches: Sequence[str]) -> CommandError:
    """Return the error about a name that means several things."""
    names = join_some(matches, _MAX_SHOWN)
    return CommandError(
        tr("“{name}” is ambiguous: {names}", name=name, names=names), Exit.NOT_FOUND
    )
