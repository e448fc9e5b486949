//===- PortAttrs.h - What is known of arguments, calls and globals
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_PORTATTRS_H
#define TIR_DIALECT_TIR_IR_PORTATTRS_H

#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"

#define GET_ATTRDEF_CLASSES
#include "tir/Dialect/TIR/IR/TIRPortAttrs.h.inc"

namespace tir {

//===----------------------------------------------------------------------===//
// Arguments and results
//===----------------------------------------------------------------------===//

/// The parameters of a `#tir.port`.
struct PortParts {
  PortParts() = default;
  /// Takes the parameters of `port`, which may be null.
  explicit PortParts(PortAttr port);

  /// Returns the attribute, or null if nothing is known.
  PortAttr get(mlir::MLIRContext *context) const;

  /// 0 if it is not known.
  int64_t alignment = 0;
  mlir::DictionaryAttr argument;
  mlir::StringAttr structName, cType, device;
  mlir::DenseI64ArrayAttr distances;
  EncodingAttr encoding;
  ExposedAttr exposed;
  std::optional<bool> isNoAlias;
  mlir::DictionaryAttr normalization;
  bool isOverwritten = false;
  mlir::StringAttr pool;
  mlir::ArrayAttr pools;
  mlir::FlatSymbolRefAttr variable;
  mlir::ElementsAttr weight;
};

using PortChange = llvm::function_ref<void(PortParts &)>;

/// Return what is known of an argument or a result, also if it is there as
/// text. `attributes` are the argument's, and may be null.
PortParts getPort(mlir::DictionaryAttr attributes);
PortParts getPort(mlir::FunctionOpInterface function, unsigned index);
PortParts getResultPort(mlir::FunctionOpInterface function, unsigned index);

/// Change what is known of an argument or a result.
void updatePort(mlir::NamedAttrList &attributes, mlir::MLIRContext *context,
                PortChange change);
void updatePort(mlir::FunctionOpInterface function, unsigned index,
                PortChange change);
void updateResultPort(mlir::FunctionOpInterface function, unsigned index,
                      PortChange change);

/// Returns the attributes of the argument that an allocation was, or null.
mlir::DictionaryAttr getFormerArgument(mlir::Operation *alloc);

/// Records the types that the elements of arguments and results have in the
/// model as their encoding, where `getType` returns one for their type.
void recordTypes(mlir::FunctionOpInterface function,
                 llvm::function_ref<mlir::Type(mlir::Type)> getType);

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The parameters of a `#tir.call`.
struct CallParts {
  CallParts() = default;
  /// Takes the parameters of `call`, which may be null.
  explicit CallParts(CallAttr call);

  /// Returns the attribute, or null if nothing is known.
  CallAttr get(mlir::MLIRContext *context) const;

  FoldedChannelsAttr channels;
  mlir::StringAttr device;
  bool isHook = false;
  LayerAttr layer;
  mlir::Attribute note;
  bool isReported = false;
  mlir::StringAttr stage;
};

/// Returns what is known of a call, or of an operation that becomes one.
CallParts getCallParts(mlir::Operation *op);
void updateCall(mlir::Operation *op,
                llvm::function_ref<void(CallParts &)> change);

/// Set the note of a pass, or remove it if `note` is null.
void setNote(mlir::Operation *op, mlir::Attribute note);

/// Returns what a call computes: its own layer, else the layer of `function`,
/// which may be null. Returns null if neither has a place in the model.
LayerAttr getLayerOfCall(mlir::Operation *call, mlir::Operation *function);

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The parameters of a `#tir.function`.
struct FunctionParts {
  FunctionParts() = default;
  /// Takes the parameters of `function`, which may be null.
  explicit FunctionParts(FunctionAttr function);

  /// Returns the attribute, or null if nothing is known.
  FunctionAttr get(mlir::MLIRContext *context) const;

  bool isAlwaysInline = false;
  EntryAttr entry;
  bool isExtracted = false;
  KernelAttr kernel;
};

/// Returns what is known of a function, which may be null, also if it is there
/// as text.
FunctionParts getFunctionParts(mlir::Operation *function);
void updateFunction(mlir::Operation *function,
                    llvm::function_ref<void(FunctionParts &)> change);

/// Returns what is known of a new function that computes that, as one of its
/// attributes.
mlir::NamedAttribute getKernelAttribute(KernelAttr kernel);

//===----------------------------------------------------------------------===//
// Globals
//===----------------------------------------------------------------------===//

/// The parameters of a `#tir.global`.
struct GlobalParts {
  GlobalParts() = default;
  /// Takes the parameters of `global`, which may be null.
  explicit GlobalParts(GlobalAttr global);

  /// Returns the attribute, or null if nothing is known.
  GlobalAttr get(mlir::MLIRContext *context) const;

  /// 0 if it is not known.
  int64_t alignment = 0;
  mlir::StringAttr function, section;
  bool isVariable = false;
};

/// Returns what is known of a global, also if it is there as text.
GlobalParts getGlobalParts(mlir::Operation *global);
void updateGlobal(mlir::Operation *global,
                  llvm::function_ref<void(GlobalParts &)> change);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_PORTATTRS_H
