"""Random modules of calls: the verifier accepts exactly those whose arguments fit, and says where the callee is.

random_calls decides what fits. tir-opt reads many modules at a time, cut apart by `// -----`; each error is matched to
its module by its line.
"""

import re
import subprocess

import random_calls
from runner import Failure, Test

_MODULES, _AT_A_TIME = 2000, 250
_KINDS = ("call_tir", "call_tir", "call_extern", "call_cpacked")
_SEPARATOR = "// -----\n"
_MESSAGE = re.compile(r"^[^:\n]+:(\d+):\d+: (error|note): (.*)$", re.M)


def _errors(output):
    """Yields (line, message, lines of the notes) for each error."""
    found = []
    for line, kind, message in _MESSAGE.findall(output):
        if kind == "error":
            found.append((int(line), message, []))
        elif found and not message.startswith("see current operation"):
            found[-1][2].append(int(line))
    return found


def _disagreement(module, first, errors):
    """Returns the disagreement of the verifier and the oracle in one module, or None."""
    wrong = {first + line - 1: (callee and first + callee - 1, reasons) for line, callee, reasons in module.wrong}
    if not errors:
        return f"accepted, but {[reasons for _, reasons in wrong.values()]}" if wrong else None
    for line, message, notes in errors:
        if "'tir.call_" not in message:
            return f"the generator made something else that is wrong: {message}"
        if line not in wrong:
            return f"line {line - first + 1}: rejected, but the oracle sees nothing wrong: {message}"
        callee, reasons = wrong[line]
        if callee and callee not in notes:
            return f"line {line - first + 1}: no note at the callee in line {callee - first + 1}: {message}"
        # This error is about the whole call, and names the argument that could stay.
        if "mixes tensors and memrefs" in message:
            if "mixes tensors and memrefs" not in reasons:
                return f"line {line - first + 1}: says {message!r}, but wrong is {reasons}"
            continue
        index = re.search(r"argument #\d+", message)
        if index and not any(index.group() in reason for reason in reasons):
            return f"line {line - first + 1}: says {message!r}, but wrong is {reasons}"
    return None


def _check(compiler, part):
    modules = [random_calls.module(seed, _KINDS) for seed in range(part * _AT_A_TIME, (part + 1) * _AT_A_TIME)]
    source = compiler.folder(f"calls/{part}") / "calls.mlir"
    source.write_text(_SEPARATOR.join(module.text for module in modules))
    tool = compiler.tirc.with_name("tir-opt")
    # Wrong modules are included on purpose.
    done = subprocess.run([tool, "--split-input-file", "--mlir-print-op-on-diagnostic=false", "-o", "/dev/null", source],
                          capture_output=True, text=True, check=False, timeout=300)
    if done.returncode not in (0, 1):
        raise Failure(f"tir-opt ended with {done.returncode}\n{done.stderr[-4000:]}")
    errors, first, right = _errors(done.stderr), 1, 0
    for module in modules:
        last = first + module.text.count("\n")
        mine = [error for error in errors if first <= error[0] < last]
        if what := _disagreement(module, first, mine):
            raise Failure(f"{what}\nin the module\n{module.text}")
        right += not module.wrong
        first = last + 1
    # The property is of little value if nearly all modules are of one kind.
    if not 0.25 < right / len(modules) < 0.75:
        raise Failure(f"{right} of {len(modules)} modules are right; the generator must make more of the rarer sort")


def tests(compiler):
    for part in range(_MODULES // _AT_A_TIME):
        yield Test(f"call-property/{part}", lambda part=part: _check(compiler, part), fast=part == 0)
