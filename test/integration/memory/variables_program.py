"""A program that runs a model with variables on tables of inputs, on several states, and compares its outputs."""

C_TYPES = {"i1": "bool", "i8": "int8_t", "i16": "int16_t", "i32": "int32_t", "f32": "float", "f16": "uint16_t"}

_DTYPES = {"i1": "{kDLUInt, 1, 1}", "i8": "{kDLInt, 8, 1}", "i16": "{kDLInt, 16, 1}", "i32": "{kDLInt, 32, 1}",
           "f32": "{kDLFloat, 32, 1}", "f16": "{kDLFloat, 16, 1}"}

_HEAD = """#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "tvmgen_m.h"

#ifdef BOARD
#include "semihosting.h"
#define SAY(text) semihosting_write(text)
#else
#include <stdio.h>
#define SAY(text) fputs(text, stdout)
#endif

int main(void);
"""


class Tensor:
    """One input, output or variable: name, shape, element type."""

    def __init__(self, name, shape, element):
        self.name, self.shape, self.element = name, tuple(shape), element

    @property
    def count(self):
        count = 1
        for extent in self.shape:
            count *= extent
        return count

    @property
    def text(self):
        return f"tensor<{''.join(f'{extent}x' for extent in self.shape)}{self.element}>"


def _table(name, tensor, rows):
    body = ",\n".join("  {" + ", ".join(map(str, row)) + "}" for row in rows)
    return f"static {C_TYPES[tensor.element]} {name}[{len(rows)}][{tensor.count}] = {{\n{body}\n}};\n"


def _descriptor(name, tensor):
    shape = f"shape_{name}"
    extents = ", ".join(map(str, tensor.shape)) or "0"
    return (f"  int64_t {shape}[] = {{{extents}}};\n"
            f"  DLTensor t_{name} = {{{name}, {{kDLCPU, 0}}, {len(tensor.shape)}, {_DTYPES[tensor.element]}, "
            f"{shape}, NULL, 0}};\n")


def program(inputs, outputs, steps, packed=False):
    """`steps` is a list of events: ("reset", instance), or ("run", instance, inputs, outputs)."""
    runs = [step for step in steps if step[0] == "run"]
    instances = 1 + max(step[1] for step in steps)
    text = _HEAD
    for number, tensor in enumerate(inputs):
        text += _table(f"x_{tensor.name}", tensor, [step[2][number] for step in runs])
    for number, tensor in enumerate(outputs):
        text += f"static const {_table(f'want_{tensor.name}', tensor, [s[3][number] for s in runs]).removeprefix('static ')}"
        text += f"static {C_TYPES[tensor.element]} y_{tensor.name}[{tensor.count}];\n"
    text += f"static struct tvmgen_m_state states[{instances}];\n\n"
    text += "static int32_t call(int number, struct tvmgen_m_state *state) {\n"
    names = [f"x_{tensor.name}[number]" for tensor in inputs], [f"y_{tensor.name}" for tensor in outputs]
    if packed:
        for tensor, name in zip([*inputs, *outputs], [*names[0], *names[1]]):
            text += _descriptor(tensor.name, tensor).replace(f"= {{{tensor.name},", f"= {{{name},")
        count = len(inputs) + len(outputs) + 1
        text += f"  TVMValue args[{count}], result;\n  int codes[{count}], result_code;\n"
        for index, tensor in enumerate([*inputs, *outputs]):
            text += f"  args[{index}].v_handle = &t_{tensor.name};\n  codes[{index}] = kTVMDLTensorHandle;\n"
        text += (f"  args[{count - 1}].v_handle = state;\n  codes[{count - 1}] = kTVMOpaqueHandle;\n"
                 f"  return tvmgen_m_run(args, codes, {count}, &result, &result_code, NULL);\n}}\n")
    else:
        text += (f"  struct tvmgen_m_inputs inputs = {{{', '.join(names[0]) or 'NULL'}}};\n"
                 f"  struct tvmgen_m_outputs outputs = {{{', '.join(names[1])}}};\n  (void)number;\n"
                 "  return tvmgen_m_run(&inputs, &outputs, state);\n}\n")
    text += "\nint main(void) {\n  memset(states, 0x5a, sizeof states);\n"
    number = 0
    for step in steps:
        if step[0] == "reset":
            text += f"  tvmgen_m_reset(&states[{step[1]}]);\n"
            continue
        text += f'  if (call({number}, &states[{step[1]}]) != 0) {{\n    SAY("run {number} fails\\n");\n    return 1;\n  }}\n'
        for tensor in outputs:
            text += (f"  if (memcmp(y_{tensor.name}, want_{tensor.name}[{number}], sizeof y_{tensor.name}) != 0) {{\n"
                     f'    SAY("run {number}: other {tensor.name}\\n");\n    return 1;\n  }}\n')
        number += 1
    return text + '  SAY("same\\n");\n  return 0;\n}\n'
