// SQLite, loaded on first need: it is read on a thread of its own while the device is looked for, and linking it would
// cost every start of every command a millisecond before that. So no function may be named here other than by its type.
#ifndef CSQLITE_H
#define CSQLITE_H

#include "CLazyLibrary.h"

#include <sqlite3.h>
#include <stdbool.h>

#define CANS_SQLITE(X)                                                                                                 \
  X(sqlite3_open_v2) X(sqlite3_close_v2) X(sqlite3_extended_result_codes) X(sqlite3_errmsg) X(sqlite3_errstr)          \
  X(sqlite3_exec) X(sqlite3_prepare_v2) X(sqlite3_step) X(sqlite3_reset) X(sqlite3_finalize)                           \
  X(sqlite3_bind_null) X(sqlite3_bind_int64) X(sqlite3_bind_double) X(sqlite3_bind_text64) X(sqlite3_bind_blob64)      \
  X(sqlite3_column_count) X(sqlite3_column_type) X(sqlite3_column_int64) X(sqlite3_column_double)                      \
  X(sqlite3_column_text) X(sqlite3_column_blob) X(sqlite3_column_bytes)

/// The functions that cans calls, each under its own name.
struct cans_sqlite {
  CANS_SQLITE(CANS_LAZY_FIELD)
};

/// Loads the library `soname`, which stays loaded until the process ends, and fills in `functions`. Returns whether
/// everything is there.
bool cans_sqlite_load(const char *_Nonnull soname, struct cans_sqlite *_Nonnull functions);

/// Whether closing the database leaves its write-ahead log, and the file, as they are. (sqlite3_db_config takes any
/// number of arguments, which Swift cannot call.) Not before the library was loaded.
void cans_sqlite_keep_log_on_close(sqlite3 *_Nonnull database, bool keeps);

#endif
