"""Edit distance of ordered trees (Zhang and Shasha, SIAM J. Comput. 18, 1989)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

L = TypeVar("L")


class Tree(NamedTuple, Generic[L]):
    """A node with its label and its children in order."""

    label: L
    children: tuple[Tree[L], ...] = ()


def size(tree: Tree[L]) -> int:
    """Nodes of a tree."""
    return 1 + sum(size(child) for child in tree.children)


def tree_distance(first: Tree[L], second: Tree[L], renamed: Callable[[L, L], float]) -> float:
    """The least cost of turning one tree into the other.

    Args:
        first: a tree.
        second: another.
        renamed: cost of one label in the place of another, 0 to 1; a node that is deleted or inserted costs 1.
    """
    left, right = _postorder(first), _postorder(second)
    costs = [[0.0] * len(right.labels) for _ in left.labels]
    for one in left.roots:
        for other in right.roots:
            _fill(costs, left, right, (one, other), renamed)
    return costs[-1][-1]


class _Nodes(NamedTuple, Generic[L]):
    """Nodes in postorder: labels, the leftmost leaf of each, and the roots of the subtrees to compare."""

    labels: list[L]
    leftmost: list[int]
    roots: list[int]


def _postorder(tree: Tree[L]) -> _Nodes[L]:
    labels: list[L] = []
    leftmost: list[int] = []

    def visit(node: Tree[L]) -> int:
        first = -1
        for child in node.children:
            leaf = visit(child)
            first = leaf if first < 0 else first
        labels.append(node.label)
        leftmost.append(first if first >= 0 else len(labels) - 1)
        return leftmost[-1]

    visit(tree)
    return _Nodes(labels, leftmost, sorted({leaf: at for at, leaf in enumerate(leftmost)}.values()))


def _fill(
    costs: list[list[float]],
    left: _Nodes[L],
    right: _Nodes[L],
    roots: tuple[int, int],
    renamed: Callable[[L, L], float],
) -> None:
    """Fills in the distances of all subtrees whose leftmost leaf is that of the two roots."""
    start, other = left.leftmost[roots[0]], right.leftmost[roots[1]]
    before = [float(n) for n in range(roots[1] - other + 2)]
    table = [before]
    for i in range(start, roots[0] + 1):
        row = [before[0] + 1]
        for j in range(other, roots[1] + 1):
            fewer = min(before[j - other + 1], row[j - other]) + 1
            if left.leftmost[i] == start and right.leftmost[j] == other:
                costs[i][j] = min(fewer, before[j - other] + renamed(left.labels[i], right.labels[j]))
                row.append(costs[i][j])
            else:
                rest = table[left.leftmost[i] - start][right.leftmost[j] - other]
                row.append(min(fewer, rest + costs[i][j]))
        table.append(row)
        before = row
