"""The translation unit of a choice. Its text is the key of the cache: only what changes the type of
model or method stands in it, numbers come as arguments.
"""

import re

from .models import FIRST_ORDER

TEMPLATE = """\
// Made by tools/simulate.
{includes}

using S = {scalar};

struct Choice {{
  using Scalar = S;
  using Model = {model};
  {start}using Method = {method};
  {function}
{parameters}
}};

int main(int argc, char** argv) {{
  return simulation::{run}<Choice>(simulation::Arguments(argc, argv));
}}
"""


def source(choice):
    model, code = choice.model, choice.code
    headers = [model.header, f"simulation/{code.run}.hpp", *code.headers]
    if model.holder:
        headers.append("simulation/mechanism_energy.hpp")
    return TEMPLATE.format(
        includes="\n".join(f'#include "{header}"' for header in headers),
        scalar=choice.scalar, model=model_type(model, choice.squares), start=_start(choice), method=code.type,
        function=code.function, parameters=each_parameter(model, choice.members),
        run=f"run_{code.run.replace('_run', '')}")


def model_type(model, squares=1):
    if not model.namespace:
        return model.name
    return f"{model.namespace}{model.struct}<S{f', {squares}' if model.sized else ''}>"


def each_parameter(model, members=()):
    """A function that visits (name, member): a name that the model has not does not compile.

    `members` are names that only the compiler can judge; its errors name the --set (build.py).
    """
    visits = [f'    visit("{p.name}", model.{model.holder}{p.name});' for p in model.parameters()]
    for name in members:
        visits += [f'#line 1 "--set {name}"', f'    visit("{name}", simulation::number({_member(model, name)}));']
    return "\n".join(["  template <class M, class Visit>",
                      "  static void each_parameter([[maybe_unused]] M& model, [[maybe_unused]] Visit visit) {",
                      *visits, "  }"])


def _member(model, name):
    """model.bodies[0].mass_kg, its indices checked when it is compiled."""
    expression = f"model.{model.holder}"
    for index, rest in re.findall(r"\[(\d+)\]|([^\[]+)", name):
        expression = f"simulation::element<{int(index)}>({expression})" if index else expression + rest
    return expression


def _start(choice):
    model = choice.model
    if model.kind == FIRST_ORDER:
        return ""
    if not model.start:
        return "using Start = simulation::GivenStart<Model>;\n  "
    return f"using Start = {model.namespace}{model.start}<S{f', {choice.squares}' if model.sized else ''}>;\n  "
