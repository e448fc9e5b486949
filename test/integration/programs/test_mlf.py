"""Archives in Model Library Format: layout, the type of each key, each figure against the compiled objects; the
contents of an archive build with plain commands and compute the golden vectors."""

import copy
import itertools
import json
import os
import pathlib
import random
import re
import subprocess
import tarfile

import device_module
import golden
import toolchain
from compiled import read_interface
from models import DIGITS, HERE, MODELS, REPO
from runner import Failure, Test
from test_conventions import external_binding, packed_binding
from toolchain import ARM_GCC, CORTEX_M4, GCC, STRICT_C, run

_WAYS = tuple(itertools.product(("c", "obj"), ("c", "packed"), ("internal", "external")))
# The options of mlf for each target, and the compiler that builds the sources for it.
_M4 = ("--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4")
_TARGETS = {
    "host": ((), (GCC,), "nm", "size"),
    "m4": (_M4, (ARM_GCC, *CORTEX_M4), "arm-none-eabi-nm", "arm-none-eabi-size"),
}


class Archive:
    """An archive, read with Python's tarfile."""

    def __init__(self, file):
        with tarfile.open(file) as tar:
            self.members = tar.getmembers()
            self.files = {m.name: tar.extractfile(m).read() for m in self.members}
        self.metadata = json.loads(self.files["./metadata.json"])

    def model(self):
        (model,) = self.metadata["modules"].values()
        return model

    def unpack(self, folder):
        for name, contents in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(contents)


def expect(found, wanted, what):
    if found != wanted:
        raise Failure(f"{what}: expected {wanted!r}, found {found!r}")


def _options(way):
    code, interface, workspace = way
    return f"--emit={code},mlf", f"--interface-api={interface}", f"--workspace={workspace}"


def make(compiler, model, name, *options, **how):
    file = compiler.folder(f"mlf/{model.name}") / f"{name}.tar"
    compiler.run(model, file, *options, **how)
    # tirc itself finds no error in it, either.
    described = run(compiler.tirc, "--describe", file)
    if f"model        {model.name.lower()} (full-model)" not in described:
        raise Failure(f"--describe does not name the model:\n{described}")
    return Archive(file)


# --- Layout and types (abi.md 6.1, 6.2)


def check_layout(archive, name, code, interface):
    wanted = {
        "./metadata.json", f"./parameters/{name}.params", f"./src/{name}.mlir", f"./src/{name}.report.json",
        f"./codegen/host/src/{name}_lib0.c" if code == "c" else f"./codegen/host/lib/{name}_lib0.o",
    }
    if code == "c":
        # Projects that were written for TVM name it.
        wanted.add(f"./codegen/host/src/{name}_lib1.c")
    if code == "obj":
        # TVM's generator for Zephyr lists this folder.
        wanted.add(f"./codegen/host/src/{name}_object.c")
    if interface == "c":
        wanted.add(f"./codegen/host/include/tvmgen_{name}.h")
    elif code == "c":
        wanted.add(f"./codegen/host/src/tvmgen_{name}.h")
    runtime = REPO / "runtime" / "crt"
    for path in runtime.rglob("*"):
        inside = str(path.relative_to(runtime))
        if inside.startswith("src/platform/"):
            continue
        # As TVM's Makefiles name them.
        inside = pathlib.PurePath(re.sub("^src/", "src/runtime/crt/", inside))
        if path.is_file() and inside.parts[0] != "test":
            wanted.add(f"./runtime/{inside}")
            if inside.parts[0] == "templates":
                wanted.add(f"./{inside}")
            expect(archive.files.get(f"./runtime/{inside}"), path.read_bytes(), f"./runtime/{inside}")
    expect(sorted(archive.files), sorted(wanted), "members")
    expect(len(archive.members), len(wanted), "number of members")
    for member in archive.members:
        expect((member.mode, member.uid, member.gid, member.uname, member.gname),
               (0o644, 0, 0, "root", "root"), member.name)


_TENSORS = {str: {"size": int, "dtype": str}}
_MEMORY = {"device": int, "workspace_size_bytes": int, "constants_size_bytes": int, "io_size_bytes": int}
_CPU_MEMORY = {**_MEMORY, "inputs": _TENSORS, "outputs": _TENSORS}
_TYPES = {
    "version": int,
    "modules": {str: {
        "model_name": str, "export_datetime": str, "target": [str], "executors": [str], "style": str,
        "external_dependencies": [{"short_name": str, "url": str, "url_type": str, "version_spec": str}],
        "memory": {"functions": {
            "main": [_CPU_MEMORY],
            "operator_functions": [{"function_name": str, "workspace": [{"device": int, "workspace_size_bytes": int}]}],
        }},
    }},
}


def check_type(value, wanted, path):
    """Checks that the value has that form, with these keys and no other."""
    if isinstance(wanted, type):
        expect(type(value), wanted, f"type of {path}")
    elif isinstance(wanted, list):
        expect(type(value), list, f"type of {path}")
        if not value:
            raise Failure(f"{path} is empty")
        for i, entry in enumerate(value):
            check_type(entry, wanted[0], f"{path}[{i}]")
    elif str in wanted:
        expect(type(value), dict, f"type of {path}")
        for key, entry in value.items():
            check_type(entry, wanted[str], f"{path}.{key}")
    else:
        expect(type(value), dict, f"type of {path}")
        expect(sorted(value), sorted(wanted), f"keys of {path}")
        for key, entry in value.items():
            check_type(entry, wanted[key], f"{path}.{key}")


def check_metadata(archive, name):
    metadata = copy.deepcopy(archive.metadata)
    for module in metadata["modules"].values():
        # It is not there with --model-info=none, and TVM does not have it.
        digest = module.pop("model_sha256", 64 * "0")
        expect(re.fullmatch("[0-9a-f]{64}", digest) is not None, True, "model_sha256 is a SHA-256")
    check_type(metadata, _TYPES, "metadata")
    expect(archive.metadata["version"], 7, "version")
    expect(list(archive.metadata["modules"]), [name], "modules")
    model = archive.model()
    expect(model["model_name"], name, "model_name")
    expect(model["executors"], ["aot"], "executors")
    expect(model["style"], "full-model", "style")
    expect(model["export_datetime"], "1970-01-01 00:00:00Z", "export_datetime")
    expect(model["external_dependencies"], [{
        "short_name": "tvm_standalone_crt", "url": "./runtime", "url_type": "mlf_path", "version_spec": "0.14.0"}],
        "external_dependencies")
    # Four words: magic number, reserved, no names, no arrays.
    expect(archive.files[f"./parameters/{name}.params"], bytes.fromhex("b79c04054f8de5f7") + bytes(24), "parameters")


# --- Figures

_SHORT_ARRAY = 64


def symbols(nm, part):
    """Returns size and kind of each symbol that has a size."""
    found = {}
    for line in run(nm, "--print-size", part).splitlines():
        if match := re.fullmatch(r"[0-9a-f]+ ([0-9a-f]+) (\S) (\S+)", line):
            found[match[3]] = (int(match[1], 16), match[2])
    return found


def sections(size, part):
    return {m[1]: int(m[2]) for m in re.finditer(r"^(\.\S+)\s+(\d+)\s+\d+$", run(size, "-A", part), re.M)}


def check_figures(archive, name, part, nm, size, workspace, plain, optimized=False):
    """`plain` is an object that a compiler of C made. At -O0, it contains each array once and nothing else of their
    kind; if it is `optimized`, short arrays may be part of the code."""
    (memory,) = archive.model()["memory"]["functions"]["main"]
    report = json.loads(archive.files[f"./src/{name}.report.json"])
    known = symbols(nm, part)

    constants = {row["name"]: row["bytes"] for row in report["constants"]}
    found = sum(bytes for symbol, (bytes, kind) in known.items() if kind in "rR" and symbol in constants)
    if optimized:
        # A compiler puts the numbers of a short array into the code if it unrolls all loops over it.
        found += sum(bytes for symbol, bytes in constants.items() if symbol not in known and bytes <= _SHORT_ARRAY)
    expect(memory["constants_size_bytes"], found, "constants_size_bytes, by nm")
    others = {s: b for s, (b, kind) in known.items() if kind in "rR" and s not in constants}
    # Texts of messages, and numbers that the compiler inserted.
    if odd := [symbol for symbol in others if not re.match(r"tir_text_|__func__|\.L", symbol)]:
        raise Failure(f"the read-only symbols {odd} are not constants of the report")

    memory_symbols = sum(bytes for bytes, kind in known.values() if kind in "bBdDC")
    planned = sum(pool["bytes"] for pool in report["pools"])
    expect(memory["workspace_size_bytes"], planned, "workspace_size_bytes, by the plan")
    expect(memory_symbols, planned if workspace == "internal" else 0, "bytes of writable symbols, by nm")
    parts = sections(size, part)
    writable = sum(bytes for section, bytes in parts.items() if re.match(r"\.(bss|data)(?!\.rel\.ro)", section))
    # One section, so that there may be a gap before an array.
    gaps = 16 * len(report["pools"]) if plain else 0
    if not memory_symbols <= writable <= memory_symbols + gaps:
        raise Failure(f".bss and .data are {writable} bytes by size, the symbols {memory_symbols}")
    constant_sections = sum(bytes for section, bytes in parts.items() if section.startswith(".rodata"))
    constant_symbols = sum(bytes for symbol, (bytes, kind) in known.items() if kind in "rR")
    if constant_sections < constant_symbols:
        raise Failure(f".rodata is {constant_sections} bytes by size, the symbols {constant_symbols}")


def check_tensors(archive, model, inputs, outputs):
    """The golden vectors have the length in the metadata, for one run or several."""
    (memory,) = archive.model()["memory"]["functions"]["main"]
    totals = {kind: sum(t["size"] for t in memory[kind].values()) for kind in ("inputs", "outputs")}
    expect(memory["io_size_bytes"], totals["inputs"] + totals["outputs"], "io_size_bytes")
    for kind, data in (("inputs", inputs), ("outputs", outputs)):
        if not totals[kind] or len(data) % totals[kind]:
            raise Failure(f"{len(data)} bytes of {kind} are not a multiple of {totals[kind]}")


def _parts(archive, folder, compiler, *flags):
    """Returns the archive's code as objects. C is compiled with strict warnings, without another folder of tirc's."""
    objects = sorted((folder / "codegen/host/lib").glob("*.o"))
    for source in sorted((folder / "codegen/host/src").glob("*.c")):
        objects.append(source.with_suffix(".o"))
        run(*compiler, *STRICT_C, *flags, "-I", folder / "codegen/host/include", "-isystem", folder / "runtime/include",
            "-c", source, "-o", objects[-1])
    # Beside the code there is a source without code.
    objects = [code for code in objects if not code.stem.endswith(("_object", "_lib1"))]
    expect(len(objects), 1, "number of code files")
    return objects


def _figures(compiler, model, way, target):
    code, interface, workspace = way
    options, cc, nm, size = _TARGETS[target]
    name = "-".join((*way, target))
    archive = make(compiler, model, name, *_options(way), *options)
    check_layout(archive, model.name, code, interface)
    check_metadata(archive, model.name)
    folder = compiler.folder(f"mlf/{model.name}/{name}")
    archive.unpack(folder)
    for level in ("-O0", "-Os") if code == "c" else ("",):
        (part,) = _parts(archive, folder, cc, *filter(None, [level]))
        check_figures(archive, model.name, part, nm, size, workspace, code == "c", optimized=level == "-Os")


# --- Build and run


def _declarations(model, header):
    """The declarations of a program for a packed model: the sizes of its tensors, and the entry."""
    sizes = "\n".join(re.findall(r"^#define \w+_(?:SIZE|ALIGN) \d+$", header.read_text(), re.M))
    return f'''{sizes}
#include "tvm/runtime/c_runtime_api.h"
int32_t tvmgen_{model.name}_run(TVMValue *, int *, int, TVMValue *, int *, void *);
'''


def _runtime(folder):
    """Builds the archive's runtime for this machine with plain commands: as a library, so that a program gets only the
    functions that it calls."""
    (folder / "crt_config.h").write_bytes((folder / "templates/crt_config.h.template").read_bytes())
    sources = [source for part in ("common", "memory")
               for source in sorted((folder / "runtime/src/runtime/crt" / part).glob("*.c"))]
    # An archive has nothing that only a host needs.
    sources += sorted((REPO / "runtime/crt/src/platform/host").glob("*.c"))
    run(GCC, *STRICT_C, "-O1", "-I", folder, "-I", folder / "runtime/include", "-c", *sources, cwd=folder)
    run("ar", "rcs", folder / "libruntime.a", *(folder / f"{source.stem}.o" for source in sources))
    return folder / "libruntime.a"


def _cmake(compiler):
    """Builds the archive's runtime with its own CMake project, which has no tests there."""
    archive = make(compiler, DIGITS, "cmake", "--emit=mlf")
    folder = compiler.folder(f"mlf/{DIGITS.name}/cmake")
    archive.unpack(folder)
    run("cmake", "-S", folder / "runtime", "-B", folder / "build")
    run("cmake", "--build", folder / "build")
    built = sorted(path.name for path in (folder / "build").rglob("*.a"))
    parts = ("aot_executor", "aot_executor_module", "common", "memory")
    wanted = [f"libtir_crt_{part}.a" for part in parts]
    expect(built, wanted, "libraries")


def _run(compiler, model, way):
    _, interface, workspace = way
    name = "-".join(("run", *way))
    archive = make(compiler, model, name, *_options(way), *(["--system-lib"] if interface == "packed" else []))
    folder = compiler.folder(f"mlf/{model.name}/{name}")
    archive.unpack(folder)
    (part,) = _parts(archive, folder, (GCC,), "-O1")
    report = json.loads(archive.files[f"./src/{model.name}.report.json"])
    pools = report["pools"] if workspace == "external" else ()
    header = compiler.compile(model) / f"tvmgen_{model.name}.h"
    binding = read_interface(header, model.name).binding()
    if interface == "packed":
        # Without a header in the archive, the program declares the entry itself.
        binding = binding.replace(f'#include "tvmgen_{model.name}.h"', _declarations(model, header))
        binding += packed_binding(model, report, pools)
    elif pools:
        binding += external_binding(model, pools)
    (folder / "binding.h").write_text(binding)
    inputs, wanted = golden.load(model)
    (folder / "inputs").write_bytes(inputs.data)
    check_tensors(archive, model, inputs.data, wanted.data)
    run(GCC, "-std=c99", "-O1", "-I", folder, "-I", folder / "codegen/host/include",
        "-isystem", folder / "runtime/include", HERE / "harness.c", part,
        *([_runtime(folder)] if interface == "packed" else []), "-lm", "-o", folder / "program")
    run(folder / "program", folder / "inputs", folder / "outputs")
    golden.check(model, wanted, (folder / "outputs").read_bytes())


# --- The same bytes


def _same_bytes(compiler, code):
    one = make(compiler, DIGITS, f"same-{code}", f"--emit={code},mlf")
    folder = compiler.folder("mlf/elsewhere/folder")
    toolchain.run(compiler.tirc, os.path.relpath(DIGITS.file, folder), "-o", "other.tar", f"--model-name={DIGITS.name}",
                  "--quiet", "--model-info=none", "--target=host", *DIGITS.options, f"--emit={code},mlf", cwd=folder,
                  env={"TZ": "Asia/Kathmandu", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"})
    first = compiler.folder(f"mlf/{DIGITS.name}") / f"same-{code}.tar"
    if first.read_bytes() != (folder / "other.tar").read_bytes():
        raise Failure(f"{first} and {folder / 'other.tar'} differ")
    later = make(compiler, DIGITS, f"later-{code}", f"--emit={code},mlf", env={"SOURCE_DATE_EPOCH": "1700000000"})
    for archive, time, text in ((one, 0, "1970-01-01 00:00:00Z"), (later, 1700000000, "2023-11-14 22:13:20Z")):
        expect(archive.model()["export_datetime"], text, "export_datetime")
        expect({member.mtime for member in archive.members}, {time}, "times of the members")
    expect({n: c for n, c in later.files.items() if n != "./metadata.json"},
           {n: c for n, c in one.files.items() if n != "./metadata.json"}, "files apart from the metadata")


# --- Devices, names


def _devices(compiler):
    """An entry for the CPU and for each of two devices of one kind."""
    folder = compiler.folder("mlf/devices")
    source, file = folder / "faults.mlir", folder / "faults.tar"
    source.write_text(device_module.MODULE)
    run(compiler.tirc, source, "--compile-from=buffers", "--emit=mlf", "--quiet", "-o", file)
    run(compiler.tirc, "--describe", file)
    archive = Archive(file)
    memory = archive.model()["memory"]["functions"]["main"]
    check_type(memory[:1], [_CPU_MEMORY], "main")
    nothing = {"device": 12, "workspace_size_bytes": 0, "constants_size_bytes": 0, "io_size_bytes": 0}
    expect(memory[1:], [nothing, nothing], "the devices' memory")
    expect(archive.model()["target"], ["c -keys=cpu", "npu"], "target")
    # One name in lower case, whatever the case of the given name.
    expect(sorted(n for n in archive.files if n.startswith("./codegen")),
           ["./codegen/host/include/tvmgen_faults.h", "./codegen/host/src/faults_lib0.c",
            "./codegen/host/src/faults_lib1.c"], "code")
    archive.unpack(folder)
    _parts(archive, folder, (GCC,), "-O1")


def _names(compiler):
    """Two models whose names have capital letters, unpacked into one folder, in one program."""
    folder = compiler.folder("mlf/names")
    for name in ("Kitchen", "HALL_2"):
        file = folder / f"{name}.tar"
        run(compiler.tirc, DIGITS.file, "--emit=mlf", f"--model-name={name}", "--quiet", "-o", file)
        archive = Archive(file)
        check_layout(archive, name.lower(), "c", "c")
        check_metadata(archive, name.lower())
        archive.unpack(folder)
    (folder / "main.c").write_text("""
#include "tvmgen_hall_2.h"
#include "tvmgen_kitchen.h"
static int8_t image[TVMGEN_KITCHEN_A_SIZE], one[TVMGEN_KITCHEN_IDENTITY_SIZE], two[TVMGEN_HALL_2_IDENTITY_SIZE];
int main(void) {
  struct tvmgen_kitchen_inputs inputs = {image};
  struct tvmgen_kitchen_outputs outputs = {one};
  struct tvmgen_hall_2_inputs inputs_2 = {image};
  struct tvmgen_hall_2_outputs outputs_2 = {two};
  int code = tvmgen_kitchen_run(&inputs, &outputs) | tvmgen_hall_2_run(&inputs_2, &outputs_2);
  for (int i = 0; i < TVMGEN_KITCHEN_IDENTITY_SIZE; ++i)
    code |= one[i] != two[i];
  return code;
}
""")
    run(GCC, *STRICT_C, "-I", folder / "codegen/host/include", *(folder / "codegen/host/src").glob("*.c"),
        folder / "main.c", "-o", folder / "program")
    run(folder / "program")


def _damaged(compiler, seed):
    """A damaged archive is either described or an error."""
    chance = random.Random(seed)
    folder = compiler.folder(f"mlf/damaged/{seed}")
    for code in ("c", "obj"):
        make(compiler, DIGITS, f"damaged-{seed}-{code}", f"--emit={code},mlf")
        whole = (compiler.folder(f"mlf/{DIGITS.name}") / f"damaged-{seed}-{code}.tar").read_bytes()
        for number in range(40):
            damaged = bytearray(whole)
            for _ in range(chance.randrange(1, 4)):
                _damage(damaged, chance)
            file = folder / f"{code}-{number}.tar"
            file.write_bytes(damaged)
            done = subprocess.run([compiler.tirc, "--describe", file], capture_output=True, check=False, timeout=60)
            message = done.stderr.decode("utf-8", "replace")
            if done.returncode not in (0, 1) or (done.returncode == 1) != (f"{file.name}: error: " in message):
                raise Failure(f"{file}: exit code {done.returncode}\n{message[-2000:]}")


def _damage(tar, chance):
    """Changes a byte or the end; in a header also its checksum, so that it is accepted."""
    at = chance.randrange(len(tar))
    if chance.random() < 0.1:
        del tar[at:]
    elif chance.random() < 0.5:
        tar[at] = chance.randrange(256)
    else:
        headers = [i for i in range(0, len(tar) - 511, 512) if tar[i + 257 : i + 262] == b"ustar"]
        if not headers:
            return
        start = chance.choice(headers)
        tar[start + chance.randrange(512)] = chance.choice(b"0157xgLKS2/\x80\xff")
        tar[start + 148 : start + 156] = b" " * 8
        tar[start + 148 : start + 155] = b"%06o\0" % sum(tar[start : start + 512])


def tests(compiler):
    for seed in range(2):
        yield Test(f"mlf/damaged/{seed}", lambda s=seed: _damaged(compiler, s))
    for model in MODELS:
        ways = _WAYS if model is DIGITS else (("c", "c", "internal"), ("obj", "c", "internal"))
        for way, target in itertools.product(ways, _TARGETS):
            yield Test(f"mlf/{model.name}/figures/{'-'.join(way)}/{target}",
                       lambda m=model, w=way, t=target: _figures(compiler, m, w, t), long=not model.small)
    for way in _WAYS:
        yield Test(f"mlf/{DIGITS.name}/run/{'-'.join(way)}", lambda w=way: _run(compiler, DIGITS, w),
                   fast=way == ("obj", "c", "internal"))
    for code in ("c", "obj"):
        yield Test(f"mlf/{DIGITS.name}/same-bytes/{code}", lambda c=code: _same_bytes(compiler, c))
    yield Test("mlf/runtime-by-cmake", lambda: _cmake(compiler))
    yield Test("mlf/devices", lambda: _devices(compiler))
    yield Test("mlf/names", lambda: _names(compiler), fast=True)
