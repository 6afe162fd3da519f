"""Documents in buckets of S3 or a compatible store, where the operator allows them to be taken from.

The endpoint, the region and the credentials are the operator's (``AWS_*``, as for the file store), never a caller's: an
address says bucket and key alone, and only below the prefixes that are allowed.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from quire.errors import BadRequest, BadSetting, TooLarge
from quire.store.directory_store import unavailable

if TYPE_CHECKING:
    from obstore.store import ObjectStore

SCHEME = "s3://"
OWNER = "{owner}"
"""In an allowed prefix: the owner of the key that submits."""

NOT_ON = "This service takes no documents from buckets. The operator can allow it by QUIRE_SOURCE_BUCKETS."
REFUSED = "This address is not allowed."
MAX_ADDRESS = 2000
HEAD = 4096
_BUCKET = re.compile(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")
_STATUS = re.compile(r"status code: (\d{3})")


class BucketFile(NamedTuple):
    """A file in a bucket: its address, ``s3://bucket/key`` with the key as it is, and its bytes."""

    address: str
    size: int


class FetchedFile(NamedTuple):
    """A file that was fetched: its bytes in number, and the first of them."""

    size: int
    head: bytes


def is_in_bucket(address: str) -> bool:
    """Whether an address is one of a bucket."""
    return address.startswith(SCHEME)


def split_address(address: str) -> tuple[str, str]:
    """The bucket and the key, "" for the whole bucket.

    Raises:
        ValueError: it is no address of a bucket, or its key is not a plain path.
    """
    bucket, _, name = address.removeprefix(SCHEME).partition("/")
    name = name.removesuffix("/")
    plain = len(address) <= MAX_ADDRESS and name.isprintable() and "\\" not in name
    steps = name.split("/") if name else []
    if not (is_in_bucket(address) and _BUCKET.fullmatch(bucket) and plain) or {"", ".", ".."} & set(steps):
        raise ValueError("an address such as s3://bucket/folder")
    return bucket, name


def parse_prefixes(value: str) -> frozenset[str]:
    """Addresses of buckets, or of folders in them, separated by commas.

    Raises:
        ValueError: one of them is none.
    """
    found = frozenset(one.strip().rstrip("/") for one in value.split(",") if one.strip())
    try:
        for one in found:
            split_address(one)
    except ValueError:
        raise ValueError("addresses such as s3://bucket/folder, separated by commas") from None
    return found


def apart_from(allowed: frozenset[str], file_store: str) -> SourceBuckets:
    """The buckets below these prefixes.

    Raises:
        BadSetting: one of them reaches into the file store at that address, where other people's documents are.
    """
    own = file_store.rstrip("/") + "/"
    for one in allowed:
        plain = one.partition(OWNER)[0].rstrip("/") + "/"
        if own.startswith(plain) or plain.startswith(own):
            raise BadSetting(f"QUIRE_SOURCE_BUCKETS must not reach into the file store, as {one} does.")
    return SourceBuckets(allowed)


@lru_cache(maxsize=16)
def open_bucket(bucket: str) -> ObjectStore:
    """The store of a bucket at the operator's endpoint."""
    from obstore.store import from_url

    from quire.store.object_store import retries

    return from_url(SCHEME + bucket, retry_config=retries())


@dataclass(frozen=True)
class SourceBuckets:
    """The buckets that documents may be taken from.

    Attributes:
        allowed: prefixes such as ``s3://bucket/folder/{owner}``; a prefix ends where a step of the path ends.
        open: gives the store of a bucket.
    """

    allowed: frozenset[str] = frozenset()
    open: Callable[[str], ObjectStore] = open_bucket

    def check(self, address: str, owner: str) -> tuple[str, str]:
        """The bucket and the key of an address that an owner may take documents from.

        Raises:
            BadRequest: the address is not allowed.
        """
        if not self.allowed:
            raise BadRequest(NOT_ON)
        try:
            found = split_address(address)
        except ValueError:
            raise BadRequest(REFUSED) from None
        steps = [found[0], *found[1].split("/")]
        if not any(steps[: len(prefix)] == prefix for prefix in self._prefixes(owner)):
            raise BadRequest(REFUSED)
        return found

    def _prefixes(self, owner: str) -> Iterator[list[str]]:
        for prefix in self.allowed:
            with contextlib.suppress(ValueError):
                if OWNER not in prefix or "/" not in owner:
                    bucket, name = split_address(prefix.replace(OWNER, owner))
                    yield [bucket, *filter(None, name.split("/"))]

    def files(self, prefix: str, owner: str, *, most: int) -> list[BucketFile]:
        """The files below a prefix, by name; the empty marks that some programs leave for folders are no files.

        Raises:
            BadRequest: the address is not allowed, there are none or more than `most`, or the store refuses.
            StorageUnavailable: the store does not answer.
        """
        import obstore

        bucket, folder = self.check(prefix, owner)
        found: list[BucketFile] = []
        with _store_errors(f"list {SCHEME}{bucket}", "s3:ListBucket"):
            for batch in obstore.list(self.open(bucket), f"{folder}/" if folder else None):
                found += [BucketFile(f"{SCHEME}{bucket}/{one['path']}", one["size"]) for one in batch]
                if len(found) > most:
                    raise BadRequest(f"There are more than {most} files under {prefix}. Name a longer prefix.")
        if not found:
            raise BadRequest(f"There are no files under {prefix}.")
        return sorted(found)

    def fetch(self, address: str, owner: str, target: Path, *, limit: int) -> FetchedFile:
        """Write a file to `target` piece by piece; nothing is left there on an error.

        Raises:
            BadRequest: the address is not allowed, the file is not there, or the store refuses.
            TooLarge: it has more than `limit` bytes. StorageUnavailable: the store does not answer.
        """
        import obstore

        bucket, name = self.check(address, owner)
        size, head = 0, b""
        try:
            with _store_errors(f"read {address}", "s3:GetObject"), target.open("xb") as file:
                answer = obstore.get(self.open(bucket), name)
                _check_size(answer.meta["size"], limit)
                for piece in answer.stream():
                    size += len(piece)
                    _check_size(size, limit)
                    head += bytes(piece[: HEAD - len(head)]) if len(head) < HEAD else b""
                    file.write(piece)
        except BaseException:
            target.unlink(missing_ok=True)
            raise
        return FetchedFile(size, head)


def _check_size(size: int, limit: int) -> None:
    if size > limit:
        raise TooLarge.over(limit)


@contextlib.contextmanager
def _store_errors(what: str, permission: str) -> Iterator[None]:
    """Turn what the store says into errors of ours: what the operator or the caller must mend, and outages."""
    from obstore.exceptions import BaseError, NotFoundError, PermissionDeniedError, UnauthenticatedError

    missing = f"The service cannot {what}: there is no such file or bucket."
    forbidden = f"The service may not {what}: its credentials are refused or lack the permission {permission}."
    try:
        yield
    except (FileNotFoundError, NotFoundError):
        raise BadRequest(missing) from None
    except (PermissionError, PermissionDeniedError, UnauthenticatedError):
        raise BadRequest(forbidden) from None
    except BaseError as problem:
        status = _STATUS.search(str(problem))  # a refused list has no class of its own
        if status and status[1] == "404":
            raise BadRequest(missing) from None
        if status and status[1] in {"401", "403"}:
            raise BadRequest(forbidden) from None
        raise unavailable(problem) from problem
