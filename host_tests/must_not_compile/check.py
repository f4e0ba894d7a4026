#!/usr/bin/env python3
"""A file of cases/ must not compile with BROKEN defined. As it stands it does: see CMakeLists.txt.

The first error must hold the text of its line `// expect:`, so that a user reads the sentence
before anything else; it is the last of the leading comment and may go on over several lines.
`// flags:` and `// broken-flags:` are compiler flags, the latter what the twin must do without.
"""

import argparse
import pathlib
import re
import subprocess
import sys


def leading_comment(file):
    return pathlib.Path(file).read_text().split("\n#", 1)[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("file")
    parser.add_argument("--header", help="included first; there may be a precompiled one beside it")
    parser.add_argument("command", nargs="+", help="compiler and flags")
    arguments = parser.parse_args()

    said = {}
    for key, value in re.findall(r"^// ([a-z-]+): (.*(?:\n// (?![a-z-]+: ).*)*)", leading_comment(arguments.file), re.MULTILINE):
        said[key] = value.replace("\n//", "")
    command = [*arguments.command]
    if arguments.header and "broken-flags" not in said:  # which a precompiled header might not suit
        command += ["-include", arguments.header]
    command += [*said.get("flags", "").split(), arguments.file]
    broken = [*command, "-DBROKEN", *said.get("broken-flags", "").split()]

    result = subprocess.run(broken, capture_output=True, text=True)
    if result.returncode == 0:
        print(f"{arguments.file}: compiles with BROKEN defined", file=sys.stderr)
        return 1
    first = re.search(r"error: (.*)", result.stderr)
    # compilers quote differently
    straight = first[1].translate(str.maketrans("‘’`", "'''")) if first else ""
    if said["expect"] not in straight:
        print(f"{arguments.file}: the first error is not '{said['expect']}'\n{result.stderr}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
