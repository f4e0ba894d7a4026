#!/usr/bin/env python3
"""Compiles each header of lib alone: it includes what it needs, and gives no warning.

Where one reaches taut/config.hpp, directly or not, that comes first from a precompiled header: the same
text, as a header includes before it uses anything, without reading Eigen again.
"""

import argparse
import pathlib
import re
import subprocess
import sys

CONFIG = "taut/config.hpp"
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def reached(header, lib):
    """The headers of lib that `header` includes, and those that they include."""
    found, open_ends = set(), [header]
    while open_ends:
        for name in INCLUDE.findall((lib / open_ends.pop()).read_text()):
            if name not in found:
                found.add(name)
                open_ends.append(name)
    return found


def compiles_alone(header, arguments):
    first = ["-include", arguments.precompiled] if CONFIG in reached(header, arguments.lib) else []
    command = [*arguments.command, *first, "-include", header, "-x", "c++", "/dev/null"]
    return subprocess.run(command).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("headers", nargs="+", help="as they are included")
    parser.add_argument("--lib", type=pathlib.Path, required=True)
    parser.add_argument("--precompiled", required=True, help=f"includes {CONFIG}; precompiled beside it")
    parser.add_argument("--command", nargs=argparse.REMAINDER, required=True, help="compiler and flags, last")
    arguments = parser.parse_args()

    failed = [header for header in arguments.headers if not compiles_alone(header, arguments)]
    print(f"check_header: {len(arguments.headers)} headers", *[f"failed: {header}" for header in failed], sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
