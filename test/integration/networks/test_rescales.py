"""The short forms of rescales, in the generated C, equal TOSA's formula for every accumulator that a channel can have.

tirc proves each form at the accumulators where the result changes. Here, a program computes both for all of them, with
the functions and the numbers of the generated C. The accumulators of a channel follow from the model's weights.
"""

import json
import re

import tosa_convolutions
from models import MODELS, REPO
from runner import Failure, Test
from toolchain import CLANG, GCC, STRICT_C, run

_TARGETS = {
    "cortex-m4": ("--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4"),
    "host": (),
}
_ARRAY = r"static const int(?:8|32|64)_t {}\[\d+\] = \{{([^}}]*)\}}"
_CALL = re.compile(r"\(\(uint32_t\)(tir_requantize_\w+)\([^;]*?\) -\s+(\d+)u\)|(tir_requantize_\w+)\(")

_MAIN = """
struct channel {
  int64_t multiplier, shift, doubleRound, point, low, high, start;
  int64_t numbers[3];
};

static int64_t rescale(const struct channel *c, int64_t acc) {
  int64_t sum = acc * c->multiplier + ((int64_t)1 << (c->shift - 1));
  if (c->doubleRound && c->shift > 31) sum += acc < 0 ? -((int64_t)1 << 30) : (int64_t)1 << 30;
  sum = (sum >> c->shift) + c->point;
  return sum < -128 ? -128 : sum > 127 ? 127 : sum;
}

int main(void) {
  int64_t count = 0;
  for (unsigned i = 0; i < sizeof channels / sizeof *channels; ++i) {
    const struct channel *const c = &channels[i];
    for (int64_t acc = c->low; acc <= c->high; ++acc, ++count) {
      const int64_t wanted = rescale(c, acc), came = SHORT;
      if (wanted != came) {
        printf("channel %u: %d is %d, expected %d\\n", i, (int)acc, (int)came, (int)wanted);
        return 1;
      }
    }
  }
  printf("%lld\\n", (long long)count);
  return 0;
}
"""


def _array(text, name):
    match = re.search(_ARRAY.format(name), text)
    return [int(number) for number in re.findall(r"-?\d+", match[1].replace("INT64_C", ""))] if match else None


def _body(text, function):
    match = re.search(rf"static void {function}\([^;{{]*\) \{{\n(.*?)\n\}}\n", text, re.S)
    return match[1] if match else ""


def _form(text, kernel, prefix):
    """Returns the C of the short form for an accumulator, and the numbers of each channel; None if the kernel computes
    TOSA's formula."""
    call = _CALL.search(_body(text, kernel["function"]))
    if not call:
        return None
    function, minus = call[1] or call[3], call[2] or "0"
    rows = _array(text, f"{prefix}_rescale")
    by_sign = function.endswith("_by_sign")
    if rows:
        columns = 4 if by_sign else 3
        numbers = [rows[i + 1 : i + columns] for i in range(0, len(rows), columns)]
        operands = ["(int32_t)(acc * 256)", "(int32_t)c->numbers[0]", "(int32_t)c->numbers[1]"]
    else:
        names = ("scale", "offset", "sign_offset")[: 3 if by_sign else 2]
        columns = [_array(text, f"{prefix}_{name}") for name in names]
        if None in columns:
            return None
        numbers = list(map(list, zip(*columns)))
        offset = "(int32_t)c->numbers[1]" if "_double_" in function else "c->numbers[1]"
        # The offset has the bias, unless the rescale depends on the sign of the accumulator.
        operands = ["(int32_t)acc" if by_sign else "(int32_t)(acc - c->start)", "(int32_t)c->numbers[0]", offset]
    if by_sign:
        operands.append("(int32_t)c->numbers[2]")
    return f"{function}({', '.join(operands)}) - {minus}", numbers


def _sweep(folder, out, place, channels, form, text):
    short, numbers = form
    if len(numbers) != len(channels):
        raise Failure(f"{place} has {len(channels)} channels, and numbers for {len(numbers)}")
    preamble = text[: text.index("static const int")]
    rows = ",\n".join(
        "  {" + ", ".join(map(str, (c.multiplier, c.shift, int(c.double_round), c.output_point, c.low, c.high, c.start)))
        + ", {" + ", ".join(map(str, own)) + "}}" for c, own in zip(channels, numbers))
    main = _MAIN.replace("SHORT", short).split("};\n", 1)
    source = folder / f"{place.replace('#', '_')}.c"
    source.write_text(f"#include <stdio.h>\n{preamble}\n{main[0]}}};\nstatic const struct channel channels[] = {{\n{rows}\n"
                      f"}};\n{main[1]}")
    counts = []
    for compiler in (GCC, CLANG):
        program = source.with_suffix(f".{compiler.split('/')[-1]}")
        run(compiler, *STRICT_C, "-O2", "-Wno-unused-function", "-I", out, source, "-o", program)
        counts.append(int(run(program)))
    return counts[0]


def _check(compiler, model, target):
    folder = compiler.folder(f"rescales/{model.name}/{target}")
    out = compiler.compile(model, "--keep-constant-channels", *_TARGETS[target])
    text = (out / f"tvmgen_{model.name}.c").read_text()
    kernels = json.loads((out / f"tvmgen_{model.name}.report.json").read_text())["kernels"]
    layers = tosa_convolutions.read(compiler.tirc.with_name("tir-opt"), model.file)
    accumulators = forms = 0
    for kernel in kernels:
        if kernel["place"] not in layers:
            continue
        prefix = f"tvmgen_{model.name}_{kernel['place'].replace('#', '_')}"
        form = _form(text, kernel, prefix)
        if form:
            accumulators += _sweep(folder, out, kernel["place"], layers[kernel["place"]], form, text)
            forms += 1
    # Without a form, there would be nothing to check.
    if forms * 2 < len(layers) or accumulators < 10_000:
        raise Failure(f"{forms} of {len(layers)} layers have a short form, for {accumulators} accumulators")


def tests(compiler):
    for model in MODELS:
        if model.is_integer:
            for target in _TARGETS:
                yield Test(f"rescales/{model.name}/{target}", lambda m=model, t=target: _check(compiler, m, t),
                           long=model.file.parent != REPO / "examples" / "digits")
