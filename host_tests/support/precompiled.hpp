/// \file
/// What every test includes, compiled once.
#pragma once

#include <gtest/gtest.h>

#include "taut/config.hpp"
