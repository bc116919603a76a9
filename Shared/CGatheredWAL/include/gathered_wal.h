#pragma once

/// Lets a transaction's pages reach SQLite's write-ahead log together, in all connections that this process opens from now on.
/// Answers SQLite's result code. May be called more than once; must come after every sqlite3_config.
int souk_sqlite_gather_wal(void);
