"""The options of tools/simulate: what each may be, in code and in words."""

import argparse
import dataclasses
import re
import typing

from . import methods
from .errors import refuse
from .methods import METHODS
from .models import LARGEST_LADDER, MODELS
from .values import count, decimal, not_negative, number, positive, share


@dataclasses.dataclass(frozen=True)
class Option:
    """An option with a value: what it may be, in code and in words."""
    parse: typing.Callable
    values: str
    meaning: str
    choices: tuple = ()


def one_of(table, meaning):
    choices = tuple(table)
    return Option(str, "|".join(map(str, choices)), meaning, choices)


COMMON = {
    "model": one_of(MODELS, "what is simulated"),
    "method": one_of(METHODS, "what steps it"),
    "h": Option(decimal, "S", "step in s: 1e-3, 1/30"),
    "t-end": Option(decimal, "S", "end in s, a multiple of the step"),
    "scalar": one_of(("double", "float"), "number type [double]"),
    "stabilization": one_of(dict.fromkeys([*methods.EULER_STABILIZATIONS, *methods.POST_STABILIZATIONS]),
                            "how the constraints are kept; see --list"),
    "squares": Option(count(1, LARGEST_LADDER), f"1..{LARGEST_LADDER}", "size of the ladder [1]"),
    "start": Option(str, "Q,..;U,..;S,..", "start, made consistent; what is left out is 0, or the model's"),
    "residual-limit": Option(positive, "X|inf", "a step that leaves |g| larger is refused [the model's]"),
    "every": Option(count(1, 10**18), "N", "a row of the CSV file every N steps [1]"),
    "csv": Option(str, "FILE|-", "file of the rows; - is standard output"),
    "model-header": Option(str, "FILE", "a header of yours in place of --model"),
    "model-type": Option(str, "TYPE", "its model, for instance 'my::Arm<S>'"),
}
OF_METHODS = {
    "jacobian": one_of({**methods.PARTITIONS, **methods.JACOBIANS}, "derivatives on the left-hand side; none is explicit"),
    "derivative": one_of(methods.DERIVATIVES, "what of the right-hand side is differentiated"),
    "formulation": one_of(methods.FORMULATIONS, "where the multiplier comes from"),
    "multipliers": one_of(methods.MULTIPLIERS, "those in a force that depends on them"),
    "alpha": Option(number, "1/S", "of Baumgarte"),
    "beta": Option(number, "1/S^2", "of Baumgarte"),
    "iterations": Option(count(1, 20), "1..20", "iterations of srm; projections of `iterated`"),
    "tableau": one_of(methods.TABLEAUX, "Butcher tableau"),
    "metric": one_of(methods.METRICS, "of the post-stabilisation"),
    "rtol": Option(not_negative, "X", "relative tolerance"),
    "atol": Option(positive, "X", "absolute tolerance"),
    "max-steps": Option(count(1, 10**12), "N", "accepted steps at most, between two rows with --h"),
    "order": Option(count(1, 5), "1..5", "of the formula"),
    "newton-steps": Option(count(1, 10), "1..10", "Newton steps a step"),
    "corrections": Option(count(0, 10), "0..10", "of the position, each with one more solve"),
    "kappa": Option(not_negative, "X", "share of h^2 f_q in the matrix"),
    "rho": Option(share, "0..1", "of the highest frequency that a step leaves"),
    "epsilon": Option(not_negative, "X", "compliance of spook; eps of srm, in s with an inverse weight"),
    "tau": Option(not_negative, "S", "relaxation time in s"),
    "slip": Option(not_negative, "X", "of nonholonomic constraints, A u - b = slip lambda"),
    "limit": Option(not_negative, "X", "on |g| one velocity ahead, past which guarded takes SPOOK's step"),
    "weight": one_of(methods.WEIGHTS, "E of the regularisation"),
    "window": one_of(methods.WINDOWS, "interval of the iteration"),
    "substeps": Option(count(1, 64), "1..64", "of a step"),
    "alpha1": Option(count(0, 1), "0|1", "weight of g', first-order models"),
    "alpha2": Option(number, "X", "weight of g, first-order models"),
}
# what a default that is None stands for, in words
COMPUTED = {"alpha": "dead-beat", "beta": "dead-beat", "dopri5.alpha": "none", "dopri5.beta": "none", "tau": "2 h",
            "derivative": "full, and force-and-time with index2-mean",
            "epsilon": "h / substeps; 1e-8 with --alpha1 1"}


def choices(method, name):
    """What an option that is one of a list may be with a method; () where it is none of a list."""
    return method.values.get(name.replace("-", "_"), OF_METHODS[name].choices)


class Parser(argparse.ArgumentParser):
    def error(self, message):
        refuse(message[0].lower() + message[1:])


def parser():
    made = Parser(prog="simulate", allow_abbrev=False, description="Runs a mechanism of lib/models, or one of yours, "
                  "by any method of the library, and tells drift, energy and error.",
                  epilog="See docs/simulate.md. Exit status: 0 done, 1 no compiler or it failed, 2 refused, 3 stopped.")
    made.add_argument("--list", action="store_true", help="models, methods, options and parameters")
    for name, option in {**COMMON, **OF_METHODS}.items():
        made.add_argument(f"--{name}", metavar=option.values, help=option.meaning)
    made.add_argument("--set", action="append", metavar="NAME=X", default=[], help="a parameter of the model")
    made.add_argument("--plot", nargs="?", const="", metavar="FILE",
                      help="draws trajectory and drift: into a file, or a window")
    return made


def joined(words):
    """`--start -1,0` as `--start=-1,0`: argparse would take the value for an option."""
    result = []
    for word in words:
        if re.match(r"-[\d.]", word) and result and re.fullmatch(r"--[a-z0-9-]+", result[-1]):
            result[-1] += "=" + word
        else:
            result.append(word)
    return result
