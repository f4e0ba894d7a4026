"""The exact solutions of host_tests/reference/exact.csv."""

import csv
import math

from .models import ROOT

FILE = ROOT / "host_tests" / "reference" / "exact.csv"


def exact(choice):
    """{q: [...], u: [...]} at the end of a run, None where none is known."""
    if not choice.model.problem or choice.set or choice.start or not FILE.is_file():
        return None
    problem = choice.model.problem + (str(choice.squares) if choice.model.sized else "")
    values = {"q": {}, "u": {}}
    with FILE.open() as file:
        for row in csv.DictReader(file):
            kind, index = row["quantity"][:1], row["quantity"][1:]
            if row["problem"] == problem and float(row["t"]) == float(choice.t_end) and kind in values \
                    and index.isdigit():
                values[kind][int(index)] = float(row["value"])
    if not values["q"]:
        return None
    return {kind: [by_index[i] for i in sorted(by_index)] for kind, by_index in values.items()}


def difference(x, reference, angles=()):
    """Max-norm of x - reference; angles are equal where they differ by full turns."""
    largest = 0.0
    for i, (value, wanted) in enumerate(zip(x, reference)):
        off = value - wanted
        if i in angles:
            off = math.remainder(off, 2 * math.pi)
        largest = max(largest, abs(off))
    return largest
