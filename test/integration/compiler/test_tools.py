"""The same bytes whichever tool compiles: tirc, tir-opt, and the packaged mlir-opt with libTIR.so as its plugin.

Each model is compiled with each set of options, written once in the form of tirc. The other tools run the pipeline
`tir-compile` with the same options; tirc writes the file of what they print (`--compile-from`), since a pipeline writes
no files.
"""

import itertools

from models import DIGITS, DIGITS_NAMED, MODELS
from runner import Failure, Test
from toolchain import run

_MLIR_OPT = "/usr/lib/llvm-22/bin/mlir-opt"
_M4 = ("--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4")
_SETS = {
    "default": (),
    "ram": ("--ram=1500",),
    "cortex-m4": _M4,
    "cortex-m4-object": ("--emit=obj", *_M4),
    "object": ("--emit=obj",),
    "shared": ("--emit=shared",),
    "min-ram": ("--rows=min-ram", *_M4),
    "rows-off": ("--rows=off",),
    "elementwise": ("--schedule=elementwise",),
    "flash": ("--flash=100k", *_M4),
    "pools": ("--pool=fast:1k", "--pool=slow:4M:16:.sdram"),
    "constants-pool": ("--pool=ram:4M", "--pool=rom:64M:16:.weights:ro"),
    "separate": ("--plan=separate",),
    "io-pool": ("--io=pool", "--overwrite-inputs"),
    "overlap-off": ("--overlap=off", "--keep-constant-channels"),
    "packed": ("--interface-api=packed", "--unpacked-api=false"),
    "system-lib": ("--system-lib", "--on-error=hook"),
    "external": ("--workspace=external", "--guard"),
    "tvm-compat": ("--tvm-compat", "--interface-api=packed", "--kernel-calls=packed"),
    "profile": ("--profile", "--steps"),
    "sections": ("--constants-section=.weights", "--workspace-section=.fast", "--workspace-alignment=32"),
    "passes-before": ("--passes-before=schedule:builtin.module(canonicalize,cse)", "--ram=100k"),
}
_USUAL = {(DIGITS.name, name) for name in ("ram", "cortex-m4-object", "pools", "passes-before")}


def _pipeline(model, options):
    """Returns the pipeline with the options of tirc."""
    given = {"source": [model.file.name]}
    for option in options:
        name, _, value = option.removeprefix("--").partition("=")
        given.setdefault(name, []).append(value or "true")
    return "builtin.module(tir-compile{" + " ".join(f"{name}={','.join(values)}" for name, values in given.items()) + "})"


def _of_files(options):
    """Returns the options that are about the files, as the pipeline has dealt with the others."""
    return [option for option in options if option.startswith(("--emit=", "--target-", "--model-name="))]


def _error(failure):
    """Returns the first error without its place, which each tool prints in its own way."""
    return str(failure).split("error: ", 1)[-1].splitlines()[0]


def _products(tirc, given, out, options):
    """Returns the code that tirc writes, or the error."""
    try:
        run(tirc, given, "--model-info=none", "-o", out, "--quiet", *options)
    except Failure as failure:
        return _error(failure)
    return {file.suffix: file.read_bytes() for file in out.iterdir() if file.suffix in (".c", ".o", ".so")}


def _compare(compiler, model, name):
    model.require()
    options = (f"--model-name={model.name}", *model.options, *_SETS[name])
    folder = compiler.folder(f"tools/{model.name}-{name}")
    expected = _products(compiler.tirc, model.file, folder / "tirc", options)
    library = compiler.tirc.parent.parent / "lib" / "libTIR.so"
    phase = "llvm" if any(option in ("--emit=obj", "--emit=shared") for option in options) else "emitc"
    for tool in ((compiler.tirc.parent / "tir-opt",),
                 (_MLIR_OPT, f"--load-dialect-plugin={library}", f"--load-pass-plugin={library}")):
        out = folder / tool[0].name if len(tool) == 1 else folder / "mlir-opt"
        printed = out.with_suffix(".mlirbc")
        try:
            run(*tool, model.file, f"--pass-pipeline={_pipeline(model, options)}", "--emit-bytecode", "-o", printed)
            made = _products(compiler.tirc, printed, out, (f"--compile-from={phase}", *_of_files(options)))
        except Failure as failure:
            made = _error(failure)
        if made != expected:
            raise Failure(f"{tool[0]} does not make what tirc makes of {model.file} with {' '.join(options)}:\n"
                          f"tirc: {_describe(expected)}\n{out.name}: {_describe(made)}")


def _describe(made):
    return made if isinstance(made, str) else ", ".join(f"{len(code)} bytes of {suffix}" for suffix, code in made.items())


def tests(compiler):
    for model, name in itertools.product((*MODELS, DIGITS_NAMED), _SETS):
        yield Test(f"tools/{model.name}/{name}", lambda m=model, n=name: _compare(compiler, m, n),
                   long=(model.name, name) not in _USUAL)
