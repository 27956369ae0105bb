"""Random values of the variables that the loader reads."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.fuzz.words import SWITCH_VALUES, SWITCHES, UNKNOWN_NAME, chance

LAYER_FILTERS = (
    "VK_LOADER_LAYERS_ENABLE",
    "VK_LOADER_LAYERS_DISABLE",
    "VK_LOADER_LAYERS_ALLOW",
)
DRIVER_FILTERS = ("VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVERS_DISABLE")
SPECIAL_TOKENS = ("~all~", "~implicit~", "~explicit~", "*", "**", "~other~", "~", "~ALL~")
_MOST_TOKENS = 16


def filter_value(random: Random, names: Sequence[str], specials: float) -> str:
    """Return a list of patterns for these names."""
    count = random.choice((1, 1, 1, 2, 2, 3, 4))
    tokens = [_token(random, names, specials) for _ in range(count)]
    if chance(random, 0.14):
        padding = [f"nothing{number}" for number in range(random.choice((14, 15, 16, 17)))]
        place = random.choice((random.randrange(len(padding) + 1), len(padding)))
        tokens = padding[:place] + tokens + padding[place:]
    separator = ",,"[: random.choice((1, 1, 1, 2))]
    value = separator.join(tokens)
    if chance(random, 0.06):
        value = random.choice((f",{value}", f"{value},", f" {value}", f"{value} ", ""))
    return value


def _token(random: Random, names: Sequence[str], specials: float) -> str:
    if chance(random, specials):
        return random.choice(SPECIAL_TOKENS)
    name = random.choice(names)
    if chance(random, 0.3):
        name = name.swapcase()
    middle = len(name) // 2
    part = name[middle // 2 : middle + 1]
    return random.choice(
        (
            name,
            name,
            f"{name[:middle]}*",
            f"*{name[middle:]}",
            f"*{part}*",
            f"{part}*",
            f"*{part}",
            f"*{name}*",
            f"{name}*",
            f"*{name}",
            f"{name[:middle]}*{name[middle:]}",
            f"{name[:1]}*",
            f"*{name[-1:]}",
            "***",
            f"{name}x",
            UNKNOWN_NAME,
            f"{name}{'x' * 260}"[: random.choice((255, 256, 270))],
            f"{name[:3]}{'x' * 260}*",
        )
    )


def instance_layers(random: Random, names: Sequence[str]) -> str:
    """Return a value of VK_INSTANCE_LAYERS."""
    found = [random.choice(names) for _ in range(random.choice((1, 1, 2, 2, 3, 4)))]
    odd = random.randrange(12)
    if odd == 0:
        found.insert(random.randrange(len(found) + 1), UNKNOWN_NAME)
    elif odd == 1:
        found[0] = f"{found[0]}B"  # holds the name as a part
    elif odd == 2:
        found[0] = found[0].swapcase()
    elif odd == 3:
        found.insert(random.randrange(len(found) + 1), "")
    elif odd == 4:
        found = []
    return ":".join(found)


def switches(random: Random) -> list[tuple[str, str]]:
    """Return variables that turn implicit layers on and off."""
    return [(name, random.choice(SWITCH_VALUES)) for name in SWITCHES if chance(random, 0.22)]
