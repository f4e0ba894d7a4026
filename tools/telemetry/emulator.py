"""An image in the emulator with its serial port on a socket."""

import pathlib
import shlex
import shutil
import socket
import subprocess
import tempfile
import time

from simulation.errors import Failure, no_environment, refuse

from .ports import SocketPort

BOARDS = pathlib.Path(__file__).resolve().parents[2] / "boards"


class Emulator:
    """Runs until it is closed. `port` is the host's end of the serial line."""

    def __init__(self, image, board="mps2_an386", icount=True):
        if not pathlib.Path(image).is_file():
            refuse(f"no such image: {image}")
        command_file = BOARDS / board / "run.cmd"
        if not command_file.is_file():
            refuse(f"board '{board}' has no run.cmd: it is not emulated")
        self.folder = tempfile.TemporaryDirectory()
        path = f"{self.folder.name}/serial"
        words = shlex.split(command_file.read_text())
        words[words.index("-serial") + 1] = f"unix:{path},server=on,wait=on"
        if not icount and "-icount" in words:
            at = words.index("-icount")
            del words[at : at + 2]
        if shutil.which(words[0]) is None:
            no_environment(f"{words[0]} not found: apt install qemu-system-arm")
        command = [word.replace("{image}", str(image)) for word in words]
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
