"""Questions: what the engine is asked, of the machine, the workspace and the chosen view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vkconfig_py.model.plan.plan import FIRST_VIEW, Question, Supposition, ask

if TYPE_CHECKING:
    from vkconfig_py.model.configuration.configuration import Target
    from vkconfig_py.model.plan.plan import View
    from vkconfig_py.model.session.backend import Machine
    from vkconfig_py.model.session.edits import Edits
    from vkconfig_py.model.session.system_state import SystemState


class Questions:
    """Makes the questions of the present state.

    Attributes:
        machine: as it is known now.
        view: the plan of the configuration that the picture is of.
        plan_view: the one whose changes are listed beside the picture; None lists the picture's.
    """

    def __init__(self, machine: Machine, edits: Edits, system: SystemState) -> None:
        self.machine = machine
        self.view = FIRST_VIEW
        self.plan_view: View | None = None
        self._view_of = ""  # the configuration that the views were chosen for
        self._edits = edits
        self._system = system

    @property
    def target(self) -> Target:
        return self._edits.workspace.current.target

    def ask(self, view: View | None = None) -> Question:
        """The question that the present state asks."""
        machine, in_force = self.machine, self._system.in_force
        workspace = self._edits.workspace
        return ask(machine.host, machine.loaders, workspace, in_force, view or self.view)

    def ask_supposed(self, supposed: Supposition) -> Question:
        """The same question on a supposed machine."""
        from vkconfig_py.model.chain.what_if_picture import with_supposition

        return with_supposition(self.ask(), supposed, self.machine.loaders)

    def choose_view(self, view: View) -> None:
        """Look at the current configuration through another of its plans."""
        self.view, self.plan_view = view, None
        self._view_of = self._edits.workspace.current.key

    def choose_plan_view(self, view: View | None) -> None:
        """List what another view would write, beside the picture."""
        self.plan_view, self._view_of = view, self._edits.workspace.current.key

    def follow_selection(self) -> None:
        """Look at another configuration as a launch from here does."""
        if self._view_of != self._edits.workspace.current.key:
            self.choose_view(FIRST_VIEW)
