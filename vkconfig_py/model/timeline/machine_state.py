"""What Vulkan finds on a machine at a moment, and what differs between two moments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.platforms.rules import base_name
from vkconfig_py.model.apply.found_overrides import owner_text
from vkconfig_py.model.text.wording import capitalised


class PartKind(StrEnum):
    """What a part of a machine is; the value stands in our file."""

    LOADER = "loader"
    DRIVER = "driver"
    IMPLICIT = "implicit layer"
    EXPLICIT = "explicit layer"
    OVERRIDE = "override"
    SETTINGS = "settings file"


Key = tuple[str, str, str]  # kind, path, name


class Part(NamedTuple):
    """A loader, a driver, a layer, an override or a settings file.

    Attributes:
        path: manifest, settings file, or library of a loader, as the machine names it.
        version: as the manifest says it, "" where nothing does.
        library: as the manifest names it.
        owner: program that wrote an override or settings file, as far as it shows.
        stamp: size and time of the file, so that an unchanged one is not read again.
        digest: of its content; "" for libraries, which are not read.
        library_stamp: size and time of the library that the linker finds; "" if it finds none.
    """

    kind: PartKind
    path: str
    name: str
    version: str = ""
    library: str = ""
    owner: str = ""
    stamp: str = ""
    digest: str = ""
    library_stamp: str = ""

    @property
    def key(self) -> Key:
        return self.kind.value, self.path, self.name

    @property
    def title(self) -> str:
        match self.kind:
            case PartKind.LOADER:
                text = tr("Vulkan loader")
            case PartKind.DRIVER:
                text = tr("driver {name}", name=base_name(self.path).removesuffix(".json"))
            case PartKind.OVERRIDE if self.owner:
                text = tr("Override of {owner}", owner=owner_text(self.owner))
            case PartKind.OVERRIDE:
                text = tr("Override")
            case PartKind.SETTINGS if self.owner:
                text = tr("Settings file of {owner}", owner=owner_text(self.owner))
            case PartKind.SETTINGS:
                text = tr("Settings file")
            case PartKind.IMPLICIT | PartKind.EXPLICIT:
                text = self.name
        return f"{text} {self.version}".rstrip()


class MachineState(NamedTuple):
    """All parts at a moment, in the order of their keys, and the folders that were searched."""

    parts: tuple[Part, ...] = ()
    folders: tuple[str, ...] = ()


class Difference(NamedTuple):
    """A part then and now; None where it is not there. Both have the same key."""

    before: Part | None
    after: Part | None

    @property
    def part(self) -> Part:
        """The part as it is now, or was last."""
        found = self.after or self.before
        assert found is not None, "a difference has a side"
        return found

    @property
    def reverse(self) -> Difference:
        return Difference(self.after, self.before)

    @property
    def is_told(self) -> bool:
        """Whether more than the time of a file differs."""
        if self.before is None or self.after is None:
            return True
        before = self.before._replace(stamp="")
        # Looks of before followed no name without a folder.
        if not before.library_stamp and "/" not in before.library:
            before = before._replace(library_stamp=self.after.library_stamp)
        return before != self.after._replace(stamp="") or (
            not self.after.digest and self.before.stamp != self.after.stamp
        )

    @property
    def title(self) -> str:
        before, after = self.before, self.after
        title = self.part.title
        if self.part.kind in (PartKind.OVERRIDE, PartKind.SETTINGS):
            if before is None:
                return tr("{title} appeared", title=title)
            if after is None:
                return tr("{title} was removed", title=title)
            return tr("{title} was changed", title=title)
        if before is None:
            return tr("Installed {title}", title=title)
        if after is None:
            return tr("Removed {title}", title=title)
        name = capitalised(after._replace(version="").title)
        return tr("{name} changed: {change}", name=name, change=_what_changed(before, after))


def _what_changed(before: Part, after: Part) -> str:
    if before.version != after.version:
        return tr(
            "{before} to {after}",
            before=before.version or tr("no version"),
            after=after.version or tr("no version"),
        )
    if before.library != after.library:
        return tr(
            "its library is {library} instead of {other}",
            library=after.library,
            other=before.library,
        )
    if before.digest != after.digest:
        return tr("its manifest was edited")
    return tr("its library was replaced")


def state_of(parts: Iterable[Part], folders: Iterable[str] = ()) -> MachineState:
    """A state of these parts; of several with one key the first counts."""
    found: dict[Key, Part] = {}
    for part in parts:
        found.setdefault(part.key, part)
    return MachineState(tuple(found[key] for key in sorted(found)), tuple(sorted(set(folders))))


def find_differences(then: MachineState, now: MachineState) -> tuple[Difference, ...]:
    """What became of each part that is not the same, in the order of keys."""
    before = {part.key: part for part in then.parts}
    after = {part.key: part for part in now.parts}
    pairs = (
        Difference(before.get(key), after.get(key)) for key in sorted(before.keys() | after.keys())
    )
    return tuple(pair for pair in pairs if pair.before != pair.after)


def with_differences(then: MachineState, differences: Sequence[Difference]) -> MachineState:
    """The state that differences lead to."""
    parts = {part.key: part for part in then.parts}
    for one in differences:
        parts.pop(one.part.key, None)
        if one.after is not None:
            parts[one.after.key] = one.after
    return state_of(parts.values(), then.folders)
