"""What tools/simulate prints: the summary of a run, and the list."""

from .choice import FOR_CONTACT
from .methods import METHODS
from .models import MECHANISM, MODELS
from .options import COMPUTED, OF_METHODS, choices
from .reference import difference, exact


def summary(choice, told):
    """Lines of a run that reached its end."""
    rows = [("run", _title(choice)), ("steps", _steps(choice, told))]
    if "moved_q" in told:
        rows.append(("start", _moved(told)))
    rows += [("largest |g|", _largest(told, "largest_g")), ("largest |G u + g_t|", _largest(told, "largest_gdot"))]
    if "energy_start" in told:
        rows.append(("energy", _energy(told)))
    rows.append(("reference", _reference(choice, told)))
    if choice.csv:
        rows.append(("csv", _rows(choice, told)))
    return [f"{name:<20} {text}" for name, text in rows]


def stopped(choice, told):
    """One line for a run that did not."""
    line = f"{_where(choice, told)} at t = {float(told['t']):.10g} s: {told['stopped']}"
    if told["stopped"] == "residual too large":
        line += f", |g| > {float(told['residual_limit']):g} (--residual-limit)"
    if float(told["largest_g"]) >= 0:
        line += f"; largest |g| before {float(told['largest_g']):.3g}"
    if choice.csv:
        line += f"; {_rows(choice, told)}"
    return line


def _where(choice, told):
    if not choice.method.fixed_step:
        return f"stopped after {told['step']} accepted steps"
    return "the start was refused" if told["step"] == "0" else f"step {told['step']} was refused"


def _rows(choice, told):
    return f"{told['rows']} rows in {'standard output' if choice.csv == '-' else choice.csv}"


def _title(choice):
    named = [choice.stabilization] if choice.stabilization else []
    named += [f"{name.replace('_', '-')} {getattr(choice, name)}" for name in choice.method.options
              if getattr(choice, name) is not None and not choice.idle(name)]
    size = f" of {choice.squares}" if choice.model.sized else ""
    return f"{choice.model.name}{size} by {choice.method.name} ({', '.join(named)}), {choice.scalar}"


def _steps(choice, told):
    spent = float(told["spent_s"])
    if not choice.method.fixed_step:
        return f"{told['step']} accepted, {told['rejected']} rejected, to t = {float(told['t']):g} s, in {spent:.3g} s"
    return f"{told['step']} of {float(choice.h):g} s, to t = {float(told['t']):g} s, in {spent:.3g} s"


def _moved(told):
    most = {f"{kind}{told[f'moved_{kind}_index']}": float(told[f"moved_{kind}"]) for kind in ("q", "u")}
    moved = [f"{name} moved by {by:.3g}" for name, by in most.items() if by != 0]
    if not moved:
        return "already consistent"
    return f"made consistent: {', '.join(moved)}, the others by less"


def _largest(told, name):
    return f"{float(told[name]):.3e} at t = {float(told[name + '_at']):g} s"


def _energy(told):
    start, end = float(told["energy_start"]), float(told["energy_end"])
    return (f"{end - start:+.3e} from {start:.6g} to {end:.6g}, "
            f"largest change {float(told['energy_largest_change']):.3e}")


def _reference(choice, told):
    q = _numbers(told["q"])
    if "closed_form_q" in told:
        return f"x off the closed form by {difference(q, _numbers(told['closed_form_q'])):.3e}"
    values = exact(choice)
    if values is None:
        return "none known here"
    angles = {int(i) for i in told["angles"].split(",") if i}
    return (f"q off by {difference(q, values['q'], angles):.3e}, "
            f"u by {difference(_numbers(told['u']), values['u']):.3e}")


def _numbers(text):
    return [float(x) for x in text.split(",")]


def listing():
    return [*_models(), "", *_methods(), "", *_parameters()]


def _models():
    yield "Models (--model):"
    for model in MODELS.values():
        note = "" if model.kind == MECHANISM else " [first order: srm only]"
        if model.contact:
            note = f" [{' or '.join(FOR_CONTACT)}]"
        yield f"  {model.name:<22}{model.summary}{note}"


def _methods():
    yield "Methods (--method), their options and defaults:"
    for method in METHODS.values():
        yield f"  {method.name:<22}{method.summary}"
        if method.stabilizations:
            yield f"    --stabilization     {'|'.join(method.stabilizations)} [{method.stabilizations[0]}]"
        for name, default in method.options.items():
            option = OF_METHODS[name.replace("_", "-")]
            computed = COMPUTED.get(f"{method.name}.{name}", COMPUTED.get(name))
            shown = computed if default is None else default
            values = "|".join(map(str, choices(method, name.replace("_", "-")))) or option.values
            yield f"    --{name.replace('_', '-'):<18}{values} [{shown}] {option.meaning}"


def _parameters():
    yield "Parameters (--set NAME=X), unit, default:"
    for model in MODELS.values():
        yield f"  {model.name}"
        for p in model.parameters():
            yield f"    {p.name:<34}{p.unit:<9}{p.default:<24}{p.remark}".rstrip()
