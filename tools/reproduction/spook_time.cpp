/// \file
/// Lacoursiere, Figures 4 and 5: energy and rms of g against time, ten squares at 60 Hz.
///
/// The ladder is chaotic. So it is run from four starts that differ by 1e-12 m, and what is
/// reported is the least and the most; the curves are those of the first.

#include "ladder.hpp"

namespace {

using namespace reproduction;

constexpr int hz = 60, end_s = 40;
constexpr int times_s[] = {2, 6, 10, 20, 40};

// Over the four runs: energy gained since the start at times_s and at most, mean and largest rms.
struct Ranges {
  Range energy[std::size(times_s)], mean_rms, largest_rms;
  double highest_energy = -infinity;
};

void run_once(double disturbance, bool draw, Ranges& ranges) {
  const taut::models::LadderStart<double, 10> start;
  const double before = energy(Ladder<10>{}, start.q, start.u);
  double sum = 0, largest = 0;
  const auto watch = [&](const auto& stepper, int n) {
    const double gain = energy_of(stepper) - before, g = rms_of_g(stepper);
    sum += g;
    largest = std::fmax(largest, g);
    ranges.highest_energy = std::fmax(ranges.highest_energy, gain);
    for (std::size_t i = 0; i < std::size(times_s); ++i)
      if (n == times_s[i] * hz) ranges.energy[i].include(gain);
    if (!draw || n % 20 != 0) return;
    point("spook-4", "N=10", n / double(hz), gain);
    point("spook-5", "N=10", n / double(hz), g);
  };
  const bool finished = run_ladder<10>(hz, end_s * hz, watch, disturbance);
  if (!finished) sum = largest = infinity;
  ranges.mean_rms.include(sum / (end_s * hz));
  ranges.largest_rms.include(largest);
}

}  // namespace

int main() {
  Ranges ranges;
  for (int i = 0; i < 4; ++i) run_once(1e-12 * i, i == 0, ranges);
  for (std::size_t i = 0; i < std::size(times_s); ++i)
    row("spook-4", "N=10", "t=" + std::to_string(times_s[i]), ranges.energy[i]);
  row("spook-4", "N=10", "highest", ranges.highest_energy);
  row("spook-5", "N=10", "mean", ranges.mean_rms);
  row("spook-5", "N=10", "largest", ranges.largest_rms);
}
