"""The command line. `main` is the program `quire`.

Each command is a module with ``mount(app)`` that adds it to the typer application; it is imported only when it
is asked for (or for the help), so that start-up stays under a quarter of a second. A new command is one module
and one line in `COMMANDS`.
"""

from __future__ import annotations

import sys
from importlib import import_module

COMMANDS = {
    "parse": "quire.cli.parse",
}


def main() -> int:
    """Run the command that the arguments name; the exit code."""
    import typer

    app = typer.Typer(name="quire", add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)
    app.callback()(_quire)
    asked = sys.argv[1] if len(sys.argv) > 1 else ""
    for name, module in COMMANDS.items():
        if name == asked or asked not in COMMANDS:
            import_module(module).mount(app)
    try:
        app()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def _quire() -> None:
    """Documents to Markdown, JSON, HTML, Word and slides, in house."""
