"""The compilers, their flags, and how the tests call programs."""

import os
import shlex
import subprocess

from runner import Failure

GCC = "gcc"
CLANG = "clang-22"
ARM_GCC = "arm-none-eabi-gcc"
RISCV_GCC = "riscv64-unknown-elf-gcc"
CORTEX_M4 = ("-mcpu=cortex-m4", "-mthumb")
FLOAT_ABIS = {
    "soft": ("-mfloat-abi=soft",),
    "softfp": ("-mfloat-abi=softfp", "-mfpu=fpv4-sp-d16"),
    "hard": ("-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"),
}
STRICT_C = ("-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wcast-qual", "-Werror")
STRICT_CXX = ("-std=c++11", "-Wall", "-Wextra", "-Wpedantic", "-Werror")
# Without -O1: sanitizers find as much in code that is not optimised, which takes a fifth of the time to compile, or less.
# Lines are enough for a stack.
SANITIZE = ("-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def run(*command, cwd=None, env=None, timeout=600):
    """Runs a program and returns its output; a Failure shows command and output."""
    command = [str(part) for part in command]
    if command[0] == CLANG and "-c" not in command and any(part.startswith("-fsanitize=") for part in command):
        # The sanitizers of clang are large archives, which GNU's linker reads twice as long as lld.
        command.append("-fuse-ld=lld")
    shown = shlex.join(command)
    try:
        done = subprocess.run(
            command,
            cwd=cwd,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=timeout,
            check=False,
        )
    except FileNotFoundError as error:
        raise Failure(f"{shown}\nno such program: {error.filename}") from error
    except subprocess.TimeoutExpired as error:
        raise Failure(f"{shown}\ntook more than {timeout} s") from error
    output = done.stdout.decode("utf-8", "replace")
    if done.returncode != 0:
        raise Failure(f"{shown}\nexit code {done.returncode}\n{output[-4000:]}")
    return output
