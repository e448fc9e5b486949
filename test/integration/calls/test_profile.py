"""`--profile` and `--trace`: the hooks of a model are called in pairs, each kernel as often as the report says, those
outside of loops in order, and do not change the results; what they measure on this machine and on an emulated Cortex-M4 is in the report."""

import json

import cortex_m4
import golden
import loop_module
from models import DIGITS, DIGITS_FP32, HERE, MODELS
from runner import Failure, Test
from toolchain import CLANG, GCC, SANITIZE, STRICT_C, run

_HERE = HERE / "profile"
_CORTEX_M4 = ("--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4")
_WRAP = "-Wl,--wrap=main"
# The C compiler and its flags, and the form of the code.
_WAYS = {
    "c-gcc": (GCC, ("-O2",), "c"),
    "c-gcc-sanitized": (GCC, SANITIZE, "c"),
    "c-clang-sanitized": (CLANG, SANITIZE, "c"),
    "object-sanitized": (GCC, SANITIZE, "o"),
}


def _has_loops(out, model):
    return bool(json.loads((out / f"tvmgen_{model.name}.report.json").read_text()).get("loops"))


def bind(folder, name, in_order=True):
    """Writes the header through which hooks.c serves any model."""
    prefix = f"tvmgen_{name}"
    lines = [f'#include "{prefix}.h"', f'#define MODEL_NAME "{name}"', *(["#define IN_ORDER"] if in_order else [])]
    for hook in ("begin", "end"):
        lines.append(f"#define PROFILE_{hook.upper()} {prefix}_profile_{hook}")
    for macro in ("PROFILE_KERNELS", "FOR_EACH_KERNEL"):
        lines.append(f"#define {macro} {prefix.upper()}_{macro}")
    (folder / "profile.h").write_text("\n".join(lines) + "\n")


def read_trace(printed):
    """Returns the JSON that hooks.c printed last."""
    begin = printed.find('{"model"')
    if begin < 0:
        raise Failure(f"the hooks printed no trace:\n{printed[-2000:]}")
    return printed[begin:]


def _report(compiler, model, folder, text, *options):
    """Returns the report with this trace."""
    trace = folder / "trace.json"
    trace.write_text(text)
    compiler.run(model, folder / "report", f"--trace={trace}", *options)
    return json.loads((folder / "report" / f"tvmgen_{model.name}.report.json").read_text())


def _check_report(report, trace, calls):
    """Checks that the report has what was measured of each kernel."""
    trace = json.loads(trace)
    rows = {row["kernel"]: row for row in trace["kernels"]}
    # What fills rows of padding computes no operator of the model.
    operators = [number for number in sorted(rows) if not rows[number]["name"].startswith("fill_rows")]
    if [row["step"] for row in report["kernels"]] != operators:
        raise Failure(f"the kernels of the report differ from the trace's: {operators}")
    total = sum(row["total"] for row in rows.values())
    if report["totals"]["measured"] != {"unit": "ticks", "total": total}:
        raise Failure(f"the report adds up to {report['totals']['measured']}, expected {total}")
    for kernel in report["kernels"]:
        row, measured = rows[kernel["step"]], kernel["measured"]
        kernel_calls = calls * kernel.get("calls", 1)
        if row["calls"] != kernel_calls or (measured["calls"], measured["total"]) != (row["calls"], row["total"]):
            raise Failure(f"{kernel['place']} has {measured}, expected {kernel_calls} calls of {row}")
        if abs(measured["percent"] - 100 * row["total"] / total) > 0.001:
            raise Failure(f"{kernel['place']} has {measured}, of {total}")
        if kernel["macs"]:
            per_mac = row["total"] / (kernel_calls * kernel["macs"])
            if abs(measured["per_mac"] - per_mac) > 0.001:
                raise Failure(f"{kernel['place']} has {measured}, expected {per_mac} for each of {kernel['macs']} MACs")
        elif "per_mac" in measured:
            raise Failure(f"{kernel['place']} has {measured}, but no MACs")


def _on_host(compiler, model, way):
    cc, flags, form = _WAYS[way]
    folder = compiler.folder(f"profile/{way}/{model.name}")
    inputs, wanted = golden.load(model)
    (folder / "inputs").write_bytes(inputs.data)
    out = compiler.compile(model, "--emit=c,obj", "--profile")
    bind(folder, model.name, in_order=not _has_loops(out, model))

    def outputs(name, out, *more):
        run(cc, "-std=c99", *flags, "-I", out, "-I", folder, HERE / "harness.c", out / f"tvmgen_{model.name}.{form}",
            *more, "-lm", "-o", folder / name)
        printed = run(folder / name, folder / "inputs", folder / f"{name}.outputs")
        return (folder / f"{name}.outputs").read_bytes(), printed

    plain, _ = outputs("plain", compiler.compile(model, "--emit=c,obj"))
    profiled, printed = outputs("profiled", out, _HERE / "hooks.c", _WRAP)
    golden.check(model, wanted, plain)
    if profiled != plain:
        raise Failure("the outputs differ from those without hooks")
    trace = read_trace(printed)
    # The harness runs each case twice.
    cases = len(cortex_m4.split_cases(inputs))
    _check_report(_report(compiler, model, folder, trace), trace, 2 * cases)


def _on_cortex_m4(compiler, model, form):
    out = compiler.compile(model, "--emit=c,obj", "--profile", "--float-abi=soft", *_CORTEX_M4)
    folder = compiler.folder(f"profile/cortex-m4/{model.name}/{form}")
    bind(folder, model.name, in_order=not _has_loops(out, model))
    inputs, wanted = golden.load(model)
    cases = cortex_m4.split_cases(inputs)
    program = cortex_m4.build(folder, out, out / f"tvmgen_{model.name}.{form}", cases,
                              flags=("-O2", _HERE / "hooks.c", _WRAP))
    printed = cortex_m4.emulate(program)
    outputs, instructions = cortex_m4.read_cases(printed, len(cases))
    golden.check(model, wanted, outputs)
    trace = read_trace(printed)
    report = _report(compiler, model, folder, trace, *_CORTEX_M4)
    _check_report(report, trace, len(cases))
    # Kernels take nearly all of the time.
    share = report["totals"]["measured"]["total"] * cortex_m4.INSTRUCTIONS_A_TICK / sum(instructions)
    if not 0.9 < share <= 1:
        raise Failure(f"the kernels take {100 * share:.1f} % of all instructions")
    # A product takes about one instruction, and never dozens: each kernel has its own measurement.
    for row in report["kernels"]:
        if row["macs"] * row.get("calls", 1) * 100 > report["totals"]["macs"]:
            each = row["measured"]["per_mac"] * cortex_m4.INSTRUCTIONS_A_TICK
            if not 0.5 < each < 20:
                raise Failure(f"{row['place']} takes {each:.2f} instructions for a product")


def _loop(compiler):
    folder = compiler.folder("profile/loop")
    (folder / "loop.mlir").write_text(loop_module.MODULE)
    run(compiler.tirc, folder / "loop.mlir", "-o", folder, "--quiet", "--profile", "--emit=c,example")
    bind(folder, "loop", in_order=False)
    # The example has hooks of its own.
    main = "static int32_t x[4] = {1, 2, 3, 4}, y[4];\nint main(void) {\n" \
           "  struct tvmgen_loop_inputs inputs = {x};\n  struct tvmgen_loop_outputs outputs = {y};\n" \
           "  return tvmgen_loop_run(&inputs, &outputs) != 0 || y[3] != 4 * 2048;\n}\n"
    (folder / "run.c").write_text(f'#include "tvmgen_loop.h"\n{main}')
    run(GCC, "-std=c99", *SANITIZE, "-I", folder, folder / "run.c", folder / "tvmgen_loop.c", _HERE / "hooks.c", _WRAP,
        "-o", folder / "program")
    trace = read_trace(run(folder / "program"))
    counts = [row["calls"] for row in json.loads(trace)["kernels"]]
    # What tests the condition runs once more than the body.
    if sorted(set(counts)) not in ([1, 10], [1, 10, 11]):
        raise Failure(f"the kernels were called {counts} times")
    run(compiler.tirc, folder / "loop.mlir", "-o", folder / "report", "--quiet", "--emit=html",
        f"--trace={_write(folder / 'trace.json', trace)}")


def _write(path, text):
    path.write_text(text)
    return path


def _failing(compiler):
    """The measurement of a kernel that fails ends, and no other begins."""
    wanted = ["begin 0", "end 0", "begin 1", "end 1", "code 7"]
    for options in ((), ("--on-error=hook",), ("--kernel-calls=cpacked",), ("--workspace=backend",)):
        folder = compiler.folder("profile/failing" + "".join(options).replace("--", "/"))
        run(compiler.tirc, _HERE / "failing.mlir", "-o", folder, "--quiet", "--profile", "--emit=c,obj",
            "--compile-from=buffers", *options)
        for form in ("c", "o"):
            run(GCC, *STRICT_C, *SANITIZE, "-I", folder, _HERE / "failing.c", folder / f"tvmgen_failing.{form}",
                "-o", folder / form)
            events = run(folder / form).split("\n")[:-1]
            if events != wanted:
                raise Failure(f"{' '.join(options)} {form}: {', '.join(events)}; expected {', '.join(wanted)}")


def tests(compiler):
    for model in MODELS:
        for way in _WAYS:
            yield Test(f"profile/{way}/{model.name}", lambda m=model, w=way: _on_host(compiler, m, w),
                       long=model not in (DIGITS, DIGITS_FP32))
        if model.is_integer:
            for form in ("c", "o"):
                yield Test(f"profile/cortex-m4-{form}/{model.name}",
                           lambda m=model, f=form: _on_cortex_m4(compiler, m, f), long=model is not DIGITS)
    yield Test("profile/loop", lambda: _loop(compiler))
    yield Test("profile/failing", lambda: _failing(compiler))
