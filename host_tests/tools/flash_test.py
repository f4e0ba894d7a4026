#!/usr/bin/env python3
"""What tools/flash refuses, and the command that it would run. No board and no OpenOCD is needed."""

import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def flash(*words, path=os.defpath):
    command = [sys.executable, ROOT / "tools/flash", *words]
    return subprocess.run(command, capture_output=True, text=True, env={"PATH": path})


def elf(load_address, size=4, machine=40, board="stm32f405"):
    """An ELF32, for Arm, with one loaded segment and, where a board is named, its section."""
    names, text = b".taut.board\0", (board or "").encode() + b"\0"
    sections = 2 if board else 0
    fields = struct.pack("<HHIIIIIHHHHHH", 2, machine, 1, 0, 52, 88, 0, 52, 32, 1, 40, sections, sections // 2)
    segment = struct.pack("<8I", 1, 84, load_address, load_address, size, size, 5, 4)
    headers = struct.pack("<10I", 0, 1, 0, 0, 168 + len(names), len(text), 0, 0, 1, 0)
    headers += struct.pack("<10I", 0, 3, 0, 0, 168, len(names), 0, 0, 1, 0)
    return b"\x7fELF\x01\x01" + bytes(10) + fields + segment + bytes(4) + headers + names + text


class Flash(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.image = pathlib.Path(self.folder.name, "an image.elf")
        self.image.write_bytes(elf(0x08000000))

    def refusal(self, *words, **options):
        run = flash(*words, **options)
        self.assertEqual((run.returncode, run.stdout), (2, ""), run.stderr)
        self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
        return run.stderr

    def test_board_without_configuration_is_refused_with_those_that_have_one(self):
        message = self.refusal("mps2_an386", self.image)
        self.assertIn("board 'mps2_an386' has no openocd.cfg", message)
        self.assertIn("stm32f405, stm32h743", message)

    def test_missing_image_is_refused(self):
        self.assertIn("No such file", self.refusal("stm32f405", "none.elf"))

    def test_what_is_no_image_is_refused(self):
        self.image.write_text("text")
        self.assertIn("not a 32-bit little-endian ELF", self.refusal("stm32f405", self.image))

    def test_cut_image_is_refused(self):
        self.image.write_bytes(elf(0x08000000)[:60])
        self.refusal("stm32f405", self.image)

    def test_image_of_another_board_is_refused(self):
        for image, board in (("stm32f405", "stm32h743"), ("stm32h743", "stm32f405"), ("mps2_an386", "stm32f405")):
            self.image.write_bytes(elf(0x08000000, board=image))
            message = self.refusal("--dry-run", board, self.image)
            self.assertIn(f"is an image for {image}, not for {board}", message)

    def test_image_that_names_no_board_is_refused(self):
        self.image.write_bytes(elf(0x08000000, board=None))
        self.assertIn("names no board, not for stm32f405", self.refusal("--dry-run", "stm32f405", self.image))

    def test_image_that_begins_elsewhere_is_refused(self):
        self.image.write_bytes(elf(0))
        message = self.refusal("--dry-run", "stm32f405", self.image)
        self.assertIn("begins at 0x00000000, the flash of stm32f405 at 0x08000000", message)

    def test_image_past_the_flash_of_nothing_or_of_another_core_is_refused(self):
        for image, reason in ((elf(0x08000000, (1 << 20) + 1), "ends at 0x08100001, past the flash"),
                              (elf(0x08000000, 0), "nothing to load"),
                              (elf(0x08000000, machine=3), "for Arm")):  # fmt: skip
            self.image.write_bytes(image)
            self.assertIn(reason, self.refusal("--dry-run", "stm32f405", self.image))

    def test_path_that_openocd_would_take_apart_is_refused(self):
        image = self.image.with_name("a} exit {.elf")
        image.write_bytes(elf(0x08000000))
        self.assertIn("braces", self.refusal("--dry-run", "stm32f405", image))

    def test_missing_openocd_says_how_to_get_it(self):
        self.assertIn("tools/setup --flash", self.refusal("stm32f405", self.image, path=self.folder.name))

    def test_dry_run_prints_the_command_for_a_shell(self):
        self.image.write_bytes(elf(0x08000000, board="stm32h743"))
        run = flash("--dry-run", "stm32h743", self.image, path=self.folder.name)
        file = ROOT / "boards/stm32h743/openocd.cfg"
        self.assertEqual(run.stdout, f"openocd -f {file} -c 'program {{{self.image}}} verify reset exit'\n")
        self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_result_of_openocd_is_the_result(self):
        openocd = pathlib.Path(self.folder.name, "openocd")
        for status in (0, 1):
            openocd.write_text(f'#!/bin/sh\necho "$4"\nexit {status}\n')
            openocd.chmod(0o755)
            run = flash("stm32f405", self.image, path=f"{self.folder.name}:{os.defpath}")
            self.assertEqual(run.returncode, status)
            self.assertEqual(run.stdout, f"program {{{self.image}}} verify reset exit\n")


if __name__ == "__main__":
    unittest.main()
