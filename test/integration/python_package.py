"""The package for Python: virtual environments, and the packages that pip installs there."""

import pathlib
import subprocess
import sys
import sysconfig
import threading

from models import REPO
from runner import Failure, Skip
from toolchain import run

BUILD_TOOLS = ("pip>=23", "scikit-build-core>=0.11", "nanobind>=2.4")
# The packages that the package itself and its tests need; without them, they would skip tests that can run here.
EXTRAS = ("numpy", "pytest", "mypy", "ml_dtypes", "apache-tvm-ffi", "torch-mlir", "onnx", "onnxruntime",
          "tosa-converter-for-tflite", "tflite", "flatbuffers", "ai-edge-litert", "ethos-u-vela",
          "tflite-micro", "ruff")


def check_python():
    """Skips if this Python cannot use the package."""
    if sys.version_info < (3, 11):  # noqa: UP036  the tests run under the Python of the system
        raise Skip(f"Python is {sys.version.split()[0]}; the package needs 3.11")
    header = pathlib.Path(sysconfig.get_paths()["include"], "Python.h")
    if not header.exists():
        raise Skip(f"{header} is not there: install python3-dev")


def make_environment(folder, *options):
    """Creates an empty virtual environment; returns its Python."""
    command = [sys.executable, "-m", "venv", "--clear", *options, folder]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise Skip(f"no virtual environment can be made (python3-venv?): {(made.stdout + made.stderr)[-300:]}")
    return folder / "bin" / "python"


# Bytecode of the few modules that are used is made when they are.
_INSTALL = ("install", "-q", "--no-compile", "--timeout", "20", "--retries", "1")


def install_from_index(python, *packages):
    """Skips if the package index cannot be reached."""
    command = [python, "-m", "pip", *_INSTALL, *packages]
    made = subprocess.run(command, capture_output=True, text=True, timeout=1800, check=False)
    if made.returncode != 0:
        raise Skip(f"{', '.join(packages)} cannot be installed: {made.stderr[-300:]}")


def make_environment_of(folder, *packages):
    """Creates a virtual environment with packages from the index; returns its Python. The pip of this Python installs them,
    if it can: to make an environment with its own pip takes seconds."""
    python = make_environment(folder, "--without-pip")
    command = [sys.executable, "-m", "pip", "--python", python, *_INSTALL, *packages]
    if subprocess.run(command, capture_output=True, timeout=1800, check=False).returncode != 0:
        python = make_environment(folder)
        install_from_index(python, *packages)
    return python


class Package:
    """One environment with build tools and extras, and the package of these sources over a tirc that is built.

    It is kept in the build folder, so that a second run installs what has changed only.
    """

    def __init__(self, compiler):
        self._build = compiler.tirc.parent.parent
        self.folder = self._build / "python"
        self._lock = threading.Lock()
        self._python = None

    def python(self):
        """Returns the environment's Python, with the package installed."""
        python = self.environment()
        with self._lock:
            if not self._python:
                self.pip(python, self.folder / "build", "install", "--force-reinstall", REPO)
                self._python = python
        return self._python

    def pip(self, python, build, command, *arguments):
        """Builds the package in the folder `build` with the environment's tools, using the installed tirc."""
        return run(python, "-m", "pip", command, "-q", "--no-deps", "--no-build-isolation", "--no-index",
                   "--disable-pip-version-check", "-C", f"build-dir={build}",
                   "-C", f"cmake.define.TIR_DIR={self.prefix() / 'lib' / 'cmake' / 'TIR'}", *arguments)

    def prefix(self):
        """Returns the folder to which that build is installed."""
        if not (self._build / "cmake_install.cmake").exists():
            raise Skip(f"{self._build} is not a build folder")
        prefix = self.folder / "prefix"
        run("cmake", "--install", self._build, "--prefix", prefix)
        return prefix

    def environment(self):
        """Returns the environment's Python, with all that the package needs."""
        check_python()
        wanted = "\n".join([sys.executable, sys.version, *BUILD_TOOLS, *EXTRAS])
        python, stamp = self.folder / "venv" / "bin" / "python", self.folder / "venv" / "installed.txt"
        with self._lock:
            if not stamp.exists() or stamp.read_text() != wanted:
                self.folder.mkdir(exist_ok=True)
                make_environment(self.folder / "venv")
                install_from_index(python, *BUILD_TOOLS)
                install_from_index(python, *EXTRAS)
                stamp.write_text(wanted)
        return python


def loaded_libraries(library):
    """Returns the libraries that the loader finds: name to path."""
    found = {}
    for line in run("ldd", library).splitlines():
        name, arrow, path = line.strip().partition(" => ")
        if arrow:
            found[name] = path.split(" (")[0]
    if missing := [name for name, path in found.items() if path == "not found"]:
        raise Failure(f"{library} does not find {missing}")
    return found


_of = {}
_guard = threading.Lock()


def of(compiler):
    """Returns the package of a compiler; there is one."""
    with _guard:
        return _of.setdefault(compiler, Package(compiler))
