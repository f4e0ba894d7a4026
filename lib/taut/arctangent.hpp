/// \file
/// The angle of a vector with one result on every machine and one cost for every argument, as
/// trigonometry.hpp has it for sine and cosine: + - * / and selections alone.
///
///     t = small / large of |x|, |y|;   t > tan(pi/8):  atan t = pi/4 + atan((t - 1) / (t + 1))
///     atan r = r - r^3 P(r^2), |r| <= tan(pi/8);   the octant put back by pi/2 - a, pi - a, -a
///
/// P is that of the Cephes library (float) and of fdlibm (double). Error below 3 units in the last
/// place of the angle. The angle of (0, 0) is 0, of (-x, 0) pi; signs of zero do not count, and
/// vectors with an infinite entry have no angle: NaN. Interrupt: safe.
#pragma once

namespace taut {

namespace detail {

// atan r for |r| <= tan(pi/8), less r.
inline float arctangent_rest(float r) {
  const float z = r * r;
  return (((8.05374449538e-2F * z - 1.38776856032e-1F) * z + 1.99777106478e-1F) * z -
          3.33329491539e-1F) *
         z * r;
}
inline double arctangent_rest(double r) {
  const double z = r * r, w = z * z;
  const double odd =
      z * (3.33333333333329318027e-01 +
           w * (1.42857142725034663711e-01 +
                w * (9.09088713343650656196e-02 +
                     w * (6.66107313738753120669e-02 +
                          w * (4.97687799461593236017e-02 + w * 1.62858201153657823623e-02)))));
  const double even =
      w * (-1.99999999998764832476e-01 +
           w * (-1.11111104054623557880e-01 +
                w * (-7.69187620504482999495e-02 +
                     w * (-5.83357013379057348645e-02 + w * -3.65315727442169155270e-02))));
  return -(r * (odd + even));
}

// pi/4 and what rounding has taken from it
template <class S>
struct QuarterOfPi;
template <>
struct QuarterOfPi<float> {
  static constexpr float high = 0.785398163397448309616F, low = -2.18556941e-8F;
};
template <>
struct QuarterOfPi<double> {
  static constexpr double high = 7.85398163397448278999e-01, low = 3.06161699786838301793e-17;
};

template <class S>
S arctangent(S y, S x) {
  const S ax = x < S(0) ? -x : x, ay = y < S(0) ? -y : y;
  const bool steep = ay > ax;
  const S small = steep ? ax : ay, large = steep ? ay : ax;
  const bool past_eighth = small > large * S(0.41421356237309504880);
  const S top = past_eighth ? small - large : small;
  const S bottom = past_eighth ? small + large : large;
  const S r = top / (bottom == S(0) ? S(1) : bottom);

  // eighths of a turn + sign (r + rest): each reflection turns the sign
  S eighths = past_eighth ? S(1) : S(0), sign = S(1);
  eighths = steep ? S(2) - eighths : eighths;
  sign = steep ? -sign : sign;
  eighths = x < S(0) ? S(4) - eighths : eighths;
  sign = x < S(0) ? -sign : sign;
  const S angle = eighths * QuarterOfPi<S>::high +
                  (sign * r + (sign * arctangent_rest(r) + eighths * QuarterOfPi<S>::low));
  return y < S(0) ? -angle : angle;
}

}  // namespace detail

/// Angle of the vector (x, y) in rad, from -pi to pi.
inline float atan2(float y, float x) { return detail::arctangent(y, x); }
inline double atan2(double y, double x) { return detail::arctangent(y, x); }

}  // namespace taut
