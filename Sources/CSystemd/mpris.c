#include "object.h"

static int set(
    sd_bus *bus, const char *path, const char *interface, const char *property, sd_bus_message *value, void *user,
    sd_bus_error *error) {
  struct cans_bus_object *owner = user;
  (void)bus, (void)path, (void)interface;
  return owner->set(owner->context, property, value, error);
}

#define METHOD(name) SD_BUS_METHOD(name, "", "", cans_object_call, OPEN)
#define CONSTANT(name, type) SD_BUS_PROPERTY(name, type, cans_object_get, 0, SD_BUS_VTABLE_PROPERTY_CONST)
#define CHANGING(name, type) SD_BUS_PROPERTY(name, type, cans_object_get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE)
#define WRITABLE(name, type)                                                                                           \
  SD_BUS_WRITABLE_PROPERTY(name, type, cans_object_get, set, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE | OPEN)

// MPRIS D-Bus Interface Specification 2.2. What is optional there and means nothing to this player is left out:
// Fullscreen and CanSetFullscreen. Not constant because the first entries need an address of the loaded library's.
static sd_bus_vtable root[] = {
    START,
    METHOD("Raise"),
    METHOD("Quit"),
    CONSTANT("CanQuit", "b"),
    CONSTANT("CanRaise", "b"),
    CONSTANT("HasTrackList", "b"),
    CONSTANT("Identity", "s"),
    CONSTANT("DesktopEntry", "s"),
    CONSTANT("SupportedUriSchemes", "as"),
    CONSTANT("SupportedMimeTypes", "as"),
    SD_BUS_VTABLE_END,
};

static sd_bus_vtable player[] = {
    START,
    METHOD("Next"),
    METHOD("Previous"),
    METHOD("Pause"),
    METHOD("PlayPause"),
    METHOD("Stop"),
    METHOD("Play"),
    SD_BUS_METHOD_WITH_NAMES("Seek", "x", SD_BUS_PARAM(Offset), "", , cans_object_call, OPEN),
    SD_BUS_METHOD_WITH_NAMES(
        "SetPosition", "ox", SD_BUS_PARAM(TrackId) SD_BUS_PARAM(Position), "", , cans_object_call, OPEN),
    SD_BUS_METHOD_WITH_NAMES("OpenUri", "s", SD_BUS_PARAM(Uri), "", , cans_object_call, OPEN),
    SD_BUS_SIGNAL_WITH_NAMES("Seeked", "x", SD_BUS_PARAM(Position), 0),
    CHANGING("PlaybackStatus", "s"),
    WRITABLE("LoopStatus", "s"),
    WRITABLE("Rate", "d"),
    WRITABLE("Shuffle", "b"),
    CHANGING("Metadata", "a{sv}"),
    WRITABLE("Volume", "d"),
    SD_BUS_PROPERTY("Position", "x", cans_object_get, 0, 0),
    CHANGING("MinimumRate", "d"),
    CHANGING("MaximumRate", "d"),
    CHANGING("CanGoNext", "b"),
    CHANGING("CanGoPrevious", "b"),
    CHANGING("CanPlay", "b"),
    CHANGING("CanPause", "b"),
    CHANGING("CanSeek", "b"),
    SD_BUS_PROPERTY("CanControl", "b", cans_object_get, 0, 0),
    SD_BUS_VTABLE_END,
};

int cans_mpris_add(const struct cans_sd_bus *functions, sd_bus *bus, struct cans_bus_object *owner) {
  static const char path[] = "/org/mpris/MediaPlayer2";
  root[0].x.start.vtable_format_reference = functions->sd_bus_object_vtable_format;
  player[0].x.start.vtable_format_reference = functions->sd_bus_object_vtable_format;
  int result = functions->sd_bus_add_object_vtable(bus, NULL, path, "org.mpris.MediaPlayer2", root, owner);
  if (result < 0) return result;
  return functions->sd_bus_add_object_vtable(bus, NULL, path, "org.mpris.MediaPlayer2.Player", player, owner);
}
