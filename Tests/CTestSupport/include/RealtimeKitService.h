#pragma once
#include <stdint.h>

/// A fake of rtkit on a bus of its own, served on a thread of its own.
struct cans_realtimekit;

/// Connects to the bus at `address` and takes rtkit's name there; NULL if that fails.
/// `refuses`: answers with AccessDenied.
struct cans_realtimekit *_Nullable cans_realtimekit_start(
    const char *_Nonnull address, int32_t highest, int64_t longest_run, int refuses);

/// The thread and the priority of the last call; 0 before the first.
uint64_t cans_realtimekit_thread(struct cans_realtimekit *_Nonnull kit);
uint32_t cans_realtimekit_priority(struct cans_realtimekit *_Nonnull kit);

/// Leaves the bus.
void cans_realtimekit_stop(struct cans_realtimekit *_Nonnull kit);
