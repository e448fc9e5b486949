//===- FrontEnds.cpp - Converting models of other programs
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Support/FrontEnds.h"

#include "tir/Support/Escape.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace llvm;

StringRef tir::remedyForDialect(StringRef dialect) {
  return StringSwitch<StringRef>(dialect)
      .Case("tfl", "convert the .tflite file itself: "
                   "tosa-converter-for-tflite model.tflite --bytecode -o "
                   "model.mlirbc")
      .Case("tf", "the converter leaves it as it is: compile the .tflite file "
                  "with python -m tirc, which knows some of these operators, "
                  "or take it out of the model")
      .Cases({"torch", "torch_c"},
             "run torch-mlir-opt --torch-onnx-to-torch-backend-pipeline "
             "--torch-backend-to-tosa-backend-pipeline on it first (or "
             "--torch-backend-to-linalg-on-tensors-backend-pipeline)")
      .Cases({"stablehlo", "chlo", "mhlo"},
             "run stablehlo-opt --stablehlo-legalize-to-linalg on it first")
      .Case("onnx", "convert the .onnx file itself with torch-mlir-import-onnx "
                    "and torch-mlir-opt")
      .Default("");
}

std::string tir::tfliteCommands(StringRef path) {
  std::string stem = sys::path::stem(path).str();
  std::string mlir = quoteForShell(stem + ".mlirbc");
  return "\n  pip install tosa-converter-for-tflite"
         "\n  tosa-converter-for-tflite " +
         quoteForShell(path) + " --bytecode -o " + mlir + "\n  tirc " + mlir +
         " -o out";
}

std::string tir::onnxCommands(StringRef path) {
  std::string stem = sys::path::stem(path).str();
  std::string torch = quoteForShell(stem + ".torch.mlir");
  std::string mlir = quoteForShell(stem + ".mlir");
  return "\n  pip install torch-mlir onnx"
         "\n  torch-mlir-import-onnx " +
         quoteForShell(path) + " -o " + torch +
         "\n  torch-mlir-opt --torch-onnx-to-torch-backend-pipeline "
         "--torch-backend-to-tosa-backend-pipeline " +
         torch + " -o " + mlir + "\n  tirc " + mlir + " -o out" +
         "\n(--torch-backend-to-linalg-on-tensors-backend-pipeline where TOSA "
         "lacks an operator)";
}
