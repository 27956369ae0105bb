"""The one way in which window and command line apply and withdraw."""

from __future__ import annotations

import json
from errno import EACCES, EBUSY
from pathlib import Path

import pytest

from tests.framework.settings import EXTENSION, make_setting
from tests.framework.snapshot import take_snapshot
from tests.framework.stand_ins import replace
from vkconfig_py.loader.api import discover as discover_module
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE
from vkconfig_py.model.apply.journal import LEASE_ENDED, read_journal
from vkconfig_py.model.apply.lease_facts import read_boot_identifier
from vkconfig_py.model.apply.record import explain_copy, get_record_file
from vkconfig_py.model.apply.restore import restore_action
from vkconfig_py.model.apply.service import (
    ApplyOutcome,
    ApplyService,
    FileChange,
)
from vkconfig_py.model.chain.snapshot_values import Tone
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    SettingType,
)
from vkconfig_py.model.files.paths import StatePaths, has_nothing_at
from vkconfig_py.model.plan.leases import (
    UNTIL_WITHDRAWN,
    WHILE_THIS_PROCESS_RUNS,
    ForSeconds,
    Moment,
    UntilLoggedOut,
    make_timed_lease,
)
from vkconfig_py.model.plan.plan import Mechanism, PlanView, PredictionRequest

LAYER = "VK_LAYER_TEST_set"
NOW = Moment(1_700_000_000.0, 500.0, read_boot_identifier())


@pytest.fixture
def paths(tmp_path):
    own = tmp_path / "own"
    return StatePaths(own / "configurations", own / "state", own / "run")


@pytest.fixture
def machine(system):
    """A machine with a layer that has a setting."""
    features = {"settings": [make_setting("limit", "INT", default=3)]}
    system.add_explicit_layer(LAYER, instance_extensions=[EXTENSION], features=features)
    return system.add_driver("gpu")


def configuration(key, *, with_setting=False):
    entry = LayerEntry(LAYER, LayerControl.ON, placed=True)
    if with_setting:
        entry = entry.with_value("limit", SettingType.INT, 7)
    return Configuration(key=key, name=key.title(), layers=(entry,))


def request(machine, key="one", mechanism=Mechanism.OVERRIDE, **more):
    return PredictionRequest(
        machine.host(), NEWEST_PROFILE, configuration(key, **more), PlanView(mechanism)
    )


def apply_two(machine, service):
    """Apply one configuration to every program, and another to one program."""
    assert not service.apply(request(machine, "one"), ()).is_refused
    assert not service.apply(request(machine, "two"), [str(machine.program)]).is_refused


@pytest.mark.parametrize("with_setting", [False, True])
@pytest.mark.parametrize("mechanism", [Mechanism.OVERRIDE, Mechanism.SETTINGS])
def test_one_apply_runs_the_engine_once_and_reads_into_one_cache(
    machine, paths, monkeypatch, with_setting, mechanism
):
    caches = []
    run = discover_module._Discovery.__init__

    def counted(self, host, application, profile, cache, seen):
        caches.append(cache)
        run(self, host, application, profile, cache, seen)

    monkeypatch.setattr(discover_module._Discovery, "__init__", counted)
    cache = DocumentCache()
    service = ApplyService(paths, cache=cache)
    asked = request(machine, mechanism=mechanism, with_setting=with_setting)
    assert not service.apply(asked, ()).is_refused
    assert len(service.read_applied_state().files) == 1 + with_setting
    assert caches == [cache]


def test_what_another_copy_holds_up_is_refused_in_a_sentence(machine, paths):
    for error, sentence in (
        (OSError(EBUSY, "another copy is at work"), "another copy is at work."),
        (OSError(EACCES, "Permission denied", "/own/lock"), "/own/lock: permission denied."),
    ):

        def changing(_paths, error=error):
            raise error

        replace(changing=changing)
        service = ApplyService(paths)
        with service.lock_changes() as busy:
            assert busy == ApplyOutcome(f"Nothing was changed: {sentence}", Tone.ERROR)


def test_an_error_inside_the_changes_is_not_taken_for_a_refusal(paths):
    def write_to_closed_pipe():
        with ApplyService(paths).lock_changes() as busy:
            assert busy is None
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        write_to_closed_pipe()


def test_a_program_that_no_loader_can_match_is_refused_before_anything_is_planned(machine, paths):
    def plan_applied(_request, _cache):
        raise AssertionError

    replace(plan_applied=plan_applied)
    service = ApplyService(paths)
    outcome = service.apply(request(machine), [str(machine.program), "/gone"])
    assert outcome.tone is Tone.ERROR
    assert outcome.sentence.startswith("Nothing was applied: /gone does not exist")
    assert service.read_applied_state().configurations == ()


def test_a_plan_that_reaches_nobody_is_not_written(machine, paths):
    service = ApplyService(paths)
    asked = request(machine)
    elevated = asked._replace(host=asked.host._replace(elevated=True))
    outcome = service.apply(elevated, ())
    assert outcome.is_refused
    assert outcome.sentence.startswith("Nothing was applied: ")
    assert service.read_applied_state().configurations == ()


def test_what_is_withdrawn_is_named_with_what_became_of_its_files(machine, paths):
    service = ApplyService(paths)
    apply_two(machine, service)
    (file,) = service.read_applied_state().files
    outcome = service.withdraw(request(machine), ["two"])
    assert [one.configuration.key for one in outcome.withdrawn_configurations] == ["two"]
    assert outcome.files == (FileChange(file, "change"),)
    outcome = service.withdraw(request(machine))
    assert [one.configuration.key for one in outcome.withdrawn_configurations] == ["one"]
    assert outcome.files == (FileChange(file, "remove"),)
    assert service.withdraw(request(machine)) == ApplyOutcome()


def at(now, paths, **functions):
    """Return the service at a moment of the test, which stays the present one."""
    replace(moment=lambda: now, **functions)
    return ApplyService(paths)


def later(seconds):
    return NOW._replace(wall_time=NOW.wall_time + seconds, uptime=NOW.uptime + seconds)


def leases(service):
    return {one.configuration.key: one.lease for one in service.read_applied_state().configurations}


def test_what_a_withdrawal_leaves_keeps_its_lease(machine, paths):
    service = at(NOW, paths)
    service.apply(request(machine, "one"), (), ForSeconds(900))
    service.apply(request(machine, "two"), [str(machine.program)], WHILE_THIS_PROCESS_RUNS)
    service.withdraw(request(machine), ["two"])
    assert leases(service) == {"one": make_timed_lease(900, NOW)}


def test_what_is_applied_for_a_time_is_withdrawn_after_it_and_the_rest_stays(machine, paths):
    service = at(NOW, paths)
    before = take_snapshot(machine.root)
    service.apply(request(machine, "one"), (), ForSeconds(900))
    service.apply(request(machine, "two"), [str(machine.program)], ForSeconds(60))
    assert service.end_leases(request(machine)) == ApplyOutcome()
    service = at(later(60), paths)
    assert service.read_applied_state().ended_keys == ("two",)
    outcome = service.end_leases(request(machine))
    assert [one.configuration.key for one in outcome.withdrawn_configurations] == ["two"]
    assert outcome.describe_ended() == "Expired and withdrawn: “Two”."
    assert leases(service) == {"one": make_timed_lease(900, NOW)}
    assert read_journal(paths)[0].action.what == LEASE_ENDED
    service = at(later(3600), paths)
    assert service.end_leases(request(machine)).files[0].kind == "remove"
    assert read_journal(paths)[0].what == LEASE_ENDED
    assert service.read_applied_state().configurations == ()
    assert take_snapshot(machine.root) == before
    assert service.end_leases(request(machine)).describe_ended() == ""


def test_an_extension_adds_to_what_is_left(machine, paths):
    at(NOW, paths).apply(request(machine, "one"), (), ForSeconds(60))
    service = at(later(50), paths)
    assert service.extend_lease("one", 900) == ApplyOutcome()
    assert leases(service) == {"one": make_timed_lease(910, later(50))}
    assert service.extend_lease("gone", 900).is_refused


def test_what_has_no_end_is_not_extended_but_can_be_kept(machine, paths):
    service = at(NOW, paths)
    service.apply(request(machine, "one"), (), WHILE_THIS_PROCESS_RUNS)
    refused = service.extend_lease("one", 900)
    assert refused.sentence == "“One” has no end time to extend: apply it again with a time limit."
    assert service.remove_leases(("one",)) == ApplyOutcome()
    assert leases(service) == {"one": UNTIL_WITHDRAWN}


def test_what_ends_by_itself_is_guarded_before_the_first_file_is_written(
    machine, paths, guards_started
):
    service = at(NOW, paths)
    service.apply(request(machine, "one"), ())
    assert guards_started == []
    seen = []
    guarding = at(NOW, paths, start_guard=lambda _paths: seen.append(leases(service)) or "")
    guarding.apply(request(machine, "two"), (), ForSeconds(60))
    assert seen == [{"one": UNTIL_WITHDRAWN}]
    replace(start_guard=lambda paths: guards_started.append(paths) or "")
    with at(NOW, paths).lock_changes():
        assert guards_started == []
    assert guards_started == [paths]  # an earlier guard may have been killed


def test_without_a_guard_it_is_applied_with_a_warning(machine, paths):
    unguarded = at(NOW, paths, start_guard=lambda _paths: "No guard.")
    outcome = unguarded.apply(request(machine), (), ForSeconds(60))
    assert (outcome.sentence, outcome.tone) == ("No guard.", Tone.WARN)
    assert leases(at(NOW, paths)) == {"one": make_timed_lease(60, NOW)}


def test_a_term_that_cannot_be_kept_is_refused(machine, paths):
    outcome = at(NOW, paths).apply(request(machine), (), UntilLoggedOut())
    why = "XDG_RUNTIME_DIR is not set, so vkconfig-py cannot detect a logout"
    assert outcome == ApplyOutcome(f"Nothing was applied: {why}.", Tone.ERROR)


def test_restoring_what_a_lease_ended_begins_a_new_one(machine, paths):
    at(NOW, paths).apply(request(machine, "one"), (), ForSeconds(60))
    service = at(later(60), paths)
    service.end_leases(request(machine))
    assert restore_action(read_journal(paths)[0], paths) == ""
    assert leases(service) == {"one": UNTIL_WITHDRAWN}


@pytest.mark.parametrize("content", [b"", b'{"format": 2, "applied": [', b"[]", b"{}"])
def test_a_damaged_record_does_not_lengthen_a_lease(machine, paths, content):
    service = at(NOW, paths)
    service.apply(request(machine, "one"), (), ForSeconds(60))
    (file,) = service.read_applied_state().files
    get_record_file(paths).write_bytes(content)
    assert leases(service) == {"one": make_timed_lease(60, NOW)}
    assert explain_copy(paths).endswith("applied.copy.json is used instead.")
    again = at(later(60), paths)
    assert len(again.end_leases(request(machine)).withdrawn_configurations) == 1
    assert has_nothing_at(Path(file))
    assert not list(paths.state.glob("applied*.json"))


def test_a_name_that_is_not_applied_and_a_record_that_cannot_be_read_differ(machine, paths):
    service = ApplyService(paths)
    service.apply(request(machine), ())
    assert service.find_applied("One") == service.find_applied("one")
    assert service.find_applied("x") == ApplyOutcome("“x” is not applied")
    for file in paths.state.glob("applied*.json"):
        file.write_text(json.dumps("damaged"))
    found = service.find_applied("one")
    assert found.is_refused
    assert found.sentence.startswith("Not everything could be withdrawn: ")
    assert found.sentence == service.withdraw(request(machine)).sentence


def test_an_override_goes_and_comes_back_by_the_same_door(machine, paths):
    service = ApplyService(paths)
    service.apply(request(machine), ())
    (file,) = service.read_applied_state().files
    get_record_file(paths).unlink()  # forgotten: now it is anybody's
    assert service.remove_override(file) == ApplyOutcome(files=(FileChange(file, "remove"),))
    assert service.remove_override(file).is_refused
    assert service.restore_override(file) == ApplyOutcome(files=(FileChange(file, "restore"),))
    assert service.restore_override(file).is_refused
