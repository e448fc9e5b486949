#!/usr/bin/env python3
"""The life of a product: built, flashed, updated in the field, rolled back, identified, and compared with its next version.

    life.py BUILD [--tirc COMMAND]

Needs arm-none-eabi-gcc and qemu-system-arm; each start of the emulated Cortex-M4 is a start of the product. Ends with an
error where the product does something else than this script expects of it."""

import argparse
import pathlib
import shlex
import shutil
import struct
import subprocess
import zlib

HERE = pathlib.Path(__file__).resolve().parent
DIGITS = HERE.parent / "digits"
BOARD = HERE.parent.parent / "python" / "tirc" / "emulator"
GCC = ["arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mthumb", "-std=c11", "-O2", "-Wall", "-Wextra", "-Wconversion"]
LINK = ["-nostartfiles", "--specs=nano.specs", "-Wl,--gc-sections,-z,noexecstack", "-T", BOARD / "mps2-an386.ld"]
SLOT, RECORD = 20480, 0x4546494C


class Life:
    def __init__(self, folder: pathlib.Path, tirc: list[str]) -> None:
        self.folder, self.tirc = folder, tirc
        self.code, self.product = folder / "code", folder / "product"

    def run(self, *command: object, status: int = 0, shown: bool = False) -> str:
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, cwd=self.folder)
        if done.returncode != status:
            raise SystemExit(f"{shlex.join(map(str, command))} ends with {done.returncode}\n{done.stdout}{done.stderr}")
        if shown:
            print(done.stdout, end="")
        return done.stdout

    def compile(self, model: pathlib.Path, folder: pathlib.Path, version: int) -> None:
        self.run(*self.tirc, model, "-o", folder, "--model-name=digits", "--target=cortex-m4", "--weights=blob",
                 "--self-test=pattern", f"--weights-version={version}", "--safety=arguments", "--quiet")

    def build(self) -> None:
        """Makes the code without weights, and links the firmware."""
        self.compile(DIGITS / "digits_int8.tflite", self.code, 1)
        sources = [HERE / "firmware.c", *sorted(self.code.glob("*.c")), BOARD / "startup.c"]
        objects = []
        for source in sources:
            objects.append(self.folder / f"{source.stem}.o")
            self.run(*GCC, "-fstack-usage", f"-I{self.code}", f"-I{DIGITS}", f"-I{BOARD}", "-c", source, "-o", objects[-1])
        self.run(*GCC, *LINK, *objects, f"-Wl,-Map={self.folder / 'firmware.map'}", "-lm", "-o", "firmware.elf")

    def make_update(self, model: pathlib.Path, version: int, name: str) -> bytes:
        self.run(*self.tirc, f"--weights-for={self.code}", model, "-o", self.folder / name, f"--weights-version={version}")
        return (self.folder / name).read_bytes()

    def flash(self, weights: bytes) -> None:
        """Writes the product's flash in the factory: slot 0 has the weights, and is confirmed."""
        self.product.mkdir(exist_ok=True)
        record = struct.pack("<4I", RECORD, 0, 2, 0)
        slots = weights.ljust(SLOT, b"\xff") + b"\xff" * SLOT
        (self.product / "flash.bin").write_bytes(record + slots)

    def start(self, *expected: str, update: bytes = b"", stops: bool = False) -> None:
        """Starts the product, with an update that has arrived, and compares what it prints."""
        for name, content in (("update.bin", update), ("stop", b"x" if stops else b"")):
            (self.product / name).unlink(missing_ok=True)
            if content:
                (self.product / name).write_bytes(content)
        done = subprocess.run(
            ["qemu-system-arm", "-M", "mps2-an386", "-nographic", "-monitor", "none", "-serial", "none",
             "-semihosting-config", "enable=on,target=native", "-kernel", self.folder / "firmware.elf"],
            capture_output=True, text=True, cwd=self.product, timeout=300)
        printed = done.stdout + done.stderr
        print("".join(f"    {line}\n" for line in printed.splitlines()), end="")
        if printed.splitlines() != list(expected):
            raise SystemExit("the product should have printed\n" + "\n".join(expected))


def change_weights(blob: bytes) -> bytes:
    """Returns weights with wrong numbers and a right CRC, as a faulty tool would make them."""
    at, size = struct.unpack_from("<2I", blob, 16)
    changed = bytearray(blob)
    for place in range(at, at + size, 3):
        changed[place] ^= 0x40
    return bytes(changed[:-4]) + struct.pack("<I", zlib.crc32(changed[:-4]))


def live(life: Life) -> None:
    print("The firmware is built, and a product is made with version 1 of the weights:")
    life.build()
    first = (life.code / "tvmgen_digits.weights.bin").read_bytes()
    life.flash(first)
    life.start("version 1: 354 of 360 images")

    print("Updates that are damaged, cut off or old are refused:")
    retrained = HERE / "digits_v2.tflite"
    second = life.make_update(retrained, 2, "v2.bin")
    damaged = bytearray(second)
    damaged[1000] ^= 1
    life.start("update: refused, code -21", "version 1: 354 of 360 images", update=bytes(damaged))
    life.start("update: refused, code -17", "version 1: 354 of 360 images", update=second[:9000])
    life.start("update: refused, code -24", "version 1: 354 of 360 images", update=first)

    print("One with wrong numbers passes its CRC, and fails its self-test:")
    life.start("update: version 3 is tried", "self-test: -3", "rollback: the self-test failed, version 1 runs on",
               "version 1: 354 of 360 images", update=change_weights(life.make_update(retrained, 3, "v3.bin")))

    print("One that nothing confirms is tried twice:")
    trial = ("update: version 2 is tried", "self-test: 0", "stopped")
    life.start(*trial, update=second, stops=True)
    life.start(*trial[1:], stops=True)
    life.start("rollback: nothing confirmed the update, version 1 runs on", "version 1: 354 of 360 images", stops=True)

    print("A good one is confirmed, and runs from then on:")
    life.start("update: version 2 is tried", "self-test: 0", "version 2: 355 of 360 images", "confirmed: version 2",
               update=second)
    life.start("version 2: 355 of 360 images")
    life.start("update: refused, code -24", "version 2: 355 of 360 images", update=first)

    print("What is inside the firmware, as the image in flash says:")
    life.run("arm-none-eabi-objcopy", "-O", "binary", "firmware.elf", "firmware.bin")
    life.run(*life.tirc, "--identify", "firmware.bin", DIGITS / "digits_int8.tflite", shown=True)

    print("What the compiler and the linker made of it:")
    stack = sorted(life.folder.glob("tvmgen_digits.su"))
    life.run(*life.tirc, "--certify", life.code, *(f"--su={file}" for file in stack), "--map=firmware.map", shown=True)

    print("What the retrained model changes, of what a report counts:")
    shutil.copytree(life.code, life.folder / "old", dirs_exist_ok=True)
    life.compile(retrained, life.folder / "new", 2)
    life.run(*life.tirc, "--compare-reports", life.folder / "old" / "tvmgen_digits.report.json",
             life.folder / "new" / "tvmgen_digits.report.json", "--max-growth=ram:0%", shown=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, help="the folder for all files")
    parser.add_argument("--tirc", default="tirc", help="the command that runs tirc")
    given = parser.parse_args()
    given.build.mkdir(parents=True, exist_ok=True)
    live(Life(given.build.resolve(), shlex.split(given.tirc)))


if __name__ == "__main__":
    main()
