//===- TIRTensorDescriptorOps.td - DLPack's tensor descriptors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRTENSORDESCRIPTOROPS_TD
#define TIR_DIALECT_TIR_IR_TIRTENSORDESCRIPTOROPS_TD

include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/EnumAttr.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/TIR/IR/TIRTypes.td"

def TIR_DLTensorField : I32EnumAttr<"DLTensorField", "A field of a DLTensor", [
    I32EnumAttrCase<"Data", 0, "data">,
    I32EnumAttrCase<"DeviceType", 1, "device_type">,
    I32EnumAttrCase<"DeviceId", 2, "device_id">,
    I32EnumAttrCase<"NDim", 3, "ndim">,
    I32EnumAttrCase<"DTypeCode", 4, "dtype_code">,
    I32EnumAttrCase<"DTypeBits", 5, "dtype_bits">,
    I32EnumAttrCase<"DTypeLanes", 6, "dtype_lanes">,
    I32EnumAttrCase<"Shape", 7, "shape">,
    I32EnumAttrCase<"Strides", 8, "strides">,
    I32EnumAttrCase<"ByteOffset", 9, "byte_offset">]> {
  let cppNamespace = "::tir";
  let genSpecializedAttr = 0;
}

def TIR_DLTensorFieldAttr
    : EnumAttr<TIR_Dialect, TIR_DLTensorField, "dltensor_field"> {
  let summary = "a field of a DLTensor";
  let description = [{
    Names the field that `tir.dltensor_get` reads and `tir.dltensor_set` writes.

    | field | in C | type of the value |
    |---|---|---|
    | `data` | `data` | `!tir.handle`, or a memref |
    | `device_type` | `device.device_type` | `i32` |
    | `device_id` | `device.device_id` | `i32` |
    | `ndim` | `ndim` | `i32` |
    | `dtype_code` | `dtype.code` | `i8` |
    | `dtype_bits` | `dtype.bits` | `i8` |
    | `dtype_lanes` | `dtype.lanes` | `i16` |
    | `shape` | `shape` | `!tir.handle`, or a memref of `i64` |
    | `strides` | `strides` | `!tir.handle`, or a memref of `i64` |
    | `byte_offset` | `byte_offset` | `i64` |

    Example:

    ```mlir
    func.func @rank(%t: !tir.dltensor) -> i32 {
      %n = tir.dltensor_get %t, ndim : i32
      return %n : i32
    }
    ```
  }];
  let assemblyFormat = "$value";
}

def TIR_MakeDLTensorOp : TIR_LowLevelOp<"make_dltensor"> {
  let summary = "describes a buffer as a DLTensor";
  let description = [{
    Creates a tensor descriptor on the stack of the function, which lives until
    the function returns. The dtype is the buffer's element type, with one lane:

    | element type | code | bits |
    |---|---|---|
    | `i1` | 1 (unsigned) | 1 |
    | `i8`, `i16`, `i32`, `i64`, signed or signless | 0 (signed) | 8 to 64 |
    | `ui8`, `ui16`, `ui32`, `ui64` | 1 (unsigned) | 8 to 64 |
    | `f16`, `f32`, `f64` | 2 (float) | 16 to 64 |
    | `bf16` | 4 (bfloat) | 16 |

    Shape and strides (in elements; without them the buffer is compact and
    row-major) are attributes rather than taken from the memref type, since
    `tir-flatten-memrefs` removes them from the type. They are constant data: a
    receiver of the descriptor must not write through its `shape` and `strides`.

    Invariants: the buffer has a static shape and the identity layout; the
    elements that shape, strides and byte offset reach are within it; there are
    as many strides as extents; the byte offset is a multiple of the element's
    size.

    Source: TVM v0.14 `tvm_stack_make_array`, `tvm_stack_make_shape`; DLPack v0.7.

    Example:

    ```mlir
    func.func @describe(%x: memref<4x8xf32>) {
      %whole = tir.make_dltensor %x, shape [4, 8] device(1, 0) : memref<4x8xf32>
      %left = tir.make_dltensor %x, shape [4, 4] strides [8, 1] device(1, 0)
          : memref<4x8xf32>
      %last = tir.make_dltensor %x, shape [8] byte_offset 96 device(1, 0)
          : memref<4x8xf32>
      return
    }
    ```

    The C it becomes:

    ```c
    static const int64_t tir_extents_4_8[2] = {4, 8};

    DLTensor whole;
    whole.data = (void *)x;
    whole.device.device_type = (DLDeviceType)1;
    whole.device.device_id = 0;
    whole.ndim = 2;
    whole.dtype.code = 2;
    whole.dtype.bits = 32;
    whole.dtype.lanes = 1;
    whole.shape = (int64_t *)tir_extents_4_8;
    whole.strides = NULL;
    whole.byte_offset = 0;
    ```
  }];
  let arguments = (ins
    Arg<AnyMemRef, "the buffer">:$data,
    Arg<DenseI64ArrayAttr, "the extents, as many as the rank">:$shape,
    Arg<OptionalAttr<DenseI64ArrayAttr>, "the distance of two elements in each dimension, in elements">:$strides,
    Arg<DefaultValuedAttr<I64Attr, "0">, "the distance of the first element from the buffer's start, in bytes">:$byte_offset,
    Arg<I32Attr, "DLPack's code of the device's type">:$device_type,
    Arg<I32Attr, "which device of that type">:$device_id);
  let results = (outs
    Res<TIR_DLTensorType, "the descriptor",
        [MemAlloc<AutomaticAllocationScopeResource>]>:$result);
  let assemblyFormat = [{
    $data `,` `shape` $shape (`strides` $strides^)? (`byte_offset` $byte_offset^)?
    `device` `(` $device_type `,` $device_id `)` attr-dict `:` type($data)
  }];
  let hasVerifier = 1;
}

def TIR_DLTensorGetOp : TIR_LowLevelOp<"dltensor_get"> {
  let summary = "reads a field of a DLTensor";
  let description = [{
    Reads a field; the table at `#tir.dltensor_field` gives the type of each.
    Integers that are unsigned in C (`dtype_code`, `dtype_bits`, `dtype_lanes`,
    `byte_offset`) keep their bits. A pointer may be read as a memref of the
    memory that it points to. `data` is the field itself, without the byte
    offset.

    Invariants: the type is the field's type; a memref has a static shape and
    the identity layout, and `shape` and `strides` point to `i64`.

    Source: TVM v0.14 `tvm_struct_get`; DLPack v0.7.

    Example:

    ```mlir
    func.func @first_extent(%t: !tir.dltensor) -> i64 {
      %c0 = arith.constant 0 : index
      %shape = tir.dltensor_get %t, shape : memref<2xi64>
      %n = memref.load %shape[%c0] : memref<2xi64>
      return %n : i64
    }
    ```

    The C it becomes:

    ```c
    t->shape[0]
    ```
  }];
  let arguments = (ins
    Arg<TIR_DLTensorType, "the descriptor", [MemRead]>:$tensor,
    Arg<TIR_DLTensorFieldAttr, "the field">:$field);
  let results = (outs
    Res<AnyTypeOf<[I8, I16, I32, I64, TIR_HandleType, AnyMemRef]>, "its value">:$result);
  let assemblyFormat = "$tensor `,` $field attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def TIR_DLTensorSetOp : TIR_LowLevelOp<"dltensor_set"> {
  let summary = "writes a field of a DLTensor";
  let description = [{
    Writes a field; the table at `#tir.dltensor_field` gives the type of each. A
    memref operand gives the address of its first element.

    Invariants: the same as for `tir.dltensor_get`.

    Source: TVM v0.14 `tvm_struct_set`; DLPack v0.7.

    Example:

    ```mlir
    func.func @to_rank(%t: !tir.dltensor, %n: i32) {
      tir.dltensor_set %t, ndim = %n : i32
      return
    }
    ```

    The C it becomes:

    ```c
    t->ndim = n;
    ```
  }];
  let arguments = (ins
    Arg<TIR_DLTensorType, "the descriptor", [MemWrite]>:$tensor,
    Arg<TIR_DLTensorFieldAttr, "the field">:$field,
    Arg<AnyTypeOf<[I8, I16, I32, I64, TIR_HandleType, AnyMemRef]>, "the new value">:$value);
  let assemblyFormat = "$tensor `,` $field `=` $value attr-dict `:` type($value)";
  let hasVerifier = 1;
}

#endif // TIR_DIALECT_TIR_IR_TIRTENSORDESCRIPTOROPS_TD
