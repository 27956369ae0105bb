"""The Ansible collection vkconfig_py.vulkan: the modules that are shipped, with the engine inside.

Modules reach a machine as Python files alone, so the packed engine is a string in one of them. It
is packed when the collection is written: the collection always has the engine of this version.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from pathlib import Path

from vkconfig_py import __version__
from vkconfig_py.fleet.remote.engine_archive import pack_engine
from vkconfig_py.model.files import resources

PLACE = Path("ansible_collections/vkconfig_py/vulkan")
_ENGINE = Path("plugins/module_utils/engine.py")
_COLUMNS = 99
_HEAD = '''"""The engine of vkconfig-py {version}, as a zip file in base64."""

ENGINE = (
'''


def collection_files() -> Mapping[Path, bytes]:
    """Return the files of the collection by their paths below a folder of collections.

    Raises:
        NoSourcesError: this executable was packed without the engine's sources.
    """
    shipped = resources.path("ansible")
    files = {
        PLACE / path.relative_to(shipped): path.read_bytes().replace(
            b"@VERSION@", __version__.encode()
        )
        for path in sorted(shipped.rglob("*"))
        if path.is_file() and path.suffix in (".py", ".yml", ".md")
    }
    return {**files, PLACE / _ENGINE: _render_engine(pack_engine()).encode()}


def _render_engine(packed: bytes) -> str:
    text = base64.b64encode(packed).decode()
    lines = (text[at : at + _COLUMNS - 6] for at in range(0, len(text), _COLUMNS - 6))
    body = "".join(f'    "{line}"\n' for line in lines)
    return f"{_HEAD.format(version=__version__)}{body})\n"
