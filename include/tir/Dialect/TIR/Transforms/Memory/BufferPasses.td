//===- BufferPasses.td - Passes that make and view buffers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_MEMORY_BUFFERPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_MEMORY_BUFFERPASSES_TD

include "tir/Dialect/TIR/Transforms/OnErrorOption.td"

def TIRBufferizePass : Pass<"tir-bufferize", "::mlir::ModuleOp"> {
  let summary = "Bufferize the functions that call kernels on tensors";
  let description = [{
    Runs upstream's one-shot bufferization on each `tir.prim_func` that is
    public or contains a `tir.call_tir` on tensors, and on nothing else: the
    bodies of kernels stay on tensors until the phase `loops`, which lowers them
    without storing intermediate tensors in memory. (`one-shot-bufferize` cannot
    select functions.)

    Input: destination-passing calls between `bufferization.to_tensor` and
    `bufferization.materialize_in_destination`. Output: the same calls on
    memrefs; each destination that is not an argument has its own
    `memref.alloc`.

    Example:

    ```mlir
    tir.prim_func private @relu(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                        %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
      %e = tensor.empty() : tensor<4xf32>
      %t = tir.call_tir @relu(%in) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %f = tensor.empty() : tensor<4xf32>
      %u = tir.call_tir @relu(%t) outs(%f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      bufferization.materialize_in_destination %u in restrict writable %y
          : (tensor<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(…
      %a = memref.alloc() : memref<4xf32>
      tir.call_tir @relu(%x, %a) : (memref<4xf32>, memref<4xf32>) -> ()
      %b = memref.alloc() : memref<4xf32>
      tir.call_tir @relu(%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
      memref.copy %b, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def TIRDeclarePoolsPass : Pass<"tir-declare-pools", "::mlir::ModuleOp"> {
  let summary = "Declare memory pools";
  let description = [{
    Adds a `tir.pool` to the module for each item of `pools`, in their order, for
    `tir-plan-memory`. An item has the form
    `NAME:SIZE[:alignment][:section][:ro][:external]`: the name of the pool, the
    most bytes that may be in it, its alignment (default: 16), the section of the
    linker script that contains it, whether it is for constants, and whether the
    application passes its memory with each run.

    Source: TVM v0.14 `include/tvm/ir/memory_pools.h` (`PoolInfo`).

    Example:

    ```mlir --tir-declare-pools=pools=dtcm:32768:32:.dtcm,dram:1000000:external
    module {
    }
    ```

    becomes

    ```mlir
    module {
      tir.pool @dtcm {alignment = 32 : i64, section = ".dtcm", size_hint = 32768 : i64}
      tir.pool @dram {external, size_hint = 1000000 : i64}
    }
    ```
  }];
  let options = [
    ListOption<"pools", "pools", "std::string", "The pools to declare">
  ];
  let dependentDialects = ["::tir::TIRDialect"];
}

def TIRAllocateArgumentsPass
    : Pass<"tir-allocate-arguments", "::mlir::ModuleOp"> {
  let summary = "Make inputs and outputs part of the memory plan";
  let description = [{
    Replaces the buffer arguments of each public `tir.prim_func` by allocations
    that `tir-plan-memory` places in a pool with everything else. `argument` of `tir.port`
    on an allocation contains the attributes of the argument; the C interface
    describes inputs and outputs by them. Arguments that provide a pool
    (`pool` of `tir.port`) stay.

    Invariants: the arguments are memrefs of static shape and identity layout,
    and nothing in the module calls the function.

    Source: TVM v0.14 `src/tir/usmp/transform/create_io_allocates.cc`.

    Example:

    ```mlir
    tir.prim_func private @relu(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "x"},
                        %y: memref<4xf32> {tir.effect = #tir.effect<write>, tir.name = "y"}) {
      tir.call_tir @relu(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main() {
      %x = memref.alloc() {tir.port = #tir.port<argument = {tir.effect = #tir.effect<read>, tir.name = "x"}>} : memref<4xf32>
      %y = memref.alloc() {tir.port = #tir.port<argument = {tir.effect = #tir.effect<write>, tir.name = "y"}>} : memref<4xf32>
      tir.call_tir @relu(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def TIRViewConcatenationsPass
    : Pass<"tir-view-concatenations", "::mlir::ModuleOp"> {
  let summary = "Compute tensors in the place that they have in a concatenation";
  let description = [{
    Removes calls of kernels that only put tensors one after the other: along
    the outermost dimension that is not 1, so that each of them is a contiguous
    part of the result. Their buffers become views of one buffer, into which the
    kernels that compute them write directly.

    A call stays if something else writes one of these buffers after it, or
    writes the result; if one tensor is in the result twice; if a callee outside
    of the module uses one of the buffers, since it may expect an alignment; or
    if more bytes would be live at some step than before, because the result is
    then live from the first of its parts on.

    Input: public functions on memrefs, kernels on tensors, as after
    `tir-bufferize`. Output: the same.

    Example:

    ```mlir --tir-view-concatenations
    !half = memref<1x16xi8>
    !whole = memref<1x32xi8>
    tir.prim_func private @concat(%x: !half {tir.effect = #tir.effect<read>}, %y: !half {tir.effect = #tir.effect<read>},
                                  %z: !whole {tir.effect = #tir.effect<write>}) {
      %first = bufferization.to_tensor %x restrict : !half to tensor<1x16xi8>
      %second = bufferization.to_tensor %y restrict : !half to tensor<1x16xi8>
      %none = tensor.empty() : tensor<1x32xi8>
      %one = tensor.insert_slice %first into %none[0, 0] [1, 16] [1, 1] : tensor<1x16xi8> into tensor<1x32xi8>
      %both = tensor.insert_slice %second into %one[0, 16] [1, 16] [1, 1] : tensor<1x16xi8> into tensor<1x32xi8>
      bufferization.materialize_in_destination %both in restrict writable %z : (tensor<1x32xi8>, !whole) -> ()
      tir.return
    }
    tir.prim_func @main(%x: !half {tir.effect = #tir.effect<read>}, %y: !half {tir.effect = #tir.effect<read>},
                        %z: !whole {tir.effect = #tir.effect<write>}) {
      %a = memref.alloc() : !half
      memref.copy %x, %a : !half to !half
      %b = memref.alloc() : !half
      memref.copy %y, %b : !half to !half
      %c = memref.alloc() : !whole
      tir.call_tir @concat(%a, %b, %c) : (!half, !half, !whole) -> ()
      memref.copy %c, %z : !whole to !whole
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(…
      %bytes = memref.alloc() {alignment = 1 : i64} : memref<32xi8>
      %c0 = arith.constant 0 : index
      %c = memref.view %bytes[%c0][] : memref<32xi8> to memref<1x32xi8>
      %c0_0 = arith.constant 0 : index
      %a = memref.view %bytes[%c0_0][] : memref<32xi8> to memref<1x16xi8>
      %c16 = arith.constant 16 : index
      %b = memref.view %bytes[%c16][] : memref<32xi8> to memref<1x16xi8>
      memref.copy %arg0, %a : memref<1x16xi8> to memref<1x16xi8>
      memref.copy %arg1, %b : memref<1x16xi8> to memref<1x16xi8>
      memref.copy %c, %arg2 : memref<1x32xi8> to memref<1x32xi8>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def TIRStoreRowsAsInt16Pass : Pass<"tir-store-rows-as-int16", "::mlir::ModuleOp"> {
  let summary = "Store rows as the words that their reader multiplies";
  let description = [{
    A kernel that multiplies 16-bit numbers widens its int8 input first, a few
    pixels at a time, into scratch memory. Where a buffer of one iteration of a
    loop is written by one call and read by another one, and nothing else uses
    it, this pass lets the first kernel store its elements as these numbers
    (`kernel.widen_words`), and the second one multiply them where they are
    (`kernel.narrow_words`). The second kernel then has no `scratch` any longer.

    The schedules of both kernels must be able to do it (`canWriteWords`,
    `canReadWords`), and all calls of both kernels pass such buffers. The buffer
    takes twice as many bytes, and the scratch memory none. Kernels stay as they
    are if a plan would otherwise become more than 15 % larger, or, without
    `may-grow`, larger at all, or if the module declares pools for buffers. The
    kernels lose their distances: their output does not overlap their input.

    Input: main functions on memrefs, with the loops of `tir-stream-rows`, and
    kernels on tensors with schedules. Output: the same.

    Source: none in TVM v0.14.

    Example:

    ```mlir --tir-store-rows-as-int16
    !row = memref<1x1x3x4xi8>
    !t = tensor<1x1x3x4xi8>
    !sums = tensor<1x1x3x4xi32>
    #id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
    memref.global "private" constant @scales : memref<1x1x4x1xi8> = dense<2>
    memref.global "private" constant @weights : memref<4xi32> = dense<[65538, 196612, 327686, 458760]>
    tir.prim_func private @depthwise(%x: !row {tir.effect = #tir.effect<read>}, %w: memref<1x1x4x1xi8> {tir.effect = #tir.effect<read>},
                                     %y: !row {tir.effect = #tir.effect<write>}) attributes {schedule = #kernel.blocked<pixels = 2>} {
      %zero = arith.constant 0 : i32
      %in = bufferization.to_tensor %x restrict : !row to !t
      %weights = bufferization.to_tensor %w restrict : memref<1x1x4x1xi8> to tensor<1x1x4x1xi8>
      %e = tensor.empty() : tensor<1x1x3x4x1xi32>
      %init = linalg.fill ins(%zero : i32) outs(%e : tensor<1x1x3x4x1xi32>) -> tensor<1x1x3x4x1xi32>
      %all = linalg.depthwise_conv_2d_nhwc_hwcm ins(%in, %weights : !t, tensor<1x1x4x1xi8>)
          outs(%init : tensor<1x1x3x4x1xi32>) -> tensor<1x1x3x4x1xi32>
      %sums = tensor.collapse_shape %all [[0], [1], [2], [3, 4]] : tensor<1x1x3x4x1xi32> into !sums
      %f = tensor.empty() : !t
      %out = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%sums : !sums) outs(%f : !t) {
      ^bb0(%a: i32, %b: i8):
        %c = arith.trunci %a : i32 to i8
        linalg.yield %c : i8
      } -> !t
      bufferization.materialize_in_destination %out in restrict writable %y : (!t, !row) -> ()
      tir.return
    }
    tir.prim_func private @pointwise(%x: !row {tir.effect = #tir.effect<read>}, %w: memref<4xi32> {tir.effect = #tir.effect<read>},
                                     %s: memref<6xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
                                     %y: memref<1x1x3x4xi32> {tir.effect = #tir.effect<write>}) attributes {schedule = #kernel.blocked<pixels = 3>} {
      %zero = arith.constant 0 : i32
      %in = bufferization.to_tensor %x restrict : !row to !t
      %weights = kernel.unpack_pairs %w segment 4 : memref<4xi32> to tensor<4x1x1x4xi8>
      %e = tensor.empty() : !sums
      %init = linalg.fill ins(%zero : i32) outs(%e : !sums) -> !sums
      %sums = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : !t, tensor<4x1x1x4xi8>) outs(%init : !sums) -> !sums
      bufferization.materialize_in_destination %sums in restrict writable %y : (!sums, memref<1x1x3x4xi32>) -> ()
      tir.return
    }
    tir.prim_func @main(%x: !row {tir.effect = #tir.effect<read>}, %y: memref<1x1x3x4xi32> {tir.effect = #tir.effect<write>}) {
      %v = memref.get_global @scales : memref<1x1x4x1xi8>
      %w = memref.get_global @weights : memref<4xi32>
      %none = arith.constant 0 : index
      %one = arith.constant 1 : index
      %rows = arith.constant 8 : index
      scf.for %i = %none to %rows step %one {
        %row = memref.alloc() : !row
        tir.call_tir @depthwise(%x, %v, %row) : (!row, memref<1x1x4x1xi8>, !row) -> ()
        %s = memref.alloc() : memref<6xi32>
        tir.call_tir @pointwise(%row, %w, %s, %y) : (!row, memref<4xi32>, memref<6xi32>, memref<1x1x3x4xi32>) -> ()
      }
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func private @depthwise(…
      %7 = kernel.widen_words %6 : tensor<1x1x3x4xi8> to tensor<6xi32>
      bufferization.materialize_in_destination %7 in restrict writable %arg2 : (tensor<6xi32>, memref<6xi32>) -> ()…
    tir.prim_func private @pointwise(…
      %0 = kernel.narrow_words %arg0 : memref<6xi32> to tensor<1x1x3x4xi8>
      %1 = kernel.unpack_pairs %arg1 segment 4 in_order : memref<4xi32> to tensor<4x1x1x4xi8>…
      scf.for %arg2 = %c0 to %c8 step %c1 {
        %alloc = memref.alloc() : memref<6xi32>
        tir.call_tir @depthwise(%arg0, %0, %alloc) : (memref<1x1x3x4xi8>, memref<1x1x4x1xi8>, memref<6xi32>) -> ()
        tir.call_tir @pointwise(%alloc, %1, %arg1) : (memref<6xi32>, memref<4xi32>, memref<1x1x3x4xi32>) -> ()
      }…
    ```
  }];
  let options = [
    Option<"overlap", "overlap", "::tir::OverlapChoice",
           "::tir::OverlapChoice::Auto",
           "Whether kernels write over their inputs, in the plan",
           [{::llvm::cl::values(
               clEnumValN(::tir::OverlapChoice::Auto, "auto",
                          "where that saves memory"),
               clEnumValN(::tir::OverlapChoice::Off, "off",
                          "never"))}]>,
    Option<"overwriteInputs", "overwrite-inputs", "bool", "false",
           "Whether the memory of inputs serves for buffers after their last "
           "use, in the plan">,
    Option<"alignment", "alignment", "uint64_t", "16",
           "Smallest alignment of a buffer in the plan">,
    Option<"mayGrow", "may-grow", "bool", "true",
           "Whether a plan may become up to 15 % larger">
  ];
  let dependentDialects = ["::mlir::memref::MemRefDialect",
                           "::tir::TIRDialect",
                           "::tir::kernel::KernelDialect"];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_MEMORY_BUFFERPASSES_TD
