/// \file
/// What the forces of a mechanism see and act on: places, motions and loads of its bodies. Each
/// element of forces.hpp is applied to one of these,
///
///     F at r + l             adds F and l x F                                                (F.2)
///     M                      adds M
///
/// in world axes; in space the moments are turned into body axes once, at the end. A body's place
/// is made when the first element asks for it. Interrupt: safe.
#pragma once

#include "taut/mechanism/places.hpp"
#include "taut/unroll.hpp"

namespace taut {

template <class Model, class N>
class Bodies {
 public:
  using S = typename Model::Scalar;
  using Number = N;
  using Space = typename Model::Space;
  using Place = detail::Place<Space, N>;
  using Point = typename Place::Point;
  using Axial = typename Place::Axial;
  using System = std::decay_t<decltype(Model::system)>;
  static constexpr int count = Model::bodies;

  Bodies(const System& system, const Vector<N, Model::nq>& q, const Vector<N, Model::nu>& u,
         Vector<N, Model::nu>& f)
      : system_(system), q_(q), u_(u), f_(f) {}

  const typename Space::template Body<S>& body(int b) const { return system_.bodies[index(b)]; }
  static constexpr const Joint& joint(int i) { return Model::joint(i); }
  const typename Space::template Geometry<S>& geometry(int i) const {
    return system_.geometry[index(i)];
  }
  /// Where a body is and how it moves; the ground is there too. In space w is in body axes.
  typename Space::template Pose<N> pose(int b) const { return Model::pose(q_, b); }
  typename Space::template Motion<N> motion(int b) const { return Model::motion(u_, b); }
  /// The same in world axes, made once.
  const Place& place(int b) const { return *located(b); }
  /// One end of an element: a body, or the ground, which nothing moves.
  class End {
   public:
    /// R s of a point s, or of the point of a frame.
    template <class At>
    TAUT_INLINE Point lever(const At& s) const {
      return place_ ? place_->lever(s) : Place::constant(s);
    }
    TAUT_INLINE Point origin() const { return place_ ? place_->origin() : Place::no_point(); }
    /// Velocity of the point at r + lever.
    TAUT_INLINE Point velocity(const Point& lever) const {
      return place_ ? place_->velocity(lever) : Place::no_point();
    }
    /// (F.2): a force in world axes at r + lever.
    TAUT_INLINE void add_force(const Point& F, const Point& lever) const {
      if (!place_) return;
      for_each(Index<Place::dimensions>{},
               [&](auto i) TAUT_INLINE { f_[i] = f_[i] + detail::component(F, i); });
      add_moment(Place::moment(lever, F));
    }
    /// A moment in world axes.
    TAUT_INLINE void add_moment(const Axial& moment) const {
      if (!place_) return;
      if constexpr (Place::dimensions == 2)
        f_[2] = f_[2] + moment;
      else
        place_->load = detail::sum(place_->load, moment);
    }

   private:
    friend class Bodies;
    Place* place_;
    N* f_;
  };
  End end(int b) const {
    End out;
    out.place_ = b < 0 ? nullptr : located(b);
    out.f_ = b < 0 ? nullptr : &f_[Space::body_nu * b];
    return out;
  }
  /// P_b - P_a of the points at these levers. Large coordinates are subtracted first.
  TAUT_INLINE static Point separation(const End& a, const Point& lever_a, const End& b,
                                      const Point& lever_b) {
    return detail::sum(detail::difference(b.origin(), a.origin()),
                       detail::difference(lever_b, lever_a));
  }

  /// Adds to entry `i` of the force on a body: (F_x, F_y, moment), in space (F, moment in body
  /// axes). On the ground nothing.
  void add(int b, int i, const N& value) {
    if (b >= 0) f_[Space::body_nu * b + i] = f_[Space::body_nu * b + i] + value;
  }
  /// The same of a force in world axes at r + lever, and of a moment.
  void add_force(int b, const Point& F, const Point& lever) { end(b).add_force(F, lever); }
  void add_moment(int b, const Axial& moment) { end(b).add_moment(moment); }

  template <class Body>
  void add_gyroscopic(Body b) {
    Space::add_gyroscopic(system_.bodies[index(int(b))], u_, int(b), f_);
  }
  /// Moments into body axes: after the last element.
  void finish() {
    if constexpr (Place::dimensions == 3)
      for (int b = 0; b < count; ++b)
        if (placed_[slot(b)]) {
          const Point moment = places_[slot(b)].pose.to_body(places_[slot(b)].load);
          for (int i = 0; i < 3; ++i) add(b, 3 + i, moment[i]);
        }
  }

 private:
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static constexpr std::size_t slot(int b) { return index(b < 0 ? count : b); }

  Place* located(int b) const {
    if (!placed_[slot(b)]) locate(b);
    return &places_[slot(b)];
  }
  // Once for all elements: they are many, and it is long.
  [[gnu::noinline]] void locate(int b) const {
    places_[slot(b)].locate(pose(b), motion(b));
    placed_[slot(b)] = true;
  }

  const System& system_;
  const Vector<N, Model::nq>& q_;
  const Vector<N, Model::nu>& u_;
  Vector<N, Model::nu>& f_;
  mutable bool placed_[index(count + 1)] = {};
  mutable Place places_[index(count + 1)];
};

}  // namespace taut
