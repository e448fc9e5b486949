"""Packages of firmware ecosystems: examples/ecosystems, built by the ecosystem's own tool where it is there."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import xml.etree.ElementTree as ElementTree

import cortex_m4
import installed
import python_package
import test_packages
from models import HERE, REPO
from runner import Failure, Skip, Test
from toolchain import ARM_GCC, CORTEX_M4, GCC, STRICT_C, STRICT_CXX, run

_ROOM = HERE / "ecosystems"
_DIGITS = REPO / "examples" / "digits"
_BOARD = REPO / "examples" / "cmake-firmware" / "board"
_PRINTED = "360 of 360 outputs equal to the reference"
_STRICT = (*STRICT_C, "-Wconversion")


def _expect(wanted, printed):
    if wanted not in printed:
        raise Failure(f"expected '{wanted}' in\n{printed}")


def _need(program, package):
    found = shutil.which(program)
    if not found:
        raise Skip(f"{program} is not installed: install {package}")
    return found


def _examples(compiler, name):
    """Returns a copy of examples/ecosystems, with the network beside it."""
    folder = compiler.folder(f"ecosystems/{name}")
    for file in ("digits_int8.mlirbc", "digits_test_set.h"):
        (folder / "digits").mkdir(exist_ok=True)
        shutil.copy(_DIGITS / file, folder / "digits")
    return pathlib.Path(shutil.copytree(REPO / "examples" / "ecosystems", folder / "ecosystems"))


def _package(compiler, kind, folder, *options, model=_DIGITS / "digits_int8.mlirbc", name="digits"):
    run(compiler.tirc, model, f"--emit={kind}", f"--model-name={name}", "-o", folder, *options)
    return folder


def _from_pypi(compiler, *packages):
    """Returns the folder of the programs of these packages."""
    python_package.check_python()
    return python_package.make_environment_of(compiler.folder(f"ecosystems/pypi/{packages[0]}"), *packages).parent


# Arduino


# The fields of library.properties, and the values of some of them, in Arduino's specification of libraries.
_FIELDS = {"name": r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,62}", "version": r"\d+\.\d+\.\d+", "author": ".+",
           "maintainer": ".+", "sentence": ".+", "paragraph": ".+", "url": r"https?://.+", "architectures": r"\*",
           "category": "Display|Communication|Signal Input/Output|Sensors|Device Control|Timing|Data Storage|"
                       "Data Processing|Other", "includes": r"tvmgen_digits\.h"}


def _arduino_specification(compiler):
    folder = _package(compiler, "arduino", compiler.folder("ecosystems/arduino/library"), "--package-version=2.3.4")
    lines = [line for line in (folder / "library.properties").read_text().splitlines() if not line.startswith("#")]
    fields = dict(line.split("=", 1) for line in lines)
    if set(fields) != set(_FIELDS) or fields["version"] != "2.3.4":
        raise Failure(f"library.properties has {fields}")
    for name, pattern in _FIELDS.items():
        if not re.fullmatch(pattern, fields[name]):
            raise Failure(f"{name}={fields[name]}, expected {pattern}")
    # Arduino compiles each file below src, and copies nothing that is elsewhere.
    files = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    if files != ["README.md", "extras/tvmgen_digits.report.json", "library.properties", "src/tvmgen_digits.c",
                 "src/tvmgen_digits.h"]:
        raise Failure(f"the library has {files}")


def _arduino_host(compiler):
    """The sketch as C++ and the library as C, on this machine."""
    examples = _examples(compiler, "arduino-host")
    library = _package(compiler, "arduino", examples / "library") / "src"
    run(GCC, *_STRICT, "-c", library / "tvmgen_digits.c", "-o", library / "model.o")
    run("g++", *STRICT_CXX, "-x", "c++", "-include", _ROOM / "arduino" / "Arduino.h", "-I", library,
        "-I", examples.parent / "digits", examples / "arduino" / "Digits" / "Digits.ino", "-x", "none",
        library / "model.o", "-o", examples / "sketch")
    _expect(_PRINTED, run(examples / "sketch"))


def _arduino_avr(compiler):
    """Arduino's own builder, for an ATmega2560 that simavr simulates."""
    builder = _need("arduino-builder", "arduino-builder")
    simulator = _need("simavr", "simavr")
    _need("arduino-ctags", "arduino-ctags")
    hardware = pathlib.Path("/usr/share/arduino/hardware")
    if not (hardware / "arduino" / "avr").is_dir():
        raise Skip(f"{hardware}/arduino/avr is not there: install arduino-core-avr")
    folder = compiler.folder("ecosystems/arduino/avr")
    _package(compiler, "arduino", folder / "libraries" / "tvmgen_best", name="best",
             model=REPO / "examples" / "cmake-firmware" / "best.mlir")
    (folder / "build").mkdir(exist_ok=True)
    # Debian's core wants this of a newer C++ library than Debian has for AVR.
    printed = run(builder, "-compile", "-hardware", hardware, "-hardware", "/usr/share/arduino-builder",
                  "-tools", "/usr/bin", "-libraries", folder / "libraries", "-fqbn",
                  "arduino:avr:mega:cpu=atmega2560", "-build-path", folder / "build", "-warnings", "all",
                  "-prefs=compiler.cpp.extra_flags=-DDECIMAL_DIG=9", _ROOM / "arduino" / "Best" / "Best.ino")
    if warned := re.findall(r"^.*tvmgen_best.*warning.*$", printed, re.M):
        raise Failure("\n".join(warned))
    # The sketch never ends.
    with subprocess.Popen([simulator, "-m", "atmega2560", "-f", "16000000", folder / "build" / "Best.ino.elf"],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            printed, _ = process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            printed, _ = process.communicate()
    _expect("code 0, class 7", printed)


# CMSIS-Pack


def _described(folder):
    """Returns the files of the only component of a pack, as (category, path)."""
    (description,) = folder.glob("*.pdsc")
    package = ElementTree.parse(description).getroot()
    if f"{package.findtext('vendor')}.{package.findtext('name')}.pdsc" != description.name:
        raise Failure(f"{description.name} does not have the name of the pack in it")
    return [(file.get("category"), folder / file.get("name")) for file in package.iter("file")]


def _cmsis_pack(compiler):
    """What the description names, compiled for a Cortex-M4."""
    examples = _examples(compiler, "cmsis-pack")
    files = _described(_package(compiler, "cmsis-pack", examples / "pack"))
    if missing := [path for _, path in files if not path.exists()]:
        raise Failure(f"the description names {missing}, which are not there")
    includes = [word for category, path in files if category == "include" for word in ("-I", path)]
    sources = [path for category, path in files if category == "source"]
    run(ARM_GCC, *CORTEX_M4, *_STRICT, "-Os", *includes, "-I", examples.parent / "digits", examples / "main.c",
        _BOARD / "vectors.c", *sources, "--specs=rdimon.specs", "-T", _BOARD / "mps2-an386.ld", "-o", examples / "firmware")
    _expect(_PRINTED, cortex_m4.emulate(examples / "firmware"))


def _cmsis_schema(compiler):
    schema = os.environ.get("TIR_PACK_XSD")
    if not schema:
        raise Skip("TIR_PACK_XSD does not name the PACK.xsd of the Open-CMSIS-Pack specification")
    folder = _package(compiler, "cmsis-pack", compiler.folder("ecosystems/cmsis-schema"), "--package-version=0.1.20")
    run(_need("xmllint", "libxml2-utils"), "--noout", "--schema", schema, *folder.glob("*.pdsc"))


# ESP-IDF


def _esp_idf(compiler):
    examples = _examples(compiler, "esp-idf")
    _package(compiler, "esp-idf", examples / "esp-idf" / "components" / "tvmgen_digits")
    run("cmake", "-G", "Ninja", "-S", examples / "esp-idf", "-B", examples / "build",
        env={"IDF_PATH": str(_ROOM / "esp-idf"), "CFLAGS": " ".join(_STRICT)})
    run("cmake", "--build", examples / "build")
    _expect(_PRINTED, run(examples / "build" / "firmware"))


def _esp_manifest(compiler):
    """Espressif's component manager accepts the component, and packs its files."""
    programs = _from_pypi(compiler, "idf-component-manager")
    folder = _package(compiler, "esp-idf", compiler.folder("ecosystems/esp-idf-manifest") / "tvmgen_digits",
                      "--package-version=1.2.3")
    run(programs / "compote", "--warnings-as-errors", "component", "pack", "--name", "tvmgen_digits",
        "--dest-dir", folder.parent, cwd=folder, env={"HOME": str(folder.parent)})
    with tarfile.open(folder.parent / "tvmgen_digits_1.2.3.tgz") as archive:
        names = {pathlib.PurePath(name).as_posix() for name in archive.getnames()}
    for name in ("CMakeLists.txt", "idf_component.yml", "include/tvmgen_digits.h", "src/tvmgen_digits.c"):
        if name not in names:
            raise Failure(f"the component has {sorted(names)}, without {name}")


# PlatformIO


def _platformio_host(compiler):
    """The project's files, compiled as library.json and platformio.ini say."""
    examples = _examples(compiler, "platformio-host")
    library = _package(compiler, "platformio", examples / "platformio" / "lib" / "tvmgen_digits")
    build = json.loads((library / "library.json").read_text())["build"]
    run(GCC, *_STRICT, "-I", library / build["includeDir"], "-I", examples.parent / "digits", examples / "main.c",
        *(library / build["srcDir"]).glob("*.c"), "-o", examples / "program")
    _expect(_PRINTED, run(examples / "program"))


def _platformio_pack(compiler):
    """PlatformIO accepts the library and the project."""
    program = _from_pypi(compiler, "platformio") / "pio"
    examples = _examples(compiler, "platformio")
    library = _package(compiler, "platformio", examples / "platformio" / "lib" / "tvmgen_digits")
    home = {"PLATFORMIO_CORE_DIR": str(examples / "core"), "PLATFORMIO_SETTING_ENABLE_TELEMETRY": "no"}
    run(program, "project", "config", "--lint", cwd=examples / "platformio", env=home)
    run(program, "pkg", "pack", "-o", examples / "library.tar.gz", library, env=home)
    with tarfile.open(examples / "library.tar.gz") as archive:
        names = sorted(archive.getnames())
    if names != ["README.md", "include/tvmgen_digits.h", "library.json", "src/tvmgen_digits.c",
                 "tvmgen_digits.report.json"]:
        raise Failure(f"the library has {names}")


# Zephyr


def _zephyr(compiler):
    examples = _examples(compiler, "zephyr")
    module = _package(compiler, "zephyr", examples / "module")
    run("cmake", "-G", "Ninja", "-S", examples / "zephyr", "-B", examples / "build",
        f"-DCMAKE_TOOLCHAIN_FILE={_BOARD.parent / 'cortex-m4.cmake'}", "-DCMAKE_BUILD_TYPE=MinSizeRel",
        f"-DCMAKE_PREFIX_PATH={HERE / 'packages' / 'zephyr'}", f"-DBOARD_DIR={_BOARD}",
        f"-DZEPHYR_EXTRA_MODULES={module}", f"-DDOTCONFIG={examples / 'zephyr' / 'prj.conf'}",
        env={"CFLAGS": " ".join(_STRICT)})
    run("cmake", "--build", examples / "build")
    _expect(_PRINTED, cortex_m4.emulate(examples / "build" / "zephyr" / "zephyr.elf"))


def _zephyr_kconfig(compiler):
    """Zephyr's parser reads the module's option and the example's configuration without a warning."""
    path = test_packages.from_pypi(compiler, "kconfiglib")
    module = _package(compiler, "zephyr", compiler.folder("ecosystems/zephyr-kconfig"))
    script = ("import sys, kconfiglib\n"
              "kconfig = kconfiglib.Kconfig(sys.argv[1], warn_to_stderr=False)\n"
              "kconfig.load_config(sys.argv[2])\n"
              "print(kconfig.syms['TVMGEN_DIGITS'].str_value, kconfig.warnings)\n")
    printed = run(sys.executable, "-c", script, module / "zephyr" / "Kconfig",
                  REPO / "examples" / "ecosystems" / "zephyr" / "prj.conf", env={"PYTHONPATH": str(path)})
    _expect("y []", printed)


# Build systems


def _meson(compiler):
    _need("meson", "meson")
    examples = _examples(compiler, "meson")
    path = {"PATH": f"{compiler.tirc.parent}:{os.environ['PATH']}"}
    run("meson", "setup", examples / "build", examples / "meson", env=path)
    run("meson", "test", "-C", examples / "build", env=path)
    _expect(_PRINTED, run(examples / "build" / "classify"))


def _bazel(compiler):
    bazel = _need("bazel", "bazel-bootstrap")
    if not installed.of(compiler).prefix().joinpath("share/tirc/bazel/tirc.bzl").exists():
        raise Failure("an installation has no share/tirc/bazel/tirc.bzl")
    examples = _examples(compiler, "bazel")
    project = examples / "bazel"
    for file in (REPO / "bazel" / "tirc.bzl", examples / "main.c", *(examples.parent / "digits").iterdir()):
        shutil.copy(file, project)
    overrides = [f"--override_repository={name}={_ROOM / 'bazel' / name}" for name in ("rules_cc", "rules_java")]
    try:
        run(bazel, "--batch", f"--output_user_root={examples / 'output'}", "build", *overrides, "//:classify",
            cwd=project, env={"TIRC": str(compiler.tirc)})
        _expect(_PRINTED, run(project / "bazel-bin" / "classify"))
    finally:
        # Bazel makes its folders read-only, which could then not be removed.
        run("chmod", "-R", "u+w", examples / "output")


def tests(compiler):
    for name, function in (
            ("arduino/specification", _arduino_specification), ("arduino/host", _arduino_host),
            ("arduino/avr", _arduino_avr), ("cmsis-pack/cortex-m4", _cmsis_pack), ("cmsis-pack/schema", _cmsis_schema),
            ("esp-idf/host", _esp_idf), ("esp-idf/manifest", _esp_manifest), ("platformio/host", _platformio_host),
            ("platformio/pack", _platformio_pack), ("zephyr/cortex-m4", _zephyr), ("zephyr/kconfig", _zephyr_kconfig),
            ("meson", _meson), ("bazel", _bazel)):
        yield Test(f"ecosystems/{name}", lambda f=function: f(compiler))
