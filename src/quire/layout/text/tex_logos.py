"""The logos of TeX and LaTeX as words: their letters stand at three heights and overlap (The TeXbook, p. 1)."""

from __future__ import annotations

from collections.abc import Sequence

from quire.model.page import Line, Word

# Type sizes by which the E is lower than its neighbours, at least and at most, and by which their boxes may miss it.
_LOWER, _LOWEST, _MISSED = 0.1, 0.35, 0.3


def join_logos(lines: Sequence[Line]) -> list[Line]:
    """The lines, with the lowered E of each logo between its T and X, and the logo as one word."""
    lowered = [line for line in lines if len(line.words) == 1 and line.words[0].text == "E"]
    if not lowered:
        return list(lines)
    result = list(lines)
    for letter in lowered:
        for index, line in enumerate(result):
            at = _place(line, letter.words[0])
            if at:
                result[index] = line._replace(words=_with_logo(line.words, at))
                result = [one for one in result if one is not letter]
                break
    return result


def _place(line: Line, letter: Word) -> int:
    """The index of the word with the X behind a lowered E; 0 if the line has none."""
    size = letter.style.size
    if not _LOWER * size < letter.baseline - line.baseline < _LOWEST * size:
        return 0
    for at in range(1, len(line.words)):
        before, after = line.words[at - 1], line.words[at]
        beside = max(abs(before.x1 - letter.x0), abs(after.x0 - letter.x1)) < _MISSED * size
        if beside and before.text.endswith("T") and after.text.startswith("X"):
            return at
    return 0


def _with_logo(words: Sequence[Word], at: int) -> tuple[Word, ...]:
    """The words with those of a logo, whose X is at `at`, as one."""
    first, text = at - 1, words[at - 1].text + "e" + words[at].text
    if first >= 2 and words[first].text == "T" and words[first - 1].text == "A" and words[first - 2].text.endswith("L"):
        first, text = first - 2, words[first - 2].text + "a" + text
    one = words[first]._replace(text=text, x1=words[at].x1)
    return (*words[:first], one, *words[at + 1 :])
