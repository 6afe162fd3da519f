"""Finds the operation of a request."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from quire.access.permissions import Scope
from quire.web.http.operation import KEYED, Carrier, Gate, Operation, pattern

_COMPANY = Gate(scope=Scope.COMPANY, carriers=frozenset({Carrier.API_KEY_HEADER, Carrier.API_KEY_QUERY}))

RESERVED: tuple[tuple[str, Gate], ...] = (
    ("/company", _COMPANY),
    ("/company/{rest:path}", _COMPANY),
    ("/us", _COMPANY),
    ("/us/{rest:path}", _COMPANY),
    (
        "/api/v1/jobs/{job_id}/stream",
        Gate(scope=Scope.WIKI, carriers=frozenset({Carrier.ACCESS_TOKEN_QUERY})),
    ),
    ("/api/finance/{rest:path}", Gate(scope=Scope.FINANCE)),
    ("/api/invoice/{rest:path}", Gate(scope=Scope.INVOICE)),
    ("/api/parse/{rest:path}", Gate(scope=Scope.PARSE)),
)
"""Access rules for paths without an operation, so that a client without the scope does not learn which paths exist."""


@dataclass(frozen=True, slots=True)
class Match:
    """The result for a request; without an operation it is a 404, or a 405 when `allowed` names other methods."""

    gate: Gate
    operation: Operation | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    allowed: tuple[str, ...] = ()


REST = "{rest:path}"
"""The end of a path that takes every request below it which no other operation takes, also by its method."""


class Router:
    """Operations by method and path: fixed paths, then those with values in the order of the table, then `REST`."""

    def __init__(self, operations: Sequence[Operation]) -> None:
        self._fixed: dict[str, dict[str, Operation]] = {}
        self._open: list[tuple[re.Pattern[str], dict[str, Operation]]] = []
        self._rest: list[tuple[re.Pattern[str], dict[str, Operation]]] = []
        shapes: dict[str, dict[str, Operation]] = {}
        for operation in operations:
            methods = shapes.setdefault(operation.path, {})
            methods[operation.method] = operation
        for path, methods in shapes.items():
            if "GET" in methods:
                methods.setdefault("HEAD", methods["GET"])
            if path.endswith(REST):
                self._rest.append((pattern(path), methods))
            elif "{" in path:
                self._open.append((pattern(path), methods))
            else:
                self._fixed[path] = methods
        self._reserved = [(pattern(path), gate) for path, gate in RESERVED]

    def find(self, method: str, path: str) -> Match:
        """The operation of a request, or how it is refused."""
        match = self._listed(method, path)
        if match is not None and match.operation is not None:
            return match
        for expression, choices in self._rest:
            if method in choices and expression.fullmatch(path) is not None:
                return self._pick(method, choices, {})
        if match is not None:
            return match
        for expression, gate in self._reserved:
            if expression.fullmatch(path) is not None:
                return Match(gate)
        return Match(KEYED)

    def _listed(self, method: str, path: str) -> Match | None:
        """What the operations of a path say to a method; None where the path has none."""
        methods = self._fixed.get(path)
        if methods is not None:
            return self._pick(method, methods, {})
        for expression, choices in self._open:
            found = expression.fullmatch(path)
            if found is not None:
                return self._pick(method, choices, found.groupdict())
        return None

    def _pick(self, method: str, methods: Mapping[str, Operation], values: Mapping[str, str]) -> Match:
        operation = methods.get(method)
        if operation is not None:
            return Match(operation.gate, operation, values)
        return Match(next(iter(methods.values())).gate, allowed=tuple(sorted(methods)))
