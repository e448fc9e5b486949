//===- AnnotateModel.cpp - Names of the model, its inputs and outputs
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Import/Passes.h"

#include "ModelPorts.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "tir/ABI/Names.h"
#include "tir/ABI/ReservedNames.h"
#include "tir/Dialect/TIR/IR/DialectSuccessors.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Import/TensorOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

namespace tir {
#define GEN_PASS_DEF_TIRANNOTATEMODELPASS
#include "tir/Dialect/TIR/Transforms/Import/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct AnnotateModelPass
    : public tir::impl::TIRAnnotateModelPassBase<AnnotateModelPass> {
  using TIRAnnotateModelPassBase::TIRAnnotateModelPassBase;

  void runOnOperation() override {
    auto entries = llvm::filter_to_vector(
        getOperation().getOps<FunctionOpInterface>(),
        [](FunctionOpInterface function) { return !function.isPrivate(); });
    if (entries.empty()) {
      getOperation().emitError(
          "no public function; expected the entry function that "
          "tir-select-entry chose");
      return signalPassFailure();
    }
    if (failed(checkModelName()) || failed(renameVariables()))
      return signalPassFailure();
    // If there are several models, each has its name (see tir-select-entry).
    for (FunctionOpInterface entry : entries)
      if (failed(annotate(entry, entries.size() == 1 ? StringRef(modelName)
                                                     : getModelName(entry))))
        return signalPassFailure();
  }

  LogicalResult annotate(FunctionOpInterface entry, StringRef name) {
    SmallVector<Port> ports = findPorts(entry);
    if (failed(renamePorts(entry, ports)) || failed(checkNames(entry, ports)))
      return failure();
    attach(entry, ports, name);
    return attachQuantization(entry, ports);
  }

  LogicalResult checkModelName() {
    if (isPartOfCName(modelName))
      return success();
    InFlightDiagnostic diag = getOperation().emitError("model name '")
                              << modelName
                              << "' cannot be part of a C name; expected ASCII "
                                 "letters, digits and '_'";
    if (modelName.empty())
      return diag << ", at least one";
    return diag << ": give --model-name=" << sanitizeName(modelName);
  }

  /// Returns the new names by the old ones. Which of these are none is known
  /// for the ports.
  FailureOr<llvm::StringMap<StringRef>> readRenamings() {
    llvm::StringMap<StringRef> names;
    for (const std::string &text : rename) {
      llvm::Expected<Renaming> renaming = parseRenaming(text);
      if (!renaming)
        return getOperation().emitError()
               << llvm::toString(renaming.takeError());
      if (!names.try_emplace(renaming->from, renaming->to).second)
        return getOperation().emitError()
               << "--rename=" << text << ": '" << renaming->from
               << "' is renamed twice; expected one new name";
    }
    return names;
  }

  /// Checks that no variable gets the name of another symbol.
  LogicalResult checkVariables(const llvm::StringMap<StringRef> &names) {
    llvm::StringMap<tosa::VariableOp> renamed;
    for (auto variable : getOperation().getOps<tosa::VariableOp>()) {
      StringRef name = variable.getSymName();
      if (auto found = names.find(name); found != names.end())
        name = found->second;
      auto [it, inserted] = renamed.try_emplace(name, variable);
      Operation *other = it->second;
      // Functions and other symbols keep their names.
      if (Operation *symbol = SymbolTable::lookupSymbolIn(getOperation(), name);
          inserted && symbol && !isa<tosa::VariableOp>(symbol))
        other = symbol;
      if (other == variable)
        continue;
      InFlightDiagnostic diag = variable.emitError("the variable '")
                                << variable.getSymName() << "' becomes '"
                                << name
                                << "', which is the name of another symbol; "
                                   "expected another name after --rename";
      diag.attachNote(other->getLoc()) << "the other symbol";
      return diag;
    }
    return success();
  }

  LogicalResult renameVariables() {
    FailureOr<llvm::StringMap<StringRef>> names = readRenamings();
    if (failed(names) || failed(checkVariables(*names)))
      return failure();
    Builder builder(&getContext());
    auto find = [&](StringAttr name) {
      auto found = names->find(name.getValue());
      return found == names->end() ? name
                                   : builder.getStringAttr(found->second);
    };
    getOperation().walk([&](Operation *op) {
      if (auto variable = dyn_cast<tosa::VariableOp>(op)) {
        if (names->contains(variable.getSymName()))
          variables.insert(variable.getSymName());
        variable.setSymNameAttr(find(variable.getSymNameAttr()));
      } else if (auto read = dyn_cast<tosa::VariableReadOp>(op)) {
        read.setNameAttr(find(read.getNameAttr()));
      } else if (auto write = dyn_cast<tosa::VariableWriteOp>(op)) {
        write.setNameAttr(find(write.getNameAttr()));
      }
    });
    return success();
  }

  /// Renames the input or output that the option means, unless it means a
  /// variable.
  LogicalResult renamePort(FunctionOpInterface entry,
                           MutableArrayRef<Port> ports, StringRef text) {
    Renaming renaming = cantFail(parseRenaming(text));
    auto named = llvm::make_filter_range(
        ports, [&](const Port &port) { return port.oldName == renaming.from; });
    const Port *found = named.empty() ? nullptr : &*named.begin();
    if (llvm::hasNItemsOrMore(named, 2))
      return entry->emitError()
             << "--rename=" << text << ": " << found->describe() << " and "
             << std::next(named.begin())->describe() << " of @"
             << entry.getName()
             << " have this name; expected a name of one of them: give it "
                "the attribute tir.name";
    bool isVariable = variables.contains(renaming.from);
    if (!found && !isVariable)
      found = findByNameInC(ports, renaming.from);
    if (found && isVariable)
      return entry->emitError()
             << "--rename=" << text << ": " << found->describe() << " of @"
             << entry.getName()
             << " and a variable have this name; expected a name of one of "
                "them: rename one in the model";
    if (!found && !isVariable)
      return reportUnknown(entry, ports, "--rename=" + text, renaming.from,
                           "input, output or variable");
    if (found)
      ports[found - ports.data()].name = renaming.to;
    return success();
  }

  LogicalResult renamePorts(FunctionOpInterface entry,
                            MutableArrayRef<Port> ports) {
    for (const std::string &text : rename)
      if (failed(renamePort(entry, ports, text)))
        return failure();
    return success();
  }

  /// Reports that an option names a tensor that there is not.
  LogicalResult reportUnknown(FunctionOpInterface entry, ArrayRef<Port> ports,
                              const Twine &option, StringRef name,
                              StringRef what) {
    InFlightDiagnostic diag =
        entry->emitError() << option << ": @" << entry.getName() << " has no "
                           << what << " '" << name << "'; it has ";
    llvm::interleaveComma(ports, diag, [&](const Port &port) {
      diag << (port.isInput ? "input '" : "output '") << port.oldName << "'";
    });
    for (auto variable : getOperation().getOps<tosa::VariableOp>())
      diag << ", variable '" << variable.getSymName() << "'";
    return diag;
  }

  /// Checks the names. Inputs and outputs are fields of two different structs,
  /// but share the name space of the macros, where case does not count.
  static LogicalResult checkNames(FunctionOpInterface entry,
                                  ArrayRef<Port> ports) {
    constexpr StringLiteral remedy =
        ": rename it in the model, or give that argument or result of the "
        "entry function the attribute tir.name, or the option "
        "--rename=OLD:NEW";
    llvm::StringMap<const Port *> seen;
    for (const Port &port : ports) {
      std::string name = fieldName(port.name);
      if (llvm::isDigit(name.front()))
        return entry->emitError()
               << port.describe() << " of @" << entry.getName()
               << " would be the C struct field '" << name
               << "', which begins with a digit; expected a letter or '_' "
                  "first"
               << remedy;
      if (StringRef why = whyReserved(name); !why.empty())
        return entry->emitError()
               << port.describe() << " of @" << entry.getName()
               << " would be the C struct field '" << name << "', which is "
               << why << "; expected another identifier" << remedy;
      if (macroName(name) == "WORKSPACE")
        return entry->emitError()
               << port.describe() << " of @" << entry.getName()
               << " would have the macro ..._WORKSPACE_SIZE, which the header "
                  "uses for the size of the workspace; expected another name"
               << remedy;
      auto [it, inserted] = seen.try_emplace(macroName(name), &port);
      if (!inserted)
        return entry->emitError()
               << it->second->describe() << " and " << port.describe()
               << " of @" << entry.getName() << " both become '"
               << (fieldName(it->second->name) == name ? name : macroName(name))
               << "' in C; expected names that differ in more than case and "
                  "punctuation: rename one in the model, or give that argument "
                  "or result of the entry function the attribute tir.name, or "
                  "the option --rename=OLD:NEW";
    }
    return success();
  }

  void attach(FunctionOpInterface entry, ArrayRef<Port> ports, StringRef name) {
    ModuleOp module = getOperation();
    MLIRContext *context = &getContext();
    Builder builder(context);
    // The names have been read. Later phases do not use the other attributes of
    // front ends, and the packaged mlir-translate rejects them.
    for (Operation *op : {module.getOperation(), entry.getOperation()})
      for (NamedAttribute attribute :
           llvm::to_vector(op->getDiscardableAttrs()))
        if (!isAnnotation(attribute))
          op->removeDiscardableAttr(attribute.getName());
    auto rename = [&](DictionaryAttr attributes, StringRef name) {
      NamedAttrList kept;
      if (attributes)
        for (NamedAttribute attribute : attributes)
          if (isAnnotation(attribute))
            kept.append(attribute);
      kept.set(kNameAttrName, builder.getStringAttr(name));
      return kept.getDictionary(context);
    };
    SmallVector<DictionaryAttr> arguments, results;
    entry.getAllArgAttrs(arguments);
    entry.getAllResultAttrs(results);
    for (const Port &port : ports) {
      DictionaryAttr &attributes =
          (port.isArgument ? arguments : results)[port.index];
      attributes = rename(attributes, port.name);
    }
    entry.setAllArgAttrs(arguments);
    entry.setAllResultAttrs(results);

    std::string file = llvm::sys::path::filename(source).str();
    if (file.empty())
      if (auto loc = module->getLoc()->findInstanceOf<NameLoc>())
        file = loc.getName().str();
    updateModel(entry, [&](ModelParts &parts) {
      parts.name = builder.getStringAttr(name.lower());
      parts.source = builder.getStringAttr(file);
    });
  }

  LogicalResult attachQuantization(FunctionOpInterface entry,
                                   ArrayRef<Port> ports) {
    Builder builder(&getContext());
    llvm::StringSet<> quantized;
    for (const std::string &text : ioQuant) {
      llvm::Expected<TensorQuantization> given =
          parseTensorQuantization(text, ports.front().oldName);
      if (!given)
        return entry->emitError() << llvm::toString(given.takeError());
      const auto *found = llvm::find_if(
          ports, [&](const Port &port) { return port.oldName == given->name; });
      if (found == ports.end())
        found = llvm::find_if(
            ports, [&](const Port &port) { return port.name == given->name; });
      if (found == ports.end())
        if (const Port *port = findByNameInC(ports, given->name))
          found = port;
      if (found == ports.end())
        return reportUnknown(entry, ports, "--io-quant=" + text, given->name,
                             "input or output");
      if (!quantized.insert(found->name).second)
        return entry->emitError()
               << "--io-quant=" << text << ": " << found->describe() << " of @"
               << entry.getName()
               << " is given twice; expected one for each tensor";
      auto quantize = [&](PortParts &port) {
        port.encoding = EncodingAttr::withQuantization(
            port.encoding, builder.getF64FloatAttr(given->scale),
            given->zeroPoint);
      };
      if (found->isArgument)
        updatePort(entry, found->index, quantize);
      else
        updateResultPort(entry, found->index, quantize);
    }
    for (const Port &port : ports)
      if (failed(checkQuantization(entry, port)))
        return failure();
    return success();
  }

  static EncodingAttr getEncoding(FunctionOpInterface entry, const Port &port) {
    return (port.isArgument ? getPort(entry, port.index)
                            : getResultPort(entry, port.index))
        .encoding;
  }

  /// Checks the quantization of a port, whether an option or the model gave it.
  static LogicalResult checkQuantization(FunctionOpInterface entry,
                                         const Port &port) {
    EncodingAttr encoding = getEncoding(entry, port);
    if (!encoding || !encoding.getScale())
      return success();
    Type type = port.isArgument ? entry.getArgumentTypes()[port.index]
                                : entry.getResultTypes()[port.index];
    auto element = dyn_cast<IntegerType>(
        encoding.getType() ? encoding.getType() : getElementTypeOrSelf(type));
    if (!element || element.getWidth() == 1)
      return entry->emitError()
             << port.describe() << " of @" << entry.getName() << " is " << type
             << ", which has no scale and zero point; expected quantized "
                "integers: drop --io-quant for it";
    if (!encoding.getZeroPoint())
      return success();
    unsigned width = element.getWidth();
    APInt least = element.isUnsigned() ? APInt(width, 0)
                                       : APInt::getSignedMinValue(width);
    APInt most = element.isUnsigned() ? APInt::getMaxValue(width)
                                      : APInt::getSignedMaxValue(width);
    APInt number(/*numBits=*/64, *encoding.getZeroPoint(), /*isSigned=*/true);
    if (element.isUnsigned() ? number.isNonNegative() && number.isIntN(width)
                             : number.isSignedIntN(width))
      return success();
    return entry->emitError()
           << port.describe() << " of @" << entry.getName() << " is " << type
           << ", but its zero point is " << number.getSExtValue()
           << "; expected a value of its element type, "
           << llvm::toString(least, 10, !element.isUnsigned()) << " to "
           << llvm::toString(most, 10, !element.isUnsigned());
  }

  /// The old names of the variables that were renamed.
  llvm::StringSet<> variables;
};
} // namespace
