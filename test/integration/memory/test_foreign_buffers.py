"""tirc --compile-from=buffers takes a module on memrefs that it did not make: the C, and the object, compute what Python
does. The pipelines of tir-opt make the same."""

import foreign_buffers
from runner import Failure, Test
from toolchain import CLANG, GCC, SANITIZE, STRICT_C, run


def _program(module):
    prefix = f"tvmgen_{module.name}"

    def array(name, values):
        return f"  static int32_t {name}[{len(values)}] = {{{', '.join(map(str, values))}}};\n"

    values = foreign_buffers.inputs(module)
    ins = "".join(array(name, v) for (name, _), v in zip(module.inputs, values))
    outs = "".join(f"  static int32_t {name}[{size}];\n" for name, size in module.outputs)

    def fields(struct, ports):
        return f"  struct {prefix}_{struct} {struct} = {{{', '.join(f'.{name} = {name}' for name, _ in ports)}}};\n"

    prints = "".join(
        f'  for (int i = 0; i < {size}; ++i) printf("%" PRId32 " ", {name}[i]);\n  puts("");\n'
        for name, size in module.outputs
    )
    return (
        f'#include "{prefix}.h"\n#include <inttypes.h>\n#include <stdio.h>\nint main(void) {{\n{ins}{outs}'
        f"{fields('inputs', module.inputs)}{fields('outputs', module.outputs)}"
        f"  if ({prefix}_run(&inputs, &outputs) != 0) return 1;\n{prints}  return 0;\n}}\n"
    )


def _compile(compiler, module, way, *options):
    folder = compiler.folder(f"foreign-buffers/{module.name}/{way}")
    (folder / "foreign.mlir").write_text(module.text)
    (folder / "main.c").write_text(_program(module))
    run(compiler.tirc, folder / "foreign.mlir", "-o", folder, "--compile-from=buffers", f"--model-name={module.name}",
        "--quiet", *options)
    return folder


def _check(module, program):
    printed = [[int(v) for v in line.split()] for line in run(program).splitlines()]
    wanted = module.oracle(*foreign_buffers.inputs(module))
    if printed != wanted:
        raise Failure(f"{module.name} computes {printed}, expected {wanted}")


def _through_c(compiler, module):
    folder = _compile(compiler, module, "c")
    for command in (GCC, CLANG):
        program = folder / f"program-{command}"
        run(command, *STRICT_C, *SANITIZE, folder / f"tvmgen_{module.name}.c", folder / "main.c", "-o", program)
        _check(module, program)


def _through_object(compiler, module):
    folder = _compile(compiler, module, "object", "--emit=c,obj")
    program = folder / "program"
    run(GCC, "-std=c99", folder / f"tvmgen_{module.name}.o", folder / "main.c", "-o", program)
    _check(module, program)


def _by_pipelines(compiler, module):
    """tir-opt's pipelines give the same IR as tirc."""
    dumps = compiler.folder(f"foreign-buffers/{module.name}/dumps")
    folder = _compile(compiler, module, "pipelines", f"--dump-phases={dumps}")
    tir_opt = compiler.tirc.parent / "tir-opt"
    adopt = f"--tir-adopt-buffers-pipeline=model-name={module.name} source=foreign.mlir"
    made = run(tir_opt, folder / "foreign.mlir", adopt, "--tir-phase-plan")
    if made != run(tir_opt, dumps / "05-plan.mlir"):
        raise Failure(f"tir-opt makes another plan than tirc:\n{made}")


def tests(compiler):
    for module in foreign_buffers.MODULES:
        yield Test(f"foreign-buffers/{module.name}/c", lambda m=module: _through_c(compiler, m), fast=True)
        yield Test(f"foreign-buffers/{module.name}/obj", lambda m=module: _through_object(compiler, m))
        yield Test(f"foreign-buffers/{module.name}/pipelines", lambda m=module: _by_pipelines(compiler, m))
