"""A device as a file."""

from __future__ import annotations

import json

import pytest

from tests.model.chain.test_device_entries import DUMP, SUMMARY
from vkconfig_py.model.chain.device_entries import render_device
from vkconfig_py.model.chain.probe_results import DeviceDetail

DETAIL = DeviceDetail(SUMMARY, DUMP)


@pytest.mark.parametrize("suffix", [".html", ".md"])
def test_everything_is_exported_in_groups(suffix):
    document = render_device(DETAIL, suffix)
    for said in ("Limits", "maxUniformBufferRange", "65,536 bytes", "HOST_COHERENT"):
        assert said in document


def test_any_other_suffix_is_json_with_everything():
    assert json.loads(render_device(DETAIL, ".json"))["all"] == json.loads(json.dumps(DUMP))
