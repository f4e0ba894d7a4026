/// \file
/// The mechanisms of the plane by taut.
#include "bench/program.hpp"
#include "bench/steps_of_taut.hpp"

namespace taut::bench {
namespace {

template <class List>
class Engine : public StepsOfTaut<Mechanism<List>> {
 public:
  template <class Q>
  Engine(const List& list, const Q& q) : StepsOfTaut<Mechanism<List>>({list}, q) {}
  Pose pose(int body) const {
    const double* const at = &this->q()[static_cast<std::size_t>(3 * body)];
    return {at[0], at[1], at[2]};
  }
};

}  // namespace
}  // namespace taut::bench

int main(int count, char** arguments) {
  using namespace taut::bench;
  return with_arguments(
      count, arguments,
      [](const auto& list, const auto& q, const Layout& layout, int steps, int every) {
        Engine<std::decay_t<decltype(list)>> engine(list, q);
        run(engine, layout, steps, every);
      });
}
