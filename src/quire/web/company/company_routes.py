"""The company service: its routes."""

from __future__ import annotations

import dataclasses

from quire.access.permissions import Scope
from quire.company.dump import DUMPS
from quire.company.neeq_document import FACETS
from quire.company.pack import FORMATS
from quire.company.us_document import MARKETS
from quire.web.company import company_changes, company_documents, company_reports, company_search, public_summary
from quire.web.company import dump_stream as company_dump
from quire.web.company import reconciliation as company_reconciliation
from quire.web.company import sparql_protocol as company_sparql
from quire.web.company import vocabulary_routes as company_vocabulary
from quire.web.http.operation import OPEN, Answer, Carrier, Door, Gate, Json, Operation, Parameter

GATE = Gate(scope=Scope.COMPANY, carriers=frozenset({Carrier.API_KEY_HEADER, Carrier.API_KEY_QUERY}))
"""Company data needs its scope, and takes the key from two more places."""

_IRI_GATE = dataclasses.replace(GATE, door=Door.PUBLIC)

TAG = "Companies"
_TURTLE = "text/turtle; charset=utf-8"
_CODE, _NAME, _SHORT = "838006", "样例科技股份有限公司", "样例科技"


def _path(name: str, about: str, example: str, **schema: Json) -> Parameter:
    return Parameter(name, "path", about, {"type": "string", **schema}, example, required=True)


def _query(name: str, about: str, example: Json, **schema: Json) -> Parameter:
    return Parameter(name, "query", about, {"type": "string", **schema}, example)


_ID = _path("company_id", "Stock code, short name or full name; percent-encoded UTF-8 or GBK.", _CODE)
_FORMAT = _path("output_format", "The form of the document.", "json", enum=list(FORMATS))
_MARKET = _path("market", "The exchange.", "nasdaq", enum=list(MARKETS))
_TICKER = _path("company_code", "Ticker; `brk.b`, `brk-b` and `brk/b` are the same.", "aapl")
_VERSION = _query("version", "An earlier version, by its number in the history.", "2")
_FORM = _query(
    "form",
    "`observations` gives the figures as a flat list: section, item, period, value, and both as printed.",
    "observations",
    enum=[*company_documents.Form],
)
_Q = _query(
    "q",
    "Code, name, the beginning or a part of one, pinyin (whole, initials, or mixed); one typing error is forgiven.",
    "科技",
)
_PAGING = (
    Parameter("limit", "query", "How many.", {"type": "integer", "minimum": 1, "maximum": company_search.MOST}, 20),
    Parameter("offset", "query", "How many to skip.", {"type": "integer", "minimum": 0}, 0),
    _query(
        "cursor", "From `next` of the page before: the place goes on, also when the data has changed.", "WzYsImNuIl0"
    ),
)
_DUMP = _query("format", "JSON lines, or N-Quads with a graph for each document.", "jsonl", enum=list(DUMPS))

_SPARQL = "SELECT ?company ?name { ?company rov:legalName ?name } LIMIT 10"
_SPARQL_BODY: dict[str, Json] = {
    "required": True,
    "content": {
        "application/sparql-query": {"schema": {"type": "string"}, "example": _SPARQL},
        "application/x-www-form-urlencoded": {
            "schema": {"type": "object", "required": ["query"], "properties": {"query": {"type": "string"}}},
            "example": {"query": _SPARQL},
        },
    },
}
_REPORT_BODY: dict[str, Json] = {
    "required": True,
    "content": {
        "application/json": {
            "schema": {
                "type": "object",
                "required": ["task_id"],
                "properties": {"task_id": {"type": "string"}, "dry_run": {"type": "boolean"}},
            },
            "example": {"task_id": "5b0c", "dry_run": True},
        }
    },
}
_CHANGES: dict[str, Json] = {
    "edition": 7,
    "published": "2026-03-06T08:30:02Z",
    "changes": [
        {
            "dataset": "cn",
            "code": _CODE,
            "market": None,
            "name": _NAME,
            "version": 2,
            "modified": "2026-03-06T08:30:02Z",
            "etag": "9a0b",
            "url": f"https://quire.example.org/company/{_CODE}/json",
        }
    ],
    "next": None,
}
_VALIDATED = ("ETag", "Last-Modified", "Cache-Control", "Vary")
_CACHED = ("ETag", "Last-Modified", "Cache-Control", "Vary", "Accept-Ranges")
_DOCUMENT: dict[str, Json] = {"公司代码": _CODE, "公司名称": _NAME, "成立日期": "2001-02-03", "挂牌日期": "2016-07-22"}
_US_DOCUMENT: dict[str, Json] = {
    "symbol": "EXMPL",
    "basic info": {"website": "", "phone": "", "name": "Example Corp", "address": ""},
    "balance sheet": {"Total Assets": {"Sep 28, 2024": "364,980"}},
}
_VERSIONS: list[Json] = [
    {
        "version": 1,
        "modified": "2026-03-06T08:30:02Z",
        "etag": "9a0b",
        "bytes": 81920,
        "url": f"https://quire.example.org/company/{_CODE}/json?version=1",
    }
]
_FOUND: Json = {
    "公司代码": _CODE,
    "公司简称": _SHORT,
    "公司名称": _NAME,
    "url": f"https://quire.example.org/company/{_CODE}/json",
}
_FOUND_US: dict[str, Json] = {
    "symbol": "EXMPL",
    "name": "Example Corp",
    "url": "https://quire.example.org/us/nasdaq/exmpl",
}
_SEVERAL = Answer(
    "Several companies have this name.",
    {
        "detail": company_documents.MANY,
        "candidates": [
            {"公司代码": _CODE, "公司名称": _NAME, "url": f"https://quire.example.org/company/{_CODE}/json"},
            {"公司代码": "838007", "公司名称": _NAME, "url": "https://quire.example.org/company/838007/json"},
        ],
    },
    schema="Candidates",
)
_SEE = Answer("The document is there.", headers=("Location", "Vary"))
_SUMMARY = Answer(
    "Without a key, where `QUIRE_COMPANY_PUBLIC` allows it: code, name, market, links.",
    public_summary.EXAMPLE,
    schema="CompanySummary",
    headers=_VALIDATED,
)
_IRI_ABOUT = "Leads to the document about the company, or to its summary, in the form that `Accept` wants."
_UNCHANGED = Answer("The client has it as it is.", headers=("ETag", "Last-Modified", "Cache-Control", "Vary"))


def _missing(about: str, sentence: str) -> Answer:
    return Answer(about, {"detail": sentence}, schema="Error", headers=("X-Error-Code",))


def _bad(sentence: str) -> Answer:
    return Answer("A parameter is wrong.", {"detail": sentence}, schema="Error", headers=("X-Error-Code",))


_NONE = _missing("There is no such company, or no such format.", "Unknown format “xml”. Allowed: json, rdf, jsonld.")
_NONE_US = _missing(
    "There is no such company on that market.", "AAPL is not listed on nyse but on nasdaq: /us/nasdaq/aapl"
)
_BAD_LIMIT = _bad("limit must be a whole number from 1 to 500.")

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "GET",
        "/company",
        company_search.search_chinese,
        name="searchCompanies",
        summary="Chinese companies by name, code or pinyin",
        tag=TAG,
        gate=GATE,
        parameters=(_Q, *_PAGING, *(_query(name, "Only companies with this value.", "…") for name in FACETS)),
        answers={
            200: Answer(
                "The best hits first; `next` is the address of the next page, null on the last.",
                {"query": "样例", "total": 1, "companies": [_FOUND], "next": None},
                schema="CompanyList",
                headers=_VALIDATED,
            ),
            304: _UNCHANGED,
            400: _BAD_LIMIT,
        },
    ),
    Operation(
        "GET",
        "/company/changes",
        company_changes.changes,
        name="listCompanyChanges",
        summary="The documents that changed since a moment",
        tag=TAG,
        gate=GATE,
        about="For copies elsewhere: ask with the `published` of the last answer as `since`. Pages follow by `cursor`.",
        parameters=(
            _query("since", "A moment (ISO 8601) or a date, UTC; without it every document.", "2026-03-06T08:30:02Z"),
            _query("dataset", "Only this data set.", "cn", enum=["cn", "us"]),
            Parameter(
                "limit",
                "query",
                "How many.",
                {"type": "integer", "minimum": 1, "maximum": company_changes.MOST},
                company_changes.USUAL,
            ),
            _query("cursor", "From `next` of the page before.", "2026-03-06T08:30:02+00:00~17"),
        ),
        answers={
            200: Answer("The oldest change first; `next` is null on the last page.", _CHANGES, schema="CompanyChanges"),
            400: _bad("since must be a moment such as 2026-03-06T08:30:02Z, or a date."),
        },
    ),
    *company_reconciliation.operations(GATE, TAG),
    Operation(
        "GET",
        "/company/dump",
        company_dump.dump_chinese,
        name="dumpCompanies",
        summary="All Chinese companies' documents as one stream",
        tag=TAG,
        gate=GATE,
        parameters=(_DUMP,),
        answers={
            200: Answer(
                "A JSON document a line, or N-Quads.", '{"公司代码":"838006"}\n'.encode(), media_type=DUMPS["jsonl"]
            ),
            400: _bad("format must be one of jsonl, nquads."),
        },
    ),
    *(
        Operation(
            method,
            "/company/sparql",
            company_sparql.query,
            name=name,
            summary="Query the graphs of all companies",
            tag=TAG,
            gate=GATE,
            about=(
                "SPARQL 1.1 queries. SERVICE and updates are refused; a query may take ten seconds, a result 16 MiB. "
                "The prefixes of the documents need not be declared."
            ),
            parameters=parameters,
            body=body,
            answers={
                200: Answer(
                    "Bindings as JSON, XML, CSV or TSV; triples as Turtle, N-Triples, JSON-LD or RDF/XML.",
                    b'{"head":{"vars":["s"]},"results":{"bindings":[]}}',
                    media_type="application/sparql-results+json",
                ),
                400: _bad("SERVICE is not allowed: queries see this service's data only."),
            },
        )
        for method, name, parameters, body in (
            ("GET", "querySparql", (_query("query", "The query.", _SPARQL),), None),
            ("POST", "postSparql", (), _SPARQL_BODY),
        )
    ),
    *(
        Operation(
            "POST",
            path,
            company_reports.enter_report,
            name=name,
            summary="Enter the statements of a report into a company's record",
            tag=TAG,
            gate=Gate(scope=Scope.COMPANY, rate="submit"),
            about=(
                "Takes the result of a finished statements task. `dry_run` changes nothing; without it the key needs "
                "the scope `admin`, because records are everybody's. `changes` lists each value with its page and box "
                "on the report; `remarks` say which rows share a label and which columns do not count."
            ),
            parameters=parameters,
            body=_REPORT_BODY,
            answers={
                200: Answer("What changed, or would change.", company_reports.EXAMPLE, schema="EnteredReport"),
                300: _SEVERAL,
                400: _bad(
                    "The report cannot be entered.; has no balance sheet, income statement or cash-flow statement"
                ),
                404: _NONE,
                409: Answer(
                    "The task is not finished, or another import is running.",
                    {"detail": "Another import is running."},
                    schema="Error",
                    headers=("X-Error-Code",),
                ),
            },
        )
        for path, name, parameters in (
            ("/company/{company_id:path}/reports", "enterCompanyReport", (_ID,)),
            ("/us/{market}/{company_code:path}/reports", "enterUsCompanyReport", (_MARKET, _TICKER)),
        )
    ),
    Operation(
        "GET",
        "/company/{company_id:path}/history",
        company_documents.company_history,
        name="getCompanyHistory",
        summary="The versions of a Chinese company's document",
        tag=TAG,
        gate=GATE,
        parameters=(_ID,),
        answers={
            200: Answer(
                "The present version first.",
                {"公司代码": _CODE, "公司名称": _NAME, "versions": _VERSIONS},
                schema="CompanyHistory",
            ),
            300: _SEVERAL,
            404: _NONE,
        },
    ),
    Operation(
        "GET",
        "/company/{company_id:path}/{output_format}",
        company_documents.company_document,
        name="getCompany",
        summary="A Chinese company's document",
        tag=TAG,
        gate=GATE,
        about=(
            "`json` is application/json, `jsonld` application/ld+json, `rdf` text/turtle. Bodies are stored in the "
            "codings gzip, br and zstd; conditional requests and ranges work."
        ),
        parameters=(_ID, _FORMAT, _VERSION, _FORM),
        answers={
            200: Answer("The document.", _DOCUMENT, schema="Company", headers=_CACHED),
            300: _SEVERAL,
            304: _UNCHANGED,
            404: _NONE,
        },
    ),
    Operation(
        "GET",
        "/company/{company_id}",
        company_documents.company,
        name="findCompany",
        summary="The way to a Chinese company's document",
        tag=TAG,
        gate=GATE,
        about="The form follows `Accept`; JSON when it says nothing.",
        parameters=(_ID,),
        answers={303: _SEE, 300: _SEVERAL, 404: _NONE},
    ),
    Operation(
        "GET",
        "/us",
        company_search.search_american,
        name="searchUsCompanies",
        summary="US-listed companies by name or ticker",
        tag=TAG,
        gate=GATE,
        parameters=(_Q, *_PAGING, _query("market", "Only this market.", "nyse", enum=list(MARKETS))),
        answers={
            200: Answer(
                "The best hits first; `next` is the address of the next page, null on the last.",
                {"query": "exam", "total": 1, "companies": [_FOUND_US | {"market": "nasdaq"}], "next": None},
                schema="UsCompanyList",
                headers=_VALIDATED,
            ),
            304: _UNCHANGED,
            400: _BAD_LIMIT,
        },
    ),
    Operation(
        "GET",
        "/us/dump",
        company_dump.dump_american,
        name="dumpUsCompanies",
        summary="All US-listed companies' documents as one stream",
        tag=TAG,
        gate=GATE,
        parameters=(_DUMP,),
        answers={
            200: Answer("A JSON document a line, or N-Quads.", b'{"symbol":"EXMPL"}\n', media_type=DUMPS["jsonl"]),
            400: _bad("format must be one of jsonl, nquads."),
        },
    ),
    Operation(
        "GET",
        "/us/{market}",
        company_search.list_market,
        name="listMarket",
        summary="The companies of a market",
        tag=TAG,
        gate=GATE,
        parameters=(_MARKET, _Q, *_PAGING),
        answers={
            200: Answer(
                "In the order of their tickers, or the best hits first.",
                {"market": "nasdaq", "total": 1, "companies": [_FOUND_US]},
                schema="Market",
                headers=("Link", *_VALIDATED),
            ),
            304: _UNCHANGED,
            400: _BAD_LIMIT,
            404: _missing("There is no such market.", "Unknown market “lse”. Allowed: nyse, nasdaq."),
        },
    ),
    Operation(
        "GET",
        "/us/{market}/{company_code:path}/history",
        company_documents.us_history,
        name="getUsCompanyHistory",
        summary="The versions of a US-listed company's document",
        tag=TAG,
        gate=GATE,
        parameters=(_MARKET, _TICKER),
        answers={
            200: Answer(
                "The present version first.",
                {"symbol": "EXMPL", "market": "nasdaq", "versions": _VERSIONS},
                schema="UsCompanyHistory",
            ),
            404: _NONE_US,
        },
    ),
    Operation(
        "GET",
        "/us/{market}/{company_code:path}",
        company_documents.us_document,
        name="getUsCompany",
        summary="A US-listed company's document",
        tag=TAG,
        gate=GATE,
        about="JSON; `/jsonld` or `/rdf` behind the ticker asks for the graph.",
        parameters=(_MARKET, _TICKER, _VERSION, _FORM),
        answers={
            200: Answer("The document.", _US_DOCUMENT, schema="UsCompany", headers=_CACHED),
            304: _UNCHANGED,
            404: _NONE_US,
        },
    ),
    Operation(
        "GET",
        "/id/cn/{code}",
        company_documents.identity,
        name="getCompanyIri",
        summary="A Chinese company's IRI",
        tag=TAG,
        gate=_IRI_GATE,
        about=_IRI_ABOUT,
        parameters=(_path("code", "Stock code.", _CODE),),
        answers={200: _SUMMARY, 303: _SEE, 304: _UNCHANGED, 404: _NONE},
    ),
    Operation(
        "GET",
        "/id/us/{market}/{symbol}",
        company_documents.identity,
        name="getUsCompanyIri",
        summary="A US-listed company's IRI",
        tag=TAG,
        gate=_IRI_GATE,
        about=_IRI_ABOUT,
        parameters=(_MARKET, _path("symbol", "Ticker.", "AAPL")),
        answers={200: _SUMMARY, 303: _SEE, 304: _UNCHANGED, 404: _NONE_US},
    ),
    Operation(
        "GET",
        "/vocabulary",
        company_vocabulary.terms,
        name="getVocabulary",
        summary="The terms of the company graphs",
        tag=TAG,
        gate=OPEN,
        answers={200: Answer("As Turtle.", b"q:Statement a rdfs:Class .\n", media_type=_TURTLE)},
    ),
    *(
        Operation(
            "GET",
            f"/vocabulary/{part}",
            endpoint,
            name=f"getVocabulary{part.title()}",
            summary=f"The properties of {about}",
            tag=TAG,
            gate=OPEN,
            answers={200: Answer("As Turtle.", b"i:x a owl:DatatypeProperty .\n", media_type=_TURTLE)},
        )
        for part, about, endpoint in (
            ("items", "line items: amounts", company_vocabulary.items),
            ("printed", "line items: amounts as printed", company_vocabulary.items),
            ("fields", "fields without a term of their own", company_vocabulary.fields),
        )
    ),
)
