"""dev.py fuzz --record: what loaders of many releases answered, for those who have none of them.

All were asked about the same machines. These are kept beside the answers, with the order in which
the disk listed their folders: the generator may change, and disks list in other orders.
"""

from __future__ import annotations

import json
import lzma
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from tests.framework.reference import RealLoader
from tests.fuzz.answers import Facts, differences, facts_of_report, may_be_quiet, predict
from tests.fuzz.generate import generate
from tests.fuzz.machine import ROOT, Item, Machine, Tree, What
from tests.fuzz.workshop import Workshop
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.profiles.profile import LoaderProfile

DATA = Path(__file__).parents[1] / "data" / "loaders"
MACHINES = 200
_ENDING = ".json.xz"
_MACHINES = DATA / f"machines{_ENDING}"

Listings = Mapping[str, Sequence[str]]


class Recorded(NamedTuple):
    """A machine, and the entries of its folders in the order in which the disk gave them."""

    machine: Machine
    listings: Listings


def record(
    place: Workshop, loaders: Sequence[RealLoader], seed: int, numbers: Sequence[int]
) -> None:
    """Ask loaders about machines, and write both down in place of what was kept."""
    machines: list[Any] = []
    answers: dict[RealLoader, list[Facts]] = {loader: [] for loader in loaders}
    for number in numbers:
        machine = generate(seed, number)
        with place.built(machine) as tree:
            machines.append([_to_json(tree.machine), _listings(tree)])
            for loader in loaders:
                answers[loader].append(place.ask(tree, loader))
    DATA.mkdir(exist_ok=True)
    for old in DATA.glob(f"*{_ENDING}"):
        old.unlink()
    _write(_MACHINES, machines)
    for loader, given in answers.items():
        file = DATA / f"{loader.profile.version_text}{_ENDING}"
        _write(file, [loader.profile._replace(library=""), given])


def _listings(tree: Tree) -> dict[str, list[str]]:
    return {
        folder.replace(tree.root, ROOT): os.listdir(folder)
        for folder, _folders, files in os.walk(tree.root)
        if len(files) > 1
    }


def read_machines() -> list[Recorded]:
    """Return the machines that are kept."""
    return [Recorded(_from_json(x), listings) for x, listings in _read(_MACHINES)]


def releases() -> list[str]:
    """Return the releases whose answers are kept."""
    return sorted(file.name.removesuffix(_ENDING) for file in DATA.glob(f"[0-9]*{_ENDING}"))


def read_answers(release: str) -> tuple[RealLoader, list[Facts]]:
    """Return a loader without its library, and what it answered."""
    fields, answers = _read(DATA / f"{release}{_ENDING}")
    profile = LoaderProfile(*_tuples(fields))
    return RealLoader("recorded", profile), answers


def differing(place: Workshop, every: int = 1) -> Iterator[str]:
    """Yield what the engine says otherwise than loaders did.

    Args:
        every: of so many loaders, one is asked about a machine, and another one about the next.
    """
    kept = [read_answers(release) for release in releases()]
    for number, (machine, listings) in enumerate(read_machines()):
        with place.built(machine, keeps_elevation=True) as tree:
            for loader, answers in kept[number % every :: every]:
                with _listed(listings, tree.root):
                    predicted = facts_of_report(predict(tree, loader), tree)
                quiet = may_be_quiet(tree, loader, predicted)
                if keys := differences(predicted, answers[number], quiet):
                    release = loader.profile.version_text
                    yield f"{release}, machine {machine.name}: {', '.join(keys)}"


@contextmanager
def _listed(listings: Listings, root: str) -> Iterator[None]:
    """Let folders be listed as they were when the loaders were asked."""
    listdir = os.listdir

    def list_as_kept(path: str) -> list[str]:
        kept = listings.get(os.path.normpath(path).replace(root, ROOT))
        return listdir(path) if kept is None else list(kept)

    with patch("os.listdir", list_as_kept):
        yield


def _to_json(machine: Machine) -> Any:
    items: Any = [[x.path, x.what.value, x.content.decode("latin-1")] for x in machine.items]
    return machine._replace(items=items, features=())


def _from_json(fields: Any) -> Machine:
    name, items, environment, application, *rest, _features = fields
    return Machine(
        name,
        tuple(Item(path, What(what), text.encode("latin-1")) for path, what, text in items),
        tuple((variable, value) for variable, value in environment),
        Application(*_tuples(application)),
        *rest,
    )


def _tuples(fields: Sequence[Any]) -> Any:
    return (tuple(x) if isinstance(x, list) else x for x in fields)


def _write(file: Path, document: Any) -> None:
    file.write_bytes(lzma.compress(json.dumps(document, separators=(",", ":")).encode()))


def _read(file: Path) -> Any:
    return json.loads(lzma.decompress(file.read_bytes()))
