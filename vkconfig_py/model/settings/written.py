"""What is written of a value that a configuration keeps: never what layers would not read as it.

Such values come from files of other programs, from hand, or from another copy of the layer. They
are kept and shown with the reason; programs do not get them. The page, plans and every writer ask
here. Of several entries those that cannot be written are left out, and the rest is written.
"""

from __future__ import annotations

import re

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.settings.checking import check_value, entry_problem
from vkconfig_py.model.settings.declared import (
    DeclaredLayer,
    ListItem,
    Setting,
    SettingType,
    Value,
)
from vkconfig_py.model.settings.encoding import (
    Carrier,
    Refused,
    encode,
    entry_refusal,
    path_separator,
    written_items,
)
from vkconfig_py.model.settings.flags import repaired
from vkconfig_py.model.settings.names import layer_key, settable_variables
from vkconfig_py.model.settings.path_variables import PathVariables
from vkconfig_py.model.settings.paths import expand_value
from vkconfig_py.model.settings.values import is_default

_NAME = re.compile(r"[^\s#=.][^\s#=]*")
_MOST_NAMED = 3  # reasons; of more the number is told


class Written(NamedTuple):
    """What is written.

    Attributes:
        value: of flags and lists those entries that the layer knows; paths without variables.
        reason: why that is not all of the value, a sentence, or "".
        is_none: nothing of it is written.
    """

    value: Value
    reason: str = ""
    is_none: bool = False


class Carried(NamedTuple):
    """The text by which a layer gets a value.

    Attributes:
        text: "" if it cannot be written.
        refused: why it cannot be written, a sentence, or "".
        left_out: why not all of the value is written, a sentence, or "".
    """

    text: str = ""
    refused: str = ""
    left_out: str = ""


def written_value(setting: Setting, value: Value, paths: PathVariables | None = None) -> Written:
    """Return what is written of a value, whatever carries it.

    Args:
        setting: as the layer declares it.
        value: as it is kept; a default is the layer's own affair, but for variables in paths.
        paths: what variables stand for; None leaves paths as they are kept.
    """
    if isinstance(value, str):
        value, problem = expand_value(setting, value, paths)
        if problem:
            return Written(value, problem, is_none=True)
    if is_default(setting, value):
        return Written(value)
    known = _known(setting, value)
    if invalid := check_value(setting, known):
        return Written(value, invalid.reason, is_none=True)
    if not isinstance(value, tuple) or not isinstance(known, tuple):
        return Written(known)
    wanted, left = written_items(value), written_items(known)
    return Written(known, _left_out(setting, value, wanted, left), bool(wanted) and not left)


def carry(
    declared: DeclaredLayer,
    setting: Setting,
    value: Value,
    carrier: Carrier,
    platform: str,
    paths: PathVariables | None = None,
) -> Carried:
    """Return the text by which a layer gets a value, or why there is none."""
    if not _NAME.fullmatch(setting.key) or not _NAME.fullmatch(layer_key(declared.name)):
        return Carried(refused="Its name cannot stand before the “=”.")
    if carrier is Carrier.VARIABLE and not settable_variables(declared, setting):
        return Carried(refused="The layer reads no variable for it.")
    written = written_value(setting, value, paths)
    if written.is_none:
        return Carried(refused=written.reason)
    separator = path_separator(platform)
    fitting, reason = _fitting(written.value, separator, carrier)
    if reason and not fitting:
        return Carried(refused=reason)
    text = encode(setting, fitting, separator, carrier)
    if isinstance(text, Refused):
        return Carried(refused=text.reason)
    return Carried(text, left_out=" ".join(filter(None, (written.reason, reason))))


def _left_out(
    setting: Setting, value: Value, wanted: tuple[str, ...], left: tuple[str, ...]
) -> str:
    """Return why not all of several entries are written, sentences, or ""."""
    if wanted == left:
        return ""
    problems = [entry_problem(setting, one) for one in wanted]
    invalid = check_value(setting, value)
    return _joined([one for one in problems if one]) or (invalid.reason if invalid else "")


def _known(setting: Setting, value: Value) -> Value:
    """Return a value without the entries that the layer does not allow."""
    if setting.type is not SettingType.LIST or not isinstance(value, tuple):
        return repaired(setting, value) if setting.type is SettingType.FLAGS else value
    kept: dict[str, ListItem] = {}
    for one in value:
        if isinstance(one, ListItem) and not entry_problem(setting, str(one.value)):
            kept.setdefault(str(one.value), one)
    return tuple(kept.values())


def _fitting(value: Value, separator: str, carrier: Carrier) -> tuple[Value, str]:
    """Return a value with those of its entries that can be written, and why others cannot."""
    if not isinstance(value, tuple):
        return value, ""
    wrong = {one: entry_refusal(one, separator, carrier) for one in written_items(value)}
    reasons = [reason for reason in wrong.values() if reason]
    if not reasons:
        return value, ""
    kept = tuple(one for one in written_items(value) if not wrong[one])
    if value and isinstance(value[0], ListItem):
        return tuple(ListItem(one) for one in kept), _joined(reasons)
    return kept, _joined(reasons)


def _joined(reasons: list[str]) -> str:
    named = " ".join(reasons[:_MOST_NAMED])
    more = len(reasons) - _MOST_NAMED
    return f"{named} So it is with {more} more." if more > 0 else named
