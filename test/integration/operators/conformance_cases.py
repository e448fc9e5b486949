"""Cases of single TOSA operators: a folder each, with the model, its inputs, the expected outputs, and the comparison.

conformance/README.md describes the format. Only Python's standard library is needed.
"""

import contextlib
import io
import json
import math
import pathlib
import tarfile
import tempfile
from dataclasses import dataclass

import npz
from runner import Failure


@dataclass(frozen=True)
class Case:
    folder: pathlib.Path
    description: dict

    @property
    def name(self):
        return self.folder.name

    @property
    def operator(self):
        return self.description["op"]

    @property
    def dtype(self):
        return self.description["dtype"]

    @property
    def model(self):
        return self.folder / "model.mlir"

    @property
    def is_integer(self):
        """Returns whether the C computes without floats."""
        sides = self.description["args"] + self.description["results"]
        return not any(_element(side["type"]).startswith("f") for side in sides) and "f" not in self.dtype

    def inputs(self):
        return b"".join(npz.load_array(self.folder / argument["file"]).data for argument in self.description["args"])

    def check(self, got):
        """Raises a Failure that names the first element of the outputs `got`, one after the other, that is wrong."""
        for result in self.description["results"]:
            expected = npz.load_array(self.folder / result["file"])
            part, got = got[: len(expected.data)], got[len(expected.data) :]
            _check_result(self.folder, result, expected, part)
        if got:
            raise Failure(f"{len(got)} bytes of output too many")


def _element(kind):
    return kind.removeprefix("tensor<").rstrip(">").split("x")[-1]


def _accepted(value, expected, low, high):
    """NaN matches only NaN; an interval without order, +inf to -inf, accepts anything, including NaN."""
    if low is None:
        return value == expected or (value != value and expected != expected)
    if low != low:
        return value != value
    return (low, high) == (math.inf, -math.inf) or low <= value <= high


def _check_result(folder, result, expected, got):
    if len(got) != len(expected.data):
        raise Failure(f"{result['file']}: {len(got)} bytes, expected {len(expected.data)}")
    if result["compare"] == "exact" and got == expected.data:
        return
    # All stored bits count: i4 and i48 are sign-extended, a boolean is 0 or 1.
    if _element(result["type"]) == "i1" and any(byte > 1 for byte in got):
        raise Failure(f"{result['file']}: a boolean of {max(got)}")
    values = npz.Array(expected.dtype, expected.shape, got).values()
    references = expected.values()
    lows = highs = [None] * len(references)
    if result["compare"] == "interval":
        lows = npz.load_array(folder / result["lo"]).values()
        highs = npz.load_array(folder / result["hi"]).values()
    wrong = [i for i, row in enumerate(zip(values, references, lows, highs)) if not _accepted(*row)]
    if wrong:
        i = wrong[0]
        bounds = "" if lows[i] is None else f", within [{lows[i]!r}, {highs[i]!r}]"
        raise Failure(
            f"{result['file']}: {len(wrong)} of {len(references)} elements are wrong, the first at {i}: {values[i]!r}, "
            f"expected {references[i]!r}{bounds}"
        )


@contextlib.contextmanager
def opened(path):
    """Yields the folder of cases `path`; an archive is unpacked while the context lasts."""
    path = pathlib.Path(path)
    if path.is_dir():
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="tir-cases-") as folder:
        unpack(path, folder)
        yield pathlib.Path(folder)


def unpack(path, folder):
    """Writes the files of an archive to a folder, whatever their paths."""
    # tarfile's own filter against paths that lead elsewhere is younger than Debian 12.
    root = pathlib.Path(folder).resolve()
    with tarfile.open(path) as archive:
        for entry in archive:
            target = (root / entry.name).resolve()
            if not entry.isfile():
                continue
            if root not in target.parents:
                raise Failure(f"{path} holds {entry.name}, which leads out of it")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.extractfile(entry).read())


def load(folder):
    """Returns the cases anywhere below a folder, by name."""
    files = sorted(pathlib.Path(folder).rglob("case.json"), key=lambda file: file.parent.name)
    return [Case(file.parent, json.loads(file.read_text())) for file in files]


def pack(cases, path):
    """Writes an archive of the cases, the same for the same cases."""
    with tarfile.open(path, "w:xz", format=tarfile.USTAR_FORMAT, preset=9) as archive:
        for case in sorted(cases, key=lambda case: case.name):
            for file in sorted(case.folder.iterdir()):
                entry = tarfile.TarInfo(f"{case.name}/{file.name}")
                entry.size, entry.mode = file.stat().st_size, 0o644
                archive.addfile(entry, io.BytesIO(file.read_bytes()))
