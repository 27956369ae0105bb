"""Documents through the readers in this process: no exception, no hang, and most are taken."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from tests.fuzz.documents import FILTER_VARIABLES, Kind, Mutated
from vkconfig_py.loader.base.host import Host, OverlayFile
from vkconfig_py.loader.files.scan import Document, DocumentCache, Scanner
from vkconfig_py.loader.manifests.driver import DriverManifest, parse_driver_file
from vkconfig_py.loader.manifests.layer import LayerManifest, parse_layer_file
from vkconfig_py.loader.manifests.reader import Dialect
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.activation import parse_filter
from vkconfig_py.loader.settings_file import load_settings

TIME_LIMIT = 5.0
_SETTINGS = "/c/vulkan//loader_settings.d/vk_loader_settings.json"
_HOST = Host({"XDG_CONFIG_HOME": "/c"}, executable="@ROOT@/bin/program")


class HangError(Exception):
    """A document took too long."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupt what takes longer."""

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        raise HangError

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def is_accepted(document: Mutated, profile: LoaderProfile) -> bool:
    """Read a document as a loader of this version, and say whether anything of it is used."""
    dialect = Dialect.of(profile, 64)
    if document.kind is Kind.FILTER:
        value = document.content.decode("utf-8", "surrogateescape")
        filters = [parse_filter(variable, value) for variable in FILTER_VARIABLES]
        return any(token.matches("vk_layer_a") for found in filters for token in found.tokens)
    if document.kind is Kind.SETTINGS:
        overlay = {_SETTINGS: OverlayFile(document.content)}
        scanner = Scanner(_HOST.with_overlay(overlay), DocumentCache())
        return load_settings(scanner, _HOST, profile, dialect).is_active
    read = Document(document.content)
    if document.kind is Kind.DRIVER:
        return isinstance(parse_driver_file("/d.json", read, dialect), DriverManifest)
    found = parse_layer_file("/l.json", read, document.kind is Kind.IMPLICIT, dialect)
    return any(isinstance(entry, LayerManifest) for entry in found.entries)


def read_all(documents: Iterator[Mutated], profiles: tuple[LoaderProfile, ...]) -> Counter[str]:
    """Read documents as several loaders; an exception or a hang names its document."""
    counts: Counter[str] = Counter()
    for document in documents:
        counts["documents"] += 1
        counts["structural"] += document.structural
        for profile in profiles:
            try:
                with time_limit(TIME_LIMIT):
                    accepted = is_accepted(document, profile)
            except Exception as error:
                raise AssertionError(f"{error!r}: {document} on {profile.version_text}") from error
            counts[f"accepted {profile.version_text}"] += accepted
            counts[f"accepted {document.kind.value} {profile.version_text}"] += accepted
        counts[document.kind.value] += 1
    return counts
