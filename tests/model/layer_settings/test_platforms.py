from __future__ import annotations

import pytest

from tests.framework.settings import declare_layer, make_flag, make_setting
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.model.layer_settings.encoding import EncodedValue, TextTarget, encode_for_layer
from vkconfig_py.model.layer_settings.setting_names import (
    get_platform_token,
    lists_platform,
    render_platforms,
)


@pytest.mark.parametrize(
    ("platforms", "token", "expected"),
    [
        (("LINUX",), "LINUX", True),
        (("LINUX",), "WINDOWS", False),
        ((), "LINUX", False),
        (("WINDOWS",), "WINDOWS_ARM", True),
        (("WINDOWS",), "WINDOWS_X86", True),
        (("WINDOWS_X86",), "WINDOWS_ARM", False),
        (("WINDOWS_ARM",), "WINDOWS", True),
        (("MACOS",), "WINDOWS_ARM", False),
    ],
)
def test_a_platform_is_among_those_named(platforms, token, expected):
    assert lists_platform(platforms, token) is expected


def test_every_platform_has_a_word():
    words = {get_platform_token(platform) for platform in Platform}
    assert words == {"LINUX", "WINDOWS", "MACOS", "ANDROID", "FUCHSIA"}


def test_platforms_are_named_as_people_write_them():
    assert render_platforms(("LINUX", "MACOS", "ODD")) == "Linux, macOS, ODD"


def test_flags_of_another_platform_are_left_out_with_the_reason():
    layer = declare_layer(
        make_setting("x", "FLAGS", flags=(make_flag("a"), make_flag("w", platforms=["WINDOWS"]))),
        make_setting(
            "y", "ENUM", flags=(make_flag("a"), make_flag("w", platforms=["WINDOWS"])), default="a"
        ),
    )
    x, y = layer.walk_settings()

    def written(of, value, platform="LINUX"):
        return encode_for_layer(layer, of, value, TextTarget.FILE, platform)

    reason = "“w”: The layer supports this only on Windows."
    assert written(x, ("a", "w")) == EncodedValue("a", partial_reason=reason)
    assert written(x, ("w",)) == EncodedValue(refusal=reason)
    assert written(x, ("a", "w"), "WINDOWS") == EncodedValue("a,w")
    assert written(y, "w") == EncodedValue(refusal="The layer supports this only on Windows.")
