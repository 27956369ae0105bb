"""Files that shells and `man` read: completions of bash, zsh and fish, and the manual page.

The same for an installation into the user's folders and for packages of the system.
"""

from __future__ import annotations

from pathlib import Path

from vkconfig_py.cli.commands.completion import SCRIPTS
from vkconfig_py.cli.manual_page import render_manual_page
from vkconfig_py.model.files.config_home import PROGRAM

# zsh finds functions of packages here; those of a user where $fpath says.
ZSH_OF_USERS, ZSH_OF_DEBIAN = "zsh/site-functions", "zsh/vendor-completions"


def shell_files(data: Path, zsh: str = ZSH_OF_USERS) -> dict[str, bytes]:
    """Content of each file by its path.

    Args:
        data: folder that stands for /usr/share.
        zsh: folder of zsh's functions in it.
    """
    files = {
        data / "man/man1" / f"{PROGRAM}.1": render_manual_page(),
        data / "bash-completion/completions" / PROGRAM: SCRIPTS["bash"],
        data / zsh / f"_{PROGRAM}": SCRIPTS["zsh"],
        data / "fish/vendor_completions.d" / f"{PROGRAM}.fish": SCRIPTS["fish"],
    }
    return {str(path): text.encode() for path, text in files.items()}
