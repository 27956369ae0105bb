"""Problems of the keys of manifests: unknown, misspelt, repeated, without effect, too new.

Sources of the keys: LoaderLayerInterface, "Layer Manifest File Format"; LoaderDriverInterface,
"Driver Manifest File Format"; loader.c, loader_read_layer_json.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import (
    REMOVED,
    EditKey,
    KeyPath,
    Kind,
    MoveFile,
    Problem,
    RemoveFile,
    RenameKey,
)
from vkconfig_py.loader.base.versions import parse_version
from vkconfig_py.loader.json.decode import MAX_RECORDED_DEPTH, Members, iterate_elements
from vkconfig_py.loader.lint.lint_context import (
    LintContext,
    ManifestFile,
    ProblemCode,
    find_nearest_word,
    make_problem,
)
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME
from vkconfig_py.loader.manifests.reader import measure_printed_length
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.profiles.profile import Gate

_ROOT_KEYS = frozenset({"file_format_version", "layer", "layers", "ICD"})
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
_CONFIGURATION_TOOL_KEYS = frozenset(
    {"features", "introduction", "status", "platforms", "url", "expiration"}
)
_REQUIRED_KEYS = frozenset(
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
_MAX_TEXT_LENGTH = 254
# LoaderLayerInterface, "Layer Manifest File Version History".
_NEWER_KEYS = (
    ("component_layers", (1, 1, 0)),
    ("override_paths", (1, 1, 0)),
    ("pre_instance_functions", (1, 1, 2)),
)
_OVERRIDE_KEYS = ("app_keys", "blacklisted_layers", "override_paths")
MAX_REPEATED_KEYS = 20  # reported individually; a file with more of them was not written by hand


class _KnownObject(NamedTuple):
    """An object of a manifest whose keys a loader reads."""

    path: KeyPath
    members: dict[str, Any]
    known_keys: frozenset[str]


def find_key_problems(context: LintContext) -> Iterator[Problem]:
    """Yield problems with the keys of every manifest, cached with the file."""
    for manifest in context.iterate_manifests():
        document = context.scanner.read_document(manifest.path)
        key = ("lint", manifest, context.dialect)
        problems: tuple[Problem, ...] | None = document.memory.get(key)
        if problems is None:
            problems = document.memory[key] = tuple(_find_file_problems(context, manifest))
            document.forget_bytes()
        yield from problems


def _find_file_problems(context: LintContext, manifest: ManifestFile) -> Iterator[Problem]:
    """Yield the problems with the keys of one manifest."""
    root = context.read_tree(manifest.path)
    if not isinstance(root, Members):
        return
    yield from find_repeated_keys(context, manifest.path, root)
    yield from find_deep_nesting(manifest.path, root)
    for node in _list_known_objects(root, manifest.kind):
        yield from _find_misspelt_keys(context, manifest, node)
        if node.known_keys is _LAYER:
            yield from _find_layer_problems(context, manifest, node)
    yield from _find_old_file_version(context, manifest, root)


def find_repeated_keys(context: LintContext, file: str, root: Members) -> Iterator[Problem]:
    """Yield keys that an object has twice, of which the loader uses the first."""
    paths = find_repeated_key_places(root, any_case=context.dialect.new_json)
    consequence = tr("The loader uses the first occurrence; most other programs use the last.")
    for path in islice(paths, MAX_REPEATED_KEYS):
        key = str(path[-1])
        title = tr("{file}: “{key}” appears twice", file=get_base_name(file), key=key)
        line = context.find_line(file, *path)
        yield make_problem(ProblemCode.REPEATED_KEY, title, consequence, file, line, detail=key)
    unlisted_count = sum(1 for _ in paths)
    if unlisted_count:
        title = counted(
            "{file}: {n:,} more keys appear twice",
            "{file}: one more key appears twice",
            unlisted_count,
            file=get_base_name(file),
        )
        yield make_problem(ProblemCode.REPEATED_KEY, title, consequence, file)


def find_repeated_key_places(root: Members, *, any_case: bool = False) -> Iterator[KeyPath]:
    """Yield the places of keys that an object has twice, in the first MAX_RECORDED_DEPTH levels.

    `any_case`: keys that differ in case alone are the same.
    """
    pending_items: list[tuple[list[Any], KeyPath]] = [(root, ())]
    while pending_items:
        value, path = pending_items.pop()
        entries = value if isinstance(value, Members) else enumerate(value)
        if len(path) < MAX_RECORDED_DEPTH:
            pending_items += [
                (value, (*path, key)) for key, value in entries if isinstance(value, list)
            ]
        if not isinstance(value, Members):
            continue
        # cJSON_GetObjectItem ignores the case of letters since 1.4.303.
        keys = [key.lower() if any_case else key for key, _ in value]
        if len(set(keys)) == len(keys):  # as in nearly all
            continue
        seen: set[str] = set()
        for (key, _), folded_text in zip(value, keys, strict=True):
            if folded_text in seen:
                yield (*path, key)
            seen.add(folded_text)


def find_deep_nesting(file: str, root: Members) -> Iterator[Problem]:
    """Yield the place at which a file is nested deeper than vkconfig-py checks.

    Loaders accept it.
    """
    level: list[Any] = [root]
    for _ in range(MAX_RECORDED_DEPTH):
        level = [
            inner for outer in level for inner in iterate_elements(outer) if isinstance(inner, list)
        ]
        if not level:
            return
    yield make_problem(
        ProblemCode.NESTED_DEEPLY,
        tr(
            "{file}: nested deeper than {count} levels",
            file=get_base_name(file),
            count=MAX_RECORDED_DEPTH,
        ),
        tr(
            "The loader does not read keys at this depth. vkconfig-py does not check them "
            "for duplicates and cannot show their line numbers."
        ),
        file,
    )


def _list_known_objects(root: Members, kind: Kind) -> Iterator[_KnownObject]:
    """Yield the objects of a manifest whose keys are known: root, driver and layers."""
    yield _KnownObject((), root.first(), _ROOT_KEYS)
    for key, value in root.first().items():
        word = find_nearest_word(key, _ROOT_KEYS) if key not in _ROOT_KEYS else key
        if word == "ICD" and kind is Kind.DRIVER and isinstance(value, Members):
            yield _KnownObject((key,), value.first(), _DRIVER)
        elif word == "layer" and kind is Kind.LAYER and isinstance(value, Members):
            yield _KnownObject((key,), value.first(), _LAYER)
        elif word == "layers" and kind is Kind.LAYER and isinstance(value, list):
            for index, element in enumerate(value):
                if isinstance(element, Members):
                    yield _KnownObject((key, index), element.first(), _LAYER)


def _find_misspelt_keys(
    context: LintContext, manifest: ManifestFile, node: _KnownObject
) -> Iterator[Problem]:
    """Yield the keys of an object that are written wrong."""
    new = context.dialect.new_json
    present_keys = {key.lower() if new else key for key in node.members}
    for key in node.members:
        if key in node.known_keys or key.lower() in _CONFIGURATION_TOOL_KEYS:
            continue
        exact_key = next(
            (known_key for known_key in node.known_keys if known_key.lower() == key.lower()), ""
        )
        if exact_key:
            if not new and exact_key not in present_keys:
                yield _make_misspelling_problem(
                    context, manifest, (*node.path, key), exact_key, ProblemCode.WRONG_CASE_KEY
                )
            continue
        missing_names = [
            k for k in node.known_keys if (k.lower() if new else k) not in present_keys
        ]
        likely_key = find_nearest_word(
            key, [k for k in missing_names if k in _REQUIRED_KEYS]
        ) or find_nearest_word(key, missing_names)
        if likely_key:
            yield _make_misspelling_problem(
                context, manifest, (*node.path, key), likely_key, ProblemCode.MISSPELT_KEY
            )


def _make_misspelling_problem(
    context: LintContext, manifest: ManifestFile, path: KeyPath, likely_key: str, code: ProblemCode
) -> Problem:
    """Return the problem of a key that is written wrong.

    Args:
        context: what is examined.
        manifest: the file.
        path: place of the key.
        likely_key: the key that was probably meant.
        code: whether the spelling or only its case is wrong.
    """
    key, file = str(path[-1]), manifest.path
    line = context.find_line(file, *path)
    # A layer may have components instead of a library; an explicit layer needs no variable.
    needed = likely_key in _REQUIRED_KEYS and (
        likely_key != "disable_environment" or manifest.implicit
    )
    if not needed:
        effect = tr("The loader continues without “{key}”.", key=likely_key)
    elif manifest.kind is Kind.DRIVER:
        effect = tr("The loader silently skips this driver.")
    else:
        effect = tr("The loader silently skips this layer.")
    consequence = f"{effect} {_render_why_unknown(key, line, code)}"
    removals = (RemoveFile(file),) if needed else ()
    remedies = (RenameKey(file, path, likely_key), *removals)
    title = tr(
        "{file}: “{key}” instead of “{meant}”", file=get_base_name(file), key=key, meant=likely_key
    )
    return make_problem(code, title, consequence, file, line, remedies, likely_key)


def _render_why_unknown(key: str, line: int, code: ProblemCode) -> str:
    """Render why the loader does not know a key."""
    if code is ProblemCode.WRONG_CASE_KEY:
        if line:
            return tr(
                "Loaders before 1.4.303 are case-sensitive: “{key}” on line {line} is a "
                "different key.",
                key=key,
                line=line,
            )
        return tr("Loaders before 1.4.303 are case-sensitive: “{key}” is a different key.", key=key)
    if line:
        return tr(
            "The loader does not recognize the key “{key}” on line {line}.", key=key, line=line
        )
    return tr("The loader does not recognize the key “{key}”.", key=key)


def _find_layer_problems(
    context: LintContext, manifest: ManifestFile, node: _KnownObject
) -> Iterator[Problem]:
    """Yield the problems with the keys of one layer."""
    members = node.members
    name = members.get("name")
    if isinstance(name, str):
        yield from _find_text_problems(context, manifest, node, name)
    if manifest.implicit and "disable_environment" not in members:
        misspelt = [key for key in members if key not in _LAYER]
        if not any(find_nearest_word(key, ("disable_environment",)) for key in misspelt):
            yield _make_no_disable_variable_problem(context, manifest, node, str(name or ""))
    yield from _find_keys_without_effect(context, manifest, node, name == OVERRIDE_NAME)


def _find_text_problems(
    context: LintContext, manifest: ManifestFile, node: _KnownObject, name: str
) -> Iterator[Problem]:
    """Yield the problems of a layer's name and description: no prefix, too long."""
    file = manifest.path
    if not name.startswith("VK_LAYER_"):
        yield make_problem(
            ProblemCode.NAME_WITHOUT_PREFIX,
            tr("{name}: the name does not begin with VK_LAYER_", name=name[:60]),
            tr("The loader logs a warning, but uses the layer (policy LLP_LAYER_3)."),
            file,
            context.find_line(file, *node.path, "name"),
        )
    for key in ("name", "description"):
        text = node.members.get(key)
        if isinstance(text, str) and (length := measure_printed_length(text)) > _MAX_TEXT_LENGTH:
            yield _make_too_long_problem(context, manifest, (*node.path, key), text, length)


def _make_too_long_problem(
    context: LintContext, manifest: ManifestFile, path: KeyPath, text: str, length: int
) -> Problem:
    """Return the problem of a text that is too long for the loader.

    Args:
        context: what is examined.
        manifest: the file.
        path: place of the text.
        text: the text.
        length: its length in bytes.
    """
    key, file = str(path[-1]), manifest.path
    drops_text = context.dialect.new_json
    shortened_text = text.encode("utf-8", "surrogateescape")[:200].decode("utf-8", "ignore")
    edit = EditKey(file, path, shortened_text, tr("shorten “{key}” to 200 bytes", key=key))
    return make_problem(
        ProblemCode.TEXT_TOO_LONG,
        tr(
            "{file}: “{key}” is {count} bytes long", file=get_base_name(file), key=key, count=length
        ),
        tr("At most 254 are allowed. The loader skips the layer.")
        if drops_text
        else tr(
            "At most 254 are allowed. The loader cuts off the rest; loaders 1.4.303 and "
            "newer skip the layer."
        ),
        file,
        context.find_line(file, *path),
        # Programs know a layer by its name, so that cannot be cut.
        (edit,) if key == "description" else (RemoveFile(file),),
        key,
    )


def _make_no_disable_variable_problem(
    context: LintContext, manifest: ManifestFile, node: _KnownObject, name: str
) -> Problem:
    """Return the problem of an implicit layer without a disable variable."""
    file = manifest.path
    # LLP_LAYER_9: the first member names the variable; its value is ignored.
    variable = f"DISABLE_{name.removeprefix('VK_LAYER_') or 'LAYER'}".upper()
    variable = "".join(c if c.isascii() and c.isalnum() else "_" for c in variable)
    advice = tr("add “disable_environment” with {variable}", variable=variable)
    edit = EditKey(file, (*node.path, "disable_environment"), {variable: "1"}, advice)
    target = file.replace("/implicit_layer.d/", "/explicit_layer.d/")
    move_steps = (MoveFile(file, target),) if target != file else ()
    return make_problem(
        ProblemCode.NO_DISABLE_ENVIRONMENT,
        tr("{name}: “disable_environment” is missing", name=name or get_base_name(file)),
        tr("The loader skips it: an implicit layer must name a variable that turns it off."),
        file,
        context.find_line(file, *node.path),
        (edit, *move_steps, RemoveFile(file)),
        "disable_environment",
    )


def _find_keys_without_effect(
    context: LintContext, manifest: ManifestFile, node: _KnownObject, is_override: bool
) -> Iterator[Problem]:
    """Yield the keys of a layer that the loader ignores."""
    reasons = {}
    if not is_override:
        reasons = dict.fromkeys(_OVERRIDE_KEYS, tr("The loader ignores it: only overrides use it."))
    elif not context.profile.has(Gate.EXPIRES_A_MONTH_LATER):
        reasons["expiration"] = tr(
            "Loaders newer than 1.1.90 do not read it: the override stays in effect until "
            "its file is removed."
        )
    if not manifest.implicit:
        reasons["pre_instance_functions"] = tr(
            "The loader ignores it: only implicit layers use it."
        )
    for key, reason in reasons.items():
        if node.members.get(key) not in (None, [], {}):
            path = (*node.path, key)
            yield make_problem(
                ProblemCode.KEY_WITHOUT_EFFECT,
                tr("{file}: “{key}” has no effect", file=get_base_name(manifest.path), key=key),
                reason,
                manifest.path,
                context.find_line(manifest.path, *path),
                (EditKey(manifest.path, path, REMOVED, tr("remove “{key}”", key=key)),),
                key,
            )


def _find_old_file_version(
    context: LintContext, manifest: ManifestFile, root: Members
) -> Iterator[Problem]:
    """Yield that file_format_version is older than a key of the manifest."""
    members = root.first()
    text = members.get("file_format_version")
    if not isinstance(text, str):
        return
    declared_version = parse_version(text).without_variant
    keys = {
        key
        for node in _list_known_objects(root, manifest.kind)
        if node.path
        for key in node.members
    }
    needs = [
        (since, key)
        for key, since in _NEWER_KEYS
        if manifest.kind is Kind.LAYER and key in keys and declared_version < since
    ]
    # loader_add_layer_properties warns, and reads it.
    if "layers" in members and declared_version < (1, 0, 1):
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
        manifest.path, ("file_format_version",), version, tr("set it to {version}", version=version)
    )
    yield make_problem(
        ProblemCode.FILE_VERSION_TOO_OLD,
        tr(
            "{file}: “{key}” requires format {version}, but the file declares {stated}",
            file=get_base_name(manifest.path),
            key=key,
            version=version,
            stated=text,
        ),
        tr("The loader ignores this key.")
        if ignored
        else tr("The loader logs a warning, but uses the key."),
        manifest.path,
        context.find_line(manifest.path, "file_format_version"),
        (edit,) if safe else (),
        key,
    )
