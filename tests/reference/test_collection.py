"""Of several copies of a layer, the one in use by the collection is really loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.reference import RealLoader
from tests.framework.system import SystemBuilder
from tests.model.machine import ENVIRONMENT, EVERY, LAUNCH, carry_out, look
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.model.catalog.folder_scan import FolderScan
from vkconfig_py.model.catalog.layer_copies import CopyState, LayerCopy, make_collection
from vkconfig_py.model.configuration.configuration import (
    NEWEST_COPY,
    Configuration,
    LayerControl,
    LayerEntry,
)
from vkconfig_py.model.configuration.workspace import (
    CollectionSource,
    Workspace,
    get_effective_configuration,
)
from vkconfig_py.model.plan.plan import PlanView

LAYER = "VK_LAYER_copied"
PLACES = {"first": "1.3.0", "second": "1.3.280", "own": "1.3.250", "other": "1.3.200"}
SOURCES = {
    "none added": (),
    "a folder": ("own",),
    "two folders": ("own", "other"),
    "the other way round": ("other", "own"),
    "one turned off": ("-own", "other"),
    "one left out": ("~own", "other"),
}
CHOICES = ("", NEWEST_COPY, "first", "second", "own", "gone")


@pytest.fixture
def files(system: SystemBuilder) -> dict[str, Path]:
    """Return a copy of the layer in two folders of the system and two of the user."""
    share = {name: system.root / "share" / name for name in ("first", "second")}
    system.with_env(XDG_DATA_DIRS=":".join(map(str, share.values())))
    system.add_driver("driver", folder=share["first"] / "vulkan" / "icd.d")
    files = {}
    for place, version in PLACES.items():
        folder = share[place] / "vulkan" / "explicit_layer.d" if place in share else None
        system.add_explicit_layer(LAYER, folder=folder or system.root / place, api_version=version)
        files[place] = system.manifest(LAYER)
    return files


def source_of(word: str, files: dict[str, Path]) -> CollectionSource:
    path = files[word.lstrip("-~")]
    left_out = (str(path),) if word.startswith("~") else ()
    return CollectionSource(str(path.parent), enabled=not word.startswith("-"), without=left_out)


@pytest.mark.parametrize("view", [LAUNCH, EVERY, ENVIRONMENT], ids=lambda view: view.mechanism)
@pytest.mark.parametrize("choice", CHOICES)
def test_the_copy_in_use_is_the_one_that_the_loader_takes(
    choice: str, view: PlanView, files: dict[str, Path], system: SystemBuilder, loader: RealLoader
) -> None:
    chosen = str(files.get(choice, choice and system.root / "gone.json"))
    entry = LayerEntry(
        LAYER, LayerControl.ON, copy=NEWEST_COPY if choice == NEWEST_COPY else chosen
    )
    configuration = Configuration("k", "One", layers=(entry,))
    for words in SOURCES.values():
        sources = tuple(source_of(word, files) for word in words)
        asked = get_effective_configuration(Workspace((configuration,), "k", sources))
        snapshot = look(system.host(), asked, view, loader.profile, folder=f"{system.root}/private")
        assert not any(limit.is_blocking for limit in snapshot.plan.limits)
        host = system.host()
        scan = FolderScan(host, loader.profile, DocumentCache(), print, lambda: False)
        copies = make_collection(sources, snapshot, scan.read_sources(sources)).copies
        answer = carry_out(snapshot.plan, system, loader)
        assert answer.callstack is not None
        real = [layer.manifest for layer in answer.callstack if layer.name == LAYER]
        assert used(copies) == real, (words, copies)


def used(copies: tuple[LayerCopy, ...]) -> list[str]:
    return [
        copy.file for copy in copies if copy.state is CopyState.TAKEN and copy.status == "Loads"
    ]
