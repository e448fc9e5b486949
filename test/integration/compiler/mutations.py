"""Damaged inputs: models and modules of this project, each with a few random changes. A seed determines an input."""

import functools
import pathlib
import random
import re
import subprocess
import tarfile

from models import HERE, REPO

_LARGEST = 60_000
_NUMBERS = ("0", "1", "-1", "2", "3", "7", "127", "128", "255", "256", "-128", "65536", "2147483647", "2147483648",
            "-2147483648", "4294967296", "9223372036854775807", "18446744073709551616", "1e300", "0x7fc00000")
_TYPES = ("i1", "i4", "i8", "si8", "ui8", "i16", "i32", "i48", "i64", "i128", "index", "f16", "bf16", "f32", "f64",
          "f8E4M3FN", "complex<f32>", "vector<4xf32>", "none", "!tir.handle", "?x", "*x", "0x", "1x", "4x")
_TOKEN = re.compile(r'"[^"\n]*"|[%@#!^]?[\w.$-]+|->|[^\s\w]')
_NUMBER = re.compile(r"(?<![\w%@])-?\d+(?:\.\d+(?:e[+-]?\d+)?)?(?!\w)")
_TYPE = re.compile(r"(?<![\w%@.])(?:[su]?i\d+|b?f\d+|index)\b")
_EXTENT = re.compile(r"(?<=[<x])(?:\d+|\?)x")
_ATTRIBUTE = re.compile(r"\{[^{}\n]*\}|<\{[^\n]*\}>|\w+ = [^,}\n]+,? ?")
_OPERAND = re.compile(r"%[\w$.-]+(?:#\d+)?")


def _modules(path):
    """Returns the modules of a file of tests, without the text around them."""
    for part in path.read_text().split("// -----"):
        lines = [line for line in part.splitlines() if not line.lstrip().startswith("//")]
        if text := "\n".join(lines).strip():
            yield text + "\n"


@functools.cache
def corpus():
    """Yields (name, bytes) of each input, in a fixed order: bytecode, modules of the tests, models of one operator."""
    bytecode, tests, operators = [], [], []
    for folder in (REPO / "examples", REPO / "test"):
        for path in sorted(folder.rglob("*.mlirbc")):
            bytecode.append((path.name, path.read_bytes()))
        for path in sorted(folder.rglob("*.mlir")):
            if path.stat().st_size <= _LARGEST:
                tests += [(f"{path.name}.{i}", text.encode()) for i, text in enumerate(_modules(path))]
    with tarfile.open(HERE / "conformance" / "sample.tar.xz") as archive:
        for member in sorted(archive, key=lambda each: each.name):
            if member.name.endswith("model.mlir") and member.size <= _LARGEST:
                operators.append((pathlib.Path(member.name).parent.name, archive.extractfile(member).read()))
    return bytecode, tests, operators


# Each takes the text and a source of random numbers, and returns the changed text, or the same text if there is nothing
# to change.


def _replace(pattern, replacement):
    def mutate(text, rng):
        places = list(pattern.finditer(text))
        if not places:
            return text
        place = rng.choice(places)
        return text[: place.start()] + replacement(text, place[0], rng) + text[place.end() :]

    return mutate


def _other_number(_, number, rng):
    if rng.random() < 0.3 and number.lstrip("-").isdigit():
        return str(int(number) + rng.choice((-1, 1)))
    return rng.choice(_NUMBERS)


def _other_type(_, __, rng):
    return rng.choice([each for each in _TYPES if not each.endswith("x")])


def _other_extent(_, __, rng):
    return rng.choice(("0x", "?x", "1x", "2x", "3x", "1000000x", "4294967296x", "-1x", ""))


def _other_token(text, _, rng):
    return rng.choice(_TOKEN.findall(text))


def _other_operand(text, _, rng):
    return rng.choice(_OPERAND.findall(text))


def _lines(change):
    def mutate(text, rng):
        lines = text.split("\n")
        at = rng.randrange(len(lines))
        change(lines, at, rng)
        return "\n".join(lines)

    return mutate


def _delete_line(lines, at, _):
    del lines[at]


def _duplicate_line(lines, at, _):
    lines.insert(at, lines[at])


def _swap_lines(lines, at, rng):
    other = rng.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]


def _move_line(lines, at, rng):
    lines.insert(rng.randrange(len(lines)), lines.pop(at))


def _swap_operands(text, rng):
    lines = text.split("\n")
    at = rng.choice([i for i, line in enumerate(lines) if len(_OPERAND.findall(line)) > 1] or [0])
    places = list(_OPERAND.finditer(lines[at]))
    if len(places) < 2:
        return text
    first, second = sorted(rng.sample(places, 2), key=lambda place: place.start())
    line = lines[at]
    lines[at] = (line[: first.start()] + second[0] + line[first.end() : second.start()] + first[0]
                 + line[second.end() :])
    return "\n".join(lines)


_TEXT = (
    _replace(_NUMBER, _other_number), _replace(_NUMBER, _other_number), _replace(_TYPE, _other_type),
    _replace(_TYPE, _other_type), _replace(_EXTENT, _other_extent), _replace(_TOKEN, _other_token),
    _replace(_TOKEN, lambda *_: ""), _replace(_OPERAND, _other_operand), _replace(_ATTRIBUTE, lambda *_: ""),
    _swap_operands, _lines(_delete_line), _lines(_duplicate_line), _lines(_swap_lines), _lines(_move_line),
)


# The same for bytes.


def _set_byte(data, at, rng):
    data[at] = rng.choice((0, 1, 2, 3, 0x7F, 0x80, 0xFE, 0xFF, rng.randrange(256)))


def _flip_bit(data, at, rng):
    data[at] ^= 1 << rng.randrange(8)


def _add_to_byte(data, at, rng):
    # A number in bytecode has its length in the lowest bits: 2 is the next one.
    data[at] = (data[at] + rng.choice((-4, -2, 2, 4))) % 256


def _insert(data, at, rng):
    data[at:at] = rng.randbytes(rng.randrange(1, 5))


def _delete(data, at, rng):
    del data[at : at + rng.randrange(1, 9)]


def _repeat(data, at, rng):
    data[at:at] = data[at : at + rng.randrange(1, 33)]


def _move(data, at, rng):
    part = data[at : at + rng.randrange(1, 33)]
    other = rng.randrange(len(data))
    data[other : other + len(part)] = part


def _cut(data, at, _):
    del data[at:]


_BYTES = (_set_byte, _set_byte, _flip_bit, _flip_bit, _add_to_byte, _add_to_byte, _insert, _delete, _repeat, _move, _cut)


def _mutate_bytes(data, rng):
    data = bytearray(data)
    # The tables are at the beginning: half of the changes are there, whatever constants follow.
    size = min(len(data), 2000) if rng.random() < 0.5 else len(data)
    if size:
        rng.choice(_BYTES)(data, rng.randrange(size), rng)
    return bytes(data)


def _as_bytecode(text, mlir_opt):
    """Returns the same module as bytecode, or None if stock MLIR cannot read it."""
    done = subprocess.run([mlir_opt, "--emit-bytecode", "--mlir-print-debuginfo", "-"], input=text, capture_output=True,
                          timeout=60, check=False)
    return done.stdout if done.returncode == 0 and done.stdout.startswith(b"ML\xefR") else None


def mutated(seed, mlir_opt):
    """Returns the name of the input that the seed chooses, and the changed input."""
    rng = random.Random(seed)
    name, data = rng.choice(rng.choices(corpus(), (1, 5, 4))[0])
    if not data.startswith(b"ML\xefR") and rng.random() < 0.3:
        data = _as_bytecode(data, mlir_opt) or data
    for _ in range(rng.choice((1, 1, 1, 2, 3, 5))):
        if data.startswith(b"ML\xefR") or rng.random() < 0.1:
            data = _mutate_bytes(data, rng)
        else:
            data = rng.choice(_TEXT)(data.decode(errors="surrogateescape"), rng).encode(errors="surrogateescape")
    return name, data
