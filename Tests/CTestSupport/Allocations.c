// Replaces the test program's malloc family by one that counts per thread and then does what the C library does.
#include "Allocations.h"
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

static _Thread_local int64_t allocations;

int64_t cans_allocations_of_this_thread(void) { return allocations; }

#ifdef HAS_SANITIZER
int cans_counts_allocations(void) { return 0; }
#else
int cans_counts_allocations(void) { return 1; }

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  allocations++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations++;
  return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  allocations++;
  return __libc_realloc(old, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  allocations++;
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : 12;
}
#endif
