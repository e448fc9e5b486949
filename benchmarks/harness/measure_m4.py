"""Measures a model on an emulated Cortex-M4: instructions, modelled cycles, bytes of RAM, flash and stack."""

import json
import re

import cortex_m4
import disassembly
import golden
import m4_counts
import objects
from cycle_model import Knobs
from m4_figures import Figures
from runner import Failure
from targets import arm_flags, float_abi, per_mac

# What gcc and LLVM append to the name of a function that they specialise.
_CLONE = re.compile(r"\.(constprop|isra|part|llvm)\.\d+|\.cold")

def _kernel_calls(calls, names):
    """Returns the rows of `calls` that are calls of kernels, each with the name of its function, in the order of their
    first execution. Callees of kernels belong to the kernel."""
    in_kernel, found = set(), []
    for number, row in enumerate(calls):
        name = _CLONE.sub("", row["function"])
        if row["parent"] in in_kernel:
            in_kernel.add(number)
        elif name in names:
            in_kernel.add(number)
            found.append((name, row))
    return found


def _calls_of_kernels(kernels, found):
    """Returns the rows of the calls of each kernel, and by how many kernels these are shared.

    The compiler keeps kernels out of line. If it keeps the order of their calls, too, there is one for each kernel, and
    the name only has to fit: the compiler may merge equal functions, so that a call can have another kernel's name. In
    the loop of kernels that run by rows, it copies calls, and conditions decide which one is first. Kernels of one
    function then share its calls, which all do the same work."""
    called = {name for name, _ in found}
    if len(found) == len(kernels) and all(
            kernel["function"] == name or kernel["function"] not in called for kernel, (name, _) in zip(kernels, found)):
        return [([row], 1) for _, row in found]
    functions = [kernel["function"] for kernel in kernels]
    if set(functions) != called:
        return None
    return [([row for name, row in found if name == function], functions.count(function)) for function in functions]


def attribute(report, calls, model):
    """Returns a row with the figures of each kernel of the report, for all of its calls."""
    kernels = [kernel for kernel in report["kernels"] if "external" not in kernel]
    found = _kernel_calls(calls, {kernel["function"] for kernel in kernels})
    shares = _calls_of_kernels(kernels, found)
    if shares is None:
        raise Failure(f"{model.name}: the program calls {[name for name, _ in found]}, and the report has "
                      f"{[kernel['function'] for kernel in kernels]}; figures of kernels need calls for each")
    rows = []
    for kernel, (own, sharers) in zip(kernels, shares):
        runs, instructions, cycles = (int(sum(row[figure] for row in own) / sharers)
                                      for figure in ("calls", "instructions", "cycles"))
        macs = kernel["macs"] * runs
        rows.append({
            "place": kernel["place"], "macs": macs, "instructions": instructions, "cycles": cycles,
            **per_mac(macs, instructions=instructions, cycles=cycles), "operators": kernel["fused"],
        })
    return rows


def measure(compiler, model, target, back_end, schedule):
    """Returns the figures of one inference, of the first golden input, after all golden outputs came back right."""
    folder = compiler.folder(f"measured/{target.name}/{model.name}/{back_end.name}/{schedule}")
    out, built = objects.build(compiler, model, target, back_end, schedule, folder, arm_flags(model))
    inputs, wanted = golden.load(model)
    cases = cortex_m4.split_cases(inputs)
    program = cortex_m4.build(folder, out, built, cases, float_abi(model), objects.LINKED)
    printed = cortex_m4.emulate(program)
    golden.check(model, wanted, cortex_m4.read_cases(printed, len(cases))[0])
    code, entry = disassembly.disassemble(program), f"tvmgen_{model.name}_run"
    try:
        figures = Figures(code, m4_counts.count(program, code, entry, entry), Knobs())
    except m4_counts.Problem as problem:
        raise Failure(str(problem)) from problem
    report = json.loads((out / f"tvmgen_{model.name}.report.json").read_text())
    kernels = attribute(report, figures.calls(), model)
    macs = sum(kernel["macs"] for kernel in kernels)
    instructions, cycles = int(figures.instructions), int(figures.cycles)
    return {
        "macs": macs,
        "counts": {"instructions": instructions, "cycles": cycles, **objects.sizes(built),
                   "stack_bytes": cortex_m4.read_stack(printed)},
        **per_mac(macs, instructions=instructions, cycles=cycles),
        "cycles_range": [int(bound) for bound in figures.cycles_range],
        "kernels": kernels,
    }
