"""Five models in one firmware (--firmware): what may interrupt what does so at random instants, on the board and here."""

import json

import cortex_m4
import golden
from models import BOARD, HERE, MODELS
from runner import Failure, Test
from toolchain import ARM_GCC, CLANG, CORTEX_M4, GCC, SANITIZE, STRICT_C, run

_ROOM = HERE / "firmware"
_NAMES = ("kws", "vww", "ic", "ad01", "digits")
# The model that interrupts, the one that it interrupts, and whether only between steps.
_RULES = (("kws", "vww", 0), ("kws", "ic", 0), ("ad01", "vww", 1), ("digits", "ic", 0))
_CASES = 2
_TARGET = ("--target=cortex-m4", "--float-abi=soft")


def find_models():
    found = {}
    for model in MODELS:
        name = model.name.removesuffix("_int8")
        if model.name.endswith("_int8") and name in _NAMES:
            model.require()
            found[name] = model
    return {name: found[name] for name in _NAMES}


def _plan(models, rules=None):
    text = ""
    for name, model in models.items():
        text += f'[models.{name}]\nfile = "{model.file.name}"\n' + ("steps = true\n" if name == "vww" else "") + "\n"
    for by, of, between in _RULES if rules is None else ():
        text += f'[[interrupt]]\nby = "{by}"\nof = ["{of}"]\nat = "{"between steps" if between else "any time"}"\n\n'
    return text + (rules or "")


def compile_program(compiler, folder, models, *options, plan):
    """Compiles models to the program `show` with a plan, and returns its report."""
    path = folder / "show.toml"
    path.write_text(plan)
    own = [f"--model-option={name}:{option}" for name, model in models.items() for option in model.options]
    run(compiler.tirc, *(model.file for model in models.values()), f"--firmware={path}", *own, *options, "-o", folder, "--quiet", "--force")
    return json.loads((folder / "tvmgen_show.report.json").read_text())


def _table(name, rows):
    numbers = ",\n".join("{" + ",".join(map(str, row)) + "}" for row in rows)
    return f"static const unsigned char {name}[{len(rows)}][{len(rows[0])}] = {{\n{numbers}\n}};\n"


def _rows(array):
    size = len(array.data) // array.shape[0]
    return [array.data[i * size : (i + 1) * size] for i in range(min(_CASES, array.shape[0]))]


def _header(folder, models, runs, seed):
    text = f'#include "tvmgen_show.h"\n#define RUNS {runs}u\n#define SEED {seed}u\n'
    text += "#define STEPPED vww\n" if "vww" in models else ""
    text += "#define PROGRAM_INIT tvmgen_show_init\n"
    text += "#define EACH_MODEL(X) " + " ".join(f"X({name})" for name in models) + "\n"
    text += "#define EACH_RULE(X) " + " ".join(f"X({by}, {of}, {between})" for by, of, between in _RULES) + "\n"
    for name, model in models.items():
        inputs, outputs = golden.load(model)
        text += f"enum {{ {name}_cases = {len(_rows(inputs))} }};\n"
        text += _table(f"{name}_inputs", _rows(inputs)) + _table(f"{name}_outputs", _rows(outputs))
    (folder / "program.h").write_text(text)


def _check(printed, runs):
    lines = printed.splitlines()
    for by, of, _ in _RULES:
        line = next((line for line in lines if line.startswith(f"{by} of {of}: ")), "")
        if not line or int(line.split()[3]) < runs or not line.endswith("yes"):
            raise Failure(f"expected at least {runs} interruptions of {of} by {by}, and a refusal:\n{printed[-2000:]}")


def check_report(report):
    """The memory is the largest model and what the rules force, proven."""
    (pool,) = report["pools"]
    blocks = {block["model"]: block["bytes"] for block in pool["blocks"]}
    largest = max(blocks.values())
    forced = max([largest] + [blocks[by] + blocks[of] for by, of, between in _RULES if not between])
    if pool["bytes"] > forced + 16 or not pool["optimal"] or pool["gap"] != 0:
        raise Failure(f"the pool has {pool['bytes']} bytes, expected {forced}, proven: {json.dumps(pool, indent=1)}")


def _on_host(compiler, form, runs, seed, sanitize):
    models = find_models()
    folder = compiler.folder(f"whole-firmware/host-{form}-{'sanitize' if sanitize else 'fast'}")
    # C for the board computes the same here.
    target = ("--target=host",) if form == "obj" else _TARGET
    check_report(compile_program(compiler, folder, models, f"--emit={form}", *target, plan=_plan(models)))
    _header(folder, models, runs, seed)
    code = folder / f"tvmgen_show.{'o' if form == 'obj' else 'c'}"
    flags = SANITIZE if sanitize else ("-O2",)
    run(CLANG if sanitize else GCC, *flags, *STRICT_C, "-D_GNU_SOURCE", "-I", folder, _ROOM / "interrupts.c", code, "-lm",
        "-o", folder / "program")
    _check(run(folder / "program", timeout=3600), runs)


def _in_threads(compiler, form, runs):
    """Two models at a time, on several processors, and one that excludes both, under ThreadSanitizer."""
    models = {name: model for name, model in find_models().items() if name in ("digits", "ad01", "kws")}
    folder = compiler.folder(f"whole-firmware/threads-{form}")
    plan = _plan(models, rules='[[together]]\nmodels = ["digits", "ad01"]\n')
    report = compile_program(compiler, folder, models, f"--emit={form}", "--target=host", plan=plan)
    blocks = {block["model"]: block["bytes"] for block in report["pools"][0]["blocks"]}
    if report["pools"][0]["bytes"] > max(blocks["kws"], blocks["digits"] + blocks["ad01"] + 16):
        raise Failure(f"the models share less than they may: {report['pools']}")
    _header(folder, models, runs, 0)
    code = folder / f"tvmgen_show.{'o' if form == 'obj' else 'c'}"
    # The sanitizer does not see what an object does, but the results show it.
    sanitize = ("-fsanitize=thread",) if form == "c" else ()
    run(CLANG, "-g1", "-O1", *sanitize, *STRICT_C, "-D_GNU_SOURCE", "-I", folder, _ROOM / "threads.c", code, "-lm", "-pthread",
        "-o", folder / "program")
    printed = run(folder / "program")
    rows = [line.split() for line in printed.splitlines()]
    if len(rows) != 6 or any(row[6] != "0" for row in rows):
        raise Failure(f"expected no wrong output of six threads:\n{printed}")
    if not any(row[2] != "0" for row in rows) or not any(row[4] != "0" for row in rows):
        raise Failure(f"expected runs and refusals:\n{printed}")


def _on_board(compiler, form, runs, seed):
    models = find_models()
    folder = compiler.folder(f"whole-firmware/board-{form}")
    check_report(compile_program(compiler, folder, models, f"--emit={form}", *_TARGET, plan=_plan(models)))
    _header(folder, models, runs, seed)
    code = folder / f"tvmgen_show.{'o' if form == 'obj' else 'c'}"
    run(ARM_GCC, *CORTEX_M4, "-mfloat-abi=soft", *STRICT_C, "-O2", "-I", folder, "-I", BOARD, BOARD / "startup.c",
        _ROOM / "interrupts.c", code, "-nostartfiles", "--specs=nano.specs", "-T", BOARD / "mps2-an386.ld",
        "-Wl,--fatal-warnings,-z,noexecstack", "-lm", "-o", folder / "program.elf")
    _check(cortex_m4.emulate(folder / "program.elf", timeout=7200), runs)


def tests(compiler):
    for form in ("c", "obj"):
        yield Test(f"whole-firmware/host/{form}", lambda f=form: _on_host(compiler, f, 4, 1, f == "c"))
        yield Test(f"whole-firmware/host/{form}/long", lambda f=form: _on_host(compiler, f, 10000, 2, False), long=True)
        yield Test(f"whole-firmware/threads/{form}", lambda f=form: _in_threads(compiler, f, 200))
        yield Test(f"whole-firmware/cortex-m4/{form}", lambda f=form: _on_board(compiler, f, 5, 3))
        yield Test(f"whole-firmware/cortex-m4/{form}/long", lambda f=form: _on_board(compiler, f, 2500, 4), long=True)
