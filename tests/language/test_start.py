"""The language in which a process begins, and the one of Qt in it."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator

from tests.language.test_sentences_catalogue import compiled
from vkconfig_py import __main__ as start
from vkconfig_py import gui
from vkconfig_py.language.choice import LANGUAGE_NAMES, LANGUAGE_VARIABLE
from vkconfig_py.language.sentences import current_language, set_catalogue
from vkconfig_py.model.files import resources


@pytest.fixture(autouse=True)
def english():
    yield
    set_catalogue(None)


@pytest.fixture
def begin(tmp_path, monkeypatch):
    """Return a function that begins with a preference, variables and arguments."""
    (tmp_path / "vkconfig-py_de.qm").write_bytes(compiled(tmp_path, "de_DE"))
    file = tmp_path / "vkconfig-py" / "preferences.json"
    file.parent.mkdir()
    monkeypatch.setattr(resources, "find_resource", lambda _name: tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for name in (LANGUAGE_VARIABLE, "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def begin(preferred, locale="", arguments=()):
        file.write_text(json.dumps({"language": preferred}))
        monkeypatch.setenv("LANG", locale)
        monkeypatch.setattr("sys.argv", ["vkconfig-py", *arguments])
        set_catalogue(None)
        start._choose_language()
        return current_language()

    return begin


def test_the_preference_decides_and_otherwise_the_desktop(begin):
    assert begin("system", "de_DE.UTF-8") == "de_DE"
    assert begin("de") == begin("de", "fr_FR.UTF-8") == "de_DE"
    assert begin("en", "de_DE.UTF-8") == "en"
    assert begin("fr", "de_DE.UTF-8") == "de_DE"  # of which there is no catalogue


@pytest.mark.parametrize(
    "arguments",
    ["config list --json", "lint --sarif a", "bug-report --format json",
     "fleet reports --format=csv a", "generate json"],
)  # fmt: skip
def test_what_programs_read_is_english(begin, arguments):
    assert begin("de", "de_DE.UTF-8", arguments.split()) == "en"


def test_an_option_of_the_started_program_does_not_choose_the_language(begin):
    assert begin("de", "", ["run", "-c", "Validation", "--", "ls", "--json"]) == "de_DE"


def test_each_language_is_offered_by_its_own_name():
    catalogues = resources.find_resource("translations").glob("*.qm")
    known = {file.stem.removeprefix("vkconfig-py_") for file in catalogues}
    assert LANGUAGE_NAMES.keys() == {"en", *known}


def test_qt_speaks_the_same_language(begin, qapp):
    begin("de")
    gui.set_qt_language(qapp)
    try:
        assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"
    finally:
        QLocale.setDefault(QLocale.system())
        for one in qapp.findChildren(QTranslator):
            qapp.removeTranslator(one)
            one.deleteLater()
