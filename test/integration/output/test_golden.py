"""Every golden vector, through each way from a model to code that runs on this machine."""

import re

import golden
from models import DIGITS, DIGITS_FP32, HERE, MODELS
from runner import Failure, Test
from toolchain import CLANG, GCC, SANITIZE, run

# name -> (compiler, flags, options of tirc); the harness is compiled likewise.
_C_WAYS = {
    "c-gcc": (GCC, ("-O2",), ()),
    "c-clang": (CLANG, ("-O2",), ()),
    # More optimisation shows whether the C relies on guarantees that C does not give.
    "c-gcc-O3": (GCC, ("-O3", "-march=native"), ()),
    "c-gcc-Os": (GCC, ("-Os",), ()),
    "c-clang-O3": (CLANG, ("-O3", "-march=native"), ()),
    "c-gcc-sanitized": (GCC, SANITIZE, ()),
    "c-clang-sanitized": (CLANG, SANITIZE, ()),
    # Each buffer is a separate array, so that AddressSanitizer detects an overrun into another.
    "separate-gcc-sanitized": (GCC, SANITIZE, ("--plan=separate",)),
    "separate-clang-sanitized": (CLANG, SANITIZE, ("--plan=separate",)),
    "separate-c-gcc": (GCC, ("-O2",), ("--plan=separate",)),
    "rows-gcc-sanitized": (GCC, SANITIZE, ("--rows=min-ram",)),
    "rows-separate-clang-sanitized": (CLANG, SANITIZE, ("--rows=min-ram", "--plan=separate")),
}


def run_host(compiler, model, way, build):
    """Runs the model's golden inputs through the program that `build(folder)` returns."""
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
            "-lm", "-Wl,--fatal-warnings", "-o", folder / "program")
        return folder / "program"

    run_host(compiler, model, way, build)


def _through_shared(compiler, model, way):
    def build(folder):
        out = compiler.compile(model, "--emit=c,shared")
        library = out / f"tvmgen_{model.name}.so"
        exported = {line.split()[-1] for line in run("nm", "-D", "--defined-only", library).splitlines()}
        entry = f"tvmgen_{model.name}_run"
        loaders = {f"{entry}_packed", "__tvm_main__", "__tvm_ffi_main", "__tvm_ffi_run", f"__tvm_ffi_{entry}",
                   "__tvm_ffi__metadata_run", f"__tvm_ffi__metadata_{entry}"}
        if exported != {entry} | loaders:
            raise Failure(f"{library.name} exports {sorted(exported)}, expected its entries alone")
        run(GCC, "-std=c99", "-O1", "-I", out, HERE / "harness.c", library, f"-Wl,-rpath,{out}",
            "-Wl,--fatal-warnings", "-o", folder / "program")
        return folder / "program"

    run_host(compiler, model, way, build)


def instrumented(ir, sanitizer="sanitize_address"):
    """Enables a sanitizer's pass, which handles only functions with its attribute, for all functions."""
    text, count = re.subn(
        r"^(define [^\n]*\))([^\n{)]*)\{$", rf"\1 {sanitizer}\2{{", ir, flags=re.M
    )
    if count == 0 or count != len(re.findall(r"^define ", ir, re.M)):
        raise Failure("cannot find the functions of the LLVM IR")
    return text


def _through_sanitized_ir(compiler, model, way, options):
    def build(folder):
        # Before any optimisation that assumes that every access is right.
        out = compiler.compile(model, "--emit=c,llvm-ir", "-O0", *options)
        ir = folder / "model.ll"
        ir.write_text(instrumented((out / f"tvmgen_{model.name}.ll").read_text()))
        run(CLANG, "-O0", "-fsanitize=address", "-c", ir, "-o", folder / "model.o")
        if "__asan_report" not in run("nm", "-u", folder / "model.o"):
            raise Failure("the object holds no check of AddressSanitizer")
        run(CLANG, "-std=c99", *SANITIZE, "-I", out, HERE / "harness.c", folder / "model.o",
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
                fast=usual and model in (DIGITS, DIGITS_FP32),
            )
        yield Test(
            f"golden/{model.name}/obj",
            lambda m=model: _through_object(compiler, m, "obj", ()),
            fast=model in (DIGITS, DIGITS_FP32),
        )
        for level in (0, 3):
            yield Test(
                f"golden/{model.name}/obj-O{level}",
                lambda m=model, o=f"-O{level}": _through_object(compiler, m, f"obj{o}", (o,)),
                long=True,
            )
        yield Test(
            f"golden/{model.name}/obj-separate",
            lambda m=model: _through_object(compiler, m, "obj-separate", ("--plan=separate",)),
            long=not model.small,
        )
        yield Test(
            f"golden/{model.name}/obj-rows",
            lambda m=model: _through_object(compiler, m, "obj-rows", ("--rows=min-ram",)),
            fast=model in (DIGITS, DIGITS_FP32),
        )
        yield Test(
            f"golden/{model.name}/shared",
            lambda m=model: _through_shared(compiler, m, "shared"),
            long=not model.small,
            fast=model in (DIGITS, DIGITS_FP32),
        )
        for way, options in (("llvm-sanitized", ()), ("separate-llvm-sanitized", ("--plan=separate",))):
            yield Test(
                f"golden/{model.name}/{way}",
                lambda m=model, w=way, o=options: _through_sanitized_ir(compiler, m, w, o),
                long=not model.small,
            )
