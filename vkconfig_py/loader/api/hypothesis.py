"""What-if: the same machine under other assumptions, or with a remedy applied.

Nothing is written to disk: changed files exist only in the host's overlay.
"""

from __future__ import annotations

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Application, Host, OverlayFile, Position
from vkconfig_py.loader.base.records import TYPE_CHECKING, NamedTuple
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
from vkconfig_py.loader.profiles.releases import Release

if TYPE_CHECKING:
    from vkconfig_py.loader.api.lens import Lens


class Hypothesis(NamedTuple):
    """Assumptions about machine, program and loader; None keeps the actual value.

    Attributes:
        program: path, or a bare name that is searched in PATH.
        library: path of the loader library that the program opens.
        variables: names with their values, None for a variable that is not set.
        root: folder that stands for "/".
        lens: whose view of the machine is taken; the other assumptions are made within it.
        is_branch: whether the version is that of the Vulkan SDK's library.
    """

    version: tuple[int, int, int] | None = None
    pointer_bits: int | None = None
    program: str | None = None
    elevated: bool | None = None
    variables: tuple[tuple[str, str | None], ...] = ()
    root: str | None = None
    library: str | None = None
    lens: Lens | None = None
    is_branch: bool = False

    @property
    def release(self) -> Release | None:
        """Return the release whose rules are assumed."""
        return Release(self.version, self.is_branch) if self.version is not None else None

    @property
    def opened_library(self) -> str | None:
        """Return the loader library that is opened: the assumed one, or that of the process."""
        if self.library is not None or self.lens is None or self.pointer_bits is not None:
            return self.library
        return self.lens.loader

    @property
    def is_elsewhere(self) -> bool:
        """Return whether another root folder is assumed."""
        return self.root is not None or (self.lens is not None and bool(self.lens.root))

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is assumed."""
        return self == _NOTHING

    def apply(self, host: Host, profile: LoaderProfile) -> tuple[Host, LoaderProfile]:
        """Return host and loader under the hypothesis; the program's file is not read here."""
        if self.lens is not None:
            host = self.lens.apply(host)
        if self.variables:
            host = host.with_environment(self.variables)
        if self.elevated is not None:
            host = host._replace(elevated=self.elevated)
        if self.root is not None:
            host = host._replace(root=self.root.rstrip("/"))
        if self.program is not None:
            host = _as_program(self.program, host, elevated=self.elevated)
        if self.pointer_bits is not None:
            host = host._replace(pointer_bits=self.pointer_bits)
            # Only programs of a loader's own word size can open it.
            profile = profile._replace(pointer_bits=self.pointer_bits)
        if self.release is not None:
            profile = profile.at(*self.release)
        return host, profile


def _as_program(program: str, host: Host, *, elevated: bool | None) -> Host:
    """Return the host as the program sees it; its file decides elevation unless that is set."""
    from vkconfig_py.loader.files.program_files import find_elevation, find_executable

    # Target of /proc/self/exe in the process, which app_keys are compared with.
    real = find_executable(program, host).real
    if elevated is None:
        elevated = find_elevation(real, host).is_elevated
    return host.with_executable(real)._replace(elevated=elevated)


_NOTHING = Hypothesis()


def assumption_notes(hypothesis: Hypothesis, host: Host) -> tuple[str, ...]:
    """Return what the assumptions rest on, and why the assumed program cannot be started."""
    lens = hypothesis.lens.note if hypothesis.lens is not None else ""
    return tuple(filter(None, (lens, _program_note(hypothesis, host))))


def _program_note(hypothesis: Hypothesis, host: Host) -> str:
    if not hypothesis.program:
        return ""
    from vkconfig_py.loader.files.program_files import find_executable

    error = find_executable(hypothesis.program, host).error
    return tr("{error}: what follows is for a program of that path", error=error) if error else ""


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
