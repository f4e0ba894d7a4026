/// \file
/// What a loop counts. Interrupt: safe.
#pragma once

#include <array>
#include <cstdint>

#include "taut/realtime/health.hpp"

namespace taut::realtime {

/// How often a step cost what: bin i counts costs from first + i 2^log2_width on, bin 0 all below
/// and the last bin all above.
template <int bins, int log2_width, std::uint32_t first = 0>
struct CostHistogram {
  static_assert(bins > 1 && log2_width >= 0 && log2_width < 32);
  std::array<std::uint32_t, static_cast<std::size_t>(bins)> count{};

  /// The least cost that bin i counts, but for the open ends.
  static constexpr std::uint32_t begin(int i) {
    return first + (static_cast<std::uint32_t>(i) << log2_width);
  }
  constexpr void add(std::uint32_t cost) {
    const std::uint32_t i = cost < first ? 0 : (cost - first) >> log2_width;
    ++count[i < bins ? i : bins - 1];
  }
};

/// What happened since the last reset. Costs are in the clock's unit and leave out the sampling of
/// inputs, the judgement of the step and the publishing.
template <class S, class Histogram>
struct Counters {
  std::uint64_t cost_sum = 0;
  std::uint32_t ticks = 0;       ///< calls of on_tick()
  std::uint32_t steps = 0;       ///< steps that answered ok
  std::uint32_t failures = 0;    ///< steps that did not answer ok
  std::uint32_t lost_ticks = 0;  ///< periods that went by without a tick
  std::uint32_t skipped = 0;     ///< ticks not stepped, by policy or because they were doubled
  std::uint32_t caught_up = 0;   ///< steps made up for lost ticks
  std::uint32_t reprojections = 0;
  std::uint32_t held = 0;                           ///< ticks whose state was not published
  std::array<std::uint32_t, event_count> events{};  ///< ticks that reported each
  std::uint32_t last_cost = 0;
  std::uint32_t worst_cost = 0;
  std::uint32_t best_cost = 0xFFFFFFFFU;
  S largest_position_residual = 0;  ///< largest |g| after a step
  S largest_velocity_residual = 0;  ///< largest |(G u + g_t, A u - b)| after a step
  Status last_status = Status::not_started;
  Health health;  ///< of the last tick
  Health seen;    ///< of all
  bool stopped = false;
  Histogram histogram;

  std::uint32_t of(Event event) const { return events[static_cast<std::size_t>(event)]; }
  std::uint32_t steps_tried() const { return steps + failures; }

  void add_cost(std::uint32_t cost) {
    last_cost = cost;
    cost_sum += cost;
    if (cost > worst_cost) worst_cost = cost;
    if (cost < best_cost) best_cost = cost;
    histogram.add(cost);
  }
  void add_residuals(S position, S velocity) {
    if (position > largest_position_residual) largest_position_residual = position;
    if (velocity > largest_velocity_residual) largest_velocity_residual = velocity;
  }
  void add_health(Health of_tick) {
    health = of_tick;
    seen.add(of_tick);
    for (std::size_t i = 0; i < event_count; ++i)
      if (of_tick.has(static_cast<Event>(i))) ++events[i];
  }
};

}  // namespace taut::realtime
