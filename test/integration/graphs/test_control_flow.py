"""Random nested cond_if, while_loop and scf.for, as C under ASan and UBSan and as an object, against a walk of the tree.

The programs exchange what loops carry, pass inputs and constants on, and use outer values in inner blocks; each runs
twice on the same memory, as state that a run leaves behind would show then.
"""

from random_control_flow import LENGTH, Program
from runner import Failure, Test
from toolchain import CLANG, SANITIZE, STRICT_C, run

_USUAL, _LONG = 12, 200


def _main(program, values, wanted):
    def field(kind, index, count):
        return f".{kind}{index if count > 1 else ''} = {kind}s[{index}]"

    def fields(kind, count):
        return ", ".join(field(kind, index, count) for index in range(count))

    def rows(name, lists):
        return f"static const int32_t {name}[][{LENGTH}] = {{{', '.join('{' + ', '.join(map(str, r)) + '}' for r in lists)}}};\n"

    return (
        '#include "tvmgen_m.h"\n#include <stdio.h>\n#include <string.h>\n'
        + rows("given", values)
        + rows("wanted", wanted)
        + f"int main(void) {{\n  static int32_t inputs[{len(values)}][{LENGTH}], outputs[{len(wanted)}][{LENGTH}];\n"
        f"  struct tvmgen_m_inputs ins = {{{fields('input', program.num_inputs)}}};\n"
        f"  struct tvmgen_m_outputs outs = {{{fields('output', program.num_outputs)}}};\n"
        "  memcpy(inputs, given, sizeof given);\n"
        "  for (int round = 0; round < 2; ++round) {\n"
        "    if (tvmgen_m_run(&ins, &outs) != 0) return 2;\n"
        "    if (memcmp(inputs, given, sizeof given) != 0) return 3;\n"
        f"    for (int i = 0; i < {len(wanted)}; ++i)\n      for (int j = 0; j < {LENGTH}; ++j)\n"
        "        if (outputs[i][j] != wanted[i][j]) {\n"
        '          printf("output %d[%d]: %ld, expected %ld\\n", i, j, (long)outputs[i][j], (long)wanted[i][j]);\n'
        "          return 1;\n        }\n  }\n  return 0;\n}\n"
    )


def _check(compiler, seed, dialect):
    program = Program(seed, dialect)
    folder = compiler.folder(f"control-flow/{dialect}/{seed}")
    (folder / "model.mlir").write_text(program.text)
    values = program.inputs()
    (folder / "main.c").write_text(_main(program, values, program.run(values)))
    try:
        run(compiler.tirc, folder / "model.mlir", "-o", folder, "--model-name=m", "--emit=c,obj", "--quiet")
        for source, flags in (("tvmgen_m.c", (*STRICT_C, *SANITIZE)), ("tvmgen_m.o", ())):
            binary = folder / "program"
            run(CLANG, *flags, "-I", folder, folder / "main.c", folder / source, "-o", binary)
            run(binary)
    except Failure as failure:
        raise Failure(f"seed {seed}: {failure}\n{program.text}") from failure


def _check_all(compiler, seeds, dialect):
    for seed in seeds:
        _check(compiler, seed, dialect)


def tests(compiler):
    for dialect in ("tosa", "scf"):
        yield Test(f"control-flow/{dialect}", lambda d=dialect: _check_all(compiler, range(_USUAL), d))
        seeds = range(1000, 1000 + _LONG)
        yield Test(f"control-flow/{dialect}-long", lambda d=dialect, s=seeds: _check_all(compiler, s, d), long=True)
