#!/usr/bin/env python3
"""What tools/simulate says without compiling anything: the list, and what it refuses."""

import contextlib
import io
import re
import unittest
import unittest.mock

from simulate_support import ROOT, FolderTest, run, script

from simulation import build, methods, source
from simulation.choice import Choice
from simulation.errors import NO_ENVIRONMENT, REFUSED, Failure
from simulation.methods import METHODS
from simulation.models import FIRST_ORDER, MODELS
from simulation.options import joined, parser

SIMULATE = script("simulate")
GOOD = "--model pendulum --method lie --h 1e-3 --t-end 1"


def choice(words):
    return Choice(parser().parse_args(joined(words.split())))


class Refusals(FolderTest):
    def refusal(self, words):
        """The sentence of a refusal with exit status 2."""
        words = words.split() if isinstance(words, str) else words
        with self.assertRaises(Failure, msg=" ".join(words)) as caught:
            SIMULATE.main(words)
        self.assertEqual(caught.exception.code, REFUSED, " ".join(words))
        sentence = str(caught.exception)
        self.assertNotIn("\n", sentence)
        return sentence

    def assert_refused(self, words, *parts):
        sentence = self.refusal(words)
        for part in parts:
            self.assertIn(part, sentence, f"{words}: {sentence}")

    def test_the_good_command_is_none_of_them(self):
        self.assertEqual(choice(GOOD).steps, 1000)

    def test_what_is_missing_is_named(self):
        self.assert_refused("", "--model is missing", "car_axle")
        self.assert_refused("--model pendulum", "--method is missing", "spook")
        self.assert_refused("--model pendulum --method lie --t-end 1", "--h is missing")
        self.assert_refused("--model pendulum --method lie --h 1e-3", "--t-end is missing")

    def test_unknown_names_are_answered_with_the_known_ones(self):
        self.assert_refused(GOOD + " --frobnicate 1", "unrecognized arguments: --frobnicate")
        self.assert_refused(GOOD + " --scal float", "unrecognized arguments: --scal")
        self.assert_refused("--model pendel --method lie --h 1 --t-end 1", "--model pendel", "pendulum")
        self.assert_refused("--model pendulum --method simplectic --h 1 --t-end 1", "--method simplectic", "vehicle")
        self.assert_refused(GOOD + " --jacobian j4", "--jacobian j4", "none, j1, j2, j3, exact")
        self.assert_refused(GOOD + " --scalar half", "--scalar half", "double, float")
        self.assert_refused(GOOD + " --set colour=1", "--set colour", "gravity_m_s2, length_m, mass_kg")

    def test_a_method_for_holonomic_constraints_refuses_others(self):
        self.assert_refused("--model knife_edge --method srm --h 1e-3 --t-end 1", "srm is for holonomic constraints alone")

    def test_contact_is_for_methods_that_move_it(self):
        for method in METHODS.values():
            if "mechanism" in method.kinds and method.name not in ("lie", "rattle1"):
                h = "" if not method.fixed_step else "--h 1e-3"
                self.assert_refused(f"--model flat_follower_cam --method {method.name} {h} --t-end 1",
                                    f"{method.name} takes no contact", "lie or rattle1")
        self.assert_refused("--model friction_pendulum --method spook --h 1e-3 --t-end 1", "takes no contact")
        self.assert_refused("--model wheelset --method lie --formulation index1-literal --h 1e-3 --t-end 1",
                            "needs --multipliers lagged")
        self.assert_refused(GOOD + " --multipliers lagged", "needs a model whose force depends on its multipliers")

    def test_every_choice_refuses_what_is_not_on_its_list(self):
        for method in METHODS.values():
            for name in method.options:
                option = "--" + name.replace("_", "-")
                words = f"--model pendulum --method {method.name} --h 1e-3 --t-end 1 {option} nonsense"
                self.assert_refused(words, f"{option} nonsense")

    def test_an_option_of_another_method_is_refused_with_those_there_are(self):
        every = {name for method in METHODS.values() for name in method.options}
        values = {"jacobian": "j1", "derivative": "full", "formulation": "index2", "tableau": "heun", "metric": "mass",
                  "weight": "identity", "window": "run", "multipliers": "lagged"}
        for method in METHODS.values():
            for name in every - set(method.options):
                option = "--" + name.replace("_", "-")
                words = f"--model pendulum --method {method.name} --h 1e-3 --t-end 1 {option} {values.get(name, 1)}"
                self.assert_refused(words, f"{option} is no option of {method.name}", "which has --")

    def test_every_stabilization_that_a_method_has_not_is_refused(self):
        every = {name for method in METHODS.values() for name in method.stabilizations}
        for method in METHODS.values():
            for name in every - set(method.stabilizations):
                words = f"--model pendulum --method {method.name} --h 1e-3 --t-end 1 --stabilization {name}"
                expected = "brings its own" if not method.stabilizations else f"does not exist with {method.name}"
                self.assert_refused(words, expected)

    def test_an_option_without_effect_is_refused(self):
        self.assert_refused(GOOD + " --alpha 1 --beta 2", "--alpha needs --stabilization baumgarte")
        self.assert_refused(GOOD + " --iterations 3", "--iterations needs --stabilization iterated")
        self.assert_refused(GOOD + " --jacobian none --derivative full", "--derivative", "explicit Euler")
        self.assert_refused(GOOD.replace("lie", "rk") + " --stabilization s-full --metric mass", "--metric")
        self.assert_refused(GOOD.replace("lie", "srm") + " --alpha1 1", "--alpha1", "first-order")
        self.assert_refused(GOOD + " --squares 2", "--squares")
        for jacobian in ("none", "damping"):
            self.assert_refused(GOOD.replace("lie", "shake1") + f" --jacobian {jacobian} --kappa 0.5",
                                "--kappa needs --jacobian force or full")

    def test_a_jacobian_of_another_method_is_refused_with_those_there_are(self):
        self.assert_refused(GOOD + " --jacobian force", "--jacobian force does not exist with lie", "none, j1, j2, j3, exact")
        self.assert_refused(GOOD.replace("lie", "rattle1") + " --jacobian full", "with rattle1; there is none, damping")
        self.assert_refused(GOOD.replace("lie", "shake1") + " --jacobian j2", "with shake1; there is none, damping, force, full")
        self.assert_refused(GOOD.replace("lie", "gen-alpha1") + " --jacobian damping",
                            "with gen-alpha1; there is none, force, full")

    def test_rho_is_a_share(self):
        for rho in ("-0.1", "1.1", "nan"):
            self.assert_refused([*GOOD.replace("lie", "gen-alpha1").split(), "--rho", rho], "--rho", "from 0 to 1")

    def test_baumgarte_wants_both_parameters_and_index2_the_first_alone(self):
        baumgarte = GOOD + " --stabilization baumgarte"
        self.assert_refused(baumgarte + " --alpha 5", "--alpha and --beta go together")
        self.assert_refused(baumgarte + " --formulation index2 --alpha 5 --beta 5", "--beta")
        self.assert_refused("--model pendulum --method dopri5 --t-end 1 --stabilization baumgarte", "needs --alpha")
        self.assertEqual(choice(baumgarte + " --formulation index2 --alpha 5").code.arguments["alpha"], 5)

    def test_the_mean_of_index2_has_the_change_of_the_constraint_force(self):
        mean = GOOD + " --formulation index2-mean"
        for derivative in ("full", "total"):
            self.assert_refused(mean + f" --derivative {derivative}", f"--derivative {derivative}", "index2-mean")
        self.assertIn("<taut::ForceAndTimeDerivative,", choice(mean).code.type)
        self.assertIn("<taut::FullDerivative,", choice(GOOD).code.type)

    def test_first_order_models_are_for_srm(self):
        for model in MODELS.values():
            for method in METHODS.values():
                if model.kind == FIRST_ORDER and method.name != "srm":
                    self.assert_refused(f"--model {model.name} --method {method.name} --h 1e-3 --t-end 1", "only srm")
        self.assert_refused("--model ascher_lin_61 --method srm --h 1e-3 --t-end 1 --start 1,2", "closed form")
        self.assert_refused("--model ascher_lin_61 --method srm --h 1e-3 --t-end 1 --epsilon 0", "--alpha1 1")
        self.assert_refused("--model pendulum --method srm --h 1e-3 --t-end 1 --epsilon 0", "--alpha1 1")
        self.assert_refused("--model ascher_lin_61 --method srm --h 1e-3 --t-end 1 --residual-limit 1", "has none")

    def test_a_regularisation_with_units_has_no_default(self):
        for weight in ("identity", "transposed"):
            self.assert_refused(GOOD.replace("lie", "srm") + f" --weight {weight}", "needs --epsilon")

    def test_numbers_that_are_none_are_refused(self):
        for option, values in {
                "--h": ("nan", "inf", "-1e-3", "0", "x", "1e-9", "1e400", "1e999999999", "2e9", "1/0", "1_0", "--"),
                "--t-end": ("nan", "inf", "-1", "0", "5e9", "", "1e-3s"),
                "--every": ("0", "-1", "1.5", "nan"),
                "--residual-limit": ("0", "-1", "nan"),
                "--set": ("length_m", "length_m=", "length_m=nan", "length_m=inf", "length_m=1,2", "=1"),
                "--start": ("1,x", "1,nan", "1,2;3,4;5;6", "")}.items():
            for value in values:
                self.assert_refused([*GOOD.split(), option, value], option)

    def test_the_end_is_a_multiple_of_the_step_to_the_last_digit(self):
        self.assert_refused("--model pendulum --method lie --h 7e-4 --t-end 1", "no multiple", "0.9996 or 1.0003")
        self.assert_refused("--model pendulum --method lie --h 2 --t-end 1", "no multiple", "near is 2")
        for h, t_end, steps in (("1e-3", "0.3", 300), ("0.1", "0.3", 3), ("1/30", "1", 30), ("7e-4", "0.7", 1000),
                                ("0.000707106781", "0.707106781", 1000)):
            self.assertEqual(choice(f"--model pendulum --method lie --h {h} --t-end {t_end}").steps, steps)

    def test_a_step_is_counted_as_a_ratio_where_it_is_one(self):
        def exact(h, t_end):
            return choice(f"--model pendulum --method lie --h {h} --t-end {t_end}").exact_step()
        self.assertEqual(exact("1e-3", "1"), (1, 1000))
        self.assertEqual(exact("7e-4", "7"), (7, 10000))
        self.assertEqual(exact("1/30", "1"), (1, 30))
        self.assertIsNone(exact("0.000707106781", "0.707106781"))

    def test_a_float_refuses_a_step_whose_period_it_does_not_resolve(self):
        words = "--model pendulum --method lie --h 7.071e-4 --t-end 7.071"
        self.assert_refused(words + " --scalar float", "float resolves 16 s")
        self.assertEqual(choice(words).steps, 10000)

    def test_files_that_cannot_be_written_are_refused_before_anything_is_compiled(self):
        self.assert_refused(f"{GOOD} --csv {self.folder}/none/rows.csv", "No such file or directory")
        self.assert_refused(f"{GOOD} --csv {self.folder}", "Is a directory")
        self.assert_refused(f"{GOOD} --plot {self.folder}/run.doc", "must end in .png")
        SIMULATE.check_writable(str(self.folder / "new.csv"))
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_users_model_needs_all_three_of_its_options(self):
        header = self.folder / "arm.hpp"
        header.write_text("template <class S> struct Arm {};\n")
        rest = "--method lie --h 1e-3 --t-end 1"
        self.assert_refused(f"--model-header {header} {rest}", "--model-header and --model-type go together")
        self.assert_refused(f"--model-header {header} --model-type Arm<S> {rest}", "needs --start")
        self.assert_refused(f"--model-header {header} --model-type Leg<S> --start 1 {rest}", "has no struct Leg, and no alias")
        self.assert_refused(f"--model-header {header} --model-type Arm;S --start 1 {rest}", "not the name of a type")
        self.assert_refused(f"--model-header {self.folder}/leg.hpp --model-type Arm<S> --start 1 {rest}", "no such file")
        self.assert_refused(f"--model pendulum --model-header {header} --model-type Arm<S> {rest}", "exclude each other")

    def test_a_users_mechanism_of_bodies_and_joints_has_the_parameters_of_its_list(self):
        header = self.folder / "arm.hpp"
        header.write_text("template <class S> struct ArmList { S servo_n_m = S(2); };\n"
                          "template <class S>\nusing Arm = taut::Mechanism<mine::ArmList<S>>;\n")
        words = f"--model-header {header} --model-type mine::Arm<S> --start 1 --method lie --h 1e-3 --t-end 1"
        model = choice(words + " --set servo_n_m=3").model
        self.assertEqual(source.model_type(model), "mine::Arm<S>")
        self.assertIn('visit("servo_n_m", model.system.servo_n_m);', source.each_parameter(model))

    def test_a_member_that_is_not_read_off_the_header_is_left_to_the_compiler(self):
        header = self.folder / "arm.hpp"
        header.write_text('#include "taut/mechanism/mechanism.hpp"\n'
                          "template <class S> struct ArmList { std::array<PlanarBody<S>, 2> bodies; S servo_n_m; };\n"
                          "template <class S>\nusing Arm = taut::Mechanism<mine::ArmList<S>>;\n")
        words = f"--model-header {header} --model-type mine::Arm<S> --start 1 --method lie --h 1e-3 --t-end 1"
        member = words + " --set bodies[1].mass_kg={} --set servo_n_m=3"
        text = source.source(choice(member.format(2)))
        self.assertIn('#line 1 "--set bodies[1].mass_kg"\n'
                      '    visit("bodies[1].mass_kg", '
                      "simulation::number(simulation::element<1>(model.system.bodies).mass_kg));", text)
        self.assertEqual(text.count("#line"), 1)
        self.assertEqual(text, source.source(choice(member.format(3))))
        for name in ("bodies[i].mass_kg", "bodies[-1].mass_kg", "bodies[1]mass_kg", "bodies[1].", "apply()", "", "x;y"):
            self.assert_refused([*words.split(), "--set", f"{name}=1"], f"--set {name}: ", "bodies[0].mass_kg")

    def test_the_axes_of_a_frame_are_not_set_one_by_one(self):
        words = ("--model-header lib/models/mechanisms/four_bar.hpp --model-type taut::models::FourBarMechanism<S> "
                 "--start 0 --method lie --h 1e-3 --t-end 1 --set geometry[1].").replace("lib", str(ROOT / "lib"))
        for name in ("on_a.angle", "on_b.sine", "on_b.cosine", "on_a.x[0]", "on_b.y[1]", "on_b.z[2]"):
            self.assert_refused(words + name + "=1", f"--set geometry[1].{name}: ", "axes of a frame")
        for name in ("on_a.x", "on_b.y", "on_b.point_m[0]", "value"):
            self.assertEqual(choice(words + name + "=1").set, [(f"geometry[1].{name}", 1)])

    def test_the_command_says_it_in_one_line_and_ends_with_2(self):
        done = run("--model pendulum --method bdf --stabilization s-both --h 1e-3 --t-end 1")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr, "simulate: --stabilization s-both does not exist with bdf; there is projection, "
                                      "iterated, none\n")

    def test_a_negative_start_is_no_option(self):
        self.assertEqual(choice(GOOD + " --start -1,0;0,-2").start, {"start_q": "-1,0", "start_u": "0,-2"})


class Plot(FolderTest):
    def test_without_matplotlib_it_says_so_before_anything_is_compiled(self):
        (self.folder / "matplotlib.py").write_text("raise ImportError\n")
        done = run(f"{GOOD} --plot {self.folder}/run.png", env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(self.folder)})
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr,
                         "simulate: --plot needs matplotlib: tools/setup --figures, or apt install python3-matplotlib\n")


class Environment(FolderTest):
    """A build folder of its own, without the compiler or without cmake."""

    def failure(self, **patched):
        with unittest.mock.patch.multiple(build, FOLDER=self.folder, COMMAND=self.folder / "compile_command.txt", **patched):
            with self.assertRaises(Failure) as caught:
                build.executable("int main() {}\n")
        self.assertEqual(caught.exception.code, NO_ENVIRONMENT)
        return str(caught.exception)

    def test_a_compiler_that_is_not_there_is_named(self):
        (self.folder / "compile_command.txt").write_text(f"{self.folder}/g++\n")
        self.assertEqual(self.failure(), f"{self.folder}/g++: No such file or directory")

    def test_a_tree_that_cannot_be_configured_names_the_log(self):
        message = self.failure(ROOT=self.folder)
        self.assertIn(f"failed; see {self.folder}/configure.log", message)


class Tables(unittest.TestCase):
    """The tables of methods.py against the headers of the library, without a compiler."""

    def test_every_name_of_the_tables_is_a_type_of_the_library(self):
        library = "".join(header.read_text() for header in (ROOT / "lib" / "taut").glob("*.hpp"))
        for names in (methods.DERIVATIVES, methods.PARTITIONS, methods.FORMULATIONS, methods.TABLEAUX, methods.METRICS,
                      methods.WEIGHTS, methods.WINDOWS, methods.FORMS, methods.JACOBIANS, methods.EULER_STABILIZATIONS,
                      methods.POST_STABILIZATIONS):
            for name in names.values():
                name = re.match(r"\w+", name)[0]
                self.assertRegex(library, rf"\b(struct|using) {name}\b")

    def test_every_choice_of_a_method_is_another_program(self):
        for method in METHODS.values():
            texts = set()
            for name in method.stabilizations:
                more = " --alpha 1 --beta 1" if name == "baumgarte" else ""
                texts.add(source.source(choice(f"--model pendulum --method {method.name} --h 1e-3 --t-end 1 "
                                               f"--stabilization {name}{more}")))
            self.assertEqual(len(texts), len(method.stabilizations))

    def test_every_jacobian_of_a_method_is_another_program(self):
        for method in METHODS.values():
            allowed = method.values.get("jacobian", ())
            texts = {source.source(choice(f"--model pendulum --method {method.name} --h 1e-3 --t-end 1 --jacobian {name}"))
                     for name in allowed}
            self.assertEqual(len(texts), len(allowed))

    def test_numbers_are_no_part_of_the_program(self):
        base = "--model pendulum --method {} --h {} --t-end 1"
        sweeps = {"lie": "--stabilization baumgarte --alpha {0} --beta {0}", "spook": "--epsilon {0} --tau {0} --slip {0}",
                  "guarded": "--limit {0} --tau {0}",
                  "srm": "--epsilon {0}", "dopri5": "--rtol {0} --atol {0}",
                  "shake1": "--jacobian full --kappa {0}", "gen-alpha1": "--rho 0.{0}"}
        for method, options in sweeps.items():
            one = choice(base.format(method, "1e-3") + " " + options.format(1) + " --every 1 --set length_m=1")
            two = choice(base.format(method, "1e-2") + " " + options.format(2) + " --every 2 --set length_m=2")
            self.assertEqual(source.source(one), source.source(two))
            self.assertNotEqual(one.code.arguments, two.code.arguments)

    def test_defaults_that_depend_on_the_step(self):
        def arguments(words):
            return choice(words).code.arguments
        self.assertEqual(arguments("--model pendulum --method spook --h 1e-3 --t-end 1")["tau_s"], 2e-3)
        srm = "--method srm --h 1e-3 --t-end 1 --substeps 4"
        self.assertEqual(arguments(f"--model pendulum {srm}")["epsilon_steps"], 1)
        self.assertEqual(arguments(f"--model pendulum {srm} --epsilon 1e-3")["epsilon_steps"], 4)
        self.assertEqual(arguments(f"--model ascher_lin_61 {srm}")["epsilon"], 2.5e-4)
        self.assertEqual(arguments(f"--model ascher_lin_61 {srm} --alpha1 1")["epsilon"], 1e-8)


class Listing(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            SIMULATE.main(["--list"])
        cls.text = output.getvalue()

    def test_it_names_every_model_method_and_option(self):
        for name in [*MODELS, *METHODS]:
            self.assertRegex(self.text, rf"(?m)^  {name}\b")
        for method in METHODS.values():
            section = re.search(rf"(?ms)^  {method.name} .*?(?=^  \w|^$)", self.text)[0]
            for name in method.options:
                self.assertIn(f"--{name.replace('_', '-')} ", section)
            if "jacobian" in method.options:
                self.assertIn(f"{'|'.join(method.values['jacobian'])} [", section)
            for name in method.stabilizations:
                self.assertRegex(section, rf"[ |]{name}[ |]")

    def test_it_names_every_header_of_lib_models(self):
        used = {model.header for model in MODELS.values()}
        self.assertEqual(used, {f"models/{header.name}" for header in (ROOT / "lib" / "models").glob("*.hpp")})

    def test_parameters_have_unit_default_and_remark(self):
        for line in (r"    length_m +m +1", r"    gravity_m_s2 +m/s\^2 +13.7503716373294544",
                     r"    proportional_gain_n_s_per_m +N s/m +10 +k_P", r"    road +rad/s +10.0",
                     r"    truck_axles\[1\].stiffness_n_per_m +N/m +2.5e5", r"    tyre.friction +1 +0.85 +mu",
                     r"    truck.inertia_kg_m2\[2\] +kg m\^2 +27000", r"    arm.length_m\[0\] +m +1",
                     r"    drive_torque_n_m +N m +0.033"):
            self.assertRegex(self.text, rf"(?m)^{line}")

    def test_help_ends_well(self):
        done = run("--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("docs/simulate.md", done.stdout)


if __name__ == "__main__":
    unittest.main()
