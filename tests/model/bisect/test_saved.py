"""The search on disk: what is read is what was saved, and damage is told."""

from __future__ import annotations

import json

import pytest

from tests.framework.german import speak_german
from tests.framework.reference import debian_loader
from tests.model.bisect.sample_searches import PLAIN, WAITED_FOR, run_trial, watch
from vkconfig_py.language.sentences import render
from vkconfig_py.loader.files.own_files import write_file
from vkconfig_py.model.apply.lease_facts import mark_this_process
from vkconfig_py.model.bisect.investigation import (
    KeptCandidate,
    RunVerdict,
    continue_investigation,
    investigate,
    make_user_verdict,
)
from vkconfig_py.model.bisect.saved_search import (
    RunningSearch,
    SavedSearch,
    read_saved_search,
    remove_saved_search,
    save_investigation,
)
from vkconfig_py.model.bisect.suspects import SearchPart
from vkconfig_py.model.bisect.trial_run import NO_LOADER_OUTPUT
from vkconfig_py.model.bisect.trial_wording import describe_outcome
from vkconfig_py.model.configuration.configuration import LayerControl, LayerEntry
from vkconfig_py.model.plan.leases import ProcessMark


@pytest.fixture
def watched(system):
    system.add_implicit_layer("VK_LAYER_a").add_implicit_layer("VK_LAYER_b").add_driver("gpu")
    configuration = PLAIN._replace(layers=(LayerEntry("VK_LAYER_a", LayerControl.ON),))
    return watch(system, debian_loader(), configuration)


@pytest.fixture
def one(watched):
    return investigate(watched.request, WAITED_FOR, watched.cache, SearchPart.LAYERS)


def test_what_is_read_is_what_was_saved(watched, one):
    tried = one.with_verdict(one.search.find_next_step(), RunVerdict(True, "SIGSEGV"), ("A note.",))
    tried = tried._replace(mark="abc", writer=mark_this_process(), overrides=("/x.json",))
    assert save_investigation(tried, watched.paths) == ""
    assert read_saved_search(watched.paths) == SavedSearch(tried)
    assert read_saved_search(watched.paths).is_running


def test_a_search_without_a_process_is_interrupted(watched, one):
    save_investigation(one._replace(writer=ProcessMark(1, 1, "another")), watched.paths)
    saved = read_saved_search(watched.paths)
    assert not saved.is_running
    assert saved.is_interrupted


def test_a_search_with_a_result_is_not_interrupted(watched, one):
    save_investigation(
        one.with_verdict(one.search.find_next_step(), RunVerdict(False, "exit 0")), watched.paths
    )
    assert not read_saved_search(watched.paths).is_interrupted


def test_without_a_file_there_is_none(watched):
    assert read_saved_search(watched.paths) == SavedSearch()
    assert remove_saved_search(watched.paths) == ""


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"{", "is damaged: line 1"),
        (b'{"format": 99}', "was written by a newer version of vkconfig-py"),
        (b'{"format": 1}', "is damaged: configuration"),
        (json.dumps({"format": 1, "configuration": 7}).encode(), "is damaged"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_and_kept_aside(watched, one, content, why):
    file = watched.paths.search_file
    write_file(str(file), content)
    saved = read_saved_search(watched.paths)
    assert saved.investigation is None
    assert f"{file} {why}" in saved.error
    failure = save_investigation(one, watched.paths)
    if "newer" in why:
        assert failure
        assert file.read_bytes() == content
    else:
        assert failure == ""
        assert read_saved_search(watched.paths).investigation == one
        assert file.with_name("bisect.json.bad").read_bytes() == content


def test_it_is_saved_after_each_answer_and_names_no_process_at_the_end(watched, one):
    saved = RunningSearch(one, watched)
    assert read_saved_search(watched.paths).is_running
    run_trial(saved, one.search.find_next_step())
    assert read_saved_search(watched.paths).investigation == saved.investigation
    saved.close()
    found = read_saved_search(watched.paths)
    assert found.investigation.mark == ""
    assert len(found.investigation.tried) == 1
    assert not found.is_running


def test_a_disk_that_cannot_be_written_ends_no_search(watched, one):
    watched.paths.state.parent.mkdir(parents=True, exist_ok=True)
    watched.paths.state.write_bytes(b"in the way")
    saved = RunningSearch(one, watched)
    assert saved.error.startswith("The search could not be saved for later: ")
    run_trial(saved, one.search.find_next_step())
    assert len(saved.investigation.tried) == 1


def test_reasons_are_told_in_the_language_of_the_reader(watched, one):
    failed = one.with_verdict(
        one.search.find_next_step(), make_user_verdict(works=False), (NO_LOADER_OUTPUT,)
    )
    with speak_german():
        save_investigation(failed, watched.paths)
        (tried,) = read_saved_search(watched.paths).investigation.tried
        assert tried == failed.tried[0]
        assert describe_outcome(tried) == "gescheitert (nach Ihrer Angabe)"
        assert render(tried.notes[0]).startswith("Keine Ausgabe")
    assert describe_outcome(read_saved_search(watched.paths).investigation.tried[0]) == (
        "failed (your answer)"
    )


def test_a_search_goes_on_in_another_language(watched, one):
    stuck = KeptCandidate(one.candidates[0], "in einer anderen Sprache")
    now = one._replace(kept=(stuck._replace(why="in this one"),))
    assert continue_investigation(one._replace(kept=(stuck,)), now) == now
    assert continue_investigation(one, now) is None
