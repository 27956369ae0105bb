"""Variables: what a program would see, and the changes that a plan makes to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vkconfig_py.loader.host import Host
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.configuration import Configuration, Variable
from vkconfig_py.model.plan import Limit
from vkconfig_py.model.planning.ways import IMPLICIT_PATH, loader_name

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
        """Return what the target would see."""
        if name in self._changes:
            return self._changes[name]
        return self._session.get(name)

    def set(self, name: str, value: str) -> None:
        """Set a variable, unless the target would see that value anyway."""
        if self.get(name) != value:
            self._changes[name] = value

    def unset(self, name: str) -> None:
        """Take a variable away, if the target would see it."""
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
        """Return the changes in the order they were made."""
        return tuple(Variable(name, value) for name, value in self._changes.items())


def session_variables(configuration: Configuration, host: Host) -> Variables:
    """Return the session's environment with the configuration's own variables on top."""
    return Variables(host.environment, configuration.environment)


def explicit_path_variable(variables: Variables) -> str:
    """Return the variable that reaches the explicit search: VK_LAYER_PATH hides the other."""
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
    """Return the places that variables can name for a loader.

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
    """Say of implicit layers that the chosen copy cannot be reached by variables."""
    if profile is None or profile.has(Gate.IMPLICIT_LAYER_PATH):
        return ()
    text = f"{loader_name(profile)} takes the first copy of an implicit layer"
    return tuple(Limit(name, text, f"loader {IMPLICIT_PATH} or newer") for name in chosen)


def source_limits(sources: Iterable[str]) -> tuple[Limit, ...]:
    """Say which places cannot be written into a list of paths."""
    return tuple(
        Limit("", f"{source} contains a colon, which separates paths", "rename the folder")
        for source in sources
        if SEPARATOR in source
    )


def filter_token(name: str) -> str | None:
    """Return the token that matches exactly this name in a filter, or None.

    Tokens are separated by commas; "~" and "*" at an end have a meaning; more than 255 bytes are
    cut (LoaderInterfaceArchitecture, Filter Environment Variable Behaviors).
    """
    special = "," in name or name.startswith(("~", "*")) or name.endswith("*")
    return None if not name or special or len(name.encode(errors="replace")) > 255 else name
