"""Configurations of VkConfig, as tests read them."""

import json

from hypothesis import strategies as st

from tests.model.formats.samples import VARIABLES, sample
from vkconfig_py.model.formats.foreign_files import JsonFile, list_no_layers
from vkconfig_py.model.formats.vkconfig_configuration import open_vkconfig, render_vkconfig

SAMPLE = sample("vkconfig_configuration.json")


def opened(content, layers=list_no_layers):
    content = content if isinstance(content, bytes) else json.dumps(content).encode()
    return open_vkconfig(JsonFile(content), VARIABLES, layers)


def configuration(content=SAMPLE, layers=list_no_layers):
    return opened(content, layers).configurations[0]


def body(**members):
    return {"file_format_version": "3.2.0", "configuration": {"name": "One", **members}}


def rendered(value, layers=list_no_layers):
    return json.loads(render_vkconfig(value, VARIABLES, layers).content)


def layers_of(*layers, **members):
    return configuration(body(layers=list(layers), **members)).layers


def unordered(control):
    return {"name": "any", "builtin": "Unordered_Layer_Location", "control": control}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=5,
)
