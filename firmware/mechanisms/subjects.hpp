/// \file
/// Every mechanism of models/mechanisms, as the images step it.
#pragma once

#include "mechanisms/subject.hpp"

extern const Subject andrews, bricard, delta, double_wishbone, folding_ladder_2, folding_ladder_5,
    folding_ladder_20, four_bar, ladder_5, ladder_10, ladder_20, ladder_40, slider_crank,
    spatial_four_bar, stewart, t_handle, truck_with_trailer;
