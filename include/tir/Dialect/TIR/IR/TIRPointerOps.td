//===- TIRPointerOps.td - Pointers and strings
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRPOINTEROPS_TD
#define TIR_DIALECT_TIR_IR_TIRPOINTEROPS_TD

include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ViewLikeInterface.td"
include "tir/Dialect/TIR/IR/TIRTypes.td"

/// Every type of the dialect is a pointer.
def TIR_Pointer : AnyTypeOf<[
    TIR_HandleType, TIR_DeviceContextType, TIR_ValuesType, TIR_TypeCodesType,
    TIR_DLTensorType, TIR_StringType]>;

def TIR_NullOp : TIR_LowLevelOp<"null", [Pure]> {
  let summary = "the pointer NULL";
  let description = [{
    `NULL` of any pointer type. A function without a device receives it as its
    resource handle.

    Source: TVM v0.14 `src/tir/transforms/lower_tvm_builtin.cc`, the zero handle
    of `tvm_call_cpacked`.

    Example:

    ```mlir
    func.func @no_device() -> !tir.handle {
      %none = tir.null : !tir.handle
      return %none : !tir.handle
    }
    ```

    The C it becomes:

    ```c
    NULL
    ```
  }];
  let results = (outs Res<TIR_Pointer, "NULL">:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def TIR_IsNullOp : TIR_LowLevelOp<"is_null", [Pure]> {
  let summary = "whether a pointer is NULL";
  let description = [{
    Compares a pointer with `NULL`. A memref operand gives the address of its
    first element.

    Source: TVM v0.14 `isnullptr`.

    Example:

    ```mlir
    func.func @has_strides(%t: !tir.dltensor) -> i1 {
      %strides = tir.dltensor_get %t, strides : !tir.handle
      %compact = tir.is_null %strides : !tir.handle
      return %compact : i1
    }
    ```

    The C it becomes:

    ```c
    t->strides == NULL
    ```
  }];
  let arguments = (ins
    Arg<AnyTypeOf<[TIR_Pointer, AnyMemRef]>, "the pointer">:$pointer);
  let results = (outs Res<I1, "1 if it is NULL">:$result);
  let assemblyFormat = "$pointer attr-dict `:` type($pointer)";
}

def TIR_MisalignmentOp : TIR_LowLevelOp<"misalignment", [Pure]> {
  let summary = "the remainder of an address modulo a power of two";
  let description = [{
    Computes how many bytes an address is after a multiple of the alignment. The
    result for an aligned address is 0. A memref operand gives the address of
    its first element.

    Invariant: the alignment is a power of two.

    Source: none in TVM v0.14, which assumes alignment
    (`src/tir/transforms/arg_binder.cc`).

    Example:

    ```mlir
    func.func @rest(%data: !tir.handle) -> i64 {
      %rest = tir.misalignment %data, 4 : !tir.handle
      return %rest : i64
    }
    ```

    The C it becomes:

    ```c
    (int64_t)((uintptr_t)data % 4)
    ```
  }];
  let arguments = (ins
    Arg<AnyTypeOf<[TIR_Pointer, AnyMemRef]>, "the pointer">:$pointer,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the alignment in bytes">:$alignment);
  let results = (outs Res<I64, "the remainder">:$remainder);
  let assemblyFormat = "$pointer `,` $alignment attr-dict `:` type($pointer)";
  let hasVerifier = 1;
}

def TIR_PointerCastOp : TIR_LowLevelOp<"pointer_cast", [Pure, ViewLikeOpInterface]> {
  let summary = "a pointer as another kind of pointer";
  let description = [{
    The same address, or the address `offset` bytes after it, as a pointer to
    something else: the memory from an allocator as a buffer, or the descriptor
    at some place in an object.

    Invariants: source and result are not both memrefs (use `tir.rebase` and
    `memref.view` for those); a memref has a static shape and the identity
    layout.

    Source: C99, 6.3.2.3.

    Example:

    ```mlir
    func.func @as_buffer(%memory: !tir.handle) -> memref<64xi8> {
      %buffer = tir.pointer_cast %memory : !tir.handle to memref<64xi8>
      return %buffer : memref<64xi8>
    }
    func.func @descriptor(%object: !tir.handle, %offset: i64) -> !tir.dltensor {
      %tensor = tir.pointer_cast %object[%offset] : !tir.handle to !tir.dltensor
      return %tensor : !tir.dltensor
    }
    ```

    The C it becomes:

    ```c
    (int8_t *)memory
    (DLTensor *)((char *)object + offset)
    ```
  }];
  let arguments = (ins
    Arg<AnyTypeOf<[TIR_Pointer, AnyMemRef]>, "the pointer">:$source,
    Arg<Optional<I64>, "bytes to add to the address">:$offset);
  let results = (outs Res<AnyTypeOf<[TIR_Pointer, AnyMemRef]>, "the same address as the other type">:$result);
  let assemblyFormat = [{
    $source (`[` $offset^ `]`)? attr-dict `:` type($source) `to` type($result)
  }];
  let extraClassDeclaration = [{
    ::mlir::Value getViewSource() { return getSource(); }
  }];
  let hasVerifier = 1;
}

def TIR_StringConstantOp : TIR_LowLevelOp<"string_constant", [Pure]> {
  let summary = "constant text";
  let description = [{
    The address of constant text that ends in a NUL. Equal texts may have the
    same address.

    Invariants: the text contains no NUL, which would end the string in C, and
    has at most 4,095 bytes, the length of a string literal that C99 guarantees.

    Source: TVM v0.14 `include/tvm/tir/expr.h`, `StringImm` as an argument.

    Example:

    ```mlir
    func.func @name(%values: !tir.values, %codes: !tir.type_codes) {
      %text = tir.string_constant "conv2d"
      tir.packed_set %values, %codes[0] = %text : !tir.string
      return
    }
    ```

    The C it becomes:

    ```c
    "conv2d"
    ```
  }];
  let arguments = (ins Arg<StrAttr, "the text">:$text);
  let results = (outs Res<TIR_StringType, "its address">:$result);
  let assemblyFormat = "$text attr-dict";
  let hasVerifier = 1;
}

#endif // TIR_DIALECT_TIR_IR_TIRPOINTEROPS_TD
