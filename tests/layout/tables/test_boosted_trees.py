"""Trees evaluated on rows of features."""

import pytest

from quire.layout.tables.boosted_trees import Trees, stored_trees


def trees(starts, roots, nodes):
    """Trees of (feature, value, right child) nodes."""
    columns = zip(*nodes, strict=True) if nodes else ([], [], [])
    features, values, right = map(list, columns)
    return Trees(starts, roots, features, values, right)


STEP = [(0, 0.5, 2), (-1, -1.0, 0), (-1, 2.0, 0)]  # feature 0 up to .5: -1, else 2


def test_a_threshold_itself_goes_to_the_left():
    made = trees([0.25], [[0]], STEP)
    assert made.scores([0.5]) == [-0.75]
    assert made.scores([0.6]) == [2.25]


def test_one_sum_is_the_probability_of_yes():
    assert trees([0.0], [[]], []).probabilities([]) == [0.5]
    assert trees([0.0], [[0]], STEP).probabilities([1.0])[0] == pytest.approx(0.8808, abs=1e-4)


def test_several_sums_are_shares_of_one():
    made = trees([0.0, 0.0], [[0], []], STEP)
    first, second = made.probabilities([1.0])
    assert first + second == pytest.approx(1.0)
    assert first > second


@pytest.mark.parametrize("name", ["row_roles.json", "table_score.json"])
def test_the_stored_trees_are_whole(name):
    made = stored_trees(name)
    assert len(made.features) == len(made.values) == len(made.right)
    inner = [at for at, feature in enumerate(made.features) if feature >= 0]
    assert all(at + 1 < made.right[at] < len(made.features) for at in inner)
    assert all(root < len(made.features) for own in made.roots for root in own)
