"""Every schedule computes what `--schedule=elementwise` computes, to the bit, on random layers.

The reference is an object for this machine, of each element of all channels computed by itself; the conformance tests hold that against
Arm's model. The order of an f32 sum is the same in every schedule, so floats are equal to the bit, too.

The C for a Cortex-M4 contains the processor's instructions and, for other compilers, C with the same results: one runs
on the emulated board, the other here under the sanitizers. Code for processors of other kinds runs in QEMU (`machines`).
"""

import json
import math
import pathlib
import re
import struct
from dataclasses import dataclass

import riscv
import together
from compiled import read_interface
from element_layers import ElementLayers
from machines import ArmBoard, Linux, RiscvBoard
from models import HERE
from random_layers import KINDS, FloatLayers, Layers, WideLayers
from runner import Failure, Test
from step_layers import StepLayers
from toolchain import ARM_GCC, CLANG, CORTEX_M4, FLOAT_ABIS, GCC, RISCV_GCC, SANITIZE, STRICT_C, run

_LAYERS_A_PROGRAM = 30
# 210 layers, and 5,010.
_USUAL, _LONG = 7, 167
# This one has a depthwise convolution that compilers vectorise.
_WITH_WINDOWS = 10
# This one has so many decided comparisons that new operations lie in memory where erased ones were.
_WITH_COMPARISONS = 145
# This one has weights in pairs.
_WITH_PAIRS = 1
# This one has a ReLU of NaNs.
_WITH_NANS = 10
_USUAL_TOO = (("layers-m55", _WITH_NANS), ("layers", _WITH_WINDOWS), ("layers", _WITH_COMPARISONS), ("pairs", _WITH_PAIRS))
# Enough for each kind of layer in each type.
_LAYERS_WITH_FLAGS, _LONG_FLAGS = 27, 20
# Each tensor lies at each of four offsets.
_RUNS = 4
_FORMATS = {"i8": "b", "i16": "h", "i32": "i", "i48": "q", "f32": "f"}

AUTO = ("--schedule=auto",)
ELEMENTWISE = ("--schedule=elementwise",)
ON_M4 = (*AUTO, "--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4", "--float-abi=hard")
# Without DSP instructions.
_ON_M3 = (*AUTO, "--target-triple=thumbv7m-none-eabi", "--target-cpu=cortex-m3")
_ON_M0PLUS = (*AUTO, "--target-triple=thumbv6m-none-eabi", "--target-cpu=cortex-m0plus")
# With vectors.
_ON_M55 = (*AUTO, "--target-triple=thumbv8.1m.main-none-eabi", "--target-cpu=cortex-m55")
_M4 = (*CORTEX_M4, *FLOAT_ABIS["hard"])
# With the headers of newlib and the enums of the rest of the program.
_M4_CLANG = ("--target=thumbv7em-none-eabihf", *_M4, "-fshort-enums", "-isystem", "/usr/include/newlib")


@dataclass(frozen=True)
class Way:
    """From a model to a program: tirc's options, if it is C, the compiler and its flags, and the emulated machine."""

    options: tuple
    cc: tuple = ()
    flags: tuple = ()
    machine: ArmBoard | RiscvBoard | Linux | None = None


# All passes of tirc run at -O0, too; LLVM's take most of the time.
REFERENCE = Way((*ELEMENTWISE, "--keep-constant-channels", "-O0"))
M4_BOARD = ArmBoard(_M4)
_M3_BOARD = ArmBoard(("-mcpu=cortex-m3", "-mthumb"))
_M0PLUS_BOARD = ArmBoard(("-mcpu=cortex-m0plus", "-mthumb"))
# Sanitizers find as much in code that is not optimised, which takes a fifth of the time to compile.
SANITIZED = ("-O0", "-std=c99", *SANITIZE)
WAYS = {
    "c": Way(AUTO, (GCC,), SANITIZED),
    "object": Way(AUTO),
    "cortex-m4-c-on-this-machine": Way(ON_M4, (CLANG,), SANITIZED),
    "cortex-m3-c-on-this-machine": Way(_ON_M3, (CLANG,), SANITIZED),
    "cortex-m0plus-c-on-this-machine": Way(_ON_M0PLUS, (CLANG,), SANITIZED),
    "cortex-m55-c-on-this-machine": Way(_ON_M55, (CLANG,), SANITIZED),
    "cortex-m3-object": Way(_ON_M3, machine=_M3_BOARD),
    "cortex-m0plus-c": Way(_ON_M0PLUS, (ARM_GCC, "-mcpu=cortex-m0plus", "-mthumb"), ("-O2", *STRICT_C), _M0PLUS_BOARD),
    "cortex-m0plus-object": Way(_ON_M0PLUS, machine=_M0PLUS_BOARD),
    "cortex-m4-c": Way(ON_M4, (ARM_GCC, *_M4), ("-O2", *STRICT_C), M4_BOARD),
    "cortex-m4-object": Way(ON_M4, machine=M4_BOARD),
}
# Steps that are written as C, in C by both compilers and as bitcode in objects. docs/Numbers.md says what each compiler
# must not do with floats.
_M55_BOARD = ArmBoard(("-mcpu=cortex-m55", "-mthumb"), "mps3-an547")
_STEPS = {
    "cortex-m55-c": Way(_ON_M55, (ARM_GCC, "-mcpu=cortex-m55", "-mthumb", "-mfloat-abi=softfp", "-fno-if-conversion2"),
                        ("-O2", *STRICT_C), _M55_BOARD),
    "cortex-m55-c-clang": Way(_ON_M55, (CLANG, "--target=thumbv8.1m.main-none-eabi", "-mcpu=cortex-m55+nomve.fp",
                                        "-mfloat-abi=softfp", "-fshort-enums", "-isystem", "/usr/include/newlib"),
                              ("-O2", *STRICT_C), _M55_BOARD),
    "cortex-m55-object": Way(_ON_M55, machine=_M55_BOARD),
}
_STEPS_A_PROGRAM, _LONG_STEPS = 10, 60
# Where the flash may be larger, weights with 16 bits each, as a multiplication takes many instructions.
_ON_M0PLUS_WITH_PAIRS = (*_ON_M0PLUS, "--flash=4M")
_PAIRS = {
    "cortex-m0plus-pairs-c-on-this-machine": Way(_ON_M0PLUS_WITH_PAIRS, (GCC,), SANITIZED),
    "cortex-m0plus-pairs-c": Way(_ON_M0PLUS_WITH_PAIRS, (ARM_GCC, "-mcpu=cortex-m0plus", "-mthumb"), ("-O2", *STRICT_C),
                                 _M0PLUS_BOARD),
    "cortex-m0plus-pairs-object": Way(_ON_M0PLUS_WITH_PAIRS, machine=_M0PLUS_BOARD),
}
_LONG_PAIRS = 30
# With vectors of eight floats, or of sixteen, if this machine has them.
_ON_AVX2 = (*AUTO, "--target-cpu=haswell")
_ON_AVX512 = (*AUTO, "--target-cpu=x86-64-v4")
_FLAGS_OF_THIS_MACHINE = pathlib.Path("/proc/cpuinfo").read_text().split()
_LANES = {
    "c": Way(AUTO, (GCC,), ("-O3", *STRICT_C)),
    "c-without-vectors": Way(AUTO, (GCC,), ("-DTIR_LANES=1", *SANITIZED)),
    "object": Way(AUTO),
    # gcc's C has loads of several floats.
    "cortex-m4-c": WAYS["cortex-m4-c"],
}
if "avx2" in _FLAGS_OF_THIS_MACHINE:
    _LANES |= {
        "avx2-c": Way(_ON_AVX2, (CLANG,), ("-O2", "-march=haswell", *STRICT_C)),
        "avx2-object": Way(_ON_AVX2),
    }
if "avx512vl" in _FLAGS_OF_THIS_MACHINE:
    _LANES["avx512-object"] = Way(_ON_AVX512)
# C gets the schedules of objects by tir-opt only.
ONLY_OBJECTS = "only-objects"
# int8 in lanes, by each instruction that this machine has, and the plain C of the steps.
_BYTES = {
    "pairs-c": Way(("--target-cpu=haswell", ONLY_OBJECTS), (GCC,), SANITIZED),
    "quads-c": Way(("--target-cpu=cascadelake", ONLY_OBJECTS), (CLANG,), SANITIZED),
}
for _feature, _name, _options in (("avx2", "avx2", ("--target-cpu=haswell",)),
                                  ("avx_vnni", "avxvnni", ("--target-cpu=haswell", "--target-features=+avxvnni")),
                                  ("avx512vl", "avx512", ("--target-cpu=x86-64-v4",)),
                                  ("avx512_vnni", "vnni", ("--target-cpu=cascadelake",))):
    if _feature in _FLAGS_OF_THIS_MACHINE:
        _BYTES[f"{_name}-object"] = Way((*AUTO, *_options))
_LONG_BYTES = 60
# int16 elements, in C by both compilers and in objects.
_WIDE = {name: WAYS[name] for name in ("c", "object", "cortex-m4-c-on-this-machine", "cortex-m3-c-on-this-machine",
                                       "cortex-m4-c", "cortex-m4-object")}
_WIDE["cortex-m4-c-clang"] = Way(ON_M4, (CLANG, *_M4_CLANG), ("-O2", *STRICT_C), M4_BOARD)
_LONG_WIDE = 60
# A core of RISC-V without vectors, with gcc's C and as an object.
_ON_RV32 = (*AUTO, "--target=rv32imac")
_RISCV = {
    "rv32imac-c": Way(_ON_RV32, (RISCV_GCC, "--specs=picolibc.specs", *riscv.CORE), ("-O2", *STRICT_C), RiscvBoard()),
    "rv32imac-object": Way(_ON_RV32, machine=RiscvBoard()),
}
# Processes of Linux: AArch64 with NEON alone and with products of bytes, and RISC-V with floats.
_AARCH64, _ARM64_DOT = Linux("aarch64"), "--target-features=+dotprod"
_RISCV64 = Linux("riscv64")
_ON_AARCH64 = {
    "aarch64-c": Way((*AUTO, "--target=aarch64"), (_AARCH64.compiler,), ("-O2", *STRICT_C), _AARCH64),
    "aarch64-object": Way((*AUTO, "--target=aarch64"), machine=_AARCH64),
    "aarch64-dotprod-object": Way((*AUTO, "--target=aarch64", _ARM64_DOT), machine=_AARCH64),
}
_ON_RISCV64 = {
    "rv64gc-c": Way((*AUTO, "--target=rv64gc"), (_RISCV64.compiler,), ("-O2", *STRICT_C), _RISCV64),
    "rv64gc-object": Way((*AUTO, "--target=rv64gc"), machine=_RISCV64),
}
_LONG_OTHERS = 100
_LANES_A_PROGRAM, _LONG_LANES = 18, 50
# Where words and tables have int8 elements, and on a machine without them.
_ELEMENTS = {name: WAYS[name] for name in ("c", "cortex-m4-c-on-this-machine", "cortex-m3-c-on-this-machine",
                                           "cortex-m0plus-c-on-this-machine", "cortex-m4-c", "cortex-m4-object")}
_ELEMENTS["cortex-m4-c-clang"] = Way(ON_M4, (CLANG, *_M4_CLANG), ("-O2", *STRICT_C), M4_BOARD)
_LONG_ELEMENTS = 60
_LEVELS = (("-O0",), ("-Og",), ("-Os",), ("-O2", "-fno-omit-frame-pointer"))
_FLAGS = {
    f"{name}{''.join(level)}": Way(options, cc, (*level, *STRICT_C), machine)
    for level in _LEVELS
    for name, options, cc, machine in (
        ("gcc", AUTO, (GCC,), None),
        ("clang", AUTO, (CLANG,), None),
        ("cortex-m4-gcc", ON_M4, (ARM_GCC, *_M4), M4_BOARD),
        ("cortex-m4-clang", ON_M4, (CLANG, *_M4_CLANG), M4_BOARD),
    )
}
# With all instructions of this processor; the reference's own C; and the Cortex-M4's C here by another compiler.
_FLAGS["gcc-native"] = Way(AUTO, (GCC,), ("-O2", "-march=native", *STRICT_C))
_FLAGS["clang-native"] = Way(AUTO, (CLANG,), ("-O2", "-march=native", *STRICT_C))
_FLAGS["elementwise-c"] = Way(ELEMENTWISE, (GCC,), ("-O2", *STRICT_C))
_FLAGS["cortex-m4-c-clang"] = Way(ON_M4, (CLANG,), ("-O2", *STRICT_C))


def _on_this_machine(ways):
    return {name: way for name, way in ways.items() if not way.machine}


class Program:
    """A model of random layers, compiled and run in several ways in one folder."""

    def __init__(self, compiler, folder, layers):
        self.tirc, self.folder, self.layers = compiler.tirc, folder, layers
        self._emits, self._compilations = {}, 0
        self.model = folder / "model.mlir"
        self.model.write_text(layers.text())
        (folder / "inputs").write_bytes(b"".join(layers.input_bytes(number) for number in range(_RUNS)))
        (folder / "runs.h").write_text(f"enum {{ RUNS = {_RUNS} }};\n")
        self._compiled = {}

    def prepare(self, *ways):
        """Lets each compilation write what these ways need: C, an object or both."""
        for way in ways:
            self._emits.setdefault(way.options, set()).add("c" if way.cc else "obj")

    def compile(self, options):
        """Returns the folder with what `prepare` asked for, or with the C."""
        if options not in self._compiled:
            emit = ",".join(sorted(self._emits.get(options, ("c",))))
            self._compilations += 1
            out = self.folder / f"compiled-{self._compilations}"
            # C for nobody in particular would have another plan than an object.
            here = () if any(option.startswith("--target") for option in options) else ("--target=host",)
            self._compile(out, f"--emit={emit}", *here, *options)
            (out / "binding.h").write_text(read_interface(out / "tvmgen_m.h", "m").binding())
            self._compiled[options] = out
        return self._compiled[options]

    def _compile(self, out, emit, *options):
        name = "--model-name=m"
        if ONLY_OBJECTS not in options:
            run(self.tirc, self.model, "-o", out, "--quiet", name, emit, *options)
            return
        target = [option for option in options if option.startswith("--target")]
        run(self.tirc, self.model, "-o", out, "--quiet", name, "--compile-to=kernels", *target)
        words = " ".join(option.removeprefix("--") for option in target)
        run(self.tirc.with_name("tir-opt"), out / "tvmgen_m.mlir", "-o", out / "scheduled.mlir",
            f"--tir-phase-schedule=target-triple=x86_64-linux-gnu {words} only-objects")
        run(self.tirc, out / "scheduled.mlir", "-o", out, "--quiet", "--compile-from=schedule", emit, *target)

    def compile_for(self, way):
        """Returns the folder with what this way needs."""
        self.prepare(way)
        out = self.compile(way.options)
        if not (out / f"tvmgen_m.{'c' if way.cc else 'o'}").exists():
            # It was compiled for another way, or for its report.
            del self._compiled[way.options]
            out = self.compile(way.options)
        return out

    def execute(self, name, way, edit=None):
        """Returns the bytes of all outputs; `edit` changes the text of the C."""
        out = self.compile_for(way)
        folder = self.folder / name
        folder.mkdir()
        unit = out / "tvmgen_m.o"
        if way.cc:
            source = out / "tvmgen_m.c"
            if edit:
                source = folder / "edited.c"
                source.write_text(edit((out / "tvmgen_m.c").read_text()))
            unit = folder / "model.o"
            run(*way.cc, *way.flags, "-I", out, "-c", source, "-o", unit)
        (folder / "inputs").symlink_to(self.folder / "inputs")
        includes = ("-I", self.folder, "-I", out)
        if way.machine:
            way.machine.execute(folder, includes, unit)
        else:
            sanitizers = SANITIZE if "-fsanitize=address,undefined" in way.flags else ()
            run(GCC, "-std=c99", "-O1", *sanitizers, *includes, HERE / "schedules" / "main.c", unit, "-lm",
                "-o", folder / "program")
            run(folder / "program", cwd=folder)
        return (folder / "outputs").read_bytes()

    def execute_together(self, ways):
        """Returns the bytes of all outputs in each way on this machine, by its name."""
        self.prepare(*ways.values())
        models = {name: self.compile_for(way) / f"tvmgen_m.{'c' if way.cc else 'o'}" for name, way in ways.items()}
        return together.execute(self.folder, ways, models)

    def execute_all(self, ways):
        """Returns the bytes of all outputs in each way, by its name."""
        emulated = {name: self.execute(name, way) for name, way in ways.items() if way.machine}
        return self.execute_together(_on_this_machine(ways)) | emulated

    def check(self, ways):
        """Compares each way with the reference."""
        for machine in {way.machine for way in ways.values()} - {None}:
            machine.require()
        self.prepare(REFERENCE, *ways.values())
        outputs, together_failed = {}, None
        try:
            outputs = self.execute_together({"reference": REFERENCE, **_on_this_machine(ways)})
        except Failure as failure:
            # Each way by itself shows which one it is.
            together_failed = failure
        wanted = outputs["reference"] if outputs else self.execute("reference", REFERENCE)
        problems = []
        for name, way in ways.items():
            try:
                compare(self.layers, wanted, outputs[name] if name in outputs else self.execute(name, way))
            except Failure as failure:
                problems.append(f"{name}: {failure}")
        if together_failed and not problems:
            problems.append(f"all in one program: {together_failed}")
        if problems:
            raise Failure("\n".join([*problems, f"in {self.model}, which is Layers({self.layers.seed}, "
                                                f"{self.layers.count_of_layers})"]))


def read_outputs(program, way):
    """Returns the shapes and the bytes of all outputs in all runs, by name."""
    program.prepare(way)
    rows = json.loads(next(program.compile(way.options).glob("*report.json")).read_text())["outputs"]
    data, outputs, place = program.execute(f"outputs{way.options[-2]}", way), {}, 0
    for _ in range(_RUNS):
        for row in rows:
            outputs.setdefault(row["name"], [row["shape"]]).append(data[place : place + row["bytes"]])
            place += row["bytes"]
    if place != len(data):
        raise Failure(f"{len(data)} bytes, expected {place}")
    return outputs


def compare(layers, wanted, got):
    """Raises a Failure that names the first layer with a wrong element."""
    place = 0
    for number in range(_RUNS):
        for output in layers.outputs:
            elements = struct.Struct(f"<{math.prod(output.shape)}{_FORMATS[output.element]}")
            parts = [data[place : place + elements.size] for data in (wanted, got)]
            place += elements.size
            if parts[0] == parts[1]:
                continue
            if len(parts[0]) != len(parts[1]):
                raise Failure(f"{len(got)} bytes, expected {len(wanted)}")
            expected, came = (elements.unpack(part) for part in parts)
            # One NaN is as good as another.
            wrong = [i for i, (e, c) in enumerate(zip(expected, came))
                     if struct.pack("<d", e) != struct.pack("<d", c) and not (e != e and c != c)]
            if wrong:
                raise Failure(_difference(layers, output, number, wrong, expected, came))
    if place != len(got):
        raise Failure(f"{len(got)} bytes, expected {place}")


def _difference(layers, output, number, wrong, expected, came):
    first, indices = wrong[0], []
    for extent in reversed(output.shape):
        first, index = divmod(first, extent)
        indices.insert(0, index)
    return (f"{output.field}: {len(wrong)} of {len(expected)} elements differ, the first at {indices} in run {number}: "
            f"{came[wrong[0]]!r}, expected {expected[wrong[0]]!r}\n"
            + "\n".join(layers.layers[name] for name in output.layers))


def _check(compiler, name, layers, ways):
    Program(compiler, compiler.folder(f"schedules/{name}"), layers).check(ways)


# The tests find faults.


def _change_weights(text):
    weights = re.search(r"static const u?int\d+_t \w*weights\w*\[\d+\] = \{([^}]*)\}", text)
    changed = re.sub(r"-?\b\d+\b", lambda number: str(int(number[0]) ^ 1), weights[1])
    return text[: weights.start(1)] + changed + text[weights.end(1) :]


def _begin_run_with(statement):
    return lambda text: re.sub(r"(tvmgen_m_run\([^)]*\) \{\n)", rf"\1  {statement}\n", text)


_FAULTS = {
    "weights": (_change_weights, r"l0_conv2d: \d+ of \d+ elements differ, the first at \[\d+(, \d+){3}\] in run 0"),
    "byte-behind": (_begin_run_with("((char *)outputs->l0_conv2d)[TVMGEN_M_L0_CONV2D_SIZE] = 0;"),
                    "l0_conv2d: bytes beside the output were written"),
    "byte-before": (_begin_run_with("((char *)outputs->l0_conv2d)[-1] = 0;"),
                    "l0_conv2d: bytes beside the output were written"),
    "input": (_begin_run_with("*(char *)inputs->x0 ^= 1;"), "x0: the input was written"),
    "error": (_begin_run_with("if (inputs) return 1;"), "model: returned an error code"),
}


def _one_convolution(compiler):
    """Returns a program with constant weights that matter, as nothing saturates, and its outputs."""
    for seed in range(0, 4000, 40):
        layers = Layers(seed, 1)
        if list(layers.layers) == ["l0_conv2d"] and len(layers.inputs) == 1:
            program = Program(compiler, compiler.folder(f"schedules/faults-{seed}"), layers)
            wanted = program.execute("reference", REFERENCE)
            if len(set(wanted)) > 200:
                return program, wanted
    raise Failure("no model is one convolution with constant weights")


def _finds_faults(compiler):
    """Faults in the C of one layer, and in each output of many, are found and named."""
    program, wanted = _one_convolution(compiler)
    for name, (edit, message) in _FAULTS.items():
        try:
            compare(program.layers, wanted, program.execute(name, Way(AUTO, (GCC,), ("-O1", "-std=c99")), edit))
        except Failure as failure:
            if not re.search(message, str(failure)):
                raise Failure(f"{name}: expected {message!r}, but: {failure}") from failure
        else:
            raise Failure(f"{name}: not found")
    layers = Layers(1, _LAYERS_A_PROGRAM)
    sizes = [struct.calcsize(f"<{math.prod(v.shape)}{_FORMATS[v.element]}") for v in layers.outputs]
    zeros = bytes(sum(sizes) * _RUNS)
    for i, output in enumerate(layers.outputs):
        place = sum(sizes) * (_RUNS - 1) + sum(sizes[: i + 1]) - 1
        try:
            compare(layers, zeros, zeros[:place] + b"\x01" + zeros[place + 1 :])
        except Failure as failure:
            if not str(failure).startswith(f"{output.field}: 1 of "):
                raise Failure(f"a byte of {output.field}: {failure}") from failure
        else:
            raise Failure(f"a byte of {output.field}: not found")


def _covers():
    """The usual programs contain each kind of layer in each type, and what schedules depend on."""
    every = [Layers(seed, _LAYERS_A_PROGRAM) for seed in range(_USUAL)]
    text = "\n".join(operators for layers in every for operators in layers.layers.values())
    wanted = {rf"{key} = {value}\b": 10 for key, value in (
        ("rounding_mode", "SINGLE_ROUND"), ("rounding_mode", "DOUBLE_ROUND"), ("per_channel", "true"),
        ("per_channel", "false"), ("scale32", "false"))}
    wanted |= {rf"(conv2d|pool2d) .*stride = array<i64: {stride}": 5 for stride in ("1, 1", "2, 2", "3", "1, [23]")}
    wanted |= {rf"conv2d .*dilation = array<i64: {dilation}": 3 for dilation in ("1, 1", "2", "3", "1, [23]")}
    wanted |= {rf"{op} .*\({kind}\) -> tensor": 3 for op in ("conv2d", "matmul", "pool2d") for kind in (
        r"tensor<[\dx]*xi8>.*", r"tensor<[\dx]*xi16>.*", r"tensor<[\dx]*xf32>.*")}
    wanted |= {r"tosa.(depthwise_)?conv2d %\w+, %x\d+,": 3, r"tosa.pad ": 10, r"tosa.add ": 10, r"tosa.clamp ": 10}
    wanted |= {rf"tosa.reduce_max .*x{element}>\) ->": 3 for element in ("i32", "f32")}
    # Channels in each place of a block of four, and many of them.
    wanted |= {rf"conv2d .*-> tensor<\d+x\d+x\d+x({'|'.join(map(str, range(rest or 4, 71, 4)))})xi": 5
               for rest in range(4)}
    wanted[r"conv2d .*-> tensor<\d+x\d+x\d+x(6\d|70)xi"] = 3
    few = [f"{pattern}: {len(re.findall(pattern, text))}, expected {count}" for pattern, count in wanted.items()
           if len(re.findall(pattern, text)) < count]
    hidden = sum(len(output.layers) > 1 for layers in every for output in layers.outputs)
    few += [f"outputs with layers that are not outputs: {hidden}, expected 10"] if hidden < 10 else []
    count = sum(len(layers.layers) for layers in every)
    few += [f"layers: {count}, expected 200"] if count < 200 else []
    kinds = {name.split("_", 1)[1] for layers in every for name in layers.layers}
    few += [f"no {kind}" for kind in (*KINDS, "add") if kind not in kinds]
    if few:
        raise Failure("the usual programs contain too few\n" + "\n".join(few))


def _chooses(compiler):
    """The C for this machine has each kind of step that any compiler vectorises. For a Cortex-M4, only floats have one."""
    programs = [Program(compiler, compiler.folder(f"schedules/chooses-{seed}"), Layers(seed, _LAYERS_A_PROGRAM))
                for seed in (0, 1, 2, _WITH_WINDOWS)]
    of_floats = "tir_dot_lanes_"
    steps = ("tir_widen_elements(", "tir_dot_rows_", "tir_dot_window_", "tir_requantize_double_", of_floats)
    for options, expected in ((AUTO, steps), (ON_M4, (of_floats,)), (ELEMENTWISE, ())):
        text = "".join((program.compile(options) / "tvmgen_m.c").read_text() for program in programs)
        for step in steps:
            if (step in text) != (step in expected):
                where = "not in" if step in expected else "in"
                raise Failure(f"{' '.join(options)}: {step} is {where} the C of the usual programs")
    pairs = Program(compiler, compiler.folder("schedules/chooses-pairs"), Layers(_WITH_PAIRS, _LAYERS_A_PROGRAM))
    if "_raised_pairs(" not in (pairs.compile(_ON_M0PLUS_WITH_PAIRS) / "tvmgen_m.c").read_text():
        raise Failure(f"{' '.join(_ON_M0PLUS_WITH_PAIRS)}: the C has no weights in pairs")


def tests(compiler):
    yield Test("schedules/chooses", lambda: _chooses(compiler))
    yield Test("schedules/finds-faults", lambda: _finds_faults(compiler))
    yield Test("schedules/covers", _covers)
    for name, count, kind, layers, ways, usual in (
        ("layers", _LONG, Layers, _LAYERS_A_PROGRAM, WAYS, _USUAL),
        ("flags", _LONG_FLAGS, Layers, _LAYERS_WITH_FLAGS, _FLAGS, 1),
        ("lanes", _LONG_LANES, FloatLayers, _LANES_A_PROGRAM, _LANES, 1),
        ("bytes", _LONG_BYTES, StepLayers, _STEPS_A_PROGRAM, _BYTES, 1),
        ("wide", _LONG_WIDE, WideLayers, _LAYERS_A_PROGRAM, _WIDE, 1),
        ("elements", _LONG_ELEMENTS, ElementLayers, _LAYERS_A_PROGRAM, _ELEMENTS, 1),
        ("layers-bytes", _LONG_BYTES, Layers, _LAYERS_A_PROGRAM, _BYTES, 0),
        ("steps", _LONG_STEPS, StepLayers, _STEPS_A_PROGRAM, _STEPS, 1),
        ("layers-m55", _LONG_STEPS, Layers, _STEPS_A_PROGRAM, _STEPS, 0),
        ("pairs", _LONG_PAIRS, Layers, _LAYERS_A_PROGRAM, _PAIRS, 0),
        ("layers-riscv", _LONG_OTHERS, Layers, _LAYERS_A_PROGRAM, _RISCV, 1),
        ("layers-aarch64", _LONG_OTHERS, Layers, _LAYERS_A_PROGRAM, _ON_AARCH64, 0),
        ("layers-rv64", _LONG_OTHERS, Layers, _LAYERS_A_PROGRAM, _ON_RISCV64, 0),
    ):
        for seed in range(count):
            yield Test(f"schedules/{name}-{seed}",
                       lambda n=f"{name}-{seed}", s=seed, c=kind, k=layers, w=ways: _check(compiler, n, c(s, k), w),
                       long=seed >= usual and (name, seed) not in _USUAL_TOO)
