"""CMake projects that compile models: tir_add_model and tir_add_registry."""

import os
import shutil
import subprocess
import time

import cortex_m4
import installed
from models import HERE, REPO
from runner import Failure, Test
from toolchain import run

_FIRMWARE = REPO / "examples" / "cmake-firmware"
_ROOM = HERE / "packages"
_GENERATORS = {"ninja": "Ninja", "make": "Unix Makefiles"}
_PRINTED = "354 of 360 images right\n360 of 360 outputs equal to the reference\n"


def _expect(wanted, printed):
    if wanted not in printed:
        raise Failure(f"expected '{wanted}' in\n{printed}")


def _configure(generator, project, build, *options):
    """As somebody without LLVM's development packages."""
    return run("cmake", "-G", generator, "-S", project, "-B", build, "-DCMAKE_DISABLE_FIND_PACKAGE_MLIR=ON",
               *options, env={"CFLAGS": "-Wall -Wextra -Wpedantic -Wconversion -Werror"})


def _build(build, *options):
    return run("cmake", "--build", build, "--parallel", "2", *options)


def _firmware(compiler, generator):
    build = compiler.folder("packages/firmware") / f"{generator} with a space"
    _configure(_GENERATORS[generator], _FIRMWARE, build,
               f"-DCMAKE_PREFIX_PATH={installed.of(compiler).prefix()}")
    _build(build)
    _expect(_PRINTED, run(build / "firmware"))


def _cortex_m4(compiler):
    build = compiler.folder("packages/firmware/cortex-m4")
    _configure("Ninja", _FIRMWARE, build, f"-DCMAKE_PREFIX_PATH={installed.of(compiler).prefix()}",
               f"-DCMAKE_TOOLCHAIN_FILE={_FIRMWARE / 'cortex-m4.cmake'}", "-DCMAKE_BUILD_TYPE=MinSizeRel")
    _build(build)
    _expect(_PRINTED, cortex_m4.emulate(build / "firmware"))


def _counting(compiler, folder):
    """A tirc that notes the model of each call in a file."""
    program, calls = folder / "bin" / "tirc", folder / "calls"
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(f'#!/bin/sh\necho "$1" >> "{calls}"\nexec "{compiler.tirc}" "$@"\n')
    program.chmod(0o755)
    return program, calls


def _rebuild(compiler, generator):
    """What changes is compiled anew, and nothing else is."""
    folder = compiler.folder(f"packages/rebuild/{generator}") / "a folder"
    models, build = folder / "the models", folder / "build"
    models.mkdir(parents=True, exist_ok=True)
    for name in ("given.mlir", "made.mlir"):
        shutil.copy(_FIRMWARE / "best.mlir", models / name)
    (models / "plugin").touch()
    tirc, calls = _counting(compiler, folder)
    _configure(_GENERATORS[generator], _ROOM / "rebuild", build, f"-DTIRC={tirc}", f"-DMODELS={models}",
               f"-DTIR_ADD_MODEL={REPO / 'cmake' / 'modules' / 'TIRAddModel.cmake'}")
    for changed, wanted in ((None, {"given", "made"}), (None, set()), (models / "given.mlir", {"given"}),
                            (models / "made.mlir", {"made"}), (models / "plugin", {"made"}), (None, set()),
                            (tirc, {"given", "made"})):
        calls.write_text("")
        if changed:
            now = time.time()
            os.utime(changed, (now, now))
        _build(build)
        compiled = sorted(line.rsplit("/", 1)[-1] for line in calls.read_text().splitlines())
        if compiled != sorted(f"{name}.mlir" for name in wanted):
            raise Failure(f"after a change of {changed}: expected that {sorted(wanted)} are compiled, got {compiled}")
        run(build / "program")


# Each call, and what CMake is to say of it.
_WRONG = (
    ("tir_add_model(m)", "tir_add_model(m): no MODEL; expected a file that tirc reads"),
    ("tir_add_model(m MODEL)", "no value behind MODEL; expected one, or the keyword left out"),
    ("tir_add_model(m MODEL nowhere.mlir)", "nowhere.mlir is not there; expected a file, or the output of"),
    ("tir_add_model(m best.mlir)", "'best.mlir' belongs to no keyword; expected MODEL, NAME, INTERFACE, WORKSPACE"),
    ("tir_add_model(m-1 MODEL best.mlir)", "NAME 'm-1' cannot be part of a C name; expected letters, digits and '_'"),
    ("tir_add_model(m MODEL best.mlir INTERFACE C)", "INTERFACE is 'C'; expected c or packed"),
    ("tir_add_model(m MODEL best.mlir WORKSPACE heap)", "WORKSPACE is 'heap'; expected internal or external or backend"),
    ("tir_add_model(m MODEL best.mlir EMIT shared)", "EMIT is 'shared'; expected c or obj"),
    ("tir_add_model(m MODEL best.mlir OPTIONS --model-name=x)", "OPTIONS has --model-name=x; expected that it is given"),
    ("add_custom_target(m)\ntir_add_model(m MODEL best.mlir)", "there is a target of that name; expected a new one"),
    ("set(CMAKE_CROSSCOMPILING ON)\ntir_add_model(m MODEL best.mlir EMIT obj)",
     "expected TARGET_TRIPLE, such as thumbv7em-none-eabi"),
    ("set(TIRC /nowhere/tirc)\ntir_add_model(m MODEL best.mlir)",
     "tirc was not found (TIRC is '/nowhere/tirc'); expected it where it was installed"),
    ("tir_add_registry(r)", "tir_add_registry(r): no MODELS; expected targets that tir_add_model made"),
    ("add_custom_target(m)\ntir_add_registry(r MODELS m)", "'m' is no model; expected a target that tir_add_model made"),
)


def _errors(compiler):
    module = REPO / "cmake" / "modules" / "TIRAddModel.cmake"
    for number, (call, wanted) in enumerate(_WRONG):
        project = compiler.folder(f"packages/errors/{number}")
        shutil.copy(_FIRMWARE / "best.mlir", project)
        (project / "CMakeLists.txt").write_text(
            f'cmake_minimum_required(VERSION 3.20)\nproject(Wrong LANGUAGES NONE)\ninclude("{module}")\n{call}\n')
        done = subprocess.run(["cmake", "-S", project, "-B", project / "build", f"-DTIRC={compiler.tirc}"],
                              capture_output=True, text=True, check=False)
        told = " ".join(done.stderr.split())
        if done.returncode == 0 or wanted not in told:
            raise Failure(f"{call}: expected an error with '{wanted}', got {done.returncode} and\n{done.stderr}")


def tests(compiler):
    for generator in _GENERATORS:
        yield Test(f"packages/cmake-firmware/{generator}", lambda g=generator: _firmware(compiler, g))
    yield Test("packages/cmake-firmware/cortex-m4", lambda: _cortex_m4(compiler))
    for generator in _GENERATORS:
        yield Test(f"packages/rebuild/{generator}", lambda g=generator: _rebuild(compiler, g))
    yield Test("packages/errors", lambda: _errors(compiler))
