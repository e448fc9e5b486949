//===- RaiseElementsFunctions.cpp - The C functions of kernel.raise_elements
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarTexts.h"

#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace tir;
using namespace tir::kernel;

static constexpr StringLiteral kRaiseRow = "tir_raise_elements";
static constexpr StringLiteral kRaiseRowByFour = "tir_raise_elements_by_4";
static constexpr StringLiteral kRaiseWindow = "tir_raise_window";

StringRef tir::getRaiseElementsFunction(RaiseElementsOp op) {
  bool isByFour = op.getSize() % 4 == 0;
  if (op.isOneRow())
    return isByFour ? kRaiseRowByFour : kRaiseRow;
  return kRaiseWindow;
}

bool tir::isRaiseElementsFunction(StringRef name) {
  return name == kRaiseRow || name == kRaiseRowByFour || name == kRaiseWindow;
}

/// Returns the loop up to `end`, in steps of `unroll`.
static std::string makeLoop(StringRef end, int64_t unroll) {
  std::string text;
  raw_string_ostream os(text);
  os << formatv("for (; y != {0}; x += {1}, y += {1}) {{\n", end, unroll);
  for (int64_t i = 0; i < unroll; ++i)
    os << formatv("  const uint32_t x{0} = (uint32_t)(uint8_t)x[{0}] ^ 128u;\n"
                  "  y[{0}] = (uint8_t)x{0};\n  sum += x{0};\n",
                  i);
  os << "}\n";
  return text;
}

/// Returns the loop over `count` elements outside of the input.
static std::string makePad(StringRef count) {
  return formatv("for (const uint8_t *const end = y + ({0}); y != end; ++y) "
                 "{{\n  *y = (uint8_t)raised;\n  sum += raised;\n}\n",
                 count)
      .str();
}

void tir::insertRaiseElements(StringRef name, StepTexts &texts) {
  bool isWindow = name == kRaiseWindow;
  std::string text;
  raw_string_ostream os(text);
  os << formatv("\n/* Writes elements with 128 added to each, and their sum to "
                "acc[0].{0} */\n",
                isWindow
                    ? " Elements outside of the rows and\n   elements that "
                      "are read are `padding`."
                    : "")
     << "TIR_INLINE void " << name << "(const int8_t *x, ";
  if (isWindow)
    os << "int32_t rows, int32_t row_pitch, int32_t row_begin, int32_t "
          "row_end,\n    int32_t begin, int32_t end_of_part, int32_t size, "
          "int32_t padding, int8_t *written, int32_t *acc) {\n"
          "  const uint32_t raised = (uint32_t)(padding + 128);\n";
  else
    os << "int32_t size, int8_t *written, int32_t *acc) {\n";
  os << "  uint8_t *y = (uint8_t *)written;\n  uint32_t sum = 0;\n";
  if (isWindow)
    os << indentLines(
        makePad("row_begin * size") +
        "x += row_begin * row_pitch;\n"
        "for (int32_t r = row_begin; r < row_end; ++r) {\n" +
        indentLines(makePad("begin") + "x += begin;\n" +
                    "const uint8_t *const end = y + (end_of_part - begin);\n"
                    "const uint8_t *const whole = end - ((end_of_part - begin) "
                    "& 3);\n" +
                    makeLoop("whole", 4) + makeLoop("end", 1) +
                    makePad("size - end_of_part") +
                    "x += row_pitch - end_of_part;\n") +
        "}\n" + makePad("(rows - row_end) * size"));
  else
    os << indentLines("const uint8_t *const end = y + size;\n" +
                      makeLoop("end", name == kRaiseRowByFour ? 4 : 1));
  os << "  acc[0] = (int32_t)sum;\n}";
  texts.insert(text, {});
}
