"""Problems of ICD components, for the people who make them.

docs/problem_codes.md explains the codes. Source: icd_component.cc; the FIDL of
fuchsia.vulkan.loader.Loader; README.md of src/graphics/bin/vulkan_loader; the ICD ABI that the
icd_conformance test of Fuchsia checks.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from enum import StrEnum

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.base.verdicts import Problem, Severity
from vkconfig_py.loader.files.elf import read_elf
from vkconfig_py.loader.files.read_file import read_beginning
from vkconfig_py.loader.json.decode import find_positions
from vkconfig_py.machines.fuchsia.components import (
    INVALID_URL,
    METADATA_FILE,
    IcdComponent,
    leaves_directory,
)
from vkconfig_py.machines.fuchsia.service import (
    MAX_NAME_LENGTH,
    Component,
    ComponentStage,
    Service,
    is_entry_name,
)
from vkconfig_py.machines.fuchsia.strict_json import MAX_BYTES
from vkconfig_py.machines.fuchsia.system import FuchsiaMachine

# All that a driver's library may be linked to.
ABI_LIBRARIES = ("libzircon.so", "libc.so")
_META = "meta/"
_BIN = "bin/"


class FuchsiaCode(StrEnum):
    """Codes of problems with ICD components."""

    FAILS = "icd-component-fails"
    PATH_LEAVES = "icd-path-leaves"
    NAME_TOO_LONG = "icd-name-too-long"
    NAME_HAS_SLASH = "icd-name-has-slash"
    NEEDS_LIBRARY = "icd-needs-library"
    USES_SERVICE = "icd-uses-service"
    IN_BIN = "icd-in-bin"
    OUTSIDE_META = "icd-outside-meta"


_SEVERITY_BY_FUCHSIA_CODE = {
    FuchsiaCode.FAILS: Severity.ERROR,
    FuchsiaCode.PATH_LEAVES: Severity.ERROR,
    FuchsiaCode.NAME_TOO_LONG: Severity.ERROR,
    FuchsiaCode.NAME_HAS_SLASH: Severity.ERROR,
    FuchsiaCode.NEEDS_LIBRARY: Severity.WARNING,
    FuchsiaCode.USES_SERVICE: Severity.WARNING,
    FuchsiaCode.IN_BIN: Severity.WARNING,
    FuchsiaCode.OUTSIDE_META: Severity.NOTE,
}


def find_component_problems(machine: FuchsiaMachine, service: Service) -> tuple[Problem, ...]:
    """Return the problems of the components that an idle service has, worst first."""
    problems: list[Problem] = []
    for component in service.components:
        source = machine.components[component.url]
        if component.stage is ComponentStage.FAILED:
            problems += _find_failure(component, source, service)
        problems += _find_name_problems(component)
        problems += _find_library_problems(component)
        if source is not None:
            problems += _find_package_problems(component, source)
    order = list(Severity)
    return tuple(sorted(problems, key=lambda problem: order.index(problem.severity)))


def _find_failure(
    component: Component, source: IcdComponent | None, service: Service
) -> Iterator[Problem]:
    """Yield why a component cannot be used, if it cannot.

    `source` is the folders of the component, None if its URL leads nowhere.
    """
    reading = component.reading
    leaving = _find_leaving_path(component)
    if leaving is not None:
        key, path = leaving
        file = f"{source.metadata}/{METADATA_FILE}" if source is not None else ""
        yield _make_problem(
            FuchsiaCode.PATH_LEAVES,
            tr("{key} {path!r} leads outside the contents folder", key=key, path=path),
            tr(
                "The service cannot open it. Specify a path inside the contents folder, "
                "without a leading slash or “..” components."
            ),
            file,
            _find_line(file, key),
            path,
        )
        return
    title = tr("{url} cannot be used", url=component.url)
    reason = explain_failure(component, source)
    # Drivers that are not part of a product are listed, too: the next one in the list is meant.
    is_expected = source is None and _has_successor(component, service)
    yield _make_problem(
        FuchsiaCode.FAILS,
        title,
        f"{_make_sentence(reason)}.",
        reading.file,
        reading.line,
        reading.error,
        Severity.NOTE if is_expected else None,
    )


def _make_sentence(reason: str) -> str:
    """Return a reason as a sentence. One that begins with the name of a file stays as it is."""
    is_name = reason.split(" ", 1)[0].endswith((".json", ".json:"))
    return reason if is_name else f"{reason[:1].upper()}{reason[1:]}"


def explain_failure(component: Component, source: IcdComponent | None) -> str:
    """Return why a component cannot be used, as a sentence without its end.

    What the service logs of a component that cannot be resolved is a number alone.
    """
    if component.reading.realm_error == INVALID_URL:
        return tr("its URL is empty or too long")
    if source is None:
        return tr("“components” in system.json does not list this URL")
    return _strip_full_stop(source.error or component.reading.why)


def _strip_full_stop(sentence: str) -> str:
    """Return a sentence without its full stop."""
    return sentence.rstrip(".")


def _has_successor(component: Component, service: Service) -> bool:
    """Return whether each device that lists the component uses another one."""
    lists = [device for device in service.devices if component.url in device.urls]
    return all(device.active for device in lists)


def _find_leaving_path(component: Component) -> tuple[str, str] | None:
    """Return key and value of a path of metadata.json that leaves contents, None for none."""
    reading = component.reading
    if reading.version is None:
        return None  # metadata.json was not accepted
    paths = (("manifest_path", reading.manifest_path), ("file_path", reading.file_path or ""))
    return next(((key, path) for key, path in paths if leaves_directory(path)), None)


def _find_name_problems(component: Component) -> Iterator[Problem]:
    """Yield what is wrong with the library_path of a component's driver."""
    name, file = component.library_path, component.reading.manifest_file
    if name is None:
        return
    length = len(name.encode("utf-8", "surrogateescape"))
    if length > MAX_NAME_LENGTH:
        yield _make_problem(
            FuchsiaCode.NAME_TOO_LONG,
            tr("library_path is too long: clients request a name of {count} bytes", count=length),
            tr(
                "Loader.Get accepts at most {count} bytes, including the number and the "
                "dash that the service adds, so no program can open this driver.",
                count=MAX_NAME_LENGTH,
            ),
            file,
            _find_line(file, "ICD", "library_path"),
            name,
        )
    if "/" in name or not is_entry_name(f"{name}.json"):
        yield _make_problem(
            FuchsiaCode.NAME_HAS_SLASH,
            tr(
                "library_path {name!r} is not a plain file name",
                name=component.reading.library_path,
            ),
            tr(
                "The driver's manifest cannot be added to manifest-fs, so programs cannot "
                "find this driver. Specify only a file name; file_path in metadata.json "
                "gives the library's location."
            ),
            file,
            _find_line(file, "ICD", "library_path"),
            name,
        )


def _find_library_problems(component: Component) -> Iterator[Problem]:
    """Yield what is wrong with the library of a component's driver."""
    library = component.reading.library
    if not library:
        return
    for name in _list_needed_libraries(library):
        if name not in ABI_LIBRARIES:
            yield _make_problem(
                FuchsiaCode.NEEDS_LIBRARY,
                tr("{library} needs {name}", library=os.path.basename(library), name=name),
                tr(
                    "Link drivers only against libzircon.so and libc.so: programs do not "
                    "provide them with any other libraries."
                ),
                library,
                0,
                name,
            )
    path = component.reading.file_path or ""
    if path.startswith(_BIN):
        yield _make_problem(
            FuchsiaCode.IN_BIN,
            tr("{path} is in the bin folder", path=path),
            tr(
                "Put driver libraries in a different folder, such as lib. The service "
                "opens this library anyway."
            ),
            library,
            0,
            path,
        )


def _list_needed_libraries(library: str) -> tuple[str, ...]:
    """Return the libraries that an ELF file needs, () if it cannot be read."""
    try:
        status = os.stat(library)
        return read_elf(library, status.st_mtime_ns, status.st_size).needs.names
    except (OSError, ValueError):
        return ()


def _find_package_problems(component: Component, source: IcdComponent) -> Iterator[Problem]:
    """Yield what is wrong with the component manifest of a package."""
    for name in source.unavailable:
        yield _make_problem(
            FuchsiaCode.USES_SERVICE,
            tr("The component uses {name}", name=name),
            tr(
                "An ICD component gets only fuchsia.logger.LogSink; drivers use the "
                "services of the program that loads them."
            ),
            source.manifest,
            0,
            name,
        )
    if not source.manifest:
        return
    metadata = os.path.relpath(source.metadata, source.contents) if source.metadata else ""
    outside = [] if not metadata or f"{metadata}/".startswith(_META) else [METADATA_FILE]
    manifest = component.reading.manifest_path
    outside += [manifest] if manifest and not manifest.startswith(_META) else []
    for path in outside:
        yield _make_problem(
            FuchsiaCode.OUTSIDE_META,
            tr("{path} is not in its package's meta folder", path=path),
            tr(
                "Small files are best stored in meta, but the service can read this file "
                "where it is."
            ),
            source.manifest,
            0,
            path,
        )


def _make_problem(
    code: FuchsiaCode,
    title: str,
    consequence: str,
    file: str,
    line: int,
    detail: str,
    severity: Severity | None = None,
) -> Problem:
    """Return a problem of a component.

    Args:
        code: kind of the problem.
        title: what is wrong.
        consequence: what follows, or what to do.
        file: with the fault.
        line: from 1, 0 for none.
        detail: such as the name of a library, "" for none.
        severity: None for the usual one of the code.
    """
    return Problem(
        severity or _SEVERITY_BY_FUCHSIA_CODE[code],
        code.value,
        title,
        consequence,
        file,
        line,
        detail=detail,
    )


def _find_line(file: str, *place: str) -> int:
    """Return the line of a member in a JSON file, 0 if it is unknown.

    `place` has the keys that lead to the member.
    """
    path: tuple[Any, ...] = place
    try:
        return find_positions(read_beginning(file, MAX_BYTES)).find_line(*path) if file else 0
    except OSError:
        return 0
