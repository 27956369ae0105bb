"""A remedy carried out on the input of discover(): nothing is written to disk.

Changed files exist only in the host's overlay.
"""

from __future__ import annotations

from vkconfig_py.loader.base.host import Application, Host, OverlayFile, Position
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import (
    AskFor,
    AskNotFor,
    ChangeFile,
    ChangeProfile,
    DropPrivileges,
    InstallLibrary,
    MoveFile,
    NoRemedy,
    Remedy,
    RemoveFile,
    SetVariable,
    Together,
    UnsetVariable,
    WriteFile,
)
from vkconfig_py.loader.files.binaries import fitting_header, install_path
from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.loader.platforms.rules import folder_name
from vkconfig_py.loader.profiles.profile import LoaderProfile


class Situation(NamedTuple):
    """Input of one discover() run."""

    host: Host
    application: Application
    profile: LoaderProfile


def apply_remedy(
    remedy: Remedy, host: Host, application: Application, profile: LoaderProfile
) -> tuple[Host, Application, LoaderProfile] | None:
    """Return the discover() input with a remedy applied; None if it cannot be applied."""
    return _apply(remedy, Situation(host, application, profile))


def _apply(remedy: Remedy, now: Situation) -> Situation | None:
    host = now.host
    match remedy:
        case SetVariable(name, value):
            return now._replace(host=host.with_environment(((name, value),)))
        case UnsetVariable(name):
            return now._replace(host=host.with_environment(((name, None),)))
        case ChangeProfile(version):
            return now._replace(profile=now.profile.at(version))
        case AskFor() | AskNotFor():
            return now._replace(application=_ask(remedy, now.application))
        case DropPrivileges():
            return now._replace(host=host._replace(elevated=False))
        case InstallLibrary(library):
            # $ORIGIN is the folder of the loader, which calls dlopen.
            path = install_path(host, library, folder_name(now.profile.library))
            bits = min(host.pointer_bits, now.profile.pointer_bits)
            file = OverlayFile(fitting_header(host._replace(pointer_bits=bits)), Position.LAST)
            return now._replace(host=host.with_overlay({path: file}))
        case Together(steps):
            return _apply_all(steps, now)
        case NoRemedy():
            return None
        case _:
            return _apply_to_files(remedy, now)


def _apply_all(steps: tuple[Remedy, ...], now: Situation) -> Situation | None:
    for step in steps:
        after = _apply(step, now)
        if after is None:
            return None
        now = after
    return now


def _apply_to_files(remedy: ChangeFile, now: Situation) -> Situation | None:
    from vkconfig_py.loader.json.text_edits import EditError, edit_file

    host = now.host
    if isinstance(remedy, RemoveFile):
        return now._replace(host=host.with_overlay({remedy.file: None}))
    if isinstance(remedy, WriteFile):
        file = OverlayFile(remedy.content.encode(), Position.LAST)
        return now._replace(host=host.with_overlay({remedy.file: file}))
    data = Scanner(host, DocumentCache()).read(remedy.file)
    if data is None:
        return None
    planned = host.overlay.get(remedy.file)
    # A name that is listed already keeps its place.
    position = planned.position if planned is not None else Position.LAST
    if isinstance(remedy, MoveFile):
        file = OverlayFile(data, position)
        return now._replace(host=host.with_overlay({remedy.file: None, remedy.target: file}))
    try:
        edited = edit_file(data, remedy)
    except EditError:
        return None
    return now._replace(host=host.with_overlay({remedy.file: OverlayFile(edited, position)}))


def _ask(remedy: AskFor | AskNotFor, application: Application) -> Application:
    layers, extensions = application.layers, application.extensions
    if isinstance(remedy, AskNotFor):
        return application._replace(
            layers=tuple(x for x in layers if x != remedy.layer),
            device_layers=tuple(x for x in application.device_layers if x != remedy.layer),
            extensions=tuple(x for x in extensions if x != remedy.extension),
        )
    if remedy.layer:
        layers = (*layers, remedy.layer)
    if remedy.extension:
        extensions = (*extensions, remedy.extension)
    return application._replace(
        layers=layers, extensions=extensions, flags=application.flags | remedy.flags
    )
