#pragma once
// JSON (RFC 8259). The archive libjansson.a is linked, not the shared library: no start waits for it to be found.
#include <jansson.h>
