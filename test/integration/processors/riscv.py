"""Builds bare-metal programs for an emulated RISC-V core with 32 bits and runs them."""

import pathlib
import shutil

import cortex_m4
from models import HERE
from runner import Skip
from toolchain import RISCV_GCC, STRICT_C, run

_EMULATOR = "qemu-system-riscv32"
_PICOLIBC = pathlib.Path("/usr/lib/picolibc/riscv64-unknown-elf")
# The memory of QEMU's machine `virt`, which starts with code; the ISA of 2.2 has the counter without an extension.
_CODE, _DATA, _SIZE, _STACK = 0x80000000, 0x80400000, 0x400000, 0x4000
CORE = ("-march=rv32imac", "-mabi=ilp32", "-misa-spec=2.2")


def require():
    for program, there in ((_EMULATOR, shutil.which(_EMULATOR)), (RISCV_GCC, shutil.which(RISCV_GCC)),
                           ("picolibc", _PICOLIBC.exists())):
        if not there:
            raise Skip(f"no {program} (Debian's qemu-system-misc and picolibc-riscv64-unknown-elf)")


def add_sections(folder, sections):
    """Returns a linker script of picolibc with more sections before `.bss`; it ignores the sections of an INSERT."""
    text = (_PICOLIBC / "lib" / "picolibc.ld").read_text()
    before, found, after = text.partition("\t.bss (NOLOAD)")
    if not found:
        raise Skip("another picolibc.ld than Debian's")
    path = folder / "memory.ld"
    path.write_text(before + sections + found + after)
    return path


def link(folder, *sources):
    """Returns the program of these sources and flags."""
    program = folder / "program.elf"
    symbols = {"__flash": _CODE, "__flash_size": _SIZE, "__ram": _DATA, "__ram_size": _SIZE, "__stack_size": _STACK,
               "stack_bottom": f"__stack-{_STACK:#x}"}
    run(
        RISCV_GCC, "--specs=picolibc.specs", "--oslib=semihost", "--crt0=hosted", *CORE, *STRICT_C, "-O2",
        "-I", folder, "-I", HERE / "processors" / "riscv", *sources, "-lm",
        *(f"-Wl,--defsym={name}={value}" for name, value in symbols.items()), "-o", program,
    )
    return program


def build(folder, out, model_source, cases, flags=()):
    """As `cortex_m4.build`."""
    (folder / "vectors.h").write_text(cortex_m4.vectors_header(cases))
    return link(folder, "-I", out, HERE / "processors" / "main.c", model_source, *flags)


def emulate(program, cwd=None):
    """Returns what the program prints; it finds files in the folder `cwd`."""
    return run(_EMULATOR, "-M", "virt", "-bios", "none", "-nographic", "-monitor", "none", "-serial", "none",
               "-icount", "shift=0", "-semihosting-config", "enable=on,target=native", "-kernel", program,
               cwd=cwd, timeout=120)


def execute(program, expected_cases):
    """Returns the output bytes and the instructions of each case."""
    printed = emulate(program)
    return cortex_m4.read_cases(printed, expected_cases, instructions_a_count=1)
