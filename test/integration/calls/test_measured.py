"""`tirc --certify DIR --map --su --trace`: what the user's linker, compiler and board say stands beside what tirc estimated,
on an emulated Cortex-M4 (GNU ld) and on this machine (GNU ld and lld), for C and for objects."""

import json
import re
import shutil

import cortex_m4
import golden
from models import DIGITS, HERE
from runner import Failure, Test
from test_profile import bind, read_trace
from toolchain import ARM_GCC, CLANG, CORTEX_M4, GCC, run

_HOOKS = (HERE / "profile" / "hooks.c", "-Wl,--wrap=main")
_TARGET = ("--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4", "--float-abi=soft")
_SECTIONS = ("-O2", "-ffunction-sections", "-fdata-sections", "-fstack-usage")


def _sections_of(object_, size):
    """Returns the bytes of the sections with code and data in an object."""
    found = re.findall(r"^(\.(?:text|rodata|data|bss|tirc_model_info|srodata)\S*)\s+(\d+)", run(size, "-A", object_), re.MULTILINE)
    return {name: int(size) for name, size in found if int(size)}


def _certify(compiler, out, name, folder, *options):
    printed = run(compiler.tirc, "--certify", out, f"--map={folder / 'firmware.map'}", f"--trace={folder / 'trace.json'}", *options)
    return printed, json.loads((out / f"tvmgen_{name}.report.json").read_text())


def _expect(what, is_right, found):
    if not is_right:
        raise Failure(f"{what}: {found}")


def _check(printed, report, trace, object_, size, has_symbols):
    """Compares the certificate with the object, and with the trace."""
    trace = {row["kernel"]: row for row in json.loads(trace)["kernels"]}
    linked, certificate = report["linked"], report["certificate"]
    placed = {}
    for row in linked["sections"]:
        placed[row["section"]] = placed.get(row["section"], 0) + row["bytes"]
    wanted = _sections_of(object_, size)
    # Linkers may leave out what nothing calls, and merge texts.
    others = {name: size for name, size in placed.items() if name.startswith((".text", ".rodata.tvmgen", ".bss", ".data"))}
    _expect("sections", others and all(size <= wanted.get(name, 0) for name, size in others.items()), (others, wanted))
    named = {name for name in wanted if "conv2d" in name and "str" not in name}
    _expect("sections of kernels", named <= set(placed), (named, placed))
    figures = {row["figure"]: row for row in certificate["figures"]}
    ram = figures["RAM that the linker places"]
    _expect("RAM", ram["measured"] == linked["ram_bytes"] == ram["estimated"], ram)
    flash = figures["flash"]
    _expect("flash", flash["measured"] == linked["flash_bytes"] and flash["estimated"] == report["totals"]["flash_bytes"], flash)
    kernels = {row["place"]: row for row in certificate["kernels"]}
    for row in report["kernels"]:
        own = trace.get(row["step"])
        if own is None:
            continue
        in_run = kernels[row["place"]]
        _expect("trace", row["measured"]["total"] == own["total"] and row["measured"]["calls"] == own["calls"], (row, own))
        each = own["total"] / own["calls"] * row.get("calls", 1)
        _expect("measured of a run", abs(in_run["measured"] - each) <= row.get("calls", 1), (in_run, own))
        _expect("Markdown", f"| `{row['place']}` | {row['estimated_cycles'] * row.get('calls', 1):,} | {in_run['measured']:,} |" in printed,
                printed)
    bytes_of = {row["name"]: row["bytes"] for row in linked["symbols"]}
    if has_symbols:
        kernel = max(report["kernels"], key=lambda row: row["macs"])
        # gcc may make copies of a kernel for its arguments.
        sections = sum(size for name, size in wanted.items() if name.startswith(f".text.{kernel['function']}"))
        _expect("code of a kernel", bytes_of.get(kernel["function"]) == sections, (kernel["function"], bytes_of, wanted))
        _expect("code of a kernel", kernels[kernel["place"]]["linked_bytes"] == sections, kernels)
    # What is there besides stays as it is.
    _expect("the report's order", list(report).index("linked") < list(report).index("totals"), list(report))


def _on_cortex_m4(compiler, form):
    folder = compiler.folder(f"measured/cortex-m4/{form}")
    out = folder / "out"
    # --certify writes to the folder, which other tests share.
    shutil.copytree(compiler.compile(DIGITS, "--emit=c,obj,html", "--profile", *_TARGET), out, dirs_exist_ok=True)
    bind(folder, DIGITS.name, in_order=False)
    object_ = out / f"tvmgen_{DIGITS.name}.o"
    if form == "c":
        object_ = folder / "build" / "model.o"
        object_.parent.mkdir(exist_ok=True)
        run(ARM_GCC, *CORTEX_M4, *_SECTIONS, "-fcallgraph-info=su", "-std=c99", "-c", out / f"tvmgen_{DIGITS.name}.c", "-o", object_)
    inputs, wanted = golden.load(DIGITS)
    cases = cortex_m4.split_cases(inputs)
    program = cortex_m4.build(folder, out, object_, cases, flags=("-O2", *_HOOKS, f"-Wl,-Map={folder / 'firmware.map'}"))
    printed = cortex_m4.emulate(program)
    golden.check(DIGITS, wanted, cortex_m4.read_cases(printed, len(cases))[0])
    trace = read_trace(printed)
    (folder / "trace.json").write_text(trace)
    options = [f"--su={object_.parent}"] if form == "c" else []
    printed, report = _certify(compiler, out, DIGITS.name, folder, *options)
    _check(printed, report, trace, object_, "arm-none-eabi-size", has_symbols=form == "c")
    if form == "c":
        (row,) = [row for row in report["certificate"]["figures"] if row["figure"] == "stack at most"]
        (stack,) = [row for row in report["stack"] if row["code"] == "c"]
        entry = next(row for row in stack["entries"] if row["function"] == report["interface"]["entry"])
        _expect("stack", row["measured"] == entry["bytes"] > 0 and row["estimated"] > 0, (row, entry))
    page = (out / f"tvmgen_{DIGITS.name}.report.html").read_text()
    _expect("the page", 'id="measured-kernel-table"' in page and "RAM that the linker places" in page, page[:100])
    again = _certify(compiler, out, DIGITS.name, folder, *options)[1]
    _expect("to certify again changes nothing", again == report, "the reports differ")


def _on_host(compiler, linker):
    """clang's object and gcc's, by GNU ld and by lld, on this machine."""
    folder = compiler.folder(f"measured/host/{linker}")
    out, object_ = folder / "out", folder / "build" / "model.o"
    compiler.run(DIGITS, out, "--emit=c,obj", "--profile")
    bind(folder, DIGITS.name, in_order=False)
    object_.parent.mkdir(exist_ok=True)
    command = CLANG if linker == "lld" else GCC
    run(command, *_SECTIONS, "-std=c99", "-c", out / f"tvmgen_{DIGITS.name}.c", "-o", object_)
    (folder / "main.c").write_text(f"""#include "tvmgen_{DIGITS.name}.h"
int main(void) {{
  static int8_t image[64], scores[10];
  struct tvmgen_{DIGITS.name}_inputs inputs = {{image}};
  struct tvmgen_{DIGITS.name}_outputs outputs = {{scores}};
  return tvmgen_{DIGITS.name}_run(&inputs, &outputs) | tvmgen_{DIGITS.name}_run(&inputs, &outputs);
}}
""")
    # The example has hooks of its own.
    run(command, "-std=c99", "-I", folder, "-I", out, folder / "main.c", object_, *_HOOKS, "-lm", f"-Wl,-Map={folder / 'firmware.map'}",
        *(["-fuse-ld=lld"] if linker == "lld" else []), "-o", folder / "program")
    trace = read_trace(run(folder / "program"))
    (folder / "trace.json").write_text(trace)
    _check(*_certify(compiler, out, DIGITS.name, folder, f"--su={object_.with_suffix('.su')}"), trace, object_, "size", has_symbols=True)


def tests(compiler):
    for form in ("c", "o"):
        yield Test(f"measured/cortex-m4-{form}", lambda f=form: _on_cortex_m4(compiler, f))
    for linker in ("gnu", "lld"):
        yield Test(f"measured/host-{linker}", lambda k=linker: _on_host(compiler, k))
