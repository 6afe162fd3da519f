"""Short secrets at rest: encrypted and authenticated with the installation's secret (AES-256-GCM, NIST SP 800-38D).

Whoever has the database alone cannot read them where `QUIRE_LINK_SECRET` is set; otherwise the secret lies in the same
database, so what is sealed must not stay there.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

NONCE_BYTES = 12
"""Of AES-GCM; a random one for each text."""


def seal(secret: bytes, text: str, purpose: str) -> str:
    """The text as only a holder of the secret can read it, for the same purpose."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    sealed = _cipher(secret).encrypt(nonce, text.encode(), purpose.encode())
    return base64.b64encode(nonce + sealed).decode()


def unseal(secret: bytes, sealed: str, purpose: str) -> str:
    """The text that `seal` was given.

    Raises:
        ValueError: it was sealed with another secret or for another purpose, or is damaged.
    """
    from cryptography.exceptions import InvalidTag

    try:
        raw = base64.b64decode(sealed, validate=True)
        text: bytes = _cipher(secret).decrypt(raw[:NONCE_BYTES], raw[NONCE_BYTES:], purpose.encode())
    except InvalidTag as error:
        raise ValueError("the text was sealed with another secret") from error
    return text.decode()


def _cipher(secret: bytes):  # type: ignore[no-untyped-def]  # noqa: ANN202 - the library is imported when it is used
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(hmac.new(secret, b"quire sealed text", hashlib.sha256).digest())
