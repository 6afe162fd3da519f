"""A proxy of TCP connections that cuts them where a test wants it."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit


class CuttingProxy:
    """Passes everything on to `target`; a connection whose client has sent `cuts[0][0]` bytes is cut, once each.

    Attributes:
        target: address of the service, which may change meanwhile.
        cuts: bytes of one connection, and what is done before it is cut.
    """

    def __init__(self, target: str, cuts: list[tuple[int, Callable[[], object]]]) -> None:
        self.target, self.cuts = target, cuts
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._lock = threading.Lock()

    @property
    def address(self) -> str:
        """Where clients connect."""
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    @contextlib.contextmanager
    def running(self) -> Iterator[str]:
        """The address while it serves."""
        threading.Thread(target=self._accept, daemon=True).start()
        yield self.address
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                with self._lock:  # what is done before a cut is over
                    parts = urlsplit(self.target)
                try:
                    service = socket.create_connection((parts.hostname or "", parts.port or 0))
                except OSError:
                    client.close()
                    continue
                pair = (client, service)
                threading.Thread(target=self._pass, args=(*pair, True), daemon=True).start()
                threading.Thread(target=self._pass, args=(*pair[::-1], False), daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket, counted: bool) -> None:
        sent = 0
        with contextlib.suppress(OSError):
            while piece := source.recv(1 << 16):
                sink.sendall(piece)
                sent += len(piece)
                if counted and self._cuts_at(sent):
                    break
        for one in (source, sink):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)  # wakes the thread of the other direction
        source.close()

    def _cuts_at(self, sent: int) -> bool:
        with self._lock:
            if not self.cuts or sent < self.cuts[0][0]:
                return False
            self.cuts.pop(0)[1]()
            return True
