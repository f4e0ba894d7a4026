"""figures.py POINTS FOLDER svg|png: draws the curves of a file of `figure,curve,x,y`, a picture a figure.

A figure `work-MECHANISM` has the errors against h, and beside it against the instructions that a second
takes on the target: those of a step, from the table "method by mechanism" of docs/results.md, over h.
"""

import collections
import csv
import itertools
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "taut", "font.size": 9, "lines.linewidth": 1.2,
                            "legend.fontsize": 7, "axes.grid": True, "grid.linewidth": 0.3, "path.simplify": True})  # fmt: skip
import matplotlib.pyplot as plt  # noqa: E402

# title, x, y, scales
FIGURES = {
    "bae-1": ("Stability of one step: below each line (4: everywhere)", "h b", "h sqrt(a)", "linear", "linear"),
    "bae-3": ("Mass on the circular track", "t in s", "|r - 1| in m", "log", "log"),
    "bae-4": ("Mass on the circular track, t = 10 s", "h in s", "|r - 1| in m", "log", "log"),
    "bae-5": ("Car axle, h = 10 ms", "t in s", "|g|", "linear", "log"),
    "bae-6": ("Car axle, largest |g| in 3 s", "h in s", "|g|", "log", "log"),
    "bae-7": ("Car axle, partitions, projected", "h in s", "error of q(3 s)", "log", "log"),
    "bae-8": ("Car axle by J3", "h in s", "error of q(3 s)", "log", "log"),
    "spook-4": ("Ladder of ten squares, h = 1/60 s", "t in s", "energy - initial energy in J", "linear", "linear"),
    "spook-5": ("Ladder of ten squares, h = 1/60 s", "t in s", "rms of g", "linear", "log"),
    "spook-6": ("Ladder, mean over 5 s", "h in s", "rms of g", "log", "log"),
    "wheelset-rise": ("Wheelset: distance of the wheels from the rails", "t in s", "|g| in m", "linear", "log"),
    "wheelset-hunting": ("Wheelset: hunting, the last of 10 s", "t in s", "lateral offset in mm", "linear", "linear"),
    "spook-7": ("Ladder, dense factorisation", "squares", "time of a step in s", "log", "log"),
}
# title, y
WORK = {
    "work-pendulum": ("Pendulum", "error of q(10 s) in m"),
    "work-four-bar": ("Four-bar linkage", "error of q(2 s)"),
    "work-car-axle": ("Car axle", "error of q(3 s)"),
    "work-arm-on-parabola": ("Arm on a parabola", "error of q(10 s) in rad"),
    "work-andrews": ("Andrews' squeezing mechanism", "error of q(10 ms) in rad"),
    "work-oscillator-chain": ("Chain of stiff oscillators", "error of q(1 s) in m"),
    "work-stiff-pendulum": ("Stiff pendulum, omega = 1414 1/s", "error of q(1 s) in m"),
}
RESULTS = pathlib.Path(__file__).resolve().parents[2] / "docs/results.md"
MARKERS = {"bae-4", "bae-6", "bae-7", "bae-8", "spook-6", "spook-7"}


def draw(name, curves, path):
    title, x, y, x_scale, y_scale = FIGURES[name]
    figure, axes = plt.subplots(figsize=(7, 3.6), constrained_layout=True)
    for i, (curve, points) in enumerate(curves.items()):
        axes.plot(*zip(*points), label=curve, marker="o" if name in MARKERS else None, markersize=3,
                  linestyle=("-", "--", ":", "-.")[i // 10 + i % 2], color=f"C{i % 10}")  # fmt: skip
    axes.set(title=title, xlabel=x, ylabel=y, xscale=x_scale, yscale=y_scale)
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    save(figure, path)


def costs():
    """{(mechanism, method): instructions a step}, of the most expensive step; empty without the table."""
    text = RESULTS.read_text() if RESULTS.is_file() else ""
    lines = text.partition("method by mechanism")[2].splitlines()[1:]
    filled = itertools.dropwhile(lambda line: not line, lines)
    table = list(itertools.takewhile(lambda line: line.startswith("|"), filled))
    rows = [[cell.strip().replace("_", " ") for cell in line.strip("|").split("|")] for line in table]
    return {(mechanism, row[0]): int(cell.split()[-1]) for row in rows[2:]
            for mechanism, cell in zip(rows[0][1:], row[1:]) if cell != "-"}  # fmt: skip


def draw_work(name, curves, instructions, path):
    """Error against h; against instructions a second too where the mechanism's steps are counted."""
    title, y = WORK[name]
    mechanism = name.removeprefix("work-").replace("-", " ")
    counted = any(key[0] == mechanism for key in instructions)
    figure, axes = plt.subplots(1, 1 + counted, figsize=(7 + 2.5 * counted, 3.8), sharey=True, squeeze=False,
                                constrained_layout=True)  # fmt: skip
    for i, (curve, points) in enumerate(curves.items()):
        style = {"color": f"C{i % 10}", "linestyle": ("-", "--")[i // 10]}
        axes[0][0].plot(*zip(*points), label=curve, marker="o", markersize=2.5, **style)
        if (mechanism, curve) in instructions:
            cost = instructions[mechanism, curve]
            axes[0][1].plot([cost / h for h, _ in points], [error for _, error in points], **style)
    axes[0][0].set(xlabel="h in s", ylabel=y, xscale="log", yscale="log")
    if counted:
        axes[0][1].set(xlabel="instructions a second, Cortex-M4F", xscale="log")
    for one in axes[0]:
        one.minorticks_off()  # half of the file
    figure.suptitle(title)
    axes[0][-1].legend(*axes[0][0].get_legend_handles_labels(), loc="center left", bbox_to_anchor=(1, 0.5))
    save(figure, path)


def save(figure, path):
    # no date and no version: the same numbers give the same file
    figure.savefig(path, metadata={"Date": None, "Creator": None} if path.suffix == ".svg" else None)
    plt.close(figure)


def main():
    source, folder = map(pathlib.Path, sys.argv[1:3])
    folder.mkdir(parents=True, exist_ok=True)
    figures = collections.defaultdict(lambda: collections.defaultdict(list))
    with open(source, newline="") as file:
        for name, curve, *point in csv.reader(file):
            figures[name][curve].append(tuple(map(float, point)))
    instructions = costs()
    if not instructions and WORK.keys() & figures.keys():
        print('reproduce: docs/results.md has no table "method by mechanism": work-* against h alone; run tools/measure')
    for name, curves in figures.items():
        path = folder / f"{name}.{sys.argv[3]}"
        if name in WORK:
            draw_work(name, curves, instructions, path)
        else:
            draw(name, curves, path)
    print(f"reproduce: {len(figures)} figures in {folder}")


main()
