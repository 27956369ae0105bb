"""A registered manifest is what real loaders list, and after the undo they list it no longer."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.reference import RealLoader
from tests.framework.snapshot import take_snapshot
from tests.framework.system import LibraryNaming, SystemBuilder
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.problems.fixes import apply_fix, plan_fix, revert_fix
from vkconfig_py.model.problems.registration import plan_registration

MINE = "VK_LAYER_LOCAL_mine"


@pytest.mark.parametrize("is_implicit", [False, True])
@pytest.mark.parametrize("named", [LibraryNaming.ABSOLUTE, LibraryNaming.RELATIVE])
def test_a_registered_layer_is_listed_and_loads_until_the_undo(
    system: SystemBuilder,
    loader: RealLoader,
    tmp_path: Path,
    named: LibraryNaming,
    is_implicit: bool,
) -> None:
    folder = system.root / "out"
    (folder.parent / "data_home").mkdir()
    system.add_driver()
    add = system.add_implicit_layer if is_implicit else system.add_explicit_layer
    add(MINE, folder=folder, named=named)
    paths = StatePaths(tmp_path / "configurations", tmp_path / "state", tmp_path / "run")
    asks = Application(layers=() if is_implicit else (MINE,))
    manifests = take_snapshot(system.root / "data_home")
    registration = plan_registration(
        str(folder / f"{MINE}.json"),
        system.host(),
        loader.profile,
        DocumentCache(),
        is_implicit=is_implicit,
    )
    assert not registration.refusal
    assert registration.remedy is not None
    assert (registration.remedy.content is None) is (named is LibraryNaming.ABSOLUTE)
    fix = plan_fix(registration.remedy, paths)
    before = system.run_reference(loader, asks)
    assert MINE not in {layer.name for layer in before.layers}
    key = apply_fix(fix, paths).key
    answer = system.run_reference(loader, asks)
    assert MINE in {layer.name for layer in answer.layers}
    assert answer.create == "VK_SUCCESS"
    assert revert_fix(key, paths).key
    after = system.run_reference(loader, asks)
    assert MINE not in {layer.name for layer in after.layers}
    files = {path for path in take_snapshot(system.root / "data_home") if path.endswith(".json")}
    assert files == {path for path in manifests if path.endswith(".json")}
