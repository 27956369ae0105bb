"""Offers (ways to change a row of the chain) that were proved to work.

Theory of operation. A command that the user copies runs in a shell, in the desktop session and
without the files that vkconfig-py would write, so it is proved in that environment. An offer with a
button is proved where it applies: a control with the snapshot of the changed configuration, a fix
with the changed files of the machine. Each offer states its consequence. All of this runs the
engine several times, so offers are computed off the GUI thread when a row is selected, and cached
with its snapshot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vkconfig_py.language.sentences import render, tr
from vkconfig_py.loader.api.advice import (
    VULKAN_WORKS_MESSAGE,
    Advice,
    RemedySubject,
    advise,
    explain_missing_remedy,
    find_component,
)
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.verdicts import Kind, Outcome, Reason, Remedy
from vkconfig_py.loader.explain.remedies import NOTHING_TO_REPAIR, Goal, list_variables
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.rules.loader_report import FoundDriver, FoundLayer
from vkconfig_py.model.chain.layer_order import (
    OrderConsequence,
    describe_role,
    find_order_consequences,
)
from vkconfig_py.model.chain.quick_fix import (
    AFTER_THIS,
    MAX_OFFERS,
    QuickFix,
    QuickFixKind,
    describe_remedy,
)
from vkconfig_py.model.chain.snapshot import compute_snapshot, get_order_after_move
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, Row, RowKind
from vkconfig_py.model.chain.what_if_snapshot import add_remedy, add_what_if, apply_assumptions
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    DriverControl,
    LayerControl,
    LayerEntry,
    Variable,
)
from vkconfig_py.model.configuration.workspace_edits import find_place_beside
from vkconfig_py.model.plan.plan import PredictionRequest
from vkconfig_py.model.problems.actionable import make_action
from vkconfig_py.model.problems.fixes import set_variables
from vkconfig_py.model.problems.missing_layers import list_ways_to_install
from vkconfig_py.model.problems.probe_remedies import find_remedies_for_all
from vkconfig_py.model.problems.summary import ActionKind, Diagnostic, ProblemAction
from vkconfig_py.model.text.wording import (
    capitalise,
    lower_first_letter,
    lower_state,
    strip_layer_prefix,
)

_GOALS_BY_ROW_KIND = {
    RowKind.LAYER: (Goal.LEAVE_OUT,),
    RowKind.OFF_LAYER: (Goal.LOAD, Goal.LET_START),
    RowKind.BROKEN: (Goal.REPAIR, Goal.LET_START),
}
# What a control does, and the label of its button.
_TURN_ON_TEXTS = tr("Turn on in this configuration"), tr("Set On")
_TURN_OFF_TEXTS = tr("Turn off in this configuration"), tr("Set Off")
_LEAVE_OUT_TEXTS = tr("Leave it out of this configuration"), tr("Set Off")
_NEXT_LAUNCH = tr("takes effect at the next launch")
_QUICK_FIX_KINDS = {ActionKind.FIX: QuickFixKind.FIX, ActionKind.COMMAND: QuickFixKind.COMMAND}


def find_offers(
    snapshot: ChainSnapshot,
    row: Row,
    diagnostics: Sequence[Diagnostic] = (),
    cache: DocumentCache | None = None,
) -> tuple[QuickFix, ...]:
    """Return the ways to change a row of the chain, the most specific first.

    Runs the engine, so it takes a while. `diagnostics` are the problems of the machine: a row
    offers the same fixes for its file.
    """
    return _OfferSearch(snapshot, row, diagnostics, cache or DocumentCache()).find_offers()


def find_move(snapshot: ChainSnapshot, layer: str, cache: DocumentCache) -> QuickFix | None:
    """Return the move of a layer that ends a drawback of its place, None if there is none.

    It is offered only if the loader then puts the layer on the other side of all that the drawback
    is about, with no other layer turned on or off.
    """
    layers = snapshot.list_chain_names()
    consequences = find_order_consequences(layers, layer)
    drawback = next((one for one in consequences if one.has_drawback), None)
    if drawback is None:
        return None
    is_below = drawback.is_called_first
    neighbor = drawback.layers[-1 if is_below else 0]
    chain = snapshot.list_movable_names()
    place = find_place_beside(chain, layer, neighbor, is_below=is_below)
    drawn_order = get_order_after_move(snapshot, layer, place)
    request = snapshot.request
    configuration = request.configuration.with_move(layer, chain, drawn_order)
    new_snapshot = compute_snapshot(request._replace(configuration=configuration), cache)
    new_layers = new_snapshot.list_chain_names()
    if sorted(new_layers) != sorted(layers) or not all(
        (new_layers.index(layer) > new_layers.index(other)) is is_below for other in drawback.layers
    ):
        return None
    name = strip_layer_prefix(neighbor)
    kind, title = (
        (QuickFixKind.MOVE_BELOW, tr("Move it below {layer}", layer=name))
        if is_below
        else (QuickFixKind.MOVE_ABOVE, tr("Move it above {layer}", layer=name))
    )
    return QuickFix(
        title,
        _NEXT_LAUNCH,
        kind,
        neighbor,
        tr("Move"),
        consequence=AFTER_THIS.format(
            lower_first_letter(_describe_other_side(new_layers, layer, drawback))
        ),
    )


def _describe_other_side(layers: Sequence[str], layer: str, drawback: OrderConsequence) -> str:
    """Return what the place of a layer means on the other side of a drawback's layers."""
    return next(
        (
            consequence.render()
            for consequence in find_order_consequences(layers, layer)
            if consequence.is_called_first is not drawback.is_called_first
            and set(drawback.layers) <= set(consequence.layers)
        ),
        describe_role(layer),
    )


class _OfferSearch:
    """Finds the ways to change one row of the chain, each tried in the engine."""

    def __init__(
        self,
        snapshot: ChainSnapshot,
        row: Row,
        diagnostics: Sequence[Diagnostic],
        cache: DocumentCache,
    ) -> None:
        self._snapshot = snapshot
        self._row = row
        self._diagnostics = diagnostics
        self._cache = cache
        self._has_what_if = not snapshot.request.assumptions.is_empty
        request = snapshot.request
        if self._has_what_if:
            request = apply_assumptions(request)
        self._request = request
        self._host = request.host._replace(executable=snapshot.report.host.executable)

    def find_offers(self) -> tuple[QuickFix, ...]:
        """Return the ways to change the row, the most specific first."""
        offers = [*self._offer_move(), *self._offer_controls()]
        if not self._is_decided():
            if self._row.kind is RowKind.BROKEN:
                offers += self._offer_file_fixes()
            if self._row.kind is RowKind.OFF_LAYER:
                offers += self._offer_letting_start()
            if self._row.is_culprit and self._row.is_implicit:
                offers += self._offer_for_every_program()
            if self._row.kind in _GOALS_BY_ROW_KIND or self._row.kind is RowKind.DRIVER:
                offers += self._offer_for_session()
        unique: dict[tuple[Remedy | None, str], QuickFix] = {}
        for quick_fix in offers:
            unique.setdefault(
                (quick_fix.remedy, quick_fix.value if quick_fix.remedy is None else ""), quick_fix
            )
        # Of what is missing every way is shown: each is for other machines or layers.
        limit = None if self._row.kind is RowKind.MISSING else MAX_OFFERS
        return tuple(
            self._add_trial_consequence(quick_fix) for quick_fix in list(unique.values())[:limit]
        )

    # -- what the configuration can say

    def _offer_move(self) -> Iterator[QuickFix]:
        """Yield the move of a layer that ends a drawback of its place, if the loader keeps it."""
        if self._row.kind is RowKind.LAYER:
            move = find_move(self._snapshot, self._row.name, self._cache)
            if move is not None:
                yield move

    def _is_decided(self) -> bool:
        """True if the configuration itself determines the row's state."""
        deciding_controls = {
            RowKind.LAYER: (LayerControl.ON,),
            RowKind.OFF_LAYER: (LayerControl.OFF,),
            RowKind.DRIVER: (DriverControl.ONLY, DriverControl.OFF),
        }
        return self._row.control in deciding_controls.get(self._row.kind, ())

    def _offer_controls(self) -> Iterator[QuickFix]:
        """Yield offers to change the configuration: On, Off, another copy, or without the row."""
        row, name = self._row, self._row.name
        current_configuration = self._snapshot.request.configuration
        if row.kind is RowKind.MISSING:
            runtime_view = self._snapshot.request.assumptions.runtime_view
            command = runtime_view.explain_absence(name)[1] if runtime_view else ""
            if command:
                effect = tr("if your Flatpak remote offers this extension")
                yield QuickFix(
                    tr("Install it for this Flatpak app"),
                    effect,
                    QuickFixKind.COPY,
                    command,
                    tr("Copy"),
                )
        if row.kind is RowKind.MISSING and row.controls:
            is_wanted = row.control != LayerControl.OFF
            if is_wanted and self._snapshot.request.assumptions.runtime_view is None:
                yield from list_ways_to_install(name, self._snapshot.request.host.root)
            text = tr("Remove it from this configuration")
            yield QuickFix(
                text,
                tr("including its position and settings"),
                QuickFixKind.FORGET,
                "",
                tr("Remove"),
            )
        elif (
            row.kind is RowKind.LAYER
            and row.control != LayerControl.OFF
            and LayerControl.OFF in row.controls
        ):
            changed_configuration = current_configuration.with_control(name, LayerControl.OFF)
            yield from self._offer_control(LayerControl.OFF, _TURN_OFF_TEXTS, changed_configuration)
        elif (
            row.kind is RowKind.OFF_LAYER
            and row.control != LayerControl.ON
            and LayerControl.ON in row.controls
        ):
            changed_configuration = current_configuration.with_control(name, LayerControl.ON)
            yield from self._offer_control(LayerControl.ON, _TURN_ON_TEXTS, changed_configuration)
        elif row.kind is RowKind.DRIVER and row.is_used and row.outcome is Outcome.FAILS:
            base = get_base_name(row.manifest)
            changed_configuration = current_configuration.with_driver_control(
                base, DriverControl.OFF
            )
            yield from self._offer_control(
                DriverControl.OFF, _LEAVE_OUT_TEXTS, changed_configuration
            )
        elif row.kind is RowKind.BROKEN and self._is_hidden_copy():
            yield from self._offer_using_copy(current_configuration)

    def _offer_control(
        self,
        control: LayerControl | DriverControl,
        texts: tuple[str, str],
        changed_configuration: Configuration,
    ) -> Iterator[QuickFix]:
        """Yield the offer of a control if it switches the row.

        `texts`: title and label of the button. `changed_configuration`: the configuration with
        the control.
        """
        new_row = self._find_row_after(
            self._snapshot.request._replace(configuration=changed_configuration)
        )
        if new_row is None or not self._is_switched(new_row):
            return
        title, label = texts
        consequence = AFTER_THIS.format(_describe_row_state(new_row))
        yield QuickFix(
            title, _NEXT_LAUNCH, QuickFixKind.CONTROL, control.value, label, consequence=consequence
        )

    def _is_switched(self, new_row: Row) -> bool:
        """True if the row is on and was off, or the reverse."""
        if self._row.kind is RowKind.DRIVER:
            return new_row.is_used is not self._row.is_used
        return (new_row.kind is RowKind.LAYER) is (self._row.kind is not RowKind.LAYER)

    def _is_hidden_copy(self) -> bool:
        """True if the row is a copy of a layer in whose place the loader uses another."""
        return any(
            layer.file == self._row.manifest and layer.verdict.reason is Reason.DUPLICATE
            for layer in self._snapshot.inventory.found_layers
        )

    def _offer_using_copy(self, current_configuration: Configuration) -> Iterator[QuickFix]:
        """Yield the offer to use this copy of the layer, if programs would get it then."""
        entry = current_configuration.find_entry(self._row.name) or LayerEntry(self._row.name)
        changed_configuration = current_configuration.with_entry(
            entry._replace(copy=self._row.manifest)
        )
        request = self._snapshot.request._replace(configuration=changed_configuration)
        rows = compute_snapshot(request, self._cache).rows
        new_row = next((row for row in rows if row.key == f"layer:{self._row.name}"), None)
        if new_row is not None and new_row.manifest == self._row.manifest:
            consequence = AFTER_THIS.format(_describe_row_state(new_row))
            kind, file = QuickFixKind.USE_COPY, self._row.manifest
            yield QuickFix(
                tr("Use this copy in this configuration"),
                file,
                kind,
                file,
                tr("Use this copy"),
                consequence=consequence,
            )

    # -- what the engine proposes

    def _offer_for_session(self) -> Iterator[QuickFix]:
        """Yield the offers that were tried in the desktop session, where a shell would run them."""
        session = discover(
            self._host, self._request.application, self._request.profile, self._cache
        )
        subject = find_component(session, self._get_subject())
        if subject is None:
            return
        if subject.verdict.remedy == NOTHING_TO_REPAIR:
            # The other one of 32 and 64.
            bits = 96 - min(session.host.pointer_bits, session.profile.pointer_bits)
            yield QuickFix(
                tr("For {bits}-bit programs. Nothing to repair.", bits=bits), "", QuickFixKind.NONE
            )
            return
        goals = self._get_goals()
        has_quick_fix = False
        for advice in advise(session, subject, self._cache):
            if advice.goal in goals:
                has_quick_fix = True
                yield from self._make_offers(advice, subject)
        if not has_quick_fix:
            yield from self._offer_variables(goals)
            if reason := self._explain_none(subject):
                yield QuickFix(reason, "", QuickFixKind.NONE)

    def _explain_none(self, subject: FoundLayer | FoundDriver) -> str:
        """Return why there is no remedy for a row that is not in the chain, or ""."""
        reason = explain_missing_remedy(subject)
        return capitalise(reason) if self._row.kind is not RowKind.LAYER else ""

    def _get_subject(self) -> RemedySubject:
        """Return the row's layer or driver as the engine's search for remedies names it."""
        row = self._row
        if row.kind is RowKind.DRIVER:
            return RemedySubject(Kind.DRIVER, row.manifest)
        has_manifest = any(
            layer.name == row.name for layer in self._snapshot.report.found_layers if layer.manifest
        )
        return RemedySubject(Kind.LAYER, row.manifest, row.name if has_manifest else "")

    def _get_goals(self) -> tuple[Goal, ...]:
        """Return what remedies for the row should achieve."""
        if self._row.kind is RowKind.DRIVER:
            return (
                (Goal.LEAVE_OUT,) if self._row.is_used else (Goal.LOAD, Goal.REPAIR, Goal.LET_START)
            )
        return _GOALS_BY_ROW_KIND[self._row.kind]

    def _offer_variables(self, goals: Sequence[Goal]) -> Iterator[QuickFix]:
        """Yield the offers to change the configuration's variables, if these decide on the row."""
        inventory = self._snapshot.inventory
        subject = find_component(inventory, self._get_subject())
        own_names = {variable.name for variable in self._snapshot.request.configuration.environment}
        if subject is None or not own_names or self._has_what_if:
            return
        for advice in advise(inventory, subject, self._cache):
            variables = list_variables(advice.remedy)
            if advice.goal not in goals or not own_names.intersection(variables):
                continue
            changed_configuration = set_variables(
                self._snapshot.request.configuration,
                tuple(Variable(name, value) for name, value in variables.items()),
            )
            new_row = self._find_row_after(
                self._snapshot.request._replace(configuration=changed_configuration)
            )
            action = make_action(advice.remedy)
            if new_row is not None and action is not None and self._is_switched(new_row):
                quick_fix = _make_quick_fix(action, AFTER_THIS.format(_describe_row_state(new_row)))
                yield quick_fix._replace(effect=", ".join(variables))

    def _make_offers(self, advice: Advice, subject: FoundLayer | FoundDriver) -> Iterator[QuickFix]:
        """Yield a remedy that helps as an offer, with its consequence."""
        remedy = advice.remedy
        quick_fix = describe_remedy(remedy, self._get_subject().kind, advice.goal)
        consequence = AFTER_THIS.format(advice.trial.state_after)
        action = None
        if quick_fix.kind is QuickFixKind.NONE:
            action = make_action(remedy, self._host.root, self._request.own_files)
            if action is not None and action.kind is ActionKind.WITHDRAW:
                return  # the banner offers that
        if self._is_stopped_by_another_file() and not list_variables(remedy):
            consequence = self._describe_start(remedy) or consequence
        if action is None or self._has_what_if:
            yield quick_fix._replace(consequence=consequence)
        elif self._row.kind is not RowKind.BROKEN or advice.goal is not Goal.REPAIR:
            yield _make_quick_fix(action, consequence)._replace(effect=quick_fix.effect)
        # How a file is repaired is a guess, unless it is among the fixes of its problem.

    def _offer_file_fixes(self) -> Iterator[QuickFix]:
        """Yield the fixes that the Problems page offers for the row's file."""
        if self._has_what_if:
            return  # they are about the machine as it is
        for diagnostic in self._diagnostics:
            if diagnostic.problem.file != self._row.manifest:
                continue
            for action in diagnostic.actions:
                if action.kind in _QUICK_FIX_KINDS:
                    yield _make_quick_fix(action, action.consequence)
                elif action.kind is ActionKind.COPY and action.remedy is not None:
                    quick_fix = describe_remedy(action.remedy, Kind.LAYER, Goal.REPAIR)
                    yield quick_fix._replace(consequence=action.consequence)

    def _is_stopped_by_another_file(self) -> bool:
        """True for a layer that is off because another file keeps every program from starting."""
        file = self._snapshot.summary.file
        return self._row.kind is RowKind.OFF_LAYER and file not in ("", self._row.manifest)

    def _offer_letting_start(self) -> Iterator[QuickFix]:
        """Yield the fixes of the file that keeps programs from starting, as its problem has them.

        The quickest is first, as above the chain.
        """
        if self._has_what_if or not self._is_stopped_by_another_file():
            return
        for diagnostic in self._diagnostics:
            if diagnostic.problem.file != self._snapshot.summary.file:
                continue
            for action in diagnostic.actions:
                if action.kind in _QUICK_FIX_KINDS and action.remedy is not None:
                    consequence = self._describe_start(action.remedy)
                    if consequence:
                        yield _make_quick_fix(action, consequence)

    def _offer_for_every_program(self) -> Iterator[QuickFix]:
        """Yield what keeps every program from an implicit layer that breaks one."""
        if self._has_what_if:
            return
        session = discover(
            self._host, self._request.application, self._request.profile, self._cache
        )
        own_files = self._request.own_files
        for action in find_remedies_for_all(session, self._row, own_files, self._cache):
            if action.kind in _QUICK_FIX_KINDS:
                yield _make_quick_fix(action, action.consequence)

    # -- proofs

    def _describe_start(self, remedy: Remedy) -> str:
        """Return what becomes of the row once a remedy lets programs start, or "" if it does not.

        With the configuration's variables, unlike a command that the user copies.
        """
        snapshot = compute_snapshot(self._add_to_what_if(remedy), self._cache)
        if snapshot.summary.is_alarm:
            return ""
        row = next((row for row in snapshot.rows if row.key == self._row.key), None)
        state = _describe_row_state(row) if row is not None else ""
        return AFTER_THIS.format("; ".join(filter(None, (state, render(VULKAN_WORKS_MESSAGE)))))

    def _add_to_what_if(self, remedy: Remedy) -> PredictionRequest:
        """Return the request of the window's what-if with a remedy."""
        request = self._snapshot.request
        environment = self._snapshot.inventory.host.environment
        assumptions = add_remedy(request.assumptions, remedy, environment)
        return add_what_if(request, assumptions, request.loaders or (request.profile,))

    def _find_row_after(self, request: PredictionRequest) -> Row | None:
        """Return the row in the snapshot of another request, or None if it is not there."""
        rows = compute_snapshot(request, self._cache).rows
        return next((row for row in rows if row.key == self._row.key), None)

    def _add_trial_consequence(self, quick_fix: QuickFix) -> QuickFix:
        """Return an offer with its consequence as tried in the what-if that the window shows."""
        if quick_fix.remedy is None:
            return quick_fix
        new_row = self._find_row_after(self._add_to_what_if(quick_fix.remedy))
        row = self._row
        is_changed = new_row is None or (new_row.status, new_row.reason) != (row.status, row.reason)
        return quick_fix._replace(can_try=is_changed)


def _make_quick_fix(action: ProblemAction, consequence: str) -> QuickFix:
    """Return the action of a problem as an offer for a row."""
    return QuickFix(
        action.step_label,
        "",
        _QUICK_FIX_KINDS[action.kind],
        "",
        action.label,
        remedy=action.remedy,
        consequence=consequence,
        step=action.step_label,
    )


def _describe_row_state(row: Row) -> str:
    """Return the state of a row, as the end of a sentence."""
    word = lower_state(row.status)
    return ", ".join(part for part in (word, row.reason) if part)
