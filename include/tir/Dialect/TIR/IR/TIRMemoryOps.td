//===- TIRMemoryOps.td - Buffers in pools and parts of buffers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRMEMORYOPS_TD
#define TIR_DIALECT_TIR_IR_TIRMEMORYOPS_TD

include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ViewLikeInterface.td"
include "tir/Dialect/TIR/IR/TIRTypes.td"

def TIR_PoolViewOp : TIR_LowLevelOp<"pool_view", [
    Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a buffer in a pool";
  let description = [{
    The buffer that begins `offset` bytes after the start of a pool.

    Invariants: the pool exists; the buffer has a static shape, the identity
    layout and elements of a known number of bytes; it is within the pool's
    `size` (or, if the pool has none, within the size of its `contents` or its
    `size_hint`); the offset and the pool's alignment are multiples of the
    element's size.

    Source: TVM v0.14
    `src/tir/usmp/transform/convert_pool_allocations_to_offsets.cc`.

    Example:

    ```mlir
    tir.pool @sram {size = 4096 : i64}
    func.func @buffer() -> memref<4x4xf32> {
      %x = tir.pool_view @sram[128] : memref<4x4xf32>
      return %x : memref<4x4xf32>
    }
    ```

    The C it becomes:

    ```c
    (float *)(void *)(sram + 128)
    ```
  }];
  let arguments = (ins
    Arg<FlatSymbolRefAttr, "the `tir.pool`">:$pool,
    Arg<ConfinedAttr<I64Attr, [IntNonNegative]>,
        "where it begins in the pool, in bytes">:$offset);
  let results = (outs Res<AnyMemRef, "the buffer">:$result);
  let assemblyFormat = "$pool `[` $offset `]` attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def TIR_RebaseOp : TIR_LowLevelOp<"rebase", [
    Pure, ViewLikeOpInterface]> {
  let summary = "a region, addressed from its first element";
  let description = [{
    The same memory as a separate buffer. The first element of the result is the
    one `offset` elements after the first element of `source`, or that element
    itself if there is no `offset`. A function that gets only a data pointer
    receives such a buffer, since a pointer cannot represent an offset.
    (`memref.subview` keeps the offset in the type, and
    `memref.reinterpret_cast` counts it from the start of the whole buffer.)

    Invariants: the element type and the memory space stay the same; the result
    has a static shape, static strides and the offset 0. Without `offset`, the
    shape and the strides stay the same, too (dimensions of extent 1 may have
    any stride); with a constant `offset`, the result is within `source`.

    Source: none in TVM, where such a buffer has an `elem_offset`
    (TVM v0.14 `include/tvm/tir/buffer.h`).

    Example:

    ```mlir
    func.func @second_row(%x: memref<4x8xf32>) -> memref<8xf32> {
      %row = memref.subview %x[1, 0] [1, 8] [1, 1]
          : memref<4x8xf32> to memref<8xf32, strided<[1], offset: 8>>
      %y = tir.rebase %row : memref<8xf32, strided<[1], offset: 8>> to memref<8xf32>
      return %y : memref<8xf32>
    }
    func.func @from(%x: memref<32xf32>, %i: index) -> memref<8xf32> {
      %y = tir.rebase %x[%i] : memref<32xf32> to memref<8xf32>
      return %y : memref<8xf32>
    }
    ```

    The C it becomes:

    ```c
    x + i
    ```
  }];
  let arguments = (ins
    Arg<AnyStridedMemRef, "the buffer or region">:$source,
    Arg<Optional<Index>, "elements from its first one">:$offset);
  let results = (outs Res<AnyStridedMemRef, "the same memory from that element on">:$result);
  let assemblyFormat = [{
    $source (`[` $offset^ `]`)? attr-dict `:` type($source) `to` type($result)
  }];
  let extraClassDeclaration = [{
    ::mlir::Value getViewSource() { return getSource(); }
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

#endif // TIR_DIALECT_TIR_IR_TIRMEMORYOPS_TD
