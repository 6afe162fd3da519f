"""Endnotes: notes collected at the end of a chapter or a document, which raised marks in the text before lead to.

The pages of a range report the raised marks of their text and the paragraphs that begin with a mark; over the whole
document, notes that count from 1 are matched with marks that count the same way and stand on earlier pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.footnotes import can_be_note, is_raised, mark_of, split_at_marks
from quire.layout.text.note_marks import mark_value
from quire.layout.text.text_rows import Row
from quire.roman_numerals import roman_value

# At least this share of the notes has its mark in the text.
_REFERRED = 0.7
# Notes that nothing else shows have all their marks in the text, are so many at least, and the last ends the document.
_PLAIN, _LAST = 4, 2
# Paragraphs between the first rows of two notes: further ones of the first; and marks that were not read in between.
_FURTHER, _MISSED = 3, 2
# Type sizes from the place that a link leads to down to the row there, at most.
_LEADING = 1.5
# Rows of one note differ in size by less than this share.
_ONE_SIZE = 0.06
_ROMAN = re.compile(r"^([ivxl]{1,7})[.)]?\s")
# What titles of notes say, folded, in English, German, French, Spanish, Italian, Portuguese, Russian and Chinese. Lists
# of works that are cited ("References") are none.
_TITLES = frozenset(
    [
        *("notes", "endnotes", "footnotes", "anmerkungen", "endnoten", "fußnoten", "notas", "note"),
        *("примечания", "сноски", "注释", "注釋", "尾注", "註釋", "脚注"),
    ]
)
_NOT_LETTERS = re.compile(r"[\W\d_]+")


class RaisedMark(NamedTuple):
    """A raised mark in the text."""

    at: int  # index of its draft
    page: int
    marks: tuple[str, ...]  # that it may be, as a whole first: "12" is also 1 and 2
    target: tuple[int, float] | None = None  # the page and height that it links to


class NoteStart(NamedTuple):
    """A row that may begin an endnote."""

    at: int  # index of its draft
    row: int  # index in it
    page: int
    mark: str
    roman: bool
    raised: bool
    titled: bool  # below a title of notes
    size: float  # of its type, points
    top: float  # its upper edge, points
    at_foot: bool = False  # a footnote whose mark stands on its page


class NoteFacts(NamedTuple):
    """What a range shows of endnotes, in reading order."""

    marks: list[RaisedMark]
    starts: list[NoteStart]
    drafts: int


class Endnote(NamedTuple):
    """Where an endnote begins."""

    at: int
    row: int
    mark: str
    id: str
    end: int  # index of the first draft that is no part of it
    size: float  # of its type, points


class EndnoteDecision(NamedTuple):
    """The endnotes of a document or range, and the ids that marks on its pages lead to."""

    notes: list[Endnote]
    links: dict[int, dict[str, str]]


def note_facts(drafts: Sequence[Draft]) -> NoteFacts:
    """The raised marks of a range's text, and the rows that may begin endnotes."""
    marks: list[RaisedMark] = []
    starts: list[NoteStart] = []
    raised = {(draft.page, mark) for draft in drafts for own in draft.raised for mark in own}
    for at, draft in enumerate(drafts):
        if draft.kind is Kind.NOTE:
            if mark_value(draft.mark):
                start = _start(draft, at, 0, draft.mark, titled=_follows_title(drafts, at))
                starts.append(start._replace(at_foot=(draft.page, draft.mark) in raised))
        else:
            marks += [
                RaisedMark(at, draft.page, own, target) for own, target in zip(draft.raised, draft.targets, strict=True)
            ]
            starts += _starts(drafts, at)
    return NoteFacts(marks, starts, len(drafts))


def _starts(drafts: Sequence[Draft], at: int) -> list[NoteStart]:
    draft = drafts[at]
    if not can_be_note(draft) or not (_numeral_of(draft.rows[0]) or mark_value(mark_of(draft.rows[0]))):
        return []
    titled = _follows_title(drafts, at)
    numeral = _numeral_of(draft.rows[0])
    if numeral:
        return [_start(draft, at, row, own, titled=titled) for row, own in _numerals(draft.rows)]
    found: list[NoteStart] = []
    row = 0
    for rows, mark in split_at_marks(draft.rows):
        if mark_value(mark):
            found.append(_start(draft, at, row, mark, titled=titled))
        row += len(rows)
    return found


def _start(draft: Draft, at: int, row: int, mark: str, *, titled: bool) -> NoteStart:
    own = draft.rows[row]
    return NoteStart(at, row, draft.page, mark, roman_value(mark) > 0, is_raised(own), titled, draft.size, own.y0)


def _numeral_of(row: Row) -> str:
    match = _ROMAN.match(row.text)
    return match[1] if match else ""


def _numerals(rows: Sequence[Row]) -> list[tuple[int, str]]:
    """The rows that begin with Roman numerals, each one more than that before."""
    found: list[tuple[int, str]] = []
    for at, row in enumerate(rows):
        mark = _numeral_of(row)
        if mark and (not found or roman_value(mark) == roman_value(found[-1][1]) + 1):
            found.append((at, mark))
    return found


def _follows_title(drafts: Sequence[Draft], at: int) -> bool:
    """Whether a title of notes stands above a draft, perhaps with the name of a chapter between them."""
    for before in reversed(drafts[max(0, at - 2) : at]):
        if before.kind is not Kind.TEXT or len(before.rows) > 1:
            return False
        if _NOT_LETTERS.sub("", before.text.casefold()) in _TITLES:
            return True
    return False


# --- over the whole document -------------------------------------------------------------------------


def find_endnotes(facts: Sequence[NoteFacts]) -> EndnoteDecision:
    """The endnotes of a document; the indices are those of the drafts of all ranges."""
    marks: list[RaisedMark] = []
    starts: list[NoteStart] = []
    drafts = 0
    for one in facts:
        marks += [mark._replace(at=mark.at + drafts) for mark in one.marks]
        starts += [start._replace(at=start.at + drafts) for start in one.starts]
        drafts += one.drafts
    found = EndnoteDecision([], {})
    chains = _chains(marks) if marks and starts else []
    for run in _runs(starts) if chains else ():
        chain = next((one for one in chains if _leads_to(one, run, last=drafts - run[-1].at <= _LAST)), None)
        if chain is not None:
            chains = chains[chains.index(chain) + 1 :]
            _add(found, run, chain)
    return found


def of_range(decision: EndnoteDecision, start: int, end: int) -> EndnoteDecision:
    """The part of a decision that concerns the drafts from `start` to `end`, with indices from 0."""
    notes = [
        note._replace(at=note.at - start, end=note.end - start)
        for note in decision.notes
        if note.at < end and note.end > start
    ]
    return EndnoteDecision(notes, decision.links)


def _chains(marks: Sequence[RaisedMark]) -> list[list[RaisedMark]]:
    """The marks that count from 1, in order, each alone; what does not go on with the count (exponents) is in none."""
    chains: list[list[RaisedMark]] = []
    last = 0
    for one in marks:
        for mark in one.marks:
            value = mark_value(mark)
            if value == 1 and last != 1 and (mark is one.marks[0] or not chains):
                chains.append([])
            elif not (chains and last < value <= last + 1 + _MISSED):
                continue
            chains[-1].append(one._replace(marks=(mark,)))
            last = value
            if mark is one.marks[0]:
                break
    return chains


def _runs(starts: Sequence[NoteStart]) -> list[list[NoteStart]]:
    """The rows that count from 1 with little between them."""
    runs: list[list[NoteStart]] = []
    for one in starts:
        value = mark_value(one.mark)
        before = runs[-1][-1] if runs else None
        if value == 1:
            titled = one.titled or (before is not None and runs[-1][0].titled and one.at - before.at <= _FURTHER)
            runs.append([one._replace(titled=titled)])
        elif before is not None and _follows(before, one):
            runs[-1].append(one)
    return runs


def _follows(before: NoteStart, after: NoteStart) -> bool:
    follows = mark_value(after.mark) == mark_value(before.mark) + 1 and after.roman == before.roman
    return follows and after.at - before.at <= _FURTHER


def _leads_to(chain: Sequence[RaisedMark], run: Sequence[NoteStart], *, last: bool) -> bool:
    """Whether marks are those of notes: before them, and nearly as many; `last`: the notes end the document."""
    before = [one for one in chain if one.at < run[0].at]
    if not before or all(one.at_foot for one in run) or run[0].roman != (roman_value(before[0].marks[0]) > 0):
        return False
    if _are_linked(before, run):
        return True
    if before[0].page >= run[-1].page and not run[0].titled:
        return False
    found = {mark_value(one.marks[0]) for one in before}
    referred = len(found.intersection([mark_value(one.mark) for one in run])) / len(run)
    if referred < _REFERRED or max(found) > len(run) + _MISSED:
        return False
    shown = run[0].titled or 2 * sum([one.raised for one in run]) > len(run)
    return shown or (last and len(found) == len(run) >= _PLAIN)


def _are_linked(chain: Sequence[RaisedMark], run: Sequence[NoteStart]) -> bool:
    """Whether links lead from marks to most of the rows that begin with them, or to what follows before the next."""
    targets = {mark_value(one.marks[0]): one.target for one in reversed(chain)}
    led = 0
    for at, one in enumerate(run):
        target = targets.get(mark_value(one.mark))
        place = (one.page, one.top - _LEADING * one.size)
        below = run[at + 1] if at + 1 < len(run) else None
        end = (below.page, below.top - _LEADING * below.size) if below else (one.page + 1, 0.0)
        led += target is not None and place < target < end
    return led >= _REFERRED * len(run)


def _add(found: EndnoteDecision, run: Sequence[NoteStart], chain: Sequence[RaisedMark]) -> None:
    """Add notes; a mark that was not read (at the start of a row) is on a page between those of its neighbours."""
    pages = {mark_value(one.marks[0]): one.page for one in reversed(chain) if one.at < run[0].at}
    for at, one in enumerate(run):
        name = f"e{one.page}-{len(found.notes) + 1}"
        end = run[at + 1].at if at + 1 < len(run) else one.at + 1
        found.notes.append(Endnote(one.at, one.row, one.mark, name, max(end, one.at + 1), one.size))
        value = mark_value(one.mark)
        first = max([page for number, page in pages.items() if number <= value], default=run[0].page)
        last = min([page for number, page in pages.items() if number >= value], default=run[0].page)
        for page in range(first, last + 1):
            found.links.setdefault(page, {}).setdefault(one.mark, name)


# --- in a range --------------------------------------------------------------------------------------


def mark_endnotes(drafts: Sequence[Draft], notes: Iterable[Endnote]) -> list[Draft]:
    """The drafts of a range with its endnotes of kind NOTE: one draft with the mark, further paragraphs without.

    Args:
        drafts: All of the range.
        notes: As `of_range` gives them.
    """
    starts: dict[int, list[Endnote]] = {}
    further: dict[int, Endnote] = {}
    for note in notes:
        starts.setdefault(note.at, []).append(note)
        further |= dict.fromkeys(range(note.at + 1, note.end), note)
    kept: list[Draft] = []
    for at, draft in enumerate(drafts):
        own, before = starts.get(at), further.get(at)
        if own:
            ends = [*[note.row for note in own[1:]], len(draft.rows)]
            if own[0].row:
                kept.append(replace(draft, rows=draft.rows[: own[0].row]))
            for note, end in zip(own, ends, strict=True):
                rows = draft.rows[note.row : end]
                kept.append(replace(draft, rows=rows, kind=Kind.NOTE, mark=note.mark, note=note.id))
        elif before and draft.kind is Kind.TEXT and abs(draft.size - before.size) < _ONE_SIZE * before.size:
            kept.append(replace(draft, kind=Kind.NOTE, note=before.id))
        else:
            kept.append(draft)
    return kept
