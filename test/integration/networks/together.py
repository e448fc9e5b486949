"""One program for a model in many ways on this machine, which takes a third of the time of a program for each."""

import re

from models import HERE
from toolchain import CLANG, GCC, SANITIZE, run

_COMMENT = re.compile(r"/\*.*?\*/", re.S)
_MAIN = HERE / "schedules" / "main.c"


def execute(folder, ways, models):
    """Returns the bytes of all outputs in each way, by its name; `models` has the C or the object of each way. Equal
    code of one compiler runs once."""
    first_of, same = {}, {}
    for name, way in ways.items():
        code = _COMMENT.sub("", models[name].read_text()) if way.cc else models[name].read_bytes()
        same[name] = first_of.setdefault((code, way.cc, way.flags), name)
    text, units = _main_of(first_of.values()), []
    for name in first_of.values():
        units.append(_unit(folder, name, ways[name], models[name], text))
        text = ""
    sanitizers = [flag for flag in SANITIZE if any(flag in way.flags for way in ways.values())]
    run(CLANG if sanitizers else GCC, *sanitizers, *units, "-lm", "-o", folder / "program")
    run(folder / "program", cwd=folder)
    return {name: (folder / f"outputs-{same[name]}").read_bytes() for name in ways}


def _unit(folder, name, way, model, text):
    """Compiles the main program of a model, with the model if it is C, and hides all other names of both."""
    source, unit = folder / f"{name}.c", folder / f"{name}.o"
    source.write_text("\n".join([
        *([f'#include "{model}"'] if way.cc else []),
        f"#define main {_run_of(name)}",
        f'#define OUTPUTS_FILE "outputs-{name}"',
        f'#include "{_MAIN}"',
        "#undef main",
        text,
    ]))
    compiler = (*way.cc, *way.flags) if way.cc else (CLANG, "-std=c99", "-O0")
    run(*compiler, "-I", folder, "-I", model.parent, "-c", source, "-o", unit)
    if not way.cc:
        main, unit = unit, folder / f"{name}-with-model.o"
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
