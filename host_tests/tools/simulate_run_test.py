#!/usr/bin/env python3
"""Runs of tools/simulate: their numbers, rows, exit statuses. Few programs, as each is compiled once."""

import math
import re
import subprocess
import unittest

from simulate_support import ROOT, SIMULATE, FolderTest, run, table

from simulation import build

CAR_AXLE = ("--model car_axle --method lie --jacobian j3 --derivative full --formulation index1 "
            "--stabilization projection --h 1e-3 --t-end 3 --scalar double")
ARM = "--model arm_on_parabola --method rk --tableau heun --stabilization s-full --h 0.01 --t-end 40"
FORCE_ONLY = "--model pendulum --method lie --derivative force-only --h 1e-3"
DOPRI5 = "--model pendulum --method dopri5 --t-end 1"
FIRST_ORDER = "--model ascher_lin_61 --method srm --h 1e-3 --t-end 1 --window run --iterations 3"
# of headers, the same in every run: its path is a part of the programs' names
USERS_FOLDER = build.FOLDER.parent / "simulate_users_model"
SPOOK = "--model pendulum --method spook --scalar float --h 1e-3"


class CarAxle(FolderTest):
    """The command of the documentation."""

    @classmethod
    def setUpClass(cls):
        cls.done = run(CAR_AXLE + " --every 10 --csv -")
        cls.columns, cls.rows = table(cls.done.stdout)

    def test_error_and_drift_are_those_of_the_results(self):
        self.assertEqual(self.done.returncode, 0)
        self.assert_near(self.numbers_after("reference", self.done)[0], 1.85e-4, 0.03)
        drift, at = self.numbers_after("largest |g|", self.done)
        self.assert_near(drift, 2.91e-10, 0.01)
        self.assertTrue(0 < at < 3)
        self.assertLess(self.numbers_after("largest |G u + g_t|", self.done)[0], 1e-14)

    def test_rows_alone_are_on_standard_output(self):
        self.assertEqual(self.columns, "t,q0,q1,q2,q3,u0,u1,u2,u3,lambda0,lambda1,g,gdot".split(","))
        self.assertEqual(len(self.rows), 301)
        self.assertTrue(all(len(row) == 13 for row in self.rows))
        self.assertEqual(len([line for line in self.done.stderr.splitlines() if line.startswith("run ")]), 1)

    def test_who_reads_some_rows_alone_is_told_nothing(self):
        words = ["bash", "-c", f"{SIMULATE} {CAR_AXLE} --csv - | head -n 1"]
        done = subprocess.run(words, capture_output=True, text=True)
        self.assertEqual((done.stdout[:5], done.stderr), ("t,q0,", ""))

    def test_row_0_is_the_start_and_the_last_is_the_end(self):
        self.assertEqual([float(x) for x in self.rows[0][:9]], [0, 0, 0.5, 1, 0.5, -0.5, 0, -0.5, 0])
        self.assertEqual([float(row[0]) for row in self.rows], [n / 100 for n in range(301)])

    def test_a_file_holds_the_same_rows(self):
        file = self.folder / "rows.csv"
        done = run(CAR_AXLE + f" --every 10 --csv {file}")
        self.assertEqual(done.stderr, "")
        self.assertEqual(file.read_text(), self.done.stdout)
        self.assertEqual(self.numbers_after("csv", done), [301])

    def test_the_last_state_is_a_row_whatever_its_number(self):
        _, rows = table(run(CAR_AXLE + " --every 2000 --csv -").stdout)
        self.assertEqual([float(row[0]) for row in rows], [0, 2, 3])

    def test_a_second_run_compiles_nothing(self):
        before = {file: file.stat().st_mtime_ns for file in build.FOLDER.iterdir()}
        run(CAR_AXLE.replace("1e-3", "2e-3"))
        self.assertEqual({file: file.stat().st_mtime_ns for file in build.FOLDER.iterdir()}, before)

    def test_no_reference_is_named_where_none_holds(self):
        self.assertIn("none known", run(CAR_AXLE.replace("--t-end 3", "--t-end 2.5")).stdout)
        self.assertIn("none known", run(CAR_AXLE + " --set gravity=1").stdout)


class RungeKutta(FolderTest):
    def test_the_drift_of_heun_with_s_full_is_that_of_table_6_1(self):
        done = run(ARM)
        self.assertEqual(done.returncode, 0)
        self.assert_near(self.numbers_after("largest |G u + g_t|", done)[0], 1.2e-8, 0.05)
        self.assert_near(self.numbers_after("largest |g|", done)[0], 6.1e-10, 0.01)
        change, start, end, largest = self.numbers_after("energy", done)
        self.assertAlmostEqual(end - start, change, places=2)
        self.assertGreaterEqual(largest, change)


class ForceOnly(FolderTest):
    """A pendulum that blows up, as the constraint force is its stiffness."""

    def test_a_diverged_run_says_where_and_keeps_its_rows(self):
        file = self.folder / "rows.csv"
        done = run(f"{FORCE_ONLY} --t-end 100 --every 1000 --csv {file}")
        self.assertEqual((done.returncode, done.stdout), (3, ""))
        self.assertRegex(done.stderr, r"\Asimulate: step 74145 was refused at t = 74.145 s: residual too large, "
                                      r"\|g\| > 1 \(--residual-limit\); largest \|g\| before 0.657; 75 rows in .*\n\Z")
        _, rows = table(file.read_text())
        self.assertEqual([float(row[0]) for row in rows], list(range(75)))

    def test_the_limit_is_an_option(self):
        self.assertIn("step 74126 was refused", run(f"{FORCE_ONLY} --t-end 100 --residual-limit 1e-3").stderr)
        self.assertEqual(run(f"{FORCE_ONLY} --t-end 100 --residual-limit inf").returncode, 0)

    def test_seventeen_digits_read_back_to_the_same_bits(self):
        _, rows = table(run(f"{FORCE_ONLY} --t-end 1 --csv -").stdout)
        for row in rows:
            x, y, g = float(row[1]), float(row[2]), float(row[6])
            # what the stepper computed from its own bits
            self.assertEqual(math.sqrt((x * x + y * y - 1) ** 2), g)
        self.assertGreater(len({row[6] for row in rows}), 500)

    def test_a_parameter_moves_the_start_and_the_summary_says_how_far(self):
        done = run(f"{FORCE_ONLY} --t-end 0.1 --csv - --set length_m=2 --set gravity_m_s2=9.81")
        self.assertRegex(done.stderr, r"(?m)^start +made consistent: q0 moved by 1, the others by less$")
        _, rows = table(done.stdout)
        self.assertEqual([float(x) for x in rows[0]], [0, 2, 0, 0, 0, 0, 0, 0])
        last = [float(x) for x in rows[-1]]
        self.assertLess(abs(math.hypot(last[1], last[2]) - 2), 1e-9)
        self.assert_near(last[2], -9.81 * 0.1**2 / 2, 0.02)

    def test_what_did_not_move_is_not_told(self):
        for start, told in (("1,0;0,2", "already consistent"),
                            ("1,0;3,2", "made consistent: u0 moved by 3, the others by less"),
                            ("1.5,0;3,2", "made consistent: q0 moved by 0.5, u0 moved by 3, the others by less")):
            done = run(f"{FORCE_ONLY} --t-end 0.1 --start {start}")
            self.assertRegex(done.stdout, rf"(?m)^start +{told}$")

    def test_a_given_start_is_made_consistent(self):
        done = run([*FORCE_ONLY.split(), *"--t-end 0.1 --csv - --start".split(), "3,4;1,0"])
        _, rows = table(done.stdout)
        q0, q1, u0, u1 = (float(x) for x in rows[0][1:5])
        self.assertAlmostEqual(q0, 0.6, places=15)
        self.assertAlmostEqual(q1, 0.8, places=15)
        self.assertAlmostEqual(u0, 0.64, places=15)
        self.assertAlmostEqual(u1, -0.48, places=15)

    def test_a_start_that_cannot_be_consistent_is_refused(self):
        done = run(f"{FORCE_ONLY} --t-end 1 --set mass_kg=0")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr, "simulate: no consistent start near the given one: singular mass matrix\n")
        done = run(f"{FORCE_ONLY} --t-end 1 --start 0,0")
        self.assertEqual(done.returncode, 2)
        self.assertIn("rank-deficient constraints", done.stderr)
        done = run(f"{FORCE_ONLY} --t-end 1 --start 1,0,0")
        self.assertEqual((done.returncode, done.stderr),
                         (2, "simulate: --start gives 3 values of q, the model has 2\n"))

    def test_a_disk_that_is_full_is_told(self):
        done = run(f"{FORCE_ONLY} --t-end 1 --csv /dev/full")
        self.assertEqual((done.returncode, done.stderr), (1, "simulate: the rows could not be written\n"))


class SecondOrder(FolderTest):
    """Ten times the step, a hundred times the error; numbers of the pages of these methods."""

    def test_rattle_is_of_second_order_and_keeps_the_energy(self):
        rattle = "--model pendulum --method rattle1 --h {} --t-end {}"
        error = [self.numbers_after("reference", run(rattle.format(h, 0.5)))[0] for h in ("1e-2", "1e-3")]
        self.assert_near(error[0] / error[1], 100, 0.02)
        self.assertLess(abs(self.numbers_after("energy", run(rattle.format("1e-3", 100)))[0]), 1e-8)

    def test_generalised_alpha_takes_rho(self):
        alpha = "--model pendulum --method gen-alpha1 --h 1e-3 --t-end 0.5 --rho {}"
        error = [self.numbers_after("reference", run(alpha.format(rho)))[0] for rho in (0.8, 0.3)]
        self.assert_near(error[0], 1.09e-5, 0.02)
        self.assertGreater(error[1], 1.5 * error[0])

    def test_shake_takes_kappa(self):
        shake = "--model car_axle --method shake1 --jacobian force --h 1e-3 --t-end 3 --kappa {}"
        error = [self.numbers_after("reference", run(shake.format(kappa)))[0] for kappa in (0.25, 0)]
        self.assert_near(error[0], 3.07e-4, 0.02)
        self.assert_near(error[1], 1.47e-4, 0.02)


class Guards(FolderTest):
    def test_spook_lets_a_blade_slip(self):
        # A u = slip lambda, the side force up to 2 m a = 9.81 N
        done = run("--model knife_edge --method spook --h 1e-3 --t-end 3 --slip 0.01")
        self.assert_near(self.numbers_after("largest |G u", done)[0], 0.106, 0.02)

    def test_the_guard_lets_smooth_motion_be_rattles(self):
        pendulum = "--model pendulum --method guarded --h 1e-3 --t-end 0.5 --limit {}"
        error = [self.numbers_after("reference", run(pendulum.format(limit)))[0] for limit in (1, 0)]
        self.assertGreater(error[1], 100 * error[0])


class Contact(FolderTest):
    """Models with algebraic coordinates, and forces that depend on the multipliers."""

    CAM = "--model flat_follower_cam --method rattle1 --h 1e-3 --t-end 1"

    def test_algebraic_coordinates_are_columns_after_the_multipliers(self):
        columns, rows = table(run(f"{self.CAM} --csv -").stdout)
        self.assertEqual(columns, "t,q0,q1,u0,u1,lambda0,s0,g,gdot".split(","))
        for row in rows:
            t, alpha, y, _, _, normal_force, sigma = map(float, row[:7])
            at = math.atan2(0.03 * math.sin(alpha), 0.02 * math.cos(alpha))
            self.assertLess(abs(math.remainder(alpha - sigma - at, 2 * math.pi)), 1e-7, t)
            self.assertLess(abs(0.005 * math.sin(alpha) + math.hypot(0.03 * math.sin(alpha), 0.02 * math.cos(alpha)) - y),
                            1e-8, t)
            self.assertGreater(normal_force, 0)

    def test_a_start_gives_them_after_the_velocities(self):
        _, rows = table(run([*self.CAM.split(), "--csv", "-", "--start", "1,0.03;20,0;0.5"]).stdout)
        alpha, sigma = float(rows[0][1]), float(rows[0][6])
        self.assert_near(sigma, alpha - math.atan2(0.03 * math.sin(alpha), 0.02 * math.cos(alpha)), 1e-9)
        done = run([*self.CAM.split(), "--start", "1,0.03;20,0;0.5,0.5"])
        self.assertEqual(done.returncode, 2)
        self.assertIn("--start gives 2 values of s, the model has 1", done.stderr)

    def test_a_follower_that_lifts_off_stops_the_run(self):
        done = run(self.CAM + " --set no_load_speed_rad_s=200")
        self.assertEqual(done.returncode, 3)
        self.assertIn("step 68 was refused at t = 0.068 s: contact lost", done.stderr)

    def test_friction_wastes_energy(self):
        done = run("--model friction_pendulum --method lie --jacobian j2 --h 1e-3 --t-end 3")
        self.assertEqual(done.returncode, 0)
        self.assert_near(self.numbers_after("energy", done)[0], -0.592, 1e-3)
        self.assertLess(self.numbers_after("largest |g|", done)[0], 1e-11)

    def test_a_wheelset_is_where_the_reference_has_it_after_ten_seconds(self):
        done = run("--model wheelset --method rattle1 --corrections 0 --h 1e-3 --t-end 10")
        self.assert_near(self.numbers_after("reference", done)[0], 1.988e-4, 0.01)


class DormandPrince(FolderTest):
    def test_rows_are_accepted_steps_or_multiples_of_h(self):
        done = run(DOPRI5 + " --csv -")
        accepted, rejected = self.numbers_after("steps", done)[:2]
        _, rows = table(done.stdout)
        self.assertEqual((len(rows), rejected), (accepted + 1, 1))
        self.assertEqual(float(rows[-1][0]), 1)
        _, rows = table(run(DOPRI5 + " --csv - --h 1/8 --every 2").stdout)
        self.assertEqual([float(row[0]) for row in rows], [0, 0.25, 0.5, 0.75, 1])

    def test_tolerances_are_heeded(self):
        coarse, fine = (self.numbers_after("reference", run(DOPRI5 + f" --rtol {tolerance} --atol {tolerance}"))[0]
                        for tolerance in ("1e-6", "1e-10"))
        self.assertTrue(1e-7 < coarse < 1e-5, coarse)
        self.assertTrue(1e-12 < fine < 1e-9, fine)

    def test_a_run_that_needs_too_many_steps_stops_and_keeps_its_rows(self):
        done = run(DOPRI5 + " --csv - --max-steps 10")
        self.assertEqual(done.returncode, 3)
        self.assertRegex(done.stderr, r"\Asimulate: stopped after \d+ accepted steps at t = 0\.\d+ s: too many steps; ")
        self.assertEqual(len(table(done.stdout)[1]), 11)


class OtherMethods(FolderTest):
    def test_angles_that_differ_by_turns_are_no_error(self):
        # the reference counts 5.48 rad where the stepper has -0.81
        done = run("--model slider_crank --method lie --h 1e-3 --t-end 0.1")
        self.assert_near(self.numbers_after("reference", done)[0], 2.2e-4, 0.01)

    def test_an_example_of_first_order_is_near_its_closed_form(self):
        done = run(FIRST_ORDER + " --csv - --every 100")
        self.assert_near(self.numbers_after("reference", done)[0], 2.432e-7, 0.01)
        columns, rows = table(done.stdout)
        self.assertEqual(columns, "t,q0,q1,u0,u1,lambda0,g,gdot".split(","))
        x = [float(value) for value in rows[-1]]
        self.assert_near(x[1], math.exp(-1), 1e-6)
        self.assert_near(x[3], -math.exp(-1), 1e-3)
        self.assert_near(x[5], math.exp(1), 1e-3)

    def test_its_epsilon_is_heeded(self):
        self.assertGreater(self.numbers_after("reference", run(FIRST_ORDER + " --epsilon 1e-2"))[0], 1e-6)

    def test_spook_in_float_keeps_within_the_residual_that_its_page_names(self):
        done = run(SPOOK + " --t-end 100")
        self.assertEqual(done.returncode, 0)
        self.assertTrue(1e-5 < self.numbers_after("largest |g|", done)[0] < 8e-5)

    def test_its_relaxation_time_is_heeded(self):
        loose = self.numbers_after("largest |g|", run(SPOOK + " --t-end 1 --tau 0.1"))[0]
        tight = self.numbers_after("largest |g|", run(SPOOK + " --t-end 1 --tau 0.002"))[0]
        default = self.numbers_after("largest |g|", run(SPOOK + " --t-end 1"))[0]
        self.assertEqual(default, tight)
        self.assertGreater(loose, 2 * tight)


class UsersModel(FolderTest):
    """A header of no folder of the library, which includes another one."""

    MODEL = """
    #pragma once
    #include "part.hpp"
    #include "taut/model.hpp"
    namespace mine {
    template <class S>
    struct Bob {
      using Scalar = S;
      static constexpr int nq = 2, nc = 1;
      static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;
      S length_m = S(1);
      std::array<Thrust<S>, 1> thrust;
      taut::Vector<S, 2> mass_matrix() const { return {S(1), S(1)}; }
      template <class N>
      taut::Vector<N, 2> force(const taut::Vector<N, 2>&, const taut::Vector<N, 2>&,
                               const taut::Signals<Bob, N>&) const {
        return {N(0), N(S(weight) + thrust[0].up_n[1])};
      }
      template <class N>
      taut::Vector<N, 1> constraint(const taut::Vector<N, 2>& q, const taut::Signals<Bob, N>&) const {
        return taut::Vector<N, 1>(q[0] * q[0] + q[1] * q[1] - length_m * length_m);
      }
    };
    }
    """

    PART = """
    #include "taut/model.hpp"
    template <class S>
    struct Thrust {
      taut::Vector<S, 2> up_n{S(0), S(0)};
      int count = 1;
      static constexpr S most_n = S(1);
    };
    """

    def setUp(self):
        super().setUp()
        self.folder = USERS_FOLDER
        self.folder.mkdir(parents=True, exist_ok=True)

    def run_model(self, part, more=()):
        (self.folder / "bob.hpp").write_text(self.MODEL)
        (self.folder / "part.hpp").write_text(self.PART + part)
        return run(["--model-header", self.folder / "bob.hpp", "--model-type", "mine::Bob<S>", "--start", "1.1,0",
                    *"--method vehicle --h 1e-3 --t-end 0.1 --csv -".split(), *more])

    def test_it_runs_and_is_compiled_again_when_what_it_includes_changes(self):
        done = self.run_model("constexpr double weight = -10;\n", ["--set", "length_m=2"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("q0 moved by 0.9", done.stderr)
        columns, rows = table(done.stdout)
        self.assertEqual(columns, "t,q0,q1,u0,u1,lambda0,g,gdot".split(","))
        self.assert_near(float(rows[-1][2]), -0.05, 0.02)
        changed = self.run_model("constexpr double weight = -20;\n", ["--set", "length_m=2"])
        self.assert_near(float(table(changed.stdout)[1][-1][2]), -0.1, 0.02)

        lifted = self.run_model("constexpr double weight = -20;\n",
                                ["--set", "length_m=2", "--set", "thrust[0].up_n[1]=20"])
        self.assertEqual(float(table(lifted.stdout)[1][-1][2]), 0, lifted.stderr)

        precompiled = list(build.FOLDER.glob("*.gch"))
        broken = self.run_model("#error this header is broken\n")
        self.assertEqual(list(build.FOLDER.glob("*.gch")), precompiled)
        self.assertEqual((broken.returncode, broken.stdout), (1, ""))
        self.assertRegex(broken.stderr, r"\Asimulate: the program did not compile: .*this header is broken; see \S+\.log\n\Z")

    def test_a_member_that_does_not_exist_is_refused_in_one_line(self):
        for name, told in {"thrust[0].up": "no member named .up.", "thrust[1].up_n[0]": "the index is past the end",
                           "thrust[0].count": "it is not a number of the scalar",
                           "thrust[0].most_n": "it is a constant"}.items():
            done = self.run_model("constexpr double weight = -10;\n", ["--set", f"{name}=1"])
            self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
            self.assertRegex(done.stderr, rf"\Asimulate: --set {re.escape(name)}: .*{told}.*\n\Z")


class BodiesAndJoints(FolderTest):
    """The four-bar of docs/build_a_mechanism.md."""

    FOUR_BAR = ["--model-header", ROOT / "lib/models/mechanisms/four_bar.hpp",
                "--model-type", "taut::models::FourBarMechanism<S>",
                "--start", "0.25,0.43,1.05,1.60,1.40,0.50,2.60,1.00,1.50",
                *"--method rattle1 --h 1e-3 --t-end 1".split()]

    def set(self, mass_kg, gravity_m_s2):
        return run([*self.FOUR_BAR, "--csv", "-", "--every", "1000", "--set", f"bodies[0].mass_kg={mass_kg}",
                    "--set", f"gravity.acceleration_m_s2[1]={gravity_m_s2}"])

    def test_parameters_are_those_of_the_list(self):
        columns, rows = table(self.set(1, -9.81).stdout)
        before = {file: file.stat().st_mtime_ns for file in build.FOLDER.iterdir()}
        floating = table(self.set(1, 0).stdout)[1]
        heavy = table(self.set(2, -9.81).stdout)[1]
        crank = columns.index("u2")
        self.assertLess(abs(float(floating[-1][crank])), 1e-20)
        self.assertGreater(abs(float(rows[-1][crank])), 0.1)
        self.assertGreater(abs(float(heavy[-1][crank]) - float(rows[-1][crank])), 0.01)
        self.assertEqual({file: file.stat().st_mtime_ns for file in build.FOLDER.iterdir()}, before)

    def test_the_energy_is_that_of_the_bodies_and_of_the_potential_of_the_list(self):
        done = self.set(1, -9.81)
        change, start, end, _ = self.numbers_after("energy", done)
        columns, rows = table(done.stdout)
        row = dict(zip(columns, map(float, rows[0])))
        self.assertAlmostEqual(start, 9.81 * (1 * row["q1"] + 2.5 * row["q4"] + 2 * row["q7"]), places=3)
        self.assertLess(abs(change), 1e-2)
        self.assertLess(abs(self.numbers_after("energy", self.set(1, 0))[1]), 1e-12)

    def test_a_list_without_a_potential_has_no_energy_line_and_a_function_of_the_users_comes_first(self):
        own = "template <class M, class Q, class U> double energy(const M&, const Q&, const U& u) { return 7 + u[2]; }"
        USERS_FOLDER.mkdir(parents=True, exist_ok=True)
        for energy, lines in (("", 0), (own, 1)):
            header = USERS_FOLDER / f"turn_{lines}.hpp"
            header.write_text(f"""
                #include "taut/mechanism/mechanism.hpp"
                namespace mine {{
                template <class S> struct TurnList {{
                  using Scalar = S;
                  static constexpr std::array joints{{taut::revolute(taut::ground, 0, "pin")}};
                  std::array<taut::PlanarBody<S>, 1> bodies{{taut::PlanarBody<S>{{S(1), S(1)}}}};
                  std::array<taut::PlanarGeometry<S>, 1> geometry{{}};
                  template <class Acting, class Sig> void apply_forces(Acting&, const Sig&) const {{}}
                }};
                template <class S> using Turn = taut::Mechanism<TurnList<S>>;
                {energy}
                }}
            """)
            done = run(["--model-header", header, "--model-type", "mine::Turn<S>", "--start", "0,0,0;0,0,2",
                        *"--method rattle1 --h 1e-3 --t-end 0.1".split()])
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stdout.count("energy"), lines)
        self.assertEqual(self.numbers_after("energy", done)[1], 9)


if __name__ == "__main__":
    unittest.main()
