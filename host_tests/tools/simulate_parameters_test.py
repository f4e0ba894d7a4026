#!/usr/bin/env python3
"""Every parameter that tools/simulate lists is a member of its model: one program binds them all,
tells their defaults and sets each.
"""

import subprocess
import unittest

from simulate_support import FolderTest

from simulation import build, source
from simulation.models import MODELS
from simulation.parameters import parameters, unit_of, unread

PROGRAM = """\
{includes}
#include "simulation/start.hpp"

using S = double;
{structs}
template <class Choice>
void check(const simulation::Arguments& arguments, const char* name) {{
  const auto each = [](auto& model, auto visit) {{ Choice::each_parameter(model, visit); }};
  typename Choice::Model before{{}}, after{{}};
  simulation::set_parameters(arguments, after, each);
  each(before, [&](const char* p, auto& x) {{ std::printf("default %s %s %.17g\\n", name, p, simulation::value_of(x)); }});
  each(after, [&](const char* p, auto& x) {{ std::printf("set %s %s %.17g\\n", name, p, simulation::value_of(x)); }});
}}

int main(int argc, char** argv) {{
  const simulation::Arguments arguments(argc, argv);
{calls}
}}
"""


def program():
    structs = "".join(f"struct Choice_{model.name} {{\n  using Model = {source.model_type(model)};\n"
                      f"{source.each_parameter(model)}\n}};\n" for model in MODELS.values())
    return PROGRAM.format(
        includes="\n".join(f'#include "{header}"' for header in sorted({model.header for model in MODELS.values()})),
        structs=structs,
        calls="\n".join(f'  check<Choice_{name}>(arguments, "{name}");' for name in MODELS))


class EveryParameter(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        names = sorted({p.name for model in MODELS.values() for p in model.parameters()})
        cls.wanted = {name: 1000.5 + i for i, name in enumerate(names)}
        words = [f"set:{name}={value}" for name, value in cls.wanted.items()]
        output = subprocess.run([build.executable(program()), *words], capture_output=True, text=True, check=True).stdout
        cls.told = {tuple(line.split()[:3]): float(line.split()[3]) for line in output.splitlines()}

    def test_defaults_are_those_of_the_compiled_model(self):
        for model in MODELS.values():
            for p in model.parameters():
                self.assertEqual(self.told["default", model.name, p.name], float(p.default), f"{model.name} {p.name}")

    def test_each_can_be_set_and_to_itself_alone(self):
        for model in MODELS.values():
            for p in model.parameters():
                self.assertEqual(self.told["set", model.name, p.name], self.wanted[p.name], f"{model.name} {p.name}")

    def test_no_member_of_a_model_is_left_unread(self):
        for model in MODELS.values():
            self.assertEqual(unread(model.text(), model.struct), [], model.name)

    def test_a_model_has_no_fewer_than_it_had(self):
        counts = {model.name: len(model.parameters()) for model in MODELS.values()}
        self.assertEqual(counts, {
            "pendulum": 3, "car_axle": 6, "circular_track": 6, "four_bar": 8, "arm_on_parabola": 7, "driven_arm": 7,
            "andrews": 42, "slider_crank": 5, "slider_crank_moving": 5, "ladder": 3, "trailer": 60, "knife_edge": 3,
            "flat_follower_cam": 13, "friction_pendulum": 8, "wheelset": 23,
            "oscillator_chain": 3, "ascher_lin_61": 1, "ascher_lin_62": 0, "ascher_lin_63": 1, "ascher_lin_64": 1})


class Reader(FolderTest):
    HEADER = """
    template <class S> struct Part { S mass_kg; Vector<S, 2> arm_m{S(1), S(2)};  ///< lever
    };
    template <class S>
    struct Machine {
      using Scalar = S;
      static constexpr int nq = 2;
      static constexpr AngularFrequency<S> default_drive{2.5};
      // S commented_out = S(1);
      S plain = S(-1.5e-3), two_m = S(2);  ///< both
      std::array<Part<S>, 2> parts{{{S(3), {S(4), S(5)}}, {S(6), {S(7), S(8)}}}};
      Part<S> one;
      std::array<Part<S>, 1> single{{{S(9), {S(10), S(11)}}}};
      AngularFrequency<S> drive = default_drive;
      S computed = S(2) * S(3);
      Other<S> other;
      std::array<Other<S>, 2> made{made_of(S(2)), made_of(half(S(3)))};
      S force(int i) const { S local = S(9); return local; }
     private:
      S hidden = S(1);
    };
    """

    def setUp(self):
        self.read = {p.name: p for p in parameters(self.HEADER, "Machine")}

    def test_names_are_those_of_cpp_and_hidden_ones_are_none(self):
        self.assertEqual(list(self.read), [
            "plain", "two_m", "parts[0].mass_kg", "parts[0].arm_m[0]", "parts[0].arm_m[1]", "parts[1].mass_kg",
            "parts[1].arm_m[0]", "parts[1].arm_m[1]", "one.mass_kg", "one.arm_m[0]", "one.arm_m[1]",
            "single[0].mass_kg", "single[0].arm_m[0]", "single[0].arm_m[1]", "drive", "computed"])

    def test_defaults_follow_braces_members_and_constants(self):
        self.assertEqual([p.default for p in self.read.values()],
                         ["-1.5e-3", "2", "3", "4", "5", "6", "7", "8", "0", "1", "2", "9", "10", "11", "2.5", "?"])

    def test_remarks_and_units(self):
        self.assertEqual((self.read["two_m"].remark, self.read["one.arm_m[1]"].remark), ("both", "lever"))
        self.assertEqual([self.read[name].unit for name in ("plain", "two_m", "one.mass_kg", "drive")],
                         ["1", "m", "kg", "rad/s"])
        self.assertEqual([unit_of(name) for name in ("drive_torque_n_m", "spring_n_per_m", "d_n_s_per_m", "gain_1_s", "J_kg_m2")],
                         ["N m", "N/m", "N s/m", "1/s", "kg m^2"])

    def test_units_of_the_force_elements_of_the_library(self):
        self.assertEqual([unit_of(name) for name in ("limit_nm", "stiffness_nm_per_rad", "damping_nm_s_per_rad",
                                                     "transition_rad_per_s")],
                         ["N m", "N m/rad", "N m s/rad", "rad/s"])

    def test_a_member_of_another_type_is_told(self):
        self.assertEqual(unread(self.HEADER, "Machine"), ["other", "made"])


if __name__ == "__main__":
    unittest.main()
