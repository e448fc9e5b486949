"""What upstream's `mlir-translate --mlir-to-cpp` prints of a module after the phase `emitc`."""

from toolchain import run


def print_module(compiler, file, name, folder, *options):
    """Returns the C file; it includes the header in `folder`, which declares the structs of the C interface."""
    run(
        compiler.tirc, file, "-o", folder / "emitc", f"--model-name={name}", "--quiet", "--compile-to=emitc", *options
    )
    source = folder / "stock.c"
    run("/usr/lib/llvm-22/bin/mlir-translate", "--mlir-to-cpp", folder / "emitc" / f"tvmgen_{name}.mlir", "-o", source)
    source.write_text(f'#include "tvmgen_{name}.h"\n' + source.read_text())
    return source
