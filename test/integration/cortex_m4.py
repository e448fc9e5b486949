"""Builds bare-metal programs for an emulated Cortex-M4 and runs them."""

import re

from models import BOARD, HERE
from runner import Failure
from toolchain import ARM_GCC, CORTEX_M4, FLOAT_ABIS, STRICT_C, run

# SysTick counts at 25 MHz while an instruction takes 1 ns.
INSTRUCTIONS_A_TICK = 40


def vectors_header(cases):
    rows = ",\n".join("{" + ",".join(map(str, case)) + "}" for case in cases)
    return (
        f"enum {{ vectors_count = {len(cases)} }};\n"
        f"static const unsigned char vectors[{len(cases)}][{len(cases[0])}] = {{\n{rows}\n}};\n"
    )


def split_cases(inputs):
    """Returns the bytes of each case of golden inputs."""
    size = len(inputs.data) // inputs.shape[0]
    return [inputs.data[i * size : (i + 1) * size] for i in range(inputs.shape[0])]


def build(folder, out, model_source, cases, float_abi="soft", flags=("-O2",), cpu=CORTEX_M4,
          script=BOARD / "mps2-an386.ld"):
    """`model_source` is the generated C or an object; `cases` has the bytes of all inputs for each
    case."""
    (folder / "vectors.h").write_text(vectors_header(cases))
    program = folder / "program.elf"
    # A linker's warning (for example about mixed floating-point conventions) counts as an error.
    run(
        ARM_GCC, *cpu, *FLOAT_ABIS[float_abi], *STRICT_C, *flags, "-I", folder, "-I", out,
        "-I", BOARD, "-I", HERE / "processors" / "arm", BOARD / "startup.c", HERE / "processors" / "main.c", model_source,
        "-nostartfiles", "--specs=nano.specs", "-T", script,
        "-Wl,--fatal-warnings,-z,noexecstack", "-lm", "-o", program,
    )
    return program


def emulate(program, cwd=None, machine="mps2-an386", timeout=120):
    """Returns the program's output; it finds files in the folder `cwd`."""
    return run(
        "qemu-system-arm", "-M", machine, "-nographic", "-monitor", "none", "-serial", "none",
        "-icount", "shift=0", "-semihosting-config", "enable=on,target=native",
        "-kernel", program, cwd=cwd, timeout=timeout,
    )


def read_cases(printed, expected_cases, instructions_a_count=INSTRUCTIONS_A_TICK):
    """Returns the output bytes and the instructions of each case."""
    outputs, instructions = [], []
    for line in printed.splitlines():
        if line.startswith("case "):
            _, count, hexadecimal = line.split()
            outputs.append(bytes.fromhex(hexadecimal))
            instructions.append(int(count) * instructions_a_count)
    if len(outputs) != expected_cases:
        raise Failure(f"{len(outputs)} of {expected_cases} cases came back:\n{printed[-2000:]}")
    return b"".join(outputs), instructions


def read_stack(printed):
    """Returns the bytes of stack that the model's function and what it calls wrote."""
    found = re.search(r"^stack (\d+)$", printed, re.M)
    if not found:
        raise Failure(f"no use of the stack came back:\n{printed[-2000:]}")
    return int(found[1])


def execute(program, expected_cases, machine="mps2-an386"):
    """Returns the output bytes and the instructions of each case."""
    return read_cases(emulate(program, machine=machine), expected_cases)
