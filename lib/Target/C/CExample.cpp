//===- CExample.cpp - A program that runs the model once
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelInfo.h"

using namespace mlir;
using namespace tir;
using namespace tir::c;

static bool isFloat(const TensorInfo &tensor) {
  return tensor.cType() == "float" || tensor.cType() == "double";
}

static void printArray(const TensorInfo &tensor, StringRef suffix,
                       llvm::raw_ostream &os) {
  os << "EXAMPLE_ALIGN(" << tensor.macroStem << "_ALIGN)\nstatic "
     << tensor.cType() << " " << tensor.field << suffix << "["
     << tensor.macroStem << "_SIZE / sizeof(" << tensor.cType() << ")];\n";
}

static void printFill(const TensorInfo &tensor, llvm::raw_ostream &os) {
  std::string array = tensor.field + "_in";
  os << "  for (size_t i = 0; i < sizeof " << array << " / sizeof " << array
     << "[0]; ++i)\n    " << array << "[i] = ";
  // Small values that every type can hold.
  if (isFloat(tensor))
    os << "(" << tensor.cType() << ")(i % 17) / 16";
  else if (tensor.cType() == "bool")
    os << "i % 2 != 0";
  else
    os << "(" << tensor.cType() << ")(i * 7 % 101)";
  os << ";\n";
}

static void printPrint(const TensorInfo &tensor, llvm::raw_ostream &os) {
  std::string array = tensor.field + "_out";
  os << "  printf(\"" << tensor.field << ":\");\n"
     << "  for (size_t i = 0; i < sizeof " << array << " / sizeof " << array
     << "[0]; ++i)\n";
  if (isFloat(tensor))
    os << "    printf(\" %.9g\", (double)" << array << "[i]);\n";
  else if (StringRef(tensor.cType()).starts_with("uint"))
    os << "    printf(\" %lu\", (unsigned long)" << array << "[i]);\n";
  else
    os << "    printf(\" %ld\", (long)" << array << "[i]);\n";
  os << "  printf(\"\\n\");\n";
}

LogicalResult tir::emitExampleMain(ModuleOp module,
                                   const CSourceOptions &options,
                                   llvm::raw_ostream &os) {
  FailureOr<ModelInfo> info = readModelInfo(module, /*needsInterface=*/true);
  if (failed(info))
    return failure();
  printFileHead(*info, options,
                "Runs the model '" + info->name +
                    "' once on a fixed pattern and prints its outputs.",
                os);
  os << "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n"
     << "#include <stdio.h>\n\n#include \"" << info->prefix << ".h\"\n\n"
     << "#if defined(__GNUC__)\n"
     << "#define EXAMPLE_ALIGN(n) __attribute__((aligned(n)))\n"
     << "#else\n#define EXAMPLE_ALIGN(n)\n#endif\n\n";
  for (const TensorInfo &tensor : info->inputs)
    printArray(tensor, "_in", os);
  for (const TensorInfo &tensor : info->outputs)
    printArray(tensor, "_out", os);
  os << "\nint main(void) {\n";
  auto printStruct = [&](ArrayRef<TensorInfo> tensors, StringRef kind,
                         StringRef suffix) {
    os << "  struct " << info->prefix << "_" << kind << " " << kind << " = {";
    if (tensors.empty())
      os << "NULL";
    llvm::interleaveComma(tensors, os, [&](const TensorInfo &tensor) {
      os << tensor.field << suffix;
    });
    os << "};\n";
  };
  printStruct(info->inputs, "inputs", "_in");
  printStruct(info->outputs, "outputs", "_out");
  for (const TensorInfo &tensor : info->inputs)
    printFill(tensor, os);
  os << "\n  int32_t code = " << info->prefix << "_run(&inputs, &outputs);\n"
     << "  if (code != 0) {\n"
     << "    fprintf(stderr, \"" << info->prefix
     << "_run returned %ld\\n\", (long)code);\n    return (int)code;\n  }\n";
  for (const TensorInfo &tensor : info->outputs)
    printPrint(tensor, os);
  os << "  return (int)code;\n}\n";
  return success();
}
