//===- TIRPackedOps.td - Packed arguments and functions of the registry
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRPACKEDOPS_TD
#define TIR_DIALECT_TIR_IR_TIRPACKEDOPS_TD

include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/TIR/IR/TIRTypes.td"

def TIR_PackedInteger : Type<
    Or<[CPred<"::llvm::isa<::mlir::IndexType>($_self)">,
        And<[CPred<"$_self.isSignlessInteger()">,
             CPred<"$_self.getIntOrFloatBitWidth() <= 64">]>]>,
    "signless integer of up to 64 bits or index">;

/// The types of values that a slot can be set to. A value in a slot always has
/// 8 bytes.
def TIR_PackedArgument : AnyTypeOf<[
    TIR_PackedInteger, F32, F64, TIR_HandleType, TIR_DeviceContextType,
    TIR_DLTensorType, TIR_StringType]>;

/// The types that a slot can be read as.
def TIR_PackedResult : AnyTypeOf<[
    I64, F64, TIR_HandleType, TIR_DeviceContextType, TIR_DLTensorType,
    TIR_StringType]>;

def TIR_SlotIndex : ConfinedAttr<I32Attr, [IntNonNegative]>;

def TIR_PackedStackOp : TIR_LowLevelOp<"packed_stack"> {
  let summary = "fresh slots for packed arguments";
  let description = [{
    Allocates `count` values and as many type codes on the stack of the
    function. They live until the function returns. Their contents are undefined
    until `tir.packed_set` sets them, and again each time the operation runs.
    Each call has its own slots, so calls can be moved apart, into other
    functions and threads; compilers let slots that are not in use at the same
    time share memory.

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

def TIR_PackedSetOp : TIR_LowLevelOp<"packed_set"> {
  let summary = "sets a packed argument and its type code";
  let description = [{
    Stores the value into slot `index`, and its type into the type code of the
    same index.

    | type of the value | becomes | type code |
    |---|---|---|
    | `i1` | 0 or 1 in 64 bits | 0 `kTVMArgInt` |
    | signless integer up to 64 bits, `index` | sign-extended to 64 bits | 0 `kTVMArgInt` |
    | `f32`, `f64` | double | 2 `kTVMArgFloat` |
    | `!tir.handle`, `!tir.device_context` | `void *` | 3 `kTVMOpaqueHandle` |
    | `!tir.dltensor` | `DLTensor *` | 7 `kTVMDLTensorHandle` |
    | `!tir.string` | `const char *` | 11 `kTVMStr` |

    Invariants: if a `tir.packed_stack` made the operands, one operation made
    both, and `index` is one of its slots.

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

def TIR_PackedGetOp : TIR_LowLevelOp<"packed_get"> {
  let summary = "reads a packed argument";
  let description = [{
    Reads slot `index` as a value of the result's type. It does not check the
    type code: compare the result of `tir.type_code_get` first.

    Invariant: if a `tir.packed_stack` made the values, `index` is one of its
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
  let results = (outs Res<TIR_PackedResult, "the value in the slot">:$result);
  let assemblyFormat = "$values `[` $index `]` attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def TIR_TypeCodeGetOp : TIR_LowLevelOp<"type_code_get"> {
  let summary = "reads the type code of a packed argument";
  let description = [{
    Reads the type code of slot `index` (`TVMArgTypeCode`; `tir.packed_set` has
    the table), which says what the value in that slot is.

    Invariant: if a `tir.packed_stack` made the codes, `index` is one of its
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

def TIR_GetFunctionOp : TIR_LowLevelOp<"get_function", [
    Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "looks a function up in the registry";
  let description = [{
    Looks a packed function up by its name: in the module of the caller, in the
    other modules, and among the global functions. `code` is the code that the
    look-up returns; the function is a handle for `tir.call_function`, or NULL
    if the registry does not know the name (TVM's C runtime still returns 0
    then). It is only a handle: in the C runtime, it is an encoded index, which
    cannot be called.

    The handle is kept in a static variable of the model, so that each name is
    looked up once. Threads may run the same look-up at the same time: each
    stores the same handle. The function that a name refers to must not change
    while the program runs.

    `registry` is the caller's own `tir.func_registry`, which is searched first;
    the runtime receives it as its module node. Without a registry, the module
    node is NULL.

    Invariants: the name is not empty and contains no NUL; the registry is one
    of this module.

    Source: TVM v0.14 `TVMBackendGetFuncFromEnv`.

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
    int32_t code = 0;
    void *f = TIR_ATOMIC_LOAD(&tir_function_tvm_contrib_random_random_fill);
    if (f == NULL) {
      code = TVMBackendGetFuncFromEnv(NULL, "tvm.contrib.random.random_fill", &f);
      TIR_ATOMIC_STORE(&tir_function_tvm_contrib_random_random_fill, f);
    }
    ```
  }];
  let arguments = (ins
    Arg<StrAttr, "the name in the registry">:$name,
    Arg<OptionalAttr<FlatSymbolRefAttr>,
        "the module's own registry">:$registry);
  let results = (outs
    Res<I32, "0, or the code of the error">:$code,
    Res<TIR_HandleType, "the function's handle">:$function);
  let assemblyFormat = "$name (`from` $registry^)? attr-dict";
  let hasVerifier = 1;
}

def TIR_CallFunctionOp : TIR_LowLevelOp<"call_function", [
    // The function may also access any other memory.
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "calls a function of the registry";
  let description = [{
    Calls the function behind a handle (`tir.get_function`) with the first
    `count` of the packed arguments. The value that it returns is in the first
    slot of `returned_values` and `returned_codes`; a function that returns
    nothing leaves the type code `kTVMNullptr` (4). The function may read and
    write any memory.

    Invariant: if a `tir.packed_stack` made the arguments, one operation made
    both, and `count` is at most the number of its slots.

    Source: TVM v0.14 `TVMFuncCall`.

    Example:

    ```mlir
    func.func @call(%f: !tir.handle, %n: i64) -> i32 {
      %values, %codes = tir.packed_stack 1
      tir.packed_set %values, %codes[0] = %n : i64
      %value, %type_code = tir.packed_stack 1
      %code = tir.call_function %f(%values, %codes, 1) -> (%value, %type_code)
      return %code : i32
    }
    ```

    The C it becomes:

    ```c
    code = TVMFuncCall(f, values, codes, 1, value, type_code);
    ```
  }];
  let arguments = (ins
    Arg<TIR_HandleType, "the function">:$function,
    Arg<TIR_ValuesType, "the arguments", [MemRead, MemWrite]>:$values,
    Arg<TIR_TypeCodesType, "their type codes", [MemRead, MemWrite]>:$type_codes,
    Arg<TIR_SlotIndex, "how many there are">:$count,
    Arg<TIR_ValuesType, "what it returns", [MemWrite]>:$returned_values,
    Arg<TIR_TypeCodesType, "the type code of that", [MemWrite]>:$returned_codes);
  let results = (outs Res<I32, "0, or the code of the error">:$code);
  let assemblyFormat = [{
    $function `(` $values `,` $type_codes `,` $count `)` `->`
    `(` $returned_values `,` $returned_codes `)` attr-dict
  }];
  let hasVerifier = 1;
}

#endif // TIR_DIALECT_TIR_IR_TIRPACKEDOPS_TD
