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
_CORE = ("-march=rv32imac", "-mabi=ilp32", "-misa-spec=2.2")


def require():
    for program, there in ((_EMULATOR, shutil.which(_EMULATOR)), (RISCV_GCC, shutil.which(RISCV_GCC)),
                           ("picolibc", _PICOLIBC.exists())):
        if not there:
            raise Skip(f"no {program} (Debian's qemu-system-misc and picolibc-riscv64-unknown-elf)")


def build(folder, out, model_source, cases):
    """As `cortex_m4.build`."""
    (folder / "vectors.h").write_text(cortex_m4.vectors_header(cases))
    program = folder / "program.elf"
    symbols = {"__flash": _CODE, "__flash_size": _SIZE, "__ram": _DATA, "__ram_size": _SIZE, "__stack_size": _STACK,
               "stack_bottom": f"__stack-{_STACK:#x}"}
    run(
        RISCV_GCC, "--specs=picolibc.specs", "--oslib=semihost", "--crt0=hosted", *_CORE, *STRICT_C, "-O2",
        "-I", folder, "-I", out, "-I", HERE / "processors" / "riscv", HERE / "processors" / "main.c", model_source, "-lm",
        *(f"-Wl,--defsym={name}={value}" for name, value in symbols.items()), "-o", program,
    )
    return program


def execute(program, expected_cases):
    """Returns the output bytes and the instructions of each case."""
    printed = run(_EMULATOR, "-M", "virt", "-bios", "none", "-nographic", "-monitor", "none", "-serial", "none",
                  "-icount", "shift=0", "-semihosting-config", "enable=on,target=native", "-kernel", program,
                  timeout=120)
    return cortex_m4.read_cases(printed, expected_cases, instructions_a_count=1)
