"""An installed tirc, and an external project that builds on it."""

import pathlib

import installed
from models import REPO
from runner import Failure, Test
from toolchain import CLANG, run

_PROJECT = REPO / "examples" / "standalone-consumer"
_CLANGXX = CLANG.replace("clang", "clang++")
_LLVM = pathlib.Path("/usr/lib/llvm-22")


def _project(compiler, installation):
    build = compiler.folder("consumer/build")
    installation.configure(_PROJECT, build)
    installation.build(build)
    printed = installation.build(build, "check-npu")
    if "Passed: 3 (100.00%)" not in printed:
        raise Failure(f"expected three tests that pass in\n{printed}")


def _other_llvm(compiler, installation):
    """A project with another LLVM gets an error when it is configured."""
    package = compiler.folder("consumer/other-llvm")
    (package / "MLIRConfig.cmake").write_text(
        "set(LLVM_VERSION_MAJOR 19)\nset(LLVM_VERSION_MINOR 1)\nset(LLVM_PACKAGE_VERSION 19.1.7)\n")
    try:
        installation.configure(_PROJECT, compiler.folder("consumer/refused"), f"-DMLIR_DIR={package}")
    except Failure as failure:
        message = " ".join(str(failure).split())
        for wanted in ("TIR was built for LLVM 22.1.x, but this project uses LLVM 19.1.7",
                       f"MLIR_DIR is {package}", "set MLIR_DIR to /usr/lib/llvm-22/lib/cmake/mlir"):
            if wanted not in message:
                raise Failure(f"expected '{wanted}' in\n{failure}") from failure
        return
    raise Failure("expected that find_package(TIR) refuses another LLVM")


def _tools(installation):
    """The programs find their libraries, and refer to nothing in the build folder."""
    tools = sorted((installation.prefix() / "bin").iterdir())
    for tool in tools:
        run(tool, "--version")
        loaded = run("ldd", tool)
        if f"{installation.prefix()}/bin/../lib/libTIR.so." not in loaded:
            raise Failure(f"{tool} does not load the installed libTIR:\n{loaded}")
    names = {tool.name for tool in tools}
    if names != {"tir-lsp-server", "tir-opt", "tir-translate", "tirc"}:
        raise Failure(f"these tools are installed: {sorted(names)}")


def _headers(installation):
    return sorted(str(header.relative_to(installation.prefix() / "include"))
                  for header in (installation.prefix() / "include").rglob("*.h"))


def _compile_headers(compiler, installation, name, headers):
    source = compiler.folder("consumer") / f"{name}.cpp"
    source.write_text("".join(f'#include "{header}"\n' for header in headers))
    run(_CLANGXX, "-std=c++17", "-fsyntax-only", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror",
        "-I", installation.prefix() / "include", "-isystem", _LLVM / "include", source)


def _all_headers(compiler, installation):
    """Each header compiles on its own, without our flags and precompiled headers, in reverse order."""
    _compile_headers(compiler, installation, "headers", reversed(_headers(installation)))


def _each_header(compiler, installation):
    for header in _headers(installation):
        _compile_headers(compiler, installation, header.replace("/", "_"), [header])


def tests(compiler):
    installation = installed.of(compiler)
    yield Test("consumer/project", lambda: _project(compiler, installation), first=True)
    yield Test("consumer/other-llvm-is-refused", lambda: _other_llvm(compiler, installation))
    yield Test("consumer/installed-tools", lambda: _tools(installation))
    yield Test("consumer/headers", lambda: _all_headers(compiler, installation), long=True)
    yield Test("consumer/each-header", lambda: _each_header(compiler, installation), long=True)
