"""Why: words, reasons and stories for people.

`word` and `sentence` name one verdict; `story` tells the decision about one layer or driver step by
step, each with the file and line that it rests on.
"""

from __future__ import annotations

from vkconfig_py.loader.sentences import sentence, word
from vkconfig_py.loader.story import story

__all__ = ["sentence", "story", "word"]
