"""The pack: every encoding unpacks to the same body, places are right, nothing has its name before it is whole."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from quire.company.pack import BODIES, ENCODINGS, FORMATS, Pack, Packed, PackWriter, Places, decoded, encoded, packed

PLAIN = (b'{"a": "' + b"x" * 5000 + b'"}', b"{}", "@prefix 词: <x> .".encode())


@pytest.mark.parametrize("form", FORMATS)
def test_encodings_unpack_to_the_body(form: str):
    for encoding, body in zip(ENCODINGS, encoded(PLAIN[0], form=form), strict=True):
        assert decoded(body, encoding) == PLAIN[0]


def test_the_same_input_gives_the_same_bytes():
    assert packed(PLAIN) == packed(PLAIN)


def test_places_lead_to_their_bodies(tmp_path: Path):
    path = tmp_path / "pack-000002.pack"
    writer = PackWriter(path)
    writer.append(b"something before")
    one: Packed = packed(PLAIN)
    places = Places(2, writer.append(one.data), one.table)
    assert not path.exists()
    writer.close()
    pack = Pack(path)
    for (form, encoding), place in zip(BODIES, places.all, strict=True):
        assert places.place(form, encoding) == place
        body = pack.read(place.offset, place.length)
        assert decoded(body, encoding) == PLAIN[FORMATS.index(form)]
        assert place.etag == f'"{hashlib.blake2b(body, digest_size=16).hexdigest()}"'
    assert len({place.etag for place in places.all}) == len(BODIES)
    assert places.size == len(one.data)
    pack.close()


def test_an_unknown_format_is_an_error():
    with pytest.raises(KeyError):
        Places(2, 8, packed(PLAIN).table).place("xml", "identity")


def test_a_discarded_pack_leaves_nothing(tmp_path: Path):
    writer = PackWriter(tmp_path / "pack-000002.pack")
    writer.append(b"x")
    writer.discard()
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_pack_is_refused(tmp_path: Path):
    path = tmp_path / "pack-000002.pack"
    path.write_bytes(b"not a pack")
    with pytest.raises(ValueError, match="not a pack"):
        Pack(path)
