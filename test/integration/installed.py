"""A tirc that is installed, for the projects of others that build on it."""

import shutil
import threading

from runner import Skip
from toolchain import CLANG, run

_CLANGXX = CLANG.replace("clang", "clang++")


class Installation:
    """The prefix that all tests share."""

    def __init__(self, compiler):
        self.compiler = compiler
        self._lock = threading.Lock()
        self._prefix = None

    def prefix(self):
        with self._lock:
            if not self._prefix:
                folder = self.compiler.folder("installed/prefix")
                build = self.compiler.tirc.parent.parent
                if not (build / "cmake_install.cmake").exists():
                    raise Skip(f"{self.compiler.tirc} does not stand in a build folder")
                run("cmake", "--install", build, "--prefix", folder)
                self._prefix = folder
        return self._prefix

    def environment(self):
        """For what compiles in folders that are new in each run."""
        ccache = {"CMAKE_CXX_COMPILER_LAUNCHER": "ccache"} if shutil.which("ccache") else {}
        return {"CC": CLANG, "CXX": _CLANGXX, "CCACHE_BASEDIR": str(self.compiler.work),
                "CCACHE_NOHASHDIR": "1", "CCACHE_DEPEND": "1", **ccache}

    def configure(self, project, build, *options):
        # A release, since TIR is one; to optimise what runs for a moment takes a third of the time.
        return run("cmake", "-G", "Ninja", "-S", project, "-B", build, "-DCMAKE_BUILD_TYPE=Release",
                   "-DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG", f"-DCMAKE_PREFIX_PATH={self.prefix()}", *options,
                   env=self.environment())

    def build(self, build, *targets):
        options = ["--target", *targets] if targets else []
        return run("cmake", "--build", build, *options, env=self.environment())


_of = {}
_guard = threading.Lock()


def of(compiler):
    """The one installation of a compiler."""
    with _guard:
        return _of.setdefault(compiler, Installation(compiler))
