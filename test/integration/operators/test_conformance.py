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


def _shared(cases):
    """Puts the cases of all operators into as few programs as hold them; an operator's cases stay together if they fit
    into one.

    The emptiest program gets the next operator, so that operators that are tested at the same time run different ones.
    """
    by_operator = {}
    for case in cases:
        by_operator.setdefault(case.operator, []).append(case)
    programs = [[] for _ in range(-(-len(cases) // _CASES_A_PROGRAM))]
    for some in by_operator.values():
        for start in range(0, len(some), _CASES_A_PROGRAM):
            min(programs, key=len).extend(some[start : start + _CASES_A_PROGRAM])
    return programs


class _Program:
    """Cases that are compiled together and run once."""

    def __init__(self, cases, run):
        self.operators = {case.operator for case in cases}
        self._cases, self._run = cases, run
        self._lock, self._records = threading.Lock(), None

    def records(self):
        with self._lock:
            if self._records is None:
                self._records = self._run(self._cases)
            return self._records


class _Set:
    """A set of cases, unpacked on first use."""

    def __init__(self, compiler, name, archive, more, sanitized=None):
        """The cases run through C, LLVM and the `more` ways; those without floats also through `sanitized`, if given."""
        self.compiler, self.name, self.archive = compiler, name, archive
        self.ways, self.sanitized = (bundle.C, bundle.LLVM, *more), sanitized
        self._guard, self._cases, self._programs = threading.Lock(), None, None

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
        cases = self.cases()
        with self._guard:
            if self._programs is None:
                self._programs = list(self._make_programs(cases))
        names = {case.name for case in cases if case.operator == operator}
        return [record for program in self._programs if operator in program.operators
                for record in program.records() if record["case"] in names]

    def _make_programs(self, cases):
        for integer in (True, False):
            ways = (*self.ways, *((self.sanitized,) if integer and self.sanitized else ()))
            for number, some in enumerate(_shared([case for case in cases if case.is_integer == integer])):
                folder = self.compiler.folder(f"conformance/{self.name}/{'integer' if integer else 'float'}-{number}")
                yield _Program(some, lambda some, folder=folder, ways=ways: bundle.record(
                    some, bundle.run(self.compiler.tirc, folder, some, ways)))


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
    # The random and the reference graphs run under sanitizers in each run; programs of the sample take long to compile
    # with them.
    sample = _Set(compiler, "sample", _SAMPLE, compiled)
    sanitized = _Set(compiler, "sanitized", _SAMPLE, (), bundle.SANITIZED_C)
    for operator in _operators(_SAMPLE):
        yield Test(f"conformance/sample/{operator}", lambda o=operator: _passes(sample, o))
        yield Test(f"conformance/sanitized/{operator}", lambda o=operator: _passes(sanitized, o), long=True)
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
