"""Decides which implicit layers are enabled, which drivers are kept and what filters match.

Glob lists follow loader_environment.c, parse_generic_filter_environment_var and
parse_layers_disable_filter_environment_var. Names and patterns are folded byte by byte, as C
tolower does.

Theory of operation. loader_implicit_layer_is_enabled decides in this order, which is observable:
the enable variable; the enable filter, which overrides it; the disable filter, which returns early;
the disable variable, which overrides both; the components of the active override, which override
everything. Explicit layers have no enable or disable variables: `ordering` adds them when they are
named. Documented in LoaderLayerInterface, "Implicit Layers" and "Override
Meta-Layer", and LoaderInterfaceArchitecture, "Filter Environment Variable Behaviors".

Drivers follow loader.c, loader_icd_scan; LoaderDriverInterface, "Driver Discovery".
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, auto

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Outcome, Reason
from vkconfig_py.loader.files.library_search import LibraryCheck
from vkconfig_py.loader.manifests.driver import DRIVER_ENTRY_POINTS, DriverManifest
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.manifests.reader import Failure
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, Gate, LoaderProfile
from vkconfig_py.loader.rules.loader_report import Decision, decide_failure, decide_refused_library

LAYERS_ENABLE_VARIABLE = "VK_LOADER_LAYERS_ENABLE"
LAYERS_DISABLE_VARIABLE = "VK_LOADER_LAYERS_DISABLE"
LAYERS_ALLOW_VARIABLE = "VK_LOADER_LAYERS_ALLOW"
DRIVERS_SELECT_VARIABLE = "VK_LOADER_DRIVERS_SELECT"
DRIVERS_DISABLE_VARIABLE = "VK_LOADER_DRIVERS_DISABLE"
DRIVER_FILTERS = {
    Reason.DRIVER_SELECT_FILTER: DRIVERS_SELECT_VARIABLE,
    Reason.DRIVER_DISABLE_FILTER: DRIVERS_DISABLE_VARIABLE,
}

# MAX_ADDITIONAL_FILTERS: size of a C array; further tokens are ignored.
_MAX_TOKENS = 16
# VK_MAX_EXTENSION_NAME_SIZE without its final zero byte.
_MAX_BODY_LENGTH = 255
# "*" and "**" contain no text: determine_filter_type treats them as ~all~.
_MATCH_ALL = ("~all~", "*", "**")
_LOWER_CASE_TABLE = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


class _TokenKind(Enum):
    SPECIAL = auto()
    SUBSTRING = auto()
    SUFFIX = auto()
    PREFIX = auto()
    EXACT = auto()


_OLD_SHORT_GLOBS = {"*": (_TokenKind.PREFIX, ""), "**": (_TokenKind.SUFFIX, "*")}


class Token(NamedTuple):
    """One pattern of a filter.

    Attributes:
        text: as written.
        body: compared part: lower case, truncated.
        length: what is compared with the length of a name; a longer pattern never matches.
    """

    text: str
    kind: _TokenKind
    body: str
    length: int

    def matches(self, folded_text: str) -> bool:
        """Return whether a pattern matches a name in lower case."""
        # Lengths are compared before texts.
        if self.length > len(folded_text):
            return False
        token_kind = self.kind
        if token_kind is _TokenKind.EXACT:
            return self.body == folded_text
        if token_kind is _TokenKind.PREFIX:
            return folded_text.startswith(self.body)
        if token_kind is _TokenKind.SUBSTRING:
            return self.body in folded_text
        if token_kind is _TokenKind.SUFFIX:
            return folded_text.endswith(self.body)
        # In the other filters ~implicit~ and ~explicit~ match nothing.
        return self.body in _MATCH_ALL


class Filter(NamedTuple):
    """Parsed value of one filter variable.

    Attributes:
        all_layers, all_implicit, all_explicit: the special token of VK_LOADER_LAYERS_DISABLE
            that is set, as written, or "".
        ignored_tokens: tokens after the sixteenth, which the loader ignores.
    """

    variable: str
    tokens: tuple[Token, ...] = ()
    all_layers_token: str = ""
    all_implicit_token: str = ""
    all_explicit_token: str = ""
    ignored_tokens: tuple[str, ...] = ()

    def find_match(self, name: str) -> str:
        """Return the pattern, as written, that matches a layer or file name, or "" if none does."""
        if not self.tokens:
            return ""
        folded_text = fold_case(name)
        for token in self.tokens:
            if token.matches(folded_text):
                return token.text
        return ""

    def find_layer_match(self, name: str, is_implicit: bool) -> str:
        """Return the pattern that disables a layer, ~implicit~ and the like included, or ""."""
        # ~implicit~ and ~explicit~ are tokens of VK_LOADER_LAYERS_DISABLE alone.
        kind_token = self.all_implicit_token if is_implicit else self.all_explicit_token
        return self.all_layers_token or kind_token or self.find_match(name)

    def split_tokens(self) -> Iterator[tuple[str, Filter]]:
        """Yield each pattern that counts, as written, and a filter with only this pattern."""
        for text in (self.all_layers_token, self.all_implicit_token, self.all_explicit_token):
            if text:
                yield (
                    text,
                    Filter(
                        self.variable,
                        (),
                        text if text == self.all_layers_token else "",
                        text if text == self.all_implicit_token else "",
                        text if text == self.all_explicit_token else "",
                    ),
                )
        for token in self.tokens:
            yield token.text, Filter(self.variable, (token,))


class LayerFilters(NamedTuple):
    """The three filters for layers."""

    enable: Filter
    disable: Filter
    allow: Filter

    def find_disabling_token(self, name: str, is_implicit: bool) -> str:
        """Return the pattern of the disable filter that matches a layer, or "".

        "" also if the allow filter lets the layer load.
        """
        # loader_environment.c, parse_layer_environment_var_filters.
        # VK_LOADER_LAYERS_ALLOW only exempts: a layer that nothing disables is not turned on by it.
        token = self.disable.find_layer_match(name, is_implicit)
        return "" if token and self.allow.find_match(name) else token

    def find_hiding_token(self, name: str, is_implicit: bool) -> str:
        """Return the pattern that removes a layer from every list, or "".

        Follows loader_layer_is_available.
        """
        # A layer that the enable filter names stays listed although the disable filter matches it.
        token = self.find_disabling_token(name, is_implicit)
        return "" if token and self.enable.find_match(name) else token

    @property
    def are_empty(self) -> bool:
        """Return whether the filters cannot change anything."""
        # VK_LOADER_LAYERS_ALLOW alone changes nothing: it exempts from the disable filter.
        disable = self.disable
        return not (
            self.enable.tokens
            or disable.tokens
            or disable.all_layers_token
            or disable.all_implicit_token
            or disable.all_explicit_token
        )


def fold_case(text: str) -> str:
    """Fold like C tolower in the C locale: ASCII only."""
    return text.lower() if text.isascii() else text.translate(_LOWER_CASE_TABLE)


def read_layer_filters(host: Host, profile: LoaderProfile) -> LayerFilters:
    """Read the filters VK_LOADER_LAYERS_ENABLE, _DISABLE and _ALLOW that this loader knows."""
    # It came with 1.3.262, the other two with 1.3.234.
    allow = profile.has(Gate.LAYERS_ALLOW)
    return LayerFilters(
        _read_filter(host, profile, LAYERS_ENABLE_VARIABLE),
        _read_filter(host, profile, LAYERS_DISABLE_VARIABLE),
        _read_filter(host, profile, LAYERS_ALLOW_VARIABLE)
        if allow
        else Filter(LAYERS_ALLOW_VARIABLE),
    )


def read_driver_filters(host: Host, profile: LoaderProfile) -> tuple[Filter, Filter]:
    """Read the filters VK_LOADER_DRIVERS_SELECT and VK_LOADER_DRIVERS_DISABLE."""
    return _read_filter(host, profile, DRIVERS_SELECT_VARIABLE), _read_filter(
        host, profile, DRIVERS_DISABLE_VARIABLE
    )


def find_driver_refusal(file: str, select: Filter, disable: Filter) -> tuple[Filter, str] | None:
    """Return the filter that hides a driver, and its pattern or the driver's name, else None."""
    # Patterns for drivers see the manifest's file name, without its folder (loader_icd_scan).
    name = get_base_name(file)
    selected = select.find_match(name)
    disabled = disable.find_match(name)
    if disabled and not selected:
        return disable, disabled
    # A select filter without a match hides every driver; one that is empty or unset hides none.
    return (select, name) if select.tokens and not selected else None


def _read_filter(host: Host, profile: LoaderProfile, variable: str) -> Filter:
    """Return the filter in a variable, without patterns if it is unset or the loader has none."""
    # loader_secure_getenv: an elevated process has no filters at all.
    value = host.secure_getenv(variable)
    # A variable that is set and empty is no filter.
    if not value or not profile.has(Gate.FILTERS):
        return Filter(variable)
    return parse_filter(variable, value, profile)


def parse_filter(variable: str, value: str, profile: LoaderProfile = NEWEST_PROFILE) -> Filter:
    """Parse the patterns in the value of a filter variable."""
    # loader_environment.c, parse_generic_filter_environment_var.
    tokens: list[Token] = []
    specials: dict[str, str] = {}
    takes_specials = variable == LAYERS_DISABLE_VARIABLE
    # strtok skips empty parts, so ",,a" has one token.
    parts = [part for part in value.split(",") if part]
    for index, part in enumerate(parts):
        if len(tokens) == _MAX_TOKENS:
            ignored = tuple(parts[index:])
            break
        token = _parse_token(part, profile)
        # Special tokens do not count towards the sixteen; the first spelling is reported.
        if takes_specials and token.kind is _TokenKind.SPECIAL:
            specials.setdefault("~all~" if token.body in _MATCH_ALL else token.body, part)
        else:
            tokens.append(token)
    else:
        ignored = ()
    return Filter(
        variable,
        tuple(tokens),
        specials.get("~all~", ""),
        specials.get("~implicit~", ""),
        specials.get("~explicit~", ""),
        ignored,
    )


def add_name(name: str, value: str) -> str | None:
    """Return a filter's value with this exact name added, or None if it cannot be expressed.

    It becomes the first token, so that it is among the sixteen effective ones.
    """
    # The grammar has no escapes: a comma parts, a tilde in front or an asterisk makes another form.
    token = _parse_token(name, NEWEST_PROFILE) if name and "," not in name else None
    if token is None or token.kind is not _TokenKind.EXACT or len(name) > _MAX_BODY_LENGTH:
        return None
    return f"{name},{value}" if value else name


def remove_matching(variable: str, value: str, name: str, profile: LoaderProfile) -> str:
    """Return a filter's value without the patterns that match a name."""
    parts = [part for part in value.split(",") if part]
    return ",".join(
        part
        for part in parts
        if not parse_filter(variable, part, profile).find_layer_match(name, is_implicit=False)
    )


def _parse_token(text: str, profile: LoaderProfile) -> Token:
    """Return how the loader understands one pattern of a filter."""
    folded_text = fold_case(text)
    starts_with_star, ends_with_star = folded_text.startswith("*"), folded_text.endswith("*")
    if ends_with_star and len(folded_text) <= 2 and not profile.has(Gate.SHORT_GLOBS):
        # "**" and "x*" are literal text. The end is looked at twice: "*" is a prefix of no
        # letters, "**" ends in an asterisk, and "x*" is a whole name.
        token_kind, body = _OLD_SHORT_GLOBS.get(folded_text, (_TokenKind.EXACT, folded_text))
    # Anything that begins with a tilde is special, so "~typo~" is a pattern that matches nothing.
    elif folded_text.startswith("~") or folded_text in ("*", "**"):
        token_kind, body = _TokenKind.SPECIAL, folded_text
    elif starts_with_star and ends_with_star:
        token_kind, body = _TokenKind.SUBSTRING, folded_text[1:-1]
    elif starts_with_star:
        token_kind, body = _TokenKind.SUFFIX, folded_text[1:]
    elif ends_with_star:
        token_kind, body = _TokenKind.PREFIX, folded_text[:-1]
    else:
        token_kind, body = _TokenKind.EXACT, folded_text
    # Truncated after classification, like the C buffer: a long pattern keeps its form.
    compared_part = body[:_MAX_BODY_LENGTH]
    return Token(
        text,
        token_kind,
        compared_part,
        len(compared_part if profile.has(Gate.PATTERNS_CUT) else body),
    )


class Switch(NamedTuple):
    """Whether a layer is enabled, and why.

    Attributes:
        detail: deciding variable or filter token.
    """

    is_on: bool
    reason: Reason
    detail: str = ""


def list_switch_variables(host: Host, profile: LoaderProfile) -> Mapping[str, str]:
    """Return the variables that may turn implicit layers on or off.

    As plain getenv: elevated processes see them, too.
    """
    gate = Gate.SWITCHES_SECURE if host.windows is None else Gate.WINDOWS_SWITCHES_SECURE
    if host.hides_variables and profile.has(gate):
        return {}
    return host.environment


class ActivationInputs(NamedTuple):
    """Inputs of the decision besides the layer.

    Attributes:
        environment: see switch_environment.
        override_components: component list of the active override, empty while scanning.
    """

    environment: Mapping[str, str]
    filters: LayerFilters
    override_components: frozenset[str] = frozenset()


def decide_implicit(layer: LayerManifest, inputs: ActivationInputs) -> Switch:
    """Decide whether an implicit layer is enabled without being requested by name.

    Follows loader_implicit_layer_is_enabled, early return included.
    """
    switch = _decide_by_variable(layer, inputs.environment)
    filters = inputs.filters
    # Most machines set no filter, and this runs for every implicit layer of every report.
    if not filters.are_empty:
        enabling_token = filters.enable.find_match(layer.name)
        # It replaces the enable variable; the disable variable below is still checked.
        if enabling_token:
            if not switch.is_on:
                switch = Switch(True, Reason.ENABLE_FILTER, enabling_token)
        elif switch.is_on:
            disabling_token = filters.find_disabling_token(layer.name, is_implicit=True)
            if disabling_token:
                # The only early return: neither disable variable nor override is checked.
                return Switch(False, Reason.DISABLE_FILTER, disabling_token)
    disable = layer.disable_environment
    # Presence alone counts, whatever its value; for some releases that of the manifest.
    value = None if disable is None else inputs.environment.get(disable)
    if disable is not None and value is not None and layer.disable_value in (None, value):
        switch = Switch(False, Reason.DISABLE_VARIABLE, disable)
    if layer.expires:
        is_expired = _is_date_past(layer.expires)
        switch = Switch(not is_expired, Reason.EXPIRED if is_expired else Reason.IMPLICIT_ALWAYS)
    # Checked last: a component of the active override is on, whatever its variables say.
    if not switch.is_on and layer.name in inputs.override_components:
        return Switch(True, Reason.OVERRIDE_COMPONENT)
    return switch


def _is_date_past(date: tuple[int, ...]) -> bool:
    """Return whether a date (year, month, day, hour, minute) has come in local time."""
    year, month, day, hour, minute = date
    saving = time.localtime().tm_isdst
    try:
        return time.time() >= time.mktime((year, month, day, hour, minute, 0, 0, 0, saving))
    except OverflowError:  # mktime returns -1, long ago
        return True


def _decide_by_variable(layer: LayerManifest, environment: Mapping[str, str]) -> Switch:
    """Decide whether the enable variable of an implicit layer leaves it on."""
    # No enable_environment: enabled unless something below disables it.
    if layer.enable_environment is None:
        return Switch(True, Reason.IMPLICIT_ALWAYS)
    name, required = layer.enable_environment
    # loader_getenv, not loader_secure_getenv: also effective in elevated processes.
    value = environment.get(name)
    if value is None:
        return Switch(False, Reason.ENABLE_VARIABLE_UNSET, name)
    # strcmp, to the byte: "1 " and "true" are other values than "1".
    if value == required:
        return Switch(True, Reason.ENABLE_VARIABLE, name)
    return Switch(False, Reason.ENABLE_VARIABLE_OTHER_VALUE, name)


class DriverRules(NamedTuple):
    """Inputs of the decision about a driver besides its manifest.

    Attributes:
        opens_program: for a manifest that it cannot read, the loader opens the program, which is
            linked with the loader.
    """

    select: Filter
    disable: Filter
    hides_portability: bool
    check_library: LibraryCheck
    opens_program: bool = False


class DecidedDriver(NamedTuple):
    """A driver manifest with the loader's decision."""

    file: str
    parsed: DriverManifest | Failure
    decision: Decision


def decide_drivers(
    files: Sequence[tuple[str, DriverManifest | Failure]], rules: DriverRules
) -> tuple[DecidedDriver, ...]:
    """Decide for each driver manifest, in scan order, whether the driver loads."""
    # loader.c, loader_icd_scan.
    return tuple(
        DecidedDriver(
            file,
            parsed_manifest,
            _decide_unread_driver(file, parsed_manifest, rules)
            if isinstance(parsed_manifest, Failure)
            else _decide_driver(file, parsed_manifest, rules),
        )
        for file, parsed_manifest in files
    )


def _decide_unread_driver(file: str, failure: Failure, rules: DriverRules) -> Decision:
    """Decide about a driver whose manifest the loader refuses."""
    is_unread = failure.reason in (Reason.UNREADABLE, Reason.INVALID_JSON) and not failure.is_abort
    is_opened = (
        rules.opens_program and find_driver_refusal(file, rules.select, rules.disable) is None
    )
    if is_unread and is_opened:
        # The program is asked like a driver, and its functions are those of the loader.
        return Decision(Outcome.FAILS, Reason.PROGRAM_AS_DRIVER, failure.detail, file)
    return decide_failure(failure)


def _decide_driver(file: str, driver: DriverManifest, rules: DriverRules) -> Decision:
    """Decide whether a driver with a valid manifest loads."""
    # Checked first: a portability driver that a filter selects is still skipped without the flag.
    if driver.portability and rules.hides_portability:
        key = "is_portability_driver"
        return Decision(Outcome.OFF, Reason.PORTABILITY, key, key_path=("ICD", key))
    # By file name, before the library is opened (loader_icd_scan).
    refused = find_driver_refusal(file, rules.select, rules.disable)
    if refused is not None:
        selects = refused[0] is rules.select
        reason = Reason.DRIVER_SELECT_FILTER if selects else Reason.DRIVER_DISABLE_FILTER
        return Decision(Outcome.OFF, reason, refused[1])
    # loader_scanned_icd_add: where dlopen fails, the next driver is tried.
    state = rules.check_library(driver.library, DRIVER_ENTRY_POINTS)
    if state.is_found:
        return Decision(Outcome.LOADS, Reason.KEPT)
    # A bare file name is left to the dynamic linker, which knows the program's RPATH.
    if state.reason == "unknown":
        return Decision(Outcome.UNKNOWN, Reason.LIBRARY_UNKNOWN, driver.library)
    outcome, reason, detail = decide_refused_library(
        state, driver.library, Reason.DRIVER_WITHOUT_ENTRY_POINT
    )
    if reason is Reason.LIBRARY_CUT_SHORT:
        outcome = Outcome.FAILS  # opening it blocks every search for drivers
    return Decision(outcome, reason, detail, key_path=("ICD", "library_path"))
