#!/usr/bin/env python3
"""Checks the driver of an accelerator: builds it with models for each row of its offload table, and runs them.

    check_driver.py --table npu.json npu.c adapter.c [--model network.tflite]

Each check has a name; one that fails says with which model, and what was expected. --model compares the results of a
whole network layer by layer. See docs/CustomAccelerator.md.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import cases

HERE = pathlib.Path(__file__).resolve().parent
_HOOKS = ("init", "activate", "open", "close", "deactivate", "sync", "abort")
_BITS = {"int8": 8, "uint8": 8, "bool": 8, "int16": 16, "int32": 32, "int64": 64, "float32": -32}


class Problem(Exception):
    """What keeps the driver from being checked."""


def _run(*command, cwd=None):
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Problem(f"{' '.join(str(part) for part in command)}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


class Model:
    """A model, compiled for the devices and for the processor."""

    def __init__(self, tirc, table, source, name, folder, layers, row=None):
        self.name, self.title, self.is_network = name, source.stem, layers
        self.text = ""
        common = ["--quiet", "--target=host", "--force"]
        for suffix, mode in (("", "expose" if layers else ""), ("_ref", "reference" if layers else None)):
            options = list(common)
            if mode:
                options.append(f"--passes-before=import:tir-offload{{tables={table} {mode}}}")
            elif mode is not None:
                options.append(f"--offload={table}")
            if not suffix:
                options.append("--steps")
            # Remarks say why an operator stays with the processor.
            options = [option for option in options if suffix or option != "--quiet"]
            self.text += _run(*tirc, source, "-o", folder, f"--model-name={name}{suffix}", *options)
        header = (folder / f"tvmgen_{name}.h").read_text()
        self.header = header
        self.inputs, self.outputs = self._fields("inputs"), self._fields("outputs")
        self.devices = self._devices()
        self.in_place = row.get("in_place", -1) if row else -1
        names = [row["name"] for row in json.loads(table.read_text())["operators"]] if layers else []
        self.num_own = sum(not any(re.fullmatch(rf"{name}_\d+", output[0]) for name in names)
                           for output in self.outputs)

    def _fields(self, which):
        """Returns names, dtypes, bytes and alignments of inputs or outputs, from the header."""
        body = re.search(rf"struct tvmgen_{self.name}_{which} \{{\n(.*?)\n\}};", self.header, re.S)
        fields = []
        for field, dtype in re.findall(r"void \*(\w+); /\* (?:.* )?(\w+) \*/", body[1] if body else ""):
            macro = f"TVMGEN_{self.name}_{field}".upper()
            if dtype not in _BITS:
                raise Problem(f"{self.title}: '{field}' is of {dtype}, which the checks do not know")
            fields.append((field, _BITS[dtype], f"{macro}_SIZE", f"{macro}_ALIGN"))
        return fields

    def _devices(self):
        body = re.search(rf"struct tvmgen_{self.name}_devices \{{\n(.*?)\n\}};", self.header, re.S)
        return re.findall(r"void \*(\w+);", body[1]) if body else []

    def wrapper(self, devices):
        """Returns the C that makes it a case."""
        name = self.name
        prefix = f"tvmgen_{name}"

        def buffers(fields):
            return ", ".join(f'{{"{field}", {size}, {align}, {bits}}}' for field, bits, size, align in fields)

        def fill(struct, fields, array, of):
            return f"struct {of}_{struct} {struct} = {{" + ", ".join(f"{array}[{i}]" for i in range(len(fields))) + "};"

        arguments = "void *const *in, void *const *out, void *const *contexts"
        structs = "\n  ".join((fill("inputs", self.inputs, "in", prefix), fill("outputs", self.outputs, "out", prefix),
                               fill("devices", self.devices, "contexts", prefix)))
        reference = "\n  ".join((fill("inputs", self.inputs, "in", prefix + "_ref"),
                                 fill("outputs", self.outputs, "out", prefix + "_ref")))
        only = fill("devices", self.devices, "contexts", prefix)
        has_init = f"{prefix}_init(" in self.header
        rows = []
        for device in self.devices:
            entry = devices[device]
            kind, program = _kind(device, entry), entry.get("program", "")
            others = [d.get("program", "") for n, d in devices.items() if _kind(n, d) == kind and
                      d.get("program", "") != program]
            hooks = ", ".join(
                f"TVMDevice{_camel(kind)}{hook.capitalize()}" if hook in entry.get("hooks", []) else "NULL"
                for hook in _HOOKS)
            other = f'"{others[0]}"' if others else "NULL"
            rows.append(f'{{"{device}", "{program}", {other}, {{{hooks}}}}}')
        return _WRAPPER.format(
            name=name, prefix=prefix, arguments=arguments, structs=structs, reference=reference, only=only,
            in_place=self.in_place, num_own=self.num_own, network="true" if self.is_network else "false", num_inputs=len(self.inputs), num_outputs=len(self.outputs), num_devices=len(self.devices),
            inputs=buffers(self.inputs), outputs=buffers(self.outputs), devices=", ".join(rows), title=self.title,
            init=f"static int32_t init(void *const *contexts) {{\n  {only}\n  return {prefix}_init(&devices);\n}}"
            if has_init else "", init_name="init" if has_init else "NULL")


_WRAPPER = """
#include "kit.h"
#include "tvmgen_{name}.h"
#include "tvmgen_{name}_ref.h"

static struct {prefix}_progress progress;

static int32_t run({arguments}) {{
  {structs}
  return {prefix}_run(&inputs, &outputs, &devices);
}}
static int32_t reference(void *const *in, void *const *out) {{
  {reference}
  return {prefix}_ref_run(&inputs, &outputs);
}}
static int32_t begin(void *const *contexts) {{
  {only}
  return {prefix}_begin(&progress, &devices);
}}
static int32_t step({arguments}) {{
  {structs}
  return {prefix}_step(&progress, &inputs, &outputs, &devices);
}}
static int32_t code(void) {{ return {prefix}_code(&progress); }}
static int32_t end(void *const *contexts) {{
  {only}
  return {prefix}_end(&progress, &devices);
}}
static int32_t stop(void *const *contexts) {{
  {only}
  return {prefix}_abort(&progress, &devices);
}}
{init}

extern const struct kit_case kit_case_{name};
const struct kit_case kit_case_{name} = {{
    "{title}", {num_inputs}, {num_outputs}, {num_devices}, {{{inputs}}}, {{{outputs}}}, {{{devices}}},
    {init_name}, run, reference, {in_place}, {num_own}, {network}, begin, step, code, end, stop}};
"""


def _kind(name, device):
    return device.get("kind") or name.rstrip("0123456789") or name


def _camel(kind):
    """As in the names of hooks: letters only, and each group of them with a capital."""
    return "".join(part.capitalize() for part in re.split(r"[^A-Za-z]+", kind.replace("_", " ")) if part)


def _make_sources(table, folder, most):
    """Writes a file for each case; returns them, and complaints about rows without any."""
    sources, complaints = [], []
    for row in table["operators"]:
        try:
            texts = cases.make_cases(row, most)
        except cases.Unknown as reason:
            complaints.append(str(reason))
            continue
        for number, text in enumerate(texts):
            path = folder / f"{row['name']}-{number}.mlir"
            path.write_text(text)
            sources.append((row, path))
    return sources, complaints


def _check_rows(table, models, complaints):
    """Reports rows whose function no model calls."""
    called = set()
    for model in models:
        called |= {row["name"] for row in table["operators"] if f"{row['function']}(" in model.header}
    covered = [text for text in complaints if text.split("'")[1] in called]
    unknown = {text.split("'")[1] for text in complaints}
    missing = [row["name"] for row in table["operators"] if row["name"] not in called | unknown]
    remarks = [line.strip() for model in models for line in model.text.splitlines() if line.strip().startswith("row '")]
    return [f"no model uses row '{name}'" + "".join(f"\n  {line}" for line in remarks if f"'{name}'" in line)
            for name in missing] + [text for text in complaints if text not in covered]


def _compile_models(options, models, table, folder):
    """Returns the objects of the checks and the models, to which a driver is linked."""
    units = [HERE / "kit.c"]
    for model in models:
        wrapper = folder / f"case_{model.name}.c"
        wrapper.write_text(model.wrapper(table["devices"]))
        units += [wrapper, folder / f"tvmgen_{model.name}.c", folder / f"tvmgen_{model.name}_ref.c"]
    listing = folder / "cases.c"
    declared = "\n".join(f"extern const struct kit_case kit_case_{model.name};" for model in models)
    listing.write_text(
        f'#include "kit.h"\n{declared}\nconst struct kit_case *const kit_cases[] = {{'
        f"{', '.join(f'&kit_case_{model.name}' for model in models)}}};\n"
        f"const size_t kit_num_cases = {len(models)};\nconst double kit_tolerance = {options.tolerance};\n")
    units.append(listing)
    _run(options.cc, *options.cflags.split(), f"-I{HERE}", f"-I{folder}", "-c", *units, cwd=folder)
    return [folder / f"{unit.stem}.o" for unit in units]


def _link(options, objects, folder):
    program = folder / "check_driver"
    includes = {source.resolve().parent for source in options.sources} | {HERE, *options.include}
    _run(options.cc, *options.cflags.split(), *(f"-I{path}" for path in sorted(includes)), *options.sources, *objects,
         "-o", program, *options.libs.split())
    return program


def _execute(program, options):
    """Runs the checks; returns whether all passed, and what is to be printed."""
    try:
        done = subprocess.run([program], capture_output=True, text=True, check=False, timeout=options.timeout)
        lines, status = done.stdout.splitlines(), done.returncode
        end = done.stderr.strip().splitlines()[:20]
    except subprocess.TimeoutExpired as reason:
        lines, status, end = (reason.stdout or b"").decode().splitlines(), None, []
    shown = [line for line in lines if options.verbose or not line.startswith("check ")]
    if status in (0, 1) and lines and lines[-1].endswith("failures"):
        return status == 0, shown
    last = next((line for line in reversed(lines) if line.startswith("check ")), "check of nothing")
    how = "hangs" if status is None else f"ends the program (status {status})"
    return False, [*shown, f"FAIL {last.removeprefix('check ')}: the driver {how}", *end]


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", type=pathlib.Path, required=True, help="the offload table of the driver")
    parser.add_argument("sources", type=pathlib.Path, nargs="+", help="the driver and the adapter (kit.h), in C")
    parser.add_argument("--model", type=pathlib.Path, action="append", default=[],
                        help="a network, whose results are compared layer by layer; may be given several times")
    parser.add_argument("--include", type=pathlib.Path, action="append", default=[], help="a folder of headers")
    parser.add_argument("--tirc", default=os.environ.get("TIRC") or shutil.which("tirc") or
                        str(HERE.parents[3] / "bin" / "tirc"), help="the program tirc, or a command (default: found)")
    parser.add_argument("--cc", default=os.environ.get("CC", "cc"), help="the C compiler")
    parser.add_argument("--cflags", default="-O1 -g", help="its flags")
    parser.add_argument("--libs", default="-lpthread", help="libraries")
    parser.add_argument("--tolerance", type=float, default=1e-5, help="of floats, relative to the largest result")
    parser.add_argument("--work", type=pathlib.Path, help="keep all files in this folder")
    parser.add_argument("--cases", type=int, default=12, help="the most models of a row and a type (default: 12)")
    parser.add_argument("--timeout", type=float, default=300, help="seconds after which a driver hangs (default: 300)")
    parser.add_argument("--verbose", action="store_true", help="print each check")
    return parser.parse_args(arguments)


def prepare(options, folder):
    """Compiles the models; returns the objects to link a driver to, and complaints about rows without models."""
    table = json.loads(options.table.read_text())
    path = options.table.resolve()
    sources, complaints = _make_sources(table, folder, options.cases)
    models = [Model(options.tirc.split(), path, source, f"case{number}", folder, layers=False, row=row)
              for number, (row, source) in enumerate(sources)]
    models += [Model(options.tirc.split(), path, source, f"model{number}", folder, layers=True)
               for number, source in enumerate(options.model)]
    complaints = _check_rows(table, models, complaints)
    models = [model for model in models if model.devices]
    return _compile_models(options, models, table, folder) if models else [], complaints


def check(options, folder, objects):
    """Builds the driver with the models; returns whether it passes, and what is to be printed."""
    return _execute(_link(options, objects, folder), options)


def main():
    options = parse(sys.argv[1:])
    folder = (options.work or pathlib.Path(tempfile.mkdtemp(prefix="check-driver-"))).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        objects, complaints = prepare(options, folder)
        for complaint in complaints:
            print(f"FAIL rows: {complaint}")
        passed, lines = check(options, folder, objects) if objects else (False, [])
        print("\n".join(lines))
    except Problem as problem:
        print(f"FAIL build: {problem}")
        return 1
    finally:
        if not options.work:
            shutil.rmtree(folder, ignore_errors=True)
    return 0 if passed and not complaints else 1


if __name__ == "__main__":
    sys.exit(main())
