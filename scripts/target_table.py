"""Generates docs/Reference/Targets.md from the names of --target."""

import re

import reference

_ROWS = reference.REPO / "include" / "tir" / "TargetInfo" / "NamedTargets.def"
_PAGE = """# Targets

`--target=NAME` says for which processor or chip a model is compiled: `tirc model.tflite -o out --target=cortex-m4`. One
word stands for the triple, the CPU, its features and the way to pass floats; `--target-triple`, `--target-cpu`,
`--target-features` and `--float-abi` change one of them. A name is found however its words are joined, and also without
`cortex-`: `m4`, `Cortex_M4` and `cortexm4` are `cortex-m4`, `m0+` is `cortex-m0plus`, `riscv32imac` is `rv32imac`.

| name | what is compiled |
|---|---|
| `host` | for this machine. This is the default of objects and shared libraries |
| `portable` | C for no processor in particular: right on all, and as fast as possible on one that multiplies one number at a time. This is the default of C and of packages, and tirc warns then, because C that is planned for the processor is often twice as fast |

On an Arm with a floating-point unit, objects use it and pass floats in integer registers (`-mfloat-abi=softfp`), which
links with firmware that is compiled for `soft` or `softfp`. A firmware that is compiled with `-mfloat-abi=hard` needs
`--float-abi=hard`. For C, the flags of its compiler decide.

## Processors

{processors}

## Chips

{chips}
"""


def _table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(f"`{cell}`" if cell else "" for cell in row) + " |" for row in rows])


def generate():
    """Returns the text of the page."""
    text = _ROWS.read_text()
    processors = re.findall(r'^TARGET\("(.*?)", "(.*?)", "(.*?)", "(.*?)"\)', text, re.M)
    chips = re.findall(r'^CHIP\("(.*?)", "(.*?)"\)', text, re.M)
    names = ["host", "portable", *(row[0] for row in [*processors, *chips])]
    (option,) = (row for row in reference.command_options(reference.Records([reference.OPTIONS]))
                 if row["Name"] == "target=")
    if option["Values"] != ",".join(names):
        raise SystemExit(f"Options.td: the values of --target are not the names in {_ROWS.name}; expected\n{','.join(names)}")
    return _PAGE.format(
        processors=_table(("name", "`--target-triple`", "`--target-cpu`", "`--target-features`"), processors),
        chips=_table(("name", "processor"), chips))
