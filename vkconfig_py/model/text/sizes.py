"""Sizes of memory and files in binary units."""

from __future__ import annotations

from vkconfig_py.language.sentences import counted, number_text, tr

_UNITS = (tr("KiB"), tr("MiB"), tr("GiB"), tr("TiB"))


def size_text(size: int) -> str:
    """Size in binary units, such as "7.8 GiB"."""
    if size < 1024:
        return exact_size_text(size)
    amount, unit = size / 1024, 0
    while amount >= 1024 and unit < len(_UNITS) - 1:
        amount, unit = amount / 1024, unit + 1
    shown = round(amount, 1)
    return f"{number_text(shown, ',.0f' if shown.is_integer() else ',.1f')} {_UNITS[unit]}"


def exact_size_text(size: int) -> str:
    return counted("{n:,} bytes", "{n:,} byte", size)
