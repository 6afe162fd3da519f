"""Names of a column to companies, by the Reconciliation Service API 0.2 that OpenRefine and others speak."""

from __future__ import annotations

import json
from urllib.parse import parse_qsl, quote

from starlette.requests import Request
from starlette.responses import Response

from quire.company.company_names import CN, LONGEST, US, Name
from quire.company.lookup import Hit, Query
from quire.company.name_search import TYPO
from quire.company.us_document import MARKETS
from quire.errors import BadRequest
from quire.web.http.operation import Answer, Gate, Json, Operation, Parameter
from quire.web.http.responses import json_response
from quire.web.state.site import site

MOST_QUERIES, USUAL, MOST = 100, 5, 50
"""Queries of a request; candidates of a query where it does not say how many, and at most."""

_WORST, _STEP, _RESEMBLING = 10.0, 4.0, 40.0
TYPES = {CN: "Companies of China's over-the-counter market", US: "US-listed companies"}

_FORM = "application/x-www-form-urlencoded"

QUERIES = '{"q0": {"query": "样例科技", "limit": 3}}'
BODY: dict[str, Json] = {
    "required": True,
    "content": {
        _FORM: {
            "schema": {"type": "object", "required": ["queries"], "properties": {"queries": {"type": "string"}}},
            "example": {"queries": QUERIES},
        },
    },
}
"""Queries as the API docs show them, and the body that has them."""

EXAMPLE: dict[str, Json] = {
    "q0": {
        "result": [
            {
                "id": "cn/838006",
                "name": "样例科技股份有限公司",
                "score": 100.0,
                "match": True,
                "type": [{"id": "cn", "name": TYPES["cn"]}],
            }
        ]
    }
}
"""An answer as the API docs show it."""


async def reconcile(request: Request) -> Response:
    """What the service offers, or the candidates of each query."""
    asked = await _queries(request)
    if asked is None:
        return json_response(_manifest(site(request).address(request)))
    here = site(request).companies
    register = await here.register()
    answers: dict[str, Json] = {}
    for name, query in asked.items():
        hits = register.search(query).hits if query.text.strip() else ()
        if not hits and here.is_loading and query.text.strip():
            hits = (await here.register(newest=True)).search(query).hits
        answers[name] = {"result": _candidates(hits)}
    return json_response(answers)


def _manifest(address: str) -> dict[str, Json]:
    return {
        "versions": ["0.2"],
        "name": "Quire companies",
        "identifierSpace": f"{address}/id/",
        "schemaSpace": "https://schema.org/",
        "defaultTypes": _types(*TYPES),
        "view": {"url": f"{address}/id/{{{{id}}}}"},
    }


def _types(*datasets: str) -> list[Json]:
    return [{"id": one, "name": TYPES[one]} for one in datasets]


async def _queries(request: Request) -> dict[str, Query] | None:
    """The queries by their names; None where the request has none and asks what the service offers.

    Raises:
        BadRequest: they are not as they must be, or the request wants what is not offered.
    """
    sent = await _fields(request)
    if "extend" in sent:
        raise BadRequest("Columns cannot be extended here: extend is not offered. GET the id of a company under /id/.")
    text = sent.get("queries")
    if text is None:
        if request.method == "POST":
            raise BadRequest("There is no field queries: send a form with the queries as a JSON object.")
        return None
    try:
        listed = json.loads(text)
    except (ValueError, RecursionError):
        listed = None
    if not isinstance(listed, dict) or len(listed) > MOST_QUERIES:
        raise BadRequest(f"queries must be a JSON object of at most {MOST_QUERIES} queries.")
    return {name: _query(one) for name, one in listed.items()}


async def _fields(request: Request) -> dict[str, str]:
    """The fields of the query string and of the form; those of the form win.

    Raises:
        BadRequest: the body is no form.
    """
    fields = dict(request.query_params)
    if request.method == "POST":
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        body = await request.body()
        if body and kind != _FORM:
            raise BadRequest(f"Content-Type must be {_FORM}.")
        fields |= parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)
    return fields


def _query(one: Json) -> Query:
    asked = one if isinstance(one, dict) else {}
    text, limit, kind = asked.get("query"), asked.get("limit", USUAL), asked.get("type") or ""
    if not isinstance(text, str) or len(text) > LONGEST:
        raise BadRequest(f"Each query must have the text query, of at most {LONGEST} characters.")
    if not isinstance(limit, int) or isinstance(limit, bool) or limit < 1:
        raise BadRequest("limit must be a whole number, 1 or more.")
    if kind not in {"", *TYPES}:
        raise BadRequest(f"type must be one of {', '.join(TYPES)}.")
    return Query(text, str(kind), limit=min(limit, MOST))


def _candidates(hits: tuple[Hit, ...]) -> list[Json]:
    exact = sum(hit.rank == 0 for hit in hits)
    return [
        {
            "id": _id(hit.name),
            "name": hit.name.name or hit.name.short or hit.name.code,
            "score": _score(hit.rank),
            "match": hit.rank == 0 and exact == 1,
            "type": _types(hit.name.dataset),
        }
        for hit in hits
    ]


def _score(rank: int) -> float:
    """From 100 for the name itself down; one that only resembles the query is never above 40."""
    return max(_WORST, 100.0 - _STEP * rank if rank < TYPO else _RESEMBLING - _STEP * (rank - TYPO))


def _id(name: Name) -> str:
    """The end of the company's IRI, behind the identifier space."""
    market = [name.market or MARKETS[0]] if name.dataset == US else []
    return "/".join([name.dataset, *market, quote(name.code, safe="")])


def operations(gate: Gate, tag: str) -> tuple[Operation, ...]:
    """The rows of the table of operations."""
    asked = Parameter("queries", "query", "Queries by name, as JSON.", {"type": "string"}, QUERIES)
    return tuple(
        Operation(
            method,
            "/company/reconcile",
            reconcile,
            name=name,
            summary="Names of a column to companies",
            tag=tag,
            gate=gate,
            about="The Reconciliation Service API 0.2 of OpenRefine and others. Without `queries` it says what it is; "
            f"each of up to {MOST_QUERIES} queries has `query`, `limit` and `type` (`cn` or `us`). The services "
            "`suggest`, `preview` and `extend` of that API are not offered.",
            parameters=parameters,
            body=body,
            answers={
                200: Answer("What it is, or the candidates of each query.", EXAMPLE, schema="Reconciled"),
                400: Answer(
                    "The queries are wrong.",
                    {"detail": "queries must be a JSON object of at most 100 queries."},
                    schema="Error",
                    headers=("X-Error-Code",),
                ),
            },
        )
        for method, name, parameters, body in (
            ("GET", "reconcileCompanies", (asked,), None),
            ("POST", "postReconcileCompanies", (), BODY),
        )
    )
