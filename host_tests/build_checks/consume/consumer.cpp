// A mechanism of a consumer's own, and one of the library's.
#include "models/pendulum.hpp"
#include "taut/taut.hpp"

namespace {

// A bead that slides down a straight wire at 45 degrees.
struct Bead {
  using Scalar = float;
  static constexpr int nq = 2, nc = 1;
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;

  taut::Vector<float, 2> mass_matrix() const { return {1.0F, 1.0F}; }

  template <class N>
  taut::Vector<N, 2> force(const taut::Vector<N, 2>&, const taut::Vector<N, 2>&,
                           const taut::Signals<Bead, N>&) const {
    return {N(0.0F), N(-10.0F)};
  }

  template <class N>
  taut::Vector<N, 1> constraint(const taut::Vector<N, 2>& q, const taut::Signals<Bead, N>&) const {
    return taut::Vector<N, 1>(q[0] + q[1]);
  }
};

template <class Model>
bool fell(const Model& model, const std::array<typename Model::Scalar, 2>& start) {
  using S = typename Model::Scalar;
  taut::Stepper<Model> stepper(model, taut::StepSize<S>::hz(1000));
  if (stepper.reset(start, {}) != taut::Status::ok) return false;
  for (int i = 0; i < 100; ++i)
    if (stepper.step() != taut::Status::ok) return false;
  return stepper.state().q[1] < start[1];
}

}  // namespace

int main() {
  const bool bead = fell(Bead{}, {0.0F, 0.0F});
  const bool pendulum = fell(taut::models::Pendulum<float>{}, {1.0F, 0.0F});
  return bead && pendulum ? 0 : 1;
}
