#pragma once
// The wide-character functions (setcchar, get_wch) are declared only with this defined.
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>
