#!/usr/bin/env python3
"""What tools/demo says of an image's report: a number past its limit, or none at all, is a failure."""

import contextlib
import io
import math
import struct
import sys
import unittest

from simulate_support import script


def bits(x):
    return struct.pack(">f", x).hex()


class DemoView(unittest.TestCase):
    def view(self, rows=((0.0, 0.5, 1.0, 0.5),) * 2, reference=((0.0, 0.5, 1.0, 0.5),) * 2, **changes):
        """(exit status or message, text) of a run whose report differs by `changes` from a sound one."""
        module = script("demo_view")
        report = {"mechanism": "car_axle", "method": "default", "scalar": "float", "tick_hz": "1000",
                  "cost_unit": "instructions", "steps": "500", "overruns": "0", "failures": "0",
                  "position_residual": bits(3e-7), "velocity_residual": bits(1e-7), "cost_least": "867",
                  "cost_most": "867", "cost_sum": "433500", "stack_used": "700", "stack_size": "4096"} | changes  # fmt: skip

        def run_image(_, on_row):
            for i, row in enumerate(rows):
                on_row(250 * (i + 1), row)
            return 0, report

        module.run_image = run_image
        module.reference_rows = lambda _: {250 * (i + 1): row for i, row in enumerate(reference)}
        module.image_sizes = lambda *_: {"flash": 12524, "ram": 1788, "stack_bound": 940}
        sys.argv = ["demo_view", "image", "reference", "build"]
        with contextlib.redirect_stdout(io.StringIO()) as text:
            try:
                module.main()
            except SystemExit as end:
                return end.code, text.getvalue()
        return 0, text.getvalue()

    def test_a_sound_run_passes(self):
        status, text = self.view()
        self.assertEqual(status, 0)
        self.assertNotIn("WRONG", text)

    def test_each_number_past_its_limit_fails(self):
        for changes in ({"overruns": "1"}, {"failures": "1"}, {"position_residual": bits(5e-7)},
                        {"velocity_residual": bits(5e-6)}, {"cost_most": "1001"},
                        {"position_residual": bits(math.nan)}, {"velocity_residual": bits(math.nan)}):  # fmt: skip
            with self.subTest(**changes):
                status, text = self.view(**changes)
                self.assertEqual(status, "demo: something is past its limit")
                self.assertEqual(text.count("WRONG"), 1)

    def test_a_run_apart_from_the_reference_fails_in_whatever_row(self):
        sound = (0.0, 0.5, 1.0, 0.5)
        for wrong in ((0.0, 0.5, 1.0, 0.5 + 2e-6), (math.nan, 0.5, 1.0, 0.5), (0.0, 0.5, 1.0, math.nan)):
            for rows in ((wrong, sound), (sound, wrong)):
                self.assertEqual(self.view(rows=rows)[0], "demo: something is past its limit")
                self.assertEqual(self.view(reference=rows)[0], "demo: something is past its limit")


if __name__ == "__main__":
    unittest.main()
