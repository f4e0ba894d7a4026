#!/usr/bin/env python3
"""tools/monitor on what a board's end of the line says: records, losses, commands, errors.

    telemetry_monitor_test.py PROGRAM
"""

import contextlib
import csv
import importlib.util
import os
import random
import socket
import struct
import subprocess
import sys
import threading
import unittest

import telemetry_support
from simulate_support import FolderTest
from telemetry_support import TOOLS, exchange, monitor

from simulation.errors import Failure
from telemetry import frames, messages, terminal
from telemetry.board import Board, parsed
from telemetry.frames import line_of
from telemetry.ports import open_port

DESCRIBE = line_of(frames.QUERY, 1, messages.query_payload(messages.ASK_DESCRIPTION))
START = line_of(frames.START, 2)
TICKS = b"\0"  # an empty line: 20 ticks more


class Pieces:
    """A port of bytes that are there already, in pieces."""

    live = True

    def __init__(self, data, size=50):
        self.data, self.size, self.written = data, size, b""

    def read(self, seconds):
        piece, self.data = self.data[: self.size], self.data[self.size :]
        return piece or None

    def write(self, data):
        self.written += data


def all_messages(data):
    board, found = Board(Pieces(data)), []
    while not board.ended:
        found += board.messages(1)
    return board, found


class Session(unittest.TestCase):
    """Commands of the host to the board's code, and back."""

    def replies(self, scalar, *lines):
        board, found = all_messages(exchange(scalar, b"".join(lines)))
        self.assertEqual((board.receiver.lost, board.receiver.damaged, board.unreadable), (0, 0, 0))
        return [messages.REASONS[m.reason] for m in found if isinstance(m, messages.Reply)]

    def test_records_say_what_the_pendulum_does(self):
        for scalar in ("float", "double"):
            board, found = all_messages(exchange(scalar, DESCRIBE + START + TICKS * 9))
            d = board.description
            self.assertEqual((d.name, d.scalar_bytes, d.nw, d.nq, d.nu, d.nl, d.decimation, d.h_s),
                             ("pendulum", {"float": 4, "double": 8}[scalar], 2, 2, 2, 1, 10, 1e-3))  # fmt: skip
            records = [m for m in found if isinstance(m, messages.Record)]
            self.assertEqual([r.steps for r in records], list(range(10, 210, 10)))
            for r in records:
                self.assertAlmostEqual(r.time_s, r.steps * 1e-3)
                self.assertAlmostEqual(r.q[0] ** 2 + r.q[1] ** 2, 1, 5)
                self.assertEqual((r.cost, r.mode, r.status, r.w), (r.steps, 1, 0, (0.0, 0.25)))
                self.assertLess(abs(r.g), 1e-5)
            self.assertLess(records[-1].q[1], -0.1)  # it fell

    def test_every_refusal_has_its_reason(self):
        for scalar, letter in (("float", "f"), ("double", "d")):
            nan, inf = float("nan"), float("inf")
            self.assertEqual(
                self.replies(
                    scalar,
                    line_of(frames.SET_INPUT, 1, messages.set_payload(0, 8, letter)),
                    line_of(frames.SET_INPUT, 2, messages.set_payload(0, 8.1, letter)),
                    line_of(frames.SET_INPUT, 3, messages.set_payload(1, 0, letter)),
                    line_of(frames.SET_PARAMETER, 4, messages.set_payload(1, nan, letter)),
                    line_of(frames.SET_PARAMETER, 5, messages.set_payload(1, inf, letter)),
                    line_of(frames.SET_INPUT, 6, messages.set_payload(0, 1, "fd"["df".index(letter)])),
                    line_of(frames.RUN, 7, messages.run_payload(0)),
                    line_of(frames.QUERY, 8, messages.query_payload(9)),
                    line_of(0x99, 9),
                    line_of(frames.START, 10)[:-1] + b"\x01\0",
                    b"\x09\x01\0",
                    line_of(frames.START, 11, b"\1" * 30),
                ),
                ["accepted", "out of range", "unknown index", "not finite", "not finite", "wrong size", "out of range",
                 "unknown index", "unknown command", "wrong check", "malformed", "oversized"],
            )  # fmt: skip

    def test_a_number_past_a_float_is_judged_by_the_board(self):
        self.assertEqual(self.replies("float", line_of(frames.SET_INPUT, 1, messages.set_payload(0, -1e300, "f"))),
                         ["not finite"])  # fmt: skip

    def test_no_bytes_from_a_host_bring_the_board_out_of_step(self):
        noise = random.Random(9)
        sound = [DESCRIBE, START, line_of(frames.RUN, 3, messages.run_payload(7))]
        for _ in range(30):
            stream = bytearray()
            for _ in range(60):
                piece = bytearray(noise.choice(sound))
                if noise.random() < 0.7:
                    piece[noise.randrange(len(piece))] = noise.randrange(256)
                stream += piece
            board, found = all_messages(exchange("double", bytes(stream) + TICKS + DESCRIBE))
            self.assertEqual((board.receiver.damaged, board.receiver.lost), (0, 0))
            self.assertIsInstance(found[-1], (messages.Description, messages.Record))
            self.assertEqual(board.description.name, "pendulum")


class OfFiles(FolderTest):
    def setUp(self):
        super().setUp()
        self.stream = exchange("double", DESCRIBE + START + TICKS * 9)

    def file(self, data, name="raw.bin"):
        path = self.folder / name
        path.write_bytes(data)
        return path

    def test_records_become_rows(self):
        table = self.folder / "run.csv"
        done = monitor([self.file(self.stream), "--csv", table, "--quiet"])
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertIn("20 records; on the line: 0 frames lost, 0 damaged", done.stderr)
        with open(table) as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 20)
        self.assertEqual(list(rows[0])[:3] + list(rows[0])[11:],
                         ["t", "steps", "cost", "w0", "w1", "q0", "q1", "u0", "u1", "lambda0"])  # fmt: skip
        _, found = all_messages(self.stream)
        records = [m for m in found if isinstance(m, messages.Record)]
        self.assertEqual([float(row["u1"]) for row in rows], [r.u[1] for r in records])  # all digits

    def test_lost_and_damaged_frames_are_told(self):
        lines = self.stream.split(b"\0")[:-1]
        lines[6] = lines[6][:-1] + bytes([lines[6][-1] ^ 4])
        del lines[9:12]
        done = monitor([self.file(b"".join(line + b"\0" for line in lines)), "--quiet"])
        self.assertIn("16 records; on the line: 4 frames lost, 1 damaged (last: wrong check)", done.stderr)
        self.assertEqual(done.returncode, 0)

    def test_it_begins_and_ends_anywhere(self):
        for cut in (1, 7, 40):
            # the description again, behind the cut beginning
            stream = self.stream[cut:] + exchange("double", DESCRIBE)
            done = monitor([self.file(stream[:-3] + b"\0" + self.stream[: -cut]), "--quiet"])
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stderr, r"\b(39|40) records; on the line: ")

    def test_columns_are_chosen_and_watched(self):
        raw = self.file(self.stream)
        done = monitor([raw, "--show", "w1,lambda0", "--records", 3])
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), 4)
        self.assertEqual(lines[0].split(), ["t", "mode", "status", "w1", "lambda0"])
        self.assertEqual(lines[1].split()[:4], ["0.010", "running", "ok", "0.25"])
        done = monitor([raw, "--watch", "q1"])
        self.assertIn("█", done.stdout)
        self.assertEqual(len(done.stdout.splitlines()), 1)

    def test_errors_are_one_line(self):
        raw = self.file(self.stream)
        undescribed = self.file(self.stream[len(exchange("double", DESCRIBE)) :], "undescribed.bin")
        for words, status, part in (
            ([self.folder / "none.bin"], 2, "No such file"),
            ([raw, "--send", "start"], 2, "takes no commands"),
            ([raw, "--describe"], 2, "takes no commands"),
            ([raw, "--show", "q7"], 2, "no column 'q7'; there are: t, steps"),
            ([raw, "--plot", "x.png"], 2, "--csv"),
            ([raw, "--csv", self.folder / "no" / "x.csv"], 2, "No such file"),
            ([undescribed], 1, "20 records and no description"),
            (["tcp:nowhere"], 2, "tcp:HOST:PORT"),
            (["tcp:127.0.0.1:1"], 2, "refused"),
            ([f"unix:{self.folder}/none"], 2, "No such file"),
        ):
            done = monitor(words)
            self.assertEqual(done.returncode, status, f"{words}: {done.stderr}")
            self.assertIn(part, done.stderr, words)
            self.assertRegex(done.stderr, r"^monitor: [^\n]*\n$", words)

    def test_a_device_without_pyserial_says_what_to_install(self):
        leader, follower = os.openpty()
        self.addCleanup(os.close, leader)
        self.addCleanup(os.close, follower)
        without = f"import sys, runpy; sys.modules['serial'] = None; sys.argv = sys.argv[1:]; " \
                  f"sys.path.insert(0, {str(TOOLS)!r}); runpy.run_path({str(TOOLS / 'monitor')!r}, run_name='__main__')"
        done = subprocess.run([sys.executable, "-c", without, "monitor", os.ttyname(follower)],
                              capture_output=True, text=True, timeout=60)  # fmt: skip
        self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
        self.assertIn("apt install python3-serial", done.stderr)


@unittest.skipUnless(importlib.util.find_spec("serial"), "python3-serial is optional")
class OnADevice(unittest.TestCase):
    def test_a_serial_device_is_read_and_written(self):
        leader, follower = os.openpty()
        self.addCleanup(os.close, follower)
        port = open_port(os.ttyname(follower))
        self.addCleanup(port.close)
        port.write(DESCRIBE)
        asked = b""
        while len(asked) < len(DESCRIBE):
            asked += os.read(leader, 100)
        self.assertEqual(asked, DESCRIBE)
        self.assertEqual(port.read(0.01), b"")
        os.write(leader, exchange("float", asked))
        board = Board(port)
        found = []
        while not any(isinstance(m, messages.Description) for m in found):
            found += board.messages(5)
        self.assertEqual(board.description.name, "pendulum")
        os.close(leader)
        self.assertIsNone(port.read(1))


class OverASocket(FolderTest):
    """The board's end behind a socket, its ticks driven by what arrives."""

    def serve(self, program_end):
        """Joins the two until the host goes."""
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)

        def run():
            peer, _ = server.accept()
            session, sent = b"", 0
            with peer, contextlib.suppress(OSError):
                while data := peer.recv(4096):
                    session += data
                    # the session so far, again: what is new of the answer
                    answer = program_end(session[: session.rfind(b"\0") + 1])
                    peer.sendall(answer[sent:])
                    sent = len(answer)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        self.addCleanup(thread.join, 20)
        return f"tcp:127.0.0.1:{server.getsockname()[1]}"

    def test_it_describes(self):
        done = monitor([self.serve(lambda data: exchange("float", data)), "--describe"])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("pendulum: float, 2 coordinates, 2 velocities, 1 multipliers, 2 inputs", done.stdout)
        self.assertIn("parameter 1 push_limit_n: 4, within 0 and 4", done.stdout)
        self.assertIn("commands: 5 accepted, refused: none", done.stdout)

    def test_it_sends_commands_by_name_and_shows_what_they_do(self):
        done = monitor([self.serve(lambda data: exchange("float", data)), "--send", "set input push_n 2",
                        "--send", "set parameter 0 0.5", "--send", "run 10", "--records", 1, "--show", "w0,w1"])  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.splitlines()[1].split(), ["0.010", "stopped", "ok", "2", "0.5"])

    def test_a_refused_command_ends_with_its_reason(self):
        done = monitor([self.serve(lambda data: exchange("float", data)), "--send", "set input push_n 9"])
        self.assertEqual((done.returncode, done.stderr),
                         (1, "monitor: 'set input push_n 9' is refused: out of range\n"))  # fmt: skip

    def test_a_board_that_is_silent_or_goes_is_told(self):
        done = monitor([self.serve(lambda data: b"")])
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"\Amonitor: no reply to 'query' within 5 s: is the image one that .*\n\Z")

    def test_words_that_are_no_command_are_answered_with_those_that_are(self):
        board = Board(Pieces(b""))
        board.description = messages.Description(4, 2, 2, 2, 1, 1, 2, 10, 1, 1000, "x")
        board.inputs[0] = messages.Quantity(1, 0, -1, 1, 0, "push_n")
        for words, part in (("jump", "set input NAME VALUE"), ("run x", "run N"), ("set input 0", "set input"),
                            ("set input push 1", "no input 'push'; there are: push_n"), ("run -1", "run N"),
                            ("set input 0 one", "set input")):  # fmt: skip
            with self.assertRaises(Failure) as caught:
                parsed(board, words)
            self.assertIn(part, str(caught.exception), words)
        self.assertEqual(parsed(board, "set input push_n 1.5"), (frames.SET_INPUT, struct.pack("<Bf", 0, 1.5)))


class Pictures(unittest.TestCase):
    def test_a_sparkline_spans_least_to_greatest(self):
        self.assertEqual(terminal.sparkline([9, 0, 3.5, 7], 3), "▁▅█")
        self.assertEqual(terminal.sparkline([2, 2], 9), "▁▁")
        self.assertEqual(terminal.sparkline([1, float("nan"), 2], 9), "▁ █")
        self.assertEqual(terminal.sparkline([1e308, -1e308, 0], 9), "█▁▅")

    def test_a_chart_has_its_corners_and_no_more(self):
        lines = terminal.chart([0, 1, 2], {"*": [0.0, 5.0, 10.0]}, width=11, height=5)
        self.assertEqual([line[12:] for line in lines[:5]], ["          *", "", "     *", "", "*"])
        self.assertEqual(terminal.chart([0], {"*": [1]}), ["nothing to draw"])
        self.assertNotIn("inf", "".join(terminal.chart([0, 1], {"*": [1e308, -1e308]})))
        self.assertEqual(len(terminal.chart([0, 1], {"*": [1, 1]})), 18)


if __name__ == "__main__":
    telemetry_support.take_program()
    unittest.main()
