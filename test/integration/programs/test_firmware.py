"""A firmware with two models, written against TVM's headers: C and objects mixed, one registry."""

import cortex_m4
import golden
from models import BOARD, DIGITS, HERE, MODELS, REPO
from runner import Failure, Test
from toolchain import ARM_GCC, CLANG, CORTEX_M4, GCC, SANITIZE, STRICT_C, run

_ROOM = HERE / "firmware"
_CRT = REPO / "runtime" / "crt"
_INTERFACES = {"digits_int8": "c", "ad01_int8": "packed"}
_WAYS = {"digits_int8": ("structs", "registry", "executor"),
         "ad01_int8": ("registry", "env", "executor")}
_CASES = {"digits_int8": 8, "ad01_int8": 2}
_ARM = ("--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4", "--float-abi=soft")


def _models():
    found = {model.name: model for model in MODELS if model.name in _INTERFACES}
    for model in found.values():
        model.require()
    return found


def _compile(compiler, model, form, target):
    """Returns the model's .c or .o, and the folder of its header."""
    options = ["--workspace=external", f"--interface-api={_INTERFACES[model.name]}",
               f"--emit={form}", *(target if form == "obj" else ())]
    out = compiler.folder("out/firmware/" + "-".join([model.name, *options]))
    compiler.run(model, out, *options)
    return out / f"tvmgen_{model.name}.{'o' if form == 'obj' else 'c'}", out


def _rows(array, count):
    """Returns the bytes of the first cases."""
    size = len(array.data) // array.shape[0]
    return [array.data[i * size : (i + 1) * size] for i in range(min(count, array.shape[0]))]


def _table(name, rows):
    numbers = ",\n".join("{" + ",".join(map(str, row)) + "}" for row in rows)
    return (f"enum {{ {name}_count = {len(rows)} }};\n"
            f"static const unsigned char {name}[{len(rows)}][{len(rows[0])}] = {{\n{numbers}\n}};\n")


def _vectors(folder, models):
    text, wanted = "", {}
    for name, model in models.items():
        inputs, outputs = golden.load(model)
        text += _table(name, _rows(inputs, _CASES[name]))
        wanted[name] = [row.hex() for row in _rows(outputs, _CASES[name])]
    (folder / "vectors.h").write_text(text)
    return wanted


def _check(printed, wanted):
    lines = printed.split("\n")
    for name, ways in _WAYS.items():
        for way in ways:
            got = [line.split()[2] for line in lines if line.startswith(f"{name} {way} ")]
            if got != wanted[name]:
                raise Failure(f"{name} by {way}: {got}, expected {wanted[name]}\n{printed[-2000:]}")


def check_sections(program, prefix=""):
    """No code before main, and no data to copy there."""
    for line in run(f"{prefix}size", "-A", program).splitlines():
        words = line.split()
        if len(words) == 3 and words[1] != "0" and (
                words[0] in (".data", ".ctors") or words[0].startswith((".init_array", ".preinit"))):
            raise Failure(f"{program.name}: section {words[0]} has {words[1]} bytes, expected none")


def _runtime_sources():
    return [source for part in ("common", "memory", "aot_executor")
            for source in sorted((_CRT / "src" / part).glob("*.c"))]


def _system_library(compiler, form, interface, workspace):
    """One model and its registry in one file, run by the executor."""
    DIGITS.require()
    folder = compiler.folder(f"firmware/system-lib/{form}-{interface}-{workspace}")
    compiler.run(DIGITS, folder, "--system-lib", f"--emit={form}", f"--interface-api={interface}",
                 f"--workspace={workspace}")
    inputs, outputs = golden.load(DIGITS)
    rows, expected = _rows(inputs, 8), _rows(outputs, 8)
    (folder / "vectors.h").write_text(_table("inputs", rows))
    (folder / "crt_config.h").write_text((_CRT / "templates/crt_config.h.template").read_text())
    program = folder / "program"
    run(CLANG, *SANITIZE, *STRICT_C, "-I", folder, "-I", _CRT / "include",
        f'-DMODEL_NAME="{DIGITS.name}"', '-DINPUT_NAME="a"', _ROOM / "executor.c",
        _ROOM / "platform.c", folder / f"tvmgen_{DIGITS.name}.{'o' if form == 'obj' else 'c'}",
        *_runtime_sources(), "-o", program)
    printed = run(program).split()
    if printed != [row.hex() for row in expected]:
        raise Failure(f"the executor computes {printed}")


def _firmware(compiler, forms, registry_form, on_board):
    """`forms` has for each model whether it is C or an object."""
    models = _models()
    target = _ARM if on_board else ()
    sources, includes = [], []
    for name, form in forms.items():
        source, folder = _compile(compiler, models[name], form, target)
        sources.append(source)
        includes += ["-I", folder]
    label = "-".join([*forms.values(), registry_form, "arm" if on_board else "host"])
    folder = compiler.folder(f"firmware/{label}")
    registry = folder / f"registry.{'o' if registry_form == 'obj' else 'c'}"
    run(compiler.tirc, "--link-registry", *sources, "-o", registry,
        *(target if registry_form == "obj" else ()))
    wanted = _vectors(folder, models)

    (folder / "crt_config.h").write_text((_CRT / "templates/crt_config.h.template").read_text())
    if on_board:
        cc = (ARM_GCC, *CORTEX_M4, "-mfloat-abi=soft", "-Os", "-I", BOARD)
    else:
        cc = (GCC, *SANITIZE)
    cc = (*cc, *STRICT_C, "-ffunction-sections", "-fdata-sections", "-I", folder,
          "-I", _CRT / "include", *includes)
    # Everything is one library, from which the linker takes the parts that the program needs.
    objects = []
    for source in [*sources, registry, *_runtime_sources()]:
        if source.suffix == ".o":
            objects.append(source)
            continue
        objects.append(folder / f"{source.stem}.c.o")
        run(*cc, "-c", source, "-o", objects[-1])
    library = folder / "libmodels.a"
    library.unlink(missing_ok=True)
    prefix = "arm-none-eabi-" if on_board else ""
    run(f"{prefix}ar", "rcs", library, *objects)

    program = folder / "firmware"
    if on_board:
        run(*cc, BOARD / "startup.c", _ROOM / "main.c", _ROOM / "platform.c", library,
            "-nostartfiles", "--specs=nano.specs", "-T", BOARD / "mps2-an386.ld",
            "-Wl,--gc-sections", f"-Wl,-Map={folder / 'firmware.map'}", "-Wl,--fatal-warnings",
            "-o", program)
        check_sections(program, prefix)
        printed = cortex_m4.emulate(program)
    else:
        run(*cc, _ROOM / "main.c", _ROOM / "platform.c", library, "-o", program)
        printed = run(program)
    _check(printed, wanted)


def tests(compiler):
    for digits, ad01, registry in (("c", "obj", "c"), ("obj", "c", "obj"), ("c", "c", "obj"),
                                   ("obj", "obj", "c")):
        forms = {"digits_int8": digits, "ad01_int8": ad01}
        for on_board in (False, True):
            yield Test(
                f"firmware/digits-{digits}/ad01-{ad01}/registry-{registry}/"
                f"{'cortex-m4' if on_board else 'host'}",
                lambda f=forms, r=registry, b=on_board: _firmware(compiler, f, r, b),
                long=digits == ad01,
            )
    for form in ("c", "obj"):
        for interface in ("c", "packed"):
            for workspace in ("internal", "external"):
                yield Test(
                    f"firmware/system-lib/{form}/interface-{interface}/workspace-{workspace}",
                    lambda f=form, i=interface, w=workspace: _system_library(compiler, f, i, w),
                    long=workspace == "internal" and form == "c",
                )
