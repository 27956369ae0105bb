"""What is known of layers by their names: what they do, who makes them, their packages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.files import resources
from vkconfig_py.model.files.paths import path_exists

LAYER_SOURCES_FILE = "layer_sources.json"


class PictureUse(StrEnum):
    """What a layer does with the picture that a program shows."""

    DRAWS = "DRAWS"  # over it
    CHANGES = "CHANGES"
    CAPTURES = "CAPTURES"


def find_picture_use(layer: str) -> PictureUse | None:
    """Return what a layer does with the picture, None if it leaves it alone or is not known."""
    source = _find_source(layer)
    use = source.get("picture") if source else None
    return PictureUse(use) if use else None


class LayerSource(NamedTuple):
    """Where a layer comes from.

    Attributes:
        purpose: what it does, in English.
        commands: what installs its package, by the program that does.
    """

    purpose: str
    maker: str
    page: str
    commands: Mapping[str, str]

    def find_command(self, root: str) -> str:
        """Return the command that installs its package on the machine below a folder, or ""."""
        tools = _list_package_tools(root)
        return next((command for tool, command in self.commands.items() if tool in tools), "")


def find_source(layer: str) -> LayerSource | None:
    """Return where a layer comes from, None if that is not known."""
    source = _find_source(layer)
    if source is None:
        return None
    distributions = _read_sources()["distributions"]
    commands = {
        tool: f"{distributions[tool]['command']} {package}"
        for tool, package in source.get("packages", {}).items()
    }
    return LayerSource(source["purpose"], source["maker"], source["page"], commands)


def describe_source(layer: str) -> tuple[str, ...]:
    """Return what a layer does with its maker, then a line for each package, () if not known."""
    source = find_source(layer)
    if source is None:
        return ()
    purpose = tr(source.purpose)
    lines = [
        tr("{purpose} By {maker}: {page}", purpose=purpose, maker=source.maker, page=source.page)
    ]
    for tool, command in source.commands.items():
        distribution = _read_sources()["distributions"][tool]["name"]
        lines.append(tr("{distribution}: {command}", distribution=distribution, command=command))
    return tuple(lines)


@cache
def list_harmless_texts() -> tuple[str, ...]:
    """Return parts of the lines that layers print as errors although programs run as they should.

    MangoHud, for example, so reports a sensor that the machine does not have.
    """
    sources = _read_sources()["layers"].values()
    return tuple(text for source in sources for text in source.get("harmless", ()))


def _find_source(layer: str) -> dict[str, Any] | None:
    """Return what is known of a layer, or None."""
    sources = _read_sources()["layers"]
    return next((source for name, source in sources.items() if layer.startswith(name)), None)


@cache
def _list_package_tools(root: str) -> frozenset[str]:
    """Return the programs that install packages on the machine below a folder.

    They are looked for once: lists of problems are made often, and on the GUI thread.
    """
    tools = _read_sources()["distributions"]
    return frozenset(tool for tool in tools if path_exists(Path(f"{root}/usr/bin/{tool}")))


@cache
def _read_sources() -> dict[str, Any]:
    """Return the content of resources/layer_sources.json."""
    content: dict[str, Any] = json.loads(
        resources.find_resource(LAYER_SOURCES_FILE).read_text(encoding="utf-8")
    )
    return content
