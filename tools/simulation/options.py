"""The command line of tools/simulate: its options, and a choice that has been checked.

Bad input is refused here, in one line and before anything is compiled.
"""

import argparse
import dataclasses
import fractions
import math
import re
import typing

from . import methods, models
from .errors import refuse
from .methods import METHODS
from .models import FIRST_ORDER, LARGEST_LADDER, MODELS

LARGEST_TICKS = 2**24  # of a period: taut::StepSize
LARGEST_TIME_S = 2**32 - 1
LONGEST_PERIOD_S = {"float": 16, "double": LARGEST_TIME_S}
PLOT_ENDINGS = (".png", ".svg", ".pdf")


def decimal(text):
    """The number that is written, exactly: 1e-3, 0.001 or 1/1000."""
    ratio = re.fullmatch(r"\d{1,20}/0*[1-9]\d{0,19}", text)
    if not ratio and not re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?", text):
        raise ValueError
    value = fractions.Fraction(text)
    if value != 0 and not 1e-30 < abs(value) < 1e30:  # of which a float knows nothing
        raise ValueError
    return value


decimal.wanted = "a number such as 1e-3, 0.001 or 1/1000"


def number(text):
    value = float(text)
    if not math.isfinite(value):
        raise ValueError
    return value


number.wanted = "a finite number"


def not_negative(text):
    value = number(text)
    if value < 0:
        raise ValueError
    return value


not_negative.wanted = "a number that is not negative"


def positive(text):
    value = number(text)
    if value <= 0:
        raise ValueError
    return value


positive.wanted = "a number above 0"


def count(least, most):
    def parse(text):
        if not re.fullmatch(r"\d{1,18}", text) or not least <= int(text) <= most:
            raise ValueError
        return int(text)
    parse.wanted = f"a whole number from {least} to {most}"
    return parse


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
    "start": Option(str, "Q,..;U,..", "start, made consistent; velocities may be left out"),
    "residual-limit": Option(positive, "X|inf", "a step that leaves |g| larger is refused [the model's]"),
    "every": Option(count(1, 10**18), "N", "a row of the CSV file every N steps [1]"),
    "csv": Option(str, "FILE|-", "file of the rows; - is standard output"),
    "model-header": Option(str, "FILE", "a header of yours in place of --model"),
    "model-type": Option(str, "TYPE", "its model, for instance 'my::Arm<S>'"),
}
OF_METHODS = {
    "jacobian": one_of(methods.PARTITIONS, "partition; none is explicit Euler"),
    "derivative": one_of(methods.DERIVATIVES, "what of the right-hand side is differentiated"),
    "formulation": one_of(methods.FORMULATIONS, "where the multiplier comes from"),
    "alpha": Option(number, "1/S", "of Baumgarte"),
    "beta": Option(number, "1/S^2", "of Baumgarte"),
    "iterations": Option(count(1, 20), "1..20", "iterations of srm; projections of `iterated`"),
    "tableau": one_of(methods.TABLEAUX, "Butcher tableau"),
    "metric": one_of(methods.METRICS, "of the post-stabilisation"),
    "rtol": Option(not_negative, "X", "relative tolerance"),
    "atol": Option(positive, "X", "absolute tolerance"),
    "max-steps": Option(count(1, 10**12), "N", "accepted steps at most"),
    "order": Option(count(1, 5), "1..5", "of the formula"),
    "newton-steps": Option(count(1, 10), "1..10", "Newton steps a step"),
    "epsilon": Option(not_negative, "X", "compliance of spook; eps of srm, in s with an inverse weight"),
    "tau": Option(not_negative, "S", "relaxation time in s"),
    "weight": one_of(methods.WEIGHTS, "E of the regularisation"),
    "window": one_of(methods.WINDOWS, "interval of the iteration"),
    "substeps": Option(count(1, 64), "1..64", "of a step"),
    "alpha1": Option(count(0, 1), "0|1", "weight of g', first-order models"),
    "alpha2": Option(number, "X", "weight of g, first-order models"),
}
# the stabilisation that an option is for
NEEDED = {"alpha": "baumgarte", "beta": "baumgarte", "iterations": "iterated"}
IDLE = {
    **{name: f"needs --stabilization {needed}" for name, needed in NEEDED.items()},
    "metric": "needs a stabilisation with a metric, which s-full is not",
    "derivative": "has no meaning with --jacobian none, which is explicit Euler",
    "alpha1": "is for first-order models; a mechanism iterates over its velocity constraint",
    "alpha2": "is for first-order models; a mechanism iterates over its velocity constraint",
}
# what a default that is None stands for, in words
COMPUTED = {"alpha": "dead-beat", "beta": "dead-beat", "dopri5.alpha": "none", "dopri5.beta": "none", "tau": "2 h",
            "epsilon": "h / substeps; 1e-8 with --alpha1 1"}


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


class Choice:
    """A run as it was asked for, checked; options of the method with their defaults."""

    def __init__(self, arguments):
        texts = vars(arguments)
        self.given = {name for name, text in texts.items() if text is not None}
        values = {name: _parsed(name, texts[name.replace("-", "_")]) for name in {**COMMON, **OF_METHODS}}
        self.model = _model(values)
        if values["method"] is None:
            refuse(f"--method is missing; there are: {', '.join(METHODS)}")
        self.method = METHODS[values["method"]]
        if self.model.kind not in self.method.kinds:
            refuse(f"{self.model.name} is of first order, which only srm takes")
        self.scalar = values["scalar"] or "double"
        self.squares = _squares(self.model, values["squares"])
        self._take_method_options(values)
        self.stabilization = _stabilization(self.method, values["stabilization"])
        self._refuse_idle_options()
        self._take_time(values)
        self.start = _start(self.model, values["start"])
        self.set = _settings(self.model, arguments.set)
        self.residual_limit = values["residual-limit"]
        if self.residual_limit is not None and not (self.method.fixed_step and self.model.kind != FIRST_ORDER):
            refuse(f"--residual-limit: {self.method.name} of {self.model.name} has none")
        self.every, self.csv, self.plot = values["every"] or 1, values["csv"], arguments.plot
        if self.plot and not self.plot.endswith(PLOT_ENDINGS):
            refuse(f"--plot {self.plot}: the name must end in {', '.join(PLOT_ENDINGS)}")
        self.code = self.method.code(self)

    def _take_method_options(self, values):
        own = self.method.options
        for name in OF_METHODS:
            attribute = name.replace("-", "_")
            if values[name] is not None and attribute not in own:
                has = ", ".join("--" + option.replace("_", "-") for option in own)
                refuse(f"--{name} is no option of {self.method.name}, which has {has}")
            setattr(self, attribute, own.get(attribute) if values[name] is None else values[name])

    def idle(self, name):
        """Whether an option of the method has no effect here."""
        if name in NEEDED and self.method.stabilizations:
            return self.stabilization != NEEDED[name]
        if name == "metric":
            return "{}" not in methods.POST_STABILIZATIONS[self.stabilization]
        if name == "derivative":
            return self.jacobian == "none"
        return name in ("alpha1", "alpha2") and self.model.kind != FIRST_ORDER

    def _refuse_idle_options(self):
        """What would be taken and have no effect."""
        for name in self.method.options:
            if name in self.given and self.idle(name):
                refuse(f"--{name} {IDLE[name]}")

    def _take_time(self, values):
        self.h, self.t_end = values["h"], values["t-end"]
        if self.t_end is None:
            refuse("--t-end is missing")
        if not 0 < self.t_end <= LARGEST_TIME_S:
            refuse(f"--t-end {float(self.t_end):g}: the end lies after 0 and within {LARGEST_TIME_S} s")
        self.steps = None
        if self.h is None:
            if self.method.fixed_step:
                refuse("--h is missing")
            return
        if not 0 < self.h < 10**9:
            refuse(f"--h {float(self.h):g}: a step is positive and below 1e9 s")
        if float(self.h) < 1 / LARGEST_TICKS:
            refuse(f"--h {float(self.h):g}: a step is at least 2^-24 s = {1 / LARGEST_TICKS:.3g} s")
        self._check_period()
        self.steps = self._whole_steps()

    def _check_period(self):
        period_s = self.h.limit_denominator(LARGEST_TICKS).numerator
        longest = LONGEST_PERIOD_S[self.scalar]
        if period_s > longest:
            refuse(f"--h {float(self.h):g} comes back to whole seconds after {period_s} s only; "
                   f"{self.scalar} resolves {longest} s: take a ratio such as 1/1000 or 7/10000")

    def _whole_steps(self):
        steps = self.t_end / self.h
        if steps.denominator != 1:
            below = math.floor(steps)
            near = [f"{float(n * self.h):.10g}" for n in (below, below + 1) if n > 0]
            refuse(f"--t-end {float(self.t_end):g} is no multiple of --h {float(self.h):g}; near is {' or '.join(near)}")
        return steps.numerator

    def exact_step(self):
        """(seconds, ticks) where taut::StepSize counts them, else None."""
        counted = self.h.denominator <= LARGEST_TICKS and self.h.numerator <= LARGEST_TIME_S
        return (self.h.numerator, self.h.denominator) if counted else None


def _parsed(name, text):
    option = COMMON.get(name) or OF_METHODS[name]
    if text is None:
        return None
    if option.choices and text not in option.choices:
        refuse(f"--{name} {text}: there is {', '.join(option.choices)}")
    if name == "residual-limit" and text == "inf":
        return math.inf
    try:
        return option.parse(text)
    except (ValueError, OverflowError):
        refuse(f"--{name} {text}: wanted {option.parse.wanted}")


def _model(values):
    own = values["model-header"], values["model-type"]
    if own == (None, None):
        if values["model"] is None:
            refuse(f"--model is missing; there are: {', '.join(MODELS)}")
        return MODELS[values["model"]]
    if values["model"] is not None:
        refuse("--model and --model-header exclude each other")
    if None in own:
        refuse("--model-header and --model-type go together")
    if values["start"] is None:
        refuse("--model-header needs --start 'Q,..;U,..'")
    return models.users_model(*own)


def _squares(model, squares):
    if squares is not None and not model.sized:
        refuse(f"--squares: {model.name} has no size")
    return squares or 1


def _stabilization(method, asked):
    if not method.stabilizations:
        if asked is not None:
            refuse(f"--stabilization: {method.name} brings its own")
        return None
    if asked is not None and asked not in method.stabilizations:
        refuse(f"--stabilization {asked} does not exist with {method.name}; there is "
               f"{', '.join(method.stabilizations)}")
    return asked or method.stabilizations[0]


def _start(model, text):
    """{start_q, start_u} as lists between commas."""
    if text is None:
        return {}
    if model.kind == FIRST_ORDER:
        refuse(f"--start: {model.name} starts on its closed form")
    parts = [[word.strip() for word in part.split(",")] for part in text.split(";")]
    try:
        for value in sum(parts, []):
            number(value)
        if len(parts) > 2:
            raise ValueError
    except ValueError:
        refuse(f"--start {text}: wanted numbers as Q,..;U,..")
    return dict(zip(("start_q", "start_u"), map(",".join, parts)))


def _settings(model, pairs):
    """[(name, value)] of --set."""
    known = {parameter.name for parameter in model.parameters()}
    settings = []
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            refuse(f"--set {pair}: wanted NAME=X")
        if name not in known:
            refuse(f"--set {name}: {model.name} has {', '.join(sorted(known)) or 'no parameters'}")
        try:
            settings.append((name, number(text)))
        except ValueError:
            refuse(f"--set {name}={text}: not a number")
    return settings
