"""The numbers of a command line: each reader raises ValueError, and says in `wanted` what it wants."""

import fractions
import math
import re


def decimal(text):
    """The number that is written, exactly: 1e-3, 0.001 or 1/1000."""
    ratio = re.fullmatch(r"\d{1,20}/0*[1-9]\d{0,19}", text)
    if not ratio and not re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?", text):
        raise ValueError
    value = fractions.Fraction(text)
    if value != 0 and not 1e-30 < abs(value) < 1e30:  # of which a float knows nothing
        raise ValueError
    return value


decimal.wanted = "a number such as 1e-3, 0.001 or 1/1000"


def number(text):
    value = float(text)
    if not math.isfinite(value):
        raise ValueError
    return value


number.wanted = "a finite number"


def not_negative(text):
    value = number(text)
    if value < 0:
        raise ValueError
    return value


not_negative.wanted = "a number that is not negative"


def positive(text):
    value = number(text)
    if value <= 0:
        raise ValueError
    return value


positive.wanted = "a number above 0"


def share(text):
    value = number(text)
    if not 0 <= value <= 1:
        raise ValueError
    return value


share.wanted = "a number from 0 to 1"


def count(least, most):
    def parse(text):
        if not re.fullmatch(r"\d{1,18}", text) or not least <= int(text) <= most:
            raise ValueError
        return int(text)
    parse.wanted = f"a whole number from {least} to {most}"
    return parse
