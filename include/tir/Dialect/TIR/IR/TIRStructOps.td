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

/// What a `void *` field can be read as and set to.
def TIR_StructField : AnyTypeOf<[
    TIR_HandleType, TIR_DeviceContextType, AnyMemRef]>;

def TIR_StructOp : TIR_LowLevelOp<"struct", [Symbol]> {
  let summary = "a C struct of `void *` fields, or of arrays";
  let description = [{
    Names a struct of the C interface (`struct tvmgen_<model>_inputs` and its
    siblings) and its fields in order. Each field is a `void *`, or, where the
    struct gives types, the array of a buffer's elements itself, as C lays it
    out. The header of the interface defines it, or, with `definition`, the C
    file itself; there it must stand in front of what uses it.

    Invariants: field names are distinct; there are as many types as fields, and
    each is a memref of static shape, with elements, and the identity layout.

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

    and of the state of a model, which holds its variables themselves

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
    Arg<OptionalAttr<TypeArrayAttr>, "the buffers that its fields hold">:$types);
  let assemblyFormat = [{
    $sym_name $fields (`:` $types^)? (`definition` $definition^)? attr-dict
  }];
  let hasVerifier = 1;
  // Of pointers.
  let builders = [OpBuilder<(ins "::llvm::StringRef":$symName,
                                 "::mlir::ArrayAttr":$fields,
                                 CArg<"bool", "false">:$definition), [{
    build($_builder, $_state, symName, fields, definition, /*types=*/nullptr);
  }]>];
  let extraClassDeclaration = [{
    /// The buffer that a field of that name holds itself; null where the field
    /// is a pointer.
    ::mlir::MemRefType getArrayType(::llvm::StringRef field);
  }];
}

def TIR_StructGetOp : TIR_LowLevelOp<"struct_get", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "reads a field of a C struct";
  let description = [{
    Reads a `void *` field. As a memref the field is the address of that
    buffer's first element, as a `!tir.handle` or `!tir.device_context` the
    pointer itself. A field that is an array is read as the buffer that it is.

    Invariants: the struct exists and has the field; a memref has a static
    shape and the identity layout; of an array it has the type of the field.

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

def TIR_StructSetOp : TIR_LowLevelOp<"struct_set", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "writes a field of a C struct";
  let description = [{
    Writes a `void *` field. A memref stands for the address of its first
    element.

    Invariants: as those of `tir.struct_get`; the field is no array.

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

def TIR_StructStackOp : TIR_LowLevelOp<"struct_stack", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a C struct on the stack";
  let description = [{
    Allocates a struct on the stack of the function. It lives until the function
    returns; what its fields hold is undefined until `tir.struct_set` sets them,
    and again each time the operation runs.

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
