//===- CHeader.cpp - The header of the model's C interface
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CExpr.h"
#include "CTypes.h"
#include "ModelInfo.h"

#include "tir/ABI/Names.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tir;
using namespace tir::c;

static void printTensorMacros(const TensorInfo &tensor, StringRef kind,
                              llvm::raw_ostream &os) {
  const std::string &stem = tensor.macroStem;
  os << "/* " << kind << " " << commentText(tensor.name) << ": "
     << tensor.shapeText() << " " << tensor.dtype << " */\n";
  os << "#define " << stem << "_SIZE " << tensor.bytes << "\n";
  os << "#define " << stem << "_ALIGN " << tensor.alignment << "\n";
  // With a scale s and a zero point z, the number q stands for s * (q - z).
  if (tensor.scale)
    os << "#define " << stem << "_SCALE "
       << floatLiteral(llvm::APFloat(*tensor.scale)) << "\n";
  if (tensor.zeroPoint)
    os << "#define " << stem << "_ZERO_POINT "
       << (*tensor.zeroPoint < 0 ? "(" : "") << *tensor.zeroPoint
       << (*tensor.zeroPoint < 0 ? ")" : "") << "\n";
  os << "\n";
}

static void printStruct(const ModelInfo &info, StringRef suffix,
                        ArrayRef<TensorInfo> tensors, llvm::raw_ostream &os) {
  os << "struct " << info.prefix << "_" << suffix << " {\n";
  for (const TensorInfo &tensor : tensors)
    os << "  void *" << tensor.field << "; /* " << tensor.shapeText() << " "
       << tensor.dtype << " */\n";
  // C has no empty structs.
  if (tensors.empty())
    os << "  void *unused;\n";
  os << "};\n\n";
}

static void printRun(const ModelInfo &info, llvm::raw_ostream &os) {
  auto list = [&](ArrayRef<TensorInfo> tensors, StringRef structure) {
    for (const TensorInfo &tensor : tensors)
      os << " *   " << structure << "->" << tensor.field << ": "
         << tensor.shapeText() << " " << tensor.dtype << ", " << tensor.bytes
         << " bytes"
         << (tensor.alignment > 1
                 ? ", aligned to " + std::to_string(tensor.alignment)
                 : "")
         << "\n";
  };
  os << "/*\n * Runs the model once.\n *\n";
  list(info.inputs, "inputs");
  list(info.outputs, "outputs");
  os << " *\n"
     << " * The caller owns all of these buffers; they must not overlap, and "
        "none is kept. Inputs are\n"
     << " * read only, outputs are written whole.\n"
     << " *\n"
     << " * Returns 0, or the first code other than 0 that a kernel returned; "
        "the outputs then hold\n"
     << " * nothing of use.\n";
  if (info.workspaceBytes > 0)
    os << " *\n"
       << " * Not re-entrant: the workspace (" << info.workspaceBytes
       << " bytes) is static, so at most one call may run at a\n"
       << " * time. It holds nothing between calls.\n";
  os << " */\n"
     << wrap("int32_t " + info.prefix + "_run(struct " + info.prefix +
                 "_inputs *inputs, struct " + info.prefix +
                 "_outputs *outputs);",
             0);
}

LogicalResult tir::emitCHeader(ModuleOp module, const CSourceOptions &options,
                               llvm::raw_ostream &os) {
  FailureOr<ModelInfo> info = readModelInfo(module, /*needsInterface=*/true);
  if (failed(info))
    return failure();
  std::string guard = headerGuard(info->name);
  printFileHead(*info, options,
                "C interface of the model '" + info->name + "'.", os);
  os << "#ifndef " << guard << "\n#define " << guard
     << "\n\n#include <stdint.h>\n\n"
     << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  for (const TensorInfo &tensor : info->inputs)
    printTensorMacros(tensor, "Input", os);
  for (const TensorInfo &tensor : info->outputs)
    printTensorMacros(tensor, "Output", os);
  printStruct(*info, "inputs", info->inputs, os);
  printStruct(*info, "outputs", info->outputs, os);
  printRun(*info, os);
  os << "\n/* Bytes of static memory that _run uses between kernels. */\n"
     << "#define " << info->macros << "WORKSPACE_SIZE " << info->workspaceBytes
     << "\n\n#ifdef __cplusplus\n} /* extern \"C\" */\n#endif\n\n#endif /* "
     << guard << " */\n";
  return success();
}
