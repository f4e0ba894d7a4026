"""Frames on the line: byte stuffing, check, numbers of frames. Standard library only."""

import binascii
import dataclasses
import struct

VERSION = 1
HEADER = struct.Struct("<BBH")  # version, type, sequence number
CHECK = struct.Struct("<H")
LONGEST = 8192  # bytes between two zeros of which a frame is still expected

# types of frames, lib/taut/realtime/frame.hpp
RECORD, REPLY, DESCRIPTION, QUANTITY, COUNTS = range(0x01, 0x06)
START, STOP, RESET, SET_INPUT, SET_PARAMETER, RUN, QUERY = range(0x81, 0x88)


@dataclasses.dataclass(frozen=True)
class Frame:
    type: int
    sequence: int
    payload: bytes


class Damaged(Exception):
    """Bytes between two zeros that are no frame."""


def stuffed(message):
    """COBS: the message without zeros. Cheshire and Baker, IEEE/ACM Trans. Networking 7 (1999)."""
    out = bytearray()
    groups = message.split(b"\0")
    for at, group in enumerate(groups):
        while len(group) > 254:
            out += b"\xff" + group[:254]
            group = group[254:]
        # a full group at the very end needs no code behind it, and stands for no zero
        if len(group) == 254:
            out += b"\xff" + group
            if at + 1 < len(groups):
                out.append(1)
        else:
            out.append(len(group) + 1)
            out += group
    return bytes(out)


def unstuffed(line):
    """The message in a line without its zero; Damaged where it is no encoding."""
    out = bytearray()
    at = 0
    while at < len(line):
        code = line[at]
        group = line[at + 1 : at + code]
        if code == 0 or len(group) != code - 1 or 0 in group:
            raise Damaged("malformed")
        out += group
        at += code
        if code < 255 and at < len(line):
            out.append(0)
    return bytes(out)


def check_of(message):
    """CRC-16/CCITT-FALSE."""
    return binascii.crc_hqx(message, 0xFFFF)


def line_of(type, sequence, payload=b""):
    """A frame as it goes over the line, its zero included."""
    body = HEADER.pack(VERSION, type, sequence & 0xFFFF) + payload
    return stuffed(body + CHECK.pack(check_of(body))) + b"\0"


def frame_in(line):
    """The frame in a line without its zero; Damaged where there is none."""
    body = unstuffed(line)
    if len(body) < HEADER.size + CHECK.size:
        raise Damaged("malformed")
    message, (check,) = body[: -CHECK.size], CHECK.unpack(body[-CHECK.size :])
    if check != check_of(message):
        raise Damaged("wrong check")
    version, type, sequence = HEADER.unpack_from(message)
    if version != VERSION:
        raise Damaged(f"protocol version {version}, this is {VERSION}")
    return Frame(type, sequence, message[HEADER.size :])


class Receiver:
    """Takes bytes as they come, gives frames, and counts what is wrong.

    The bytes up to the first zero may be the end of a frame that began before: what is damaged there
    is not counted.
    """

    def __init__(self):
        self.line = bytearray()
        self.begun = self.too_long = False
        self.frames = self.damaged = self.lost = self.restarts = 0
        self.last_damage = None
        self.expected = None  # sequence number of the next frame

    def feed(self, data):
        """The frames that these bytes end."""
        frames = []
        for at, piece in enumerate(data.split(b"\0")):
            if at > 0:
                self._end(frames)
            self.line += piece
            if len(self.line) > LONGEST:
                self.line.clear()
                self.too_long = True
        return frames

    def _end(self, frames):
        line, too_long = bytes(self.line), self.too_long
        begun, self.begun = self.begun, True
        self.line.clear()
        self.too_long = False
        if not line and not too_long:
            return
        try:
            if too_long:
                raise Damaged("oversized")
            frame = frame_in(line)
        except Damaged as damage:
            if begun:
                self.damaged += 1
                self.last_damage = str(damage)
            return
        self._count(frame.sequence)
        frames.append(frame)

    def _count(self, sequence):
        self.frames += 1
        if self.expected is not None:
            gap = (sequence - self.expected) & 0xFFFF
            if gap < 0x8000:
                self.lost += gap
            else:  # back in the count: the board began anew
                self.restarts += 1
        self.expected = (sequence + 1) & 0xFFFF
