"""pictures.py ROWS FOLDER svg|png: draws the rows of picture.hpp, a picture a mechanism.

A pose is drawn by what its joints, springs and corners say: a body is the line between its points, or the
hull of three and more. The first pose is dark, later ones are lighter.
"""

import collections
import csv
import math
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "taut", "font.size": 9, "legend.fontsize": 8,
                            "axes.grid": True, "grid.linewidth": 0.3, "path.simplify": True,
                            "lines.solid_capstyle": "round", "lines.solid_joinstyle": "round"})  # fmt: skip
import matplotlib.pyplot as plt  # noqa: E402

GROUND, DISTANCE = -1, 6  # JointKind::distance
POSES = ("#173f5f", "#2a6a9e", "#4f93c4", "#7db3d9", "#a3c9e4")
PATH, SPRING, GROUND_COLOUR = "#d1495b", "#3a7d44", "#555555"

# title; seen from: None in the plane, else azimuth and height of the eye in degrees; size in inches
MECHANISMS = {
    "four_bar": ("Four-bar", None, (6.4, 4)),
    "spatial_four_bar": ("Four-bar in space", (185, 30), (6.4, 4.4)),
    "slider_crank": ("Slider crank", None, (6.4, 4)),
    "andrews": ("Andrews' squeezing mechanism", None, (6.4, 5)),
    "bricard": ("Bricard's loop", (-60, 20), (6.4, 4.8)),
    "ladder": ("Ladder of twenty squares", None, (6.4, 5.4)),
    "stewart": ("Stewart platform", (-70, 18), (6.4, 5)),
    "delta": ("Delta robot", (-70, 18), (6.4, 5.4)),
    "double_wishbone": ("Double wishbone, front left", (-25, 18), (6.4, 4.8)),
}


def view(seen_from):
    """World to picture: (right, up) of a point."""
    if seen_from is None:
        return lambda p: (p[0], p[1])
    azimuth, height = (math.radians(x) for x in seen_from)
    right = (-math.sin(azimuth), math.cos(azimuth), 0)
    up = (-math.cos(azimuth) * math.sin(height), -math.sin(azimuth) * math.sin(height), math.cos(height))
    return lambda p: (sum(a * b for a, b in zip(right, p)), sum(a * b for a, b in zip(up, p)))


def hull(points):
    """Corners of the convex hull, counter-clockwise (Andrew's monotone chain)."""
    points = sorted(set((round(x, 6), round(y, 6)) for x, y in points))
    if len(points) < 3:
        return points

    def chain(ordered):
        out = []
        for p in ordered:
            while len(out) > 1 and ((out[-1][0] - out[-2][0]) * (p[1] - out[-2][1])
                                    - (out[-1][1] - out[-2][1]) * (p[0] - out[-2][0])) <= 1e-9:  # fmt: skip
                out.pop()
            out.append(p)
        return out[:-1]

    return chain(points) + chain(points[::-1])


def triples(words):
    numbers = list(map(float, words))
    return [tuple(numbers[i : i + 3]) for i in range(0, len(numbers), 3)]


class Pose:
    def __init__(self):
        self.points = collections.defaultdict(list)  # of each body
        self.rods, self.springs, self.outlines, self.joints = [], [], [], []

    def add(self, kind, words):
        if kind in ("joint", "spring"):
            if kind == "joint":
                joint_kind, *words = words
            a, b = map(int, words[:2])
            on_a, on_b = triples(words[2:])
            self.points[a].append(on_a)
            self.points[b].append(on_b)
            if kind == "spring":
                self.springs.append((on_a, on_b))
            elif int(joint_kind) == DISTANCE:
                self.rods.append((on_a, on_b))
                self.joints += [on_a, on_b]
            else:
                self.joints.append(on_b)
        elif kind == "corner":
            self.points[int(words[0])] += triples(words[1:])
        else:
            self.outlines.append(triples(words[1:]))


def zigzag(start, end, turns=7, share=0.05):
    along = (end[0] - start[0], end[1] - start[1])
    points = [start]
    for i in range(2 * turns):
        s, side = 0.2 + 0.6 * (i + 0.5) / (2 * turns), share * (1 - 2 * (i % 2))
        points.append((start[0] + s * along[0] - side * along[1], start[1] + s * along[1] + side * along[0]))
    return [*points, end]


def broken(lines):
    """Many lines as one."""
    xs, ys = [], []
    for line in lines:
        xs += [x for x, _ in line] + [math.nan]
        ys += [y for _, y in line] + [math.nan]
    return xs, ys


def draw_pose(axes, pose, see, colour, order, width, joints, label=None):
    shapes = [hull(map(see, points)) for body, points in sorted(pose.points.items()) if body != GROUND]
    for shape in shapes:
        if len(shape) > 2:
            axes.fill(*zip(*shape), color=colour, alpha=0.18, linewidth=0, zorder=order)
    lines = [[*shape, shape[0]] if len(shape) > 2 else shape for shape in shapes if len(shape) > 1]
    lines += [list(map(see, line)) for line in pose.outlines]
    axes.plot(*broken(lines), color=colour, linewidth=width, zorder=order, label=label)
    if pose.rods:
        axes.plot(*broken([list(map(see, rod)) for rod in pose.rods]), color=colour, linewidth=width / 2, zorder=order)
    if pose.springs:
        axes.plot(*broken([zigzag(*map(see, spring)) for spring in pose.springs]), color=SPRING, linewidth=width / 2,
                  alpha=0.4 if order < 10 else 1, zorder=order)  # fmt: skip
    if joints:
        axes.plot(*zip(*set(map(see, pose.joints))), "o", color="white", markeredgecolor=colour, markersize=3.2,
                  markeredgewidth=0.9, zorder=order + 0.1)  # fmt: skip


def seconds(t):
    return f"{1000 * t:g} ms" if 0 < t < 0.0999 else f"{t:g} s"


def draw_mechanism(name, poses, paths, path):
    title, seen_from, size = MECHANISMS[name]
    see = view(seen_from)
    figure, axes = plt.subplots(figsize=size, constrained_layout=True)
    for marked, points in paths.items():
        axes.plot(*zip(*map(see, points)), color=PATH, linewidth=0.8, label=f"path: {marked}", zorder=2)
    many = max(len(pose.joints) for pose in poses.values()) > 60
    for i, (t, pose) in enumerate(poses.items()):
        draw_pose(axes, pose, see, POSES[i], 10 - i, (1 if many else 2.2) if i == 0 else (0.8 if many else 1.4), not many,
                  f"t = {seconds(t)}")  # fmt: skip
    ground = set(map(see, next(iter(poses.values())).points[GROUND]))
    axes.plot(*zip(*ground), "^", color=GROUND_COLOUR, markersize=7, zorder=1, label="ground")
    axes.set(title=title, aspect="equal")
    if seen_from is None:
        axes.set(xlabel="x in m", ylabel="y in m")
    else:
        frame(axes, see)
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    save(figure, path)


def frame(axes, see):
    """In place of scales: the world's axes, and a length, in a corner."""
    axes.set_axis_off()
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    size = 0.12 * max(right - left, high - low)
    # a length of one digit
    exponent = math.floor(math.log10(1.6 * size))
    length = max(d for d in (1, 2, 5) if d * 10**exponent <= 1.6 * size) * 10**exponent
    x, y = left, low - size
    for name, axis in zip("xyz", ((1, 0, 0), (0, 1, 0), (0, 0, 1))):
        dx, dy = (size * c for c in see(axis))
        axes.plot((x, x + dx), (y, y + dy), color="black", linewidth=0.8)
        axes.text(x + 1.25 * dx, y + 1.25 * dy, name, ha="center", va="center", fontsize=8)
    x += 3 * size
    axes.plot((x, x + length), (y, y), color="black", linewidth=1.5, solid_capstyle="butt")
    axes.text(x + length / 2, y + 0.1 * size, f"{length:g} m", ha="center", va="bottom", fontsize=8)


def draw_t_handle(poses, paths, path):
    """Side by side, as it stays where it is, with the way of the bar's end in the last turn."""
    see = view((-60, 25))
    figure, axes = plt.subplots(figsize=(8.4, 2.2), constrained_layout=True)
    step = 0.115
    trace = next(iter(paths.values()))
    for i, (t, pose) in enumerate(poses.items()):
        moved = lambda p, dx=i * step: (see(p)[0] + dx, see(p)[1])  # noqa: E731
        end = round(1000 * t)
        axes.plot(*zip(*map(moved, trace[end - 100 : end + 1])), color=PATH, linewidth=0.9)
        draw_pose(axes, pose, moved, POSES[0], 10, 3, False)
        axes.text(i * step, -0.075, seconds(t), ha="center", fontsize=8)
    axes.set(title="T-handle, and the path of the end of its bar in the last turn", aspect="equal")
    axes.set_axis_off()
    save(figure, path)


def draw_truck(poses, paths, path):
    """The course from above, and the turn of 30 s to 42 s in it."""
    see = view(None)
    figure, (whole, part) = plt.subplots(1, 2, figsize=(8.4, 4.2), constrained_layout=True)
    trace = next(iter(paths.values()))
    for axes in (whole, part):
        axes.plot(*zip(*map(see, trace)), color=PATH, linewidth=0.8, label="path: centre of mass of the truck", zorder=1)
        axes.set(xlabel="x in m", ylabel="y in m", aspect="equal")
    for t, pose in poses.items():
        first = pose.outlines[0][0]
        if t % 4 == 0:
            draw_pose(whole, pose, see, POSES[0], 10, 0.6, False)
            if t % 12 == 0:
                whole.annotate(f"{t:g} s", see(first), xytext=(-4, 8) if t < 30 else (6, -8), textcoords="offset points", fontsize=8)
        if 31 <= t <= 39 and t % 2 == 1:
            draw_pose(part, pose, see, POSES[0], 10, 1.1, False)
            part.plot(*zip(*set(map(see, pose.joints))), "o", color="white", markeredgecolor=POSES[0], markersize=3.2,
                      zorder=11)  # fmt: skip
            part.annotate(f"{t:g} s", see(first), xytext=(8, -8), textcoords="offset points", fontsize=8)
    near = [see(p) for t, pose in poses.items() if 31 <= t <= 39 for line in pose.outlines for p in line]
    margin = 8
    part.set(xlim=(min(x for x, _ in near) - margin, max(x for x, _ in near) + margin),
             ylim=(min(y for _, y in near) - margin, max(y for _, y in near) + margin))  # fmt: skip
    whole.set_title("Truck with trailer: the course of 60 s")
    part.set_title("its turn, from 31 s to 39 s")
    whole.legend(loc="upper left", frameon=False)
    save(figure, path)


def draw_hitch(opening, force, path):
    figure, axes = plt.subplots(1, 2, figsize=(8.4, 3.8), sharex=True, constrained_layout=True)
    colours = {name: colour for name, colour in zip(opening, (PATH, POSES[1], SPRING))}
    for one, curves in zip(axes, (opening, force)):
        for name, points in curves.items():
            one.plot(*zip(*points), label=name, linewidth=0.9, color=colours[name])
        one.set(yscale="log", xlabel="t in s")
        one.minorticks_off()
    axes[0].set(ylabel="opening of the hitch in m")
    axes[1].set(ylabel="error of the coupling force in N")
    figure.suptitle("Hitch of the truck with trailer, h = 1 ms: the largest of each half second", fontsize=10)
    axes[0].legend(*axes[0].get_legend_handles_labels(), loc="center", bbox_to_anchor=(0.5, 0.62), frameon=False)
    save(figure, path)


def save(figure, path):
    # no date and no version: the same numbers give the same file
    figure.savefig(path, metadata={"Date": None, "Creator": None} if path.suffix == ".svg" else None, dpi=110,
                   bbox_inches="tight")  # fmt: skip
    plt.close(figure)


def main():
    source, folder, form = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    folder.mkdir(parents=True, exist_ok=True)
    poses = collections.defaultdict(lambda: collections.defaultdict(Pose))
    paths = collections.defaultdict(lambda: collections.defaultdict(list))
    values = collections.defaultdict(lambda: collections.defaultdict(list))
    with open(source, newline="") as file:
        for kind, name, *words in csv.reader(file):
            if kind == "path":
                paths[name][words[0]] += triples(words[1:])
            elif kind == "value":
                values[name][words[0]].append(tuple(map(float, words[1:])))
            elif kind != "largest":
                poses[name][float(words[0])].add(kind, words[1:])
    special = {"t_handle": draw_t_handle, "truck_with_trailer": draw_truck}
    for name in poses:
        path = folder / f"mechanism-{name.replace('_', '-')}.{form}"
        if name in special:
            special[name](poses[name], paths[name], path)
        else:
            draw_mechanism(name, poses[name], paths[name], path)
    if values:
        draw_hitch(values["hitch_opening"], values["hitch_force"], folder / f"mechanism-hitch.{form}")
    print(f"draw_mechanisms: {len(poses) + bool(values)} pictures in {folder}")


if __name__ == "__main__":
    main()
