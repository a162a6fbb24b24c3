#pragma once
#include <stddef.h>
#include <stdint.h>

struct sd_bus;

/// Connects to the bus at `address`; NULL if that fails.
struct sd_bus *_Nullable cans_bus_client_open(const char *_Nonnull address);

/// Calls a method without arguments of the media player called `name`, and waits for its answer. Returns how long that
/// took, in microseconds, or a negative errno(3).
int64_t cans_bus_client_call(
    struct sd_bus *_Nonnull bus, const char *_Nonnull name, const char *_Nonnull interface,
    const char *_Nonnull member);

/// Reads all properties of the media player's `interface`, likewise.
int64_t cans_bus_client_get_all(
    struct sd_bus *_Nonnull bus, const char *_Nonnull name, const char *_Nonnull interface);

/// Calls methods of the media player one after the other without waiting for answers. Returns a
/// negative errno(3) if that fails.
int cans_bus_client_race(
    struct sd_bus *_Nonnull bus, const char *_Nonnull name, const char *_Nonnull const *_Nonnull members, size_t count);

/// Leaves the bus.
void cans_bus_client_close(struct sd_bus *_Nonnull bus);
