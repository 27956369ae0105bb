"""What Vulkan finds on a machine at a moment, and what differs between two moments."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from vkconfig_py.language.sentences import Message, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.platforms.rules import base_name
from vkconfig_py.model.apply.found_overrides import owner_text
from vkconfig_py.model.text.wording import capitalised


class MachinePartKind(StrEnum):
    """What a part of a machine is; the value stands in our file."""

    LOADER = "loader"
    DRIVER = "driver"
    IMPLICIT = "implicit layer"
    EXPLICIT = "explicit layer"
    OVERRIDE = "override"
    SETTINGS = "settings file"


Key = tuple[str, str, str]  # kind, path, name


class MachinePart(NamedTuple):
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

    kind: MachinePartKind
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
            case MachinePartKind.LOADER:
                text = tr("Vulkan loader")
            case MachinePartKind.DRIVER:
                text = tr("driver {name}", name=base_name(self.path).removesuffix(".json"))
            case MachinePartKind.OVERRIDE if self.owner:
                text = tr("Override of {owner}", owner=owner_text(self.owner))
            case MachinePartKind.OVERRIDE:
                text = tr("Override")
            case MachinePartKind.SETTINGS if self.owner:
                text = tr("Settings file of {owner}", owner=owner_text(self.owner))
            case MachinePartKind.SETTINGS:
                text = tr("Settings file")
            case MachinePartKind.IMPLICIT | MachinePartKind.EXPLICIT:
                text = self.name
        return f"{text} {self.version}".rstrip()


class MachineState(NamedTuple):
    """All parts at a moment, in the order of their keys, and the folders that were searched."""

    parts: tuple[MachinePart, ...] = ()
    folders: tuple[str, ...] = ()

    @property
    def by_key(self) -> dict[Key, MachinePart]:
        return {part.key: part for part in self.parts}


class PartChange(NamedTuple):
    """A part then and now, None where it is not there, and what is known of the change.

    Attributes:
        earliest: seconds since the epoch; the last look that saw the part as it was before.
        latest: the first look that saw it changed, or what the time of its file says.
        who: what brought it, as far as that is known, a message; or "".
        is_quiet: it was done by this program, or only its folder was looked at for the first time.
    """

    before: MachinePart | None
    after: MachinePart | None
    earliest: float
    latest: float
    who: Message | str = ""
    is_quiet: bool = False

    @property
    def part(self) -> MachinePart:
        """Return the part as it is now, or was last."""
        part = self.after or self.before
        assert part is not None, "a change has a side"
        return part

    @property
    def is_told(self) -> bool:
        """Return whether others did it, and more than the time of a file differs."""
        return not self.is_quiet and _is_noticeable(self.before, self.after)

    @property
    def title(self) -> str:
        before, after = self.before, self.after
        title = self.part.title
        if self.part.kind in (MachinePartKind.OVERRIDE, MachinePartKind.SETTINGS):
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


def _is_noticeable(before: MachinePart | None, after: MachinePart | None) -> bool:
    if before is None or after is None:
        return True
    was = before._replace(stamp="")
    # Looks of before followed no name without a folder.
    if not was.library_stamp and "/" not in was.library:
        was = was._replace(library_stamp=after.library_stamp)
    return was != after._replace(stamp="") or (not after.digest and before.stamp != after.stamp)


def _what_changed(before: MachinePart, after: MachinePart) -> str:
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


def state_of(parts: Iterable[MachinePart], folders: Iterable[str] = ()) -> MachineState:
    """Return a state of these parts. Of several with one key the first counts."""
    part_by_key: dict[Key, MachinePart] = {}
    for part in parts:
        part_by_key.setdefault(part.key, part)
    return MachineState(
        tuple(part_by_key[key] for key in sorted(part_by_key)), tuple(sorted(set(folders)))
    )


def with_parts(then: MachineState, parts: Iterable[tuple[Key, MachinePart | None]]) -> MachineState:
    """Return the state with these parts, without those that are None."""
    part_by_key = then.by_key
    for key, part in parts:
        part_by_key.pop(key, None)
        if part is not None:
            part_by_key[key] = part
    return state_of(part_by_key.values(), then.folders)
