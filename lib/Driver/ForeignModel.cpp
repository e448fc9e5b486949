//===- ForeignModel.cpp - Models that are not MLIR
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignModel.h"

#include "tir/Support/FrontEnds.h"
#include "llvm/Support/Path.h"

using namespace tir;
using llvm::StringRef;

static bool isBytecode(StringRef data) { return data.starts_with("ML\xefR"); }

/// Returns whether the data may be ONNX, which is protobuf without a magic
/// number: the first field is the version of the format, and the next one is a
/// string or the graph.
static bool looksLikeONNX(StringRef data) {
  return data.size() > 4 && data[0] == 0x08 && data[1] > 0 && data[1] < 0x20 &&
         (data[2] == 0x12 || data[2] == 0x1a || data[2] == 0x3a ||
          data[2] == 0x42);
}

/// PyTorch's archives are ZIP, as other programs' are.
static bool isZip(StringRef data) { return data.starts_with("PK\x03\x04"); }

static bool isBinary(StringRef data) {
  return data.take_front(4096).contains('\0');
}

ForeignKind tir::getForeignKind(StringRef path, StringRef data) {
  if (data.substr(4).starts_with("TFL3"))
    return ForeignKind::TFLite;
  StringRef extension = llvm::sys::path::extension(path);
  if (!isBytecode(data) &&
      (looksLikeONNX(data) || (isBinary(data) && extension == ".onnx")))
    return ForeignKind::ONNX;
  if (isZip(data) && extension == ".pt2")
    return ForeignKind::PyTorch;
  return ForeignKind::None;
}

std::optional<std::string> tir::whyForeign(StringRef path, StringRef data) {
  if (data.trim().empty())
    return "the file is empty; expected MLIR as text or bytecode: write the "
           "model again";
  if (isBytecode(data))
    return std::nullopt;
  switch (getForeignKind(path, data)) {
  case ForeignKind::TFLite:
    return "this is a TensorFlow Lite model, which tirc reads with its package "
           "for Python, but python3 does not have it: pip install "
           "'tirc[tflite]' (TIRC_PYTHON names another Python)\nor convert the "
           "model first:" +
           tfliteCommands(path);
  case ForeignKind::ONNX:
    return "this is an ONNX model, which tirc reads with its package for "
           "Python, but python3 does not have it: pip install 'tirc[onnx]' "
           "(TIRC_PYTHON names another Python)\nor convert the model first:" +
           onnxCommands(path);
  case ForeignKind::PyTorch:
    return "this is a program of PyTorch's torch.export, which tirc reads with "
           "its package for Python, but python3 does not have it: pip install "
           "'tirc[torch]' (TIRC_PYTHON names another Python)";
  case ForeignKind::None:
    break;
  }
  StringRef kind;
  if (isZip(data))
    kind = "a ZIP archive (PyTorch, Keras)";
  else if (data.starts_with("\x89HDF"))
    kind = "an HDF5 file (Keras)";
  else if (data.starts_with("BC\xc0\xde"))
    kind = "LLVM bitcode";
  else if (data.starts_with("\x1f\x8b"))
    kind = "compressed by gzip";
  else if (isBinary(data))
    kind = "binary, but begins with no signature that tirc knows";
  else
    return std::nullopt;
  return ("the file is " + kind +
          "; expected MLIR as text or bytecode (TOSA, or linalg on tensors): "
          "export the model to TFLite or ONNX and convert that")
      .str();
}
