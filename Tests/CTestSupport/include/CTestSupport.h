#pragma once
#include "Allocations.h"
