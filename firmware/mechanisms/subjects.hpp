/// \file
/// Every mechanism of models/mechanisms, as the images step it.
#pragma once

#include "mechanisms/subject.hpp"

extern const Subject andrews, bricard, delta, double_wishbone, four_bar, ladder_2, ladder_5,
    ladder_10, ladder_20, ladder_40, slider_crank, spatial_four_bar, stewart, t_handle,
    truck_with_trailer;
