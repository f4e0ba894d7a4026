"""What frames say, docs/telemetry.md: records, replies, descriptions; and commands as payloads."""

import dataclasses
import struct

from . import frames

REASONS = ("accepted", "malformed", "oversized", "wrong check", "wrong version", "unknown command", "wrong size",
           "unknown index", "not finite", "out of range", "busy")  # fmt: skip
STATUSES = ("ok", "not started", "invalid step size", "invalid time", "non-finite input", "non-finite state",
            "singular mass matrix", "rank-deficient constraints", "residual too large", "not converged",
            "move too large", "stopped", "damaged record", "foreign record", "singular contact",
            "contact out of range", "contact lost", "creep saturated")  # fmt: skip
MODES = ("stopped", "running", "counted")
STOPPED = MODES.index("stopped")
COMMANDS = {frames.START: "start", frames.STOP: "stop", frames.RESET: "reset", frames.SET_INPUT: "set input",
            frames.SET_PARAMETER: "set parameter", frames.RUN: "run", frames.QUERY: "query"}  # fmt: skip
ASK_DESCRIPTION, ASK_INPUT, ASK_PARAMETER, ASK_COUNTS, ASK_RECORD = range(5)


class Unreadable(Exception):
    """A frame that is whole and does not say what its type promises."""


def name_of(table, number):
    return table[number] if number < len(table) else f"unknown ({number})"


def unpack(form, payload):
    if len(payload) < form.size:
        raise Unreadable(f"{len(payload)} bytes where {form.size} are expected")
    return form.unpack_from(payload)


@dataclasses.dataclass(frozen=True)
class Reply:
    FORM = struct.Struct("<BHB")
    command: int
    sequence: int
    reason: int

    @classmethod
    def read(cls, payload):
        return cls(*unpack(cls.FORM, payload))


@dataclasses.dataclass(frozen=True)
class Description:
    FORM = struct.Struct("<B4H2B3I")
    scalar_bytes: int
    nw: int
    nq: int
    nu: int
    nl: int
    inputs: int
    parameters: int
    decimation: int
    period_s: int
    period_ticks: int
    name: str

    @classmethod
    def read(cls, payload):
        numbers = unpack(cls.FORM, payload)
        if numbers[0] not in (4, 8) or numbers[-1] == 0:
            raise Unreadable("a description without a scalar or a period")
        return cls(*numbers, payload[cls.FORM.size :].decode("ascii", "replace"))

    @property
    def scalar(self):
        return "f" if self.scalar_bytes == 4 else "d"

    @property
    def h_s(self):
        return self.period_s / self.period_ticks


@dataclasses.dataclass(frozen=True)
class Quantity:
    question: int
    index: int
    least: float
    most: float
    value: float
    name: str

    @classmethod
    def read(cls, payload, scalar):
        form = struct.Struct(f"<2B3{scalar}")
        return cls(*unpack(form, payload), payload[form.size :].decode("ascii", "replace"))


@dataclasses.dataclass(frozen=True)
class Counts:
    FORM = struct.Struct(f"<{len(REASONS)}I2I")
    by_reason: tuple
    answers_lost: int
    records_dropped: int

    @classmethod
    def read(cls, payload):
        numbers = unpack(cls.FORM, payload)
        return cls(numbers[:-2], *numbers[-2:])


@dataclasses.dataclass(frozen=True)
class Record:
    HEAD = struct.Struct("<8I2B")
    time_s: float
    steps: int
    cost: int
    overruns: int
    failures: int
    dropped: int
    health: int
    status: int
    mode: int
    g: float
    gdot: float
    w: tuple
    q: tuple
    u: tuple
    lam: tuple

    @classmethod
    def read(cls, payload, description):
        d = description
        body = struct.Struct(f"<{2 + d.nw + d.nq + d.nu + d.nl}{d.scalar}")
        if len(payload) != cls.HEAD.size + body.size:
            raise Unreadable(f"a record of {len(payload)} bytes, {cls.HEAD.size + body.size} are described")
        whole_s, part, *head = cls.HEAD.unpack_from(payload)
        g, gdot, *numbers = body.unpack_from(payload, cls.HEAD.size)
        pieces = []
        for size in (d.nw, d.nq, d.nu, d.nl):
            pieces.append(tuple(numbers[:size]))
            numbers = numbers[size:]
        return cls(whole_s + part * d.period_s / d.period_ticks, *head, g, gdot, *pieces)

    def columns(self):
        """{name: value}, in the order of a CSV file."""
        row = {"t": self.time_s, "steps": self.steps, "cost": self.cost, "overruns": self.overruns,
               "failures": self.failures, "dropped": self.dropped, "health": self.health, "status": self.status,
               "mode": self.mode, "g": self.g, "gdot": self.gdot}  # fmt: skip
        for name, values in (("w", self.w), ("q", self.q), ("u", self.u), ("lambda", self.lam)):
            row.update((f"{name}{i}", value) for i, value in enumerate(values))
        return row


def set_payload(index, value, scalar):
    try:
        return struct.pack(f"<B{scalar}", index, value)
    except OverflowError:  # more than a float holds: the board is to judge it
        return struct.pack(f"<B{scalar}", index, float("inf") if value > 0 else float("-inf"))


def run_payload(steps):
    return struct.pack("<I", steps)


def query_payload(question, index=0):
    return struct.pack("<BB", question, index)
