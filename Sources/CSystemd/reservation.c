#include "object.h"

// A simple device reservation protocol, git.0pointer.net/reserve.git. Not constant because the first entry needs an
// address of the loaded library's.
static sd_bus_vtable reservation[] = {
    START,
    SD_BUS_METHOD_WITH_NAMES(
        "RequestRelease", "i", SD_BUS_PARAM(priority), "b", SD_BUS_PARAM(result), cans_object_call, OPEN),
    SD_BUS_PROPERTY("Priority", "i", cans_object_get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("ApplicationName", "s", cans_object_get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_PROPERTY("ApplicationDeviceName", "s", cans_object_get, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_VTABLE_END,
};

int cans_reservation_add(
    const struct cans_sd_bus *functions, sd_bus *bus, const char *path, struct cans_bus_object *owner,
    sd_bus_slot **slot) {
  reservation[0].x.start.vtable_format_reference = functions->sd_bus_object_vtable_format;
  return functions->sd_bus_add_object_vtable(bus, slot, path, "org.freedesktop.ReserveDevice1", reservation, owner);
}
