from __future__ import annotations

import pytest

from vkconfig_py.loader.platforms.rules import base_name, folder_name


@pytest.mark.parametrize(
    ("path", "folder", "name"),
    [
        ("/etc/vulkan/a.json", "/etc/vulkan", "a.json"),
        ("/a.json", "", "a.json"),
        ("a.json", "", "a.json"),
        ("x/a.json", "x", "a.json"),
        ("/odd\\name.json", "", "odd\\name.json"),
        ("C:\\Program Files\\V\\a.json", "C:\\Program Files\\V", "a.json"),
        ("\\windows\\a.json", "\\windows", "a.json"),
        ("/x/", "/x", ""),
    ],
)
def test_a_path_is_cut_at_the_separator_of_its_system(path, folder, name):
    assert (folder_name(path), base_name(path)) == (folder, name)
