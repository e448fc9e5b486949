//===- FunctionPasses.td - Passes on functions that came on buffers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_IMPORT_FUNCTIONPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_IMPORT_FUNCTIONPASSES_TD

include "mlir/Pass/PassBase.td"

def TIRAdoptBuffersPass : Pass<"tir-adopt-buffers", "::mlir::ModuleOp"> {
  let summary = "Turn functions on memrefs from another tool into the main functions";
  let description = [{
    For a module that tirc did not create: its only public function (or the one
    called `entry`), a `func.func` or `tir.prim_func` on memrefs, becomes the
    model's main `tir.prim_func`; other functions become private ones, and
    `func.call` becomes `tir.call_tir`. Several functions may stay public if
    each has a `tir.model`.

    Operations of a main function other than calls, views, allocations and
    copies become kernels: one kernel each, unless a scalar is passed from one
    to the next. Whole buffers are passed to them; constants and views are moved
    inside. A call that passes a part of a buffer goes into a kernel with the
    body of its callee, since a pointer alone does not carry the strides of a
    part. Arguments without `tir.effect` get it from the effects of the bodies;
    an argument that is not proven to be overwritten before it is read is
    `read_write`.

    Input: no results, buffers with a static shape and the identity layout at
    the entry, control flow in scf. Output: a module as the phase `buffers`
    makes it, without names (`tir-annotate-model`).

    Example:

    ```mlir
    func.func @main(%x: memref<4xf32>, %y: memref<4xf32>) {
      %t = memref.alloc() : memref<4xf32>
      linalg.negf ins(%x : memref<4xf32>) outs(%t : memref<4xf32>)
      linalg.add ins(%x, %t : memref<4xf32>, memref<4xf32>) outs(%y : memref<4xf32>)
      return
    }
    ```

    becomes

    ```mlir
    tir.prim_func private @negf(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                %y: memref<4xf32> {tir.effect = #tir.effect<write>}) …
    tir.prim_func private @add(…
    tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                        %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      %t = memref.alloc() : memref<4xf32>
      tir.call_tir @negf(%x, %t) : (memref<4xf32>, memref<4xf32>) -> ()
      tir.call_tir @add(%x, %t, %y)
          : (memref<4xf32>, memref<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```
  }];
  let options = [
    Option<"entry", "entry", "std::string", /*default=*/"\"\"",
           "Name of the function (default: the one public function)">,
  ];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect", "::tir::TIRDialect"];
}

def TIRExtractCallsPass : Pass<"tir-extract-calls", "::mlir::ModuleOp"> {
  let summary = "Move calls into functions that other threads can run";
  let description = [{
    The calls of a function that carry the same `stage` of `tir.call` become one
    `tir.prim_func` of that name, called once in their place. With `each`, every
    other `tir.call_tir` on memrefs becomes a separate function. Such a function
    receives everything that it works on as arguments: it shares nothing with
    its neighbours and has no hidden state, so stages can run in different
    threads.

    Whole buffers are passed, including those that only the stage uses, which
    the caller still allocates. Views of them are created inside, and constants,
    constant globals and cheap operations between the calls move along.
    `tir.effect` follows from the effects of the calls. Two arguments that may
    share memory, such as two arguments of a `func.func`, get
    `noalias = false`. A device context comes last.

    Operations between the calls move before or after all of them. An operation
    that can do neither, because an earlier call must come before it and a later
    one after it, is an error that names it. So are calls in different regions,
    a result that is used outside, and a callee that accesses a global that is
    not constant. External functions are assumed to share nothing.

    Input: calls on memrefs, before the phase `plan`, which gives buffers of
    different stages the same memory. Output: the functions, private unless
    `public` is set, before the function from which they were extracted.

    Example:

    ```mlir
    tir.prim_func private @scale(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                 %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      linalg.add ins(%x, %x : memref<4xf32>, memref<4xf32>) outs(%y : memref<4xf32>)
      tir.return
    }
    tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                        %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      %t = memref.alloc() : memref<4xf32>
      tir.call_tir @scale(%x, %t) {tir.call = #tir.call<stage = "front">}
          : (memref<4xf32>, memref<4xf32>) -> ()
      tir.call_tir @scale(%t, %y) {tir.call = #tir.call<stage = "front">}
          : (memref<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func private @front(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                 %t: memref<4xf32> {tir.effect = #tir.effect<write>},
                                 %y: memref<4xf32> {tir.effect = #tir.effect<write>})
        attributes {tir.function = #tir.function<extracted = true>} {
      tir.call_tir @scale(%x, %t) : (memref<4xf32>, memref<4xf32>) -> ()
      tir.call_tir @scale(%t, %y) : (memref<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    tir.prim_func @main(…) {
      %t = memref.alloc() : memref<4xf32>
      tir.call_tir @front(%x, %t, %y)
          : (memref<4xf32>, memref<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```
  }];
  let options = [
    Option<"each", "each", "bool", /*default=*/"false",
           "Also extract each tir.call_tir without a stage in tir.call, on its own">,
    Option<"isPublic", "public", "bool", /*default=*/"false",
           "Make the functions public, for an application that calls the stages "
           "itself">,
  ];
  let dependentDialects = ["::tir::TIRDialect"];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_IMPORT_FUNCTIONPASSES_TD
