"""Models that run by rows, in steps or fed: one program for each way, or one for many ways."""

import math
import re

from models import HERE
from test_schedules import Program
from toolchain import CLANG, GCC, SANITIZE, run

STEPS, FEED, OVERWRITE = "--steps", "--feed-rows=x0", "--overwrite-inputs"
# clang compiles this in half the time that gcc takes. A null pointer, or an address that wraps, stops in AddressSanitizer.
SANITIZED_TOGETHER = ("-O0", "-std=c99", *SANITIZE, "-fno-sanitize=null,pointer-overflow")
_COMMENT = re.compile(r"/\*.*?\*/", re.S)
_MAIN = HERE / "schedules" / "main.c"


class RowProgram(Program):
    """Runs a model with --steps or --feed-rows by the functions that these add (rows/drive.h), and lets a model with
    --overwrite-inputs do so."""

    def compile(self, options):
        is_new = options not in self._compiled
        out = super().compile(options)
        drivers = getattr(self.layers, "drivers", ())
        if is_new and drivers:
            each = " ".join(f"X({name}, {math.prod(x.shape)})" for name, x in drivers)
            with (out / "binding.h").open("a") as binding:
                binding.write(f'#define FOR_EACH_DRIVER(X) {each}\n#include "{HERE / "rows" / "drivers.h"}"\n')
        if is_new and OVERWRITE in options:
            with (out / "binding.h").open("a") as binding:
                binding.write("#define OVERWRITES_INPUTS 1\n")
        if is_new and (STEPS in options or FEED in options):
            structs = ", outputs" if FEED in options and len(self.layers.inputs) == 1 else ", inputs, outputs"
            of_parts = "" if STEPS in options else structs
            lines = [
                (out / "binding.h").read_text().replace("MODEL_RUN tvmgen_m_run", "MODEL_RUN drive_run"),
                "#define DRIVEN(function) tvmgen_m_##function",
                "#define DRIVEN_MACRO(name) TVMGEN_M_##name",
                f"#define STRUCTS {structs}",
                f"#define BEGIN_STRUCTS {of_parts}",
                f"#define FEED_STRUCTS {of_parts}",
                *(["#define STEPPED"] if STEPS in options else []),
                *(["#define FED x0"] if FEED in options else []),
                *([f"#define DRIVERS {len(drivers)}"] if drivers else []),
                f'#include "{HERE / "rows" / "drive.h"}"',
                "",
            ]
            (out / "binding.h").write_text("\n".join(lines))
        return out

    def execute_together(self, ways):
        """Returns the bytes of all outputs in each way, by its name. One program contains all of them, which takes a
        third of the time of a program for each. Ways of the same code run once."""
        self.prepare(*ways.values())
        models, first_of, same = {}, {}, {}
        for name, way in ways.items():
            out = self.compile_for(way)
            model = out / f"tvmgen_m.{'c' if way.cc else 'o'}"
            code = _COMMENT.sub("", model.read_text()) if way.cc else model.read_bytes()
            same[name] = first_of.setdefault(code, name)
            if same[name] == name:
                models[name] = model
        text = _main_of(models)
        units = []
        for name, model in models.items():
            units.append(self._unit(name, ways[name], model, text))
            text = ""
        sanitizers = [flag for flag in SANITIZE if any(flag in way.flags for way in ways.values())]
        run(CLANG if sanitizers else GCC, *sanitizers, *units, "-lm", "-o", self.folder / "program")
        run(self.folder / "program", cwd=self.folder)
        return {name: (self.folder / f"outputs-{same[name]}").read_bytes() for name in ways}

    def _unit(self, name, way, model, text):
        """Compiles the main program of a model, with the model if it is C, and hides all other names of both."""
        source, unit = self.folder / f"{name}.c", self.folder / f"{name}.o"
        source.write_text("\n".join([
            *([f'#include "{model}"'] if way.cc else []),
            f"#define main {_run_of(name)}",
            f'#define OUTPUTS_FILE "outputs-{name}"',
            f'#include "{_MAIN}"',
            "#undef main",
            text,
        ]))
        compiler = (*way.cc, *way.flags) if way.cc else (CLANG, "-std=c99", "-O0")
        run(*compiler, "-I", self.folder, "-I", model.parent, "-c", source, "-o", unit)
        if not way.cc:
            main, unit = unit, self.folder / f"{name}-with-model.o"
            run("ld", "-r", main, model, "-o", unit)
        run("objcopy", "--keep-global-symbol=main", f"--keep-global-symbol={_run_of(name)}", unit)
        return unit


def _run_of(name):
    return f"run_{name.replace('-', '_')}"


def _main_of(names):
    """Returns a C function that runs each of these, and prints its name before."""
    runs = [f'  (void)puts("{name}:");\n  (void)fflush(stdout);\n  if ({_run_of(name)}() != 0)\n    return 1;\n'
            for name in names]
    declared = "".join(f"int {_run_of(name)}(void);\n" for name in names)
    return f"{declared}int main(void) {{\n{''.join(runs)}  return 0;\n}}\n"
