"""The parameters of a model, read from its header: names, units, defaults, remarks.

A parameter is a public member without `static` of the model's struct, of type

    S   std::array<S, n>   Vector<S, n>   AngularFrequency<S>   Part<S>   std::array<Part<S>, n>

with Part a struct of the same header, or of a force element that it includes; it is named as C++
names it, truck_axles[0].stiffness_n_per_m.
Nothing is compiled here: generated code binds the names to the members (source.py), so that a name
that is misread does not compile.
"""

import dataclasses
import re

# the longest suffix counts
UNITS = {
    "_kg_m2": "kg m^2", "_kg": "kg", "_m_s2": "m/s^2", "_m_s": "m/s", "_1_m": "1/m", "_1_s2": "1/s^2",
    "_1_s": "1/s", "_n_s_per_m": "N s/m", "_n_per_m": "N/m", "_n_m": "N m", "_rad_s": "rad/s", "_rad": "rad",
    "_nm": "N m", "_nm_per_rad": "N m/rad", "_nm_s_per_rad": "N m s/rad", "_rad_per_s": "rad/s",
    "_n": "N", "_m": "m", "_s": "s",
}

TYPE = re.compile(
    r"(?P<static>static\s+constexpr\s+)?"
    r"(?P<type>std::array<\s*(?P<element>\w+)(?:<S>)?\s*,\s*(?P<array>\d+)\s*>|Vector<S,\s*(?P<vector>\d+)>"
    r"|(?P<single>\w+)(?:<S>)?)\s+(?=\w+\s*(?:[={,;]))")
ACCESS = re.compile(r"(public|private|protected)\s*:(?!:)")
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$")
KEYWORDS = {"using", "return", "template", "struct", "typename", "friend", "enum"}
# of the contract, not of the mechanism
PLAIN = {"int", "bool", "auto", "MassForm"}


@dataclasses.dataclass(frozen=True)
class Parameter:
    name: str
    default: str  # a number as the header writes it
    unit: str
    remark: str


@dataclasses.dataclass(frozen=True)
class Member:
    name: str
    kind: str  # S, AngularFrequency or a struct
    size: object  # None, or the number of elements
    initialiser: object  # nested lists of numbers and names, None where there is none
    remark: str


def parameters(text, struct):
    """The parameters of `struct` as the header `text` states them, in their order."""
    return list(_flatten(text, struct, None, ""))


def unread(text, struct):
    """Public members of a type that is none of the list above."""
    return [member.name for member in _members(text, struct)[0] if not _readable(text, member.kind)]


def unit_of(name):
    for suffix in sorted(UNITS, key=len, reverse=True):
        if name.endswith(suffix):
            return UNITS[suffix]
    return "1"


def _readable(text, kind):
    return kind in ("S", "AngularFrequency") or _body(text, kind) is not None


def _flatten(text, struct, values, prefix):
    members, constants = _members(text, struct)
    for index, member in enumerate(members):
        if not _readable(text, member.kind):
            continue
        given = member.initialiser if values is None else values[index] if index < len(values) else None
        if given is None:
            given = member.initialiser
        for label, value in _elements(member, given):
            name = prefix + label
            if member.kind in ("S", "AngularFrequency"):
                unit = "rad/s" if member.kind == "AngularFrequency" else unit_of(member.name)
                yield Parameter(name, _number(value, constants), unit, member.remark)
            else:
                yield from _flatten(text, member.kind, _unwrapped(value), name + ".")


def _elements(member, value):
    """(label, value) of each element."""
    if member.size is None:
        return [(member.name, value)]
    values = _unwrapped(value) if isinstance(value, list) else []
    if member.size == 1 and len(values) > 1:  # the one struct itself
        values = [values]
    values = values + [None] * (member.size - len(values))
    return [(f"{member.name}[{i}]", values[i]) for i in range(member.size)]


def _unwrapped(value):
    """Without the pairs of braces that C++ lets one write or leave out."""
    while isinstance(value, list) and len(value) == 1 and isinstance(value[0], list):
        value = value[0]
    return value


def _number(value, constants):
    while isinstance(value, list) and len(value) <= 1:
        value = value[0] if value else "0"
    if isinstance(value, str) and value in constants:
        return _number(constants[value], {})
    if value == "std::numeric_limits<S>::infinity()":
        return "inf"
    return value if isinstance(value, str) and NUMBER.match(value) else "0" if value is None else "?"


def _body(text, struct):
    """What stands between the braces of a struct; None where the header has no such struct."""
    start = re.search(rf"\bstruct\s+{re.escape(struct)}\s*\{{", text)
    return text[start.end():_closing(text, start.end() - 1)] if start else None


def _closing(text, at):
    """The index of the brace or parenthesis that closes the one at `at`."""
    depth = 0
    while at < len(text):
        if text.startswith("//", at):
            at = text.find("\n", at)
            if at < 0:
                break
            continue
        depth += (text[at] in "{(") - (text[at] in "})")
        if depth == 0:
            return at
        at += 1
    return len(text)


def _members(text, struct):
    """Public members in their order, and the static constants by name."""
    body, members, constants = _body(text, struct) or "", [], {}
    at, public = 0, True
    while True:
        at = _after_blank(body, at)
        if at >= len(body):
            return members, constants
        access = ACCESS.match(body, at)
        if access:
            public, at = access[1] == "public", access.end()
            continue
        found = TYPE.match(body, at)
        if not found or found["single"] in KEYWORDS:
            at = _after_statement(body, at)
            continue
        at, declared = _declarators(body, found.end())
        remark = _remark(body, at)
        for name, initialiser in declared:
            if found["static"]:
                constants[name] = initialiser
            elif public and (found["single"] or found["element"] or "S") not in PLAIN:
                kind = found["single"] or found["element"] or "S"
                size = found["array"] or found["vector"]
                members.append(Member(name, kind, int(size) if size else None, initialiser, remark))


def _after_blank(body, at):
    blank = re.compile(r"(?:\s|;|//[^\n]*\n?)*")
    return blank.match(body, at).end()


def _after_statement(body, at):
    """Past the `;` or the body in braces that ends a declaration."""
    while at < len(body):
        if body[at] in "({":
            close = _closing(body, at)
            if body[at] == "{":
                return close + 1
            at = close
        elif body[at] == ";":
            return at + 1
        at += 1
    return at


def _declarators(body, at):
    """From the first name of a declaration: where it ends, and (name, initialiser) of each."""
    declared = []
    while at < len(body) and body[at] != ";":
        name = re.compile(r"[\s,]*(\w+)\s*=?\s*").match(body, at)
        if not name:
            break
        at = name.end()
        value = None
        if body[at] not in ",;":
            value, at = _value(body, at)
        declared.append((name[1], value))
        at = _after_blank_but_semicolon(body, at)
    return at, declared


def _after_blank_but_semicolon(body, at):
    return re.compile(r"(?:\s|//[^\n]*\n)*").match(body, at).end()


def _value(body, at):
    """A value of an initialiser: a list for braces, the inside of S(...), else the expression."""
    at = _after_blank_but_semicolon(body, at)
    if body[at] == "{":
        values = []
        at = _after_blank_but_semicolon(body, at + 1)
        while body[at] != "}":
            value, at = _value(body, at)
            values.append(value)
            at = re.compile(r"(?:[\s,]|//[^\n]*\n)*").match(body, at).end()
        return values, at + 1
    scalar = re.compile(r"S\(([^()]*)\)\s*(?=[,;}])").match(body, at)
    if scalar:
        return scalar[1].strip(), scalar.end()
    end = at
    while body[end] not in ",;{}":
        end = (_closing(body, end) if body[end] == "(" else end) + 1
    return body[at:end].strip(), end


def _remark(body, at):
    """The text of ///< on the line of the declaration's end."""
    line = body[at:body.find("\n", at)] if "\n" in body[at:] else body[at:]
    found = re.search(r"///<\s*(.*)", line)
    return found[1].strip() if found else ""
