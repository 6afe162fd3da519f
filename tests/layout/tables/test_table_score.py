"""Tables told from other text."""

from quire.layout.tables.boosted_trees import stored_trees
from quire.layout.tables.cell_pieces import rows_of_pieces
from quire.layout.tables.gutters import columns_of
from quire.layout.tables.row_roles import CONTINUED, HEADER, START
from quire.layout.tables.table_regions import Block
from quire.layout.tables.table_score import NAMES, Candidate, Drawn, by_column, certainty, table_features
from quire.layout.tables.unruled import find
from tests.layout.table_pages import PLAIN, line, page, row, texts

FIGURES = {
    "rows": 8, "columns": 3, "starts": 8, "several": 1, "filled": 1, "emptiest": 1, "second_emptiest": 1, "likely": -0.05,
    "rows_of_several": 1, "level": 1,
    "narrowest_gutter": 3, "usual_gutter": 4, "height": 11, "aligned": 1, "least_aligned": 1, "even_steps": 1,
    "tallest_step": 1.3, "amounts": 0.66, "amount_columns": 0.66, "digits": 0.66, "words": 1.5, "second_words": 1,
    "most_words": 2, "characters": 6, "sizes": 0, "colours": 1,
}  # fmt: skip
SENTENCES = FIGURES | {
    "columns": 2, "amounts": 0, "amount_columns": 0, "digits": 0, "words": 9, "second_words": 8, "most_words": 10,
    "characters": 50, "stops": 0.3, "lower": 0.6, "likely": -0.6, "even_steps": 0.4,
}  # fmt: skip


def judged(head, body, starts, columns):
    """The features of a candidate with these rows, by their names."""
    roles = [HEADER] * len(head) + [START if start else CONTINUED for start in starts]
    candidate = Candidate(Block(body), [*head, *body], roles, columns, Drawn([], []), -0.1)
    return dict(zip(NAMES, table_features(candidate), strict=True))


def vector(values):
    return [float(values.get(name, 0)) for name in NAMES]


def test_columns_of_figures_are_a_table_and_columns_of_sentences_are_none():
    assert certainty(vector(FIGURES)) > 0
    assert certainty(vector(SENTENCES)) <= 0


def test_labels_with_colons_speak_against_a_table():
    assert certainty(vector(FIGURES | {"colons": 1})) < certainty(vector(FIGURES))


def test_weights_favour_rules_and_figures_over_sentences():
    ruled = FIGURES | {"long_rules": 0.4}
    assert certainty(vector(ruled)) > certainty(vector(FIGURES)) > 0 > certainty(vector(SENTENCES))


ENTRIES = (
    ("access, 35, 126", "ledger, 25", "scope, 29–31"),
    ("audit, 13", "lists, 39", "signs, 8, 248"),
    ("backup, 68", "marks, 40", "sorting, 63"),
    ("border, 48, 104", "notes, 30, 215", "tables, 23n"),
    ("cells, 49", "orders, 8, 210", "terms, 81"),
    ("dates, 2, 169", "pages, 19", "units, 13"),
)


def found_on(lines):
    return find(page(lines), lines)


def test_the_index_of_a_book_is_no_table():
    lines = [
        one for i, texts_ in enumerate(ENTRIES) for one in row(100 + 13 * i, *zip(texts_, (72, 220, 380), strict=True))
    ]
    assert found_on(lines) == []


def test_figures_behind_names_without_pages_are_a_table():
    lines = []
    for i, (name, *_) in enumerate(ENTRIES):
        lines += row(100 + 13 * i, (name.partition(",")[0], 72), (f"{i},135", 260, "right"), (f"{i}.4", 380, "right"))
    assert len(found_on(lines)) == 1


def test_years_above_a_legend_are_no_table():
    axis = row(100, *((str(2010 + i), 90 + 40 * i) for i in range(9)))
    legend = row(122, ("Baseline", 150), ("Model A", 270))
    assert found_on([*axis, *legend]) == []


def test_years_above_figures_are_headings():
    lines = row(100, *((str(2010 + i), 150 + 60 * i) for i in range(4)))
    for r, label in enumerate(("Baseline", "Model A")):
        lines += [line(label, 72, 116 + 14 * r), *row(116 + 14 * r, *((f"{r}.{i}1", 155 + 60 * i) for i in range(4)))]
    (table,) = found_on(lines)
    assert texts(table)[0] == ["", "2010", "2011", "2012", "2013"]


def test_figures_with_groups_of_thousands_are_no_pages():
    rows = (
        ("Cork", "1,204", "12,480"),
        ("Bergen", "2,361", "9,120"),
        ("Split", "3,110", "8,402"),
        ("Lyon", "812", "7,010"),
    )
    lines = [one for n, own in enumerate(rows) for one in row(100 + 14 * n, *zip(own, (72, 200, 300), strict=True))]
    (table,) = found_on(lines)
    assert texts(table)[0] == ["Cork", "1,204", "12,480"]


LINES = [one for i in range(4) for one in row(100 + 14 * i, ("Rent", 72), (f"{i},250", 300, "right"))]


def features():
    rows = rows_of_pieces(enumerate(LINES))
    return judged([], rows, [True] * 4, columns_of(rows))


def test_a_candidate_has_all_features_and_the_trees_ask_for_no_others():
    assert (features()["rows"], features()["columns"], features()["likely"]) == (4, 2, -0.1)
    assert max(stored_trees("table_score.json").features) < len(NAMES)


def test_types_alignment_and_repetition_are_seen():
    found = features()
    assert (found["amounts"], found["amount_columns"], found["aligned"], found["several"]) == (0.5, 0.5, 1.0, 1.0)
    assert found["alike"] == 1 - 5 / 8


def test_a_single_row_is_aligned_with_its_headings():
    head = rows_of_pieces(enumerate(row(80, ("Time", 72), ("Topic", 200), ("Presenter", 330))))

    def aligned(places):
        body = rows_of_pieces(enumerate(row(96, *zip(("35 min", "Progress", "Ada; Ben"), places, strict=True))))
        return judged(head, body, [True], columns_of(body))["aligned"]

    assert aligned((72, 200, 330)) == 1.0
    assert aligned((80, 210, 345)) < 1.0


def test_a_single_figure_is_aligned_with_its_heading():
    lines = [*row(100, ("Cost", 72)), *row(114, ("At the end", 84), ("1,250", 300, "right"), ("1,180", 400, "right"))]
    rows = rows_of_pieces(enumerate(lines))
    columns = columns_of(rows)

    def aligned(places):
        head = rows_of_pieces(
            enumerate(row(80, *[(year, x, "right") for year, x in zip(("2016", "2015"), places, strict=True)]))
        )
        return judged(head, rows, [True, True], columns)["aligned"]

    assert aligned((300, 400)) > aligned((280, 380))


def test_texts_over_several_columns_belong_to_none():
    rows = rows_of_pieces(enumerate([*LINES, *row(160, ("a text that reaches from the labels to the figures", 72))]))
    assert [len(column) for column in by_column(rows, columns_of(rows[:4]))] == [4, 4]


def test_lines_of_one_row_are_judged_together():
    lines = [one for i in range(3) for one in row(100 + 40 * i, ("Rent", 72), ("of the", 300))]
    lines += [one for i in range(3) for one in row(112 + 40 * i, ("office", 300))]
    rows = rows_of_pieces(enumerate(lines))
    found = judged([], rows, [True, False] * 3, columns_of(rows[::2]))
    assert (found["several"], found["rows_of_several"]) == (0.5, 1.0)


def features_of_rows(rows):
    return judged([], rows, [True] * len(rows), columns_of(rows))


def rows_at(*texts_):
    lines = [
        one for n, cells in enumerate(texts_) for one in row(100 + 16 * n, *zip(cells, (90, 200, 300), strict=False))
    ]
    return rows_of_pieces(list(enumerate(lines)))


def test_formulas_are_counted_or_aligned_at_their_signs():
    assert features_of_rows(rows_at(("dW = Vdp", "(2.31)"), ("dF = SdT", "(2.32)")))["formulas"] == 1
    assert features_of_rows(rows_at(("gt", "=", "f(W)"), ("ft", "=", "s(W)")))["formulas"] == 1
    assert features_of_rows(rows_at(("Age", "(0.12)"), ("Sex", "(0.31)")))["formulas"] == 0  # standard errors
    assert certainty(vector(FIGURES | {"formulas": 1})) < 0


def test_two_rows_of_numbered_chapters_are_contents():
    assert features_of_rows(rows_at(("5 Thanks", "51"), ("6 References", "52")))["rising"] == 1
    assert features_of_rows(rows_at(("Thanks", "51"), ("References", "52")))["rising"] == 0


def test_names_in_a_fixed_pitch_beside_text_and_trees_of_files_are_told_from_programs():
    mono = PLAIN._replace(mono=True)

    def program(lines):
        rows = rows_of_pieces(enumerate(lines))
        return judged([], rows, [True] * len(rows), columns_of(rows))["program"]

    def listed(left, right, other):
        return [
            one
            for n in range(4)
            for one in (line(left, 72, 100 + 14 * n, style=mono), line(right, 300, 100 + 14 * n, style=other))
        ]

    assert program(listed("created_at", "when it was made", PLAIN)) == 0.0
    assert program(listed("int a;", "// one", mono)) == 1.0
    assert program(listed("├── utils.py", "# helpers", PLAIN)) == 1.0
