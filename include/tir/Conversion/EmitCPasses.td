//===- EmitCPasses.td - Conversions to EmitC
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_EMITCPASSES_TD
#define TIR_CONVERSION_EMITCPASSES_TD

include "mlir/Pass/PassBase.td"

def TIRFlattenMemRefsPass : Pass<"tir-flatten-memrefs", "::mlir::ModuleOp"> {
  let summary = "Make every buffer a buffer of rank 1";
  let description = [{
    Gives rank 1 to each memref of static shape and static strides, of any rank:
    in operations, functions' signatures, calls, and globals with their initial
    values. A region of a buffer becomes the memory from its first element to
    its last. Loads and stores get a linear index (`overflow<nsw>`, since an
    index never leaves its buffer). Reshapes vanish; subviews become
    `tir.rebase`.

    Input: memrefs of static shape and static strides (any other memref is an
    error that names it); copies only of contiguous elements
    (`tir-lower-copies`). Output: the same program on memrefs of rank 1.

    The pass works on its own, on any module of func, scf, arith and memref.
    EmitC needs it because a C pointer has one index.

    Example:

    ```mlir
    func.func @f(%x: memref<2x4xi8>, %i: index, %j: index) -> i8 {
      %y = memref.load %x[%i, %j] : memref<2x4xi8>
      return %y : i8
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: memref<8xi8>, %i: index, %j: index) -> i8 {
      %c4 = arith.constant 4 : index
      %row = arith.muli %i, %c4 overflow<nsw> : index
      %at = arith.addi %row, %j overflow<nsw> : index
      %y = memref.load %x[%at] : memref<8xi8>
      return %y : i8
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect", "::tir::TIRDialect"];
}

def TIRConvertToEmitCPass : Pass<"tir-convert-to-emitc", "::mlir::ModuleOp"> {
  let summary = "Convert functions, loops and arithmetic to EmitC";
  let description = [{
    Runs one conversion with one type converter: upstream's patterns for EmitC,
    and ours for what upstream lacks (`lib/Conversion/*ToEmitC`).

    | type | becomes |
    |---|---|
    | `index` | `i32`: loop bounds may be negative |
    | i2 to i63, such as TOSA's i4 and i48 | the next wider type of C, always with the same value |
    | f16, bf16 | `ui16`, their bits; arithmetic is done in f32, and each result is rounded back |
    | `memref<NxT>` | `!emitc.ptr<T>` |
    | the same, if only read | `!emitc.ptr<!emitc.opaque<"const T">>` |
    | `!tir.handle` | `!emitc.ptr<!emitc.opaque<"void">>`, or the pointer to the struct whose fields are read |
    | other types of tir | pointers as each type says |

    These buffers are only read: arguments with
    `tir.effect = #tir.effect<read>`, constant globals, and views of them.

    Input: func, scf, arith, math, memref of rank 1, low-level tir (run
    `tir-flatten-memrefs` first). Output: only `emitc`, with the includes that
    it needs. Discardable attributes with builtin values stay; a global's
    alignment becomes `alignment` of `tir.global`; buffers of a function with a place
    in `#tir.kernel` have `noalias` of `tir.port` (C's `restrict`) unless they had `noalias = false`.
    An operation without a conversion is an error that names it and its types.

    Example:

    ```mlir
    func.func @f(%x: memref<4xi8> {tir.effect = #tir.effect<read>}, %i: index) -> i8 {
      %y = memref.load %x[%i] : memref<4xi8>
      return %y : i8
    }
    ```

    becomes

    ```mlir
    emitc.include <"stdint.h">
    emitc.func @f(%x: !emitc.ptr<!emitc.opaque<"const int8_t">>, %i: i32) -> i8 {
      %at = subscript %x[%i] : (!emitc.ptr<!emitc.opaque<"const int8_t">>, i32)
          -> !emitc.lvalue<!emitc.opaque<"const int8_t">>
      %loaded = load %at : <!emitc.opaque<"const int8_t">>
      %y = cast %loaded : !emitc.opaque<"const int8_t"> to i8
      return %y : i8
    }
    ```
  }];
  let dependentDialects = ["::mlir::emitc::EmitCDialect",
                           "::mlir::memref::MemRefDialect", "::tir::TIRDialect"];
}

def TIRCoalesceVariablesPass : Pass<"tir-coalesce-variables"> {
  let summary = "Merge variables whose value is only copied into another";
  let description = [{
    A nest of loops with a carried value, or an `scf.if` whose result is carried
    on, becomes one EmitC variable per level, with copies between them. If
    nothing uses the outer variable while the inner one is in use, the pass
    merges the two, so that a reduction over several loops has one accumulator.
    It also removes assignments of a variable to itself, empty branches and
    unused values, and loads a variable where its value is used.

    The pass works on any EmitC function. The result computes the same values.

    Example, before and after, in C:

    ```c
    int32_t inner; inner = acc; for (…) inner += x[i]; acc = inner;
    for (…) acc += x[i];
    ```

    Example:

    ```mlir
    emitc.func @sum(%n: !emitc.size_t, %zero: !emitc.size_t, %one: !emitc.size_t, %x: i32) -> i32 {
      %outer = "emitc.variable"() <{value = 0 : i32}> : () -> !emitc.lvalue<i32>
      emitc.for %i = %zero to %n step %one : !emitc.size_t {
        %start = load %outer : <i32>
        %inner = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.lvalue<i32>
        assign %start : i32 to %inner : <i32>
        emitc.for %j = %zero to %n step %one : !emitc.size_t {
          %acc = load %inner : <i32>
          %next = add %acc, %x : (i32, i32) -> i32
          assign %next : i32 to %inner : <i32>
        }
        %end = load %inner : <i32>
        assign %end : i32 to %outer : <i32>
      }
      %sum = load %outer : <i32>
      return %sum : i32
    }
    ```

    becomes

    ```mlir
    %outer = "emitc.variable"() <{value = 0 : i32}> : () -> !emitc.lvalue<i32>
    for %i = %zero to %n step %one : !emitc.size_t {
      for %j = %zero to %n step %one : !emitc.size_t {
        %acc = load %outer : <i32>
        %next = add %acc, %x : (i32, i32) -> i32
        assign %next : i32 to %outer : <i32>
      }
    }
    %sum = load %outer : <i32>
    ```
  }];
  let dependentDialects = ["::mlir::emitc::EmitCDialect"];
}

def TIROrderFunctionsPass
    : Pass<"tir-order-functions", "::mlir::ModuleOp"> {
  let summary = "Put each EmitC function after the functions that it calls";
  let description = [{
    A C printer writes the functions of a module in their order, and C requires
    that a function is declared before it is used. The pass moves each
    `emitc.func` after the functions that it calls and otherwise keeps the
    order. If functions call each other in a cycle, an `emitc.declare_func`
    before all functions declares those that are still defined after a call.

    Input: any module. Output: the same functions, each defined or declared
    before its calls.

    Example:

    ```mlir
    emitc.func @run(%x: i32) -> i32 {
      %y = call @twice(%x) : (i32) -> i32
      return %y : i32
    }
    emitc.func @twice(%x: i32) -> i32 {
      %y = add %x, %x : (i32, i32) -> i32
      return %y : i32
    }
    ```

    becomes

    ```mlir
    emitc.func @twice(%x: i32) -> i32 {
      %y = add %x, %x : (i32, i32) -> i32
      return %y : i32
    }
    emitc.func @run(%x: i32) -> i32 {
      %y = call @twice(%x) : (i32) -> i32
      return %y : i32
    }
    ```
  }];
  let dependentDialects = ["::mlir::emitc::EmitCDialect"];
}

def TIRUseFFIRuntimePass : Pass<"tir-use-ffi-runtime", "::mlir::ModuleOp"> {
  let summary = "Let C call tvm-ffi in place of TVM's older runtime";
  let description = [{
    This pass is for C with the functions that tvm-ffi looks up
    (`tir-make-ffi-interface`). Functions of TVM v0.14's runtime, which tvm-ffi
    does not have, become functions of the file, which the pass adds as text:

    | function | in its place |
    |---|---|
    | `TVMBackendGetFuncFromEnv` | `TVMFFIEnvModLookupFromImports`, with the module that tvm-ffi stored in `__tvm_ffi__library_ctx`; in a linked program, `TVMFFIFunctionGetGlobal` |
    | `TVMFuncCall` | `TVMFFIFunctionCall`; buffers are passed as tensors |
    | `TVMAPISetLastError`, `TVMFFIErrorSetRaisedFromCStr` | the same error, unless a callee raised one |
    | `TVMBackendAllocWorkspace`, `TVMBackendFreeWorkspace` | `malloc`, `free` |

    Names without a model's, such as `__tvm_ffi_run`, are weak, so that two
    models can be linked into one library. With a system library, a function
    that runs before main registers the others in tvm-ffi's.

    Objects get the same by `tir-resolve-runtime-at-load`.

    Input: a module after `tir-convert-to-emitc`. Output: the same, which needs
    no runtime but tvm-ffi.

    Source: tvm-ffi `include/tvm/ffi/c_api.h` and `extra/c_env_api.h`.

    Example:

    ```mlir
    emitc.func @f(%text: !emitc.ptr<!emitc.opaque<"const char">>) {
      call_opaque "TVMAPISetLastError"(%text) : (!emitc.ptr<!emitc.opaque<"const char">>) -> ()
      return
    }
    ```

    becomes, behind the text,

    ```mlir
    emitc.func @f(%text: !emitc.ptr<!emitc.opaque<"const char">>) {
      call_opaque "tir_ffi_report"(%text) : (!emitc.ptr<!emitc.opaque<"const char">>) -> ()
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::emitc::EmitCDialect"];
}

#endif // TIR_CONVERSION_EMITCPASSES_TD
