"""The wiki service's access tokens, which are the keys of the one credential store."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.access.keys import Key, NewKey
from quire.access.permissions import Scope, parse_role
from quire.errors import BadRequest, NotAllowed
from quire.web.documents.task_outcome import timestamp
from quire.web.http.json_bodies import read_json
from quire.web.http.operation import Answer, Door, Gate, Json, Operation, json_body
from quire.web.http.responses import json_response
from quire.web.state.site import key, site


async def create(request: Request) -> Response:
    """Make a token: an administrator for anybody, and on a fresh instance anybody the first one."""
    here = site(request)
    first = request.scope["quire.key"] is None
    new = _new_key(await read_json(request), "admin" if first else "user")
    if first:
        made, secret = await run_in_threadpool(here.keys.create_first, new)
    else:
        made, secret = await run_in_threadpool(here.keys.create, new)
    return json_response({"ok": True, "token": secret, "token_id": made.id})


async def list_tokens(request: Request) -> Response:
    """Every token by its prefix; for administrators."""
    found = await run_in_threadpool(site(request).keys.all)
    return json_response({"ok": True, "tokens": [_row(one) for one in found], "total": len(found)})


async def revoke(request: Request) -> Response:
    """Revoke a token: an administrator any, a user its own."""
    here, caller = site(request), key(request)
    token_id = _text(await read_json(request), "token_id")
    found = await run_in_threadpool(here.keys.get, token_id)
    if not caller.may(Scope.ADMIN) and found.owner != caller.owner:
        raise NotAllowed
    await run_in_threadpool(lambda: here.keys.revoke(token_id))
    return json_response({"ok": True, "token_id": token_id, "message": "The token was revoked."})


async def me(request: Request) -> Response:
    """Who the caller is."""
    caller = key(request)
    return json_response({"ok": True, "username": caller.owner, "role": caller.role, "token_id": caller.id})


def _new_key(body: dict[str, Json], role: str) -> NewKey:
    """What the body asks for; the token gets the scopes of its role."""
    days = body.get("expires_in_days")
    if days is not None and (not isinstance(days, int) or isinstance(days, bool)):
        raise BadRequest("expires_in_days must be a whole number from 1 to 36500.")
    return NewKey(
        _text(body, "name"),
        _text(body, "username"),
        parse_role(_text(body, "role", default=role)),
        expires_in_days=days,
    )


def _text(body: dict[str, Json], name: str, *, default: str | None = None) -> str:
    value = body.get(name, default)
    if not isinstance(value, str) or not value.strip() or not value.isprintable():  # JSON can hold half a character
        raise BadRequest(f"{name} must be a string that is not empty.")
    return value


def _row(one: Key) -> Json:
    return {
        "token_id": one.id,
        "prefix": one.prefix,
        "name": one.name,
        "username": one.owner,
        "role": one.role,
        "scopes": [scope.value for scope in sorted(one.scopes)],
        "created_at": timestamp(one.created),
        "expires_at": None if one.expires is None else timestamp(one.expires),
        "revoked_at": None if one.revoked is None else timestamp(one.revoked),
        "last_used_at": None if one.last_used is None else timestamp(one.last_used),
    }


_ID = "6f1c2d4e-0c1b-4d53-8a55-0f4b7c9e2a10"
_WRONG = Answer(
    "The request is not valid.",
    {"ok": False, "error": "role must be user or admin.", "detail": "role must be user or admin."},
    schema="WikiError",
)

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "POST",
        "/api/v1/auth/tokens",
        create,
        name="createToken",
        summary="Create an access token",
        tag="Tokens",
        about="The first token of a new instance can be created without a key. A token is shown only once.",
        gate=Gate(door=Door.FIRST, scope=Scope.ADMIN),
        body={
            "required": True,
            "content": {
                "application/json": {
                    "schema": {"$ref": "#/components/schemas/NewToken"},
                    "example": {"name": "notebook", "username": "lin", "role": "user"},
                }
            },
        },
        answers={
            200: Answer(
                "The token.",
                {"ok": True, "token": "quire_(43 characters)", "token_id": _ID},
                schema="CreatedToken",
            ),
            400: _WRONG,
        },
    ),
    Operation(
        "GET",
        "/api/v1/auth/tokens",
        list_tokens,
        name="listTokens",
        summary="List all tokens (administrators only)",
        tag="Tokens",
        gate=Gate(scope=Scope.ADMIN),
        answers={
            200: Answer(
                "The tokens, newest first.",
                {
                    "ok": True,
                    "tokens": [
                        {
                            "token_id": _ID,
                            "prefix": "quire_Zk3b1Q",
                            "name": "notebook",
                            "username": "lin",
                            "role": "user",
                            "scopes": ["company", "finance", "invoice", "parse", "wiki"],
                            "created_at": "2026-03-06T08:30:00",
                            "expires_at": None,
                            "revoked_at": None,
                            "last_used_at": "2026-03-06T09:00:00",
                        }
                    ],
                    "total": 1,
                },
                schema="TokenList",
            )
        },
    ),
    Operation(
        "POST",
        "/api/v1/auth/tokens/revoke",
        revoke,
        name="revokeToken",
        summary="Revoke a token",
        tag="Tokens",
        body=json_body({"token_id": {"type": "string"}}, required=["token_id"], example={"token_id": _ID}),
        answers={
            200: Answer(
                "The token was revoked.",
                {"ok": True, "token_id": _ID, "message": "The token was revoked."},
                schema="Done",
            ),
            400: _WRONG,
            404: Answer(
                "The token does not exist.",
                {"ok": False, "error": "There is no such key.", "detail": "There is no such key."},
                schema="WikiError",
            ),
        },
    ),
    Operation(
        "GET",
        "/api/v1/auth/me",
        me,
        name="getMe",
        summary="Get the owner of the key",
        tag="Tokens",
        answers={
            200: Answer(
                "The owner of the key.", {"ok": True, "username": "lin", "role": "user", "token_id": _ID}, schema="Me"
            )
        },
    ),
)
