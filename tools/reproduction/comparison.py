"""The papers' numbers (papers.csv) beside ours, and the verdict on each pair.

A row of papers.csv is `table,row,quantity,paper,source,verdict,reason`.

source, where the paper's number comes from:
    print        the paper prints it, with two or three digits
    claim        the paper says it in words (an order, a bound, that a run breaks down)
    closed form  it follows from the method's formula
    reference    the paper shows a curve or does not print it; it is that of the project's independent
                 programs, which agree with the paper where that can be seen

verdict, what is asserted:
    2x           ours is within a factor of 2
    rounding     the number is rounding, and ours is at most 4 times as large
    equal        ours is the same to 0.1 %
    order        an exponent of h: ours is within 0.3, a factor of 2 a decade
    slope        an exponent of h: ours is within 0.1
    at least, at most
    breaks down  the run ends or leaves all bounds, the paper's *
    range        the motion is chaotic: the paper's number lies between the least and the most of
                 ours from neighbouring starts, to a factor of 2
    listed       nothing; `reason` names the sentence of reasons.csv that says why
    not run      the same, and there is no number of ours

Tables of OURS_ALONE have no paper. Nothing of theirs is asserted, but the document has to say what
the programs print (`ours`).
"""

from __future__ import annotations

import csv
import dataclasses
import math
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent
ORDER_TOLERANCE = math.log10(2)
# Tables run at two steps: the rows whose names differ by these prefixes give an order in h.
TWO_STEPS = {"acpr-6.1": ("h=.01 ", "h=.001 "), "acpr-6.2": ("h=.01 ", "h=.001 ")}


OURS_ALONE = {"work"}


@dataclasses.dataclass
class Ours:
    """A number of ours; of a chaotic motion the least and the most from neighbouring starts."""

    value: float
    most: float = math.nan


@dataclasses.dataclass
class Pair:
    """A number of the paper beside ours. `paper` is None where the paper has none."""

    row: str
    quantity: str
    paper: str | None
    source: str
    verdict: str
    reason: str
    ours: Ours | None

    @property
    def asserted(self):
        return self.verdict in ASSERTIONS

    @property
    def holds(self):
        return not self.asserted or ASSERTIONS[self.verdict](self.paper, self.ours)

    @property
    def grade(self):
        """`=` where the printed digits agree, the assertion where only that holds, else `OFF`; `` without one."""
        if not self.asserted:
            return ""
        if not self.holds:
            return "OFF"
        return self.verdict if self.verdict in LOOSE and not prints_as(self.ours.value, self.paper) else "="


def number(paper):
    return {"*": math.inf, "none": math.nan}.get(paper) if paper in ("*", "none") else float(paper)


def prints_as(value, paper):
    """Whether `value` is the printed number, rounded or cut off: to one unit of its second digit."""
    printed = abs(number(paper))
    if not 0 < printed < math.inf:
        return value == printed
    return abs(abs(value) - printed) <= 1.0001 * 10 ** (math.floor(math.log10(printed)) - 1)


def same(ours, paper):
    if math.isnan(paper) or math.isinf(paper):
        return ours == paper or math.isnan(ours) and math.isnan(paper)
    return abs(ours - paper) <= 1e-3 * max(1, abs(paper))


LOOSE = ("2x", "range")


def within_range(paper, ours):
    least, most = sorted((abs(ours.value), abs(ours.most)))
    return paper * ours.value >= 0 and least / 2 <= abs(paper) <= 2 * most


ASSERTIONS = {
    "2x": lambda paper, ours: 0.5 <= ours.value / number(paper) <= 2,
    "rounding": lambda paper, ours: ours.value <= 4 * number(paper),
    "equal": lambda paper, ours: same(ours.value, number(paper)),
    "order": lambda paper, ours: abs(ours.value - number(paper)) <= ORDER_TOLERANCE,
    "slope": lambda paper, ours: abs(ours.value - number(paper)) <= 0.1,
    "at least": lambda paper, ours: ours.value >= number(paper),
    "at most": lambda paper, ours: ours.value <= number(paper),
    "breaks down": lambda paper, ours: math.isinf(ours.value),
    "range": lambda paper, ours: within_range(number(paper), ours),
}


def read_table(name):
    with open(FOLDER / name, newline="") as file:
        return list(csv.DictReader(file))


def reasons():
    return {row["key"]: row["text"] for row in read_table("reasons.csv")}


def compare(tables, results):
    """({table: [Pair]} in the order in which the programs print, keys of the paper that none printed).

    `results` is {(table, row, quantity): Ours}.
    """
    entries = {(entry["table"], entry["row"], entry["quantity"]): entry for entry in read_table("papers.csv")}
    pairs = {table: [] for table in tables}
    for key, ours in results.items():
        unprinted = "ours" if key[0] in OURS_ALONE else "listed"
        entry = entries.pop(key, {"paper": None, "source": "", "verdict": unprinted, "reason": ""})
        pairs[key[0]].append(Pair(*key[1:], entry["paper"], entry["source"], entry["verdict"], entry["reason"], ours))
    missing = []
    for key, entry in entries.items():
        if entry["verdict"] == "not run" and key[0] in tables:
            pairs[key[0]].append(Pair(*key[1:], entry["paper"], entry["source"], "not run", entry["reason"], None))
        elif key[0] in tables:
            missing.append(" | ".join(key))
    for table in set(tables) & set(TWO_STEPS):
        pairs[table] += orders(pairs[table], *TWO_STEPS[table])
    return pairs, missing


def orders(pairs, coarse, fine):
    """Orders in h of what is run at two steps ten times apart, theirs and ours, where both are asserted to 2x."""
    found = {(pair.row, pair.quantity): pair for pair in pairs if pair.verdict == "2x"}
    for (row, quantity), pair in found.items():
        other = found.get((fine + row[len(coarse) :], quantity)) if row.startswith(coarse) else None
        if other:
            theirs = math.log10(number(pair.paper) / number(other.paper))
            ours = math.log10(pair.ours.value) - math.log10(other.ours.value) if other.ours.value > 0 else math.nan
            yield Pair("order " + row[len(coarse) :], quantity, f"{theirs:.2f}", pair.source, "order", "", Ours(ours))
