"""Spans made ready for writing: cleaned, merged to runs of one look, links checked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from quire.model.block import Block, Span
from quire.model.page import MATHS, Style
from quire.model.traversal import own_spans, walk

# C0 but for tab and line end, DEL and C1, lone surrogates (no UTF-8 form), non-characters (not legal in XML).
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_SPACED = frozenset("\x0b\x0c\x0d\x85\u2028\u2029")  # these part words

# Two letters make a word; of Chinese, Japanese and Korean one does.
_WORD = re.compile("[^\\W\\d_]{2}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

_ENDINGS = frozenset(["st", "nd", "rd", "th"])
_MARKS = frozenset("®™©℠")

_TYPESCRIPT, _MIN_LETTERS = 0.8, 100
"""The share of text in fixed pitch from which a document of so many characters is a typescript: scanned ones have .83
to .99, as a few short lines do not show their pitch."""

_SCHEMES = ("http://", "https://", "mailto:")
_PAGE_LINK = re.compile(r"#p[0-9]+\Z")
_LINK_UNSAFE = re.compile(r"[\x00-\x20\x7f-\xa0\u2028\u2029\ud800-\udfff]")


class Run(NamedTuple):
    """A run of text of one look; a note's mark is a run of its own."""

    text: str
    bold: bool = False
    italic: bool = False
    mono: bool = False
    rise: int = 0  # 1 superscript, -1 subscript
    link: str | None = None  # safe: http, https, mailto, or "#p12"
    note: str | None = None
    maths: bool = False  # formulas: LaTeX between dollar signs

    @property
    def plain(self) -> bool:
        """Whether it is nothing but text."""
        return not (self.bold or self.italic or self.mono or self.rise or self.link or self.note or self.maths)


def clean(text: str) -> str:
    """The text without control characters; those that separate words, and tabs, become spaces."""
    if text.isprintable():  # by Unicode's categories, which nearly all text is
        return text
    if _CONTROL.search(text):
        text = _CONTROL.sub(lambda found: " " if found[0] in _SPACED else "", text)
    return text.replace("\t", " ") if "\t" in text else text


def plain_text(spans: Iterable[Span]) -> str:
    """The cleaned text of spans on one line."""
    return " ".join(clean("".join(span.text for span in spans)).split())


def safe_link(link: str | None) -> str | None:
    """The link when it is a web address, a mail address or a page of the document; None otherwise.

    White space and control characters inside are dropped before the check, as browsers do, so that
    "java\\nscript:" does not pass.
    """
    if not link:
        return None
    link = _LINK_UNSAFE.sub("", link)
    if link[:8].lower().startswith(_SCHEMES) or _PAGE_LINK.match(link):
        return link
    return "https://" + link if link[:4].lower() == "www." else None


def runs_of(spans: Sequence[Span]) -> list[Run]:
    """The spans as runs: cleaned, neighbours of one look merged, blank ones joined to what stands before."""
    if len(spans) == 1:  # as nearly all cells of tables have it
        raw, style, link, note = spans[0]
        text = clean(raw)
        return [_run(text, style, safe_link(link) if link else None, note)] if text else []
    runs: list[Run] = []
    texts: list[str] = []  # of the last run
    look: Style | None = None  # from which it was made
    aim: str | None = None
    for raw, style, link, note in spans:
        text = clean(raw)
        if not text:
            continue
        last = runs[-1] if runs else None
        if last and last.note is None and note is None and ((style is look and link == aim) or text.isspace()):
            texts.append(text)
            continue
        run = _run(text, style, safe_link(link) if link else None, note)
        if last and note is None and last[1:] == run[1:]:
            texts.append(text)
            continue
        _finish(runs, texts)
        runs.append(run)
        texts, look, aim = [text], style, link
    _finish(runs, texts)
    return runs


def _finish(runs: list[Run], texts: Sequence[str]) -> None:
    """Give the last run all its texts."""
    if len(texts) > 1:
        runs[-1] = runs[-1]._replace(text="".join(texts))


def is_typescript(blocks: Iterable[Block]) -> bool:
    """Whether nearly all text outside programs is in fixed pitch: it tells no program text apart then."""
    fixed = letters = 0
    for block in walk(blocks):
        for text, style, *_ in own_spans(block):
            letters += len(text)
            fixed += len(text) if style is not None and style.mono else 0
    return letters >= _MIN_LETTERS and fixed >= _TYPESCRIPT * letters


def without_fixed_pitch(runs: list[Run]) -> list[Run]:
    """The runs of a typescript: those that differed by their pitch alone are one."""
    kept: list[Run] = []
    for run in runs:
        one = run._replace(mono=False)
        last = kept[-1] if kept else None
        if last and not last.note and last[1:] == one[1:]:
            kept[-1] = last._replace(text=last.text + one.text)
        else:
            kept.append(one)
    return kept


def heading_runs(runs: list[Run]) -> list[Run]:
    """The runs of a heading, which programs show in bold anyway: bold parts of it carry no meaning."""
    return without_common_emphasis([run._replace(bold=False) if run.bold else run for run in runs])


def without_common_emphasis(runs: list[Run]) -> list[Run]:
    """The runs without the emphasis that all of them share: a cell's is the design of its table."""
    for run in runs:  # quicker than `any`
        if run.bold or run.italic or run.mono:
            break
    else:
        return runs
    inked = [run for run in runs if not run.text.isspace() and not run.note]
    bold = all(run.bold for run in inked)
    italic = all(run.italic for run in inked)
    mono = all(run.mono for run in inked)
    if not inked or not (bold or italic or mono):
        return runs
    return [
        run._replace(bold=run.bold and not bold, italic=run.italic and not italic, mono=run.mono and not mono)
        for run in runs
    ]


def without_empty_emphasis(runs: list[Run]) -> list[Run]:
    """The runs without emphasis that carries no meaning and clutters plain text.

    This is bold signs ("→", ":"), the italics that formulas have by convention (ISO 80000-1, 7.1): names of
    quantities of one letter, and what stands above or below the line; and raised endings ("1st") and marks of trade.
    """
    for run in runs:
        if run.bold or run.italic or run.rise:
            break
    else:
        return runs
    kept: list[Run] = []
    for run in runs:
        last = kept[-1] if kept else None
        rise = 0 if run.rise > 0 and _is_ending(last.text if last else "", run.text) else run.rise
        bold = run.bold and not (rise or _is_sign(run.text))
        italic = run.italic and not (rise or _is_symbol(run.text))
        one = run
        if bold != run.bold or italic != run.italic or rise != run.rise:  # seldom
            one = run._replace(bold=bold, italic=italic, rise=rise)
        if last and not last.note and last[1:] == one[1:]:
            kept[-1] = last._replace(text=last.text + one.text)
        else:
            kept.append(one)
    return kept


def _is_ending(before: str, text: str) -> bool:
    """Whether a raised text is that of an English ordinal, or a mark that is always raised."""
    text = text.strip()
    return (text in _ENDINGS and before[-1:].isdigit()) or text in _MARKS


def _is_sign(text: str) -> bool:
    return not any(map(str.isalnum, text))


def _is_symbol(text: str) -> bool:
    return _WORD.search(text) is None


def _run(text: str, style: Style | None, link: str | None, note: str | None) -> Run:
    if style is None:
        return Run(text, link=link, note=note)
    return Run(text, style.bold, style.italic, style.mono, style.rise, link, note, style.font == MATHS)
