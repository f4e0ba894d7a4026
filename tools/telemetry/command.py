"""The command line of a board's emulator."""

import pathlib
import shlex

from simulation.errors import refuse

BOARDS = pathlib.Path(__file__).resolve().parents[2] / "boards"


def command_of(board, image, icount=True, serial=None):
    """The argument list from the board's run.cmd; `serial` is a path for the serial port as a socket."""
    file = BOARDS / board / "run.cmd"
    if not file.is_file():
        known = ", ".join(sorted(path.parent.name for path in BOARDS.glob("*/run.cmd")))
        refuse(f"board '{board}' has no run.cmd; boards that can be emulated: {known}")
    words = shlex.split(file.read_text())
    if not icount and "-icount" in words:
        at = words.index("-icount")
        del words[at : at + 2]
    if serial:
        words[words.index("-serial") + 1] = f"unix:{serial},server=on,wait=on"
    return [word.replace("{image}", str(image)) for word in words]
