"""Gives verdicts on manifests that the Windows registry names and the loader leaves out."""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.language.sentences import message, render, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.verdicts import Kind, NoRemedy, Outcome, Reason, Verdict
from vkconfig_py.loader.files.search_paths import find_replacing_variable
from vkconfig_py.loader.platforms.rules import ManifestType
from vkconfig_py.loader.platforms.windows_search import Registration, UnlistedCause, search_registry
from vkconfig_py.loader.profiles.profile import LoaderProfile

_TEXT_BY_CAUSE = {
    UnlistedCause.DISABLED: message("its value in {place} is not the DWORD 0"),
    UnlistedCause.NOT_REACHED: message("the loader stops reading {place} at {detail}"),
    UnlistedCause.TYPE: message(
        "{place} is {detail}; the loader reads only REG_SZ and REG_MULTI_SZ"
    ),
    UnlistedCause.VENDOR: message(
        "{place} names it, but no adapter from vendor {detail} is present"
    ),
    UnlistedCause.UNKNOWN_DRIVER: message(
        "{place} names it, but the loader does not recognize this driver name"
    ),
    UnlistedCause.NO_DXGI: message("without a DXGI factory, {place} is not read"),
    UnlistedCause.DUPLICATE: message(
        "{place} names it, but the loader's list already contains {detail}"
    ),
    UnlistedCause.LOOKUP_FAILED: message(
        "{place} names it, but {detail} makes the loader drop the whole list"
    ),
}
_REGISTRY_REMEDY = NoRemedy(
    message("it depends on the machine's registry, which vkconfig-py does not change")
)


def find_registry_verdicts(
    host: Host, profile: LoaderProfile, kind: ManifestType
) -> Iterator[Verdict]:
    """Yield a verdict on each registered manifest of a kind that the loader leaves out."""
    if find_replacing_variable(host, profile, kind) is not None:
        return  # the registry is not searched
    for entry in search_registry(host, profile, kind).registrations:
        if entry.unlisted is not None:
            yield Verdict(
                entry.path,
                Kind.FILE,
                Outcome.SKIPPED,
                Reason.REGISTRY_LEFT_OUT,
                _render_cause(entry, entry.unlisted),
                entry.path,
                remedy=_REGISTRY_REMEDY,
            )


def _render_cause(entry: Registration, cause: UnlistedCause) -> str:
    """Render why the loader leaves out a registered manifest."""
    return render(
        _TEXT_BY_CAUSE[cause], place=entry.location, detail=entry.detail or tr("an error")
    )
