"""Read what the inspector shows of a row's files: the text of a manifest, facts of a library.

No Qt; the window calls these on a worker thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from vkconfig_py.loader.explaining.opened import other_lines, story_of
from vkconfig_py.loader.explaining.sentences import source_text
from vkconfig_py.loader.files.binaries import library_bits, library_state
from vkconfig_py.loader.files.reading import read_beginning
from vkconfig_py.loader.files.roots import real_path
from vkconfig_py.loader.host import Host
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.loader.report import Search
from vkconfig_py.model.items.texts import visible_lines
from vkconfig_py.model.picture.values import Picture, Row, RowKind
from vkconfig_py.model.picture.wording import what_it_reads

MOST_BYTES = 262_144


class Source(NamedTuple):
    """A file as text, or the sentence that says why it cannot be shown.

    Attributes:
        planned: the file is not on the disk; the configuration would write it.
    """

    path: str
    text: str = ""
    error: str = ""
    planned: bool = False


class Fact(NamedTuple):
    """One line about a library: what, and its value."""

    what: str
    value: str
    tone: str = ""


_REASONS = {
    "missing": "does not exist",
    "foreign-class": "is for another word size than the program",
    "foreign-machine": "is for another kind of processor",
    "not-a-library": "is not a library",
    "unreadable": "may not be read by you",
    "unknown": "can only be found by the dynamic linker of a running program",
}


def read_source(host: Host, path: str) -> Source:
    """Read a file of the machine; never raises, never waits for a pipe."""
    planned = host.overlay.get(path)
    if planned is not None:
        text = planned.content.decode("utf-8", "replace")
        return Source(path, visible_lines(text), planned=True)
    try:
        data = read_beginning(real_path(host.root, path), MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        return Source(path, error=f"{path} cannot be read: {why}")
    text = data[:MOST_BYTES].decode("utf-8", "replace")
    if len(data) > MOST_BYTES:
        text += f"\n… only the first {MOST_BYTES // 1024} KiB are shown"
    return Source(path, visible_lines(text.replace("\t", "    ")))


def library_facts(picture: Picture, row: Row) -> tuple[Fact, ...]:
    """Return what is known of a row's library without opening it."""
    written, library = _library_of(picture, row)
    if not library:
        return (Fact("Library", "none: this layer stands for its components"),) if written else ()
    host = picture.report.host
    state = library_state(host, library)
    facts = [Fact("library_path", written), Fact("Resolved", state.path or library)]
    if state.found:
        bits = library_bits(host, state.path)
        facts.append(Fact("Word size", f"{bits}-bit" if bits else "unknown"))
        facts.append(Fact("Opens", "not tried; its header fits programs of this word size"))
    else:
        facts.append(Fact("Opens", _REASONS.get(state.reason, state.reason), "warn"))
    return (*facts, *_manifest_facts(picture, row))


def loader_facts(picture: Picture) -> tuple[Fact, ...]:
    """Return what is known of the loader, and where it looks in which order."""
    report = picture.report
    version = ".".join(map(str, report.profile.version))
    facts = [Fact("Version", version), Fact("Word size", f"{report.profile.pointer_bits}-bit")]
    if report.profile.library:
        facts.insert(0, Fact("Library", report.profile.library))
    facts.append(Fact("Reads", what_it_reads(report.profile).removeprefix("reads ")))
    if report.opened is not None:
        facts.append(Fact("Why this one", story_of(report.opened)))
        if possible := other_lines(report.opened):
            facts.append(Fact("Possible too", visible_lines("\n".join(possible))))
    others = [one for one in picture.question.loaders if one.library != report.profile.library]
    if others:
        installed = (f"{one.version_text}, {one.pointer_bits}-bit: {one.library}" for one in others)
        facts.append(Fact("Other loaders here", visible_lines("\n".join(installed))))
    if report.settings_file:
        facts.append(Fact("Settings file", report.settings_file, "warn"))
    for what, search in (
        ("Implicit layers", report.implicit_search),
        ("Explicit layers", report.explicit_search),
        ("Drivers", report.driver_search),
    ):
        lines = (f"{path} ({why})" if why else path for path, why in _places(search))
        facts.append(Fact(what, visible_lines("\n".join(lines)) or "nowhere"))
    return tuple(facts)


def _places(search: Search) -> Iterator[tuple[str, str]]:
    sources = [source_text(source) for source in search.sources[: len(search.paths)]]
    return zip_longest(search.paths, sources, fillvalue="")


def _subject(row: Row) -> str:
    """Return the name of the layer in a row; rows of broken files are found by their file."""
    return row.name if row.kind is RowKind.BROKEN else row.key.partition(":")[2]


def _library_of(picture: Picture, row: Row) -> tuple[str, str]:
    subject = _subject(row)
    for found in picture.report.found:
        if found.manifest and found.file == row.manifest and found.name == subject:
            return found.manifest.library_path or "none", found.manifest.library
    for driver in picture.report.drivers:
        if driver.manifest and driver.file == row.manifest:
            return driver.manifest.library_path, driver.manifest.library
    return "", ""


def _manifest_facts(picture: Picture, row: Row) -> tuple[Fact, ...]:
    subject = _subject(row)
    for found in picture.report.found:
        manifest = found.manifest
        if manifest and found.file == row.manifest and found.name == subject:
            version = ".".join(map(str, manifest.api_version))
            extensions = [e.name for e in manifest.instance_extensions]
            extensions += [e.name for e in manifest.device_extensions]
            facts = [Fact("Vulkan", version), Fact("Version", str(manifest.implementation_version))]
            if manifest.description:
                facts.append(Fact("Description", visible_lines(manifest.description)))
            if extensions:
                facts.append(Fact("Extensions", visible_lines("\n".join(extensions))))
            return tuple(facts)
    return ()
