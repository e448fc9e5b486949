"""The object of a model, from tirc or from a compiler of its C, and its bytes."""

from targets import compile_with_tirc
from toolchain import run

# What each section of an object costs. `.sdata` and `.sbss` are RISC-V's for small variables, `.srodata` for constants.
_RAM = (".data", ".bss", ".sdata", ".sbss")
_CODE, _CONSTANTS, _INITIALISED = (".text",), (".rodata", ".srodata"), (".data", ".sdata")
# Of a program: objects of clang say that they need no executable stack. The linker then warns of the C library's, which do
# not.
LINKED = ("-O2", "-Wl,--no-warn-execstack")


def sizes(built):
    """Returns the bytes of the model's object, without the functions of the C library that it calls."""
    rows = [line.split() for line in run("llvm-size-22", "-A", built).splitlines()]
    sections = [(row[0], int(row[1])) for row in rows if len(row) == 3 and row[1].isdigit()]

    def total(names):
        return sum(size for section, size in sections if any(f"{section}.".startswith(f"{name}.") for name in names))

    code, constants = total(_CODE), total(_CONSTANTS)
    return {"ram_bytes": total(_RAM), "flash_bytes": code + constants + total(_INITIALISED), "code_bytes": code,
            "constants_bytes": constants}


def build(compiler, model, target, back_end, schedule, folder, flags=()):
    """Returns the folder with what tirc wrote, and the object; `flags` are for a compiler of the C."""
    out = compile_with_tirc(compiler, model, target, back_end, schedule)
    if not back_end.compiler:
        return out, out / f"tvmgen_{model.name}.o"
    built = folder / "model.o"
    run(*back_end.compiler, *flags, "-std=c99", "-I", out, "-c", out / f"tvmgen_{model.name}.c", "-o", built)
    return out, built
