"""Emphasis of Markdown in Chinese: “**锁：**一种机制”, whose second mark closes none in English."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline.state_inline import Scanned, StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType

__all__ = ["ChineseInline"]

_CHINESE = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef“”‘’—…]")


class ChineseInline(ParserInline):
    """Reads spans as CommonMark says, but that Chinese has no spaces beside marks: its characters count as such."""

    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        """The spans of a paragraph."""
        state = _State(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


class _State(StateInline):
    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N802, N803, FBT001 - as in the library
        found = super().scanDelims(start, canSplitWord)
        end = start + found.length
        before = self.src[start - 1] if start else " "
        after = self.src[end] if end < self.posMax else " "
        if self.src[start] != "*" or not (_CHINESE.match(before) or _CHINESE.match(after)):
            return found
        opens = not isWhiteSpace(ord(after)) and (not _is_mark(after) or _is_open(before))
        closes = not isWhiteSpace(ord(before)) and (not _is_mark(before) or _is_open(after))
        return Scanned(found.can_open or opens, found.can_close or closes, found.length)


def _is_mark(char: str) -> bool:
    return (isMdAsciiPunct(ord(char)) or isPunctChar(char)) and not _CHINESE.match(char)


def _is_open(char: str) -> bool:
    """Whether nothing stands against a mark beside this character."""
    return isWhiteSpace(ord(char)) or isMdAsciiPunct(ord(char)) or isPunctChar(char) or bool(_CHINESE.match(char))
