"""Notes that the user knows can be hidden, and shown again."""

from vkconfig_py.loader.base.verdicts import Problem, Severity
from vkconfig_py.model.problems.summary import Diagnostic
from vkconfig_py.model.session.problem_list import HiddenNotes


class Memory:
    def __init__(self, text=""):
        self.kept = {"problems/hidden": text}

    def get_text(self, key, default=""):
        return self.kept.get(key, default)

    def set_value(self, key, value):
        self.kept[key] = value


def told(severity, file):
    return Diagnostic(Problem(severity, "duplicate", "Twice", "One is not used.", file))


NOTE, OTHER = told(Severity.NOTE, "/a.json"), told(Severity.NOTE, "/b.json")
ERROR = told(Severity.ERROR, "/c.json")


def test_notes_that_are_known_are_hidden_and_new_ones_and_errors_are_not(qtbot):
    memory = Memory()
    hidden = HiddenNotes(memory)
    with qtbot.waitSignal(hidden.changed):
        hidden.hide((NOTE, ERROR))
    assert hidden.filter_visible((NOTE, OTHER, ERROR)) == (OTHER, ERROR)
    assert hidden.count_hidden((NOTE, OTHER, ERROR)) == 1
    again = HiddenNotes(memory)  # the next session
    assert again.filter_visible((NOTE, OTHER)) == (OTHER,)
    again.show_all()
    assert HiddenNotes(memory).filter_visible((NOTE, OTHER)) == (NOTE, OTHER)


def test_what_is_remembered_may_be_spoilt():
    for text in ("{", "[1, null]", '"x"', "[" * 100_000):
        assert HiddenNotes(Memory(text)).filter_visible((NOTE,)) == (NOTE,)
