#!/usr/bin/env python3
"""Compiles and runs a good sample of what tools/simulate offers. Minutes; not a part of tools/test.

simulate_sweep.py [--random N] [--only TEXT]

Each method with each value of each of its choices on two small models, N random combinations more,
every model by every method with its defaults, in double and float. A run may end, or be refused by
the method (exit status 0 or 3); it must not be refused by the compiler.
"""

import argparse
import itertools
import pathlib
import random
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from simulation.choice import FOR_CONTACT  # noqa: E402
from simulation.methods import METHODS  # noqa: E402
from simulation.models import FIRST_ORDER, MECHANISM, MODELS  # noqa: E402
from simulation.options import choices as values_of  # noqa: E402

SMALL = {MECHANISM: ("pendulum", "driven_arm"), FIRST_ORDER: ("ascher_lin_61",)}
VALUES = {"order": ("1", "2", "3", "4", "5"), "iterations": ("1", "3"), "newton-steps": ("1", "3"),
          "substeps": ("1", "2"), "alpha1": ("0", "1"), "corrections": ("0", "1", "2")}
FOR_FIRST_ORDER = ("alpha1", "alpha2")


def choices(method, kind):
    """{option: values} of what changes the type."""
    named = [name.replace("_", "-") for name in method.options]
    table = {name: values_of(method, name) or VALUES.get(name, ()) for name in named}
    if kind == MECHANISM:
        table = {name: values for name, values in table.items() if name not in FOR_FIRST_ORDER}
    table.pop("multipliers", None)  # the small models have no force that depends on them
    if method.stabilizations:
        table["stabilization"] = method.stabilizations
    return {name: values for name, values in table.items() if values}


def usable(method, options):
    """Leaves out what has no effect and would be refused with a sentence."""
    kept = dict(options)
    if kept.get("jacobian") == "none":
        kept.pop("derivative", None)
    if "stabilization" in kept and kept["stabilization"] != "iterated":
        kept.pop("iterations", None)
    if kept.get("stabilization", "s-both2") in ("s-full", "baumgarte", "none"):
        kept.pop("metric", None)
    if kept.get("stabilization") == "baumgarte" and "rtol" in method.options:
        kept.update(alpha="10", beta="100")
    if kept.get("weight") in ("identity", "transposed"):
        kept["epsilon"] = "1e-2"
    return kept


def singles(method, kind):
    table = choices(method, kind)
    for name, values in table.items():
        for value in values:
            options = {name: value}
            if name == "iterations" and method.stabilizations:
                options["stabilization"] = "iterated"
            yield options


def sample(random_count):
    """(model, method, scalar, options), each once."""
    seen = set()
    dice = random.Random(1)

    def fresh(model, method, scalar, options):
        key = (model, method.name, scalar, tuple(sorted(usable(method, options).items())))
        return not (key in seen or seen.add(key))

    for method, kind in itertools.product(METHODS.values(), (MECHANISM, FIRST_ORDER)):
        if kind not in method.kinds:
            continue
        table = choices(method, kind)
        random_ones = [{name: dice.choice(values) for name, values in table.items()}
                       for _ in range(random_count if table else 0)]
        for options in [*singles(method, kind), *random_ones]:
            model, scalar = dice.choice(SMALL[kind]), dice.choice(("double", "double", "float"))
            if fresh(model, method, scalar, options):
                yield model, method.name, scalar, usable(method, options)
    for model, method, scalar in itertools.product(MODELS.values(), METHODS.values(), ("double", "float")):
        if model.contact and method.name not in FOR_CONTACT:
            continue
        if model.kind in method.kinds and fresh(model.name, method, scalar, {}):
            yield model.name, method.name, scalar, {}


def command(model, method, scalar, options):
    words = [str(ROOT / "tools" / "simulate"), "--model", model, "--method", method, "--scalar", scalar]
    for name, value in options.items():
        words += [f"--{name}", value]
    return [*words, "--h", "1e-4", "--t-end", "1e-2"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--random", type=int, default=10, help="random combinations a method")
    parser.add_argument("--only", default="", help="commands that hold this text")
    arguments = parser.parse_args()
    bad = total = 0
    for combination in sample(arguments.random):
        words = command(*combination)
        if arguments.only not in " ".join(words):
            continue
        total += 1
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode not in (0, 3) or len(done.stderr.splitlines()) > 1:
            bad += 1
            print(" ".join(words[1:]), f"-> {done.returncode}: {done.stderr.strip()}", flush=True)
        elif done.returncode == 3:
            print(" ".join(words[1:]), f"-> {done.stderr.strip()}", flush=True)
    print(f"simulate_sweep: {total} combinations, {bad} bad")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
