// GRDB's module of SQLite's C functions.
@_exported import CSQLite
