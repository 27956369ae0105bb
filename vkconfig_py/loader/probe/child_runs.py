"""Runs the tasks of a probe in children of one server, unless the cache has their answers.

A list of devices needs what the whole chain and each driver alone say (a program of Vulkan 1.0 is
told less than one of 1.3), and to open a driver is what costs. So its chain's child may answer for
the drivers, too (`ChainJob.alone`): beside its own instance it does, in the same process, what the
child of each driver would do, with the same code. What that says is what the driver says alone if

- no layer is in the chain: no code but the loader and drivers is in the process, and nothing is
  between: the calls of the driver's job, with all their arguments, and their order are the same;
- the library is the same file, opened by the same name for the same loader: negotiation, which
  knows of nothing else, ends with the same interface version;
- the application is the same, of the same Vulkan version: the driver's job brings its own.

There remain other instances and drivers, as in every program: an answer counts only if the chain
and the driver are sound. Anything else (a failure, a crash, no answer) is asked in a child of the
driver's own, since a verdict about a library is about that library alone. Such an answer says
nothing about time or a device that is created, so it is never one of a probe that tells these.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from threading import Lock

from vkconfig_py import __version__
from vkconfig_py.loader.base.records import Any, NamedTuple, decode, encode
from vkconfig_py.loader.probe.answer_cache import (
    AnswerKey,
    CachedAnswer,
    FileIdentities,
    ProbeMemory,
    collect_file_identities,
    describe_machine,
    find_candidates,
    make_key,
)
from vkconfig_py.loader.probe.child_process import make_not_started_outcome, run_job
from vkconfig_py.loader.probe.fork_client import (
    ForkServer,
    choose_child_folder,
    make_child_environment,
    start_server,
)
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.wire.jobs import (
    Answer,
    ChainAnswer,
    ChainJob,
    DriverAnswer,
    DriverFile,
    DriverJob,
    DumpJob,
    Health,
    Job,
    LayerAnswer,
    LayerJob,
    State,
    SurfaceJob,
    answer_from_json,
    answer_to_json,
    job_to_json,
    list_opened_files,
)
from vkconfig_py.loader.wire.results import (
    Cancellation,
    Crashed,
    JobSubject,
    Lied,
    Limits,
    Outcome,
    Overran,
    Probed,
    StepListener,
    TimedOut,
    decide_health,
)

_MEMORY_LIMIT = (
    4 << 30
)  # lavapipe takes 64 MiB on two processors; LLVM has threads of its own on more
DEFAULT_LIMITS = Limits(20.0, _MEMORY_LIMIT)
# A long probe loses no more than this if vkconfig-py or the machine ends; a short one saves once.
_SECONDS_BETWEEN_SAVES = 1.0
_FAILED_OUTCOMES = Crashed | Lied | TimedOut | Overran


class Task(NamedTuple):
    """A job and its subject."""

    subject: JobSubject
    manifest: str
    name: str
    job: Job


class AnswerStore:
    """Looks up and caches the answers of tasks for several threads."""

    def __init__(self, report: LoaderReport, memory: ProbeMemory) -> None:
        self.environment = make_child_environment(report.host.environment)
        self.folder = choose_report_folder(report, self.environment)
        self._memory = memory
        self._machine = describe_machine()
        self._lock = Lock()
        self._save_time = time.monotonic()

    def start_server(self) -> ForkServer:
        """Start the server of children for the program of the report."""
        return start_server(self.environment, self.folder)

    def recall(self, task: Task) -> Probed | None:
        """Return the cached answer to a task, or to a job that does more, else None."""
        for job in _list_answering_jobs(task.job):
            with self._lock:
                stored_answer = self._memory.recall(self._key(task._replace(job=job)))
            if stored_answer is not None:
                return _read_cached(task, CachedAnswer(stored_answer))
        return None

    def recall_nearest(self, task: Task) -> Probed | None:
        """Return the cached answer to a task, else one from other circumstances, else None."""
        for job in _list_answering_jobs(task.job):
            with self._lock:
                cached_answer = self._memory.recall_nearest(self._key(task._replace(job=job)))
            if cached_answer is not None:
                return _read_cached(task, cached_answer)
        return None

    def identities(self, task: Task) -> FileIdentities:
        """Return the states of the files that a task may open."""
        return collect_file_identities(
            path
            for library in list_opened_files(task.job)
            for path in find_candidates(library, self.environment)
        )

    def remember(self, task: Task, probe_result: Probed, old_identities: FileIdentities) -> None:
        """Cache the result of a task, and save those so far if that is some time ago.

        `old_identities`: states of its files before the child ran.
        """
        answer = probe_result.answer
        files = () if answer is None else answer.files
        answer_json = None if answer is None else answer_to_json(answer)
        value = [encode(probe_result.health), answer_json, encode(probe_result.layers)]
        with self._lock:
            # A file replaced while the child ran is not the probed one.
            file_identities = {**collect_file_identities(files), **old_identities}
            self._memory.remember(self._key(task), value, probe_result.when, file_identities)
            if time.monotonic() - self._save_time > _SECONDS_BETWEEN_SAVES:
                self._memory.save()
                self._save_time = time.monotonic()

    def save(self) -> None:
        """Save the cached results."""
        with self._lock:
            self._memory.save()

    def _key(self, task: Task) -> AnswerKey:
        """Return the key by which the answer to a task is cached."""
        question, circumstances = _split_job(task.job)
        # What is found by relative paths depends on it.
        circumstances["folder"] = self.folder
        return make_key([__version__, *question], circumstances, self.environment, self._machine)


class ChildRuns:
    """Runs tasks in children of one server, which starts with the first that needs it.

    Args:
        server: one that was started in advance; it belongs to the caller.
    """

    def __init__(
        self,
        answers: AnswerStore,
        cancellation: Cancellation | None,
        limits: Limits,
        ignores_cache: bool,
        server: ForkServer | None = None,
    ) -> None:
        """Run tasks in children.

        Args:
            answers: the cache.
            cancellation: cancels them from another thread.
            limits: of each child.
            ignores_cache: ignore cached answers.
            server: of the children, None to start one.
        """
        self._answer_store = answers
        self._cancellation = cancellation
        self._limits = limits
        self._ignores_cache = ignores_cache
        serves_environment = server is not None and server.serves(
            answers.environment, answers.folder
        )
        self._server = server if serves_environment else None
        self._own_server: ForkServer | None = None
        self._lock = Lock()
        self._other_driver_results: dict[
            DriverFile, Probed
        ] = {}  # what the chain's child said of drivers

    def __enter__(self) -> ChildRuns:
        return self

    def __exit__(self, *_: object) -> None:
        self._answer_store.save()
        if self._own_server is not None:
            self._own_server.close()

    def run_task(self, task: Task, on_step: StepListener) -> Probed:
        """Return the cached result of a task, or run it in a child."""
        if isinstance(task.job, DriverJob) and task.job.driver in self._other_driver_results:
            return self._other_driver_results[task.job.driver]
        # Displays come and go, and no file tells of that.
        is_kept = not isinstance(task.job, SurfaceJob)
        cached_result = (
            None if self._ignores_cache or not is_kept else self._answer_store.recall(task)
        )
        # A timeout may be due to a busy machine; a missing library may be installed by now.
        if cached_result is not None and cached_result.health.state not in (
            State.HUNG,
            State.DOES_NOT_LOAD,
        ):
            return cached_result
        identities = self._answer_store.identities(task)
        outcome = self._run_job(task.job, on_step)
        if (
            isinstance(task.job, ChainJob)
            and task.job.alone
            and isinstance(outcome, _FAILED_OUTCOMES)
        ):
            outcome = self._run_job(
                task.job._replace(alone=()), on_step
            )  # a driver beside it, perhaps
        health, answer = decide_health(outcome)
        # Only these end at once; a second trial of what hangs would take as long again.
        if isinstance(task.job, DriverJob | LayerJob) and isinstance(outcome, Crashed | Lied):
            second_health, _ = decide_health(self._run_job(task.job, on_step))
            second_state = (second_health.state, second_health.step, second_health.code)
            health = health._replace(
                is_repeated=second_state == (health.state, health.step, health.code)
            )
            if isinstance(answer, DriverAnswer | LayerAnswer):
                answer = answer._replace(health=health)
        if isinstance(answer, ChainAnswer) and answer.alone:
            self._cache_extra_answers(task.job, health, answer)
            answer = answer._replace(alone=())
        probe_result = self._make_probed(task, health, answer)
        if is_kept and health.state is not State.NOT_PROBED:
            self._answer_store.remember(task, probe_result, identities)
        return probe_result

    def _run_job(self, job: Job, on_step: StepListener) -> Outcome:
        """Run a job in a child and return how that ended."""
        try:
            server = self._find_server()
        except (OSError, ValueError) as error:  # ValueError: NUL in the environment or folder
            return make_not_started_outcome(error)
        return run_job(
            server,
            job_to_json(job),
            limits=self._limits,
            cancellation=self._cancellation,
            on_step=on_step,
            awaits_end=not _is_for_list(job),
        )

    def _find_server(self) -> ForkServer:
        """Return the server of the children, started on first use."""
        with self._lock:
            if self._server is None:
                self._own_server = self._answer_store.start_server()
                self._server = self._own_server
            return self._server

    def _cache_extra_answers(self, job: Job, health: Health, answer: ChainAnswer) -> None:
        """Keep the drivers' answers that the child of the chain gave if all was well."""
        assert isinstance(job, ChainJob)
        for file, driver_answer in zip(job.alone, answer.alone, strict=True):
            if health.state is driver_answer.health.state is State.HEALTHY:
                driver_job = DriverJob(file, job.plan.profile, creates_device=False)
                task = Task(JobSubject.DRIVER, file.manifest, "", driver_job)
                probe_result = self._make_probed(task, driver_answer.health, driver_answer)
                self._other_driver_results[file] = probe_result
                self._answer_store.remember(task, probe_result, self._answer_store.identities(task))

    def _make_probed(self, task: Task, health: Health, answer: Answer | None) -> Probed:
        """Return the result of a task with the current time."""
        return Probed(*task[:3], health, answer, when=time.time(), layers=_predict_order(task.job))


def choose_report_folder(report: LoaderReport, environment: Mapping[str, str]) -> str:
    """Return the working directory of children that run libraries of a report.

    It is the program's own where a manifest was found by a relative path, else as
    `choose_child_folder` decides.
    """
    folder = report.host.working_directory
    files = [layer.file for layer in report.found_layers]
    files += [driver.file for driver in report.drivers]
    if not all(file.startswith("/") for file in files):
        return folder
    return choose_child_folder(environment, folder)


def _is_for_list(job: Job) -> bool:
    """Return whether a job does no more than a list of devices needs."""
    match job:
        case DriverJob(creates_device=False) | ChainJob(tapped=False):
            return True
    return False


def _list_answering_jobs(job: Job) -> tuple[Job, ...]:
    """Return the jobs whose answers contain this one's, the one that does most first."""
    match job:
        case DriverJob(creates_device=False):
            return job._replace(creates_device=True), job
        case ChainJob(tapped=False):
            return job._replace(tapped=True), job
    return (job,)


def _split_job(job: Job) -> tuple[list[Any], dict[str, Any]]:
    """Return what a job is about, and what its answer depends on, as JSON values."""
    if isinstance(job, ChainJob | DumpJob | SurfaceJob):
        job = job._replace(plan=job.plan._replace(layers=_select_last_places(job.plan.layers)))
    raw = job_to_json(job)
    question, kind, form = raw["value"], raw["kind"], raw["format"]
    match job:
        case ChainJob(plan) | DumpJob(plan) | SurfaceJob(plan):
            profile = plan.profile
            circumstances = question.pop("plan")
            question.pop("alone", None)  # not about the chain
            # Release and build of the profile are circumstances: an answer is useful under another
            # one.
            del circumstances["profile"]
        case DriverJob() | LayerJob():
            profile = job.profile
            del question["profile"]
            circumstances = {"ground": question.pop("driver")} if isinstance(job, LayerJob) else {}
    # Paths of the loader do not affect drivers and layers.
    build = profile._replace(library="", sysconfdir="", extra_sysconfdir="")
    circumstances["loader"] = profile.version_text
    circumstances["build of the loader"] = encode(build._replace(version=(0, 0, 0)))
    return [kind, form, profile.pointer_bits, question], circumstances


def _select_last_places(written: Sequence[Any]) -> tuple[Any, ...]:
    """Return a list of layers with each only at its last place, as the loader loads them."""
    return tuple(reversed(dict.fromkeys(reversed(written))))


def _predict_order(job: Job) -> tuple[str, ...]:
    """Return the layer names of a chain in their predicted order, () for other jobs."""
    if not isinstance(job, ChainJob):
        return ()
    return _select_last_places([layer.name for layer in job.plan.layers])


def _read_cached(task: Task, cached_answer: CachedAnswer) -> Probed | None:
    """Return the cached result of a task, or None if it is invalid."""
    stored_answer = cached_answer.remembered
    try:
        health, answer, layers = stored_answer.value
        return Probed(
            *task[:3],
            decode(Health, health),
            None if answer is None else answer_from_json(answer),
            is_cached=True,
            when=stored_answer.time,
            other_circumstances=cached_answer.differing,
            layers=decode(tuple[str, ...], layers),
        )
    except (TypeError, ValueError):
        return None
