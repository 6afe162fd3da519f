"""Where uploads and results are kept: one table of the kinds of file stores, and the way to open one.

The settings (`QUIRE_FILES_URL`) take what stands here and nothing else; the table of settings in the README lists the
variables. To add a kind, add a row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from quire.store.directory_store import FakeFiles, Files, LocalFiles

__all__ = ["MEMORY", "STORES", "FakeFiles", "Files", "LocalFiles", "StoreKind", "check_address", "forms", "open_files"]

MEMORY = "memory://"
"""An object store in memory, lost with the process: for tests only, and no address that a setting takes."""

_BUCKET = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{1,221}")
"""A bucket or container: the union of what S3 (3 to 63), Google (up to 222) and Azure (3 to 63 characters) allow."""


@dataclass(frozen=True, slots=True)
class StoreKind:
    """One kind of file store.

    Attributes:
        form: how its address looks.
        open: gives the files at an address; a ValueError says what is wrong with the configuration.
        variables: environment variable -> meaning, in the order of the documentation; the store reads them itself.
    """

    form: str
    open: Callable[[str, Mapping[str, str]], Files]
    variables: Mapping[str, str]


def _local(address: str, _options: Mapping[str, str]) -> Files:
    try:
        return LocalFiles(Path(unquote(urlsplit(address).path)))
    except OSError as problem:
        raise ValueError(problem.strerror or "the folder cannot be created") from problem


def _objects(address: str, options: Mapping[str, str]) -> Files:
    from quire.store.object_store import ObjectFiles

    return ObjectFiles(address, options)


STORES: Mapping[str, StoreKind] = {
    "file": StoreKind("file:///path", _local, {}),
    "s3": StoreKind(
        "s3://bucket/prefix",
        _objects,
        {
            "AWS_ACCESS_KEY_ID": "Key of an S3 store.",
            "AWS_SECRET_ACCESS_KEY": "Secret of that key.",
            "AWS_SESSION_TOKEN": "Token of a temporary key.",
            "AWS_REGION": "Region of the bucket.",
            "AWS_ENDPOINT": "Address of an S3-compatible store that is not Amazon's, such as `https://minio.example.org`.",
            "AWS_ALLOW_HTTP": "`true` allows an endpoint without TLS.",
            "AWS_VIRTUAL_HOSTED_STYLE_REQUEST": "`true` puts the bucket's name into the host name.",
        },
    ),
    "gs": StoreKind(
        "gs://bucket/prefix",
        _objects,
        {
            "GOOGLE_SERVICE_ACCOUNT": "File with the key of a Google service account.",
            "GOOGLE_SERVICE_ACCOUNT_KEY": "That key itself, as JSON.",
            "GOOGLE_APPLICATION_CREDENTIALS": "File with application default credentials.",
        },
    ),
    "az": StoreKind(
        "az://container/prefix",
        _objects,
        {
            "AZURE_STORAGE_ACCOUNT_NAME": "Azure storage account.",
            "AZURE_STORAGE_ACCOUNT_KEY": "Key of that account.",
            "AZURE_STORAGE_CLIENT_ID": "Client that signs in instead of a key.",
            "AZURE_STORAGE_CLIENT_SECRET": "Secret of that client.",
            "AZURE_STORAGE_TENANT_ID": "Tenant of that client.",
            "AZURE_STORAGE_SAS_KEY": "Shared access signature instead of a key.",
        },
    ),
}
"""By the scheme of the address."""


def forms() -> str:
    """The addresses that are taken, for a message: "file:///path, s3://... or az://..."."""
    *others, last = (kind.form for kind in STORES.values())
    return f"{', '.join(others)} or {last}"


def check_address(address: str) -> str:
    """The address itself.

    Raises:
        ValueError: it is of no kind in the table, or not of its kind's form; the text says what is taken.
    """
    parts = urlsplit(address)
    plain = not (parts.query or parts.fragment)
    if parts.scheme == "file":
        good = not parts.netloc and parts.path.startswith("/")
    else:
        good = parts.scheme in STORES and _BUCKET.fullmatch(parts.netloc) is not None
    if not (good and plain and "://" in address):
        raise ValueError(forms())
    return address


def open_files(address: str, options: Mapping[str, str] | None = None) -> Files:
    """The files at an address, or in a directory whose path is given.

    Args:
        address: a path, an address that `check_address` takes, or `MEMORY`.
        options: configuration of an object store beyond the address: ``endpoint``, ``access_key_id``, ``region`` ...

    Raises:
        ValueError: the address or the configuration cannot be used; the text says why.
    """
    if "://" not in address:
        return _local(Path(address).absolute().as_uri(), {})
    if address.startswith(MEMORY):
        return _objects(address, options or {})
    return STORES[urlsplit(check_address(address)).scheme].open(address, options or {})
