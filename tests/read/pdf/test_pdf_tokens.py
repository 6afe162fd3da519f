"""PDF syntax to plain values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.read.pdf.pdf_tokens import Name, Ref, Value, parse, plain_entries, references, structure_element


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (b"<</S/H1/P 12 0 R/K[0 <</MCID 3>> 7 0 R]>>endobj", {"S": "H1", "P": Ref(12), "K": [0, {"MCID": 3}, Ref(7)]}),
        (b" 12 0 obj", 12),
        (b"[-3 +4.5 .5 true false null]", [-3, 4.5, 0.5, True, False, None]),
        (b"(a \\(b\\) (c) \\101\\n\\\r\nd)", "a (b) (c) A\nd"),
        (b"<FEFF4E2D0041>", "中A"),
        (b"(\xfe\xff\x4e\x2d)", "中"),
        (b"(\xef\xbb\xbf\xc3\xa9)", "é"),
        (b"<4 1 4>", "A@"),
        (b"% a remark << [\n/Name", Name("Name")),
        (b"<</A/B%>>\n/C 1>>", {"A": "B", "C": 1}),
        (b"", None),
        (b">> ] R", None),
        (b"(never closed", "never closed"),
    ],
)
def test_values(written: bytes, value: Value) -> None:
    assert parse(written) == value


def test_a_name_is_no_string() -> None:
    assert isinstance(parse(b"/H1"), Name)
    assert not isinstance(parse(b"(H1)"), Name)


@given(st.lists(st.sampled_from([b"<<", b">>", b"[", b"]", b"(", b")", b"/A", b"1", b"R", b"<", b">", b"\\", b" "])))
def test_broken_syntax_never_raises(tokens: list[bytes]) -> None:
    assert parse(b"<</A 1>> " + b"".join(tokens)) == {"A": 1}


@given(st.binary())
def test_bytes_never_raise(data: bytes) -> None:
    assert parse(b"[7] " + data) == [7]


@given(
    st.lists(st.none() | st.tuples(st.integers(0, 10**9), st.integers(0, 65_535))),
    st.sampled_from([b" ", b"\n", b"\r\n ", b"\t"]),
)
def test_arrays_of_references_are_read_at_once_as_they_are_one_by_one(entries, gap):
    written = b"[" + gap.join(b"null" if one is None else b"%d %d R" % one for one in entries) + b"] endobj"
    assert references(written) == parse(written)


@pytest.mark.parametrize("written", [b"[1 0 R /Name]", b"[1 0 R", b"[[1 0 R]]", b"<</A [1 0 R]>>", b"[1 0 Rest]", b""])
def test_what_is_more_than_references_is_left_to_the_parser(written):
    assert references(written) is None


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (b"[1 2 0 R 3]", [1, Ref(2), 3]),
        (b"[5 % of the generation\n0 R]", [Ref(5)]),
        (b"[5 0 Rx]", [5, 0, None]),
        (b"[5.0 0 R -5 0 R]", [None, Ref(-5)]),
        (b"[/F5 0 R]", [None]),
        (b"<</A(5 0 R)/B 12345678901 0 R>>", {"A": "5 0 R", "B": Ref(12345678901)}),
    ],
)
def test_a_reference_is_two_whole_numbers_and_a_sign(written, value):
    assert parse(written) == value


@pytest.mark.parametrize(
    ("written", "entries"),
    [
        (
            b" <</Type/StructElem/S /P /P 12 0 R /K [0 1 3 0 R]/N -1.5>> endobj",
            {"Type": "StructElem", "S": "P", "P": Ref(12)},
        ),
        (b"<</S/P/S/H1/A1 2/B 3 0 RX>>", None),
        (b"<</S/P/S/H1/A1 2>>", {"S": "H1"}),
        (b"<</S/P/Alt(a)>>", None),
        (b"<</S/P/A<</O/Table>>>>", None),
        (b"<</S/P", None),
        (b"[1]", None),
    ],
)
def test_plain_dictionaries(written: bytes, entries: dict[str, Value] | None) -> None:
    assert plain_entries(written) == entries


@given(
    st.lists(
        st.sampled_from(
            [b"/S", b"/P", b"/A1", b" ", b"1", b"12 0 R", b"12 0 Rx", b"[0 1]", b"-.5", b"%", b"(", b"/", b"R", b"<41>"]
        )
    )
)
def test_plain_dictionaries_are_as_they_are_parsed(tokens: list[bytes]) -> None:
    written = b"<<" + b"".join(tokens) + b">>"
    entries, parsed = plain_entries(written), parse(written)
    if entries is not None:
        assert isinstance(parsed, dict)
        assert entries == {key: value for key, value in parsed.items() if isinstance(value, Name | Ref)}


def test_no_dictionary_is_read_in_countless_ways() -> None:
    assert plain_entries(b"<<" + b"/A1" * 20_001 + b"(") is None


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (b"<< /K [ 3 ] /P 123 0 R /Pg 45 0 R /S /P >> endobj", ("P", 123)),
        (b"<</S/P/P 12 0 R/K 3>>", ("P", 12)),
        (b"<</Type/StructElem/S/H1>>", ("H1", None)),
        (b"<</S/Sect/S/H2/P 1 0 R/P 2 0 R>>", ("H2", 2)),
        (b"<</S /Figure/Alt (a (b))/P 1 0 R>>", None),
        (b"<</S /Figure/Alt 7 0 R/P 1 0 R>>", None),
        (b"<</P 1 0 R>>", None),
        (b"<</S 4 0 R/P 1 0 R>>", None),
        (b"<</S/P/P 1 0 R/A<</O/Layout>>>>", None),
    ],
)
def test_structure_elements(written: bytes, told: tuple[str, int | None] | None) -> None:
    assert structure_element(written) == told


@given(
    st.lists(
        st.sampled_from(
            [
                *(
                    b"/S/P",
                    b"/S /H1 ",
                    b"/P 12 0 R",
                    b"/P",
                    b"/S",
                    b"/Pg 3 0 R",
                    b"/Sx",
                    b"/Alt",
                    b"/Alt 5 0 R",
                    b"/K[1 2]",
                ),
                *(b" ", b"/A/B", b"/K 1", b"-.5", b"%", b"(", b"/", b"/S/", b"R", b"12 0 Rx"),
            ]
        )
    )
)
def test_structure_elements_are_as_plain_dictionaries_tell(tokens: list[bytes]) -> None:
    written = b"<<" + b"".join(tokens) + b">>"
    told, entries = structure_element(written), plain_entries(written)
    if told is not None:
        assert entries is not None
        above = entries.get("P")
        assert told == (entries["S"], above.number if isinstance(above, Ref) else None)
        assert isinstance(entries["S"], Name)
        assert "Alt" not in entries


def test_no_structure_element_is_read_in_countless_ways() -> None:
    assert structure_element(b"<<" + b"/A1/S/P/P 1 0 R" * 20_001 + b"(") is None
