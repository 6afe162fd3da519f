"""Records as people read them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quire.web.console.record_view import Grid, Group, Pairs, View, text, view


def test_values_then_tables():
    record = {
        "name": "A",
        "tags": ["x", "y"],
        "figures": {"cash": {"2023": "1", "2024": "2"}, "debt": {"2024": "3"}},
        "people": [{"name": "P", "since": 2001}, {"name": "Q"}],
    }
    assert view(record) == Group(
        [
            ("", Pairs([("name", "A"), ("tags", "x, y")])),
            ("figures", Grid(["", "2023", "2024"], [["cash", "1", "2"], ["debt", "", "3"]])),
            ("people", Grid(["name", "since"], [["P", "2001"], ["Q", ""]])),
        ]
    )


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text("ab", max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("xyz", min_size=1, max_size=2), inner, max_size=3)
    ),
    max_leaves=12,
)


def cells(shown: View) -> list[str]:
    if isinstance(shown, Pairs):
        return [value for _, value in shown.rows]
    if isinstance(shown, Grid):
        return [cell for row in shown.rows for cell in row]
    return [cell for _, part in shown.parts for cell in cells(part)]


def leaves(record: object) -> list[str]:
    if isinstance(record, dict):
        return [leaf for value in record.values() for leaf in leaves(value)]
    if isinstance(record, list):
        return [leaf for value in record for leaf in leaves(value)]
    return [text(record)]


@given(JSON)
def test_no_value_is_lost(record):
    shown = " ".join(cells(view(record)))
    assert all(leaf in shown for leaf in leaves(record))
