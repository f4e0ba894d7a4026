// A template of a verdict on the contact that would never be asked, as it is not const.
// expect: taut: contact_status of a model is 'Status contact_status(const Vector<Scalar,nq>& q,
// const Vector<Scalar,nu>& u, const Signals<Model,Scalar>& s) const'.
#include "taut/stepper.hpp"

struct Slider {
  using Scalar = float;
  static constexpr int nq = 2, nc = 1;
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;

  taut::Vector<float, 2> mass_matrix() const { return {1.0F, 1.0F}; }
  template <class N>
  taut::Vector<N, 2> force(const taut::Vector<N, 2>&, const taut::Vector<N, 2>&,
                           const taut::Signals<Slider, N>&) const {
    return {N(0.0F), N(-10.0F)};
  }
  template <class N>
  taut::Vector<N, 1> constraint(const taut::Vector<N, 2>& q,
                                const taut::Signals<Slider, N>&) const {
    return taut::Vector<N, 1>(q[1]);
  }
  template <class N>
#ifdef BROKEN
  taut::Status contact_status(const taut::Vector<N, 2>& q, const taut::Vector<N, 2>&,
                              const taut::Signals<Slider, N>&) {
    return q[0] < 1.0F ? taut::Status::ok : taut::Status::contact_out_of_range;
  }
#else
  taut::Status contact_status(const taut::Vector<N, 2>& q, const taut::Vector<N, 2>&,
                              const taut::Signals<Slider, N>&) const {
    return q[0] < 1.0F ? taut::Status::ok : taut::Status::contact_out_of_range;
  }
#endif
};

taut::Status start(taut::Stepper<Slider>& slider) { return slider.step(); }
