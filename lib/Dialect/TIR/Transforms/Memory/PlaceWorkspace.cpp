//===- PlaceWorkspace.cpp - Where the memory of the pools comes from
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/ABI/DLTensor.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

namespace tir {
#define GEN_PASS_DEF_TIRPLACEWORKSPACEPASS
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// The alignment of what any allocator returns.
static constexpr int64_t kAllocatedAlignment = 8;

namespace {
/// A pool of the plan, and the operations in main that take its address.
struct Pool {
  std::string name;
  int64_t bytes;
  int64_t alignment;
  bool isExternal, isConstant;
  memref::GlobalOp global;
  SmallVector<memref::GetGlobalOp> addresses;
};

struct PlaceWorkspacePass
    : public tir::impl::TIRPlaceWorkspacePassBase<PlaceWorkspacePass> {
  using TIRPlaceWorkspacePassBase::TIRPlaceWorkspacePassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    bool isPlanned = false;
    for (auto main : module.getOps<PrimFuncOp>()) {
      if (!getPlan(main))
        continue;
      isPlanned = true;
      if (failed(place(main)))
        return signalPassFailure();
    }
    if (isPlanned || workspace == Workspace::Internal)
      return;
    module.emitError(
        "has no tir.prim_func with a plan in 'tir.model' that says which "
        "globals are pools; run tir-plan-memory first");
    signalPassFailure();
  }

private:
  LogicalResult place(PrimFuncOp main);
  LogicalResult readPlan(PrimFuncOp main, SmallVectorImpl<Pool> &pools);
  static LogicalResult findAddresses(PrimFuncOp main,
                                     MutableArrayRef<Pool> pools);
  static void addArguments(PrimFuncOp main, MutableArrayRef<Pool> pools);
  void placeInCall(PrimFuncOp main, MutableArrayRef<Pool> pools);
  static void placeOnStack(PrimFuncOp main, MutableArrayRef<Pool> pools);
  void allocateAll(PrimFuncOp main, MutableArrayRef<Pool> pools);
  Value allocate(OpBuilder &builder, Location loc, Pool &pool);
  Value align(OpBuilder &builder, Location loc, Pool &pool, Value memory);
  void check(OpBuilder &builder, Location loc, Value condition,
             const Twine &message, Value number = {});
  Value code(OpBuilder &builder, Location loc, int32_t value);
};
} // namespace

//===----------------------------------------------------------------------===//
// The plan and its uses
//===----------------------------------------------------------------------===//

/// Places the pools of one model.
LogicalResult PlaceWorkspacePass::place(PrimFuncOp main) {
  SmallVector<Pool> pools;
  if (failed(readPlan(main, pools)) || failed(findAddresses(main, pools)))
    return failure();
  bool isUsed = llvm::any_of(
      pools, [](const Pool &pool) { return !pool.addresses.empty(); });
  if (isUsed) {
    Pool *firstAllocated =
        std::stable_partition(pools.begin(), pools.end(),
                              [](const Pool &pool) { return pool.isExternal; });
    addArguments(main, {pools.begin(), firstAllocated});
    MutableArrayRef<Pool> allocated(firstAllocated, pools.end());
    if (!allocated.empty() && workspace == Workspace::Call)
      placeInCall(main, allocated);
    else if (!allocated.empty())
      allocateAll(main, allocated);
  }
  // Models share the pools that their module declares.
  SymbolTableCollection symbols;
  SymbolUserMap users(symbols, main->getParentOfType<ModuleOp>());
  for (Pool &pool : pools)
    if (users.useEmpty(pool.global))
      pool.global.erase();
  return success();
}

LogicalResult PlaceWorkspacePass::readPlan(PrimFuncOp main,
                                           SmallVectorImpl<Pool> &pools) {
  PlanAttr plan = getPlan(main);
  SymbolTable symbols(main->getParentOfType<ModuleOp>());
  SmallVector<PlannedPoolAttr> planned = getPlannedPools(plan);
  llvm::append_range(planned, getPlannedConstantPools(plan));
  for (PlannedPoolAttr pool : planned) {
    // An internal pool stays the global that it is.
    if (workspace == Workspace::Internal && !pool.isOfApplication())
      continue;
    auto global = symbols.lookup<memref::GlobalOp>(pool.getName());
    if (!global)
      return main.emitOpError("the plan in 'tir.model' names the pool @")
             << pool.getName().getValue()
             << ", but there is no such memref.global; run the pass once, "
                "after tir-plan-memory";
    bool isExternal =
        pool.isOfApplication() || workspace == Workspace::External;
    Attribute section = getGlobalParts(global).section;
    // The module says where this memory is.
    if (section && !isExternal && workspace == Workspace::Call)
      continue;
    if (section && workspace == Workspace::Backend)
      return global.emitError("the pool '")
             << pool.getName().getValue() << "' is in the section " << section
             << ", but with workspace=backend (--workspace=backend) pools are "
                "allocated when the model runs; drop one of them";
    pools.push_back({pool.getName().str(),
                     pool.getBytes(),
                     pool.getAlignment(),
                     isExternal,
                     bool(pool.getContents()),
                     global,
                     {}});
  }
  return success();
}

static bool hasPool(PlanAttr plan, StringRef name) {
  auto isPool = [&](PlannedPoolAttr pool) { return pool.getName() == name; };
  return llvm::any_of(getPlannedPools(plan), isPool) ||
         llvm::any_of(getPlannedConstantPools(plan), isPool);
}

/// Fails with an error if another function uses the pools.
LogicalResult PlaceWorkspacePass::findAddresses(PrimFuncOp main,
                                                MutableArrayRef<Pool> pools) {
  SymbolTableCollection symbols;
  SymbolUserMap users(symbols, main->getParentOfType<ModuleOp>());
  bool isUsed = false;
  for (Pool &pool : pools) {
    for (Operation *user : users.getUsers(pool.global)) {
      auto address = dyn_cast<memref::GetGlobalOp>(user);
      auto function = user->getParentOfType<PrimFuncOp>();
      // Another model of the module may share the pool.
      if (address && function && function != main &&
          hasPool(getPlan(function), pool.name))
        continue;
      if (!address || function != main) {
        InFlightDiagnostic diag =
            user->emitOpError("uses the pool @")
            << pool.name
            << ", but only the model's main function may use a pool; pass the "
               "buffer to this function";
        diag.attachNote(pool.global.getLoc()) << "the pool is declared here";
        return diag;
      }
      isUsed = true;
      pool.addresses.push_back(address);
    }
  }
  // If nothing uses the pools, the function does not change, and may have
  // callers.
  if (!isUsed)
    return success();
  for (Operation *user : users.getUsers(main)) {
    InFlightDiagnostic diag = user->emitOpError("refers to @")
                              << main.getSymName()
                              << ", whose pools are to be placed; run the pass "
                                 "before the entry point is created";
    diag.attachNote(main.getLoc()) << "the function is declared here";
    return diag;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// From the application
//===----------------------------------------------------------------------===//

void PlaceWorkspacePass::addArguments(PrimFuncOp main,
                                      MutableArrayRef<Pool> pools) {
  OpBuilder builder(main.getContext());
  unsigned index = main.getNumArguments();
  // Contexts are the last arguments.
  while (index > 0 &&
         isa<DeviceContextType>(main.getArgumentTypes()[index - 1]))
    --index;
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attributes;
  for (const Pool &pool : pools) {
    types.push_back(MemRefType::get(pool.bytes, builder.getI8Type()));
    auto name = builder.getStringAttr(pool.name);
    PortParts port;
    port.alignment = pool.alignment;
    port.pool = name;
    attributes.push_back(builder.getDictionaryAttr(
        {builder.getNamedAttr(
             kEffectAttrName,
             EffectAttr::get(main.getContext(), pool.isConstant
                                                    ? Effect::Read
                                                    : Effect::ReadWrite)),
         builder.getNamedAttr(kNameAttrName, name),
         builder.getNamedAttr(kPortAttrName, port.get(main.getContext()))}));
  }
  (void)main.insertArguments(
      SmallVector<unsigned>(pools.size(), index), types, attributes,
      SmallVector<Location>(pools.size(), main.getLoc()));
  for (Pool &pool : pools) {
    Value argument = main.getArgument(index++);
    for (memref::GetGlobalOp address : pool.addresses) {
      Value place = argument;
      if (address.getType() != argument.getType()) {
        builder.setInsertionPoint(address);
        Value zero =
            arith::ConstantIndexOp::create(builder, address.getLoc(), 0);
        place = memref::ViewOp::create(builder, address.getLoc(),
                                       address.getType(), place, zero,
                                       /*sizes=*/ValueRange());
      }
      address.replaceAllUsesWith(place);
      address.erase();
    }
  }
}

//===----------------------------------------------------------------------===//
// From the stack
//===----------------------------------------------------------------------===//

/// Returns the bytes from which an address can be rounded up.
static int64_t getBytesToAlign(const Pool &pool) {
  return std::max<int64_t>(pool.alignment - kAllocatedAlignment, 0);
}

/// Gives each call pools of its own, and says in the plan where they are.
void PlaceWorkspacePass::placeInCall(PrimFuncOp main,
                                     MutableArrayRef<Pool> pools) {
  uint64_t bytes = 0;
  for (const Pool &pool : pools)
    bytes += pool.bytes;
  bool isOnStack = bytes <= stackLimit;
  if (isOnStack)
    placeOnStack(main, pools);
  else
    allocateAll(main, pools);
  PlanParts plan(getPlan(main));
  plan.workspace =
      StringAttr::get(main.getContext(), isOnStack ? "stack" : "allocated");
  setPlan(main, plan);
}

void PlaceWorkspacePass::placeOnStack(PrimFuncOp main,
                                      MutableArrayRef<Pool> pools) {
  for (Pool &pool : pools) {
    auto builder = OpBuilder::atBlockBegin(&main.getBody().front());
    Value place =
        memref::AllocaOp::create(builder, main.getLoc(), pool.global.getType(),
                                 builder.getI64IntegerAttr(pool.alignment));
    for (memref::GetGlobalOp address : pool.addresses) {
      address.replaceAllUsesWith(place);
      address.erase();
    }
  }
}

//===----------------------------------------------------------------------===//
// From the runtime
//===----------------------------------------------------------------------===//

void PlaceWorkspacePass::allocateAll(PrimFuncOp main,
                                     MutableArrayRef<Pool> pools) {
  Location loc = main.getLoc();
  Block &body = main.getBody().front();
  SmallVector<Operation *> steps;
  for (Operation &op : body.without_terminator())
    steps.push_back(&op);
  OpBuilder builder(body.getTerminator());
  SmallVector<Value> places;
  for (Pool &pool : pools) {
    Value memory = allocate(builder, loc, pool);
    // The pools are freed in reverse order.
    auto tryOp = TryOp::create(builder, loc);
    builder.setInsertionPointToStart(&tryOp.getCleanup().emplaceBlock());
    Value type = code(builder, loc, kDLCPU);
    Value number = code(builder, loc, 0);
    CallExternOp::create(
        builder, loc, TypeRange(),
        FlatSymbolRefAttr::get(builder.getContext(), "TVMBackendFreeWorkspace"),
        ValueRange{type, number, memory}, /*device_context=*/Value(),
        /*returns_void=*/nullptr, builder.getI32IntegerAttr(0),
        /*arg_attrs=*/nullptr, /*res_attrs=*/nullptr);
    builder.setInsertionPointToStart(&tryOp.getBody().emplaceBlock());
    Value offset;
    if (workspace == Workspace::Call) {
      offset = align(builder, loc, pool, memory);
    } else if (pool.alignment > 1) {
      Value remainder =
          MisalignmentOp::create(builder, loc, builder.getI64Type(), memory,
                                 builder.getI64IntegerAttr(pool.alignment));
      Value zero =
          arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(0));
      check(builder, loc,
            arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                  remainder, zero),
            "TVMBackendAllocWorkspace was asked for memory of the pool '" +
                pool.name + "' at an address divisible by " +
                Twine(pool.alignment) + ", but the remainder is ",
            remainder);
    }
    places.push_back(PointerCastOp::create(builder, loc, pool.global.getType(),
                                           memory, offset));
  }
  for (Operation *step : steps) {
    step->remove();
    builder.insert(step);
  }
  for (auto [pool, place] : llvm::zip_equal(pools, places))
    for (memref::GetGlobalOp address : pool.addresses) {
      address.replaceAllUsesWith(place);
      address.erase();
    }
}

Value PlaceWorkspacePass::allocate(OpBuilder &builder, Location loc,
                                   Pool &pool) {
  int64_t bytes = pool.bytes;
  if (workspace == Workspace::Call)
    bytes += getBytesToAlign(pool);
  Type element = pool.global.getType().getElementType();
  // Allocators may use this hint. If DLPack has no such type, it says bytes.
  DLDataType hint =
      getDLDataType(element).value_or(DLDataType{DLDataTypeCode::Int, 8});
  Value arguments[] = {
      code(builder, loc, kDLCPU), code(builder, loc, 0),
      arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(bytes)),
      code(builder, loc, int32_t(hint.code)), code(builder, loc, hint.bits)};
  auto call = CallExternOp::create(
      builder, loc, TypeRange(HandleType::get(builder.getContext())),
      FlatSymbolRefAttr::get(builder.getContext(), "TVMBackendAllocWorkspace"),
      arguments, /*device_context=*/Value(), /*returns_void=*/nullptr,
      builder.getI32IntegerAttr(0), /*arg_attrs=*/nullptr,
      /*res_attrs=*/nullptr);
  Value isNull =
      IsNullOp::create(builder, loc, builder.getI1Type(), call.getResult(0));
  Value yes =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  check(builder, loc, arith::XOrIOp::create(builder, loc, isNull, yes),
        "TVMBackendAllocWorkspace has no " + Twine(bytes) +
            " bytes for the pool '" + pool.name + "'");
  return call.getResult(0);
}

/// Returns the offset of the first address with the pool's alignment, or null
/// if that is the first one.
Value PlaceWorkspacePass::align(OpBuilder &builder, Location loc, Pool &pool,
                                Value memory) {
  if (getBytesToAlign(pool) == 0)
    return {};
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  };
  Value remainder =
      MisalignmentOp::create(builder, loc, builder.getI64Type(), memory,
                             builder.getI64IntegerAttr(pool.alignment));
  Value rest =
      arith::SubIOp::create(builder, loc, number(pool.alignment), remainder);
  return arith::AndIOp::create(builder, loc, rest, number(pool.alignment - 1));
}

void PlaceWorkspacePass::check(OpBuilder &builder, Location loc,
                               Value condition, const Twine &message,
                               Value number) {
  AssertOp::create(builder, loc, condition, builder.getStringAttr(message),
                   number, OnErrorAttr::get(builder.getContext(), onError),
                   /*kind=*/nullptr);
}

Value PlaceWorkspacePass::code(OpBuilder &builder, Location loc,
                               int32_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI32IntegerAttr(value));
}
