#pragma once
// The wide-character functions (setcchar, get_wch) are declared only with this defined.
#define NCURSES_WIDECHAR 1
// Debian 13's ncurses shows what a WINDOW is only with this defined; the importer has no such type otherwise.
#define NCURSES_INTERNALS 1
#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <term.h>
#include <wchar.h>

// Declared by <wchar.h> only with _XOPEN_SOURCE, which the importer does not define.
extern int wcwidth(wchar_t character);

// Swift does not import macros with casts; these are their values.
static const attr_t cans_attribute_bold = A_BOLD;
static const attr_t cans_attribute_dim = A_DIM;
static const attr_t cans_attribute_reverse = A_REVERSE;

// Swift 6 refuses C's global variables, which any thread could change. Ncurses sets these
// for the screen that is current.
static inline WINDOW *cans_standard_window(void) { return stdscr; }
static inline int cans_colour_count(void) { return COLORS; }

// The name of the character set of the thread's locale; CODESET is a macro.
static inline const char *cans_codeset(void) { return nl_langinfo(CODESET); }
