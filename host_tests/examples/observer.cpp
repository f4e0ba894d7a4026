/// \file
/// The observer of docs/observe.md against a simulated linkage: the torque at the rocker steps from
/// 0 to 6 N m at 2 s; the filter sees the crank's angle with noise and finds the torque.

#include <cmath>
#include <cstdio>
#include <random>

#include "observer/four_bar_observer.hpp"

int main() {
  using observer::FourBarObserver;
  constexpr int hz = 100, plant_hz = 2000;
  const taut::models::FourBarStart<float> start;
  const taut::models::FourBarStart<double> truth;
  FourBarObserver filter(taut::StepSize<float>::hz(hz));
  using Plant = observer::LoadedFourBar<double>;
  taut::Stepper<Plant, taut::Rattle<>> plant(Plant{}, taut::StepSize<double>::hz(plant_hz));
  if (filter.reset(start.q, start.u) != taut::Status::ok ||
      plant.reset(truth.q, truth.u) != taut::Status::ok)
    return 1;

  std::mt19937 random(7);
  std::normal_distribution<double> noise(0, 2e-3);
  double before_step = 0, late_sum = 0, late_square = 0;
  int late = 0;
  for (int tick = 1; tick <= 6 * hz; ++tick) {
    const double t = double(tick) / hz, torque = t > 2 ? 6 : 0;
    const double crank = 4 * std::sin(3 * t);
    for (int i = 0; i < plant_hz / hz; ++i)
      if (plant.step({crank, torque}) != taut::Status::ok) return 1;
    const double measured = plant.state().q[2] + noise(random);
    const taut::Status status =
        filter.tick(static_cast<float>(crank), static_cast<float>(measured));
    if (status != taut::Status::ok) {
      std::printf("tick %d: %s\n", tick, taut::describe(status));
      return 1;
    }
    const double off = double(filter.rocker_torque_n_m()) - torque;
    if (t > 1 && t <= 2) before_step = std::fmax(before_step, std::fabs(off));
    if (t > 3) {
      const double deviation = double(filter.torque_deviation_n_m());
      late_sum += off;
      late_square += off * off / (deviation * deviation);
      ++late;
    }
    if (tick % (hz / 4) == 0)
      std::printf("%.2f s: torque %6.3f N m, estimate %6.3f +- %.3f, rocker off by %.1e rad\n", t,
                  torque, double(filter.rocker_torque_n_m()), double(filter.torque_deviation_n_m()),
                  std::fabs(double(filter.state().q[8]) - plant.state().q[8]));
  }
  // errors as large as the filter says they are
  const double mean = late_sum / late, spread = std::sqrt(late_square / late);
  std::printf("from a second after the step: mean error %.3f N m, %.2f of the stated deviation\n",
              mean, spread);
  return before_step < 1.5 && std::fabs(mean) < 0.2 && spread < 1 ? 0 : 1;
}
