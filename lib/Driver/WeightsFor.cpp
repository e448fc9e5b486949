//===- WeightsFor.cpp - Weights of a retrained model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Driver/WeightsFor.h"

#include "TircProcess.h"
#include "tir/Compiler/CompilationOptions.h"
#include "tir/Driver/OutputFolder.h"
#include "tir/Support/WeightFormat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace tir;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr StringLiteral kFitExtension = ".weights.fit";

namespace {
/// What `tvmgen_<model>.weights.fit` says.
struct FitFile {
  std::string path, version, model;
  std::vector<std::string> options;
  /// The input of a self-test, if it was in a file.
  std::string selfTestInput;
  /// The code without weights.
  std::string code;
};

class WeightMaker {
public:
  WeightMaker(const WeightsForOptions &options, raw_ostream &output,
              raw_ostream &errors)
      : options(options), output(output), errors(errors) {}

  LogicalResult run();

private:
  LogicalResult fail(StringRef file, const Twine &why) {
    errors << file << ": error: " << why << '\n';
    return failure();
  }
  LogicalResult read(StringRef folder, FitFile &fit);
  LogicalResult compile(const FitFile &fit, StringRef folder);
  LogicalResult write(StringRef bytes);

  const WeightsForOptions &options;
  raw_ostream &output, &errors;
};
} // namespace

/// Reads the only such file in a folder.
LogicalResult WeightMaker::read(StringRef folder, FitFile &fit) {
  std::error_code code;
  for (fs::directory_iterator file(folder, code), end; file != end && !code;
       file.increment(code))
    if (StringRef(file->path()).ends_with(kFitExtension)) {
      if (!fit.path.empty())
        return fail(folder, "has files '" + path::filename(fit.path) +
                                "' and '" + path::filename(file->path()) +
                                "'; expected the code of one model");
      fit.path = file->path();
    }
  if (code || fit.path.empty())
    return fail(folder, "has no file tvmgen_NAME" + kFitExtension +
                            (code ? ": " + code.message() : std::string()) +
                            "; expected the folder that tirc --weights=blob "
                            "wrote the firmware's code to");
  auto buffer = MemoryBuffer::getFile(fit.path);
  if (!buffer)
    return fail(fit.path, "cannot be read: " + buffer.getError().message());
  auto [head, rest] = (*buffer)->getBuffer().split("\n\n");
  fit.code = rest.str();
  for (StringRef line : split(head, '\n'))
    if (line.consume_front("tirc "))
      fit.version = line.str();
    else if (line.consume_front("model "))
      fit.model = line.str();
    else if (line.consume_front("option "))
      fit.options.push_back(line.str());
    else if (line.consume_front("self-test "))
      fit.selfTestInput = fromHex(line);
  if (fit.version.empty() || fit.model.empty() || fit.code.empty())
    return fail(fit.path, "is damaged; expected it as tirc wrote it");
  return success();
}

/// Compiles the retrained model with the options of the firmware.
LogicalResult WeightMaker::compile(const FitFile &fit, StringRef folder) {
  std::string name = "--model-name=" + fit.model,
              version = "--weights-version=" + options.version;
  SmallVector<StringRef> arguments = {options.model, "-o", folder, "--quiet",
                                      name};
  for (const std::string &option : fit.options)
    arguments.push_back(option);
  if (!options.version.empty())
    arguments.push_back(version);
  SmallString<128> input(folder);
  path::append(input, "self_test_input");
  std::string selfTest = ("--self-test=" + input).str();
  if (!fit.selfTestInput.empty()) {
    OutputFiles files;
    files.add(path::filename(input).str(), fit.selfTestInput);
    if (Error error = OutputFolder(folder).write(files))
      return fail(options.model, toString(std::move(error)));
    arguments.push_back(selfTest);
  }
  if (runTirc(arguments) != 0)
    return fail(options.model,
                "does not compile with the options of the firmware");
  return success();
}

LogicalResult WeightMaker::write(StringRef bytes) {
  StringRef folder = path::parent_path(options.output);
  OutputFiles files;
  files.add(path::filename(options.output).str(), bytes.str());
  if (Error error = OutputFolder(folder.empty() ? "." : folder, options.force)
                        .write(files))
    return fail(options.output, toString(std::move(error)));
  return success();
}

LogicalResult WeightMaker::run() {
  FitFile firmware, retrained;
  if (failed(read(options.folder, firmware)))
    return failure();
  if (firmware.version != getVersion())
    return fail(options.folder,
                "was generated by tirc " + firmware.version +
                    ", but this is tirc " + getVersion() +
                    "; expected that version, which makes the same code");
  TemporaryFolder temporary;
  if (temporary.code)
    return fail(options.model,
                "no temporary folder: " + temporary.code.message());
  if (failed(compile(firmware, temporary.name)) ||
      failed(read(temporary.name, retrained)))
    return failure();
  if (std::string why = whyNotFitting(firmware.code, retrained.code);
      !why.empty())
    return fail(options.model,
                "does not fit the code in '" + options.folder + "': " + why +
                    "; train the model with the same layers, shapes and "
                    "ranges there, or generate the firmware's code again");
  SmallString<128> made(temporary.name);
  path::append(made, "tvmgen_" + firmware.model + ".weights.bin");
  auto buffer = MemoryBuffer::getFile(made);
  if (!buffer)
    return fail(made, "cannot be read: " + buffer.getError().message());
  if (failed(write((*buffer)->getBuffer())))
    return failure();
  output << options.output << ": " << (*buffer)->getBufferSize()
         << " bytes, which fit the code of '" << firmware.model << "'\n";
  return success();
}

LogicalResult tir::makeWeightsFor(const WeightsForOptions &options,
                                  raw_ostream &output, raw_ostream &errors) {
  return WeightMaker(options, output, errors).run();
}
