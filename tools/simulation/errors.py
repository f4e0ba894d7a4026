"""How tools/simulate ends when it does not end well."""

NO_ENVIRONMENT = 1  # no compiler, no matplotlib, a compilation that failed
REFUSED = 2  # what was asked for does not exist or makes no sense
STOPPED = 3  # the method refused a step


class Failure(Exception):
    """One line for the person at the desk and an exit status."""

    def __init__(self, code, sentence):
        super().__init__(sentence)
        self.code = code


def refuse(sentence):
    raise Failure(REFUSED, sentence)


def no_environment(sentence):
    raise Failure(NO_ENVIRONMENT, sentence)
