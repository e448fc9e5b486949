"""Flips bits in the constants, the arena and the progress of a model that runs in steps, and counts what becomes of them:
on this machine with sanitizers, and on the emulated board."""

import collections
import re
import subprocess
from dataclasses import dataclass, field

import golden
from compiled import read_interface
from models import BOARD, HERE
from runner import Failure
from toolchain import ARM_GCC, CORTEX_M4, SANITIZE, run

KINDS = ("constants", "arena", "progress")
RESULTS = {"d": "detected", "m": "masked", "s": "silent", "c": "crash", "h": "hang", "o": "outside"}
_ROOM = HERE / "safety"
_OBJECT = ", object"
_FLAGS = "run_in_progress|constants_are_checked"
_ARRAY = re.compile(r"^(?P<before>.*?)static const (?P<type>\w+) (?P<name>\w+)\[(?P<size>\d+)\] = \{", re.M)
# No run of a flip takes as long, even with sanitizers on a busy machine.
_SECONDS = 60


@dataclass
class Counts:
    """The results of flips by what they were in."""

    by_kind: dict = field(default_factory=lambda: {kind: collections.Counter() for kind in KINDS})

    def add(self, number, letter):
        self.by_kind[KINDS[number % len(KINDS)]][RESULTS[letter]] += 1

    def total(self, result):
        return sum(counts[result] for counts in self.by_kind.values())


def writable(text):
    """Returns the C with arrays of constants that can be written, and their names."""
    names = [match["name"] for match in _ARRAY.finditer(text)]
    if not names:
        raise Failure("no array of constants in the C")
    return _ARRAY.sub(lambda m: f"{m['before']}static {m['type']} {m['name']}[{m['size']}] = {{", text), names


def _call(header, name):
    """Returns the call of a function that drives a run."""
    found = re.search(rf"int32_t {name}\(([^)]*)\);", header)
    if not found:
        raise Failure(f"the header has no {name}")
    arguments = {"progress": "&drive.progress", "inputs": "&inputs", "outputs": "&outputs"}
    words = [parameter.split("*")[-1].strip() for parameter in found[1].split(",")]
    return f"{name}({', '.join(arguments[word] for word in words)})"


def _source(out, prefix):
    """Returns C with the model, and the names of its constants and of its flags."""
    text, names = writable((out / f"{prefix}.c").read_text())
    return text, names, re.findall(rf"static \w+ ({prefix}_(?:{_FLAGS}))\[", text)


def _object(out, prefix, tools):
    """The same for an object, whose data become public and writable: `flips.o` beside it, which C declares."""
    rows = [line.split() for line in run(f"{tools}nm", "-S", out / f"{prefix}.o").splitlines()]
    sizes = {row[3]: (int(row[1], 16), row[2]) for row in rows if len(row) == 4 and row[3].startswith(prefix)}
    data = {name: size for name, (size, kind) in sizes.items() if kind in "rbd"}
    constants = [name for name in data if sizes[name][1] == "r"]
    if not constants:
        raise Failure("no constants in the object")
    text = "".join(f"extern unsigned char {_in_c(name)}[{size}];\n" for name, size in data.items())
    names = [f"--redefine-sym={name}={_in_c(name)}" for name in data if _in_c(name) != name]
    names += [f"--globalize-symbol={_in_c(name)}" for name in data]
    sections = [f"--rename-section=.rodata.{name}=.data.{name},alloc,load,data,contents" for name in constants]
    # Names change first.
    run(f"{tools}objcopy", *names[: len(names) - len(data)], *sections, out / f"{prefix}.o", out / "flips.o")
    run(f"{tools}objcopy", *names[len(names) - len(data) :], out / "flips.o")
    return text, [_in_c(name) for name in constants], [_in_c(name) for name in data if re.search(_FLAGS, name)]


def _in_c(name):
    return name.replace(".", "_")


def _describe(model, place, out, first, last):
    """Returns the text of flips.h."""
    prefix = f"tvmgen_{model.name}"
    macros = prefix.upper()
    header = (out / f"{prefix}.h").read_text()
    text, names, flags = _object(out, prefix, place.tools) if place.form == "obj" else _source(out, prefix)
    interface = read_interface(out / f"{prefix}.h", model.name)
    (given,), (made,) = interface.inputs, interface.outputs
    inputs, _ = golden.load(model)
    size = len(inputs.data) // inputs.shape[0]
    lines = [
        "/* The compiler must not know what arrays contain. */",
        "#ifdef __GNUC__\n#pragma GCC diagnostic ignored \"-Wunused-function\"\n#endif",
        f'#include "{prefix}.h"',
        text,
        f"enum {{ FIRST = {first}, LAST = {last}, MAX_STEPS = {macros}_STEPS, "
        f"OUTPUT_BYTES = {macros}_{made.upper()}_SIZE, ARENA_BYTES = {macros}_WORKSPACE_SIZE }};",
        "#define FOR_EACH_ARRAY " + " ".join(f"X({name})" for name in names),
        f"#define PROGRESS {prefix}_progress",
        f"#define INPUTS {prefix}_inputs",
        f"#define OUTPUTS {prefix}_outputs",
        *(f"#define {name.upper()} {_call(header, f'{prefix}_{name}')}" for name in ("begin", "step", "end")),
        f"static const unsigned char given[] = {{{','.join(map(str, inputs.data[:size]))}}};",
        "static struct { unsigned char before[64]; union { unsigned char bytes[sizeof given]; int64_t align; } data;\n"
        "  unsigned char between[64]; union { unsigned char bytes[OUTPUT_BYTES]; int64_t align; } made;\n"
        "  unsigned char after[64]; } io;",
        "static unsigned char copies[sizeof(struct { " +
        " ".join(f"unsigned char a{i}[sizeof {name}];" for i, name in enumerate(names)) + " })];",
        f"static unsigned char *arena(void) {{ return (unsigned char *){prefix}_workspace; }}",
        f"static void start(struct {prefix}_inputs *inputs, struct {prefix}_outputs *outputs, unsigned char **output) {{",
        "  unsigned char *copy = copies;",
        *(f"  memcpy(copy, {name}, sizeof {name}); copy += sizeof {name};" for name in names),
        "  memset(io.before, 0xA5, 64); memset(io.between, 0xA5, 64); memset(io.after, 0xA5, 64);",
        "  memcpy(io.data.bytes, given, sizeof given);",
        f"  inputs->{given} = io.data.bytes; outputs->{made} = *output = io.made.bytes;",
        "}",
        "static int guards_hold(void) {",
        "  const unsigned char *copy = copies;",
        "  for (int i = 0; i < 64; ++i)",
        "    if (io.before[i] != 0xA5 || io.between[i] != 0xA5 || io.after[i] != 0xA5) return 0;",
        "  if (memcmp(io.data.bytes, given, sizeof given)) return 0;",
        *(f"  if (memcmp(copy, {name}, sizeof {name})) return 0;\n  copy += sizeof {name};" for name in names),
        "  return 1;",
        "}",
        "/* As after a start of the program. */",
        "static void reset(void) {",
        *(f"  memset({flag}, 0, sizeof {flag});" for flag in flags),
        "}",
    ]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Host:
    """This machine, where C has sanitizers of addresses and undefined behaviour."""

    form: str
    tools = ""

    @property
    def name(self):
        return "host" + _OBJECT * (self.form == "obj")

    options = ("--target=host",)

    def build(self, folder, out):
        program = folder / "flips"
        run("gcc", "-std=c99", "-O1", *SANITIZE, "-I", folder, "-I", out, _ROOM / "bit_flips.c", *self.objects(out), "-lm", "-o", program)
        return [program]

    def objects(self, out):
        return [out / "flips.o"] * (self.form == "obj")


@dataclass(frozen=True)
class Board(Host):
    """The emulated Cortex-M4, whose memory protection makes accesses elsewhere faults."""

    tools = "arm-none-eabi-"

    @property
    def name(self):
        return "board" + _OBJECT * (self.form == "obj")

    options = ("--target=cortex-m4", "--float-abi=soft")

    def build(self, folder, out):
        program = folder / "flips.elf"
        run(ARM_GCC, *CORTEX_M4, "-mfloat-abi=soft", "-std=c99", "-O2", "-I", folder, "-I", out, "-I", BOARD, BOARD / "startup.c",
            _ROOM / "bit_flips.c", *self.objects(out), "-nostartfiles", "--specs=nano.specs",
            "-T", BOARD / "mps2-an386.ld", "-lm", "-o", program)
        return ["qemu-system-arm", "-M", "mps2-an386", "-nographic", "-monitor", "none", "-serial", "none",
                "-semihosting-config", "enable=on,target=native", "-kernel", program]


PLACES = tuple(place(form) for form in ("c", "obj") for place in (Host, Board))


def _execute(command, count):
    """Returns the letters of flips, and whether the program came to its end."""
    try:
        done = subprocess.run([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False, timeout=_SECONDS + count)
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").decode(), "h", ""
    text = done.stdout.decode("utf-8", "replace")
    if text.startswith("the model"):
        raise Failure(text)
    letters = re.match(r"[dmsho]*", text)[0]
    ended = text.rstrip().endswith("end") and done.returncode == 0
    return letters, "" if ended else "c", text[len(letters) :]


def count(compiler, model, place, flips, safety=()):
    """Returns the counts of `flips` flips, and the text of the first crash."""
    options = [*place.options, f"--emit={place.form}", "--steps", *([f"--safety={','.join(safety)}"] if safety else [])]
    out = compiler.compile(model, *options)
    folder = compiler.folder(f"flips/{model.name}/{place.name.replace(', ', '-')}/{'-'.join(safety) or 'without'}")
    counts, first, crash = Counts(), 0, ""
    while first < flips:
        (folder / "flips.h").write_text(_describe(model, place, out, first, flips))
        letters, end, text = _execute(place.build(folder, out), flips - first)
        for number, letter in enumerate(letters + end, first):
            counts.add(number, letter)
        crash = crash or text * bool(end)
        first += len(letters) + bool(end)
        if not end:
            break
    return counts, crash
