"""Pictures of numbers in a terminal."""

import math

BARS = "▁▂▃▄▅▆▇█"


def sparkline(values, width):
    """The last `width` values as bars between their least and their greatest; a gap where one is no number."""
    shown = values[-width:]
    finite = [value for value in shown if math.isfinite(value)]
    least, greatest = min(finite, default=0.0), max(finite, default=0.0)
    scale = (len(BARS) - 1) / (greatest - least) if greatest > least else 0.0
    return "".join(BARS[round((value - least) * scale)] if math.isfinite(value) else " " for value in shown)


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
                column = round((x - t[0]) / (t[-1] - t[0]) * (width - 1))
                row = round((greatest - y) / (greatest - least) * (height - 1))
                grid[row][column] = mark
    lines = []
    for row, cells in enumerate(grid):
        label = greatest - (greatest - least) * row / (height - 1)
        lines.append(f"{label:10.3g} |{''.join(cells)}".rstrip())
    lines.append(" " * 11 + "+" + "-" * width)
    lines.append(" " * 12 + f"{t[0]:<10.3g}" + f"{t[-1]:.3g} s".rjust(width - 10))
    return lines
