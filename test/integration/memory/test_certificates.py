"""The certified memory equals what the linker's map file says, whatever the options: RAM to the byte, in objects and in
C by gcc and clang; flash to the byte in objects."""

import itertools
import json
import random
import re

from models import DIGITS, HERE, Model
from runner import Failure, Test
from toolchain import ARM_GCC, CLANG, CORTEX_M4, run

_SMALL = Model("small", HERE.parent / "tools" / "tirc" / "Inputs" / "pools.mlir", HERE)
_TARGET = ("--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4", "--float-abi=soft")
_LIBC = ("-isystem", "/usr/lib/arm-none-eabi/include")
_COMPILERS = {
    "gcc": (ARM_GCC, *CORTEX_M4, "-O2"),
    "gcc-sections": (ARM_GCC, *CORTEX_M4, "-Os", "-fdata-sections", "-ffunction-sections"),
    "clang": (CLANG, "--target=thumbv7em-none-eabi", *CORTEX_M4, "-mfloat-abi=soft", "-fshort-enums", "-O2", *_LIBC),
}
# Each row has the values of one option; the first stands for none.
_CHOICES = (
    ("", "--steps"),
    ("", "--rows=off", "--rows=min-ram"),
    ("", "--plan=separate"),
    ("", "--io=pool"),
    ("", "--workspace=external", "--workspace=backend"),
    ("", "--kernel-calls=cpacked", "--kernel-calls=packed"),
    ("", "--interface-api=packed"),
    ("", "--unpacked-api=false"),
    ("", "--system-lib"),
    ("", "--on-error=hook", "--on-error=last-error"),
    ("", "--profile"),
    ("", "--workspace-alignment=4", "--workspace-alignment=64"),
    ("", "--workspace-section=.own.workspace"),
    ("", "--constants-section=.rodata.own"),
    ("", "--constants-alignment=16"),
    ("", "--pool=fast:40:32:.own.fast --pool=slow:64k", "--pool=given:64k:external", "--pool=all:64k"),
    ("", "--tvm-compat"),
    ("", "--tvm-ffi"),
    ("", "--overlap=off"),
    ("", "--overwrite-inputs"),
    ("", "--schedule=elementwise"),
    ("", "--no-runtime-checks"),
    ("", "--keep-constant-channels"),
)
_LINKER_SCRIPT = """SECTIONS {
  .text 0x8000 : { *(.text .text.*) }
  .rodata 0x1000000 : { *(.rodata .rodata.*) }
  .data 0x20000000 : { *(.data .data.*) }
  .bss 0x21000000 : { *(.bss .bss.* COMMON) }
  .own.workspace 0x22000000 : { *(.own.workspace) }
  .own.fast 0x23000000 : { *(.own.fast) }
}
"""


def _link(object_):
    """Returns the bytes of RAM and of flash in the map file of a program that has only the model."""
    script, map_file = object_.with_suffix(".script"), object_.with_suffix(".map")
    script.write_text(_LINKER_SCRIPT)
    run("arm-none-eabi-ld", "-T", script, "--unresolved-symbols=ignore-all", "-e", "0", object_, "-o",
        object_.with_suffix(".elf"), "-Map", map_file)
    found = re.findall(r"^(\.[\w.]+)\s+0x[0-9a-f]+\s+0x([0-9a-f]+)", map_file.read_text(), re.MULTILINE)
    sizes = {section: int(size, 16) for section, size in found}
    sum_of = lambda *names: sum(sizes.get(name, 0) for name in names)  # noqa: E731
    return sum_of(".data", ".bss", ".own.workspace", ".own.fast"), sum_of(".text", ".rodata", ".data")


def _totals(out, model):
    return json.loads((out / f"tvmgen_{model.name}.report.json").read_text())["totals"]


def _expect(what, certified, linked):
    if certified != linked:
        raise Failure(f"{what}: the report says {certified} bytes, and the map file {linked}")


def _compile(compiler, model, out, options):
    """Returns whether tirc accepts the options together."""
    try:
        compiler.run(model, out, *options, *_TARGET)
    except Failure as failure:
        if "Traceback" in str(failure) or "error:" not in str(failure):
            raise
        return False
    return True


def _check(compiler, folder, model, options, compilers):
    """Compares the certificates of one set of options, or returns False if tirc refuses the set."""
    if not _compile(compiler, model, folder / "object", ("--emit=obj", *options)):
        return False
    ram, flash = _link(folder / "object" / f"tvmgen_{model.name}.o")
    totals = _totals(folder / "object", model)
    _expect(f"RAM of the object with {options}", totals["static_bytes"], ram)
    _expect(f"flash of the object with {options}", totals["flash_bytes"], flash)
    if not _compile(compiler, model, folder / "c", ("--emit=c", *options)):
        return False
    for name in compilers:
        object_ = folder / "c" / f"{name}.o"
        run(*_COMPILERS[name], "-std=c99", "-I", folder / "c", "-c", folder / "c" / f"tvmgen_{model.name}.c", "-o", object_)
        _expect(f"RAM of C by {name} with {options}", _totals(folder / "c", model)["static_bytes"], _link(object_)[0])
    return True


def _sets(compiler, name, model, sets, compilers=tuple(_COMPILERS)):
    compiled = 0
    for number, options in enumerate(sets):
        flat = [part for option in options for part in option.split()]
        compiled += _check(compiler, compiler.folder(f"certificates/{name}/{number}"), model, flat, compilers)
    print(f"    certificates/{name}: {compiled} of {len(sets)} sets of options", flush=True)
    if 4 * compiled < len(sets):
        raise Failure(f"tirc accepts only {compiled} of {len(sets)} sets of options")


def _pairs():
    """Each value with each value of every other option."""
    values = [[value for value in row if value] for row in _CHOICES]
    single = [(value,) for row in values for value in row]
    return single + [pair for one, other in itertools.combinations(values, 2) for pair in itertools.product(one, other)]


def _random_sets(count, seed=1):
    """Options that are each given with a probability of a sixth, as more of them exclude each other."""
    draw = random.Random(seed)
    return [tuple(draw.choice(row[1:]) for row in _CHOICES if draw.random() < 1 / 6) for _ in range(count)]


# The options that place variables of their own, of which each once failed.
_PLACING = [(), ("--steps",), ("--kernel-calls=packed",), ("--steps", "--kernel-calls=packed"), ("--plan=separate", "--steps"),
            ("--system-lib",), ("--interface-api=packed",), ("--workspace=external", "--kernel-calls=packed"),
            ("--pool=fast:40:32:.own.fast --pool=slow:64k", "--steps"), ("--workspace-alignment=64", "--steps"), ("--tvm-compat", "--steps"),
            ("--plan=separate", "--io=pool"), ("--io=pool", "--steps"),
            ("--kernel-calls=packed", "--steps", "--workspace-section=.own.workspace"),
            ("--workspace-alignment=64", "--pool=fast:40:32:.own.fast --pool=slow:64k")]


def _avr(compiler):
    """On an AVR, constants and texts are in RAM, too, and the assembler fills sections up to their alignment."""
    for number, options in enumerate([(), ("--steps",), ("--plan=separate",)]):
        out = compiler.folder(f"certificates/avr/{number}")
        compiler.run(_SMALL, out, "--target-triple=avr", *options)
        run("avr-gcc", "-mmcu=atmega2560", "-std=c99", "-Os", "-c", out / "tvmgen_small.c", "-o", out / "model.o")
        sizes = re.findall(r"^\.(data|bss|rodata)\S*\s+(\d+)", run("avr-size", "-A", out / "model.o"), re.MULTILINE)
        _expect(f"RAM of an AVR with {options}", _totals(out, _SMALL)["static_bytes"], sum(int(size) for _, size in sizes))


def tests(compiler):
    yield Test("certificates/avr", lambda: _avr(compiler))
    yield Test("certificates/sample", lambda: _sets(compiler, "sample", _SMALL, _PLACING + _random_sets(6)))
    yield Test("certificates/digits", lambda: _sets(compiler, "digits", DIGITS, [*_PLACING[3:4], *_PLACING[-4:-2]], ("gcc", "clang")))
    yield Test("certificates/pairs", lambda: _sets(compiler, "pairs", _SMALL, _pairs()), long=True)
    yield Test("certificates/random", lambda: _sets(compiler, "random", _SMALL, _random_sets(1000, seed=2)), long=True)
    yield Test("certificates/digits-random", lambda: _sets(compiler, "digits-random", DIGITS, _random_sets(40, seed=3)), long=True)
