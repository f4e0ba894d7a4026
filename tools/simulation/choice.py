"""A run as it was asked for. Bad input is refused here, in one line and before anything is compiled."""

import math
import re

from . import methods, models
from .errors import refuse
from .methods import METHODS
from .models import FIRST_ORDER, MODELS
from .options import COMMON, OF_METHODS, choices
from .values import number

LARGEST_TICKS = 2**24  # of a period: taut::StepSize
LARGEST_TIME_S = 2**32 - 1
LONGEST_PERIOD_S = {"float": 16, "double": LARGEST_TIME_S}
PLOT_ENDINGS = (".png", ".svg", ".pdf")
# methods that refuse nonholonomic constraints
HOLONOMIC_ALONE = ("srm", "gen-alpha1")
# methods that take algebraic coordinates and forces that depend on the multipliers
FOR_CONTACT = ("lie", "rattle1")
# the stabilisation that an option is for
NEEDED = {"alpha": "baumgarte", "beta": "baumgarte", "iterations": "iterated"}
IDLE = {
    **{name: f"needs --stabilization {needed}" for name, needed in NEEDED.items()},
    "metric": "needs a stabilisation with a metric, which s-full is not",
    "derivative": "has no meaning with --jacobian none, which is explicit Euler",
    "kappa": "needs --jacobian force or full",
    "multipliers": "needs a model whose force depends on its multipliers",
    "alpha1": "is for first-order models; a mechanism iterates over its velocity constraint",
    "alpha2": "is for first-order models; a mechanism iterates over its velocity constraint",
}

# a member as C++ names it; the numbers of a frame's axes belong together
MEMBER = re.compile(r"[a-z_]\w*(\[\d{1,6}\]|\.[a-z_]\w*)*", re.ASCII | re.IGNORECASE)
AXES = re.compile(r"\bon_[ab]\.(angle|sine|cosine|[xyz]\[\d+\])$")


class Choice:
    """The options, checked; those of the method as attributes with their defaults."""

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
        if self.model.nonholonomic and self.method.name in HOLONOMIC_ALONE:
            refuse(f"{self.method.name} is for holonomic constraints alone, {self.model.name} has others")
        if self.model.contact and self.method.name not in FOR_CONTACT:
            refuse(f"{self.method.name} takes no contact: {self.model.name} needs {' or '.join(FOR_CONTACT)}")
        self.scalar = values["scalar"] or "double"
        self.squares = _squares(self.model, values["squares"])
        self._take_method_options(values)
        self.stabilization = _stabilization(self.method, values["stabilization"])
        self._refuse_idle_options()
        self._take_time(values)
        self.start = _start(self.model, values["start"])
        self.set, self.members = _settings(self.model, arguments.set)
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
            allowed = choices(self.method, name)
            if values[name] is not None and allowed and values[name] not in allowed:
                refuse(f"--{name} {values[name]} does not exist with {self.method.name}; there is {', '.join(allowed)}")
            setattr(self, attribute, own.get(attribute) if values[name] is None else values[name])

    def idle(self, name):
        """Whether an option of the method has no effect here."""
        if name in NEEDED and self.method.stabilizations:
            return self.stabilization != NEEDED[name]
        if name == "metric":
            return "{}" not in methods.POST_STABILIZATIONS[self.stabilization]
        if name == "derivative":
            return self.jacobian == "none"
        if name == "multipliers":
            return not self.model.multiplier_force
        if name == "kappa":
            return self.jacobian in ("none", "damping")
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
        if self.method.fixed_step:
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
    """{start_q, start_u, start_s} as lists between commas."""
    if text is None:
        return {}
    if model.kind == FIRST_ORDER:
        refuse(f"--start: {model.name} starts on its closed form")
    parts = [[word.strip() for word in part.split(",")] for part in text.split(";")]
    try:
        for value in sum(parts, []):
            number(value)
        if len(parts) > 3:
            raise ValueError
    except ValueError:
        refuse(f"--start {text}: wanted numbers as Q,..;U,.. or Q,..;U,..;S,..")
    return dict(zip(("start_q", "start_u", "start_s"), map(",".join, parts)))


def _settings(model, pairs):
    """[(name, value)] of --set, and the names that only the compiler can judge."""
    known = {parameter.name for parameter in model.parameters()}
    settings, members = [], []
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            refuse(f"--set {pair}: wanted NAME=X")
        if name not in known:
            _check_member(model, name, known)
            members.append(name)
        try:
            settings.append((name, number(text)))
        except ValueError:
            refuse(f"--set {name}={text}: not a number")
    return settings, list(dict.fromkeys(members))


def _check_member(model, name, known):
    """A name that the reader of the header does not know may be one to the compiler, of a model of the user's."""
    if not model.file:
        refuse(f"--set {name}: {model.name} has {', '.join(sorted(known)) or 'no parameters'}")
    if not MEMBER.fullmatch(name):
        refuse(f"--set {name}: wanted a member of the model, such as bodies[0].mass_kg")
    if AXES.search(name):
        refuse(f"--set {name}: the axes of a frame are not set one by one; change the header")
