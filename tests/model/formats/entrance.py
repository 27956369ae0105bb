"""Files through the one entrance, as tests open them."""

import json

from tests.model.formats.samples import VARIABLES, declared, sample
from vkconfig_py.model.exchange.open_file import open_foreign_content
from vkconfig_py.model.formats.vkconfig_state import BesideFile


def opened(name, content=None, beside=()):
    content = sample(name) if content is None else content
    content = json.dumps(content).encode() if isinstance(content, dict) else content
    return open_foreign_content(f"/x/{name}", content, declared, VARIABLES, lambda: beside)


def sentences(result):
    return [(note.line, note.sentence) for note in result.notes]


# the state of VkConfig


def beside(**more):
    content = json.dumps({"file_format_version": "3.5.0", "configuration": {"name": "B"}, **more})
    return (
        BesideFile("/x/configurations/a.json", sample("vkconfig_configuration.json")),
        BesideFile("/x/configurations/b.json", content.encode()),
        BesideFile("/x/configurations/c.json", b"[]"),
    )
