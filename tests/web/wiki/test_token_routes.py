"""The wiki service's tokens."""

from __future__ import annotations

import pytest

from quire.access.keys import NewKey
from quire.access.permissions import ROLE_SCOPES, Role
from quire.web.state.site import Site

pytestmark = pytest.mark.anyio

TOKENS = "/api/v1/auth/tokens"
NEW = {"name": "notebook", "username": "lin", "role": "user"}


async def test_the_first_token_needs_no_key_and_closes_the_way(nobody, site: Site):
    first = await nobody.post(TOKENS, json={"name": "first", "username": "root", "role": "admin"})
    assert list(first.json()) == ["ok", "token", "token_id"]
    again = await nobody.post(TOKENS, json={"name": "second", "username": "root", "role": "admin"})
    assert again.status_code == 401
    site.keys.revoke(first.json()["token_id"])
    assert (await nobody.post(TOKENS, json=NEW)).status_code == 401
    assert len(site.keys.all()) == 1


async def test_a_wrong_key_does_not_become_the_first(nobody, site: Site):
    answer = await nobody.post(TOKENS, json=NEW, headers={"authorization": "Bearer x"})
    assert answer.status_code == 401
    assert not site.keys.any()


async def test_an_admin_makes_tokens_with_the_scopes_of_the_role(nobody, site: Site, admin: str):
    headers = {"authorization": f"Bearer {admin}"}
    made = await nobody.post(TOKENS, json=NEW | {"expires_in_days": 30}, headers=headers)
    key = site.keys.get(made.json()["token_id"])
    assert (key.owner, key.role, key.scopes) == ("lin", Role.USER, ROLE_SCOPES[Role.USER])
    assert (key.expires - key.created).days == 30
    assert site.keys.find(made.json()["token"]).id == key.id


async def test_the_list_shows_prefixes_only(nobody, admin: str, secret: str):
    answer = await nobody.get(TOKENS, headers={"authorization": f"Bearer {admin}"})
    assert answer.json()["total"] == 2
    assert {token["username"] for token in answer.json()["tokens"]} == {"lin", "root"}
    assert admin not in answer.text
    assert secret not in answer.text


async def test_users_may_neither_list_nor_create(client):
    assert (await client.get(TOKENS)).status_code == 403
    answer = await client.post(TOKENS, json=NEW)
    assert answer.status_code == 403
    assert answer.json()["ok"] is False


async def test_revoking_ones_own_and_others(client, nobody, site: Site, admin: str):
    own = site.keys.create(NewKey("own", "lin"))[0]
    other = site.keys.create(NewKey("other", "wang"))[0]
    assert (await client.post(f"{TOKENS}/revoke", json={"token_id": own.id})).json()["ok"] is True
    assert (await client.post(f"{TOKENS}/revoke", json={"token_id": other.id})).status_code == 403
    assert (await client.post(f"{TOKENS}/revoke", json={"token_id": "unknown"})).status_code == 404
    headers = {"authorization": f"Bearer {admin}"}
    assert (await nobody.post(f"{TOKENS}/revoke", json={"token_id": other.id}, headers=headers)).status_code == 200
    assert site.keys.get(own.id).revoked
    assert site.keys.get(other.id).revoked


async def test_a_revoked_token_is_401_at_once(client, site: Site):
    me = (await client.get("/api/v1/auth/me")).json()
    assert me == {"ok": True, "username": "lin", "role": "user", "token_id": me["token_id"]}
    await client.post(f"{TOKENS}/revoke", json={"token_id": me["token_id"]})
    assert (await client.get("/api/v1/auth/me")).status_code == 401


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b'"x"',
        b"\xff",
        b"[" * 30_000,
        b'{"name": 1, "username": "a"}',
        b'{"name": "a"}',
        b'{"name": "a", "username": "b", "role": "root"}',
        b'{"name": "a", "username": "b", "role": null}',
        b'{"name": "a", "username": "b", "expires_in_days": "3"}',
        b'{"name": "a", "username": "b", "expires_in_days": true}',
        b'{"name": "a", "username": "b", "expires_in_days": 0}',
        b'{"name": "a\\u0000", "username": "b"}',
        b'{"name": "a", "username": "\\ud800"}',
    ],
)
async def test_wrong_bodies_are_400_with_a_sentence(nobody, site: Site, admin: str, body: bytes):
    answer = await nobody.post(TOKENS, content=body, headers={"authorization": f"Bearer {admin}"})
    assert answer.status_code == 400
    assert list(answer.json()) == ["ok", "error", "detail"]
    assert len(site.keys.all()) == 1


async def test_half_a_character_names_no_token(nobody, admin: str):
    headers = {"authorization": f"Bearer {admin}"}
    answer = await nobody.post(f"{TOKENS}/revoke", content=b'{"token_id": "\\ud800"}', headers=headers)
    assert answer.status_code == 400


async def test_a_body_that_is_too_large(nobody, admin: str):
    headers = {"authorization": f"Bearer {admin}"}
    answer = await nobody.post(TOKENS, content=b" " * 70_000, headers=headers)
    assert answer.status_code == 413
