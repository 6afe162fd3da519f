"""Lines of programs in the font of the text."""

from __future__ import annotations

import pytest

from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.program_lines import program_evidence, program_rows, split_programs
from quire.layout.text.text_rows import rows_of
from tests.layout.pages import BODY, BOLD, line

C = ["int gcd(int a, int b) {", "while (b != 0) {", "int rest = a % b;", "a = b;", "b = rest;", "}", "return a;", "}"]
BASIC = ["Module Program", "Sub Main(args As String())", 'Console.WriteLine("Enter a number")', "End Sub", "End Module"]
ASSEMBLER = ["li $v0, 4", "la $a0, message", "j loop", "syscall"]
TREE = ["Platform/", "├── src/ # 源代码", "│ └── main.ts # 主程序", "└── docs/"]
MARKUP = ['<resource uuid="9644">', "<title>Plan</title>", "</resource>"]
PROSE = [
    "The result is returned to the caller; each value",
    "class of the survey, for (at least) the firms that",
    "were told by the number of respondents = 12.",
]


def draft(texts: list[str], top: float, style=BODY) -> Draft:
    return Draft(1, rows_of([line(text, 72, top + 12 * n, style) for n, text in enumerate(texts)]), left=72, right=540)


@pytest.mark.parametrize("program", [C, BASIC, ASSEMBLER, MARKUP, TREE[1:]])
def test_programs_are_told_from_the_text_around_them(program: list[str]) -> None:
    assert program_rows([*PROSE, *program, *PROSE]) == [False] * 3 + [True] * len(program) + [False] * 3


@pytest.mark.parametrize(
    "text", ["• Write a method;", "(a) f(x) = x + 1;", "T(n) ≤ c f(n)", "定义 x = 1 的类，如下所示；"]
)
def test_no_evidence(text: str) -> None:
    assert program_evidence(text) < 0


def test_a_single_row_stays_text() -> None:
    assert not any(program_rows([*PROSE, "int count = 0;", *PROSE]))


def test_paragraphs_are_cut_where_the_program_begins_and_ends() -> None:
    parts = split_programs([draft(PROSE + C[:3], 100), draft(C[3:], 200), draft(PROSE, 400)])
    assert [(part.kind, [row.text for row in part.rows]) for part in parts] == [
        (Kind.TEXT, PROSE),
        (Kind.CODE, C),
        (Kind.TEXT, PROSE),
    ]


def test_a_title_between_listings_is_none_of_their_lines() -> None:
    parts = split_programs([draft(C, 100), draft(["Problem 2"], 220, BOLD), draft(C, 240)])
    assert [part.kind for part in parts] == [Kind.CODE, Kind.TEXT, Kind.CODE]
