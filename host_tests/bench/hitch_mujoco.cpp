/// \file
/// The hitch of hitch.hpp by MuJoCo: free bodies, the hitch an equality constraint `connect` as in
/// mujoco.cpp, the suspensions spatial tendons.
#include <sstream>

#include "bench/hitch.hpp"
#include "bench/mujoco_model.hpp"

namespace taut::bench {
namespace {

class Engine {
 public:
  void step() { mj_step(mujoco_.model, mujoco_.data); }
  // after a step the positions are new and what follows from them is not
  Triple point(int body, const Triple& s) const {
    mj_kinematics(mujoco_.model, mujoco_.data);
    const mjtNum* const r = mujoco_.data->xpos + 3 * (body + 1);
    const mjtNum* const R = mujoco_.data->xmat + 9 * (body + 1);
    Triple P;
    for (std::size_t i = 0; i < 3; ++i)
      P[i] = r[i] + R[3 * i] * s[0] + R[3 * i + 1] * s[1] + R[3 * i + 2] * s[2];
    return P;
  }

 private:
  static std::string words(const Triple& x) {
    std::ostringstream out;
    out.precision(17);
    out << "'" << x[0] << ' ' << x[1] << ' ' << x[2] << "'";
    return out.str();
  }
  static std::string describe() {
    std::ostringstream xml, tendons;
    xml.precision(17);
    tendons.precision(17);
    xml << "<mujoco><option timestep='" << step_s << "' gravity='0 0 " << gravity_m_s2
        << "' solver='Newton' tolerance='1e-12'/><worldbody>";
    const std::array<Suspension, 8> springs = suspensions();
    for (std::size_t i = 0; i < 8; ++i) {
      xml << "<site name='ground" << i << "' pos=" << words(springs[i].on_ground_m) << "/>";
      tendons << "<spatial springlength='" << springs[i].length_m << "' stiffness='"
              << springs[i].stiffness_n_per_m << "' damping='" << springs[i].damping_n_s_per_m
              << "'><site site='ground" << i << "'/><site site='wheel" << i << "'/></spatial>";
    }
    for (std::size_t b = 0; b < 2; ++b) {
      const HitchBody& body = hitch_bodies[b];
      xml << "<body name='body" << b << "' pos=" << words(body.start_m)
          << "><freejoint/><inertial pos='0 0 0' mass='" << body.mass_kg
          << "' diaginertia=" << words(body.inertia_kg_m2) << "/>";
      for (std::size_t i = 0; i < 8; ++i)
        if (springs[i].body == static_cast<int>(b))
          xml << "<site name='wheel" << i << "' pos=" << words(springs[i].on_body_m) << "/>";
      xml << "</body>";
    }
    xml << "</worldbody><equality><connect body1='body0' body2='body1' anchor="
        << words(hitch_bodies[0].hitch_m) << " solref='" << 2 * step_s
        << " 1' solimp='0.9999 0.9999 0.001'/></equality><tendon>" << tendons.str()
        << "</tendon></mujoco>";
    return xml.str();
  }

  MujocoModel mujoco_{describe()};
};

}  // namespace
}  // namespace taut::bench

int main(int count, char** arguments) {
  return taut::bench::main_of_hitch<taut::bench::Engine>(count, arguments);
}
