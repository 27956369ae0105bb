"""The variable for which a manifest is not found, each tried for itself."""

from __future__ import annotations

from vkconfig_py.loader.api.advice import DecidingVariable, find_deciding_variables
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE


def test_the_variable_that_alone_brings_a_manifest_back_is_named(system):
    folder = system.root / "more/vulkan/explicit_layer.d"
    system.add_explicit_layer("A", folder=folder)
    finds = system.with_env(XDG_DATA_DIRS=str(system.root / "more"), OTHER="1").host()
    lacks = finds.with_environment([("XDG_DATA_DIRS", "/empty"), ("VK_LAYER_PATH", None)])
    deciders = find_deciding_variables(
        lacks, finds.environment, Application(), NEWEST_PROFILE, DocumentCache()
    )
    more = str(system.root / "more")
    assert list(deciders.values()) == [DecidingVariable("XDG_DATA_DIRS", "/empty", more)]
    ((file, decider),) = deciders.items()
    assert file.startswith(str(folder))
    assert decider.sentence == "XDG_DATA_DIRS is set to /empty"
    gone = finds.with_environment([("XDG_DATA_DIRS", None)])
    deciders = find_deciding_variables(
        gone, finds.environment, Application(), NEWEST_PROFILE, DocumentCache()
    )
    assert [one.sentence for one in deciders.values()] == ["XDG_DATA_DIRS is not set"]
    empty = DecidingVariable("XDG_DATA_DIRS", "", more)
    assert empty.sentence == "XDG_DATA_DIRS is set but empty"
    assert (
        find_deciding_variables(
            finds, finds.environment, Application(), NEWEST_PROFILE, DocumentCache()
        )
        == {}
    )
