from __future__ import annotations

import pytest

from vkconfig_py.loader.platforms.rules import get_base_name, get_folder_name


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
    assert (get_folder_name(path), get_base_name(path)) == (folder, name)
