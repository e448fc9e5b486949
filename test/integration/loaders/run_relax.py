"""One row of the table of docs/TVMToday.md: run_relax.py ROW FOLDER.

FOLDER has the kernels that tirc compiled, as objects and together in kernels.so. The expected results come from TVM's
own kernels.
"""

import importlib
import os
import pathlib
import sys
import tarfile

import numpy
import tvm
import tvm_ffi
from tvm import relax
from tvm.script import ir as I  # noqa: F401  names that the scripts below use
from tvm.script import relax as R  # noqa: F401

row, folder = sys.argv[1], pathlib.Path(sys.argv[2])
OBJECTS = [str(folder / f"{name}.o") for name in ("hidden", "relu", "scores")]
RANDOM = numpy.random.default_rng(1)
ARGUMENTS = [RANDOM.integers(-4, 5, shape).astype("float32") for shape in ((2, 8), (8, 8), (8,), (8, 3), (3,))]

_SCRIPT = """
from tvm.script import ir as I, relax as R

@I.ir_module
class Net:
    @R.function
    def main(x: R.Tensor((2, 8), "float32"), w: R.Tensor((8, 8), "float32"), b: R.Tensor((8,), "float32"),
             v: R.Tensor((8, 3), "float32"), c: R.Tensor((3,), "float32")) -> R.Tensor((2, 3), "float32"):
{body}
"""
_OPERATORS = """
        h = R.add(R.matmul(x, w), b)
        r = R.nn.relu(h)
        y = R.add(R.matmul(r, v), c)
        return y
"""
_CALLS = """
        h = R.call_dps_packed("tvmgen_hidden_run", (x, w, b), out_ty=R.Tensor((2, 8), "float32"))
        r = R.call_dps_packed("tvmgen_relu_run", (h,), out_ty=R.Tensor((2, 8), "float32"))
        y = R.call_dps_packed("tvmgen_scores_run", (r, v, c), out_ty=R.Tensor((2, 3), "float32"))
        return y
"""


def make(body, name):
    """Returns the module. TVM reads the text of its functions from a file."""
    (folder / f"{name}.py").write_text(_SCRIPT.format(body=body))
    sys.path.insert(0, str(folder))
    return importlib.import_module(name).Net


def run(module):
    machine = relax.VirtualMachine(module, tvm.cpu())
    return machine["main"](*(tvm.runtime.tensor(argument) for argument in ARGUMENTS)).numpy()


def check(module):
    wanted = run(tvm.compile(make(_OPERATORS, "of_tvm"), target="llvm").jit())
    came = run(module)
    # The values are small integers, whose sums have no rounding.
    if not numpy.array_equal(came, wanted):
        sys.exit(f"expected {wanted}, but it is {came}")


def compiled(target="llvm"):
    return tvm.compile(make(_CALLS, "of_tirc"), target=target)


def kernels():
    return tvm_ffi.load_module(folder / "kernels.so")


def expect(kinds, text, function):
    try:
        function()
    except kinds as error:
        if text in str(error):
            return
        sys.exit(f"expected {text!r}, but it is {type(error).__name__}: {error}")
    sys.exit(f"{text}: no error")


@relax.expr_functor.mutator
class _Filler(relax.PyExprMutator):
    """Puts kernels that tirc compiled in place of the PrimFuncs of a module."""

    def __init__(self, module, names):
        super().__init__(module)
        self.names, self.filled = names, []

    def visit_call_(self, call):
        call = self.visit_expr_post_order(call)
        if call.op != tvm.ir.Op.get("relax.call_tir"):
            return call
        kernel = call.args[0].name_hint
        if kernel not in self.names:
            return call
        self.filled.append(kernel)
        arguments = list(call.args[1])
        return relax.op.call_dps_packed(self.names[kernel], relax.Tuple(arguments), call.ty_args[0])


def row_apart():
    """A network of TVM's operators is legalised, and its kernel for the activation is filled by tirc's."""
    module = relax.transform.LegalizeOps()(make(_OPERATORS, "of_tvm"))
    before = {variable.name_hint for variable in module.functions}
    if "relu" not in before:
        sys.exit(f"the module has no kernel 'relu': {before}")
    filler = _Filler(module, {"relu": "tvmgen_relu_run"})
    main = module.get_global_var("main")
    filler.builder_.update_func(main, filler.visit_expr(module["main"]))
    filled = relax.transform.DeadCodeElimination(["main"])(filler.builder_.get())
    if filler.filled != ["relu"] or "relu" in {variable.name_hint for variable in filled.functions}:
        sys.exit(f"filled {filler.filled}, left {[v.name_hint for v in filled.functions]}")
    machine_module = tvm.compile(filled, target="llvm").jit()
    machine_module.import_module(kernels())
    check(machine_module)


def row_jit():
    module = compiled().jit()
    module.import_module(kernels())
    check(module)


def row_export_llvm():
    compiled().export_library(str(folder / "linked.so"), addons=OBJECTS)
    check(tvm.runtime.load_module(str(folder / "linked.so")))
    compiled().export_library(str(folder / "alone.so"))
    module = tvm.runtime.load_module(str(folder / "alone.so"))
    module.import_module(kernels())
    check(module)


def row_export_c():
    compiled("c").export_library(str(folder / "linked.so"), addons=OBJECTS)
    check(tvm.runtime.load_module(str(folder / "linked.so")))


def row_export_tar():
    for target, wanted in (("llvm", {"lib0.o", "devc.o"}), ("c", {"lib0.c", "devc.c"})):
        executable = tvm.compile(make(_OPERATORS, "of_tvm"), target=target)
        executable.export_library(str(folder / f"{target}.tar"))
        with tarfile.open(folder / f"{target}.tar") as tar:
            names = {os.path.basename(name) for name in tar.getnames()}
        if names != wanted:
            sys.exit(f"expected {wanted}, but it has {names}")


def row_export_import():
    executable = compiled()
    executable.mod.import_module(kernels())
    expect(RuntimeError, "Module[library] does not support SaveToBytes",
           lambda: executable.export_library(str(folder / "imported.so")))


def row_missing():
    module = compiled().jit()
    expect(Exception, "Cannot find ffi::Function tvmgen_hidden_run", lambda: run(module))


def row_no_micro():
    for name in ("tvm.micro", "tvm.relay"):
        expect(ModuleNotFoundError, name, lambda name=name: importlib.import_module(name))
    if tvm_ffi.get_global_func("tvm.relay.backend.CreateRuntime", allow_missing=True) is not None:
        sys.exit("there is a runtime 'crt'")


def row_no_aot():
    expect(TypeError, "exec_mode",
           lambda: tvm.compile(make(_CALLS, "of_tirc"), target="c", exec_mode="compiled"))


def row_no_targets():
    for name in ("ethos-u", "cmsis-nn"):
        expect(ValueError, f'"{name}" is not defined', lambda name=name: tvm.target.Target(name))
    target = tvm.target.Target({"kind": "c", "mcpu": "cortex-m4"})
    executable = compiled(target)
    # The main function is bytecode, and not a function in C.
    if "main" not in executable.as_text() or "main" in executable.mod.imports[0].inspect_source():
        sys.exit(executable.mod.imports[0].inspect_source())


globals()["row_" + row.replace("-", "_")]()
