"""Question: everything that a plan and a picture rest on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Remedy
from vkconfig_py.loader.profiles.profile import NEWEST
from vkconfig_py.model.plan.plan import NOTHING_IN_FORCE, InForce, View

if TYPE_CHECKING:
    from vkconfig_py.loader.base.host import Host
    from vkconfig_py.loader.files.opened_loader import OpenedLoader
    from vkconfig_py.loader.profiles.profile import LoaderProfile
    from vkconfig_py.model.configuration.configuration import Configuration
    from vkconfig_py.model.configuration.workspace import Workspace
    from vkconfig_py.model.plan.plan import Applied


NO_APPLICATION = Application()
FIRST_VIEW = View()  # one launch


class Supposition(NamedTuple):
    """What is supposed of loader, program and machine; None leaves a thing as it is.

    Attributes:
        library: path of the loader library that the program opens.
        variables: names with their values, None for a variable that is not set.
        root: folder that stands for "/".
        remedies: tried in this order, on the machine as the rest supposes it.
    """

    version: tuple[int, int, int] | None = None
    pointer_bits: int | None = None
    program: str | None = None
    elevated: bool | None = None
    variables: tuple[tuple[str, str | None], ...] = ()
    root: str | None = None
    remedies: tuple[Remedy, ...] = ()
    library: str | None = None

    @property
    def is_empty(self) -> bool:
        return self == NOTHING_SUPPOSED


NOTHING_SUPPOSED = Supposition()


class Question(NamedTuple):
    """Everything a picture rests on; equal questions have equal pictures.

    Attributes:
        host: the session; the target's path is found out from the configuration or the view.
        profile: the loader that programs use; without a library, none is installed.
        applied: what this program has applied to the system, other configurations included.
        own_files: override files of ours that stand now (apply.applied_files).
        folder: private folder that the plan of a launch names; "" until it is made.
        supposed: what if; empty for everything that applies, launches or edits.
        left_out: manifests of the configuration's folders that are not searched.
        originals: what stood where files of ours stand now, if there was anything.
        loaders: every loader that is installed.
        opened: how the program comes to the loader of `profile`; None until its file was looked at.
    """

    host: Host
    profile: LoaderProfile
    configuration: Configuration
    view: View
    applied: tuple[Applied, ...] = ()
    application: Application = NO_APPLICATION
    own_files: tuple[str, ...] = ()
    folder: str = ""
    supposed: Supposition = NOTHING_SUPPOSED
    left_out: tuple[str, ...] = ()
    originals: tuple[tuple[str, bytes], ...] = ()
    loaders: tuple[LoaderProfile, ...] = ()
    opened: OpenedLoader | None = None


def ask(
    host: Host,
    loaders: Sequence[LoaderProfile],
    workspace: Workspace,
    in_force: InForce = NOTHING_IN_FORCE,
    view: View = FIRST_VIEW,
) -> Question:
    """The question that a window asks; without a loader, as the newest would answer."""
    from vkconfig_py.model.configuration.workspace import effective, left_out

    profile = loaders[0] if loaders else NEWEST
    return Question(
        host=host,
        profile=profile,
        configuration=effective(workspace),
        view=view,
        applied=in_force.applied,
        own_files=in_force.files,
        left_out=left_out(workspace.collection),
        originals=in_force.originals,
        loaders=tuple(loaders),
    )
