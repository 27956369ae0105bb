"""A schema writes and reads the keys that a class has in a document."""

from __future__ import annotations

import pytest

from vkconfig_py.loader.base.records import Form, Member, NamedTuple, Schema, WireError, allow_text


class Place(NamedTuple):
    name: str
    size: int = 0
    is_known: bool = True
    parts: tuple[str, ...] = ()


PLACE = Schema(
    Place,
    "name",
    bytes=Member("size", Form(str, int)),
    known=Member("is_known", is_omitted=True),
    title=Member(get=lambda place: place.name.title()),
    sentence=Member(),
)


def test_keys_stand_in_the_order_of_the_schema_and_defaults_may_be_left_out():
    assert list(PLACE.write(Place("a", 5), sentence="so").items()) == [
        ("name", "a"),
        ("bytes", "5"),
        ("title", "A"),
        ("sentence", "so"),
    ]
    assert PLACE.write(Place("a", is_known=False), sentence="")["known"] is False


def test_what_is_written_is_read_with_what_the_document_does_not_have():
    place = Place("a", 5, is_known=False, parts=("x",))
    assert PLACE.read(PLACE.write(place, sentence=""), parts=("x",)) == place
    assert PLACE.read_all([{"name": "a", "more": 1}]) == (Place("a"),)


@pytest.mark.parametrize("raw", [None, [], {}, {"name": 1}, {"name": "a", "known": 1}])
def test_an_object_of_another_form_is_refused(raw):
    with pytest.raises(WireError):
        PLACE.read(raw)


def test_a_text_may_stand_in_the_place_of_values():
    places = allow_text(Form(lambda found: [one.name for one in found], PLACE.read_all))
    assert (places.write("failed"), places.read("failed")) == ("failed", "failed")
    assert (places.write((Place("a"),)), places.read([{"name": "a"}])) == (["a"], (Place("a"),))
    with pytest.raises(WireError):
        places.read(None)
