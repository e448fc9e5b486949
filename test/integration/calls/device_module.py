"""A module with two devices of one kind, kernels from outside and pools; its lowering; its calls and their order.

`trace` says in Python what the generated code must do when one call fails: written apart from the passes, as nested
functions that clean up after themselves.
"""

from runner import Failure
from test_golden import instrumented
from toolchain import CLANG, STRICT_C, run

_LLVM = "/usr/lib/llvm-22/bin/"
SIZE = 16

MODULE = f"""
#hooks = [#tir.hook<init>, #tir.hook<activate>, #tir.hook<open>, #tir.hook<close>, #tir.hook<deactivate>]
!vec = memref<{SIZE}xi32>
!npu = !tir.device_context<"npu">
module {{
tir.device @npu0 {{kind = "npu", hooks = #hooks}}
tir.device @npu1 {{kind = "npu", hooks = #hooks}}
tir.prim_func private @npu_scale(!vec {{tir.effect = #tir.effect<read>, tir.name = "x"}},
                                 !vec {{tir.effect = #tir.effect<write>, tir.name = "y"}}, !npu)
    attributes {{calling_convention = #tir.calling_convention<unpacked>, devices = [@npu0, @npu1]}}
tir.prim_func private @cpu_add(!vec {{tir.effect = #tir.effect<read>, tir.name = "a"}},
                               !vec {{tir.effect = #tir.effect<read>, tir.name = "b"}},
                               !vec {{tir.effect = #tir.effect<write>, tir.name = "out"}})
// It asks for its device itself.
tir.prim_func private @nested(%x: !vec {{tir.effect = #tir.effect<read>, tir.name = "x"}},
                              %y: !vec {{tir.effect = #tir.effect<write>, tir.name = "y"}})
    attributes {{tir.function = #tir.function<kernel = <place = "nested">>}} {{
  %c = tir.get_device_context @npu1 : !npu
  tir.call_extern @npu_scale(%x, %y) context(%c) : (!vec, !vec, !npu) -> () loc("relu_2")
  tir.return
}}
tir.prim_func @main(%x: !vec {{tir.effect = #tir.effect<read>, tir.name = "x"}},
                    %y: !vec {{tir.effect = #tir.effect<write>, tir.name = "y"}})
    attributes {{tir.model = #tir.model<name = "faults", source = "faults.mlir">}} {{
  %c = tir.get_device_context @npu0 : !npu
  %a = memref.alloc() : !vec
  %b = memref.alloc() : !vec
  %d = memref.alloc() : !vec
  tir.call_extern @npu_scale(%x, %a) context(%c) : (!vec, !vec, !npu) -> () loc("conv_1")
  tir.call_tir @nested(%a, %b) : (!vec, !vec) -> ()
  // One round: until it has run, the third element is the input's. A failure must end the loop, too.
  %third = arith.constant 2 : index
  memref.copy %x, %d : !vec to !vec
  scf.while : () -> () {{
    %from = memref.load %x[%third] : !vec
    %to = memref.load %d[%third] : !vec
    %goes_on = arith.cmpi eq, %from, %to : i32
    scf.condition(%goes_on)
  }} do {{
    tir.call_extern @npu_scale(%b, %d) context(%c) : (!vec, !vec, !npu) -> () loc("conv_3")
    scf.yield
  }}
  tir.call_extern @cpu_add(%d, %x, %y) : (!vec, !vec, !vec) -> () loc("add_4")
  tir.return
}}
}}
"""


def code_of(number):
    """Returns what the failing call of that number returns. Any code but 0 is an error, also those that look like the
    progress of a run in steps."""
    return (1, 2, -1, 100 + number)[number % 4]


class _Error(Exception):
    def __init__(self, code, name, device):
        super().__init__(code)
        self.code, self.name, self.device = code, name, device


class _Run:
    """The calls of one run if the calls of `failing` return their own codes."""

    def __init__(self, failing, pools):
        self.failing, self.pools = failing, pools
        self.calls = []

    def call(self, function, device, name):
        self.calls.append(f"{function} {device}" if device else function)
        number = len(self.calls)
        if number in self.failing:
            raise _Error(code_of(number), name, device)

    def within(self, device, kind, name, body):
        """Open and Close, or Activate and Deactivate."""
        begin, end = {"kernel": ("Open", "Close"), "run": ("Activate", "Deactivate")}[kind]
        self.call(f"TVMDeviceNpu{begin}", device, name or f"TVMDeviceNpu{begin}")
        self.finally_(body, lambda: self.call(f"TVMDeviceNpu{end}", device, name or f"TVMDeviceNpu{end}"))

    @staticmethod
    def finally_(body, cleanup):
        error = None
        try:
            body()
        except _Error as first:
            error = first
        try:
            cleanup()
        except _Error as second:
            error = error or second
        if error:
            raise error

    def allocate(self, pool, body):
        if not pool:
            body()
            return
        self.calls.append("alloc")
        if len(self.calls) in self.failing:
            name = f"TVMBackendAllocWorkspace has no {SIZE * 4} bytes for the pool '{pool[0]}'"
            raise _Error(-1, name, None)
        self.finally_(
            lambda: self.allocate(pool[1:], body), lambda: self.call("free", None, "TVMBackendFreeWorkspace")
        )

    def kernels(self):
        self.within("npu0", "kernel", "conv_1", lambda: self.call("npu_scale", "npu0", "conv_1"))
        self.within("npu1", "kernel", "relu_2", lambda: self.call("npu_scale", "npu1", "relu_2"))
        self.within("npu0", "kernel", "conv_3", lambda: self.call("npu_scale", "npu0", "conv_3"))
        self.call("cpu_add", None, "add_4")

    def main(self):
        self.within("npu0", "run", None, lambda: self.within(
            "npu1", "run", None, lambda: self.allocate(self.pools, self.kernels)))


def trace(failing, pools):
    """Returns the calls in order, and the error that the caller sees: code, name and device; None if there was no
    error."""
    one = _Run(set(failing), pools)
    try:
        one.main()
    except _Error as error:
        return one.calls, (error.code, error.name, error.device)
    return one.calls, None


def trace_steps(failing):
    """The same for a run by `_begin`, `_step`, and `_end` or `_abort`: the errors of these, in order."""
    one = _Run(set(failing), [])
    errors = []

    def attempt(body):
        """Returns whether the application's call succeeds."""
        try:
            body()
        except _Error as error:
            errors.append((error.code, error.name, error.device))
            return False
        return True

    def hook(name, device):
        one.call(f"TVMDeviceNpu{name}", device, f"TVMDeviceNpu{name}")

    def activate():
        hook("Activate", "npu0")
        try:
            hook("Activate", "npu1")
        except _Error:
            attempt_silently(lambda: hook("Deactivate", "npu0"))
            raise

    def attempt_silently(body):
        try:
            body()
        except _Error:
            pass

    if attempt(activate):
        attempt(one.kernels)
        attempt(lambda: one.finally_(lambda: hook("Deactivate", "npu1"), lambda: hook("Deactivate", "npu0")))
    return one.calls, errors


def lower(compiler, folder, workspace, on_error, phases, module=MODULE, strategy="separate", steps=False):
    """Runs the phases from abi on; returns the final file and the phase abi's file."""
    folder.mkdir(parents=True, exist_ok=True)
    source, abi, lowered = folder / "module.mlir", folder / "abi.mlir", folder / "lowered.mlir"
    source.write_text(module)
    opt = compiler.tirc.parent / "tir-opt"
    passes = (
        f"tir-plan-memory{{strategy={strategy}}}", f"tir-place-workspace{{workspace={workspace} on-error={on_error}}}",
        "tir-insert-device-hooks", "tir-thread-device-contexts", f"tir-make-c-interface{{on-error={on_error}}}",
        *([f"tir-make-steps{{steps=true on-error={on_error}}}"] if steps else []),
        f"tir-make-unpacked-api{{on-error={on_error}}}", "tir-lower-try",
    )
    # Names of operators are locations.
    run(opt, source, f"--pass-pipeline=builtin.module({','.join(passes)})", "--mlir-print-debuginfo", "-o", abi)
    run(opt, abi, f"--pass-pipeline=builtin.module(tir-phase-loops,{phases})", "-o", lowered)
    run(compiler.tirc.parent / "tir-translate", "--tir-to-c-header", abi, "-o", folder / "tvmgen_faults.h")
    return lowered


def generated_c(compiler, folder, command, flags, **options):
    emitc, source = lower(compiler, folder, phases="tir-phase-emitc", **options), folder / "model.c"
    run(compiler.tirc.parent / "tir-translate", "--tir-to-c", emitc, "-o", source)
    run(*command, *STRICT_C, *flags, "-I", folder, "-c", source, "-o", folder / "model.o")


def llvm_object(compiler, folder, command, flags, sanitizer=None, triple=None, cpu="", **options):
    target = f"{{target-triple={triple} target-cpu={cpu}}}" if triple else ""
    llvm, ir = lower(compiler, folder, phases=f"tir-phase-llvm{target}", **options), folder / "model.ll"
    run(_LLVM + "mlir-translate", "--mlir-to-llvmir", llvm, "-o", ir)
    if sanitizer:
        ir.write_text(instrumented(ir.read_text(), sanitizer))
    run(*(command if command[0] == CLANG else (CLANG,)), *flags, "-Wno-override-module", "-c", ir, "-o",
        folder / "model.o")


def expect(what, came, wanted):
    if came != wanted:
        raise Failure(f"{what}\nexpected {wanted}\nbut came {came}")
