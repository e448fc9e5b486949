//===- WeightProducts.cpp - The files of --weights=blob
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WeightProducts.h"

#include "Products.h"
#include "SelfTestInputs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tir/Compiler/OptionRules.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/ModelAttrs.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/SealedConstants.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "tir/Dialect/TIR/Transforms/Safety/SafetyCodes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tir;

//===----------------------------------------------------------------------===//
// What weights must fit
//===----------------------------------------------------------------------===//

/// Returns a dictionary without what says where the model came from, which
/// another model with the same code has, too.
static Attribute withoutOrigin(Attribute attribute) {
  if (auto array = dyn_cast<ArrayAttr>(attribute))
    return ArrayAttr::get(attribute.getContext(),
                          llvm::map_to_vector(array.getValue(), withoutOrigin));
  auto dictionary = dyn_cast<DictionaryAttr>(attribute);
  if (!dictionary)
    return attribute;
  SmallVector<NamedAttribute> fields;
  for (NamedAttribute field : dictionary)
    if (field.getName() != "place")
      fields.push_back({field.getName(), withoutOrigin(field.getValue())});
  return DictionaryAttr::get(attribute.getContext(), fields);
}

/// Returns the names of operators in a location, without the file's name.
static std::string describePlace(Location location) {
  SmallVector<std::string> names;
  location->walk([&](Location part) {
    StringRef name;
    if (auto named = dyn_cast<NameLoc>(part))
      name = named.getName();
    else if (auto file = dyn_cast<FileLineColLoc>(part))
      name = file.getFilename();
    size_t colon = name.rfind(':');
    std::string text =
        (colon == StringRef::npos ? name : name.substr(colon + 1)).str();
    if (!text.empty() && !llvm::is_contained(names, text))
      names.push_back(text);
    return WalkResult::advance();
  });
  return llvm::join(names, ", ");
}

/// Prints the code without weights, and before each function, where it is from.
static std::string makeFitText(ModuleOp module) {
  OwningOpRef<ModuleOp> clone = module.clone();
  std::string text;
  llvm::raw_string_ostream os(text);
  for (Operation &op : *clone->getBody()) {
    if (auto global = dyn_cast<memref::GlobalOp>(op);
        global && global.getSymName().ends_with(kWeightPoolName))
      continue;
    op.removeAttr(kModelAttrName);
    if (Attribute interface = op.getAttr(kInterfaceAttrName))
      op.setAttr(kInterfaceAttrName, withoutOrigin(interface));
    os << '@';
    if (auto symbol = dyn_cast<SymbolOpInterface>(op))
      os << symbol.getName() << " (" << describePlace(op.getLoc()) << ')';
    os << '\n';
    op.print(os, OpPrintingFlags().useLocalScope());
    os << '\n';
  }
  return text;
}

//===----------------------------------------------------------------------===//
// The weights
//===----------------------------------------------------------------------===//

/// Returns what a call's callee names an argument.
static std::string nameArgument(Operation *user, OpOperand &use) {
  auto call = dyn_cast<CallOpInterface>(user);
  auto callee =
      call ? dyn_cast_if_present<FunctionOpInterface>(call.resolveCallable())
           : FunctionOpInterface();
  if (!callee)
    return "constant";
  unsigned index =
      use.getOperandNumber() - call.getArgOperands().getBeginOperandIndex();
  auto name = callee.getArgAttrOfType<StringAttr>(index, kNameAttrName);
  return (callee.getName() + "." +
          (name ? name.getValue() : StringRef("constant")))
      .str();
}

/// Finds the constants by the places of the pool that main functions read.
static std::vector<WeightBlob::Constant> findLayout(ModuleOp module,
                                                    int64_t poolBytes) {
  std::map<uint32_t, WeightBlob::Constant> constants;
  module.walk([&](memref::ViewOp view) {
    auto source = dyn_cast<MemRefType>(view.getSource().getType());
    IntegerAttr offset;
    if (!isa<BlockArgument>(view.getSource()) || !source ||
        source.getNumElements() != poolBytes || view->use_empty() ||
        !matchPattern(view.getByteShift(), m_Constant(&offset)))
      return;
    MemRefType type = view.getType();
    OpOperand &use = *view->use_begin();
    uint32_t at = offset.getInt();
    constants[at] = {
        at,
        uint32_t(type.getNumElements() *
                 llvm::divideCeil(type.getElementTypeBitWidth(), 8)),
        nameArgument(use.getOwner(), use)};
  });
  std::vector<WeightBlob::Constant> layout;
  for (auto &[offset, constant] : constants)
    layout.push_back(std::move(constant));
  return layout;
}

/// Returns the weights of a model, or nothing if it has none.
static std::optional<WeightBlob> makeBlob(ModuleOp module, PlanAttr plan) {
  for (PlannedPoolAttr pool : getPlannedConstantPools(plan)) {
    if (pool.getName() != kWeightPoolName)
      continue;
    WeightBlob blob;
    for (int8_t byte : pool.getContents().getValues<int8_t>())
      blob.weights.push_back(byte);
    blob.alignment = pool.getAlignment();
    blob.layout = findLayout(module, blob.weights.size());
    return blob;
  }
  return std::nullopt;
}

/// Returns the first lines of the file that says what weights fit.
static std::string makeFitHead(const CompilationOptions &options,
                               StringRef model) {
  std::string head = "tirc " + getVersion().str() + "\nmodel " + model.str();
  for (StringRef option : options.record)
    if (!option.starts_with("--origin") && !option.starts_with("--io-quant"))
      head += "\noption " + option.str();
  return head + "\n";
}

LogicalResult tir::addWeightProducts(ModuleOp module,
                                     const CompilationOptions &options,
                                     StringRef stem, MadeCode &made,
                                     OutputFiles &files) {
  if (!options.weightBlob)
    return success();
  FunctionOpInterface entry = getModels(module).front();
  std::string model = getModelName(entry).str();
  std::optional<WeightBlob> blob = makeBlob(module, getPlan(entry));
  if (!blob)
    return entry->emitError()
           << "--weights=blob: the model has no constant tensors of several "
              "numbers; expected a model with weights, or --weights=code";
  std::string fit = makeFitText(module);
  blob->code = hashOfFit(fit);
  blob->version = options.weightsVersion;
  std::string head = makeFitHead(options, model);
  if (made.selfTest) {
    blob->results = made.selfTest->results;
    head +=
        isSelfTestPattern(options.selfTest)
            ? "option --self-test=" + nameSelfTestInput(options, *made.selfTest)
            : "self-test " + llvm::toHex(getStoredInputs(*made.selfTest));
    head += '\n';
  }
  WeightFile &file = made.weights.emplace();
  file.name = (stem + ".weights.bin").str();
  std::string bytes = blob->encode();
  file.bytes = bytes.size();
  file.weightBytes = blob->weights.size();
  file.version = blob->version;
  files.add(file.name, std::move(bytes));
  files.add((stem + ".weights.fit").str(), head + "\n" + fit);
  bool isChecked =
      llvm::is_contained(options.conventions.safety, kConstantsEachRun);
  files.add((stem + "_weights.h").str(),
            makeWeightHeader(model, *blob, isChecked));
  files.add((stem + "_weights.c").str(),
            makeWeightSource(model, *blob, isChecked));
  return success();
}
