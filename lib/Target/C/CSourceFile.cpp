//===- CSourceFile.cpp - The layout of the generated C file
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerMacros.h"
#include "FunctionPrinter.h"
#include "KernelComment.h"
#include "tir/Target/C/CTypes.h"
#include "tir/Target/C/ModelInfo.h"

#include "tir/ABI/Names.h"
#include "tir/ABI/ReservedNames.h"
#include "tir/Conversion/EmitCCommon/CallOrder.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/AttributeText.h"
#include "tir/Dialect/TIR/IR/FoldedChannels.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"
#include "tir/Support/Escape.h"
#include "tir/Target/EmbeddedInterface.h"
#include "tir/Target/Exportable.h"
#include "tir/Target/StaticMemory.h"
#include "llvm/ADT/StringExtras.h"

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
  SourceFile(ModuleOp module, ArrayRef<ModelInfo> models,
             const CSourceOptions &options)
      : module(module), models(models), names(module), options(options) {}

  FailureOr<CSource> make();

private:
  const ModelInfo &getModel(Operation *symbol) const;
  void printHead(llvm::raw_ostream &os);
  void collectFileNames();
  LogicalResult printGlobal(emitc::GlobalOp global,
                            llvm::raw_string_ostream &os);
  bool isMemory(emitc::GlobalOp global);
  LogicalResult printMemoryGlobal(emitc::GlobalOp global,
                                  llvm::raw_string_ostream &os);
  LogicalResult printDeclaration(emitc::DeclareFuncOp declaration,
                                 llvm::raw_ostream &os);
  LogicalResult printFunction(emitc::FuncOp function, llvm::raw_ostream &os);
  LogicalResult printRest(llvm::raw_string_ostream &os);
  void printKernelComment(emitc::FuncOp function, llvm::raw_ostream &os);
  void printIncludes(const llvm::StringSet<> &words, llvm::raw_ostream &os);
  LogicalResult printInitialValue(emitc::GlobalOp global, Attribute value,
                                  llvm::raw_string_ostream &os);
  void printAssertions(StringRef body, llvm::raw_ostream &os);

  ModuleOp module;
  ArrayRef<ModelInfo> models;
  ModelNames names;
  const CSourceOptions &options;
  Purity purity;
  llvm::StringSet<> fileNames, declared;
  /// Whether a variable other than the pools is aligned.
  bool hasAlignedTables = false;
  /// The prefixes of the models whose workspace has a comment.
  llvm::StringSet<> withWorkspaceComment;
  /// The variables in RAM that are padded, by name.
  llvm::StringMap<StaticVariable> padded;
  /// The tables of constants, with their positions in the text of the data.
  std::vector<std::pair<size_t, ElementsAttr>> tables;
};
} // namespace

/// Returns the model of a symbol.
const ModelInfo &SourceFile::getModel(Operation *symbol) const {
  const auto *found = llvm::find_if(models, [&](const ModelInfo &info) {
    return info.prefix == mangleModelName(names.lookup(symbol));
  });
  return found == models.end() ? models.front() : *found;
}

/// Collects all names that a local must not have: symbols, and every word in
/// text that other passes wrote as C.
void SourceFile::collectFileNames() {
  for (StringRef name : {"INFINITY", "NAN", "INT32_MIN", "INT64_MIN", "INT64_C",
                         "UINT64_C", "size_t", "ptrdiff_t", "CHAR_BIT", "main"})
    fileNames.insert(name);
  for (StringRef element : {"int16_t", "uint16_t", "int32_t", "uint32_t",
                            "int64_t", "uint64_t", "float", "double"})
    fileNames.insert(aliasName(element));
  for (StringRef sign : {"int", "uint"})
    for (StringRef width : {"8_t", "16_t", "32_t", "64_t"})
      fileNames.insert((sign + width).str());
  module.walk([&](Operation *op) {
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
  });
}

void SourceFile::printKernelComment(emitc::FuncOp function,
                                    llvm::raw_ostream &os) {
  auto place = function->getAttrOfType<StringAttr>(kPlaceAttrName);
  if (!place)
    return;
  auto getPlaces = [&](StringRef key) {
    SmallVector<std::string> places;
    if (auto list = function->getAttrOfType<ArrayAttr>(key))
      for (auto name : list.getAsValueRange<StringAttr>())
        places.push_back(escapeForComment(name));
    return places;
  };
  SmallVector<std::string> sharedBy = getPlaces(kSharedByAttrName);
  SmallVector<std::string> fused = getPlaces(kFusedAttrName);
  std::string text = sharedBy.empty() ? escapeForComment(place.getValue())
                                      : llvm::join(sharedBy, ", ");
  // If there are several models, they may share the kernel.
  const ModelInfo &info = models.front();
  if (models.size() == 1 && !info.source.empty())
    text += " of " + escapeForComment(info.source);
  auto macs = function->getAttrOfType<IntegerAttr>(kMACsAttrName);
  SmallVector<std::string> parts;
  // The name of a kernel with one operator already states the operator.
  if (fused.size() > std::max<size_t>(sharedBy.size(), 1))
    parts.push_back(llvm::join(fused, ", "));
  if (macs && macs.getInt() > 0)
    parts.push_back(withThousands(macs.getInt()) +
                    (sharedBy.empty() ? " MACs" : " MACs each"));
  if (auto channels = getAttrOrText<ArrayAttr>(function, kChannelsAttrName))
    for (Attribute one : channels)
      if (std::optional<FoldedChannels> folded = FoldedChannels::get(one))
        parts.push_back(describeConstantChannels(*folded));
  if (!parts.empty())
    text += ": " + llvm::join(parts, "; ");
  SmallVector<std::string> lines = {"/* " + text};
  for (StringRef key : {kSummaryAttrName, kBlocksAttrName})
    if (auto line = function->getAttrOfType<StringAttr>(key))
      lines.push_back(escapeForComment(line.getValue()));
  lines.back() += " */";
  os << wrap(lines.front(), 0);
  for (StringRef line : llvm::drop_begin(lines))
    os << wrapWords(line, 3);
}

LogicalResult SourceFile::printInitialValue(emitc::GlobalOp global,
                                            Attribute value,
                                            llvm::raw_string_ostream &os) {
  if (auto elements = dyn_cast<ElementsAttr>(value);
      elements && canPrintInitializer(elements)) {
    tables.push_back({os.str().size(), elements});
    return success();
  }
  std::string text =
      isa<ElementsAttr>(value) ? "" : scalarLiteral(value, global.getType());
  if (text.empty())
    return global.emitError("'emitc.global' @")
           << global.getSymName() << " has an initial value that cannot be "
           << "written as C: expected dense integers or floats of 32 or 64 "
           << "bits; make resources dense first (tir-inline-resources)";
  os << text;
  return success();
}

/// Checks the name of a symbol. A symbol may contain any text, and text that is
/// not a name could be any code.
static LogicalResult verifyName(Operation *op) {
  StringRef name = SymbolTable::getSymbolName(op);
  if (isCIdentifier(name) || name.starts_with("__tvm_"))
    return success();
  StringRef why = whyReserved(name);
  return op->emitError("'")
         << op->getName() << "' is called '" << name << "', which is "
         << (why.empty() ? "not an identifier" : why)
         << " in C; expected letters, digits and '_': rename it";
}

/// Returns whether the variable is a pool or a part of one, all of which have
/// an alignment. The application sees those with inputs and outputs.
static bool isPoolMemory(emitc::GlobalOp global) {
  return !global.getExternSpecifier() && !global.getConstSpecifier() &&
         isa<emitc::ArrayType>(global.getType()) &&
         global->hasAttr(kAlignmentAttrName);
}

/// Returns whether the variable has flags or handles, which are not in a pool.
static bool isBookkeeping(emitc::GlobalOp global) {
  return !global.getExternSpecifier() && !global.getConstSpecifier() &&
         isa<emitc::ArrayType>(global.getType()) && !isPoolMemory(global);
}

/// Returns the declaration of an array with as many elements as `variable` has
/// with its padding.
static std::string declarePadded(emitc::GlobalOp global,
                                 const StaticVariable &variable) {
  auto type = cast<emitc::ArrayType>(global.getType());
  return declare(type.getElementType(), global.getSymName()) + "[TIR_PADDED(" +
         std::to_string(type.getNumElements()) + ", " +
         typeName(type.getElementType()) + ", " +
         std::to_string(variable.paddedTo) + ")]";
}

/// Returns whether something in the memory at `address` has a type of several
/// bytes.
static bool hasWideElements(Value address) {
  if (auto pointer = dyn_cast<emitc::PointerType>(address.getType())) {
    std::string type = pointeeName(pointer);
    if (aliasName(type) != type)
      return true;
  }
  return llvm::any_of(address.getUsers(), [](Operation *user) {
    return isa<emitc::CastOp, emitc::AddOp>(user) &&
           hasWideElements(user->getResult(0));
  });
}

/// Returns whether the variable is an array of bytes that contains elements of
/// other types: a pool.
bool SourceFile::isMemory(emitc::GlobalOp global) {
  auto array = dyn_cast<emitc::ArrayType>(global.getType());
  if (!array || array.getRank() != 1 ||
      !array.getElementType().isSignlessInteger(8) ||
      global.getExternSpecifier() || !global->hasAttr(kAlignmentAttrName))
    return false;
  if (!global.getConstSpecifier())
    return true;
  return module
      ->walk([&](emitc::GetGlobalOp get) {
        return get.getName() == global.getSymName() &&
                       hasWideElements(get.getResult())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult SourceFile::printMemoryGlobal(emitc::GlobalOp global,
                                            llvm::raw_string_ostream &os) {
  Memory memory;
  memory.symbol = global.getSymName().str();
  memory.bytes = cast<emitc::ArrayType>(global.getType()).getShape().front();
  memory.extent = std::to_string(memory.bytes);
  if (auto variable = padded.find(global.getSymName());
      variable != padded.end())
    memory.extent = "TIR_PADDED(" + memory.extent + ", int8_t, " +
                    std::to_string(variable->second.paddedTo) + ")";
  memory.alignment =
      global->getAttrOfType<IntegerAttr>(kAlignmentAttrName).getInt();
  if (auto section = global->getAttrOfType<StringAttr>(kSectionAttrName))
    memory.section = makeCString(section.getValue());
  memory.specifiers =
      std::string(global.getStaticSpecifier() ? "static " : "") +
      (global.getConstSpecifier() ? "const " : "");
  memory.isDeclared =
      llvm::any_of(getModel(global).pools, [&](const PoolInfo &pool) {
        return pool.hasArguments && pool.symbol == memory.symbol;
      });
  std::optional<Attribute> value = global.getInitialValue();
  if (!value) {
    printMemory(memory, os);
    return success();
  }
  hasAlignedTables = true;
  LogicalResult result = success();
  printMemory(memory, os,
              [&] { result = printInitialValue(global, *value, os); });
  return result;
}

LogicalResult SourceFile::printGlobal(emitc::GlobalOp global,
                                      llvm::raw_string_ostream &os) {
  if (failed(verifyName(global)))
    return failure();
  const ModelInfo &info = getModel(global);
  if (isPoolMemory(global) && withWorkspaceComment.insert(info.prefix).second)
    os << "/* Memory for data between kernels. It is static, so " << info.prefix
       << "_run is not re-entrant. */\n";
  if (isMemory(global))
    return printMemoryGlobal(global, os);
  hasAlignedTables |= global->hasAttr(kAlignmentAttrName);
  if (auto alignment = global->getAttrOfType<IntegerAttr>(kAlignmentAttrName))
    os << "TIR_ALIGN(" << alignment.getInt() << ") ";
  if (auto section = global->getAttrOfType<StringAttr>(kSectionAttrName))
    os << "TIR_SECTION(" << makeCString(section.getValue()) << ") ";
  if (global.getExternSpecifier())
    os << "extern ";
  if (global.getStaticSpecifier())
    os << (isBookkeeping(global) ? "TIR_WHOLE static " : "static ");
  auto variable = padded.find(global.getSymName());
  std::string declaration = variable == padded.end()
                                ? declare(global.getType(), global.getSymName())
                                : declarePadded(global, variable->second);
  if (declaration.empty())
    return global.emitError("'emitc.global' @")
           << global.getSymName() << " has the type " << global.getType()
           << ", which C99 has no name for";
  if (global.getConstSpecifier() &&
      !StringRef(declaration).starts_with("const "))
    os << "const ";
  os << declaration;
  if (std::optional<Attribute> value = global.getInitialValue()) {
    os << " = ";
    if (failed(printInitialValue(global, *value, os)))
      return failure();
  }
  os << ";\n";
  return success();
}

LogicalResult SourceFile::printFunction(emitc::FuncOp function,
                                        llvm::raw_ostream &os) {
  if (function.isExternal() && declared.contains(function.getSymName()))
    return success();
  if (failed(verifyName(function)))
    return failure();
  os << "\n";
  printKernelComment(function, os);
  if (!function.isExternal())
    return FunctionPrinter(os, fileNames, purity).print(function);
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
  if (failed(verifyName(function)))
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
      if (failed(printGlobal(global, os)))
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

void SourceFile::printIncludes(const llvm::StringSet<> &words,
                               llvm::raw_ostream &os) {
  auto uses = [&](std::initializer_list<StringRef> names) {
    return llvm::any_of(names, [&](StringRef n) { return words.contains(n); });
  };
  SmallVector<std::string> headers;
  auto add = [&](StringRef name) {
    if (!llvm::is_contained(headers, name))
      headers.push_back(name.str());
  };
  bool usesMath =
      uses({"INFINITY", "NAN"}) || llvm::any_of(tables, [](const auto &table) {
        return usesMathMacros(table.second);
      });
  module.walk([&](emitc::CallOpaqueOp op) {
    StringRef name = op.getCallee();
    usesMath |= !name.starts_with("__builtin") && isMathFunction(name);
  });
  if (usesMath)
    add("<math.h>");
  bool usesBool = uses({"bool", "true", "false"});
  if (usesBool)
    add("<stdbool.h>");
  if (uses({"size_t", "ptrdiff_t", "NULL"}))
    add("<stddef.h>");
  add("<limits.h>");
  add("<stdint.h>");
  if (uses({"memcpy", "memset", "memmove", "memcmp"}))
    add("<string.h>");
  SmallVector<std::string> own;
  for (const ModelInfo &info : models)
    if (info.interface != Interface::None)
      own.push_back("\"" + info.prefix + ".h\"");
  SmallVector<std::string> others;
  for (auto include : module.getOps<emitc::IncludeOp>()) {
    std::string name = include.getInclude().str();
    // A comparison is a bool in EmitC, but an int in C.
    if (name == "stdbool.h" && !usesBool)
      continue;
    if (include.getIsStandardInclude())
      add("<" + name + ">");
    else if (!llvm::is_contained(own, "\"" + name + "\""))
      others.push_back("\"" + name + "\"");
  }
  llvm::sort(headers);
  for (const std::string &name : own)
    os << "#include " << name << "\n";
  if (!own.empty())
    os << "\n";
  for (const std::string &name : headers)
    os << "#include " << name << "\n";
  for (const std::string &name : others)
    os << "#include " << name << "\n";
}

void SourceFile::printAssertions(StringRef body, llvm::raw_ostream &os) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (body.contains(">> "))
    stream
        << "TIR_STATIC_ASSERT((-1 >> 1) == -1, \"a right shift must keep the "
           "sign\");\n";
  if (body.contains("float "))
    stream << "TIR_STATIC_ASSERT(sizeof(float) == 4, \"float must have 32 "
              "bits\");\n";
  SmallVector<std::string> sizes;
  int64_t bytes = 0;
  bool isExact = true;
  for (auto global : module.getOps<emitc::GlobalOp>())
    if (isPoolMemory(global))
      if (auto array = dyn_cast<emitc::ArrayType>(global.getType())) {
        int64_t count = 1;
        for (int64_t size : array.getShape())
          count *= size;
        Type element = array.getElementType();
        bytes += count * (element.isIntOrFloat()
                              ? (element.getIntOrFloatBitWidth() + 7) / 8
                              : 0);
        sizes.push_back("sizeof(" + global.getSymName().str() + ")");
        isExact &= !padded.contains(global.getSymName());
      }
  int64_t planned = 0;
  SmallVector<std::string> macros;
  for (const ModelInfo &info : models)
    if (info.interface != Interface::None) {
      planned += info.staticBytes();
      macros.push_back(info.macros + "WORKSPACE_SIZE");
      if (info.workspace == "internal")
        for (const PoolInfo &pool : info.externalPools)
          if (!pool.contents)
            macros.back() += " - " + pool.macroStem + "_SIZE";
    }
  std::string memoryText;
  llvm::raw_string_ostream memoryStream(memoryText);
  if (!macros.empty() && !sizes.empty() && bytes == planned)
    memoryStream << wrap("TIR_STATIC_ASSERT(" + llvm::join(sizes, " + ") +
                             (isExact ? " == " : " >= ") +
                             llvm::join(macros, " + ") +
                             ", \"header and source must agree\");",
                         0);
  // Models may share a pool.
  for (const ModelInfo &info : models)
    for (const PoolInfo &pool : info.pools)
      if (pool.limit && !padded.contains(pool.symbol) &&
          module.lookupSymbol<emitc::GlobalOp>(pool.symbol))
        memoryStream << wrap("TIR_STATIC_ASSERT(sizeof(" + pool.symbol +
                                 ") <= " + std::to_string(*pool.limit) +
                                 ", \"the pool has a limit\");",
                             0);
  // The union that stands for a pool elsewhere has room for its alignment.
  if (!memoryText.empty())
    stream << "#if TIR_MAY_ALIAS\n" << memoryText << "#endif\n";
  for (const ModelInfo &info : models)
    if (!info.state.empty())
      stream << wrap("TIR_STATIC_ASSERT(sizeof(struct " + info.prefix +
                         "_state) <= " + info.macros +
                         "STATE_SIZE, \"arrays must lie as they do in an "
                         "object\");",
                     0);
  if (!text.empty())
    os << "\n" << text;
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
  if (module->hasAttr(kModelsAttrName))
    purpose = "The function registry of the models that it names.";
  ModelInfo all = models.front();
  all.source = llvm::join(sources, ", ");
  printFileHead(all, options, purpose, os);
}

FailureOr<CSource> SourceFile::make() {
  prepare(module, purity);
  CallOrder order = getCallOrder(module);
  declareFunctions(module, order);
  SymbolLookupScope scope(module);
  // Where a pointer has another size, the macro rounds up to the same
  // alignment.
  for (StaticVariable &variable :
       collectStaticVariables(module, /*pointerBytes=*/4))
    if (auto global = module.lookupSymbol<emitc::GlobalOp>(variable.name);
        global && isa<emitc::ArrayType>(global.getType()) &&
        (variable.getPaddedBytes() != variable.bytes ||
         (variable.name == kHandlesName && variable.paddedTo > 1)))
      padded[variable.name] = std::move(variable);
  collectFileNames();
  std::string data, code;
  llvm::raw_string_ostream dataStream(data), codeStream(code);
  if (failed(printRest(dataStream)))
    return failure();
  for (emitc::FuncOp function : order.functions)
    if (failed(printFunction(function, codeStream)))
      return failure();
  std::string assertions;
  llvm::raw_string_ostream assertionStream(assertions);
  printAssertions(code, assertionStream);
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
                      hasAlignedTables, os);
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
  return SourceFile(*copy, *models, options).make();
}

LogicalResult tir::emitCSource(ModuleOp module, const CSourceOptions &options,
                               llvm::raw_ostream &os) {
  FailureOr<CSource> source = makeCSource(module, options);
  if (failed(source))
    return failure();
  source->print(os);
  return success();
}
