"""What leaves the machine names neither its user nor the machine."""

from __future__ import annotations

import pytest

from vkconfig_py.language.sentences import message
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.problems.bug_report import Redaction

ANN = Redaction.from_environment(
    {"HOME": "/home/annabell", "USER": "annabell"}, ("/mnt/x/annabell",), "box.lan"
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("/home/annabell/.local/share", "~/.local/share"),
        ("/home/annabell", "~"),
        ("A=/home/annabell:/usr", "A=~:/usr"),
        ('"/home/annabell/x"', '"~/x"'),
        ("/mnt/x/annabell/y", "~/y"),
        ("/home/annabell2/x", "/home/annabell2/x"),
        ("/home/annabell.old/x", "/home/user.old/x"),
        ("/srv/home/annabell/x", "/srv/home/user/x"),
        ("/run/media/annabell/STICK", "/run/media/user/STICK"),
        ("file:///home/annabell/x", "file:///home/user/x"),
        ("annabell@box: layer annabells", "user@machine: layer annabells"),
        ("box.lan printed, inbox did not", "machine printed, inbox did not"),
    ],
)
def test_names_are_replaced_where_they_stand_alone(text, told):
    assert ANN.redact_text(text) == told


@pytest.mark.parametrize("name", ["root", "user", "demo"])
def test_common_names_stay(name):
    redaction = Redaction.from_environment({"USER": name, "HOME": f"/home/{name}"}, (), name)
    assert redaction.redact_text(f"/home/{name}/x /y/{name} {name}") == f"~/x /y/{name} {name}"


def test_a_very_short_name_is_replaced_in_paths_alone():
    redaction = Redaction.from_environment({"USER": "al"}, (), "")
    assert redaction.redact_text("/media/al/x et al.") == "/media/user/x et al."


class Pair(NamedTuple):
    """A record."""

    first: str
    second: tuple[str, ...]


def test_values_keep_their_shape():
    value = {"box": [Pair("/home/annabell", ("annabell", "x")), 3, None, True]}
    assert ANN.redact_value(value) == {"machine": [Pair("~", ("user", "x")), 3, None, True]}


def test_values_of_messages_are_redacted():
    told = message("{path} is truncated", path="/home/annabell/a")
    assert ANN.redact_value(told) == message("{path} is truncated", path="~/a")
