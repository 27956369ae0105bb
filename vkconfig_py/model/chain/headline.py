"""What the first sentence is made of: who loads what and where, or why nobody does. No Qt."""

from __future__ import annotations

from vkconfig_py.loader.base.records import NamedTuple

NO_DEVICE = "No driver here finds a device."


class Loading(NamedTuple):
    """The parts of a sentence about a program that lives.

    Attributes:
        who: the program, or "every program".
        start: "A program will load".
        number: "2 layers", or "no layers".
        names: "validation and MangoHud"; "" for no layers.
        told: what is said of the program itself, before the tail.
        tail: what else is so.
        shortest: replaces the shortest of the three; "" for none.
        brief: what that one starts with; "" for the start of all.
    """

    who: str
    start: str
    number: str
    names: str = ""
    told: str = ""
    tail: str = ""
    shortest: str = ""
    brief: str = ""

    def lengths(self, device: str = "", *, finds_none: bool = False) -> tuple[str, ...]:
        """Return the sentence in three lengths, longest first.

        Args:
            device: the one that programs meet first; "" if that is not known.
            finds_none: it is known that there is none.
        """
        what = f"{self.number}{f' on {device}' if device else ''}"
        short, brief = f"{self.start} {what}", f"{self.brief or self.start} {what}"
        names = f": {self.names}" if self.names else ""
        told = f" {self.told}" if self.told else ""
        none = f" {NO_DEVICE}" if finds_none else ""
        tail = f" {self.tail}" if self.tail and not finds_none else ""
        return (
            f"{short}{names}.{told}{none}{tail}",
            f"{short}{names}.{told}" if not finds_none else f"{short}.{none}",
            self.shortest or f"{brief}." if not finds_none else NO_DEVICE,
        )


class Headline(NamedTuple):
    """The first sentence.

    Attributes:
        sentences: in three lengths, longest first.
        loading: what they are made of where a program lives; None otherwise.
        is_alarm: programs do not live.
        file: the guilty manifest, or settings file; "" if no file is.
        device: the name in it by which a device is called; "" for none.
        device_key: of that device's row.
    """

    sentences: tuple[str, ...]
    loading: Loading | None = None
    is_alarm: bool = False
    file: str = ""
    device: str = ""
    device_key: str = ""


def headline_of(loading: Loading) -> Headline:
    """Return the first sentence as files alone make it."""
    return Headline(loading.lengths(), loading)
