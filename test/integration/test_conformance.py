"""Every TOSA operator in each of its types gives the same results as Arm's reference model, through C and through LLVM.

So do graphs of several operators with branches and loops.
"""

import atexit
import shutil
import tarfile
import tempfile
import threading

import conformance_bundle as bundle
import conformance_cases
import operators_table
from models import HERE, SHARED
from runner import Failure, Skip, Test

_SAMPLE = HERE / "conformance" / "sample.tar.xz"
_EDGES = HERE / "conformance" / "edges.tar.xz"
_GRAPHS = HERE / "conformance" / "graphs.tar.xz"
_DEVELOPMENT = SHARED / "tosa-conformance" / "dev.tar.xz"
_CASES_A_PROGRAM = 24


def _operators(archive):
    """Returns the operators of a set, without unpacking it."""
    with tarfile.open(archive) as entries:
        names = {entry.name.split("/")[-2] for entry in entries if entry.name.endswith("/case.json")}
    return sorted({name.split("__")[0] for name in names})


class _Set:
    """A set of cases, unpacked on first use; each operator runs once."""

    def __init__(self, compiler, name, archive, more, sanitized):
        """The cases run through C, LLVM and the `more` ways, and those without floats also through `sanitized`."""
        self.compiler, self.name, self.archive = compiler, name, archive
        self.ways, self.sanitized = (bundle.C, bundle.LLVM, *more), sanitized
        self._guard, self._locks, self._cases, self._records = threading.Lock(), {}, None, {}

    def cases(self):
        with self._guard:
            if self._cases is None:
                folder = tempfile.mkdtemp(prefix="tir-cases-")
                atexit.register(shutil.rmtree, folder, ignore_errors=True)
                conformance_cases.unpack(self.archive, folder)
                self._cases = conformance_cases.load(folder)
            return self._cases

    def records(self, operator):
        """Returns the results of the operator's cases in the form of the table."""
        cases = [case for case in self.cases() if case.operator == operator]
        with self._guard:
            lock = self._locks.setdefault(operator, threading.Lock())
        with lock:
            if operator not in self._records:
                self._records[operator] = self._run(operator, cases)
            return self._records[operator]

    def _run(self, operator, cases):
        records = []
        for integer in (True, False):
            alike = [case for case in cases if case.is_integer == integer]
            ways = (*self.ways, *((self.sanitized,) if integer else ()))
            for start in range(0, len(alike), _CASES_A_PROGRAM):
                some = alike[start : start + _CASES_A_PROGRAM]
                folder = self.compiler.folder(f"conformance/{self.name}/{operator}/{integer}-{start}")
                records += bundle.record(some, bundle.run(self.compiler.tirc, folder, some, ways))
        return records


def _passes(cases, operator):
    records = cases.records(operator)
    problems = [
        f"{record['case']}, {way}:\n{problem}"
        for record in records for way, problem in record["problems"].items() if problem
    ]
    if problems:
        raise Failure(f"{len(problems)} problems of {len(records)} cases:\n" + "\n".join(problems))


def _complete(sample):
    """The page's table and the sample have the same operators and types."""
    listed = {(row.operator, dtype) for row in operators_table.committed() for dtype in row.dtypes}
    sampled = {(case.operator, case.dtype) for case in sample.cases()}
    if listed != sampled:
        raise Failure(f"only in {operators_table.PAGE}: {sorted(listed - sampled)}\n"
                      f"only in {_SAMPLE}: {sorted(sampled - listed)}")


def _current(development):
    if not _DEVELOPMENT.exists():
        raise Skip(f"{_DEVELOPMENT} is not there")
    records = [
        record for operator in _operators(_DEVELOPMENT) for record in development.records(operator)
    ]
    operators_table.check(records)


def _missing():
    raise Skip(f"{_DEVELOPMENT} is not there")


def tests(compiler):
    compiled = (bundle.COMPILED_BY_CLANG, bundle.COMPILED_FOR_ARM)
    sample = _Set(compiler, "sample", _SAMPLE, compiled, bundle.SANITIZED_C)
    for operator in _operators(_SAMPLE):
        yield Test(f"conformance/sample/{operator}", lambda o=operator: _passes(sample, o))
    yield Test("conformance/sample-is-complete", lambda: _complete(sample))
    graphs = _Set(compiler, "graphs", _GRAPHS, compiled, bundle.SANITIZED_C)
    yield Test("conformance/graphs", lambda: _passes(graphs, "graph"))
    edges = _Set(compiler, "edges", _EDGES, (), bundle.UNDEFINED_C)
    for operator in _operators(_EDGES):
        yield Test(f"conformance/edges/{operator}", lambda o=operator: _passes(edges, o), long=True)
    if not _DEVELOPMENT.exists():
        yield Test("conformance/dev", _missing, long=True)
        return
    development = _Set(compiler, "dev", _DEVELOPMENT, (), bundle.UNDEFINED_C)
    for operator in _operators(_DEVELOPMENT):
        yield Test(f"conformance/dev/{operator}", lambda o=operator: _passes(development, o), long=True)
    yield Test("conformance/table-is-current", lambda: _current(development), long=True)
