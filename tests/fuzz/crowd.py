"""Mutated documents before a real loader: many harmless ones on one machine, fatal ones alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from tests.framework import manifests
from tests.framework.reference import RealLoader
from tests.fuzz.documents import FILTER_VARIABLES, Kind, Mutated, Mutator
from tests.fuzz.machine import ROOT, Item, Machine, What
from tests.fuzz.settings import FILE as SETTINGS_FILE
from tests.fuzz.text import Members, render
from tests.fuzz.words import NAMES
from tests.fuzz.workshop import Comparison, Workshop
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.files.scan import Document
from vkconfig_py.loader.manifests.driver import parse_driver_file
from vkconfig_py.loader.manifests.layer import parse_layer_file
from vkconfig_py.loader.manifests.reader import Dialect, Failure

_CROWD = 40
_FOLDERS = {
    Kind.EXPLICIT: "data_home/vulkan/explicit_layer.d",
    Kind.IMPLICIT: "data_home/vulkan/implicit_layer.d",
    Kind.DRIVER: "data_home/vulkan/icd.d",
}
_ENVIRONMENT: tuple[tuple[str, str], ...] = (
    ("HOME", f"{ROOT}/home"),
    ("XDG_DATA_HOME", f"{ROOT}/data_home"),
    ("XDG_CONFIG_HOME", f"{ROOT}/config_home"),
    ("XDG_DATA_DIRS", f"{ROOT}/data_dirs"),
)


def _in_order(value: dict[str, object]) -> Members:
    return Members(
        (key, _in_order(inner) if isinstance(inner, dict) else inner)
        for key, inner in value.items()
    )


_DRIVER = (
    Item("lib/libsound.so", What.DRIVER),
    Item(
        "data_dirs/vulkan/icd.d/sound.json",
        What.TEXT,
        render(_in_order(manifests.driver_document(f"{ROOT}/lib/libsound.so"))),
    ),
)


def compare_documents(
    place: Workshop, loader: RealLoader, seed: int, count: int
) -> Iterator[tuple[Comparison, int]]:
    """Yield machine after machine, with the number of documents on it, until all are compared."""
    mutator = Mutator(seed)
    crowd: list[Mutated] = []
    for number in range(count):
        document = mutator.make()
        if document.kind in _FOLDERS and not _is_fatal(document, loader):
            crowd.append(document)
            if len(crowd) == _CROWD:
                yield from _try_crowd(place, loader, crowd)
                crowd = []
        else:
            machine = machine_of([document], Random(f"{seed}:{number}"))
            yield place.try_machine(machine, loader), 1
    if crowd:
        yield from _try_crowd(place, loader, crowd)


def _try_crowd(
    place: Workshop, loader: RealLoader, crowd: Sequence[Mutated]
) -> Iterator[tuple[Comparison, int]]:
    comparison = place.try_machine(machine_of(crowd), loader)
    if not comparison.differing:
        yield comparison, len(crowd)
        return
    alone = [place.try_machine(machine_of([document]), loader) for document in crowd]
    wrong = [found for found in alone if found.differing] or [comparison]
    for found in wrong:
        yield found, len(crowd) // len(wrong)


def _is_fatal(document: Mutated, loader: RealLoader) -> bool:
    """Return whether the engine expects this loader to fail as a whole because of the document."""
    dialect = Dialect.of(loader.profile, 64)
    read = Document(document.content)
    if document.kind is Kind.DRIVER:
        found = parse_driver_file("/d.json", read, dialect)
        return isinstance(found, Failure) and found.is_abort
    file = parse_layer_file("/l.json", read, document.kind is Kind.IMPLICIT, dialect)
    return any(isinstance(entry, Failure) and entry.is_abort for entry in file.entries)


def machine_of(documents: Sequence[Mutated], random: Random | None = None) -> Machine:
    """Return a machine with these documents; those of other kinds stand alone."""
    first = documents[0]
    environment = _ENVIRONMENT
    items = list(_DRIVER)
    if first.kind in _FOLDERS:
        items += [
            Item(f"{_FOLDERS[document.kind]}/{number}.json", What.TEXT, document.content)
            for number, document in enumerate(documents)
        ]
    else:
        items += _sound_layers()
    if first.kind is Kind.SETTINGS:
        items.append(Item(f"config_home/{SETTINGS_FILE}", What.TEXT, first.content))
    elif first.kind is Kind.FILTER:
        variable = (random or Random(0)).choice(FILTER_VARIABLES)
        value = first.content.decode("utf-8", "surrogateescape")
        environment = (*environment, (variable, value))
    return Machine("documents", tuple(items), environment, Application("documents"))


def _sound_layers() -> list[Item]:
    """Return a sound layer of each name, one of two in an implicit folder."""
    items = [
        Item(
            "plain/driver.json",
            What.TEXT,
            render(_in_order(manifests.driver_document(f"{ROOT}/lib/libsound.so"))),
        )
    ]
    for number, name in enumerate(NAMES):
        library = f"lib/lib{number}.so"
        kind = Kind.IMPLICIT if number % 2 else Kind.EXPLICIT
        make = manifests.implicit_layer if number % 2 else manifests.explicit_layer
        layer = make("x", f"{ROOT}/{library}", name=name)
        document = manifests.layer_document(layer)
        content = render(_in_order(document))
        items.append(Item(library, What.LAYER))
        items.append(Item(f"{_FOLDERS[kind]}/{number}.json", What.TEXT, content))
        if name in ("VK_LAYER_A", "VK_LAYER_B"):
            items.append(Item(f"plain/{name[-1].lower()}.json", What.TEXT, content))
    return items
