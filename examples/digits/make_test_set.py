#!/usr/bin/env python3
"""Writes digits_test_set.h from digits_int8.test_set.npz.

Usage: make_test_set.py [OUTPUT], from anywhere. The header is committed; a test checks that it is
what this script writes.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "test" / "integration"))
import npz  # noqa: E402

INTRODUCTION = """\
/* 360 images of handwritten digits, quantised as the network takes them (scale 1/255, zero point
 * -128), their labels, and the outputs that TFLite's reference kernels give for them. From
 * scikit-learn's copy of the UCI "Optical Recognition of Handwritten Digits" data (CC BY 4.0).
 * Written by make_test_set.py; not for editing. */
"""


def table(c_type, name, width, array):
    values = array.values()
    lines = [
        ",".join(str(value) for value in values[row : row + width])
        for row in range(0, len(values), width)
    ]
    dims = "".join(f"[{d}]" for d in (array.shape[0], width)) if width > 1 else f"[{len(values)}]"
    if width == 1:
        lines = [",".join(str(v) for v in values[row : row + 40]) for row in range(0, len(values), 40)]
        body = ",\n".join(f"    {line}" for line in lines)
    else:
        body = ",\n".join(f"    {{{line}}}" for line in lines)
    return f"static const {c_type} {name}{dims} = {{\n{body}}};\n"


def main():
    arrays = npz.load(HERE / "digits_int8.test_set.npz")
    count = arrays["images"].shape[0]
    output = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "digits_test_set.h"
    output.write_text(
        "\n".join(
            [
                INTRODUCTION
                + "#ifndef DIGITS_TEST_SET_H\n#define DIGITS_TEST_SET_H\n\n#include <stdint.h>\n",
                f"enum {{ digits_count = {count}, digits_pixels = 64, digits_classes = 10 }};\n",
                table("int8_t", "digits_images", 64, arrays["images"]),
                table("uint8_t", "digits_labels", 1, arrays["labels"]),
                table("int8_t", "digits_reference", 10, arrays["tflite_outputs"]),
                "#endif\n",
            ]
        )
    )


if __name__ == "__main__":
    main()
