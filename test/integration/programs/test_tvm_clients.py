"""Programs that were written for TVM: its linker scripts, its test harness, the platform of its Arduino projects."""

import itertools
import json
import re
import shutil
import tarfile

import cortex_m4
from models import DIGITS, HERE, REPO
from runner import Failure, Test
from toolchain import ARM_GCC, CORTEX_M4, GCC, SANITIZE, run

_ROOM = HERE / "tvm-clients"
_CRT = REPO / "runtime" / "crt"
_BOARD = REPO / "examples" / "cmake-firmware" / "board"
# The only sources of the runtime that TVM's harness and mlonmcu link for a model.
_TVM_SOURCES = (_CRT / "src" / "memory" / "stack_allocator.c", _ROOM / "crt_backend_api.c")
_HEADERS = ("-isystem", _CRT / "include", "-I", REPO / "examples" / "digits", "-I", _ROOM)
_PRINTED = "354 of 360 images right\n"
_ON_BOARD = ("--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4", "--float-abi=soft")
# The firmware is TVM's users', who compile with fewer warnings than the generated code must stand.
_C = ("-std=c99", "-Wall", "-Wextra", "-Werror")


def _expect(printed, wanted=_PRINTED):
    if printed != wanted:
        raise Failure(f"expected {wanted!r}, printed {printed!r}")


def _compile(compiler, name, form, *options):
    """Returns the model's C or object, and its folder."""
    folder = compiler.folder(f"tvm-clients/{name}")
    compiler.run(DIGITS, folder, "--model-name=default", "--tvm-compat", f"--emit={form}", *options)
    return folder / f"tvmgen_default.{'o' if form == 'obj' else 'c'}", folder


def _config(folder):
    (folder / "crt_config.h").write_text((_CRT / "templates" / "crt_config.h.template").read_text())


def _sections(program):
    """Returns the address and the bytes of each section."""
    rows = re.findall(r"^ *\[ *\d+\] (\S+) +\S+ +([0-9a-f]{8}) [0-9a-f]+ ([0-9a-f]+)",
                      run("arm-none-eabi-readelf", "-SW", program), re.MULTILINE)
    return {name: (int(address, 16), int(size, 16)) for name, address, size in rows}


def _linker_script(compiler, form):
    """Constants lie in the large memory, the workspace in the one that an accelerator reaches."""
    target = _ON_BOARD if form == "obj" else ()
    model, folder = _compile(compiler, f"linker-script/{form}", form, *target)
    program = folder / "program"
    command = (ARM_GCC, *CORTEX_M4, "-mfloat-abi=soft", *_C, "-Os", "-I", folder, *_HEADERS, _ROOM / "structs.c",
               _BOARD / "vectors.c", "--specs=nano.specs", "--specs=rdimon.specs", "-T", _ROOM / "tcm.ld")
    run(*command, model, "-o", program)
    sections = _sections(program)
    for name, place, least in ((".ddr", 0x21000000, 12000), (".sram", 0x20200000, 1500)):
        address, size = sections.get(name, (0, 0))
        if address != place or size < least:
            raise Failure(f"section {name}: {size} bytes at {address:#x}, expected at least {least} at {place:#x}")
    _expect(cortex_m4.emulate(program))

    # Without these sections, the constants do not fit beside the code.
    plain = compiler.folder(f"tvm-clients/linker-script/{form}-plain")
    compiler.run(DIGITS, plain, "--model-name=default", f"--emit={form}", *target)
    try:
        run(*command, plain / model.name, "-o", plain / "program")
    except Failure as failure:
        if "`ITCM' overflowed" not in str(failure):
            raise
    else:
        raise Failure("a model without --tvm-compat fits, too")


def _harness(compiler, form, unpacked, workspace):
    """Links with two files of the runtime only, and takes tensors of rank 0."""
    model, folder = _compile(compiler, f"harness/{form}-{unpacked}-{workspace}", form, "--interface-api=packed",
                             f"--unpacked-api={unpacked}", f"--workspace={workspace}")
    _config(folder)
    program = folder / "program"
    run(GCC, *SANITIZE, *_C, "-I", folder, *_HEADERS, _ROOM / "harness.c", model, *_TVM_SOURCES, "-o", program)
    _expect(run(program))


def _arena(compiler, form, alignment):
    """An arena of WORKSPACE_SIZE bytes, as public firmware declares it: at any address. As TVM's harness does, the
    program sets the allocator's alignment to the workspace's."""
    model, folder = _compile(compiler, f"arena/{form}-{alignment}", form, "--workspace=backend",
                             f"--workspace-alignment={alignment}")
    _config(folder)
    program = folder / "program"
    run(GCC, *SANITIZE, *_C[1:], "-std=c11", "-I", folder, *_HEADERS, f"-DTVM_RUNTIME_ALLOC_ALIGNMENT_BYTES={alignment}",
        _ROOM / "arena.c", model, *_TVM_SOURCES, "-o", program)
    _expect(run(program), "16 arenas\n")


def _ti(compiler, form):
    """A program in the style of TI's examples. The application normalises the input instead of the model."""
    printed = {}
    for compat in ("tvm", "ti"):
        folder = compiler.folder(f"tvm-clients/ti/{form}-{compat}")
        out = folder / "model"
        run(compiler.tirc, _ROOM / "normalized.mlir", "--quiet", "--target=host", "-o", out, f"--emit={form}",
            f"--tvm-compat={compat}")
        waits = ("-DWAITS",) if compat == "ti" else ()
        model = out / f"tvmgen_default.{'o' if form == 'obj' else 'c'}"
        run(GCC, *SANITIZE, *_C, "-Wpedantic", *waits, "-I", folder, "-I", out, _ROOM / "ti.c", model, "-o", folder / "program",
            "-lm")
        printed[compat] = run(folder / "program")
    _expect(printed["ti"], printed["tvm"] + "3 numbers\n")
    if len(set(printed["tvm"].splitlines())) < 100:
        raise Failure(f"expected many results, printed {printed['tvm']!r}")


def _unpacked(compiler, folder, *options):
    """Returns the folder with an archive's files."""
    compiler.run(DIGITS, folder / "module.tar", "--model-name=default", *options)
    with tarfile.open(folder / "module.tar") as tar:
        tar.extractall(folder / "unpacked", filter="data")
    return folder / "unpacked"


def _ide(compiler, on_board):
    """TVM's tutorial for IDEs (micro_custom_ide.py): all files below the archive's folder are built."""
    folder = compiler.folder(f"tvm-clients/ide/{'cortex-m4' if on_board else 'host'}")
    unpacked = _unpacked(compiler, folder, "--emit=mlf", "--workspace=backend")
    shutil.copy(unpacked / "templates" / "crt_config.h.template", folder / "crt_config.h")
    shutil.copy(unpacked / "templates" / "platform.c.template", folder / "platform.c")
    cc = (ARM_GCC, *CORTEX_M4, "-Os", _BOARD / "vectors.c", "--specs=nano.specs", "--specs=rdimon.specs", "-T",
          _BOARD / "mps2-an386.ld") if on_board else (GCC, "-O1")
    program = folder / "program"
    run(*cc, *_C, "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections", "-DTVM_WORKSPACE_SIZE_BYTES=3263",
        "-I", folder, "-I", unpacked / "codegen/host/include", "-isystem", unpacked / "runtime/include", *_HEADERS[2:],
        _ROOM / "ide.c", folder / "platform.c", *sorted(unpacked.rglob("*.c")), "-o", program)
    _expect(cortex_m4.emulate(program) if on_board else run(program))


def _makefile(compiler):
    """The files that the Makefiles of TVM's demos name (apps/microtvm/ethosu/Makefile)."""
    folder = compiler.folder("tvm-clients/makefile")
    unpacked = _unpacked(compiler, folder, "--emit=mlf", "--workspace=backend")
    crt = unpacked / "runtime" / "src" / "runtime" / "crt"
    _config(folder)
    run(GCC, *SANITIZE, *_C[1:], "-std=c11", "-I", folder, "-I", unpacked / "codegen/host/include",
        "-I", crt / "include", "-isystem", unpacked / "runtime/include", *_HEADERS[2:], _ROOM / "arena.c",
        *(unpacked / "codegen/host/src").glob("*.c"), crt / "memory/stack_allocator.c", crt / "common/crt_backend_api.c",
        "-o", folder / "program")
    _expect(run(folder / "program"), "16 arenas\n")


def _arduino(compiler, form, interface, workspace):
    """TVM's generator for Arduino copies the .c files of an archive, and nothing beside them."""
    folder = compiler.folder(f"tvm-clients/arduino/{form}-{interface}-{workspace}")
    unpacked = _unpacked(compiler, folder, f"--emit={form},mlf", f"--interface-api={interface}",
                         f"--workspace={workspace}", "--on-error=code")
    model = folder / "model"
    model.mkdir(exist_ok=True)
    host = unpacked / "codegen" / "host"
    for file in [*host.rglob("*.c"), *host.rglob("*.o")]:
        shutil.copy(file, model)
    metadata = json.loads((unpacked / "metadata.json").read_text())
    (main,) = metadata["modules"]["default"]["memory"]["functions"]["main"]
    _config(folder)
    program = folder / "program"
    run(GCC, *SANITIZE, *_C, "-I", folder, "-isystem", unpacked / "runtime" / "include", *_HEADERS[2:],
        f"-DWORKSPACE_BYTES={max(16, main['workspace_size_bytes'])}", _ROOM / "arduino.c", *sorted(model.iterdir()),
        *_TVM_SOURCES, "-o", program)
    _expect(run(program))


# Two pools of each kind, the first of which is too small for everything.
_POOLS = ("--pool=sram:2000:external", "--pool=cma_workspace_pool:100000:external",
          "--pool=my_const_pool_1:4000:ro:external", "--pool=cma_constant_pool:100000:ro:external")


def _pools(compiler, form, io, language):
    """The struct's fields and the macros have the names of the pools."""
    model, folder = _compile(compiler, f"pools/{form}-{io}-{language}", form, f"--io={io}", *_POOLS)
    _config(folder)
    if form == "c":
        # A C++ program links the model's C.
        run(GCC, *SANITIZE, *_C, "-I", folder, "-c", model, "-o", folder / "model.o")
        model = folder / "model.o"
    program = folder / "program"
    compiler_of = {"c99": (GCC, "-std=c99"), "c++11": ("g++", "-x", "c++", "-std=c++11")}
    # TVM's harness defines the alignment.
    run(*compiler_of[language], *SANITIZE, "-Wall", "-Wextra", "-Werror", "-I", folder, *_HEADERS,
        "-DTVM_RUNTIME_CONST_ALLOC_ALIGNMENT_BYTES=16", *(("-DMAPPED",) if io == "pool" else ()), _ROOM / "pools.c",
        "-x", "none", model, "-o", program)
    _expect(run(program))


def tests(compiler):
    yield Test("tvm-clients/ide/host", lambda: _ide(compiler, on_board=False))
    yield Test("tvm-clients/ide/cortex-m4", lambda: _ide(compiler, on_board=True))
    yield Test("tvm-clients/makefile", lambda: _makefile(compiler))
    for form, io, language in itertools.product(("c", "obj"), ("app", "pool"), ("c99", "c++11")):
        yield Test(f"tvm-clients/pools/{form}/io-{io}/{language}",
                   lambda f=form, i=io, c=language: _pools(compiler, f, i, c))
    for form, interface, workspace in itertools.product(("c", "obj"), ("c", "packed"), ("internal", "backend")):
        yield Test(f"tvm-clients/arduino/{form}/interface-{interface}/workspace-{workspace}",
                   lambda f=form, i=interface, w=workspace: _arduino(compiler, f, i, w))
    for form in ("c", "obj"):
        yield Test(f"tvm-clients/ti/{form}", lambda f=form: _ti(compiler, f))
        for alignment in (16, 64):
            yield Test(f"tvm-clients/arena/{form}/alignment-{alignment}",
                       lambda f=form, a=alignment: _arena(compiler, f, a))
        yield Test(f"tvm-clients/linker-script/{form}", lambda f=form: _linker_script(compiler, f))
        for unpacked, workspace in itertools.product(("true", "false"), ("internal", "backend")):
            yield Test(f"tvm-clients/harness/{form}/unpacked-{unpacked}/workspace-{workspace}",
                       lambda f=form, u=unpacked, w=workspace: _harness(compiler, f, u, w))
