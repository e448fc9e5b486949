"""The generated C and header compile anywhere, and need only allowed functions."""

import re

from models import DIGITS, MODELS
from runner import Failure, Test
from toolchain import ARM_GCC, CLANG, CORTEX_M4, GCC, SANITIZE, STRICT_C, STRICT_CXX, run

_COMPILERS = {"gcc": (GCC,), "clang": (CLANG,), "arm-gcc": (ARM_GCC, *CORTEX_M4)}
_NM = {"gcc": "nm", "clang": "nm", "arm-gcc": "arm-none-eabi-nm"}

_MEMORY = {"memcpy", "memmove", "memset"}
_LIBM = {
    name + suffix
    for name in (
        "acos asin atan atan2 ceil copysign cos cosh erf erfc exp exp2 expm1 fabs floor fma fmax fmin "
        "fmod ldexp log log10 log1p log2 nearbyint pow rint round sin sinh sqrt tan tanh trunc"
    ).split()
    for suffix in ("", "f")
}
# The functions that compilers call for arithmetic that a processor lacks: of integers, and of floating point.
_INTEGER_HELPER = re.compile(r"__aeabi_(u?idiv|u?idivmod|u?ldivmod|lmul|ll?sl|llsr|lasr|l?cmp|ulcmp)$"
                             r"|__aeabi_mem(cpy|move|set|clr)[48]?$|__\w*[ds]i[234]$|__popcount[ds]i2$")
_FLOAT_HELPER = re.compile(r"__aeabi_(c?[fd]\w+|u?[il]2[fd]|h2f)$|__\w*[sdt]f\w*$")


def _strict(compiler, model, name):
    """It compiles without a warning, and what that gives needs only allowed functions."""
    out = compiler.compile(model)
    folder = compiler.folder(f"strict/{name}")
    for level in ("-O0", "-O2"):
        objects = folder / f"{model.name}{level}.o"
        run(*_COMPILERS[name], *STRICT_C, level, "-c", out / f"tvmgen_{model.name}.c", "-o", objects)
    check_undefined(_NM[name], objects, model)


def check_undefined(nm, objects, model):
    symbols = {line.split()[-1] for line in run(nm, "-u", objects).splitlines() if line.strip()}
    strange = {
        symbol
        for symbol in symbols - _MEMORY
        if not _INTEGER_HELPER.match(symbol)
        and (model.is_integer or not (symbol in _LIBM or _FLOAT_HELPER.match(symbol)))
    }
    if strange:
        raise Failure(f"undefined symbols that must not be needed: {', '.join(sorted(strange))}")


def _header(compiler, model):
    header = compiler.compile(model) / f"tvmgen_{model.name}.h"
    for command in (
        (GCC, *STRICT_C, "-x", "c"),
        (CLANG, *STRICT_C, "-x", "c"),
        ("g++", *STRICT_CXX, "-x", "c++"),
    ):
        # Twice, as two headers of a firmware may include it.
        folder = compiler.folder("header")
        source = folder / f"{model.name}-{command[0]}.txt"
        source.write_text(f'#include "{header}"\n#include "{header}"\nextern int used;\n')
        run(*command, "-fsyntax-only", source)


def _header_linkage(compiler, model):
    """A C++ program links with the C object: the header declares C linkage."""
    out = compiler.compile(model)
    folder = compiler.folder(f"header-linkage/{model.name}")
    (folder / "main.cpp").write_text(
        '#include "binding.h"\nint main() { return MODEL_RUN != nullptr ? 0 : 1; }\n'
    )
    run(GCC, "-std=c99", "-c", out / f"tvmgen_{model.name}.c", "-o", folder / "model.o")
    run("g++", "-std=c++11", "-I", out, folder / "main.cpp", folder / "model.o", "-lm",
        "-o", folder / "program")
    run(folder / "program")


def _example(compiler, model):
    """The main.c of --emit=example builds as strictly as the model, and runs."""
    out = compiler.compile(model, "--emit=c,example")
    mains = [path for path in out.glob("*.c") if path.name != f"tvmgen_{model.name}.c"]
    if len(mains) != 1:
        raise Failure(f"--emit=c,example wrote {sorted(p.name for p in out.iterdir())}")
    program = compiler.folder(f"example/{model.name}") / "program"
    run(GCC, *STRICT_C, *SANITIZE, "-I", out, *mains, out / f"tvmgen_{model.name}.c", "-lm",
        "-o", program)
    if not run(program).strip():
        raise Failure("the example prints nothing")


def tests(compiler):
    for model in MODELS:
        for name in _COMPILERS:
            yield Test(
                f"portable-c/{model.name}/strict-{name}",
                lambda m=model, n=name: _strict(compiler, m, n),
                fast=model is DIGITS,
            )
        yield Test(
            f"portable-c/{model.name}/example",
            lambda m=model: _example(compiler, m),
            long=not model.small,
        )
        yield Test(f"portable-c/{model.name}/header", lambda m=model: _header(compiler, m),
                   fast=model is DIGITS)
    yield Test(
        "portable-c/digits_int8/header-linkage", lambda: _header_linkage(compiler, MODELS[0])
    )
