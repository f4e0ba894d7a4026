#!/usr/bin/env python3
"""Each rule of check_includes.py fires on a tree that breaks it alone, and a sound tree passes."""

import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
import check_includes

SOUND = {
    "lib/taut/core.hpp": "#include <array>\n#include <Eigen/Core>\n#include \"taut/time.hpp\"\n",
    "lib/taut/taut.hpp": "#include \"taut/realtime/loop.hpp\"\n",
    "lib/taut/realtime/loop.hpp": "#include \"taut/realtime/snapshot.hpp\"\n#include \"taut/core.hpp\"\n",
    "lib/models/arm.hpp": "#include <cmath>\n#include \"taut/core.hpp\"\n",
    "boards/board.hpp": "#include <cstdint>\n",
    "boards/shared/port.hpp": "#include \"facts.hpp\"\n",
    "boards/acme_f4/facts.hpp": "",
    "boards/acme_f4/board.cmake": "",
    "boards/acme_f4/board.cpp": "#include \"board.hpp\"\n#include \"shared/port.hpp\"\n",
    "firmware/text.hpp": "",
    "firmware/demo.cpp": "#include \"board.hpp\"\n#include \"models/arm.hpp\"\n#include \"text.hpp\"\n",
}

# file, what is added to it, what is refused
BROKEN = [
    ("lib/taut/core.hpp", '#include "models/arm.hpp"\n', "lib/taut must not include models/arm.hpp"),
    ("lib/taut/core.hpp", '#include "board.hpp"\n', "lib/taut must not include board.hpp"),
    ("lib/taut/core.hpp", '#  include "text.hpp"\n', "lib/taut must not include text.hpp"),
    ("lib/taut/core.hpp", "#include <unistd.h>\n", "lib/taut must not include unistd.h"),
    ("lib/taut/core.hpp", "#include <boost/any>\n", "lib/taut must not include boost/any"),
    ("lib/taut/core.hpp", '#include "taut/realtime/loop.hpp"\n', "lib/taut must not include taut/realtime/loop.hpp"),
    ("lib/taut/realtime/loop.hpp", '#include "models/arm.hpp"\n', "lib/taut must not include models/arm.hpp"),
    ("lib/models/arm.hpp", '#include "board.hpp"\n', "lib/models must not include board.hpp"),
    ("lib/models/arm.hpp", '#include "models/leg.hpp"\n', "lib/models must not include models/leg.hpp"),
    ("lib/models/arm.hpp", "#include <Eigen/Core>\n", "lib/models must not include Eigen/Core"),
    ("boards/acme_f4/board.cpp", '#include "taut/core.hpp"\n', "boards must not include taut/core.hpp"),
    ("boards/acme_f4/board.cpp", '#include "../../lib/taut/core.hpp"\n', "boards must not include ../../lib/taut"),
    ("boards/acme_f4/board.cpp", '#include "text.hpp"\n', "boards must not include text.hpp"),
    ("firmware/demo.cpp", "// for the ACME-F4\n", "firmware must not name a board: ACME-F4"),
    ("firmware/acme_f4.txt", "", "firmware must not name a board: acme_f4"),
    ("lib/models/arm.hpp", "// acme_f4\n", "lib must not name a board: acme_f4"),
]


def refusals_of(files):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        return list(check_includes.refusals(root))


def main():
    wrong = [f"the sound tree: {refusal}" for refusal in refusals_of(SOUND)]
    for file, added, expected in BROKEN:
        found = refusals_of({**SOUND, file: SOUND.get(file, "") + added})
        if len(found) != 1 or not found[0].startswith(f"{file}: {expected}"):
            wrong.append(f"expected '{file}: {expected}', got {found}")
    for line in wrong:
        print(f"check_includes_test: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
