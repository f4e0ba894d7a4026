#!/usr/bin/env python3
"""Refuses an include against the order of the parts, and a board's name outside boards/.

    lib/taut     includes taut/, Eigen and the standard library; taut/realtime/ from itself and taut.hpp
    lib/models   includes taut/ and the standard library; models/mechanisms/ also models by hand
    boards       includes files of boards/, among them those of the board that is built for, and the standard library
    firmware     includes all of these
    lib, firmware name no board (no folder of boards/ with a board.cmake)

Exit status: 0 clean, 1 refused; one line a refusal.
"""

import pathlib
import re
import sys

SOURCES = {".hpp", ".h", ".cpp", ".c", ".S", ".ld"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]', re.MULTILINE)


def is_standard(name):
    return re.fullmatch(r"[a-z_0-9]+", name) is not None


def in_taut(file, quoted, name, root):
    if not quoted:
        return is_standard(name) or name.startswith("Eigen/")
    is_core = "realtime" not in file.parts and file.name != "taut.hpp"
    return name.startswith("taut/") and not (is_core and name.startswith("taut/realtime/"))


def in_models(file, quoted, name, root):
    if not quoted:
        return is_standard(name)
    from_bodies = file.parent.name == "mechanisms" and re.fullmatch(r"models/[a-z_0-9]+\.hpp", name) is not None
    return name.startswith("taut/") or from_bodies


def in_boards(file, quoted, name, root):
    boards = root / "boards"
    if not quoted:
        return is_standard(name)
    of_boards = [entry.parent for entry in boards.glob("*/board.cmake")]
    found = [folder / name for folder in (file.parent, boards, *of_boards) if (folder / name).is_file()]
    return bool(found) and boards.resolve() in found[0].resolve().parents


RULES = {"lib/taut": in_taut, "lib/models": in_models, "boards": in_boards}


def text_files(folder):
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            try:
                yield file, file.read_text()
            except UnicodeDecodeError:
                pass


def refusals(root):
    for folder, allows in RULES.items():
        if not (root / folder).is_dir():
            yield f"{folder}: no such folder"
        for file, text in text_files(root / folder):
            if file.suffix not in SOURCES:
                continue
            for bracket, name in INCLUDE.findall(text):
                if not allows(file, bracket == '"', name, root):
                    yield f"{file.relative_to(root)}: {folder} must not include {name}"

    boards = [file.parent.name for file in (root / "boards").glob("*/board.cmake")]
    if not boards:
        yield "boards: no board found"
    for folder in ("lib", "firmware"):
        for file, text in text_files(root / folder):
            for board in boards:
                pattern = re.sub(r"[-_]", "[-_ ]?", board)
                if found := re.search(pattern, f"{file.relative_to(root)}\n{text}", re.IGNORECASE):
                    yield f"{file.relative_to(root)}: {folder} must not name a board: {found[0]}"


def main():
    if len(sys.argv) != 2:
        print("usage: check_includes.py ROOT", file=sys.stderr)
        return 2
    found = list(refusals(pathlib.Path(sys.argv[1])))
    for refusal in found:
        print(f"check_includes: {refusal}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
