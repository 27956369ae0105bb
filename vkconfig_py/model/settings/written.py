"""What is written of a value that a configuration keeps: never what the layer does not allow.

Such values come from files of other programs, from hand, or from another copy of the layer. They
are kept and shown with the reason; programs do not get them.
"""

from __future__ import annotations

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.settings.checking import check_value
from vkconfig_py.model.settings.declared import Setting, SettingType, Value
from vkconfig_py.model.settings.flags import repaired
from vkconfig_py.model.settings.values import is_default


class Written(NamedTuple):
    """What is written.

    Attributes:
        value: of flags those that the layer knows.
        reason: why that is not all of the value, a sentence, or "".
        is_none: nothing of it is written.
    """

    value: Value
    reason: str = ""
    is_none: bool = False


def written_value(setting: Setting, value: Value) -> Written:
    """Return what is written of a value; a default is the layer's own affair."""
    if is_default(setting, value):
        return Written(value)
    known = repaired(setting, value) if setting.type is SettingType.FLAGS else value
    if invalid := check_value(setting, known):
        return Written(value, invalid.reason, is_none=True)
    left_out = None if known == value else check_value(setting, value)
    return Written(known, left_out.reason if left_out else "")
