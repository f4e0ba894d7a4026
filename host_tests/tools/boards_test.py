#!/usr/bin/env python3
"""Each folder of boards/ is whole: facts, memory, a preset, a part of tools/test, its row in the documents."""

import json
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BOARDS = sorted(path.parent for path in ROOT.glob("boards/*/board.cmake"))


class Boards(unittest.TestCase):
    def test_there_are_boards(self):
        self.assertGreaterEqual(len(BOARDS), 8)

    def test_each_has_facts_and_a_way_to_run(self):
        for board in BOARDS:
            with self.subTest(board=board.name):
                self.assertTrue((board / "hardware.hpp").is_file())
                self.assertTrue((board / "budgets.txt").is_file())
                self.assertTrue((board / "run.cmd").is_file() or (board / "openocd.cfg").is_file())

    def test_each_has_a_preset_of_all_kinds_and_a_part_of_the_tests(self):
        presets = json.loads((ROOT / "CMakePresets.json").read_text())
        of_board = {entry.get("cacheVariables", {}).get("TAUT_BOARD"): entry["name"] for entry in presets["configurePresets"]}
        script = (ROOT / "tools/test").read_text()
        lists = re.findall(r"^(?:all_parts|side_by_side)=\((.*?)\)", script, re.M | re.S)
        parts = " ".join(lists).split()
        for board in BOARDS:
            with self.subTest(board=board.name):
                name = of_board[board.name]
                for kind in ("buildPresets", "testPresets"):
                    self.assertIn(name, [entry["configurePreset"] for entry in presets[kind]])
                self.assertIn(name, parts)

    def test_each_stands_in_the_tables_of_the_document(self):
        document = (ROOT / "docs/add_a_board.md").read_text()
        for board in BOARDS:
            with self.subTest(board=board.name):
                self.assertEqual(len(re.findall(rf"^\| `{board.name}`", document, re.M)), 2)

    def test_costs_of_the_results_are_those_of_the_golden_texts(self):
        results = (ROOT / "docs/results.md").read_text()
        for file in ROOT.glob("boards/*/golden/demo.txt"):
            golden = dict(line.split(" ", 1) for line in file.read_text().splitlines())
            least, most = golden["cost_least"], golden["cost_most"]
            cost = least if least == most else f"{least} to {most}"
            row = rf"^\| `{file.parents[1].name}` \| .*Hz \| {cost} \| .* \| {golden['stack_used']} \|$"
            with self.subTest(board=file.parents[1].name):
                self.assertTrue(re.search(row, results, re.M), f"no row {row}: tools/measure boards")


if __name__ == "__main__":
    unittest.main()
