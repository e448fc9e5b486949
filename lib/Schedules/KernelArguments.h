//===- KernelArguments.h - Other arguments for a kernel and its calls
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_KERNELARGUMENTS_H
#define TIR_LIB_SCHEDULES_KERNELARGUMENTS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "llvm/ADT/BitVector.h"

namespace tir {

/// Replaces constants that a kernel reads by constants in another layout, and
/// gives it scratch memory, here and in all of its calls.
class KernelArguments {
public:
  /// Returns the arguments of a kernel that are scratch memory.
  static llvm::SmallVector<mlir::Value>
  findScratches(mlir::FunctionOpInterface kernel);

  /// Checks that a kernel begins its scratch memory with vectors of at least
  /// these numbers of integers of these bits, which `schedule` needs for a
  /// block of `pixels` pixels.
  static llvm::LogicalResult
  verifyScratches(mlir::FunctionOpInterface kernel,
                  llvm::ArrayRef<std::pair<int64_t, unsigned>> expected,
                  llvm::StringRef schedule, int64_t pixels);

  /// Returns the calls of a kernel whose arguments can be replaced: there are
  /// some, all are `tir.call_tir` with outputs, and no argument has a distance
  /// to another one.
  static std::optional<llvm::SmallVector<CallTIROp>>
  getCalls(mlir::FunctionOpInterface kernel,
           llvm::ArrayRef<mlir::Operation *> calls);

  /// The new constants stand where the one of argument `model` stood, and are
  /// called like it.
  KernelArguments(PrimFuncOp kernel, llvm::ArrayRef<CallTIROp> calls,
                  mlir::SymbolTable &symbols, unsigned model);

  /// Returns the constant that call number `call` passes for an argument that
  /// the kernel had from the start, or null.
  mlir::DenseElementsAttr getConstant(unsigned call,
                                      mlir::Value argument) const;

  /// Aligns the constants that the calls pass for `argument` to `bytes`.
  void alignConstants(mlir::Value argument, uint64_t bytes);

  using GetConstant =
      llvm::function_ref<mlir::DenseElementsAttr(unsigned call)>;
  /// Adds an argument with a constant, which `getValue` returns for each call,
  /// and returns a tensor with its elements, at the start of the body.
  mlir::Value addConstant(llvm::StringRef name, GetConstant getValue);
  using Compute = std::function<llvm::SmallVector<mlir::Value>(CallTIROp call)>;
  /// Adds arguments with tensors that `compute` makes for each call before it,
  /// and returns tensors with their elements, at the start of the body.
  llvm::SmallVector<mlir::Value> addComputed(
      llvm::ArrayRef<std::pair<llvm::StringRef, mlir::MemRefType>> values,
      Compute compute);
  /// Adds an argument with memory for the schedule.
  void addScratch(llvm::StringRef name, mlir::MemRefType type);

  /// Puts the arguments into their order (inputs, constants, scratch, outputs;
  /// computed tensors are inputs)
  /// without those that the kernel does not read any longer, and passes them in
  /// the calls, which are replaced.
  void rewrite();

private:
  struct Constant {
    llvm::StringRef name;
    mlir::BlockArgument argument;
    llvm::SmallVector<mlir::DenseElementsAttr> values;
  };

  struct Computed {
    llvm::SmallVector<std::pair<llvm::StringRef, mlir::BlockArgument>>
        arguments;
    Compute compute;
  };

  struct Scratch {
    llvm::StringRef name;
    mlir::BlockArgument argument;
    mlir::MemRefType type;
  };

  mlir::memref::GlobalOp getGlobal(unsigned call, unsigned argument) const;
  mlir::memref::GlobalOp findModel(unsigned call) const;
  void rewriteSignature();
  void rewriteCall(unsigned number);
  mlir::Value createConstant(unsigned call, const Constant &constant);

  PrimFuncOp kernel;
  llvm::SmallVector<CallTIROp> calls;
  mlir::SymbolTable &symbols;
  mlir::OpBuilder builder;
  unsigned model, numOld, numOuts;
  /// Whether the module has constants whose values no pass may use.
  bool isSealed;
  llvm::SmallVector<Constant> constants;
  std::vector<Computed> computed;
  llvm::SmallVector<Scratch> scratches;
  /// Calls with the same constants, such as the steps of a recurrent network,
  /// share them.
  llvm::DenseMap<mlir::Attribute, mlir::memref::GlobalOp> created;
  /// The arguments that the kernel had and no longer reads.
  llvm::BitVector dropped;
};

/// Erases the constants that nothing reads any longer.
void eraseUnusedConstants(mlir::ModuleOp module);

/// Lays out the constants of a matched kernel, once. Returns failure, with
/// nothing changed, if it is not such a kernel, if not all calls can be
/// replaced, or if `Layout` fails.
template <typename Layout, typename Kernel, typename Schedule>
mlir::LogicalResult layOutConstants(const std::optional<Kernel> &matched,
                                    mlir::FunctionOpInterface kernel,
                                    Schedule schedule,
                                    llvm::ArrayRef<mlir::Operation *> calls,
                                    mlir::SymbolTable &symbols) {
  std::optional<llvm::SmallVector<CallTIROp>> found =
      KernelArguments::getCalls(kernel, calls);
  if (!matched || !found || matched->hasLayout())
    return mlir::failure();
  return Layout(mlir::cast<PrimFuncOp>(*kernel), *matched, schedule, *found,
                symbols)
      .run();
}

} // namespace tir

#endif // TIR_LIB_SCHEDULES_KERNELARGUMENTS_H
