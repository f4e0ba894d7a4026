"""contact.py FOLDER svg|png: draws the models whose contact is by hand, from their parameters and from runs of
tools/simulate.
"""

import csv
import math
import pathlib
import subprocess
import sys

from pictures import GROUND_COLOUR, PATH, POSES, SPRING, plt, save, seconds, zigzag

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from simulation.models import MODELS  # noqa: E402


def parameters(model):
    return {p.name: float(p.default) for p in MODELS[model].parameters()}


def rows(words):
    """Columns of a run, by name."""
    done = subprocess.run([ROOT / "tools/simulate", *words.split(), "--csv", "-"], capture_output=True, text=True)
    if done.returncode not in (0, 3):
        sys.exit(f"contact: {done.stderr}")
    table = list(csv.reader(done.stdout.splitlines()))
    return {name: [float(row[i]) for row in table[1:]] for i, name in enumerate(table[0])}


def at(run, t):
    """The row nearest to t."""
    n = min(range(len(run["t"])), key=lambda i: abs(run["t"][i] - t))
    return {name: column[n] for name, column in run.items()}


def panels(size, ratios=(1, 1)):
    return plt.subplots(1, 2, figsize=size, constrained_layout=True, gridspec_kw={"width_ratios": ratios})


def arc(centre, radius, start, end, count=60):
    angles = [start + (end - start) * i / count for i in range(count + 1)]
    return [(centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles]


def cam(path):
    p = parameters("flat_follower_cam")
    run = rows("--model flat_follower_cam --method rattle1 --h 1e-3 --t-end 1")
    fast = rows("--model flat_follower_cam --method rattle1 --h 1e-4 --t-end 1 --set no_load_speed_rad_s=200")
    figure, (left, right) = panels((8.4, 4.2), (1, 1.2))

    def on_cam(alpha, beta):
        x, y = p["offset_m"] + p["semi_axis_a_m"] * math.sin(beta), p["semi_axis_b_m"] * math.cos(beta)
        return math.cos(alpha) * x - math.sin(alpha) * y, math.sin(alpha) * x + math.cos(alpha) * y

    contacts = [on_cam(q, q - s) for q, s in zip(run["q0"], run["s0"])]
    turn = [n for n in range(1, len(contacts)) if run["q0"][n - 1] < 0 <= run["q0"][n]]
    left.plot(*zip(*contacts[turn[0] : turn[1] + 1]), color=PATH, linewidth=0.9, label="path: the contact point", zorder=12)
    face, top = p["half_face_m"], 0.075
    for i, t in enumerate((0, 0.023, 0.042)):
        pose = at(run, t)
        alpha, y = pose["q0"], pose["q1"]
        outline = [on_cam(alpha, 2 * math.pi * k / 120) for k in range(121)]
        left.fill(*zip(*outline), color=POSES[i], alpha=0.18, linewidth=0, zorder=10 - i)
        left.plot(*zip(*outline), color=POSES[i], linewidth=2.2 if i == 0 else 1.4, zorder=10 - i,
                  label=f"t = {seconds(t)}")  # fmt: skip
        left.plot((-face, face), (y, y), color=POSES[i], linewidth=2.2 if i == 0 else 1.4, zorder=10 - i)
        left.plot(*on_cam(alpha, alpha - pose["s0"]), "o", color="white", markeredgecolor=PATH, markersize=4, zorder=13)
        if i == 0:
            left.plot(*zip(*zigzag((0, y), (0, top), share=0.1)), color=SPRING, linewidth=1.1)
    left.plot(0, 0, "^", color=GROUND_COLOUR, markersize=7, zorder=14, label="axis of the cam")
    left.plot((-0.02, 0.02), (top, top), color=GROUND_COLOUR, linewidth=2.2)
    left.set(title="Cam with a flat-faced follower", aspect="equal", xlabel="x in m", ylabel="y in m")
    left.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), frameon=False, ncol=2)

    for run_of, label, colour in ((run, "motor of 60 rad/s", POSES[1]), (fast, "of 200 rad/s, until the face lifts off", PATH)):
        turns = [0.0]
        for before, after in zip(run_of["q0"], run_of["q0"][1:]):
            turns.append(turns[-1] + math.remainder(after - before, 2 * math.pi) / (2 * math.pi))
        shown = [(x, n) for x, n in zip(turns[1:], run_of["lambda0"][1:]) if x <= 1.5]
        right.plot(*zip(*shown), color=colour, linewidth=1, label=label)
    right.set(title="Normal force", xlabel="turns of the cam", ylabel="N in N")
    right.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), frameon=False)
    save(figure, path)


def pendulum(path):
    p = parameters("friction_pendulum")
    run = rows("--model friction_pendulum --method rattle1 --h 1e-3 --t-end 8 --every 10")
    figure, (left, right) = panels((8.4, 3.8), (1, 1.4))
    # a plate whose centre of mass is the middle
    half = 0.05
    radius = 3 * p["pin_radius_m"]
    left.plot(run["q0"], run["q1"], color=PATH, linewidth=0.8, label="path: centre of mass", zorder=2)
    for i, t in enumerate((0, 0.12, 0.24)):
        pose = at(run, t)
        x, y, phi = pose["q0"], pose["q1"], pose["q2"]
        along, across = (math.sin(phi), -math.cos(phi)), (math.cos(phi), math.sin(phi))
        end = (x + 0.8 * radius * along[0], y + 0.8 * radius * along[1])
        outline = [*arc((0, 0), half, phi, phi + math.pi),
                   (end[0] - half * across[0], end[1] - half * across[1]), (end[0] + half * across[0], end[1] + half * across[1]),
                   (half * across[0], half * across[1])]  # fmt: skip
        left.fill(*zip(*outline), color=POSES[i], alpha=0.18, linewidth=0, zorder=10 - i)
        left.plot(*zip(*outline), color=POSES[i], linewidth=2.2 if i == 0 else 1.4, zorder=10 - i, label=f"t = {seconds(t)}")
        left.plot(x, y, "o", color="white", markeredgecolor=POSES[i], markersize=3.2, zorder=11)
    left.fill(*zip(*arc((0, 0), p["pin_radius_m"], 0, 2 * math.pi)), color=GROUND_COLOUR, zorder=12, label="pin")
    left.set(title="Pendulum with friction in its pin", aspect="equal", xlabel="x in m", ylabel="y in m")
    left.legend(loc="upper center", bbox_to_anchor=(0.5, -0.2), frameon=False, ncol=3)
    right.plot(run["t"], run["q2"], color=POSES[1], linewidth=1)
    # the line of the last turning points, 2 mu r / l each
    turning = [n for n in range(1, len(run["t"])) if run["u2"][n - 1] * run["u2"][n] < 0][-8:]
    loss = 2 * p["friction"] * p["pin_radius_m"] / p["length_m"]
    last = abs(run["q2"][turning[-1]])
    ends = [(run["t"][turning[-1 - k]], last + k * loss) for k in (0, len(turning) - 1)]
    for side in (1, -1):
        right.plot([t for t, _ in ends], [side * a for _, a in ends], color=PATH, linewidth=0.9, linestyle="--",
                   label="2 mu r / l less at each turning point" if side == 1 else None)  # fmt: skip
    right.set(title="Its swing", xlabel="t in s", ylabel="phi in rad")
    right.legend(loc="upper right", frameon=False)
    save(figure, path)


def wheelset(path):
    p = parameters("wheelset")
    run = rows("--model wheelset --method rattle1 --h 1e-4 --t-end 3 --every 20")
    figure, axes = plt.subplot_mosaic([["left", "up"], ["left", "down"]], figsize=(8.4, 3.8), constrained_layout=True)
    left, up, down = axes["left"], axes["up"], axes["down"]
    r0, a, rs, cone = p["nominal_radius"], p["half_gauge"], p["rail_radius"], p["cone"]
    centre = (a + rs * math.sin(math.atan(cone)), -r0 - rs * math.cos(math.atan(cone)))
    pose = at(run, 3)
    x, y, phi = pose["q0"], pose["q1"], pose["q4"]

    def placed(xi, eta):
        return x + xi * math.cos(phi) - eta * math.sin(phi), y + xi * math.sin(phi) + eta * math.cos(phi)

    left.plot(*zip(placed(-1.25 * a, 0), placed(1.25 * a, 0)), color=POSES[0], linewidth=3)
    left.plot(*zip(placed(0, -0.02), placed(0, 0.02)), color=POSES[0], linewidth=1.4)
    for side, psi, xi in ((-1, pose["s0"], pose["s1"]), (1, pose["s2"], pose["s3"])):
        inner, outer = side * 0.87 * a, side * 1.13 * a
        radius = lambda place, of=side: r0 + cone * (a - of * place)  # noqa: E731
        wheel = [placed(inner, radius(inner)), placed(outer, radius(outer)), placed(outer, -radius(outer)),
                 placed(inner, -radius(inner))]  # fmt: skip
        left.fill(*zip(*wheel), color=POSES[0], alpha=0.18, linewidth=0)
        left.plot(*zip(*wheel, wheel[0]), color=POSES[0], linewidth=2.2, label="wheelset" if side == 1 else None)
        rail = arc((side * centre[0], centre[1]), rs, math.radians(200), math.radians(-20))
        left.plot(*zip(*rail), color=GROUND_COLOUR, linewidth=1.4, label="rail" if side == 1 else None)
        contact = placed(xi, -radius(xi) * math.cos(psi))
        left.plot(*contact, "o", color="white", markeredgecolor=PATH, markersize=4, zorder=12,
                  label="contact point" if side == 1 else None)  # fmt: skip
        left.annotate("", (contact[0], contact[1] - 0.055 * pose["lambda0" if side < 0 else "lambda1"] / 80),
                      contact, arrowprops={"arrowstyle": "-|>", "color": PATH, "linewidth": 1})  # fmt: skip
    left.set(title="Wheelset, seen along the track at t = 3 s", aspect="equal", xlabel="x in m", ylabel="y in m")
    left.legend(loc="upper center", bbox_to_anchor=(0.5, -0.2), frameon=False, ncol=3)
    up.plot(run["t"], [1000 * q for q in run["q0"]], color=POSES[0], linewidth=1)
    up.set(title=f"Hunting at {p['speed']:g} m/s", ylabel="sideways in mm")
    for name, side, colour in (("lambda0", "x < 0", POSES[2]), ("lambda1", "x > 0", PATH)):
        down.plot(run["t"], run[name], color=colour, linewidth=0.9, label=f"wheel at {side}")
    down.set(xlabel="t in s", ylabel="normal force in N")
    down.legend(loc="upper center", bbox_to_anchor=(0.5, -0.32), frameon=False, ncol=2)
    save(figure, path)


def main():
    folder, form = pathlib.Path(sys.argv[1]), sys.argv[2]
    pictures = {"flat-follower-cam": cam, "friction-pendulum": pendulum, "wheelset": wheelset}
    for name, draw in pictures.items():
        draw(folder / f"mechanism-{name}.{form}")
    print(f"contact: {len(pictures)} pictures in {folder}")


main()
