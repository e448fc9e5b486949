"""Checks and self-tests of several models in one firmware (--firmware with --safety and --self-test), on the board and here."""

import bit_flips
import cortex_m4
import golden
from models import BOARD, HERE
from runner import Failure, Test
from test_whole_firmware import compile_program, find_models
from toolchain import ARM_GCC, CORTEX_M4, GCC, SANITIZE, run

_ROOM = HERE / "firmware"
_NAMES = ("kws", "ad01", "digits")
_RULES = """[models.digits]
file = "{digits}"
steps = true

[models.ad01]
file = "{ad01}"

[models.kws]
file = "{kws}"

[[interrupt]]
by = "kws"
of = "ad01"
"""
_OPTIONS = ("--safety=constants-each-run,arguments,masks,canaries", "--self-test=pattern")


def _header(folder, models, form, report):
    text = '#include "tvmgen_show.h"\n'
    if form == "c":
        source, arrays = bit_flips.writable((folder / "tvmgen_show.c").read_text())
        text += source + "#define EACH_CONSTANT(X) " + " ".join(f"X({name})" for name in arrays) + "\n"
        (block,) = [block for block in report["pools"][0]["blocks"] if block["model"] == "digits"]
        places = [block["offset"] + place for place in (0, 15, block["bytes"] - 16, block["bytes"] - 1)]
        text += f"#define GUARDS {', '.join(map(str, places))}\n"
    text += "#define EACH_MODEL(X) " + " ".join(f"X({name})" for name in models) + "\n"
    arguments = [f"&{name}_{kind}" for name in models for kind in ("inputs", "outputs")]
    text += f"#define SELF_TEST tvmgen_show_self_test({', '.join(arguments)})\n"
    for name, model in models.items():
        for kind, array in zip(("input", "output"), golden.load(model)):
            text += f"enum {{ {name}_{kind}_bytes = {len(array.data) // array.shape[0]} }};\n"
    (folder / "program.h").write_text(text)


def _check(compiler, place, form):
    models = {name: model for name, model in find_models().items() if name in _NAMES}
    folder = compiler.folder(f"firmware-checks/{place}-{form}")
    target = ("--target=cortex-m4", "--float-abi=soft") if place == "board" or form == "c" else ("--target=host",)
    report = compile_program(compiler, folder, models, f"--emit={form}", *target, *_OPTIONS,
                             plan=_RULES.format(**{name: model.file.name for name, model in models.items()}))
    for name in models:
        if "self_test" not in report["models"][name] or len(report["models"][name]["interface"]["safety"]) != 4:
            raise Failure(f"the report of {name} does not have its checks: {report['models'][name]['interface']}")
    _header(folder, models, form, report)
    sources = [_ROOM / "self_tests.c", *(folder / f"tvmgen_{name}_self_test.c" for name in models)]
    sources += [folder / "tvmgen_show.o"] * (form == "obj")
    common = ["-std=c99", "-Wall", "-Wextra", "-Wno-unused-function", "-Werror", "-I", folder, "-I", _ROOM]
    if place == "host":
        run(GCC, *common, "-O1", *SANITIZE, *sources, "-lm", "-o", folder / "program")
        printed = run(folder / "program", timeout=600)
    else:
        run(ARM_GCC, *CORTEX_M4, "-mfloat-abi=soft", *common, "-O2", "-I", BOARD, BOARD / "startup.c", *sources, "-nostartfiles",
            "--specs=nano.specs", "-T", BOARD / "mps2-an386.ld", "-lm", "-o", folder / "program.elf")
        printed = cortex_m4.emulate(folder / "program.elf", timeout=600)
    if printed.strip() != "end":
        raise Failure(f"expected nothing but end:\n{printed[-2000:]}")


def tests(compiler):
    for place in ("host", "board"):
        for form in ("c", "obj"):
            yield Test(f"firmware-checks/{place}/{form}", lambda p=place, f=form: _check(compiler, p, f))
