#pragma once
#include "Allocations.h"
#include "Children.h"
#include "Song.h"
#include "SoundFile.h"
