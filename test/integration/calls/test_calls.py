"""A packed call inside the module costs what an unpacked one costs: the compiler sees both sides of it."""

import re

import call_chains
from runner import Failure, Test


def _chain(compiler, how):
    unpacked = call_chains.count_instructions(compiler, "unpacked", how)
    packed = call_chains.count_instructions(compiler, "packed", how)
    if packed > unpacked * 1.01:
        raise Failure(f"{call_chains.CALLS} packed calls are {packed} instructions, unpacked ones {unpacked}")


def _small(compiler, how):
    unpacked = call_chains.disassemble_small(compiler, "unpacked", how)
    packed = call_chains.disassemble_small(compiler, "packed", how)
    if not any("addss" in line for line in unpacked):
        raise Failure(f"there is no addition in {unpacked}")
    if packed != unpacked:
        raise Failure(f"packed: {packed}\nunpacked: {unpacked}")
    for line in packed:
        if re.match(r"j|call", line) or re.search(r"\(%r[sb]p", line):
            raise Failure(f"'{line}' branches or uses the stack: {packed}")


def _texts(compiler):
    """Nothing of that is there because the checks are not made."""
    c, llvm = call_chains.module_texts(compiler)
    for pattern in (r"TVMValue \w+\[2\];", r"int \w+\[2\];", r"DLTensor \w+;", r"TIR_ALWAYS_INLINE",
                    r"tir_report_last_error\(\"tvmgen_default_kernel: argument 0 \(x\): expected 8 in shape\[0\], but it is \","):
        if not re.search(pattern, c):
            raise Failure(f"the C holds no {pattern}")
    for pattern in (r"alloca", r"alwaysinline", r"@TVMAPISetLastError\(ptr",
                    r"tvmgen_default_kernel: argument 0 \(x\): expected 8 in shape\[0\]"):
        if not re.search(pattern, llvm):
            raise Failure(f"the LLVM IR holds no {pattern}")


def tests(compiler):
    yield Test("calls/texts", lambda: _texts(compiler), fast=True)
    for how in call_chains.COMPILERS:
        yield Test(f"calls/chain-{how}", lambda h=how: _chain(compiler, h))
        yield Test(f"calls/small-{how}", lambda h=how: _small(compiler, h), fast=True)
