"""Meta-layers that lead to one another so often that every program has to wait.

Loaders without Gate.META_VISITED check a meta-layer each time that they are led to it, so 26 of
them that name the one before twice are 134 million checks, in each call. The engine checks each
once, with the same answer; here the checks of the loader are counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vkconfig_py.loader.lint.codes import Code, problem
from vkconfig_py.loader.lint.ground import Ground, base_name
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.profiles.profile import Gate
from vkconfig_py.loader.verdicts import Problem, RemoveFile

_NOTICED = 1 << 18  # checks that a program waits for, some tenths of a second


def find_meta_problems(ground: Ground) -> Iterator[Problem]:
    """Yield each file with a meta-layer whose components multiply."""
    if ground.profile.has(Gate.META_VISITED):
        return  # refuses a meta-layer that it is led to twice
    metas: dict[str, LayerManifest] = {}
    for layer in ground.layers():
        if layer.is_meta:
            metas.setdefault(layer.name, layer)
    counted: dict[str, int] = {}
    worst: dict[str, int] = {}
    for meta in metas.values():
        checks = _checks(meta, metas, counted)
        if checks > _NOTICED:
            worst[meta.file] = worst.get(meta.file, 0) + checks
    for file, checks in worst.items():
        yield problem(
            Code.META_MULTIPLIES,
            f"{base_name(file)}: its meta-layers lead to one another {_about(checks)} times",
            f"Every Vulkan program waits while loader {ground.profile.version_text} checks each "
            "component anew, and longer if it asks for one of them. Loaders since 1.4.304 refuse "
            "meta-layers that reach another one twice.",
            file,
            remedies=(RemoveFile(file),),
        )


def _checks(
    meta: LayerManifest, metas: Mapping[str, LayerManifest], counted: dict[str, int]
) -> int:
    """Return how many components are checked for a meta-layer; a circle is told elsewhere."""
    waiting = [meta]
    while waiting:
        layer = waiting[-1]
        inner = [metas[name] for name in layer.component_layers if name in metas]
        if layer.name not in counted:
            counted[layer.name] = 0  # what leads back to itself adds nothing
            waiting += [x for x in inner if x.name not in counted]
        else:
            waiting.pop()
            own = len(layer.component_layers)
            counted[layer.name] = own + sum(counted[x.name] for x in inner if x is not layer)
    return counted[meta.name]


def _about(number: int) -> str:
    return "millions of" if number > 1 << 21 else f"{number:,}"
