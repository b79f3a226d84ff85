// libsqlite3 as Swift sees it, with what Swift cannot import: a macro that is a cast, and a variadic function.
#pragma once
#include <sqlite3.h>

/// Binds UTF-8 text that SQLite copies at once.
static inline int postil_bind_text_copy(sqlite3_stmt *statement, int index, const void *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, (const char *)text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds bytes that SQLite copies at once.
static inline int postil_bind_blob_copy(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// Sets a flag of a connection, one of SQLITE_DBCONFIG_….
static inline int postil_set_flag(sqlite3 *database, int flag, int value) {
  return sqlite3_db_config(database, flag, value, (int *)0);
}
