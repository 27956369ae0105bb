"""Problems of manifests: files that block, ineffective or duplicate files, invalid keys.

A pipe blocks every loader in fopen; an endless device (/dev/zero) blocks loaders before 1.3.295,
which read to the end (both observed with real loaders).

Sources of the keys: LoaderLayerInterface, "Layer Manifest File Format"; LoaderDriverInterface,
"Driver Manifest File Format"; loader.c, loader_read_layer_json.
"""

# Long: every problem of one kind of file; sentences take a third of it.
from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from itertools import islice

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import (
    REMOVED,
    EditKey,
    Kind,
    MoveFile,
    NoRemedy,
    Outcome,
    PathOfKeys,
    Problem,
    Reason,
    RemoveFile,
    RenameKey,
    Severity,
)
from vkconfig_py.loader.base.versions import parse_version
from vkconfig_py.loader.files.read_file import open_to_read
from vkconfig_py.loader.files.search_paths import is_json
from vkconfig_py.loader.json.decode import NOTED_DEPTH, Members, elements
from vkconfig_py.loader.lint.lint_context import Code, LintContext, ManifestFile, nearest, problem
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME
from vkconfig_py.loader.manifests.reader import measured_length
from vkconfig_py.loader.platforms.rules import Linking, base_name
from vkconfig_py.loader.rules.loader_report import LoaderReport

_ROOT = frozenset({"file_format_version", "layer", "layers", "ICD"})
# LoaderDriverInterface, "Driver Manifest File Format".
_DRIVER = frozenset({"library_path", "api_version", "library_arch", "is_portability_driver"})
# LoaderLayerInterface, "Layer Manifest File Format".
_LAYER = frozenset(
    {
        "name",
        "type",
        "library_path",
        "library_arch",
        "api_version",
        "implementation_version",
        "description",
        "component_layers",
        "blacklisted_layers",
        "override_paths",
        "app_keys",
        "functions",
        "pre_instance_functions",
        "instance_extensions",
        "device_extensions",
        "enable_environment",
        "disable_environment",
    }
)
# Keys for configuration tools, which loaders ignore on purpose.
_KEYS_OF_OTHERS = frozenset(
    {"features", "introduction", "status", "platforms", "url", "expiration"}
)
_REQUIRED = frozenset(
    {
        "file_format_version",
        "layer",
        "layers",
        "ICD",
        "name",
        "type",
        "library_path",
        "api_version",
        "implementation_version",
        "description",
        "disable_environment",
    }
)
# loader_json.c: 256 bytes, quotes and the final zero byte included.
_LONGEST_TEXT = 254
# LoaderLayerInterface, "Layer Manifest File Version History".
_NEWER_KEYS = (
    ("component_layers", (1, 1, 0)),
    ("override_paths", (1, 1, 0)),
    ("pre_instance_functions", (1, 1, 2)),
)
_OF_OVERRIDES = ("app_keys", "blacklisted_layers", "override_paths")
MOST_REPEATED = 20  # reported individually; a file with more of them was not written by hand


class _Object(NamedTuple):
    """An object of a manifest whose keys a loader reads."""

    path: PathOfKeys
    members: dict[str, Any]
    known: frozenset[str]


def find_key_problems(context: LintContext) -> Iterator[Problem]:
    """Yield problems with the keys of every manifest; cached with the file."""
    for manifest in context.manifests():
        document = context.document(manifest.path)
        key = ("lint", manifest, context.dialect)
        found: tuple[Problem, ...] | None = document.memory.get(key)
        if found is None:
            found = document.memory[key] = tuple(_look(context, manifest))
            document.forget_bytes()
        yield from found


def _look(context: LintContext, manifest: ManifestFile) -> Iterator[Problem]:
    root = context.tree(manifest.path)
    if not isinstance(root, Members):
        return
    yield from find_repeated_keys(context, manifest.path, root)
    yield from find_deep_nesting(manifest.path, root)
    for node in _objects(root, manifest.kind):
        yield from _unknown_keys(context, manifest, node)
        if node.known is _LAYER:
            yield from _layer_rules(context, manifest, node)
    yield from _file_version(context, manifest, root)


def find_repeated_keys(context: LintContext, file: str, root: Members) -> Iterator[Problem]:
    """Yield duplicate keys, of which the loader uses the first."""
    paths = repeated_keys(root, any_case=context.dialect.new_json)
    consequence = tr("The loader takes the first one; most other programs take the last.")
    for path in islice(paths, MOST_REPEATED):
        key = str(path[-1])
        title = tr("{file}: “{key}” stands there twice", file=base_name(file), key=key)
        line = context.line(file, *path)
        yield problem(Code.REPEATED_KEY, title, consequence, file, line, detail=key)
    more = sum(1 for _ in paths)
    if more:
        title = counted(
            "{file}: {n:,} more keys stand there twice",
            "{file}: one more key stands there twice",
            more,
            file=base_name(file),
        )
        yield problem(Code.REPEATED_KEY, title, consequence, file)


def repeated_keys(root: Members, *, any_case: bool = False) -> Iterator[PathOfKeys]:
    """Yield duplicate keys in one object of the first NOTED_DEPTH levels."""
    waiting: list[tuple[list[Any], PathOfKeys]] = [(root, ())]
    while waiting:
        value, path = waiting.pop()
        named = value if isinstance(value, Members) else enumerate(value)
        if len(path) < NOTED_DEPTH:
            waiting += [(x, (*path, key)) for key, x in named if isinstance(x, list)]
        if not isinstance(value, Members):
            continue
        # cJSON_GetObjectItem ignores the case of letters since 1.4.304.
        keys = [key.lower() if any_case else key for key, _ in value]
        if len(set(keys)) == len(keys):  # as in nearly all
            continue
        seen: set[str] = set()
        for (key, _), folded in zip(value, keys, strict=True):
            if folded in seen:
                yield (*path, key)
            seen.add(folded)


def find_deep_nesting(file: str, root: Members) -> Iterator[Problem]:
    """Report nesting deeper than vkconfig-py checks; loaders accept it."""
    level: list[Any] = [root]
    for _ in range(NOTED_DEPTH):
        level = [inner for outer in level for inner in elements(outer) if isinstance(inner, list)]
        if not level:
            return
    yield problem(
        Code.NESTED_DEEPLY,
        tr(
            "{file}: nested deeper than {count} levels",
            file=base_name(file),
            count=NOTED_DEPTH,
        ),
        tr(
            "The loader reads no key that stands so deep; repeated keys and lines "
            "are not looked for there."
        ),
        file,
    )


def _objects(root: Members, kind: Kind) -> Iterator[_Object]:
    yield _Object((), root.first(), _ROOT)
    for key, value in root.first().items():
        word = nearest(key, _ROOT) if key not in _ROOT else key
        if word == "ICD" and kind is Kind.DRIVER and isinstance(value, Members):
            yield _Object((key,), value.first(), _DRIVER)
        elif word == "layer" and kind is Kind.LAYER and isinstance(value, Members):
            yield _Object((key,), value.first(), _LAYER)
        elif word == "layers" and kind is Kind.LAYER and isinstance(value, list):
            for index, element in enumerate(value):
                if isinstance(element, Members):
                    yield _Object((key, index), element.first(), _LAYER)


def _unknown_keys(context: LintContext, manifest: ManifestFile, node: _Object) -> Iterator[Problem]:
    new = context.dialect.new_json
    present = {key.lower() if new else key for key in node.members}
    for key in node.members:
        if key in node.known or key.lower() in _KEYS_OF_OTHERS:
            continue
        exact = next((known for known in node.known if known.lower() == key.lower()), "")
        if exact:
            if not new and exact not in present:
                yield _misspelt(context, manifest, (*node.path, key), exact, Code.WRONG_CASE_KEY)
            continue
        missing = [k for k in node.known if (k.lower() if new else k) not in present]
        meant = nearest(key, [k for k in missing if k in _REQUIRED]) or nearest(key, missing)
        if meant:
            yield _misspelt(context, manifest, (*node.path, key), meant, Code.MISSPELT_KEY)


def _misspelt(
    context: LintContext, manifest: ManifestFile, path: PathOfKeys, meant: str, code: Code
) -> Problem:
    key, file = str(path[-1]), manifest.path
    line = context.line(file, *path)
    # A layer may have components instead of a library; an explicit layer needs no variable.
    needed = meant in _REQUIRED and (meant != "disable_environment" or manifest.implicit)
    if not needed:
        effect = tr("The loader goes on without “{key}”.", key=meant)
    elif manifest.kind is Kind.DRIVER:
        effect = tr("The loader skips this driver and says nothing.")
    else:
        effect = tr("The loader skips this layer and says nothing.")
    consequence = f"{effect} {_why_unknown(key, line, code)}"
    aside = (RemoveFile(file),) if needed else ()
    remedies = (RenameKey(file, path, meant), *aside)
    title = tr("{file}: “{key}” instead of “{meant}”", file=base_name(file), key=key, meant=meant)
    return problem(code, title, consequence, file, line, remedies, meant)


def _why_unknown(key: str, line: int, code: Code) -> str:
    if code is Code.WRONG_CASE_KEY:
        if line:
            return tr(
                "“{key}” on line {line} is another key to it: before 1.4.304 case matters.",
                key=key,
                line=line,
            )
        return tr("“{key}” is another key to it: before 1.4.304 case matters.", key=key)
    if line:
        return tr("“{key}” on line {line} is not a key it knows.", key=key, line=line)
    return tr("“{key}” is not a key it knows.", key=key)


def _layer_rules(context: LintContext, manifest: ManifestFile, node: _Object) -> Iterator[Problem]:
    members = node.members
    name = members.get("name")
    if isinstance(name, str):
        yield from _name(context, manifest, node, name)
    if manifest.implicit and "disable_environment" not in members:
        misspelt = [key for key in members if key not in _LAYER]
        if not any(nearest(key, ("disable_environment",)) for key in misspelt):
            yield _no_switch(context, manifest, node, str(name or ""))
    yield from _without_effect(context, manifest, node, name == OVERRIDE_NAME)


def _name(
    context: LintContext, manifest: ManifestFile, node: _Object, name: str
) -> Iterator[Problem]:
    file = manifest.path
    if not name.startswith("VK_LAYER_"):
        yield problem(
            Code.NAME_WITHOUT_PREFIX,
            tr("{name}: the name does not begin with VK_LAYER_", name=name[:60]),
            tr("The loader warns and takes the layer all the same (policy LLP_LAYER_3)."),
            file,
            context.line(file, *node.path, "name"),
        )
    for key in ("name", "description"):
        text = node.members.get(key)
        if isinstance(text, str) and (length := measured_length(text)) > _LONGEST_TEXT:
            yield _too_long(context, manifest, (*node.path, key), text, length)


def _too_long(
    context: LintContext, manifest: ManifestFile, path: PathOfKeys, text: str, length: int
) -> Problem:
    key, file = str(path[-1]), manifest.path
    drops = context.dialect.new_json
    cut = text.encode("utf-8", "surrogateescape")[:200].decode("utf-8", "ignore")
    edit = EditKey(file, path, cut, tr("cut “{key}” to 200 bytes", key=key))
    return problem(
        Code.TEXT_TOO_LONG,
        tr("{file}: “{key}” is {count} bytes long", file=base_name(file), key=key, count=length),
        tr("254 fit. The loader skips the layer.")
        if drops
        else tr("254 fit. The loader cuts it off; loaders since 1.4.304 skip the layer."),
        file,
        context.line(file, *path),
        # Programs know a layer by its name, so that cannot be cut.
        (edit,) if key == "description" else (RemoveFile(file),),
        key,
    )


def _no_switch(context: LintContext, manifest: ManifestFile, node: _Object, name: str) -> Problem:
    file = manifest.path
    # LLP_LAYER_9: the first member names the variable; its value is ignored.
    variable = f"DISABLE_{name.removeprefix('VK_LAYER_') or 'LAYER'}".upper()
    variable = "".join(c if c.isascii() and c.isalnum() else "_" for c in variable)
    advice = tr("add “disable_environment” with {variable}", variable=variable)
    edit = EditKey(file, (*node.path, "disable_environment"), {variable: "1"}, advice)
    target = file.replace("/implicit_layer.d/", "/explicit_layer.d/")
    elsewhere = (MoveFile(file, target),) if target != file else ()
    return problem(
        Code.NO_DISABLE_ENVIRONMENT,
        tr("{name}: “disable_environment” is missing", name=name or base_name(file)),
        tr("The loader skips it: an implicit layer must name a variable that turns it off."),
        file,
        context.line(file, *node.path),
        (edit, *elsewhere, RemoveFile(file)),
        "disable_environment",
    )


def _without_effect(
    context: LintContext, manifest: ManifestFile, node: _Object, is_override: bool
) -> Iterator[Problem]:
    reasons = {}
    if not is_override:
        reasons = dict.fromkeys(
            _OF_OVERRIDES, tr("The loader passes over it: only an override has it.")
        )
    else:
        reasons["expiration"] = tr("No loader reads it: the file acts until it is removed.")
    if not manifest.implicit:
        reasons["pre_instance_functions"] = tr(
            "The loader passes over it: only implicit layers have it."
        )
    for key, why in reasons.items():
        if node.members.get(key) not in (None, [], {}):
            path = (*node.path, key)
            yield problem(
                Code.KEY_WITHOUT_EFFECT,
                tr("{file}: “{key}” has no effect", file=base_name(manifest.path), key=key),
                why,
                manifest.path,
                context.line(manifest.path, *path),
                (EditKey(manifest.path, path, REMOVED, tr("take “{key}” out", key=key)),),
                key,
            )


def _file_version(context: LintContext, manifest: ManifestFile, root: Members) -> Iterator[Problem]:
    members = root.first()
    text = members.get("file_format_version")
    if not isinstance(text, str):
        return
    declared = parse_version(text).short
    keys = {key for node in _objects(root, manifest.kind) if node.path for key in node.members}
    needs = [
        (since, key)
        for key, since in _NEWER_KEYS
        if manifest.kind is Kind.LAYER and key in keys and declared < since
    ]
    # loader_add_layer_properties warns, and reads it.
    if "layers" in members and declared < (1, 0, 1):
        needs.append(((1, 0, 1), "layers"))
    if not needs:
        return
    since, key = max(needs)
    version = ".".join(map(str, since))
    # loader_read_layer_json reads the other keys anyway, with a warning.
    ignored = key == "pre_instance_functions"
    # From 1.0.1 on nothing may follow "layer", so the version of such a file must stay.
    safe = "layer" not in members or root[-1][0] == "layer"
    edit = EditKey(
        manifest.path, ("file_format_version",), version, tr("write {version}", version=version)
    )
    yield problem(
        Code.FILE_VERSION_TOO_OLD,
        tr(
            "{file}: “{key}” came with format {version}, the file says {stated}",
            file=base_name(manifest.path),
            key=key,
            version=version,
            stated=text,
        ),
        tr("The loader passes over that key.") if ignored else tr("The loader warns and takes it."),
        manifest.path,
        context.line(manifest.path, "file_format_version"),
        (edit,) if safe else (),
        key,
    )


_FOLDERS = ("icd.d", "explicit_layer.d", "implicit_layer.d")
_FOLDERS_OF_OTHERS = (*_FOLDERS, "loader_settings.d", "settings.d", "config.d", "registry")
_STATED_SIZE = (1, 3, 295)  # loaders read as many bytes as stat says, and no device to its end
_ENDLESS = {os.makedev(1, minor) for minor in (5, 7, 8, 9)}  # zero, full, random, urandom


def find_file_problems(context: LintContext) -> Iterator[Problem]:
    """Yield problems of the search paths."""
    report = context.report
    paths = (
        *report.driver_search.paths,
        *report.implicit_search.paths,
        *report.explicit_search.paths,
    )
    for path in dict.fromkeys(paths):
        if is_json(path):
            yield from _entry(context, path)
            continue
        for name in _names(context, path):
            if is_json(name):
                yield from _entry(context, f"{path}/{name}")
            # add_data_files compares the last five bytes as they are.
            elif name.lower().endswith(".json"):
                yield _ignored_name(f"{path}/{name}")
    yield from _unsearched(context)
    if context.settings.file:
        yield from _entry(context, context.settings.file)


def _names(context: LintContext, folder: str) -> list[str]:
    try:
        # Sorted for people: the loader takes the order of readdir.
        names = sorted(os.listdir(context.real(folder)))
    except (OSError, ValueError):
        return []
    return [name for name in names if not context.is_taken_away(f"{folder}/{name}")]


def _entry(context: LintContext, path: str) -> Iterator[Problem]:
    if context.is_taken_away(path):
        return
    real = context.real(path)
    try:
        status = os.stat(real)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        if os.path.islink(real) and isinstance(error, OSError):
            yield _broken_link(path, real, error)
        return
    # fifo(7): loader_get_json opens the file, and that waits for a writer.
    if stat.S_ISFIFO(status.st_mode):
        yield _hangs(
            path,
            tr("{file} is a pipe", file=base_name(path)),
            tr(
                "The loader waits for somebody to write to it: every Vulkan program hangs at its "
                "first call."
            ),
        )
    endless = stat.S_ISCHR(status.st_mode) and status.st_rdev in _ENDLESS
    if endless and context.profile.version < _STATED_SIZE:
        yield _hangs(
            path,
            tr("{file} is a device that never ends", file=base_name(path)),
            tr("The loader reads it for ever: every Vulkan program hangs at its first call."),
        )


def _hangs(path: str, title: str, consequence: str) -> Problem:
    return problem(Code.HANGS_ALL, title, consequence, path, remedies=(RemoveFile(path),))


def _broken_link(path: str, real: str, error: OSError) -> Problem:
    # add_data_files keeps such a file by its bare name, and that cannot be opened.
    loops = error.errno == errno.ELOOP
    reason = error.strerror or str(error)
    target = os.readlink(real)
    return problem(
        Code.LINK_LOOP if loops else Code.DANGLING_LINK,
        tr("{file} is a link that leads back to itself", file=base_name(path))
        if loops
        else tr(
            "{file} is a link that leads nowhere: {target}", file=base_name(path), target=target
        ),
        tr("The loader cannot open it ({reason}) and goes on without it.", reason=reason),
        path,
        remedies=(RemoveFile(path),),
    )


def _ignored_name(path: str) -> Problem:
    return problem(
        Code.FILE_NAME_IGNORED,
        tr("{file} does not end in .json", file=base_name(path)),
        tr("The loader never looks at the file: the ending counts in small letters only."),
        path,
        remedies=(MoveFile(path, path[: -len(".json")] + ".json"),),
    )


def _unsearched(context: LintContext) -> Iterator[Problem]:
    for base in context.bases():
        parent = f"{base.rstrip('/')}/vulkan"
        for name in _names(context, parent):
            meant = "" if name in _FOLDERS_OF_OTHERS else nearest(name, _FOLDERS)
            manifests = [n for n in _names(context, f"{parent}/{name}") if is_json(n)]
            if meant and manifests:
                moves = tuple(
                    MoveFile(f"{parent}/{name}/{one}", f"{parent}/{meant}/{one}")
                    for one in manifests[:1]
                )
                yield problem(
                    Code.FOLDER_NEVER_SEARCHED,
                    tr(
                        "{name}: no loader searches this folder; {meant} was probably meant",
                        name=name,
                        meant=meant,
                    ),
                    counted(
                        "Nothing in it is found ({n} manifests).",
                        "Nothing in it is found (1 manifest).",
                        len(manifests),
                    ),
                    f"{parent}/{name}",
                    remedies=moves if len(manifests) == 1 else (),
                )


_USED = (Outcome.LOADS, Outcome.UNKNOWN, Outcome.OFF)


def find_library_problems(context: LintContext) -> Iterator[Problem]:
    """Yield problems of libraries that the report expects to load."""
    seen: set[str] = set()
    for name, file, written, library in _libraries(context):
        # dlopen treats an empty name as the program itself.
        if written == "":
            yield problem(
                Code.LIBRARY_EMPTY,
                tr("{name}: “library_path” is empty", name=name),
                tr("The loader takes the program itself for the library and finds no layer in it."),
                file,
                context.line(file, "layer", "library_path"),
                (RemoveFile(file),),
            )
        elif library not in seen:
            seen.add(library)
            yield from _library(context, name, file, library)


def _libraries(context: LintContext) -> Iterator[tuple[str, str, str | None, str]]:
    for layer in context.report.found:
        manifest = layer.manifest
        if manifest is not None and manifest.library_path is not None:
            yield layer.name, layer.file, manifest.library_path, manifest.library
    for driver in context.report.drivers:
        if driver.manifest is not None and driver.verdict.outcome in _USED:
            library = driver.manifest.library
            yield base_name(driver.file), driver.file, driver.manifest.library_path, library


def _library(context: LintContext, name: str, file: str, library: str) -> Iterator[Problem]:
    if context.platform.linking is not Linking.LD_SO:
        return  # what a name is there is known to the check of the report alone
    state = context.library(library)
    if state.reason == "unknown" and (refusal := _refusal(context, state.path)):
        yield problem(
            Code.LIBRARY_UNREADABLE,
            tr(
                "{name}: {path} cannot be opened: {reason}",
                name=name,
                path=state.path,
                reason=refusal,
            ),
            tr("The dynamic linker fails in the same way, so the library is not loaded."),
            file,
            detail=library,
        )


def _refusal(context: LintContext, path: str) -> str:
    """Why a library cannot be opened; "" if it can, or only a running program can determine it."""
    if "$" in path:
        return ""
    try:
        os.close(open_to_read(context.real(path)))
    except OSError as error:
        return error.strerror or str(error)
    return ""


def find_duplicates(context: LintContext) -> Iterator[Problem]:
    """Yield layers hidden by another copy, with the copy used for each word size."""
    doubled = [x for x in context.report.found if x.verdict.reason is Reason.DUPLICATE]
    if not doubled:
        return
    other_bits = 32 if context.host.pointer_bits == 64 else 64
    # There another copy may be used, because of library_arch and the libraries.
    host = context.report.host._replace(pointer_bits=other_bits)
    profile = context.profile._replace(pointer_bits=other_bits)
    other = discover(host, context.report.application, profile, context.cache)
    for layer in doubled:
        here, there = _winner(context.report, layer.name), _winner(other, layer.name)
        for_others = there == layer.file
        gone = RemoveFile(layer.file)
        yield Problem(
            Severity.NOTE,
            Reason.DUPLICATE.value,
            tr("{name} is there twice: this copy is not used", name=layer.name),
            _who_gets_what(context.host.pointer_bits, here, other_bits, there),
            layer.file,
            detail=layer.verdict.detail,
            remedy=NoRemedy(tr("the other word size uses it")) if for_others else gone,
        )


def _winner(report: LoaderReport, name: str) -> str:
    for layer in report.found:
        if layer.name == name and layer.manifest and layer.verdict.reason is not Reason.DUPLICATE:
            return layer.file
    return ""


def _who_gets_what(bits: int, here: str, other_bits: int, there: str) -> str:
    if here == there:
        return tr("Programs of both word sizes use {here}: it is found first.", here=here)
    words = {"bits": bits, "here": here, "others": other_bits, "there": there}
    if not there:
        return tr(
            "{bits}-bit programs use {here}, which is found first; {others}-bit ones have none.",
            **words,
        )
    return tr(
        "{bits}-bit programs use {here}, which is found first; {others}-bit programs use {there}.",
        **words,
    )
