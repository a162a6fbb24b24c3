#pragma once
#include "Allocations.h"
#include "Children.h"
#include "MD5.h"
#include "Noise.h"
#include "RealtimeKitService.h"
#include "Song.h"
#include "SoundFile.h"
