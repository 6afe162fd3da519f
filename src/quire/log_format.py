"""Lines of the log: text for people, JSON objects for programs that collect logs."""

from __future__ import annotations

import json
import logging
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
