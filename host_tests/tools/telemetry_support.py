"""What the tests of tools/monitor and tools/hil share."""

import pathlib
import subprocess
import sys

from simulate_support import ROOT

TOOLS = ROOT / "tools"
EXCHANGE = None  # the program of telemetry_exchange.cpp


def take_program():
    """The path of the compiled program, which is the first argument of a test."""
    global EXCHANGE
    EXCHANGE = pathlib.Path(sys.argv.pop(1))


def exchange(mode, data):
    """What the board's end makes of these bytes."""
    return subprocess.run([EXCHANGE, mode], input=data, capture_output=True, check=True, timeout=60).stdout


def monitor(words, **options):
    """A run of the command as a person makes it."""
    command = [sys.executable, str(TOOLS / "monitor"), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **options)
