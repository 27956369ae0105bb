"""Built-in configurations: data that is shipped, and shown as it is until the user edits it.

Each has a version. One that was not edited is in no file of the user's, so a newer program shows
its newer one. An edited one is a file with the same key, which only the user resets. All of them
stand in one resource: a start reads them, and one file is read faster than eleven.

Where versions of a layer name a setting differently, values for all of them are there: what the
installed layer does not declare is kept and not written.
"""

from __future__ import annotations

import json
from functools import cache

from vkconfig_py import assets
from vkconfig_py.loader.host import Host, Platform
from vkconfig_py.model.documents.configuration import Configuration
from vkconfig_py.model.documents.configuration_file import configuration_from_document

RESOURCE = "configurations/built_in.json"


@cache
def shipped(platform: Platform = Platform.LINUX) -> tuple[Configuration, ...]:
    """Return the built-in configurations of this version that a platform is offered."""
    documents = json.loads(assets.data(RESOURCE))
    everyone = (configuration_from_document(document) for document in documents)
    return tuple(one for one in everyone if is_offered(one, platform))


def shipped_here() -> tuple[Configuration, ...]:
    """Return the built-in configurations that this machine is offered."""
    return shipped(Host.current().platform)


def is_offered(configuration: Configuration, platform: Platform) -> bool:
    """Tell whether a configuration is meant for a platform; WINDOWS_X86 is a Windows."""
    name = platform.value.upper()
    return not configuration.platforms or any(
        token == name or token.startswith(f"{name}_") for token in configuration.platforms
    )
