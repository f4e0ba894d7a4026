"""Pictures of numbers in a terminal."""

import math

BARS = "▁▂▃▄▅▆▇█"


def share(value, least, greatest):
    """Where the value lies between the others, 0 to 1; in halves, as a difference may be past any float."""
    return (value / 2 - least / 2) / (greatest / 2 - least / 2) if greatest / 2 > least / 2 else 0.0


def sparkline(values, width):
    """The last `width` values as bars between their least and their greatest; a gap where one is no number."""
    shown = values[-width:]
    finite = [value for value in shown if math.isfinite(value)]
    least, greatest = min(finite, default=0.0), max(finite, default=0.0)
    return "".join(BARS[round(share(value, least, greatest) * (len(BARS) - 1))] if math.isfinite(value) else " "
                   for value in shown)  # fmt: skip


def chart(t, curves, width=72, height=16):
    """Lines of text: curves {mark: values} over t, later ones on top of earlier."""
    values = [value for curve in curves.values() for value in curve if math.isfinite(value)]
    if len(t) < 2 or not values:
        return ["nothing to draw"]
    least, greatest = min(values), max(values)
    if greatest == least:
        least, greatest = least - 1.0, greatest + 1.0
    grid = [[" "] * width for _ in range(height)]
    for mark, curve in curves.items():
        for x, y in zip(t, curve):
            if math.isfinite(y):
                column = round(share(x, t[0], t[-1]) * (width - 1))
                row = round((1 - share(y, least, greatest)) * (height - 1))
                grid[row][column] = mark
    lines = []
    for row, cells in enumerate(grid):
        down = row / (height - 1)
        label = greatest * (1 - down) + least * down
        lines.append(f"{label:10.3g} |{''.join(cells)}".rstrip())
    lines.append(" " * 11 + "+" + "-" * width)
    lines.append(" " * 12 + f"{t[0]:<10.3g}" + f"{t[-1]:.3g} s".rjust(width - 10))
    return lines
