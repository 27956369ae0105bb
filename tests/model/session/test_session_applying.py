"""The half of the Session that knows what is applied to the system."""

from contextlib import contextmanager
from errno import EBUSY

import pytest

from tests.framework.stand_ins import replace
from tests.model.fake_machine import ONE, TWO
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE
from vkconfig_py.model.apply.found_overrides import FoundOverride, RunningVkConfig
from vkconfig_py.model.apply.lease_facts import mark_this_process
from vkconfig_py.model.apply.notices import BannerKind
from vkconfig_py.model.apply.verify import SUCCESS_RESULT, Verification
from vkconfig_py.model.plan.leases import WhileRunning
from vkconfig_py.model.plan.plan import AppliedConfiguration, AppliedState, Mechanism, PlanView
from vkconfig_py.model.session.loader_checks import NO_CHECK_IN_DEMO


def test_applying_resolves_programs_and_refreshes(session, fake, qtbot):
    with qtbot.waitSignals(
        [
            session.system.applied_changed,
            session.system.journal_changed,
            session.snapshots.current_changed,
        ]
    ):
        session.apply(("/usr/bin/vkcube",))
    lease = WhileRunning(mark_this_process())
    expected = AppliedConfiguration(ONE, ("/real/usr/bin/vkcube",), 1000.0, lease=lease)
    assert session.system.applied == (expected,)
    assert session.requests.make_request().own_files == ("/override",)
    assert session.make_banner().kind is BannerKind.OWN


@pytest.fixture
def loaded(session, fake):
    """A session on a machine with a loader, which agrees."""
    loader = NEWEST_PROFILE._replace(library="/lib/libvulkan.so.1")
    session.requests.machine = session.machine._replace(loaders=(loader,))
    replace(
        verify=lambda report: Verification(
            agreed=True, predicted=(), result=SUCCESS_RESULT, when=1.0
        ),
    )
    return session


def test_what_was_applied_is_checked_once_by_itself(loaded, qtbot):
    with qtbot.waitSignal(loaded.checks.applied_checked) as checked:
        loaded.apply(("/usr/bin/vkcube",))
    (check,) = checked.args
    assert check.snapshot.request.view.programs == ("/usr/bin/vkcube",)
    assert loaded.checks.applied is check
    loaded.withdraw()
    qtbot.waitUntil(lambda: loaded.checks.applied is None)


@pytest.mark.parametrize("programs", [(), ("/usr/bin/vkcube",)])
def test_the_chain_stays_at_the_programs_that_it_was_applied_to(loaded, qtbot, programs):
    with qtbot.waitSignal(loaded.checks.applied_checked):
        loaded.apply(programs)
    assert loaded.requests.view == PlanView(Mechanism.AUTOMATIC, programs)
    qtbot.waitUntil(lambda: loaded.checks.verification is not None)
    assert loaded.snapshots.current.request.view.programs == programs
    with qtbot.waitSignal(loaded.snapshots.current_changed):
        loaded.snapshots.set_view(PlanView())  # that chain was never checked
    assert loaded.checks.verification is None
    with qtbot.waitSignal(loaded.snapshots.current_changed):
        loaded.withdraw()
    qtbot.waitUntil(lambda: loaded.checks.applied is None)
    assert loaded.requests.view == PlanView()


def test_nothing_is_checked_where_the_user_chose_so(loaded, qtbot):
    loaded.checks.checks_after_apply = False
    with (
        qtbot.assertNotEmitted(loaded.checks.applied_checked),
        qtbot.waitSignals([loaded.system.applied_changed, loaded.snapshots.current_changed]),
    ):
        loaded.apply(("/usr/bin/vkcube",))
    loaded.checks.worker.drain()
    assert loaded.checks.applied is None


def test_applying_for_a_program_that_is_not_there_is_refused(session, fake, qtbot):
    with qtbot.waitSignal(session.message) as said:
        session.apply(("/missing",))
    assert said.args == ["Nothing was applied: /missing does not exist.", "error"]
    assert session.system.applied == ()


def test_one_of_several_applied_is_withdrawn(session, fake, qtbot):
    with qtbot.waitSignal(session.system.applied_changed):
        session.apply(("/a",))
    session.edits.select_configuration("2")
    with qtbot.waitSignal(session.system.applied_changed):
        session.apply(("/b",))
    with (
        qtbot.waitSignal(session.system.applied_changed),
        qtbot.waitSignal(session.message) as said,
    ):
        session.withdraw("1")
    assert said.args == [f"Withdrew “{ONE.name}”.", "neutral"]
    assert [one.configuration.key for one in session.system.applied] == ["2"]
    assert fake.plans[-1][0].own_files == ("/override",)


def test_withdrawing_at_the_end_is_waited_for(session, fake, qtbot):
    with qtbot.waitSignal(session.system.applied_changed):
        session.apply(())
    assert session.withdraw_now() == ""
    assert session.system.applied == ()
    assert fake.applied_state.configurations == ()


def test_what_a_command_applies_before_a_withdrawal_at_the_end_is_not_lost(fake, qtbot):
    held = []

    @contextmanager
    def changing(_paths):
        fake.applied_state = AppliedState(
            (*fake.applied_state.configurations, AppliedConfiguration(TWO, (), 900.0)),
            ("/override",),
        )
        held.append(True)  # the command was quicker; now it is our turn
        yield
        held.append(False)

    def apply(plan, applied, paths, *, is_expired):
        assert held == [True]
        return fake.apply(plan, applied, paths, is_expired=is_expired)

    fake.applied_state = AppliedState((AppliedConfiguration(ONE, (), 900.0),), ("/override",))
    session = fake.session(changing=changing, apply=apply)
    assert session.withdraw_now(("1",)) == ""
    assert [one.configuration.key for one in session.system.applied] == ["2"]
    assert held == [True, False]
    session.close()


def test_withdrawing_everything_asks_no_folder_that_may_not_answer(fake, qtbot):
    def plan_rest(request, applied, cache):
        raise AssertionError("the machine was looked at")

    fake.applied_state = AppliedState((AppliedConfiguration(ONE, (), 900.0),), ("/override",))
    session = fake.session(plan_rest=plan_rest)
    assert session.withdraw_now() == ""
    assert session.system.applied == ()
    session.close()


def test_a_withdrawal_at_the_end_that_another_copy_holds_up_says_so(fake, qtbot):
    def changing(_paths):
        raise OSError(EBUSY, "another copy is at work")

    fake.applied_state = AppliedState((AppliedConfiguration(ONE, (), 900.0),), ("/override",))
    session = fake.session(changing=changing)
    assert session.withdraw_now() == "Nothing was changed: another copy is at work."
    assert session.system.applied
    session.close()


def test_what_the_system_refuses_is_said(session, fake, qtbot):
    fake.apply_error = "Nothing was applied: /x: Permission denied"
    with qtbot.waitSignal(session.message) as said:
        session.apply(())
    assert said.args == [fake.apply_error, "error"]


def test_keeping_what_is_applied_says_why_it_cannot(fake, qtbot):
    session = fake.session(change_leases=lambda leases, paths: "read-only")
    assert session.system.keep_applied(("1",)) == "read-only"
    session.close()


def test_a_sample_machine_writes_below_its_own_folder_only(fake, qtbot):
    session = fake.session(fake.machine(root="/tmp/sample", demo=True))
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.start()
    with qtbot.waitSignal(session.system.applied_changed):
        session.apply(())
    assert fake.applied_state.files == ("/tmp/sample/override",)
    assert session.requests.make_request().own_files == ("/override",)
    session.system.remove_foreign("/home/x.json")
    with qtbot.waitSignal(session.message) as said:
        session.checks.check()
    assert said.args == [NO_CHECK_IN_DEMO, "neutral"]
    session.close()
    assert fake.removed == ["/tmp/sample/home/x.json"]


def test_what_others_applied_is_found_at_the_start_and_after_each_refresh(fake, qtbot):
    foreign = FoundOverride(
        path="/x.json", owner="VkConfig 3.5", effect="blocks 3", modified_at=900.0
    )
    fake.overrides = (foreign,)
    session = fake.session()
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.start()
    qtbot.waitUntil(lambda: session.system.overrides == (foreign,))
    assert session.make_banner().kind is BannerKind.FOREIGN
    assert [notice.code for notice in session.problems.notices] == ["foreign-override"]
    fake.overrides = ()
    with qtbot.waitSignal(session.system.applied_changed):
        session.snapshots.refresh()
    assert session.make_banner() is None
    session.close()


def test_what_a_command_line_applied_meanwhile_is_seen(session, fake, qtbot):
    fake.applied_state = AppliedState((AppliedConfiguration(ONE, (), 900.0),), ("/override",))
    with qtbot.waitSignal(session.system.applied_changed):
        session.snapshots.refresh()
    assert session.system.applied == fake.applied_state.configurations


def test_removing_what_others_left(session, fake, qtbot):
    session.system.remove_foreign("/x.json")
    # The journal is read after the start too, for what others did.
    qtbot.waitUntil(lambda: fake.removed == ["/x.json"])


def test_a_running_vkconfig_is_among_the_notices(session, fake, qtbot):
    fake.running = RunningVkConfig(7)
    session.snapshots.refresh()
    said = ["VkConfig is running (process 7)"]
    qtbot.waitUntil(lambda: [notice.title for notice in session.problems.notices] == said)
    fake.running = None
    session.snapshots.refresh()
    qtbot.waitUntil(lambda: session.problems.notices == ())
