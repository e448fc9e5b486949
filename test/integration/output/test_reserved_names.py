"""No name that tirc accepts for an input breaks the header, whichever compiler reads it."""

import re
import subprocess

import toolchain
from runner import Failure, Test

_C = ("c99", "gnu99", "c11", "gnu17", "gnu2x")
_CXX = ("c++11", "gnu++11", "c++20", "gnu++20")
_COMPILERS = [
    *((cc, "c", standard) for cc in (toolchain.GCC, toolchain.CLANG, toolchain.ARM_GCC) for standard in _C),
    *((cc, "c++", standard) for cc in ("g++", toolchain.CLANG, "arm-none-eabi-g++") for standard in _CXX),
]
# The headers that generated code includes.
_HEADERS = ("stdbool.h", "stddef.h", "stdint.h", "string.h", "math.h", "stdio.h")
# Words that look like a macro or a keyword but are neither.
_FREE = ("input", "I", "A", "X", "INT", "M_", "MAX", "EOFs", "_x", "_", "a__b", "module", "import", "final", "override",
         "complex", "index", "close", "run", "inputs", "uint", "min", "max", "isnan", "INT24_MAX", "tvmgen", "TVM")


def _preprocess(compiler, language, standard, text, *flags):
    command = [compiler, "-x", language, f"-std={standard}", *flags, "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def _macros():
    """Returns the macros without parameters that are not defined as their own name, and the keywords."""
    found = set()
    text = "".join(f"#include <{header}>\n" for header in _HEADERS)
    for compiler, language, standard in _COMPILERS:
        done = _preprocess(compiler, language, standard, text, "-dM", "-E")
        if done.returncode == 0:
            pairs = re.findall(r"^#define (\w+)(?: (.*))?$", done.stdout, re.MULTILINE)
            found |= {name for name, value in pairs if name != value.strip()}
    if "EOF" not in found or "linux" not in found:
        raise Failure(f"the compilers reported only {len(found)} macros")
    return sorted(found)


def _module(names):
    return "\n// -----\n".join(
        f'func.func @main(%a: tensor<4xi8> {{tir.name = "{name}"}}) -> tensor<4xi8> {{ return %a : tensor<4xi8> }}\n'
        for name in names
    )


def _accepted(compiler, test, names):
    """Returns the names that give no error; one run of tir-opt tries all of them. Tests that run at the same time write
    different files."""
    module = compiler.folder("reserved-names") / f"{test}.mlir"
    module.write_text(_module(names))
    command = [compiler.tirc.with_name("tir-opt"), "--tir-annotate-model", "--split-input-file", module]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    refused = set(re.findall(r"would be the C struct field '(\w+)'", done.stderr))
    if not refused:
        raise Failure(f"tir-opt refused none of the names:\n{done.stderr[-2000:]}")
    return [name for name in names if name not in refused]


def _check_macros(compiler):
    accepted = _accepted(compiler, "macros", _macros())
    if accepted:
        raise Failure(f"macros are accepted as names of fields: {', '.join(accepted)}")


def _check_header(compiler):
    """A header with each free word as a field compiles, and each word that tirc refuses as a keyword is one."""
    if missing := set(_FREE) - set(_accepted(compiler, "words", [*_FREE, "typeof"])):
        raise Failure(f"these can be names of fields, and are refused: {', '.join(sorted(missing))}")
    folder = compiler.folder("reserved-names/header")
    model = folder / "free.mlir"
    # Names that differ only in case are refused together.
    kept = {name.upper(): name for name in _FREE}.values()
    arguments = ", ".join(f'%a{i}: tensor<4xi32> {{tir.name = "{name}"}}' for i, name in enumerate(kept))
    sums = "\n".join(
        f"  %s{i + 1} = tosa.add %s{i}, %a{i + 1} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>"
        for i in range(len(kept) - 1)
    )
    text = f"func.func @main({arguments}) -> tensor<4xi32> {{\n{sums}\n  return %s{len(kept) - 1} : tensor<4xi32>\n}}\n"
    model.write_text(text.replace("%s0", "%a0"))
    toolchain.run(compiler.tirc, model, "-o", folder, "--quiet")
    includes = "".join(f"#include <{header}>\n" for header in _HEADERS) + '#include "tvmgen_free.h"\n'
    for command in _COMPILERS:
        done = _preprocess(*command, includes, "-fsyntax-only", "-Wall", "-Wextra", "-Werror", f"-I{folder}")
        if done.returncode != 0:
            raise Failure(f"{' '.join(command)}:\n{done.stderr[-2000:]}")


def tests(compiler):
    yield Test("reserved-names/macros", lambda: _check_macros(compiler))
    yield Test("reserved-names/header", lambda: _check_header(compiler))
