"""The comparison by hand, for machines with a graphics card."""

from __future__ import annotations

import pytest

from tests.framework import chromium
from tests.framework.compare_dumps import find_differences, main
from tests.framework.reference import debian_loader


def test_it_says_that_the_dumps_are_identical(capsys) -> None:
    library = debian_loader().profile.library
    assert main([library, str(chromium.write_mock_driver()), "--version", "1.4.0"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Vulkan Mock Device: virtual-gpu")
    assert "identical through ours" in told
    assert told.endswith("C loaders in our process: none\n")


def test_it_says_where_two_dumps_differ() -> None:
    one = {"a": [1, {"b": 2}], "c": 3}
    assert list(find_differences(one, {"a": [1, {"b": 4}], "c": 3})) == [("/a/1/b", 2, 4)]
    assert list(find_differences(one, {"a": [1]})) == [("", one, {"a": [1]})]
    assert list(find_differences(one, one)) == []


def test_another_number_of_arguments_is_refused(capsys) -> None:
    with pytest.raises(SystemExit):
        main([])
    assert "library" in capsys.readouterr().err
