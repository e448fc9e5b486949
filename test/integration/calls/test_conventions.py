"""Every calling convention gives the same bytes: back end, convention of functions, interface, form of calls.

The back end `stock-c` is the module of EmitC as the packaged `mlir-translate --mlir-to-cpp` prints it.
"""

import itertools
import json

import golden
import stock_printer
from compiled import read_interface
from models import DIGITS, HERE, REPO, UNNAMED
from runner import Test
from test_golden import instrumented
from toolchain import CLANG, SANITIZE, run

_AD01 = next(model for model in UNNAMED if model.name == "ad01_int8")
_PARTS = (("c", "llvm-ir"), ("true", "false"), ("c", "packed"))
_CALLS = ("unpacked", "cpacked", "packed")
_WORKSPACES = ("internal", "external", "backend")
_STOCK_WAYS = tuple(itertools.product(("stock-c",), *_PARTS[1:], _CALLS, _WORKSPACES))
_WAYS = (
    *itertools.product(*_PARTS, _CALLS, ("internal",)),
    *itertools.product(*_PARTS, ("unpacked",), ("external", "backend")),
    *_STOCK_WAYS,
)
_CODES = {"int": 0, "uint": 1, "float": 2}

_PACKED_BINDING = """
#include <stddef.h>
#include "tvm/runtime/c_runtime_api.h"
{struct}
static int32_t run_packed(struct {prefix}_inputs *inputs, struct {prefix}_outputs *outputs) {{
{shapes}
  DLTensor tensors[] = {{
{tensors}
  }};
  TVMValue args[{count}], value;
  int codes[{count}], code;
  for (int i = 0; i < {count}; ++i) {{
    args[i].v_handle = &tensors[i];
    codes[i] = kTVMDLTensorHandle;
  }}
  /* What the C runtime passes as resource handle is not a context. */
  static int registry;
  return {prefix}_run(args, codes, {count}, &value, &code, &registry);
}}
#undef MODEL_RUN
#define MODEL_RUN run_packed
"""

# The pool that the application provides for the model, with the size and alignment in the header.
_POOL = """
static unsigned char workspace[{bytes}] __attribute__((aligned({alignment})));
"""
_EXTERNAL_BINDING = """
static int32_t run_external(struct {prefix}_inputs *inputs, struct {prefix}_outputs *outputs) {{
  struct {prefix}_workspace_pools pools = {{workspace}};
  return {prefix}_run(inputs, outputs, &pools);
}}
#undef MODEL_RUN
#define MODEL_RUN run_external
"""


def packed_binding(model, report, pools):
    """The structs of the C interface, passed to the packed entry."""
    prefix = f"tvmgen_{model.name}"
    groups = (("inputs", report["inputs"]), ("outputs", report["outputs"]))
    structs, shapes, tensors = [_POOL.format(**pool) for pool in pools], [], []
    for kind, fields in groups:
        members = " ".join(f"void *{field['c_name']};" for field in fields)
        structs.append(f"struct {prefix}_{kind} {{ {members} }};")
        for field in fields:
            name, dtype = field["c_name"], field["dtype"]
            kind_name = dtype.rstrip("0123456789")
            extents = ", ".join(map(str, field["shape"]))
            shapes.append(f"  static int64_t {kind}_{name}_shape[] = {{{extents}}};")
            tensors.append(
                f"      {{{kind}->{name}, {{kDLCPU, 0}}, {len(field['shape'])}, "
                f"{{{_CODES[kind_name]}, {dtype[len(kind_name):]}, 1}}, {kind}_{name}_shape, NULL, 0}},"
            )
    for pool in pools:
        shapes.append(f"  static int64_t pool_shape[] = {{{pool['bytes']}}};")
        tensors.append("      {workspace, {kDLCPU, 0}, 1, {kDLUInt, 8, 1}, pool_shape, NULL, 0},")
    return _PACKED_BINDING.format(
        struct="\n".join(structs), prefix=prefix, shapes="\n".join(shapes),
        tensors="\n".join(tensors), count=len(tensors),
    )


def external_binding(model, pools):
    """Returns the pools of the report, for the C interface."""
    kept = "".join(_POOL.format(**pool) for pool in pools)
    return kept + _EXTERNAL_BINDING.format(prefix=f"tvmgen_{model.name}")


def _check(compiler, model, way):
    back_end, unpacked, interface, calls, workspace = way
    model.require()
    folder = compiler.folder(f"conventions/{model.name}/{'-'.join(way)}")
    options = (
        f"--unpacked-api={unpacked}", f"--interface-api={interface}", f"--kernel-calls={calls}",
        f"--workspace={workspace}",
    )
    headers = ("-isystem", REPO / "runtime" / "crt" / "include")
    compiler.run(
        model, folder, "--emit=llvm-ir,c" if back_end == "llvm-ir" else "--emit=c", *options,
        # Before any optimisation that assumes that every access is right.
        *(("-O0",) if back_end == "llvm-ir" else ()),
    )
    # The fields are the same with every interface.
    plain = compiler.compile(model)
    binding = read_interface(plain / f"tvmgen_{model.name}.h", model.name).binding()
    report = json.loads((folder / f"tvmgen_{model.name}.report.json").read_text())
    pools = report["pools"] if workspace == "external" else ()
    if interface == "packed":
        binding += packed_binding(model, report, pools)
    elif pools:
        binding += external_binding(model, pools)
    (folder / "binding.h").write_text(binding)
    if back_end == "c":
        part = folder / f"tvmgen_{model.name}.c"
    elif back_end == "stock-c":
        part = stock_printer.print_module(compiler, model.file, model.name, folder, *model.options, *options)
    else:
        ir, part = folder / "model.ll", folder / "model.o"
        ir.write_text(instrumented((folder / f"tvmgen_{model.name}.ll").read_text()))
        run(CLANG, "-O0", "-fsanitize=address", "-c", ir, "-o", part)
    inputs, wanted = golden.load(model)
    (folder / "inputs").write_bytes(inputs.data)
    run(
        CLANG, "-std=c99", *SANITIZE, "-I", folder, *headers, HERE / "harness.c",
        HERE / "runtime_stub.c", part, "-lm", "-ldl", "-rdynamic", "-o", folder / "program",
    )
    run(folder / "program", folder / "inputs", folder / "outputs")
    golden.check(model, wanted, (folder / "outputs").read_bytes())


def tests(compiler):
    for model, way in itertools.product((DIGITS, _AD01), _WAYS):
        back_end, unpacked, interface, calls, workspace = way
        yield Test(
            f"conventions/{model.name}/{back_end}/unpacked-api-{unpacked}/interface-{interface}/"
            f"kernel-calls-{calls}/workspace-{workspace}",
            lambda m=model, w=way: _check(compiler, m, w),
            # Upstream's printer is slower to compile, and test_stock_printer.py tests it with each way.
            long=model is not DIGITS or back_end == "stock-c",
        )
