//===- EmbeddedInterface.cpp - A model's interface, embedded in its code
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/EmbeddedInterface.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/ObjectFile.h"

using namespace mlir;
using namespace tir;

/// The heading is at the beginning of a line, where no text in C code contains
/// it.
static constexpr StringLiteral kHead = "\n/* For tirc --link-registry:";
static constexpr size_t kColumns = 100;

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static DictionaryAttr select(DictionaryAttr from, ArrayRef<StringRef> keys) {
  NamedAttrList fields;
  for (StringRef key : keys)
    if (Attribute value = from.get(key))
      fields.set(key, value);
  return fields.getDictionary(from.getContext());
}

static void selectRows(DictionaryAttr from, StringRef key,
                       ArrayRef<StringRef> columns, NamedAttrList &to) {
  auto rows = from.getAs<ArrayAttr>(key);
  if (!rows)
    return;
  SmallVector<Attribute> selected;
  for (auto row : rows.getAsRange<DictionaryAttr>())
    selected.push_back(select(row, columns));
  to.set(key, ArrayAttr::get(from.getContext(), selected));
}

/// Breaks lines after commas, but not within quotation marks.
static std::string wrapAtCommas(StringRef text) {
  std::string result, line;
  size_t lastBreak = 0;
  bool isQuoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (line.empty() && text[i] == ' ')
      continue;
    line += text[i];
    if (text[i] == '\\' && i + 1 < text.size())
      line += text[++i];
    else if (text[i] == '"')
      isQuoted = !isQuoted;
    else if (text[i] == ',' && !isQuoted &&
             (line.size() <= kColumns || lastBreak == 0))
      lastBreak = line.size();
    if (line.size() > kColumns && lastBreak != 0) {
      result += line.substr(0, lastBreak) + '\n';
      line = StringRef(line).drop_front(lastBreak).ltrim().str();
      lastBreak = 0;
    }
  }
  return result + line + '\n';
}

/// Replaces slashes that would begin or end a comment: in a string of MLIR, a
/// slash can be written by its number.
static std::string withoutCommentMarks(StringRef text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    bool isMark = text[i] == '/' && ((i > 0 && text[i - 1] == '*') ||
                                     text.substr(i + 1).starts_with("*"));
    result += isMark ? "\\2F" : std::string(1, text[i]);
  }
  return result;
}

static std::string describe(DictionaryAttr interface, StringRef name) {
  MLIRContext *context = interface.getContext();
  NamedAttrList fields(
      select(interface, {"api", "entry", "init", "on_error", "system_lib"}));
  fields.set("name", StringAttr::get(context, name));
  for (StringRef key : {"inputs", "outputs", "state"})
    selectRows(interface, key, {"name", "c_name", "shape", "dtype", "values"},
               fields);
  selectRows(interface, "pools", {"name", "c_name", "bytes", "alignment"},
             fields);
  selectRows(interface, "devices", {"name", "c_name", "kind"}, fields);
  selectRows(interface, "functions", {"name", "symbol"}, fields);
  std::string text;
  llvm::raw_string_ostream os(text);
  os << Attribute(fields.getDictionary(context));
  return wrapAtCommas(withoutCommentMarks(text));
}

std::string tir::describeInterfaces(ModuleOp module) {
  std::string text;
  for (FunctionOpInterface model : getModels(module))
    if (DictionaryAttr interface = getInterface(model))
      text += describe(interface, getModelName(model));
  return text;
}

void tir::printInterfaceComment(ModuleOp module, llvm::raw_ostream &os) {
  std::string description = describeInterfaces(module);
  if (!description.empty())
    os << kHead << "\n" << description << "*/\n";
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Returns one dictionary for each model.
static FailureOr<SmallVector<DictionaryAttr>>
parseDescriptions(StringRef text, MLIRContext *context) {
  // The parser's messages about a text that no user wrote are of no help.
  ScopedDiagnosticHandler silence(context, [](Diagnostic &) {});
  SmallVector<DictionaryAttr> interfaces;
  for (text = text.trim(); !text.empty(); text = text.ltrim()) {
    size_t length = 0;
    auto interface = dyn_cast_if_present<DictionaryAttr>(
        parseAttribute(text, context, /*type=*/{}, &length));
    if (!interface)
      return failure();
    interfaces.push_back(interface);
    text = text.drop_front(length);
  }
  return interfaces;
}

/// Returns the text in the object's section, or an empty string if there is
/// none.
static StringRef findSection(const llvm::object::ObjectFile &object) {
  for (const llvm::object::SectionRef &section : object.sections()) {
    llvm::Expected<StringRef> name = section.getName();
    if (!name) {
      llvm::consumeError(name.takeError());
      continue;
    }
    if (*name != kInterfaceSection)
      continue;
    llvm::Expected<StringRef> contents = section.getContents();
    if (contents)
      return *contents;
    llvm::consumeError(contents.takeError());
  }
  return "";
}

FailureOr<DescribedInterface>
tir::readInterfaceDescription(MLIRContext *context, StringRef fileName,
                              StringRef contents) {
  auto error = [&] {
    return emitError(FileLineColLoc::get(context, fileName, 0, 0));
  };
  DescribedInterface result;
  std::unique_ptr<llvm::object::ObjectFile> object;
  StringRef text;
  if (llvm::identify_magic(contents).is_object()) {
    auto opened = llvm::object::ObjectFile::createObjectFile(
        llvm::MemoryBufferRef(contents, fileName));
    if (!opened)
      return error() << "is not a readable object: "
                     << llvm::toString(opened.takeError());
    object = std::move(*opened);
    result.architecture = object->getArch();
    // LLVM recognises a big-endian Arm only by the byte order.
    if (*result.architecture == llvm::Triple::arm && !object->isLittleEndian())
      result.architecture = llvm::Triple::armeb;
    text = findSection(*object);
  } else {
    if (size_t count = contents.count(kHead); count > 1)
      return error() << "contains " << count
                     << " models, of which only one would be found; expected "
                        "a file for each model";
    size_t head = contents.find(kHead);
    if (head != StringRef::npos)
      text = contents.drop_front(head + kHead.size()).split("*/").first;
  }
  if (text.empty())
    return error() << "does not describe its interface; expected a .c or .o "
                      "file as this version of tirc wrote it, not stripped";
  auto interfaces = parseDescriptions(text, context);
  if (failed(interfaces))
    return error() << "describes its interface in a form that this version "
                      "of tirc does not understand; compile the model again";
  result.interfaces = std::move(*interfaces);
  return result;
}
