"""A board on a line: what it sends, and commands to it with their replies."""

import time

from simulation.errors import no_environment, refuse

from . import frames, messages
from .frames import Receiver, line_of


class Board:
    """`copy` gets every byte that arrives."""

    def __init__(self, port, copy=None):
        self.port = port
        self.copy = copy
        self.receiver = Receiver()
        self.description = None
        self.inputs, self.parameters = {}, {}  # by index
        self.unreadable = 0
        self.sequence = 0
        self.unanswered = 0  # commands without a reply yet
        self.refused = 0
        self.early = []  # records before the description that they need
        self.waiting = []  # messages that came while a reply was awaited
        self.ended = False

    def messages(self, seconds):
        """Messages that come within `seconds`, as soon as there are any; [] is none, and at the end."""
        if self.waiting:
            found, self.waiting = self.waiting, []
            return found
        return self._receive(seconds)

    def _receive(self, seconds):
        deadline = time.monotonic() + seconds
        while not self.ended:
            data = self.port.read(deadline - time.monotonic())
            if data is None:
                self.ended = True
                break
            if self.copy:
                self.copy.write(data)
            found = [message for frame in self.receiver.feed(data) for message in self._read(frame)]
            if found or time.monotonic() >= deadline:
                return found
        return []

    def _read(self, frame):
        """The messages in a frame: a description brings the records that waited for it."""
        try:
            if frame.type == frames.RECORD:
                if self.description is None:
                    self.early.append(frame)
                    return []
                return [messages.Record.read(frame.payload, self.description)]
            if frame.type == frames.REPLY:
                reply = messages.Reply.read(frame.payload)
                self.unanswered -= 1
                self.refused += reply.reason != 0
                return [reply]
            if frame.type == frames.DESCRIPTION:
                self.description = messages.Description.read(frame.payload)
                early, self.early = self.early, []
                return [self.description, *(message for record in early for message in self._read(record))]
            if frame.type == frames.COUNTS:
                return [messages.Counts.read(frame.payload)]
            if frame.type == frames.QUANTITY and self.description is not None:
                quantity = messages.Quantity.read(frame.payload, self.description.scalar)
                table = self.inputs if quantity.question == messages.ASK_INPUT else self.parameters
                table[quantity.index] = quantity
                return [quantity]
        except messages.Unreadable:
            pass
        self.unreadable += 1
        return []

    def post(self, type, payload=b""):
        """Sends a command; its sequence number."""
        self.sequence = (self.sequence + 1) & 0xFFFF
        self.unanswered += 1
        self.port.write(line_of(type, self.sequence, payload))
        return self.sequence

    def command(self, type, payload=b"", seconds=5):
        """Sends a command and waits for its reply: the reason in words."""
        sequence = self.post(type, payload)
        reply = self.expect(lambda m: isinstance(m, messages.Reply) and m.sequence == sequence, seconds)
        if reply is None:
            no_environment(f"no reply to '{messages.COMMANDS[type]}' within {seconds:g} s")
        return messages.name_of(messages.REASONS, reply.reason)

    def expect(self, wanted, seconds):
        """The first message from now on that is wanted, or None; all others are kept."""
        deadline = time.monotonic() + seconds
        while not self.ended and time.monotonic() < deadline:
            found = self._receive(deadline - time.monotonic())
            for at, message in enumerate(found):
                if wanted(message):
                    self.waiting += found[:at] + found[at + 1 :]
                    return message
            self.waiting += found
        return None

    def ask(self, question, kind, index=0, seconds=5):
        """The answer to a query."""
        reason = self.command(frames.QUERY, messages.query_payload(question, index), seconds)
        if reason != "accepted":
            no_environment(f"the board refuses a query: {reason}")
        for at, message in enumerate(self.waiting):
            if isinstance(message, kind):
                return self.waiting.pop(at)
        answer = self.expect(lambda message: isinstance(message, kind), seconds)
        if answer is None:
            no_environment(f"no answer to a query within {seconds:g} s")
        return answer

    def describe(self):
        """Asks what the image is and what may be set; again, where the board was not yet listening."""
        for _ in range(5):
            self.port.write(b"\0")  # ends what is on the line before
            self.post(frames.QUERY, messages.query_payload(messages.ASK_DESCRIPTION))
            description = self.expect(lambda message: isinstance(message, messages.Description), 1)
            if description is not None:
                break
        else:
            no_environment("no reply to 'query' within 5 s: is the image one that takes commands, as those of"
                           " firmware/plant, and the rate of the line its own?")  # fmt: skip
        for index in range(description.inputs):
            self.ask(messages.ASK_INPUT, messages.Quantity, index)
        for index in range(description.parameters):
            self.ask(messages.ASK_PARAMETER, messages.Quantity, index)
        return description

    def index_of(self, kind, name):
        """The index of an input or a parameter by its name or number, which need not exist."""
        table = {"input": self.inputs, "parameter": self.parameters}[kind]
        if name.isdigit() and int(name) < 256:
            return int(name)
        for quantity in table.values():
            if quantity.name == name:
                return quantity.index
        refuse(f"no {kind} '{name}'; there are: {', '.join(q.name for q in table.values()) or 'none'}")


def parsed(board, words):
    """(type, payload) of a command in words."""
    usage = ("start, stop, reset, run N, set input NAME VALUE, set parameter NAME VALUE, query record")
    parts = words.split()
    plain = {"start": frames.START, "stop": frames.STOP, "reset": frames.RESET}
    try:
        if len(parts) == 1 and parts[0] in plain:
            return plain[parts[0]], b""
        if len(parts) == 2 and parts[0] == "run":
            steps = int(parts[1])
            if not 0 <= steps < 2**32:
                raise ValueError
            return frames.RUN, messages.run_payload(steps)
        if parts == ["query", "record"]:
            return frames.QUERY, messages.query_payload(messages.ASK_RECORD)
        if len(parts) == 4 and parts[0] == "set" and parts[1] in ("input", "parameter"):
            type = frames.SET_INPUT if parts[1] == "input" else frames.SET_PARAMETER
            value = float(parts[3])
            return type, messages.set_payload(board.index_of(parts[1], parts[2]), value, board.description.scalar)
    except ValueError:
        pass
    refuse(f"'{words}' is no command; there are: {usage}")
