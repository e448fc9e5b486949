//===- Identify.cpp - Which models are in a program
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Driver/Identify.h"

#include "ImageFile.h"
#include "TircProcess.h"
#include "tir/ABI/Names.h"
#include "tir/Driver/OutputFolder.h"
#include "tir/Support/Escape.h"
#include "tir/Support/Identity.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace tir;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {
class Identifier {
public:
  Identifier(const IdentifyOptions &options, raw_ostream &output,
             raw_ostream &errors)
      : options(options), output(output), errors(errors) {}

  LogicalResult run();

private:
  LogicalResult fail(StringRef file, const Twine &why) {
    errors << file << ": error: " << why << '\n';
    return failure();
  }
  LogicalResult read();
  void print(const Identity &identity);
  LogicalResult writeRecords();
  LogicalResult compare(StringRef model);
  LogicalResult reproduce(StringRef model, const FoundIdentity &found);
  LogicalResult checkVersion(StringRef what, const Identity &identity);
  LogicalResult compile(StringRef what, const Identity &identity,
                        ArrayRef<std::string> files, bool isArchive,
                        std::vector<std::string> &made);
  bool isPlan(StringRef file) const;
  LogicalResult judge(StringRef what, const FoundIdentity &each,
                      ArrayRef<std::string> made);
  LogicalResult reproduceProgram(StringRef plan);
  std::string findFile(const Identity::Hash &hash) const;
  std::vector<std::vector<std::string>>
  getOrders(ArrayRef<std::string> filesOfRecords) const;

  const IdentifyOptions &options;
  raw_ostream &output, &errors;
  std::string image;
  std::vector<FoundIdentity> found;
};
} // namespace

static StringRef nameOf(CodeForm form) {
  switch (form) {
  case CodeForm::C:
    return "C";
  case CodeForm::Object:
    return "object";
  case CodeForm::Library:
    return "shared library";
  case CodeForm::IR:
    return "LLVM IR";
  case CodeForm::None:
    break;
  }
  return "unknown";
}

LogicalResult Identifier::read() {
  if (fs::is_directory(options.image))
    return fail(options.image,
                "cannot be read: it is a directory; expected a program");
  auto buffer = MemoryBuffer::getFileOrSTDIN(options.image);
  if (!buffer)
    return fail(options.image,
                "cannot be read: " + buffer.getError().message() +
                    "; expected a program, such as firmware.elf");
  Expected<std::string> bytes = readImage((*buffer)->getBuffer());
  if (!bytes)
    return fail(options.image, toString(bytes.takeError()));
  image = std::move(*bytes);
  std::vector<std::string> problems;
  found = findIdentities(image, problems);
  for (const std::string &problem : problems)
    (void)fail(options.image, problem);
  if (found.empty() && problems.empty())
    return fail(options.image,
                "no model of tirc says that it is in it; expected a program "
                "with code that was generated without --model-info=none, and "
                "whose linker kept the section " +
                    Twine(kIdentitySection));
  return success(problems.empty());
}

void Identifier::print(const Identity &identity) {
  output << identity.name << ":\n  model    SHA-256 "
         << toHexadecimal(identity.model) << "\n  tirc     " << identity.version
         << ", generated API " << identity.api << "\n  code     "
         << nameOf(identity.form);
  if (any_of(identity.code, [](uint8_t byte) { return byte != 0; }))
    output << ", digest " << toHexadecimal(identity.code);
  output << "\n  options  "
         << (identity.options.empty()
                 ? "none"
                 : makeVisible(join(identity.options, " ")))
         << '\n';
}

LogicalResult Identifier::writeRecords() {
  if (options.records.empty())
    return success();
  OutputFiles files;
  for (const FoundIdentity &each : found) {
    std::string name = each.identity.name + ".record";
    std::string text = each.identity.makeResponseFile();
    // The name comes from a file that anyone may have written.
    if (!isPartOfCName(each.identity.name))
      return fail(options.image, "the name of a model, '" +
                                     makeVisible(each.identity.name) +
                                     "', is not a name; the file is damaged");
    if (auto other = files.find(name); other && *other != text)
      return fail(options.image, "two models are called '" +
                                     each.identity.name +
                                     "' and have other options; expected "
                                     "--identify without -o");
    if (!files.find(name))
      files.add(name, std::move(text));
  }
  if (Error error = OutputFolder(options.records, options.force).write(files))
    return fail(options.records, toString(std::move(error)));
  return success();
}

/// Returns the identities in the files of a folder.
static std::vector<std::string> identitiesIn(StringRef folder) {
  std::vector<std::string> identities;
  std::error_code code;
  for (fs::recursive_directory_iterator file(folder, code), end;
       file != end && !code; file.increment(code)) {
    auto buffer = MemoryBuffer::getFile(file->path());
    if (!buffer)
      continue;
    Expected<std::string> bytes = readImage((*buffer)->getBuffer());
    if (!bytes) {
      consumeError(bytes.takeError());
      continue;
    }
    std::vector<std::string> ignored;
    for (const FoundIdentity &each : findIdentities(*bytes, ignored))
      identities.push_back(each.bytes.str());
  }
  return identities;
}

/// Returns the name of the plan if the model is one of several of a program.
static StringRef getPlan(const Identity &identity) {
  StringRef option =
      identity.options.empty() ? StringRef() : StringRef(identity.options[0]);
  return option.consume_front("--firmware=") ? option : StringRef();
}

bool Identifier::isPlan(StringRef file) const {
  return any_of(found, [&](const FoundIdentity &each) {
    return getPlan(each.identity) == path::filename(file);
  });
}

LogicalResult Identifier::checkVersion(StringRef what,
                                       const Identity &identity) {
  if (identity.version == getVersion())
    return success();
  return fail(what, "was compiled by tirc " + identity.version +
                        ", but this is tirc " + getVersion() +
                        "; expected that version, which makes the same code");
}

/// Compiles files with the options of a record. Returns what the code says of
/// itself.
LogicalResult Identifier::compile(StringRef what, const Identity &identity,
                                  ArrayRef<std::string> files, bool isArchive,
                                  std::vector<std::string> &made) {
  TemporaryFolder folder;
  if (folder.code)
    return fail(what, "no temporary folder: " + folder.code.message());
  OutputFiles records;
  records.add("options.record", identity.makeResponseFile());
  if (Error error = OutputFolder(folder.name).write(records))
    return fail(what, toString(std::move(error)));
  std::string record = ("@" + folder.name + "/options.record").str();
  SmallString<128> out(folder.name);
  path::append(out, "out");
  if (isArchive)
    path::append(out, "model.tar");
  std::vector<StringRef> arguments = {record};
  append_range(arguments, files);
  append_range(arguments, ArrayRef<StringRef>{"-o", out, "--quiet"});
  if (runTirc(arguments) != 0)
    return fail(what, "does not compile with the options of the program");
  made = identitiesIn(folder.name);
  return success();
}

LogicalResult Identifier::reproduce(StringRef model,
                                    const FoundIdentity &each) {
  const Identity &identity = each.identity;
  std::string what = identity.name + ": " + model.str();
  if (StringRef plan = getPlan(identity); !plan.empty()) {
    if (any_of(options.models, [&](StringRef file) { return isPlan(file); }))
      return success();
    return fail(what, "is one of several models of a program (" +
                          identity.options.front() +
                          "), whose code is made of all of them; expected " +
                          plan + " and the files of all of its models, too");
  }
  bool isArchive = any_of(identity.options, [](StringRef option) {
    return option.consume_front("--emit=") &&
           is_contained(split(option, ','), "mlf");
  });
  std::vector<std::string> made;
  if (failed(checkVersion(what, identity)) ||
      failed(compile(what, identity, model.str(), isArchive, made)))
    return failure();
  return judge(what, each, made);
}

LogicalResult Identifier::judge(StringRef what, const FoundIdentity &each,
                                ArrayRef<std::string> made) {
  // Another form of the same model may be beside it.
  if (!is_contained(made, each.bytes))
    return fail(what, Twine("becomes other code than the program's, with the "
                            "same options; expected the plugins, the tables of "
                            "--offload and the packages of the front end of "
                            "then") +
                          (getPlan(each.identity).empty()
                               ? ""
                               : ", and the models in the order of then"));
  output << what << ": the same code, byte by byte\n";
  return success();
}

/// Returns the options of a program of several models: the ones that all of
/// them have, and each model's own.
static std::vector<std::string>
getProgramOptions(ArrayRef<const Identity *> models) {
  auto isCommon = [&](const std::string &option) {
    return all_of(models, [&](const Identity *model) {
      return is_contained(model->options, option);
    });
  };
  std::vector<std::string> result;
  for (const Identity *model : models)
    for (const std::string &option : drop_begin(model->options))
      if (!isCommon(option))
        result.push_back("--model-option=" + model->name + ":" + option);
      else if (model == models.front())
        result.push_back(option);
  return result;
}

/// Returns the file with these contents, or an empty text.
std::string Identifier::findFile(const Identity::Hash &hash) const {
  for (const std::string &path : options.models)
    if (auto buffer = MemoryBuffer::getFile(path);
        buffer && hashOf((*buffer)->getBuffer()) == hash)
      return path;
  return "";
}

/// Returns the orders in which the models may have been compiled: as on the
/// command line, as in the records, and the opposite one, since compilers and
/// linkers keep or reverse what they find.
std::vector<std::vector<std::string>>
Identifier::getOrders(ArrayRef<std::string> filesOfRecords) const {
  std::vector<std::string> given;
  for (const std::string &file : options.models)
    if (is_contained(filesOfRecords, file))
      given.push_back(file);
  std::vector<std::string> forwards(filesOfRecords), backwards(forwards);
  std::reverse(backwards.begin(), backwards.end());
  std::vector<std::vector<std::string>> orders;
  for (std::vector<std::string> &order :
       {std::ref(given), std::ref(forwards), std::ref(backwards)})
    if (!is_contained(orders, order))
      orders.push_back(order);
  return orders;
}

/// Compiles all models of a program, and compares what each of them became.
LogicalResult Identifier::reproduceProgram(StringRef plan) {
  std::vector<const Identity *> models;
  std::vector<const FoundIdentity *> records;
  for (const FoundIdentity &each : found) {
    if (getPlan(each.identity) != path::filename(plan))
      continue;
    records.push_back(&each);
    if (none_of(models, [&](const Identity *other) {
          return other->name == each.identity.name;
        }))
      models.push_back(&each.identity);
  }
  std::vector<std::string> files, missing;
  for (const Identity *model : models) {
    files.push_back(findFile(model->model));
    if (files.back().empty())
      missing.push_back("'" + model->name + "'");
  }
  if (!missing.empty())
    return fail(plan, "is the plan of a program with " + join(missing, ", ") +
                          ", of which no file is given; expected the files of "
                          "all of its models");
  if (failed(checkVersion(plan, *models.front())))
    return failure();
  Identity program;
  program.options = getProgramOptions(models);
  std::vector<std::string> made;
  auto isMade = [&](const FoundIdentity *each) {
    return is_contained(made, each->bytes);
  };
  for (std::vector<std::string> order : getOrders(files)) {
    order.push_back("--firmware=" + plan.str());
    if (failed(compile(plan, program, order, /*isArchive=*/false, made)))
      return failure();
    if (all_of(records, isMade))
      break;
  }
  bool isSame = true;
  for (const FoundIdentity *each : records)
    isSame &= succeeded(
        judge(each->identity.name + ": " + findFile(each->identity.model),
              *each, made));
  return success(isSame);
}

LogicalResult Identifier::compare(StringRef model) {
  auto buffer = MemoryBuffer::getFile(model);
  if (!buffer)
    return fail(model, "cannot be read: " + buffer.getError().message() +
                           "; expected the file of a model");
  Identity::Hash hash = hashOf((*buffer)->getBuffer());
  bool isFound = false, isSame = true;
  for (const FoundIdentity &each : found)
    if (each.identity.model == hash) {
      isFound = true;
      isSame &= succeeded(reproduce(model, each));
    }
  if (!isFound)
    return fail(model, "is not in " + options.image + ": its SHA-256 is " +
                           toHexadecimal(hash));
  return success(isSame);
}

LogicalResult Identifier::run() {
  bool isGood = succeeded(read());
  for (const FoundIdentity &each : found)
    print(each.identity);
  if (found.empty() || failed(writeRecords()))
    return failure();
  for (const std::string &model : options.models)
    isGood &=
        succeeded(isPlan(model) ? reproduceProgram(model) : compare(model));
  return success(isGood);
}

LogicalResult tir::identify(const IdentifyOptions &options, raw_ostream &output,
                            raw_ostream &errors) {
  return Identifier(options, output, errors).run();
}
