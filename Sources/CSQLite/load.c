#include "CSQLite.h"

static struct {
  __typeof__(&sqlite3_db_config) configure;
} variadic;
#define CANS_SQLITE_VARIADIC(X) X(sqlite3_db_config)

bool cans_sqlite_load(const char *soname, struct cans_sqlite *functions) {
  return !CANS_LAZY_LOAD(soname, CANS_SQLITE, functions) && !CANS_LAZY_LOAD(soname, CANS_SQLITE_VARIADIC, &variadic);
}

void cans_sqlite_keep_log_on_close(sqlite3 *database, bool keeps) {
  variadic.configure(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, (int)keeps, NULL);
}
