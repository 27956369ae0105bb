"""The one way in which window and command line apply and withdraw."""

from __future__ import annotations

import json
from errno import EACCES, EBUSY

import pytest

from tests.framework.settings import EXTENSION, setting
from tests.model.fake_backend import replaced
from vkconfig_py.loader.api import discover as discover_module
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import NEWEST
from vkconfig_py.model.apply.record import Writer, read_record, record_file, save_record
from vkconfig_py.model.apply.service import ApplyOutcome, ApplyService, FileChange
from vkconfig_py.model.chain.picture_values import Tone
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    SettingType,
)
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.plan.plan import Mechanism, Question, View
from vkconfig_py.model.session.backend import Backend

LAYER = "VK_LAYER_TEST_set"
OTHER = Writer(pid=1, started=2, boot="another process")


@pytest.fixture
def paths(tmp_path):
    own = tmp_path / "own"
    return StatePaths(own / "configurations", own / "state", own / "run")


@pytest.fixture
def machine(system):
    """A machine with a layer that has a setting."""
    features = {"settings": [setting("limit", "INT", default=3)]}
    system.add_explicit_layer(LAYER, instance_extensions=[EXTENSION], features=features)
    return system.add_driver("gpu")


def configuration(key, *, with_setting=False):
    entry = LayerEntry(LAYER, LayerControl.ON, placed=True)
    if with_setting:
        entry = entry.with_value("limit", SettingType.INT, 7)
    return Configuration(key=key, name=key.title(), layers=(entry,))


def question(machine, key="one", mechanism=Mechanism.OVERRIDE, **more):
    return Question(machine.host(), NEWEST, configuration(key, **more), View(mechanism))


def apply_two(machine, service):
    """Apply one configuration to every program, and another to one program."""
    assert not service.apply(question(machine, "one"), ()).is_refused
    assert not service.apply(question(machine, "two"), [str(machine.program)]).is_refused


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
    service = ApplyService(Backend(), paths, cache=cache)
    asked = question(machine, mechanism=mechanism, with_setting=with_setting)
    assert not service.apply(asked, ()).is_refused
    assert len(service.in_force().files) == 1 + with_setting
    assert caches == [cache]


def test_what_another_copy_holds_up_is_refused_in_a_sentence(machine, paths):
    for error, sentence in (
        (OSError(EBUSY, "another copy is at work"), "another copy is at work."),
        (OSError(EACCES, "Permission denied", "/own/lock"), "/own/lock: permission denied."),
    ):

        def changing(_paths, error=error):
            raise error

        service = ApplyService(replaced(Backend(), changing=changing), paths)
        with service.changes() as busy:
            assert busy == ApplyOutcome(f"Nothing was changed: {sentence}", Tone.ERROR)


def test_an_error_inside_the_changes_is_not_taken_for_a_refusal(paths):
    def write_to_closed_pipe():
        with ApplyService(Backend(), paths).changes() as busy:
            assert busy is None
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        write_to_closed_pipe()


def test_a_program_that_no_loader_can_match_is_refused_before_anything_is_planned(machine, paths):
    def plan_applied(_question, _cache):
        raise AssertionError

    service = ApplyService(replaced(Backend(), plan_applied=plan_applied), paths)
    outcome = service.apply(question(machine), [str(machine.program), "/gone"])
    assert outcome.tone is Tone.ERROR
    assert outcome.sentence.startswith("Nothing was applied: /gone does not exist")
    assert service.in_force().applied == ()


def test_a_plan_that_reaches_nobody_is_not_written(machine, paths):
    service = ApplyService(Backend(), paths)
    asked = question(machine)
    elevated = asked._replace(host=asked.host._replace(elevated=True))
    outcome = service.apply(elevated, ())
    assert outcome.is_refused
    assert outcome.sentence.startswith("Nothing was applied: ")
    assert service.in_force().applied == ()


def test_what_is_withdrawn_is_named_with_what_became_of_its_files(machine, paths):
    service = ApplyService(Backend(), paths)
    apply_two(machine, service)
    (file,) = service.in_force().files
    outcome = service.withdraw(question(machine), ["two"])
    assert [one.configuration.key for one in outcome.withdrawn] == ["two"]
    assert outcome.files == (FileChange(file, "change"),)
    outcome = service.withdraw(question(machine))
    assert [one.configuration.key for one in outcome.withdrawn] == ["one"]
    assert outcome.files == (FileChange(file, "remove"),)
    assert service.withdraw(question(machine)) == ApplyOutcome()


@pytest.mark.parametrize("writer", [Writer(), OTHER])
def test_what_a_withdrawal_leaves_stays_as_it_did(machine, paths, writer):
    service = ApplyService(Backend(), paths)
    apply_two(machine, service)
    record, _ = read_record(paths)
    save_record(paths, record._replace(writer=writer))
    service.withdraw(question(machine), ["two"])
    assert read_record(paths)[0].writer == writer
    assert service.in_force().left_behind is (writer == OTHER)


def test_what_is_applied_lasts_where_it_is_meant_to(machine, paths):
    service = ApplyService(Backend(), paths)
    service.apply(question(machine), ())
    assert not service.in_force().stays
    assert service.keep() == ""
    assert service.in_force().stays


def test_a_name_that_is_not_applied_and_a_record_that_cannot_be_read_differ(machine, paths):
    service = ApplyService(Backend(), paths)
    service.apply(question(machine), ())
    assert service.find_applied("One") == service.find_applied("one")
    assert service.find_applied("x") == ApplyOutcome("“x” is not applied")
    record_file(paths).write_text(json.dumps("damaged"))
    found = service.find_applied("one")
    assert found.is_refused
    assert found.sentence.startswith("Not everything could be withdrawn: ")
    assert found.sentence == service.withdraw(question(machine)).sentence


def test_an_override_goes_and_comes_back_by_the_same_door(machine, paths):
    service = ApplyService(Backend(), paths)
    service.apply(question(machine), ())
    (file,) = service.in_force().files
    record_file(paths).unlink()  # forgotten: now it is anybody's
    assert service.remove_override(file) == ApplyOutcome(files=(FileChange(file, "remove"),))
    assert service.remove_override(file).is_refused
    assert service.restore_override(file) == ApplyOutcome(files=(FileChange(file, "restore"),))
    assert service.restore_override(file).is_refused
