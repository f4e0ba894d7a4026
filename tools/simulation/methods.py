"""The methods: one entry each in METHODS. A method says which options it has beside those of every
run, how it may be stabilised, and which C++ type a choice of them is.

Numbers go to the compiled program (`arguments`), the rest into its type.
"""

import dataclasses
import typing

from .errors import refuse
from .models import FIRST_ORDER, MECHANISM

DERIVATIVES = {"full": "FullDerivative", "total": "TotalDerivative", "force-and-time": "ForceAndTimeDerivative",
               "force-only": "ForceDerivative"}
PARTITIONS = {"none": "J3", "j1": "J1", "j2": "J2", "j3": "J3", "exact": "JExact"}
FORMULATIONS = {"index1": "Index1", "index1-literal": "Index1Literal", "index2": "Index2", "index2-mean": "Index2Mean"}
TABLEAUX = {"euler": "ExplicitEuler", "midpoint": "Midpoint", "heun": "Heun", "ralston": "Ralston",
            "rk4": "ClassicalRungeKutta4"}
METRICS = {"euclidean": "EuclideanMetric", "mass": "MassMetric"}
WEIGHTS = {"identity": "IdentityWeight", "transposed": "TransposedWeight", "inverse": "InverseWeight",
           "singular": "SingularWeight"}
WINDOWS = {"tick": "EachTick", "run": "WholeRun"}
JACOBIANS = {"none": "NoJacobian", "damping": "DampingJacobian", "force": "ForceJacobian", "full": "FullJacobian"}
MULTIPLIERS = {"newton": "NewtonMultipliers", "lagged": "LaggedMultipliers"}
FORMS = {0: "ConstraintAlone", 1: "ConstraintAndRate"}

# policies.hpp, and post_stabilization.hpp: with a metric where there is a {}
EULER_STABILIZATIONS = {"projection": "OneStepProjection", "projection-predicted": "ProjectionAtPredicted",
                        "iterated": "IteratedProjection<{}>", "velocity": "VelocityProjection",
                        "baumgarte": "DeadBeatBaumgarte", "none": "NoStabilization"}
POST_STABILIZATIONS = {"s-both2": "SBothTwice<{}>", "s-both2-tables": "SBothTwiceOfTables<{}>", "s-both": "SBoth<{}>",
                       "s-full": "SFull", "s-full-blocks": "SFullByBlocks<{}>", "s-vel": "SVelocity<{}>",
                       "s-pos": "SPosition<{}>", "baumgarte": "NoPostStabilization", "none": "NoPostStabilization"}


@dataclasses.dataclass(frozen=True)
class Code:
    """What a choice contributes to the generated source."""
    headers: list
    type: str  # may use Model and S
    function: str  # static member(s) of Choice that make the method from the arguments
    run: str  # of simulation/
    arguments: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True)
class Method:
    name: str
    summary: str
    code: typing.Callable  # (choice) -> Code
    options: dict  # of its own: name -> default; None where the default depends on other choices
    stabilizations: tuple = ()  # the first is the default
    kinds: tuple = (MECHANISM,)
    fixed_step: bool = True
    values: dict = dataclasses.field(default_factory=dict)  # what an option may be here, where not all that it may be


def _stepper(headers, type_name, value="Method{}", arguments=None):
    function = f"static Method method(const simulation::Arguments& a, [[maybe_unused]] S h) {{ (void)a; return {value}; }}"
    return Code(headers, type_name, function, "stepper_run", arguments or {})


def _number(name):
    return f'S(a.number("{name}"))'


def _baumgarte(choice, index2=False):
    """(type, value, arguments) of Baumgarte stabilisation: dead-beat unless parameters are given."""
    if index2 and choice.beta is not None:
        refuse("--beta: Baumgarte of --formulation index2 has --alpha alone")
    if choice.alpha is None and choice.beta is None:
        return "taut::DeadBeatBaumgarte", "{}", {}
    if choice.alpha is None or (choice.beta is None and not index2):
        refuse("--alpha and --beta go together; without them Baumgarte is dead-beat")
    return ("taut::Baumgarte<S>", f'{{{_number("alpha")}, {_number("beta")}}}',
            {"alpha": choice.alpha, "beta": choice.beta or 0.0})


def _euler_stabilization(choice, index2=False):
    """(type, initialiser, arguments)."""
    if choice.stabilization == "baumgarte":
        return _baumgarte(choice, index2)
    return "taut::" + EULER_STABILIZATIONS[choice.stabilization].format(choice.iterations), "{}", {}


def _lie(choice):
    mean = choice.formulation == "index2-mean"
    if mean and choice.derivative in ("full", "total"):
        refuse(f"--derivative {choice.derivative}: the mean of --formulation index2-mean has the change of the constraint force")
    derivative = DERIVATIVES[choice.derivative or ("force-and-time" if mean else "full")]
    if choice.jacobian == "none":
        derivative = "NoDerivative"
    if choice.formulation == "index1-literal" and choice.model.multiplier_force and choice.multipliers != "lagged":
        refuse(f"--formulation index1-literal: {choice.model.name} needs --multipliers lagged with it")
    stabilization, value, arguments = _euler_stabilization(choice, mean or choice.formulation == "index2")
    return _stepper(["taut/linear_implicit_euler.hpp"],
                    f"taut::LinearImplicitEuler<taut::{derivative}, {stabilization}, "
                    f"taut::{FORMULATIONS[choice.formulation]}, taut::{PARTITIONS[choice.jacobian]}, "
                    f"taut::{MULTIPLIERS[choice.multipliers]}>", f"Method{{{value}}}", arguments)


def _vehicle(choice):
    stabilization, value, arguments = _euler_stabilization(choice)
    return _stepper(["taut/vehicle_euler.hpp"], f"taut::VehicleEuler<{stabilization}>", f"Method{{{value}}}", arguments)


def _post_stabilization(choice):
    """(post-stabilisation, damping, initialiser of the damping, arguments)."""
    pattern = POST_STABILIZATIONS[choice.stabilization]
    damping, value, arguments = "taut::NoStabilization", "{}", {}
    if choice.stabilization == "baumgarte":
        damping, value, arguments = _baumgarte(choice)
    return "taut::" + pattern.format("taut::" + METRICS[choice.metric]), damping, value, arguments


def _rk(choice):
    post, damping, value, arguments = _post_stabilization(choice)
    return _stepper(["taut/runge_kutta.hpp"],
                    f"taut::ExplicitRungeKutta<taut::{TABLEAUX[choice.tableau]}, {post}, {damping}>",
                    f"Method{{{{}}, {value}}}", arguments)


def _dopri5(choice):
    if choice.stabilization == "baumgarte" and choice.alpha is None:
        refuse("--stabilization baumgarte of dopri5 needs --alpha and --beta: dead-beat is for steps of one size")
    post, damping, value, arguments = _post_stabilization(choice)
    function = (f"using Damping = {damping};\n"
                f"  static Damping damping(const simulation::Arguments& a) {{ (void)a; return Damping{value}; }}")
    arguments = {**arguments, "rtol": choice.rtol, "atol": choice.atol, "max_steps": choice.max_steps}
    return Code([], f"taut::DormandPrince<Model, {post}, {damping}>", function, "dormand_prince_run", arguments)


def _bdf(choice):
    projections = {"projection": 1, "none": 0}.get(choice.stabilization, choice.iterations)
    return _stepper(["taut/bdf.hpp"], f"taut::Bdf<{choice.order}, {choice.newton_steps}, {projections}>")


def _spook(choice):
    tau = 2 * float(choice.h) if choice.tau is None else choice.tau
    relaxation = f'taut::Relaxation<S>{{{_number("epsilon")}, {_number("tau_s")}}}'
    function = (f"[&] {{ Method spook = taut::spook({relaxation}, h); spook.slip = {_number('slip')}; return spook; }}()")
    return _stepper(["taut/stabilization_parameters.hpp"], "taut::Spook<S>", function,
                    {"epsilon": choice.epsilon, "tau_s": tau, "slip": choice.slip})


def _guarded(choice):
    tau = 2 * float(choice.h) if choice.tau is None else choice.tau
    return _stepper(["taut/guarded.hpp"], "taut::Guarded<S>", f'Method{{{_number("limit")}, {_number("tau_s")} / h}}',
                    {"limit": choice.limit, "tau_s": tau})


def _rattle1(choice):
    return _stepper(["taut/rattle.hpp"], f"taut::Rattle<{choice.corrections}, taut::{JACOBIANS[choice.jacobian]}, "
                    f"taut::{MULTIPLIERS[choice.multipliers]}>")


def _shake1(choice):
    return _stepper(["taut/shake.hpp"], f"taut::Shake<taut::{JACOBIANS[choice.jacobian]}>",
                    'Method{static_cast<float>(a.number("kappa"))}', {"kappa": choice.kappa})


def _gen_alpha1(choice):
    return _stepper(["taut/generalized_alpha.hpp"], f"taut::GeneralizedAlpha<taut::{JACOBIANS[choice.jacobian]}>",
                    'Method{static_cast<float>(a.number("rho"))}', {"rho": choice.rho})


def _srm(choice):
    if choice.epsilon is None and choice.weight in ("identity", "transposed"):
        refuse(f"--weight {choice.weight} needs --epsilon, which has units of the model there (docs/methods/srm.md)")
    weight, window = "taut::" + WEIGHTS[choice.weight], "taut::" + WINDOWS[choice.window]
    counts = f"{choice.iterations}, {choice.substeps}"
    substep = float(choice.h) / choice.substeps
    if choice.model.kind == MECHANISM:
        epsilon = substep if choice.epsilon is None else choice.epsilon
        if epsilon == 0:
            refuse("--epsilon 0: only --alpha1 1 of a first-order model has that limit")
        return _stepper(["taut/srm.hpp"], f"taut::SequentialRegularization<{weight}, {counts}, {window}>",
                        'Method{static_cast<float>(a.number("epsilon_steps"))}', {"epsilon_steps": epsilon / substep})
    epsilon = choice.epsilon
    if epsilon is None:
        epsilon = 1e-8 if choice.alpha1 == 1 else substep
    if epsilon == 0 and choice.alpha1 == 0:
        refuse("--epsilon 0: only --alpha1 1 of a first-order model has that limit")
    function = (f"static constexpr bool carries_rate = {weight}::carries_rate;\n"
                "  static Method method(const simulation::Arguments& a, const Model& model, taut::StepSize<S> step) {\n"
                f'    return Method(model, step, {_number("epsilon")}, {_number("alpha2")});\n  }}')
    return Code([], f"taut::SrmIndex2<Model, {weight}, taut::{FORMS[choice.alpha1]}, {counts}, {window}>", function,
                "index2_run", {"epsilon": epsilon, "alpha2": choice.alpha2})


EULER = ("projection", "projection-predicted", "iterated", "velocity", "baumgarte", "none")

METHODS = {method.name: method for method in [
    Method("lie", "linear-implicit Euler, the library's default", _lie,
           {"jacobian": "j3", "derivative": None, "formulation": "index1", "alpha": None, "beta": None,
            "iterations": 2, "multipliers": "newton"}, EULER, values={"jacobian": tuple(PARTITIONS)}),
    Method("vehicle", "linear-implicit Euler with the velocity first", _vehicle,
           {"alpha": None, "beta": None, "iterations": 2},
           ("baumgarte", "projection", "projection-predicted", "iterated", "velocity", "none")),
    Method("rattle1", "RATTLE with one Newton step", _rattle1, {"corrections": 1, "jacobian": "none",
                                                                  "multipliers": "newton"},
           values={"jacobian": ("none", "damping")}),
    Method("shake1", "SHAKE with one Newton step", _shake1, {"kappa": 0.25, "jacobian": "none"},
           values={"jacobian": tuple(JACOBIANS)}),
    Method("gen-alpha1", "generalised-alpha with one Newton step", _gen_alpha1, {"rho": 0.8, "jacobian": "none"},
           values={"jacobian": ("none", "force", "full")}),
    Method("rk", "explicit Runge-Kutta with post-stabilisation", _rk,
           {"tableau": "rk4", "metric": "euclidean", "alpha": None, "beta": None}, tuple(POST_STABILIZATIONS)),
    Method("dopri5", "Dormand-Prince 5(4), chooses its steps; --h is the interval of the rows", _dopri5,
           {"rtol": 1e-6, "atol": 1e-6, "max_steps": 100000, "metric": "euclidean", "alpha": None, "beta": None},
           tuple(POST_STABILIZATIONS), fixed_step=False),
    Method("bdf", "backward differentiation with coordinate projection", _bdf,
           {"order": 2, "newton_steps": 2, "iterations": 2}, ("projection", "iterated", "none")),
    Method("spook", "regularised and stabilised constraints", _spook, {"epsilon": 1e-8, "tau": None, "slip": 0.0}),
    Method("guarded", "RATTLE where smooth, SPOOK where not", _guarded, {"limit": 1e-2, "tau": None}),
    Method("srm", "sequential regularisation", _srm,
           {"weight": "inverse", "iterations": 2, "substeps": 1, "window": "tick", "epsilon": None, "alpha1": 0,
            "alpha2": 1.0}, kinds=(MECHANISM, FIRST_ORDER)),
]}
