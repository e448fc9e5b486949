# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What programs say of their models, whichever linker made them."""

from __future__ import annotations

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zlib

import pytest

import tirc
from tirc._compile import run_driver

REPO = pathlib.Path(__file__).resolve().parents[2]
MODEL = REPO / "examples" / "digits" / "digits_int8.mlirbc"
OBJCOPY, LLVM = "arm-none-eabi-objcopy", "/usr/lib/llvm-22/bin"
THUMB = ["-mcpu=cortex-m4", "-mthumb"]

# Flash and RAM as on a Cortex-M4, with nothing that names the section.
SCRIPT = """
MEMORY { FLASH (rx) : ORIGIN = 0x0, LENGTH = 256K  RAM (rwx) : ORIGIN = 0x20000000, LENGTH = 64K }
ENTRY(start)
SECTIONS {
  .text : { KEEP(*(.vectors)) *(.text*) *(.rodata*) } > FLASH
  .data : { *(.data*) } > RAM AT> FLASH
  .bss : { *(.bss*) *(COMMON) } > RAM
  /DISCARD/ : { *(.ARM.exidx*) *(.ARM.attributes) }
}
"""
PROGRAM = """
#include "tvmgen_digits.h"
void *memcpy(void *to, const void *from, __SIZE_TYPE__ n) {
  char *t = to; const char *f = from;
  while (n--) *(volatile char *)t++ = *f++;
  return to;
}
void *memset(void *to, int c, __SIZE_TYPE__ n) {
  char *t = to;
  while (n--) *(volatile char *)t++ = (char)c;
  return to;
}
int start(void);
int start(void) {
  static int8_t image[64], scores[10];
  struct tvmgen_digits_inputs inputs = {image};
  struct tvmgen_digits_outputs outputs = {scores};
  return (int)tvmgen_digits_run(&inputs, &outputs);
}
"""

# The compiler and the options of the target; clang links with lld.
LINKERS = {
    "arm-gcc": (["arm-none-eabi-gcc", *THUMB, "-nostdlib"], ["-T", "board.ld", "-lgcc"]),
    "arm-clang-lld": (
        [f"{LLVM}/clang", "--target=thumbv7em-none-eabi", *THUMB, "-nostdlib", "-ffreestanding", "-Ilibc"],
        ["-fuse-ld=lld", "-T", "board.ld"],
    ),
    "gcc": (["gcc", "-nostdlib", "-static"], ["-Wl,-e,start"]),
    "gcc-lld": (["gcc", "-nostdlib", "-static", f"-B{LLVM}"], ["-fuse-ld=lld", "-Wl,-e,start"]),
    "clang": ([f"{LLVM}/clang", "-nostdlib", "-static"], ["-Wl,-e,start"]),
    "clang-lld": ([f"{LLVM}/clang", "-nostdlib", "-static"], ["-fuse-ld=lld", "-Wl,-e,start"]),
}


def command(*arguments: str | os.PathLike[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "tirc", *arguments], capture_output=True, text=True)


def identified(image: pathlib.Path) -> str:
    done = command("--identify", image)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module", params=["c", "obj"])
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, pathlib.Path]:
    """The kind, and a folder with what it is of digits for a Cortex-M4 and for this machine."""
    folder = tmp_path_factory.mktemp(request.param)
    for target in ("cortex-m4", "host"):
        module = tirc.compile(MODEL, model_name="digits", target=target, emit=request.param)
        module.save(folder / target)
        (folder / target / "main.c").write_text(PROGRAM)
        (folder / target / "board.ld").write_text(SCRIPT)
        # For clang, which has no C library for the board.
        (folder / target / "libc").mkdir()
        (folder / target / "libc" / "string.h").write_text(
            "void *memcpy(void *, const void *, __SIZE_TYPE__);\nvoid *memset(void *, int, __SIZE_TYPE__);\n")
    return request.param, folder


def link(
    kind: str, folder: pathlib.Path, linker: str, *options: str, stem: str = "tvmgen_digits"
) -> pathlib.Path:
    compiler, link_options = LINKERS[linker]
    if not shutil.which(compiler[0]):
        pytest.skip(f"{compiler[0]} is not installed")
    folder = folder / ("cortex-m4" if linker.startswith("arm") else "host")
    source = f"{stem}.c" if kind == "c" else f"{stem}.o"
    common = ["-std=c99", "-O1", "-ffunction-sections", "-fdata-sections", "-Wall", "-Wextra", "-Werror"]
    program = folder / "program.elf"
    done = subprocess.run(
        [*compiler, *common, *options, "main.c", source, "-o", program, *link_options],
        cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return program


@pytest.mark.parametrize("collects", [False, True], ids=["all", "gc-sections"])
@pytest.mark.parametrize("linker", LINKERS)
def test_linked(built: tuple[str, pathlib.Path], linker: str, collects: bool) -> None:
    program = link(*built, linker, *(["-Wl,--gc-sections"] if collects else []))
    text = identified(program)
    assert f"SHA-256 {hashlib.sha256(MODEL.read_bytes()).hexdigest()}" in text
    assert text.startswith("digits:\n")
    assert f"tirc     {tirc.__version__}, generated API 1" in text
    if not linker.startswith("arm"):
        assert "options  --emit=" in text and "--target-triple=x86_64" in text
        return
    assert f"options  --emit={built[0]} --target=cortex-m4\n" in text
    # What is in the flash, by itself, also behind other bytes.
    for form in ("binary", "ihex", "srec"):
        copy = program.with_suffix(f".{form}")
        subprocess.run([OBJCOPY, "-O", form, program, copy], check=True)
        assert identified(copy) == text
    flash = program.with_suffix(".flash")
    flash.write_bytes(b"\xff" * 777 + program.with_suffix(".binary").read_bytes() + b"\xff" * 99)
    assert identified(flash) == text


@pytest.mark.parametrize("linker", ["arm-gcc", "arm-clang-lld", "gcc", "clang-lld"])
def test_compiler_without_retain(built: tuple[str, pathlib.Path], linker: str) -> None:
    if built[0] == "obj":
        pytest.skip("an object has the flag, whatever links it")
    program = link(*built, linker, "-Wl,--gc-sections", "-DTIR_RETAINS=0")
    assert identified(program).startswith("digits:\n")


@pytest.mark.parametrize("macro", ["__ZEPHYR__=1", "ESP_PLATFORM=1", "ARDUINO=10800"])
def test_scripts_that_name_all_sections(built: tuple[str, pathlib.Path], macro: str) -> None:
    """The C of ecosystems has a section that each script knows; a script that drops all others keeps it."""
    kind, folder = built
    if kind == "obj":
        pytest.skip("an object cannot know who links it")
    script = folder / "cortex-m4" / "board.ld"
    script.write_text(SCRIPT.replace("/DISCARD/ : { ", "/DISCARD/ : { *(.tirc_model_info) "))
    try:
        program = link(*built, "arm-gcc", "-Wl,--gc-sections", f"-D{macro}")
    finally:
        script.write_text(SCRIPT)
    assert identified(program).startswith("digits:\n")


@pytest.mark.skipif(not shutil.which("avr-gcc"), reason="avr-gcc is not installed")
@pytest.mark.parametrize("collects", [False, True], ids=["all", "gc-sections"])
def test_avr(collects: bool, tmp_path: pathlib.Path) -> None:
    """On AVR, whose constants lie in RAM, the record stays in flash."""
    (tmp_path / "other.mlir").write_text(OTHER)
    tirc.compile(tmp_path / "other.mlir", target_triple="avr", emit=["c", "example"]).save(tmp_path)
    options = ["-mmcu=atmega2560", "-std=c99", "-Os", "-ffunction-sections", "-fdata-sections", *(["-Wl,--gc-sections"] if collects else [])]
    subprocess.run(["avr-gcc", *options, *tmp_path.glob("*.c"), "-o", "program.elf"], cwd=tmp_path, check=True)
    text = identified(tmp_path / "program.elf")
    assert text.startswith("other:\n")
    # Only what is in flash before the initial values of RAM.
    subprocess.run(["avr-objcopy", "-O", "ihex", "-j", ".text", "program.elf", "flash.hex"], cwd=tmp_path, check=True)
    assert identified(tmp_path / "flash.hex") == text


def test_none(tmp_path: pathlib.Path) -> None:
    module = tirc.compile(MODEL, model_name="digits", target="cortex-m4", emit=["c", "obj"], model_info="none")
    module.save(tmp_path / "out")
    for name in ("tvmgen_digits.c", "tvmgen_digits.o"):
        done = command("--identify", tmp_path / "out" / name)
        assert done.returncode == 1 and "no model of tirc says that it is in it" in done.stderr
    for file in (tmp_path / "out").iterdir():
        assert b"model_info" not in file.read_bytes().lower() and b"SHA256" not in file.read_bytes()


def test_wrong_value() -> None:
    with pytest.raises(tirc.CompileError, match="--model-info=some: unknown; expected one of full, none"):
        tirc.compile(MODEL, model_info="some")
    with pytest.raises(tirc.CompileError, match="--origin=sha256:12: no hash; expected sha256: and 64 hexadecimal digits"):
        run_driver(["--origin=sha256:12"], MODEL.read_bytes(), "digits.mlirbc")


def test_header(tmp_path: pathlib.Path) -> None:
    header = tirc.compile(MODEL, model_name="digits", target="cortex-m4").header
    assert f'#define TVMGEN_DIGITS_MODEL_SHA256 "{hashlib.sha256(MODEL.read_bytes()).hexdigest()}"\n' in header
    assert '#define TVMGEN_DIGITS_OPTIONS "--target=cortex-m4"\n' in header
    assert f'#define TVMGEN_DIGITS_TIRC_VERSION "{tirc.__version__}"\n' in header
    fragment = tirc.compile(MODEL, model_name="digits", target="cortex-m4", emit="ld")
    fragment.save(tmp_path)
    assert "EXTERN(tvmgen_digits_model_info)" in (tmp_path / "tvmgen_digits.ld").read_text()


def test_bytes_and_report(tmp_path: pathlib.Path) -> None:
    def totals(**options: str) -> dict[str, int]:
        report = tirc.compile(MODEL, model_name="digits", target="cortex-m4", **options).report.json
        return {**report["totals"], "identity": report.get("identity", {"bytes": 0})["bytes"]}

    for emit in ("c", "obj"):
        full, none = totals(emit=emit), totals(emit=emit, model_info="none")
        key = "texts_bytes" if emit == "c" else "flash_bytes"
        assert none["identity"] == 0 and 0 < full["identity"] <= 128
        difference = full.get(key, 0) - none.get(key, 0)
        assert full["identity"] - 24 <= difference <= full["identity"] + 3
        assert full["ram_bytes"] == none["ram_bytes"]


def test_several_models(tmp_path: pathlib.Path) -> None:
    for name, options in (("one", {}), ("two", {"rows": "off"})):
        tirc.compile(MODEL, model_name=name, target="cortex-m4", emit="obj", **options).save(tmp_path)
    subprocess.run(
        ["arm-none-eabi-ld", "-r", "tvmgen_one.o", "tvmgen_two.o", "-o", "both.o"], cwd=tmp_path, check=True)
    done = command("--identify", tmp_path / "both.o", "-o", tmp_path / "records")
    assert done.returncode == 0, done.stderr
    assert "one:\n" in done.stdout and "two:\n" in done.stdout
    assert (tmp_path / "records" / "two.record").read_text() == (
        "--model-name=two\n--emit=obj\n--rows=off\n--target=cortex-m4\n")


def test_reproduces(tmp_path: pathlib.Path) -> None:
    tirc.compile(MODEL, model_name="digits", target="cortex-m4", emit=["c", "obj"], rows="off").save(tmp_path / "out")
    for name in ("tvmgen_digits.c", "tvmgen_digits.o"):
        done = command("--identify", tmp_path / "out" / name, MODEL, "-o", tmp_path / "records")
        assert done.returncode == 0, done.stderr
        assert done.stdout.endswith("digits_int8.mlirbc: the same code, byte by byte\n")
    # By hand, too.
    record = tmp_path / "records" / "digits.record"
    assert command(f"@{record}", MODEL, "-o", tmp_path / "again", "--quiet").returncode == 0
    for name in ("tvmgen_digits.c", "tvmgen_digits.h", "tvmgen_digits.o", "tvmgen_digits.report.json"):
        assert (tmp_path / "again" / name).read_bytes() == (tmp_path / "out" / name).read_bytes()


def test_changed_code_is_found(tmp_path: pathlib.Path) -> None:
    """Code of other passes, of which the options say nothing, has another digest."""
    tirc.compile(MODEL, model_name="digits", target="cortex-m4", emit="obj", rows="off").save(tmp_path)
    program = tmp_path / "tvmgen_digits.o"
    tirc.compile(MODEL, model_name="digits", target="cortex-m4", emit="obj", plan="separate", rows="off").save(
        tmp_path / "other")
    other = (tmp_path / "other" / "tvmgen_digits.o").read_bytes()
    # The identity of the one, with the digest of the other.
    magic = b"\xf4TIRCMI\x01"
    data = bytearray(program.read_bytes())
    at, of = data.index(magic), other.index(magic)
    data[at + 48 : at + 64] = other[of + 48 : of + 64]
    size = int.from_bytes(data[at + 8 : at + 10], "little")
    data[at + 12 : at + 16] = zlib.crc32(data[at : at + 12] + data[at + 16 : at + size]).to_bytes(4, "little")
    program.write_bytes(data)
    done = command("--identify", program, MODEL)
    assert done.returncode == 1 and "becomes other code than the program's, with the same options" in done.stderr


def test_damage(tmp_path: pathlib.Path) -> None:
    tirc.compile(MODEL, model_name="digits", target="cortex-m4", emit="obj").save(tmp_path)
    good = (tmp_path / "tvmgen_digits.o").read_bytes()
    at = good.index(b"\xf4TIRCMI\x01")
    image = tmp_path / "image.bin"
    size = int.from_bytes(good[at + 8 : at + 10], "little")
    for place in range(at + 8, at + size):
        image.write_bytes(good[:place] + bytes([good[place] ^ 0x20]) + good[place + 1 :])
        if place % 10 == 0 or place < at + 16:
            done = command("--identify", image)
            assert done.returncode == 1 and "is damaged or cut off" in done.stderr, place
    image.write_bytes(good[: at + size - 1])
    assert "is damaged or cut off" in command("--identify", image).stderr
    image.write_bytes(good[: at + 7] + b"\x02" + good[at + 8 :])
    assert "has form 2, but this tirc knows form 1" in command("--identify", image).stderr
    image.write_text(":10000000FFFF\n")
    assert "line 1 is not a whole record of Intel HEX" in command("--identify", image).stderr
    done = command("--identify", tmp_path / "none.elf")
    assert done.returncode == 1 and "cannot be read" in done.stderr
    other = tmp_path / "other.mlir"
    other.write_text("module {}")
    image.write_bytes(good)
    done = command("--identify", image, other)
    assert done.returncode == 1 and "other.mlir: error: is not in" in done.stderr


def test_no_folders(tmp_path: pathlib.Path) -> None:
    model = tmp_path / "secret-folder" / "digits.mlirbc"
    model.parent.mkdir()
    shutil.copy(MODEL, model)
    done = command(model, "-o", tmp_path / "secret-out", "--quiet", "--dump-phases", tmp_path / "secret-dumps")
    assert done.returncode == 0, done.stderr
    for file in (tmp_path / "secret-out").iterdir():
        assert b"secret" not in file.read_bytes()


def test_converted_model(tmp_path: pathlib.Path, shared: pathlib.Path) -> None:
    pytest.importorskip("ai_edge_litert")
    model = shared / "models" / "digits" / "digits_int8.tflite"
    tirc.compile(model, target="cortex-m4", emit="mlf", io_quant={"Identity": (0.5, 3)}).save(tmp_path / "out")
    (archive,) = (tmp_path / "out").glob("*.tar")
    done = command("--identify", archive, model)
    assert done.returncode == 0, done.stderr
    assert hashlib.sha256(model.read_bytes()).hexdigest() in done.stdout
    assert "options  --io-quant=Identity:0.5:3 --emit=mlf --target=cortex-m4\n" in done.stdout
    assert "the same code, byte by byte" in done.stdout


def test_options_of_front_ends_are_recorded_once(tmp_path: pathlib.Path, shared: pathlib.Path) -> None:
    pytest.importorskip("ai_edge_litert")
    model = shared / "models" / "digits" / "digits_int8.tflite"
    options = ["--packed-constants=off", "--target=cortex-m4", "--emit=obj"]
    done = command(model, "-o", tmp_path / "out", "--quiet", *options)
    assert done.returncode == 0, done.stderr
    done = command("--identify", tmp_path / "out" / "tvmgen_digits_int8.o")
    assert "options  --packed-constants=off --emit=obj --target=cortex-m4\n" in done.stdout


FIRMWARE_MAIN = PROGRAM.replace("tvmgen_digits.h", "tvmgen_two.h").replace(
    "  return (int)tvmgen_digits_run(&inputs, &outputs);",
    """  static int8_t words[8], names[8];
  struct tvmgen_other_inputs other_inputs = {words};
  struct tvmgen_other_outputs other_outputs = {names};
  return (int)tvmgen_digits_run(&inputs, &outputs) + (int)tvmgen_other_run(&other_inputs, &other_outputs);""")
OTHER = """func.func @main(%x: tensor<1x8xi8> {tir.name = "x"}) -> (tensor<1x8xi8> {tir.name = "y"}) {
  %y = tosa.reverse %x {axis = 1 : i32} : (tensor<1x8xi8>) -> tensor<1x8xi8>
  return %y : tensor<1x8xi8>
}
"""


@pytest.fixture(scope="module", params=["c", "obj"])
def firmware(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, pathlib.Path]:
    """The kind, and a folder with a program of two models for a Cortex-M4 and for this machine."""
    folder = tmp_path_factory.mktemp("firmware")
    shutil.copy(MODEL, folder / "digits.mlirbc")
    (folder / "other.mlir").write_text(OTHER)
    (folder / "two.toml").write_text('[[interrupt]]\nby = "other"\nof = "digits"\n')
    for target in ("cortex-m4", "host"):
        out = folder / target
        done = command(
            folder / "digits.mlirbc", folder / "other.mlir", f"--firmware={folder / 'two.toml'}", "-o", out,
            f"--target={target}", f"--emit={request.param}", "--model-option=other:--rows=off", "--quiet")
        assert done.returncode == 0, done.stderr
        (out / "main.c").write_text(FIRMWARE_MAIN)
        (out / "board.ld").write_text(SCRIPT)
        (out / "libc").mkdir()
        (out / "libc" / "string.h").write_text(
            "void *memcpy(void *, const void *, __SIZE_TYPE__);\nvoid *memset(void *, int, __SIZE_TYPE__);\n")
    return request.param, folder


@pytest.mark.parametrize("collects", [False, True], ids=["all", "gc-sections"])
@pytest.mark.parametrize("linker", LINKERS)
def test_models_of_a_firmware(firmware: tuple[str, pathlib.Path], linker: str, collects: bool) -> None:
    kind, folder = firmware
    options = ["-Wl,--gc-sections"] if collects else []
    text = identified(link(kind, folder, linker, *options, stem="tvmgen_two"))
    # A linker orders them as it likes.
    parts = dict(re.findall(r"^(\w+):\n((?:  .*\n)+)", text, re.M))
    assert sorted(parts) == ["digits", "other"]
    digits, other = parts["digits"], parts["other"]
    for part, model in ((digits, "digits.mlirbc"), (other, "other.mlir")):
        assert f"SHA-256 {hashlib.sha256((folder / model).read_bytes()).hexdigest()}" in part
        assert "options  --firmware=two.toml --emit=" in part
    assert "--rows=off" not in digits and "--rows=off" in other
    # One code has one digest.
    assert re.findall("digest (.*)", digits) == re.findall("digest (.*)", other) != []


def test_files_of_a_firmware(firmware: tuple[str, pathlib.Path]) -> None:
    kind, folder = firmware
    out = folder / "cortex-m4"
    header = (out / "tvmgen_two.h").read_text()
    for model, name in (("digits.mlirbc", "digits"), ("other.mlir", "other")):
        digest = hashlib.sha256((folder / model).read_bytes()).hexdigest()
        assert f'#define TVMGEN_{name.upper()}_MODEL_SHA256 "{digest}"\n' in header
        report = json.loads((out / "tvmgen_two.report.json").read_text())
        assert report["models"][name]["identity"]["model_sha256"] == digest
    code = out / ("tvmgen_two.c" if kind == "c" else "tvmgen_two.o")
    done = command("--identify", code, folder / "other.mlir")
    assert done.returncode == 1
    assert "other.mlir: error: is one of several models of a program (--firmware=two.toml)" in done.stderr
    models = [folder / "digits.mlirbc", folder / "other.mlir"]
    # In whichever order the models are given.
    for given in (models, models[::-1]):
        done = command("--identify", code, *given, folder / "two.toml")
        assert done.returncode == 0, done.stderr
        assert re.findall(r"^(\w+): .*: the same code, byte by byte$", done.stdout, re.M) == ["digits", "other"]
    done = command("--identify", code, models[0], folder / "two.toml")
    assert done.returncode == 1
    assert "two.toml: error: is the plan of a program with 'other', of which no file is given" in done.stderr
    # Other rules make other code.
    changed = folder / "changed" / "two.toml"
    changed.parent.mkdir(exist_ok=True)
    changed.write_text('[[together]]\nmodels = ["digits", "other"]\n')
    done = command("--identify", code, *models, changed)
    assert done.returncode == 1
    assert done.stderr.count("becomes other code than the program's") == 2


def test_a_firmware_without(tmp_path: pathlib.Path) -> None:
    (tmp_path / "other.mlir").write_text(OTHER)
    (tmp_path / "two.toml").write_text("")
    arguments = [MODEL, tmp_path / "other.mlir", f"--firmware={tmp_path / 'two.toml'}", "-o", tmp_path / "out"]
    done = command(*arguments, "--target=cortex-m4", "--emit=c,obj", "--model-info=none")
    assert done.returncode == 0, done.stderr
    for file in (tmp_path / "out").iterdir():
        assert b"model_info" not in file.read_bytes().lower() and b"SHA256" not in file.read_bytes()
    done = command(*arguments, "--target=cortex-m4", "--model-option=other:--model-info=none")
    assert done.returncode == 1
    assert "--model-info: is for all models of a program, but 'other' has another value than 'digits_int8'" in done.stderr
