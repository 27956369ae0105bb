"""What the settings page is asked to show of a layer, and the answer, as values. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.configuration import LayerEntry
from vkconfig_py.model.settings.declared import DeclaredLayer
from vkconfig_py.model.settings.nodes import Node
from vkconfig_py.model.settings.path_variables import NO_VARIABLES, PathVariables
from vkconfig_py.model.settings.values import Values

NONE_SET: Mapping[str, str] = MappingProxyType({})


class Filters(NamedTuple):
    """Which rows are wanted.

    Attributes:
        everything: those for advanced users and developers too.
        changed: only those that are not at their default.
        sought: key of a setting that is shown although it would not be, for now.
    """

    query: str = ""
    changed: bool = False
    everything: bool = False
    sought: str = ""


NO_FILTERS = Filters()


class Asked(NamedTuple):
    """Everything that the rows rest on.

    Attributes:
        before: what the configuration said of the layer when the session began.
        environment: variables of the programs that are started.
        paths: what variables in paths stand for to these programs.
        prefix: of what is built into these programs (`Host.prefix`).
        own: names of those that this configuration sets.
        drafts: texts that are typed and not valid, by the setting's key.
    """

    declared: DeclaredLayer
    entry: LayerEntry | None = None
    before: LayerEntry | None = None
    platform: str = "LINUX"
    environment: Mapping[str, str] = NONE_SET
    paths: PathVariables = NO_VARIABLES
    prefix: str = ""
    own: frozenset[str] = frozenset()
    drafts: Mapping[str, str] = NONE_SET
    filters: Filters = NO_FILTERS


class SettingsState(NamedTuple):
    """The rows, and what the head of the page says.

    Attributes:
        total: settings that could be shown. changed: those not at their default.
    """

    nodes: tuple[Node, ...] = ()
    total: int = 0
    changed: int = 0
    values: Values = MappingProxyType({})
