//===- KernelRowOps.td - Calls that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNELROWOPS_TD
#define TIR_DIALECT_KERNEL_IR_KERNELROWOPS_TD

include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/Kernel/IR/KernelDialect.td"

def Kernel_ByRowsOp : Kernel_Op<"by_rows", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>, NoRegionArguments,
    RecursiveMemoryEffects, SingleBlockImplicitTerminator<"RowsYieldOp">]> {
  let summary = "calls that run in turns, a row at a time";
  let description = [{
    The calls of a group (`tir-choose-rows`). Each calls the function of one row
    of a kernel, but passes whole tensors for the arguments with a `window`: in
    each turn, each call whose turn it is makes its next row, in the order of the
    calls. Which rows are made, moved and filled in which turn follows from the
    windows (`tir/Plan/RowPipeline.h`). `tir-stream-rows` makes the loop of turns,
    and rings of the tensors between the calls.

    The results are tensors of the group that others read. On memrefs, there are
    none: the calls write to the buffers that they get.

    Invariants: there is at least one call; each calls a function with a `window`
    in `kernel.argument`; the other operations have no regions and call nothing.

    Source: none in TVM v0.14.

    Example:

    ```mlir
    tir.prim_func private @not_row(
        %x: memref<1x4xi8> {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>},
        %y: memref<1x4xi8> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>}) {
      tir.return
    }
    tir.prim_func @main(%x: memref<8x4xi8> {tir.effect = #tir.effect<read>}, %y: memref<8x4xi8> {tir.effect = #tir.effect<write>}) {
      %a = memref.alloc() : memref<8x4xi8>
      kernel.by_rows {
        tir.call_tir @not_row(%x, %a) : (memref<8x4xi8>, memref<8x4xi8>) -> ()
        tir.call_tir @not_row(%a, %y) : (memref<8x4xi8>, memref<8x4xi8>) -> ()
      }
      tir.return
    }
    ```

    It does not reach C: the phase `plan` makes a loop of it.

    ```c
    ```
  }];
  let results = (outs
    Res<Variadic<AnyRankedTensor>, "what others read of the group's tensors">:$results);
  let regions = (region SizedRegion<1>:$calls);
  let assemblyFormat = [{
    attr-dict-with-keyword (`->` type($results)^)? $calls
  }];
  let extraClassDeclaration = [{
    /// Puts the operations from `first` to `last` into a new operation. What
    /// others use, too, and does not come from the calls is in front of it.
    static ByRowsOp wrap(::mlir::Operation *first, ::mlir::Operation *last);

    /// Moves what does not come from the calls in front of the operation.
    void hoist();

    /// Puts the content in place of the operation, and erases it.
    void unwrap();

    /// Returns the operand of the terminator that is this result.
    ::mlir::OpOperand &getYielded(::mlir::OpResult result);

    /// Returns what the calls of a group pass on as `value`, or `value` if it is
    /// not a result of one.
    static ::mlir::Value lookThrough(::mlir::Value value);
  }];
  let hasRegionVerifier = 1;
}

def Kernel_RowsYieldOp : Kernel_Op<"yield", [
    HasParent<"ByRowsOp">, Pure, Terminator]> {
  let summary = "the results of calls that run by rows";
  let description = [{
    Ends a `kernel.by_rows`, whose results are its operands.

    Invariants: the operands have the types of the results.

    Source: `scf.yield` upstream.

    Example:

    ```mlir
    tir.prim_func private @not_row(
        %x: memref<1x4xi8> {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>},
        %y: memref<1x4xi8> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>}) {
      tir.return
    }
    func.func @rows(%x: tensor<8x4xi8>) -> tensor<8x4xi8> {
      %e = tensor.empty() : tensor<8x4xi8>
      %y = kernel.by_rows -> tensor<8x4xi8> {
        %a = tir.call_tir @not_row(%x) outs(%e) : (tensor<8x4xi8>, tensor<8x4xi8>) -> tensor<8x4xi8>
        kernel.yield %a : tensor<8x4xi8>
      }
      return %y : tensor<8x4xi8>
    }
    ```

    It does not reach C: the phase `buffers` needs no results.

    ```c
    ```
  }];
  let arguments = (ins Arg<Variadic<AnyRankedTensor>, "the results">:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let builders = [OpBuilder<(ins), [{ (void)$_state; }]>];
}

#endif // TIR_DIALECT_KERNEL_IR_KERNELROWOPS_TD
