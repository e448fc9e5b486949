"""The C runtime: its unit tests on the host and on a Cortex-M4, its headers, its size, its CMake project."""

import os
import re
import shutil
import subprocess
import threading

import cortex_m4
from models import BOARD, HERE, REPO
from runner import Failure, Test
from toolchain import ARM_GCC, CLANG, CORTEX_M4, GCC, SANITIZE, STRICT_C, STRICT_CXX, run

_CRT = REPO / "runtime" / "crt"
_ROOM = HERE / "runtime"
_INCLUDE = ("-I", _CRT / "include")
_HEADERS = sorted(str(p.relative_to(_CRT / "include")) for p in (_CRT / "include").rglob("*.h"))
_HOST = sorted((_CRT / "src" / "platform" / "host").glob("*.c"))
_LIBRARY = sorted(p for p in (_CRT / "src").rglob("*.c") if p not in _HOST)
# Separate programs.
_OTHER_TESTS = {"threads.c", "host_platform.c", "stack_allocator_macro.c", "write_host.c"}
_UNIT = sorted(p for p in (_CRT / "test").glob("*.c") if p.name not in _OTHER_TESTS)
_THREAD_SANITIZER = ("-g1", "-O1", "-fsanitize=thread", "-pthread")

# Functions that a C99 compiler may call at any time, and functions of a C library that the runtime calls.
_C_LIBRARY = re.compile(r"mem(cpy|set|move|cmp)|strn?cmp|strlen|__aeabi_\w+|__stack_chk_\w+")
_PLATFORM = re.compile(r"TVMPlatform\w+|TVMSystemLibEntryPoint")


class _Builds:
    """Compiles the sources with one command into one folder, each once."""

    def __init__(self, compiler):
        self._compiler = compiler
        self._lock = threading.Lock()
        self._done = {}

    def config(self):
        """Returns a folder with the template as crt_config.h."""
        folder = self._compiler.folder("runtime/config")
        with self._lock:
            if not (folder / "crt_config.h").exists():
                shutil.copy(_CRT / "templates" / "crt_config.h.template", folder / "crt_config.h")
        return folder

    def objects(self, name, command, sources):
        with self._lock:
            lock = self._done.setdefault(name, threading.Lock())
        folder = self._compiler.folder(f"runtime/{name}")
        compiled = []
        with lock:
            for source in sources:
                target = folder / f"{source.parent.name}-{source.stem}.o"
                if not target.exists():
                    run(*command, *STRICT_C, *_INCLUDE, "-I", self.config(), "-c", source, "-o", target)
                compiled.append(target)
        return compiled


def _expect(text, wanted, what):
    if wanted not in text:
        raise Failure(f"{what}: no \"{wanted}\" in\n{text[-4000:]}")


def _unit(builds, compiler, command):
    objects = builds.objects(f"unit-{command}", (command, *SANITIZE), [*_LIBRARY, *_UNIT, _CRT / "test/write_host.c"])
    program = compiler.folder(f"runtime/unit-{command}") / "unit"
    run(command, *SANITIZE, *objects, "-o", program)
    _expect(run(program), "\n0 failures\n", "the unit tests")


def _host_platform(builds, compiler):
    sources = [*_LIBRARY, *_HOST, _CRT / "test/write_host.c", _CRT / "test/harness.c"]
    objects = builds.objects(f"unit-{GCC}", (GCC, *SANITIZE), [*sources, _CRT / "test/host_platform.c"])
    program = compiler.folder("runtime/host-platform") / "program"
    run(GCC, *SANITIZE, *objects, "-o", program)
    # A failed allocation returns NULL, as without the sanitizer.
    printed = run(program, env={"ASAN_OPTIONS": "allocator_may_return_null=1"})
    _expect(printed, "\n0 failures\n", "the tests of the host's platform")


def _stack_macros(builds, compiler):
    """TVM's code tests one name, its template defines another: both turn the check on."""
    folder = compiler.folder("runtime/stack-macros")
    for check in ("LIFO", "FIFO"):
        program = folder / check
        run(GCC, *STRICT_C, *SANITIZE, *_INCLUDE, "-I", builds.config(),
            f"-DTVM_CRT_STACK_ALLOCATOR_ENABLE_{check}_CHECK", _CRT / "src/memory/stack_allocator.c",
            *(_CRT / "test" / f"{n}.c" for n in ("stack_allocator", "stack_allocator_macro", "harness", "write_host")),
            "-o", program)
        _expect(run(program), "\n0 failures\n", check)


def _threads(builds, compiler, command):
    flags = (command, *_THREAD_SANITIZER)
    folder = compiler.folder(f"runtime/threads-{command}")
    library = builds.objects(f"threads-{command}", flags, [*_LIBRARY, *_HOST, _CRT / "test/model.c"])

    def link(program, *options):
        # Threads belong to POSIX: only this file is not strict C99.
        run(*flags, "-std=gnu99", "-Wall", "-Wextra", "-Werror", *options, *_INCLUDE, "-I", builds.config(),
            _CRT / "test/threads.c", *library, "-o", folder / program)
        return folder / program

    environment = {"TSAN_OPTIONS": "halt_on_error=1 exitcode=66"}
    printed = run(link("threads"), env=environment)
    if printed:
        raise Failure(printed)
    # The sanitizer covers the runtime's code: operations that the headers call unsafe are a race.
    racy = link("racy", "-DRACE")
    for _ in range(20):
        done = subprocess.run([racy], env={**os.environ, **environment}, capture_output=True, text=True, timeout=600,
                              check=False)
        if done.returncode == 66 and "last_error.c" in done.stderr:
            return
    raise Failure("ThreadSanitizer finds no race where two threads set the last error")


def _m4_program(compiler, name, objects, *options):
    program = compiler.folder(f"runtime/{name}") / "program.elf"
    run(ARM_GCC, *CORTEX_M4, "-nostartfiles", "--specs=nano.specs", "-T", BOARD / "mps2-an386.ld",
        "-Wl,--fatal-warnings", "-Wl,--gc-sections", *options, *objects, "-o", program)
    return program


def _m4_command(*options):
    return (ARM_GCC, *CORTEX_M4, "-Os", "-ffunction-sections", "-fdata-sections", "-I", BOARD, "-I", _CRT / "test",
            *options)


def _cortex_m4(builds, compiler):
    sources = [*_LIBRARY, *_UNIT, _ROOM / "write_semihosting.c", BOARD / "startup.c"]
    program = _m4_program(compiler, "m4-unit", builds.objects("m4", _m4_command(), sources))
    _expect(cortex_m4.emulate(program), "\n0 failures\n", "the unit tests on a Cortex-M4")


def _strict(builds, command, sources, name):
    builds.objects(f"strict-{name}", command, sources)


def _headers(builds, compiler):
    """Each header alone, all in any order, and code that uses the macros, in C99 and in C++11."""
    folder = compiler.folder("runtime/headers")
    orders = [[header] for header in _HEADERS] + [_HEADERS, _HEADERS[::-1], _HEADERS[5:] + _HEADERS[:5]]
    commands = ((GCC, "g++"), (CLANG, "clang++-22"), (ARM_GCC, "arm-none-eabi-g++"))
    uses = (_ROOM / "uses_headers.h").read_text()
    for c, cxx in commands:
        for command, flags, suffix in ((c, STRICT_C, "c"), (cxx, (*STRICT_CXX, "-Wconversion"), "cc")):
            files = []
            for number, order in enumerate(orders):
                source = folder / f"{command}-{number}.{suffix}"
                text = "".join(f"#include <{header}>\n" for header in order)
                source.write_text(text + (uses if len(order) > 1 else "int unused;\n"))
                files.append(source)
            run(command, *flags, *_INCLUDE, "-I", builds.config(), "-fsyntax-only", *files)
    # A file of the library is also valid C++: TVM's unit test includes it.
    run("g++", "-x", "c++", *STRICT_CXX, *_INCLUDE, "-I", builds.config(), "-fsyntax-only",
        _CRT / "src/memory/stack_allocator.c")


def _short_config(compiler):
    """Macros that an application's crt_config.h leaves out have defaults."""
    folder = compiler.folder("runtime/short-config")
    (folder / "crt_config.h").write_text("#define TVM_CRT_MAX_ARGS 4\n")
    run(GCC, *STRICT_C, *_INCLUDE, "-I", folder, "-fsyntax-only", *_LIBRARY)
    (folder / "crt_config.h").write_text("#define TVM_CRT_MAX_ARGS 4\n#define TVM_CRT_MAX_REGISTERED_MODULES 0\n")
    try:
        run(GCC, *STRICT_C, *_INCLUDE, "-I", folder, "-fsyntax-only", _LIBRARY[0])
    except Failure as failure:
        _expect(str(failure), "TVM_CRT_MAX_REGISTERED_MODULES must be from 1 to 32766", "the error")
    else:
        raise Failure("a module table without a place is not an error")


def _objects_are_plain(builds):
    """No initialized data, no code at the start, and only byte and string functions of a C library."""
    for command, name, nm, size in (
        (_m4_command(), "m4", "arm-none-eabi-nm", "arm-none-eabi-size"),
        ((GCC, "-O2"), f"strict-{GCC}", "nm", "size"),
    ):
        objects = builds.objects(name, command, _LIBRARY)
        sections = run(size, "-A", *objects)
        for line in sections.splitlines():
            match = re.match(r"(\.init_array|\.ctors|\.fini_array|\.data)(\.\S+)?\s+(\d+)", line)
            if match and int(match[3]) != 0 and not (match[2] or "").startswith(".rel.ro"):
                raise Failure(f"the runtime has {line}")
        defined = {line.split()[-1] for line in run(nm, "-g", "--defined-only", *objects).splitlines() if " " in line}
        for line in run(nm, "-u", *objects).splitlines():
            words = line.split()
            if len(words) == 2 and words[1] not in defined and not (
                    _C_LIBRARY.fullmatch(words[1]) or _PLATFORM.fullmatch(words[1])
                    or words[1] == "_GLOBAL_OFFSET_TABLE_"):
                raise Failure(f"the runtime calls {words[1]}")


def _map_bytes(text):
    """Returns the bytes of code and constants from the runtime's archive in the linker's map."""
    _, _, kept = text.partition("Linker script and memory map")
    joined = re.sub(r"\n +(?=0x)", " ", kept)
    total = 0
    for size in re.findall(r"^ \.(?:text|rodata)\S* +0x[0-9a-f]+ +(0x[0-9a-f]+) \S*libtir_crt\.a\(", joined, re.M):
        total += int(size, 16)
    return total


def _documented_sizes():
    text = (REPO / "docs" / "Runtime.md").read_text()
    return {name: int(size) for name, size in re.findall(r"^\| `(\w+)` \|.*\| (\d+) \|$", text, re.M)}


def _size(builds, compiler):
    library = builds.objects("m4", _m4_command(), _LIBRARY)
    folder = compiler.folder("runtime/size")
    archive = folder / "libtir_crt.a"
    archive.unlink(missing_ok=True)
    run("arm-none-eabi-ar", "rcs", archive, *library)
    platform = folder / "platform.c"
    shutil.copy(_CRT / "templates" / "platform.c.template", platform)
    documented, measured = _documented_sizes(), {}
    for name in ("CALLS", "GLOBALS", "WORKSPACE", "EXECUTOR"):
        sources = [_ROOM / "sizes.c", BOARD / "startup.c", *([platform] if name in ("WORKSPACE", "EXECUTOR") else [])]
        objects = builds.objects(f"size-{name}", _m4_command(f"-D{name}"), sources)
        linker_map = folder / f"{name}.map"
        program = _m4_program(compiler, f"size-{name}", [*objects, archive], f"-Wl,-Map={linker_map}")
        cortex_m4.emulate(program)
        measured[name] = _map_bytes(linker_map.read_text())
    if not 500 < measured["CALLS"] < 4096:
        raise Failure(f"packed calls through the registry take {measured['CALLS']} bytes, not under 4096")
    # Compilers differ a little; a wrong table differs more.
    if documented.keys() != measured.keys() or any(
            abs(documented[name] - size) > size // 10 for name, size in measured.items()):
        raise Failure(f"docs/Runtime.md says {documented}, the linker's maps {measured}")


def _cmake(compiler, name, *options):
    folder = compiler.folder(f"runtime/cmake-{name}")
    run("cmake", "-S", _CRT, "-B", folder, "-G", "Ninja", "-DTIR_CRT_STRICT=ON", *options)
    run("ninja", "-C", folder)
    return folder


def _cmake_host(compiler):
    folder = _cmake(compiler, "host")
    _expect(run("ctest", "--test-dir", folder), "100% tests passed, 0 tests failed out of 5", "ctest")
    prefix = compiler.folder("runtime/prefix")
    run("cmake", "--install", folder, "--prefix", prefix)
    consumer = compiler.folder("runtime/consumer")
    run("cmake", "-S", _ROOM / "consumer", "-B", consumer, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
        "-DCMAKE_C_FLAGS=-Wall -Wextra -Werror")
    run("ninja", "-C", consumer)
    _expect(run(consumer / "consumer"), "10 arguments\n", "a program on the installed runtime")


def _cmake_cross(builds, compiler):
    config = compiler.folder("runtime/own-config")
    text = (builds.config() / "crt_config.h").read_text()
    (config / "crt_config.h").write_text(text.replace("MODULES 2", "MODULES 7"))
    folder = _cmake(compiler, "cross", f"-DCMAKE_TOOLCHAIN_FILE={_ROOM / 'cortex-m4.cmake'}",
                    f"-DTIR_CRT_CONFIG_DIR={config}")
    symbols = run("arm-none-eabi-nm", "-S", folder / "libtir_crt_common.a")
    _expect(symbols, "0000001c B tir_crt_modules", "a table for seven modules")
    if (folder / "libtir_crt_host.a").exists():
        raise Failure("bare metal does not have a host platform")
    try:
        _cmake(compiler, "no-config", f"-DTIR_CRT_CONFIG_DIR={_ROOM}")
    except Failure as failure:
        _expect(" ".join(str(failure).split()), "where there is no crt_config.h", "the error")
    else:
        raise Failure("a folder without crt_config.h is not an error")


def tests(compiler):
    builds = _Builds(compiler)
    for command in (GCC, CLANG):
        yield Test(f"runtime/unit/{command}", lambda c=command: _unit(builds, compiler, c))
        yield Test(f"runtime/threads/{command}", lambda c=command: _threads(builds, compiler, c))
    yield Test("runtime/unit/cortex-m4", lambda: _cortex_m4(builds, compiler))
    yield Test("runtime/unit/host-platform", lambda: _host_platform(builds, compiler))
    yield Test("runtime/unit/stack-macros", lambda: _stack_macros(builds, compiler))
    # With optimization, as it sees more; the unit tests have ARM's.
    yield Test("runtime/strict/gcc", lambda: _strict(builds, (GCC, "-O2"), [*_LIBRARY, *_HOST, *_UNIT], GCC))
    yield Test("runtime/strict/clang", lambda: _strict(builds, (CLANG, "-O2"), [*_LIBRARY, *_HOST, *_UNIT], CLANG))
    yield Test("runtime/headers", lambda: _headers(builds, compiler))
    yield Test("runtime/short-config", lambda: _short_config(compiler))
    yield Test("runtime/objects", lambda: _objects_are_plain(builds))
    yield Test("runtime/size", lambda: _size(builds, compiler))
    yield Test("runtime/cmake/host", lambda: _cmake_host(compiler))
    yield Test("runtime/cmake/cross", lambda: _cmake_cross(builds, compiler))
