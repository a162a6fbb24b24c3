#pragma once
// Gives the terminal back when the program cannot do it in the ordinary way: after a trap, or when the terminal has
// stopped reading and the screen thread is stuck in a write.
//
// In C because a signal handler may use nothing but async-signal-safe functions (signal-safety(7)): Swift's runtime may
// allocate or take a lock at any line, and where is not ours to say.
#include <stddef.h>

// Remembers how `terminal` is set now (tcgetattr) and the bytes that undo what a screen changes (at most 255; more are
// cut). Call before the terminal is touched. Returns 0, or -1 with errno.
int cans_crash_guard_prepare(int terminal, const char *restore, size_t length);

// Whether the terminal is changed at present: only then do a crash and an emergency restore touch it. Any thread.
void cans_crash_guard_set_engaged(int engaged);

// Restores the terminal on SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT and SIGFPE (a Swift trap is SIGILL or SIGTRAP),
// then lets the signal do what it does by default; also on exit(3), whoever calls it. Once, for the whole process.
void cans_crash_guard_install(void);

// Gives the calling thread a stack for the handler, so that it runs even when the thread's own is exhausted.
void cans_crash_guard_add_stack(void);

// Makes the calling thread the one that `cans_crash_guard_park_writer` parks.
void cans_crash_guard_set_writer(void);

// Takes the writing thread out of a write that does not end, and never lets it go on: while it waits there it holds the
// terminal's lock, and nothing that restores the screen could be written. For a process that is about to leave.
void cans_crash_guard_park_writer(void);

// Lets a terminal go on that Ctrl-S has stopped. Async-signal-safe.
void cans_crash_guard_undo_stop(void);

// Restores the terminal at once and never blocks: sets the modes, writes what undoes the screen if the terminal takes
// it. Does nothing when it was restored before. Async-signal-safe.
void cans_crash_guard_restore(void);
