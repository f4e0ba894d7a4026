/// \file
/// MuJoCo: a tree of bodies on hinges, its own coordinates, and each loop closed by an equality
/// constraint `connect`, as its documentation has it. Constraints there are soft: as stiff as the
/// step allows (time constant of two steps, impedance 0.9999), solved by Newton's method to 1e-12.
#include <mujoco/mujoco.h>

#include <functional>
#include <sstream>

#include "bench/program.hpp"

namespace taut::bench {
namespace {

class Engine {
 public:
  explicit Engine(const Layout& layout) {
    mjVFS* const files = static_cast<mjVFS*>(std::malloc(sizeof(mjVFS)));
    mj_defaultVFS(files);
    const std::string xml = describe(layout);
    const int size = static_cast<int>(xml.size());
    mj_makeEmptyFileVFS(files, "model.xml", size);
    std::copy(xml.begin(), xml.end(), static_cast<char*>(files->filedata[0]));
    char error[1000] = "";
    model_ = mj_loadXML("model.xml", files, error, sizeof(error));
    mj_deleteVFS(files);
    std::free(files);
    if (model_ == nullptr) {
      std::fprintf(stderr, "mujoco: %s\n", error);
      std::exit(1);
    }
    data_ = mj_makeData(model_);
    mj_forward(model_, data_);
    for (std::size_t b = 0; b < layout.bodies.size(); ++b)
      id_.push_back(mj_name2id(model_, mjOBJ_BODY, name(static_cast<int>(b)).c_str()));
  }

  void step() { mj_step(model_, data_); }
  // after a step the positions are new and what follows from them is not
  Pose pose(int body) const {
    mj_kinematics(model_, data_);
    const mjtNum* const r = data_->xpos + 3 * id_[static_cast<std::size_t>(body)];
    const mjtNum* const R = data_->xmat + 9 * id_[static_cast<std::size_t>(body)];
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

  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
  std::vector<int> id_;
};

}  // namespace
}  // namespace taut::bench

int main(int count, char** arguments) {
  return taut::bench::main_of<taut::bench::Engine>(count, arguments);
}
