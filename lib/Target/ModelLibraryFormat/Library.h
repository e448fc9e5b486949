//===- Library.h - An archive that was read, and its problems
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_MODELLIBRARYFORMAT_LIBRARY_H
#define TIR_LIB_TARGET_MODELLIBRARYFORMAT_LIBRARY_H

#include "tir/Support/Tar.h"
#include "tir/Target/Code/Code.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <vector>

namespace tir::mlf {

/// Prints errors and remarks, each after the archive's name.
class Problems {
public:
  Problems(llvm::StringRef archive, llvm::raw_ostream &os)
      : archive(archive), os(os) {}

  void add(const llvm::Twine &what) {
    os << archive << ": error: " << what << '\n';
    ++count;
  }
  /// Says what another tool than tirc writes in another way. The archive can be
  /// read.
  void remark(const llvm::Twine &what) {
    os << archive << ": remark: " << what << '\n';
  }
  /// The same, unless there was such a remark: `kind` says which.
  void remarkOnce(llvm::StringRef kind, const llvm::Twine &what) {
    if (remarks.insert(kind).second)
      remark(what);
  }
  unsigned getCount() const { return count; }

private:
  llvm::StringRef archive;
  llvm::raw_ostream &os;
  unsigned count = 0;
  llvm::StringSet<> remarks;
};

/// A JSON object in the archive. Errors name the member, the key and the path
/// to it.
class Keys {
public:
  Keys(const llvm::json::Object &object, std::string member, std::string path,
       Problems &problems)
      : object(&object), member(std::move(member)), path(std::move(path)),
        problems(&problems) {}

  bool has(llvm::StringRef key) const { return object->get(key); }
  /// These report an error if the key is missing or has another type, and then
  /// return an empty value.
  std::string text(llvm::StringRef key) const;
  /// Returns the string, or std::nullopt if the key is missing or null.
  std::optional<std::string> optionalText(llvm::StringRef key) const;
  int64_t number(llvm::StringRef key) const;
  /// Returns a number of bytes.
  int64_t bytes(llvm::StringRef key) const;
  std::vector<std::string> texts(llvm::StringRef key) const;
  /// Returns a list of whole numbers in the form `1x8x8x1`, or `scalar` for an
  /// empty list.
  std::string extents(llvm::StringRef key) const;
  std::optional<Keys> keys(llvm::StringRef key) const;
  std::vector<Keys> list(llvm::StringRef key) const;
  /// Returns the names and values of an object whose keys are names.
  std::vector<std::pair<std::string, Keys>> members(llvm::StringRef key) const;
  /// Returns the keys of `value`. Reports an error if it is not an object.
  std::optional<Keys> nested(const llvm::json::Value &value,
                             llvm::StringRef key) const;

  /// Reports an error about the key.
  void fail(llvm::StringRef key, const llvm::Twine &what) const;
  /// Reports a remark about the key; if `once`, only for the first object with
  /// the key.
  void remark(llvm::StringRef key, const llvm::Twine &what,
              bool once = false) const;

private:
  const llvm::json::Value *get(llvm::StringRef key,
                               llvm::StringRef expected) const;
  std::string pathTo(llvm::StringRef key) const {
    return path.empty() ? key.str() : path + "." + key.str();
  }

  const llvm::json::Object *object;
  std::string member, path;
  Problems *problems;
};

struct Tensor {
  std::string name, dtype;
  int64_t bytes = 0;
  /// The shape, from the report. TVM's metadata contains shapes only for
  /// operators.
  std::optional<std::string> shape;
};

/// An entry of `memory.functions.main`.
struct DeviceMemory {
  int64_t device = 0, workspace = 0, constants = 0, io = 0;
  std::vector<Tensor> inputs, outputs;
};

/// An array in the code.
struct NamedArray {
  std::string name;
  int64_t bytes = 0;
};

/// A function of an archive of operators, with its buffers.
struct OperatorFunction {
  std::string name;
  std::vector<Tensor> buffers;
};

/// Facts about a model from tirc's report.
struct ReportFacts {
  std::string member, interface, entry, workspace;
  std::vector<NamedArray> pools, constants;
  /// The bytes of pools that the application passes beside arrays in the code.
  int64_t externalBytes = 0;
  /// The largest alignment of a pool.
  int64_t alignment = 1;
  /// `state` are the variables, for which TVM's metadata has no place.
  std::vector<Tensor> inputs, outputs, state;
};

struct LibraryModel {
  std::string name, time, style;
  std::vector<std::string> targets, executors;
  /// Paths within the archive that the metadata refers to.
  std::vector<std::string> dependencies;
  std::vector<DeviceMemory> memory;
  std::vector<OperatorFunction> operators;
  /// Absent if another tool than tirc wrote the model.
  std::optional<ReportFacts> report;

  bool isOperator() const { return style == "operator"; }
  bool hasExecutor(llvm::StringRef executor) const {
    return llvm::is_contained(executors, executor);
  }
};

struct Library {
  int64_t version = 0;
  std::vector<LibraryModel> models;
  /// Files by their names, without the leading "./".
  std::map<std::string, llvm::StringRef> files;

  const llvm::StringRef *find(llvm::StringRef name) const {
    auto found = files.find(name.str());
    return found == files.end() ? nullptr : &found->second;
  }
  /// Returns whether a file is in this folder.
  bool hasFolder(llvm::StringRef name) const {
    std::string prefix = (name + "/").str();
    auto found = files.lower_bound(prefix);
    return found != files.end() &&
           llvm::StringRef(found->first).starts_with(prefix);
  }
};

/// A file of the model's code.
struct CodeFile {
  std::string name;
  std::unique_ptr<Code> code;
};

/// Results of the checks, for the description.
struct ModelFindings {
  std::vector<CodeFile> code;
  /// `c`, `packed`, or empty if it is not known.
  std::string interface;
  /// Symbols and the files that define them.
  std::vector<std::pair<std::string, std::string>> entries;
  /// Descriptions of what was compared, and of what could not be.
  std::vector<std::string> checked, unchecked;
};

/// Fills in `version`, `models` and their memory from `metadata.json`, which
/// may have the versions 5 to 7, and from the reports. Returns false with an
/// error if `metadata.json` is missing, is not a JSON object, or has another
/// version.
bool readMetadata(Library &library, Problems &problems);

/// Parses the member. Its depth is limited.
std::optional<llvm::json::Value>
parseJSON(llvm::StringRef member, llvm::StringRef text, Problems &problems);

/// Returns whether these are names and as many whole arrays in TVM's form.
bool isParameterDictionary(llvm::StringRef bytes);

/// Compares the metadata of the model with the files.
ModelFindings checkModel(const Library &library, const LibraryModel &model,
                         Problems &problems);

} // namespace tir::mlf

#endif // TIR_LIB_TARGET_MODELLIBRARYFORMAT_LIBRARY_H
