"""The database schema."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

__all__ = [
    "accounts",
    "conditional_moves",
    "counted_games",
    "events",
    "metadata",
    "openings",
    "puzzle_attempts",
    "reviews",
    "seatings",
    "sessions",
    "settings",
    "studies",
    "subscriptions",
    "tables",
    "tournament_entries",
    "tournaments",
]

metadata = sa.MetaData()
OPEN: Any = dict.fromkeys(("sqlite_where", "postgresql_where"), sa.text("status = 'open'"))

# The entries of tables' logs. `private` holds the fields that never leave the server.
events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.String(16), primary_key=True),
    sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("public", sa.Text, nullable=False),
    sa.Column("private", sa.Text, nullable=False),
)

# Rows for lists of tables: derived from the log, and written in the same transaction.
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("shown", sa.Boolean, nullable=False),  # whether public lists include it
    sa.Column("due", sa.Float),  # when the table changes without a request
    sa.Column("bots", sa.Boolean, nullable=False),  # whether bots have to move
    # bit set of the seats that it waits for; NULL in rows from before there was this column
    sa.Column("awaited", sa.BigInteger),
    sa.Column("updated", sa.Float, nullable=False),
    sa.Column("ended", sa.Float),  # when the game ended
    sa.Column("summary", sa.Text, nullable=False),
    # who opened it, and from which network (of IPv6 the /48), as digests that the server's secret
    # makes; NULL where no visitor did, and in rows from before there were these columns
    sa.Column("host", sa.String(24)),
    sa.Column("network", sa.String(24)),
    sa.Column("pairing", sa.Boolean),  # whether it is one of quick pairing
    sa.Index("tables_by_status", "status", "updated"),
    sa.Index("tables_by_due", "due"),
    sa.Index("tables_by_end", "ended", "id"),
    # what lists ask for, so that no list reads rows that it does not show
    sa.Index("tables_shown", "status", "shown", "updated"),
    sa.Index("tables_shown_by_game", "game", "status", "shown", "updated"),
    # likewise of open tables alone: moves change no index of them
    sa.Index("tables_open_of_host", "host", **OPEN),
    sa.Index("tables_open_of_network", "network", "updated", **OPEN),
    sa.Index("tables_open_of_pairing", "game", "pairing", "shown", "updated", **OPEN),
)

# Who had a seat at which table.
seatings = sa.Table(
    "seatings",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(16), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    # when the game ended, or the table was closed; NULL before
    sa.Column("ended", sa.Float),
    # what goes on, and the last games of one person, among any number of others
    sa.Index("seatings_by_end", "holder", "ended"),
)

# The entries of tournaments' logs.
tournament_entries = sa.Table(
    "tournament_entries",
    metadata,
    sa.Column("tournament_id", sa.String(16), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("public", sa.Text, nullable=False),
    sa.Column("private", sa.Text, nullable=False),
)

# Rows for lists of tournaments: derived from the log, and written in the same transaction.
tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("state", sa.String(8), nullable=False),
    sa.Column("updated", sa.Float, nullable=False),
    sa.Column("summary", sa.Text, nullable=False),
    sa.Index("tournaments_by_state", "state", "updated"),
)

# Who organises or plays in which tournament, or did.
tournament_holders = sa.Table(
    "tournament_holders",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("tournament_id", sa.String(16), primary_key=True),
)

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("key", sa.String(64), primary_key=True),  # the name, case-folded
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("holder", sa.String(64), nullable=False, unique=True),
    sa.Column("password", sa.String(256), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("recovery", sa.String(64)),  # the digest of the recovery code, if there is one
)

# Where somebody is signed in. A token of an account is good while its session is here.
sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("account", sa.String(64), nullable=False),  # its key
    sa.Column("created", sa.Float, nullable=False),
    sa.Index("sessions_by_account", "account"),
)

# Identities whose tokens are worth nothing any more: of guests that signed in to an account, and of
# accounts that were deleted.
ended_identities = sa.Table(
    "ended_identities",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("joined", sa.String(64), nullable=False),  # the identity of the account, or empty
    sa.Column("at", sa.Float, nullable=False),
    # whether logs do not yet say that the account has what was the guest's
    sa.Column("pending", sa.Boolean, nullable=False),
    sa.Index("ended_identities_pending", "pending"),
)

# Devices that get notices, by the digest of the address where their push service takes them.
subscriptions = sa.Table(
    "subscriptions",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("holder", sa.String(64), nullable=False),
    sa.Column("session", sa.String(64), nullable=False),  # empty for a guest
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("p256dh", sa.String(128), nullable=False),
    sa.Column("auth", sa.String(64), nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Index("subscriptions_by_holder", "holder"),
)

# Reviews of games that are over, which are made once.
reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("table_id", sa.String(16), primary_key=True),
    sa.Column("made", sa.Text, nullable=False),
)

# What was played in positions of finished games, by result. Nothing here tells of a person.
openings = sa.Table(
    "openings",
    metadata,
    sa.Column("position", sa.String(24), primary_key=True),  # its key
    sa.Column("continuation", sa.String(200), primary_key=True),
    # the seat that won; -1 for nobody
    sa.Column("winner", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("by_people", sa.Boolean, primary_key=True),  # whether people held all seats
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("latest", sa.String(16)),  # the public table where it was played last
    sa.Column("ended", sa.Float, nullable=False),  # when that game ended
    sa.Index("openings_by_age", "games", "ended"),
)

# The games that are counted among the openings.
counted_games = sa.Table(
    "counted_games", metadata, sa.Column("table_id", sa.String(16), primary_key=True)
)

# First attempts at puzzles, of whoever has an account; of one that is deleted, under another name.
puzzle_attempts = sa.Table(
    "puzzle_attempts",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("puzzle", sa.String(80), primary_key=True),
    sa.Column("solved", sa.Boolean, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("puzzle_attempts_by_time", "at", "holder", "puzzle"),
)

# What seats answer if the other plays this; read by whoever holds the seat alone.
conditional_moves = sa.Table(
    "conditional_moves",
    metadata,
    sa.Column("table_id", sa.String(16), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("content", sa.Text, nullable=False),
)

# Studies that visitors saved: trees of moves, which whoever knows the id can read.
studies = sa.Table(
    "studies",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("holder", sa.String(64), nullable=False),  # whose it is
    sa.Column("changed", sa.Float, nullable=False),
    sa.Column("opened", sa.Float, nullable=False),  # by anybody, to a day
    sa.Column("summary", sa.Text, nullable=False),
    sa.Column("content", sa.Text, nullable=False),
    sa.Index("studies_by_holder", "holder", "changed"),
    sa.Index("studies_by_opening", "opened"),
)

# Who had what kept here for long, and how much of it. Addresses stand here as digests, which the
# server's secret makes: nobody can read an address from the database.
owned = sa.Table(
    "owned",
    metadata,
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("id", sa.String(80), primary_key=True),
    sa.Column("holder", sa.String(64), nullable=False),
    sa.Column("address", sa.String(24), nullable=False),  # of IPv6 the /64
    sa.Column("network", sa.String(24), nullable=False),  # of IPv6 the /48
    sa.Column("size", sa.BigInteger, nullable=False),  # bytes
    sa.Column("since", sa.Float, nullable=False),
    sa.Index("owned_by_holder", "holder", "kind"),
    sa.Index("owned_by_address", "address", "kind", "since"),
    sa.Index("owned_by_network", "network", "kind", "since"),
)

# What one server told the others that is longer than a notification can be.
long_notes = sa.Table(
    "long_notes",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("content", sa.Text, nullable=False),
    sa.Index("long_notes_by_time", "at"),
)

settings = sa.Table(
    "settings",
    metadata,
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
