"""Programs of random models with random rules (--firmware), which run in random orders, whole and step by step."""

import json
import random

from models import HERE
from runner import Failure, Test
from toolchain import CLANG, GCC, SANITIZE, STRICT_C, run

_ROOM = HERE / "firmware"
_TURNS = 3000


def _model(rand):
    """Returns the text of a model on integers, and its input. Some of its tensors live long."""
    size = rand.choice((3, 8, 17, 40))
    kind = f"tensor<1x{size}xi32>"
    lines, values = [], ["%x"]
    for number in range(rand.randint(2, 9)):
        one, other = rand.choice(values[-2:]), rand.choice(values)
        result = f"%{number}"
        operation = rand.choice(("reverse", "add", "sub", "maximum", "bitwise_xor"))
        if operation == "reverse":
            lines.append(f"  {result} = tosa.reverse {one} {{axis = 1 : i32}} : ({kind}) -> {kind}")
        else:
            lines.append(f"  {result} = tosa.{operation} {one}, {other} : ({kind}, {kind}) -> {kind}")
        values.append(result)
    # A reverse needs a buffer for its operand.
    lines.append(f"  %y = tosa.reverse {values[-1]} {{axis = 1 : i32}} : ({kind}) -> {kind}")
    text = (f'func.func @main(%x: {kind} {{tir.name = "x"}}) -> ({kind} {{tir.name = "y"}}) {{\n' + "\n".join(lines)
            + f"\n  return %y : {kind}\n}}\n")
    return text, [rand.randint(-1000, 1000) for _ in range(size)]


def _rules(rand, names, stepped):
    """Returns rules in TOML, and the letter of the relation of each ordered pair (schedule.c)."""
    text, relations = "", {}
    # Who comes first may interrupt, so that there is no circle.
    order = rand.sample(names, len(names))
    for i, one in enumerate(order):
        for other in order[i + 1 :]:
            kinds = ["x", "x", "t", "i"] + (["s", "s"] if other in stepped else [])
            kind = rand.choice(kinds)
            relations[one, other] = kind
            relations[other, one] = kind if kind in "xt" else "-"
            if kind == "t":
                text += f'[[together]]\nmodels = ["{other}", "{one}"]\n'
            elif kind in "is":
                at = "between steps" if kind == "s" else "any time"
                text += f'[[interrupt]]\nby = "{one}"\nof = "{other}"\nat = "{at}"\n'
            elif rand.random() < 0.3:
                text += f'[[exclusive]]\nmodels = ["{one}", "{other}"]\n'
    return text, relations


def _alone(compiler, folder, file, name, values):
    """Returns what a model computes by itself."""
    out = folder / "alone" / name
    run(compiler.tirc, file, "-o", out, "--quiet", "--target=host")
    numbers = ", ".join(map(str, values))
    (out / "main.c").write_text(
        f'#include "tvmgen_{name}.h"\n#include <stdio.h>\nint main(void) {{\n  int32_t x[] = {{{numbers}}}, y[{len(values)}];\n'
        f"  if (tvmgen_{name}_run_typed(x, y) != 0)\n    return 1;\n"
        f'  for (int i = 0; i < {len(values)}; ++i)\n    printf("%d ", (int)y[i]);\n  return 0;\n}}\n')
    run(GCC, "-std=c99", "-I", out, out / "main.c", out / f"tvmgen_{name}.c", "-o", out / "program")
    return [int(word) for word in run(out / "program").split()]


def _fewest_bytes(blocks, relations):
    """Returns the bytes of the largest set of models that may all have a run that has not ended."""
    names = list(blocks)
    best = 0
    for choice in range(1, 1 << len(names)):
        chosen = [name for i, name in enumerate(names) if choice >> i & 1]
        if all(relations[a, b] != "x" for a in chosen for b in chosen if a != b):
            best = max(best, sum(blocks[name] for name in chosen))
    return best


def _check(compiler, seed):
    rand = random.Random(seed)
    folder = compiler.folder(f"random-firmware/{seed}")
    names = [f"m{number}" for number in range(rand.randint(2, 5))]
    stepped = [name for name in names if rand.random() < 0.6]
    files, header = [], '#include "tvmgen_plan.h"\n'
    for name in names:
        text, values = _model(rand)
        file = folder / f"{name}.mlir"
        file.write_text(text)
        files.append(file)
        wanted = _alone(compiler, folder, file, name, values)
        for kind, numbers in (("input", values), ("output", wanted)):
            constant = "" if kind == "input" else "const "
            header += f"static {constant}int32_t {name}_{kind}[] = {{{', '.join(map(str, numbers))}}};\n"
    text, relations = _rules(rand, names, stepped)
    text += "".join(f"[models.{name}]\nsteps = true\n" for name in stepped)
    plan = folder / "plan.toml"
    plan.write_text(text)
    rows = ", ".join('"' + "".join(relations.get((a, b), "-") for b in names) + '"' for a in names)
    header += f"static const char *const relations[] = {{{rows}}};\n#define SEED {seed}u\n#define TURNS {_TURNS}\n"
    header += "#define EACH_MODEL(X) " + " ".join(f"X({name}, {int(name in stepped)})" for name in names) + "\n"
    (folder / "program.h").write_text(header)
    form = rand.choice(("c", "obj"))
    run(compiler.tirc, *files, f"--firmware={plan}", "-o", folder, "--quiet", "--target=host", f"--emit={form}")
    report = json.loads((folder / "tvmgen_plan.report.json").read_text())
    for pool in report["pools"]:
        blocks = {block["model"]: block["bytes"] for block in pool["blocks"]}
        if not pool["optimal"] or pool["bytes"] < pool["lower_bound"] or pool["bytes"] > sum(blocks.values()) + 16 * len(blocks):
            raise Failure(f"the plan is not proven: {pool}")
        if not any(relation == "s" for relation in relations.values()) and pool["lower_bound"] < _fewest_bytes(blocks, relations):
            raise Failure(f"the rules force {_fewest_bytes(blocks, relations)} bytes: {pool}\n{text}")
    code = folder / f"tvmgen_plan.{'o' if form == 'obj' else 'c'}"
    run(CLANG, *SANITIZE, *STRICT_C, "-I", folder, _ROOM / "schedule.c", code, "-o", folder / "program")
    run(folder / "program")


def tests(compiler):
    for seed in range(40):
        yield Test(f"random-firmware/{seed}", lambda s=seed: _check(compiler, s), long=seed >= 6)
