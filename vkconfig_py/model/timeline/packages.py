"""Which package of Debian's dpkg brought or took a file, from its log (dpkg(1), --log)."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from datetime import datetime
from pathlib import Path

from vkconfig_py.language.sentences import Message, message
from vkconfig_py.loader.base.records import NamedTuple

_LOG, _LISTS = "var/log/dpkg.log", "var/lib/dpkg/info"
_READ = 1 << 20  # of the end of the log
_MOST_PACKAGES = 400
_VERBS = {"install": "installed", "upgrade": "upgraded", "remove": "removed", "purge": "removed"}
_SENTENCES = {
    "installed": message("dpkg installed {package} {version}"),
    "upgraded": message("dpkg upgraded {package} {version}"),
    "removed": message("dpkg removed {package} {version}"),
}


class PackageWork(NamedTuple):
    """What dpkg did to one package.

    Attributes:
        time: seconds since the epoch.
    """

    time: float
    verb: str
    package: str
    before: str
    after: str

    @property
    def sentence(self) -> Message:
        name = self.package.partition(":")[0]
        versions = [one for one in (self.before, self.after) if one != "<none>"]
        version: Message | str = "".join(versions)
        if len(versions) == 2:
            version = message("{before} to {after}", before=self.before, after=self.after)
        return _SENTENCES[self.verb].with_values(package=name, version=version)


def parse_log(text: str, earliest: float, latest: float) -> tuple[PackageWork, ...]:
    """Read what a log says about packages between two moments, the latest first."""
    found = []
    for line in text.splitlines():
        words = line.split()
        if len(words) != 6 or words[2] not in _VERBS:
            continue
        try:
            time = datetime.fromisoformat(f"{words[0]}T{words[1]}").timestamp()
        except (ValueError, OverflowError):
            continue
        # The log has whole seconds.
        if earliest - 1 <= time <= latest:
            found.append(PackageWork(time, _VERBS[words[2]], words[3], words[4], words[5]))
    return tuple(reversed(found))


def find_packages(
    paths: Collection[str], earliest: float, latest: float, root: Path = Path("/")
) -> Mapping[str, PackageWork]:
    """Find what dpkg did to the packages of these files between two moments.

    A removed package has no list of files any more; then nothing is claimed about its files.
    """
    found: dict[str, PackageWork] = {}
    if not paths:
        return found
    works = parse_log(_end_of(root / _LOG), earliest, latest)
    for work in works[:_MOST_PACKAGES]:
        owned = _files_of(work.package, root / _LISTS)
        for path in paths:
            if not owned.isdisjoint((path, *_merged_names(path))):
                found.setdefault(path, work)
    return found


def _merged_names(path: str) -> tuple[str, ...]:
    """Names of a file where /lib is a link to /usr/lib; lists of packages may have either."""
    if path.startswith("/usr/lib"):
        return (path.removeprefix("/usr"),)
    return (f"/usr{path}",) if path.startswith("/lib") else ()


def _files_of(package: str, lists: Path) -> frozenset[str]:
    name = package.partition(":")[0]
    if "/" in package:
        return frozenset()
    for file in (lists / f"{package}.list", lists / f"{name}.list"):
        try:
            return frozenset(file.read_text(errors="replace").splitlines())
        except OSError:
            continue
    return frozenset()


def _end_of(log: Path) -> str:
    try:
        with log.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - _READ))
            return file.read().decode("utf-8", "replace")
    except OSError:
        return ""
