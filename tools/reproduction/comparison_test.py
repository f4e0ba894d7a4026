#!/usr/bin/env python3
"""Each verdict of comparison.py holds at its bound and fails past it; a document that says otherwise is stale."""

import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
import comparison
import document
from comparison import Ours

INF, NAN = float("inf"), float("nan")

# verdict, paper, ours that holds, ours that does not
VERDICTS = [
    ("2x", ".33e-2", Ours(6.59e-3), Ours(6.61e-3)),
    ("2x", ".33e-2", Ours(1.66e-3), Ours(1.64e-3)),
    ("2x", ".33e-2", Ours(3e-3), Ours(INF)),
    ("2x", "-459", Ours(-300), Ours(300)),
    ("2x", ".33e-2", Ours(3e-3), Ours(NAN)),
    ("rounding", ".36e-14", Ours(0), Ours(1.5e-14)),
    ("equal", "2.0494", Ours(2.0499), Ours(2.055)),
    ("equal", "inf", Ours(INF), Ours(1e300)),
    ("equal", "none", Ours(NAN), Ours(0)),
    ("order", "3", Ours(3.3), Ours(3.31)),
    ("slope", "2", Ours(2.09), Ours(2.11)),
    ("at least", "1", Ours(INF), Ours(0.99)),
    ("at most", ".1", Ours(-3), Ours(0.11)),
    ("breaks down", "*", Ours(INF), Ours(1e9)),
    ("range", "10864", Ours(5000, 5500), Ours(5000, 5400)),
    ("range", "10864", Ours(21000, INF), Ours(22000, INF)),
    ("range", "-459", Ours(-500, -300), Ours(300, 500)),
]


def pair(verdict, paper, ours):
    return comparison.Pair("row", "quantity", paper, "print", verdict, "", ours)


def test_verdicts():
    for verdict, paper, inside, outside in VERDICTS:
        assert pair(verdict, paper, inside).holds, (verdict, paper, inside)
        assert pair(verdict, paper, outside).grade == "OFF", (verdict, paper, outside)
    assert pair("listed", ".1", Ours(7)).holds and pair("listed", ".1", Ours(7)).grade == ""


def test_grades():
    assert pair("2x", ".33e-2", Ours(3.36e-3)).grade == "="
    assert pair("2x", ".33e-2", Ours(3.45e-3)).grade == "2x"


def test_the_orders_are_those_of_rows_at_two_steps():
    coarse = comparison.Pair("h=.01 S", "g", ".16e-3", "print", "2x", "", Ours(1.6e-4))
    fine = comparison.Pair("h=.001 S", "g", ".16e-6", "print", "2x", "", Ours(1.6e-6))
    (order,) = comparison.orders([coarse, fine], "h=.01 ", "h=.001 ")
    assert order.row == "order S" and order.paper == "3.00" and not order.holds


def test_the_document():
    pairs = {"t": [pair("2x", ".33e-2", Ours(3.28e-3)), pair("listed", None, Ours(1.0))]}
    pairs["t"][1].row = "more"
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "document.md"
        path.write_text("before\n<!-- table t -->\n<!-- end -->\nafter\n")
        document.write(path, pairs)
        text = path.read_text()
        assert "| row | .33e-2 / 3.28e-3 | = |" in text and text.startswith("before\n") and text.endswith("after\n")
        assert document.stale(path, pairs) == []
        # a number within a tenth is the same, what is not asserted may be any
        for change, stale in [(("3.28e-3", "3.0e-3"), 0), (("3.28e-3", "2.8e-3"), 1), (("| more", "| less"), 1),
                              (("- / 1.00", "- / 7.00"), 0)]:  # fmt: skip
            path.write_text(text.replace(*change))
            assert len(document.stale(path, pairs)) == stale, change


def test_what_is_ours_alone_is_checked_in_the_document():
    found = {("work", "euler", "pendulum"): Ours(2.0), ("work", "heun", "pendulum"): Ours(INF)}
    pairs, missing = comparison.compare(["work"], found)
    assert missing == [] and not any(pair.asserted for pair in pairs["work"])
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "document.md"
        path.write_text("<!-- table work -->\n<!-- end -->\n")
        document.write(path, pairs)
        text = path.read_text()
        assert "| euler | 2.00 |" in text and "| heun | * |" in text and document.stale(path, pairs) == []
        path.write_text(text.replace("2.00", "2.30"))
        assert len(document.stale(path, pairs)) == 1


for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
print("comparison_test: all passed")
