//===- VerifyLaunches.cpp - Nothing disturbs a kernel that was launched
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tir/Dialect/TIR/Analysis/BufferLifetimes.h"
#include "tir/Dialect/TIR/Analysis/Launches.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"

namespace tir {
#define GEN_PASS_DEF_TIRVERIFYLAUNCHESPASS
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
/// Bytes of an array or of a buffer of the application. Without a size, it is
/// all of it.
struct Place {
  Attribute global;
  Value origin;
  uint64_t offset = 0;
  std::optional<uint64_t> bytes;

  bool overlaps(const Place &other) const {
    if (global != other.global || origin != other.origin)
      return false;
    return !bytes || !other.bytes ||
           (offset < other.offset + *other.bytes &&
            other.offset < offset + *bytes);
  }
};

/// A kernel that runs on a device.
struct Running {
  Operation *launch;
  Value context;
};

class LaunchVerifier {
public:
  LaunchVerifier(FunctionOpInterface function, Launches &launches);

  LogicalResult verify(Block &block);

private:
  static Place getPlace(Value origin);
  SmallVector<Place> getPlaces(Value buffer);
  bool mayOverlap(Value buffer, Value other);
  LogicalResult verifySync(SyncOp sync, SmallVectorImpl<Running> &running,
                           Operation *previous);
  LogicalResult verifyUse(OpOperand &use, const Running &one);
  LogicalResult verifyStep(Operation *op, ArrayRef<Running> running);

  Launches &launches;
  /// The places in pools of the values that are views there.
  llvm::DenseMap<Value, SmallVector<Place>> planned;
};
} // namespace

Place LaunchVerifier::getPlace(Value origin) {
  if (auto global = origin.getDefiningOp<memref::GetGlobalOp>())
    return {global.getNameAttr(), Value(), 0, std::nullopt};
  return {Attribute(), origin, 0, std::nullopt};
}

LaunchVerifier::LaunchVerifier(FunctionOpInterface function, Launches &launches)
    : launches(launches) {
  DataLayout layout = DataLayout::closest(function);
  function.walk([&](memref::ViewOp view) {
    std::optional<int64_t> shift = getConstantIntValue(view.getByteShift());
    MemRefType type = view.getType();
    SmallVector<Value> origins = getOrigins(view.getSource());
    if (!shift || !type.hasStaticShape() || origins.size() != 1)
      return;
    Place place = getPlace(origins.front());
    place.offset = *shift;
    place.bytes = layout.getTypeSize(type.getElementType()).getFixedValue() *
                  type.getNumElements();
    for (Value derived : getDerived(view))
      planned[derived].push_back(place);
  });
}

SmallVector<Place> LaunchVerifier::getPlaces(Value buffer) {
  if (auto known = planned.find(buffer); known != planned.end())
    return known->second;
  return llvm::map_to_vector(getOrigins(buffer), getPlace);
}

bool LaunchVerifier::mayOverlap(Value buffer, Value other) {
  SmallVector<Place> places = getPlaces(buffer), others = getPlaces(other);
  return llvm::any_of(places, [&](const Place &place) {
    return llvm::any_of(
        others, [&](const Place &second) { return place.overlaps(second); });
  });
}

/// Returns whether a call only reads an argument. One that is not declared only
/// reads the inputs of the model, also if other buffers come to lie there later
/// (`overwritten` of `tir.port`).
static bool isOnlyRead(BufferCallOpInterface call, unsigned index) {
  if (call.getArgEffect(index) == Effect::Read)
    return true;
  if (call.lookupDeclaration())
    return false;
  Value buffer = call.getArgOperands()[index];
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>()) {
    if (isa<PointerCastOp, memref::ViewOp>(*view))
      return false;
    buffer = view.getViewSource();
  }
  auto argument = dyn_cast<BlockArgument>(buffer);
  auto function = argument
                      ? dyn_cast<PrimFuncOp>(argument.getOwner()->getParentOp())
                      : PrimFuncOp();
  return function && getPort(function, argument.getArgNumber()).isOverwritten;
}

static bool isWritten(OpOperand &use) {
  auto call = dyn_cast<BufferCallOpInterface>(use.getOwner());
  if (!call)
    return mayWrite(use);
  auto args = call.getArgOperands();
  unsigned index = use.getOperandNumber() - args.getBeginOperandIndex();
  return index < args.size() && !isOnlyRead(call, index);
}

static std::string nameDevice(Value context) {
  if (DeviceOp device = getDevice(context))
    return ("@" + device.getSymName()).str();
  return ("the device of the kind \"" +
          cast<DeviceContextType>(context.getType()).getKind() + "\"")
      .str();
}

LogicalResult LaunchVerifier::verifySync(SyncOp sync,
                                         SmallVectorImpl<Running> &running,
                                         Operation *previous) {
  Value context = sync.getDeviceContext();
  auto *one = llvm::find_if(running, [&](const Running &candidate) {
    return isSameDevice(candidate.context, context);
  });
  if (one == running.end()) {
    InFlightDiagnostic diag =
        sync.emitOpError("waits for ")
        << nameDevice(context)
        << ", on which nothing runs; expected a launch before it in the same "
           "block: call a kernel with this context, or leave it out";
    if (previous)
      diag.attachNote(previous->getLoc()) << "the last launch ended here";
    return diag;
  }
  auto call = cast<BufferCallOpInterface>(one->launch);
  for (auto [index, buffer] : llvm::enumerate(call.getArgOperands())) {
    if (!isa<BaseMemRefType>(buffer.getType()) || isConstantBuffer(buffer))
      continue;
    bool isRead = isOnlyRead(call, index);
    if (llvm::is_contained(sync.getWrites(), buffer) ||
        (isRead && llvm::is_contained(sync.getReads(), buffer)))
      continue;
    InFlightDiagnostic diag =
        sync.emitOpError("lacks argument #")
        << index << " of the launch, so that its memory may be used for "
        << "something else before the kernel has ended; add it to '"
        << (isRead ? "reads" : "writes") << "'";
    diag.attachNote(call.getLoc()) << "it is launched here";
    return diag;
  }
  running.erase(one);
  return success();
}

/// Checks that an operation may use a buffer while a kernel runs.
LogicalResult LaunchVerifier::verifyUse(OpOperand &use, const Running &one) {
  if (!isa<BaseMemRefType>(use.get().getType()) || isConstantBuffer(use.get()))
    return success();
  auto call = cast<BufferCallOpInterface>(one.launch);
  bool writes = isWritten(use);
  for (auto [index, buffer] : llvm::enumerate(call.getArgOperands())) {
    if (!isa<BaseMemRefType>(buffer.getType()))
      continue;
    bool isRead = isOnlyRead(call, index);
    if ((isRead && !writes) || !mayOverlap(use.get(), buffer))
      continue;
    InFlightDiagnostic diag =
        use.getOwner()->emitOpError("operand #")
        << use.getOperandNumber() << " is " << (writes ? "written" : "read")
        << " while a kernel that " << (isRead ? "reads" : "writes")
        << " it may still run on " << nameDevice(one.context)
        << "; expected a tir.sync of the device before it";
    diag.attachNote(call.getLoc())
        << "it is argument #" << index << " of this launch";
    return diag;
  }
  return success();
}

LogicalResult LaunchVerifier::verifyStep(Operation *op,
                                         ArrayRef<Running> running) {
  for (const Running &one : running) {
    for (Value context : launches.getContexts(op)) {
      if (!isSameDevice(context, one.context))
        continue;
      InFlightDiagnostic diag =
          op->emitOpError("is launched on ")
          << nameDevice(context)
          << ", which still runs another kernel; expected a tir.sync of the "
             "device before it";
      diag.attachNote(one.launch->getLoc()) << "it was launched here";
      return diag;
    }
    WalkResult result = op->walk([&](Operation *inner) {
      if (isMemoryEffectFree(inner))
        return WalkResult::advance();
      for (OpOperand &operand : inner->getOpOperands())
        if (failed(verifyUse(operand, one)))
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return failure();
  }
  return success();
}

/// Reports a launch that may still run at the end of its block.
static LogicalResult reportUnended(const Running &one) {
  InFlightDiagnostic diag =
      one.launch->emitOpError("is launched on ")
      << nameDevice(one.context)
      << ", but nothing in its block waits for its end; expected a tir.sync "
         "after it (tir-overlap-launches)";
  if (DeviceOp device = getDevice(one.context))
    diag.attachNote(device.getLoc()) << "the device is asynchronous";
  return diag;
}

LogicalResult LaunchVerifier::verify(Block &block) {
  SmallVector<Running> running;
  llvm::SmallDenseMap<Attribute, Operation *> ended;
  for (Operation &op : block) {
    if (auto sync = dyn_cast<SyncOp>(op)) {
      Attribute kind = TypeAttr::get(sync.getDeviceContext().getType());
      if (failed(verifySync(sync, running, ended.lookup(kind))))
        return failure();
      ended[kind] = sync;
      continue;
    }
    if (failed(verifyStep(&op, running)))
      return failure();
    for (Value context : launches.getContexts(&op))
      running.push_back({&op, context});
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        if (failed(verify(inner)))
          return failure();
  }
  return running.empty() ? success() : reportUnended(running.front());
}

namespace {
struct VerifyLaunchesPass
    : public tir::impl::TIRVerifyLaunchesPassBase<VerifyLaunchesPass> {
  void runOnOperation() override {
    bool hasSyncs = getOperation()
                        .walk([](SyncOp) { return WalkResult::interrupt(); })
                        .wasInterrupted();
    bool isAsynchronous =
        llvm::any_of(getOperation().getOps<DeviceOp>(), [](DeviceOp device) {
          return listsHook(device, Hook::Sync);
        });
    if (!hasSyncs && !isAsynchronous)
      return;
    SymbolLookupScope scope(getOperation());
    Launches launches(getOperation());
    for (auto function : getOperation().getOps<FunctionOpInterface>()) {
      LaunchVerifier verifier(function, launches);
      for (Block &block : function.getFunctionBody())
        if (failed(verifier.verify(block)))
          return signalPassFailure();
    }
  }
};
} // namespace
