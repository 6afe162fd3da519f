"""Lines of the log: text for people, JSON objects for programs that collect logs."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

LOG_LINE = "%(asctime)s %(levelname)s %(name)s %(message)s"
"""A line of text."""


class JsonLines(logging.Formatter):
    """Each record as one JSON object on one line: `at` (UTC, RFC 3339), `level`, `logger`, `message`, `exception`."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_to_stderr(level: str, style: str) -> None:
    """Send the log lines of this process to stderr.

    Args:
        level: the least that is written: "debug", "info", "warning" or "error".
        style: "text" or "json".
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if style == "json" else logging.Formatter(LOG_LINE))
    logging.basicConfig(level=level.upper(), handlers=[handler])
    for noisy in ("uvicorn.error", "httpx", "alembic", "python_multipart"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
