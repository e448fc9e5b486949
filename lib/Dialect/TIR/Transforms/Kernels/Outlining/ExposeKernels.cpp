//===- ExposeKernels.cpp - Results of kernels become outputs
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/Analysis/LayerNames.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Channels/RestoreChannels.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

namespace tir {
#define GEN_PASS_DEF_TIREXPOSEKERNELSPASS
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
/// The operation that computes the value of an output.
struct Origin {
  /// Its name in the plan and the report, or the operation of control flow.
  std::string kernel;
  std::string place;
  /// The name of the outputs, before it is made distinct.
  std::string stem;
  ArrayAttr reads;
};

class Exposer {
public:
  explicit Exposer(PrimFuncOp main) : main(main) {}

  LogicalResult run();

private:
  LogicalResult reserveNames();
  LogicalResult expose(OpBuilder &builder, OpResult result,
                       const Origin &origin, StringRef part);
  std::string makeDistinct(const Twine &stem);
  ArrayAttr findReads(Operation *op);

  PrimFuncOp main;
  /// The results that have become outputs, with the names of these outputs.
  llvm::MapVector<Value, Attribute> exposed;
  /// The names as macros, where case does not count.
  llvm::StringSet<> taken;
};
} // namespace

/// Reserves the names of existing outputs. Default names, which depend on the
/// position, are set explicitly, since more outputs would change them.
LogicalResult Exposer::reserveNames() {
  // The header itself uses WORKSPACE_SIZE and STATE_SIZE.
  for (StringRef reserved : {"WORKSPACE", "STATE"})
    taken.insert(reserved);
  SmallVector<unsigned> outputs;
  for (auto [index, type] : llvm::enumerate(main.getArgumentTypes())) {
    auto attr = main.getArgAttrOfType<StringAttr>(index, kNameAttrName);
    if (attr)
      taken.insert(macroName(attr));
    else if (isa<BaseMemRefType>(type) &&
             main.getEffect(index) != Effect::Read &&
             !getPort(main, index).variable)
      outputs.push_back(index);
  }
  Builder builder(main.getContext());
  for (auto [number, index] : llvm::enumerate(outputs)) {
    std::string name =
        outputs.size() == 1 ? "output" : "output" + std::to_string(number);
    if (!taken.insert(macroName(name)).second)
      return main.emitOpError("argument #")
             << index << " has no tir.name, and another is called '" << name
             << "'; name it, so that the outputs have distinct names";
    main.setArgAttr(index, kNameAttrName, builder.getStringAttr(name));
  }
  return success();
}

std::string Exposer::makeDistinct(const Twine &stem) {
  std::string base = sanitizeName(stem.str());
  if (!isCIdentifier(base))
    base = "kernel_" + base;
  std::string name = base;
  for (unsigned i = 1; !taken.insert(macroName(name)).second; ++i)
    name = base + "_" + std::to_string(i);
  return name;
}

/// Returns the outputs that `op` depends on without another output between
/// them: through reshapes and slices, and from within its regions.
ArrayAttr Exposer::findReads(Operation *op) {
  llvm::SetVector<Value> values;
  auto addOperands = [&](Operation *user) {
    user->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (!user->isAncestor(operand.getParentRegion()->getParentOp()))
          values.insert(operand);
    });
  };
  llvm::SmallSetVector<Attribute, 4> reads;
  addOperands(op);
  for (size_t i = 0; i < values.size(); ++i) {
    if (Attribute name = exposed.lookup(values[i]))
      reads.insert(name);
    else if (Operation *producer = values[i].getDefiningOp())
      addOperands(producer);
  }
  return ArrayAttr::get(main.getContext(), reads.getArrayRef());
}

/// Returns the index after all buffers, as device contexts come last.
static unsigned getNextOutput(PrimFuncOp main) {
  unsigned next = main.getNumArguments();
  while (next && !isa<BaseMemRefType>(main.getArgumentTypes()[next - 1]))
    --next;
  return next;
}

/// Adds an output for `result`, with the channels that the model gives it. The
/// copy comes immediately after the operation, before a later kernel may update
/// the value in place.
LogicalResult Exposer::expose(OpBuilder &builder, OpResult result,
                              const Origin &origin, StringRef part) {
  FailureOr<Value> whole = restoreChannels(builder, result);
  if (failed(whole))
    return failure();
  auto type = cast<RankedTensorType>(whole->getType());
  std::string name = makeDistinct(part.empty() ? Twine(origin.stem)
                                               : origin.stem + "_" + part);
  unsigned index = getNextOutput(main);
  Location loc = result.getLoc();
  exposed[result] = builder.getStringAttr(name);
  PortParts port;
  port.exposed =
      ExposedAttr::get(main.getContext(), builder.getStringAttr(origin.kernel),
                       builder.getStringAttr(origin.place), origin.reads);
  (void)main.insertArgument(
      index, MemRefType::get(type.getShape(), type.getElementType()),
      builder.getDictionaryAttr({
          builder.getNamedAttr(
              kEffectAttrName,
              EffectAttr::get(main.getContext(), Effect::Write)),
          builder.getNamedAttr(kNameAttrName, builder.getStringAttr(name)),
          builder.getNamedAttr(kPortAttrName, port.get(main.getContext())),
      }),
      loc);
  bufferization::MaterializeInDestinationOp::create(
      builder, loc, TypeRange(), *whole, main.getArgument(index),
      /*restrict=*/true, /*writable=*/true);
  return success();
}

/// Returns the origin of the results of `op` if it is a call, or control flow
/// around one; otherwise std::nullopt.
static std::optional<Origin> getOrigin(Operation *op) {
  std::string place = getLayerName(op->getLoc());
  if (auto call = dyn_cast<BufferCallOpInterface>(op)) {
    if (LayerAttr layer = getLayerOfCall(call, call.lookupDeclaration()))
      place = layer.getPlace().str();
    return Origin{call.getCalleeName().str(), place, getStepName(call), {}};
  }
  bool holdsCall = op->walk([](BufferCallOpInterface) {
                       return WalkResult::interrupt();
                     }).wasInterrupted();
  if (!holdsCall || !isa<RegionBranchOpInterface>(op))
    return std::nullopt;
  std::string name = op->getName().getStringRef().str();
  std::string stem = layerNameToIdentifier(place.empty() ? name : place);
  return Origin{name, place, stem, {}};
}

/// Returns a name that distinguishes `result` from the other results of its
/// operation: the name of the callee's argument, else its number.
static std::string getPart(OpResult result) {
  auto call = dyn_cast<BufferCallOpInterface>(result.getOwner());
  auto callee =
      call ? dyn_cast_if_present<FunctionOpInterface>(call.lookupDeclaration())
           : FunctionOpInterface();
  if (callee) {
    unsigned firstOut = call.getArgOperands().size() - call.getNumOuts();
    unsigned index = call.getCalleeIndex(firstOut + result.getResultNumber());
    if (index < callee.getNumArguments())
      if (auto name = callee.getArgAttrOfType<StringAttr>(index, kNameAttrName))
        return name.str();
  }
  return std::to_string(result.getResultNumber());
}

/// Returns true if C has a type for the elements of `value`.
static bool isExposable(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() && type.getElementType().isIntOrFloat();
}

/// Returns the first buffer operand that `call` may write, or null.
static Value findWrittenBuffer(BufferCallOpInterface call) {
  for (auto [index, operand] : llvm::enumerate(call.getArgOperands()))
    if (isa<BaseMemRefType>(operand.getType()) &&
        call.getArgEffect(index) != Effect::Read)
      return operand;
  return {};
}

LogicalResult Exposer::run() {
  WalkResult onBuffers = main.walk([&](BufferCallOpInterface call) {
    Value buffer = findWrittenBuffer(call);
    if (!buffer)
      return WalkResult::advance();
    call->emitOpError("writes a buffer, ")
        << buffer.getType()
        << ", expected calls whose results are tensors; run "
           "tir-expose-kernels after the phase 'kernels', such as by "
           "--passes-before=schedule:tir-expose-kernels";
    return WalkResult::interrupt();
  });
  if (onBuffers.wasInterrupted() || failed(reserveNames()))
    return failure();
  for (Operation &op : llvm::make_early_inc_range(main.getBody().front())) {
    SmallVector<OpResult> results =
        llvm::to_vector(llvm::make_filter_range(op.getResults(), isExposable));
    std::optional<Origin> origin = getOrigin(&op);
    if (!origin)
      continue;
    origin->reads = findReads(&op);
    OpBuilder builder(main.getContext());
    builder.setInsertionPointAfter(&op);
    for (OpResult result : results)
      if (failed(expose(builder, result, *origin,
                        results.size() > 1 ? getPart(result) : "")))
        return failure();
  }
  return success();
}

namespace {
struct ExposeKernelsPass
    : public tir::impl::TIRExposeKernelsPassBase<ExposeKernelsPass> {
  void runOnOperation() override {
    SmallVector<PrimFuncOp> found;
    for (auto function : getOperation().getOps<PrimFuncOp>())
      if (!function.isPrivate() && !function.isExternal())
        found.push_back(function);
    if (found.empty()) {
      getOperation().emitError(
          "has no public tir.prim_func to which tir-expose-kernels could add "
          "outputs; run the phase 'kernels' first");
      return signalPassFailure();
    }
    for (PrimFuncOp main : found)
      if (failed(Exposer(main).run()))
        return signalPassFailure();
  }
};
} // namespace
