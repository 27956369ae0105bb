"""Glob lists of the VK_LOADER_* variables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.loader.machine import NEW, OLD
from tests.loader.profiles.test_profile_layers import around
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.activation import (
    LAYERS_ALLOW_VARIABLE,
    LAYERS_DISABLE_VARIABLE,
    LAYERS_ENABLE_VARIABLE,
    fold_case,
    parse_filter,
    read_driver_filters,
    read_layer_filters,
)


@pytest.mark.parametrize(
    ("value", "name", "token"),
    [
        ("VK_LAYER_a", "VK_LAYER_a", "VK_LAYER_a"),
        ("vk_layer_A", "VK_LAYER_a", "vk_layer_A"),
        ("VK_LAYER_a", "VK_LAYER_ab", ""),
        ("VK_*", "VK_LAYER_a", "VK_*"),
        ("*_a", "VK_LAYER_a", "*_a"),
        ("*layer*", "VK_LAYER_a", "*layer*"),
        ("V*", "VK_LAYER_a", "V*"),
        ("*", "VK_LAYER_a", "*"),
        ("**", "VK_LAYER_a", "**"),
        ("***", "VK_LAYER_a", ""),
        ("***", "a*b", "***"),
        ("**", "x", ""),
        ("~all~", "VK_LAYER_a", "~all~"),
        ("~all~", "abc", ""),
        ("~implicit~", "VK_LAYER_a", ""),
        ("~other~", "VK_LAYER_a", ""),
        (" VK_LAYER_a", "VK_LAYER_a", ""),
        ("x,,VK_LAYER_a,y", "VK_LAYER_a", "VK_LAYER_a"),
        ("a*b", "axb", ""),
        ("É", "é", ""),
        (",", "VK_LAYER_a", ""),
    ],
)
def test_enable_filter_matches(value: str, name: str, token: str):
    assert parse_filter(LAYERS_ENABLE_VARIABLE, value).find_match(name) == token


@pytest.mark.parametrize(
    ("value", "old", "new"),
    [
        ("**", "", "**"),
        ("V*", "", "V*"),
        ("*a", "*a", "*a"),
        ("VK*", "VK*", "VK*"),
        ("*", "*", "*"),
    ],
)
def test_short_patterns_before_and_since_1_4_359(value: str, old: str, new: str):
    for variable in (LAYERS_ENABLE_VARIABLE, LAYERS_DISABLE_VARIABLE):
        for profile, token in zip(around(Gate.SHORT_GLOBS), (old, new), strict=True):
            assert parse_filter(variable, value, profile).find_layer_match("VKa", True) == token


@pytest.mark.parametrize(
    ("value", "implicit", "explicit"),
    [
        ("~all~", "~all~", "~all~"),
        ("*", "*", "*"),
        ("~implicit~", "~implicit~", ""),
        ("~EXPLICIT~", "", "~EXPLICIT~"),
        ("~unknown~", "", ""),
        ("~implicit~,*b", "~implicit~", ""),
    ],
)
def test_special_tokens_of_the_disable_filter(value: str, implicit: str, explicit: str):
    found = parse_filter(LAYERS_DISABLE_VARIABLE, value)
    assert found.find_layer_match("VK_LAYER_a", is_implicit=True) == implicit
    assert found.find_layer_match("VK_LAYER_a", is_implicit=False) == explicit


def test_sixteen_tokens_count_and_specials_are_no_tokens():
    ordinary = [f"x{number}" for number in range(16)]
    found = parse_filter(
        LAYERS_DISABLE_VARIABLE,
        ",".join([*ordinary[:8], "~implicit~", *ordinary[8:], "~all~", "y"]),
    )
    assert (found.all_implicit_token, found.all_layers_token) == ("~implicit~", "")
    assert found.ignored_tokens == ("~all~", "y")
    assert found.find_match("x15") == "x15"
    assert found.find_match("y") == ""
    assert parse_filter(LAYERS_ENABLE_VARIABLE, ",".join([*ordinary, "y"])).ignored_tokens == ("y",)


def test_long_pattern_is_cut_and_longer_than_any_name():
    name = "n" * 300
    assert parse_filter(LAYERS_ENABLE_VARIABLE, name).find_match(name) == ""
    assert parse_filter(LAYERS_ENABLE_VARIABLE, name + "*").find_match("n" * 310) == name + "*"


def test_long_pattern_means_what_it_begins_with_since_1_4_354():
    name = "n" * 255
    for profile, expected in zip(around(Gate.PATTERNS_CUT), ("", name + "o"), strict=True):
        assert (
            parse_filter(LAYERS_ENABLE_VARIABLE, name + "o", profile).find_match(name) == expected
        )


def test_folding_is_that_of_the_c_locale():
    assert fold_case("ABCxyzÉ") == "abcxyzÉ"
    assert fold_case("ABC") == "abc"


def test_single_tokens_for_verdicts():
    found = parse_filter(LAYERS_DISABLE_VARIABLE, "~all~,~implicit~,~explicit~,a,b*")
    singles = dict(found.split_tokens())
    assert list(singles) == ["~all~", "~implicit~", "~explicit~", "a", "b*"]
    assert singles["~implicit~"].find_layer_match("x", True)
    assert not singles["~implicit~"].find_layer_match("x", False)
    assert singles["b*"].find_match("bb")
    assert not singles["b*"].find_match("a")


@pytest.mark.parametrize(
    ("enable", "disable", "allow", "forced_on", "forced_off", "hides"),
    [
        ("", "", "", False, False, False),
        ("*", "", "", True, False, False),
        ("", "*", "", False, True, True),
        ("*a", "*", "", True, True, False),
        ("", "*", "*a", False, False, False),
        ("", "~explicit~", "", False, False, False),
    ],
)
def test_filters_for_layers(
    enable: str, disable: str, allow: str, forced_on: bool, forced_off: bool, hides: bool
):
    host = Host(
        {
            LAYERS_ENABLE_VARIABLE: enable,
            LAYERS_DISABLE_VARIABLE: disable,
            LAYERS_ALLOW_VARIABLE: allow,
        }
    )
    filters = read_layer_filters(host, NEW)
    name = "VK_LAYER_a"
    assert bool(filters.enable.find_match(name)) == forced_on
    assert bool(filters.find_disabling_token(name, is_implicit=True)) == forced_off
    assert bool(filters.find_hiding_token(name, is_implicit=True)) == hides
    assert filters.are_empty == (not enable and not disable)


def test_filters_that_a_loader_does_not_know_are_empty():
    host = Host(
        {LAYERS_ENABLE_VARIABLE: "*", LAYERS_ALLOW_VARIABLE: "*", LAYERS_DISABLE_VARIABLE: "*"}
    )
    assert read_layer_filters(host, OLD).allow.tokens == ()
    assert read_layer_filters(host, OLD).enable.find_match("x")
    before = LoaderProfile((1, 3, 233))
    assert read_layer_filters(host, before).are_empty
    assert read_driver_filters(Host({"VK_LOADER_DRIVERS_SELECT": "*"}), before)[0].tokens == ()


def test_elevated_process_has_no_filters():
    assert read_layer_filters(Host({LAYERS_DISABLE_VARIABLE: "*"}, elevated=True), NEW).are_empty


@given(st.text(max_size=60), st.text(min_size=1, max_size=20), st.booleans())
def test_any_value_parses_and_matches_at_most_its_own_tokens(value: str, name: str, is_new: bool):
    for variable in (LAYERS_ENABLE_VARIABLE, LAYERS_DISABLE_VARIABLE):
        found = parse_filter(variable, value, around(Gate.SHORT_GLOBS)[is_new])
        token = found.find_layer_match(name, is_implicit=True)
        assert token == "" or token in value.split(",")
        assert len(found.tokens) <= 16


@given(st.from_regex(r"[A-Za-z_]{1,20}", fullmatch=True), st.integers(0, 20), st.integers(0, 20))
def test_globs_mean_what_they_say(name: str, start: int, end: int):
    part = name[start:end] or name
    assert parse_filter(LAYERS_ENABLE_VARIABLE, name).find_match(name.upper())
    assert parse_filter(LAYERS_ENABLE_VARIABLE, f"*{part}*").find_match(name) or len(part) == 0
    assert parse_filter(LAYERS_ENABLE_VARIABLE, name[: start + 1] + "*").find_match(name)
    assert parse_filter(LAYERS_ENABLE_VARIABLE, "*" + name[-(end + 1) :]).find_match(name)
