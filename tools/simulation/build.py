"""Compiles a generated translation unit, once: the executable stays in build/host/simulate under a
name that depends on all that went into it.
"""

import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess

from .errors import no_environment, refuse
from .models import ROOT

FOLDER = ROOT / "build" / "host" / "simulate"
# compiler and flags of the host preset, written when it is configured (tools/CMakeLists.txt)
COMMAND = FOLDER / "compile_command.txt"
# What every program includes: read once for all of them.
COMMON_HEADER = "simulation/stepper_run.hpp"
# -O1: half a second less to compile than -O2, and the bits do not depend on it
# (docs/bit_for_bit.md). Long ladders have matrices past Eigen's limit for objects on the stack.
OWN_FLAGS = ["-std=c++17", "-O1", "-DNDEBUG", "-DEIGEN_STACK_ALLOCATION_LIMIT=0", "-w", f"-I{ROOT / 'tools'}"]


def executable(text):
    """The program of the source `text`."""
    command = [*_host_command(), *OWN_FLAGS]
    headers = _headers()
    program = FOLDER / _key(text, *command, headers)
    if not _is_fresh(program):
        _compile(command, text, program, FOLDER / f"{_key(*command, headers)}.hpp")
    return program


def _key(*parts):
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def _host_command():
    if not COMMAND.is_file():
        _configure()
    return COMMAND.read_text().splitlines()


def _configure():
    FOLDER.mkdir(parents=True, exist_ok=True)
    log = FOLDER / "configure.log"
    with log.open("w") as output:
        for command in ([ROOT / "tools" / "setup"], ["cmake", "--preset", "host"]):
            try:
                done = subprocess.run(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT).returncode == 0
            except OSError:
                done = False
            if not done:
                no_environment(f"'{' '.join(map(str, command))}' failed; see {log}")
    if not COMMAND.is_file():
        no_environment(f"the host preset wrote no {COMMAND}; see {log}")


def _headers():
    """One hash for all headers of the tree that a program includes."""
    total = hashlib.sha256()
    for folder in ("lib/taut", "lib/models", "tools/simulation"):
        for header in sorted((ROOT / folder).rglob("*.hpp")):
            total.update(header.read_bytes())
    return total.hexdigest()


def _is_fresh(program):
    """Whether there is a program, and the headers of the user's that it includes are as they were."""
    inputs = program.with_suffix(".inputs")
    if not (program.is_file() and inputs.is_file()):
        return False
    return all(_hash(name) == known for name, known in json.loads(inputs.read_text()).items())


def _hash(name):
    file = pathlib.Path(name)
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else None


def _compile(command, text, program, common):
    source, log = program.with_suffix(".cpp"), program.with_suffix(".log")
    dependencies = program.with_suffix(".d")
    fresh = program.with_suffix(f".{os.getpid()}")  # another run may compile the same
    source.write_text(text)
    precompiled = _precompiled(command, common)
    compile_command = [*command, "-MMD", "-MF", dependencies, source, "-o", fresh]
    done = _run([*compile_command, "-include", common], log)
    if not done:
        _refuse_member(log)
    if not done and precompiled.is_file():
        done = _run(compile_command, log)
        if done:  # of a header that it no longer knows, as after an upgrade: the next program makes it again
            precompiled.unlink(missing_ok=True)
    if not done:
        no_environment(f"the program did not compile: {_first_error(log)}; see {log}")
    inputs = {name: _hash(name) for name in _included(dependencies)}
    program.with_suffix(".inputs").write_text(json.dumps(inputs))
    os.replace(fresh, program)


def _precompiled(command, common):
    """The precompiled header beside `common`, made where there is none; without it `common` is read."""
    precompiled = common.with_suffix(".hpp.gch")
    if not precompiled.is_file():
        for old in FOLDER.glob("*.gch"):
            old.unlink(missing_ok=True)
        common.write_text(f'#include "{COMMON_HEADER}"\n')
        fresh = common.with_suffix(f".{os.getpid()}")
        if _run([*command, "-x", "c++-header", common, "-o", fresh], common.with_suffix(".log")):
            os.replace(fresh, precompiled)
    return precompiled


def _run(command, log):
    with log.open("w") as output:
        try:
            return subprocess.run(command, stdout=output, stderr=subprocess.STDOUT).returncode == 0
        except OSError as problem:
            no_environment(f"{command[0]}: {problem.strerror}")


def _included(dependencies):
    """What a make rule depends on; the library is a system folder and not among it."""
    words = shlex.split(dependencies.read_text().replace("\\\n", " "))
    return [word for word in words[1:] if not word.endswith(".cpp")]


def _first_error(log):
    lines = log.read_text(errors="replace").splitlines()
    return next((line.split("error: ", 1)[1] for line in lines if "error: " in line), "no error message")


def _refuse_member(log):
    """Where the first error is of a --set: source.py has the compiler take its line for one of a file of that name."""
    before, _, after = log.read_text(errors="replace").partition("error: ")
    # GCC says before an error where it came from, Clang in notes after it
    named = re.findall(r"^--set (\S+):1:", before, re.MULTILINE)
    named = named or re.findall(r"^--set (\S+):1:\d+: note: ", after.partition("error: ")[0], re.MULTILINE)
    if named:
        sentence = re.sub(r"static.assert\w* failed( due to requirement '.*?')?:? ", "", after.splitlines()[0])
        refuse(f"--set {named[-1]}: {sentence.strip(chr(34))}")
