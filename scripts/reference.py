"""The sources of the reference: the records of our TableGen files and the options of our tools."""

import json
import pathlib
import re
import subprocess

REPO = pathlib.Path(__file__).resolve().parents[1]
LLVM = pathlib.Path("/usr/lib/llvm-22")
_DIALECTS = REPO / "include" / "tir" / "Dialect"
# The dialects with the folders of their files, by the pages of the reference.
DIALECTS = {"Dialect.md": ("tir", _DIALECTS / "TIR" / "IR"), "KernelDialect.md": ("kernel", _DIALECTS / "Kernel" / "IR")}
OPTIONS = REPO / "include" / "tir" / "Compiler" / "Options.td"
_TIR = REPO / "include" / "tir"
_TRANSFORMS = _TIR / "Dialect" / "TIR" / "Transforms"
# The files of passes with their titles, in the order of the reference.
PASSES = {
    "Import: the interface of a model": _TRANSFORMS / "Import" / "ModelPasses.td",
    "Import: windows that overlap": _TRANSFORMS / "Import" / "SlidePasses.td",
    "Import: types and constants": _TRANSFORMS / "Import" / "ValuePasses.td",
    "Import: functions on buffers": _TRANSFORMS / "Import" / "FunctionPasses.td",
    "Conversions: from TOSA": _TIR / "Conversion" / "TOSAPasses.td",
    "Kernels: forms that they expect": _TRANSFORMS / "Kernels" / "NormalizationPasses.td",
    "Kernels: division into kernels": _TRANSFORMS / "Kernels" / "OutliningPasses.td",
    "Kernels: results as outputs": _TRANSFORMS / "Kernels" / "ExposingPasses.td",
    "Kernels: bodies": _TRANSFORMS / "Kernels" / "LoweringPasses.td",
    "Schedules: kernels": _TIR / "Schedules" / "KernelPasses.td",
    "Schedules: choices": _TIR / "Schedules" / "ChoicePasses.td",
    "Memory: buffers": _TRANSFORMS / "Memory" / "BufferPasses.td",
    "Memory: constants": _TRANSFORMS / "Memory" / "ConstantPasses.td",
    "Memory: launches": _TRANSFORMS / "Memory" / "LaunchPasses.td",
    "Memory: overlaps": _TRANSFORMS / "Memory" / "OverlapPasses.td",
    "Memory: plan": _TRANSFORMS / "Memory" / "PlanPasses.td",
    "Conventions: calls": _TRANSFORMS / "Conventions" / "CallPasses.td",
    "Conventions: signatures": _TRANSFORMS / "Conventions" / "SignaturePasses.td",
    "Conventions: errors": _TRANSFORMS / "Conventions" / "ErrorPasses.td",
    "Conventions: devices": _TRANSFORMS / "Conventions" / "DevicePasses.td",
    "Conventions: interfaces and registries": _TRANSFORMS / "Conventions" / "InterfacePasses.td",
    "Conventions: runs by steps": _TRANSFORMS / "Conventions" / "StepPasses.td",
    "Safety": _TRANSFORMS / "Safety" / "Passes.td",
    "Conventions: measurements": _TRANSFORMS / "Conventions" / "ProfilePasses.td",
    "Conventions: threads": _TRANSFORMS / "Conventions" / "TaskPasses.td",
    "Conversions: to EmitC": _TIR / "Conversion" / "EmitCPasses.td",
    "Conversions: to LLVM": _TIR / "Conversion" / "LLVMPasses.td",
    "Conversions: expansions for LLVM": _TIR / "Conversion" / "LLVMExpansionPasses.td",
    "Conversions: both back ends": _TIR / "Conversion" / "BackEndPasses.td",
    "The phases schedule to plan": _TIR / "Compiler" / "Passes.td",
    "Between and in all phases": _TIR / "Pipelines" / "Passes.td",
}


def unlisted():
    """Returns the files that define passes, but are not in PASSES."""
    defining = (file for file in _TIR.rglob("*Passes.td") if re.search(r"^def ", file.read_text(), re.M))
    return sorted(set(defining) - set(PASSES.values()))


def tblgen(tool, flags, files):
    """Runs a TableGen tool on a file, or on files that are read together, each once."""
    includes = "" if isinstance(files, pathlib.Path) else "".join(f'include "{file.resolve()}"\n' for file in files)
    command = [LLVM / "bin" / tool, "-I", REPO / "include", "-I", LLVM / "include", *flags, "-" if includes else files]
    done = subprocess.run(command, input=includes, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    return done.stdout


class Records:
    """The records that the given files define. Records of included files can be looked up, but are not listed."""

    def __init__(self, files):
        self._files = {file.name: file for file in files}
        self._all = json.loads(tblgen("llvm-tblgen", ["--dump-json"], files))

    def resolve(self, reference):
        """Returns the record for its reference in the JSON, or None for a plain string."""
        return self._all[reference["def"]] if isinstance(reference, dict) else None

    def named(self, superclass):
        """Returns the named records of a class, in the order of the files."""
        records = (self._all[name] for name in self._all["!instanceof"].get(superclass, ()))
        ours = [r for r in records if not r["!anonymous"] and self._place(r)[0] in self._files]
        return sorted(ours, key=self._place)

    def place(self, record):
        """Returns FILE:LINE of a record."""
        name, line = self._place(record)
        return f"{self._files.get(name, name)}:{line}"

    @staticmethod
    def _place(record):
        # For a record of a multiclass, the last place is the defm's.
        name, line = record["!locs"][-1].rsplit(":", 1)
        return name, int(line)

    def arguments(self, dag):
        """Yields (name, record or None) for each member of (ins …), (outs …)."""
        return [(name, self.resolve(reference)) for reference, name in dag["args"]]

    @staticmethod
    def is_a(record, superclass):
        return record is not None and superclass in record["!superclasses"]

    def summary(self, record):
        """Returns the summary of Arg<…, "…"> or Res<…, "…">, or an empty string for an operand without one."""
        return record["summary"].strip() if self.is_a(record, "OpVariable") else ""


# Options as llvm::cl prints them: the indentation is the structure, and `-` begins the description.
_OPTION = re.compile(r"^( *)(-{1,2}[\w-]+(?:[= ]<[^>]*>)?|=[\w<>-]+)(?: +-(?: +(.*))?)?$")


def tool_options(text, ours):
    """Yields (name, description, parent or None) for each option in a tool's help.

    Top-level options are those for which `ours(name)` is true; the lines indented below an option are its own options
    and their values.
    """
    found, parents, taken = [], [], None
    for line in text.splitlines():
        match = _OPTION.match(line)
        if not match:
            parents, taken = [], None
            continue
        spaces, name, description = match.groups(default="")
        if name.startswith("="):
            # The indentation of values has no meaning.
            if taken:
                found.append((name, description, taken))
            continue
        parents = [parent for parent in parents if parent[0] < len(spaces)]
        taken = name if parents or ours(name) else None
        if taken:
            found.append((name, description, parents[-1][1] if parents else None))
            parents.append((len(spaces), name))
    return found


def tool_help(tool, *flags):
    """Returns a tool's help; the width of its columns depends only on the text."""
    return subprocess.run([tool, *flags], capture_output=True, text=True, check=True).stdout


def tir_opt_options(text):
    """Returns the options of our passes and pipelines in tir-opt's help, without upstream's."""
    return tool_options(text, lambda name: name.startswith("--tir-"))


def command_options(records):
    """Returns the records of a command's options, without other spellings of the same option."""
    return [option for option in records.named("Option") if not option["Alias"]]


def is_in_group(records, option, group):
    """Returns whether an option is in this group or in one of its subgroups."""
    while option := records.resolve(option["Group"]):
        if option["!name"] == group:
            return True
    return False


def spell(option):
    """Returns an option as the help shows it: `--model-name=<NAME>`."""
    space = " " if option["Kind"]["def"] == "KIND_SEPARATE" else ""
    return f"{option['Prefixes'][0]}{option['Name']}{space}{option['MetaVarName'] or ''}"
