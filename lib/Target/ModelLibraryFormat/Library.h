//===- Library.h - An archive that was read, and what is wrong with it
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_MODELLIBRARYFORMAT_LIBRARY_H
#define TIR_LIB_TARGET_MODELLIBRARYFORMAT_LIBRARY_H

#include "Code.h"
#include "tir/Support/Tar.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <vector>

namespace tir::mlf {

/// Prints errors, each with the archive's name.
class Problems {
public:
  Problems(llvm::StringRef archive, llvm::raw_ostream &os)
      : archive(archive), os(os) {}

  void add(const llvm::Twine &what) {
    os << archive << ": error: " << what << '\n';
    ++count;
  }
  unsigned getCount() const { return count; }

private:
  llvm::StringRef archive;
  llvm::raw_ostream &os;
  unsigned count = 0;
};

/// A JSON object of the archive; errors name the member, the key and the path
/// to it.
class Keys {
public:
  Keys(const llvm::json::Object &object, std::string member, std::string path,
       Problems &problems)
      : object(&object), member(std::move(member)), path(std::move(path)),
        problems(&problems) {}

  bool has(llvm::StringRef key) const { return object->get(key); }
  /// Each is an error where it is missing or of another type, and then empty.
  std::string text(llvm::StringRef key) const;
  int64_t number(llvm::StringRef key) const;
  /// A number of bytes.
  int64_t bytes(llvm::StringRef key) const;
  std::vector<std::string> texts(llvm::StringRef key) const;
  /// A list of whole numbers, as `1x8x8x1`; `scalar` if it is empty.
  std::string extents(llvm::StringRef key) const;
  std::optional<Keys> keys(llvm::StringRef key) const;
  std::vector<Keys> list(llvm::StringRef key) const;
  /// The values of an object whose keys are names.
  std::vector<std::pair<std::string, Keys>> members(llvm::StringRef key) const;
  /// That of an object which is an error if it is none.
  std::optional<Keys> nested(const llvm::json::Value &value,
                             llvm::StringRef key) const;

  /// An error about the key.
  void fail(llvm::StringRef key, const llvm::Twine &what) const;

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
  /// As the report has it; TVM's metadata has none.
  std::optional<std::string> shape;
};

/// An entry of `memory.functions.main`.
struct DeviceMemory {
  int64_t device = 0, workspace = 0, constants = 0, io = 0;
  std::vector<Tensor> inputs, outputs;
};

/// An array of the code.
struct NamedArray {
  std::string name;
  int64_t bytes = 0;
};

/// What tirc's report says of a model.
struct ReportFacts {
  std::string member, interface, entry, workspace;
  std::vector<NamedArray> pools, constants;
  /// `state`: the variables, which TVM's metadata has no place for.
  std::vector<Tensor> inputs, outputs, state;
};

struct LibraryModel {
  std::string name, time, style;
  std::vector<std::string> targets, executors;
  /// Paths within the archive that the metadata refers to.
  std::vector<std::string> dependencies;
  std::vector<DeviceMemory> memory;
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
  /// Whether a file lies in that folder.
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

/// What the checks found out on their way, for the description.
struct ModelFindings {
  std::vector<CodeFile> code;
  /// `c`, `packed`, or nothing where nothing tells.
  std::string interface;
  /// Symbols and the files that define them.
  std::vector<std::pair<std::string, std::string>> entries;
  /// What was compared, and what could not be, in words.
  std::vector<std::string> checked, unchecked;
};

/// Fills in `version`, `models` and their memory from `metadata.json`, which
/// may be of the versions 5 to 7, and the reports. Nothing is said where that
/// is no JSON at all or of another version.
bool readMetadata(Library &library, Problems &problems);

/// Parses the member, with a bound on its depth.
std::optional<llvm::json::Value>
parseJSON(llvm::StringRef member, llvm::StringRef text, Problems &problems);

/// Compares what is said of the model with the files.
ModelFindings checkModel(const Library &library, const LibraryModel &model,
                         Problems &problems);

} // namespace tir::mlf

#endif // TIR_LIB_TARGET_MODELLIBRARYFORMAT_LIBRARY_H
