"""What is measured: the targets and, for each, the ways from a model to a program."""

from dataclasses import dataclass

from toolchain import ARM_GCC, CLANG, CORTEX_M4, FLOAT_ABIS, GCC

# gcc's convention for this target has short enums.
_ARM_CLANG = (CLANG, "--target=thumbv7em-none-eabi", *CORTEX_M4, "-fshort-enums",
              "-isystem", "/usr/lib/arm-none-eabi/include")


@dataclass(frozen=True)
class BackEnd:
    name: str
    # The compiler of the generated C, with its options; none where tirc writes the object.
    compiler: tuple = None


@dataclass(frozen=True)
class Target:
    name: str
    tirc_options: tuple
    back_ends: tuple


CORTEX_M4_TARGET = Target(
    "cortex-m4",
    ("--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4"),
    (
        BackEnd("gcc-O2", (ARM_GCC, *CORTEX_M4, "-O2")),
        BackEnd("clang-O2", (*_ARM_CLANG, "-O2")),
        BackEnd("object"),
    ),
)
HOST = Target(
    "host",
    (),
    (BackEnd("gcc-O2", (GCC, "-O2")), BackEnd("gcc-O3", (GCC, "-O3")), BackEnd("clang-O2", (CLANG, "-O2"))),
)
TARGETS = (CORTEX_M4_TARGET, HOST)
# How tirc computes kernels unless told otherwise.
DEFAULT_SCHEDULE = "auto"


def float_abi(model):
    """Returns the convention on the Cortex-M4: a model of integers needs no floating-point unit."""
    return "soft" if model.is_integer else "hard"


def tirc_options(target, schedule):
    return [*target.tirc_options, *([] if schedule == DEFAULT_SCHEDULE else [f"--schedule={schedule}"])]


def compile_with_tirc(compiler, model, target, back_end, schedule):
    """Returns the folder with what tirc wrote."""
    options = tirc_options(target, schedule)
    if not back_end.compiler:
        options += ["--emit=c,obj", f"--float-abi={float_abi(model)}"]
    return compiler.compile(model, *options)


def per_mac(macs, **counts):
    """Returns each count divided by the multiply-accumulates, if there are any."""
    return {f"{name}_per_mac": round(count / macs, 3) for name, count in counts.items()} if macs else {}


def arm_flags(model):
    return FLOAT_ABIS[float_abi(model)]
