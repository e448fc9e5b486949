"""Models compiled by tirc, each way once, and the contents of their headers."""

import pathlib
import re
import threading
from dataclasses import dataclass

import toolchain
from runner import Failure


@dataclass(frozen=True)
class Interface:
    """Returns the fields of the generated structs, in order."""

    model_name: str
    inputs: tuple
    outputs: tuple

    def binding(self):
        """Returns a C header through which the harnesses use any model."""
        prefix = f"tvmgen_{self.model_name}"

        def each(fields):
            macros = [(f, f"{prefix}_{f}".upper()) for f in fields]
            return " ".join(f"X({f}, {macro}_SIZE, {macro}_ALIGN)" for f, macro in macros)

        return "\n".join(
            [
                f'#include "{prefix}.h"',
                f"#define MODEL_INPUTS struct {prefix}_inputs",
                f"#define MODEL_OUTPUTS struct {prefix}_outputs",
                f"#define MODEL_RUN {prefix}_run",
                f"#define FOR_EACH_INPUT(X) {each(self.inputs)}",
                f"#define FOR_EACH_OUTPUT(X) {each(self.outputs)}",
                "",
            ]
        )


def read_interface(header, model_name):
    text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)

    def fields(struct):
        match = re.search(rf"struct tvmgen_{model_name}_{struct}\s*\{{(.*?)\}}", text, re.S)
        if not match:
            raise Failure(f"{header} has no struct tvmgen_{model_name}_{struct}")
        names = re.findall(r"void\s*\*\s*(\w+)\s*;", match[1])
        # A struct that would be empty has a member without a size, as C99 has no empty struct.
        return tuple(n for n in names if f"TVMGEN_{model_name}_{n}_SIZE".upper() in text)

    return Interface(model_name, fields("inputs"), fields("outputs"))


class Compiler:
    """Runs tirc, each command once; the outputs are shared between tests."""

    def __init__(self, tirc, work):
        self.tirc = pathlib.Path(tirc)
        self.work = pathlib.Path(work)
        self._guard = threading.Lock()
        self._locks = {}

    def folder(self, name):
        path = self.work / re.sub(r"[^A-Za-z0-9_.=/-]+", "_", name)
        path.mkdir(parents=True, exist_ok=True)
        return path

    def run(self, model, output, *options, **how):
        model.require()
        given = [*model.options, *options]
        if not any(str(option).startswith("--target") for option in given):
            given.append("--target=host")
        # Tests compare files of other options, which would be told apart by what they say of these.
        return toolchain.run(
            self.tirc, model.file, "--model-info=none", "-o", output, f"--model-name={model.name}", "--quiet", *given, **how,
        )

    def compile(self, model, *options):
        """Returns the folder with the header, the C, the report and the binding."""
        model.require()
        key = "-".join([model.name, *options])
        with self._guard:
            lock = self._locks.setdefault(key, threading.Lock())
        output = self.folder(f"out/{model.name}" + "".join(f"/{o.lstrip('-')}" for o in options))
        with lock:
            binding = output / "binding.h"
            if not binding.exists():
                # As tirc does by default, for each network and processor once: most options do not change kernels.
                check = "fast" if all(option.startswith("--target=") for option in options) else "off"
                self.run(model, output, *options, env={"TIRC_CHECK": check})
                header = output / f"tvmgen_{model.name}.h"
                binding.write_text(read_interface(header, model.name).binding())
        return output
