"""Problems of overrides, and of meta-layers whose check takes exponential time.

Exponential meta-layers:

Loaders without Gate.META_VISITED check a meta-layer each time that they reach it, so 26 of them
that each name the previous one twice cause 134 million checks per call. The engine checks each
once, with the same result; here the checks of the loader are counted.

Overrides that are broken, stale, or active for unexpected programs:

LoaderLayerInterface, "Override Meta-Layer"; loader.c, remove_all_non_valid_override_layers and
loader_scan_for_layers. Leaks between overrides of different programs were observed with real
loaders.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.verdicts import (
    REMOVED,
    EditKey,
    Outcome,
    Problem,
    Reason,
    RemoveFile,
    Verdict,
)
from vkconfig_py.loader.files.safe_paths import open_to_read
from vkconfig_py.loader.files.search_paths import find_search_paths
from vkconfig_py.loader.lint.lint_context import LintContext, ProblemCode, make_problem
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.platforms.local_paths import resolve_links
from vkconfig_py.loader.platforms.rules import ManifestType, get_base_name
from vkconfig_py.loader.profiles.profile import Gate
from vkconfig_py.loader.rules.activation import (
    ActivationInputs,
    decide_implicit,
    list_switch_variables,
    read_layer_filters,
)
from vkconfig_py.loader.rules.loader_report import Entry
from vkconfig_py.loader.rules.meta_layers import (
    prune_overrides,
    raise_recursion_limit,
    remove_invalid_metas,
)

_NOTICEABLE_CHECK_COUNT = 1 << 18  # number of checks that takes some tenths of a second


def find_meta_problems(context: LintContext) -> Iterator[Problem]:
    """Yield each file whose meta-layers include each other very often."""
    if context.profile.has(Gate.META_VISITED):
        return  # refuses a meta-layer that is reached twice
    metas: dict[str, LayerManifest] = {}
    for layer in context.iterate_layers():
        if layer.is_meta:
            metas.setdefault(layer.name, layer)
    count_by_name: dict[str, int] = {}
    count_by_file: dict[str, int] = {}
    for meta in metas.values():
        checks = _count_checks(meta, metas, count_by_name)
        if checks > _NOTICEABLE_CHECK_COUNT:
            count_by_file[meta.file] = count_by_file.get(meta.file, 0) + checks
    for file, checks in count_by_file.items():
        yield make_problem(
            ProblemCode.META_MULTIPLIES,
            _describe_inclusion_count(get_base_name(file), checks),
            tr(
                "Loader {version} checks each component again and again, which delays "
                "Vulkan programs, especially those that request such a layer. Loaders "
                "1.4.304 and newer reject meta-layers that include another meta-layer "
                "twice.",
                version=context.profile.version_text,
            ),
            file,
            remedies=(RemoveFile(file),),
        )


def _count_checks(
    meta: LayerManifest, metas: Mapping[str, LayerManifest], count_by_name: dict[str, int]
) -> int:
    """Return how many component checks a meta-layer causes.

    Cycles are reported elsewhere.
    """
    pending_metas = [meta]
    while pending_metas:
        layer = pending_metas[-1]
        inner_layers = [metas[name] for name in layer.component_layers if name in metas]
        if layer.name not in count_by_name:
            count_by_name[layer.name] = 0  # a cycle adds nothing
            pending_metas += [
                component for component in inner_layers if component.name not in count_by_name
            ]
        else:
            pending_metas.pop()
            component_count = len(layer.component_layers)
            count_by_name[layer.name] = component_count + sum(
                count_by_name[component.name]
                for component in inner_layers
                if component is not layer
            )
    return count_by_name[meta.name]


def _describe_inclusion_count(file: str, checks: int) -> str:
    """Return the title of the problem that meta-layers include each other very often."""
    if checks > 1 << 21:
        return tr("{file}: its nested meta-layers cause millions of component checks", file=file)
    return tr(
        "{file}: its nested meta-layers cause {count:,} component checks", file=file, count=checks
    )


def find_override_problems(context: LintContext) -> Iterator[Problem]:
    """Yield problems of the machine's overrides."""
    overrides = [layer for layer in context.iterate_layers() if layer.is_override]
    implicit_layers = [layer for layer in overrides if layer.implicit]
    for layer in overrides:
        yield from _find_program_problems(context, layer)
        yield from _find_path_problems(context, layer)
        yield from _find_blocked_components(context, layer)
        if not layer.implicit:
            yield _make_explicit_folder_problem(context, layer)
    yield from _find_further_overrides(context, implicit_layers)
    yield from _find_disabled_override(context, implicit_layers)
    yield from _find_leaks(context, implicit_layers)


def _is_only_layer(layer: LayerManifest, context: LintContext) -> bool:
    """Return whether a file contains only this layer."""
    return sum(found_layer.file == layer.file for found_layer in context.report.found_layers) == 1


def _make_removal(layer: LayerManifest, context: LintContext) -> EditKey | RemoveFile:
    """Return the remedy that removes one override and keeps the other layers of its file."""
    if _is_only_layer(layer, context):
        return RemoveFile(layer.file)
    return EditKey(layer.file, context.make_key_path(layer), REMOVED, tr("remove this override"))


def _find_program_problems(context: LintContext, layer: LayerManifest) -> Iterator[Problem]:
    """Yield programs of an override that no longer exist or never match."""
    missing_programs = [key for key in layer.app_keys if context.is_certainly_absent(key)]
    key_path = context.make_key_path(layer, "app_keys")
    line = context.find_line(layer.file, *key_path)
    if layer.app_keys and len(missing_programs) == len(layer.app_keys):
        programs = ", ".join(missing_programs)
        consequence = tr(
            "It applies only to {programs}, so its layers do not load in any program.",
            programs=programs,
        )
        if layer.override_paths:
            consequence = tr(
                "It applies only to {programs}, so its layers do not load in any program; "
                "its paths may still affect other programs.",
                programs=programs,
            )
        yield make_problem(
            ProblemCode.OVERRIDE_PROGRAM_GONE,
            tr(
                "An override was left behind: {program} no longer exists",
                program=get_base_name(missing_programs[0]),
            ),
            consequence,
            layer.file,
            line,
            (_make_removal(layer, context),),
        )
        return
    for index, key in enumerate(layer.app_keys):
        reason = _render_why_unmatched(context, key)
        if reason:
            yield make_problem(
                ProblemCode.OVERRIDE_KEY_NEVER_MATCHES,
                reason,
                tr(
                    "The loader compares each app_keys entry with the real path of the "
                    "running program, byte for byte."
                ),
                layer.file,
                line,
                _correct_app_key(context, key, layer, (*key_path, index)),
                key,
            )


def _render_why_unmatched(context: LintContext, key: str) -> str:
    """Render why the path of a program in app_keys never matches, or ""."""
    real_path = context.map_path(key)
    # It is compared with the target of /proc/self/exe: links are resolved there, and for a script
    # it is the interpreter.
    if os.path.islink(real_path):
        return tr(
            "The override for {program} never applies: the path of the program is a link",
            program=get_base_name(key),
        )
    try:
        with open(open_to_read(real_path), "rb") as file:
            is_script = file.read(2) == b"#!"
    except OSError:
        return ""
    if not is_script:
        return ""
    return tr(
        "The override for {program} never applies: the program is a script, so the "
        "running program is its interpreter",
        program=get_base_name(key),
    )


def _correct_app_key(
    context: LintContext, key: str, layer: LayerManifest, key_path: tuple[str | int, ...]
) -> tuple[EditKey, ...]:
    """Return the edit that writes the real path of a program, () if it is no link."""
    real_path = context.map_path(key)
    if not os.path.islink(real_path):
        return ()
    try:
        target = resolve_links(context.host.root, key)
    except OSError:  # symlink loop
        return ()
    return (EditKey(layer.file, key_path, target, tr("set it to {target}", target=target)),)


def _find_path_problems(context: LintContext, layer: LayerManifest) -> Iterator[Problem]:
    """Yield the folders of an override that do not exist."""
    is_broken = _find_verdict(context, layer).reason in (
        Reason.META_COMPONENT_MISSING,
        Reason.META_COMPONENT_OLDER,
        Reason.META_COMPONENT_OTHER_VERSION,
        Reason.META_RECURSIVE,
    )
    separator = context.platform.separator
    usual_paths = _list_usual_folders(context)
    # An entry is split like a search variable.
    all_paths = [part for value in layer.override_paths for part in value.split(separator) if part]
    finds_some = any(map(context.exists, all_paths))
    # override_paths replace the whole search for explicit layers.
    consequence = (
        tr("Explicit layers are searched for only in the override's other paths.")
        if finds_some
        else tr("The affected programs cannot find any explicit layers.")
    )
    # get_override_layer_override_paths runs before meta-layers are verified.
    if is_broken:
        consequence += " " + tr("The override is not valid, but its paths still apply.")
    for index, value in enumerate(layer.override_paths):
        for path in filter(None, value.split(separator)):
            # Who lists a place of their own lists the usual ones, too, so that nothing is hidden.
            if not context.exists(path) and not (finds_some and path in usual_paths):
                key_path = context.make_key_path(layer, "override_paths", index)
                other_parts = separator.join(
                    part for part in value.split(separator) if part != path
                )
                yield make_problem(
                    ProblemCode.OVERRIDE_PATH_GONE,
                    tr("An override searches {path}, which does not exist", path=path),
                    consequence,
                    layer.file,
                    context.find_line(layer.file, *key_path),
                    (
                        EditKey(
                            layer.file,
                            key_path,
                            other_parts or REMOVED,
                            tr("remove {path}", path=path),
                        ),
                        _make_removal(layer, context),
                    ),
                    path,
                )


def _list_usual_folders(context: LintContext) -> frozenset[str]:
    """Return the folders searched for explicit layers without overrides and variables."""
    host = context.host.with_environment([("VK_LAYER_PATH", None), ("VK_ADD_LAYER_PATH", None)])
    search_paths = find_search_paths(host, context.profile, ManifestType.EXPLICIT)
    return frozenset(search_path.path for search_path in search_paths)


def _find_verdict(context: LintContext, layer: LayerManifest) -> Verdict:
    """Return the verdict on a layer."""
    return next(
        found_layer.verdict
        for found_layer in context.report.found_layers
        if found_layer.manifest == layer
    )


def _may_block(context: LintContext, layer: LayerManifest) -> bool:
    """Return whether the loader obeys blacklisted_layers, and does not reject the override."""
    is_rejected = _find_verdict(context, layer).outcome in (Outcome.SKIPPED, Outcome.FAILS)
    return context.profile.has(Gate.BLACKLIST) and not is_rejected


def _find_blocked_components(context: LintContext, layer: LayerManifest) -> Iterator[Problem]:
    """Yield the layers that an override both turns on and blocks."""
    if not _may_block(context, layer):
        return
    consequence = (
        tr("The layer is blocked; the rest of the override applies.")
        if _find_verdict(context, layer).outcome is Outcome.ACTS
        else tr("Where the override applies, the layer is blocked.")
    )
    for name in dict.fromkeys(layer.component_layers):
        # loader_remove_layers_in_blacklist runs before any layer is enabled.
        if name in layer.blacklisted_layers:
            key_path = context.make_key_path(layer, "blacklisted_layers")
            index = layer.blacklisted_layers.index(name)
            yield make_problem(
                ProblemCode.OVERRIDE_BLOCKS_OWN,
                tr("An override both turns on and blocks {name}", name=name),
                consequence,
                layer.file,
                context.find_line(layer.file, *key_path),
                (
                    EditKey(
                        layer.file,
                        (*key_path, index),
                        REMOVED,
                        tr("stop blocking {name}", name=name),
                    ),
                ),
                name,
            )


def _make_explicit_folder_problem(context: LintContext, layer: LayerManifest) -> Problem:
    """Return the problem of an override in a folder for explicit layers."""
    # loader_add_implicit_layers skips it; the blacklist applies to both kinds.
    if layer.blacklisted_layers and _may_block(context, layer):
        consequence = counted(
            "It blocks {n} layers but does not turn on any: only implicit layers load "
            "automatically.",
            "It blocks one layer but does not turn on any: only implicit layers load "
            "automatically.",
            len(layer.blacklisted_layers),
        )
    else:
        consequence = tr("It does not turn on any layers: only implicit layers load automatically.")
    return make_problem(
        ProblemCode.OVERRIDE_IN_EXPLICIT_FOLDER,
        tr("{file}: an override in a folder for explicit layers", file=get_base_name(layer.file)),
        consequence,
        layer.file,
        remedies=(_make_removal(layer, context),),
    )


def _find_further_overrides(
    context: LintContext, overrides: Sequence[LayerManifest]
) -> Iterator[Problem]:
    """Yield each override for all programs (no app_keys) except the first."""
    # remove_all_non_valid_override_layers keeps the first one without app_keys.
    general_overrides = [layer for layer in overrides if not layer.app_keys]
    for layer in general_overrides[1:]:
        yield make_problem(
            ProblemCode.OVERRIDE_SEVERAL,
            tr("Several overrides apply to every program"),
            tr(
                "The override found first, {file}, wins; this override has no effect.",
                file=general_overrides[0].file,
            ),
            layer.file,
            remedies=(_make_removal(layer, context),),
            detail=general_overrides[0].file,
        )


def _find_disabled_override(
    context: LintContext, overrides: Sequence[LayerManifest]
) -> Iterator[Problem]:
    """Yield each override that is turned off by its variable but still has an effect."""
    if not any(
        layer.disable_environment and context.host.getenv(layer.disable_environment) is not None
        for layer in overrides
    ):
        return
    inputs = ActivationInputs(
        list_switch_variables(context.host, context.profile),
        read_layer_filters(context.host, context.profile),
    )
    # Since app_keys count, only a program with an override of its own can have a second one.
    has_app_keys = context.profile.has(Gate.APP_KEYS)
    programs = {key for layer in overrides for key in layer.app_keys} if has_app_keys else {""}
    acting_overrides = [_find_acting_override(context, program, inputs) for program in programs]
    for layer in overrides:
        switch = decide_implicit(layer, inputs)
        consequence = _render_effect_when_disabled(context, layer)
        if (
            switch.reason is not Reason.DISABLE_VARIABLE
            or not consequence
            or layer not in acting_overrides
        ):
            continue
        yield make_problem(
            ProblemCode.OVERRIDE_DISABLED_ACTS,
            tr("{variable} turns off an override that still has an effect", variable=switch.detail),
            consequence,
            layer.file,
            remedies=(_make_removal(layer, context),),
        )


def _find_acting_override(
    context: LintContext, program: str, inputs: ActivationInputs
) -> LayerManifest | None:
    """Return the override that the loader looks up by name in a program, None if none is valid."""
    entries = [Entry(layer.file, layer.implicit, layer) for layer in context.iterate_layers()]
    kept_entries = prune_overrides(entries, program, context.profile).entries
    with raise_recursion_limit(kept_entries):
        override = remove_invalid_metas(kept_entries, inputs, context.profile).override
    return None if override is None else override.layer


def _render_effect_when_disabled(context: LintContext, override: LayerManifest) -> str:
    """Render what an override does although it is turned off, "" for nothing."""
    has_blacklist = context.profile.has(Gate.BLACKLIST)
    blocked_count = len(override.blacklisted_layers) if has_blacklist else 0
    # Only loader_implicit_layer_is_enabled asks for the components of an override that is off.
    turns_on = any(
        layer.implicit and layer.name in override.component_layers
        for layer in context.iterate_layers()
    )
    if blocked_count and turns_on:
        return counted(
            "The override still blocks {n} layers and turns on its implicit components: "
            "another override is valid, but the loader looks up overrides by name and "
            "finds this override first.",
            "The override still blocks its layer and turns on its implicit components: "
            "another override is valid, but the loader looks up overrides by name and "
            "finds this override first.",
            blocked_count,
        )
    if blocked_count:
        return counted(
            "The override still blocks {n} layers: another override is valid, but the "
            "loader looks up overrides by name and finds this override first.",
            "The override still blocks its layer: another override is valid, but the "
            "loader looks up overrides by name and finds this override first.",
            blocked_count,
        )
    if turns_on:
        return tr(
            "The override still turns on its implicit components: another override is "
            "valid, but the loader looks up overrides by name and finds this override "
            "first."
        )
    return ""


def _find_leaks(context: LintContext, overrides: Sequence[LayerManifest]) -> Iterator[Problem]:
    """Yield the overrides that also affect programs with an override of their own."""
    overrides_by_program: dict[str, LayerManifest] = {}
    for layer in overrides:
        # After a match remove_all_non_valid_override_layers keeps overrides for other programs.
        affected_programs = [
            program
            for program, own in overrides_by_program.items()
            if program not in layer.app_keys
            and (_turns_on_more(context, layer) or _decides_paths(context, layer, own))
        ]
        if layer.app_keys and affected_programs:
            yield _make_leak_problem(context, layer, affected_programs)
        for program in layer.app_keys:
            overrides_by_program.setdefault(program, layer)


def _turns_on_more(context: LintContext, layer: LayerManifest) -> bool:
    """Return whether an override turns on its layers beside those of the override before it."""
    # Newer loaders list one layer of a name, so that a later override has left.
    return bool(layer.component_layers) and not context.profile.has(Gate.DUPLICATES_REMOVED)


def _decides_paths(context: LintContext, layer: LayerManifest, own: LayerManifest) -> bool:
    """Return whether the paths of an override replace those of the override before it."""
    # get_override_layer_override_paths asks before duplicates are removed.
    is_first = not own.override_paths or not context.profile.has(Gate.FIRST_OVERRIDE_PATHS)
    return bool(layer.override_paths) and is_first


def _render_leak(context: LintContext, layer: LayerManifest) -> str:
    """Render what an override does in programs that have their own."""
    if not _turns_on_more(context, layer):
        return tr(
            "These programs have a separate override, but this override comes later and "
            "does not list them, so it may determine where they find explicit layers."
        )
    if layer.override_paths:
        return tr(
            "These programs have a separate override, but this override comes later and "
            "does not list them, so it also turns on its layers for them and may "
            "determine where they find explicit layers."
        )
    return tr(
        "These programs have a separate override, but this override comes later and does "
        "not list them, so it also turns on its layers for them."
    )


def _make_leak_problem(
    context: LintContext, layer: LayerManifest, missing_names: list[str]
) -> Problem:
    """Return the problem of an override that affects other programs.

    `missing_names`: programs that it does not list.
    """
    names = ", ".join(get_base_name(key) for key in missing_names)
    # An override that lists an already matched program is removed: a remedy for every loader.
    keys = [*layer.app_keys, *missing_names]
    key_path = context.make_key_path(layer, "app_keys")
    return make_problem(
        ProblemCode.OVERRIDE_LEAKS,
        tr(
            "The override for {program} also affects {others}",
            program=get_base_name(layer.app_keys[0]),
            others=names,
        ),
        _render_leak(context, layer),
        layer.file,
        context.find_line(layer.file, *key_path),
        (
            EditKey(
                layer.file, key_path, keys, tr("add {programs} to its program list", programs=names)
            ),
        ),
        missing_names[0],
    )
