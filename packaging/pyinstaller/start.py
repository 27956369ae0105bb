"""What the frozen program runs first. PyInstaller runs no script that is called __main__."""

from vkconfig_py.__main__ import run

run()
