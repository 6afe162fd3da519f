"""The help of arguments."""

from __future__ import annotations

from importlib import import_module

import click
import pytest
import typer

from quire.cli import COMMANDS
from quire.cli.argument_help import with_help


def every(command: click.Command):
    """The command and all below it, groups left out."""
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            yield from every(inner)
    else:
        yield command


@pytest.mark.parametrize("module", sorted(set(COMMANDS.values())))
def test_every_argument_says_what_it_is(module):
    app = typer.Typer()
    app.callback()(lambda: None)
    import_module(module).mount(app)
    for command in every(with_help(typer.main.get_command(app))):
        for parameter in command.params:
            if isinstance(parameter, click.Argument):
                assert parameter.help, f"{command.name} {parameter.name}"
            elif isinstance(parameter, click.Option):
                assert parameter.help or parameter.metavar, f"{command.name} {parameter.name}"
