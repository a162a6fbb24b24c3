// Libraries that are opened when something of theirs is needed first, all in one form. What is used
// of one stands once, in a list:
//
//   #define THING(X) X(thing_new) X(thing_free)
//
// and the list makes both the table of pointers, `struct { THING(CANS_LAZY_FIELD) }`, and the names to look up. Nothing
// may name a function of such a library other than by its type, or the linker would want the library.
#ifndef CLAZYLIBRARY_H
#define CLAZYLIBRARY_H

#include <stddef.h>

// A pointer to the function or variable `name`, called the same.
#define CANS_LAZY_FIELD(name) __typeof__(&name) _Nonnull name;
#define CANS_LAZY_NAME(name) #name,

// Opens the library `soname`, which stays open until the process ends, and fills in the table at `table` with what
// `list` names. Returns null if all is there; otherwise what is missing: the library's own name, or one of the list.
#define CANS_LAZY_LOAD(soname, list, table)                                                                            \
  cans_lazy_load(                                                                                                      \
      (soname), (const char *const[]){list(CANS_LAZY_NAME)},                                                           \
      sizeof((const char *const[]){list(CANS_LAZY_NAME)}) / sizeof(const char *), (table))

// The same for `count` names; their pointers follow each other from `table` on. May be called on any thread.
const char *_Nullable cans_lazy_load(
    const char *_Nonnull soname, const char *_Nonnull const *_Nonnull names, size_t count, void *_Nonnull table);

#endif
