//===- TIRStructOps.td - C structs
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRSTRUCTOPS_TD
#define TIR_DIALECT_TIR_IR_TIRSTRUCTOPS_TD

include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/TIR/IR/TIRTypes.td"

/// The types that a `void *` field can be read as and set to.
def TIR_StructField : AnyTypeOf<[
    TIR_HandleType, TIR_DeviceContextType, AnyMemRef]>;

def TIR_StructOp : TIR_LowLevelOp<"struct", [Symbol]> {
  let summary = "a C struct of `void *` fields, or of arrays";
  let description = [{
    Names a struct of the C interface (`struct tvmgen_<model>_inputs` and
    similar ones) and its fields in order. Each field is a `void *` or, if the
    struct gives types, an array of the elements of a buffer, in C's layout. The
    header of the interface defines the struct. With `definition`, the C file
    itself does; the operation must then come before its uses.

    Invariants: field names are distinct; there are as many types as fields, and
    each is a memref with a static shape, at least one element and the identity
    layout.

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

    and for the state of a model, which contains the variables themselves:

    ```mlir
    tir.struct @tvmgen_default_state ["history", "count"] : [memref<4x10xi8>, memref<i32>]
    ```

    ```c
    struct tvmgen_default_state {
      int8_t history[40];
      int32_t count[1];
    };
    ```
  }];
  let arguments = (ins
    Arg<SymbolNameAttr, "the struct's C name">:$sym_name,
    Arg<StrArrayAttr, "its fields in order">:$fields,
    Arg<UnitAttr, "whether the C file defines it">:$definition,
    Arg<OptionalAttr<TypeArrayAttr>, "the types of the buffers in its fields">:$types);
  let assemblyFormat = [{
    $sym_name $fields (`:` $types^)? (`definition` $definition^)? attr-dict
  }];
  let hasVerifier = 1;
  // A struct of pointers.
  let builders = [OpBuilder<(ins "::llvm::StringRef":$symName,
                                 "::mlir::ArrayAttr":$fields,
                                 CArg<"bool", "false">:$definition), [{
    build($_builder, $_state, symName, fields, definition, /*types=*/nullptr);
  }]>];
  let extraClassDeclaration = [{
    /// Returns the type of the buffer in the field of that name; null if the
    /// field is a pointer.
    ::mlir::MemRefType getArrayType(::llvm::StringRef field);
  }];
}

def TIR_StructGetOp : TIR_LowLevelOp<"struct_get", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "reads a field of a C struct";
  let description = [{
    Reads a `void *` field. As a memref, the field is the address of the
    buffer's first element; as a `!tir.handle` or `!tir.device_context`, it is
    the pointer itself. A field that is an array is read as a buffer.

    Invariants: the struct exists and has the field; a memref has a static shape
    and the identity layout; for an array, it has the element type and the
    number of elements of the field.

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
    Res<TIR_StructField, "its value">:$result);
  let assemblyFormat = [{
    $pointer `[` $struct_name `,` $field `]` attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def TIR_StructSetOp : TIR_LowLevelOp<"struct_set", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "writes a field of a C struct";
  let description = [{
    Writes a `void *` field. A memref operand gives the address of its first
    element.

    Invariants: the same as for `tir.struct_get`; the field is not an array.

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
    Arg<TIR_StructField, "the new value">:$value);
  let assemblyFormat = [{
    $pointer `[` $struct_name `,` $field `]` `=` $value attr-dict `:` type($value)
  }];
  let hasVerifier = 1;
}

def TIR_StructStackOp : TIR_LowLevelOp<"struct_stack", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a C struct on the stack";
  let description = [{
    Allocates a struct on the stack of the function. It lives until the function
    returns. The contents of its fields are undefined until `tir.struct_set`
    sets them, and again each time the operation runs.

    Invariant: the struct exists, and its fields are pointers.

    Source: the caller's side of TVM v0.14 `src/target/source/interface_c.cc`.

    Example:

    ```mlir
    tir.struct @tvmgen_default_inputs ["image"]
    func.func @call(%image: !tir.handle) {
      %inputs = tir.struct_stack @tvmgen_default_inputs : !tir.handle
      tir.struct_set %inputs[@tvmgen_default_inputs, "image"] = %image : !tir.handle
      return
    }
    ```

    The C it becomes:

    ```c
    struct tvmgen_default_inputs inputs;
    inputs.image = image;
    ```
  }];
  let arguments = (ins
    Arg<FlatSymbolRefAttr, "its `tir.struct`">:$struct_name);
  let results = (outs
    Res<TIR_HandleType, "the struct",
        [MemAlloc<AutomaticAllocationScopeResource>]>:$pointer);
  let assemblyFormat = "$struct_name attr-dict `:` type($pointer)";
}

#endif // TIR_DIALECT_TIR_IR_TIRSTRUCTOPS_TD
