/// \file
/// taut: RATTLE-1 at the step of the benchmark, or with TAUT_BENCH_FINE, as the reference, with one
/// correction at a 64th of it.
#include "taut/taut.hpp"

#include "bench/program.hpp"

namespace taut::bench {
namespace {

#ifdef TAUT_BENCH_FINE
using Method = Rattle<1>;
constexpr int fine = 64;
#else
using Method = Rattle<0>;
constexpr int fine = 1;
#endif

template <class List>
class Engine {
 public:
  using Model = Mechanism<List>;

  template <class Q>
  Engine(const List& list, const Q& q) : stepper_(Model{list}, StepSize<double>::hz(1000 * fine)) {
    check(stepper_.reset(q, std::array<double, Model::nu>{}));
  }
  void step() {
    for (int i = 0; i < fine; ++i) check(stepper_.step());
  }
  Pose pose(int body) const {
    const double* const at = &stepper_.state().q[static_cast<std::size_t>(3 * body)];
    return {at[0], at[1], at[2]};
  }

 private:
  static void check(Status status) {
    if (status == Status::ok) return;
    std::fprintf(stderr, "taut: %s\n", describe(status));
    std::exit(1);
  }

  Stepper<Model, Method> stepper_;
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
