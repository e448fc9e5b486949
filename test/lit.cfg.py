import os

import lit.formats
import lit.util

if not hasattr(config, "tir_obj_root"):
    # Per-folder runs (`lit test/Dialect`) find no site config on their own.
    site = os.path.join(
        os.path.dirname(__file__), "..", "build", "release", "test",
        "lit.site.cfg.py",
    )
    lit_config.load_config(config, site)
    raise SystemExit

config.name = "tir"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "integration"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.tir_obj_root, "test")
config.environment["PATH"] = os.pathsep.join(
    [config.tir_tools_dir, config.llvm_tools_dir, os.environ["PATH"]]
)
# LLVM's allocators poison what they have not given out yet, and the packaged libraries, which are not
# built for the sanitizer, take memory from them without saying so.
if "address" in getattr(config, "tir_sanitizer", ""):
    config.environment["ASAN_OPTIONS"] = "allow_user_poisoning=0"
# Tests are about something else, mostly, and tests of the check say --check=fast.
config.environment["TIRC_CHECK"] = "off"
config.substitutions.append(("%tir_source_dir", config.tir_source_dir))
config.substitutions.append(("%tir_obj_root", config.tir_obj_root))
config.substitutions.append(("%llvm_include", config.llvm_include_dir))
config.substitutions.append(("%tir_lib_dir", os.path.join(config.tir_obj_root, "lib")))
for substitution, library in (("%libTIR", "libTIR.so"), ("%test_plugin", "libTIRTestPlugin.so"),
                              ("%kernel_plugin", "libTIRKernelPlugin.so")):
    config.substitutions.append((substitution, os.path.join(config.tir_obj_root, "lib", library)))

# A sanitizer's runtime must be in the program: the packaged tools cannot load a sanitized library.
if not config.tir_sanitizer:
    config.available_features.add("loadable-plugin")

# Networks that are not ours to commit lie beside the repository, where they are at all.
shared = os.environ.get("TIR_SHARED", os.path.join(config.tir_source_dir, "..", "shared"))
if os.path.isdir(os.path.join(shared, "models")):
    config.available_features.add("shared-models")
config.substitutions.append(("%shared", os.path.abspath(shared)))

# A test that takes over two seconds on an idle machine says `UNSUPPORTED: fast-tier`.
if "fast" in lit_config.params:
    config.available_features.add("fast-tier")

# Programs that not every machine has.
for program in ("gcc", "arm-none-eabi-gcc", "clang-format-22", "qemu-system-arm"):
    if lit.util.which(program, config.environment["PATH"]):
        config.available_features.add(program)

# C libraries of other targets, for clang, and the reader of TOML that tirc is built with.
for feature, header in (("toml", "/usr/include/toml++/toml.h"),
                        ("arm-libc", "/usr/lib/arm-none-eabi/include/string.h"),
                        ("riscv-libc", "/usr/lib/picolibc/riscv64-unknown-elf/include/string.h"),
                        ("i386-libc", "/usr/include/x86_64-linux-gnu/gnu/stubs-32.h")):
    if os.path.exists(header):
        config.available_features.add(feature)
