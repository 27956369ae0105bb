"""Override and chain manifests, to the byte."""

from __future__ import annotations

from tests.framework.manifests import list_layers
from vkconfig_py.model.formats.meta_layer_manifests import (
    OverrideLayer,
    make_own_description,
    render_chain,
    render_override,
)


def one(title: str = "vkcube debugging", **more: object) -> OverrideLayer:
    values = {"api_version": "1.3.0", "components": ("VK_LAYER_a", "VK_LAYER_b"), **more}
    return OverrideLayer(title=title, **values)


def test_an_override_for_every_program_to_the_byte() -> None:
    assert render_override([one(blocked_layers=("VK_LAYER_c",))]) == (
        b"{\n"
        b'  "file_format_version": "1.1.2",\n'
        b'  "layer": {\n'
        b'    "name": "VK_LAYER_LUNARG_override",\n'
        b'    "type": "GLOBAL",\n'
        b'    "api_version": "1.3.0",\n'
        b'    "implementation_version": "1",\n'
        b'    "description": "vkconfig-py: vkcube debugging",\n'
        b'    "component_layers": [\n'
        b'      "VK_LAYER_a",\n'
        b'      "VK_LAYER_b"\n'
        b"    ],\n"
        b'    "blacklisted_layers": [\n'
        b'      "VK_LAYER_c"\n'
        b"    ],\n"
        b'    "disable_environment": {\n'
        b'      "DISABLE_VK_LAYER_LUNARG_override": "1"\n'
        b"    }\n"
        b"  }\n"
        b"}\n"
    )


def test_a_chain_layer_to_the_byte() -> None:
    assert render_chain("x", ["VK_LAYER_a"], "1.1.0") == (
        b"{\n"
        b'  "file_format_version": "1.1.2",\n'
        b'  "layer": {\n'
        b'    "name": "VK_LAYER_VKCONFIG_PY_chain",\n'
        b'    "type": "GLOBAL",\n'
        b'    "api_version": "1.1.0",\n'
        b'    "implementation_version": "1",\n'
        b'    "description": "vkconfig-py: x",\n'
        b'    "component_layers": [\n'
        b'      "VK_LAYER_a"\n'
        b"    ]\n"
        b"  }\n"
        b"}\n"
    )


def keys(content: bytes) -> list[list[str] | None]:
    return [layer.get("app_keys") for layer in list_layers(content)]


def test_keys_are_cumulative_and_never_repeated() -> None:
    content = render_override(
        [
            one(app_keys=("/p1",)),
            one(app_keys=("/p2", "/p2")),
            one(app_keys=("/p3", "/p1")),
            one(),
        ]
    )
    assert keys(content) == [["/p1"], ["/p1", "/p2"], ["/p1", "/p2", "/p3"], None]


def test_empty_paths_and_keys_are_left_out() -> None:
    (layer,) = list_layers(render_override([one()]))
    assert "override_paths" not in layer
    assert "app_keys" not in layer


def test_a_description_always_fits() -> None:
    for title in ("x" * 1000, "é" * 1000, '\x00\n\t"\\' * 200, '"' * 300, "\ud800"):
        text = make_own_description(title)
        assert len(text.encode()) < 250
        assert text.isprintable()
        assert '"' not in text
        assert "\\" not in text


def test_a_path_that_is_not_utf_8_goes_out_as_its_bytes() -> None:
    assert b'"/bin/\xff"' in render_override([one(app_keys=("/bin/\udcff",))])
