"""Models that run by rows, in steps or fed."""

import math

from models import HERE
from test_schedules import Program
from toolchain import SANITIZE

STEPS, FEED, OVERWRITE = "--steps", "--feed-rows=x0", "--overwrite-inputs"
# clang compiles this in half the time that gcc takes. A null pointer, or an address that wraps, stops in AddressSanitizer.
SANITIZED_TOGETHER = ("-O0", "-std=c99", *SANITIZE, "-fno-sanitize=null,pointer-overflow")


class RowProgram(Program):
    """Runs a model with --steps or --feed-rows by the functions that these add (rows/drive.h), and lets a model with
    --overwrite-inputs do so."""

    def compile(self, options):
        is_new = options not in self._compiled
        out = super().compile(options)
        drivers = getattr(self.layers, "drivers", ())
        if is_new and drivers:
            each = " ".join(f"X({name}, {math.prod(x.shape)})" for name, x in drivers)
            with (out / "binding.h").open("a") as binding:
                binding.write(f'#define FOR_EACH_DRIVER(X) {each}\n#include "{HERE / "rows" / "drivers.h"}"\n')
        if is_new and OVERWRITE in options:
            with (out / "binding.h").open("a") as binding:
                binding.write("#define OVERWRITES_INPUTS 1\n")
        if is_new and (STEPS in options or FEED in options):
            structs = ", outputs" if FEED in options and len(self.layers.inputs) == 1 else ", inputs, outputs"
            of_parts = "" if STEPS in options else structs
            lines = [
                (out / "binding.h").read_text().replace("MODEL_RUN tvmgen_m_run", "MODEL_RUN drive_run"),
                "#define DRIVEN(function) tvmgen_m_##function",
                "#define DRIVEN_MACRO(name) TVMGEN_M_##name",
                f"#define STRUCTS {structs}",
                f"#define BEGIN_STRUCTS {of_parts}",
                f"#define FEED_STRUCTS {of_parts}",
                *(["#define STEPPED"] if STEPS in options else []),
                *(["#define FED x0"] if FEED in options else []),
                *([f"#define DRIVERS {len(drivers)}"] if drivers else []),
                f'#include "{HERE / "rows" / "drive.h"}"',
                "",
            ]
            (out / "binding.h").write_text("\n".join(lines))
        return out
