"""Models on emulated boards with little memory or another core, and in interrupts."""

import cortex_m4
import golden
from models import BOARD, DIGITS, MODELS
from runner import Failure, Skip, Test
from test_processors import CortexM
from toolchain import ARM_GCC, CORTEX_M4, STRICT_C, run

_MICROBIT_RAM = 16 << 10
_MICROBIT_STACK = 3 << 10


class _Microbit(CortexM):
    """A Cortex-M0, which traps words that are not aligned, with 16 kB of RAM and 256 kB of flash."""

    def _script(self, folder):
        text = (BOARD / "mps2-an386.ld").read_text()
        text = text.replace("0x00000000, LENGTH = 4M", "0x00000000, LENGTH = 256K")
        text = text.replace("0x20000000, LENGTH = 4M", f"0x20000000, LENGTH = {_MICROBIT_RAM}")
        path = folder / "memory.ld"
        path.write_text(text.replace("256K;", f"{_MICROBIT_STACK};"))
        return path


_BOARDS = (
    _Microbit("cortex-m0", "thumbv6m-none-eabi", "microbit"),
    CortexM("cortex-m55", "thumbv8.1m.main-none-eabi", "mps3-an547"),
)


def _run_on_board(compiler, model, board, way):
    out = compiler.compile(model, "--emit=c,obj", *board.options)
    source = out / f"tvmgen_{model.name}.{'o' if way == 'obj' else 'c'}"
    inputs, wanted = golden.load(model)
    cases = cortex_m4.split_cases(inputs)[:2]
    try:
        outputs, _ = board.run(compiler.folder(f"boards/{board.machine}/{model.name}/{way}"), out, source, cases)
    except Failure as failure:
        if "region `" in str(failure) and "overflowed" in str(failure):
            raise Skip(f"{model.name} does not fit the memory of {board.machine}") from failure
        raise
    if outputs != wanted.data[: len(outputs)]:
        raise Failure(f"{model.name} on {board.machine}: other outputs than the reference's")


_INTERRUPTED = """#include <string.h>

#include "processor.h"
#include "tvmgen_{main}.h"
#include "tvmgen_{other}.h"

static const int8_t main_input[] = {{{main_input}}}, main_wanted[] = {{{main_wanted}}};
static const int8_t other_input[] = {{{other_input}}}, other_wanted[] = {{{other_wanted}}};
static volatile unsigned runs, wrong;

static void start(void) {{
  SYST_RVR = 1000u;
  SYST_CVR = 0;
  SYST_CSR = 7u; /* on, from the processor's clock, with its interrupt */
}}

void systick_handler(void);
void systick_handler(void) {{
  int8_t output[sizeof other_wanted];
  SYST_CSR = 0;
  memset(output, 1, sizeof output);
  if (tvmgen_{other}_run_typed(other_input, output) != 0 || memcmp(output, other_wanted, sizeof output) != 0)
    wrong = wrong + 1;
  runs = runs + 1;
  start();
}}

int main(void) {{
  int8_t output[sizeof main_wanted];
  start();
  for (int i = 0; i < 3; ++i) {{
    memset(output, 1, sizeof output);
    if (tvmgen_{main}_run_typed(main_input, output) != 0 || memcmp(output, main_wanted, sizeof output) != 0)
      return 1;
  }}
  SYST_CSR = 0;
  if (wrong != 0)
    return 2;
  semihosting_write(runs >= 3 ? "right, and interrupted\\n" : "not interrupted\\n");
  return 0;
}}
"""


def _bytes(text):
    return ", ".join(str(b - 256 if b > 127 else b) for b in text)


def _interrupt(compiler, model, way):
    """An interrupt runs another model while one runs: they share nothing."""
    model.require()
    folder = compiler.folder(f"boards/interrupt/{model.name}/{way}")
    other = "in_interrupt"
    sources = []
    for name, which in ((model.name, model), (other, DIGITS)):
        run(compiler.tirc, which.file, "-o", folder, f"--model-name={name}", "--quiet", *which.options, "--emit=c,obj",
            "--target-triple=thumbv7em-none-eabi", "--target-cpu=cortex-m4", "--float-abi=soft")
        sources.append(folder / f"tvmgen_{name}.{'o' if way == 'obj' else 'c'}")
    texts = {"main": model.name, "other": other}
    for key, which in (("main", model), ("other", DIGITS)):
        inputs, wanted = golden.load(which)
        texts[f"{key}_input"] = _bytes(cortex_m4.split_cases(inputs)[0])
        texts[f"{key}_wanted"] = _bytes(wanted.data[: len(wanted.data) // wanted.shape[0]])
    (folder / "main.c").write_text(_INTERRUPTED.format(**texts))
    program = folder / "program.elf"
    run(ARM_GCC, *CORTEX_M4, "-mfloat-abi=soft", *STRICT_C, "-O2", "-I", folder, "-I", BOARD,
        "-I", cortex_m4.HERE / "processors" / "arm", BOARD / "startup.c", folder / "main.c", *sources,
        "-nostartfiles", "--specs=nano.specs", "-T", BOARD / "mps2-an386.ld", "-Wl,--fatal-warnings", "-o", program)
    printed = cortex_m4.emulate(program)
    if "right, and interrupted" not in printed:
        raise Failure(printed[-2000:])


def tests(compiler):
    for model in MODELS:
        if not model.is_integer:
            continue
        for way in ("c", "obj"):
            for board in _BOARDS:
                yield Test(f"boards/{board.machine}/{model.name}/{way}",
                           lambda m=model, b=board, w=way: _run_on_board(compiler, m, b, w), long=model is not DIGITS)
            yield Test(f"boards/interrupt/{model.name}/{way}", lambda m=model, w=way: _interrupt(compiler, m, w),
                       long=model is not DIGITS)
