"""Strategies for everything that a document of ours can say."""

from __future__ import annotations

from hypothesis import strategies as st

from vkconfig_py.model.configuration.configuration import (
    AddedDriver,
    Configuration,
    DeviceChoice,
    DeviceEntry,
    DeviceMode,
    DeviceSelectionMethod,
    DriverControl,
    DriverEntry,
    LayerControl,
    LayerEntry,
    ListItem,
    OptionSet,
    ProgramEntry,
    ProgramOptions,
    SettingType,
    SettingValue,
    Target,
    Variable,
)
from vkconfig_py.model.configuration.workspace import CollectionSource

TEXT = st.text(max_size=12)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)  # no number of JSON
    | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
MEMBERS = (*(name for name in Configuration._fields if name != "extra"), "format")


def tuples(of: st.SearchStrategy, most: int = 3) -> st.SearchStrategy:
    return st.lists(of, max_size=most).map(tuple)


def extra(*kinds: type) -> st.SearchStrategy:
    """Members that none of these kinds has."""
    known = {"format", *(name for kind in kinds for name in kind._fields)} - {"extra"}
    names = TEXT.filter(lambda name: name not in known)
    return st.dictionaries(names, JSON, max_size=2).map(lambda members: tuple(members.items()))


def _some_extra(kind: type) -> st.SearchStrategy:
    return st.just(()) | st.just((("later", ["x", None]),)) | extra(kind)


BY_TYPE = {
    **dict.fromkeys(SettingType, TEXT),
    SettingType.GROUP: st.none(),
    SettingType.BOOL: st.booleans(),
    SettingType.BOOL_NUMERIC: st.booleans(),
    SettingType.INT: st.integers(),
    SettingType.FLOAT: st.floats(allow_nan=False, allow_infinity=False),
    SettingType.FLAGS: tuples(TEXT),
    SettingType.LIST: tuples(
        st.builds(ListItem, TEXT | st.integers(), st.booleans(), _some_extra(ListItem))
    ),
}
SETTINGS = st.sampled_from(SettingType).flatmap(
    lambda kind: st.builds(
        SettingValue, TEXT, st.just(kind), BY_TYPE[kind], _some_extra(SettingValue)
    )
)
LAYERS = st.builds(
    LayerEntry,
    name=TEXT,
    control=st.sampled_from(LayerControl),
    placed=st.booleans(),
    manifest=TEXT,
    copy=TEXT,
    settings=tuples(SETTINGS),
    writes_settings=st.booleans(),
    extra=_some_extra(LayerEntry),
)
DEVICES = st.builds(
    DeviceEntry,
    TEXT,
    TEXT,
    TEXT,
    *(st.integers(0, 2**32 - 1), TEXT, TEXT, st.integers(0, 9), TEXT),
    *(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), TEXT, _some_extra(DeviceEntry)),
)
TARGETS = st.builds(
    Target, TEXT, tuples(TEXT), TEXT, TEXT, TEXT, st.booleans(), _some_extra(Target)
)
VARIABLES = st.builds(Variable, TEXT, st.none() | TEXT, _some_extra(Variable))
OPTION_SETS = st.builds(
    OptionSet, TEXT, tuples(TEXT), TEXT, tuples(VARIABLES), TEXT, st.booleans(),
    _some_extra(OptionSet),
)  # fmt: skip
OPTIONS = tuples(st.builds(ProgramOptions, TEXT, tuples(OPTION_SETS), _some_extra(ProgramOptions)))
CONFIGURATIONS = st.builds(
    Configuration,
    key=st.just("one"),
    name=TEXT,
    layers=tuples(LAYERS, 4),
    drivers=tuples(
        st.builds(DriverEntry, TEXT, st.sampled_from(DriverControl), _some_extra(DriverEntry))
    ),
    sources=tuples(TEXT),
    environment=tuples(st.builds(Variable, TEXT, st.none() | TEXT, _some_extra(Variable))),
    target=TARGETS,
    loader_log=tuples(TEXT, 2),
    implicit_sources=tuples(TEXT),
    programs=tuples(st.builds(ProgramEntry, TEXT, st.booleans(), _some_extra(ProgramEntry))),
    added_drivers=tuples(st.builds(AddedDriver, TEXT, st.booleans(), _some_extra(AddedDriver))),
    devices=st.builds(
        DeviceChoice,
        st.sampled_from(DeviceMode),
        tuples(DEVICES),
        tuples(DEVICES),
        st.sampled_from(DeviceSelectionMethod),
        _some_extra(DeviceChoice),
    ),
    settings_file=TEXT,
    platforms=tuples(TEXT),
    built_in=st.just(0),
    extra=extra(Configuration),
)
SOURCES = tuples(
    st.builds(
        CollectionSource,
        TEXT,
        st.booleans(),
        st.booleans(),
        tuples(TEXT),
        st.booleans(),
        _some_extra(CollectionSource),
    )
)
