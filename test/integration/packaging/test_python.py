"""The package for Python: its own tests, one row each, and its build and installation as users do them."""

import ast
import pathlib
import shutil
import subprocess
import threading
import xml.etree.ElementTree as ElementTree
import zipfile

import python_package
from models import REPO
from runner import Failure, Skip, Test
from toolchain import run

_TESTS = REPO / "python" / "tests"
# A user's first program: three lines, in both backends.
_PROGRAM = """
import numpy, tirc
golden = numpy.load("{folder}/digits_int8.golden.npz")
module = tirc.compile("{folder}/digits_int8.named.mlirbc")
for backend in ("jit", "c"):
    for image, wanted in zip(golden["inputs"], golden["tosa"]):
        assert (module.run(image, backend=backend)["Identity"] == wanted).all()
print(tirc.__file__)
"""


class _Session:
    """One run of pytest on several files, with their quick or their long tests. To start pytest and to load the converters'
    packages takes a second or two."""

    def __init__(self, package, name, is_long):
        self._package, self._name, self._is_long = package, name, is_long
        self._lock = threading.Lock()
        self._files, self._cases = {}, None

    def select(self, file):
        """Lets the run include this file."""
        self._files[file.stem] = file

    def check(self, file, function):
        """All cases of a function with parameters count."""
        with self._lock:
            if self._cases is None:
                self._cases = self._run()
        cases = self._cases.get((file.stem, function), []) + self._cases.get((file.stem, None), [])
        if not cases:
            raise Failure(f"pytest ran no {function} of {file}")
        problems = [text for kind, text in cases if kind == "fail"]
        if problems:
            raise Failure("\n".join(problems))
        reasons = [text for kind, text in cases if kind == "skip"]
        if len(reasons) == len(cases):
            raise Skip(reasons[0])

    def _run(self):
        """Returns the outcomes by file and function. A function of None stands for the whole file: it cannot be read, or
        needs a package that is not installed."""
        python = self._package.python()
        report = self._package.folder / f"{self._name}.xml"
        report.unlink(missing_ok=True)
        command = [python, "-m", "pytest", "-p", "no:cacheprovider", f"--junit-xml={report}", "--continue-on-collection-errors",
                   "-m", "long" if self._is_long else "not long", *self._files.values()]
        path = f"{python.parent}:{run('printenv', 'PATH').strip()}"
        # Nothing is written beside the sources.
        environment = {"PATH": path, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPATH": "",
                       "PYTHONPYCACHEPREFIX": self._package.folder / "bytecode"}
        done = subprocess.run(["env", *(f"{name}={value}" for name, value in environment.items()), *command],
                              capture_output=True, text=True, errors="replace", timeout=3600, cwd=REPO, check=False)
        if not report.exists():
            raise Failure(f"pytest wrote no results:\n{(done.stdout + done.stderr)[-4000:]}")
        cases = {}
        for case in ElementTree.parse(report).getroot().iter("testcase"):
            # What happens to a whole file has no class, and the file's name.
            file = (case.get("classname") or case.get("name")).rpartition(".")[2]
            function = case.get("name").partition("[")[0] if case.get("classname") else None
            cases.setdefault((file, function), []).append(_outcome(case))
        return cases


def _outcome(case):
    for tag, kind in (("failure", "fail"), ("error", "fail"), ("skipped", "skip")):
        found = case.find(tag)
        if found is not None:
            # A file that is skipped has its reason in the text.
            text = found.get("message") if kind == "skip" and case.get("classname") else found.text
            return kind, f"{case.get('name')}: {text}"
    return "pass", ""


def _functions(file):
    """Returns the names of a file's tests, and whether each is a long one; all of them are if the file says so at its
    top."""
    body = ast.parse(file.read_text()).body
    all_long = any(ast.unparse(node) == "pytestmark = pytest.mark.long" for node in body)
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name, all_long or any(ast.unparse(mark) == "pytest.mark.long" for mark in node.decorator_list)


def _check_libraries(package):
    """It needs its own two libraries, LLVM's and the system's; all are found without an environment variable."""
    for library in (*package.glob("_tirc*.so"), *package.glob("lib/*.so*")):
        for name, path in python_package.loaded_libraries(library).items():
            own = name.startswith("libTIR")
            if own != (pathlib.Path(path).resolve().parent == (package / "lib").resolve()):
                raise Failure(f"{library} takes {name} from {path}")
            if not own and not path.startswith(("/lib/", "/lib64/", "/usr/lib/")):
                raise Failure(f"{library} needs {path}, which is not the system's")


def _wheel(package, compiler):
    """Built in the folder python/ and installed without files of the build and without an index."""
    python = package.python()
    folder = compiler.folder("python/wheel")
    package.pip(python, folder / "build", "wheel", "-w", folder, REPO / "python")
    shutil.rmtree(folder / "build")
    made = subprocess.run([python, "-m", "pip", "download", "-q", "--only-binary=:all:", "-d", folder, "numpy"],
                          capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise Skip(f"numpy cannot be downloaded: {made.stderr[-300:]}")
    (wheel,) = folder.glob("tirc-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    libraries = sorted(name for name in names if ".so" in name)
    if [name.partition(".")[0] for name in libraries] != ["tirc/_tirc", "tirc/lib/libTIR", "tirc/lib/libTIRCAPI"]:
        raise Failure(f"{wheel} has the libraries {libraries}")
    if strangers := [name for name in names if not name.startswith(("tirc/", "tirc_frontends/", "tirc-"))]:
        raise Failure(f"{wheel} puts files beside the packages: {strangers}")
    if not {"tirc/py.typed", "tirc/_tirc.pyi", "tirc_frontends/py.typed"} <= set(names):
        raise Failure(f"{wheel} has no types")

    second = python_package.make_environment(folder / "venv", "--without-pip")
    run(python, "-m", "pip", "--python", second, "install", "-q", "--no-compile", "--no-index", "--find-links", folder, "tirc")
    printed = run(second, "-c", _PROGRAM.format(folder=_models()), cwd=folder).strip()
    if not printed.startswith(str(folder)):
        raise Failure(f"the package is {printed}")
    _check_libraries(pathlib.Path(printed).parent)
    for command in ([second.with_name("tirc")], [second, "-m", "tirc"]):
        if not run(*command, "--version", cwd=folder).startswith("tirc "):
            raise Failure(f"{command} is not tirc")


# The sum of an input and itself, as ONNX.
_ONNX = """
import onnx, sys
tensor = lambda name: onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [4])
graph = onnx.helper.make_graph([onnx.helper.make_node("Add", ["x", "x"], ["y"])], "sum", [tensor("x")], [tensor("y")])
onnx.save(onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=8), sys.argv[1])
"""


def _program_converts(compiler, package, kind):
    """The program tirc lets the package convert a model, and compiles the result itself."""
    python = package.python()
    folder = compiler.folder(f"python/program/{kind}")
    model = REPO / "examples" / "digits" / "digits_int8.tflite"
    if kind == "onnx":
        model = folder / "sum.onnx"
        run(python, "-c", _ONNX, model)
    printed = run(compiler.tirc, model, "-o", folder / "program", env={"TIRC_PYTHON": python, "PYTHONPATH": ""})
    run(python, "-m", "tirc", model, "-o", folder / "package", env={"PYTHONPATH": ""})
    names = sorted(path.name for path in (folder / "program").iterdir())
    if f"tvmgen_{model.stem}.c" not in names or f"tvmgen_{model.stem}.c" not in printed:
        raise Failure(f"it wrote {names}, and printed\n{printed}")
    for name in names:
        if (folder / "program" / name).read_bytes() != (folder / "package" / name).read_bytes():
            raise Failure(f"{name} differs from what python -m tirc writes")


def _models():
    return REPO / "test" / "integration" / "models"


def _from_sources(compiler):
    """`pip install .` in a copy of the sources, with nothing built and nothing said."""
    python_package.check_python()
    folder = compiler.folder("python/sources")
    listed = subprocess.run(["git", "-C", REPO, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        raise Skip(f"{REPO} is not a checkout of git")
    for name in filter(None, listed.stdout.split("\0")):
        if (REPO / name).is_file():
            target = folder / "copy" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(REPO / name, target)
    python = python_package.make_environment(folder / "venv")
    python_package.install_from_index(python, *python_package.BUILD_TOOLS)
    run(python, "-m", "pip", "install", "-q", ".", cwd=folder / "copy", timeout=3600)
    shutil.rmtree(folder / "copy")
    printed = run(python, "-c", _PROGRAM.format(folder=_models()), cwd=folder).strip()
    _check_libraries(pathlib.Path(printed).parent)


def _lint(package):
    """ruff accepts all Python of the checkout; pyproject.toml has its rules."""
    scripts = [file for folder in ("scripts", "benchmarks") for file in (REPO / folder).iterdir()
               if file.is_file() and file.read_bytes().startswith(b"#!/usr/bin/env python3")]
    run(package.environment(), "-m", "ruff", "check", "--no-cache", "--output-format=concise", REPO, *scripts)


# More than run at a time, so that all processors have work to the end.
_SESSIONS = 6


def _of_pytest(package):
    """A test for each function of the package's own tests."""
    rows, sizes = [], [0] * _SESSIONS
    sessions = {(number, is_long): _Session(package, f"pytest-{number}{'-long' if is_long else ''}", is_long)
                for number in range(_SESSIONS) for is_long in (False, True)}
    for file in sorted(_TESTS.glob("test_*.py"), key=lambda file: (-file.stat().st_size, file.stem)):
        number = sizes.index(min(sizes))
        sizes[number] += file.stat().st_size
        for function, is_long in _functions(file):
            session = sessions[number, is_long]
            test = Test(f"python/{file.stem.removeprefix('test_')}/{function.removeprefix('test_')}",
                        lambda s=session, file=file, function=function: s.check(file, function), long=is_long,
                        selected=lambda s=session, file=file: s.select(file))
            rows.append((sum(row[1] is session for row in rows), session, test))
    # Tests that are neighbours are of different sessions, so that they do not wait for the same one.
    for _, _, test in sorted(rows, key=lambda row: row[0]):
        yield test


def tests(compiler):
    package = python_package.of(compiler)
    # The build and the environment that the other tests wait for.
    yield Test("python/install", package.python, first=True)
    yield Test("python/lint", lambda: _lint(package))
    for kind in ("tflite", "onnx"):
        yield Test(f"python/program-converts/{kind}", lambda k=kind: _program_converts(compiler, package, k))
    yield Test("python/wheel", lambda: _wheel(package, compiler), long=True)
    yield from _of_pytest(package)
    yield Test("python/pip-install-from-sources", lambda: _from_sources(compiler), long=True)
