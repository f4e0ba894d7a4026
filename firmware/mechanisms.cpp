/// \file
/// Question: what does a step of each mechanism of bodies and joints cost, does every step cost the
/// same, and does the loop stay closed?
///
/// RATTLE with one correction, and SPOOK for the ladders, which fold flat. A line each: `mechanism
/// method least most sum steps`, then the largest |g| met in nanometres. The operation counts that
/// the compiler made of each list stand in the image as `taut_products_<mechanism>`, for
/// tools/check_image.

#include "costs.hpp"
#include "models/four_bar.hpp"
#include "models/mechanisms/bricard.hpp"
#include "models/mechanisms/four_bar.hpp"
#include "models/mechanisms/ladder.hpp"
#include "models/mechanisms/slider_crank.hpp"
#include "models/mechanisms/spatial_four_bar.hpp"
#include "models/mechanisms/t_handle.hpp"
#include "models/mechanisms/truck_with_trailer.hpp"
#include "models/slider_crank.hpp"
#include "taut/rattle.hpp"
#include "taut/spook.hpp"

namespace {

using namespace taut;
using namespace taut::models;

// One mechanism at a time lives here.
alignas(8) std::byte arena[65536];

template <class Model>
struct At {
  std::array<float, Model::nq> q;
  std::array<float, Model::nu> u{};
};

template <class Method, class Model, class Start>
bool measure(const char* mechanism, const char* method, const Start& start, std::uint32_t tick_hz,
             std::uint32_t steps) {
  using Subject = Stepper<Model, Method>;
  const bool ok = measure_steps<Subject>(mechanism, method, Model{}, start, tick_hz, steps, arena);
  text::put("closure_nm ");
  const float closure = reinterpret_cast<const Subject*>(arena)->position_residual();
  text::line(mechanism, std::uint32_t(closure * 1e9F));
  return ok;
}

// Multiplications of a factorisation and three solves.
template <class Model>
constexpr std::uint32_t products =
    Model::Plan::factorise_products + 3 * Model::Plan::solve_products;

}  // namespace

// Named for tools/check_image; main() keeps them in the image.
extern "C" {
extern const std::uint32_t taut_products_four_bar = products<FourBarMechanism<float>>;
extern const std::uint32_t taut_products_slider_crank = products<SliderCrankMechanism<float>>;
extern const std::uint32_t taut_products_spatial_four_bar = products<SpatialFourBar<float>>;
extern const std::uint32_t taut_products_bricard = products<Bricard<float>>;
extern const std::uint32_t taut_products_truck_with_trailer = products<TruckWithTrailer<float>>;
extern const std::uint32_t taut_products_ladder_5 = products<LadderMechanism<float, 5>>;
extern const std::uint32_t taut_products_ladder_10 = products<LadderMechanism<float, 10>>;
extern const std::uint32_t taut_products_ladder_20 = products<LadderMechanism<float, 20>>;
}

int main() {
  board::start();
  text::line("unit", board::cost_unit());
  for (const std::uint32_t* count :
       {&taut_products_four_bar, &taut_products_slider_crank, &taut_products_spatial_four_bar,
        &taut_products_bricard, &taut_products_truck_with_trailer, &taut_products_ladder_5,
        &taut_products_ladder_10, &taut_products_ladder_20})
    asm volatile("" : : "r"(count));
  using Planar = FourBarMechanism<float>;
  using Tilted = SpatialFourBar<float>;
  using Loop = Bricard<float>;
  const FourBarStart<float> planar;
  bool ok = measure<Rattle<0>, Planar>("four_bar", "rattle_0", planar, 1000, 1000);
  ok &= measure<Rattle<1>, Planar>("four_bar", "rattle_1", planar, 1000, 1000);
  ok &= measure<Rattle<1>, SliderCrankMechanism<float>>("slider_crank", "rattle_1",
                                                        SliderCrankStart<float>{}, 1000, 500);
  ok &= measure<Rattle<1>, Tilted>("spatial_four_bar", "rattle_1",
                                   At<Tilted>{SpatialFourBarList<float>::start(planar.q)}, 1000,
                                   1000);
  ok &= measure<Rattle<1>, Loop>("bricard", "rattle_1", At<Loop>{BricardList<float>::start()}, 1000,
                                 500);
  ok &=
      measure<Rattle<1>, THandle<float>>("t_handle", "rattle_1", THandleStart<float>{}, 1000, 1000);
  ok &= measure<Rattle<0>, TruckWithTrailer<float>>("truck_with_trailer", "rattle_0",
                                                    TruckWithTrailerStart<float>{}, 1000, 1000);
  ok &= measure<LinearImplicitEuler<>, TruckWithTrailer<float>>(
      "truck_with_trailer", "default", TruckWithTrailerStart<float>{}, 1000, 500);
  ok &= measure<Spook<float>, LadderMechanism<float, 5>>(
      "ladder_5", "spook", At<LadderMechanism<float, 5>>{LadderList<float, 5>::start()}, 1000, 200);
  ok &= measure<Spook<float>, LadderMechanism<float, 10>>(
      "ladder_10", "spook", At<LadderMechanism<float, 10>>{LadderList<float, 10>::start()}, 1000,
      200);
  ok &= measure<Spook<float>, LadderMechanism<float, 20>>(
      "ladder_20", "spook", At<LadderMechanism<float, 20>>{LadderList<float, 20>::start()}, 1000,
      100);
  return ok ? 0 : 1;
}
