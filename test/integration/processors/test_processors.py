"""Models on emulated processors other than a Cortex-M4: C and objects give the golden outputs, and no kernel needs more
instructions than with `--schedule=elementwise`."""

from dataclasses import dataclass

import cortex_m4
import golden
import riscv
from models import BOARD, DIGITS, MODELS
from runner import Failure, Test


@dataclass(frozen=True)
class CortexM:
    name: str
    triple: str
    # One of QEMU's that executes the processor's instructions. None has a Cortex-M0+.
    machine: str
    # Where the machine has its memory for code and for data.
    code: int = 0x00000000
    data: int = 0x20000000

    @property
    def options(self):
        return (f"--target-triple={self.triple}", f"--target-cpu={self.name}")

    def run(self, folder, out, source, cases):
        """Returns the outputs and the instructions of each case."""
        program = cortex_m4.build(folder, out, source, cases, cpu=(f"-mcpu={self.name}", "-mthumb"),
                                  script=self.script(folder))
        return cortex_m4.execute(program, len(cases), self.machine)

    def script(self, folder):
        text = (BOARD / "mps2-an386.ld").read_text()
        for was, now in ((0x00000000, self.code), (0x20000000, self.data)):
            text = text.replace(f"ORIGIN = {was:#010x}", f"ORIGIN = {now:#010x}")
        path = folder / "memory.ld"
        path.write_text(text)
        return path


class _RISCV:
    name = "rv32imac"
    options = ("--target-triple=riscv32-unknown-elf",)

    @staticmethod
    def run(folder, out, source, cases):
        riscv.require()
        return riscv.execute(riscv.build(folder, out, source, cases), len(cases))


_PROCESSORS = (
    CortexM("cortex-m0plus", "thumbv6m-none-eabi", "mps2-an385"),
    CortexM("cortex-m3", "thumbv7m-none-eabi", "mps2-an385"),
    CortexM("cortex-m7", "thumbv7em-none-eabi", "mps2-an500"),
    CortexM("cortex-m33", "thumbv8m.main-none-eabi", "mps2-an505", code=0x10000000, data=0x38000000),
    _RISCV(),
)


def _execute(compiler, model, processor, way, *options):
    """Returns the instructions of all golden cases, after their outputs came back right."""
    out = compiler.compile(model, "--emit=c,obj", *processor.options, *options)
    folder = compiler.folder(f"processors/{model.name}/{processor.name}/{way}")
    inputs, wanted = golden.load(model)
    source = out / f"tvmgen_{model.name}.{'o' if way == 'object' else 'c'}"
    outputs, instructions = processor.run(folder, out, source, cortex_m4.split_cases(inputs))
    golden.check(model, wanted, outputs)
    return sum(instructions)


def _check(compiler, model, processor):
    _execute(compiler, model, processor, "object")
    scheduled = _execute(compiler, model, processor, "c")
    plain = _execute(compiler, model, processor, "elementwise-c", "--schedule=elementwise")
    if scheduled > plain:
        raise Failure(f"{scheduled} instructions, and {plain} with --schedule=elementwise")


def tests(compiler):
    for model in MODELS:
        if model.is_integer:
            for processor in _PROCESSORS:
                yield Test(f"processors/{model.name}/{processor.name}",
                           lambda m=model, p=processor: _check(compiler, m, p), long=model is not DIGITS)
