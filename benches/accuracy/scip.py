"""Reads SCIP indexes, as much as a judge of calls needs: where each symbol is defined and used."""
import struct


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def fields(data):
    """The fields of one message: number, and an integer or bytes."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        kind = tag & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 2:
            length, at = varint(data, at)
            value, at = data[at : at + length], at + length
        elif kind == 5:
            value, at = struct.unpack_from("<I", data, at)[0], at + 4
        else:
            value, at = struct.unpack_from("<Q", data, at)[0], at + 8
        yield tag >> 3, value


def numbers(value):
    """Packed integers, or a single one."""
    if isinstance(value, int):
        return [value]
    found, at = [], 0
    while at < len(value):
        number, at = varint(value, at)
        found.append(number)
    return found


def occurrence(data):
    """(line, start, end line, end, symbol, is definition), all from zero."""
    place, symbol, roles = [], "", 0
    for number, value in fields(data):
        if number == 1:
            place += numbers(value)
        elif number == 2:
            symbol = value.decode()
        elif number == 3:
            roles = value
    if len(place) == 3:
        place.insert(2, place[0])
    return (*place, symbol, bool(roles & 1)) if len(place) == 4 else None


class Index:
    """Of one index file: the occurrences of each document, and the places that define each symbol."""

    def __init__(self, path):
        self.documents = {}
        self.definitions = {}
        with open(path, "rb") as file:
            data = file.read()
        for number, value in fields(data):
            if number == 2:
                self._document(value)

    def _document(self, data):
        name, found = "", []
        for number, value in fields(data):
            if number == 1:
                name = value.decode()
            elif number == 2:
                found.append(occurrence(value))
        found = [it for it in found if it]
        self.documents.setdefault(name, []).extend(found)
        for line, _, _, _, symbol, is_definition in found:
            if is_definition and not symbol.startswith("local "):
                self.definitions.setdefault(key(symbol), set()).add((name, line))


def key(symbol):
    """A symbol without its package and without the folder of sources: some indexers name what an installed package
    defines one way and what its sources define another."""
    descriptors = symbol.split(" ", 4)[-1] if symbol.count(" ") >= 4 else symbol
    return descriptors.replace("`src.", "`", 1)


def last_name(symbol):
    """The name in the last descriptor, and the mark of its kind: `#` a type, `().` a method, `.` a term, `/` a module."""
    text = symbol
    for mark in ("().", "#", ".", "/", ":", "!", ")", "]"):
        if text.endswith(mark) or (mark == "()." and text.endswith(").")):
            if text.endswith(")."):
                text, mark = text[: text.rindex("(")], "()."
            else:
                text = text[: -len(mark)]
            break
    else:
        mark = ""
    if text.endswith("`"):
        return text[:-1].rsplit("`", 1)[-1], mark
    for at in range(len(text) - 1, -1, -1):
        if text[at] in "#./`[(: ":
            return text[at + 1 :], mark
    return text, mark
