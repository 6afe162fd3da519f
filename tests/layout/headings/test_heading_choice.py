"""The paragraphs of a document choose together what is a heading."""

from __future__ import annotations

import pytest

from quire.layout.headings.heading_choice import apply_choice, choose, parts_of
from quire.layout.pipeline import arrange
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.body_style import BodyStyle
from quire.layout.text.text_rows import rows_of
from quire.model.block import Heading
from quire.model.page import Style
from quire.model.traversal import text_of
from tests.layout.pages import BODY, META, block, line, of, page, prose, style, word

LOOK = style(12.0, bold=True)
TEXT = BodyStyle(10.0, BODY.font, bold=False, color=0)


def draft(text: str, kind: Kind = Kind.TEXT, look: Style = LOOK) -> Draft:
    return Draft(1, rows_of([line(text, 72, 100, look)]), kind, left=72, right=540, space_above=14)


def text() -> Draft:
    return Draft(1, rows_of(block(prose(60, 460), 72, 120, BODY)), left=72, right=540, space_above=4)


def chosen(drafts: list[Draft], known: frozenset[int] = frozenset(), title: int | None = None) -> list[str]:
    apply_choice(drafts, choose(parts_of(drafts, TEXT, known), title))
    return [one.text for one in drafts if one.kind is Kind.HEADING]


def sections(*names: str) -> list[Draft]:
    return [one for name in names for one in (draft(name, Kind.HEADING), text(), text())]


def test_what_is_numbered_and_set_as_headings_are_is_one() -> None:
    drafts = sections("1.1 Soil", "1.2 Tools", "1.3 Seeds", "1.4 Water", "1.5 Light", "1.6 Frost")
    drafts[3].kind = Kind.TEXT
    assert "1.2 Tools" in chosen(drafts)


def test_headings_say_how_probable_they_are() -> None:
    drafts = [draft("Garden", Kind.HEADING, style(20.0, bold=True)), *sections("1.1 Soil", "1.2 Tools", "1.3 Seeds")]
    drafts += [draft("1.4 Water:", Kind.HEADING), *(draft("1.5 Light", look=BODY), text()) * 3]
    sure = choose(parts_of(drafts, TEXT, frozenset({id(drafts[1])})), 0)
    apply_choice(drafts, sure)
    assert (drafts[0].confidence, drafts[1].confidence) == (1.0, 1.0)
    assert 0.5 < drafts[4].confidence < 1.0
    assert [one.confidence for one in drafts if one.kind is not Kind.HEADING] == [1.0] * (len(drafts) - len(sure))


def test_rows_of_another_style_and_tables_stay_what_they_are() -> None:
    plain = draft("Tools", look=BODY)
    plain.space_above = 4.0
    others = [plain, draft("• Tools"), draft("1.2 Tools", Kind.TABLE)]
    for other in others:
        kind = other.kind
        found = chosen([*sections("1.1 Soil", "1.3 Seeds", "1.4 Water"), other, text()])
        assert found == ["1.1 Soil", "1.3 Seeds", "1.4 Water"]
        assert other.kind is kind


def labelled() -> list[Draft]:
    labels = [draft(f"Label {chr(65 + n)} of the form:") for n in range(12)]
    return [draft("Remarks", Kind.HEADING), *labels, *sections("1.1 Soil", "1.2 Tools", "1.3 Seeds", "1.4 Water")]


def test_a_heading_among_labels_of_its_style_is_none_unless_it_is_known_or_the_title() -> None:
    assert "Remarks" not in chosen(labelled())
    drafts = labelled()
    assert "Remarks" in chosen(drafts, known=frozenset({id(drafts[0])}))
    assert "Remarks" in chosen(labelled(), title=0)


def test_rows_of_a_cover_that_are_set_like_the_title_are_judged_as_others_are() -> None:
    look = style(20.0)
    cover = [draft(name, Kind.HEADING, look) for name in ("Harbour University", "Group 02", "Professor", "May 2024")]
    for at, one in enumerate(cover):
        one.rows = rows_of([line(one.text, 72, 100 + 60 * at, look)])
    body = sections("1.1 Soil", "1.2 Tools", "1.3 Seeds", "1.4 Water", "1.5 Light", "1.6 Frost")
    found = chosen([*cover, *body], title=0)
    assert "Group 02" not in found
    assert "Harbour University" in chosen([cover[0], *body], title=0)


def test_a_document_without_headings_has_none() -> None:
    assert chosen([draft(f"Line {chr(65 + n)}", look=BODY) for n in range(20)]) == []
    assert choose([], None) == {}


def test_parts_of_ranges_are_those_of_the_document() -> None:
    drafts = labelled()
    whole = parts_of(drafts, TEXT, frozenset())
    assert [*parts_of(drafts[:7], TEXT, frozenset()), *parts_of(drafts[7:], TEXT, frozenset())] == whole


def test_the_title_of_contents_is_no_heading() -> None:
    big = style(16.0)
    names = ("Soil", "Tools", "Seeds", "Water")
    entries = [line(f"{name} {'.' * 60} {n}", 72, 130 + 14 * n) for n, name in enumerate(names, 2)]
    pages = [page([line("Contents", 72, 90, big), *entries])]
    for n, name in enumerate(names, 2):
        pages.append(page([line(name, 72, 90, big), *block(prose(150, 460), 72, 120)], number=n))
    found = [text_of(one.spans) for one in arrange(pages, meta=META).blocks if isinstance(one, Heading)]
    assert found == list(names)


def test_short_numbered_rows_below_a_heading_with_the_beginning_of_their_number_are_headings() -> None:
    small = style(11.0)

    def document(parent: str) -> list[Draft]:
        known = sections(parent, "2.2 Tools")
        below = [
            one
            for name in ("2.1.1 Sand and clay", "2.1.2 Loam is mixed from both;", "2.1.3 Peat", "2.1.4 Chalk")
            for one in (draft(name, look=small), text(), text())
        ]
        return [*known[:3], *below, *known[3:]]

    drafts = document("2.1 Soil")
    found = chosen(drafts, known=frozenset({id(drafts[0]), id(drafts[-3])}))
    assert found == ["2.1 Soil", "2.1.1 Sand and clay", "2.1.3 Peat", "2.1.4 Chalk", "2.2 Tools"]
    drafts = document("2.3 Soil")
    found = chosen(drafts, known=frozenset({id(drafts[0]), id(drafts[-3])}))
    assert found == ["2.3 Soil", "2.2 Tools"]


@pytest.mark.parametrize(("parent", "other"), [("五、模型建立", "三、模型建立"), ("第五章 模型", "第五节 模型")])
def test_decimal_numbers_count_on_in_a_section_with_the_chinese_number(parent: str, other: str) -> None:
    def found(section: str) -> list[str]:
        below = [one for name in ("5.1 数据处理", "5.2 模型求解") for one in (draft(name, look=BODY), text(), text())]
        for one in below:
            one.space_above = 6.0
        drafts = [*sections(section), *below, *sections("六、结论")]
        return chosen(drafts, known=frozenset({id(drafts[0]), id(drafts[-3])}))

    assert found(parent) == [parent, "5.1 数据处理", "5.2 模型求解", "六、结论"]
    assert found(other) == [other, "六、结论"]


def test_further_rows_of_a_heading_are_headings_with_it() -> None:
    drafts = [*labelled(), *sections("2.1 Seeds that are sown before the frost and kept in the")]
    first = drafts[-3]
    first.right = first.rows[0].x1
    second = Draft(1, rows_of([line("greenhouse:", 72, 118, LOOK)]), Kind.HEADING, left=72, right=540)
    drafts.insert(len(drafts) - 2, second)
    found = chosen(drafts, known=frozenset({id(first)}))
    assert found[-2:] == [first.text, "greenhouse:"]
    second.kind = Kind.HEADING
    second.rows = rows_of([line("greenhouse:", 72, 160, LOOK)])
    assert "greenhouse:" not in chosen(drafts, known=frozenset({id(first)}))


def test_capitals_that_roman_numbers_count_are_the_sections_of_an_article() -> None:
    def article(*numbers: str) -> list[str]:
        names = [f"{number} MATERIAL AND METHODS" for number in numbers]
        titles = [draft(name, Kind.HEADING, BODY) for name in [*names, "REFERENCES"]]
        labels = [draft(f"Label {chr(65 + n)} of the form:", look=BODY) for n in range(12)]
        return chosen([*labels, *(one for title in titles for one in (title, text(), text()))])

    assert article("I.", "II.", "III.")[-1] == "REFERENCES"
    assert len(article("I.", "II.", "IV.")) == 4
    assert article("I.", "II.") == article("II.", "III.", "IV.") == article("I.", "IV.", "V.") == []


def test_what_tags_call_text_is_no_heading_where_they_name_headings() -> None:
    drafts = sections("1.1 Soil", "1.2 Tools", "1.3 Seeds", "1.4 Water", "1.5 Light")
    heads = drafts[::3]
    for one in heads[:3]:
        one.role = "H1"
    heads[4].role = "P"
    assert chosen(drafts, frozenset(map(id, heads[:3]))) == ["1.1 Soil", "1.2 Tools", "1.3 Seeds", "1.4 Water"]
    heads[2].role = ""
    assert "1.5 Light" in chosen(sections_again(drafts), frozenset(map(id, heads[:3])))


def sections_again(drafts: list[Draft]) -> list[Draft]:
    for one in drafts[::3]:
        one.kind = Kind.HEADING
    return drafts


def colored(name: str, color: int, size: float = 10.0, kind: Kind = Kind.TEXT) -> Draft:
    one = draft(name, kind, style(size, color=color))
    one.space_above = 6.0
    return one


def themed(color: int) -> list[Draft]:
    """Three sections, and three subheadings in the size of the text and one colour."""
    big = [colored(name, color, 16.0, Kind.HEADING) for name in ("Soil", "Tools", "Seeds")]
    small = [colored(name, color) for name in ("Clay and sand", "Spades and rakes", "Beans and peas")]
    return [one for a, b in zip(big, small, strict=True) for one in (a, text(), text(), b, text(), text())]


def test_short_rows_in_the_colour_of_a_heading_of_word_are_headings() -> None:
    names = {"Clay and sand", "Spades and rakes", "Beans and peas"}
    assert names <= set(chosen([text(), *themed(0x2F5496)]))
    assert names <= set(chosen([text(), *themed(0x305497)]))  # rounded
    assert not names & set(chosen([text(), *themed(0x9654A0)]))


def test_a_cover_in_the_colours_of_headings_is_judged_as_others_are() -> None:
    names = ("Harbour University", "Group 02", "Handed in to Ada Field")
    cover = [colored(name, 0x2F5496) for name in names]
    rest = themed(0x2F5496)
    for one in rest:
        one.page = 2
    assert not set(names) & set(chosen([*cover, *rest]))
    assert "Clay and sand" in chosen([*cover, *rest])


def test_bold_rows_beside_headings_in_the_colours_of_word_are_less_likely_headings() -> None:
    bold = [draft(name, Kind.HEADING, style(10.0, bold=True)) for name in ("Remarks", "Sources", "Thanks")]
    labels = [one for label in bold for one in (label, text())]
    sure = [choose(parts_of([text(), *themed(color), *labels], TEXT, frozenset()), None) for color in (0x2F5496, 0)]
    at = len(themed(0)) + 1
    assert sure[0].get(at, 0.0) < sure[1].get(at, 0.0)


def counted(number: str, title: str, white: float) -> Draft:
    """A heading of which a program or, with little white, its author wrote the number."""
    first = word(number, 72, 100, look=LOOK)
    row = of([first, word(title, first.x1 + white, 100, space=True, look=LOOK)])
    return Draft(1, rows_of([row]), Kind.HEADING, left=72, right=540, space_above=14)


def test_beside_headings_that_a_program_counts_others_are_less_likely() -> None:
    """Only in a file that has space glyphs: TeX sets none behind typed numbers either."""

    def sure(white: float, *, blank: bool = True) -> dict[int, float]:
        names = ("Soil", "Tools", "Seeds", "Water")
        drafts = [one for n, name in enumerate(names, 1) for one in (counted(f"{n}.", name, white), text(), text())]
        for one in drafts[1::3] if blank else ():
            first = one.rows[0].lines[0]
            spaced = first._replace(words=tuple([word._replace(blank=True) for word in first.words]))
            one.rows[0] = rows_of([spaced])[0]
        label = draft("Remarks", Kind.HEADING)
        return choose(parts_of([*drafts, label, text()], TEXT, frozenset()), None)

    program, author = sure(10.0), sure(3.0)
    assert program[0] > author[0]
    assert program.get(12, 0.0) < author.get(12, 0.0)
    assert sure(10.0, blank=False) == sure(3.0, blank=False)
