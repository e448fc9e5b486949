"""Compiles many operator cases with tirc and runs them, a few dozen in one program.

Starting compilers and linkers takes longer than their work for one operator, so that cases share a program. If one case
breaks the program (it does not compile, or it crashes), each case is tried separately.
"""

import json
import shlex
from dataclasses import dataclass, field

import toolchain
from compiled import read_interface
from models import HERE
from runner import Failure

_HARNESS = HERE / "conformance" / "harness.c"


@dataclass(frozen=True)
class Way:
    """The conversion of tirc's result to a program: C with a compiler, or the object of the LLVM back end."""

    name: str
    compiler: str = toolchain.GCC
    flags: tuple = ("-O1", *toolchain.STRICT_C)
    emit: str = "c"
    # Others only show that the C compiles without a warning.
    runs: bool = True


C = Way("c")
CLANG_C = Way("c-clang", toolchain.CLANG)
SANITIZED_C = Way("c-sanitized", flags=("-O1", "-std=c99", *toolchain.SANITIZE))
UNDEFINED_C = Way("c-undefined", flags=("-O1", "-std=c99", "-fsanitize=undefined", "-fno-sanitize-recover=all"))
LLVM = Way("llvm", flags=("-O1", "-std=c99"), emit="obj")
COMPILED_BY_CLANG = Way("compiled-by-clang", toolchain.CLANG, ("-fsyntax-only", *toolchain.STRICT_C), runs=False)
COMPILED_FOR_ARM = Way("compiled-for-arm", toolchain.ARM_GCC,
                       ("-c", "-O1", *toolchain.CORTEX_M4, "-mfloat-abi=soft", *toolchain.STRICT_C), runs=False)
WAYS = {way.name: way for way in (C, CLANG_C, SANITIZED_C, UNDEFINED_C, LLVM, COMPILED_BY_CLANG, COMPILED_FOR_ARM)}


@dataclass(frozen=True)
class Adapter:
    """C that calls a model with arrays of pointers: the header's include, a function run_NAME, and its row of a
    table."""

    include: str
    function: str
    row: str


def adapter(name, folder):
    interface = read_interface(folder / f"tvmgen_{name}.h", name)
    prefix = f"tvmgen_{name}"

    def sizes(fields, what):
        return ", ".join(f"{prefix}_{f}_{what}".upper() for f in fields) or "0"

    def assigned(kind, fields):
        return "".join(f"  {kind}.{f} = {kind}_at[{i}];\n" for i, f in enumerate(fields))

    function = f"""static int32_t run_{name}(void **inputs_at, void **outputs_at) {{
  struct {prefix}_inputs inputs = {{0}};
  struct {prefix}_outputs outputs = {{0}};
  (void)inputs_at;
{assigned("inputs", interface.inputs)}{assigned("outputs", interface.outputs)}  return {prefix}_run(&inputs, &outputs);
}}
"""
    row = (f"  {{run_{name}, {len(interface.inputs)}, {{{sizes(interface.inputs, 'SIZE')}}}, "
           f"{{{sizes(interface.inputs, 'ALIGN')}}}, {len(interface.outputs)}, "
           f"{{{sizes(interface.outputs, 'SIZE')}}}, {{{sizes(interface.outputs, 'ALIGN')}}}}},\n")
    return Adapter(f'#include "{prefix}.h"\n', function, row)


@dataclass
class _Bundle:
    tirc: object
    folder: object
    ways: tuple
    options: tuple = ()
    compiled: dict = field(default_factory=dict)  # (case name, emit) -> model name

    def compile(self, case, name):
        """Compiles one case for all ways; returns the problem by emit, or None."""
        emits = sorted({way.emit for way in self.ways})
        command = (self.tirc, case.model, "-o", self.folder, "--quiet", f"--model-name={name}", *self.options)
        try:
            toolchain.run(*command, f"--emit={','.join(emits)}", timeout=120)
            return dict.fromkeys(emits)
        except Failure as failure:
            if len(emits) == 1:
                return {emits[0]: str(failure)}
        problems = dict.fromkeys(emits)
        for emit in emits:
            try:
                toolchain.run(*command, f"--emit={emit}", timeout=120)
            except Failure as failure:
                problems[emit] = str(failure)
        return problems

    def _folder(self, way, tag):
        folder = self.folder / f"{tag}-{way.name}"
        folder.mkdir(exist_ok=True)
        return folder

    def check(self, way, cases, tag):
        """Compiles the C of the cases and keeps no files."""
        units = [(self.folder / f"tvmgen_{name}.c").resolve() for _, name in cases]
        command = (way.compiler, *way.flags)
        if way.compiler == toolchain.CLANG and "-fsyntax-only" in way.flags:
            command = _front_end(command, units[0])
        toolchain.run(*command, *units, cwd=self._folder(way, tag))

    def build(self, way, cases, tag):
        """Returns the program of the cases, a list of pairs of case and model name."""
        out = self._folder(way, tag)
        adapters = [adapter(name, self.folder) for _, name in cases]
        main = out / "bundle.c"
        main.write_text("".join(each.include for each in adapters) + f'#include "{_HARNESS}"\n'
                        + "".join(each.function for each in adapters)
                        + f"static const struct model models[] = {{\n{''.join(each.row for each in adapters)}}};\n"
                        + "int main(int argc, char **argv) { return run_models(models, "
                        + "sizeof models / sizeof *models, argc, argv); }\n")
        end = "c" if way.emit == "c" else "o"
        units = [self.folder / f"tvmgen_{name}.{end}" for _, name in cases]
        toolchain.run(way.compiler, *way.flags, "-I", self.folder, main, *units, "-lm", "-o", out / "program")
        return out / "program"

    def execute(self, way, cases, tag):
        """Runs the cases in one program; returns the outputs of each."""
        program = self.build(way, cases, tag)
        inputs, outputs = program.parent / "inputs", program.parent / "outputs"
        inputs.write_bytes(b"".join(case.inputs() for case, _ in cases))
        toolchain.run(program, inputs, outputs, timeout=300)
        data, parts = outputs.read_bytes(), []
        for _, name in cases:
            header = (self.folder / f"tvmgen_{name}.h").read_text()
            fields = read_interface(self.folder / f"tvmgen_{name}.h", name).outputs
            size = sum(int(_define(header, f"TVMGEN_{name}_{f}_SIZE".upper())) for f in fields)
            parts.append(data[:size])
            data = data[size:]
        return parts

    def attempt(self, way, cases, tag):
        """Returns the problem of each case by name; tries each separately if they fail together."""
        try:
            if not way.runs:
                self.check(way, cases, tag)
                return {case.name: None for case, _ in cases}
            outputs = self.execute(way, cases, tag)
        except Failure as failure:
            if len(cases) == 1:
                return {cases[0][0].name: str(failure)}
            problems = {}
            for i, case in enumerate(cases):
                problems |= self.attempt(way, [case], f"{tag}-{i}")
            return problems
        return {case.name: _problem(case, output) for (case, _), output in zip(cases, outputs)}


def _front_end(command, source):
    """Returns clang's own command, without its source: it takes many sources in one process, and to start takes longer than
    to parse one."""
    printed = toolchain.run(*command, "-###", source).splitlines()
    *command, last = shlex.split(printed[-1])
    if "-cc1" not in command or last != str(source):
        raise Failure(f"clang would run\n{printed[-1]}")
    return command


def _define(header, macro):
    for line in header.splitlines():
        if line.startswith(f"#define {macro} "):
            return line.split()[2]
    raise Failure(f"the header defines no {macro}")


def _problem(case, output):
    try:
        case.check(output)
    except Failure as failure:
        return str(failure)
    return None


def run(tirc, folder, cases, ways, options=()):
    """Runs the cases in `folder`, which exists; returns {case name: {way name: problem or None}}."""
    bundle = _Bundle(tirc, folder, tuple(ways), tuple(options))
    names = {case.name: f"case{i}" for i, case in enumerate(cases)}
    compiled = {case.name: bundle.compile(case, names[case.name]) for case in cases}
    problems = {case.name: {} for case in cases}
    for way in ways:
        fit = []
        for case in cases:
            problem = compiled[case.name][way.emit]
            if problem is None:
                fit.append((case, names[case.name]))
            else:
                problems[case.name][way.name] = problem
        if fit:
            for name, problem in bundle.attempt(way, fit, "all").items():
                problems[name][way.name] = problem
    return problems


def record(cases, problems):
    """Returns the results in the form from which the table in docs is made: a list that can be written as JSON."""
    return [
        {"case": case.name, "op": case.operator, "dtype": case.dtype, "extensions": case.description["extensions"],
         "problems": problems[case.name]}
        for case in cases
    ]


def write_record(path, cases, problems):
    path.write_text(json.dumps(record(cases, problems), indent=1) + "\n")
