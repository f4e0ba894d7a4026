/// \file
/// MuJoCo: a tree of bodies on hinges, its own coordinates, and each loop closed by an equality
/// constraint `connect`, as its documentation has it. Constraints there are soft: as stiff as the
/// step allows (time constant of two steps, impedance 0.9999), solved by Newton's method to 1e-12.
#include <functional>
#include <sstream>

#include "bench/mujoco_model.hpp"
#include "bench/program.hpp"

namespace taut::bench {
namespace {

class Engine {
 public:
  explicit Engine(const Layout& layout) : mujoco_(describe(layout)) {
    for (std::size_t b = 0; b < layout.bodies.size(); ++b)
      id_.push_back(mj_name2id(mujoco_.model, mjOBJ_BODY, name(static_cast<int>(b)).c_str()));
  }

  void step() { mj_step(mujoco_.model, mujoco_.data); }
  // after a step the positions are new and what follows from them is not
  Pose pose(int body) const {
    mj_kinematics(mujoco_.model, mujoco_.data);
    const mjtNum* const r = mujoco_.data->xpos + 3 * id_[static_cast<std::size_t>(body)];
    const mjtNum* const R = mujoco_.data->xmat + 9 * id_[static_cast<std::size_t>(body)];
    return {r[0], r[1], std::atan2(R[3], R[0])};
  }

 private:
  static std::string name(int body) { return "body" + std::to_string(body); }

  // The model in its own language.
  static std::string describe(const Layout& layout) {
    const int count = static_cast<int>(layout.bodies.size());
    std::vector<std::vector<const Hinge*>> children(static_cast<std::size_t>(count) + 1);
    std::vector<bool> placed(static_cast<std::size_t>(count), false);
    std::ostringstream xml, loops;
    xml.precision(17);
    loops.precision(17);
    for (const Hinge& hinge : layout.hinges) {
      const auto b = static_cast<std::size_t>(hinge.b);
      if (!placed[b]) {
        placed[b] = true;
        children[static_cast<std::size_t>(hinge.a + 1)].push_back(&hinge);
      } else {
        loops << "<connect body1='" << name(hinge.a) << "' body2='" << name(hinge.b) << "' anchor='"
              << hinge.ax << ' ' << hinge.ay << " 0' solref='" << 2 * layout.step_s
              << " 1' solimp='0.9999 0.9999 0.001'/>";
      }
    }
    const std::function<void(int)> put_children = [&](int parent) {
      const Body ground{0, 0, 0, 0, 0};
      const Body& p = parent < 0 ? ground : layout.bodies[static_cast<std::size_t>(parent)];
      for (const Hinge* const hinge : children[static_cast<std::size_t>(parent + 1)]) {
        const Body& b = layout.bodies[static_cast<std::size_t>(hinge->b)];
        const double c = std::cos(p.angle), s = std::sin(p.angle), turned = b.angle - p.angle;
        const double dx = b.x - p.x, dy = b.y - p.y;
        xml << "<body name='" << name(hinge->b) << "' pos='" << c * dx + s * dy << ' '
            << c * dy - s * dx << " 0' quat='" << std::cos(turned / 2) << " 0 0 "
            << std::sin(turned / 2) << "'><inertial pos='0 0 0' mass='" << b.mass_kg
            << "' diaginertia='" << b.inertia_kg_m2 / 2 << ' ' << b.inertia_kg_m2 / 2 << ' '
            << b.inertia_kg_m2 << "'/><joint type='hinge' axis='0 0 1' pos='" << hinge->bx << ' '
            << hinge->by << " 0'/>";
        put_children(hinge->b);
        xml << "</body>";
      }
    };
    xml << "<mujoco><option timestep='" << layout.step_s << "' gravity='0 " << layout.gravity_m_s2
        << " 0' solver='Newton' tolerance='1e-12'/><worldbody>";
    put_children(-1);
    xml << "</worldbody><equality>" << loops.str() << "</equality></mujoco>";
    return xml.str();
  }

  MujocoModel mujoco_;
  std::vector<int> id_;
};

}  // namespace
}  // namespace taut::bench

int main(int count, char** arguments) {
  return taut::bench::main_of<taut::bench::Engine>(count, arguments);
}
