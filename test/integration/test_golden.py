"""Every golden vector, through each way from a model to code that runs on this machine."""

import golden
from models import HERE, MODELS
from runner import Test
from toolchain import CLANG, GCC, SANITIZE, run

# name -> (compiler, flags, options of tirc); the harness is compiled likewise.
_C_WAYS = {
    "c-gcc": (GCC, ("-O2",), ()),
    "c-clang": (CLANG, ("-O2",), ()),
    "c-gcc-sanitized": (GCC, ("-O1", *SANITIZE), ()),
    "c-clang-sanitized": (CLANG, ("-O1", *SANITIZE), ()),
    # Each buffer in an array of its own, so that AddressSanitizer sees one overrun into another.
    "separate-gcc-sanitized": (GCC, ("-O1", *SANITIZE), ("--plan=separate",)),
    "separate-clang-sanitized": (CLANG, ("-O1", *SANITIZE), ("--plan=separate",)),
    "separate-c-gcc": (GCC, ("-O2",), ("--plan=separate",)),
}


def run_host(compiler, model, way, build):
    """`build(folder)` returns the program; runs the model's golden inputs through it."""
    model.require()
    folder = compiler.folder(f"run/{way}/{model.name}")
    program = build(folder)
    inputs, wanted = golden.load(model)
    (folder / "inputs").write_bytes(inputs.data)
    run(program, folder / "inputs", folder / "outputs")
    golden.check(model, wanted, (folder / "outputs").read_bytes())


def _through_c(compiler, model, way):
    cc, flags, options = _C_WAYS[way]

    def build(folder):
        out = compiler.compile(model, *options)
        run(cc, "-std=c99", *flags, "-I", out, HERE / "harness.c", out / f"tvmgen_{model.name}.c",
            "-lm", "-o", folder / "program")
        return folder / "program"

    run_host(compiler, model, way, build)


def _through_object(compiler, model, way, options):
    def build(folder):
        out = compiler.compile(model, "--emit=c,obj", *options)
        run(GCC, "-std=c99", "-O1", "-I", out, HERE / "harness.c", out / f"tvmgen_{model.name}.o",
            "-lm", "-o", folder / "program")
        return folder / "program"

    run_host(compiler, model, way, build)


def tests(compiler):
    for model in MODELS:
        for way in _C_WAYS:
            sanitized = "sanitized" in way
            # One compiler's plain run of each model is enough in a usual run, and the small ones
            # under the sanitizers.
            usual = way == "c-gcc" or (sanitized and model.small)
            yield Test(
                f"golden/{model.name}/{way}",
                lambda m=model, w=way: _through_c(compiler, m, w),
                long=not usual,
            )
        yield Test(
            f"golden/{model.name}/obj",
            lambda m=model: _through_object(compiler, m, "obj", ()),
        )
        for level in (0, 3):
            yield Test(
                f"golden/{model.name}/obj-O{level}",
                lambda m=model, l=level: _through_object(compiler, m, f"obj-O{l}", (f"-O{l}",)),
                long=True,
            )
        yield Test(
            f"golden/{model.name}/obj-separate",
            lambda m=model: _through_object(compiler, m, "obj-separate", ("--plan=separate",)),
            long=not model.small,
        )
