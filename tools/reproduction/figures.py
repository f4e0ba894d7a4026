"""figures.py POINTS FOLDER svg|png: draws the curves of a file of `figure,curve,x,y`, a picture a figure."""

import collections
import csv
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
    "spook-7": ("Ladder, dense factorisation", "squares", "time of a step in s", "log", "log"),
}
MARKERS = {"bae-4", "bae-6", "bae-7", "bae-8", "spook-6", "spook-7"}


def draw(name, curves, path):
    title, x, y, x_scale, y_scale = FIGURES[name]
    figure, axes = plt.subplots(figsize=(7, 3.6), constrained_layout=True)
    for i, (curve, points) in enumerate(curves.items()):
        axes.plot(*zip(*points), label=curve, marker="o" if name in MARKERS else None, markersize=3,
                  linestyle=("-", "--", ":", "-.")[i // 10 + i % 2], color=f"C{i % 10}")  # fmt: skip
    axes.set(title=title, xlabel=x, ylabel=y, xscale=x_scale, yscale=y_scale)
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
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
    for name, curves in figures.items():
        draw(name, curves, folder / f"{name}.{sys.argv[3]}")
    print(f"reproduce: {len(figures)} figures in {folder}")


main()
