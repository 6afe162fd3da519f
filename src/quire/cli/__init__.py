"""The command line: `main` is the program `quire`.

Each command is a module whose ``mount(app)`` adds it to the typer application. It is imported only when it is called
(or for the help), which keeps start-up under a quarter of a second. A new command is one module and one line in
`COMMANDS`.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING

from quire.cli.execution import DONE, FAILED, INTERRUPTED, USAGE, print_error, print_trace
from quire.errors import BadRequest, BadSetting, QuireError, missing_extra
from quire.import_cache import COMMANDS as CACHED
from quire.import_cache import command_cache, load_cache

if TYPE_CHECKING:  # the fast path of a conversion does without
    import typer

COMMANDS = {
    "parse": "quire.cli.parse",
    "finance": "quire.cli.finance",
    "invoice": "quire.cli.invoice",
    "serve": "quire.cli.serve",
    "api": "quire.cli.serve",
    "worker": "quire.cli.serve",
    "migrate": "quire.cli.serve",
    "check": "quire.cli.check",
    "backup": "quire.cli.backup",
    "restore": "quire.cli.backup",
    "audit": "quire.cli.audit",
    "keys": "quire.cli.keys",
    "company": "quire.cli.company",
    "wiki": "quire.cli.wiki",
    "watch": "quire.cli.watch",
    "remote": "quire.cli.remote",
    "mcp": "quire.cli.mcp",
}


EPILOG = (
    "Exit codes: 0 done, 1 failed, 2 wrong usage or setting, 130 interrupted. "
    "Settings come from the environment: QUIRE_*."
)
"""Below the list of commands."""


def main() -> int:
    """Run the command that the arguments name; return the exit code: 0 done, 1 failed, 2 wrong usage or setting."""
    asked = sys.argv[1] if len(sys.argv) > 1 else ""
    if asked in {"--version", "-V"}:
        from quire import __version__

        sys.stdout.write(f"quire {__version__}\n")
        return DONE
    try:
        return _run(asked)
    except QuireError as error:
        return _fail(str(error), USAGE if isinstance(error, BadRequest | BadSetting) else FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has closed it
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123 - the interpreter flushes it at its end
        return FAILED
    except OSError as error:  # of the disk or the network: what the system says is what a person needs
        print_trace(error)
        return _fail(": ".join(str(one) for one in (error.filename, error.strerror or error) if one) + ".", FAILED)
    except ModuleNotFoundError as error:
        print_trace(error)
        return _fail(missing_extra(error) or str(error), FAILED)
    except Exception as error:  # noqa: BLE001 - users see one sentence, never a traceback
        print_trace(error)
        return _fail(f"Unexpected error ({type(error).__name__}). Set QUIRE_LOG_LEVEL=debug for details.", FAILED)


def _run(asked: str) -> int:
    if asked == "parse":
        with _without_garbage_collection():
            load_cache()
            from quire.cli.convert import convert_all
            from quire.cli.parse_fast_path import plain_options

            plain = plain_options(sys.argv[2:])
            if plain is not None:
                return convert_all(plain)
    if asked in CACHED:
        with _without_garbage_collection():
            load_cache(command_cache(asked))
            return _call(asked)
    return _call(asked)


def _call(asked: str) -> int:
    """Run a command by the command-line library."""
    import typer

    app = application([COMMANDS[asked]] if asked in COMMANDS else None)
    command = typer.main.get_command(app)
    if {"--help", "-h"}.intersection(sys.argv) or len(
        sys.argv
    ) < 4:  # a group or command without arguments also shows its help
        from quire.cli.argument_help import with_help

        command = with_help(command)
    try:
        command()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return DONE


def application(modules: Iterable[str] | None = None) -> typer.Typer:
    """The commands of these modules; of all of them by default."""
    import typer

    names = {"help_option_names": ["-h", "--help"]}
    app = typer.Typer(
        name="quire",
        add_completion=False,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings=names,
        epilog=EPILOG,
    )
    version = typer.Option(False, "--version", "-V", help="Show the version and exit.")  # noqa: FBT003 - its default

    @app.callback()
    def _quire(*, version: bool = version) -> None:  # `main` has shown it already
        """Convert documents, extract statements and invoices, build wikis, serve company records."""

    for module in modules or dict.fromkeys(COMMANDS.values()):
        import_module(module).mount(app)
    return app


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Turn garbage collection off for a process that ends with its document: saves 7 ms."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if before:
            gc.enable()


def _fail(sentence: str, code: int) -> int:
    print_error(sentence)
    return code
