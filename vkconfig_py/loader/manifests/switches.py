"""Fields of a manifest that crash some loaders: variables of implicit layers, and versions.

Follows loader.c, loader_read_layer_json; loader_make_version.
"""

from __future__ import annotations

from vkconfig_py.language.sentences import message
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.base.verdicts import Reason
from vkconfig_py.loader.json.decode import Members, elements
from vkconfig_py.loader.manifests.reader import Dialect, FieldError, Fields

NO_SWITCHES = (None, None, None)


def read_switches(
    fields: Fields, dialect: Dialect
) -> tuple[tuple[str, str] | None, str, str | None]:
    """Return the enable and disable variables of an implicit layer (LLP_LAYER_9).

    The last is the value that the disable variable must have, None for any.
    """
    if not fields.has("disable_environment"):
        raise FieldError(Reason.MISSING_KEY, "disable_environment")
    # Only the first member is read.
    disable = fields.first_pair("disable_environment")
    if disable is None:
        crashes = _pair_crashes(fields.raw("disable_environment"), dialect, not dialect.new_json)
        raise FieldError(
            Reason.CRASHES_ALL if crashes else Reason.BAD_VALUE,
            "disable_environment",
            message('"disable_environment" names no variable'),
        )
    enable = fields.first_pair("enable_environment")
    if enable is None and fields.has("enable_environment"):
        value = fields.raw("enable_environment")
        crashes = _pair_crashes(value, dialect, dialect.enable_text_crashes)
        if crashes or (not dialect.values_printed_whole and not list(elements(value))):
            raise FieldError(
                Reason.CRASHES_ALL,
                "enable_environment",
                message('"enable_environment" names no variable'),
            )
    # In most releases the value of the disable variable is irrelevant: its presence decides.
    return enable, disable[0], disable[1] if dialect.value_switches_off else None


def names_no_switch(fields: Fields, dialect: Dialect) -> bool:
    """Return whether disable_environment is there and holds nothing; where that is fatal, raise."""
    if not fields.has("disable_environment"):
        return False
    is_empty = not list(elements(fields.raw("disable_environment")))
    if is_empty and dialect.empty_switch_crashes:
        raise FieldError(Reason.CRASHES_ALL, "disable_environment")
    return is_empty


def _pair_crashes(value: Any, dialect: Dialect, text_crashes: bool) -> bool:
    """Return whether a loader crashes on a first element that is no name with a string.

    The oldest loaders treat any element as one, later ones a string without a name.
    """
    first = next(iter(elements(value)), None)
    if not dialect.values_printed_whole:
        return bool(list(elements(value)))
    without_name = isinstance(value, list) and not isinstance(value, Members)
    return text_crashes and without_name and isinstance(first, str)


def check_dots(text: str, key: str) -> None:
    """Refuse a version whose third part a loader with Gate.TWO_DOTS looks for in vain."""
    if text.count(".") < 2:
        raise FieldError(
            Reason.CRASHES_ALL, key, message('"{key}" has fewer than two dots', key=key)
        )
