"""What is measured: the targets and, for each, the ways from a model to a program."""

from dataclasses import dataclass

from toolchain import ARM_GCC, CLANG, CORTEX_M4, FLOAT_ABIS, GCC, RISCV_GCC

# gcc's convention for Arm has short enums.
_FOR_ARM = ("-fshort-enums", "-isystem", "/usr/lib/arm-none-eabi/include")
_ARM_CLANG = (CLANG, "--target=thumbv7em-none-eabi", *CORTEX_M4, *_FOR_ARM)


@dataclass(frozen=True)
class BackEnd:
    name: str
    # The compiler of the generated C, with its options; none where tirc writes the object.
    compiler: tuple = None


@dataclass(frozen=True)
class Board:
    """The machine of QEMU that executes a target's instructions; none for a RISC-V."""

    machine: str = ""
    # For the program around the model.
    cpu: tuple = ()
    # Of the counter that the program reads.
    instructions_a_tick: float = 1


@dataclass(frozen=True)
class Target:
    name: str
    tirc_options: tuple
    back_ends: tuple
    board: Board = None
    # Of objects; "" where it depends on the model.
    float_abi: str = ""


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
    ("--target=host",),
    (BackEnd("gcc-O2", (GCC, "-O2")), BackEnd("gcc-O3", (GCC, "-O3")), BackEnd("clang-O2", (CLANG, "-O2"))),
)


def _cortex_m(name, triple, machine, flags=(), features="", instructions_a_tick=40, float_abi="soft"):
    """Returns a target whose C both compilers compile."""
    return Target(
        name, (f"--target-triple={triple}", f"--target-cpu={name}"),
        (
            BackEnd("gcc-O2", (ARM_GCC, f"-mcpu={name}", "-mthumb", f"-mfloat-abi={float_abi}", *flags, "-O2")),
            BackEnd("clang-O2", (CLANG, f"--target={triple}", f"-mcpu={name}{features}", f"-mfloat-abi={float_abi}", *_FOR_ARM,
                                 "-O2")),
            BackEnd("object"),
        ),
        Board(machine, (f"-mcpu={name}", "-mthumb"), instructions_a_tick), float_abi)


# QEMU has no board with a Cortex-M0+, whose instructions a Cortex-M3 executes, too. SysTick has 25 MHz, and 32 MHz on the
# board with the Cortex-M55, where docs/Numbers.md says why the compilers need options.
_BOARDS = (
    _cortex_m("cortex-m0plus", "thumbv6m-none-eabi", "mps2-an385"),
    _cortex_m("cortex-m3", "thumbv7m-none-eabi", "mps2-an385"),
    _cortex_m("cortex-m55", "thumbv8.1m.main-none-eabi", "mps3-an547", ("-fno-if-conversion2",), "+nomve.fp", 31.25, "softfp"),
    Target("rv32imac", ("--target-triple=riscv32-unknown-elf",),
           (BackEnd("gcc-O2", (RISCV_GCC, "-march=rv32imac", "-mabi=ilp32", "--specs=picolibc.specs", "-O2")),
            BackEnd("object")),
           Board(), "soft"),
)
TARGETS = (CORTEX_M4_TARGET, *_BOARDS, HOST)
# How tirc computes kernels unless told otherwise.
DEFAULT_SCHEDULE = "auto"


def float_abi(model, target=CORTEX_M4_TARGET):
    """Returns the convention for floats: on the Cortex-M4, a model of integers needs no floating-point unit."""
    return target.float_abi or ("soft" if model.is_integer else "hard")


def tirc_options(target, schedule):
    return [*target.tirc_options, *([] if schedule == DEFAULT_SCHEDULE else [f"--schedule={schedule}"])]


def compile_with_tirc(compiler, model, target, back_end, schedule):
    """Returns the folder with what tirc wrote."""
    options = tirc_options(target, schedule)
    if not back_end.compiler:
        options += ["--emit=c,obj", f"--float-abi={float_abi(model, target)}"]
    return compiler.compile(model, *options)


def per_mac(macs, **counts):
    """Returns each count divided by the multiply-accumulates, if there are any."""
    return {f"{name}_per_mac": round(count / macs, 3) for name, count in counts.items()} if macs else {}


def arm_flags(model):
    return FLOAT_ABIS[float_abi(model)]
