"""Models whose buffers and constants lie in declared pools: the right outputs in C and in objects, nothing written
outside of a pool, every pool used to its last byte, and constants in the sections or pools that were asked for."""

import json

import cortex_m4
import golden
from compiled import read_interface
from models import DIGITS, DIGITS_FP32, HERE, MODELS
from random_networks import Networks
from runner import Failure, Test
from toolchain import CLANG, GCC, SANITIZE, STRICT_C, run

_USUAL, _LONG = 1, 12

# Passes the model pools of the header's sizes, with a pattern in them and bytes beside them that must keep it. The
# pattern of each run differs, so that a byte that a run writes is seen, whatever the run writes.
_GUARDED = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum {{ GUARD = 64 }};
static unsigned char pattern = 0x5a;
{memory}
static void check_tops(void) {{
{tops}
}}
static int32_t run_guarded(struct {prefix}_inputs *inputs, struct {prefix}_outputs *outputs) {{
  struct {prefix}_workspace_pools pools = {{{places}}};
  static int isFirst = 1;
  if (isFirst)
    atexit(check_tops);
  isFirst = 0;
  pattern = (unsigned char)~pattern;
{fill}
  const int32_t code = {prefix}_run(inputs, outputs, &pools);
{check}
  return code;
}}
#undef MODEL_RUN
#define MODEL_RUN run_guarded
"""
_MEMORY = "static unsigned char {name}[{bytes} + 2 * GUARD] __attribute__((aligned(64)));\nstatic int {name}_top;"
_FILL = "  memset({name}, pattern, sizeof {name});"
_CHECK = """  for (int i = 0; i < GUARD; ++i)
    if ({name}[i] != pattern || {name}[GUARD + {bytes} + i] != pattern) {{
      fprintf(stderr, "a byte beside the pool {name} was written\\n");
      exit(3);
    }}
  {name}_top |= {name}[GUARD + {bytes} - 1] != pattern;"""
_TOP = """  if (!{name}_top) {{
    fprintf(stderr, "the last byte of the pool {name} was never written\\n");
    fflush(stderr);
    _Exit(4);
  }}"""


def _report(folder, model):
    return json.loads((folder / f"tvmgen_{model.name}.report.json").read_text())


def _workspace(compiler, model, *options):
    return sum(pool["bytes"] for pool in _report(compiler.compile(model, *options), model)["pools"])


def _guarded_binding(name, pools):
    def each(text):
        return "\n".join(text.format(name=pool["name"], bytes=pool["bytes"]) for pool in pools)

    return _GUARDED.format(
        prefix=f"tvmgen_{name}", memory=each(_MEMORY), fill=each(_FILL), check=each(_CHECK), tops=each(_TOP),
        places=", ".join(f"{pool['name']} + GUARD" for pool in pools))


def _execute(folder, name, compile_model, inputs, binding):
    """Runs the code in the folder `out`; returns the bytes of its outputs."""
    kind, tool, flags = compile_model
    out = folder / "out"
    (folder / "binding.h").write_text(binding)
    run(tool, "-std=c99", *flags, "-I", folder, "-I", out, HERE / "harness.c", out / f"tvmgen_{name}.{kind[0]}", "-lm",
        "-o", folder / "program")
    (folder / "inputs").write_bytes(inputs)
    run(folder / "program", folder / "inputs", folder / "outputs")
    return (folder / "outputs").read_bytes()


def _run(compiler, model, name, compile_model, options, binding=None):
    """Runs the golden inputs, with pools as `options` declare them; returns the report. `binding` makes the end of the
    binding of a report and an interface."""
    folder = compiler.folder(f"pools/{name}/{model.name}")
    kind = compile_model[0]
    out = folder / "out"
    compiler.run(model, out, f"--emit={kind}", *options)
    report = _report(out, model)
    interface = read_interface(out / f"tvmgen_{model.name}.h", model.name)
    text = interface.binding() + (binding(report, interface) if binding else "")
    inputs, wanted = golden.load(model)
    golden.check(model, wanted, _execute(folder, model.name, compile_model, inputs.data, text))
    return report, out


# Passes inputs and outputs through the places that the header says.
_MAPPED = """
static int32_t run_mapped({prefix}_arguments) {{
  struct {prefix}_inputs mapped_inputs = {prefix}_map_inputs({pools});
{write}
  const int32_t code = {prefix}_run({pools});
  const struct {prefix}_outputs mapped_outputs = {prefix}_map_outputs({pools});
{read}
  return code;
}}
"""


def _mapped_binding(interface, pools):
    """Returns the end of a binding for --io=pool: with guards around `pools` of the application, or with a static
    workspace."""
    prefix = f"tvmgen_{interface.model_name}"

    def copies(fields, text):
        return "\n".join("  " + text.format(field=field, size=f"{prefix}_{field}_SIZE".upper()) for field in fields)

    parameters = f"struct {prefix}_inputs *inputs, struct {prefix}_outputs *outputs"
    if pools:
        parameters += f", struct {prefix}_workspace_pools *pools"
    mapped = _MAPPED.format(
        prefix=prefix, pools="pools" if pools else "",
        write=copies(interface.inputs, "memcpy(mapped_inputs.{field}, inputs->{field}, {size});"),
        read=copies(interface.outputs, "memcpy(outputs->{field}, mapped_outputs.{field}, {size});"))
    mapped = "#include <string.h>\n" + mapped.replace(f"{prefix}_arguments", parameters)
    if not pools:
        return mapped + "#undef MODEL_RUN\n#define MODEL_RUN run_mapped\n"
    guarded = _guarded_binding(interface.model_name, pools)
    return mapped + guarded.replace(f"{prefix}_run(inputs", "run_mapped(inputs")


_WAYS = {
    "gcc": ("c", GCC, SANITIZE),
    "clang": ("c", CLANG, SANITIZE),
    "object": ("obj", GCC, SANITIZE),
}


def _split(compiler, model, way):
    """A small pool first and the rest in the next one, both from the application."""
    model.require()
    bytes_ = _workspace(compiler, model)
    # Some buffer at the peak fits, and not all of them.
    small = min(max(buffer["bytes"] for buffer in _report(compiler.compile(model), model)["buffers"]), bytes_ - 1)
    report, _ = _run(compiler, model, f"split-{way}", _WAYS[way],
                     (f"--pool=fast:{small}:32:external", f"--pool=slow:{bytes_ * 2}:external"),
                     binding=lambda report, _: _guarded_binding(model.name, report["pools"]))
    pools = {pool["name"]: pool for pool in report["pools"]}
    if set(pools) != {"fast", "slow"} or not 0 < pools["fast"]["bytes"] <= small:
        raise Failure(f"the pools are {report['pools']}")
    if pools["slow"]["bytes"] >= bytes_:
        raise Failure(f"the second pool takes {pools['slow']['bytes']} bytes beside the first one, and the workspace "
                      f"{bytes_} alone")


def _mixed(compiler, model, way):
    """A static pool in a section of its own, and one from the application; constants in a read-only pool."""
    model.require()
    bytes_ = _workspace(compiler, model)
    report, out = _run(compiler, model, f"mixed-{way}", _WAYS[way],
                       (f"--pool=fast:{bytes_ // 2}:32:.fast_ram", f"--pool=slow:{bytes_ * 2}:external",
                        "--pool=flash:10000000:.model_flash:ro"),
                       binding=lambda report, _: _guarded_binding(
                           model.name, [pool for pool in report["pools"] if pool["name"] == "slow"]))
    code = out / "checked.o"
    if way == "object":
        code = out / f"tvmgen_{model.name}.o"
    else:
        run(GCC, *STRICT_C, "-O2", "-I", out, "-c", out / f"tvmgen_{model.name}.c", "-o", code)
    sections = {line.split()[1]: int(line.split()[2], 16)
                for line in run("objdump", "-h", code).splitlines() if len(line.split()) == 7}
    fast = next(pool["bytes"] for pool in report["pools"] if pool["name"] == "fast")
    if sections.get(".fast_ram") != fast:
        raise Failure(f".fast_ram has {sections.get('.fast_ram')} bytes, expected {fast}")
    if not sections.get(".model_flash"):
        raise Failure("no constant is in .model_flash")
    if sections.get(".rodata", 0) > sections[".model_flash"] // 10:
        raise Failure(f".rodata has {sections['.rodata']} bytes")


def _io(compiler, model, way):
    """Inputs and outputs in a pool of the application, and in the static workspace."""
    model.require()
    report, _ = _run(compiler, model, f"io-{way}", _WAYS[way], ("--io=pool", "--workspace=external"),
                     binding=lambda report, interface: _mapped_binding(interface, report["pools"]))
    most = _workspace(compiler, model)
    least = max(tensor["bytes"] for tensor in (*report["inputs"], *report["outputs"]))
    total = sum(tensor["bytes"] for tensor in (*report["inputs"], *report["outputs"])) + most
    bytes_ = sum(pool["bytes"] for pool in report["pools"])
    if not least <= bytes_ <= total + 16 * len(report["buffers"]):
        raise Failure(f"the pool takes {bytes_} bytes, expected {least} to {total}")
    _run(compiler, model, f"io-static-{way}", _WAYS[way], ("--io=pool",),
         binding=lambda report, interface: _mapped_binding(interface, []))


def _overwrite(compiler, model, way):
    """The memory of inputs serves for other tensors: never with a larger workspace."""
    model.require()
    report, _ = _run(compiler, model, f"overwrite-{way}", _WAYS[way], ("--overwrite-inputs", "--workspace=external"),
                     binding=lambda report, _: _guarded_binding(
                         model.name, [pool for pool in report["pools"] if "input" not in pool]))
    own = sum(pool["bytes"] for pool in report["pools"] if "input" not in pool)
    if own > _workspace(compiler, model):
        raise Failure(f"the workspace takes {own} bytes, and {_workspace(compiler, model)} without --overwrite-inputs")


# Passes the model arrays with the constants that the header has, and not a byte more.
_CONSTANT_POOLS = """
{arrays}
static int32_t run_with_constants(struct {prefix}_inputs *inputs, struct {prefix}_outputs *outputs) {{
  struct {prefix}_workspace_pools pools = {{{names}}};
  return {prefix}_run(inputs, outputs, &pools);
}}
#undef MODEL_RUN
#define MODEL_RUN run_with_constants
"""
_CONSTANTS = """static const unsigned char {name}[] __attribute__((aligned({macro}_ALIGN))) = {{{macro}_DATA}};
typedef char {name}_has_its_size[sizeof {name} == {macro}_SIZE ? 1 : -1];"""


def _constants_binding(name, pools):
    prefix = f"tvmgen_{name}"
    return _CONSTANT_POOLS.format(
        prefix=prefix, names=", ".join(pool["name"] for pool in pools),
        arrays="\n".join(
            _CONSTANTS.format(name=pool["name"], macro=f"{prefix}_{pool['name']}_CONSTANT_POOL".upper())
            for pool in pools))


def _constants(compiler, model, way):
    """All constants in two pools of the application, the first of which is too small for all of them."""
    model.require()
    bytes_ = _report(compiler.compile(model), model)["totals"]["constants_bytes"]
    report, _ = _run(compiler, model, f"constants-{way}", _WAYS[way],
                     (f"--pool=first:{bytes_ // 2}:ro:external", f"--pool=second:{bytes_}:ro:external"),
                     binding=lambda report, _: _constants_binding(model.name, report["constant_pools"]))
    sizes = [pool["bytes"] for pool in report["constant_pools"]]
    if len(sizes) != 2 or not bytes_ <= sum(sizes) <= bytes_ + 8 * len(report["kernels"]) * 4:
        raise Failure(f"the pools have {sizes} bytes of constants, expected {bytes_}")
    if report["totals"]["constants_bytes"]:
        raise Failure(f"{report['totals']['constants_bytes']} bytes of constants are in no pool")


def _random(compiler, seed):
    """Random networks with inputs and outputs in pools, and with inputs that are overwritten, give the bytes of plain
    loops on buffers that are all apart."""
    network = Networks(seed)
    root = compiler.folder(f"pools/random-{seed}")
    (root / "model.mlir").write_text(network.text())
    inputs = b"".join(network.input_bytes(case) for case in range(3))

    def execute(way, *options, mapped=False):
        folder = compiler.folder(f"pools/random-{seed}/{way}/{''.join(options)}")
        out = folder / "out"
        run(compiler.tirc, root / "model.mlir", "-o", out, "--quiet", "--model-name=m", f"--emit={_WAYS[way][0]}", *options)
        interface = read_interface(out / "tvmgen_m.h", "m")
        text = interface.binding() + (_mapped_binding(interface, []) if mapped else "")
        return _execute(folder, "m", _WAYS[way], inputs, text)

    wanted = execute("gcc", "--schedule=elementwise", "--plan=separate")
    for way in _WAYS:
        for option in ("--io=pool", "--overwrite-inputs"):
            if execute(way, option, mapped=option == "--io=pool") != wanted:
                raise Failure(f"with {option} and {way}, the outputs of {root}/model.mlir are wrong")


def _io_errors(compiler):
    """Callers that pass tensors, and memory that exists only during a run, are errors that name the options."""
    for options, part in ((("--interface-api=packed",), "the packed interface passes them as tensors"),
                          (("--system-lib",), "a registry passes them as tensors"),
                          (("--emit=shared",), "a loader of shared libraries passes them as tensors"),
                          (("--workspace=backend",), "exists only during a run (--workspace=backend)")):
        out = compiler.folder("pools") / "io-errors"
        try:
            compiler.run(DIGITS, out, "--io=pool", *options)
        except Failure as failure:
            text = str(failure)
        else:
            raise Failure(f"--io=pool was accepted with {options}")
        if part not in text or "--io=pool" not in text:
            raise Failure(f"the error lacks {part!r}:\n{text}")
        if out.exists():
            raise Failure(f"{out} was written")


def _too_small(compiler):
    """If even plain loops do not fit, an error names the pool, the bytes that are missing and the step at the peak;
    nothing is written."""
    bytes_ = _workspace(compiler, DIGITS, "--schedule=elementwise")
    out = compiler.folder("pools") / "too-small"
    try:
        compiler.run(DIGITS, out, f"--pool=sram:{bytes_ - 100}")
    except Failure as failure:
        text = str(failure)
    else:
        raise Failure("a pool that is too small was accepted")
    for part in ("'tir.pool'", f"at most {bytes_ - 100} bytes", f"need {bytes_}", "100 more", "most of it is live at"):
        if part not in text:
            raise Failure(f"the error lacks {part!r}:\n{text}")
    if out.exists():
        raise Failure(f"{out} was written")


_TWO_MODELS = """
#include <string.h>
#include "tvmgen_small.h"
#include "tvmgen_large.h"
#include "vectors.h"
enum {{ BYTES = {large} > {small} ? {large} : {small} }};
static unsigned char shared[BYTES] __attribute__((aligned(16)));
int main(void) {{
  struct tvmgen_small_workspace_pools small_pools = {{shared}};
  struct tvmgen_large_workspace_pools large_pools = {{shared}};
  for (int i = 0; i < vectors_count; ++i) {{
    static int8_t image[sizeof vectors[0]];
    memcpy(image, vectors[i], sizeof image);
    int8_t first[TVMGEN_SMALL_IDENTITY_SIZE], second[TVMGEN_LARGE_IDENTITY_SIZE];
    struct tvmgen_small_inputs small_in = {{image}};
    struct tvmgen_small_outputs small_out = {{first}};
    struct tvmgen_large_inputs large_in = {{image}};
    struct tvmgen_large_outputs large_out = {{second}};
    if (tvmgen_small_run(&small_in, &small_out, &small_pools) != 0 ||
        tvmgen_large_run(&large_in, &large_out, &large_pools) != 0)
      return 1;
    if (memcmp(first, wanted[i], sizeof first) != 0 || memcmp(second, wanted[i], sizeof second) != 0)
      return 2;
  }}
  return 0;
}}
"""


def _two_models(compiler):
    """Two models of one program run in turn in one pool of the application, which has the bytes of the larger one."""
    folder = compiler.folder("pools/two-models")
    macros = {}
    for name, schedule in (("small", "elementwise"), ("large", "auto")):
        run(compiler.tirc, DIGITS.file, "-o", folder, "--quiet", f"--model-name={name}", *DIGITS.options,
            f"--schedule={schedule}", "--pool=shared:100000:external")
        macros[name] = f"TVMGEN_{name.upper()}_SHARED_WORKSPACE_POOL_SIZE"
    inputs, wanted = golden.load(DIGITS)
    cases = cortex_m4.split_cases(inputs)
    size = len(wanted.data) // len(cases)
    rows = ",\n".join("{" + ",".join(str(b - 256 * (b > 127)) for b in wanted.data[i * size:(i + 1) * size]) + "}"
                      for i in range(len(cases)))
    (folder / "vectors.h").write_text(cortex_m4.vectors_header(cases) +
                                      f"static const signed char wanted[{len(cases)}][{size}] = {{\n{rows}\n}};\n")
    (folder / "main.c").write_text(_TWO_MODELS.format(**macros))
    run(GCC, "-std=c99", *SANITIZE, "-I", folder, folder / "main.c", folder / "tvmgen_small.c",
        folder / "tvmgen_large.c", "-o", folder / "program")
    run(folder / "program")


def _cortex_m4(compiler):
    """The pools of a program for an emulated Cortex-M4, in sections of its linker script."""
    folder = compiler.folder("pools/cortex-m4")
    bytes_ = _workspace(compiler, DIGITS)
    compiler.run(DIGITS, folder / "out", "--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4",
                 f"--pool=fast:{bytes_ // 2}:.bss.fast", f"--pool=slow:{bytes_ * 4}", "--pool=flash:100000:.rodata.m:ro")
    (folder / "out" / "binding.h").write_text((compiler.compile(DIGITS) / "binding.h").read_text())
    inputs, wanted = golden.load(DIGITS)
    cases = cortex_m4.split_cases(inputs)[:20]
    program = cortex_m4.build(folder, folder / "out", folder / "out" / "tvmgen_digits_int8.c", cases)
    outputs, _ = cortex_m4.execute(program, len(cases))
    if outputs != wanted.data[:len(outputs)]:
        raise Failure("the outputs are wrong")


def _constants_on_cortex_m4(compiler):
    """Constants in a pool of the application, which kernels for a Cortex-M4 read as words."""
    folder = compiler.folder("pools/constants-cortex-m4")
    compiler.run(DIGITS, folder / "out", "--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4",
                 "--pool=qspi:100000:1:ro:external")
    pools = _report(folder / "out", DIGITS)["constant_pools"]
    (folder / "out" / "binding.h").write_text((compiler.compile(DIGITS) / "binding.h").read_text() +
                                              _constants_binding(DIGITS.name, pools))
    inputs, wanted = golden.load(DIGITS)
    cases = cortex_m4.split_cases(inputs)[:20]
    program = cortex_m4.build(folder, folder / "out", folder / "out" / "tvmgen_digits_int8.c", cases)
    outputs, _ = cortex_m4.execute(program, len(cases))
    if outputs != wanted.data[:len(outputs)]:
        raise Failure("the outputs are wrong")


def tests(compiler):
    for model in MODELS:
        for way in _WAYS:
            usual = model in (DIGITS, DIGITS_FP32)
            yield Test(f"pools/split/{model.name}/{way}", lambda m=model, w=way: _split(compiler, m, w), long=not usual,
                       fast=model is DIGITS)
            yield Test(f"pools/mixed/{model.name}/{way}", lambda m=model, w=way: _mixed(compiler, m, w), long=not usual)
            yield Test(f"pools/io/{model.name}/{way}", lambda m=model, w=way: _io(compiler, m, w), long=not usual)
            yield Test(f"pools/constants/{model.name}/{way}", lambda m=model, w=way: _constants(compiler, m, w),
                       long=not usual, fast=model is DIGITS)
            yield Test(f"pools/overwrite/{model.name}/{way}", lambda m=model, w=way: _overwrite(compiler, m, w),
                       long=not usual)
    for seed in range(_LONG):
        yield Test(f"pools/random-{seed}", lambda s=seed: _random(compiler, s), long=seed >= _USUAL)
    yield Test("pools/io-errors", lambda: _io_errors(compiler), fast=True)
    yield Test("pools/too-small", lambda: _too_small(compiler))
    yield Test("pools/two-models", lambda: _two_models(compiler))
    yield Test("pools/cortex-m4", lambda: _cortex_m4(compiler))
    yield Test("pools/constants-cortex-m4", lambda: _constants_on_cortex_m4(compiler))
