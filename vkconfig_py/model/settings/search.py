"""Which settings a query finds."""

from __future__ import annotations

from vkconfig_py.model.settings.declared import DeclaredLayer, Setting


def matches(declared: DeclaredLayer, query: str) -> frozenset[str]:
    """Return the keys of the settings in which every word of the query occurs.

    Looked at are key, label, descriptions and unit, and those of its values or flags. Without a
    word in it a query finds everything.
    """
    words = query.casefold().split()
    return frozenset(
        setting.key for setting in declared.walk() if _has_all(searched_text(setting), words)
    )


def searched_text(setting: Setting) -> str:
    """Return the text in which words are looked for, in one case."""
    parts = [setting.key, setting.label, setting.description, setting.detailed, setting.unit]
    parts += [setting.variable, setting.status]
    for choice in setting.choices:
        parts += [choice.key, choice.label, choice.description]
    return "\n".join(parts).casefold()


def _has_all(text: str, words: list[str]) -> bool:
    return all(word in text for word in words)
