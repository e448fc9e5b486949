"""C that a strict house accepts: aliasing by the standard, words at any address, and compilers without GNU's extensions."""

import cortex_m4
import golden
from models import DIGITS, DIGITS_FP32, HERE, MODELS
from runner import Failure, Test
from test_golden import run_host
from toolchain import CLANG, GCC, STRICT_C, run

# What the compiler assumes of types, and what the file's macros make of it: types that may alias, a union, and a union
# with room to be aligned, as a compiler that knows C99 only sees it.
# gcc does not know a pragma of C99 that the others get.
_WITHOUT_GNU = ("-include", HERE / "output" / "without_gnu.h", "-Wno-unknown-pragmas")
_FORMS = {
    "aliases": (),
    "union": ("-DTIR_MAY_ALIAS=0",),
    "plain-c99": (*_WITHOUT_GNU, "-DTIR_MAY_ALIAS=0"),
    "c11": (*_WITHOUT_GNU, "-std=c11"),
}
_PLANS = {"shared": (), "rows": ("--rows=min-ram",), "separate": ("--plan=separate",)}


def _strict_aliasing(compiler, model, cc, form, plan):
    def build(folder):
        out = compiler.compile(model, *_PLANS[plan])
        run(cc, *STRICT_C, "-O3", "-fstrict-aliasing", *_FORMS[form], "-I", out, "-c", out / f"tvmgen_{model.name}.c",
            "-o", folder / "model.o")
        run(GCC, "-std=c99", "-O1", "-I", out, HERE / "harness.c", folder / "model.o", "-lm", "-o", folder / "program")
        return folder / "program"

    run_host(compiler, model, f"strict-c-{form}-{plan}-{cc}", build)


_TARGET = ("--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4")


def _run_at_odd_addresses(compiler, model, way, flags, trap):
    out = compiler.compile(model, "--emit=c,obj", *_TARGET, *(("--target-features=+strict-align",) if way == "obj" else ()))
    folder = compiler.folder(f"strict-c/{model.name}/odd-{way}-{trap}")
    source = out / f"tvmgen_{model.name}.{'o' if way == 'obj' else 'c'}"
    inputs, wanted = golden.load(model)
    cases = cortex_m4.split_cases(inputs)[:2]
    program = cortex_m4.build(folder, out, source, cases, flags=(
        "-O2", *flags, "-DODD_ADDRESSES", f"-DUNALIGN_TRP={trap}", HERE / "processors" / "arm" / "bytes.c"))
    outputs, _ = cortex_m4.execute(program, len(cases))
    if outputs != wanted.data[: len(outputs)]:
        raise Failure(f"{model.name}: other outputs than the reference's, with inputs and outputs at odd addresses")


def _needs_no_alignment(compiler, model, way):
    """A tensor of bytes may begin anywhere, also where the processor traps the load of a word that is not aligned:
    `-mno-unaligned-access` and `+strict-align` say so to compilers, which then define no __ARM_FEATURE_UNALIGNED."""
    _run_at_odd_addresses(compiler, model, way, ("-mno-unaligned-access",), 1)


def _traps(compiler):
    """The emulator honours UNALIGN_TRP: without the flag, the same program faults."""
    try:
        _run_at_odd_addresses(compiler, DIGITS, "c", ("-munaligned-access",), 1)
    except Failure as failure:
        if "fault cfsr=01000000" in str(failure):
            return
        raise
    raise Failure("a word was loaded from an odd address in spite of UNALIGN_TRP")


def tests(compiler):
    for model in MODELS:
        for cc in (GCC, CLANG):
            for form in _FORMS:
                for plan in _PLANS:
                    usual = model in (DIGITS, DIGITS_FP32) and plan == "shared"
                    yield Test(f"strict-c/{model.name}/{cc}/{form}/{plan}",
                               lambda m=model, c=cc, f=form, p=plan: _strict_aliasing(compiler, m, c, f, p),
                               long=not usual)
        if model.is_integer:
            for way in ("c", "obj"):
                yield Test(f"strict-c/{model.name}/odd-addresses/{way}",
                           lambda m=model, w=way: _needs_no_alignment(compiler, m, w), long=model is not DIGITS)
    yield Test("strict-c/digits_int8/unalign-trp", lambda: _traps(compiler))
