"""One run of a launched program: what it prints, how it ends, what its loader told."""

import re
import sys
import threading
from pathlib import Path

import pytest

from tests.framework.amount import choose_amount
from tests.framework.patience import PATIENCE
from tests.framework.stand_ins import replace
from tests.model.fake_machine import LAYERS, FakeMachine
from tests.model.items.snapshots import snapshot_of
from tests.model.launch.test_loader_log import NEW
from vkconfig_py.language.sentences import message
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, ChainSummary
from vkconfig_py.model.configuration import chosen_program, workspace_edits
from vkconfig_py.model.configuration.configuration import (
    LayerControl,
    LayerEntry,
    SettingType,
    Target,
    Variable,
)
from vkconfig_py.model.items.keyed_list import LogRole
from vkconfig_py.model.launch import written_files
from vkconfig_py.model.launch.observed_loader import ExpectedLaunch
from vkconfig_py.model.launch.run_history import WrittenPlace, read_running, read_runs
from vkconfig_py.model.launch.run_program import MAX_BURST_LINES, LaunchEnd, LaunchError
from vkconfig_py.model.plan.plan import Mechanism, Plan, PlannedFile, PlanView
from vkconfig_py.model.session import launched_run
from vkconfig_py.model.session.launched_run import ENDED_BEFORE_CHAIN, VIEW_CHANGED_MEANWHILE
from vkconfig_py.model.session.launcher import Launcher
from vkconfig_py.model.session.run_values import LaunchState

STACK = NEW.replace("VK_LAYER_MESA_device_select", LAYERS[0]).replace(
    "VK_LAYER_KHRONOS_validation", LAYERS[1]
)
FINE = LaunchEnd(0, "", False, "exit 0")


class Program:
    """A program that does what the test says, with its own reader thread."""

    pid = 4711

    def __init__(self):
        self.stopped = self.killed = 0
        self.started_with = None
        self.error = None
        self.at_once = None
        self.printed_at_once = ""
        self.gate = threading.Event()
        self.gate.set()

    def start(
        self, program, arguments, directory, environment, plan, *, on_line, on_end, mark, log
    ):
        self.started_with = (program, arguments, directory, dict(environment), plan)
        self.log = log
        self.on_line, self.on_end = on_line, on_end
        for line in self.printed_at_once.splitlines():
            on_line("err", line)
        self.gate.wait(PATIENCE)
        if self.at_once:
            self.on_end(self.at_once)
        return self.error or self

    def print(self, text):
        lines = text.splitlines()
        thread = threading.Thread(target=lambda: [self.on_line("err", line) for line in lines])
        thread.start()
        thread.join()

    def end(self, ended=FINE):
        thread = threading.Thread(target=self.on_end, args=(ended,))
        thread.start()
        thread.join()

    def stop(self):
        self.stopped += 1

    def kill(self):
        self.killed += 1

    def wait(self, timeout=None):
        return FINE


@pytest.fixture
def fake(tmp_path):
    return FakeMachine(tmp_path)


@pytest.fixture
def session(fake, qtbot):
    session = fake.session()
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.start()
        session.edits.do(
            chosen_program.choose_program, Target("/usr/bin/vkcube", ("--c", "600 frames"))
        )
    yield session
    session.close()


@pytest.fixture
def program():
    return Program()


@pytest.fixture
def launcher(session, program):
    launcher = Launcher(
        session.shared, session.requests, session.snapshots, session.checks, start=program.start
    )
    yield launcher
    launcher.close()


@pytest.fixture
def running(launcher, qtbot):
    with qtbot.waitSignal(launcher.started):
        launcher.start()
    return launcher.shown_run


def lines(run):
    log = run.log
    return [log.index(row).data() for row in range(log.rowCount())]


def column(run, role):
    log = run.log
    return [log.index(row).data(role) for row in range(log.rowCount())]


def test_a_launch_runs_the_target_under_the_launch_plan(running, program, fake):
    path, arguments, directory, environment, plan = program.started_with
    assert (path, arguments, directory) == ("/usr/bin/vkcube", ("--c", "600 frames"), "")
    assert fake.asked[-1].launch_folder.startswith(str(fake.paths.runtime))
    assert [(v.name, v.value) for v in plan.variables] == [("VK_LOADER_DEBUG", "layer,info")]
    assert environment == {}
    assert (running.pid, running.state) == (4711, LaunchState.RUNNING)
    assert lines(running) == ["/usr/bin/vkcube --c '600 frames'   (environment: 0 set, 0 unset)"]
    assert column(running, LogRole.SOURCE) == ["launcher"]


def test_the_loader_log_asked_for_is_kept(launcher, session, program, qtbot):
    session.set_machine(
        session.machine._replace(host=Host(environment={"VK_LOADER_DEBUG": "error,layer,warn"}))
    )
    with qtbot.waitSignal(launcher.started):
        launcher.start()
    assert program.started_with[4].variables[-1].value == "error,layer,warn,info"


def test_the_chain_of_the_loader_is_compared_with_the_prediction(running, program, qtbot):
    with qtbot.waitSignal(running.compared) as compared:
        program.print(STACK + STACK)
    assert compared.args == [True, "Chain matches the prediction: 2 layers"]
    assert [line for line in lines(running) if line.startswith("Chain")] == [compared.args[1]]


def test_a_chain_that_differs_is_a_warning(running, program, qtbot):
    with qtbot.waitSignal(running.compared) as compared:
        program.print(NEW)
    assert compared.args[0] is False
    row = lines(running).index(compared.args[1])
    assert column(running, LogRole.SEVERITY)[row] == "warning"


def test_lines_say_who_wrote_them(running, program, qtbot):
    program.print("Frame 120\nValidation Error: [ VUID-x ] bad\n[MANGOHUD] [warning] no sensor")
    wanted = ["vkcube", "validation", "MangoHud"]
    qtbot.waitUntil(lambda: column(running, LogRole.SOURCE)[1:] == wanted)
    assert running.log.store.count_severities() == {"error": 1, "warning": 1, "info": 2}


def test_many_lines_arrive_as_one_batch(running, program, qtbot):
    with qtbot.waitSignal(running.log.rowsInserted) as inserted:
        program.print("".join(f"line {number}\n" for number in range(5000)))
    assert inserted.args[1:] == [1, 5000]


def test_lines_before_the_start_is_seen_wait_for_the_prediction(launcher, program, qtbot):
    program.printed_at_once = STACK
    program.gate.clear()
    launcher.start()
    with qtbot.waitSignal(launcher.shown_run._batch_timer.timeout):
        pass
    assert lines(launcher.shown_run) == []
    with qtbot.waitSignal(launcher.compared) as compared:
        program.gate.set()
    assert compared.args == [launcher.shown_run, True, "Chain matches the prediction: 2 layers"]
    assert lines(launcher.shown_run)[0].startswith("/usr/bin/vkcube")


def test_the_window_answers_while_a_program_floods_us(session, qtbot, monkeypatch):
    # However busy this machine is, the reader waits until its lines are shown.
    monkeypatch.setattr("vkconfig_py.model.launch.run_program.BACKPRESSURE_WAIT_SECONDS", PATIENCE)
    text = "INFO: what a layer writes about every call there is, " * 8
    session.edits.do(chosen_program.choose_program, Target("/usr/bin/yes", (text,)))
    launcher = Launcher(session.shared, session.requests, session.snapshots, session.checks)
    try:
        with qtbot.waitSignal(launcher.started):
            launcher.start()
        for _ in range(choose_amount(2, long=5)):
            with qtbot.waitSignal(launcher.shown_run.log.rowsInserted) as inserted:
                pass
            first, last = inserted.args[1:]
            assert last - first < 4 * MAX_BURST_LINES
        with qtbot.waitSignal(launcher.ended):
            launcher.stop()
    finally:
        launcher.close()


def test_the_end_is_named_and_comes_after_the_last_line(running, program, qtbot):
    program.print("last words")
    with qtbot.waitSignal(running.ended) as ended:
        program.end(LaunchEnd(None, "SIGSEGV", False, "terminated by SIGSEGV"))
    assert ended.args[0].signal == "SIGSEGV"
    assert lines(running)[1:] == ["last words", ENDED_BEFORE_CHAIN, "Terminated by SIGSEGV"]
    assert running.render_state() == "Terminated by SIGSEGV"
    assert column(running, LogRole.SEVERITY)[-1] == "error"
    assert running.is_over


def test_of_a_crash_that_was_predicted_the_cause_is_named(running, program, qtbot):
    said = "Every Vulkan program crashes: bad.json ends it"
    summary = ChainSummary((said,), is_alarm=True, file="/bad.json")
    running._shown.summary = summary
    with qtbot.waitSignal(running.ended):
        program.end(LaunchEnd(None, "SIGSEGV", False, "terminated by SIGSEGV"))
    assert lines(running)[1:] == [said, "Terminated by SIGSEGV"]


def test_a_program_that_is_over_before_its_start_was_seen_has_ended(launcher, program, qtbot):
    program.at_once = LaunchEnd(3, "", False, "exit 3")
    with qtbot.waitSignals([launcher.started, launcher.ended], order="strict"):
        launcher.start()
    assert launcher.shown_run.render_state() == "Exited with code 3"


def test_stopping_says_so_until_it_ends(running, program, qtbot):
    running.stop()
    running.stop()
    assert (running.render_state(), program.stopped) == ("Stopping…", 1)
    running.kill()
    assert program.killed == 1
    with qtbot.waitSignal(running.ended):
        program.end(LaunchEnd(None, "SIGTERM", True, "stopped"))
    assert running.render_state() == "Stopped"
    running.stop()
    running.kill()
    assert (program.stopped, program.killed) == (1, 1)


def test_a_program_that_does_not_stop_can_be_killed(running, program, qtbot):
    running._exit_timer.setInterval(0)
    with qtbot.waitSignal(running.changed):
        running.stop()
    qtbot.waitUntil(lambda: running.ignores_stop)
    with qtbot.waitSignal(running.ended):
        program.end(LaunchEnd(None, "SIGKILL", True, "stopped"))
    assert not running.ignores_stop


def test_the_chip_counts_the_time(launcher, qtbot):
    launcher.start()
    assert launcher.shown_run.render_state() == "Starting…"
    with qtbot.waitSignal(launcher.started):
        pass
    assert re.fullmatch(r"Running \d+:\d\d", launcher.shown_run.render_state())


def test_a_program_that_cannot_be_started_is_said(launcher, program, fake, qtbot):
    program.error = LaunchError("/usr/bin/vkcube does not exist")
    with qtbot.waitSignal(launcher.failed) as failed:
        launcher.start()
    assert failed.args == ["/usr/bin/vkcube does not exist"]
    assert lines(launcher.shown_run) == failed.args
    assert launcher.shown_run.state is LaunchState.NOT_STARTED
    assert list(fake.paths.runtime.iterdir()) == []


def test_what_runs_keeps_its_command_line_under_another_configuration(running, launcher, session):
    session.edits.do(chosen_program.choose_program, Target("/usr/bin/other"))
    assert running.command == "/usr/bin/vkcube --c '600 frames'"
    assert launcher.next_command() == "/usr/bin/other"


def test_closing_ends_what_runs_and_remembers_it(running, launcher, program, fake):
    program.wait = lambda: LaunchEnd(None, "SIGTERM", True, "stopped")
    launcher.close()
    assert program.stopped == 1
    (one,) = read_runs(fake.paths.state)
    assert (one.name, one.ended) == ("vkcube", "stopped")
    assert read_running(fake.paths.state) == ()


def test_a_real_program_is_started_read_and_stopped(session, fake, qtbot):
    code = (
        "import sys, time; print('out', flush=True); sys.stderr.write(sys.argv[1]); time.sleep(60)"
    )
    session.edits.do(chosen_program.choose_program, Target(sys.executable, ("-c", code, STACK)))
    launcher = Launcher(session.shared, session.requests, session.snapshots, session.checks)
    try:
        with qtbot.waitSignals([launcher.started, launcher.compared]):
            launcher.start()
        stop_and_look(launcher.shown_run, fake, qtbot)
    finally:
        launcher.close()


def stop_and_look(run, fake, qtbot):
    assert "out" in lines(run)
    assert "Chain matches the prediction: 2 layers" in lines(run)
    with qtbot.waitSignal(run.ended):
        run.stop()
    assert run.render_state() == "Stopped"
    assert list(fake.paths.runtime.iterdir()) == []


def test_a_run_that_ended_is_remembered_with_what_its_loader_told(running, program, fake, qtbot):
    program.print(STACK)
    with qtbot.waitSignals([running.remembered, running.ended]):
        program.end(LaunchEnd(None, "SIGSEGV", False, "terminated by SIGSEGV"))
    (one,) = read_runs(fake.paths.state)
    assert (one.program, one.arguments) == ("/usr/bin/vkcube", ("--c", "600 frames"))
    assert (one.ended, one.is_seen, len(one.chain)) == ("ended by SIGSEGV", True, 2)
    assert one.messages == ()


# what is shown and what runs


EVERY = PlanView(Mechanism.AUTOMATIC)


def test_another_view_gives_way_to_the_one_of_this_launch_before_anything_runs(
    launcher, session, program, qtbot
):
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.snapshots.set_view(EVERY)
    program.gate.clear()
    launcher.start()
    qtbot.waitUntil(lambda: program.started_with is not None)
    assert session.requests.view == PlanView()
    assert session.snapshots.shown.request.view == PlanView()
    program.gate.set()
    qtbot.waitUntil(lambda: launcher.shown_run.state is LaunchState.RUNNING)


def test_what_the_program_asked_for_itself_explains_a_difference_and_is_kept(
    running, program, session, fake, qtbot
):
    told = STACK.replace("Enabled By: Implicit Layer", "")
    log = told.replace(LAYERS[0], "VK_LAYER_own").replace("Type: Implicit", "Type: Explicit")
    expected = ExpectedLaunch((LAYERS[1],), program="/usr/bin/vkcube")
    running._findings.expected = expected
    with qtbot.waitSignal(running.compared) as compared:
        program.print(log)
    assert compared.args[0] is True
    assert compared.args[1].endswith(". vkcube requested own itself.")
    assert session.checks.verification.why == "vkcube requested own itself."
    with qtbot.waitSignal(running.ended):
        program.end()
    running._services.copies.drain()
    (seen,) = fake.requests
    assert (seen.program, seen.layers) == ("/usr/bin/vkcube", ("VK_LAYER_own",))


def test_nothing_is_kept_of_a_program_that_opened_another_loader(running, program, fake, qtbot):
    with qtbot.waitSignal(running.compared):
        program.print(STACK)
    with qtbot.waitSignal(running.ended):
        program.end(FINE._replace(other_loader="/opt/own/libvulkan.so.1"))
    running._services.copies.drain()
    assert fake.requests == []


def test_the_chain_is_compared_with_the_one_on_the_screen(launcher, session, program, fake, qtbot):
    def compute(request, cache):
        if request.launch_folder:  # the machine changed in between
            layer = LayerEntry(LAYERS[1], control=LayerControl.OFF)
            request = request._replace(configuration=request.configuration.with_entry(layer))
        return fake.compute(request, cache)

    replace(compute=compute)
    with qtbot.waitSignal(launcher.started):
        launcher.start()
    assert session.snapshots.shown.list_loading_layers() == LAYERS[:2]
    with qtbot.waitSignal(launcher.compared) as compared:
        program.print(STACK)
    assert compared.args[1] is True


@pytest.mark.parametrize(
    "edit",
    [
        (workspace_edits.set_control, LAYERS[0], LayerControl.OFF),
        (chosen_program.choose_program, Target("/usr/bin/vkcube", ("--c", "9 frames"))),
    ],
    ids=["layer", "arguments"],
)
def test_a_running_program_is_outdated_until_what_it_was_launched_with_is_back(
    launcher, session, fake, qtbot, edit
):
    def compute(request, cache):
        chain = fake.compute(request, cache).list_loading_layers()
        told = [request.configuration.name, *chain]  # an override says whose it is
        plan = Plan(Mechanism.LAUNCH, variables=(Variable("CHAIN", ",".join(told)),))
        return snapshot_of(chain, request=request, plan=plan)

    replace(compute=compute)
    with qtbot.waitSignal(launcher.started):
        launcher.start()
    run, snapshots, edits = launcher.shown_run, session.snapshots, session.edits
    with qtbot.waitSignal(snapshots.current_changed):
        edits.do(workspace_edits.rename_configuration, "1", "Another name")
    assert not run.is_outdated
    with qtbot.waitSignal(snapshots.current_changed):
        edits.do(*edit)
    assert run.is_outdated
    with qtbot.waitSignal(snapshots.current_changed):
        edits.select_configuration("2")
    assert run.is_outdated  # another configuration does not tell
    edits.select_configuration("1")
    with qtbot.waitSignal(snapshots.current_changed):
        edits.undo()
    qtbot.waitUntil(lambda: not run.is_outdated)


def plan_overlay(request, folder="/planned"):
    """Plan a launch whose layer reads its file again, but for what the file says of "vsync"."""
    (entry,) = (one for one in request.configuration.layers if one.name == LAYERS[0])
    values = {one.key: str(one.value) for one in entry.settings}
    content = "".join(f"{key}={text}\n" for key, text in values.items()).encode()
    once = tuple(one for one in values.items() if one[0] == "vsync")
    path = f"{request.launch_folder or folder}/Overlay.conf"
    file = PlannedFile(path, content, has_fixed_name=True, values_at_start=once)
    return Plan(Mechanism.LAUNCH, files=(file,))


@pytest.fixture
def overlay(launcher, session, fake, qtbot):
    """Return a function that sets a value of a layer whose file a running program reads again."""

    def compute(request, cache):
        chain = fake.compute(request, cache).list_loading_layers()
        return snapshot_of(chain, request=request, plan=plan_overlay(request))

    def set_value(key, value):
        edits = session.edits
        entry = edits.workspace.selected_configuration.find_entry(LAYERS[0])
        changed = (entry or LayerEntry(LAYERS[0])).with_value(key, SettingType.STRING, value)
        with qtbot.waitSignal(session.snapshots.current_changed):
            edits.do(
                lambda workspace: workspace_edits.make_change(
                    workspace, workspace.selected_configuration.with_entry(changed), message("Set")
                )
            )

    replace(compute=compute)
    session.edits.do(workspace_edits.set_control, LAYERS[0], LayerControl.ON)
    set_value("position", "left")
    return set_value


def test_what_a_layer_reads_again_is_rewritten_and_is_no_reason_to_relaunch(
    launcher, overlay, program, qtbot
):
    with qtbot.waitSignal(launcher.started):
        launcher.start()
    run = launcher.shown_run
    (file,) = program.started_with[4].files
    path = Path(file.path)
    path.write_bytes(file.content)
    assert run.has_live_file("Overlay.conf")
    overlay("position", "right")
    qtbot.waitUntil(lambda: path.read_text() == "position=right\n")
    assert not run.is_outdated
    overlay("vsync", "on")
    qtbot.waitUntil(lambda: path.read_text() == "position=right\nvsync=on\n")
    assert run.is_outdated  # it reads this once
    program.end()
    qtbot.waitUntil(lambda: run.is_over)
    assert not run.has_live_file("Overlay.conf")
    overlay("position", "top")
    assert path.read_text() == "position=right\nvsync=on\n"


def test_what_a_layer_reads_again_is_computed_for_another_program_only_after_an_edit(
    launcher, session, overlay, program, qtbot, monkeypatch
):
    with qtbot.waitSignal(launcher.started):
        launcher.start()
    (file,) = program.started_with[4].files
    path = Path(file.path)
    path.write_bytes(file.content)
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.edits.do(chosen_program.choose_program, Target("/usr/bin/other"))
    computed = []

    def compute(request, _cache):
        computed.append(request.configuration.target.program)
        return snapshot_of([], request=request, plan=plan_overlay(request))

    monkeypatch.setattr(launched_run, "compute_snapshot", compute)
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.edits.do(chosen_program.choose_program, Target("/usr/bin/third"))
    launcher.shown_run.follow(session.snapshots.current)
    assert computed == []
    overlay("position", "right")
    qtbot.waitUntil(lambda: path.read_text() == "position=right\n")
    assert computed == ["/usr/bin/vkcube"]


@pytest.mark.parametrize(
    "look_elsewhere",
    [
        lambda session: session.snapshots.set_view(EVERY),
        lambda session: session.edits.select_configuration("2"),
    ],
    ids=["view", "configuration"],
)
def test_nothing_runs_where_something_else_was_chosen_meanwhile(
    launcher, session, program, fake, qtbot, look_elsewhere
):
    fake.gate.clear()
    launcher.start()
    look_elsewhere(session)
    with qtbot.waitSignal(launcher.failed) as failed:
        fake.gate.set()
    assert failed.args == [VIEW_CHANGED_MEANWHILE]
    assert program.started_with is None
    assert not launcher.running
    assert launcher.shown_run.render_outcome() == "not started"


def test_a_launch_that_proved_the_chain_counts_as_checked(running, session, program, qtbot):
    with qtbot.waitSignal(session.checks.verified) as verified:
        program.print(STACK)
    assert verified.args == [session.checks.verification]
    assert session.checks.verification.agreed
    assert session.checks.verification.is_from_launch
    assert session.checks.verification.actual == LAYERS[:2]


def test_a_launch_that_once_loaded_another_chain_does_not_count_as_agreeing(
    running, session, program, qtbot
):
    with qtbot.waitSignal(running.compared):
        program.print(NEW)
    assert session.checks.verification.difference.startswith(
        "Chain differs from the prediction: MESA_"
    )
    with qtbot.waitSignal(running.compared):
        program.print(STACK)
    assert not session.checks.verification.agreed


def test_a_launch_says_nothing_of_a_chain_that_was_edited_meanwhile(
    running, session, program, qtbot
):
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.edits.do(workspace_edits.set_control, LAYERS[2], LayerControl.ON)
    with qtbot.waitSignal(running.compared):
        program.print(STACK)
    assert session.checks.verification is None


ADDS = "WARNING:           env var 'VK_INSTANCE_LAYERS' defined and adding layers \"VK_LAYER_a\""


@pytest.mark.parametrize("by_user", [False, True])
def test_the_loaders_warning_of_a_variable_of_ours_is_no_warning(
    launcher, session, program, fake, qtbot, by_user
):
    variable = Variable("VK_INSTANCE_LAYERS", "VK_LAYER_a")

    def compute(request, cache):
        snapshot = fake.compute(request, cache)
        findings = snapshot.reports
        plan = findings.plan._replace(variables=(variable,))
        return ChainSnapshot(
            request=request,
            rows=snapshot.rows,
            summary=snapshot.summary,
            find=lambda: findings._replace(plan=plan),
        )

    replace(compute=compute)
    if by_user:
        with qtbot.waitSignal(session.snapshots.current_changed):
            session.edits.do(
                workspace_edits.make_change,
                session.edits.workspace.selected_configuration._replace(environment=(variable,)),
                "Set",
            )
    with qtbot.waitSignal(launcher.started):
        launcher.start()
    with qtbot.waitSignal(launcher.shown_run.log.rowsInserted):
        program.print(ADDS)
    assert launcher.shown_run.log.store.count_severities()["warning"] == by_user


def test_another_loader_than_the_picture_s_is_told_and_looked_at(running, program, session, qtbot):
    other = "/opt/game/libvulkan.so.1"
    with qtbot.waitSignal(session.snapshots.current_changed):
        program.end(FINE._replace(other_loader=other))
    text = f"The program opened {other}. The chain is now predicted for that loader."
    assert text in lines(running)


def watch_space(run, tmp_path):
    place = WrittenPlace("VK_LAYER_capture", str(tmp_path / "a.gfxr"))
    run._record = run._record._replace(written=(place,))
    run._check_space()


def test_little_free_space_where_a_layer_writes_is_a_warning_of_the_log(
    running, tmp_path, monkeypatch, qtbot
):
    monkeypatch.setattr(written_files, "LOW_SPACE", 1 << 62)
    watch_space(running, tmp_path)
    qtbot.waitUntil(lambda: f"VK_LAYER_capture writes to {tmp_path}" in lines(running)[-1])
    assert column(running, LogRole.SEVERITY)[-1] == "warning"
    assert not running._space_timer.isActive()


def test_free_space_is_looked_at_until_the_program_ends(
    running, program, tmp_path, monkeypatch, qtbot
):
    monkeypatch.setattr(written_files, "LOW_SPACE", 0)
    watch_space(running, tmp_path)
    qtbot.waitUntil(running._space_timer.isActive)
    with qtbot.waitSignal(running.ended):
        program.end()
    assert not running._space_timer.isActive()
