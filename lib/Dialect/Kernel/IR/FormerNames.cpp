//===- FormerNames.cpp - What was part of the dialect tir
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Until version 3 of the dialect `tir`, the operations and attributes of this
// dialect were part of it. Bytecode names an operation and stores its
// properties in the operation's own order, so that an operation can only be
// read under a name that is registered: the former names are, as soon as such a
// file is read. The upgrade then replaces the operations before anything
// verifies them.
//
//===----------------------------------------------------------------------===//

#include "FormerNames.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/Kernel/IR/ByteLaneSteps.h"
#include "tir/Dialect/Kernel/IR/CallStep.h"
#include "tir/Dialect/Kernel/IR/ColumnSteps.h"
#include "tir/Dialect/Kernel/IR/LaneSteps.h"
#include "tir/Dialect/TIR/IR/DialectSuccessors.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// The names in version 1 of the dialect.
static constexpr StringLiteral kRingAttrName = "kernel.ring",
                               kTurnsAttrName = "kernel.turns";
static constexpr StringLiteral kAttrNames[] = {
    "kernel.scratch", "kernel.range", "kernel.window", kRowsAttrName,
    kRingAttrName,    "kernel.fed",   kTurnsAttrName};

/// Returns the name of an operation or an attribute in `tir`.
static std::string getFormerName(StringRef name) {
  return ("tir." + name.split('.').second).str();
}

namespace tir::kernel::former {
/// An operation with the name that it had in `tir`.
template <typename OpT>
struct FormerOp : public OpT {
  using OpT::OpT;
  static StringRef getOperationName() {
    static const std::string name = getFormerName(OpT::getOperationName());
    return name;
  }
  static OperationName::VerifyInvariantsFn getVerifyInvariantsFn() {
    return [](Operation *op) -> LogicalResult {
      return op->emitOpError("is part of the dialect 'kernel'; write it as '")
             << OpT::getOperationName() << "'";
    };
  }
};
} // namespace tir::kernel::former

namespace {
/// The operations of the dialect.
template <typename... OpT>
struct Ops {
  static void registerFormer(Dialect &tir) {
    (registerOne<former::FormerOp<OpT>>(tir), ...);
  }

  static llvm::StringMap<StringRef> getNames() {
    llvm::StringMap<StringRef> names;
    ((names[former::FormerOp<OpT>::getOperationName()] =
          OpT::getOperationName()),
     ...);
    return names;
  }

private:
  template <typename FormerT>
  static void registerOne(Dialect &tir) {
    if (!RegisteredOperationName::lookup(FormerT::getOperationName(),
                                         tir.getContext()))
      RegisteredOperationName::insert<FormerT>(tir);
  }
};

/// The attributes of the dialect.
template <typename... AttrT>
struct Attrs {
  static std::optional<Attribute> parse(StringRef mnemonic,
                                        DialectAsmParser &parser, Type type) {
    std::optional<Attribute> result;
    (void)((AttrT::getMnemonic() == mnemonic &&
            (result = parseOne<AttrT>(parser, type), true)) ||
           ...);
    return result;
  }

private:
  template <typename OneT>
  using ParseMethod =
      decltype(OneT::parse(std::declval<AsmParser &>(), Type()));

  /// An attribute without parameters has nothing to parse.
  template <typename OneT>
  static Attribute parseOne(DialectAsmParser &parser, Type type) {
    if constexpr (llvm::is_detected<ParseMethod, OneT>::value)
      return OneT::parse(parser, type);
    else
      return OneT::get(parser.getContext());
  }
};

using AllOps = Ops<
#define GET_OP_LIST
#include "tir/Dialect/Kernel/IR/KernelOps.cpp.inc"
    ,
#define GET_OP_LIST
#include "tir/Dialect/Kernel/IR/KernelLaneOps.cpp.inc"
    ,
#define GET_OP_LIST
#include "tir/Dialect/Kernel/IR/KernelByteLaneOps.cpp.inc"
    ,
#define GET_OP_LIST
#include "tir/Dialect/Kernel/IR/KernelColumnStepOps.cpp.inc"
    ,
#define GET_OP_LIST
#include "tir/Dialect/Kernel/IR/KernelCallStepOp.cpp.inc"
    >;

using AllAttrs = Attrs<
#define GET_ATTRDEF_LIST
#include "tir/Dialect/Kernel/IR/KernelAttrs.cpp.inc"
    >;
} // namespace

//===----------------------------------------------------------------------===//
// Version 1
//===----------------------------------------------------------------------===//

/// The attributes of version 1 that are parts of others now, and those with
/// which they were together.
static constexpr StringLiteral kCalls = "tir.calls",
                               kRingRows = "tir.ring_rows",
                               kMoves = "tir.moves", kRing = "tir.ring",
                               kFed = "tir.fed", kTurns = "tir.turns",
                               kWindow = "tir.window";

static std::optional<int64_t> removeNumber(Operation *op, StringRef name) {
  auto number =
      dyn_cast_if_present<IntegerAttr>(op->removeDiscardableAttr(name));
  return number ? std::optional(number.getInt()) : std::nullopt;
}

static DenseI64ArrayAttr removeNumbers(Operation *op, StringRef name) {
  return dyn_cast_if_present<DenseI64ArrayAttr>(
      op->removeDiscardableAttr(name));
}

static void upgradeRows(Operation *op) {
  MLIRContext *context = op->getContext();
  if (op->hasAttr(kRingRows)) {
    int64_t kept = removeNumber(op, kRing).value_or(-1);
    DenseI64ArrayAttr rows = removeNumbers(op, kRingRows);
    if (rows && rows.size() == 2)
      op->setDiscardableAttr(kRingAttrName,
                             RingAttr::get(context, rows[0], rows[1], kept));
  }
  std::optional<int64_t> calls = removeNumber(op, kCalls);
  if (!calls)
    return;
  DenseI64ArrayAttr fed = removeNumbers(op, kFed),
                    turns = removeNumbers(op, kTurns);
  DenseI64ArrayAttr times = fed ? fed : turns;
  bool areTimes = times && times.size() >= 2;
  op->setDiscardableAttr(kTurnsAttrName,
                         TurnsAttr::get(context, areTimes ? times[0] : 0,
                                        areTimes ? times[1] : 1, *calls,
                                        bool(fed)));
}

static void upgradeWindows(FunctionOpInterface function) {
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i) {
    auto moves = function.getArgAttrOfType<IntegerAttr>(i, kMoves);
    auto window = function.getArgAttrOfType<RowWindowAttr>(i, kWindow);
    if (!moves || !window)
      continue;
    function.removeArgAttr(i, StringAttr::get(window.getContext(), kMoves));
    function.setArgAttr(i, kWindow,
                        RowWindowAttr::get(window.getContext(), window.getDim(),
                                           window.getUnit(), window.getStride(),
                                           window.getFirst(), window.getRows(),
                                           moves.getInt(),
                                           window.getPadding()));
  }
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Replaces the operations with former names.
static void renameOps(Operation *root) {
  llvm::StringMap<StringRef> names = AllOps::getNames();
  root->walk([&](Operation *op) {
    auto found = names.find(op->getName().getStringRef());
    if (found == names.end() || op->getNumRegions() != 0)
      return;
    OperationState state(op->getLoc(), found->second);
    state.addOperands(op->getOperands());
    state.addTypes(op->getResultTypes());
    state.addAttributes(llvm::to_vector(op->getDiscardableAttrs()));
    state.propertiesAttr = op->getPropertiesAsAttribute();
    OpBuilder builder(op);
    Operation *renamed = builder.create(state);
    op->replaceAllUsesWith(renamed->getResults());
    op->erase();
  });
}

/// Renames the keys of a dictionary.
static DictionaryAttr renameKeys(DictionaryAttr dictionary) {
  NamedAttrList renamed;
  for (NamedAttribute attribute : dictionary) {
    StringRef name = attribute.getName();
    for (StringRef current : kAttrNames)
      if (name == getFormerName(current))
        name = current;
    renamed.append(name, attribute.getValue());
  }
  return renamed.getDictionary(dictionary.getContext());
}

/// Renames the keys in the text of a plan, which modules for other tools have.
static StringAttr renameInText(StringAttr text) {
  if (!text.getValue().starts_with("#tir.plan<"))
    return text;
  std::string renamed = text.str();
  for (StringRef current : kAttrNames) {
    std::string former = getFormerName(current);
    for (size_t at = renamed.find(former); at != std::string::npos;
         at = renamed.find(former, at + 1)) {
      size_t end = at + former.size();
      if (end == renamed.size() ||
          (!llvm::isAlnum(renamed[end]) && renamed[end] != '_'))
        renamed.replace(at, former.size(), current.str());
    }
  }
  return StringAttr::get(text.getContext(), renamed);
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

namespace {
struct FormerNamesInterface : public SuccessorDialectInterface {
  using SuccessorDialectInterface::SuccessorDialectInterface;

  void registerFormerOps() const override {
    AllOps::registerFormer(*getContext()->getLoadedDialect<TIRDialect>());
  }

  std::optional<Attribute> parseFormerAttribute(StringRef mnemonic,
                                                DialectAsmParser &parser,
                                                Type type) const override {
    return AllAttrs::parse(mnemonic, parser, type);
  }

  LogicalResult upgrade(Operation *root, uint64_t version) const override {
    if (version > 3)
      return upgradeFromVersion1(root);
    if (version == 1)
      root->walk([](Operation *op) {
        upgradeRows(op);
        if (auto function = dyn_cast<FunctionOpInterface>(op))
          upgradeWindows(function);
      });
    renameOps(root);
    AttrTypeReplacer replacer;
    replacer.addReplacement(renameKeys);
    replacer.addReplacement(renameInText);
    replacer.recursivelyReplaceElementsIn(root);
    return upgradeFromVersion1(root);
  }
};
} // namespace

void tir::kernel::addFormerNames(KernelDialect &dialect) {
  dialect.addInterface<FormerNamesInterface>();
}
