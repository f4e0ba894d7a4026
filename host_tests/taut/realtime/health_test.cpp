/// \file
/// Health words and tables of actions.
#include "taut/realtime/health.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace taut::realtime {
namespace {

TEST(HealthTest, EachEventHasABitAndWordsOfItsOwn) {
  std::set<std::string> words;
  std::set<unsigned> bits;
  for (std::size_t i = 0; i < event_count; ++i) {
    Health health;
    EXPECT_TRUE(health.sound());
    health.set(static_cast<Event>(i));
    EXPECT_TRUE(health.has(static_cast<Event>(i)));
    EXPECT_FALSE(health.sound());
    bits.insert(health.bits);
    words.insert(describe(static_cast<Event>(i)));
  }
  EXPECT_EQ(bits.size(), event_count);
  EXPECT_EQ(words.size(), event_count);
  EXPECT_EQ(words.count("unknown event"), 0U);
  EXPECT_EQ(std::string(describe(static_cast<Event>(event_count))), "unknown event");
}

TEST(HealthTest, WhatDidNotHappenIsNotSet) {
  Health health;
  health.set(Event::overrun, false);
  EXPECT_TRUE(health.sound());
  health.set(Event::tick_lost, true);
  health.set(Event::tick_lost, false);
  EXPECT_TRUE(health.has(Event::tick_lost));
}

TEST(HealthTest, EachFailureOfAStepIsAnEvent) {
  EXPECT_TRUE(health_of(Status::ok).sound());
  EXPECT_TRUE(health_of(Status::non_finite_input).has(Event::non_finite));
  EXPECT_TRUE(health_of(Status::non_finite_state).has(Event::non_finite));
  EXPECT_TRUE(health_of(Status::singular_mass_matrix).has(Event::singular));
  EXPECT_TRUE(health_of(Status::rank_deficient_constraints).has(Event::singular));
  EXPECT_TRUE(health_of(Status::residual_too_large).has(Event::bound_exceeded));
  EXPECT_TRUE(health_of(Status::not_started).has(Event::not_started));
  for (const Status status : {Status::singular_contact, Status::contact_out_of_range,
                              Status::contact_lost, Status::creep_saturated})
    EXPECT_TRUE(health_of(status).has(Event::contact));
  EXPECT_FALSE(health_of(Status::foreign_record).has(Event::contact));
}

TEST(ActionTableTest, TheStrongestActionCounts) {
  constexpr ActionTable table = ActionTable{}
                                    .with(Event::position_residual, Action::reproject)
                                    .with(Event::non_finite, Action::stop)
                                    .with(Event::overrun, Action::hold);
  static_assert(table.uses(Action::reproject) && !ActionTable{}.uses(Action::reproject));
  Health health;
  EXPECT_EQ(table.of(health), Action::carry_on);
  health.set(Event::tick_lost);
  EXPECT_EQ(table.of(health), Action::carry_on);
  health.set(Event::position_residual);
  EXPECT_EQ(table.of(health), Action::reproject);
  health.set(Event::overrun);
  EXPECT_EQ(table.of(health), Action::hold);
  health.set(Event::non_finite);
  EXPECT_EQ(table.of(health), Action::stop);
}

}  // namespace
}  // namespace taut::realtime
