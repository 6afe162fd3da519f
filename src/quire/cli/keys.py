"""``quire keys``: create, list and revoke keys without a server; the way back in when the last key is lost."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from quire.cli.options import DataDir, settings_of

if TYPE_CHECKING:
    from quire.access.keys import Key

KeyId = Annotated[str, typer.Argument(metavar="ID", help="The id of the key.", show_default=False)]


def mount(app: typer.Typer) -> None:
    """Add the commands to the application."""
    group = typer.Typer(no_args_is_help=True, help="Create, list and revoke keys.")
    group.command("create")(create)
    group.command("list")(list_keys)
    group.command("revoke")(revoke)
    app.add_typer(group, name="keys")


def create(  # noqa: PLR0913 - the command's options
    *,
    name: Annotated[str, typer.Option("--name", help="What the key is for.", show_default=False)],
    user: Annotated[str, typer.Option("--user", help="Owner of the tasks submitted with the key.", show_default=False)],
    role: Annotated[str, typer.Option("--role", metavar="user|admin", help="user sees own tasks, admin all.")] = "user",
    scopes: Annotated[
        str,
        typer.Option(
            "--scopes", metavar="parse,finance", help="What the key may use; default: everything its role may."
        ),
    ] = "",
    expires_in_days: Annotated[
        int | None, typer.Option("--expires-in-days", metavar="D", help="Days until the key expires; default: never.")
    ] = None,
    quota: Annotated[
        int | None, typer.Option("--quota", metavar="N", help="Submissions per day; default: no limit.")
    ] = None,
    data_dir: DataDir = None,
) -> None:
    """Create a key; the last line of the output is its secret, shown only once."""
    settings = settings_of(data_dir)
    from quire import app
    from quire.access.keys import NewKey
    from quire.access.permissions import parse_role, parse_scopes

    wanted = parse_role(role)
    new = NewKey(
        name, user, wanted, parse_scopes(scopes.split(","), wanted), expires_in_days=expires_in_days, quota=quota
    )
    with app.key_store(settings) as keys:
        made, secret = keys.create(new)
    sys.stdout.write(f"{made.id}\n{secret}\n")


def list_keys(*, data_dir: DataDir = None) -> None:
    """List the keys, newest first; secrets are not shown, only their prefix."""
    settings = settings_of(data_dir)
    from quire import app
    from quire.clock import SystemClock

    now = SystemClock().now()
    with app.key_store(settings) as keys:
        found = keys.all()
    rows: list[tuple[str, ...]] = [
        ("ID", "BEGINS WITH", "NAME", "USER", "ROLE", "SCOPES", "EXPIRES", "LAST USED", "STATE")
    ]
    for key in found:
        state = "revoked" if key.revoked else ("valid" if key.valid(now) else "expired")
        rows.append((*_cells(key), state))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        sys.stdout.write(line.rstrip() + "\n")


def revoke(key_id: KeyId, *, data_dir: DataDir = None) -> None:
    """Revoke a key; servers refuse it within seconds."""
    settings = settings_of(data_dir)
    from quire import app

    with app.key_store(settings) as keys:
        key = keys.revoke(key_id)
    sys.stdout.write(f"{key.id} is revoked.\n")


def _cells(key: Key) -> tuple[str, ...]:
    scopes = ",".join(sorted(key.scopes))
    expires = key.expires.strftime("%Y-%m-%d") if key.expires else "never"
    used = key.last_used.strftime("%Y-%m-%d %H:%M") if key.last_used else "never"
    return (key.id, key.prefix, key.name, key.owner, key.role.value, scopes, expires, used)
