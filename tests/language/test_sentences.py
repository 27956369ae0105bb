"""What is said in a language, and which one that is."""

from __future__ import annotations

import json
import pickle

import pytest

from tests.language.test_sentences_catalogue import compiled
from vkconfig_py.language.choice import LANGUAGE_VARIABLE, choose_language, list_requested_languages
from vkconfig_py.language.sentences import (
    Catalogue,
    counted,
    counted_message,
    format_number,
    join_messages,
    join_words,
    message,
    message_from_json,
    render,
    set_catalogue,
    tr,
)
from vkconfig_py.model.session.run_values import RunName

GERMAN = {
    ("{path} has {size:,} bytes.", ""): ("{size:,} Bytes hat {path}.",),
    ("{n:,} files", "{n:,} file"): ("{n:,} Datei", "{n:,} Dateien"),
    ("1,234.5", "how numbers are written"): ("1.234,5",),
    ("Open", "the command"): ("Öffnen",),
}


@pytest.fixture(autouse=True)
def english():
    yield
    set_catalogue(None)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "vkconfig-py_de.qm").write_bytes(compiled(tmp_path, "de_DE", GERMAN))
    return tmp_path


def test_english_is_what_the_code_says():
    assert tr("{path} has {size:,} bytes.", path="a", size=1234) == "a has 1,234 bytes."
    assert tr("Nothing is put into {this}.") == "Nothing is put into {this}."
    assert counted("{n} files in {where}", "{n} file in {where}", 1, where="x") == "1 file in x"
    assert counted("{n} files in {where}", "{n} file in {where}", 0, where="x") == "0 files in x"


def test_another_language_orders_and_counts_and_writes_numbers_its_way(folder):
    assert choose_language(folder, {LANGUAGE_VARIABLE: "de"}) == "de"
    assert tr("{path} has {size:,} bytes.", path="a", size=1234567) == "1.234.567 Bytes hat a."
    assert counted("{n:,} files", "{n:,} file", 1) == "1 Datei"
    assert counted("{n:,} files", "{n:,} file", 2000) == "2.000 Dateien"
    assert tr("Open", "the command") == "Öffnen"
    assert format_number(1234.5, ",.1f") == "1.234,5"


def test_what_is_not_translated_is_said_in_english(folder):
    choose_language(folder, {LANGUAGE_VARIABLE: "de"})
    assert tr("Open") == "Open"
    assert tr("{what!r} is new: {v:>4}", what="x", v="y") == "'x' is new:    y"
    assert counted("{n} days", "{n} day", 1) == "1 day"


def test_a_message_is_english_until_it_is_rendered(folder):
    choose_language(folder, {LANGUAGE_VARIABLE: "de"})
    size = message("{path} has {size:,} bytes.", path=message("Open"), size=1234)
    assert str(size) == "Open has 1,234 bytes."
    assert render(size) == "1.234 Bytes hat Open."
    assert render("Open") == "Open"
    assert render(message("{path} has {size:,} bytes."), path="b", size=1) == "1 Bytes hat b."


def test_messages_are_equal_by_their_text_and_values():
    first, second = (message("{path} is {state}.", path="a", state=message("on")) for _ in "12")
    assert first == second
    assert {first: 1}[second] == 1
    assert first != message("{path} is {state}.", path="b", state=message("on"))
    assert first != str(first)
    assert pickle.loads(pickle.dumps(first)) == first


def test_a_message_travels_as_json(folder):
    choose_language(folder, {LANGUAGE_VARIABLE: "de"})
    files = counted_message("{n:,} files", "{n:,} file", 2000)
    sent = message("See {files}: {names}", files=files, names=("a", files))
    read = message_from_json(json.loads(json.dumps(sent.to_json())))
    assert read == sent
    assert render(read) == "See 2.000 Dateien: a, 2.000 Dateien"
    assert str(read) == "See 2,000 files: a, 2,000 files"


@pytest.mark.parametrize(
    "members",
    [
        "See {files}",
        {"text": "See {files}"},
        {"text": "See {files}", "values": {}},
        {"text": "See {", "values": {}},
        {"text": "{n} files", "one": "{n} file", "values": {"n": "many"}},
        {"text": "{path:>999999999}", "values": {"path": "a"}},
        {"text": "{path.__class__}", "values": {"path": "a"}},
        {"text": "{path:,}", "values": {"path": "a"}},
    ],
)
def test_what_is_no_message_is_none(members):
    assert message_from_json(members) is None


def test_a_message_counts_lists_and_is_rendered_as_a_value_of_a_sentence(folder):
    choose_language(folder, {LANGUAGE_VARIABLE: "de"})
    files = counted_message("{n:,} files", "{n:,} file", 2000)
    listed = join_messages(["a", message("{path} has {size:,} bytes.", path="b", size=1), "c"])
    assert (str(files), str(listed)) == ("2,000 files", "a, b has 1 bytes. and c")
    assert render(files) == "2.000 Dateien"
    assert tr("See {files}: {listed}", files=files, listed=listed) == (
        "See 2.000 Dateien: a, 1 Bytes hat b. and c"
    )
    assert join_words(("a", files)) == "a and 2.000 Dateien"


def test_a_record_in_a_sentence_is_called_what_it_calls_itself():
    name = RunName("vkcube", 2)
    assert tr("Stopping {name}", name=name) == "Stopping vkcube 2"
    assert str(message("Stopping {name}", name=name)) == "Stopping vkcube 2"


def test_a_catalogue_with_odd_numbers_changes_none(tmp_path):
    odd = {("1,234.5", "how numbers are written"): ("12345",)}
    set_catalogue(Catalogue(compiled(tmp_path, "de_DE", odd)))
    assert format_number(1234.5, ",.1f") == "1,234.5"


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, ("en",)),
        ({"LANG": "C.UTF-8", "LANGUAGE": "de"}, ("en",)),
        ({"LANG": "de_AT.UTF-8@euro"}, ("de_AT",)),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "fr:de_CH"}, ("fr", "de_CH", "en_US")),
        ({"LANG": "fr_FR", "LC_MESSAGES": "de_DE"}, ("de_DE",)),
        ({"LANG": "fr_FR", "LC_ALL": "POSIX"}, ("en",)),
    ],
)
def test_the_environment_is_understood_as_gettext_does(environment, wanted):
    assert list_requested_languages(environment) == wanted


def test_the_best_known_language_is_spoken(folder):
    assert choose_language(folder, {"LANG": "de_AT.UTF-8"}) == "de"
    assert choose_language(folder, {"LANG": "fr_FR.UTF-8", "LANGUAGE": "it:de"}) == "de"
    assert choose_language(folder, {"LANG": "en_GB.UTF-8", "LANGUAGE": "en_GB:de"}) == "en"
    assert choose_language(folder, {"LANG": "fr_FR.UTF-8"}) == "en"
    assert tr("Open", "the command") == "Open"


def test_preferences_come_before_the_desktop_and_the_variable_before_both(folder):
    assert choose_language(folder, {"LANG": "fr_FR.UTF-8"}, "de") == "de"
    assert choose_language(folder, {"LANG": "de_DE.UTF-8"}, "en") == "en"
    assert choose_language(folder, {"LANG": "de_DE.UTF-8", LANGUAGE_VARIABLE: "en"}, "de") == "en"
    assert choose_language(folder, {LANGUAGE_VARIABLE: f"{folder}/vkconfig-py_de.qm"}) == "de"


def test_a_broken_catalogue_is_passed_over(folder, tmp_path):
    (tmp_path / "vkconfig-py_fr.qm").write_bytes(b"broken")
    assert choose_language(folder, {"LANG": "fr_FR.UTF-8", "LANGUAGE": "fr:de"}) == "de"
    assert choose_language(folder, {LANGUAGE_VARIABLE: f"{folder}/none.qm"}) == "en"
