"""Models in CMake projects and in Zephyr: tir_add_model, tir_add_registry, the module."""

import json
import os
import shutil
import subprocess
import sys
import time

import cortex_m4
import installed
from models import HERE, REPO
from runner import Failure, Skip, Test
from toolchain import run

_FIRMWARE = REPO / "examples" / "cmake-firmware"
_ROOM = HERE / "packages"
_GENERATORS = {"ninja": "Ninja", "make": "Unix Makefiles"}
_PRINTED = "354 of 360 images right\n360 of 360 outputs equal to the reference\n"


def _expect(wanted, printed):
    if wanted not in printed:
        raise Failure(f"expected '{wanted}' in\n{printed}")


# As on a machine without LLVM's development packages.
_NO_LLVM = "-DCMAKE_DISABLE_FIND_PACKAGE_MLIR=ON"


def _configure(generator, project, build, *options):
    return run("cmake", "-G", generator, "-S", project, "-B", build, *options,
               env={"CFLAGS": "-Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror"})


def _build(build, *options):
    return run("cmake", "--build", build, "--parallel", "2", *options)


_ON_BOARD = (f"-DCMAKE_TOOLCHAIN_FILE={_FIRMWARE / 'cortex-m4.cmake'}", "-DCMAKE_BUILD_TYPE=MinSizeRel")


def _firmware(compiler, generator):
    build = compiler.folder("packages/firmware") / f"{generator} with a space"
    _configure(_GENERATORS[generator], _FIRMWARE, build, _NO_LLVM,
               f"-DCMAKE_PREFIX_PATH={installed.of(compiler).prefix()}")
    _build(build)
    _expect(_PRINTED, run(build / "firmware"))


def _cortex_m4(compiler):
    build = compiler.folder("packages/firmware/cortex-m4")
    _configure("Ninja", _FIRMWARE, build, _NO_LLVM, *_ON_BOARD,
               f"-DCMAKE_PREFIX_PATH={installed.of(compiler).prefix()}")
    _build(build)
    _expect(_PRINTED, cortex_m4.emulate(build / "firmware"))


def _registry(compiler, generator):
    """All of TIR, found with LLVM."""
    build = compiler.folder(f"packages/registry/{generator}")
    _configure(_GENERATORS[generator], _ROOM / "registry", build,
               f"-DCMAKE_PREFIX_PATH={installed.of(compiler).prefix()}")
    _build(build)
    _expect(_PRINTED, run(build / "program"))


def _registry_on_board(compiler):
    build = compiler.folder("packages/registry/cortex-m4")
    _configure("Ninja", _ROOM / "registry", build, _NO_LLVM, *_ON_BOARD,
               f"-DCMAKE_PREFIX_PATH={installed.of(compiler).prefix()}", "-DCOMPONENTS=COMPONENTS;tirc",
               "-DTRIPLE=thumbv7em-none-eabi", "-DCPU=cortex-m4", "-DOPTIONS=--float-abi=soft")
    _build(build)
    _expect(_PRINTED, cortex_m4.emulate(build / "program"))


def _counting(compiler, folder):
    """A tirc that records the model of each call in a file."""
    program, calls = folder / "bin" / "tirc", folder / "calls"
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(f'#!/bin/sh\necho "$1" >> "{calls}"\nexec "{compiler.tirc}" "$@"\n')
    program.chmod(0o755)
    return program, calls


def _rebuild(compiler, generator):
    """Changed files are compiled again, and nothing else is."""
    folder = compiler.folder(f"packages/rebuild/{generator}") / "a folder"
    models, build = folder / "the models", folder / "build"
    models.mkdir(parents=True, exist_ok=True)
    for name in ("given.mlir", "made.mlir"):
        shutil.copy(_FIRMWARE / "best.mlir", models / name)
    (models / "plugin").touch()
    tirc, calls = _counting(compiler, folder)

    def configure(*options):
        _configure(_GENERATORS[generator], _ROOM / "rebuild", build, f"-DTIRC={tirc}", f"-DMODELS={models}",
                   f"-DTIR_ADD_MODEL={REPO / 'cmake' / 'modules' / 'TIRAddModel.cmake'}", *options)

    configure()
    for changed, wanted in ((None, {"given", "made"}), (None, set()), (models / "given.mlir", {"given"}),
                            (models / "made.mlir", {"made"}), (models / "plugin", {"made"}), (None, set()),
                            (tirc, {"given", "made"}), ("-DOPTIONS=--plan=separate", {"given"}), (None, set())):
        calls.write_text("")
        if isinstance(changed, str):
            configure(changed)
        elif changed:
            now = time.time()
            os.utime(changed, (now, now))
        _build(build)
        compiled = sorted(line.rsplit("/", 1)[-1] for line in calls.read_text().splitlines())
        if compiled != sorted(f"{name}.mlir" for name in wanted):
            raise Failure(f"after a change of {changed}: expected that {sorted(wanted)} are compiled, got {compiled}")
        run(build / "program")


# Each call, and CMake's expected error.
_WRONG = (
    ("tir_add_model(m)", "tir_add_model(m): no MODEL; expected a file that tirc reads"),
    ("tir_add_model(m MODEL NAME x)", "tir_add_model(m): no MODEL; expected a file that tirc reads"),
    ("tir_add_model(m MODEL nowhere.mlir)", "nowhere.mlir does not exist; expected a file, or the output of"),
    ("tir_add_model(m best.mlir)",
     "'best.mlir' does not belong to a keyword; expected MODEL, NAME, INTERFACE, WORKSPACE"),
    ("tir_add_model(m MODEL best.mlir NAME m-1)", "NAME 'm-1' cannot be part of a C name; expected letters, digits and '_'"),
    ("tir_add_model(m MODEL best.mlir INTERFACE C)", "INTERFACE is 'C'; expected c or packed"),
    ("tir_add_model(m MODEL best.mlir WORKSPACE heap)", "WORKSPACE is 'heap'; expected internal or external or backend"),
    ("tir_add_model(m MODEL best.mlir EMIT shared)", "EMIT is 'shared'; expected c or obj"),
    ("tir_add_model(m MODEL best.mlir OPTIONS --model-name=x)", "OPTIONS has --model-name=x; expected the keyword MODEL"),
    ("tir_add_model(m MODEL best.mlir OPTIONS --system-lib)", "expected tir_add_registry(<target> MODELS m), also for"),
    ("tir_add_model(m MODEL best.mlir)", "the project does not enable C; expected project(... LANGUAGES C)"),
    ("add_custom_target(m)\ntir_add_model(m MODEL best.mlir)",
     "a target with this name already exists; expected a new name"),
    ("set(CMAKE_CROSSCOMPILING ON)\ntir_add_model(m MODEL best.mlir EMIT obj)",
     "expected TARGET, such as cortex-m4, or TARGET_TRIPLE"),
    ("set(TIRC /nowhere/tirc)\ntir_add_model(m MODEL best.mlir)",
     "tirc was not found (TIRC is '/nowhere/tirc'); expected it where it was installed"),
    ("tir_add_registry(r)", "tir_add_registry(r): no MODELS; expected targets that tir_add_model made"),
    ("add_custom_target(m)\ntir_add_registry(r MODELS m)",
     "'m' is not a model; expected a target that an earlier tir_add_model made"),
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
        message = " ".join(done.stderr.split())
        if done.returncode == 0 or wanted not in message:
            raise Failure(f"{call}: expected an error with '{wanted}', got {done.returncode} and\n{done.stderr}")


# What a build says about its processor, and the name that tir_add_model passes on.
_TARGETS = (
    ("", "host"),
    ("set(CMAKE_CROSSCOMPILING ON)", ""),
    ('set(CMAKE_CROSSCOMPILING ON)\nset(CMAKE_C_FLAGS "-Os -mcpu=cortex-m0plus -mthumb")', "cortex-m0plus"),
    ('set(CMAKE_C_FLAGS "-mcpu=cortex-m33+nodsp")', "cortex-m33"),
    ('set(CMAKE_C_FLAGS "-mcpu=cortex-a53")\nset(CMAKE_CROSSCOMPILING ON)', ""),
    ('set(CMAKE_C_FLAGS "-march=rv32imac_zicsr -mabi=ilp32")', "rv32imac"),
    ('set(CMAKE_C_FLAGS "-march=rv64imafdc")', "rv64gc"),
    ("set(CMAKE_CROSSCOMPILING ON)\nset(CMAKE_SYSTEM_PROCESSOR cortex-m4)", "cortex-m4"),
    ("set(IDF_TARGET esp32s3)", "esp32s3"),
    ("set(PICO_PLATFORM rp2350-arm-s)", "rp2350"),
    ("set(CONFIG_CPU_CORTEX_M0PLUS y)", "cortex-m0plus"),
)


def _targets(compiler):
    script = compiler.folder("packages/targets") / "targets.cmake"
    module = REPO / "cmake" / "modules" / "TIRAddModel.cmake"
    blocks = (f'function(f)\n{said}\n_tir_find_target(target)\nmessage("<${{target}}>")\nendfunction()\nf()\n'
              for said, _ in _TARGETS)
    script.write_text(f'cmake_policy(VERSION 3.20)\ninclude("{module}")\n{"".join(blocks)}')
    done = subprocess.run(["cmake", f"-DTIRC={compiler.tirc}", "-P", script], capture_output=True, text=True, check=True)
    if (found := done.stderr.split()) != (wanted := [f"<{name}>" for _, name in _TARGETS]):
        raise Failure(f"expected {wanted}, got {found}")


_SAMPLE = REPO / "examples" / "zephyr"
_STUB = _ROOM / "zephyr"
# The configurations, and the Kconfig input of each.
_ZEPHYR = {"own-heap": (_SAMPLE / "prj.conf",),
           "kernel-heap": (_SAMPLE / "prj.conf", _STUB / "kernel-heap.conf")}


def _configure_zephyr(compiler, name, dotconfig, module):
    build = compiler.folder(f"packages/zephyr/{name}")
    # The place of Zephyr's board.
    board = _FIRMWARE / "board"
    _configure("Ninja", _SAMPLE, build, *_ON_BOARD, f"-DCMAKE_PREFIX_PATH={_STUB}", f"-DBOARD_DIR={board}",
               f"-DZEPHYR_EXTRA_MODULES={module}", f"-DDOTCONFIG={dotconfig}", f"-DTIRC={compiler.tirc}")
    return build


def _zephyr(compiler, name, module):
    build = _configure_zephyr(compiler, name, _STUB / f"{name}.config", module)
    _build(build)
    _expect("platform checked\n" + _PRINTED, cortex_m4.emulate(build / "zephyr" / "zephyr.elf"))


def _zephyr_without_runtime(compiler):
    """A registry needs the runtime; without CONFIG_TIRC the module adds nothing."""
    folder = compiler.folder("packages/zephyr")
    for name, dotconfig, wanted in (
            ("no-runtime", "CONFIG_TIRC=y\n", "tirc_zephyr_registry(registry): the runtime that looks into"),
            ("off", "", 'Unknown CMake command "tirc_zephyr_model"')):
        (folder / f"{name}.config").write_text(dotconfig)
        try:
            _configure_zephyr(compiler, name, folder / f"{name}.config", REPO)
        except Failure as failure:
            _expect(wanted, " ".join(str(failure).split()))
        else:
            raise Failure(f"with {name}.config: expected an error with '{wanted}'")


def from_pypi(compiler, package):
    """Returns a folder where Python finds the package."""
    folder = compiler.folder(f"packages/pypi/{package}")
    done = subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--timeout", "10", "--retries", "0",
                           "--target", folder, package],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Skip(f"no {package} from PyPI: {done.stderr.strip()[-200:]}")
    return folder


def _kconfig(compiler):
    """Zephyr's parser converts the sample's options to the configuration of the builds, without a warning."""
    path = from_pypi(compiler, "kconfiglib")
    script = ("import json, sys, kconfiglib\n"
              "kconfig = kconfiglib.Kconfig(sys.argv[1], warn_to_stderr=False)\n"
              "for number, path in enumerate(sys.argv[3:]):\n"
              "  kconfig.load_config(path, replace=number == 0)\n"
              "kconfig.write_config(sys.argv[2], header='')\n"
              "print(json.dumps(kconfig.warnings))\n")
    for name, inputs in _ZEPHYR.items():
        written = compiler.folder("packages/kconfig") / f"{name}.config"
        printed = run(sys.executable, "-c", script, _STUB / "Kconfig", written, *inputs,
                      env={"PYTHONPATH": str(path), "TIRC_KCONFIG": str(REPO / "zephyr" / "Kconfig")})
        if json.loads(printed):
            raise Failure(f"{name}: warnings of Kconfig: {printed}")
        if written.read_text() != (_STUB / f"{name}.config").read_text():
            raise Failure(f"{_STUB / name}.config is not what Kconfig writes:\n{written.read_text()}")


def _module_yml(compiler):
    """Checks that module.yml has only keys that Zephyr's scripts know, with existing paths, here and in an
    installation."""
    path = from_pypi(compiler, "pyyaml")
    script = "import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))"
    for root in (REPO, installed.of(compiler).prefix() / "share" / "tirc"):
        module = json.loads(run(sys.executable, "-c", script, root / "zephyr" / "module.yml",
                                env={"PYTHONPATH": str(path)}))
        if set(module) != {"name", "build"} or set(module["build"]) != {"cmake", "kconfig"}:
            raise Failure(f"module.yml has other keys: {module}")
        for there in (root / module["build"]["cmake"] / "CMakeLists.txt", root / module["build"]["kconfig"]):
            if not there.is_file():
                raise Failure(f"module.yml names {there}, which is not there")


def _from_microtvm(compiler):
    """Runs docs/FromMicroTVM.md, a firmware that was written for TVM, command by command."""
    printed = run("python3", REPO / "scripts" / "run_tutorial.py", REPO / "docs" / "FromMicroTVM.md",
                  cwd=compiler.folder("packages/from-microtvm"),
                  env={"TIRC": str(REPO), "PREFIX": str(installed.of(compiler).prefix())})
    _expect("2 files, 4 commands, 4 comparisons", printed)


def tests(compiler):
    for generator in _GENERATORS:
        yield Test(f"packages/cmake-firmware/{generator}", lambda g=generator: _firmware(compiler, g))
    yield Test("packages/cmake-firmware/cortex-m4", lambda: _cortex_m4(compiler))
    for generator in _GENERATORS:
        yield Test(f"packages/rebuild/{generator}", lambda g=generator: _rebuild(compiler, g), long=generator != "ninja")
    for generator in _GENERATORS:
        yield Test(f"packages/registry/{generator}", lambda g=generator: _registry(compiler, g), long=generator != "ninja")
    yield Test("packages/registry/cortex-m4", lambda: _registry_on_board(compiler))
    yield Test("packages/zephyr/own-heap", lambda: _zephyr(compiler, "own-heap", REPO))
    yield Test("packages/zephyr/kernel-heap",
               lambda: _zephyr(compiler, "kernel-heap", installed.of(compiler).prefix() / "share" / "tirc"), long=True)
    yield Test("packages/zephyr/without-runtime", lambda: _zephyr_without_runtime(compiler))
    yield Test("packages/zephyr/kconfig", lambda: _kconfig(compiler))
    yield Test("packages/zephyr/module.yml", lambda: _module_yml(compiler))
    yield Test("packages/from-microtvm", lambda: _from_microtvm(compiler))
    yield Test("packages/targets", lambda: _targets(compiler))
    yield Test("packages/errors", lambda: _errors(compiler))
