#pragma once
// What Swift's Glibc module leaves out, and variadic or _GNU_SOURCE functions that it cannot call.
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

// Declared by <pthread.h> only with _GNU_SOURCE, which the importer does not define.
extern int pthread_setname_np(pthread_t thread, const char *name);
