"""examples/custom-accelerator: a vendor's driver and plugin, with an installed tirc."""

import itertools
import subprocess
import threading

import installed
from models import REPO
from runner import Failure, Test
from toolchain import ARM_GCC, CLANG, CORTEX_M4, GCC, SANITIZE, STRICT_C, STRICT_CXX, run

_EXAMPLE = REPO / "examples" / "custom-accelerator"
_DIGITS = REPO / "examples" / "digits"
_HERE = REPO / "test" / "integration" / "accelerator"
_RUNTIME_HEADERS = ("-isystem", REPO / "runtime" / "crt" / "include")
_DEVICES = ("npu0", "npu1")
# The kernels of digits_int8 on the devices.
_KERNELS = (("npu0", "conv2d"), ("npu1", "pointwise")) * 2
_NUM_EVENTS = 2 * len(_DEVICES) + 3 * len(_KERNELS) + len(_DEVICES)


class _Vendor:
    """The plugin, the driver and the programs made with them, each built once."""

    def __init__(self, compiler):
        self.compiler = compiler
        self.installation = installed.of(compiler)
        self._lock = threading.RLock()
        self._made = {}

    def _once(self, key, make):
        with self._lock:
            if key not in self._made:
                self._made[key] = make()
        return self._made[key]

    def _make_guide(self):
        folder = self.compiler.folder("accelerator/guide")
        run("python3", REPO / "scripts" / "run_tutorial.py", REPO / "docs" / "CustomAccelerator.md", cwd=folder,
            env={**self.installation.environment(), "TIRC": str(REPO), "PREFIX": str(self.installation.prefix())})
        return folder

    def guide(self):
        """Returns the folder where docs/CustomAccelerator.md was followed, command by command."""
        return self._once("guide", self._make_guide)

    def build(self):
        """Returns the folder with the plugin, and with the driver that every program here is linked to: the guide's, as
        nothing else of it takes as long."""
        return self.guide() / "build"

    def compile(self, name, *options):
        """Returns the folder with the model's files."""
        folder = self.compiler.folder(f"accelerator/{name}")
        run(self.installation.prefix() / "bin" / "tirc", _DIGITS / "digits_int8.mlirbc", "-o", folder,
            "--model-name=digits", "--quiet", f"--load-pass-plugin={self.build() / 'libNPUPlugin.so'}",
            "--passes-before=import:npu-claim-conv2d", *options)
        return folder

    def link(self, folder, *parts, header=None):
        """Returns the program of main.c and the compiled parts of the model, with the one driver."""
        program = folder / "classify"
        run(CLANG, *STRICT_C, "-O1", f"-I{header or folder}", f"-I{_EXAMPLE / 'driver'}", f"-I{_DIGITS}", *_RUNTIME_HEADERS,
            _EXAMPLE / "main.c", *parts, self.build() / "libnpu.a", "-o", program)
        return program

    def program(self):
        """Returns the example's program, built as in its guide."""
        return self._once("program", self._make_program)

    def _make_program(self):
        folder = self.compile("c")
        return self.link(folder, folder / "tvmgen_digits.c")


def _run(program, *arguments):
    """Returns the output of the program and its exit status."""
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False, timeout=60)
    return done.stdout, done.returncode


def _expected(failing):
    """Returns the commands to the devices, and the code, if the event of that number fails."""
    reported = []

    def report(device, event):
        fails = len(reported) + 1 == failing
        reported.append(f"{device} {event}{' fails' if fails else ''}")
        return 1000 + failing if fails else 0

    code = 0
    for device in _DEVICES:
        code = code or report(device, "Init")
    if code:
        return reported, code
    active = []
    for device in _DEVICES:
        code = code or report(device, "Activate")
        if not code:
            active.append(device)
    for device, kernel in _KERNELS:
        if code:
            break
        code = report(device, "Open")
        if not code:
            code = report(device, kernel)
            closing = report(device, "Close")
            code = code or closing
    for device in reversed(active):
        closing = report(device, "Deactivate")
        code = code or closing
    return reported, code


def _classify(vendor):
    printed, status = _run(vendor.program())
    for wanted in ("360 of 360 outputs equal to the reference", "accuracy  98.3 %",
                   f"npu0      {2 * 360} jobs, ", f"npu1      {2 * 360} jobs, "):
        if wanted not in printed or status:
            raise Failure(f"expected status 0 and '{wanted}', got {status} and\n{printed}")


def _order(vendor):
    printed, status = _run(vendor.program(), "--trace")
    expected, _ = _expected(failing=0)
    if status or printed.splitlines() != [*expected, "code 0", "class 7"]:
        raise Failure(f"expected {expected} and code 0, got\n{printed}")


def _failures(vendor):
    """Each hook and each kernel fails in turn."""
    if len(_expected(failing=0)[0]) != _NUM_EVENTS:
        raise Failure("the model of the order is wrong")
    for failing in range(1, _NUM_EVENTS + 1):
        printed, status = _run(vendor.program(), f"--fail={failing}")
        expected, code = _expected(failing)
        if status != 1 or printed.splitlines() != [*expected, f"code {code}"]:
            wanted = "\n".join(expected)
            raise Failure(f"event {failing} fails: expected\n{wanted}\ncode {code}\ngot\n{printed}")


def _first_report(failing, event):
    """Returns the first report to the runtime for the event of that number: of the model's operator, or of the hook."""
    kernel, first = (failing - 2 * len(_DEVICES) - 1) // 3, 2 * len(_DEVICES)
    if first < failing <= first + 3 * len(_KERNELS):
        return f"reported conv2d#{kernel} "
    device, name, _ = event.split()
    return f"reported TVMDeviceNpu{name} on {device} "


def _combination(vendor, back_end, interface, unpacked, calls):
    """Checks for each convention that driver, results, order and codes are the same."""
    name = f"{back_end}-{interface}-{unpacked}-{calls}"
    folder = vendor.compile(name, f"--emit={back_end}", f"--interface-api={interface}",
                            f"--unpacked-api={unpacked}", f"--kernel-calls={calls}")
    runtime = folder / "runtime.o"
    run(CLANG, "-std=c11", *_RUNTIME_HEADERS, "-c", _HERE.parent / "runtime_stub.c", "-o", runtime)
    model = folder / ("tvmgen_digits.c" if back_end == "c" else "tvmgen_digits.o")
    program = vendor.link(folder, model, runtime, *SANITIZE, "-rdynamic", "-ldl",
                          header=_HERE / "packed" if interface == "packed" else None)
    printed, status = _run(program)
    if status or "360 of 360 outputs equal to the reference" not in printed:
        raise Failure(f"expected 360 equal outputs, got {status} and\n{printed}")
    for failing in range(_NUM_EVENTS + 1):
        printed, status = _run(program, f"--fail={failing}")
        lines = printed.splitlines()
        reported = [line for line in lines if line.startswith("reported ")]
        expected, code = _expected(failing)
        expected += [f"code {code}"] if code else ["code 0", "class 7"]
        if status != (1 if code else 0) or [line for line in lines if line not in reported] != expected:
            wanted = "\n".join(expected)
            raise Failure(f"event {failing} fails: expected\n{wanted}\ngot {status} and\n{printed}")
        # With the packed interface, an error is reported once, where it arose.
        wanted = _first_report(failing, expected[failing - 1]) if code and interface == "packed" else None
        if len(reported) != bool(wanted) or (wanted and not reported[0].startswith(wanted)):
            raise Failure(f"event {failing} fails: expected that the runtime receives '{wanted}', got\n{printed}")


def _driver(vendor):
    """Plain C, for any compiler; the header for C++, too."""
    folder = vendor.compiler.folder("accelerator/driver")
    source = _EXAMPLE / "driver" / "npu.c"
    for compiler, flags in ((GCC, ()), (CLANG, ()), (ARM_GCC, CORTEX_M4)):
        run(compiler, *STRICT_C, *flags, "-c", source, "-o", folder / "npu.o")
    run(GCC, *STRICT_CXX, "-x", "c++", "-fsyntax-only", source.with_suffix(".h"))


def _unclaimed(vendor):
    """A convolution that the accelerator does not support stays in the model."""
    folder = vendor.compiler.folder("accelerator/unclaimed")
    model = folder / "model.mlir"
    model.write_text(_UNCLAIMED)
    plugin = vendor.build() / "libNPUPlugin.so"
    printed = run(vendor.installation.prefix() / "bin" / "tir-opt", model, f"--load-pass-plugin={plugin}",
                  "--pass-pipeline=builtin.module(npu-claim-conv2d)")
    if printed.count("tosa.conv2d") != 2 or "npu" in printed:
        raise Failure(f"expected two convolutions and nothing of the accelerator in\n{printed}")


_UNCLAIMED = """
func.func @int16(%x: tensor<1x8x8x1xi16>, %w: tensor<2x1x1x1xi8>, %b: tensor<2xi48>) -> tensor<1x8x8x2xi48> {
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %y = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i48, dilation = array<i64: 1, 1>,
      pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x8x8x1xi16>, tensor<2x1x1x1xi8>, tensor<2xi48>, tensor<1xi16>, tensor<1xi8>) -> tensor<1x8x8x2xi48>
  return %y : tensor<1x8x8x2xi48>
}
func.func @batch(%x: tensor<2x8x8x1xi8>, %w: tensor<2x1x1x1xi8>, %b: tensor<2xi32>) -> tensor<2x8x8x2xi32> {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %y = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>,
      pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<2x8x8x1xi8>, tensor<2x1x1x1xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x8x8x2xi32>
  return %y : tensor<2x8x8x2xi32>
}
"""


def tests(compiler):
    vendor = _Vendor(compiler)
    yield Test("accelerator/classify", lambda: _classify(vendor))
    yield Test("accelerator/order", lambda: _order(vendor))
    yield Test("accelerator/failures", lambda: _failures(vendor))
    yield Test("accelerator/driver", lambda: _driver(vendor))
    yield Test("accelerator/unclaimed", lambda: _unclaimed(vendor))
    yield Test("accelerator/guide", vendor.guide, first=True)
    for way in itertools.product(("c", "obj"), ("c", "packed"), ("true", "false"), ("unpacked", "cpacked", "packed")):
        back_end, interface, unpacked, calls = way
        # Most programs have one signature for the entry and the functions.
        common = (interface, unpacked) in (("c", "true"), ("packed", "false"))
        yield Test(f"accelerator/{back_end}/interface-{interface}/unpacked-api-{unpacked}/kernel-calls-{calls}",
                   lambda way=way: _combination(vendor, *way), long=not common)
