"""Random models for two asynchronous devices and the processor, what they compute, and programs that run them."""

import random
from dataclasses import dataclass, field

from models import REPO
from toolchain import CLANG, SANITIZE, STRICT_C, run

_HERE = REPO / "test" / "integration" / "calls" / "launches"
_RUNTIME_HEADERS = ("-isystem", REPO / "runtime" / "crt" / "include")
_HOOKS = ("init", "activate", "deactivate", "abort")


@dataclass
class Model:
    size: int
    hooks: list[set[str]]
    lines: list[str] = field(default_factory=list)
    used: dict[str, str] = field(default_factory=dict)
    values: list[list[int]] = field(default_factory=list)
    outputs: list[int] = field(default_factory=list)

    def type(self):
        return f"tensor<1x{self.size}xi32>"

    def text(self):
        results = ", ".join(f'{self.type()} {{tir.name = "y{i}"}}' for i in range(len(self.outputs)))
        names = ", ".join(f"%{value}" for value in self.outputs)
        body = "\n".join("  " + line for line in self.lines)
        return (f'func.func @main(%0: {self.type()} {{tir.name = "x"}}) -> ({results}) {{\n{body}\n'
                f"  return {names} : {', '.join([self.type()] * len(self.outputs))}\n}}\n")


def _custom(model, name, option, operands, k, compute):
    model.used[name] = option
    types = ", ".join([model.type()] * len(operands))
    model.lines.append(
        f"%{len(model.values)} = tosa.custom {', '.join(f'%{o}' for o in operands)} {{operator_name = \"{name}\", "
        f'domain_name = "app", implementation_attrs = "{{k = {k} : i32}}"}} : ({types}) -> {model.type()}')
    columns = zip(*(model.values[o] for o in operands))
    model.values.append([(compute(*column) + k) & 0xFFFF for column in columns])


def _add_launch(model, rng, device, pick):
    form = rng.choice("uusbac")
    if form == "a" and len(model.values) < 2:
        form = "u"
    one, other = pick(), pick()
    operands = [one] if form in "usc" else [one, other]
    if form == "a" and one == other:
        form = "b"
    function = {"u": "npu_u", "s": "npu_us:scratch=20", "b": "npu_b", "a": "npu_a:updates=1", "c": "npu_c:cpacked"}[form]
    function, _, properties = function.partition(":")
    hooks = "+".join(["sync", *(hook for hook in _HOOKS if hook in model.hooks[device])])
    sizes = "" if form == "c" else ":sizes"
    option = f"{function}:npu{device}{sizes}:hooks={hooks}" + (f":{properties}" if properties else "")
    compute = {"u": lambda a: 3 * a, "s": lambda a: 3 * a, "c": lambda a: 3 * a, "b": lambda a, b: 5 * a + 3 * b, "a": lambda a, b: 7 * a + b}
    _custom(model, f"{form}{device}", option, operands, rng.randrange(1000), compute[form])


_STANDARD = {"add": lambda a, b: a + b, "maximum": max, "minimum": min}


def _standard(model, name, one, other):
    t = model.type()
    model.lines.append(f"%{len(model.values)} = tosa.{name} %{one}, %{other} : ({t}, {t}) -> {t}")
    model.values.append([_STANDARD[name](a, b) for a, b in zip(model.values[one], model.values[other])])


def _add_operator(model, rng, pick):
    """Adds an operator that the processor computes, here or by a function of the application."""
    if rng.random() < 0.4:
        _custom(model, "cpu", "cpu_u:sizes", [pick()], rng.randrange(1000), lambda a: 3 * a)
        return
    _standard(model, rng.choice(list(_STANDARD)), pick(), pick())


def make_branches():
    """Returns the model of docs/AsynchronousDevices.md: branches on both devices and on the processor."""
    model = Model(4, [set(_HOOKS)] * 2)
    model.values.append([1, 2, 3, 4])
    hooks = "+".join(("sync", *_HOOKS))
    for name, option, operand in (("n0", f"npu_u:npu0:sizes:hooks={hooks}", 0), ("cpu", "cpu_u:sizes", 0),
                                  ("n1", f"npu_u:npu1:sizes:hooks={hooks}", 2), ("cpu", "cpu_u:sizes", 2)):
        _custom(model, name, option, [operand], 1, lambda a: 3 * a)
    _standard(model, "maximum", 1, 4)
    _standard(model, "minimum", 3, 5)
    model.outputs = [6]
    return model


def make_model(seed):
    """Returns a random model. Both devices have work, which often depends on nothing but the input."""
    rng = random.Random(seed)
    model = Model(rng.randrange(4, 24), [{"init", "activate", "deactivate", "abort"}, set()])
    model.hooks[1] = rng.choice((set(), {"abort"}, {"activate", "deactivate"}, {"init", "activate", "deactivate", "abort"}))
    model.values.append([rng.randrange(1 << 12) for _ in range(model.size)])
    for step in range(rng.randrange(4, 12)):
        def pick():
            recent = rng.randrange(len(model.values))
            return recent if rng.random() < 0.5 else max(recent, rng.randrange(len(model.values)))
        if step < 2:
            _add_launch(model, rng, step, lambda: 0)
        elif rng.random() < 0.5:
            _add_launch(model, rng, rng.randrange(2), pick)
        else:
            _add_operator(model, rng, pick)
    read = {int(word.strip("%,")) for line in model.lines for word in line.split(" : ")[0].split()[2:]
            if word.strip("%,").isdigit() and word.startswith("%")}
    model.outputs = [value for value in range(1, len(model.values)) if value not in read or rng.random() < 0.1]
    return model


def _header(model, packed, options):
    """Returns program.h."""
    def array(values):
        return "{" + ", ".join(map(str, values)) + "}"

    names = [f"y{i}" for i in range(len(model.outputs))]
    lines = [
        f"enum {{ SIZE = {model.size}, NUM_OUTPUTS = {len(names)} }};",
        f"static const int32_t input[SIZE] = {array(model.values[0])};",
        f"static const int32_t expected[NUM_OUTPUTS][SIZE] = {array(array(model.values[o]) for o in model.outputs)};",
        "#define MODEL(suffix) tvmgen_launches_##suffix",
        *(f"#define HAS_{hook.upper()}(i) ((i) == 0 ? {int(hook in model.hooks[0])} : {int(hook in model.hooks[1])})"
          for hook in ("init", "activate", "abort")),
    ]
    if packed:
        lines += [
            '#include "tvm/runtime/c_runtime_api.h"', '#include "tvm/runtime/c_backend_api.h"',
            "typedef void *MODEL_INPUTS;", "typedef void *MODEL_OUTPUTS[NUM_OUTPUTS];",
            "typedef struct { void *npu0, *npu1; } MODEL_DEVICES;",
            "#define SET_INPUTS(s) (s) = fed", "#define SET_OUTPUTS(s) "
            + "; ".join(f"(s)[{i}] = got[{i}]" for i in range(len(names))),
            _PACKED, "#define RUN run_packed",
        ]
    else:
        lines += [
            '#include "tvmgen_launches.h"', "typedef struct tvmgen_launches_inputs MODEL_INPUTS;",
            "typedef struct tvmgen_launches_outputs MODEL_OUTPUTS;",
            "typedef struct tvmgen_launches_devices MODEL_DEVICES;",
            "#define SET_INPUTS(s) (s).x = fed",
            "#define SET_OUTPUTS(s) " + "; ".join(f"(s).{name} = got[{i}]" for i, name in enumerate(names)),
            "#define RUN tvmgen_launches_run", "#define INIT tvmgen_launches_init",
        ]
    if packed:
        lines += [_PACKED_INIT, "#define INIT init_packed"]
    lines.append("#define SET_DEVICES(s) (s).npu0 = &npu[0]; (s).npu1 = &npu[1]")
    if "--steps" in options:
        lines += ["#define HAS_STEPS", "#define MODEL_PROGRESS struct tvmgen_launches_progress"]
    if "--on-error=hook" in options:
        lines.append("#define HAS_ERROR_HOOK")
    if "--workspace=backend" in options:
        lines.append("#define HAS_BACKEND")
    return "\n".join(lines) + "\n"


_PACKED = """
int32_t tvmgen_launches_run(TVMValue *args, int *codes, int num_args, TVMValue *out, int *out_code, void *handle);
int32_t tvmgen_launches_init(TVMValue *args, int *codes, int num_args, TVMValue *out, int *out_code, void *handle);

static int32_t run_packed(MODEL_INPUTS *in, MODEL_OUTPUTS *out, MODEL_DEVICES *contexts) {
  static int64_t shape[2] = {1, SIZE};
  DLTensor tensors[1 + NUM_OUTPUTS];
  TVMValue args[NUM_OUTPUTS + 3], value;
  int codes[NUM_OUTPUTS + 3], code;
  for (int i = 0; i < NUM_OUTPUTS + 1; ++i) {
    tensors[i].data = i == 0 ? *in : (*out)[i - 1];
    tensors[i].device.device_type = kDLCPU;
    tensors[i].device.device_id = 0;
    tensors[i].ndim = 2;
    tensors[i].dtype.code = kDLInt;
    tensors[i].dtype.bits = 32;
    tensors[i].dtype.lanes = 1;
    tensors[i].shape = shape;
    tensors[i].strides = NULL;
    tensors[i].byte_offset = 0;
    args[i].v_handle = &tensors[i];
    codes[i] = kTVMDLTensorHandle;
  }
  args[NUM_OUTPUTS + 1].v_handle = contexts->npu0;
  args[NUM_OUTPUTS + 2].v_handle = contexts->npu1;
  codes[NUM_OUTPUTS + 1] = codes[NUM_OUTPUTS + 2] = kTVMOpaqueHandle;
  return tvmgen_launches_run(args, codes, NUM_OUTPUTS + 3, &value, &code, NULL);
}
"""

_PACKED_INIT = """
static int32_t init_packed(MODEL_DEVICES *contexts) {
  TVMValue args[2], value;
  int codes[2] = {kTVMOpaqueHandle, kTVMOpaqueHandle}, code;
  args[0].v_handle = contexts->npu0;
  args[1].v_handle = contexts->npu1;
  return tvmgen_launches_init(args, codes, 2, &value, &code, NULL);
}
"""


def build(compiler, folder, model, back_end, options):
    """Returns the program of a model."""
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / "launches.mlir"
    source.write_text(model.text())
    run(compiler.tirc, source, "-o", folder, "--model-name=launches", "--quiet", f"--emit={back_end}", *options,
        *(f"--custom-op={name}:{option}" for name, option in model.used.items()))
    (folder / "program.h").write_text(_header(model, "--interface-api=packed" in options, options))
    part = folder / ("tvmgen_launches.c" if back_end == "c" else "tvmgen_launches.o")
    program = folder / "program"
    run(CLANG, *STRICT_C, "-Wno-unused-function", *SANITIZE, "-I", folder, "-I", _HERE, *_RUNTIME_HEADERS,
        "-isystem", folder, _HERE / "main.c", _HERE / "device.c", part, "-o", program)
    return program
