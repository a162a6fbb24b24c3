#include "CPulse.h"

bool cans_pulse_load(const char *soname, struct cans_pulse *functions) {
  return !CANS_LAZY_LOAD(soname, CANS_PULSE, functions);
}
