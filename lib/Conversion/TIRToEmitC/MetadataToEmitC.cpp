//===- MetadataToEmitC.cpp - A model's metadata in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "tir/ABI/DLTensor.h"
#include "tir/ABI/RuntimeFunctions.h"
#include "tir/Conversion/PatternFunctions.h"
#include "tir/Support/Escape.h"

using namespace mlir;
using namespace tir;

/// Prints the array `<metadata>_<kind>s` and the data that it points to.
/// Returns its initializer in the metadata, with its length; C has no empty
/// arrays.
static std::string printTensors(StringRef metadata, StringRef kind,
                                ArrayAttr tensors, llvm::raw_ostream &os) {
  if (tensors.empty())
    return "NULL, 0";
  std::string stem = (metadata + "_" + kind).str();
  std::string rows;
  llvm::raw_string_ostream row(rows);
  for (auto [index, tensor] :
       llvm::enumerate(tensors.getAsRange<TensorInfoAttr>())) {
    RankedTensorType type = tensor.getType();
    row << "  {" << makeCString(tensor.getName()) << ", ";
    if (type.getRank() > 0) {
      std::string shape = stem + std::to_string(index);
      os << "static const int64_t " << shape << "[] = {";
      llvm::interleaveComma(type.getShape(), os);
      os << "};\n";
      row << shape;
    } else {
      row << "NULL";
    }
    DLDataType dtype = *getDLDataType(type.getElementType());
    row << ", " << type.getRank() << ", {" << getEnumerator(dtype.code) << ", "
        << unsigned(dtype.bits) << ", 1}},\n";
  }
  os << "static const struct TVMTensorInfo " << stem << "s[] = {\n"
     << rows << "};\n";
  return stem + "s, " + std::to_string(tensors.size());
}

static LogicalResult convertMetadata(MetadataOp op, MetadataOp::Adaptor,
                                     const TypeConverter &,
                                     ConversionPatternRewriter &rewriter) {
  StringRef name = op.getSymName();
  std::string text;
  llvm::raw_string_ostream os(text);
  std::string inputs = printTensors(name, "input", op.getInputs(), os);
  std::string outputs = printTensors(name, "output", op.getOutputs(), os);
  std::string pools =
      printTensors(name, "workspace_pool", op.getWorkspacePools(), os);
  os << "static const struct TVMMetadata " << name << " = {\n  "
     << kMetadataVersion << ",\n  " << inputs << ",\n  " << outputs << ",\n  "
     << pools << ",\n  NULL, 0,\n  " << makeCString(op.getModName()) << ",\n};";
  emitc::VerbatimOp::create(rewriter, op.getLoc(), text);
  rewriter.eraseOp(op);
  return success();
}

void tir::populateMetadataToEmitCPatterns(const TypeConverter &converter,
                                          RewritePatternSet &patterns) {
  addConversions(converter, patterns, /*benefit=*/1, convertMetadata);
}
