"""Loops that the host closes around a plant on a board: a PI controller and its step response."""

import dataclasses
import math
import typing

from simulation.errors import no_environment

from . import frames, messages


# A board keeps 256 bytes that nobody has read, and an emulator hands it all that waits at once.
MOST_UNANSWERED = 8


@dataclasses.dataclass(frozen=True)
class Loop:
    """What is measured, what is set, and the step of the reference."""
    plant: str  # name that the image gives
    measured: typing.Callable  # of a record
    quantity: str  # and its unit
    input: str  # name of the input that is set
    parameters: typing.Mapping  # that are set before
    gain: float  # of the error
    integral_gain: float  # of its integral, 1/s
    limit: float  # of the input, to either side
    step_at_s: float
    step: float  # of the reference, from 0
    end_s: float
    last_s: float  # at the end, of which error and ripple are taken: a turn of the crank

    def reference(self, t):
        return self.step if t >= self.step_at_s - 1e-9 else 0.0


LOOPS = {
    "four_bar": Loop("four_bar", lambda record: record.u[2], "crank, rad/s", "torque_n_m",
                     {"torque_limit_n_m": 100.0}, 200.0, 1000.0, 100.0, 1.0, math.pi, 7.0, 2.0),
    "truck": Loop("truck_with_trailer", lambda record: record.u[5], "yaw rate, rad/s", "steering_rad", {},
                  0.3, 1.0, 0.2, 1.0, 0.1, 8.0, 2.0),
}  # fmt: skip


class Controller:
    """PI; the integral stands while the input is at its limit and the error pushes on."""

    def __init__(self, loop, period_s):
        self.loop, self.period_s, self.integral = loop, period_s, 0.0

    def input(self, t, measured):
        loop = self.loop
        error = loop.reference(t) - measured
        wanted = loop.gain * error + loop.integral_gain * (self.integral + error * self.period_s)
        held = max(-loop.limit, min(loop.limit, wanted))
        if held == wanted or error * wanted < 0:
            self.integral += error * self.period_s
        return held


def closed(board, loop, free=False):
    """Runs the loop from a reset to its end: the records, one a period.

    In lock-step each period is `set input` and `run` of its steps, after which the plant stands until the
    next: the result does not depend on the speed of host and line. Free, the plant runs on and the host
    sets the input when a record comes.
    """
    d = board.description
    if d.name != loop.plant:
        no_environment(f"the image is '{d.name}', the loop is of '{loop.plant}'")
    index = board.index_of("input", loop.input)
    controller = Controller(loop, d.decimation * d.h_s)
    for name, value in loop.parameters.items():
        payload = messages.set_payload(board.index_of("parameter", name), value, d.scalar)
        accept(board, frames.SET_PARAMETER, payload)
    accept(board, frames.SET_INPUT, messages.set_payload(index, 0.0, d.scalar))
    accept(board, frames.RESET)
    record = next_record(board)
    while record.steps != 0:  # of before the reset
        record = next_record(board)
    rows = [record]
    if free:
        accept(board, frames.START)
    while record.time_s < loop.end_s - 1e-9:
        value = controller.input(record.time_s, loop.measured(record))
        if not free or board.unanswered < MOST_UNANSWERED:
            board.post(frames.SET_INPUT, messages.set_payload(index, value, d.scalar))
        if not free:
            board.post(frames.RUN, messages.run_payload(d.decimation))
        record = next_record(board, free)
        if messages.name_of(messages.STATUSES, record.status) != "ok":
            no_environment(f"a step failed: {messages.name_of(messages.STATUSES, record.status)}")
        rows.append(record)
    accept(board, frames.STOP)
    return rows


def accept(board, type, payload=b""):
    reason = board.command(type, payload)
    if reason != "accepted":
        no_environment(f"'{messages.COMMANDS[type]}' is refused: {reason}")


def next_record(board, free=False, seconds=20):
    """The next record; unless the plant runs free, a refusal that comes before it ends the loop."""
    while not board.ended:
        found = board.messages(seconds)
        if not found:
            break
        for at, message in enumerate(found):
            if isinstance(message, messages.Reply) and message.reason != 0 and not free:
                reason = messages.name_of(messages.REASONS, message.reason)
                no_environment(f"'{messages.COMMANDS.get(message.command, '?')}' is refused: {reason}")
            if isinstance(message, messages.Record):
                board.waiting = found[at + 1 :] + board.waiting
                return message
    no_environment("no record from the board")


@dataclasses.dataclass(frozen=True)
class Response:
    """Of a step of the reference."""
    rise_s: float  # from 10 % to 90 %
    overshoot: float  # past the reference, as a share of the step
    error: float  # mean over the end, as a share of the step
    ripple: float  # largest distance from the reference at the end, as a share

    @classmethod
    def of(cls, loop, t, y):
        passed = {}
        for at, value in zip(t, y):
            for share in (0.1, 0.9):
                if at >= loop.step_at_s and value >= share * loop.step:
                    passed.setdefault(share, at)
        last = [value for at, value in zip(t, y) if at > loop.end_s - loop.last_s]
        return cls(
            passed.get(0.9, math.inf) - passed.get(0.1, math.inf) if 0.9 in passed else math.inf,
            max(value for at, value in zip(t, y) if at >= loop.step_at_s) / loop.step - 1,
            sum(last) / len(last) / loop.step - 1,
            max(abs(value / loop.step - 1) for value in last),
        )
