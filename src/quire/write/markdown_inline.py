"""Runs of text as CommonMark inline markup: escapes, emphasis, links, code.

Sources: CommonMark 0.31.2 (6.2 emphasis and its flanking rules, 2.4 backslash escapes, 6.3 links) and
the GitHub Flavored Markdown specification 0.29 (strikethrough, footnotes as GitHub writes them).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from quire.write.text_runs import Run

NoteMark = Callable[[Run], str]  # what a run with a note becomes

_SPECIAL = re.compile(r"[\\`*_\[\]<&~!]")
_BREAK = re.compile(r"(?<![ ])[ ]*+\n\s*+")
_EDGES = re.compile(r"(\s*)(.*?)(\s*)\Z", re.DOTALL)
_BACKTICKS = re.compile("`+")
_BLOCK_START = re.compile(
    r"""\d{1,9}(?=[.)](?:\s|$))              # 1. a list entry
      | \[(?:[^\]\n\\]|\\.)+\](?=:)                    # [x]: a definition
      | (?= \#{1,6}(?:\s|$)                  # a heading
          | [-+*](?:\s|$)                    # a list entry
          | >                                # a quotation
          | ~~~                              # a fence
          | =+\s*$                           # the line under a heading
          | [:|\ ]*-[-:|\ ]*$                # the same, a thematic break, the line under a table's head
          | \[[ xX]\](?:\s|$)                # a box to tick
        )""",
    re.VERBOSE,
)
_TAG = re.compile(r"<(?=[a-zA-Z/!?])")  # in LaTeX the space after it says nothing, in Markdown it ends a tag
_STARTERS = frozenset("#-+*>~=:|[0123456789")


_PAIRED = "*_`~"  # they are markup only when a second one follows


class _Scope(NamedTuple):
    """What a text that is to be escaped stands in."""

    paired: str  # which of `_PAIRED` can find their second
    tags: bool = True  # there is a ">" to end a tag with
    first: bool = False  # nothing stands before it in its block
    last: bool = False  # nothing stands after it in its block
    link: bool = False  # it stands inside a link, where brackets must pair


class _Emphasis(NamedTuple):
    stars: int  # 1 italic, 2 bold, 3 both
    inner: str

    def without(self, stars: int) -> str | _Emphasis:
        """What is left of it inside emphasis of so many stars."""
        return self._replace(stars=self.stars - stars) if self.stars > stars else self.inner


_TAGS = {1: ("<em>", "</em>"), 2: ("<strong>", "</strong>"), 3: ("<strong><em>", "</em></strong>")}


def inline_markdown(runs: Sequence[Run], note_mark: NoteMark) -> str:
    """The runs as inline Markdown on one or more lines (a meant line break is two spaces and a line end)."""
    if len(runs) == 1 and runs[0].plain:
        text = runs[0].text
        rendered = (
            _escape(text, _Scope(_pairing(text), tags=">" in text, first=True, last=True))
            if _SPECIAL.search(text)
            else text
        )
    else:
        rendered = _stitch(_pieces(runs, note_mark))
    rendered = rendered.strip()
    return _BREAK.sub("  \n", rendered) if "\n" in rendered else rendered


def image_markdown(alt: str, address: str) -> str:
    """An image with its alternative text."""
    return f"![{_escape(alt, _Scope(_PAIRED, link=True))}]({address})"


def escape_block_starts(text: str) -> str:
    """A block's rendered lines, none of which starts another kind of block than a paragraph."""
    if "\n" not in text:
        return _guard_line(text)
    return "\n".join(map(_guard_line, text.split("\n")))


def _escape(text: str, scope: _Scope) -> str:
    """The text with a backslash where a character would be markup, and only there."""
    return _pattern(scope).sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    text = found[0]
    return "\\_" * len(text) if text[0] == "_" else "\\" + text


@cache
def _pattern(scope: _Scope) -> re.Pattern[str]:
    end = "" if scope.last else r"|\Z"  # what follows may complete what the last character begins
    alone = (r"(?<!\S)" if scope.first else r"(?<=\s)") + "_+" + (r"(?!\S)" if scope.last else r"(?=\s)")
    in_word = r"(?<=[^\W_])_+(?=[^\W_])"
    parts = [
        r"\\(?=[!-/:-@\[-`{-~\n]|\Z)",
        (r"" if scope.tags else r"(?<!\S)") + rf"<(?=[a-zA-Z/!?]|[^\s<>@]{{1,99}}@{end})",
        rf"&(?=\#?[0-9a-zA-Z]*(?:;{end}))",
        r"[\[\]]" if scope.link else rf"\[(?=\^{end})|\](?=[(\[]{end})",
        *([] if scope.last else [r"!(?=\Z)"]),
        *(["`"] if "`" in scope.paired else []),
        *(["~"] if "~" in scope.paired else []),
        *([r"(?<!\s)\*|\*(?!\s)"] if "*" in scope.paired else []),
        *([rf"(?<!_)(?!{alone})(?!{in_word})_+"] if "_" in scope.paired else []),
    ]
    return re.compile("|".join(parts))


def _pairing(text: str) -> str:
    return "".join(char for char in _PAIRED if char in text and text.count(char) > 1)


def _guard_line(line: str) -> str:
    if line[:1] not in _STARTERS:
        return line
    found = _BLOCK_START.match(line)
    return f"{line[: found.end()]}\\{line[found.end() :]}" if found else line


def _pieces(runs: Sequence[Run], note_mark: NoteMark) -> list[str | _Emphasis]:
    """Rendered runs in order; emphasis is still open, for its delimiters depend on the neighbours."""
    pieces: list[str | _Emphasis] = []
    scope = _scope(runs)
    at = 0
    while at < len(runs):
        run = runs[at]
        if run.note:
            pieces.append(note_mark(run))
            at += 1
        elif run.link and not run.link.startswith("#"):
            end = at + 1
            while end < len(runs) and runs[end].link == run.link and not runs[end].note:
                end += 1
            pieces.extend(_link(runs[at:end], run.link, scope))
            at = end
        else:
            inside = 0 < at < len(runs) - 1
            pieces.extend(_run(run, scope if inside else scope._replace(first=at == 0, last=at == len(runs) - 1)))
            at += 1
    return pieces


def _scope(runs: Sequence[Run]) -> _Scope:
    paired = _pairing("".join(run.text for run in runs))
    if any(run.bold or run.italic for run in runs):
        paired += "*"
    if any(run.mono for run in runs):
        paired += "`"
    return _Scope("".join(char for char in _PAIRED if char in paired))


def _link(runs: Sequence[Run], url: str, scope: _Scope) -> list[str | _Emphasis]:
    before, text, after = _edges("".join(run.text for run in runs))
    if not text:
        return [before + after]
    if url in (text, "mailto:" + text) and not set(url) & set("<>\\"):
        return [before, f"<{text}>", after]
    pieces: list[str | _Emphasis] = []
    for run in runs:
        pieces.extend(_run(run, scope._replace(link=True)))
    target = f"<{_escape_target(url)}>" if set(url) & set("()<>\\") else url
    return [before, f"[{_BREAK.sub(' ', _stitch(pieces).strip())}]({target})", after]


def _escape_target(url: str) -> str:
    return url.replace("\\", "%5C").replace("<", "%3C").replace(">", "%3E")


def _run(run: Run, scope: _Scope) -> list[str | _Emphasis]:
    before, text, after = _edges(run.text)
    if not text:
        return [before + after]
    if run.maths:
        return [before, _TAG.sub("< ", text), after]
    if run.mono and not run.rise and not (scope.link and "]" in text):  # it would end the link, or define one
        inner = _code(text)
    else:
        inner = _escape(text, _place(run, scope, before, after)) if _SPECIAL.search(text) else text
        if run.rise:
            tag = "sup" if run.rise > 0 else "sub"
            inner = f"<{tag}>{inner}</{tag}>"
    stars = 2 * run.bold + run.italic
    return [before, _Emphasis(stars, inner) if stars else inner, after]


def _place(run: Run, scope: _Scope, before: str, after: str) -> _Scope:
    """The scope of a run without the white space around it; marks of its look stand at its edges."""
    bare = not (run.bold or run.italic or run.rise)
    return scope._replace(first=bare and (scope.first or bool(before)), last=bare and (scope.last or bool(after)))


def _edges(text: str) -> tuple[str, str, str]:
    found = _EDGES.match(text)
    assert found  # noqa: S101 - every text matches
    return found[1], found[2], found[3]


def _code(text: str) -> str:
    text = " ".join(text.split("\n"))
    fence = "`" * (1 + max((len(ticks) for ticks in _BACKTICKS.findall(text)), default=0))
    pad = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def _stitch(pieces: Sequence[str | _Emphasis], before: str = " ", after: str = " ") -> str:
    """The pieces joined; emphasis that neighbours share is written once, around them.

    Args:
        pieces: The pieces.
        before: The character in front of them.
        after: The character behind them.
    """
    pieces = [piece for piece in pieces if piece]
    out: list[str] = []
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        if isinstance(piece, str):
            out.append(piece)
            at += 1
            continue
        end, shared = _shared(pieces, at)
        following = pieces[end] if end < len(pieces) else after
        left, right = out[-1][-1] if out else before, following[0] if isinstance(following, str) else "*"
        out.append(_emphasized(pieces[at:end], shared, left, right))
        at = end
    return "".join(out)


def _shared(pieces: Sequence[str | _Emphasis], at: int) -> tuple[int, int]:
    """Where the emphasis of a piece ends that its neighbours have as well, and its stars; white space may part them."""
    end, shared = at, 3
    for index in range(at, len(pieces)):
        piece = pieces[index]
        if isinstance(piece, _Emphasis):
            if not shared & piece.stars:
                break
            end, shared = index + 1, shared & piece.stars
        elif "\n" in piece or not piece.isspace():
            break
    return end, shared


def _emphasized(pieces: Sequence[str | _Emphasis], stars: int, before: str, after: str) -> str:
    """Pieces of shared emphasis; stars where CommonMark reads them as emphasis, tags where it would not."""
    inner = [piece if isinstance(piece, str) else piece.without(stars) for piece in pieces]
    text = _stitch(inner, before, after)
    bare = text.strip("*")
    if before != "*" and _opens(before, bare[0]) and _opens(after, bare[-1]):
        return f"{'*' * stars}{text}{'*' * stars}"
    left, right = _TAGS[stars]
    return f"{left}{_stitch(inner, '>', '<')}{right}"


def _opens(outer: str, inner: str) -> bool:
    """Whether a delimiter between the two characters is left-flanking (or, mirrored, right-flanking)."""
    if not _is_punctuation(inner):
        return True
    return outer.isspace() or _is_punctuation(outer)


def _is_punctuation(char: str) -> bool:
    return unicodedata.category(char)[0] in "PS"
