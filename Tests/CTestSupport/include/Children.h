#pragma once
#include <stdint.h>

/// Starts a program with a new pseudo-terminal as its controlling terminal; in C because nothing but exec may happen
/// between fork and exec. Returns the child's process id and its terminal's master end (non-blocking), or -errno.
int cts_spawn_in_terminal(char *const arguments[], char *const environment[], unsigned short rows,
                            unsigned short columns, int *master);

/// Gives the terminal another size (variadic ioctl is not imported into Swift). Returns 0 or -errno.
int cts_resize_terminal(int master, unsigned short rows, unsigned short columns);

/// How many cells of a terminal the character takes: 0, 1 or 2, or -1 for a control character. wcwidth(3) in a UTF-8
/// locale, whatever the process's own is.
int cts_cell_width(uint32_t character);

/// pipe2(2) with O_CLOEXEC, which Glibc's module does not show: no other thread's child may
/// inherit an end. Returns 0 or -errno.
int cts_make_pipe(int ends[2]);
