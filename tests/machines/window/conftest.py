"""The window on the sample machine, as for the tests of the window."""

from tests.ui.conftest import *  # noqa: F403 - its __all__
