"""accelerator/: the checks of a driver find faults that are planted in the template's, one at a time."""

import shutil
import subprocess
import sys
import threading

import installed
from models import REPO
from runner import Failure, Test
from toolchain import GCC, STRICT_C, run

_KIT = REPO / "accelerator"
_DIGITS = REPO / "examples" / "digits" / "digits_int8.mlirbc"

# What is planted, and the check that must name it.
_FAULTS = {
    "reads-a-pixel-beyond-the-border": (
        "column >= job->in[2])\n        continue;\n      const int8_t *pixel",
        "column > job->in[2])\n        continue;\n      const int8_t *pixel", "results"),
    "does-not-round": (
        "int64_t round = (int64_t)1 << (job->shift[k] - 1);", "int64_t round = 0;", "results"),
    "writes-one-element-too-many": (
        "  for (int32_t i = 0; i < job->count; ++i)\n    output[i] = a[i] > b[i] ? a[i] : b[i];\n}\n\nstatic void work_maximum16",
        "  for (int32_t i = 0; i <= job->count; ++i)\n    output[i] = i < job->count && a[i] > b[i] ? a[i] : b[0];\n}\n\n"
        "static void work_maximum16", "bounds"),
    "changes-its-input": (
        "        *output++ = largest;", "        *output++ = largest;\n  *(int8_t *)(uintptr_t)job->input ^= 1;", "inputs"),
    "wants-aligned-buffers": (
        "  device->job.maximum.output = output;",
        "  device->job.maximum.output = (void *)((uintptr_t)output & ~(uintptr_t)3);", "bounds"),
    "clears-its-output-first": (
        "  device->job.maximum.output = output;", "  device->job.maximum.output = memset(output, 0, (size_t)count);",
        "in place"),
    "drops-the-code-of-activate": (
        "return device->active ? 0 : NPU_POWER_FAILED;", "return 0;", "code of activate"),
    "drops-a-late-failure": (
        "return device->status == 0 ? 0 : NPU_WORK_FAILED;", "return 0;", "code of late"),
    "does-not-wait": (
        "  if (!wait_for_end(device))\n    return NPU_TIMEOUT;\n  npu_hw_stop(&device->hw);\n", "", "results"),
    "does-not-stop": (
        "const bool stopped = npu_hw_stop(&device->hw);", "const bool stopped = true;", "abort"),
    "runs-on-after-a-timeout": (
        "  const bool stopped = npu_hw_stop(&device->hw);\n  device->running = false;",
        "  const bool stopped = npu_hw_stop(&device->hw);\n  device->running = !device->done;", "run after timeout"),
    "takes-any-program": (
        "return device->program == program ? 0 : NPU_WRONG_PROGRAM;", "return program == 0;", "program"),
    "fails-if-nothing-runs": (
        "  if (!device->running)\n    return 0;\n  if (!wait_for_end", "  if (!device->running)\n    return NPU_NOT_READY;\n"
        "  if (!wait_for_end", "idle device"),
}

# The same with several changes.
_ONE_DEVICE = (
    ("int32_t TVMDeviceNpuActivate(void *context) {", "static int users;\n\nint32_t TVMDeviceNpuActivate(void *context) {"),
    ("  device->active = npu_hw_power(&device->hw, true);\n",
     "  if (users > 0)\n    return NPU_NOT_READY;\n  device->active = npu_hw_power(&device->hw, true);\n"
     "  users += device->active;\n"),
    ("  device->active = false;\n", "  device->active = false;\n  --users;\n"),
)


class _Kit:
    """The models of the checks, compiled once for all drivers."""

    def __init__(self, compiler):
        self.compiler = compiler
        self._lock = threading.Lock()
        self._objects = None

    def _module(self):
        if str(_KIT / "kit") not in sys.path:
            sys.path.append(str(_KIT / "kit"))
        import check_driver

        return check_driver

    def options(self, sources, *more):
        return self._module().parse(["--table", str(_KIT / "template" / "npu.json"), *map(str, sources), "--tirc",
                                     str(self.compiler.tirc), "--cases=3", "--timeout=60", f"--cc={GCC}",
                                     "--cflags=-O1 -D_GNU_SOURCE", f"--include={_KIT / 'template'}", *more])

    def objects(self):
        with self._lock:
            if self._objects is None:
                folder = self.compiler.folder("accelerator-kit/models").resolve()
                options = self.options([_KIT / "template" / "npu.c"], f"--model={_DIGITS}")
                self._objects, complaints = self._module().prepare(options, folder)
                if complaints:
                    raise Failure("\n".join(complaints))
            return self._objects

    def check(self, name, driver):
        """Returns whether a driver passes, and what was printed."""
        objects = self.objects()
        folder = self.compiler.folder(f"accelerator-kit/{name}")
        folder.mkdir(parents=True, exist_ok=True)
        template = _KIT / "template"
        (folder / "npu.c").write_text(driver)
        for header in ("npu.h", "npu_hw.h"):
            shutil.copy(template / header, folder)
        options = self.options([folder / "npu.c", template / "npu_hw.c", template / "adapter.c"])
        passed, lines = self._module().check(options, folder, objects)
        return passed, "\n".join(lines)


def _driver():
    return (_KIT / "template" / "npu.c").read_text()


def _right(kit):
    passed, printed = kit.check("right", _driver())
    if not passed or "PASS digits_int8" not in printed:
        raise Failure(printed)


def _find(kit, name, changes, check):
    driver = _driver()
    for old, new in changes:
        if driver.count(old) != 1:
            raise Failure(f"the template has not exactly one '{old}'")
        driver = driver.replace(old, new)
    passed, printed = kit.check(name, driver)
    found = {line.removeprefix("FAIL ").split(" of ")[0] if not line.startswith("FAIL code of ") else
             line.removeprefix("FAIL ").rsplit(" of ", 1)[0] for line in printed.splitlines() if line.startswith("FAIL ")}
    if passed or check not in found:
        raise Failure(f"expected that the check '{check}' fails, but found {found}\n{printed}")


def _name_layer(kit):
    """In a network, the first layer that is wrong is named."""
    _, printed = kit.check("layer", _driver().replace("int8_t largest = -128;", "int8_t largest = 0;"))
    if "FAIL results of digits_int8: 'pool_0' is wrong, first at element " not in printed:
        raise Failure(f"expected that pool_0 is wrong, and not the convolutions before it\n{printed}")


def _synchronous(compiler, gap, wanted):
    """A device that is not asynchronous, with floats, and with a row of which no cases are known."""
    device = REPO / "test" / "integration" / "calls" / "accelerator-kit"
    done = subprocess.run(
        [sys.executable, _KIT / "kit" / "check_driver.py", "--table", device / "dsp.json", device / "dsp.c",
         f"--cflags=-O1 -DGAP={gap}", "--cases=4", f"--tirc={compiler.tirc}", f"--cc={GCC}"],
        capture_output=True, text=True, check=False, timeout=300)
    lines = done.stdout.splitlines()
    missing = "FAIL rows: row 'strange': no cases are known for tosa.table; give models that have them (--model)"
    if done.returncode != 1 or missing not in lines or not any(line.startswith(wanted) for line in lines):
        raise Failure(f"expected '{missing}' and '{wanted}' and the status 1, but got {done.returncode}\n{done.stdout}")


def _installed(compiler, targets):
    """The template as a project of its own, with an installed tirc."""
    installation = installed.of(compiler)
    project = compiler.folder("accelerator-kit/project")
    shutil.copytree(installation.prefix() / "share" / "tirc" / "accelerator" / "template", project, dirs_exist_ok=True)
    build = project / "build"
    installation.configure(project, build)
    run("ninja", "-C", build)
    printed = run("ctest", "--test-dir", build, "--output-on-failure", "-R", targets)
    if "100% tests passed" not in printed:
        raise Failure(printed)


def _strict(compiler):
    folder = compiler.folder("accelerator-kit/strict")
    folder.mkdir(parents=True, exist_ok=True)
    for source in sorted((_KIT / "template").glob("*.c")):
        if source.name != "main.c":
            run(GCC, *STRICT_C, "-D_GNU_SOURCE", f"-I{_KIT / 'kit'}", "-c", source, "-o", folder / "unit.o")
    run(GCC, *STRICT_C, "-c", _KIT / "kit" / "kit.c", "-o", folder / "kit.o")


def tests(compiler):
    kit = _Kit(compiler)
    yield Test("accelerator-kit/template", lambda: _right(kit))
    yield Test("accelerator-kit/names-the-layer", lambda: _name_layer(kit))
    for gap, wanted in (("1e-6f", "64 checks of 4 cases, 0 failures"), ("1e-3f", "FAIL in place of sum-0: 'y0' is wrong")):
        yield Test(f"accelerator-kit/synchronous-{gap}", lambda g=gap, w=wanted: _synchronous(compiler, g, w))
    yield Test("accelerator-kit/project", lambda: _installed(compiler, "app"))
    yield Test("accelerator-kit/project-checks", lambda: _installed(compiler, "driver"), long=True)
    yield Test("accelerator-kit/strict-c", lambda: _strict(compiler))
    faults = {name: ([(old, new)], check) for name, (old, new, check) in _FAULTS.items()}
    faults["knows-one-device-only"] = (_ONE_DEVICE, "two devices")
    for name, (changes, check) in faults.items():
        yield Test(f"accelerator-kit/{name}", lambda n=name, f=changes, c=check: _find(kit, n, f, c))
