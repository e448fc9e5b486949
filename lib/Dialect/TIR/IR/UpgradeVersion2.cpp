//===- UpgradeVersion2.cpp - Bytecode of version 2
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Version 2 had an attribute for each thing that is known of a kernel or of an
// output, where version 3 has attributes with parameters.
//
//===----------------------------------------------------------------------===//

#include "DialectUpgrade.h"

#include "mlir/Interfaces/CallInterfaces.h"
#include "tir/Dialect/TIR/IR/AttributeText.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"

using namespace mlir;
using namespace tir;

namespace {
/// Takes attributes of version 2 out of a list. Reports those that have another
/// kind than that version writes.
class OldAttributes {
public:
  OldAttributes(Operation *op, NamedAttrList attributes)
      : op(op), attributes(std::move(attributes)) {}

  template <typename AttrT>
  AttrT take(StringRef name) {
    Attribute value = attributes.erase(name);
    auto typed = dyn_cast_if_present<AttrT>(value);
    if (value && !typed) {
      op->emitError("has '") << name << "' = " << value
                             << " in a file of version 2 of the dialect "
                                "'tir', which that version does not write";
      isValid = false;
    }
    isChanged |= bool(value);
    return typed;
  }

  int64_t takeNumber(StringRef name) {
    auto number = take<IntegerAttr>(name);
    return number ? number.getInt() : 0;
  }

  /// Adds the attribute that stands for others now. It is null, after an error,
  /// if they contradict each other.
  void add(StringRef name, Attribute value) {
    isValid &= bool(value);
    if (value)
      attributes.set(name, value);
  }

  LogicalResult getResult() const { return success(isValid); }
  bool hasChanged() const { return isChanged; }
  DictionaryAttr get() const {
    return attributes.getDictionary(op->getContext());
  }

private:
  Operation *op;
  NamedAttrList attributes;
  bool isValid = true, isChanged = false;
};
} // namespace

/// The names in version 3, of which version 6 merged some.
static constexpr StringLiteral kKernelAttrName = "tir.kernel",
                               kEntryAttrName = "tir.entry",
                               kLayerAttrName = "tir.layer",
                               kExposedAttrName = "tir.exposed",
                               kValueOfAttrName = "tir.value_of",
                               kEncodingAttrName = "tir.encoding",
                               kPlanAttrName = "tir.plan",
                               kStageAttrName = "tir.stage",
                               kExtractedAttrName = "tir.extracted",
                               kArgumentAttrName = "tir.argument";

static void upgradeKernel(Operation *function, OldAttributes &old) {
  SmallVector<FoldedChannelsAttr> channels;
  if (Attribute value = readAttributeText(old.take<Attribute>("tir.channels")))
    if (auto list = dyn_cast<ArrayAttr>(value))
      llvm::append_range(channels, list.getAsRange<FoldedChannelsAttr>());
  auto blocks = old.take<StringAttr>("tir.blocks");
  int64_t cycles = old.takeNumber("tir.cycles");
  auto fused = old.take<ArrayAttr>("tir.fused");
  auto kind = old.take<StringAttr>("tir.kind");
  int64_t macs = old.takeNumber("tir.macs");
  auto place = old.take<StringAttr>("tir.place");
  auto rowKernel = old.take<FlatSymbolRefAttr>("tir.row_kernel");
  auto sharedBy = old.take<ArrayAttr>("tir.shared_by");
  auto splitFrom = old.take<FlatSymbolRefAttr>("tir.kernel");
  auto summary = old.take<StringAttr>("tir.summary");
  // Figures of 0 are left out, so that nothing may be left.
  if (!old.hasChanged() ||
      (!blocks && channels.empty() && cycles == 0 && macs == 0 && !fused &&
       !kind && !place && !rowKernel && !sharedBy && !splitFrom && !summary))
    return;
  auto kernel = KernelAttr::getChecked(
      [&] { return function->emitError(); }, function->getContext(), blocks,
      ArrayRef<FoldedChannelsAttr>(channels), cycles, fused, kind, macs, place,
      rowKernel, sharedBy, splitFrom, summary);
  old.add(kKernelAttrName, getAttrOrItsText(function, kernel));
}

static void upgradeEntry(Operation *function, OldAttributes &old) {
  int64_t extraArgs = old.takeNumber("tir.extra_args");
  bool forLoaders = bool(old.take<UnitAttr>("tir.loader")),
       isLoaded = bool(old.take<UnitAttr>("tir.loader_entry"));
  auto registryName = old.take<StringAttr>("tir.registry_name");
  bool trustsCaller = bool(old.take<UnitAttr>("tir.trust_caller"));
  if (extraArgs == 0 && !forLoaders && !isLoaded && !registryName &&
      !trustsCaller)
    return;
  auto entry = EntryAttr::getChecked(
      [&] { return function->emitError(); }, function->getContext(), extraArgs,
      forLoaders, isLoaded, registryName, trustsCaller);
  old.add(kEntryAttrName, getAttrOrItsText(function, entry));
}

static void upgradeCall(Operation *call, OldAttributes &old) {
  auto fused = old.take<ArrayAttr>("tir.fused");
  auto place = old.take<StringAttr>("tir.place");
  if (place)
    old.add(kLayerAttrName,
            LayerAttr::getChecked([&] { return call->emitError(); },
                                  call->getContext(), fused, place));
}

/// Upgrades the attributes of an input or an output.
static OldAttributes upgradePort(Operation *op, DictionaryAttr attributes) {
  OldAttributes old(op, attributes);
  auto kernel = old.take<StringAttr>("tir.kernel"),
       place = old.take<StringAttr>("tir.place");
  auto reads = old.take<ArrayAttr>("tir.reads");
  if (kernel && place && reads)
    old.add(kExposedAttrName,
            ExposedAttr::getChecked([&] { return op->emitError(); },
                                    op->getContext(), kernel, place, reads));
  if (auto variable = old.take<FlatSymbolRefAttr>("tir.variable"))
    old.add(kValueOfAttrName, variable);
  auto scale = old.take<FloatAttr>("tir.scale");
  auto type = old.take<TypeAttr>("tir.value_type");
  std::optional<int64_t> zeroPoint;
  if (auto number = old.take<IntegerAttr>("tir.zero_point"))
    zeroPoint = number.getInt();
  if (scale || type || zeroPoint)
    old.add(kEncodingAttrName,
            EncodingAttr::getChecked(
                [&] { return op->emitError(); }, op->getContext(), scale,
                type ? type.getValue() : Type(), zeroPoint));
  return old;
}

static LogicalResult upgradePorts(FunctionOpInterface function) {
  auto upgrade = [&](DictionaryAttr attributes, auto set) {
    if (!attributes)
      return success();
    OldAttributes old = upgradePort(function, attributes);
    if (old.hasChanged())
      set(old.get());
    return old.getResult();
  };
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    if (failed(
            upgrade(function.getArgAttrDict(i), [&](DictionaryAttr attributes) {
              function.setArgAttrs(i, attributes);
            })))
      return failure();
  for (unsigned i = 0, e = function.getNumResults(); i < e; ++i)
    if (failed(upgrade(function.getResultAttrDict(i),
                       [&](DictionaryAttr attributes) {
                         function.setResultAttrs(i, attributes);
                       })))
      return failure();
  return success();
}

/// Upgrades inputs and outputs that lie in pools.
static LogicalResult upgradePlan(Operation *function) {
  auto plan = getAttrOrText<PlanAttr>(function, kPlanAttrName);
  if (!plan || plan.getArguments().empty())
    return success();
  PlanParts parts(plan);
  for (PlannedArgumentAttr &argument : parts.arguments) {
    OldAttributes old = upgradePort(function, argument.getAttributes());
    if (failed(old.getResult()))
      return failure();
    argument = PlannedArgumentAttr::get(
        function->getContext(), old.get(), argument.getKind(),
        argument.getOffset(), argument.getPool(), argument.getType());
  }
  function->setDiscardableAttr(
      kPlanAttrName,
      getAttrOrItsText(function, parts.get(function->getContext())));
  return success();
}

static LogicalResult upgradeOp(Operation *op) {
  OldAttributes old(op, op->getDiscardableAttrDictionary());
  if (isa<FunctionOpInterface>(op)) {
    upgradeKernel(op, old);
    upgradeEntry(op, old);
    if (old.take<StringAttr>(kStageAttrName))
      old.add(kExtractedAttrName, UnitAttr::get(op->getContext()));
  } else if (isa<CallOpInterface>(op)) {
    upgradeCall(op, old);
  } else if (auto argument = old.take<DictionaryAttr>(kArgumentAttrName)) {
    OldAttributes port = upgradePort(op, argument);
    if (failed(port.getResult()))
      return failure();
    old.add(kArgumentAttrName, port.get());
  }
  if (failed(old.getResult()))
    return failure();
  if (old.hasChanged())
    op->setDiscardableAttrs(old.get());
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return success(succeeded(upgradePorts(function)) &&
                   succeeded(upgradePlan(function)));
  return success();
}

LogicalResult tir::upgradeFromVersion2(Operation *root) {
  WalkResult result =
      root->walk([](Operation *op) { return WalkResult(upgradeOp(op)); });
  return result.wasInterrupted() ? failure() : upgradeFromVersion5(root);
}
