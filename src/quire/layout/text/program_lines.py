"""Lines of programs by what they say, for those that a file sets in the font of its text.

Each row has evidence from its own words and signs; a listing is a run of rows whose evidence outweighs the cost of a
change from text to program and back, so that one row of a sentence that looks like code stays text, and a short row
inside a listing ("else", "main") stays in it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.text_rows import Row
from quire.text import wide_characters

# A logistic regression over 31,000 rows of 169 tagged documents and 33 others, each document with the same weight; rows
# in fixed-pitch fonts are programs, others are not. Learned on the documents of one half of the repositories, it finds
# 88 and 98 of 100 rows of programs of the other half, and 91 and 94 of 100 found are some.
_END, _KEYWORD, _CALL, _OPERATOR, _NAME, _SIGNS = 3.4, 4.7, 0.8, 2.0, 3.7, 3.5
_SENTENCE, _CHINESE, _PLAIN, _WIDE, _CAPITALS, _MATHS, _MARKER, _BIAS = -2.2, -7.9, -0.7, -4.3, 0.9, -9.6, -7.1, -1.2
# Lines of a tree of folders are set with programs. Not learned: it outweighs all that speaks for text.
_TREE = 20.0
# Of calls, operators and names so many count; and of characters, of which the weight is for a hundred.
_COUNTED, _WIDEST = 2, 120
# Evidence that a change from text to program, or back, needs; a listing has so many rows at least.
_CHANGE, _ROWS = 3.0, 2
# Type that differs from that of the row before by this share of it is another.
_RESIZED = 0.08

_KEYWORDS = re.compile(
    r"#\s?(?:include|define|if|endif|pragma)|//|/\*|\*/|<[/!?\w]|[@$.%]\w|(?:int|void|char|bool|float|double|long|string"
    r"|String|var|let|const|auto|unsigned|public|private|protected|static|final|class|struct|enum|interface|namespace"
    r"|using|import|from|package|return|if|else|elif|for|foreach|while|do|switch|case|break|continue|try|catch|finally"
    r"|throw|new|def|function|func|fn|print|printf|cout|cin|echo|end|End|Dim|Sub|Function|Module|Next|Imports|begin"
    r"|module|input|output|wire|reg|assign|always|select|insert|update|SELECT|INSERT|CREATE|li|la|lw|sw|add|addi|mov"
    r"|move|syscall)\b"
)
_CALLS = re.compile(r"\b[A-Za-z_]\w*[(\[]")
_OPERATORS = re.compile(r"==|!=|<=|>=|\+=|-=|\+\+|--|&&|\|\||->|=>|::|:=|<<|>>|\s=\s|\w=\w|</|/>")
_NAMES = re.compile(r"\b(?:[a-z]+[A-Z]\w*|[A-Za-z]+_\w+|\$\w+|\w+\.\w+\()")
_MATHS_SIGNS = re.compile("[\U0001d400-\U0001d7ff\u0370-\u03ff\u2200-\u22ff\u239b-\u23ae]|\\\\[a-z]|\\$[^$]+\\$")
_MARKERS = re.compile(r"[o•●○◦▪◆➢✓·–—-] |\(?\w{1,2}[.)）] ")
_TREES = re.compile("[\u2502-\u257f]")
_QUOTED = re.compile(r'["“][^"“”]*["”]|//.*|/\*.*')  # texts and comments, whose words say nothing
_SIGN_CHARACTERS = frozenset("(){}[]<>=;_#$&|/\\*+\"'%@^~")
_ENDS = frozenset(";{}")
_STOPS = frozenset(".。!?！？…")


def split_programs(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts of a page with rows of programs in drafts of their own, of kind CODE."""
    kept: list[Draft] = []
    run: list[Draft] = []
    for draft in drafts:
        is_text = draft.kind in (Kind.TEXT, Kind.ITEM) and bool(draft.rows)
        if run and not (is_text and _is_set_alike(run[-1], draft)):
            kept += _split(run)
            run = []
        (run if is_text else kept).append(draft)
    return kept + _split(run)


def _is_set_alike(a: Draft, b: Draft) -> bool:
    """Whether two paragraphs of a column are of one size and weight: a title over a listing is not."""
    return a.column == b.column and a.bold == b.bold and abs(a.size - b.size) < _RESIZED * a.size


def _split(run: list[Draft]) -> list[Draft]:
    """Consecutive paragraphs of a column, programs apart."""
    rows = [row.text for draft in run for row in draft.rows]
    if sum(text[-1] in _ENDS or _KEYWORDS.match(text) is not None or _is_in_tree(text) for text in rows) < _ROWS:
        return run
    marks = program_rows(rows)
    if not any(marks):
        return run
    kept: list[Draft] = []
    at = 0
    for draft in run:
        own = marks[at : at + len(draft.rows)]
        at += len(draft.rows)
        if not any(own):
            kept.append(draft)
            continue
        for row, mark in zip(draft.rows, own, strict=True):
            _append(kept, draft, row, Kind.CODE if mark else draft.kind)
    return kept


def _append(kept: list[Draft], draft: Draft, row: Row, kind: Kind) -> None:
    """Add a row of a draft: to what was last kept if that is the same program or the same paragraph."""
    last = kept[-1] if kept else None
    if last is not None and last.kind is kind and (kind is Kind.CODE or last.rows[-1] in draft.rows):
        last.rows = [*last.rows, row]
        last.last_element = draft.last_element
        return
    kept.append(replace(draft, rows=[row], kind=kind, marker=None if kind is Kind.CODE else draft.marker))


def program_rows(rows: Sequence[str]) -> list[bool]:
    """Which of consecutive rows are of programs: the most probable division into runs (Viterbi)."""
    text, program = 0.0, -_CHANGE
    back: list[tuple[bool, bool]] = []  # for text and for program: whether the row before is of a program
    for row in rows:
        own = program_evidence(row)
        from_program, from_text = program - _CHANGE > text, text - _CHANGE <= program
        back.append((from_program, from_text))
        text, program = max(text, program - _CHANGE), max(program, text - _CHANGE) + own
    state = program - _CHANGE > text
    marks = [False] * len(rows)
    for at in range(len(rows) - 1, -1, -1):
        marks[at] = state
        state = back[at][state]
    return [mark and any(marks[max(at - 1, 0) : at] + marks[at + 1 : at + 2]) for at, mark in enumerate(marks)]


def _is_in_tree(text: str) -> bool:
    return not text.isascii() and _TREES.search(text) is not None


def program_evidence(text: str) -> float:
    """How much more probable it is that a row is of a program than not: the logarithm of the odds."""
    evidence = _BIAS + _KEYWORD * (_KEYWORDS.match(text) is not None)
    evidence += _MARKER * (_MARKERS.match(text) is not None) + _MATHS * (_MATHS_SIGNS.search(text) is not None)
    bare = _QUOTED.sub('""', text)
    evidence += _WIDE * min(len(bare), _WIDEST) / 100
    evidence += _END * (bare[-1] in _ENDS) + _SENTENCE * (bare[-1] in _STOPS and len(bare) > 1)
    for weight, pattern in ((_CALL, _CALLS), (_OPERATOR, _OPERATORS), (_NAME, _NAMES)):
        evidence += weight * min(len(pattern.findall(bare)), _COUNTED)
    evidence += _TREE * _is_in_tree(text)
    letters = max(len(bare) - bare.count(" "), 1)
    evidence += _SIGNS * sum(char in _SIGN_CHARACTERS for char in bare) / letters + _CAPITALS * bare.isupper()
    evidence += _CHINESE * wide_characters(bare) / letters
    words = [word.strip(",.;:()") for word in bare.split()]
    return evidence + _PLAIN * sum(word.isalpha() and len(word) > 1 for word in words) / max(len(words), 1)
