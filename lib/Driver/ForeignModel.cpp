//===- ForeignModel.cpp - Models that are not MLIR
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignModel.h"

#include "tir/Support/FrontEnds.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace tir;
using llvm::StringRef;

bool tir::isBytecode(StringRef data) { return data.starts_with("ML\xefR"); }

/// Returns whether the data is the file saved_model.pb of a TensorFlow
/// SavedModel: the version 1, and a graph that begins with what describes it.
static bool isSavedModel(StringRef data) {
  if (!data.consume_front(StringRef("\x08\x01\x12", 3)))
    return false;
  // The size of the graph: seven bits in each byte, until one has no eighth.
  data = data.drop_while([](char c) { return (c & 0x80) != 0; });
  return data.drop_front(!data.empty()).starts_with("\x0a");
}

/// Returns whether the data may be ONNX, which is protobuf without a magic
/// number: the first field is the version of the format, and the next one is a
/// string or the graph.
static bool looksLikeONNX(StringRef data) {
  if (isSavedModel(data))
    return false;
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
  if (data.substr(4).starts_with("TOSA"))
    return ForeignKind::TOSA;
  StringRef extension = llvm::sys::path::extension(path);
  if (!isBytecode(data) &&
      (looksLikeONNX(data) || (isBinary(data) && extension == ".onnx")))
    return ForeignKind::ONNX;
  if (isZip(data) && extension == ".pt2")
    return ForeignKind::PyTorch;
  return ForeignKind::None;
}

/// Says how to get the package that reads the model, which no index of packages
/// has, for the Python that was asked for it.
static std::string sayPackage(StringRef extra) {
  std::optional<std::string> given = llvm::sys::Process::GetEnv("TIRC_PYTHON");
  std::string python = given.value_or("python3");
  return ("which tirc reads with its package for Python, but " + python +
          (given ? " (TIRC_PYTHON)" : "") + " does not have it: " + python +
          " -m pip install '.[" + extra +
          "]' in a checkout of tirc, or the file of tirc's wheel as "
          "'FILE.whl[" +
          extra + "]'" + (given ? "" : " (TIRC_PYTHON names another Python)"))
      .str();
}

std::optional<std::string> tir::whyForeign(StringRef path, StringRef data) {
  if (data.trim().empty())
    return "the file is empty; expected MLIR as text or bytecode: write the "
           "model again";
  if (isBytecode(data))
    return std::nullopt;
  switch (getForeignKind(path, data)) {
  case ForeignKind::TFLite:
    return "this is a TensorFlow Lite model, " + sayPackage("tflite") +
           "\nor convert the model first:" + tfliteCommands(path);
  case ForeignKind::TOSA:
    return "this is a flatbuffer of TOSA, " + sayPackage("tosa");
  case ForeignKind::ONNX:
    return "this is an ONNX model, " + sayPackage("onnx") +
           "\nor convert the model first:" + onnxCommands(path);
  case ForeignKind::PyTorch:
    return "this is a program of PyTorch's torch.export, " +
           sayPackage("torch");
  case ForeignKind::None:
    break;
  }
  StringRef kind;
  if (isSavedModel(data))
    return "this is a SavedModel of TensorFlow; expected a TensorFlow Lite "
           "model: convert its folder with "
           "tf.lite.TFLiteConverter.from_saved_model, or with "
           "tf2onnx";
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
