/// \file
/// Lacoursiere, Figure 6: mean rms of g over 5 s against h, one square and ten; and the claim that
/// twenty squares are stable at h = 1/20: they gain no energy.

#include "ladder.hpp"

namespace {

using namespace reproduction;

template <int squares>
double mean_rms(std::uint32_t hz) {
  double sum = 0;
  const int count = 5 * static_cast<int>(hz);
  const bool finished =
      run_ladder<squares>(hz, count, [&](const auto& stepper, int) { sum += rms_of_g(stepper); });
  return finished ? sum / count : infinity;
}

template <int squares>
void line(std::uint32_t finest_hz) {
  const std::string name = "N=" + std::to_string(squares);
  double first = 0, last = 0;
  for (std::uint32_t hz = 60; hz <= finest_hz; hz *= 2) {
    last = mean_rms<squares>(hz);
    if (hz == 60) first = last;
    row("spook-6", name, "h=1/" + std::to_string(hz), last);
    point("spook-6", name, 1.0 / hz, last);
  }
  row("spook-6", name, "order", order(first, last, finest_hz / 60.0));
}

void twenty_squares_at_a_twentieth() {
  const taut::models::LadderStart<double, 20> start;
  const double before = energy(Ladder<20>{}, start.q, start.u);
  double highest = -infinity;
  const bool finished = run_ladder<20>(20, 200, [&](const auto& stepper, int) {
    highest = std::fmax(highest, energy_of(stepper) - before);
  });
  if (!finished) highest = infinity;
  row("spook-6", "N=20 h=1/20 over 10 s", "highest energy", highest);
}

}  // namespace

int main() {
  line<1>(1920);
  line<10>(960);
  twenty_squares_at_a_twentieth();
}
