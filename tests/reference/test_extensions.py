"""Extensions before there is an instance: whose are offered globally, and by each layer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.framework import manifests
from tests.framework.compare import assert_same
from tests.framework.reference import RealLoader
from tests.framework.system import ManifestKind, Place, SystemBuilder
from tests.reference.test_real_settings import UNORDERED, settings, write
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.profiles.profile import XRANDR

ON, OFF, C, D, E = "VK_LAYER_on", "VK_LAYER_off", "VK_LAYER_c", "VK_LAYER_d", "VK_LAYER_e"
META = "VK_LAYER_meta"


def offers(name: str, *more: str) -> dict[str, Any]:
    """Return the member of a layer that offers extensions of its name."""
    names = [name.replace("VK_LAYER", "VK_EXT"), *more]
    return {"instance_extensions": [{"name": name, "spec_version": "7"} for name in names]}


@pytest.fixture
def machine(system: SystemBuilder) -> SystemBuilder:
    """Return a machine of layers that each offer something."""
    system.add_driver().add_implicit_layer(ON, **offers(ON, "VK_EXT_debug_utils"))
    system.add_implicit_layer(OFF, enable_environment={"ENABLE_off": "1"}, **offers(OFF))
    for name in (C, D, E):
        system.add_explicit_layer(name, **offers(name))
    return system.add_meta_layer(META, (D,), **offers(META))


def implicit_meta(machine: SystemBuilder, *components: str) -> None:
    machine.add_meta_layer(
        "VK_LAYER_im", components, kind=ManifestKind.IMPLICIT, **offers("VK_LAYER_im", "VK_EXT_c")
    )


def override(machine: SystemBuilder, *components: str, **members: Any) -> None:
    machine.add_override(components, **{"api_version": "1.3.0", **offers("VK_LAYER_ov"), **members})


def override_elsewhere(machine: SystemBuilder) -> None:
    own = machine.root / "own"
    machine.add_explicit_layer(C, folder=own, **offers("VK_LAYER_own"))
    override(machine, C, override_paths=[str(own)])


MACHINES: dict[str, Callable[[SystemBuilder], object]] = {
    "no meta-layer": lambda m: None,
    "implicit meta-layer": lambda m: implicit_meta(m, C),
    "meta-layer in an implicit one": lambda m: implicit_meta(m, META, E),
    "invalid implicit meta-layer": lambda m: implicit_meta(m, C, "VK_LAYER_gone"),
    "override": lambda m: override(m, C, blacklisted_layers=[ON]),
    "invalid override": lambda m: override(m, C, "VK_LAYER_gone"),
    "override with paths": override_elsewhere,
    "override of implicit layers": lambda m: override(m, OFF, C),
    "copies": lambda m: m.add_implicit_layer(ON, place=Place.CONFIG_DIRS, **offers("VK_LAYER_2")),
    "no driver": lambda m: m.with_env(VK_ICD_FILENAMES=""),
    "invalid explicit manifest": lambda m: m.add_file(
        m.folder(ManifestKind.EXPLICIT, Place.CONFIG_DIRS) / "bad.json", "{"
    ),
}  # fmt: skip
VARIABLES: tuple[dict[str, str], ...] = (
    {},
    {"ENABLE_off": "1", f"DISABLE_{ON}": "1"},
    {"DISABLE_VK_LAYER_im": "1", f"DISABLE_{manifests.OVERRIDE}": "1"},
    {"VK_LOADER_LAYERS_DISABLE": "~all~"},
    {"VK_LOADER_LAYERS_DISABLE": f"{C},~explicit~"},
    {"VK_LOADER_LAYERS_ENABLE": "*"},
    {"VK_INSTANCE_LAYERS": f"{OFF}:{E}"},
)


@pytest.mark.parametrize("variables", VARIABLES, ids=lambda v: " ".join(v) or "no variables")
@pytest.mark.parametrize("what", MACHINES)
def test_global_extensions(
    what: str, variables: dict[str, str], machine: SystemBuilder, loader: RealLoader
) -> None:
    MACHINES[what](machine)
    assert_same(machine.with_env(**variables), loader)


@pytest.mark.parametrize("variables", [{}, {"VK_LOADER_DISABLE_INST_EXT_FILTER": "1"}])
def test_an_extension_of_xrandr_from_a_layer(
    variables: dict[str, str], system: SystemBuilder, loader: RealLoader
) -> None:
    """A loader that was built without Xrandr does not know it, and passes it on if it must."""
    system.add_driver().add_explicit_layer(C, **offers(C, XRANDR))
    application = Application("xrandr", (1, 1, 0), (C,), (XRANDR,))
    assert_same(system.with_env(**variables), loader, application)


TEXTS = ("", "*", "on=off", "off=on *", "off=on", "off=auto *", "on=auto c=on *", "c=on *")


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("variables", [{}, {"ENABLE_off": "1"}], ids=["plain", "enabled"])
def test_settings_file(
    text: str, variables: dict[str, str], machine: SystemBuilder, loader: RealLoader
) -> None:
    entries = []
    for word in text.split():
        name, _, control = word.partition("=")
        layer = f"VK_LAYER_{name}"
        entry = {"name": layer, "control": control, "treat_as_implicit_manifest": name != "c"}
        path = {} if word == "*" else {"path": str(machine.manifest(layer))}
        entries.append(UNORDERED if word == "*" else {**entry, **path})
    write(machine, settings(entries))
    assert_same(machine.with_env(**variables), loader)
