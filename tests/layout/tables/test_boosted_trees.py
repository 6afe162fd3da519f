"""Trees evaluated on rows of features."""

from array import array
from random import Random

import pytest

from quire.layout.tables.boosted_trees import Trees, python_sums, stored_trees


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


@pytest.mark.parametrize("name", ["row_roles.json", "table_score.json"])
def test_the_sums_in_c_are_those_of_python(name):
    c_sums = pytest.importorskip("quire.layout.tables._boosted_trees").sums
    made = stored_trees(name)
    given = made.starts, made.roots, made.features, made.values, made.right
    random = Random(1)
    for _ in range(200):
        row = [random.choice([0, 1, random.uniform(-9, 30)]) for _ in range(max(made.features) + 1)]
        assert c_sums(*given, row) == python_sums(*given, row)


def test_the_sums_in_c_refuse_what_are_no_trees_for_a_row():
    c_sums = pytest.importorskip("quire.layout.tables._boosted_trees").sums
    nodes = array("h", [0, -1, -1]), array("d", [0.5, 1.0, 2.0]), array("i", [2, 0, 0])
    for starts, roots, columns, row in (
        ([0.0], [[0]], nodes, []),  # too few features
        ([0.0], [[3]], nodes, [1.0]),  # a root behind the nodes
        ([0.0], [[-1]], nodes, [1.0]),
        ([0.0], [["0"]], nodes, [1.0]),
        ([0.0], [[0]], (*nodes[:2], array("i", [9, 0, 0])), [1.0]),  # a child behind the nodes
        ([0.0], [[0]], (*nodes[:2], array("i", [0, 0, 0])), [1.0]),  # a child that is its own parent
        ([0.0], [[0]], (*nodes[:2], array("i", [2])), [1.0]),
        ([0.0], [], nodes, [1.0]),
        ([0.0], [[0]], nodes, ["1"]),
        ([0.0], [[0]], nodes, [1.0] * 300),
    ):
        with pytest.raises((TypeError, ValueError)):
            c_sums(starts, roots, *columns, row)
