#pragma once
#include "Allocations.h"
#include "Children.h"
#include "SoundFile.h"
