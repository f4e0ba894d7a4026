#!/usr/bin/env python3
"""The host's frames are the board's: bytes, damage, the documentation.

    telemetry_frames_test.py PROGRAM
"""

import random
import re
import struct
import unittest

import telemetry_support
from simulate_support import ROOT
from telemetry_support import exchange

from telemetry import frames, messages
from telemetry.frames import Damaged, Receiver, frame_in, line_of, stuffed, unstuffed

PAGE = (ROOT / "docs" / "telemetry.md").read_text()


def of_board(stream):
    """What the board's receiver says, a line each."""
    return exchange("receive", stream).decode().splitlines()


def of_host(stream):
    """The same of the host's functions."""
    said = []
    for line in stream.split(b"\0")[:-1]:
        if not line:
            continue
        try:
            frame = frame_in(line)
            said.append(f"frame {frame.type} {frame.sequence} {frame.payload.hex()}")
        except Damaged as damage:
            said.append("wrong version" if "version" in str(damage) else str(damage))
    return said


class Frames(unittest.TestCase):
    def setUp(self):
        self.random = random.Random(8)

    def message(self, size, zero_in):
        return bytes(0 if self.random.randrange(zero_in) == 0 else self.random.randrange(1, 256) for _ in range(size))

    def test_stuffing_is_undone_and_leaves_no_zero(self):
        for size in (*range(20), *range(250, 260), *range(505, 515), 1000):
            for zero_in in (1, 2, 50, 10**6):
                message = self.message(size, zero_in)
                line = stuffed(message)
                self.assertNotIn(0, line)
                self.assertLessEqual(len(line), size + size // 254 + 1)
                self.assertEqual(unstuffed(line), message)

    def test_what_is_no_stuffing_is_refused(self):
        for line in (b"\0", b"\2", b"\3\x11", b"\3\x11\0", b"\xff" + b"\1" * 253):
            with self.assertRaises(Damaged, msg=line.hex()):
                unstuffed(line)

    def test_both_ends_make_of_every_frame_the_same(self):
        stream = b"".join(line_of(self.random.randrange(256), sequence, self.message(size, zero_in))
                          for sequence, size in enumerate((*range(60), *range(240, 262), 500, 507, 508, 509, 594))
                          for zero_in in (1, 3, 10**6))  # fmt: skip
        said = of_board(stream)
        self.assertEqual(said, of_host(stream))
        self.assertTrue(all(line.startswith("frame") for line in said))

    def test_both_ends_make_of_damage_the_same(self):
        stream = bytearray()
        for sequence in range(3000):
            line = bytearray(line_of(self.random.randrange(256), sequence, self.message(self.random.randrange(40), 4)))
            kind = self.random.randrange(6)
            at = self.random.randrange(len(line))
            if kind == 0:
                line[at] ^= 1 << self.random.randrange(8)
            elif kind == 1:
                del line[at]
            elif kind == 2:
                line.insert(at, self.random.randrange(256))
            elif kind == 3:
                line = line[:at] + b"\0"
            elif kind == 4:
                body = bytes([self.random.randrange(2, 9)]) + self.message(5, 4)
                line = stuffed(body + struct.pack("<H", frames.check_of(body))) + b"\0"
            stream += line
        said = of_board(stream)
        self.assertEqual(said, of_host(stream))
        for kind in ("frame", "malformed", "wrong check", "wrong version"):
            self.assertGreater(sum(line.startswith(kind) for line in said), 100, kind)

    def test_garbage_costs_no_frame_behind_the_next_zero(self):
        receiver = Receiver()
        garbage = bytes(self.random.randrange(1, 256) for _ in range(500))
        found = receiver.feed(garbage + b"\0" + line_of(1, 5) + garbage + line_of(1, 6) + line_of(1, 7))
        self.assertEqual([frame.sequence for frame in found], [5, 7])
        self.assertEqual((receiver.damaged, receiver.lost), (1, 1))  # the garbage at the start may be half a frame

    def test_any_cut_of_the_stream_gives_the_same_frames(self):
        stream = b"".join(line_of(1, n, self.message(30, 5)) for n in range(50))
        for _ in range(50):
            receiver, found, rest = Receiver(), [], stream
            while rest:
                size = self.random.randrange(1, 90)
                found += receiver.feed(rest[:size])
                rest = rest[size:]
            self.assertEqual([frame.sequence for frame in found], list(range(50)))

    def test_a_line_without_end_takes_no_memory(self):
        receiver = Receiver()
        receiver.feed(b"\0")
        for _ in range(100):
            receiver.feed(b"\x55" * 10000)
            self.assertLessEqual(len(receiver.line), frames.LONGEST)
        self.assertEqual(len(receiver.feed(b"\0" + line_of(1, 5))), 1)
        self.assertEqual((receiver.damaged, receiver.last_damage), (1, "oversized"))

    def test_gaps_are_counted_over_the_wrap_and_a_restart_is_none(self):
        receiver = Receiver()
        for sequence in (65530, 65534, 65535, 3, 4, 0, 1):
            receiver.feed(line_of(1, sequence))
        self.assertEqual((receiver.lost, receiver.restarts), (3 + 3, 1))

    def test_noise_is_never_a_message_that_breaks_the_reader(self):
        description = messages.Description(4, 2, 2, 2, 1, 1, 2, 10, 1, 1000, "x")
        for _ in range(3000):
            payload = self.message(self.random.randrange(90), 3)
            for read in (messages.Reply.read, messages.Description.read, messages.Counts.read,
                         lambda p: messages.Quantity.read(p, "f"), lambda p: messages.Record.read(p, description)):
                try:
                    read(payload)
                except messages.Unreadable:
                    pass


class Documentation(unittest.TestCase):
    def section(self, mark):
        found = re.search(rf"<!-- {mark} -->\n(.*?)<!-- end -->", PAGE, re.DOTALL)
        self.assertIsNotNone(found, mark)
        return found[1]

    def rows(self, mark):
        lines = [line for line in self.section(mark).splitlines() if line.startswith("|")]
        return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]

    def example(self, name):
        pieces = dict(line.split(None, 1) for line in self.section(f"example: {name}").splitlines() if line.strip())
        return bytes.fromhex(pieces["body"]), bytes.fromhex(pieces["line"])

    def test_the_examples_are_what_both_ends_make(self):
        payloads = {"set_input": (frames.SET_INPUT, 7, messages.set_payload(0, 1.5, "f")),
                    "reply": (frames.REPLY, 300, messages.Reply.FORM.pack(frames.SET_INPUT, 7, 0))}  # fmt: skip
        for name, (type, sequence, payload) in payloads.items():
            body, line = self.example(name)
            self.assertEqual(line, line_of(type, sequence, payload), name)
            self.assertEqual(unstuffed(line[:-1]), body, name)
            self.assertEqual(of_board(line), [f"frame {type} {sequence} {payload.hex()}"], name)

    def test_the_tables_have_the_offsets_of_the_messages(self):
        forms = {"record 0x01": messages.Record.HEAD, "reply 0x02": messages.Reply.FORM,
                 "description 0x03": messages.Description.FORM, "quantity 0x04": struct.Struct("<2B"),
                 "counts 0x05": messages.Counts.FORM}  # fmt: skip
        for name, form in forms.items():
            offset = 0
            for row in self.rows(f"frame: {name}"):
                if row[0]:
                    self.assertEqual(int(row[0]), offset, f"{name}: {row}")
                if not row[1].isdigit():
                    break
                offset += int(row[1])
            self.assertEqual(offset, form.size, name)

    def test_the_types_have_the_numbers_of_the_code(self):
        types = {"record": frames.RECORD, "reply": frames.REPLY, "description": frames.DESCRIPTION,
                 "quantity": frames.QUANTITY, "counts": frames.COUNTS}  # fmt: skip
        self.assertEqual(dict(re.findall(r"<!-- frame: (\w+) (0x\w\w) -->", PAGE)),
                         {name: f"0x{number:02x}" for name, number in types.items()})  # fmt: skip
        self.assertEqual({int(row[1], 16): row[0] for row in self.rows("commands")}, messages.COMMANDS)

    def test_the_reasons_are_those_of_the_code(self):
        rows = self.rows("reasons")
        self.assertEqual([int(row[0]) for row in rows], list(range(len(messages.REASONS))))
        for (_, text), reason in zip(rows, messages.REASONS):
            self.assertTrue(text.startswith(reason), f"{text}: {reason}")

    def test_the_words_are_those_of_the_library(self):
        """Enumerations of lib, in their order."""
        status = re.findall(r'return "([^"]+)";', (ROOT / "lib/taut/status.hpp").read_text())
        self.assertEqual(tuple(status[:-1]), messages.STATUSES)
        commands = (ROOT / "lib/taut/realtime/commands.hpp").read_text()
        body = re.search(r"enum class Reason .*?\{(.*?)\n\};", commands, re.DOTALL)[1]
        names = re.findall(r"^  (\w+),", body, re.MULTILINE)
        self.assertEqual(tuple(name.replace("_", " ") for name in names), messages.REASONS)
        telemetry = (ROOT / "lib/taut/realtime/telemetry.hpp").read_text()
        body = re.search(r"enum class Mode .*?\{(.*?)\n\};", telemetry, re.DOTALL)[1]
        self.assertEqual(tuple(re.findall(r"^  (\w+),", body, re.MULTILINE)), messages.MODES)


if __name__ == "__main__":
    telemetry_support.take_program()
    unittest.main()
