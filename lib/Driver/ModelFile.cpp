//===- ModelFile.cpp - Reading a model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Driver/ModelFile.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace tir;

static Location fileLocation(MLIRContext &context, StringRef name) {
  return NameLoc::get(StringAttr::get(&context, name));
}

/// The commands that turn a model of another kind into one that we read, each
/// on a line of its own, ready to be copied.
static std::string tfliteCommands(StringRef path) {
  std::string stem = llvm::sys::path::stem(path).str();
  return "\n  pip install tosa-converter-for-tflite"
         "\n  tosa-converter-for-tflite " +
         path.str() + " --bytecode -o " + stem + ".mlirbc" + "\n  tirc " +
         stem + ".mlirbc -o out";
}

static std::string onnxCommands(StringRef path) {
  std::string stem = llvm::sys::path::stem(path).str();
  return "\n  pip install --no-deps torch-mlir\n  pip install onnx"
         "\n  torch-mlir-import-onnx " +
         path.str() + " -o " + stem + ".torch.mlir" +
         "\n  torch-mlir-opt --torch-onnx-to-torch-backend-pipeline "
         "--torch-backend-to-tosa-backend-pipeline " +
         stem + ".torch.mlir -o " + stem + ".mlir" + "\n  tirc " + stem +
         ".mlir -o out" +
         "\n(or --torch-backend-to-linalg-on-tensors-backend-pipeline where "
         "TOSA lacks an operator)";
}

/// ONNX is protobuf without a magic number: the first field is the version of
/// the format, the next one a string or the graph.
static bool looksLikeONNX(StringRef data) {
  return data.size() > 4 && data[0] == 0x08 && data[1] > 0 && data[1] < 0x20 &&
         (data[2] == 0x12 || data[2] == 0x1a || data[2] == 0x3a ||
          data[2] == 0x42);
}

/// Why the data is no MLIR, or nothing if it may be.
static std::optional<std::string> whyForeign(StringRef path, StringRef data) {
  StringRef extension = llvm::sys::path::extension(path);
  if (data.trim().empty())
    return "the file is empty; expected MLIR as text or bytecode: write the "
           "model again";
  if (data.starts_with("ML\xefR"))
    return std::nullopt;
  if (data.substr(4).starts_with("TFL3"))
    return "this is a TensorFlow Lite model, not MLIR; convert it first:" +
           tfliteCommands(path);
  bool isBinary = data.substr(0, 4096).contains('\0');
  if (looksLikeONNX(data) || (isBinary && extension == ".onnx"))
    return "this is an ONNX model, not MLIR; convert it first:" +
           onnxCommands(path);
  StringRef kind;
  if (data.starts_with("PK\x03\x04"))
    kind = "a ZIP archive (PyTorch, Keras)";
  else if (data.starts_with("\x89HDF"))
    kind = "an HDF5 file (Keras)";
  else if (data.starts_with("BC\xc0\xde"))
    kind = "LLVM bitcode";
  else if (data.starts_with("\x1f\x8b"))
    kind = "compressed by gzip";
  else if (isBinary)
    kind = "binary, but begins with no signature that tirc knows";
  else
    return std::nullopt;
  return ("the file is " + kind +
          "; expected MLIR as text or bytecode (TOSA, or linalg on tensors): "
          "export the model to TFLite or ONNX and convert that")
      .str();
}

FailureOr<ModelFile> tir::readModelFile(MLIRContext &context, StringRef path) {
  ModelFile file;
  file.name = path == "-" ? "stdin" : llvm::sys::path::filename(path).str();
  Location loc = fileLocation(context, path == "-" ? "stdin" : path);
  if (llvm::sys::fs::is_directory(path)) {
    emitError(loc) << "cannot be read: it is a directory; expected a model as "
                      "MLIR text or bytecode, or - for standard input";
    return failure();
  }
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer) {
    emitError(loc) << "cannot be read: " << buffer.getError().message()
                   << "; expected a model as MLIR text or bytecode, or - for "
                      "standard input";
    return failure();
  }
  if (std::optional<std::string> why =
          whyForeign(path, (*buffer)->getBuffer())) {
    emitError(loc) << *why;
    return failure();
  }
  // The buffer's identifier is the file name in each location.
  file.sources = std::make_shared<llvm::SourceMgr>();
  file.sources->AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy((*buffer)->getBuffer(), file.name),
      llvm::SMLoc());
  return file;
}

OwningOpRef<ModuleOp> tir::parseModel(MLIRContext &context,
                                      const ModelFile &file) {
  context.allowUnregisteredDialects();
  return parseSourceFile<ModuleOp>(file.sources, ParserConfig(&context));
}
