"""The machines that run a compiled model with schedules/main.c: emulated boards, and Linux on another processor."""

import shutil
from dataclasses import dataclass

import cortex_m4
import riscv
from models import BOARD, HERE
from runner import Skip
from toolchain import ARM_GCC, run

_MAIN = HERE / "schedules" / "main.c"


@dataclass(frozen=True)
class ArmBoard:
    """A board of QEMU. The processor has the instructions of those without DSP, too."""

    cpu: tuple
    name: str = "mps2-an386"

    def require(self):
        """Does nothing: scripts/setup installs what it needs."""

    def execute(self, folder, includes, unit):
        """Links the model and runs it in `folder`, which has the inputs and gets the outputs."""
        run(ARM_GCC, *self.cpu, "-std=c99", "-O1", *includes, "-I", BOARD, BOARD / "startup.c", _MAIN, unit, "-nostartfiles",
            "--specs=nano.specs", "-T", BOARD / "mps2-an386.ld", "-Wl,--fatal-warnings,-z,noexecstack", "-lm",
            "-o", folder / "program")
        cortex_m4.emulate(folder / "program", cwd=folder, machine=self.name)


@dataclass(frozen=True)
class RiscvBoard:
    """QEMU's board `virt` with a core rv32imac."""

    def require(self):
        """Skips if the compiler, its C library or the emulator is not there."""
        riscv.require()

    def execute(self, folder, includes, unit):
        """As `ArmBoard.execute`."""
        riscv.emulate(riscv.link(folder, *includes, _MAIN, unit), cwd=folder)


@dataclass(frozen=True)
class Linux:
    """A process of Linux on another processor, which QEMU emulates; the C library is Debian's for this architecture."""

    architecture: str
    emulated: tuple = ()

    @property
    def compiler(self):
        """The cross compiler, which also links."""
        return f"{self.architecture}-linux-gnu-gcc"

    def require(self):
        """Skips if the compiler or the emulator is not there."""
        for program, package in ((self.compiler, f"gcc-{self.architecture}-linux-gnu"), (self._emulator(), "qemu-user")):
            if not shutil.which(program):
                raise Skip(f"no {program} (Debian's {package})")

    def execute(self, folder, includes, unit):
        """As `ArmBoard.execute`."""
        run(self.compiler, "-std=c99", "-O1", "-static", *includes, _MAIN, unit, "-lm", "-o", folder / "program")
        run(self._emulator(), *self.emulated, folder / "program", cwd=folder)

    def _emulator(self):
        return f"qemu-{self.architecture}"
