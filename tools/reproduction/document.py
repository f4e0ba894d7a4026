"""Lays pairs of numbers out as Markdown tables, and fills those of docs/reproduction.md.

A table stands there between the lines `<!-- table NAME -->` and `<!-- end -->`; what is around it is
written by hand. A cell is `paper / ours`. The table `summary` counts those of all the others.
"""

import math
import re
import sys

import comparison

BLOCK = re.compile(r"(<!-- table (\S+) -->\n)(.*?)(<!-- end -->\n)", re.S)
NUMBER = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?")
# What a cell's numbers may differ by from run to run, on another computer or by another compiler.
TOLERANCE = {"rounding": math.inf, "range": math.inf, "listed": math.inf, "not run": math.inf}
USUAL_TOLERANCE = 0.1
# Errors that are rounding, or the last digits of the exact solution.
NEGLIGIBLE = 1e-10


def short(value, digits=3):
    if math.isinf(value):
        return "inf"
    if math.isnan(value):
        return "none"
    if value != 0 and not 1e-2 <= abs(value) < 1e6:
        mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
        return f"{mantissa}e{int(exponent)}"
    if abs(value) < 1e-3:
        return "0"
    return f"{value:.{max(0, digits - 1 - math.floor(math.log10(abs(value))))}f}"


def digits_of(paper):
    mantissa = paper.split("e")[0].lstrip("-").replace(".", "").lstrip("0")
    return max(3, len(mantissa)) if mantissa.isdigit() else 3


def ours_of(pair):
    if pair.ours is None:
        return "-"
    if pair.verdict == "range" or pair.paper is None and not math.isnan(pair.ours.most):
        least, most = short(pair.ours.value), short(pair.ours.most)
        return least if least == most else f"{least} to {most}"
    text = short(pair.ours.value, digits_of(pair.paper or ""))
    return "*" if text == "inf" and pair.verdict in ("breaks down", "ours") else text


def cell(pair, notes):
    """`paper / ours`: what the paper does not print stands in parentheses, a reason as a number behind."""
    if pair is None:
        return ""
    if pair.verdict == "ours":
        return ours_of(pair)
    if pair.paper is None:
        return f"- / {ours_of(pair)}"
    bound = {"at least": ">= ", "at most": "<= "}.get(pair.verdict, "")
    paper = pair.paper if pair.source == "print" else f"({bound}{pair.paper})"
    note = f" [{notes.setdefault(pair.reason, len(notes) + 1)}]" if pair.reason else ""
    return f"{paper} / {ours_of(pair)}{note}"


def verdict(pairs):
    grades = [pair.grade for pair in pairs if pair.paper is not None]
    for grade in ("OFF", "2x", "range", "="):
        if grade in grades:
            return grade if "" not in grades else f"{grade}, in part not asserted"
    return "not asserted" if grades else ""


def grid(pairs):
    """[(cells of a line, the pairs of its cells)], the first with the heading, and the notes below."""
    quantities = list(dict.fromkeys(pair.quantity for pair in pairs))
    notes, lines = {}, [(["", *quantities, ""], [None] * (len(quantities) + 2))]
    for row in dict.fromkeys(pair.row for pair in pairs):
        of_row = {pair.quantity: pair for pair in pairs if pair.row == row}
        cells = [cell(of_row.get(quantity), notes) for quantity in quantities]
        lines.append(([row, *cells, verdict(of_row.values())], [None, *map(of_row.get, quantities), None]))
    sentences = comparison.reasons()
    return lines, [f"[{n}] {sentences[key]}" for key, n in notes.items()]


def table(pairs):
    lines, notes = grid(pairs)
    rows = ["| " + " | ".join(cells) + " |" for cells, _ in lines]
    rows.insert(1, "|---" * len(lines[0][0]) + "|")
    return "\n".join([*rows, *(f"\n{note}" for note in notes)]) + "\n"


def summary(tables):
    """How many numbers of each table agree, hold and are not asserted, and how many the paper does not print."""
    lines = ["| | printed | = | 2x, range | not asserted | not printed | = | 2x, range | not asserted |", "|---" * 9 + "|"]
    for name, pairs in tables.items():
        if name in comparison.OURS_ALONE:
            continue
        cells = [name]
        for printed in (True, False):
            grades = [pair.grade for pair in pairs if pair.paper is not None and (pair.source == "print") == printed]
            loose = sum(grade in comparison.LOOSE for grade in grades)
            cells += [len(grades), grades.count("="), loose, grades.count("")] if grades else [""] * 4
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines) + "\n"


def text(tables):
    return "\n".join(f"{name}\n\n{table(pairs)}" for name, pairs in tables.items())


def blocks(path, tables):
    found = path.read_text()
    names = [match[2] for match in BLOCK.finditer(found)]
    if absent := [name for name in tables if name not in names]:
        sys.exit(f"reproduce: {path.name} has no place for {', '.join(absent)}")
    return found


def write(path, tables):
    found = blocks(path, tables)
    fresh = {name: table(pairs) for name, pairs in tables.items()}
    if len(tables) + 1 == len(BLOCK.findall(found)):
        fresh["summary"] = summary(tables)
    path.write_text(BLOCK.sub(lambda match: match[1] + fresh.get(match[2], match[3]) + match[4], found))


def parse(block):
    """The cells of the lines of a written table, and the notes below it."""
    lines = [line for line in block.splitlines() if line]
    cells = [[word.strip() for word in line[1:-1].split("|")] for line in lines if line.startswith("| ")]
    return cells, [line for line in lines if line.startswith("[")]


def agree(written, fresh, pair):
    """Whether a written cell says what a fresh one does, numbers to a tolerance; names exactly."""
    if pair is None:
        return written == fresh
    tolerance = TOLERANCE.get(pair.verdict, USUAL_TOLERANCE)
    if tolerance == math.inf:
        return True
    numbers = zip(map(float, NUMBER.findall(written)), map(float, NUMBER.findall(fresh)))
    floor = NEGLIGIBLE if pair.verdict == "ours" else 0
    near = all(abs(a - b) <= max(tolerance * max(abs(a), abs(b)), floor) for a, b in numbers)
    return near and NUMBER.sub("", written) == NUMBER.sub("", fresh)


def stale(path, tables):
    """Where the tables of the document are not those given: sentences."""
    written = {match[2]: match[3] for match in BLOCK.finditer(blocks(path, tables))}
    found = []
    for name, pairs in tables.items():
        lines, notes = grid(pairs)
        before, notes_before = parse(written[name])
        if len(before) != len(lines) or notes_before != notes:
            found.append(f"{name} has other lines; run tools/reproduce --write and look at the change")
            continue
        for (cells, of_cells), line in zip(lines, before):
            # the last cell is the verdict, which the numbers decide
            for word, fresh, pair in zip(line, cells[:-1], of_cells):
                if not agree(word, fresh, pair):
                    found.append(f"{name} | {cells[0]}: {word} is now {fresh}")
    return found
