from __future__ import annotations

import pytest

from tests.framework.settings import declared, flag, setting
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.model.layer_settings.encoding import Encoded, TextTarget, encode_for
from vkconfig_py.model.layer_settings.setting_names import platform_names, runs_on, token_of


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
    assert runs_on(platforms, token) is expected


def test_every_platform_has_a_word():
    words = {token_of(platform) for platform in Platform}
    assert words == {"LINUX", "WINDOWS", "MACOS", "ANDROID", "FUCHSIA"}


def test_platforms_are_named_as_people_write_them():
    assert platform_names(("LINUX", "MACOS", "ODD")) == "Linux, macOS, ODD"


def test_flags_of_another_platform_are_left_out_with_the_reason():
    layer = declared(
        setting("x", "FLAGS", flags=(flag("a"), flag("w", platforms=["WINDOWS"]))),
        setting("y", "ENUM", flags=(flag("a"), flag("w", platforms=["WINDOWS"])), default="a"),
    )
    x, y = layer.walk()

    def written(of, value, platform="LINUX"):
        return encode_for(layer, of, value, TextTarget.FILE, platform)

    reason = "“w”: The layer has it on Windows only."
    assert written(x, ("a", "w")) == Encoded("a", left_out=reason)
    assert written(x, ("w",)) == Encoded(refused=reason)
    assert written(x, ("a", "w"), "WINDOWS") == Encoded("a,w")
    assert written(y, "w") == Encoded(refused="The layer has it on Windows only.")
