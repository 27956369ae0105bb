"""mix, contrast and reach: every colour of the window is computed from the palette by these."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QColor


def mix(one: QColor, other: QColor, share: float) -> QColor:
    """Return `share` of one colour in the other."""
    rest = 1.0 - share
    return QColor(
        round(share * one.red() + rest * other.red()),
        round(share * one.green() + rest * other.green()),
        round(share * one.blue() + rest * other.blue()),
    )


def luminance(color: QColor) -> float:
    """Return the relative luminance, as WCAG 2 defines it."""
    return (
        0.2126 * _linear(color.redF())
        + 0.7152 * _linear(color.greenF())
        + 0.0722 * _linear(color.blueF())
    )


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def contrast(one: QColor, other: QColor) -> float:
    """Return the contrast ratio of two opaque colours, 1 to 21."""
    return _worst(luminance(one), [luminance(other)])


def reach(color: QColor, backgrounds: Sequence[QColor], ratio: float) -> QColor:
    """Move the lightness away from the backgrounds until every contrast is at least `ratio`.

    The result is the nearest such colour, or black or white where nothing reaches the ratio.
    """
    grounds = [luminance(background) for background in backgrounds]
    if _worst(luminance(color), grounds) >= ratio:
        return color
    darker = _worst(0.0, grounds) >= _worst(1.0, grounds)  # black has the better worst contrast
    hue, saturation, lightness, _ = (color.hslHueF(), color.hslSaturationF(), color.lightnessF(), 0)
    near, far = lightness, 0.0 if darker else 1.0
    for _step in range(9):
        middle = (near + far) / 2
        tried = QColor.fromHslF(max(hue, 0.0), saturation, middle)
        if _worst(luminance(tried), grounds) >= ratio:
            far = middle
        else:
            near = middle
    return QColor.fromHslF(max(hue, 0.0), saturation, far).toRgb()


def _worst(light: float, grounds: Sequence[float]) -> float:
    """Return the smallest contrast of a luminance with others."""
    return min((max(light, one) + 0.05) / (min(light, one) + 0.05) for one in grounds)
