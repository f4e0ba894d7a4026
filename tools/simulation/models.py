"""The built-in mechanisms and problems of lib/models: one entry each."""

import dataclasses
import pathlib
import re

from .errors import refuse
from .parameters import parameters

ROOT = pathlib.Path(__file__).resolve().parents[2]
MECHANISM, FIRST_ORDER = "mechanism", "first order"
LARGEST_LADDER = 10


@dataclasses.dataclass(frozen=True)
class Model:
    name: str
    summary: str
    header: str  # as C++ includes it
    struct: str
    start: str = ""  # the struct of the consistent start
    problem: str = ""  # its name in host_tests/reference/exact.csv
    kind: str = MECHANISM
    sized: bool = False  # a template of the number of squares
    nonholonomic: bool = False  # has such constraints, which not every method takes
    namespace: str = "taut::models::"
    file: object = None  # the header's path where it is none of lib
    holder: str = ""  # where the parameters are in the model: `system.` of a mechanism of bodies and joints

    def text(self):
        """The header, and below it the force elements that it includes: their parameters are its own."""
        own = (self.file or ROOT / "lib" / self.header).read_text()
        elements = re.findall(r'#include "(taut/mechanism/[a-z_]+\.hpp)"', own)
        return "\n".join([own, *((ROOT / "lib" / header).read_text() for header in elements)])

    @property
    def contact(self):
        """Whether it has algebraic coordinates, or a force that depends on the multipliers."""
        return re.search(r"\b(ns = [1-9]|multiplier_force = true)", self.text()) is not None

    @property
    def multiplier_force(self):
        return "multiplier_force = true" in self.text()

    def parameters(self):
        return parameters(self.text(), self.struct)


MODELS = {model.name: model for model in [
    Model("pendulum", "point mass on a rod", "models/pendulum.hpp", "Pendulum", "PendulumStart", "pendulum"),
    Model("car_axle", "car axle on a bumpy road, stiff springs", "models/car_axle.hpp", "CarAxle", "CarAxleStart",
          "caraxis"),
    Model("circular_track", "mass on a circle under PI control", "models/circular_track.hpp", "CircularTrack",
          "CircularTrackStart", "track"),
    Model("four_bar", "four-bar linkage, absolute coordinates", "models/four_bar.hpp", "FourBar", "FourBarStart"),
    Model("arm_on_parabola", "two-link arm, case I: tip on a parabola", "models/two_link_arm.hpp", "ArmOnParabola",
          "TwoLinkArmStart", "arm_case1"),
    Model("driven_arm", "two-link arm, case II: driven tip", "models/two_link_arm.hpp", "DrivenArm",
          "TwoLinkArmStart", "arm_case2_w05"),
    Model("andrews", "seven-body mechanism", "models/andrews.hpp", "Andrews", "AndrewsStart", "andrews"),
    Model("oscillator_chain", "masses on stiff springs and a rod, in their slowest mode", "models/oscillator_chain.hpp",
          "OscillatorChain", "OscillatorChainStart"),
    Model("slider_crank", "slider crank through its singular position, from rest", "models/slider_crank.hpp",
          "SliderCrank", "SliderCrankStart", "slidercrank1"),
    Model("slider_crank_moving", "the same, slider at -4 m/s", "models/slider_crank.hpp", "SliderCrank",
          "SliderCrankMovingStart", "slidercrank2"),
    Model("ladder", f"ladder of rods, --squares 1 to {LARGEST_LADDER}", "models/ladder.hpp", "Ladder", "LadderStart",
          "ladder", sized=True),
    Model("trailer", "truck with trailer on a handling course of 60 s", "models/trailer.hpp", "Trailer",
          "TrailerStart", "trailer"),
    Model("knife_edge", "skate on a slope, one nonholonomic constraint", "models/knife_edge.hpp", "KnifeEdge",
          "KnifeEdgeStart", nonholonomic=True),
    Model("flat_follower_cam", "elliptic cam under a flat-faced follower", "models/flat_follower_cam.hpp",
          "FlatFollowerCam", "FlatFollowerCamStart"),
    Model("friction_pendulum", "rigid body on a pin with dry friction", "models/friction_pendulum.hpp",
          "FrictionPendulum", "FrictionPendulumStart"),
    Model("wheelset", "railway wheelset on two rails", "models/wheelset.hpp", "Wheelset", "WheelsetStart",
          "wheelset"),
    Model("ascher_lin_61", "Ascher/Lin example 6.1, regular", "models/ascher_lin.hpp", "AscherLin61",
          kind=FIRST_ORDER),
    Model("ascher_lin_62", "example 6.2, G B zero at t = 1/2", "models/ascher_lin.hpp", "AscherLin62",
          kind=FIRST_ORDER),
    Model("ascher_lin_63", "example 6.3, y not finite at t = 1/2", "models/ascher_lin.hpp", "AscherLin63",
          kind=FIRST_ORDER),
    Model("ascher_lin_64", "example 6.4, two-link arm with known motion", "models/ascher_lin_64.hpp", "AscherLin64",
          "AscherLin64Start", "arm64"),
]}


def users_model(header, type_name):
    """A mechanism of the user's own; `type_name` may use S, the scalar."""
    file = pathlib.Path(header)
    if not file.is_file():
        refuse(f"--model-header {header}: no such file")
    plain = re.fullmatch(r"(?:\w+::)*(\w+)(?:<[\w\s,:]*>)?", type_name)
    if not plain:
        refuse(f"--model-type {type_name}: not the name of a type")
    struct, holder, text = plain[1], "", file.read_text()
    # a mechanism of bodies and joints is an alias; its parameters are those of the list
    alias = re.search(rf"\busing\s+{struct}\s*=\s*(?:taut::)?Mechanism<\s*(?:\w+::)*(\w+)", text)
    if alias:
        struct, holder = alias[1], "system."
    if not re.search(rf"\bstruct\s+{struct}\b", text):
        refuse(f"--model-type {type_name}: {header} has no struct {struct}, and no alias of a taut::Mechanism")
    return Model(type_name, "a model of yours", str(file.resolve()), struct, namespace="", file=file.resolve(),
                 holder=holder)
