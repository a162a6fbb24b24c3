#pragma once
#include <png.h>
#include <sndfile.h>
