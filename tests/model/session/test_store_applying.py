"""The half of the Store that knows what is applied to the system."""

from contextlib import contextmanager
from errno import EBUSY

from tests.model.fake_doors import ONE, TWO
from vkconfig_py.model.apply.found_overrides import FoundOverride, RunningVkConfig
from vkconfig_py.model.apply.notices import BannerKind
from vkconfig_py.model.plan.plan import Applied, InForce
from vkconfig_py.model.session.store import NO_CHECK_IN_DEMO, Store


def test_applying_resolves_programs_and_refreshes(store, fake, qtbot):
    with qtbot.waitSignals([store.applied_changed, store.journal_changed, store.picture_changed]):
        store.apply(("/usr/bin/vkcube",))
    assert store.applied == (Applied(ONE, ("/real/usr/bin/vkcube",), 1000.0),)
    assert store.question().own_files == ("/override",)
    assert store.banner().kind is BannerKind.OWN


def test_applying_for_a_program_that_is_not_there_is_refused(store, fake, qtbot):
    with qtbot.waitSignal(store.message) as said:
        store.apply(("/missing",))
    assert said.args == ["Nothing was applied: /missing does not exist.", "error"]
    assert store.applied == ()


def test_one_of_several_applied_is_withdrawn(store, fake, qtbot):
    with qtbot.waitSignal(store.applied_changed):
        store.apply(("/a",))
    store.select_configuration("2")
    with qtbot.waitSignal(store.applied_changed):
        store.apply(("/b",))
    with qtbot.waitSignal(store.applied_changed):
        store.withdraw("1")
    assert [one.configuration.key for one in store.applied] == ["2"]
    assert fake.plans[-1][0].own_files == ("/override",)


def test_withdrawing_at_the_end_is_waited_for(store, fake, qtbot):
    with qtbot.waitSignal(store.applied_changed):
        store.apply(())
    assert store.withdraw_now() == ""
    assert store.applied == ()
    assert fake.in_force.applied == ()


def test_what_a_command_applies_before_a_withdrawal_at_the_end_is_not_lost(fake, qtbot):
    held = []

    @contextmanager
    def changing(_paths):
        fake.in_force = InForce((*fake.in_force.applied, Applied(TWO, (), 900.0)), ("/override",))
        held.append(True)  # the command was quicker; now it is our turn
        yield
        held.append(False)

    def apply(plan, applied, paths):
        assert held == [True]
        return fake.apply(plan, applied, paths)

    fake.in_force = InForce((Applied(ONE, (), 900.0),), ("/override",))
    store = Store(fake.machine(), fake.doors(changing=changing, apply=apply))
    assert store.withdraw_now(("1",)) == ""
    assert [one.configuration.key for one in store.applied] == ["2"]
    assert held == [True, False]
    store.close()


def test_withdrawing_everything_asks_no_folder_that_may_not_answer(fake, qtbot):
    def plan_applied(question, applied):
        raise AssertionError("the machine was looked at")

    fake.in_force = InForce((Applied(ONE, (), 900.0),), ("/override",))
    store = Store(fake.machine(), fake.doors(plan_applied=plan_applied))
    assert store.withdraw_now() == ""
    assert store.applied == ()
    store.close()


def test_a_withdrawal_at_the_end_that_another_copy_holds_up_says_so(fake, qtbot):
    def changing(_paths):
        raise OSError(EBUSY, "another copy is at work")

    fake.in_force = InForce((Applied(ONE, (), 900.0),), ("/override",))
    store = Store(fake.machine(), fake.doors(changing=changing))
    assert store.withdraw_now() == "Nothing was changed: another copy is at work."
    assert store.applied
    store.close()


def test_a_withdrawal_says_why_what_is_left_may_not_be_noted_to_stay(fake, qtbot):
    both = (Applied(ONE, (), 900.0), Applied(TWO, (), 900.0))
    fake.in_force = InForce(both, ("/override",), stays=True)
    store = Store(fake.machine(), fake.doors(keep=lambda paths: "read-only"))
    assert store.withdraw_now(("1",)) == "read-only"
    with qtbot.waitSignal(store.message) as said:
        store.withdraw("1")
    assert said.args == ["read-only", "error"]
    store.close()


def test_what_the_system_refuses_is_said(store, fake, qtbot):
    fake.apply_error = "Nothing was applied: /x: Permission denied"
    with qtbot.waitSignal(store.message) as said:
        store.apply(())
    assert said.args == [fake.apply_error, "error"]


def test_keeping_what_is_applied_says_why_it_cannot(fake, qtbot):
    store = Store(fake.machine(), fake.doors(keep=lambda paths: "read-only"))
    assert store.keep_applied() == "read-only"
    store.close()


def test_a_sample_machine_writes_below_its_own_folder_only(fake, qtbot):
    store = Store(fake.machine(root="/tmp/sample", demo=True), fake.doors())
    with qtbot.waitSignal(store.picture_changed):
        store.start()
    with qtbot.waitSignal(store.applied_changed):
        store.apply(())
    assert fake.in_force.files == ("/tmp/sample/override",)
    assert store.question().own_files == ("/override",)
    store.remove_foreign("/home/x.json")
    with qtbot.waitSignal(store.message) as said:
        store.check()
    assert said.args == [NO_CHECK_IN_DEMO, "neutral"]
    store.close()
    assert fake.removed == ["/tmp/sample/home/x.json"]


def test_what_others_applied_is_found_at_the_start_and_after_each_refresh(fake, qtbot):
    foreign = FoundOverride(path="/x.json", owner="VkConfig 3.5", effect="blocks 3", since=900.0)
    fake.overrides = (foreign,)
    store = Store(fake.machine(), fake.doors())
    with qtbot.waitSignal(store.picture_changed):
        store.start()
    qtbot.waitUntil(lambda: store.overrides == (foreign,))
    assert store.banner().kind is BannerKind.FOREIGN
    assert [notice.code for notice in store.notices] == ["foreign-override"]
    fake.overrides = ()
    with qtbot.waitSignal(store.applied_changed):
        store.refresh()
    assert store.banner() is None
    store.close()


def test_what_a_command_line_applied_meanwhile_is_seen(store, fake, qtbot):
    fake.in_force = InForce((Applied(ONE, (), 900.0),), ("/override",))
    with qtbot.waitSignal(store.applied_changed):
        store.refresh()
    assert store.applied == fake.in_force.applied


def test_removing_what_others_left_and_restoring_it(store, fake, qtbot):
    with qtbot.waitSignal(store.journal_changed):
        store.remove_foreign("/x.json")
    assert fake.removed == ["/x.json"]
    with qtbot.waitSignal(store.message) as said:
        store.restore_foreign("/x.json")
    assert said.args == ["no copy of /x.json", "error"]


def test_a_running_vkconfig_is_among_the_notices(store, fake, qtbot):
    fake.running = RunningVkConfig(7)
    store.refresh()
    said = ["VkConfig is running (process 7)"]
    qtbot.waitUntil(lambda: [notice.title for notice in store.notices] == said)
    fake.running = None
    store.refresh()
    qtbot.waitUntil(lambda: store.notices == ())
