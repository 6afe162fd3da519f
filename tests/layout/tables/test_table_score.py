"""Tables told from other text."""

from quire.layout.tables.table_features import NAMES
from quire.layout.tables.table_score import is_table, weighed

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


def vector(values):
    return [float(values.get(name, 0)) for name in NAMES]


def test_columns_of_figures_are_a_table_and_columns_of_sentences_are_none():
    assert is_table(vector(FIGURES))
    assert not is_table(vector(SENTENCES))


def test_labels_with_colons_speak_against_a_table():
    assert weighed(vector(FIGURES | {"colons": 1})) < weighed(vector(FIGURES))


def test_weights_favour_rules_and_figures_over_sentences():
    ruled = FIGURES | {"long_rules": 0.4}
    assert weighed(vector(ruled)) > weighed(vector(FIGURES)) > 1 > weighed(vector(SENTENCES))
