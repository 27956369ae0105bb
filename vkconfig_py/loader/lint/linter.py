"""lint(report): all problems of the report's machine, worst first.

Other loaders: a machine often has several, from the distribution, a Vulkan SDK, a browser, or for
32-bit programs. A file that one of them ignores can crash every program that uses another.

Remedies: the remedy of a verdict may contain guesses, such as a library path or API version.
Guesses are never offered as edits of files; removing the file is always possible, since no program
can use it in its current state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from vkconfig_py.language.sentences import join_choices, message, render, tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.base.verdicts import (
    REMOVED,
    EditKey,
    InstallLibrary,
    KeyPath,
    Kind,
    NoRemedy,
    Outcome,
    Problem,
    Reason,
    Remedy,
    RemoveFile,
    ReplaceLine,
    SetVariable,
    Severity,
    Together,
    UnsetVariable,
    Verdict,
)
from vkconfig_py.loader.explain.remedies import combine_steps
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.json.decode import Members, iterate_elements
from vkconfig_py.loader.json.text_edits import find_correction
from vkconfig_py.loader.lint.file_problems import (
    find_drivers_twice,
    find_duplicates,
    find_export_problems,
    find_file_problems,
    find_library_problems,
    find_loader_problems,
    find_sandbox_problems,
    find_undeclared_drivers,
)
from vkconfig_py.loader.lint.key_problems import find_key_problems
from vkconfig_py.loader.lint.lint_context import (
    REFUSAL_CODES,
    LintContext,
    ProblemCode,
    find_nearest_word,
    make_problem,
)
from vkconfig_py.loader.lint.variable_problems import find_variable_problems
from vkconfig_py.loader.manifests.driver import get_driver_display_name
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.activation import (
    DRIVER_FILTERS,
    DRIVERS_DISABLE_VARIABLE,
    DRIVERS_SELECT_VARIABLE,
    fold_case,
)
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.rules.ordering import DEVICE_LAYERS_VARIABLE, INSTANCE_LAYERS_VARIABLE

# More detailed codes for the same fault; the refusal that they explain is not repeated.
_REASON_BY_DETAILED_CODE: dict[str, Reason] = {
    ProblemCode.HANGS_ALL: Reason.UNREADABLE,
    ProblemCode.DANGLING_LINK: Reason.UNREADABLE,
    ProblemCode.LINK_LOOP: Reason.UNREADABLE,
    ProblemCode.MISSPELT_KEY: Reason.MISSING_KEY,
    ProblemCode.WRONG_CASE_KEY: Reason.MISSING_KEY,
    ProblemCode.NO_DISABLE_ENVIRONMENT: Reason.MISSING_KEY,
    ProblemCode.TEXT_TOO_LONG: Reason.BAD_VALUE,
    ProblemCode.OTHER_LOADER_FAILS: Reason.INVALID_JSON,
    ProblemCode.LIBRARY_EMPTY: Reason.LIBRARY_MISSING,
    ProblemCode.SEARCH_PATH_GONE: Reason.UNREADABLE,
    ProblemCode.SETTINGS_ENTRY_DEAD: Reason.UNREADABLE,
    ProblemCode.SETTINGS_DRIVER_DEAD: Reason.UNREADABLE,
    ProblemCode.OVERRIDE_PATH_GONE: Reason.UNREADABLE,
    ProblemCode.FUNCTION_NOT_EXPORTED: Reason.LAYER_WITHOUT_ENTRY_POINT,
    Reason.DUPLICATE: Reason.DUPLICATE,
}
_FATAL_CODES = (Reason.ABORTS_ALL, Reason.CRASHES_ALL, ProblemCode.HANGS_ALL)
_REFUSING_REASONS = frozenset(
    {*(reason.value for reason in REFUSAL_CODES), ProblemCode.SETTINGS_LAYERS_DISCARDED.value}
)
_DETAILED_REASONS = (Reason.MISSING_KEY, Reason.LAYER_WITHOUT_ENTRY_POINT)


def lint(
    report: LoaderReport,
    cache: DocumentCache | None = None,
    loaders: Sequence[LoaderProfile] = (),
    file: str | None = None,
) -> tuple[Problem, ...]:
    """Return the problems of the report and those of further checks of the files.

    `loaders` are all installed loaders: files that crash programs of another one are reported too.
    `file`: the only file whose problems are needed.
    """
    context = LintContext(report, cache or DocumentCache(), loaders)
    detailed_problems = list(_find_further_problems(context))
    explained_faults = {
        _make_fault_key(problem)
        for problem in detailed_problems
        if problem.code in _REASON_BY_DETAILED_CODE
    }
    rest = [
        add_closest_remedies(
            add_variable_remedies(make_safe(problem, context), context), detailed_problems, context
        )
        for problem in report.problems
        if _make_refusal_key(problem) not in explained_faults and file in (None, problem.file)
    ]
    merged = dict.fromkeys(
        remove_harmful_remedies(problem, context)
        for problem in (*rest, *detailed_problems)
        if file in (None, problem.file)
    )
    return tuple(sorted(merged, key=_compute_rank))


def _find_further_problems(context: LintContext) -> Iterator[Problem]:
    """Yield what the checks of files, keys, libraries, overrides and variables find."""
    yield from find_loader_problems(context)
    yield from find_file_problems(context)
    yield from find_key_problems(context)
    yield from find_library_problems(context)
    yield from find_export_problems(context)
    yield from find_drivers_twice(context)
    yield from find_undeclared_drivers(context)
    yield from find_duplicates(context)
    # Few machines have a loader for programs of the other word size.
    if any(loader.pointer_bits != context.profile.pointer_bits for loader in context.loaders):
        from vkconfig_py.loader.lint.machine_problems import find_word_size_problems

        yield from find_word_size_problems(context)
    # Most machines have no override, no meta-layer and no settings file.
    if any(layer.is_meta or layer.is_override for layer in context.iterate_layers()):
        from vkconfig_py.loader.lint import override_problems

        yield from override_problems.find_override_problems(context)
        yield from override_problems.find_meta_problems(context)
    if context.settings.file or context.find_unread_settings_file():
        from vkconfig_py.loader.lint.settings_entries import find_settings_problems

        yield from find_settings_problems(context)
    if context.platform.has_registry:
        from vkconfig_py.loader.lint.machine_problems import find_registry_problems

        yield from find_registry_problems(context)
    yield from find_variable_problems(context)
    yield from find_sandbox_problems(context)
    yield from find_other_loader_problems(context)


def find_refusals(problems: Sequence[Problem], report: LoaderReport) -> list[bool]:
    """Return for each problem whether it is a refused file, or explains a refusal."""
    refusals = {_make_refusal_key(problem) for problem in report.problems}
    return [
        _make_fault_key(problem) in refusals
        if problem.code in _REASON_BY_DETAILED_CODE
        else problem.code in _REFUSING_REASONS
        for problem in problems
    ]


def _compute_rank(problem: Problem) -> tuple[int, bool]:
    """Return the sort key of a problem: those that break every program come first."""
    return list(Severity).index(problem.severity), problem.code not in _FATAL_CODES


def _make_fault_key(problem: Problem) -> tuple[str, str, str | int]:
    """Return reason, file and place of the refusal that a detailed problem explains."""
    reason = _REASON_BY_DETAILED_CODE[problem.code]
    # A problem with an unreadable path has the path as its detail.
    file = problem.detail if problem.detail.startswith("/") else problem.file
    file = get_base_name(file) if reason is Reason.UNREADABLE else problem.file
    return reason.value, file, _get_place(problem, reason)


def _make_refusal_key(problem: Problem) -> tuple[str, str, str | int]:
    """Return reason, file and place of a refusal, to be compared with _make_fault_key()."""
    # The loader opens a dangling link by its bare name.
    file = get_base_name(problem.file) if problem.code == Reason.UNREADABLE else problem.file
    return problem.code, file, _get_place(problem, problem.code)


def _get_place(problem: Problem, reason: str) -> str | int:
    """Return the line, key or function that a refusal is about, "" if it is the whole file."""
    if reason == Reason.BAD_VALUE:
        return problem.line
    return problem.detail if reason in _DETAILED_REASONS else ""


_WHOLE_NAME_VARIABLES = (
    INSTANCE_LAYERS_VARIABLE,
    DEVICE_LAYERS_VARIABLE,
)  # of whole names, not of patterns
_MIN_WORD_LENGTH = 3
_MAX_SUGGESTIONS = 3
_TOKEN_REASONS = (Reason.MATCHES_NOTHING, Reason.TOO_MANY_TOKENS)


def add_variable_remedies(problem: Problem, context: LintContext) -> Problem:
    """Return a problem about one part of a variable with remedies that keep its other parts."""
    verdict = _find_verdict_on_part(problem, context)
    value = context.host.getenv(verdict.subject) if verdict else None
    if verdict is None or value is None:
        return problem
    variable = verdict.subject
    separator = context.platform.separator if variable in _WHOLE_NAME_VARIABLES else ","
    # strtok and loader_get_next_path skip empty parts.
    parts = [part for part in value.split(separator) if part]
    hides_all = verdict.outcome is Outcome.ACTS
    remaining_parts = [part for part in parts if part != problem.detail and not hides_all]
    shortened_remedy = _make_variable_remedy(variable, remaining_parts, separator)
    if problem.code != Reason.MATCHES_NOTHING:
        return problem._replace(remedy=shortened_remedy)
    reason, replacements = _guess_intention(problem.detail, variable, context)
    if not replacements:
        return problem._replace(remedy=shortened_remedy)
    changed_names = [
        new for part in parts for new in (replacements if part == problem.detail else [part])
    ]
    corrected = _make_variable_remedy(variable, list(dict.fromkeys(changed_names)), separator)
    consequence = f"{problem.consequence} {reason}"
    return problem._replace(
        consequence=consequence, remedy=corrected, other_remedies=(shortened_remedy,)
    )


def _find_verdict_on_part(problem: Problem, context: LintContext) -> Verdict | None:
    """Return the verdict that a problem with a part of a variable is about, or None."""
    if problem.code not in _TOKEN_REASONS:
        return None
    fault_key = problem.code, problem.detail, problem.subject
    for verdict in context.report.verdicts:
        if (verdict.reason, str(verdict.detail), verdict.subject) == fault_key:
            return verdict
    return None


def _make_variable_remedy(variable: str, parts: list[str], separator: str) -> Remedy:
    """Return the remedy that sets a variable to these parts, or unsets it without any."""
    if not parts:
        return UnsetVariable(variable)
    return SetVariable(variable, separator.join(parts))


_MESSAGE_BY_SEPARATOR = {
    ":": message("Separate the entries with colons."),
    ";": message("Separate the entries with semicolons."),
    ",": message("Separate the entries with commas."),
}


def _guess_intention(token: str, variable: str, context: LintContext) -> tuple[str, list[str]]:
    """Return what a part without effect was probably meant to be, and parts to replace it.

    The parts are [] if nothing is similar.
    """
    if variable in (DRIVERS_SELECT_VARIABLE, DRIVERS_DISABLE_VARIABLE):
        names = [get_base_name(driver.file) for driver in context.report.drivers]
    else:
        names = [layer.name for layer in context.iterate_layers()]
    # VK_INSTANCE_LAYERS is split as search variables are; filters are split at commas.
    expected_separator = context.platform.separator if variable in _WHOLE_NAME_VARIABLES else ","
    for separator in sorted(_MESSAGE_BY_SEPARATOR.keys() - {expected_separator}):
        pieces = [piece.strip() for piece in token.split(separator) if piece.strip()]
        if len(pieces) > 1 and any(piece in names for piece in pieces):
            return render(_MESSAGE_BY_SEPARATOR[expected_separator]), pieces
    if token != token.strip() and token.strip():
        return tr("Spaces count: the loader does not remove them."), [token.strip()]
    similar_names = _find_similar(token, variable, list(dict.fromkeys(names)))
    if not similar_names:
        return "", []
    return tr("Did you mean {meant}?", meant=join_choices(similar_names)), similar_names


def _has_similar_start(word: str, name: str) -> bool:
    """Return whether a word, but for a typo, is the beginning of a name or of a word in it."""
    parts = (part for part in fold_case(name).split("_") if len(word) > _MIN_WORD_LENGTH)
    return any(
        find_nearest_word(word, (part[: len(word) + extra_length] for extra_length in (-1, 0, 1)))
        for part in parts
    )


def _find_similar(token: str, variable: str, names: Sequence[str]) -> list[str]:
    """Return the names, or patterns for them, that a part without effect was meant for."""
    word = fold_case(token.strip("*"))
    if "*" not in token and (similar_name := find_nearest_word(token, names)):
        return [similar_name]
    if variable in _WHOLE_NAME_VARIABLES or len(word) < _MIN_WORD_LENGTH:
        return []
    # loader_environment.c: a pattern without asterisks has to be the whole name; that of a driver
    # goes on with architecture and ending, as in lvp_icd.x86_64.json.
    stems = {name.partition(".")[0]: fold_case(get_driver_display_name(name)) for name in names}
    matching_stems = [
        stem for stem, title in stems.items() if word in fold_case(stem) or word in title
    ]
    matching_stems = (
        matching_stems
        or [stem for stem in stems if _has_similar_start(word, stem)]
        or [find_nearest_word(word, stems)]
    )
    patterns = [stem if stem in names else f"{stem}*" for stem in filter(None, matching_stems)]
    return patterns[:_MAX_SUGGESTIONS]


def add_closest_remedies(
    problem: Problem, other_problems: list[Problem], context: LintContext
) -> Problem:
    """Return the problem "no driver" with remedies that give programs a driver.

    A run of the engine shows that they do.
    """
    if problem.code != ProblemCode.NO_DRIVER:
        return problem
    report = context.report
    acting_variables = [
        verdict.subject for verdict in report.verdicts if _is_acting_variable(verdict)
    ]
    variables = [UnsetVariable(name) for name in dict.fromkeys(acting_variables)]
    # The closest to what is wrong first.
    verdicts = (*(driver.verdict for driver in report.drivers), *report.verdicts)
    reasons = (Reason.LIBRARY_UNLINKABLE, Reason.SETTINGS_EXCLUSIVE)
    closest_remedies = [verdict.remedy for verdict in verdicts if verdict.reason in reasons]
    closest_remedies += [
        problem.remedy
        for problem in other_problems
        if problem.code == ProblemCode.DRIVER_WITHOUT_MANIFEST
    ]
    remedies = dict.fromkeys((*closest_remedies, *variables))
    # Where two filters hide all, neither alone brings a driver back.
    filters = combine_steps(
        [variable for variable in variables if variable.name in DRIVER_FILTERS.values()]
    )
    helpful_remedies = [remedy for remedy in remedies if _brings_driver(remedy, context)]
    if not helpful_remedies and _brings_driver(filters, context):
        helpful_remedies = [filters]
    if helpful_remedies:
        return problem._replace(
            remedy=helpful_remedies[0], other_remedies=tuple(helpful_remedies[1:])
        )
    if report.drivers:
        return problem._replace(remedy=NoRemedy(tr("each driver's problem is listed separately")))
    return problem._replace(remedy=NoRemedy(tr("install a driver package for your GPU")))


def _is_acting_variable(verdict: Verdict) -> bool:
    """Return whether a verdict is on a variable that has an effect."""
    return verdict.kind is Kind.VARIABLE and verdict.outcome is Outcome.ACTS


def _brings_driver(remedy: Remedy, context: LintContext) -> bool:
    """Return whether a driver loads after a remedy, as a run of the engine shows."""
    from vkconfig_py.loader.api.advice import report_with_remedy

    report_after = report_with_remedy(remedy, context.report, context.cache, with_remedies=False)
    used = (Outcome.LOADS, Outcome.UNKNOWN)
    return report_after is not None and any(
        driver.verdict.outcome in used for driver in report_after.drivers
    )


_FATAL_REASONS = (Reason.ABORTS_ALL, Reason.CRASHES_ALL)


def find_other_loader_problems(context: LintContext) -> Iterator[Problem]:
    """Yield files that make every program of another installed loader crash or fail."""
    known_files = {file for file, _ in _yield_fatal_verdicts(context.report)}
    for loader in context.loaders:
        if loader == context.profile or _has_same_rules(loader, context.profile):
            continue
        host = context.report.host
        report = discover(host, context.report.application, loader, context.cache)
        for file, verdict in _yield_fatal_verdicts(report):
            if file not in known_files:
                known_files.add(file)
                yield _make_other_loader_problem(file, verdict, loader, context)


def _has_same_rules(left_profile: LoaderProfile, right_profile: LoaderProfile) -> bool:
    """Return whether two loaders have the same rules."""
    # The location of a loader does not change its rules.
    return left_profile._replace(library="") == right_profile._replace(library="")


def _yield_fatal_verdicts(report: LoaderReport) -> Iterator[tuple[str, Verdict]]:
    """Yield file and verdict of each manifest that makes every call fail."""
    verdicts = [(layer.file, layer.verdict) for layer in report.found_layers]
    verdicts += [(driver.file, driver.verdict) for driver in report.drivers]
    for file, verdict in verdicts:
        if verdict.reason in _FATAL_REASONS and verdict.outcome is Outcome.FAILS:
            yield file, verdict


def _make_other_loader_problem(
    file: str, verdict: Verdict, loader: LoaderProfile, context: LintContext
) -> Problem:
    """Return the problem of a file with which another installed loader fails."""
    parts = []
    if verdict.line:
        fault = render(verdict.detail)
        parts.append(tr("Line {line}: {fault}.", line=verdict.line, fault=fault))
    failing_loader = (
        f"{loader.version_text} ({loader.library})" if loader.library else loader.version_text
    )
    current_version = context.profile.version_text
    if verdict.reason is Reason.CRASHES_ALL:
        parts.append(
            tr(
                "Loader {failing} crashes on it in every program; loader {going_on} continues.",
                failing=failing_loader,
                going_on=current_version,
            )
        )
    else:
        parts.append(
            tr(
                "Loader {failing} gives up in every program; loader {going_on} continues.",
                failing=failing_loader,
                going_on=current_version,
            )
        )
    return make_problem(
        ProblemCode.OTHER_LOADER_FAILS,
        tr(
            "{file} makes every program that uses loader {version} fail",
            file=get_base_name(file),
            version=loader.version_text,
        ),
        " ".join(parts),
        file,
        verdict.line,
        (
            RemoveFile(file),
            *(step for step in _list_steps(verdict.remedy) if isinstance(step, ReplaceLine)),
        ),
        str(verdict.detail),
    )


def describe_failing_loaders(profile: LoaderProfile) -> str:
    """Return a sentence about loaders that treat an invalid file differently from this one.

    Before Gate.INVALID_JSON_SKIPPED such a file fails every call of a program; later it is skipped.
    """
    gate = Gate.INVALID_JSON_SKIPPED
    first = ".".join(map(str, gate.value.first))
    if profile.has(gate):
        return tr(
            "Because of this file, loaders before {first} give up in every program.", first=first
        )
    return tr("Loaders {first} and newer ignore the file.", first=first)


# Unusable for every program on this loader, so removing them does no harm.
_USELESS_REASONS = (
    Reason.ABORTS_ALL,
    Reason.CRASHES_ALL,
    Reason.ENDS_SEARCH,
    Reason.INVALID_JSON,
    Reason.MISSING_KEY,
    Reason.BAD_VALUE,
    Reason.NOT_A_MANIFEST,
    Reason.OTHER_MANIFEST_TYPE,
    Reason.DEVICE_LAYER,
    Reason.VARIANT,
    Reason.MULTIPLE_LAYER_NODES,
    Reason.UNREADABLE,
    Reason.LIBRARY_MISSING,
    Reason.DRIVER_WITHOUT_ENTRY_POINT,
    Reason.META_COMPONENT_MISSING,
    Reason.META_RECURSIVE,
)
_MAX_KEY_PATH_LENGTH = 3  # layers, number, key
_VALUE_REASONS = (
    Reason.MISSING_KEY,
    Reason.BAD_VALUE,
    Reason.CRASHES_ALL,
    Reason.LIBRARY_MISSING,
    Reason.LIBRARY_FOREIGN,
)
_ENDING = (Reason.ABORTS_ALL, Reason.CRASHES_ALL)
_REFUSED_META_REASONS = (
    Reason.META_COMPONENT_MISSING,
    Reason.META_COMPONENT_OLDER,
    Reason.META_COMPONENT_OTHER_VERSION,
)
# Any valid value works; this one has the least effect.
_HARMLESS_VALUE_BY_KEY = {
    "description": "",
    "implementation_version": "1",
    "type": "GLOBAL",
    "file_format_version": "1.0.0",
}


def make_safe(problem: Problem, context: LintContext) -> Problem:
    """Return a problem with safe remedies only, and its explanation completed."""
    problem = problem._replace(remedy=_make_remedy_safe(problem, context))
    if problem.code == ProblemCode.SETTINGS_FILE_UNUSED:
        data = context.scanner.read_document(problem.file).data()
        correction = find_correction(problem.file, data, context.is_settings_file)
        return problem._replace(remedy=correction) if correction else problem
    if problem.code in (Reason.ABORTS_ALL, Reason.INVALID_JSON):
        sentence = describe_failing_loaders(context.profile)
        problem = problem._replace(consequence=f"{problem.consequence} {sentence}")
    # The loader reads the paths before it verifies meta-layers.
    if problem.code in _REFUSED_META_REASONS and _has_acting_paths(problem, context):
        paths = tr(
            "Its override_paths still apply, so the loader does not find other explicit layers."
        )
        problem = problem._replace(consequence=f"{problem.consequence} {paths}")
    if problem.code == Reason.LIBRARY_MISSING and "/" in problem.detail:
        title = problem.title.replace(problem.detail, get_base_name(problem.detail))
        problem = problem._replace(title=title)
    if problem.code not in _USELESS_REASONS or not context.platform.paths.is_absolute(problem.file):
        return problem
    file_removal = RemoveFile(problem.file)
    first_step: Remedy = problem.remedy
    # Every call fails for as long as the file is there.
    if isinstance(first_step, NoRemedy) or problem.code in _ENDING:
        first_step = file_removal
    rest = (
        remedy
        for remedy in (problem.remedy, *problem.other_remedies, file_removal)
        if remedy != first_step
    )
    return problem._replace(
        remedy=first_step,
        other_remedies=tuple(remedy for remedy in rest if not isinstance(remedy, NoRemedy)),
    )


def remove_harmful_remedies(problem: Problem, context: LintContext) -> Problem:
    """Return a problem without remedies that remove something in use, such as another layer."""
    if problem.code in (*_ENDING, ProblemCode.OTHER_LOADER_FAILS, ProblemCode.HANGS_ALL):
        return problem  # nothing is used while such a file is there
    remedies = [problem.remedy, *problem.other_remedies]
    usable_remedies = [
        remedy
        for remedy in remedies
        if not (isinstance(remedy, RemoveFile) and context.is_used(remedy.file))
    ]
    if len(usable_remedies) == len(remedies):
        return problem
    first_step = (
        usable_remedies[0]
        if usable_remedies
        else NoRemedy(
            tr("the file cannot be moved aside: it contains other layers that are in use")
        )
    )
    return problem._replace(remedy=first_step, other_remedies=tuple(usable_remedies[1:]))


def _has_acting_paths(problem: Problem, context: LintContext) -> bool:
    """Return whether the file of a problem has an override with paths."""
    overrides = (layer for layer in context.iterate_layers() if layer.is_override)
    return any(layer.file == problem.file and layer.override_paths for layer in overrides)


def _make_remedy_safe(problem: Problem, context: LintContext) -> Remedy:
    """Reduce a remedy to what may be written to files, or NoRemedy if a part of it is a guess."""
    remedy = problem.remedy
    if problem.code == Reason.SHADOWED:
        # The effective setting is assumed to be intended.
        return UnsetVariable(problem.subject)
    steps = _list_steps(remedy)
    if not any(isinstance(step, EditKey | ReplaceLine) for step in steps):
        return remedy
    safe_steps: list[Remedy] = []
    for step in steps:
        if isinstance(step, EditKey):
            edit = _make_edit_safe(step, problem, context)
            if edit is None:
                return NoRemedy(tr("only the author of the file knows the right value"))
            safe_steps.append(edit)
        elif not isinstance(step, InstallLibrary):  # a separate fault, reported separately
            safe_steps.append(step)
    return safe_steps[0] if len(safe_steps) == 1 else Together(tuple(safe_steps))


def _list_steps(remedy: Remedy) -> list[Remedy]:
    """Return the single steps of a remedy."""
    if isinstance(remedy, Together):
        return [inner for step in remedy.steps for inner in _list_steps(step)]
    return [remedy]


def _make_edit_safe(edit: EditKey, problem: Problem, context: LintContext) -> EditKey | None:
    """Return an edit with a value that is certainly right, or None if the value is a guess."""
    if problem.code not in _VALUE_REASONS or edit.value is REMOVED:
        return edit
    value = _find_value(context.read_tree(edit.file), edit.path)
    if isinstance(value, int | float) and not isinstance(value, bool) and edit.key != "name":
        # Since 1.4.303 a number is not accepted as a string.
        text = repr(value)
        return edit._replace(value=text, advice=tr("write it as a string, “{text}”", text=text))
    if edit.key in _HARMLESS_VALUE_BY_KEY and len(edit.path) <= _MAX_KEY_PATH_LENGTH:
        return edit._replace(value=_HARMLESS_VALUE_BY_KEY[edit.key])
    return None


def _find_value(tree: Any, path: KeyPath) -> Any:
    """Return the value at a place of a JSON value, or None."""
    for part in path:
        if isinstance(part, int):
            tree = next(islice(iterate_elements(tree), part, None), None)
        elif isinstance(tree, Members):
            tree = next((value for key, value in tree if key.lower() == part.lower()), None)
        else:
            return None
    return tree
