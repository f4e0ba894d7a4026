/// \file
/// Question: what does a step of each mechanism of bodies and joints cost, does every step cost the
/// same, and does the loop stay closed?
///
/// Four lines each: `mechanism method least most sum steps`; the largest |g| of these steps in
/// nanometres; the multiplications of a factorisation and three solves; a checksum of the bits of
/// the states. Image `mechanisms` steps several, `mechanism_<name>` one. tools/measure compares the
/// checksums of all boards with those of this source on the host.

#include "checksum.hpp"
#include "costs.hpp"
#include "mechanisms/subjects.hpp"

#ifndef TAUT_SUBJECTS
#define TAUT_SUBJECTS &four_bar
#endif

namespace {

bool measure(const Subject& subject) {
  taut::Status status = subject.start();
  Costs costs;
  Checksum checksum;
  float closure = 0.0F;
  for (std::uint32_t n = 1; n <= 500 && status == taut::Status::ok; ++n) {
    subject.drive(n);
    const std::uint32_t before = board::clock_now();
    status = subject.step();
    const std::uint32_t cost = board::cost_since(before);
    if (status != taut::Status::ok) break;
    costs.add(cost);
    if (subject.residual() > closure) closure = subject.residual();
    const RunState state = subject.state();
    checksum.add(state.q, state.nq);
    checksum.add(state.q_low, state.nq);
    checksum.add(state.u, state.nu);
  }
  costs.write(subject.mechanism, subject.method);
  text::line("closure_nm", std::uint32_t(closure * 1e9F));
  text::line("products", *subject.products);
  text::line_hex("checksum", checksum.value());
  if (status != taut::Status::ok) text::line("failed", describe(status));
  return status == taut::Status::ok;
}

}  // namespace

int main() {
  board::start();
  text::line("unit", board::cost_unit());
  bool ok = true;
  for (const Subject* subject : {TAUT_SUBJECTS}) ok &= measure(*subject);
  text::line("stack_used", board::stack_used_bytes());
  return ok ? 0 : 1;
}
