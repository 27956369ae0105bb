"""Which way of writing an order down a loader follows.

Source: the releases of Vulkan-Loader, loader.c, loader_add_layer_properties and
loader_enable_instance_layers. Up to 1.3.246 a layer written twice keeps its last place, from
1.3.247 its first; the best place for an override is opposite for the two families.
"""

from __future__ import annotations

from enum import StrEnum

from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile

# The first releases of the ways below, as one launch uses them.
IMPLICIT_PATH = "1.3.296"
DRIVERS_IN_FILE = "1.4.323"
SETTINGS_FLOOR = (1, 3, 302)  # older ones that read a settings file can crash on it


class Family(StrEnum):
    """What happens to a name that is written twice."""

    LAST_PLACE = "last"
    FIRST_PLACE = "first"


class LaunchWay(StrEnum):
    """How one launch gets its order without touching what other programs read."""

    VARIABLES = "variables"  # before 1.3.207: no order at all
    CHAIN = "chain"  # our own explicit meta-layer, named by VK_INSTANCE_LAYERS
    PRIVATE_DIRS = "private-dirs"  # a private override found through XDG_CONFIG_DIRS
    PRIVATE_PATH = "private-path"  # a private override named by VK_ADD_IMPLICIT_LAYER_PATH
    COMBINED = "combined"  # loader unknown: private-dirs and chain together


def family(profile: LoaderProfile) -> Family:
    """Return the family that a loader belongs to."""
    return Family.FIRST_PLACE if profile.has(Gate.FIRST_PLACE) else Family.LAST_PLACE


def launch_way(profile: LoaderProfile | None) -> LaunchWay:
    """Choose how to give one launch its order."""
    if profile is None:
        return LaunchWay.COMBINED
    if profile.has(Gate.IMPLICIT_LAYER_PATH):
        return LaunchWay.PRIVATE_PATH
    if profile.has(Gate.FIRST_PLACE):
        return LaunchWay.PRIVATE_DIRS
    return LaunchWay.CHAIN if profile.has(Gate.ADD_VARIABLES) else LaunchWay.VARIABLES


def loader_name(profile: LoaderProfile | None) -> str:
    """Return how sentences name a loader."""
    return f"loader {profile.version_text}" if profile else "a loader of unknown version"
