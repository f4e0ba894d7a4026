#!/usr/bin/env python3
"""Reads object code for the target, before it is linked, and refuses what must not be in it.

Refused by name are the symbols that tools/check_image refuses in an image, and constructors of global
objects. What an object refers to beyond that must be on a short list, so that a new dependency is a
decision. With --frames each stack frame that GCC reports (-fstack-usage) must be of fixed size and
within the limit; the largest of each model is printed.

Exit status: 0 clean, 1 refused. With --expect-refusal: 0 when that text is refused, else 1.
"""

import argparse
import importlib.machinery
import importlib.util
import pathlib
import re
import subprocess
import sys

# One table of forbidden symbols for objects and images.
sys.dont_write_bytecode = True
TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_image"
loader = importlib.machinery.SourceFileLoader("check_image", str(TOOL))
check_image = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_image", loader))
loader.exec_module(check_image)

KINDS = {
    **check_image.FORBIDDEN,
    "double arithmetic": check_image.DOUBLE,
    "constructor of a global object": r"_GLOBAL__sub_I_\w+|_Z\d+__static_initialization_and_destruction\w+",
}
# What a header library may leave to the linker: copies that the compiler makes of structs.
ALLOWED = {"memcmp", "memcpy", "memset", "memmove"}


def symbols_of(archive):
    """(names defined, names referred to)."""
    text = subprocess.run(
        ["arm-none-eabi-nm", "--format=posix", archive], capture_output=True, text=True, check=True
    ).stdout
    defined, undefined = set(), set()
    for line in text.splitlines():
        words = line.split()
        if len(words) >= 2:
            (undefined if words[1] in "Uwv" else defined).add(words[0])
    return defined, undefined - defined


def check_symbols(archive, allowed):
    defined, undefined = symbols_of(archive)
    if not defined:
        yield "no symbols: nothing was instantiated"
    for name in sorted(defined | undefined):
        kinds = [kind for kind, pattern in KINDS.items() if re.fullmatch(pattern, name)]
        if kinds:
            yield f"{name}: {kinds[0]}"
        elif name in undefined and name not in allowed:
            yield f"{name}: not on the list of what the library may call"


def frames_in(directory):
    """(bytes, kind, function) of every frame."""
    for file in sorted(pathlib.Path(directory).rglob("*.su")):
        for line in file.read_text().splitlines():
            where, size, kind = line.split("\t")
            yield int(size), kind, where.split(":", 3)[3]


def name_of(function):
    """Without result, arguments and template arguments."""
    name = function.split(" [with ")[0].split("(")[0]
    for _ in range(name.count("<")):
        name = re.sub(r"<[^<>]*>", "", name)
    return name.split(" ")[-1]


def model_of(function):
    """What follows `Model = `, to the end of the template argument."""
    text = function.partition("Model = ")[2]
    depth, end = 0, 0
    while end < len(text) and not (depth == 0 and text[end] in ";,]"):
        depth += {"<": 1, ">": -1}.get(text[end], 0)
        end += 1
    return re.sub(r"\b(build_checks|taut|models|MassForm)::", "", text[:end]) or "no model"


def check_frames(directory, limit, skipped):
    largest = {}
    for size, kind, function in frames_in(directory):
        name = name_of(function)
        if name.split("::")[-1] in skipped:
            continue
        model = model_of(function)
        largest[model] = max(largest.get(model, (0, "")), (size, name))
        if "dynamic" in kind:
            yield f"{name}: dynamic frame, {model}"
        if limit and size > limit:
            yield f"{name}: frame of {size} bytes, {size - limit} over the limit of {limit}, {model}"
    if not largest:
        yield f"no .su file below {directory}: -fstack-usage is missing"
    for model, (size, name) in sorted(largest.items(), key=lambda item: item[1]):
        print(f"{size:6} {model}  {name}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("archive")
    parser.add_argument("--allow", action="append", default=[], metavar="NAME", help="may be referred to")
    parser.add_argument("--frames", metavar="DIR", help="where the .su files of the archive are")
    parser.add_argument("--frame-limit", type=int, metavar="BYTES")
    parser.add_argument("--skip", action="append", default=[], metavar="NAME", help="function of start-up")
    parser.add_argument("--expect-refusal", metavar="TEXT", help="a refusal must begin with this")
    arguments = parser.parse_args()

    refusals = list(check_symbols(arguments.archive, ALLOWED.union(arguments.allow)))
    if arguments.frames:
        refusals += check_frames(arguments.frames, arguments.frame_limit, arguments.skip)
    for refusal in refusals:
        print(f"check_objects: refused: {refusal}", file=sys.stderr)
    if arguments.expect_refusal:
        found = any(refusal.startswith(arguments.expect_refusal) for refusal in refusals)
        print(f"check_objects: {arguments.expect_refusal}: {'refused' if found else 'not refused'}", file=sys.stderr)
        return 0 if found else 1
    return 1 if refusals else 0


if __name__ == "__main__":
    sys.exit(main())
