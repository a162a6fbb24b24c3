#pragma once
// toml++ is a C++ library of templates, which Swift cannot import without its C++ mode: this is the plain C face of the
// two things that the settings need, reading values with their lines and writing a table.
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum cans_toml_kind { CANS_TOML_STRING, CANS_TOML_INTEGER, CANS_TOML_BOOLEAN, CANS_TOML_FLOAT, CANS_TOML_OTHER };

struct cans_toml_value {
  const char *section;  // the table's name, or "" at the top
  const char *key;
  enum cans_toml_kind kind;
  const char *text;     // of a string
  long long integer;    // of an integer or a boolean
  double real;          // of a float
  unsigned line;        // from 1
};

// Calls `visit` for every value at the top and in tables of the first level. Returns 0, or the line of a syntax error,
// whose description is then copied to `problem` (at most `capacity` bytes with the terminating zero).
unsigned cans_toml_read(const char *text, size_t length, void *context,
                        void (*visit)(void *context, const struct cans_toml_value *value), char *problem, size_t capacity);

struct cans_toml_entry {
  const char *section;
  const char *key;
  const char *text;  // NULL: it is the integer
  long long integer;
};

// A document with these texts and integers, grouped in tables. The caller frees it with free(3).
char *cans_toml_write(const struct cans_toml_entry *entries, size_t count);

#ifdef __cplusplus
}
#endif
