"""Which lines of a page are one formula."""

from __future__ import annotations

from dataclasses import replace

from quire.layout.maths.atoms import atoms_of
from quire.layout.maths.formula_regions import join_formulas
from quire.layout.maths.latex_builder import latex_of
from quire.model.page import MATHS, Line, Page, Rule, Word
from tests.layout.maths.test_latex_builder import ITALIC, LARGE, ROMAN, word

PAGE = Page(1, 595, 842)


def line(*words):
    return Line(
        tuple(words), words[0].x0, min(w.y0 for w in words), words[-1].x1, max(w.y1 for w in words), words[0].baseline
    )


def text(content, x, baseline):
    words = []
    for part in content.split():
        words.append(word(part, x, baseline, 10, ROMAN)._replace(space=bool(words)))
        x = words[-1].x1 + 3
    return line(*words), x


def test_pages_without_mathematical_type_stay_as_they_are() -> None:
    lines = [text("a + b = c as usual", 70, 100)[0]]
    assert join_formulas(PAGE, lines) == lines


def test_an_equation_may_end_with_a_blank() -> None:
    first, x = text("the value c +", 70, 200)
    top, below = line(word("a", x + 1, 195.5, 7, ROMAN)), line(word("b", x + 1, 204, 7, ROMAN))
    page = replace(PAGE, rules=(Rule(x, 197.5, x + 5, 197.5, 0.4, 0),))
    for asked, count in ("then y = ____", 2), ("then y is ____", 4):
        assert len(join_formulas(page, [text(asked, 70, 100)[0], first, top, below])) == count


def test_a_fraction_in_a_line_of_text_is_one_word_of_it() -> None:
    first, x = text("the value", 70, 100)
    host = line(
        *first.words, word("y", x, 100)._replace(space=True), word("=", x + 8, 100, 10, ROMAN)._replace(space=True)
    )
    top, below = line(word("a", x + 18, 95.5, 7)), line(word("b", x + 18, 104, 7))
    rest, _ = text("holds for every one", x + 28, 100)
    bar = Rule(x + 17.5, 97.5, x + 22, 97.5, 0.4, 0)
    [joined] = join_formulas(replace(PAGE, rules=(bar,)), [host, top, below, rest])
    assert joined.text == r"the value $y = \frac{a}{b}$ holds for every one"
    assert [w.style.font for w in joined.words if w.text.startswith("$")] == [MATHS]


def test_a_bullet_of_a_symbol_font_is_no_formula() -> None:
    words, _ = text("an entry of a list", 80, 100)
    bulleted = line(word("•", 70, 100, 10, "CMSY10"), *words.words)
    assert join_formulas(PAGE, [bulleted])[0].text == bulleted.text


def test_a_single_variable_stays_text() -> None:
    words, x = text("let the number", 70, 100)
    single = line(*words.words, word("x", x, 100, 10, ITALIC)._replace(space=True))
    assert "$" not in join_formulas(PAGE, [single])[0].text


def test_the_number_of_a_caption_is_no_part_of_a_formula() -> None:
    words, x = text("Table 3:", 70, 100)
    parts = [word(t, x + 8 * n, 100, 10, ITALIC if t.isalpha() else ROMAN) for n, t in enumerate("V=S")]
    behind, _ = text("and the effect", x + 30, 100)
    caption = line(*words.words, *parts, *[one._replace(space=True) for one in behind.words])
    assert join_formulas(PAGE, [caption])[0].text.startswith("Table 3:")


def fraction_of_words(relation: str = "=") -> list[Line]:
    left = line(word("Recall", 70, 100, 10, ROMAN), word(relation, 105, 100, 10, ROMAN)._replace(space=True))
    top = line(word("TP", 130, 94, 10, ROMAN))
    below = line(*(word(t, 116 + 14 * n, 107, 10, ROMAN) for n, t in enumerate(("TP", "+", "FN"))))
    return [left, top, below]


def test_a_bar_behind_a_relation_makes_words_a_fraction_without_mathematical_type() -> None:
    lines = fraction_of_words()
    bar = Rule(115, 97.5, lines[2].x1 + 1, 97.5, 0.4, 0)
    [joined] = join_formulas(replace(PAGE, rules=(bar,)), lines)
    assert joined.text == r"$\mathrm{Recall} = \frac{\mathrm{TP}}{\mathrm{TP} + \mathrm{FN}}$"


def test_a_rule_between_words_without_a_relation_is_no_fraction() -> None:
    lines = fraction_of_words("and")
    bar = Rule(115, 97.5, lines[2].x1 + 1, 97.5, 0.4, 0)
    assert join_formulas(replace(PAGE, rules=(bar,)), lines) == lines


def test_a_number_at_the_margin_is_on_the_line_of_its_formula() -> None:
    formula = line(*(word(t, 200 + 10 * n, 100, 10, ITALIC) for n, t in enumerate("x=y")))
    number = line(word("(3)", 500, 102, 10, ROMAN))
    assert [one.baseline for one in join_formulas(PAGE, [formula, number])] == [100, 100]


def test_small_words_in_the_gaps_of_an_equation_are_its_scripts() -> None:
    main = line(*(word(t, x, 100, 10, ITALIC) for t, x in (("Q", 100), ("=", 130), ("p", 140))))
    below = line(word("night", 108, 105, 7, ROMAN))
    [joined] = join_formulas(PAGE, [main, below])
    assert [w.text for w in joined.words] == ["Q", "night", "=", "p"]


def test_a_limit_is_below_a_name_that_a_bracket_follows() -> None:
    main = line(word("lim(", 100, 100, 10, ROMAN), word("x", 122, 100), word(")=0", 128, 100, 10, ROMAN))
    limit = line(word("x", 100, 107, 7), word("→", 104, 107, 7, "CMSY7"), word("0", 110, 107, 7, ROMAN))
    [joined] = join_formulas(PAGE, [main, limit])
    assert sorted(w.text for w in joined.words) == [")=0", "0", "lim(", "x", "x", "→"]


def test_the_lower_limit_of_a_high_integral_is_of_its_formula() -> None:
    sign, right = line(word("Z", 100, 100, 10, "CMEX10")), line(word("f", 112, 114), word("=0", 118, 114, 10, ROMAN))
    below = line(word("C", 103, 122, 7))
    [joined] = join_formulas(PAGE, [sign, right, below])
    assert len(joined.words) == 4


def test_an_accent_in_a_line_of_its_own_is_of_the_letter_below_it() -> None:
    accent = line(word("ˆ", 100, 97, 10, ROMAN))
    formula = line(word("θ", 100, 100), word("=", 110, 100, 10, ROMAN), word("y", 120, 100))
    [joined] = join_formulas(PAGE, [accent, formula])
    assert [w.text for w in joined.words] == ["ˆ", "θ", "=", "y"]


def test_a_subscript_below_a_superscript_is_of_the_formula() -> None:
    raised = word("T", 105, 96, 7)
    main = line(
        word("x", 100, 100), raised._replace(style=raised.style._replace(rise=1)), word("=y", 113, 100, 10, ITALIC)
    )
    [joined] = join_formulas(PAGE, [main, line(word("i", 105, 103, 7))])
    assert {w.text for w in joined.words} == {"x", "T", "i", "=y"}


def test_bold_letters_of_tex_are_vectors_in_running_text() -> None:
    words, x = text("let us solve", 70, 100)
    bold = [
        made._replace(space=True, style=made.style._replace(bold=font == "CMBX10"))
        for t, at, font in (("y", 0, "CMBX10"), ("=", 8, ROMAN), ("Ax", 17, "CMBX10"))
        for made in (word(t, x + at, 100, 10, font),)
    ]
    [shown] = join_formulas(PAGE, [line(*words.words, *bold, word("α", x + 90, 100)._replace(space=True))])
    assert r"$\mathbf{y} = \mathbf{A}\mathbf{x}" in shown.text


def test_the_rules_of_a_table_are_no_fraction_bars() -> None:
    def row(baseline: float) -> Line:
        return line(word("a", 71, baseline), word("=", 100, baseline), word("b", 134, baseline))

    rows = [row(100), row(112)]
    rules = [Rule(70, y, 140, y, 0.4, 0) for y in (104.0, 90.0, 130.0)]
    assert len(join_formulas(replace(PAGE, rules=tuple(rules[:1])), rows)) == 1
    assert len(join_formulas(replace(PAGE, rules=tuple(rules)), rows)) == 2


def test_an_accent_at_the_end_of_a_line_is_of_the_letter_that_the_next_begins_with() -> None:
    first = line(
        word("y", 100, 200, 10.0, ITALIC), word("=", 108, 200, 10.0, ROMAN), word("\u20d7", 120, 200, 10.0, ITALIC)
    )
    [joined] = join_formulas(Page(1, 600, 800), [first, line(word("x", 120, 200, 10.0, ITALIC))])
    assert [w.text for w in joined.words] == ["y", "=", "\u20d7", "x"]


def test_a_function_of_a_variable_in_text_is_a_formula() -> None:
    [found] = join_formulas(
        Page(1, 600, 800),
        [
            line(
                word("where", 50, 200, 10.0, ROMAN),
                word("f(x)", 90, 200, 10.0, ITALIC)._replace(space=True),
                word("grows", 120, 200, 10.0, ROMAN)._replace(space=True),
            )
        ],
    )
    assert [w.text for w in found.words] == ["where", "$f(x)$", "grows"]


def test_running_text_in_a_font_of_formulas_is_text() -> None:
    def typed(content, baseline):
        made, _ = text(content, 70, baseline)
        style = made.words[0].style._replace(font="ABCDEE+Cambria Math")
        return line(*[one._replace(style=style) for one in made.words])

    said = [
        "The doors open at nine and the first talk begins soon",
        "8:30 = opening of the day",
        "and then a break for tea and cake in the hall",
        "which all may join",
    ]
    lines = [typed(content, 100 + 14 * at) for at, content in enumerate(said)]
    assert [one.text for one in join_formulas(PAGE, lines)] == said
    few = [typed("accuracy = right of all", 100)]
    assert any(one.style.font.endswith("Math") or one.style.font == MATHS for one in join_formulas(PAGE, few)[0].words)
    assert not any(one.style.font.endswith("Math") for row in join_formulas(PAGE, lines) for one in row.words)


def spaced(*parts: tuple[str, str], x: float = 70, baseline: float = 200) -> Line:
    """A line of (text, font), a space before each; fonts of italic text by their names."""
    words = []
    for content, font in parts:
        made = word(content, x, baseline, 10, font)
        words.append(made._replace(space=bool(words), style=made.style._replace(italic="TI" in font or "Ita" in font)))
        x = made.x1 + 3
    return line(*words)


def shown(*parts: tuple[str, str]) -> str:
    return " ".join(w.text for w in join_formulas(Page(1, 600, 800), [spaced(*parts)])[0].words)


def test_the_signs_of_libreoffice_make_its_letters_a_formula() -> None:
    letters, signs = "LiberationSerif-Italic", "OpenSymbol"
    assert shown(("where", ROMAN), ("f", letters), ("=", signs), ("g", letters), ("holds", ROMAN)) == (
        "where $f = g$ holds"
    )
    assert shown(("•", signs), ("f", letters), ("holds", ROMAN)) == "• f holds"


def test_short_words_of_italic_text_end_a_formula() -> None:
    found = shown(
        ("Then", "CMTI10"), ("x", ITALIC), ("∈", "CMSY10"), ("V", ITALIC), ("is", "CMTI10"), ("open", "CMTI10")
    )
    assert found == r"Then $x \in V$ is open"


def test_a_line_that_begins_with_a_word_is_text_and_one_that_begins_with_a_name_is_a_formula() -> None:
    tail = (("x", ITALIC), ("=", ROMAN), ("y", ITALIC), ("+", ROMAN), ("z", ITALIC))
    assert shown(("Hence", ROMAN), *tail) == "Hence $x = y + z$"
    assert shown(("Recall", ROMAN), ("=", ROMAN), *tail) == "Recall = x = y + z"


def test_the_number_of_an_item_is_no_part_of_its_formula() -> None:
    tail = (("x", ITALIC), ("∈", "CMSY10"), ("V", ITALIC), ("has", ROMAN), ("it", ROMAN))
    assert shown(("2.", ROMAN), *tail) == r"2. $x \in V$ has it"


def test_an_interval_that_is_open_at_one_end_is_a_formula() -> None:
    parts = (("x", ITALIC), ("∈", "CMSY10"), ("[0,1)", ROMAN))
    assert shown(("for", ROMAN), *parts, ("only", ROMAN)) == r"for $x \in [0,1)$ only"


def test_the_limit_of_one_row_is_not_of_the_sum_in_the_next() -> None:
    first = line(word("X", 100, 200, 10, "CMEX10"))
    limit = line(word("k", 102, 222, 7))
    second = line(word("X", 100, 235, 10, "CMEX10"))
    joined = join_formulas(Page(1, 600, 800), [first, limit, second])
    assert [[w.text for w in made.words] for made in joined] == [["X", "k"], ["X"]]


def test_letters_with_signs_between_them_are_variables_in_italic_text_fonts() -> None:
    letters, signs = "LiberationSerif-Italic", "OpenSymbol"
    parts = (("u", letters), ("(", signs), ("x,t", letters), (")=", signs), ("−x", letters))
    assert shown(("where", ROMAN), *parts, ("holds", ROMAN)) == "where $u(x,t) = - x$ holds"


def test_a_large_sign_of_mathjax_is_on_the_line_of_its_formula() -> None:
    above = line(word("n", 104, 186, 7))
    host = line(word("∑", 100, 200, 10, "MathJax_Size2-Regular"), word("x", 115, 200, 10, "MathJax_Math-Italic"))
    [joined] = join_formulas(Page(1, 600, 800), [above, host])
    assert latex_of(atoms_of(joined.words)) == r"\sum^{n}x"


def sized(content: str, x: float, size: float, font: str) -> Word:
    """A word without a space before it, as in Chinese text."""
    return word(content, x, 200, size, font)._replace(space=False)


def test_chinese_text_beside_larger_formulas_is_no_script_of_them() -> None:
    parts = [("2.", 10.5, ROMAN), ("已知集合", 10.5, ROMAN), ("A", 12, ITALIC), ("=", 12, "Symbol"), ("3", 12, ROMAN)]
    parts += [("，若", 10.5, ROMAN), ("x", 12, ITALIC), (">", 12, "Symbol"), ("1", 12, ROMAN), ("，则", 10.5, ROMAN)]
    words: list[Word] = []
    for content, size, font in parts:
        words.append(sized(content, words[-1].x1 if words else 70, size, font))
    [joined] = join_formulas(PAGE, [line(*words)])
    assert joined.text == "2.已知集合$A = 3$，若$x > 1$，则"


def test_an_answer_to_choose_is_text_before_its_formula() -> None:
    words = [
        word("A.", 70, 200, 10, ROMAN),
        word("x", 86, 200),
        word("=", 94, 200, 10, ROMAN),
        word("2", 102, 200, 10, ROMAN),
    ]
    answer = line(words[0], *(one._replace(space=True) for one in words[1:]))
    [joined] = join_formulas(PAGE, [answer])
    assert joined.text == "A. $x = 2$"


def test_a_formula_alone_on_the_last_line_of_a_paragraph_is_one_of_the_text() -> None:
    first, _ = text("this is the set of all of the indices from which we take any number that is", 70, 100)
    last = line(word("x", 70, 112), word("∈", 78, 112, 10, "CMSY10"), word("C", 88, 112))
    assert [w.text for w in join_formulas(PAGE, [first, last])[1].words] == [r"$x \in C$"]
    apart = line(*[w._replace(baseline=130.0) for w in last.words])._replace(baseline=130.0, y0=122.0, y1=132.0)
    assert join_formulas(PAGE, [first, apart])[1] == apart


def test_a_line_that_ends_at_a_root_goes_on_under_it() -> None:
    first = line(word("w", 70, 100), word("=", 78, 100, 10, ROMAN))
    root, under = line(word("√", 90, 93, 10, "CMSY10")), line(word("2,", 95.5, 100, 10, ROMAN))
    page = replace(PAGE, rules=(Rule(95, 92.5, 101, 92.5, 0.4, 0),))
    assert len(join_formulas(page, [first, root, under])) == 1


def test_the_lower_limit_of_an_integral_is_not_of_the_one_below_it() -> None:
    def row(y: float) -> list[Line]:
        return [
            line(word("y", 80, y + 15), word("=", 88, y + 15, 10, ROMAN)),
            line(word("∫", 100, y, 10, LARGE)),
            line(word("0", 106, y + 24.8, 7, ROMAN)),
            line(word("x", 112, y + 15)),
        ]

    assert len(join_formulas(PAGE, [*row(100), *row(129)])) == 2


def test_what_is_beside_a_part_of_a_formula_joins_from_column_to_column() -> None:
    columns = line(word("a", 60, 115)), line(word("=", 74, 115, 10, ROMAN)), line(word("∫", 88, 100, 10, LARGE))
    assert len(join_formulas(PAGE, [*columns, line(word("x", 94, 115))])) == 1
