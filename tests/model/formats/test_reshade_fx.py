"""Uniforms of ReShade effects: what vkBasalt lets its file set, from the text of the effect."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.effort import costs_at_most
from vkconfig_py.model.formats.reshade_settings import (
    Uniform,
    evaluate_expression,
    read_uniforms,
    tokenize,
)

EFFECT = "/fx/a.fx"
HEAD = "uniform float x = 1;\n"
WORDS = st.sampled_from(
    [
        *("uniform", "float", "int3", "x", "y", "<", ">", "=", ";", ",", "(", ")", "{", "}", "1"),
        *("0.5", '"text', '"', "/*", "*/", "//", "\n", "#define x", "#define f(a) a a", "f(", "##"),
        *("#if", "#else", "#endif", "#include", '"a.fx"', "ui_min", "-", "/ 0", "defined", "\\\n"),
    ]
)


def read(text: str, **includes: str) -> tuple[Uniform, ...]:
    files = {EFFECT: text, **{f"/inc/{name}.fxh": one for name, one in includes.items()}}
    contents = {path: one.encode() for path, one in files.items()}
    return read_uniforms(EFFECT, ["/inc"], contents.get)


def names(text: str, **includes: str) -> list[str]:
    return [one.name for one in read(text, **includes)]


def test_uniform_with_all_that_a_page_shows() -> None:
    text = """
        uniform int Mode < ui_type = "combo"; ui_category = "Look"; ui_label = "The " "mode";
            ui_tooltip = "a > b; \\"c\\""; ui_items = "Off\\0Luma\\0"; ui_min = 0; ui_max = 2 - 1; >
            = 1;  // as it begins
    """
    (one,) = read(text)
    assert one == Uniform(
        *("Mode", "int", 1, (1,), "The mode", 'a > b; "c"', "Look", "combo", 0, 1),
        items=("Off", "Luma"),
    )


@pytest.mark.parametrize(
    ("declaration", "base", "default"),
    [
        ("uniform bool on = true;", "bool", (1,)),
        ("uniform uint n = 0x10u;", "uint", (16,)),
        ("uniform float x = -.5f;", "float", (-0.5,)),
        ("uniform float x = 1.0 / 4 + 2 * (1 - 0.5);", "float", (1.25,)),
        ("uniform float3 x = float3(1, 0.5, 0);", "float", (1, 0.5, 0)),
        ("uniform float2 x = {1, 2};", "float", (1, 2)),
        ("uniform float3 x = 0.5;", "float", (0.5, 0.5, 0.5)),
        ("uniform const min16float x = 2;", "float", (2,)),
        ("uniform float x = other;", "float", ()),
        ("uniform float x = nan;", "float", ()),
        ("uniform float x = max(1, 2);", "float", ()),
        ("uniform float x = 1.0 / 0;", "float", ()),
    ],
)
def test_type_and_initial_value(declaration: str, base: str, default: tuple[float, ...]) -> None:
    (one,) = read(declaration)
    assert (one.base_type, one.default) == (base, default)


def test_uniforms_that_no_line_sets_are_left_out() -> None:
    text = """
        uniform float timer < source = "timer"; >;
        uniform float later;
        uniform float4 many[2] = {1, 2};
        uniform sampler2D s = 1;
        texture t;
    """
    assert names(text) == []


def test_several_in_one_declaration_and_in_namespaces() -> None:
    text = "namespace a { uniform float x = 1, y < ui_min = 0; > = 2, z; } uniform float x = 3;"
    assert [(one.name, one.default) for one in read(text)] == [("x", (1,)), ("y", (2,))]


def test_macros_and_conditions_are_followed() -> None:
    text = """
        #include "Ui.fxh"
        #ifndef QUALITY
          #define QUALITY 2
        #endif
        #define HALF(value) (value \\
            / 2.0)
        #define NAME(a, b) a##b
        uniform float NAME(Sharp, ness) < SLIDER ui_max = HALF(QUALITY); > = HALF(1);
        #if QUALITY > 2 || (defined(SLIDER) && !defined MISSING)
        uniform float a = 1;
        #elif 1
        uniform float b = 1;
        #else
        uniform float c = 1;
        #endif
        #if 0
          #if 1
          uniform float d = 1;
          #else
          uniform float e = 1;
          #endif
        #endif
        #undef QUALITY
        #ifdef QUALITY
        uniform float g = 1;
        #endif
        /* uniform float h = 1; */ // uniform float i = 1;
    """
    ui = '#pragma once\n#if __RESHADE__ >= 40000\n#define SLIDER ui_type = "slider";\n#endif'
    first, second = read(text, Ui=ui)
    assert (first.name, first.ui_type, first.maximum) == ("Sharpness", "slider", 1)
    assert (first.default, second.name) == ((0.5,), "a")


def test_include_that_is_missing_or_includes_itself() -> None:
    assert names(f'#include "Missing.fxh"\n{HEAD}') == ["x"]
    assert "x" in names(f'{HEAD}#include "a.fx"\n#include <Self.fxh>\n', Self="#include <Self.fxh>")
    assert read_uniforms("/nowhere.fx", (), {}.get) == ()


@pytest.mark.parametrize(
    "text",
    [
        "uniform float " * 100_000,
        "/*" * 500_000,
        '"' * 1_000_000,
        "#define a b b b b b b b b b b\n#define b\n" + "a\n" * 300_000,
        "#define f(x) x\n" + "f(" * 100_000,
        "\n".join(f"#define a{i} a{i + 1} a{i + 1}" for i in range(1000)) + "\na0\n",
        "#if 1\n" * 100_000,
        '#include "a.fx"\n' * 200,
        "uniform float x <" + "a=1;" * 100_000,
        "uniform float x = " + "(" * 100_000,
        "uniform float x = " + "1<<31*" * 10_000 + "1;",
    ],
    ids=lambda text: text[:20].strip().replace("\n", " "),
)
def test_hostile_effect_is_read_with_bounded_effort(text: str) -> None:
    with costs_at_most(3300):
        assert names(HEAD + text)[:1] == ["x"]


@given(st.lists(WORDS, max_size=40).map(" ".join))
def test_any_text_has_an_answer(text: str) -> None:
    assert read_uniforms(EFFECT, ["/fx"], lambda _path: text.encode()) is not None


@given(st.binary(max_size=200))
def test_any_bytes_have_an_answer(content: bytes) -> None:
    assert isinstance(read_uniforms(EFFECT, (), lambda _path: content), tuple)


@given(
    st.recursive(
        st.integers(0, 99).map(str),
        lambda one: st.tuples(one, st.sampled_from(["+", "-", "*", "<", "==", "&&"]), one).map(
            lambda parts: f"({' '.join(parts)})"
        ),
    )
)
def test_expressions_are_worth_what_python_says(text: str) -> None:
    wanted = eval(text.replace("&&", " and "))  # of numbers alone
    if "&&" not in text:
        assert evaluate_expression(tokenize(text)) == wanted
    else:
        assert evaluate_expression(tokenize(text)) is not None
