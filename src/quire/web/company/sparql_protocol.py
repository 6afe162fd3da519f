"""The SPARQL 1.1 Protocol over the graphs of all companies: queries only."""

from __future__ import annotations

from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response

from quire.company import sparql_engine
from quire.company.rdf_store import GRAPHS, TABLES
from quire.errors import BadRequest
from quire.web.http.conditional_requests import media_type
from quire.web.http.responses import bytes_response
from quire.web.state.site import key, site

LONGEST = 32 * 1024
"""Characters of a query."""

_FORM, _QUERY = "application/x-www-form-urlencoded", "application/sparql-query"
_UPDATE = "application/sparql-update"


async def query(request: Request) -> Response:
    """The result of a query, in the form that ``Accept`` wants."""
    text = await _text(request)
    sparql_engine.check(text)
    here = site(request).companies
    accept = ",".join(request.headers.getlist("accept"))
    table = media_type(accept, tuple(TABLES)) or next(iter(TABLES))
    graph = media_type(accept, tuple(GRAPHS)) or next(iter(GRAPHS))
    kind, body = await here.sparql.query(here.catalogue().name, text, table=table, graph=graph, key=key(request).id)
    return bytes_response(body, _labelled(kind), headers=[("Vary", "Accept")])


async def _text(request: Request) -> str:
    """The query of a request.

    Raises:
        BadRequest: there is none, or several, or it is too long.
    """
    if request.method == "POST":
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind == _UPDATE:
            raise BadRequest(sparql_engine.ONLY_QUERIES)
        if kind not in {_FORM, _QUERY}:
            raise BadRequest(f"Content-Type must be {_QUERY} or {_FORM}.")
        body = (await request.body()).decode("utf-8", "replace")
        found = [body] if kind == _QUERY else _values(body)
    else:
        found = request.query_params.getlist("query")
    if len(found) != 1 or not found[0].strip():
        raise BadRequest("Send one query, in the parameter “query” or as the body.")
    if len(found[0]) > LONGEST:
        raise BadRequest(f"The query must have at most {LONGEST} characters.")
    return found[0]


def _values(form: str) -> list[str]:
    try:
        fields = parse_qsl(form, keep_blank_values=True, max_num_fields=50)
    except ValueError:
        raise BadRequest("The form cannot be read.") from None
    if any(name == "update" for name, _ in fields):
        raise BadRequest(sparql_engine.ONLY_QUERIES)
    return [value for name, value in fields if name == "query"]


def _labelled(kind: str) -> str:
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
