#pragma once
#include <stdint.h>

/// Whether this build counts; the thread sanitizer has an allocator of its own, which must not be replaced.
int cans_counts_allocations(void);

/// Allocations and reallocations made so far by the calling thread.
int64_t cans_allocations_of_this_thread(void);
