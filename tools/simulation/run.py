"""Runs a compiled program and reads what it tells."""

import resource
import signal
import subprocess

from .errors import REFUSED, STOPPED, no_environment

# Matrices of a step are on the stack: those of a long ladder take more than the usual 8 MB.
STACK = 256 << 20


def run(program, choice, csv_file):
    """(exit status, what was told) of a run; rows go to `csv_file`, or `-`."""
    words = [f"{name}={value}" for name, value in arguments(choice).items()]
    if csv_file:
        words.append(f"csv={csv_file}")
    done = subprocess.run([program, *words], stderr=subprocess.PIPE, text=True, errors="replace", preexec_fn=_more_stack)
    told = dict(line.split("=", 1) for line in done.stderr.splitlines() if "=" in line)
    if done.returncode == -signal.SIGPIPE:
        raise BrokenPipeError  # whoever reads the rows has seen enough
    if done.returncode < 0:
        no_environment(f"the program was ended by signal {-done.returncode}")
    if "unwritable" in told:
        no_environment(told["unwritable"])
    if done.returncode not in (0, REFUSED, STOPPED):
        no_environment(f"the program ended with {done.returncode}")
    return done.returncode, told


def arguments(choice):
    """Names and values for the program; floats with all their digits."""
    given = {**choice.code.arguments, "every": choice.every, "t_end": float(choice.t_end), **choice.start}
    if choice.steps is not None:
        given.update(steps=choice.steps, h_s=float(choice.h))
        if choice.exact_step():
            given["h_seconds"], given["h_ticks"] = choice.exact_step()
    if choice.residual_limit is not None:
        given["residual_limit"] = choice.residual_limit
    given.update({f"set:{name}": value for name, value in choice.set})
    if choice.set or choice.start:
        given["make_consistent"] = 1
    return {name: repr(value) if isinstance(value, float) else value for name, value in given.items()}


def _more_stack():
    _, most = resource.getrlimit(resource.RLIMIT_STACK)
    wanted = STACK if most == resource.RLIM_INFINITY else min(STACK, most)
    resource.setrlimit(resource.RLIMIT_STACK, (wanted, most))
