"""Turn layers on and off by variables: their own, and the loader's filters."""

from __future__ import annotations

from collections.abc import Iterable

from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.verdicts import Reason
from vkconfig_py.model.plan import Limit
from vkconfig_py.model.planning.stock import Stock
from vkconfig_py.model.planning.variables import TOKEN_LIMIT, Variables, filter_token
from vkconfig_py.model.planning.wanted import Wanted
from vkconfig_py.model.planning.ways import loader_name

LAYERS_DISABLE = "VK_LOADER_LAYERS_DISABLE"
LAYERS_ENABLE = "VK_LOADER_LAYERS_ENABLE"
INSTANCE_LAYERS = "VK_INSTANCE_LAYERS"
DISABLE_OVERRIDE = f"DISABLE_{OVERRIDE_NAME}"


def turn_on_by_variables(variables: Variables, wanted: Wanted, stock: Stock) -> None:
    """Give implicit layers with the wish On what their manifests ask for."""
    for manifest in stock.manifests(name for name in wanted.components if name in wanted.on):
        if not manifest.implicit:
            continue
        if manifest.enable_environment is not None:
            variables.set(*manifest.enable_environment)
        if manifest.disable_environment is not None:
            variables.unset(manifest.disable_environment)


def turn_off_implicit(variables: Variables, wanted: Wanted, stock: Stock) -> tuple[str, ...]:
    """Set the disable variables of implicit layers to be off; return the layers that have none."""
    rest = []
    for manifest in stock.manifests(wanted.off):
        if manifest.implicit and manifest.disable_environment:
            if variables.get(manifest.disable_environment) is None:
                variables.set(manifest.disable_environment, "1")
        else:
            rest.append(manifest.name)
    return tuple(rest)


def ignore_overrides(variables: Variables, stock: Stock) -> None:
    """Leave overrides that are applied to the system out of a run of this configuration."""
    for override in stock.overrides:
        name = override.disable_environment or DISABLE_OVERRIDE
        if variables.get(name) is None:
            variables.set(name, "1")


def keep_filters_off(
    variables: Variables, wanted: Wanted, stock: Stock, *, enable: bool = True
) -> tuple[Limit, ...]:
    """Rewrite the target's filters so that they touch no layer that is wanted, nor a meta-layer.

    A filter that hits a component or the meta-layer would break the chain, so it is replaced by
    the exact names of the other layers it matches. VK_LOADER_LAYERS_ENABLE is rewritten too where
    it would give a component a second place.
    """
    limits: list[Limit] = []
    wants = set(wanted.components)
    if not wants and not wanted.off:  # nothing is asked for: the session's filters stay its own
        return ()
    if variables.get(LAYERS_DISABLE):
        hit = [name for name in stock.with_reason(Reason.DISABLE_FILTER) if name not in wants]
        limits += _set_filter(variables, LAYERS_DISABLE, hit)
    if enable and variables.get(LAYERS_ENABLE):
        drop = wants | set(wanted.off)
        hit = [name for name in stock.with_reason(Reason.ENABLE_FILTER) if name not in drop]
        limits += _set_filter(variables, LAYERS_ENABLE, hit)
    return tuple(limits)


def turn_off_by_filter(
    variables: Variables, names: Iterable[str], profile: LoaderProfile | None
) -> tuple[Limit, ...]:
    """Name layers in VK_LOADER_LAYERS_DISABLE, where the loader knows it and they fit."""
    names = tuple(names)
    if not names:
        return ()
    if profile is not None and not profile.has(Gate.FILTERS):
        text = f"{loader_name(profile)} has no variable that keeps this layer off"
        return tuple(Limit(name, text, "Apply, or loader 1.3.234 or newer") for name in names)
    old = [token for token in (variables.get(LAYERS_DISABLE) or "").split(",") if token]
    return _set_filter(variables, LAYERS_DISABLE, [*old, *names])


def name_instance_layers(variables: Variables, first: Iterable[str], wanted: Wanted) -> None:
    """Name layers in VK_INSTANCE_LAYERS, before what the session names there already.

    Components are taken out of the session's list: a second place would win on older loaders.
    """
    old = (variables.get(INSTANCE_LAYERS) or "").split(":")
    dropped = {*wanted.components, *wanted.off, ""}
    rest = [name for name in old if name not in dropped]
    variables.set_tokens(INSTANCE_LAYERS, [*first, *rest], ":")


def _set_filter(variables: Variables, variable: str, names: Iterable[str]) -> tuple[Limit, ...]:
    """Write a list of tokens; what does not fit becomes limits."""
    tokens: list[str] = []
    limits = []
    for name in dict.fromkeys(names):
        special = name.startswith("~") or "*" in name
        token = name if special else filter_token(name)
        if token is None:
            limits.append(Limit(name, f"{variable} cannot carry this name"))
        elif len(tokens) == TOKEN_LIMIT:
            limits.append(Limit(name, f"{variable} holds {TOKEN_LIMIT} names at most"))
        else:
            tokens.append(token)
    variables.set_tokens(variable, tokens)
    return tuple(limits)
