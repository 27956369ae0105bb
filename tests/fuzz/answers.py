"""What is compared of a machine: the same keys from the engine and from a real loader.

The real loader runs in a child; its API calls are answered as JSON, the rest is read from its log
of vkCreateInstance and from what the libraries recorded.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.framework.compare import list_offered_extensions
from tests.framework.reference import BUFFERED, RealLoader, extract_create_log, read_answer
from tests.fuzz.machine import FIXED_FOLDERS, ROOT, Tree
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.report_json import find_layers_result
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.verdicts import Kind, Outcome, Reason
from vkconfig_py.loader.base.versions import get_vk_result_name
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.probe.protocol import pack_version, unpack_version
from vkconfig_py.loader.probe.reference_client import ReferenceSearch as Logged
from vkconfig_py.loader.probe.reference_client import (
    iterate_log_messages,
    parse_callstack,
    parse_searches,
)
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile, Release
from vkconfig_py.loader.rules.loader_report import LoaderReport, ManifestSearch
from vkconfig_py.loader.rules.meta_layers import FREED_TWICE
from vkconfig_py.loader.rules.ordering import INSTANCE_LAYERS_VARIABLE
from vkconfig_py.loader.rules.outcome import (
    CRASH_RESULT,
    EXTENSION_NOT_PRESENT,
    HANG_RESULT,
    INCOMPATIBLE_DRIVER,
    LAYER_NOT_PRESENT,
    SUCCESS,
    find_version_failure,
    lacks_extension,
    reads_past_layers,
)

Facts = dict[str, Any]

TIMEOUT = 20.0
_WORKING_DIRECTORY = "work"  # of every machine
NOT_LOGGED = "not logged"
_LABELS_SINCE = (1, 3, 302)
# "Add layer and implementation-specific logging": the files that it found.
_FILES_LOGGED_SINCE = (1, 2, 188)
# The call stack; 1.2.200 spells what it says of it right.
_STACK_LOGGED_SINCE = (1, 2, 200)
_STACK_MISSPELT = Release((1, 3, 204), is_branch=True)
_DRIVER_SEARCH = 2
_FIXED_FIRST = ("/etc/", "/usr/etc/")
_LONGEST_LOGGED = 300
_LEAST_CUT = 200  # with the root's name in place of its path
_SETTINGS = "Using layer configurations found in loader settings from "


class Desk(NamedTuple):
    """Files that one worker uses again and again for the output of the asking program."""

    answer: str
    drivers: str
    layers: str
    log: str

    @classmethod
    def at(cls, folder: Path) -> Desk:
        """Make the files; a program without our rights must be able to write them."""
        folder.mkdir(parents=True, exist_ok=True)
        desk = cls(*(str(folder / name) for name in cls._fields))
        for path in desk:
            Path(path).touch()
            Path(path).chmod(0o666)
        return desk


# -- the engine


def predict(tree: Tree, loader: RealLoader, cache: DocumentCache | None = None) -> LoaderReport:
    """Return the engine's report of a machine."""
    with tree.shown_to(loader.profile):
        return discover(tree.host(), tree.machine.application, loader.profile, cache)


def facts_of_report(report: LoaderReport, tree: Tree) -> Facts:
    """Return what is compared of a report."""
    create = created(report)
    if CRASH_RESULT in (create, report.instance_version, report.layers):
        return {
            "create": CRASH_RESULT,  # the first call that crashes is the last one
            "instance_version": report.instance_version,
            "undefined": _rests_on_freed_memory(report),
        }
    if _writes_beyond(report) or _reads_beyond(report):
        return {"create": report.create_result, "undefined": True}
    layers: Any = report.layers
    extensions: Any = {}
    if not isinstance(layers, str):
        layers = [[x.name, x.api_version, x.implementation_version, x.description] for x in layers]
        shown = {name for name, *_ in layers}  # no program asks for others
        extensions = {
            name: found if isinstance(found, str) else [list(extension) for extension in found]
            for name, found in report.layer_extensions.items()
            if name in shown
        }
    return _shown(
        {
            "instance_version": report.instance_version,
            "layers": layers,
            "layers_result": find_layers_result(report),
            "layer_extensions": extensions,
            "extensions": _offered(report, tree),
            "create": create,
            "callstack": [
                [
                    x.manifest.name,
                    "Implicit" if x.manifest.implicit else "Explicit",
                    x.manifest.file,
                    x.manifest.library,
                    x.enabled_by,
                ]
                for x in (report.callstack if create == SUCCESS else ())
            ],
            "entered": _own([x.manifest.library for x in report.callstack], tree),
            "drivers": _kept_drivers(report, tree),
            "searches": _searches_of_report(report),
            "settings_file": report.settings_file,
        },
        tree.root,
    )


def created(report: LoaderReport) -> str:
    """Return the result; that the drivers offer no extension is known of those made here alone."""
    if report.create_result not in (SUCCESS, LAYER_NOT_PRESENT) or report.probe_inputs.early_result:
        return report.create_result
    # Extensions are compared before any library of a layer is opened.
    written = [layer.manifest for layer in report.probe_inputs.written_layers]
    if reads_past_layers(written, report.host, report.application, report.profile):
        return CRASH_RESULT
    asked, profile = report.application, report.profile
    lacks = lacks_extension(asked, report.layer_extensions, written, profile)
    return EXTENSION_NOT_PRESENT if lacks else report.create_result


def _rests_on_freed_memory(report: LoaderReport) -> bool:
    """Return whether the loader crashes because it frees memory twice, or by luck does not."""
    if report.instance_version == CRASH_RESULT and report.profile.has(Gate.NAMES_FREED_TWICE):
        return True
    return any(layer.verdict.detail == FREED_TWICE for layer in report.found_layers)


def _writes_beyond(report: LoaderReport) -> bool:
    """Return whether VK_INSTANCE_LAYERS is copied over the stack, for each layer but the first."""
    overruns = report.profile.has(Gate.SETTINGS_OVERRUN)
    concerned = report.settings_file is not None and overruns
    named = bool(report.host.environment.get(INSTANCE_LAYERS_VARIABLE))
    return concerned and named and len(report.layers) > 1


def _reads_beyond(report: LoaderReport) -> bool:
    """Return whether names of layers are read behind the last, by the number of an extension."""
    asked = report.application
    if not asked.layers or not report.profile.has(Gate.LAYERS_BY_EXTENSION):
        return False
    offered = {name for name, _ in report.loader_extensions}
    return not offered.issuperset(asked.extensions[len(asked.layers) :])


def _kept_drivers(report: LoaderReport, tree: Tree) -> list[str]:
    """Return the libraries of drivers that load, if the loader comes to open them at all."""
    kept = [
        driver.manifest.library
        for driver in report.drivers
        if driver.manifest is not None
        and driver.verdict.outcome in (Outcome.LOADS, Outcome.UNKNOWN)
    ]
    return _own(kept, tree)


def _offered(report: LoaderReport, tree: Tree) -> list[tuple[str, int]] | str | None:
    """Return the instance extensions; None if drivers of the real system offer theirs, too."""
    for driver in report.drivers:
        if driver.manifest is not None and _is_of_the_system(driver.manifest.library, tree.root):
            return None
    return list_offered_extensions(report)


def _own(libraries: Sequence[str], tree: Tree) -> list[str]:
    """Return the names of libraries; those of the real system do not record themselves."""
    return [
        _library_name(library) for library in libraries if not _is_of_the_system(library, tree.root)
    ]


def _is_of_the_system(library: str, root: str) -> bool:
    if "/" in library:
        return library.startswith("/") and not library.startswith((root, *FIXED_FOLDERS))
    return not os.path.exists(f"{root}/bare/{library}")


def _searches_of_report(report: LoaderReport) -> list[Any]:
    if find_version_failure(report.application, report.profile):
        return []
    searches = [report.implicit_search, report.explicit_search, report.driver_search]
    if report.profile.has(Gate.EXPLICIT_FIRST):
        searches[:_DRIVER_SEARCH] = reversed(searches[:_DRIVER_SEARCH])
    hides = any(
        verdict.kind is Kind.SETTINGS and verdict.reason is Reason.SETTINGS_FILE_HIDES
        for verdict in report.verdicts
    )
    return [
        [list(search.paths), _logged_files(search, report, place)]
        for place, search in enumerate(searches)
        if place == _DRIVER_SEARCH or not hides
    ]


def _logged_files(search: ManifestSearch, report: LoaderReport, place: int) -> list[str] | None:
    """Return the files of a search; drivers that the settings file adds are not logged."""
    if place == _DRIVER_SEARCH and report.settings_file is not None:
        return None
    return list(search.files)


# -- the loader


def ask(
    tree: Tree,
    loader: RealLoader,
    desk: Desk,
    shell: str = "",
    line: str = "",
    patience: float = TIMEOUT,
) -> Facts:
    """Return what a real loader does on this machine.

    With a shell, the program is started there, behind what a user would paste in front of it.
    """
    for path in desk:
        os.truncate(path, 0)
    application = tree.machine.application
    environment = {
        **tree.variables(),
        "VK_LOADER_DEBUG": "all",
        BUFFERED: "1",
        "VKCONFIG_PY_TEST_RECORD": desk.layers,
        "VKCONFIG_PY_TEST_DRIVERS": desk.drivers,
    }
    command = [
        f"{tree.root}/{tree.machine.program}",
        loader.profile.library,
        desk.answer,
        *_arguments(application),
    ]
    if shell:
        command = [shell, "-c", f'{line} "$@"', shell, *command]
    with open(desk.log, "ab") as log, tree.shown_to(loader.profile):
        try:
            code = subprocess.run(
                command,
                env=environment,
                cwd=f"{tree.root}/{tree.machine.working_directory}",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                timeout=patience,
                check=False,
            ).returncode
        except subprocess.TimeoutExpired:
            return {"create": HANG_RESULT}
    text = _read(desk.log)
    raw = read_answer(_read(desk.answer))
    if code < 0 and "create" not in raw:
        return {
            "create": CRASH_RESULT,
            "instance_version": _version(raw["version"], loader)
            if "version" in raw
            else CRASH_RESULT,
            "signal": signal.Signals(-code).name,
        }
    if code > 0:
        raise AssertionError(f"the asking program ended with {code}:\n{text}")
    facts = _facts_of_answer(raw, extract_create_log(text), desk, loader)
    facts["ended"] = code < 0  # in a later call, and the last lines of the log with it
    return _shown(facts, tree.root)


def _arguments(application: Application) -> list[str]:
    version = pack_version(application.packed_parts) if application.packed_parts else 0
    return [
        application.name,
        str(version),
        str(application.flags),
        str(len(application.layers)),
        *application.layers,
        *application.extensions,
    ]


def _facts_of_answer(raw: Any, log: str, desk: Desk, loader: RealLoader) -> Facts:
    layers = _or_result(raw["layers"])
    if not isinstance(layers, str):
        layers = [[n, unpack_version(spec), number, text] for n, spec, number, text in layers]
    listed = set() if isinstance(layers, str) else {name for name, *_ in layers}
    create = get_vk_result_name(raw["create"])
    stack = parse_callstack(log) if create == SUCCESS else ()
    searches = _whole_searches(parse_searches(log), loader.profile)
    facts = {
        "instance_version": _version(raw["version"], loader),
        "layers": layers,
        "layers_result": get_vk_result_name(raw["layers_result"]),
        "layer_extensions": _layer_extensions(raw, listed),
        "extensions": _or_result(raw.get("extensions", CRASH_RESULT))
        if "layer_extensions" in raw
        else None,
        "create": create,
        "callstack": stack
        and [[x.name, x.type, x.manifest, x.library, x.enabled_by] for x in stack],
        "entered": _read(desk.layers).split("\n")[:-1],
        "drivers": _read(desk.drivers).split("\n")[:-1],
        "searches": [[list(x.folders), list(x.files)] for x in searches],
        "settings_file": _settings_file(log),
    }
    return as_logged(facts, loader.profile)


def as_logged(facts: Facts, profile: LoaderProfile) -> Facts:
    """Return what is known of a machine without what the log of this release does not tell."""
    stack, searches = facts["callstack"], facts["searches"]
    if profile.version < _STACK_LOGGED_SINCE or profile.release == _STACK_MISSPELT:
        stack = NOT_LOGGED
    elif stack and profile.version < _LABELS_SINCE:
        stack = [[*layer[:-1], None] for layer in stack]
    if profile.version < _FILES_LOGGED_SINCE:
        searches = [[folders, None] for folders, _files in searches]
    return {**facts, "callstack": stack, "searches": searches}


def _whole_searches(searches: Sequence[Logged], profile: LoaderProfile) -> Sequence[Logged]:
    """Join the search of fixed folders with that of a home, which has a line of its own."""
    if not profile.has(Gate.FIXED_FOLDERS):
        return searches
    found: list[Logged] = []
    for search in searches:
        before = found[-1].folders if found else ()
        names = {os.path.basename(folder) for folder in (*before, *search.folders)}
        if before and before[0].startswith(_FIXED_FIRST) and len(names) == 1:
            found[-1] = found[-1]._replace(folders=before + search.folders)
        else:
            found.append(search)
    return found


def _version(answer: tuple[int, int], loader: RealLoader) -> str:
    code, packed = answer
    version = get_vk_result_name(code) if code < 0 else ".".join(map(str, unpack_version(packed)))
    # A build of the commits behind a release is asked as the next one.
    return loader.profile.answer_text if version == loader.reports else version


def _layer_extensions(raw: Any, listed: set[str]) -> Facts | None:
    """Return what layers offer; None if the program ended, since it asks for that in the end."""
    if "layer_extensions" not in raw:
        return None
    offered = raw["layer_extensions"].items()
    return {name: _or_result(found) for name, found in offered if name in listed and name}


def _or_result(found: Any) -> Any:
    """Return a list, or the name of the result that came instead."""
    return get_vk_result_name(found) if isinstance(found, int) else found


def _settings_file(log: str) -> str | None:
    lines = map(str.lstrip, iterate_log_messages(log))  # one blank more in 1.3.302
    return next((line[len(_SETTINGS) :] for line in lines if line.startswith(_SETTINGS)), None)


def _read(path: str) -> str:
    with open(path, "rb") as file:
        return file.read().decode("utf-8", "surrogateescape")


# -- both


def may_be_quiet(tree: Tree, loader: RealLoader, predicted: Facts) -> bool:
    """Return whether a settings file may keep the loader from logging.

    Before 1.3.302 one that is in force does: VK_LOADER_DEBUG does not count beside it.
    """
    applied_state = predicted.get("settings_file") is not None
    return tree.machine.may_be_quiet or (applied_state and loader.version < _LABELS_SINCE)


def differences(predicted: Facts, actual: Facts, quiet: bool = False) -> tuple[str, ...]:
    """Return the keys in which engine and loader differ.

    `quiet` says that a settings file may keep the loader from logging: what only the log tells
    is not compared then.
    """
    if predicted.get("undefined"):
        return ()
    quiet = quiet or actual.get("ended", False)
    if actual["create"] == HANG_RESULT and predicted["create"] == CRASH_RESULT:
        return ()  # a stack that overflows while a list grows may take longer than we wait
    if HANG_RESULT in (actual["create"], predicted["create"]):
        return () if actual["create"] == predicted["create"] else ("create",)
    if CRASH_RESULT in (predicted["create"], actual["create"]):
        known = ("create", "instance_version")
        return tuple(key for key in known if predicted.get(key) != actual.get(key))
    return tuple(
        key
        for key, value in predicted.items()
        if not _same(key, value, actual.get(key), actual["create"], quiet)
    )


def _same(key: str, predicted: Any, actual: Any, create: str, quiet: bool) -> bool:
    if key in ("callstack", "searches", "settings_file") and quiet:
        return True
    if key == "callstack":
        if actual == NOT_LOGGED:
            return True  # what was entered tells it
        if not all(layer[0].strip() and "\n" not in layer[0] for layer in predicted):
            return True  # a name of several lines, or of none, cannot be read out of the log
        return actual is not None and _same_stack(predicted, actual)
    if key in ("entered", "drivers"):
        return predicted == actual if create == SUCCESS else True
    if key in ("layer_extensions", "extensions") and None in (predicted, actual):
        return True
    if key == "searches":
        return _same_searches(predicted, actual, create)
    return bool(predicted == actual)


def _same_searches(predicted: Sequence[Any], actual: Sequence[Any], create: str) -> bool:
    predicted, actual = ([search for search in x if search[0]] for x in (predicted, actual))
    if create not in (SUCCESS, INCOMPATIBLE_DRIVER):
        predicted = predicted[: len(actual)]  # a call that fails ends early
    return len(predicted) == len(actual) and all(
        _same_folders(ours[0], theirs[0], cut=theirs[1] is None)
        and (None in (ours[1], theirs[1]) or _logged(ours[1]) == _logged(theirs[1]))
        for ours, theirs in zip(predicted, actual, strict=True)
    )


def _same_folders(ours: Sequence[str], theirs: Sequence[str], cut: bool) -> bool:
    """Compare folders; the oldest loaders log them on one line, which is cut."""
    if not cut:
        return _logged(ours) == _logged(theirs)
    if list(ours) == list(theirs):
        return True
    # Of the last folder there may be so little that it does not tell the root.
    whole = len(theirs) - 1
    return sum(map(len, theirs)) > _LEAST_CUT and list(ours[:whole]) == list(theirs[:whole])


def _logged(paths: Sequence[str]) -> list[str]:
    """Cut paths, as the loader's log cuts its lines."""
    return [path[:_LONGEST_LOGGED] for path in paths]


def _same_stack(predicted: Sequence[Any], actual: Sequence[Any]) -> bool:
    """Compare layer by layer; loaders before 1.3.302 do not say what enabled a layer."""
    return len(predicted) == len(actual) and all(
        ours[:3] == theirs[:3]
        and _same_library(ours[3], theirs[3])
        and theirs[4] in (None, ours[4])
        for ours, theirs in zip(predicted, actual, strict=True)
    )


def _same_library(ours: str, theirs: str) -> bool:
    """Compare with the path that the dynamic linker found, which loaders log since 1.4.324."""
    if "/" not in ours:
        return theirs.rpartition("/")[2] == ours
    ours, theirs = os.path.normpath(ours), os.path.normpath(theirs)
    if len(ours) > _LONGEST_LOGGED:
        return theirs.startswith(ours[:_LONGEST_LOGGED])
    # A relative path whose first folder is left again is logged as if it began at the root, and one
    # with .. further on with the folder that it was opened from.
    return theirs in (ours, f"/{ours}", f"{ROOT}/{_WORKING_DIRECTORY}/{ours}")


def _library_name(library: str) -> str:
    return library.rpartition("/")[2].removeprefix("lib").partition(".so")[0]


def _shown(facts: Facts, root: str) -> Facts:
    """Return the facts as JSON would give them, with the root replaced."""
    found: Facts = json.loads(json.dumps(facts).replace(root, ROOT))
    return found
