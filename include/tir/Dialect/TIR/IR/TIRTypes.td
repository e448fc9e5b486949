//===- TIRTypes.td - Types of the dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRTYPES_TD
#define TIR_DIALECT_TIR_IR_TIRTYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "tir/Dialect/TIR/IR/TIRDialect.td"

def TIR_HandleType : TypeDef<TIR_Dialect, "Handle"> {
  let mnemonic = "handle";
  let summary = "an opaque `void *`";
  let description = [{
    A pointer that the program passes on without accessing the memory behind it
    (TVM: `void *`, argument type code `kTVMOpaqueHandle`).

    | back end | becomes |
    |---|---|
    | EmitC | `!emitc.ptr<!emitc.opaque<"void">>`, in C `void *` |
    | LLVM | `!llvm.ptr` |

    Source: TVM v0.14 `include/tvm/runtime/c_runtime_api.h`.

    Example:

    ```mlir
    func.func private @tvm_global_lookup(!tir.handle) -> !tir.handle
    ```
  }];
}

def TIR_DeviceContextType : TypeDef<TIR_Dialect, "DeviceContext"> {
  let mnemonic = "device_context";
  let summary = "the resource handle of a device of one kind";
  let description = [{
    The value that the application passes in for a device, and that a kernel on
    the device receives as its last argument: a queue, the base address of
    registers, or whatever the driver of that kind of device needs. The kind is
    part of the type, so that passing a context to a kernel of another kind is
    an error. It is a string and not a symbol, since MLIR does not track symbols
    inside types.

    Invariant: the kind has at least one letter, since the names of the hooks
    consist of its letters.

    | back end | becomes |
    |---|---|
    | EmitC | `!emitc.ptr<!emitc.opaque<"void">>`, in C `void *` |
    | LLVM | `!llvm.ptr` |

    Source: TVM v0.14 `TVMBackendPackedCFunc`'s `resource_handle`; TVM PR 9501.

    Example:

    ```mlir
    tir.prim_func private @npu_add(memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">)
    ```
  }];
  let parameters = (ins StringRefParameter<"kind of the device">:$kind);
  let assemblyFormat = "`<` $kind `>`";
  let genVerifyDecl = 1;
}

def TIR_ValuesType : TypeDef<TIR_Dialect, "Values"> {
  let mnemonic = "values";
  let summary = "the values of packed arguments, `TVMValue *`";
  let description = [{
    A pointer to slots of 8 bytes, each an integer, a float or a pointer. The
    type code of the same index (`!tir.type_codes`) says which.

    | back end | becomes |
    |---|---|
    | EmitC | `!emitc.ptr<!emitc.opaque<"TVMValue">>`, in C `TVMValue *` |
    | LLVM | `!llvm.ptr` |

    Source: TVM v0.14 `include/tvm/runtime/c_runtime_api.h`, `TVMValue`.

    Example:

    ```mlir
    func.func @first(%args: !tir.values) -> i64 {
      %x = tir.packed_get %args[0] : i64
      return %x : i64
    }
    ```
  }];
}

def TIR_TypeCodesType : TypeDef<TIR_Dialect, "TypeCodes"> {
  let mnemonic = "type_codes";
  let summary = "the type codes of packed arguments, `int *`";
  let description = [{
    A pointer to one code for each slot of a `!tir.values`. The elements are C's
    `int`, which is not `int32_t` in every compiler: in `arm-none-eabi-gcc`,
    that is a `long`.

    | back end | becomes |
    |---|---|
    | EmitC | `!emitc.ptr<!emitc.opaque<"int">>`, in C `int *` |
    | LLVM | `!llvm.ptr` |

    Source: TVM v0.14 `include/tvm/runtime/c_runtime_api.h`, `TVMArgTypeCode`.

    Example:

    ```mlir
    func.func @first(%codes: !tir.type_codes) -> i32 {
      %code = tir.type_code_get %codes[0] : i32
      return %code : i32
    }
    ```
  }];
}

def TIR_DLTensorType : TypeDef<TIR_Dialect, "DLTensor"> {
  let mnemonic = "dltensor";
  let summary = "a tensor descriptor, `DLTensor *`";
  let description = [{
    A pointer to DLPack's description of a buffer: data, device, rank, dtype,
    shape, strides, byte offset (argument type code `kTVMDLTensorHandle`).

    | back end | becomes |
    |---|---|
    | EmitC | `!emitc.ptr<!emitc.opaque<"DLTensor">>`, in C `DLTensor *` |
    | LLVM | `!llvm.ptr` |

    Source: DLPack v0.7 `include/dlpack/dlpack.h`, `DLTensor`.

    Example:

    ```mlir
    func.func @rank(%x: !tir.dltensor) -> i32 {
      %rank = tir.dltensor_get %x, ndim : i32
      return %rank : i32
    }
    ```
  }];
}

def TIR_StringType : TypeDef<TIR_Dialect, "String"> {
  let mnemonic = "string";
  let summary = "a C string, `const char *`";
  let description = [{
    A pointer to text that ends in a NUL (argument type code `kTVMStr`).

    | back end | becomes |
    |---|---|
    | EmitC | `!emitc.ptr<!emitc.opaque<"const char">>`, in C `const char *` |
    | LLVM | `!llvm.ptr` |

    Source: TVM v0.14 `include/tvm/runtime/c_runtime_api.h`, `v_str` of `TVMValue`.

    Example:

    ```mlir
    func.func @greeting() -> !tir.string {
      %text = tir.string_constant "hello"
      return %text : !tir.string
    }
    ```
  }];
}

#endif // TIR_DIALECT_TIR_IR_TIRTYPES_TD
