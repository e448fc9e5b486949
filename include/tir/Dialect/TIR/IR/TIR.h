//===- TIR.h - The dialect, its types, attributes and operations
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIR_H
#define TIR_DIALECT_TIR_IR_TIR_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "tir/Dialect/TIR/IR/TIRDialect.h.inc"
#include "tir/Dialect/TIR/IR/TIREnums.h.inc"

namespace tir {
struct TargetOptions;

/// The memory that a schedule of a kernel takes besides what a loop nest that
/// computes element by element does, in bytes.
struct ScheduleMemory {
  /// While a call runs.
  uint64_t scratch = 0;
  /// For the code and the constants of all calls. This is an estimate, since a
  /// C compiler makes the code.
  uint64_t flash = 0;
};

/// How far the loops of a kernel have read an input when they store element i
/// of an output, counted from front to back: they read nothing more for the
/// elements in front of (i / unit + 1) * unit - delay.
struct ReadProgress {
  int64_t unit = 1;
  int64_t delay = 0;
};
} // namespace tir

#include "tir/Dialect/TIR/IR/TIRArgumentInterfaces.h.inc"
#include "tir/Dialect/TIR/IR/TIRScheduleInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tir/Dialect/TIR/IR/TIRAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "tir/Dialect/TIR/IR/TIRTypes.h.inc"

namespace tir {

class BufferCallOpInterface;

/// Returns the value of `tir.noalias` of version 5; a unit attribute means
/// true. Returns std::nullopt if `attribute` is null.
std::optional<bool> getNoAlias(mlir::Attribute attribute);

/// Returns true if the function can return an error code: it is a
/// `tir.prim_func`, or returns one i32.
bool returnsCode(mlir::FunctionOpInterface function);

/// Returns true if `op` is a check or a report that calls the error hook of the
/// application.
bool reportsToHook(mlir::Operation *op);

/// Returns true if a call can pass a value of this type besides buffers of any
/// shape: integers of up to 64 bits, indices, floats, strings, handles and
/// device contexts.
bool isCallArgument(mlir::Type type);

/// Returns true if a call of a C function can return a value of this type.
bool isCallValue(mlir::Type type);

namespace detail {
unsigned getCalleeIndex(BufferCallOpInterface call, unsigned index);
Effect getArgEffect(BufferCallOpInterface call, unsigned index);
llvm::LogicalResult verifyBufferCall(BufferCallOpInterface call);
void getBufferCallEffects(
    BufferCallOpInterface call,
    llvm::SmallVectorImpl<
        mlir::SideEffects::EffectInstance<mlir::MemoryEffects::Effect>>
        &effects);
/// Returns the `tir.prim_func` of that name in the nearest symbol table, or
/// null.
mlir::Operation *lookupPrimFunc(mlir::Operation *from,
                                mlir::FlatSymbolRefAttr name);
} // namespace detail

/// Marks an operation that both back ends lower. After the phase `abi`, only
/// these operations of the dialect are left.
template <typename ConcreteOp>
struct LowLevel : mlir::OpTrait::TraitBase<ConcreteOp, LowLevel> {};

} // namespace tir

#include "tir/Dialect/TIR/IR/TIRInterfaces.h.inc"

#define GET_OP_CLASSES
#include "tir/Dialect/TIR/IR/TIROps.h.inc"

namespace tir {

/// Adds the interfaces that are implemented outside the dialect's own folder
/// (bufferization, conversion to LLVM). The dialect calls this itself, so that
/// it is complete however it is loaded: by a registry, a pass that depends on
/// it, or a plugin.
void attachInterfaces(TIRDialect &dialect);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_TIR_H
