//===- Passes.td - Conversions to the two back ends
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_PASSES_TD
#define TIR_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// To EmitC
//===----------------------------------------------------------------------===//

def TIRFlattenMemRefsPass : Pass<"tir-flatten-memrefs", "::mlir::ModuleOp"> {
  let summary = "Make every buffer a buffer of rank 1";
  let description = [{
    Gives each memref of static shape and identity layout, of any rank, rank 1:
    in operations, functions' signatures, calls and globals with their initial
    values. Loads and stores get a linear index
    (`overflow<nsw>`, since an index never leaves its buffer). Reshapes vanish.

    Input: memrefs of static shape and identity layout (a slice with strides is
    an error that names it). Output: the same program on memrefs of rank 1.

    Works on its own, on any module of func, scf, arith and memref. For EmitC it
    is needed because a C pointer has one index.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def TIRConvertToEmitCPass : Pass<"tir-convert-to-emitc", "::mlir::ModuleOp"> {
  let summary = "Convert functions, loops and arithmetic to EmitC";
  let description = [{
    One conversion with one type converter, of upstream's patterns for EmitC and
    ours for what upstream lacks (`lib/Conversion/*ToEmitC`).

    | type | becomes |
    |---|---|
    | `index` | `i32`: loop bounds may be negative |
    | `memref<NxT>` | `!emitc.ptr<T>` |
    | the same, only read | `!emitc.ptr<!emitc.opaque<"const T">>` |
    | `!tir.handle` | `!emitc.ptr<!emitc.opaque<"void">>`, or the pointer to the struct whose fields are read |

    Only read are arguments with `tir.effect = #tir.effect<read>` and constant
    globals, and views of them.

    Input: func, scf, arith, math, memref of rank 1, low-level tir (run
    `tir-flatten-memrefs` first). Output: `emitc` only, with the includes that it
    needs. Discardable attributes with builtin values stay; a global's alignment
    becomes `tir.alignment`; buffers of a function with `tir.place` carry
    `tir.noalias` (C's `restrict`) unless they said `tir.noalias = false`.
    What has no conversion is an error that names the operation and its types.
  }];
  let dependentDialects = ["::mlir::emitc::EmitCDialect",
                           "::mlir::memref::MemRefDialect"];
}

def TIRCoalesceVariablesPass : Pass<"tir-coalesce-variables"> {
  let summary = "Merge variables whose value only moves on into another";
  let description = [{
    A nest of loops with a carried value, or an `scf.if` whose result is carried
    on, becomes one EmitC variable a level, with copies between them. Where
    nobody looks at the outer variable while the inner one is in use, one does
    for both, so that a reduction over several loops has one accumulator.
    Assignments of a variable to itself, empty branches and values nobody uses
    go as well, and a variable's value is looked up where it is used.

    Works on any EmitC function; its result prints the same values.

    Example, before and after, in C:

    ```c
    int32_t inner; inner = acc; for (…) inner += x[i]; acc = inner;
    for (…) acc += x[i];
    ```
  }];
  let dependentDialects = ["::mlir::emitc::EmitCDialect"];
}

//===----------------------------------------------------------------------===//
// To LLVM
//===----------------------------------------------------------------------===//

#endif // TIR_CONVERSION_PASSES_TD
