#!/usr/bin/env python3
"""The gate of tools/measure on the cost of steps, and the rows of docs/methods_by_core.csv against it."""

import unittest

from simulate_support import ROOT, script

measure = script("measure")


def row(method, least, most, arithmetic="FPU"):
    return {"arithmetic": arithmetic, "mechanism": "pendulum", "method": method, "least": least, "most": most}


class Gate(unittest.TestCase):
    def test_an_unequal_step_is_refused(self):
        self.assertEqual(measure.unsteady([row("euler", 293, 293)]), [])
        self.assertEqual(len(measure.unsteady([row("euler", 293, 294)])), 1)

    def test_exchange_of_rows_is_an_instruction_or_two(self):
        self.assertEqual(measure.unsteady([row("bdf2", 2246, 2248)]), [])
        self.assertEqual(len(measure.unsteady([row("bdf2", 2246, 2249)])), 1)

    def test_software_depends_on_its_operands(self):
        self.assertEqual(measure.unsteady([row("euler", 3369, 5350, "software")]), [])


class Rows(unittest.TestCase):
    def setUp(self):
        self.rows = measure.read_rows(measure.METHODS_BY_CORE.read_text())

    def test_each_core_with_the_memory_has_every_pair_in_both_scalars(self):
        boards = {file.parent.name for file in ROOT.glob("boards/*/board.cmake")
                  if "ALL_MEMORY_SCRIPT" in file.read_text() or "mps2.cmake" in file.read_text()}  # fmt: skip
        pairs = {(row["mechanism"], row["method"]) for row in self.rows}
        expected = {(board, scalar, *pair) for board in boards for scalar in ("float", "double") for pair in pairs}
        self.assertEqual({(row["board"], row["scalar"], row["mechanism"], row["method"]) for row in self.rows}, expected)
        self.assertEqual(len(self.rows), len(expected))

    def test_steps_in_an_fpu_are_equal(self):
        self.assertEqual(measure.unsteady(self.rows), [])

    def test_results_hold_the_summary(self):
        table = "\n".join(measure.method_tables(self.rows))
        self.assertIn(table, measure.RESULTS.read_text(), "tools/measure methods")


if __name__ == "__main__":
    unittest.main()
