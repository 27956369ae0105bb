"""Problems of a single file in any folder, by engine, readers and JSON schema; SARIF 2.1.0.

Schemas are for authors who want every consumer to accept a file, so only `lint --strict` uses
them. Only this module imports jsonschema, on first use: that takes longer than a whole report.
Layer settings files are checked in lint_layer_settings.py.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from vkconfig_py import __version__
from vkconfig_py.language.sentences import Message, counted, join_choices, message, render, tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import EMPTY_OVERLAY, Host, OverlayFile, Position
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import KeyPath, Problem, Reason, Severity
from vkconfig_py.loader.files.search_paths import is_json
from vkconfig_py.loader.json.decode import Members, Positions, find_positions, parse_json
from vkconfig_py.loader.lint.key_problems import MAX_REPEATED_KEYS, find_repeated_key_places
from vkconfig_py.loader.lint.lint_context import ProblemCode, get_severity
from vkconfig_py.loader.lint.linter import find_refusals, lint
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, LoaderProfile
from vkconfig_py.loader.settings_file import list_settings_paths
from vkconfig_py.model.configuration.configuration_json import parse_configuration
from vkconfig_py.model.configuration.own_documents import DocumentError
from vkconfig_py.model.configuration.own_documents import parse_json as parse_document
from vkconfig_py.model.configuration.workspace_files import parse_collection
from vkconfig_py.model.exchange.open_file import find_kind, is_layer_settings, read_sibling_file
from vkconfig_py.model.files import resources
from vkconfig_py.model.formats.foreign_files import (
    ForeignKind,
    ReadDeclaredLayers,
    list_no_layers,
    render_kind,
)
from vkconfig_py.model.formats.layer_files import describe_file
from vkconfig_py.model.layer_settings.conversion import get_json_type_name
from vkconfig_py.model.layer_settings.parse_layer import ReadingNotes, read_declared
from vkconfig_py.model.problems.lint_layer_settings import (
    NOT_TEXT,
    WIDE_ENCODING_MARKS,
    LintProblem,
    escape_surrogates,
    lint_layer_file,
    lint_layer_settings,
)
from vkconfig_py.model.text.wording import capitalise, strip_full_stop

_MAX_DEPTH = 64  # levels of a document that are checked
_MAX_VIOLATIONS = 200
_ONE_OF = "oneOf"
_JSON_KINDS: Mapping[str, Message | str] = {
    "object": message("an object"),
    "array": message("a list"),
    "string": message("text", "what a value is"),
    "integer": message("a whole number"),
    "number": message("a number"),
    "boolean": message("true or false"),
    "null": "null",
}
_LIMIT_TEXTS: Mapping[str, Callable[[int], str]] = {
    "minimum": lambda n: tr("Must not be less than {limit}.", limit=n),
    "maximum": lambda n: tr("Must not be more than {limit}.", limit=n),
    "minLength": lambda n: counted(
        "Must have at least {n} characters.", "Must have at least {n} character.", n
    ),
    "maxLength": lambda n: counted(
        "Must not have more than {n} characters.", "Must not have more than {n} character.", n
    ),
    "minItems": lambda n: counted(
        "Must have at least {n} entries.", "Must have at least {n} entry.", n
    ),
    "maxItems": lambda n: counted(
        "Must not have more than {n} entries.", "Must not have more than {n} entry.", n
    ),
    "minProperties": lambda n: counted(
        "Must have at least {n} members.", "Must have at least {n} member.", n
    ),
    "maxProperties": lambda n: counted(
        "Must not have more than {n} members.", "Must not have more than {n} member.", n
    ),
}
_MACHINE_HOME = "/nowhere/of/vkconfig-py"
# A file checked on its own may be in a folder without its library and components.
_SURROUNDING_CODES = frozenset(
    {
        Reason.LIBRARY_MISSING.value,
        Reason.LIBRARY_FOREIGN.value,
        Reason.LIBRARY_NEEDS_MISSING.value,
        Reason.LIBRARY_UNLINKABLE.value,
        Reason.DRIVER_WITHOUT_ENTRY_POINT.value,
        Reason.LAYER_WITHOUT_ENTRY_POINT.value,
        Reason.LIBRARY_CUT_SHORT.value,
        Reason.META_COMPONENT_MISSING.value,
        ProblemCode.SETTINGS_FILE_UNUSED.value,  # what it says may be for one program
    }
)
_KEPT_VARIABLES = ("LD_LIBRARY_PATH",)  # where libraries are looked for
_UNKNOWN_DOCUMENT = message(
    "Not a layer manifest, driver manifest, loader settings file or configuration."
)
_TEMPLATE_SUFFIX = ".in"  # what a build makes a manifest of
_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_SARIF_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


class DocumentKind(StrEnum):
    """File formats that have a schema; the value is the name of its resource."""

    LAYER = "layer_manifest"
    DRIVER = "driver_manifest"
    LOADER_SETTINGS = "loader_settings"
    CONFIGURATION = "configuration"
    COLLECTION = "collection"
    ORDER = "order"
    DESCRIPTION = "layer_settings"  # of settings of a layer whose manifest declares none


class SchemaViolation(NamedTuple):
    """One violation of a schema.

    Attributes:
        path: keys and indexes from the root.
        sentence: message that continues the name of the member, without a full stop.
        missing_key: the required key that is absent; "" for anything else.
    """

    path: KeyPath
    sentence: str
    missing_key: str = ""


def find_document_kind(document: Any) -> DocumentKind | None:
    """Return the file format of a document, by its members, or None if no schema applies."""
    keys = {key.lower() for key, _ in document} if isinstance(document, Members) else set()
    if "icd" in keys:
        return DocumentKind.DRIVER
    if keys >= {"configurator", "layer"}:
        return DocumentKind.DESCRIPTION
    if keys & {"layer", "settings", "settings_array"} or keys >= {"layers", "file_format_version"}:
        is_settings_file = keys & {"settings", "settings_array"} and not keys & {"layer", "layers"}
        return DocumentKind.LOADER_SETTINGS if is_settings_file else DocumentKind.LAYER
    return _find_own_kind(keys) if "format" in keys else None


def _find_own_kind(keys: set[str]) -> DocumentKind:
    """Return which of our own file formats an object with these keys is."""
    if not keys & {"name", "layers"}:
        for member, kind in (("sources", DocumentKind.COLLECTION), ("order", DocumentKind.ORDER)):
            if member in keys:
                return kind
    return DocumentKind.CONFIGURATION


def read_schema(kind: DocumentKind) -> str:
    """Return the text of a file format's JSON schema."""
    return resources.read_resource_text(f"schemas/{kind}.json")


def find_violations(kind: DocumentKind, document: Any) -> tuple[SchemaViolation, ...]:
    """Return where a parsed document violates its schema, in document order."""
    plain_document = _make_plain(document, _MAX_DEPTH)
    violations: dict[SchemaViolation, None] = {}
    for error in _get_validator(kind).iter_errors(plain_document):
        for violation in _list_violations(error):
            violations.setdefault(violation)
            if len(violations) >= _MAX_VIOLATIONS:
                return tuple(violations)
    return tuple(violations)


@cache
def _get_validator(kind: DocumentKind) -> Any:
    """Return the validator of a file format's schema, from a cache."""
    from jsonschema import Draft7Validator

    return Draft7Validator(json.loads(read_schema(kind)))


def _make_plain(value: Any, depth: int) -> Any:
    """Return a JSON value as plain dictionaries and lists.

    Values nested too deeply are left out.
    """
    if isinstance(value, Members):
        members = value.first().items() if depth else ()
        return {key: _make_plain(member, depth - 1) for key, member in members}
    if isinstance(value, list):
        return [_make_plain(member, depth - 1) for member in value] if depth else []
    return value


def _list_violations(error: Any) -> Iterator[SchemaViolation]:
    """Yield an error of jsonschema as violations, one for each unknown or missing key."""
    path = tuple(error.absolute_path)
    if error.validator == "additionalProperties":
        known_keys = error.schema.get("properties", {})
        for key in error.instance:
            if key not in known_keys:
                yield SchemaViolation((*path, key), tr("Unknown member."))
    elif error.validator == "required":
        missing_key = _find_missing(error)
        yield SchemaViolation(path, tr("“{member}” is missing.", member=missing_key), missing_key)
    else:
        yield SchemaViolation(path, _DESCRIBE_BY_KEYWORD[error.validator](error))


def _find_missing(error: Any) -> str:
    """Return the required key that an error of jsonschema is about."""
    # jsonschema names the missing key in its message alone.
    return str(next(key for key in error.validator_value if error.message.startswith(f"'{key}'")))


def _describe_type(error: Any) -> str:
    """Return the sentence for a value of a wrong type."""
    kinds = error.validator_value
    names = [kinds] if isinstance(kinds, str) else kinds
    kind_text = join_choices([_JSON_KINDS[name] for name in names])
    return tr("Must be {kinds}, but is {kind}.", kinds=kind_text, kind=_name_kind(error))


def _describe_enum(error: Any) -> str:
    """Return the sentence for a value that is not one of the allowed values."""
    return tr("Must be one of {values}.", values=", ".join(map(str, error.validator_value)))


def _describe_pattern(error: Any) -> str:
    """Return the sentence for a text that does not match its pattern."""
    return tr(
        "“{value}” does not match {pattern}.",
        value=error.instance,
        pattern=error.validator_value,
    )


def _describe_choice(error: Any) -> str:
    """Return the sentence for an object that none, or more than one, of the alternatives allow."""
    required_keys = [
        key for alternative in error.validator_value for key in alternative.get("required", ())
    ]
    if not required_keys or not isinstance(error.instance, dict):
        return tr("Must not be {kind}.", kind=_name_kind(error))
    keys = ", ".join(required_keys)
    if error.validator == _ONE_OF:
        return tr("Must have exactly one of these members: {keys}.", keys=keys)
    return tr("Must have at least one of these members: {keys}.", keys=keys)


def _describe_limit(error: Any) -> str:
    """Return the sentence for a number or length out of bounds."""
    return _LIMIT_TEXTS[error.validator](error.validator_value)


def _describe_unique(_error: Any) -> str:
    """Return the sentence for a list with duplicates."""
    return tr("Contains duplicates.")


def _name_kind(error: Any) -> str:
    """Return what the wrong JSON value is, in words."""
    return get_json_type_name(error.instance)


_DESCRIBE_BY_KEYWORD = {
    "type": _describe_type,
    "enum": _describe_enum,
    "pattern": _describe_pattern,
    "anyOf": _describe_choice,
    "oneOf": _describe_choice,
    "uniqueItems": _describe_unique,
    **dict.fromkeys(_LIMIT_TEXTS, _describe_limit),
}


LintKind = DocumentKind | Literal[ForeignKind.LAYER_SETTINGS, ForeignKind.LAYER_FILE]


def lint_file(
    file: str,
    content: bytes,
    *,
    kind: LintKind | None = None,
    is_strict: bool = False,
    profile: LoaderProfile = NEWEST_PROFILE,
    host: Host | None = None,
    read_declared_layers: ReadDeclaredLayers = list_no_layers,
) -> tuple[LintProblem, ...]:
    """Return the problems of a file, the worst first.

    Args:
        file: its absolute path.
        content: of the file.
        kind: its format, None to recognize it by the content.
        is_strict: also check the JSON schema.
        profile: the loader whose rules apply.
        host: the machine, None for any.
        read_declared_layers: settings that layers declare, for a layer settings file.
    """
    layer = describe_file(file, content) if kind in (None, ForeignKind.LAYER_FILE) else None
    if layer is not None and (kind or find_kind(file, content)) is ForeignKind.LAYER_FILE:
        return _sort_problems(
            lint_layer_file(file, content, layer, partial(read_sibling_file, file))
        )
    if kind is ForeignKind.LAYER_FILE:
        sentence = tr("Not a settings file for a known layer.")
        return (LintProblem(Severity.ERROR, "not-understood", file, 0, sentence),)
    if kind is ForeignKind.LAYER_SETTINGS or (kind is None and is_layer_settings(file, content)):
        return _sort_problems(
            lint_layer_settings(file, content, read_declared_layers, host or Host.read_current())
        )
    return _sort_problems(_lint_json(file, content, kind, profile, host, is_strict=is_strict))


def _sort_problems(problems: Iterable[LintProblem]) -> tuple[LintProblem, ...]:
    """Return the problems by severity, then line, each once."""
    rank = list(Severity).index
    return tuple(
        sorted(dict.fromkeys(problems), key=lambda problem: (rank(problem.severity), problem.line))
    )


def _lint_json(
    file: str,
    content: bytes,
    kind: DocumentKind | None,
    profile: LoaderProfile,
    host: Host | None,
    *,
    is_strict: bool,
) -> tuple[LintProblem, ...]:
    """Return the problems of a JSON file.

    Args:
        file: its absolute path.
        content: of the file.
        kind: its format, None to recognize it by the content.
        profile: the loader whose rules apply.
        host: the machine, None for any.
        is_strict: also check the JSON schema.
    """
    parsed_json = parse_json(content)
    kind = kind or (None if parsed_json.error else find_document_kind(parsed_json.value))
    if kind is None:
        sentence = _explain_refusal(file, content, parsed_json.error)
        return (LintProblem(Severity.ERROR, "not-understood", file, parsed_json.line, sentence),)
    problems = [
        *_find_engine_problems(file, content, kind, profile, host),
        *_find_parser_problems(file, content, kind),
    ]
    if is_strict and not parsed_json.error:
        reported_lines = {(problem.line, problem.sentence) for problem in problems}
        missing_keys = {
            (problem.line, problem.missing_key) for problem in problems if problem.missing_key
        }
        violations = _find_schema_problems(file, content, kind, parsed_json.value, missing_keys)
        problems += [
            violation
            for violation in violations
            if (violation.line, violation.sentence) not in reported_lines
        ]
    return tuple(problems)


_KINDS_FOUND_BY_NAME = frozenset(
    {DocumentKind.LAYER, DocumentKind.DRIVER}
)  # found by the endings of their names
_OWN_KINDS = frozenset({DocumentKind.CONFIGURATION, DocumentKind.COLLECTION, DocumentKind.ORDER})


def _explain_refusal(file: str, content: bytes, error: Message | str) -> str:
    """Return why a file cannot be checked: invalid JSON, or a format that has no checks."""
    kind = find_kind(file, content)
    if kind is not ForeignKind.UNKNOWN:
        return tr(
            "{kind} cannot be checked; “vkconfig-py config import -n” shows how it would "
            "be imported.",
            kind=capitalise(render_kind(kind)),
        )
    if error and b"\0" in content and not content.startswith(WIDE_ENCODING_MARKS):
        return render(NOT_TEXT)
    return (
        tr("This is not valid JSON: {error}.", error=error) if error else render(_UNKNOWN_DOCUMENT)
    )


def _find_engine_problems(
    file: str, content: bytes, kind: DocumentKind, profile: LoaderProfile, host: Host | None
) -> Iterator[LintProblem]:
    """Yield the problems that the loader would have with a file.

    Args:
        file: its absolute path.
        content: of the file.
        kind: its format.
        profile: the loader whose rules apply.
        host: the machine, None for any.
    """
    if kind in _OWN_KINDS or kind is DocumentKind.DESCRIPTION:
        return
    if kind is not DocumentKind.LOADER_SETTINGS and ":" in file:
        sentence = tr(
            "This path contains a colon, so it cannot be passed to the loader; the file "
            "was not checked."
        )
        yield LintProblem(Severity.NOTE, "not-looked-at", file, 0, sentence)
        return
    checked_path, machine = _make_machine(file, content, kind, profile, host)
    report = discover(machine, profile=profile)
    problems = lint(report, file=checked_path)
    for problem, is_refused in zip(problems, find_refusals(problems, report), strict=True):
        # A machine goes on without what it refuses; who wrote the file wants it to be taken.
        yield _make_finding(problem, file, checked_path, is_refused=is_refused)
    if kind in _KINDS_FOUND_BY_NAME and not is_json(file) and not file.endswith(_TEMPLATE_SUFFIX):
        code = ProblemCode.FILE_NAME_IGNORED
        sentence = tr("{file} does not end in .json: loaders ignore it.", file=get_base_name(file))
        yield LintProblem(get_severity(code), code.value, file, 0, sentence)


def _make_machine(
    file: str, content: bytes, kind: DocumentKind, profile: LoaderProfile, host: Host | None
) -> tuple[str, Host]:
    """Return a machine that has only this file, and the path of the file on it.

    Args:
        file: its absolute path.
        content: of the file.
        kind: its format.
        profile: the loader whose rules apply.
        host: the machine to be like, None for any.
    """
    host = host or Host.read_current()
    kept_variables = {
        name: value for name in _KEPT_VARIABLES if (value := host.environment.get(name)) is not None
    }
    # Without a home, and with a variable that keeps installed drivers out: neither says anything of
    # this file.
    host = host._replace(
        environment={"HOME": _MACHINE_HOME, "VK_DRIVER_FILES": _MACHINE_HOME, **kept_variables},
        overlay=EMPTY_OVERLAY,
        elevated=False,
    )
    checked_path, variables = file if is_json(file) else f"{file}.json", {}
    if kind is DocumentKind.LOADER_SETTINGS:
        checked_path = list_settings_paths(host, profile)[0]
    elif kind is DocumentKind.DRIVER:
        variables = {"VK_DRIVER_FILES": checked_path}
    else:
        is_implicit = _is_implicit(content)
        variables = {"VK_IMPLICIT_LAYER_PATH" if is_implicit else "VK_LAYER_PATH": checked_path}
    overlay = {checked_path: OverlayFile(content, Position.FIRST)}
    return checked_path, host.with_environment(variables.items()).with_overlay(overlay)


def _is_implicit(content: bytes) -> bool:
    """True if a manifest is meant for a folder of implicit layers."""
    # To a loader its folder alone makes a layer implicit; of a single file no folder is known.
    text = content.lower()
    return any(key in text for key in (b'"disable_environment"', b'"enable_environment"'))


def _make_finding(problem: Problem, file: str, location: str, *, is_refused: bool) -> LintProblem:
    """Return a problem of the engine as one of the file.

    `is_refused`: the loader does not use the file. `location`: its path on the engine's machine.
    """
    severity = problem.severity
    if problem.code in _SURROUNDING_CODES:
        severity = Severity.NOTE
    elif is_refused:
        severity = Severity.ERROR
    sentence = f"{problem.title}. {problem.consequence}".replace(location, file)
    sentence = sentence.replace(f"{get_base_name(location)}:", f"{get_base_name(file)}:")
    missing_key = problem.detail if problem.code == Reason.MISSING_KEY else ""
    return LintProblem(severity, problem.code, file, problem.line, sentence, missing_key)


def _find_parser_problems(file: str, content: bytes, kind: DocumentKind) -> Iterator[LintProblem]:
    """Yield the problems that our readers have with a file beyond those of the loader."""
    if kind in (DocumentKind.LAYER, DocumentKind.DESCRIPTION):
        for problem in read_declared(content, file).problems:
            yield LintProblem(
                Severity.WARNING, "declared-settings", file, problem.line, problem.sentence
            )
    if kind is DocumentKind.DESCRIPTION:
        yield from _find_description_problems(file, content)
    if kind in _OWN_KINDS:
        try:
            _PARSER_BY_DOCUMENT_KIND[kind](content)
        except DocumentError as error:
            sentence = f"{strip_full_stop(error.fault)}."
            yield LintProblem(Severity.ERROR, kind.value, file, error.line, sentence)
        yield from _find_repeated_keys(file, content)


def _find_description_problems(file: str, content: bytes) -> Iterator[LintProblem]:
    """Yield what is wrong with a description of a layer's settings beyond its schema."""
    from vkconfig_py.model.problems.lint_description import find_description_faults

    layer = next(iter(read_declared(content).layers), None)
    document = _make_plain(parse_json(content).value, _MAX_DEPTH)
    notes = ReadingNotes(file, partial(find_positions, content))
    for path, sentence in find_description_faults(document, layer):
        notes.add(path, sentence)
    for problem in notes.problems:
        yield LintProblem(Severity.ERROR, "description", file, problem.line, problem.sentence)
    yield from _find_repeated_keys(file, content)


def _find_repeated_keys(file: str, content: bytes) -> Iterator[LintProblem]:
    """Yield a problem for each key that stands twice in an object."""
    root = parse_json(content).value
    if not isinstance(root, Members):
        return
    positions = find_positions(content)
    code = ProblemCode.REPEATED_KEY
    for path in islice(find_repeated_key_places(root), MAX_REPEATED_KEYS):
        sentence = tr("“{key}” appears twice; the last value applies.", key=path[-1])
        yield LintProblem(
            get_severity(code), code.value, file, positions.find_line(*path), sentence
        )


_PARSER_BY_DOCUMENT_KIND: dict[DocumentKind, Callable[[bytes], object]] = {
    DocumentKind.CONFIGURATION: partial(parse_configuration, "key"),
    DocumentKind.COLLECTION: parse_collection,
    DocumentKind.ORDER: parse_document,
}


def _find_schema_problems(
    file: str,
    content: bytes,
    kind: DocumentKind,
    value: Any,
    missing_keys: Container[tuple[int, str]],
) -> Iterator[LintProblem]:
    """Yield the violations of the file's JSON schema.

    Args:
        file: its absolute path.
        content: of the file.
        kind: its format.
        value: the parsed content.
        missing_keys: line and name of keys whose absence the engine reports already.
    """
    violations = find_violations(kind, value)
    if not violations:
        return  # lines of a large manifest take a second to find
    is_json_object = isinstance(value, Members)
    notes = ReadingNotes(file, partial(find_positions, content) if is_json_object else Positions)
    for violation in violations:
        if (notes.find_line(violation.path), violation.missing_key) not in missing_keys:
            notes.add(violation.path, violation.sentence)
    for problem in notes.problems:
        yield LintProblem(Severity.WARNING, "schema", file, problem.line, problem.sentence)


def render_sarif(findings: Sequence[LintProblem]) -> str:
    """Return problems in the Static Analysis Results Interchange Format (OASIS SARIF) 2.1.0."""
    codes = sorted({finding.code for finding in findings})
    driver = {
        "name": "vkconfig-py",
        "version": __version__,
        "rules": [_make_sarif_rule(code) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_make_sarif_result(finding, codes) for finding in findings],
    }
    document = {"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(document, indent=2, ensure_ascii=True) + "\n"


def _make_sarif_rule(code: str) -> dict[str, object]:
    """Return a SARIF rule, with the title that code hosts require."""
    title = code.replace("-", " ").capitalize()
    return {"id": code, "shortDescription": {"text": f"{title}."}}


def _make_sarif_result(finding: LintProblem, codes: list[str]) -> dict[str, object]:
    """Return a problem as a SARIF result. `codes`: of all rules, in order."""
    physical_location: dict[str, object] = {
        "artifactLocation": {"uri": Path(finding.file).as_uri()}
    }
    if finding.line:
        physical_location["region"] = {"startLine": finding.line}
    return {
        "ruleId": finding.code,
        "ruleIndex": codes.index(finding.code),
        "level": _SARIF_LEVELS[finding.severity],
        "message": {"text": escape_surrogates(finding.sentence)},
        "locations": [{"physicalLocation": physical_location}],
    }
