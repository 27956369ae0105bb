"""One trial: a launch without what is left out; nothing on the system changes."""

from __future__ import annotations

from vkconfig_py.language.sentences import Message, join_messages, message
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.model.bisect.investigation import Investigation, Observation
from vkconfig_py.model.bisect.search import BisectTrial
from vkconfig_py.model.chain.compute import Prediction, predict
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.launch.observed_loader import (
    InstanceReader,
    join_short_names,
    make_chain_log_variable,
    parse_output,
)
from vkconfig_py.model.launch.private_folder import make_launch_mark, remove_folder
from vkconfig_py.model.launch.run_program import Launch, LaunchEnd, LaunchError, start_launch
from vkconfig_py.model.plan.plan import PredictionRequest

NO_LOADER_OUTPUT = message("No loader output: the program might not be using Vulkan.")
_MAX_CHAINS = 8  # of one run: a program may create instances without end


class TrialMachine(NamedTuple):
    """The machine on which trials run."""

    request: PredictionRequest
    cache: DocumentCache
    paths: StatePaths


class _OutputReader:
    """What is looked for in a program's output, line by line."""

    def __init__(self, text: str) -> None:
        self.has_text = self.has_loader = False
        self.chains: dict[tuple[str, ...], None] = {}
        self._text = text
        self._reader = InstanceReader()

    def add(self, _stream: str, line: str) -> None:
        """Look in a line for the text of the test, and for the loader's call chain."""
        if self._text and not self.has_text:
            self.has_text = self._text in line
        output_line = parse_output(line)
        self.has_loader = self.has_loader or output_line.source == "loader"
        instance = self._reader.read(output_line)
        if instance is not None and len(self.chains) < _MAX_CHAINS:
            self.chains[instance.chain] = None


class TrialRun:
    """A running trial. Its program and everything it started end with it.

    Attributes:
        predicted_chain: the chain of layers that the plan leads to.
    """

    def __init__(
        self,
        seconds: float,
        launch: Launch,
        output: _OutputReader,
        predicted_names: tuple[str, ...],
    ) -> None:
        self.predicted_chain = predicted_names
        self._seconds = seconds
        self.launch = launch
        self._output = output

    def wait(self) -> Observation:
        """Wait until the program ends, or end it after the seconds of the test."""
        launch_end = self.launch.wait(self._seconds or None)
        if launch_end is None:
            self.launch.stop()
            self.launch.wait()
        return self._make_observation(launch_end)

    def _make_observation(self, launch_end: LaunchEnd | None) -> Observation:
        """Return what was seen. `launch_end` is None for a program that had to be ended."""
        natural_end = None if launch_end is None or launch_end.was_stopped else launch_end
        output = self._output
        return Observation(natural_end, output.has_text, output.has_loader, tuple(output.chains))


def start_trial(
    investigation: Investigation, trial: BisectTrial, trial_machine: TrialMachine, folder: str
) -> TrialRun | LaunchError:
    """Start the program of a search without what the trial leaves out.

    `trial_machine`: the machine on which it runs. `folder`: the private folder of this launch,
    whose mark identifies the processes.
    """
    configuration = investigation.make_trial_configuration(trial)
    request = trial_machine.request._replace(configuration=configuration, launch_folder=folder)
    prediction = predict(request, trial_machine.cache)
    output = _OutputReader(investigation.test.text)
    launch = _start_launch(prediction, output, make_launch_mark(folder))
    if isinstance(launch, LaunchError):
        remove_folder(folder)
        return launch
    if not prediction.plan.files:
        remove_folder(folder)
    predicted_names = tuple(
        active_layer.manifest.name for active_layer in prediction.report.callstack
    )
    return TrialRun(investigation.test.seconds, launch, output, predicted_names)


def _start_launch(prediction: Prediction, output: _OutputReader, mark: str) -> Launch | LaunchError:
    """Start the program of a prediction so that the loader logs its call chain.

    `mark`: identifies the processes of this launch.
    """
    request, plan = prediction.request, prediction.plan
    target = request.configuration.target
    is_chain_logged = make_chain_log_variable(
        request.host.environment, plan.variables, request.profile
    )
    variables = (*plan.variables, is_chain_logged)
    return start_launch(
        target.program,
        target.arguments,
        target.working_directory,
        request.host.environment,
        plan._replace(variables=variables),
        on_line=output.add,
        on_end=_ignore_end,
        mark=mark,
    )


def _ignore_end(_ended: LaunchEnd) -> None:
    return


def list_trial_notes(
    investigation: Investigation, run: TrialRun, observation: Observation
) -> tuple[Message | str, ...]:
    """Return as sentences how the call chain of a trial differs from the prediction."""
    expected_names = {
        *run.predicted_chain,
        *(c.name for c in investigation.candidates),
        *(k.candidate.name for k in investigation.kept),
    }
    requested_by_program = dict.fromkeys(
        name for chain in observation.chains for name in chain if name not in expected_names
    )
    notes: list[Message] = []
    if requested_by_program:
        layers = join_messages([*requested_by_program])
        notes = [
            message(
                "Turned on by the program, and therefore on in every trial: {layers}.",
                layers=layers,
            )
        ]
    for chain in observation.chains:
        names = [name for name in chain if name not in requested_by_program]
        if names != [*run.predicted_chain]:
            notes.append(
                message(
                    "The chain differs from the prediction. Actual: {found}. Predicted: "
                    "{predicted}.",
                    found=join_short_names(names),
                    predicted=join_short_names(run.predicted_chain),
                )
            )
    return tuple(notes if observation.has_loader else (*notes, NO_LOADER_OUTPUT))
