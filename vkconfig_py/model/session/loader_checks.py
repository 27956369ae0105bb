"""Checks of the displayed chain with the real loader: in a child process, or by a launch."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.files.atomic_files import render_error
from vkconfig_py.model.session.background import Worker

if TYPE_CHECKING:
    from vkconfig_py.loader.rules.loader_report import LoaderReport
    from vkconfig_py.model.apply.verify import DeviceProof, Verification
    from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
    from vkconfig_py.model.files.paths import StatePaths
    from vkconfig_py.model.plan.plan import PredictionRequest
    from vkconfig_py.model.session.background import SharedServices
    from vkconfig_py.model.session.snapshots import ChainSnapshots, OpenWhatIf, PredictionRequests

NO_CHECK_IN_DEMO = tr("The sample machine has no real loader to check with.")
NO_DEVICES_CHOSEN = tr("This configuration does not choose devices, so there is nothing to check.")
REQUESTS_FORGOTTEN = tr(
    "Discarded the requests recorded for {}. Its next launch from here records them again."
)
NO_CHECK_OF_WHAT_IF = tr(
    "A what-if cannot be checked with a real loader. Close What-if (F9) to check this machine."
)

_Result = TypeVar("_Result")


class AppliedCheck(NamedTuple):
    """What the real loader makes of what was applied."""

    snapshot: ChainSnapshot
    verification: Verification


class LoaderChecks(QObject):
    """The latest check result, as long as the snapshot is the same.

    Signals:
        verified: result of the real loader (verify.Verification).
        choice_proved: the devices that it gives (verify.DeviceProof).
        applied_checked: result for what was just applied (AppliedCheck).
        message: a sentence for the user (text, tone).
    """

    verified = Signal(object)
    applied_checked = Signal(object)
    choice_proved = Signal(object)
    message = Signal(str, str)

    def __init__(
        self,
        shared_services: SharedServices,
        snapshots: ChainSnapshots,
        what_if: OpenWhatIf,
        requests: PredictionRequests,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._cache = shared_services.cache
        self._snapshots = snapshots
        self._what_if = what_if
        self._requests = requests
        self.worker = Worker("checks", self)
        self._snapshot: ChainSnapshot | None = None  # that the answer is about
        self.verification: Verification | None = None
        self.checks_after_apply = True  # by itself, after a configuration was applied
        self.applied: AppliedCheck | None = None
        self.proof: DeviceProof | None = None
        self._latest_check: tuple[ChainSnapshot, Verification] | None = None
        self._latest_proof: tuple[ChainSnapshot, DeviceProof] | None = None
        snapshots.current_changed.connect(self._on_current_changed)

    def check(self) -> None:
        """Compare the chain with the real loader, run in a child process, and emit `verified`."""
        snapshot = self._snapshots.current
        if self._what_if.is_hypothetical:
            self.message.emit(NO_CHECK_OF_WHAT_IF, "neutral")
        elif self._requests.machine.demo:
            self.message.emit(NO_CHECK_IN_DEMO, "neutral")
        elif snapshot is not None:
            self.worker.submit(
                partial(self._verify_report, snapshot.report), partial(self._on_answered, snapshot)
            )

    def check_applied(self, request: PredictionRequest) -> None:
        """Compare what was just applied with the real loader, if that can be run here."""
        self.applied = None
        host = request.host
        cannot_check = self._requests.machine.demo or host.root or not request.profile.library
        if self.checks_after_apply and not cannot_check and request.assumptions.is_empty:
            self.worker.submit(partial(self._ask_applied, request), self._on_applied_checked)

    def _ask_applied(self, request: PredictionRequest) -> AppliedCheck:
        """Run the real loader with what was applied, on the worker."""
        from vkconfig_py.model.chain.snapshot import compute_snapshot

        snapshot = compute_snapshot(request, self._cache())
        return AppliedCheck(snapshot, self._verify_report(snapshot.report))

    def _verify_report(self, report: LoaderReport) -> Verification:
        """Compare a report with the real loader, devices too if a probe of this chain is known."""
        from vkconfig_py.model.apply.verify import verify_report
        from vkconfig_py.model.chain.prober import add_known_devices, open_prober

        host, paths = self._requests.machine.host, self._requests.machine.paths
        prober = open_prober(host.environment, paths, "")
        return verify_report(add_known_devices(report, prober))

    def _on_applied_checked(self, check: AppliedCheck) -> None:
        """Show the check of what was applied, if it is still applied."""
        if not self._is_applied(check.snapshot):
            return  # withdrawn, or applied again, meanwhile
        self.applied = check
        if check.snapshot.is_equal_answer(self._snapshots.current):
            self.verification = check.verification
        self.applied_checked.emit(check)

    def check_devices(self) -> None:
        """Ask the real loader in a child process for its devices, and emit `proved`."""
        snapshot = self._snapshots.current
        if self._what_if.is_hypothetical:
            self.message.emit(NO_CHECK_OF_WHAT_IF, "neutral")
        elif self._requests.machine.demo:
            self.message.emit(NO_CHECK_IN_DEMO, "neutral")
        elif snapshot is None or snapshot.plan.devices is None:
            self.message.emit(NO_DEVICES_CHOSEN, "neutral")
        else:
            from vkconfig_py.model.apply.verify import prove_devices

            choice = snapshot.request.configuration.devices
            job = partial(prove_devices, snapshot.report, snapshot.plan.devices, choice)
            self.worker.submit(job, partial(self._on_choice_proved, snapshot))

    def _on_choice_proved(self, snapshot: ChainSnapshot, proof: DeviceProof) -> None:
        """Show the devices that the real loader gave."""
        self._latest_proof = (snapshot, proof)
        if snapshot.is_equal_answer(self._snapshots.current):
            self.proof = proof
        self.choice_proved.emit(proof)
        self.message.emit(proof.sentence, "neutral" if proof.is_proved else "error")

    def record_launch(
        self,
        snapshot: ChainSnapshot,
        actual_chain: tuple[str, ...],
        difference: str,
        explanation: str = "",
    ) -> None:
        """Take the chain in the log of a launched program as the result of a check.

        Args:
            snapshot: of the launch.
            actual_chain: layers that the loader told, in its order.
            difference: from the prediction, as a sentence, or "".
            explanation: why they differ, or "".
        """
        from vkconfig_py.model.apply.verify import SUCCESS_RESULT, Verification

        answer = Verification(
            agreed=not difference,
            predicted=snapshot.list_loading_layers(),
            actual=actual_chain,
            result=SUCCESS_RESULT,
            difference=difference,
            when=time.time(),
            is_from_launch=True,
            why=explanation,
        )
        self._on_answered(snapshot, answer)

    def forget_requests(self) -> None:
        """Forget what launches showed of the program's requests, and predict without it."""
        shown_snapshot = self._snapshots.shown
        if shown_snapshot is None or shown_snapshot.known_requests is None:
            return
        known_requests, paths = shown_snapshot.known_requests, self._requests.machine.paths
        self.worker.submit(
            partial(_forget_requests, paths, known_requests.requests.program),
            partial(self._on_requests_forgotten, known_requests.name),
        )

    def _on_requests_forgotten(self, name: str, error: str) -> None:
        """Predict without what was forgotten, or report the error."""
        if error:
            self.message.emit(error, "error")
        else:
            self._snapshots.refresh()
            self.message.emit(REQUESTS_FORGOTTEN.format(name), "neutral")

    def _on_answered(self, snapshot: ChainSnapshot, verification: Verification) -> None:
        """Keep a check of the current chain, and report it."""
        self._latest_check = (snapshot, verification)
        if snapshot.is_equal_answer(self._snapshots.current):
            self.verification = verification
        self.verified.emit(verification)

    def _is_still_valid(
        self, snapshot: ChainSnapshot, previous_snapshot: ChainSnapshot | None
    ) -> bool:
        """True if a launch confirmed the chain and nothing else has changed since."""
        answer = self.verification
        if answer is None or previous_snapshot is None:
            return False
        request = snapshot.request
        previous_request = previous_snapshot.request._replace(
            application=request.application, known_requests=request.known_requests
        )
        return (
            request == previous_request
            and answer.is_from_launch
            and answer.agreed
            and snapshot.list_loading_layers() == answer.actual
        )

    def _on_current_changed(self) -> None:
        """Drop a check that is not about the new snapshot, and restore one that is."""
        snapshot, previous_snapshot = self._snapshots.current, self._snapshot
        self._snapshot = snapshot
        # What was checked is the chain that the loader builds, which knows no settings of layers.
        if snapshot is not None and not snapshot.is_equal_chain(previous_snapshot):
            if self.verification is not None and self._is_still_valid(snapshot, previous_snapshot):
                self._latest_check = (snapshot, self.verification)
            self.verification = _find_result(self._latest_check, snapshot)
            self.proof = _find_result(self._latest_proof, snapshot)
        if self.applied is not None and not self._is_applied(self.applied.snapshot):
            self.applied = None
        if self.applied is not None and self.applied.snapshot.is_equal_answer(snapshot):
            self.verification = self.verification or self.applied.verification

    def _is_applied(self, snapshot: ChainSnapshot) -> bool:
        """True if what a snapshot shows is still applied as it was."""
        return (
            snapshot.request.applied_configurations
            == self._requests.make_request().applied_configurations
        )


def _find_result(
    latest_result: tuple[ChainSnapshot, _Result] | None, snapshot: ChainSnapshot
) -> _Result | None:
    """Return the latest result of a check if it is about the chain of a snapshot."""
    if latest_result is None or not latest_result[0].is_equal_chain(snapshot):
        return None
    return latest_result[1]


def _forget_requests(paths: StatePaths, program: str) -> str:
    """Forget what launches showed of a program's requests. Return "" or the error."""
    from vkconfig_py.model.programs.seen_requests import forget

    try:
        forget(paths.requests_file, {program})
    except OSError as error:
        return render_error(tr("The requests were not discarded"), str(paths.requests_file), error)
    return ""
