#!/usr/bin/env python3
"""Loops that the host closes around plants on the emulated board: step responses, and the same bits.

    hil_test.py FOUR_BAR_IMAGE TRUCK_IMAGE BOARD
"""

import dataclasses
import random
import re
import signal
import subprocess
import sys
import time
import unittest

from simulate_support import ROOT, FolderTest

from simulation.errors import Failure
from telemetry import frames, messages
from telemetry.board import Board
from telemetry.emulator import Emulator
from telemetry.loops import LOOPS, Response, closed

HIL = ROOT / "tools" / "hil"
FOUR_BAR, TRUCK, BOARD = sys.argv[1:4]
del sys.argv[1:4]


class Slow:
    """A line that takes its time, other times each time, and cuts what is written."""

    def __init__(self, port, seed):
        self.port, self.random = port, random.Random(seed)

    def read(self, seconds):
        return self.port.read(seconds)

    def write(self, data):
        if self.random.random() < 0.1:
            time.sleep(self.random.random() * 0.05)
        cut = self.random.randrange(len(data))
        self.port.write(data[:cut])
        self.port.write(data[cut:])


def run(image, name, slow=None, **changes):
    """(records, board, loop) of a run in lock-step."""
    loop = dataclasses.replace(LOOPS[name], **changes)
    with Emulator(image, BOARD) as emulator:
        board = Board(Slow(emulator.port, slow) if slow is not None else emulator.port)
        board.describe()
        return closed(board, loop), board, loop


def states(records):
    """All but the cost, which the emulator's clock rounds by an instruction, and the health, which tells of ticks that
    a loaded computer's emulator gives late."""
    return [dataclasses.replace(record, cost=0, health=0) for record in records]


def response(records, loop):
    return Response.of(loop, [r.time_s for r in records], [loop.measured(r) for r in records])


class StepResponses(unittest.TestCase):
    def assert_sound(self, records, board, h_s, decimation):
        self.assertEqual((board.receiver.lost, board.receiver.damaged, board.refused), (0, 0, 0))
        self.assertEqual([r.steps for r in records], [decimation * n for n in range(len(records))])
        for r in records:
            self.assertAlmostEqual(r.time_s, r.steps * h_s, 9)
            self.assertEqual((r.overruns, r.failures, r.dropped), (0, 0, 0))
            self.assertEqual(messages.MODES[r.mode], "stopped")

    def test_the_crank_of_the_four_bar_keeps_its_speed(self):
        records, board, loop = run(FOUR_BAR, "four_bar")
        self.assert_sound(records, board, 1e-3, 10)
        got = response(records, loop)
        self.assertAlmostEqual(got.rise_s, 0.07, delta=0.011)
        self.assertAlmostEqual(got.overshoot, 0.081, delta=0.01)
        self.assertLess(abs(got.error), 1e-4)
        self.assertLess(got.ripple, 0.09)  # the weight of the rods, twice a turn
        self.assertLess(max(r.g for r in records), 2e-6)
        turns = records[-1].time_s - loop.step_at_s
        self.assertGreater(turns * loop.step, 5 * 3.14)  # it goes round

    def test_the_truck_keeps_its_yaw_rate(self):
        records, board, loop = run(TRUCK, "truck")
        self.assert_sound(records, board, 4e-3, 5)
        got = response(records, loop)
        self.assertAlmostEqual(got.rise_s, 0.46, delta=0.05)
        self.assertAlmostEqual(got.overshoot, 0.064, delta=0.01)
        self.assertLess(abs(got.error), 0.005)
        self.assertLess(got.ripple, 0.08)  # the bumps of the road
        self.assertGreater(abs(records[-1].q[1]), 20)  # m to the side

    def test_without_a_controller_neither_follows(self):
        for image, name in ((FOUR_BAR, "four_bar"), (TRUCK, "truck")):
            records, _, loop = run(image, name, gain=0.0, integral_gain=0.0, end_s=3.0)
            self.assertGreater(response(records, loop).ripple, 0.9, name)


class LockStep(unittest.TestCase):
    def test_the_bits_do_not_depend_on_the_speed_of_the_host(self):
        for image, name in ((FOUR_BAR, "four_bar"), (TRUCK, "truck")):
            prompt, _, _ = run(image, name, end_s=1.0)
            again, _, _ = run(image, name, end_s=1.0)
            slow, _, _ = run(image, name, slow=1, end_s=1.0)
            self.assertEqual(states(prompt), states(again), name)
            self.assertEqual(states(prompt), states(slow), name)

    def test_a_reset_brings_back_the_bits_of_the_start(self):
        with Emulator(FOUR_BAR, BOARD) as emulator:
            board = Board(emulator.port)
            board.describe()
            loop = dataclasses.replace(LOOPS["four_bar"], end_s=1.5)
            first = closed(board, loop)
            second = closed(board, loop)
        # the first began with the inputs of the image in its state
        self.assertEqual([(r.steps, r.q, r.u) for r in first], [(r.steps, r.q, r.u) for r in second])

    def test_a_parameter_changes_the_plant_and_a_refused_one_does_not(self):
        with Emulator(FOUR_BAR, BOARD) as emulator:
            board = Board(emulator.port)
            board.describe()
            gravity = board.index_of("parameter", "gravity_m_s2")

            def half_a_second():
                self.assertEqual(board.command(frames.RESET), "accepted")
                self.assertEqual(board.command(frames.RUN, messages.run_payload(500)), "accepted")
                while found := board.messages(10):
                    for message in found:
                        if isinstance(message, messages.Record) and message.steps == 500:
                            # what was dropped before depends on the speed of the host
                            return dataclasses.replace(message, dropped=0)
                self.fail("no record of step 500")

            falling = half_a_second()
            heavy, none = (messages.set_payload(gravity, value, "f") for value in (21, 0))
            self.assertEqual(board.command(frames.SET_PARAMETER, heavy), "out of range")
            self.assertEqual(half_a_second(), falling)
            self.assertEqual(board.command(frames.SET_PARAMETER, none), "accepted")
            floating = half_a_second()
            self.assertGreater(abs(falling.u[2]), 1)
            self.assertLess(abs(floating.u[2]), 1e-4)

    def test_a_loop_of_another_plant_is_refused(self):
        with self.assertRaises(Failure) as caught:
            run(FOUR_BAR, "truck")
        self.assertIn("the image is 'four_bar', the loop is of 'truck_with_trailer'", str(caught.exception))


def hil(words):
    """A run of the command as a person makes it."""
    return subprocess.run([HIL, *map(str, words)], capture_output=True, text=True, timeout=120)


class Command(FolderTest):
    def test_it_prints_the_response_and_keeps_its_rows(self):
        table = self.folder / "rows.csv"
        done = hil(["truck", "--image", TRUCK, "--board", BOARD, "--csv", table])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"rise_time_s 0\.4\d\d\n")
        self.assertRegex(done.stdout, r"bits [0-9a-f]{8}\n")
        self.assertEqual(len(table.read_text().splitlines()), 402)

    def test_free_running_the_host_sees_every_loss(self):
        done = hil(["four_bar", "--image", FOUR_BAR, "--board", BOARD, "--free"])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("free running", done.stdout)
        self.assertRegex(done.stdout, re.compile(r"records \d+, lost 0, damaged 0, commands refused 0"))

    def test_errors_are_one_line(self):
        for words, part in ((["four_bar", "--image", "none.elf"], "no such image"),
                            (["four_bar", "--port", self.folder / "none"], "No such file"),
                            (["four_bar", "--image", FOUR_BAR, "--board", "none"], "board 'none'")):  # fmt: skip
            done = hil(words)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(part, done.stderr)
            self.assertRegex(done.stderr, r"^hil: [^\n]*\n$")


class Runner(FolderTest):
    """tools/qemu_run --serial, as a person starts it beside tools/monitor."""

    def test_the_monitor_comes_and_goes_while_the_board_runs(self):
        socket = self.folder / "serial"
        command = [ROOT / "tools" / "qemu_run", "--board", BOARD, "--serial", socket, FOUR_BAR]
        board = subprocess.Popen(command, stderr=subprocess.DEVNULL,
                                 preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # fmt: skip
        self.addCleanup(board.send_signal, signal.SIGINT)
        deadline = time.monotonic() + 20
        while not socket.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        for words, part in ((["--send", "set input torque_n_m 2", "--send", "run 10", "--records", "1"], " stopped ok "),
                            (["--describe"], "input 0 torque_n_m: 2, within")):  # fmt: skip
            done = subprocess.run([ROOT / "tools" / "monitor", f"unix:{socket}", *words],
                                  capture_output=True, text=True, timeout=60)  # fmt: skip
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(part, done.stdout)
        board.send_signal(signal.SIGINT)
        self.assertEqual(board.wait(timeout=20), 130)


if __name__ == "__main__":
    unittest.main()
