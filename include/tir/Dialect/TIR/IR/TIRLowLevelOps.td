//===- TIRLowLevelOps.td - Operations that both back ends lower
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRLOWLEVELOPS_TD
#define TIR_DIALECT_TIR_IR_TIRLOWLEVELOPS_TD

include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ViewLikeInterface.td"
include "tir/Dialect/TIR/IR/TIRTypes.td"

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

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

def TIR_OnError : I32EnumAttr<"OnError", "Where the text of an error goes", [
    I32EnumAttrCase<"Code", 0, "code">,
    I32EnumAttrCase<"LastError", 1, "last_error">]> {
  let cppNamespace = "::tir";
  let genSpecializedAttr = 0;
}

def TIR_OnErrorAttr : EnumAttr<TIR_Dialect, TIR_OnError, "on_error"> {
  let summary = "where the text of an error goes";
  let description = [{
    `code`: nowhere; the function's code alone tells of the error, and no symbol
    is needed to link. `last_error`: to the runtime (`TVMAPISetLastError`),
    where the caller finds it with `TVMGetLastError`.

    Example:

    ```mlir
    func.func @check(%ok: i1) -> i32 {
      tir.assert %ok, "f: expected 2 arguments" {on_error = #tir.on_error<last_error>}
      %code = arith.constant 0 : i32
      return %code : i32
    }
    ```
  }];
  let assemblyFormat = "`<` $value `>`";
}

//===----------------------------------------------------------------------===//
// Packed values
//===----------------------------------------------------------------------===//

def TIR_PackedInteger : Type<
    Or<[CPred<"::llvm::isa<::mlir::IndexType>($_self)">,
        And<[CPred<"$_self.isSignlessInteger()">,
             CPred<"$_self.getIntOrFloatBitWidth() <= 64">]>]>,
    "signless integer of up to 64 bits or index">;

/// What a slot can be set to. Its width in the slot is always 8 bytes.
def TIR_PackedArgument : AnyTypeOf<[
    TIR_PackedInteger, F32, F64, TIR_HandleType, TIR_DeviceContextType,
    TIR_DLTensorType, TIR_StringType]>;

/// What a slot can be read as.
def TIR_PackedResult : AnyTypeOf<[
    I64, F64, TIR_HandleType, TIR_DeviceContextType, TIR_DLTensorType,
    TIR_StringType]>;

def TIR_SlotIndex : ConfinedAttr<I32Attr, [IntNonNegative]>;

def TIR_PackedStackOp : TIR_Op<"packed_stack", []> {
  let summary = "fresh slots for packed arguments";
  let description = [{
    Allocates `count` values and as many type codes on the stack of the
    function. They live until the function returns; what they hold is
    undefined until `tir.packed_set` sets it, and again each time the operation
    runs. Each call has slots of its own, so that calls can be moved apart, into
    other functions and threads; compilers let slots that are not in use at the
    same time share memory.

    Invariant: there is at least one slot (C has no empty arrays).

    Source: TVM v0.14 `tvm_stack_alloca` with `arg_value` and `arg_tcode`.

    Example:

    ```mlir
    func.func @slots(%n: i64) {
      %values, %codes = tir.packed_stack 1
      tir.packed_set %values, %codes[0] = %n : i64
      return
    }
    ```

    The C it becomes:

    ```c
    TVMValue values[1];
    int codes[1];
    ```
  }];
  let arguments = (ins
    Arg<ConfinedAttr<I32Attr, [IntPositive]>, "the number of slots">:$count);
  let results = (outs
    Res<TIR_ValuesType, "the values",
        [MemAlloc<AutomaticAllocationScopeResource>]>:$values,
    Res<TIR_TypeCodesType, "their type codes",
        [MemAlloc<AutomaticAllocationScopeResource>]>:$type_codes);
  let assemblyFormat = "$count attr-dict";
}

def TIR_PackedSetOp : TIR_Op<"packed_set", []> {
  let summary = "sets a packed argument and its type code";
  let description = [{
    Stores the value into slot `index` and what it is into the type code of the
    same index.

    | type of the value | becomes | type code |
    |---|---|---|
    | `i1` | 0 or 1 in 64 bits | 0 `kTVMArgInt` |
    | signless integer up to 64 bits, `index` | sign-extended to 64 bits | 0 `kTVMArgInt` |
    | `f32`, `f64` | double | 2 `kTVMArgFloat` |
    | `!tir.handle`, `!tir.device_context` | `void *` | 3 `kTVMOpaqueHandle` |
    | `!tir.dltensor` | `DLTensor *` | 7 `kTVMDLTensorHandle` |
    | `!tir.string` | `const char *` | 11 `kTVMStr` |

    Invariants: where a `tir.packed_stack` made the operands, it made both, and
    `index` is one of its slots.

    Source: TVM v0.14 `tvm_struct_set` with `kTVMValueContent`.

    Example:

    ```mlir
    func.func @set(%values: !tir.values, %codes: !tir.type_codes, %x: f32) {
      tir.packed_set %values, %codes[1] = %x : f32
      return
    }
    ```

    The C it becomes:

    ```c
    values[1].v_float64 = (double)x;
    codes[1] = kTVMArgFloat;
    ```
  }];
  let arguments = (ins
    Arg<TIR_ValuesType, "the values", [MemWrite]>:$values,
    Arg<TIR_TypeCodesType, "their type codes", [MemWrite]>:$type_codes,
    Arg<TIR_SlotIndex, "the slot, from 0">:$index,
    Arg<TIR_PackedArgument, "what to store">:$value);
  let assemblyFormat = [{
    $values `,` $type_codes `[` $index `]` `=` $value attr-dict `:` type($value)
  }];
  let hasVerifier = 1;
}

def TIR_PackedGetOp : TIR_Op<"packed_get", []> {
  let summary = "reads a packed argument";
  let description = [{
    Reads slot `index` as a value of the result's type. The type code is not
    looked at: compare `tir.type_code_get` first.

    Invariant: where a `tir.packed_stack` made the values, `index` is one of its
    slots.

    Source: TVM v0.14 `tvm_struct_get` with `kTVMValueContent`.

    Example:

    ```mlir
    func.func @get(%values: !tir.values) -> i64 {
      %n = tir.packed_get %values[0] : i64
      return %n : i64
    }
    ```

    The C it becomes:

    ```c
    values[0].v_int64
    ```
  }];
  let arguments = (ins
    Arg<TIR_ValuesType, "the values", [MemRead]>:$values,
    Arg<TIR_SlotIndex, "the slot, from 0">:$index);
  let results = (outs Res<TIR_PackedResult, "what the slot holds">:$result);
  let assemblyFormat = "$values `[` $index `]` attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def TIR_TypeCodeGetOp : TIR_Op<"type_code_get", []> {
  let summary = "reads the type code of a packed argument";
  let description = [{
    Reads what slot `index` of the values that belong to these type codes holds
    (`TVMArgTypeCode`; the table is at `tir.packed_set`).

    Invariant: where a `tir.packed_stack` made the codes, `index` is one of its
    slots.

    Source: TVM v0.14 `include/tvm/runtime/c_runtime_api.h`, `TVMArgTypeCode`.

    Example:

    ```mlir
    func.func @is_integer(%codes: !tir.type_codes) -> i1 {
      %code = tir.type_code_get %codes[0] : i32
      %integer = arith.constant 0 : i32
      %is = arith.cmpi eq, %code, %integer : i32
      return %is : i1
    }
    ```

    The C it becomes:

    ```c
    (int32_t)codes[0]
    ```
  }];
  let arguments = (ins
    Arg<TIR_TypeCodesType, "the type codes", [MemRead]>:$type_codes,
    Arg<TIR_SlotIndex, "the slot, from 0">:$index);
  let results = (outs Res<I32, "the type code">:$result);
  let assemblyFormat = "$type_codes `[` $index `]` attr-dict `:` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Tensor descriptors
//===----------------------------------------------------------------------===//

def TIR_MakeDLTensorOp : TIR_Op<"make_dltensor", []> {
  let summary = "describes a buffer as a DLTensor";
  let description = [{
    Makes a tensor descriptor on the stack of the function; it lives until the
    function returns. The dtype is the buffer's element type, with one lane:

    | element type | code | bits |
    |---|---|---|
    | `i1` | 1 (unsigned) | 1 |
    | `i8`, `i16`, `i32`, `i64`, signed or signless | 0 (signed) | 8 to 64 |
    | `ui8`, `ui16`, `ui32`, `ui64` | 1 (unsigned) | 8 to 64 |
    | `f16`, `f32`, `f64` | 2 (float) | 16 to 64 |
    | `bf16` | 4 (bfloat) | 16 |

    Shape and strides (in elements; without them the buffer is compact and
    row-major) are attributes rather than the memref's, since
    `tir-flatten-memrefs` takes these away. They are constant data: who gets the
    descriptor must not write through its `shape` and `strides`.

    Invariants: the buffer has a static shape and the identity layout; the
    elements that shape, strides and byte offset reach lie within it; strides are
    as many as extents; the byte offset is a multiple of the element's size.

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

def TIR_DLTensorGetOp : TIR_Op<"dltensor_get", []> {
  let summary = "reads a field of a DLTensor";
  let description = [{
    Reads a field; the table at `#tir.dltensor_field` says which type each has.
    The integers that C has unsigned (`dtype_code`, `dtype_bits`,
    `dtype_lanes`, `byte_offset`) keep their bits. A pointer may be read as the
    memref of what it points at; `data` is the field itself, without the byte
    offset.

    Invariants: the type is the field's; a memref has a static shape and the
    identity layout, and `shape` and `strides` point at `i64`.

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
    Res<AnyTypeOf<[I8, I16, I32, I64, TIR_HandleType, AnyMemRef]>, "what it holds">:$result);
  let assemblyFormat = "$tensor `,` $field attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def TIR_DLTensorSetOp : TIR_Op<"dltensor_set", []> {
  let summary = "writes a field of a DLTensor";
  let description = [{
    Writes a field; the table at `#tir.dltensor_field` says which type each has.
    A memref stands for the address of its first element.

    Invariants: as those of `tir.dltensor_get`.

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
    Arg<AnyTypeOf<[I8, I16, I32, I64, TIR_HandleType, AnyMemRef]>, "what it is to hold">:$value);
  let assemblyFormat = "$tensor `,` $field `=` $value attr-dict `:` type($value)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Pointers, strings, functions found by name
//===----------------------------------------------------------------------===//

def TIR_IsNullOp : TIR_Op<"is_null", [Pure]> {
  let summary = "whether a pointer is NULL";
  let description = [{
    Compares a pointer with `NULL`.

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
    Arg<AnyTypeOf<[TIR_HandleType, TIR_DeviceContextType, TIR_ValuesType,
                   TIR_TypeCodesType, TIR_DLTensorType, TIR_StringType]>,
        "the pointer">:$pointer);
  let results = (outs Res<I1, "1 where it is NULL">:$result);
  let assemblyFormat = "$pointer attr-dict `:` type($pointer)";
}

def TIR_StringConstantOp : TIR_Op<"string_constant", [Pure]> {
  let summary = "constant text";
  let description = [{
    The address of constant text that ends in a NUL. Equal texts may have one
    address.

    Invariants: the text holds no NUL, which would end it for C, and at most
    4,095 bytes, which is what C99 promises a string literal.

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

def TIR_GetFunctionOp : TIR_Op<"get_function", [Pure]> {
  let summary = "looks a function up in the registry";
  let description = [{
    Looks a packed function up by its name in the runtime's registry of global
    functions. `code` is what the look-up returned; the function is a handle for
    `TVMFuncCall`, NULL where the registry does not know the name (the C runtime
    then returns 0 all the same). It is a handle only: in the C runtime it is an
    encoded index, which cannot be called.

    Pure, so that identical look-ups share a handle: what a name stands for must
    not change while the function runs.

    Invariant: the name is not empty and holds no NUL.

    Source: TVM v0.14 `TVMFuncGetGlobal`.

    Example:

    ```mlir
    func.func @find() -> i32 {
      %code, %f = tir.get_function "tvm.contrib.random.random_fill"
      tir.check_return %code
      %unknown = tir.is_null %f : !tir.handle
      %result = arith.extui %unknown : i1 to i32
      return %result : i32
    }
    ```

    The C it becomes:

    ```c
    void *f = NULL;
    const int32_t code = TVMFuncGetGlobal("tvm.contrib.random.random_fill", &f);
    ```
  }];
  let arguments = (ins Arg<StrAttr, "the name in the registry">:$name);
  let results = (outs
    Res<I32, "0, or the code of the error">:$code,
    Res<TIR_HandleType, "the function's handle">:$function);
  let assemblyFormat = "$name attr-dict";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// C structs
//===----------------------------------------------------------------------===//

/// What a `void *` field can be read as and set to.
def TIR_StructField : AnyTypeOf<[
    TIR_HandleType, TIR_DeviceContextType, AnyMemRef]>;

def TIR_StructOp : TIR_Op<"struct", [Symbol]> {
  let summary = "a C struct of `void *` fields";
  let description = [{
    Names a struct of the C interface (`struct tvmgen_<model>_inputs` and its
    siblings) and its fields in order. Each field is a `void *`.

    Invariant: field names are distinct.

    Source: TVM v0.14 `src/target/source/interface_c.cc`.

    Example:

    ```mlir
    tir.struct @tvmgen_default_inputs ["image", "scale"]
    ```

    The C it becomes, in the header:

    ```c
    struct tvmgen_default_inputs {
      void *image;
      void *scale;
    };
    ```
  }];
  let arguments = (ins
    Arg<SymbolNameAttr, "the struct's C name">:$sym_name,
    Arg<StrArrayAttr, "its fields in order">:$fields);
  let assemblyFormat = "$sym_name $fields attr-dict";
  let hasVerifier = 1;
}

def TIR_StructGetOp : TIR_Op<"struct_get", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "reads a field of a C struct";
  let description = [{
    Reads a `void *` field. As a memref the field is the address of that
    buffer's first element, as a `!tir.handle` or `!tir.device_context` the
    pointer itself.

    Invariants: the struct exists and has the field; a memref has a static
    shape and the identity layout.

    Source: TVM v0.14 `tvm_struct_get`.

    Example:

    ```mlir
    tir.struct @tvmgen_default_inputs ["image"]
    func.func @run(%inputs: !tir.handle) -> memref<1x8x8x1xi8> {
      %x = tir.struct_get %inputs[@tvmgen_default_inputs, "image"] : memref<1x8x8x1xi8>
      return %x : memref<1x8x8x1xi8>
    }
    ```

    The C it becomes:

    ```c
    inputs->image
    ```
  }];
  let arguments = (ins
    Arg<TIR_HandleType, "the struct", [MemRead]>:$pointer,
    Arg<FlatSymbolRefAttr, "its `tir.struct`">:$struct_name,
    Arg<StrAttr, "the field">:$field);
  let results = (outs
    Res<TIR_StructField, "what it holds">:$result);
  let assemblyFormat = [{
    $pointer `[` $struct_name `,` $field `]` attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def TIR_StructSetOp : TIR_Op<"struct_set", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "writes a field of a C struct";
  let description = [{
    Writes a `void *` field. A memref stands for the address of its first
    element.

    Invariants: as those of `tir.struct_get`.

    Source: TVM v0.14 `tvm_struct_set`.

    Example:

    ```mlir
    tir.struct @tvmgen_default_outputs ["scores"]
    func.func @bind(%outputs: !tir.handle, %y: memref<10xi8>) {
      tir.struct_set %outputs[@tvmgen_default_outputs, "scores"] = %y : memref<10xi8>
      return
    }
    ```

    The C it becomes:

    ```c
    outputs->scores = (void *)y;
    ```
  }];
  let arguments = (ins
    Arg<TIR_HandleType, "the struct", [MemWrite]>:$pointer,
    Arg<FlatSymbolRefAttr, "its `tir.struct`">:$struct_name,
    Arg<StrAttr, "the field">:$field,
    Arg<TIR_StructField, "what it is to hold">:$value);
  let assemblyFormat = [{
    $pointer `[` $struct_name `,` $field `]` `=` $value attr-dict `:` type($value)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

def TIR_PoolViewOp : TIR_Op<"pool_view", [
    Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a buffer in a pool";
  let description = [{
    The buffer that begins `offset` bytes behind the start of a pool.

    Invariants: the pool exists; the buffer has a static shape, the identity
    layout and elements of a known number of bytes; it lies within the pool's
    `size` (where the plan has not set one yet, its `size_hint`); the offset is a
    multiple of the element's size, and so is the pool's alignment.

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
    (float *)(sram + 128)
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

//===----------------------------------------------------------------------===//
// Leaving a function early
//===----------------------------------------------------------------------===//

def TIR_CheckReturnOp : TIR_Op<"check_return", []> {
  let summary = "leaves the function with a code that is not 0";
  let description = [{
    Returns `code` from the enclosing function unless it is 0: a callee's code
    goes up unchanged. (TVM's `tvm_check_return` flattens it to −1.)

    Invariant: it stands in the body of a `func.func` that returns one `i32`.

    Source: TVM v0.14 `tvm_check_return`.

    Example:

    ```mlir
    func.func private @kernel() -> i32
    func.func @run() -> i32 {
      %code = func.call @kernel() : () -> i32
      tir.check_return %code
      %ok = arith.constant 0 : i32
      return %ok : i32
    }
    ```

    The C it becomes:

    ```c
    if (code != 0) return code;
    ```
  }];
  let arguments = (ins Arg<I32, "the callee's code">:$code);
  let assemblyFormat = "$code attr-dict";
  let hasVerifier = 1;
}

def TIR_AssertOp : TIR_Op<"assert", []> {
  let summary = "leaves the function with -1 where a condition does not hold";
  let description = [{
    Returns −1 from the enclosing function where `condition` is 0. The message
    goes where `on_error` says, by default nowhere.

    Invariants: it stands in the body of a `func.func` that returns one `i32`;
    the message is text as of `tir.string_constant`.

    Source: TVM v0.14 `src/target/llvm/codegen_cpu.cc`, assert statements.

    Example:

    ```mlir
    func.func @checks(%count: i32) -> i32 {
      %two = arith.constant 2 : i32
      %ok = arith.cmpi eq, %count, %two : i32
      tir.assert %ok, "f: expected 2 arguments" {on_error = #tir.on_error<last_error>}
      %code = arith.constant 0 : i32
      return %code : i32
    }
    ```

    The C it becomes:

    ```c
    if (!(count == 2)) {
      TVMAPISetLastError("f: expected 2 arguments");
      return -1;
    }
    ```
  }];
  let arguments = (ins
    Arg<I1, "what must hold">:$condition,
    Arg<StrAttr, "what to say where it does not">:$message,
    Arg<DefaultValuedAttr<TIR_OnErrorAttr, "::tir::OnError::Code">, "where the message goes">:$on_error);
  let assemblyFormat = "$condition `,` $message attr-dict";
  let hasVerifier = 1;
}

def TIR_RebaseOp : TIR_Op<"rebase", [
    Pure, ViewLikeOpInterface]> {
  let summary = "a region, addressed from its first element on";
  let description = [{
    The same memory as a buffer of its own: its first element is the one
    `offset` elements behind the first of `source`, without `offset` that one
    itself. It is what a function receives that gets a data pointer alone, since
    a pointer has no place for an offset. (`memref.subview` keeps the offset in
    the type, `memref.reinterpret_cast` counts it from the start of the whole
    buffer.)

    Invariants: element type and memory space stay; the result has a static
    shape, static strides and the offset 0. Without `offset` shape and strides
    stay, too (dimensions of extent 1 may have any stride); with a constant one
    the result lies within `source`.

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
  let results = (outs Res<AnyStridedMemRef, "the same memory from there on">:$result);
  let assemblyFormat = [{
    $source (`[` $offset^ `]`)? attr-dict `:` type($source) `to` type($result)
  }];
  let extraClassDeclaration = [{
    ::mlir::Value getViewSource() { return getSource(); }
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

#endif // TIR_DIALECT_TIR_IR_TIRLOWLEVELOPS_TD
