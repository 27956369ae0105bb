"""The engine as one zip file: what is sent to another machine."""

from __future__ import annotations

import base64
import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import vkconfig_py
from vkconfig_py import __version__
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.files import resources

# The same engine makes the same bytes, whenever and wherever it is packed.
_ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)
_UNIX_SYSTEM = 3
_FILE_MODE = 0o600 << 16
_PACKAGE_NAME = "vkconfig_py"
# The engine, the machines that it can be given as files, and what answers from there.
_FILE_PATTERNS = ("__init__.py", "language/**/*", "loader/**/*", "machines/*", "machines/android/*",
          "machines/fuchsia/*", "fleet/__init__.py", "fleet/remote_entry.py")  # fmt: skip


class NoSourcesError(Exception):
    """The Python sources are not part of this installation; the message is a sentence."""


def pack_engine(package: Path | None = None) -> bytes:
    """Return a zip file with the engine's modules and tables.

    Args:
        package: folder of vkconfig_py; the one that runs by default.

    Raises:
        NoSourcesError: this executable was packed without them.
    """
    package = package or Path(vkconfig_py.__file__).parent
    if not (package / "loader/__init__.py").exists():
        raise NoSourcesError(
            tr(
                "This vkconfig-py package lacks the Python sources that the other machine "
                "would run. To inspect other machines, install vkconfig-py with pip."
            )
        )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in filter(
            _is_source,
            (path for pattern in _FILE_PATTERNS for path in sorted(package.glob(pattern))),
        ):
            name = f"{_PACKAGE_NAME}/{file.relative_to(package).as_posix()}"
            entry = zipfile.ZipInfo(name, _ZIP_EPOCH)
            entry.create_system, entry.external_attr = _UNIX_SYSTEM, _FILE_MODE
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, file.read_bytes())
    return packed.getvalue()


def _is_source(file: Path) -> bool:
    """Return whether a file of the package belongs into the archive: modules and tables."""
    # Tables of the Vulkan registry lie beside the modules that read them.
    return file.suffix in (".py", ".txt")


# The Ansible collection vkconfig_py.vulkan: the modules that are shipped, with the engine inside.
#
# Modules reach a machine as Python files alone, so the packed engine is a string in one of them. It
# is packed when the collection is written: the collection always has the engine of this version.

COLLECTION_FOLDER = Path("ansible_collections/vkconfig_py/vulkan")
_ENGINE_MODULE = Path("plugins/module_utils/engine.py")
_LINE_LENGTH = 99
_MODULE_HEADER = '''"""The engine of vkconfig-py {version}, as a zip file in base64."""

ENGINE = (
'''


def make_collection_files() -> Mapping[Path, bytes]:
    """Return the files of the Ansible collection, by paths below a folder of collections.

    Raises:
        NoSourcesError: this executable was packed without the engine's sources.
    """
    shipped = resources.find_resource("ansible")
    files = {
        COLLECTION_FOLDER / path.relative_to(shipped): path.read_bytes().replace(
            b"@VERSION@", __version__.encode()
        )
        for path in sorted(shipped.rglob("*"))
        if path.is_file() and path.suffix in (".py", ".yml", ".md")
    }
    return {**files, COLLECTION_FOLDER / _ENGINE_MODULE: _render_engine(pack_engine()).encode()}


def _render_engine(packed: bytes) -> str:
    """Return a Python module that contains the packed engine as text."""
    text = base64.b64encode(packed).decode()
    lines = (
        text[place : place + _LINE_LENGTH - 6] for place in range(0, len(text), _LINE_LENGTH - 6)
    )
    body = "".join(f'    "{line}"\n' for line in lines)
    return f"{_MODULE_HEADER.format(version=__version__)}{body})\n"
