"""What tests of layer manifests share: one file in memory, read by one loader."""

from __future__ import annotations

import json
from typing import Any

from tests.loader.machine import NEW, document, layer_object
from vkconfig_py.loader.base.verdicts import Reason
from vkconfig_py.loader.files.scan import Document
from vkconfig_py.loader.manifests.layer import LayerFile, parse_layer_file
from vkconfig_py.loader.manifests.reader import Dialect, Failure
from vkconfig_py.loader.profiles.profile import LoaderProfile

FILE = "/dd/layer.json"


MIDDLE = LoaderProfile((1, 4, 310))


def parse(
    content: Any, profile: LoaderProfile = NEW, implicit: bool = False, bits: int = 64
) -> LayerFile:
    data = content if isinstance(content, bytes) else json.dumps(content, indent=1).encode()
    return parse_layer_file(FILE, Document(data), implicit, Dialect.of(profile, bits))


def only(content: Any, profile: LoaderProfile = NEW, implicit: bool = False) -> Any:
    entries = parse(content, profile, implicit).entries
    assert len(entries) == 1
    return entries[0]


def layer(profile: LoaderProfile = NEW, implicit: bool = False, **members: Any) -> Any:
    return only(document(layer_object("VK_LAYER_a", implicit, **members)), profile, implicit)


def reason(entry: Any) -> tuple[Reason, str]:
    assert isinstance(entry, Failure)
    return entry.reason, str(entry.detail)
