//===- CHeaderTI.cpp - What TI's clients of TVM read in a header
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TI's compiler for its microcontrollers is TVM with more in the header: how an
// application normalises its inputs, and a flag that is not 0 when a run on the
// accelerator has ended. As there, these are weak definitions in the header, so
// that an application can have its own.
//
//===----------------------------------------------------------------------===//

#include "CHeaderRuns.h"

#include "tir/Support/Escape.h"
#include "tir/Target/C/CTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tir;
using namespace tir::c;

static SmallVector<double> getNumbers(DictionaryAttr normalization,
                                      StringRef name) {
  SmallVector<double> numbers;
  if (auto array = normalization.getAs<ArrayAttr>(name))
    for (Attribute number : array)
      if (auto value = dyn_cast<FloatAttr>(number))
        numbers.push_back(value.getValueAsDouble());
  return numbers;
}

static std::string formatNumber(double number, bool isInteger) {
  return isInteger ? std::to_string(static_cast<int64_t>(number))
                   : floatLiteral(llvm::APFloat(static_cast<float>(number)));
}

/// Prints a weak array of numbers, and how many they are if `macro` names that.
static void printNumbers(const ModelInfo &info, StringRef name, StringRef macro,
                         ArrayRef<double> numbers, bool isInteger,
                         llvm::raw_ostream &os) {
  std::string extent = std::to_string(numbers.size());
  if (!macro.empty()) {
    os << "#define " << info.macros << macro << " " << extent << "\n";
    extent = info.macros + macro.str();
  }
  std::string array = ("const " + Twine(isInteger ? "int32_t " : "float ") +
                       info.prefix + "_" + name + "[" + extent + "]")
                          .str();
  os << "extern " << array << ";\nTIR_WEAK " << array << " = {"
     << llvm::join(llvm::map_range(numbers,
                                   [&](double number) {
                                     return formatNumber(number, isInteger);
                                   }),
                   ", ")
     << "};\n";
}

static void printNormalization(const ModelInfo &info, const TensorInfo &input,
                               llvm::raw_ostream &os) {
  os << "/* How the application makes the elements of "
     << escapeForComment(input.name)
     << " from its own:\n *   clamp(((int32_t)((x + bias) * scale)) >> shift)\n"
        " * with the least and the largest number of the type as bounds. With "
        "several numbers, there is one\n * for each channel. */\n";
  auto print = [&](StringRef key, StringRef macro, bool isInteger) {
    printNumbers(info, (key + "_data").str(), macro,
                 getNumbers(input.normalization, key), isInteger, os);
  };
  auto isInteger = [](double number) {
    return number == static_cast<double>(static_cast<int32_t>(number));
  };
  print("bias", "BIAS_LEN", /*isInteger=*/false);
  print("scale", "SCALE_LEN",
        llvm::all_of(getNumbers(input.normalization, "scale"), isInteger));
  print("shift", "SHIFT_LEN", /*isInteger=*/true);
  os << "\n";
}

void c::printForTI(const ModelInfo &info, llvm::raw_ostream &os) {
  os << "/* The application may define what is weak itself. */\n"
        "#ifndef TIR_WEAK\n#if defined(__IAR_SYSTEMS_ICC__)\n"
        "#define TIR_WEAK __weak\n#else\n"
        "#define TIR_WEAK __attribute__((weak))\n#endif\n#endif\n\n"
        "/* The processor computes the model. */\n#define "
     << info.macros << "TI_NPU_SOFT\n\n";
  auto normalized = llvm::find_if(info.inputs, [](const TensorInfo &input) {
    return input.normalization != nullptr;
  });
  auto quantized = llvm::find_if(info.inputs, [](const TensorInfo &input) {
    return input.scale && input.zeroPoint && !input.weight;
  });
  if (normalized != info.inputs.end()) {
    printNormalization(info, *normalized, os);
  } else if (quantized != info.inputs.end()) {
    os << "/* The elements of " << escapeForComment(quantized->name)
       << " are x * input_reciprocal_scale + input_zero_point. */\n";
    printNumbers(info, "input_reciprocal_scale_data", "",
                 {1 / *quantized->scale}, /*isInteger=*/false, os);
    printNumbers(info, "input_zero_point_data", "",
                 {static_cast<double>(*quantized->zeroPoint)},
                 /*isInteger=*/true, os);
    os << "\n";
  }
  os << "/* Whether no run is under way, and what must be called before the "
        "first one. A run has ended when\n * _run returns, also with "
        "asynchronous devices. */\nextern volatile int32_t "
     << info.prefix << "_finished;\nTIR_WEAK volatile int32_t " << info.prefix
     << "_finished = 1;\nvoid TI_NPU_init(void);\nTIR_WEAK void "
        "TI_NPU_init(void) {\n}\n\n";
}
