#!/usr/bin/env python3
"""Files of cases/ must not compile with BROKEN defined. As they stand they do: see CMakeLists.txt.

The first error must hold the text of a file's line `// expect:`, so that a user reads the sentence
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


def mistake(file, arguments):
    """What is wrong with the refusal of a file, if anything."""
    said = {}
    for key, value in re.findall(r"^// ([a-z-]+): (.*(?:\n// (?![a-z-]+: ).*)*)", leading_comment(file), re.MULTILINE):
        said[key] = value.replace("\n//", "")
    command = [*arguments.command, "-Wfatal-errors"]  # nothing behind the first is looked at
    if arguments.header and "broken-flags" not in said:  # which a precompiled header might not suit
        command += ["-include", arguments.header]
    command += [*said.get("flags", "").split(), file, "-DBROKEN", *said.get("broken-flags", "").split()]

    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode == 0:
        return "compiles with BROKEN defined"
    first = re.search(r"error: (.*)", result.stderr)
    # compilers quote differently
    straight = first[1].translate(str.maketrans("‘’`", "'''")) if first else ""
    if said["expect"] not in straight:
        return f"the first error is not '{said['expect']}'\n{result.stderr}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--header", help="included first; there may be a precompiled one beside it")
    parser.add_argument("--command", nargs=argparse.REMAINDER, required=True, help="compiler and flags, last")
    arguments = parser.parse_args()

    mistakes = {file: mistake(file, arguments) for file in arguments.files}
    print(f"must_not_compile: {len(mistakes)} files", *[f"{file}: {what}" for file, what in mistakes.items() if what], sep="\n")
    return 1 if any(mistakes.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
