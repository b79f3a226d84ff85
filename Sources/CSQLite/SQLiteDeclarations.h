// The part of SQLite's interface that Postil uses. Apple's SDKs have a module for 'sqlite3.h', and to use it is to link the system's
// library, also beside one that a trait or an application chooses; these declarations link nothing. SQLite never changes a declaration.
// 'Tests/AppleSQLite/run' compiles them together with 'sqlite3.h', and checks that none is missing.
// Source: SQLite, "C-language Interface Specification for SQLite".
#pragma once

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_backup sqlite3_backup;
typedef struct sqlite3_blob sqlite3_blob;
typedef struct sqlite3_context sqlite3_context;
typedef struct sqlite3_stmt sqlite3_stmt;
typedef struct sqlite3_value sqlite3_value;
typedef long long sqlite3_int64;
typedef unsigned long long sqlite3_uint64;
typedef void (*sqlite3_destructor_type)(void *);

// Results of calls.
#define SQLITE_OK 0
#define SQLITE_ERROR 1
#define SQLITE_ABORT 4
#define SQLITE_BUSY 5
#define SQLITE_LOCKED 6
#define SQLITE_NOMEM 7
#define SQLITE_READONLY 8
#define SQLITE_INTERRUPT 9
#define SQLITE_IOERR 10
#define SQLITE_CORRUPT 11
#define SQLITE_FULL 13
#define SQLITE_CANTOPEN 14
#define SQLITE_TOOBIG 18
#define SQLITE_CONSTRAINT 19
#define SQLITE_MISMATCH 20
#define SQLITE_MISUSE 21
#define SQLITE_AUTH 23
#define SQLITE_RANGE 25
#define SQLITE_NOTADB 26
#define SQLITE_ROW 100
#define SQLITE_DONE 101

// Types of values, and encodings.
#define SQLITE_INTEGER 1
#define SQLITE_UTF8 1
#define SQLITE_FLOAT 2
// 'sqlite3.h' undefines this name if it is defined already: include it before this file.
#define SQLITE_TEXT 3
#define SQLITE_BLOB 4
#define SQLITE_NULL 5

// Opening.
#define SQLITE_OPEN_READONLY 0x00000001
#define SQLITE_OPEN_READWRITE 0x00000002
#define SQLITE_OPEN_CREATE 0x00000004
#define SQLITE_OPEN_EXCLUSIVE 0x00000010
#define SQLITE_OPEN_URI 0x00000040
#define SQLITE_OPEN_NOMUTEX 0x00008000

// Settings, limits and counters of connections and statements.
#define SQLITE_CHECKPOINT_PASSIVE 0
#define SQLITE_CHECKPOINT_FULL 1
#define SQLITE_CHECKPOINT_RESTART 2
#define SQLITE_CHECKPOINT_TRUNCATE 3
#define SQLITE_DBCONFIG_LOOKASIDE 1001
#define SQLITE_DBCONFIG_ENABLE_FKEY 1002
#define SQLITE_DBCONFIG_DEFENSIVE 1010
#define SQLITE_DBCONFIG_DQS_DML 1013
#define SQLITE_DBCONFIG_DQS_DDL 1014
#define SQLITE_DBCONFIG_TRUSTED_SCHEMA 1017
#define SQLITE_FCNTL_HAS_MOVED 20
#define SQLITE_LIMIT_LENGTH 0
#define SQLITE_LIMIT_SQL_LENGTH 1
#define SQLITE_LIMIT_COLUMN 2
#define SQLITE_LIMIT_EXPR_DEPTH 3
#define SQLITE_LIMIT_COMPOUND_SELECT 4
#define SQLITE_LIMIT_ATTACHED 7
#define SQLITE_LIMIT_LIKE_PATTERN_LENGTH 8
#define SQLITE_LIMIT_VARIABLE_NUMBER 9
#define SQLITE_LIMIT_TRIGGER_DEPTH 10
#define SQLITE_PREPARE_PERSISTENT 0x01
#define SQLITE_STMTSTATUS_FULLSCAN_STEP 1
#define SQLITE_STMTSTATUS_AUTOINDEX 3
#define SQLITE_STMTSTATUS_REPREPARE 5
#define SQLITE_TXN_WRITE 2
#define SQLITE_TRACE_STMT 0x01
#define SQLITE_TRACE_PROFILE 0x02
#define SQLITE_TRACE_ROW 0x04

// Functions.
#define SQLITE_DETERMINISTIC 0x000000800
#define SQLITE_DIRECTONLY 0x000080000
#define SQLITE_INNOCUOUS 0x000200000

// What an authorizer is asked about, and answers.
#define SQLITE_CREATE_INDEX 1
#define SQLITE_DENY 1
#define SQLITE_CREATE_TEMP_INDEX 3
#define SQLITE_CREATE_TEMP_VIEW 6
#define SQLITE_CREATE_VIEW 8
#define SQLITE_DELETE 9
#define SQLITE_DROP_INDEX 10
#define SQLITE_DROP_TEMP_INDEX 12
#define SQLITE_DROP_TEMP_VIEW 15
#define SQLITE_DROP_VIEW 17
#define SQLITE_INSERT 18
#define SQLITE_PRAGMA 19
#define SQLITE_READ 20
#define SQLITE_TRANSACTION 22
#define SQLITE_UPDATE 23
#define SQLITE_ATTACH 24
#define SQLITE_DETACH 25
#define SQLITE_ALTER_TABLE 26
#define SQLITE_CREATE_VTABLE 29
#define SQLITE_DROP_VTABLE 30
#define SQLITE_FUNCTION 31
#define SQLITE_SAVEPOINT 32

#define SQLITE_STATIC ((sqlite3_destructor_type)0)
#define SQLITE_TRANSIENT ((sqlite3_destructor_type)-1)

#if defined(__APPLE__)
// Apple's additions.
#define SQLITE_OPEN_FILEPROTECTION_COMPLETE 0x00100000
#define SQLITE_OPEN_FILEPROTECTION_COMPLETEUNLESSOPEN 0x00200000
#define SQLITE_OPEN_FILEPROTECTION_COMPLETEUNTILFIRSTUSERAUTHENTICATION 0x00300000
#define SQLITE_OPEN_FILEPROTECTION_NONE 0x00400000
#endif

void *sqlite3_aggregate_context(sqlite3_context *, int);
int sqlite3_backup_finish(sqlite3_backup *);
sqlite3_backup *sqlite3_backup_init(sqlite3 *, const char *, sqlite3 *, const char *);
int sqlite3_backup_pagecount(sqlite3_backup *);
int sqlite3_backup_remaining(sqlite3_backup *);
int sqlite3_backup_step(sqlite3_backup *, int);
int sqlite3_bind_blob(sqlite3_stmt *, int, const void *, int, void (*)(void *));
int sqlite3_bind_blob64(sqlite3_stmt *, int, const void *, sqlite3_uint64, void (*)(void *));
int sqlite3_bind_double(sqlite3_stmt *, int, double);
int sqlite3_bind_int64(sqlite3_stmt *, int, sqlite3_int64);
int sqlite3_bind_null(sqlite3_stmt *, int);
int sqlite3_bind_parameter_count(sqlite3_stmt *);
const char *sqlite3_bind_parameter_name(sqlite3_stmt *, int);
int sqlite3_bind_text(sqlite3_stmt *, int, const char *, int, void (*)(void *));
int sqlite3_bind_text64(sqlite3_stmt *, int, const char *, sqlite3_uint64, void (*)(void *), unsigned char);
int sqlite3_bind_value(sqlite3_stmt *, int, const sqlite3_value *);
int sqlite3_bind_zeroblob(sqlite3_stmt *, int, int);
int sqlite3_blob_bytes(sqlite3_blob *);
int sqlite3_blob_close(sqlite3_blob *);
int sqlite3_blob_open(sqlite3 *, const char *, const char *, const char *, sqlite3_int64, int, sqlite3_blob **);
int sqlite3_blob_read(sqlite3_blob *, void *, int, int);
int sqlite3_blob_reopen(sqlite3_blob *, sqlite3_int64);
int sqlite3_blob_write(sqlite3_blob *, const void *, int, int);
int sqlite3_busy_handler(sqlite3 *, int (*)(void *, int), void *);
int sqlite3_busy_timeout(sqlite3 *, int);
int sqlite3_changes(sqlite3 *);
sqlite3_int64 sqlite3_changes64(sqlite3 *);
int sqlite3_clear_bindings(sqlite3_stmt *);
int sqlite3_close(sqlite3 *);
int sqlite3_close_v2(sqlite3 *);
int sqlite3_collation_needed(sqlite3 *, void *, void (*)(void *, sqlite3 *, int, const char *));
const void *sqlite3_column_blob(sqlite3_stmt *, int);
int sqlite3_column_bytes(sqlite3_stmt *, int);
int sqlite3_column_count(sqlite3_stmt *);
const char *sqlite3_column_decltype(sqlite3_stmt *, int);
double sqlite3_column_double(sqlite3_stmt *, int);
int sqlite3_column_int(sqlite3_stmt *, int);
sqlite3_int64 sqlite3_column_int64(sqlite3_stmt *, int);
const char *sqlite3_column_name(sqlite3_stmt *, int);
const unsigned char *sqlite3_column_text(sqlite3_stmt *, int);
int sqlite3_column_type(sqlite3_stmt *, int);
sqlite3_value *sqlite3_column_value(sqlite3_stmt *, int);
int sqlite3_complete(const char *);
int sqlite3_create_collation_v2(sqlite3 *, const char *, int, void *, int (*)(void *, int, const void *, int, const void *), void
    (*)(void *));
int sqlite3_create_function_v2(sqlite3 *, const char *, int, int, void *, void (*)(sqlite3_context *, int, sqlite3_value **), void
    (*)(sqlite3_context *, int, sqlite3_value **), void (*)(sqlite3_context *), void (*)(void *));
int sqlite3_create_window_function(sqlite3 *, const char *, int, int, void *, void (*)(sqlite3_context *, int, sqlite3_value **),
    void (*)(sqlite3_context *), void (*)(sqlite3_context *), void (*)(sqlite3_context *, int, sqlite3_value **), void (*)(void *));
int sqlite3_data_count(sqlite3_stmt *);
int sqlite3_db_config(sqlite3 *, int, ...);
const char *sqlite3_db_filename(sqlite3 *, const char *);
int sqlite3_db_readonly(sqlite3 *, const char *);
int sqlite3_db_release_memory(sqlite3 *);
int sqlite3_errcode(sqlite3 *);
const char *sqlite3_errmsg(sqlite3 *);
int sqlite3_error_offset(sqlite3 *);
const char *sqlite3_errstr(int);
int sqlite3_exec(sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **);
char *sqlite3_expanded_sql(sqlite3_stmt *);
int sqlite3_extended_errcode(sqlite3 *);
int sqlite3_extended_result_codes(sqlite3 *, int);
int sqlite3_file_control(sqlite3 *, const char *, int, void *);
int sqlite3_finalize(sqlite3_stmt *);
void sqlite3_free(void *);
int sqlite3_get_autocommit(sqlite3 *);
sqlite3_int64 sqlite3_hard_heap_limit64(sqlite3_int64);
void sqlite3_interrupt(sqlite3 *);
int sqlite3_keyword_check(const char *, int);
int sqlite3_keyword_count(void);
int sqlite3_keyword_name(int, const char **, int *);
sqlite3_int64 sqlite3_last_insert_rowid(sqlite3 *);
int sqlite3_libversion_number(void);
int sqlite3_limit(sqlite3 *, int, int);
sqlite3_int64 sqlite3_memory_used(void);
int sqlite3_open(const char *, sqlite3 **);
int sqlite3_open_v2(const char *, sqlite3 **, int, const char *);
int sqlite3_prepare(sqlite3 *, const char *, int, sqlite3_stmt **, const char **);
int sqlite3_prepare_v2(sqlite3 *, const char *, int, sqlite3_stmt **, const char **);
int sqlite3_prepare_v3(sqlite3 *, const char *, int, unsigned int, sqlite3_stmt **, const char **);
void sqlite3_progress_handler(sqlite3 *, int, int (*)(void *), void *);
int sqlite3_reset(sqlite3_stmt *);
void sqlite3_result_blob64(sqlite3_context *, const void *, sqlite3_uint64, void (*)(void *));
void sqlite3_result_double(sqlite3_context *, double);
void sqlite3_result_error(sqlite3_context *, const char *, int);
void sqlite3_result_error_nomem(sqlite3_context *);
void sqlite3_result_int64(sqlite3_context *, sqlite3_int64);
void sqlite3_result_null(sqlite3_context *);
void sqlite3_result_text64(sqlite3_context *, const char *, sqlite3_uint64, void (*)(void *), unsigned char);
int sqlite3_set_authorizer(sqlite3 *, int (*)(void *, int, const char *, const char *, const char *, const char *), void *);
int sqlite3_sleep(int);
const char *sqlite3_sql(sqlite3_stmt *);
int sqlite3_step(sqlite3_stmt *);
int sqlite3_stmt_busy(sqlite3_stmt *);
int sqlite3_stmt_readonly(sqlite3_stmt *);
int sqlite3_stmt_status(sqlite3_stmt *, int, int);
int sqlite3_stricmp(const char *, const char *);
int sqlite3_strnicmp(const char *, const char *, int);
int sqlite3_table_column_metadata(sqlite3 *, const char *, const char *, const char *, const char **, const char **, int *, int *,
    int *);
int sqlite3_threadsafe(void);
sqlite3_int64 sqlite3_total_changes64(sqlite3 *);
int sqlite3_trace_v2(sqlite3 *, unsigned, int (*)(unsigned, void *, void *, void *), void *);
int sqlite3_txn_state(sqlite3 *, const char *);
void *sqlite3_update_hook(sqlite3 *, void (*)(void *, int, const char *, const char *, sqlite3_int64), void *);
void *sqlite3_user_data(sqlite3_context *);
const void *sqlite3_value_blob(sqlite3_value *);
int sqlite3_value_bytes(sqlite3_value *);
double sqlite3_value_double(sqlite3_value *);
sqlite3_int64 sqlite3_value_int64(sqlite3_value *);
const unsigned char *sqlite3_value_text(sqlite3_value *);
int sqlite3_value_type(sqlite3_value *);
int sqlite3_wal_checkpoint_v2(sqlite3 *, const char *, int, int *, int *);
void *sqlite3_wal_hook(sqlite3 *, int (*)(void *, sqlite3 *, const char *, int), void *);
