//===- CSourceFile.cpp - The layout of the generated C file
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CIdentity.h"
#include "CompilerMacros.h"
#include "FunctionPrinter.h"
#include "GlobalPrinter.h"
#include "KernelComment.h"
#include "RowNames.h"
#include "StaticAssertions.h"
#include "tir/Target/C/CTypes.h"
#include "tir/Target/C/ModelInfo.h"

#include "tir/ABI/Names.h"
#include "tir/Conversion/EmitCCommon/CallOrder.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"
#include "tir/Target/EmbeddedInterface.h"
#include "tir/Target/Exportable.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace mlir;
using namespace tir;
using namespace tir::c;

/// Bytes are eight bits in all of the file.
static constexpr const char *kByteCheck = R"(
#if defined(CHAR_BIT) && CHAR_BIT != 8
#error "the generated code needs bytes of 8 bits"
#endif
)";

/// gcc does not know C99's pragma. It contracts unless it is in strict C99
/// mode.
static constexpr const char *kNoContraction = R"(
/* Each operation is rounded by itself, whatever the compiler may fuse. */
#if defined(__clang__) || !defined(__GNUC__)
#pragma STDC FP_CONTRACT OFF
#elif !defined(__STRICT_ANSI__)
#pragma GCC optimize("fp-contract=off")
#endif
)";

namespace {
class SourceFile {
public:
  /// `module` is prepared. It and the other arguments must outlive this object.
  SourceFile(ModuleOp module, const CallOrder &order, Purity &purity,
             ArrayRef<ModelInfo> models, const CSourceOptions &options)
      : module(module), order(order), purity(purity), models(models),
        options(options), variables(module, models) {}

  FailureOr<CSource> make();

private:
  void printHead(llvm::raw_ostream &os);
  void collectFileNames(Operation *op);
  LogicalResult printDeclaration(emitc::DeclareFuncOp declaration,
                                 llvm::raw_ostream &os);
  LogicalResult printFunction(emitc::FuncOp function, llvm::raw_ostream &os);
  LogicalResult printRest(llvm::raw_string_ostream &os);
  bool usesMath();
  SmallVector<std::string> getOwnHeaders();
  void printIncludes(const llvm::StringSet<> &words, llvm::raw_ostream &os);

  ModuleOp module;
  const CallOrder &order;
  Purity &purity;
  ArrayRef<ModelInfo> models;
  const CSourceOptions &options;
  GlobalPrinter variables;
  llvm::StringSet<> fileNames, declared;
};
} // namespace

/// Collects the names of an operation that a local must not have: symbols, and
/// every word in text that other passes wrote as C.
void SourceFile::collectFileNames(Operation *op) {
  if (auto name = op->getAttrOfType<StringAttr>("sym_name"))
    fileNames.insert(name.getValue());
  if (auto call = dyn_cast<emitc::CallOpaqueOp>(op))
    fileNames.insert(call.getCallee());
  if (auto literal = dyn_cast<emitc::LiteralOp>(op))
    collectIdentifiers(literal.getValue(), fileNames);
  if (auto text = op->getAttrOfType<emitc::OpaqueAttr>("value"))
    collectIdentifiers(text.getValue(), fileNames);
  for (Type type : op->getResultTypes())
    type.walk([&](emitc::OpaqueType opaque) {
      collectIdentifiers(opaque.getValue(), fileNames);
    });
  auto verbatim = dyn_cast<emitc::VerbatimOp>(op);
  if (!verbatim)
    return;
  // Only macros in text outside of functions can affect code in functions.
  StringRef text = verbatim.getValue();
  if (op->getParentOp() != module)
    return collectIdentifiers(text, fileNames);
  for (StringRef line : llvm::split(text, '\n'))
    if (line.consume_front("#define "))
      collectIdentifiers(
          line.take_until([](char c) { return c == ' ' || c == '('; }),
          fileNames);
}

LogicalResult SourceFile::printFunction(emitc::FuncOp function,
                                        llvm::raw_ostream &os) {
  if (function.isExternal() && declared.contains(function.getSymName()))
    return success();
  if (failed(verifySymbolName(function)))
    return failure();
  os << "\n";
  printKernelComment(function, models, os);
  if (!function.isExternal()) {
    RowNames rows(function, models);
    rows.printComment(os);
    return FunctionPrinter(os, fileNames, rows, purity).print(function);
  }
  FailureOr<std::string> head = functionHead(function, fileNames);
  if (failed(head))
    return failure();
  os << wrap(*head + ";", 0);
  return success();
}

/// Prints the declaration of a function that a table points to, which must
/// precede the table.
LogicalResult SourceFile::printDeclaration(emitc::DeclareFuncOp declaration,
                                           llvm::raw_ostream &os) {
  auto function = dyn_cast_if_present<emitc::FuncOp>(
      lookupSymbolFrom(declaration, declaration.getSymNameAttr().getAttr()));
  if (!function)
    return declaration.emitError("'emitc.declare_func' names @")
           << declaration.getSymName()
           << ", which is not an emitc.func of this module; define or declare "
              "it";
  if (!declared.insert(function.getSymName()).second)
    return success();
  if (failed(verifySymbolName(function)))
    return failure();
  FailureOr<std::string> head = functionHead(function, fileNames);
  if (failed(head))
    return failure();
  os << "\n" << wrap(*head + ";", 0);
  return success();
}

/// Prints everything at file level except includes and functions, in order.
LogicalResult SourceFile::printRest(llvm::raw_string_ostream &os) {
  for (Operation &op : *module.getBody()) {
    if (isa<emitc::IncludeOp, emitc::FuncOp>(op))
      continue;
    if (auto global = dyn_cast<emitc::GlobalOp>(op)) {
      os << "\n";
      if (failed(variables.print(global, os)))
        return failure();
    } else if (auto verbatim = dyn_cast<emitc::VerbatimOp>(op)) {
      os << "\n" << verbatim.getValue() << "\n";
    } else if (auto declaration = dyn_cast<emitc::DeclareFuncOp>(op)) {
      if (failed(printDeclaration(declaration, os)))
        return failure();
    } else {
      return op.emitError("'")
             << op.getName()
             << "' is not allowed at file level in C99; expected "
             << "EmitC functions, globals, includes and verbatim text: run "
             << "'tir-phase-emitc' first";
    }
  }
  return success();
}

namespace {
/// A header, and the words in the text of a file of which one needs it.
struct NeededHeader {
  StringLiteral header;
  std::initializer_list<StringRef> words;
};
} // namespace

static const NeededHeader kNeededHeaders[] = {
    {"math.h", {"INFINITY", "NAN"}},
    {"stdbool.h", {"bool", "true", "false"}},
    {"stddef.h", {"size_t", "ptrdiff_t", "NULL"}},
    {"string.h", {"memcpy", "memset", "memmove", "memcmp"}}};

/// Returns whether the file calls a function of <math.h>, or has a table with
/// one of its macros.
bool SourceFile::usesMath() {
  auto hasMacros = [](const auto &table) {
    return usesMathMacros(table.second);
  };
  auto findCall = [](emitc::CallOpaqueOp op) {
    StringRef name = op.getCallee();
    return name.starts_with("__builtin") || !isMathFunction(name)
               ? WalkResult::advance()
               : WalkResult::interrupt();
  };
  return llvm::any_of(variables.getTables(), hasMacros) ||
         module.walk(findCall).wasInterrupted();
}

/// Returns the headers with the interfaces of the models.
SmallVector<std::string> SourceFile::getOwnHeaders() {
  if (!options.header.empty())
    return {options.header};
  SmallVector<std::string> names;
  for (const ModelInfo &info : models)
    if (info.interface != Interface::None)
      names.push_back(info.prefix + ".h");
  return names;
}

void SourceFile::printIncludes(const llvm::StringSet<> &words,
                               llvm::raw_ostream &os) {
  std::set<std::string> standard = {"limits.h", "stdint.h"};
  for (const NeededHeader &needed : kNeededHeaders)
    if (llvm::any_of(needed.words,
                     [&](StringRef w) { return words.contains(w); }))
      standard.insert(needed.header.str());
  if (usesMath())
    standard.insert("math.h");
  // A comparison is a bool in EmitC, but an int in C.
  bool usesBool = standard.count("stdbool.h");
  SmallVector<std::string> own = getOwnHeaders(), others;
  for (auto include : module.getOps<emitc::IncludeOp>()) {
    std::string name = include.getInclude().str();
    if (name == "stdbool.h" && !usesBool)
      continue;
    if (include.getIsStandardInclude())
      standard.insert(name);
    else if (!llvm::is_contained(own, name))
      others.push_back(name);
  }
  for (const std::string &name : own)
    os << "#include \"" << name << "\"\n";
  if (!own.empty())
    os << "\n";
  for (const std::string &name : standard)
    os << "#include <" << name << ">\n";
  for (const std::string &name : others)
    os << "#include \"" << name << "\"\n";
}

void SourceFile::printHead(llvm::raw_ostream &os) {
  SmallVector<std::string> texts, sources;
  for (const ModelInfo &info : models) {
    texts.push_back("'" + info.name + "'");
    if (!info.source.empty() && !llvm::is_contained(sources, info.source))
      sources.push_back(info.source);
  }
  std::string purpose = (models.size() == 1 ? "The model " : "The models ") +
                        llvm::join(texts, ", ") + " as C99.";
  if (getModelParts(module).registry)
    purpose = "The function registry of the models that it names.";
  ModelInfo all = models.front();
  all.source = llvm::join(sources, ", ");
  printFileHead(all, options, purpose, os);
}

FailureOr<CSource> SourceFile::make() {
  SymbolLookupScope scope(module);
  for (StringRef name :
       {"INFINITY", "NAN", "INT32_MIN", "INT64_MIN", "INT64_C", "UINT64_C",
        "size_t", "ptrdiff_t", "CHAR_BIT", "main", "int8_t", "int16_t",
        "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t"})
    fileNames.insert(name);
  for (StringRef element : {"int16_t", "uint16_t", "int32_t", "uint32_t",
                            "int64_t", "uint64_t", "float", "double"})
    fileNames.insert(aliasName(element));
  module.walk([&](Operation *op) { collectFileNames(op); });
  std::string data, code;
  llvm::raw_string_ostream dataStream(data), codeStream(code);
  if (failed(printRest(dataStream)))
    return failure();
  for (emitc::FuncOp function : order.functions)
    if (failed(printFunction(function, codeStream)))
      return failure();
  std::string assertions;
  llvm::raw_string_ostream assertionStream(assertions);
  printStaticAssertions(module, models, variables, code, assertionStream);
  std::string text;
  llvm::raw_string_ostream os(text);
  printHead(os);
  llvm::StringSet<> words;
  collectIdentifiers(code, words);
  // Steps stand in front of the functions that call them.
  bool computesFloats = words.contains("float") || words.contains("double") ||
                        llvm::any_of(words.keys(), [](StringRef word) {
                          return word.starts_with("tir_dot_lanes_");
                        });
  collectIdentifiers(data, words);
  collectIdentifiers(assertions, words);
  printIncludes(words, os);
  if (computesFloats)
    os << kNoContraction;
  os << kByteCheck;
  printCompilerMacros([&](StringRef name) { return words.contains(name); },
                      variables.hasAlignedVariables(), os);
  GlobalPrinter::Tables tables = variables.getTables();
  for (auto &table : tables)
    table.first += text.size();
  os << data << assertions << code;
  printInterfaceComment(module, os);
  return CSource(std::move(text), std::move(tables));
}

void CSource::print(llvm::raw_ostream &os) const {
  StringRef rest = text;
  size_t printed = 0;
  for (auto [offset, elements] : tables) {
    os << rest.slice(printed, offset);
    printInitializer(elements, os);
    printed = offset;
  }
  os << rest.drop_front(printed);
}

std::string CSource::getOutline() const {
  std::string outline;
  size_t copied = 0;
  for (const auto &table : tables) {
    outline.append(text, copied, table.first - copied);
    outline += "{0}";
    copied = table.first;
  }
  return outline.append(text, copied);
}

FailureOr<CSource> tir::makeCSource(ModuleOp module,
                                    const CSourceOptions &options) {
  FailureOr<std::vector<ModelInfo>> models = readModelInfos(module);
  if (failed(models) || failed(verifyExportable(module)))
    return failure();
  // The writer simplifies the module that it prints, so work on a copy.
  OwningOpRef<ModuleOp> copy = module.clone();
  Purity purity;
  if (options.identity)
    referToIdentities(*copy, *models);
  prepare(*copy, purity);
  CallOrder order = getCallOrder(*copy);
  declareFunctions(*copy, order);
  return SourceFile(*copy, order, purity, *models, options).make();
}

LogicalResult tir::emitCSource(ModuleOp module, const CSourceOptions &options,
                               llvm::raw_ostream &os) {
  FailureOr<CSource> source = makeCSource(module, options);
  if (failed(source))
    return failure();
  source->print(os);
  return success();
}
