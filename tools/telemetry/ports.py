"""Where bytes come from and go to: a file, a serial device, a socket of the emulator."""

import os
import select
import socket
import stat
import sys

from simulation.errors import no_environment, refuse


class FilePort:
    """Bytes that were recorded; `-` is standard input. Takes no commands."""

    live = False

    def __init__(self, name):
        try:
            self.file = sys.stdin.buffer if name == "-" else open(name, "rb")
        except OSError as problem:
            refuse(f"{name}: {problem.strerror}")

    def read(self, seconds):
        """Bytes, or None at the end."""
        return self.file.read1(65536) or None

    def close(self):
        self.file.close()


class SocketPort:
    """The serial port of an emulator: unix:PATH or tcp:HOST:PORT."""

    live = True

    def __init__(self, name, family, address):
        self.socket = socket.socket(family, socket.SOCK_STREAM)
        self.socket.settimeout(5)
        try:
            self.socket.connect(address)
        except OSError as problem:
            self.socket.close()
            refuse(f"{name}: {problem.strerror or problem}")

    def read(self, seconds):
        """Bytes, none of them when none came in time, None when the other end is gone."""
        if not select.select([self.socket], [], [], max(seconds, 0))[0]:
            return b""
        try:
            return self.socket.recv(65536) or None
        except ConnectionError:
            return None

    def write(self, data):
        try:
            self.socket.sendall(data)
        except OSError as problem:
            no_environment(f"the other end of the line is gone: {problem.strerror or problem}")

    def close(self):
        self.socket.close()


class SerialPort:
    """A serial device, by pyserial."""

    live = True

    def __init__(self, name, baud):
        try:
            import serial
        except ImportError:
            no_environment("a serial device needs pyserial: tools/setup --serial, or apt install python3-serial")
        self.error = serial.SerialException
        try:
            self.device = serial.Serial(name, baud)
        except (serial.SerialException, ValueError) as problem:
            refuse(f"{name}: {problem}")

    def read(self, seconds):
        """Bytes, none of them when none came in time, None when the device is gone."""
        try:
            self.device.timeout = max(seconds, 0)
            first = self.device.read(1)
            return first + self.device.read(self.device.in_waiting) if first else first
        except (self.error, OSError):
            return None

    def write(self, data):
        try:
            self.device.write(data)
        except (self.error, OSError) as problem:
            no_environment(f"the other end of the line is gone: {problem}")

    def close(self):
        self.device.close()


def open_port(name, baud=115200):
    """A port by its name: unix:PATH, tcp:HOST:PORT, a device, a file, `-`."""
    if name.startswith("unix:"):
        return SocketPort(name, socket.AF_UNIX, name[5:])
    if name.startswith("tcp:"):
        host, _, port = name[4:].rpartition(":")
        if not host or not port.isdigit() or int(port) > 65535:
            refuse(f"{name}: not of the form tcp:HOST:PORT")
        return SocketPort(name, socket.AF_INET, (host, int(port)))
    try:
        mode = 0 if name == "-" else os.stat(name).st_mode
    except OSError as problem:
        refuse(f"{name}: {problem.strerror}")
    if stat.S_ISCHR(mode):
        return SerialPort(name, baud)
    if stat.S_ISSOCK(mode):
        return SocketPort(name, socket.AF_UNIX, name)
    return FilePort(name)
