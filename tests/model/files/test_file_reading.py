"""Files that a user names."""

from __future__ import annotations

from pathlib import Path

import pytest

from vkconfig_py.model.files.paths import read_regular


def test_a_file_of_the_kernel_that_has_no_end_is_not_waited_for(tmp_path: Path) -> None:
    link = tmp_path / "layer.json"
    link.symlink_to("/proc/kmsg")
    with pytest.raises(OSError, match=r"not permitted|denied|unavailable"):
        read_regular(link)
