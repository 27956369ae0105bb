"""python -m vkconfig_py: the same as the command vkconfig-py."""

from __future__ import annotations

import sys

from vkconfig_py.app import main

if __name__ == "__main__":
    sys.exit(main())
