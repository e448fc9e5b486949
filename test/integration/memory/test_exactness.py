"""The certified stack: what a run writes of it is at most the bound, and the bound is at most a quarter more, in
objects and in C that other compilers compiled, on this machine and on emulated processors."""

import json
import platform

import cortex_m4
import golden
from models import DIGITS, DIGITS_FP32, HERE, MODELS
from runner import Failure, Skip, Test
from toolchain import ARM_GCC, CLANG, CORTEX_M4, GCC, run

_SLACK = 1.25
# What a library's function may take at most. newlib's and libgcc's for integers take up to 40 bytes; mathematical
# functions of doubles, by which the ones of floats are computed, up to 250.
_LIBRARY, _MATH = 64, 320
_CORTEX_M4 = ("--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4", "--float-abi=soft")
_CORTEX_M0 = ("-mcpu=cortex-m0plus", "-mthumb")
_CALLS = "-fcallgraph-info=su"


def _certificate(report, code):
    (row,) = [row for row in json.loads(report.read_text())["stack"] if row["code"] == code]
    return row


def _check(model, row, entry, painted, red_zone=0):
    """Compares what a run wrote with the bound of its entry. Of the red zone, a function may use nothing."""
    (bound,) = [bound for bound in row["entries"] if bound["function"] == entry]
    if "bytes" not in bound:
        raise Failure(f"no bound is known: {bound['problems']}")
    unknown = bound.get("unknown", [])
    most = max([bound["bytes"], *(call["at"] + _allowance(call["function"], model) for call in unknown)])
    if painted > most:
        raise Failure(f"a run writes {painted} bytes of stack, and the bound is {bound}")
    if not unknown and bound["bytes"] - red_zone > _SLACK * painted:
        raise Failure(f"the bound is {bound['bytes']} bytes ({' > '.join(bound['path'])}), and a run writes only "
                      f"{painted}")
    return f"{painted} of {bound['bytes']}" + (f", and {', '.join(call['function'] for call in unknown)}" if unknown else "")


def _allowance(function, model):
    if function == "(pointer)":
        raise Failure("the model calls through a pointer")
    return _LIBRARY if model.is_integer else _MATH


def _objects(model, compiler, folder):
    out = folder / "out"
    compiler.run(model, out, "--emit=c,obj", *_CORTEX_M4)
    return _emulate_arm(model, compiler, folder, out / f"tvmgen_{model.name}.o", CORTEX_M4, "object")


def _c(model, compiler, folder, command, processor, machine_flags=()):
    """C that `command` compiles, with the options of the processor for tirc."""
    out = folder / "out"
    compiler.run(model, out, "--emit=c", *machine_flags)
    object_ = out / "build" / "model.o"
    object_.parent.mkdir(exist_ok=True)
    run(*command, "-std=c99", "-fstack-usage", "-c", out / f"tvmgen_{model.name}.c", "-o", object_)
    # clang marks that the stack need not be executable, about which the linker then asks newlib, too.
    run("arm-none-eabi-objcopy", "--remove-section=.note.GNU-stack", object_)
    run(compiler.tirc, "--certify", out)
    return _emulate_arm(model, compiler, folder, object_, processor, "c")


def _emulate_arm(model, compiler, folder, object_, processor, code):
    out = folder / "out"
    (out / "binding.h").write_text((compiler.compile(model) / "binding.h").read_text())
    inputs, wanted = golden.load(model)
    cases = cortex_m4.split_cases(inputs)[:1]
    printed = cortex_m4.emulate(cortex_m4.build(folder, out, object_, cases, cpu=processor))
    outputs, _ = cortex_m4.read_cases(printed, 1)
    if model.is_integer and outputs != wanted.data[:len(outputs)]:
        raise Failure("the outputs are wrong")
    row = _certificate(out / f"tvmgen_{model.name}.report.json", code)
    return _check(model, row, f"tvmgen_{model.name}_run", cortex_m4.read_stack(printed))


def _host(model, compiler, folder, kind):
    """On this machine, on a stack of its own."""
    if platform.machine() != "x86_64":
        raise Skip("the program reads the stack pointer of an x86-64")
    out = folder / "out"
    compiler.run(model, out, "--emit=c,obj")
    object_ = out / f"tvmgen_{model.name}.o"
    if kind != "object":
        object_ = out / "build" / "model.o"
        object_.parent.mkdir(exist_ok=True)
        run(*(GCC, _CALLS) if kind == "gcc" else (CLANG,), "-std=c99", "-O2", "-fstack-usage", "-c",
            out / f"tvmgen_{model.name}.c", "-o", object_)
        run(compiler.tirc, "--certify", out)
    (out / "binding.h").write_text((compiler.compile(model) / "binding.h").read_text())
    run(GCC, "-std=gnu99", "-O1", "-I", out, HERE / "exactness" / "stack.c", object_, "-pthread", "-lm", "-Wl,-z,now", "-o",
        folder / "program")
    painted = int(run(folder / "program").split()[1])
    row = _certificate(out / f"tvmgen_{model.name}.report.json", "object" if kind == "object" else "c")
    return _check(model, row, f"tvmgen_{model.name}_run", painted, red_zone=0 if kind == "object" else 128)


# The names of gcc's figures alone, for which tirc knows the calls from its C, and of those with gcc's own calls.
_WAYS = {
    "object": _objects,
    "gcc": lambda *case: _c(*case, (ARM_GCC, *CORTEX_M4, "-O2", _CALLS), CORTEX_M4, _CORTEX_M4),
    "gcc-small": lambda *case: _c(*case, (ARM_GCC, *CORTEX_M4, "-Os"), CORTEX_M4, _CORTEX_M4),
    "gcc-plain": lambda *case: _c(*case, (ARM_GCC, *CORTEX_M4, "-O0", _CALLS), CORTEX_M4, _CORTEX_M4),
    "gcc-cortex-m0": lambda *case: _c(*case, (ARM_GCC, *_CORTEX_M0, "-O2", _CALLS), _CORTEX_M0),
    "clang": lambda *case: _c(*case, (CLANG, "--target=thumbv7em-none-eabi", *CORTEX_M4, "-mfloat-abi=soft",
                                      "-fshort-enums", "-O2", "-isystem", "/usr/lib/arm-none-eabi/include"), CORTEX_M4, _CORTEX_M4),
    "host-object": lambda *case: _host(*case, "object"),
    "host-gcc": lambda *case: _host(*case, "gcc"),
    "host-clang": lambda *case: _host(*case, "clang"),
}


def _stack(compiler, model, way):
    model.require()
    print(f"    exactness/stack/{model.name}/{way}: "
          f"{_WAYS[way](model, compiler, compiler.folder(f'exactness/{model.name}/{way}'))} bytes", flush=True)


# After the board's own linker script.
_LIMITS = """
{prefix}_ram_available = LENGTH(RAM) - {taken};
{prefix}_flash_available = LENGTH(FLASH);
{prefix}_stack_available = stack_top - stack_bottom;
INCLUDE {prefix}.ld
"""


def _linker_script(compiler):
    """A linker script includes the fragment: a program links if there is enough memory, and otherwise the linker says
    what is missing."""
    folder = compiler.folder("exactness/linker-script")
    out = folder / "out"
    prefix = f"tvmgen_{DIGITS.name}"
    compiler.run(DIGITS, out, "--emit=c,obj,ld", *_CORTEX_M4)
    (out / "binding.h").write_text((compiler.compile(DIGITS) / "binding.h").read_text())
    report = json.loads((out / f"{prefix}.report.json").read_text())
    (bound,) = [row["bytes"] for row in _certificate(out / f"{prefix}.report.json", "object")["entries"]]
    cases = cortex_m4.split_cases(golden.load(DIGITS)[0])[:1]
    script = folder / "board.ld"
    ram, board = report["totals"]["workspace_bytes"], (cortex_m4.BOARD / "mps2-an386.ld").read_text()

    def link(taken, stack="256K", flash="flash"):
        limits = _LIMITS.format(prefix=prefix, taken=taken).replace("_flash_", f"_{flash}_")
        text = board.replace("256K", str(stack)) + limits
        script.write_text(text.replace(f"INCLUDE {prefix}.ld", f"INCLUDE {out / prefix}.ld"))
        cortex_m4.build(folder, out, out / f"{prefix}.o", cases, script=script)

    size = 4 << 20
    link(taken=size - ram)
    link(taken=0, stack=bound + 8 - bound % 8)
    for what, limits in (("ram", {"taken": size - ram + 1}), ("stack", {"taken": 0, "stack": bound - 4})):
        try:
            link(**limits)
        except Failure as failure:
            needed = {"ram": ram, "stack": bound}[what]
            if f"needs {needed} bytes of {what}, more than {prefix}_{what}_available" not in str(failure):
                raise
        else:
            raise Failure(f"the program was linked with too little {what}")
    try:
        link(taken=0, flash="flahs")
    except Failure as failure:
        if f"nothing is checked, as {prefix}_flash_available is not defined" not in str(failure):
            raise
    else:
        raise Failure("a misspelt limit went unnoticed")


# What a debug build may take.
_DEBUG_STACK = 2048


def _debug_stack(compiler, processor):
    """Without optimisation, the inner steps of kernels have frames of their own."""
    out = compiler.folder(f"exactness/debug{processor[0]}") / "out"
    compiler.run(DIGITS, out, "--emit=c", *_CORTEX_M4)
    run(ARM_GCC, *processor, "-std=c99", "-O0", "-fstack-usage", _CALLS, "-c", out / f"tvmgen_{DIGITS.name}.c", "-o", out / "model.o")
    run(compiler.tirc, "--certify", out)
    (entry,) = _certificate(out / f"tvmgen_{DIGITS.name}.report.json", "c")["entries"]
    if entry["bytes"] > _DEBUG_STACK:
        raise Failure(f"gcc -O0 needs {entry['bytes']} bytes of stack ({' > '.join(entry['path'])})")


def tests(compiler):
    for name, processor in (("cortex-m4", CORTEX_M4), ("cortex-m0", _CORTEX_M0)):
        yield Test(f"exactness/debug-stack/{name}", lambda p=processor: _debug_stack(compiler, p))
    yield Test("exactness/linker-script", lambda: _linker_script(compiler))
    for model in MODELS:
        for way in _WAYS:
            usual = model is DIGITS or (model is DIGITS_FP32 and way in ("object", "gcc"))
            yield Test(f"exactness/stack/{model.name}/{way}", lambda m=model, w=way: _stack(compiler, m, w), long=not usual)
