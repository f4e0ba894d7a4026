"""An image in the emulator with its serial port on a socket."""

import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

from simulation.errors import Failure, no_environment, refuse

from .command import command_of
from .ports import SocketPort


class Emulator:
    """Runs until it is closed. `port` is the host's end of the serial line."""

    def __init__(self, image, board="mps2_an386", icount=True):
        if not pathlib.Path(image).is_file():
            refuse(f"no such image: {image}")
        self.folder = tempfile.TemporaryDirectory()
        path = f"{self.folder.name}/serial"
        command = command_of(board, image, icount, path)
        if shutil.which(command[0]) is None:
            no_environment(f"{command[0]} not found: apt install qemu-system-arm")
        with open(f"{self.folder.name}/said", "w") as said:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        self.port = self._connected(path)

    def _connected(self, path):
        """The emulator makes the socket, and then waits for its other end."""
        deadline = time.monotonic() + 20
        while True:
            try:
                return SocketPort(f"unix:{path}", socket.AF_UNIX, path)
            except Failure:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    self.process.kill()
                    said = pathlib.Path(self.folder.name, "said").read_text().strip().splitlines()
                    no_environment(f"the emulator did not start: {said[-1] if said else 'no word from it'}")
            time.sleep(0.01)

    def close(self):
        self.port.close()
        self.process.kill()
        self.process.wait()
        self.folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
