#pragma once
// What Swift's Glibc module leaves out. Only that: a header which both would include (poll.h, pthread.h) makes it a
// matter of chance to which module its types belong.
#include <sys/eventfd.h>
#include <sys/signalfd.h>

// Declared only with _GNU_SOURCE, which the importer does not define. A pthread_t is an unsigned long, a pid_t an int.
extern int pthread_setname_np(unsigned long thread, const char *name);
extern int gettid(void);
extern int accept4(int descriptor, void *address, void *length, int flags);
// Its first argument is a posix_spawn_file_actions_t.
extern int posix_spawn_file_actions_addclosefrom_np(void *actions, int from);
// Of <sys/pidfd.h>, which would bring in more than that; and of <unistd.h>.
extern int pidfd_open(int process, unsigned int flags);
extern int pipe2(int *ends, int flags);
