"""Variables that a program would see, and layers and drivers turned on and off by them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Reason
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.model.configuration.configuration import Configuration, DriverControl, Variable
from vkconfig_py.model.plan.inventory import InventoryIndex, ResolvedLayers
from vkconfig_py.model.plan.loader_family import IMPLICIT_PATH, loader_name
from vkconfig_py.model.plan.plan import Limit

SEPARATOR = ":"
TOKEN_LIMIT = 16  # tokens of a VK_LOADER_* filter that the loader keeps


class Variables:
    """The environment of the target, and the changes on top of the session's."""

    def __init__(self, session: Mapping[str, str], changes: Iterable[Variable] = ()) -> None:
        self._session = session
        self._changes: dict[str, str | None] = {}
        for change in changes:
            self._changes[change.name] = change.value

    def get(self, name: str) -> str | None:
        if name in self._changes:
            return self._changes[name]
        return self._session.get(name)

    def set(self, name: str, value: str) -> None:
        if self.get(name) != value:
            self._changes[name] = value

    def unset(self, name: str) -> None:
        if self.get(name) is not None:
            self._changes[name] = None

    def prefix(self, name: str, entries: Iterable[str], default: str = "") -> None:
        """Put paths before what the target would see, or before the documented default."""
        old = self.get(name) or default
        new = list(dict.fromkeys(entries))
        self._changes[name] = SEPARATOR.join([*new, old] if old else new)

    def set_tokens(self, name: str, tokens: Iterable[str], separator: str = ",") -> None:
        """Set a list, or unset the variable where nothing is left."""
        value = separator.join(dict.fromkeys(tokens))
        if value:
            self.set(name, value)
        else:
            self.unset(name)

    def changes(self) -> tuple[Variable, ...]:
        return tuple(Variable(name, value) for name, value in self._changes.items())


def session_variables(configuration: Configuration, host: Host) -> Variables:
    return Variables(host.environment, configuration.environment)


def explicit_path_variable(variables: Variables) -> str:
    """The variable that reaches the explicit search: VK_LAYER_PATH hides the other."""
    return "VK_ADD_LAYER_PATH" if variables.get("VK_LAYER_PATH") is None else "VK_LAYER_PATH"


def add_sources(
    variables: Variables,
    sources: Iterable[str],
    profile: LoaderProfile | None,
    searched: Iterable[str] = (),
) -> None:
    """Let the explicit search find folders or manifests of the user's own first.

    Before 1.3.207 only VK_LAYER_PATH exists, which replaces the search; there `searched`, the
    normal list, follows.
    """
    usable = [source for source in sources if SEPARATOR not in source]
    if not usable:
        return
    if profile is not None and not profile.has(Gate.ADD_VARIABLES):
        if variables.get("VK_LAYER_PATH") is None:
            usable.extend(searched)
        variables.prefix("VK_LAYER_PATH", usable)
    else:
        variables.prefix(explicit_path_variable(variables), usable)


class Searched(NamedTuple):
    """Where a configuration's own layers are searched, and what that way cannot do."""

    explicit: tuple[str, ...]
    implicit: tuple[str, ...]
    limits: tuple[Limit, ...] = ()


def searched_sources(configuration: Configuration, profile: LoaderProfile | None) -> Searched:
    """The places that variables can name for a loader.

    Before 1.3.296 none reaches the search for implicit layers. A manifest of that form is found as
    an explicit layer too, so it can at least be turned on.
    """
    own = configuration.implicit_sources
    colons = source_limits((*configuration.sources, *own))
    if profile is None or profile.has(Gate.IMPLICIT_LAYER_PATH):
        return Searched(configuration.sources, own, colons)
    text = "{} searches {} as for explicit layers, which load where you turn them on"
    late = (
        Limit("", text.format(loader_name(profile), s), f"loader {IMPLICIT_PATH} or newer")
        for s in own
    )
    return Searched((*configuration.sources, *own), (), (*colons, *late))


def add_implicit_sources(variables: Variables, sources: Iterable[str]) -> None:
    """Let the implicit search find places first; VK_IMPLICIT_LAYER_PATH hides the other name."""
    usable = [source for source in sources if SEPARATOR not in source]
    if usable:
        replaced = variables.get("VK_IMPLICIT_LAYER_PATH") is not None
        name = "VK_IMPLICIT_LAYER_PATH" if replaced else "VK_ADD_IMPLICIT_LAYER_PATH"
        variables.prefix(name, usable)


def copy_limits(chosen: Iterable[str], profile: LoaderProfile | None) -> tuple[Limit, ...]:
    if profile is None or profile.has(Gate.IMPLICIT_LAYER_PATH):
        return ()
    text = f"{loader_name(profile)} takes the first copy of an implicit layer"
    return tuple(Limit(name, text, f"loader {IMPLICIT_PATH} or newer") for name in chosen)


def source_limits(sources: Iterable[str]) -> tuple[Limit, ...]:
    return tuple(
        Limit("", f"{source} contains a colon, which separates paths", "rename the folder")
        for source in sources
        if SEPARATOR in source
    )


def filter_token(name: str) -> str | None:
    """The token that matches exactly this name in a filter, or None.

    Tokens are separated by commas; "~" and "*" at an end have a meaning; more than 255 bytes are
    cut (LoaderInterfaceArchitecture, Filter Environment Variable Behaviors).
    """
    special = "," in name or name.startswith(("~", "*")) or name.endswith("*")
    return None if not name or special or len(name.encode(errors="replace")) > 255 else name


SELECT = "VK_LOADER_DRIVERS_SELECT"
DISABLE = "VK_LOADER_DRIVERS_DISABLE"
DRIVER_MISSING = "not installed; the choice is not applied"
NOT_BY_OVERRIDE = "an override cannot choose drivers"


def choose_drivers(
    variables: Variables,
    configuration: Configuration,
    stock: InventoryIndex,
    profile: LoaderProfile | None,
) -> tuple[Limit, ...]:
    only = [d.name for d in configuration.drivers if d.control is DriverControl.ONLY]
    off = [d.name for d in configuration.drivers if d.control is DriverControl.OFF]
    limits = tuple(
        Limit(name, DRIVER_MISSING, "install it")
        for name in (*only, *off)
        if name not in stock.drivers
    )
    only = [name for name in only if name in stock.drivers]
    off = [name for name in off if name in stock.drivers]
    if not only and not off:
        return limits
    kept = [name for name in only or stock.kept_drivers if name not in off]
    filters = profile is None or profile.has(Gate.FILTERS)
    exact = kept if _filtered(variables) else only or off
    if filters and exact and _fits(exact):
        _write_filters(variables, only, off, kept)
    else:
        _write_files(variables, kept, stock, profile)
    return limits


def driver_limits(configuration: Configuration) -> tuple[Limit, ...]:
    return tuple(
        Limit(driver.name, NOT_BY_OVERRIDE, "launch from here, or variables")
        for driver in configuration.drivers
    )


def _filtered(variables: Variables) -> bool:
    return bool(variables.get(SELECT) or variables.get(DISABLE))


def _fits(names: Sequence[str]) -> bool:
    return len(names) <= TOKEN_LIMIT and all(filter_token(name) for name in names)


def _write_filters(
    variables: Variables, only: Sequence[str], off: Sequence[str], kept: Sequence[str]
) -> None:
    if _filtered(variables):
        # SELECT beats DISABLE: beside filters of the session only an exact list is unambiguous.
        variables.set_tokens(SELECT, kept)
        variables.unset(DISABLE)
    elif only:
        variables.set_tokens(SELECT, only)
    else:
        variables.set_tokens(DISABLE, off)


def _write_files(
    variables: Variables, kept: Sequence[str], stock: InventoryIndex, profile: LoaderProfile | None
) -> None:
    new = profile is None or profile.has(Gate.ADD_VARIABLES)
    files = [file for name in kept for file in stock.drivers[name]]
    variables.set("VK_DRIVER_FILES" if new else "VK_ICD_FILENAMES", ":".join(files))
    for name in (SELECT, DISABLE):
        variables.unset(name)


LAYERS_DISABLE = "VK_LOADER_LAYERS_DISABLE"
LAYERS_ENABLE = "VK_LOADER_LAYERS_ENABLE"
INSTANCE_LAYERS = "VK_INSTANCE_LAYERS"
DISABLE_OVERRIDE = f"DISABLE_{OVERRIDE_NAME}"


def turn_on_by_variables(
    variables: Variables, wanted: ResolvedLayers, stock: InventoryIndex
) -> None:
    for manifest in stock.manifests(name for name in wanted.components if name in wanted.on):
        if not manifest.implicit:
            continue
        if manifest.enable_environment is not None:
            variables.set(*manifest.enable_environment)
        if manifest.disable_environment is not None:
            variables.unset(manifest.disable_environment)


def turn_off_implicit(
    variables: Variables, wanted: ResolvedLayers, stock: InventoryIndex
) -> tuple[str, ...]:
    """Set the disable variables of implicit layers to be off; return the layers that have none."""
    rest = []
    for manifest in stock.manifests(wanted.off):
        if manifest.implicit and manifest.disable_environment:
            if variables.get(manifest.disable_environment) is None:
                variables.set(manifest.disable_environment, "1")
        else:
            rest.append(manifest.name)
    return tuple(rest)


def ignore_overrides(variables: Variables, stock: InventoryIndex) -> None:
    """Leave overrides that are applied to the system out of a run of this configuration."""
    for override in stock.overrides:
        name = override.disable_environment or DISABLE_OVERRIDE
        if variables.get(name) is None:
            variables.set(name, "1")


def keep_filters_off(
    variables: Variables, wanted: ResolvedLayers, stock: InventoryIndex, *, enable: bool = True
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


def name_instance_layers(
    variables: Variables, first: Iterable[str], wanted: ResolvedLayers
) -> None:
    """Name layers in VK_INSTANCE_LAYERS, before what the session names there already.

    Components are taken out of the session's list: a second place would win on older loaders.
    """
    old = (variables.get(INSTANCE_LAYERS) or "").split(":")
    dropped = {*wanted.components, *wanted.off, ""}
    rest = [name for name in old if name not in dropped]
    variables.set_tokens(INSTANCE_LAYERS, [*first, *rest], ":")


def _set_filter(variables: Variables, variable: str, names: Iterable[str]) -> tuple[Limit, ...]:
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
