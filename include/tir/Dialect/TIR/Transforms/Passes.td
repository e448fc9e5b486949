//===- Passes.td - Passes on the tir dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_PASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// Phase import
//===----------------------------------------------------------------------===//

def TIRNameLocationsPass : Pass<"tir-name-locations", "::mlir::ModuleOp"> {
  let summary = "Give each operation a place in the model";
  let description = [{
    Gives each operation and block argument the NameLoc
    `<file>:<kind>#<ordinal>`: the file's last component, the operation's name
    without its dialect, and how many of that kind came before it in the module.
    What the location was (a line of text, unknown) stays its child. A name that
    the model brought stays in front of it: front ends give one name to several
    operations, and kind and ordinal tell these apart.

    Runs before any other pass, so that every operation made later has a place
    from the one it replaces. Running it again changes nothing.

    Example:

    ```mlir --tir-name-locations=source=net.mlir --mlir-print-debuginfo --mlir-print-local-scope
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = tosa.exp %x : (tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @main(%x: tensor<4xf32> loc("net.mlir:arg#0"("<stdin>":1:17))) -> tensor<4xf32> {
      %y = tosa.exp %x : (tensor<4xf32>) -> tensor<4xf32> loc("net.mlir:exp#0"(…
    ```
  }];
  let options = [
    Option<"source", "source", "std::string", /*default=*/"\"\"",
           "File that the module was read from (default: that of the module's "
           "location, else 'model')">,
  ];
}

def TIRSelectEntryPass : Pass<"tir-select-entry", "::mlir::ModuleOp"> {
  let summary = "Make one function the only public one";
  let description = [{
    The function called `entry`, or without that option the one public
    `func.func` with a body, stays public; all others become private, so that
    inlining and symbol-dce remove them. It must consist of one block.

    Example:

    ```mlir --tir-select-entry=entry=main
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      return %x : tensor<4xf32>
    }
    func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
      return %x : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @main(…
    func.func private @other(…
    ```
  }];
  let options = [
    Option<"entry", "entry", "std::string", /*default=*/"\"\"",
           "Name of the function (default: the one public function)">,
  ];
}

def TIRCheckSupportedPass : Pass<"tir-check-supported", "::mlir::ModuleOp"> {
  let summary = "Reject operators that have no lowering";
  let description = [{
    Reports the first operation that no later pass takes: of an unregistered or
    foreign dialect, a TOSA operator without a lowering (`tosa.custom`), or one
    on types that TOSA 1.0 does not have for it in the profiles PRO-INT and
    PRO-FP or in the extensions int4, int16, bf16, doubleround, inexactround,
    fft, variable and controlflow; the error lists those that it has. Operators
    that mean one thing on all types (a sum, a reshape) are taken on each type
    that any operator has, as front ends make them. Branches and loops may stand
    60 deep within each other. Also checks that the inputs and outputs of the entry
    function are tensors of element types that C has. Changes nothing.

    Source: the tables of TOSA 1.0's operators, as MLIR has them for
    `tosa-validate`.

    Example:

    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = tosa.exp %x : (tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::tosa::TosaDialect"];
}

def TIRAnnotateModelPass : Pass<"tir-annotate-model", "::mlir::ModuleOp"> {
  let summary = "Attach the names of the model, its inputs and outputs";
  let description = [{
    Sets `tir.model = {name, source}` on the module, and `tir.name` on each
    argument and result of the entry function: the attribute itself where the
    model has it, else the name listed in `tf.entry_function`, else one of the
    attributes `iree.identifier`, `ml_program.identifier`, `onnx.name`,
    `tf_saved_model.index_path`, else `input` or `output`, numbered where there
    are several. Discardable attributes of other dialects on the module and the
    entry are dropped.

    Names must become C identifiers that differ from each other, also in upper
    case, since macros carry them; else it is an error that names both. The
    model's name is kept in lower case: see `mangleModelName`.

    The entry may also be a `tir.prim_func` on buffers: arguments that are only
    read are inputs, all others outputs.

    Example:

    ```mlir --tir-annotate-model="model-name=net source=net.mlir io-quant=image:0.5:-3"
    func.func @main(%x: tensor<4xi8>) -> tensor<4xi8>
        attributes {tf.entry_function = {inputs = "image", outputs = "scores"}} {
      return %x : tensor<4xi8>
    }
    ```

    becomes

    ```mlir
    module attributes {tir.model = {name = "net", source = "net.mlir"}} {
      func.func @main(%x: tensor<4xi8> {tir.name = "image", tir.scale = 5.000000e-01 : f64,
                                        tir.zero_point = -3 : i64})
          -> (tensor<4xi8> {tir.name = "scores"}) {…
    ```
  }];
  let options = [
    Option<"modelName", "model-name", "std::string", /*default=*/"\"default\"",
           "Name of the model in the C that is written">,
    Option<"source", "source", "std::string", /*default=*/"\"\"",
           "File that the module was read from">,
    ListOption<"ioQuant", "io-quant", "std::string",
               "NAME:scale:zero_point, set as tir.scale and tir.zero_point on "
               "that input or output">,
  ];
}

def TIRSpecializeInputsPass
    : Pass<"tir-specialize-inputs", "::mlir::ModuleOp"> {
  let summary = "Give the inputs of the entry function static shapes";
  let description = [{
    Replaces dynamic dimensions of the entry function's arguments as the option
    says; on static ones it must agree. An argument that is still dynamic
    afterwards is an error that prints the option to give. Upstream's
    `tosa-infer-shapes` then infers the shapes inside each function in which one
    is not static. Its time doubles with each branch or loop within another, so
    that more than 12 are an error there.

    Example:

    ```mlir --tir-specialize-inputs=input-shape=0:1x8
    func.func @main(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
      %y = tosa.exp %x : (tensor<?x8xf32>) -> tensor<?x8xf32>
      return %y : tensor<?x8xf32>
    }
    ```

    becomes

    ```mlir
    func.func @main(%x: tensor<1x8xf32>) -> tensor<?x8xf32> {
      %y = tosa.exp %x : (tensor<1x8xf32>) -> tensor<1x8xf32>…
    ```
  }];
  let options = [
    ListOption<"inputShape", "input-shape", "std::string",
               "INDEX:1x49x10x1 or NAME:1x49x10x1">,
  ];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def TIRInlineResourcesPass : Pass<"tir-inline-resources", "::mlir::ModuleOp"> {
  let summary = "Turn dense_resource attributes into dense ones";
  let description = [{
    Bytecode keeps large constants as `dense_resource`, which folders do not see
    and EmitC's printer refuses. Output: no such attribute, nested ones included.

    Example:

    ```mlir
    func.func @main() -> tensor<2xi32> {
      %c = arith.constant dense_resource<weights> : tensor<2xi32>
      return %c : tensor<2xi32>
    }
    {-#
      dialect_resources: {
        builtin: {
          weights: "0x040000000100000002000000"
        }
      }
    #-}
    ```

    becomes

    ```mlir
    %c = arith.constant dense<[1, 2]> : tensor<2xi32>
    ```
  }];
}

def TIRRefineResultsPass : Pass<"tir-refine-results", "::mlir::ModuleOp"> {
  let summary = "Make the result types as static as what is returned";
  let description = [{
    Runs after shape inference: drops casts of returned tensors to more dynamic
    types, adapts the functions' result types, and reports the first operation
    whose result is still dynamic.

    Example:

    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<?xf32> {
      %y = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
      return %y : tensor<?xf32>
    }
    ```

    becomes

    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      return %x : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def TIRPromoteVariablesPass
    : Pass<"tir-promote-variables", "::mlir::ModuleOp"> {
  let summary = "Make TOSA's variables values of the entry function";
  let description = [{
    A variable (`tosa.variable`) that the entry function reads or writes becomes
    an argument of it, its value when the model begins, and where it is written a
    result, its value when the model ends. A read is then the value that was
    written last, and what it gave it keeps. Through `scf.if`, `scf.while` and
    `scf.for` the value is carried as one of theirs. No operation with effects is
    left, so that nothing that follows can reorder or drop one; and since a
    variable changes when the model ends, a run that fails leaves it as it was.

    What is declared becomes a `memref.global` with `tir.variable`, which holds
    the initial value; that is 0 where the model gives none.

    Input: a module with one public function, into which all others are
    inlined; control flow is scf. Output: no variable operation. One in another
    function or another kind of region, and one of a type that C has no array
    for, are errors.

    Source: TOSA 1.0, section "Variable operators".

    Example:

    ```mlir
    tosa.variable @count = dense<0> : tensor<1xi32>
    func.func @main(%x: tensor<1xi32>) -> tensor<1xi32> {
      %old = tosa.variable_read @count : tensor<1xi32>
      %new = arith.addi %old, %x : tensor<1xi32>
      tosa.variable_write @count, %new : tensor<1xi32>
      return %old : tensor<1xi32>
    }
    ```

    becomes

    ```mlir
    memref.global "private" @count : memref<1xi32> = dense<0> {tir.variable}
    func.func @main(%x: tensor<1xi32>, %count: tensor<1xi32> {tir.variable = @count})
        -> (tensor<1xi32>, tensor<1xi32> {tir.variable = @count}) {
      %new = arith.addi %count, %x : tensor<1xi32>
      return %count, %new : tensor<1xi32>, tensor<1xi32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tosa::TosaDialect"];
}

def TIRDecomposeAggregatesPass
    : Pass<"tir-decompose-aggregates", "::mlir::ModuleOp"> {
  let summary = "Take apart operations that stand for several";
  let description = [{
    Replaces each `linalg::AggregatedOpInterface` (`linalg.softmax`) by the
    linalg operations that it stands for.

    Example:

    ```mlir
    func.func @main(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
      %empty = tensor.empty() : tensor<2x4xf32>
      %y = linalg.softmax dimension(1) ins(%x : tensor<2x4xf32>)
          outs(%empty : tensor<2x4xf32>) -> tensor<2x4xf32>
      return %y : tensor<2x4xf32>
    }
    ```

    becomes

    ```mlir
    %max = linalg.generic …
    %shifted = linalg.generic …
      math.exp …
    %sum = linalg.generic …
      arith.addf …
    %y = linalg.generic …
      arith.divf …
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect",
  ];
}

def TIRWidenStoragePass : Pass<"tir-widen-storage", "::mlir::ModuleOp"> {
  let summary = "Store integers of odd widths in whole bytes";
  let description = [{
    Elements of i4, i48 and other widths that C has no type for become elements
    of the next type that it has, sign extended: i4 lies in memory as i8, i48 as
    i64. One place for both back ends, so that all after it see types that have
    a size. What memory holds is taken to be in range, and what is written is.

    Scalars keep their width where arithmetic may wrap. Convolutions and matrix
    products, and whatever provably stays in range, compute in the wider type:
    `acc += (int64_t)x * w` for an accumulator of i48. Sums and products of i48
    are taken not to overflow: TOSA 1.0 has that type for accumulators only, and
    leaves their overflow undefined (the REQUIRE in `apply_add_s`, section
    "Main Pseudocode").

    The main function's arguments and results keep the narrow type as
    `tir.value_type`. Runs after all has become linalg on tensors, or on buffers.

    Example:

    ```mlir
    func.func @main(%x: tensor<2x3xi48>) -> tensor<2x3xi48> {
      return %x : tensor<2x3xi48>
    }
    ```

    becomes

    ```mlir
    func.func @main(%x: tensor<2x3xi64> {tir.value_type = i48})
        -> (tensor<2x3xi64> {tir.value_type = i48}) {
      return %x : tensor<2x3xi64>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect"];
}

def TIRNormalizeGenericsPass
    : Pass<"tir-normalize-generics", "::mlir::ModuleOp"> {
  let summary = "Bring linalg.generic into the form that kernels are made of";
  let description = [{
    Removes results that nobody reads with what computes them (the position
    beside a maximum), and unit dimensions that an output indexes by a constant
    (a reduction that keeps its rank): these go into reshapes around the
    operation. Runs after all other forms have become linalg.

    Example:

    ```mlir
    func.func @sum(%x: tensor<2x5xf32>, %init: tensor<2x1xf32>) -> tensor<2x1xf32> {
      %y = linalg.generic {
          indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>],
          iterator_types = ["parallel", "reduction"]}
          ins(%x : tensor<2x5xf32>) outs(%init : tensor<2x1xf32>) {
      ^bb0(%in: f32, %acc: f32):
        %sum = arith.addf %in, %acc : f32
        linalg.yield %sum : f32
      } -> tensor<2x1xf32>
      return %y : tensor<2x1xf32>
    }
    ```

    becomes

    ```mlir
    %flat = tensor.collapse_shape %init [[0, 1]] : tensor<2x1xf32> into tensor<2xf32>
    %sum = linalg.generic …
    %y = tensor.expand_shape %sum [[0, 1]] output_shape [2, 1]
        : tensor<2xf32> into tensor<2x1xf32>
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

//===----------------------------------------------------------------------===//
// Phase kernels
//===----------------------------------------------------------------------===//

def TIRNormalizeControlFlowPass
    : Pass<"tir-normalize-control-flow", "::mlir::ModuleOp"> {
  let summary = "Bring scf.if, scf.for and scf.while into the form that main has";
  let description = [{
    Prepares the control flow of functions on tensors for `tir-outline-kernels`.
    An `scf.while` whose condition is computed on tensors asks before the loop
    and at the end of each round, and carries the answer: its first region then
    reads one element and calls nothing, as C's `while`. Numbers that control
    flow carries (a counter of `scf.for`) reach kernels through tensors of one
    element, since kernels take buffers. Source: TOSA 1.0, 2.15 control flow
    operators (COND_IF, WHILE_LOOP).

    Upstream's `scf-rotate-while-loop` makes an `scf.if` around a loop that asks
    last, where both branches would need buffers for all that is carried.

    Example:

    ```mlir
    func.func @main(%x: tensor<i32>, %one: tensor<i32>) -> tensor<i32> {
      %y = scf.while (%i = %x) : (tensor<i32>) -> tensor<i32> {
        %more = arith.cmpi sge, %i, %one : tensor<i32>
        %c = tensor.extract %more[] : tensor<i1>
        scf.condition(%c) %i : tensor<i32>
      } do {
      ^bb0(%i: tensor<i32>):
        %j = arith.subi %i, %one : tensor<i32>
        scf.yield %j : tensor<i32>
      }
      return %y : tensor<i32>
    }
    ```

    becomes

    ```mlir
    %first = arith.cmpi sge, %x, %one : tensor<i32>
    %y:2 = scf.while (%more = %first, %i = %x)
        : (tensor<i1>, tensor<i32>) -> (tensor<i1>, tensor<i32>) {
      %c = tensor.extract %more[] : tensor<i1>
      scf.condition(%c) %more, %i : tensor<i1>, tensor<i32>
    } do {
    ^bb0(%more: tensor<i1>, %i: tensor<i32>):
      %j = arith.subi %i, %one : tensor<i32>
      %again = arith.cmpi sge, %j, %one : tensor<i32>
      scf.yield %again, %j : tensor<i1>, tensor<i32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def TIROutlineKernelsPass : Pass<"tir-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Fuse operations into kernels and give each its own function";
  let description = [{
    Partitions each function on static tensors into kernels and makes every
    kernel a private `tir.prim_func`. An operation is computed in its consumer's
    kernel where that costs no second computation of an element (a rescale after
    a convolution, a sum of a sum), or where computing it again is as cheap as
    reading it (padding, slices, broadcasts, fills, casts). The function itself
    becomes a `tir.prim_func` over its inputs and outputs that only reshapes,
    branches and calls.

    Upstream's `linalg-fuse-elementwise-ops` fuses neither into nor out of
    reductions, and materialises padding, accumulators and broadcasts.

    Calls that are there already (a kernel that a pass has claimed for a device)
    stay as they are, between the kernels. So does control flow (`scf.if`,
    `scf.for`, `scf.while`), each of whose blocks is partitioned like a function:
    both branches of an `scf.if` write the same tensors, and each round of a loop
    leaves what it carries where it found it, so that every buffer has one place.
    Of loops in a row, each beginning with what the one before it ends with, sixteen
    share a buffer and the next one begins with a copy: bufferization compares all
    uses of what may share a buffer with each other.

    Input: one block of structured linalg and tensor operations. Output: kernels
    with `tir.place`, `tir.fused` and `tir.macs`; constants of more than one
    distinct element as `memref.global`, each once, 16-byte aligned; arguments
    with `tir.effect` and `tir.name`.

    Example:

    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %empty = tensor.empty() : tensor<4xf32>
      %y = linalg.exp ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    tir.prim_func private @exp(%x: memref<4xf32> {…}, %y: memref<4xf32> {…})
        attributes {tir.fused = [], tir.macs = 0 : i64, tir.place = "exp"} {
      %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
      %empty = tensor.empty() : tensor<4xf32>
      %out = linalg.exp ins(%in : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
      bufferization.materialize_in_destination %out in restrict writable %y
          : (tensor<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    tir.prim_func @main(…
      %out = tir.call_tir @exp(%in) outs(%init) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>…
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect", "::tir::TIRDialect"];
}

def TIRMergeKernelsPass : Pass<"tir-merge-kernels", "::mlir::ModuleOp"> {
  let summary = "Let equal kernels share one function";
  let description = [{
    A network repeats its layers: many kernels differ in nothing but the
    constants that their calls pass. Such kernels become one function, the first
    of them, which all calls run. LLVM's `mergefunc` does the same for functions
    of LLVM, and TVM's Relay lowered equal functions once; MLIR has no such pass.

    Two kernels are equal if their bodies are (`OperationEquivalence`, without
    locations, and whatever the order of operations without effects), and their
    types and attributes too, but for what says where they come from and for
    `tir.range`. The ranges of an argument merge: the result
    spans both, so that what is proven from it holds for each call. A number
    that stands in the body, such as a zero point, keeps two kernels apart, as
    arithmetic with it is simpler than with an argument. So does an argument that
    is a constant in one kernel and an activation in the other.

    Only calls of the module may refer to a kernel that is merged: it has a
    `tir.place`, is private, has a body, and neither an exported name nor a place
    in the function registry; a `tir.call_tir` is all that uses its symbol. A body
    with calls stays too: the error that such a call reports names its place in
    the model.

    The function keeps the name and the place of the first kernel. `tir.shared_by`
    lists the places of all, `tir.fused` the operations of all, and its location
    is fused of theirs. Each call gets the `tir.place` and `tir.fused` of its own
    kernel, which the plan, the report and the names of buffers and outputs go by.

    The pass runs at the end of the phase `kernels`, and at the end of `plan` for
    kernels on buffers that came with the model; it may run wherever else calls
    are `tir.call_tir`. It takes time linear in the size of the module.

    Input: kernels and their calls, on tensors or buffers. Output: the same; a
    `tir.plan` and the outputs of `tir-expose-kernels` name the functions that
    are left.

    Example:

    ```mlir
    tir.prim_func private @scale_0(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                                   %w: memref<4xi8> {tir.effect = #tir.effect<read>, tir.range = array<i64: 1, 5>},
                                   %y: memref<4xi8> {tir.effect = #tir.effect<write>})
        attributes {tir.fused = ["mul#0"], tir.place = "mul#0"} {
      linalg.mul ins(%x, %w : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
      tir.return
    }
    tir.prim_func private @scale_1(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                                   %w: memref<4xi8> {tir.effect = #tir.effect<read>, tir.range = array<i64: -3, 2>},
                                   %y: memref<4xi8> {tir.effect = #tir.effect<write>})
        attributes {tir.fused = ["mul#1"], tir.place = "mul#1"} {
      linalg.mul ins(%x, %w : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
      tir.return
    }
    memref.global "private" constant @w0 : memref<4xi8> = dense<[1, 2, 3, 5]>
    memref.global "private" constant @w1 : memref<4xi8> = dense<[-3, 0, 1, 2]>
    tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                        %y: memref<4xi8> {tir.effect = #tir.effect<write>},
                        %z: memref<4xi8> {tir.effect = #tir.effect<write>}) {
      %w0 = memref.get_global @w0 : memref<4xi8>
      %w1 = memref.get_global @w1 : memref<4xi8>
      tir.call_tir @scale_0(%x, %w0, %y) : (memref<4xi8>, memref<4xi8>, memref<4xi8>) -> ()
      tir.call_tir @scale_1(%y, %w1, %z) : (memref<4xi8>, memref<4xi8>, memref<4xi8>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func private @scale_0(%x: memref<4xi8> {…}, %w: memref<4xi8> {…, tir.range = array<i64: -3, 5>}, %y: memref<4xi8> {…})
        attributes {tir.fused = ["mul#0", "mul#1"], tir.place = "mul#0", tir.shared_by = ["mul#0", "mul#1"]} {…}…
    tir.prim_func @main(…
      tir.call_tir @scale_0(%x, %w0, %y) {tir.fused = ["mul#0"], tir.place = "mul#0"} : …
      tir.call_tir @scale_0(%y, %w1, %z) {tir.fused = ["mul#1"], tir.place = "mul#1"} : …
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Between the phases kernels and schedule, where it is asked for
//===----------------------------------------------------------------------===//

def TIRExposeKernelsPass : Pass<"tir-expose-kernels", "::mlir::ModuleOp"> {
  let summary = "Make outputs of what each kernel computes";
  let description = [{
    Each tensor that a call in the main function's block gives becomes an output
    of the model, and so does what control flow (`scf.if`, `scf.for`,
    `scf.while`) around calls ends with. Two programs from one model can then be
    compared kernel by kernel: on two targets, by two compilers.

    The model's own outputs stay first, under their names; the others follow in
    the order of the steps. An output has the kernel's name, with that of its
    argument where it has several results, a number where the name is taken, and
    `kernel_` before it where it is no C identifier. `tir.kernel` and
    `tir.place`, which the header and the report show, tell what it is of (for
    control flow that is the operation), and `tir.reads` names the outputs that
    it was computed from, so that a difference can be followed to where it began.

    The value is copied right behind the call, before a later one may update it
    in place, and a kernel that writes an output of the model goes on doing so:
    no buffer lives longer than it did, and the copies are all that is added. A
    variable is what it was, as well.

    Input: what the phase `kernels` makes; calls that write memrefs are an error.
    Results that are no tensors, and tensors of `index`, which C's interface has
    no type for, get no output. Output: what the phase `schedule` takes.

    Example:

    ```mlir
    tir.prim_func private @relu(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                %y: memref<4xf32> {tir.effect = #tir.effect<write>})
        attributes {tir.place = "clamp#0"} {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                        %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
      %e = tensor.empty() : tensor<4xf32>
      %t = tir.call_tir @relu(%in) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      bufferization.materialize_in_destination %t in restrict writable %y
          : (tensor<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(%x: memref<4xf32> {…}, %y: memref<4xf32> {…, tir.name = "output"},
                        %relu: memref<4xf32> {tir.effect = #tir.effect<write>,
                            tir.kernel = "relu", tir.name = "relu", tir.place = "clamp#0", tir.reads = []}) {
      …
      %t = tir.call_tir @relu(%in) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      bufferization.materialize_in_destination %t in restrict writable %relu
          : (tensor<4xf32>, memref<4xf32>) -> ()…
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

//===----------------------------------------------------------------------===//
// Phase buffers
//===----------------------------------------------------------------------===//

def TIRBufferizePass : Pass<"tir-bufferize", "::mlir::ModuleOp"> {
  let summary = "Bufferize the functions that call kernels on tensors";
  let description = [{
    Runs upstream's one-shot bufferization on each `tir.prim_func` that is public
    or holds a `tir.call_tir` on tensors, and on nothing else: the bodies of kernels stay
    on tensors until the phase `loops`, which lowers them without materialising
    what lies between. (`one-shot-bufferize` has no filter by function.)

    Input: destination-passing calls between `bufferization.to_tensor` and
    `bufferization.materialize_in_destination`. Output: the same calls on
    memrefs; each destination that is not an argument is a `memref.alloc` of
    its own.

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

def TIRAdoptBuffersPass : Pass<"tir-adopt-buffers", "::mlir::ModuleOp"> {
  let summary = "Make a function on memrefs that another tool made the main function";
  let description = [{
    For a module that tirc did not make: its one public function (or the one
    called `entry`), a `func.func` or `tir.prim_func` on memrefs, becomes the
    model's main `tir.prim_func`; other functions become private ones, and
    `func.call` becomes `tir.call_tir`.

    Operations of the main function that are no calls, views, allocations or
    copies become kernels: each its own, unless a scalar goes from one to the
    next. Buffers are passed to them whole, constants and views are taken inside.
    Calls that pass a part of a buffer go into a kernel with their callee's body,
    since a pointer alone does not tell the strides of a part. Arguments without
    `tir.effect` get it from what the bodies do; one that is not proven to be
    overwritten before it is read is `read_write`.

    Input: no results, buffers of static shape and identity layout at the entry,
    control flow as scf. Output: what the phase `buffers` makes, without names
    (`tir-annotate-model`).

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

//===----------------------------------------------------------------------===//
// Between the phases buffers and plan, where it is asked for
//===----------------------------------------------------------------------===//

def TIRExtractCallsPass : Pass<"tir-extract-calls", "::mlir::ModuleOp"> {
  let summary = "Make calls functions that another thread can run";
  let description = [{
    The calls of a function that carry `tir.stage` with one name become one
    `tir.prim_func` of that name, called once in their place; with `each` every
    other `tir.call_tir` on memrefs becomes a function of its own. What such a
    function works on it is given: nothing is shared with its neighbours, and no
    state is hidden in it, so that stages can run in different threads.

    Buffers are passed whole, also those that only the stage uses, which stay
    allocated by the caller; views of them are taken inside, and constants,
    constant globals and cheap operations between the calls go with them.
    `tir.effect` follows from what the calls do. Two arguments that may share
    memory, such as two arguments of a `func.func`, say `tir.noalias = false`.
    A device context comes last.

    What stands between the calls moves before or behind all of them. What can do
    neither, because an earlier call must come before it and a later one behind
    it, is an error that names it, and so are calls in different regions, a
    result that is used outside, and a callee that reaches a global which is not
    constant. Functions from outside the module are taken to share nothing.

    Input: calls on memrefs, before the phase `plan`, which gives buffers of
    different stages the same memory. Output: the functions, private unless
    `public` is set, before the function that they were taken from.

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
      tir.call_tir @scale(%x, %t) {tir.stage = "front"}
          : (memref<4xf32>, memref<4xf32>) -> ()
      tir.call_tir @scale(%t, %y) {tir.stage = "front"}
          : (memref<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func private @front(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                 %t: memref<4xf32> {tir.effect = #tir.effect<write>},
                                 %y: memref<4xf32> {tir.effect = #tir.effect<write>})
        attributes {tir.stage = "front"} {
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
           "Extract each tir.call_tir without tir.stage, too, alone">,
    Option<"isPublic", "public", "bool", /*default=*/"false",
           "Make the functions public, for an application that calls the stages "
           "itself">,
  ];
  let dependentDialects = ["::tir::TIRDialect"];
}

//===----------------------------------------------------------------------===//
// Phase plan
//===----------------------------------------------------------------------===//

def TIRPlanMemoryPass : Pass<"tir-plan-memory", "::mlir::ModuleOp"> {
  let summary = "Give each buffer of the main function a static place";
  let description = [{
    Replaces each `memref.alloc` of the public `tir.prim_func`. A buffer lives
    from the first step that uses it, itself or through a view, to the last; a
    step is a `tir.call_tir`, a `memref.copy` or another operation that works on
    memory. With `strategy=packed` buffers that never live at the same step
    share bytes of one global. With `strategy=separate` each has a
    global of its own, so that a sanitizer sees every access beyond its end.

    Where that makes the global smaller, a kernel writes its output over an input
    that no later step reads. `tir.distances` on the output says how near the
    input may begin behind it. For a kernel on tensors with one output the pass
    derives that: an input whose element i is read only for the output's element
    i, both counted from front to back, may lie at any distance from which each
    element is read before it is overwritten, if both have one type, or one of
    them has `i8`. Arguments that overlap get `tir.noalias = false`; a function
    that other calls use otherwise gets a variant for them, `NAME_in_place`.
    Distances that no call uses are removed. The buffers of a loop's rounds
    overlap only within a round.

    Input: at most one public `tir.prim_func` with a body, on memrefs; its
    allocations stand in its block, have a static shape and the identity layout.
    No function calls itself by `tir.call_tir`, directly or through others:
    there would be no bound to its memory.
    Output: no `memref.alloc` or `memref.dealloc` in it, and the module
    attribute `tir.plan`:

    | field | meaning |
    |---|---|
    | `strategy` | `packed` or `separate` |
    | `pools` | name (that of the global), `bytes`, `alignment`, `lower_bound` (largest sum of live bytes, of which those that may overlap count as far as they cannot), `gap` (bytes above it), `optimal` (no smaller plan exists), `method` that found the plan |
    | `buffers` | name (the kernel that writes it first), `pool`, `offset`, `bytes`, `alignment`, `first` and `last` step; `over`: the names of the buffers that it is written over, left out where there are none |
    | `steps` | what runs at each step: name (the kernel, or the operation), and the bytes of the regions that it `reads`, those that it `writes`, and the `constants` it reads, each counted once; with the place as `external` where a function from outside is called, and the `device` whose context it gets |
    | `loops` | the `first` and `last` step of each loop; left out where there is none |
    | `inputs_outputs_live_bytes` | largest sum of live bytes when inputs (until they are last used) and outputs (from when they are first written) count, too |

    Example:

    ```mlir
    tir.prim_func private @relu(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                        %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      %a = memref.alloc() : memref<4xf32>
      %b = memref.alloc() : memref<4xf32>
      tir.call_tir @relu(%x, %a) : (memref<4xf32>, memref<4xf32>) -> ()
      tir.call_tir @relu(%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
      tir.call_tir @relu(%b, %y) : (memref<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    memref.global "private" @workspace : memref<32xi8> = uninitialized {alignment = 16 : i64}
    tir.prim_func @main(…
      %workspace = memref.get_global @workspace : memref<32xi8>
      %c0 = arith.constant 0 : index
      %a = memref.view %workspace[%c0][] : memref<32xi8> to memref<4xf32>
      %c16 = arith.constant 16 : index
      %b = memref.view %workspace[%c16][] : memref<32xi8> to memref<4xf32>
      tir.call_tir @relu(%x, %a) : (memref<4xf32>, memref<4xf32>) -> ()…
    ```
  }];
  let options = [
    Option<"strategy", "strategy", "::tir::PlanStrategy",
           "::tir::PlanStrategy::Packed",
           "How buffers are laid out",
           [{::llvm::cl::values(
               clEnumValN(::tir::PlanStrategy::Packed, "packed",
                          "all in one workspace, which they share"),
               clEnumValN(::tir::PlanStrategy::Separate, "separate",
                          "each in a global of its own"))}]>,
    Option<"alignment", "alignment", "uint64_t", "16",
           "Smallest alignment of a buffer, a power of two; an element type or "
           "an allocation that asks for more gets more">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

//===----------------------------------------------------------------------===//
// Phase abi
//===----------------------------------------------------------------------===//

include "tir/Dialect/TIR/Transforms/ABIPasses.td"
include "tir/Dialect/TIR/Transforms/RegistryPasses.td"

//===----------------------------------------------------------------------===//
// Phase loops
//===----------------------------------------------------------------------===//

def TIRLowerKernelsPass : Pass<"tir-lower-kernels", "::mlir::ModuleOp"> {
  let summary = "Lower kernels' bodies from tensors to loops";
  let description = [{
    Replaces each `bufferization.materialize_in_destination` into a buffer by
    loops that compute that buffer's elements from those read by
    `bufferization.to_tensor`, as the function's `schedule` has it. With
    `#tir.elementwise`, which is also how a function without a schedule is
    lowered, no tensor in between is materialised: a
    reduction's accumulator is a loop-carried value, what consumes it is
    computed at its end, padding becomes narrower loop bounds where it changes
    nothing and a branch elsewhere, slices and reshapes become index arithmetic.

    Upstream's `convert-linalg-to-loops` after bufferization materialises
    padded inputs, accumulators and broadcasts.

    Input: functions whose bodies are structured linalg and tensor operations
    between buffers. Output: scf, memref, arith, math.

    Example:

    ```mlir
    tir.prim_func private @exp(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                               %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
      %empty = tensor.empty() : tensor<4xf32>
      %out = linalg.exp ins(%in : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
      bufferization.materialize_in_destination %out in restrict writable %y
          : (tensor<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    scf.for %i = %c0 to %c4 step %c1 {
      %in = memref.load %x[%i] : memref<4xf32>
      %out = math.exp %in : f32
      memref.store %out, %y[%i] : memref<4xf32>
    } {tir.name = "i"}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::tir::TIRDialect"];
}

def TIRLowerCopiesPass : Pass<"tir-lower-copies"> {
  let summary = "Lower copies of regions to loops";
  let description = [{
    A `memref.copy` whose elements do not lie side by side on both sides becomes
    a nest of loops. What is left is one `memcpy` each. (Upstream's
    `convert-memref-to-llvm` calls a run-time library for it, and
    `convert-memref-to-emitc` refuses it.)

    Input: copies of any static or dynamic shape. Output: copies of memrefs with
    the identity layout and static shapes only.

    Example:

    ```mlir
    func.func @column(%x: memref<4xi8, strided<[8]>>, %y: memref<4xi8>) {
      memref.copy %x, %y : memref<4xi8, strided<[8]>> to memref<4xi8>
      return
    }
    ```

    becomes

    ```mlir
    func.func @column(%x: memref<4xi8, strided<[8]>>, %y: memref<4xi8>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      scf.for %i = %c0 to %c4 step %c1 {
        %element = memref.load %x[%i] : memref<4xi8, strided<[8]>>
        memref.store %element, %y[%i] : memref<4xi8>
      }
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def TIRHoistLoopInvariantsPass : Pass<"tir-hoist-loop-invariants"> {
  let summary = "Compute in front of a loop what each round computes alike";
  let description = [{
    Moves each operation whose operands come from outside a loop in front of
    that loop, if it does no harm there: the loop may run no round at all. An
    operation that is moved loses `nsw` and `nuw`, since the loop may not have
    reached it with operands that would overflow;
    `tir-optimize-integer-ranges` sets `nsw` again where the ranges prove it.

    Upstream's `loop-invariant-code-motion` also moves `arith.remsi`,
    `arith.remui`, `arith.floordivsi` and `math.ipowi`, which trap where they
    divide by 0, since MLIR 22.1 declares them `Pure`. This pass leaves them in
    the loop unless their divisor is known, as both do with `arith.divsi`.

    Input: any loops. Output: the same program.

    Example:

    ```mlir
    func.func @f(%y: memref<?xi32>, %n: index, %a: i32, %b: i32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %n step %c1 {
        %sum = arith.addi %a, %b overflow<nsw> : i32
        %rest = arith.remsi %sum, %b : i32
        memref.store %rest, %y[%i] : memref<?xi32>
      }
      return
    }
    ```

    becomes

    ```mlir
    %sum = arith.addi %a, %b : i32
    scf.for %i = %c0 to %n step %c1 {
      %rest = arith.remsi %sum, %b : i32
      memref.store %rest, %y[%i] : memref<?xi32>
    }
    ```
  }];
}

def TIRDefineArithmeticPass : Pass<"tir-define-arithmetic"> {
  let summary = "Give arithmetic a result for every operand";
  let description = [{
    Some operations of `arith` have no result for some operands; in C they are
    undefined, and an object may trap. This pass gives them one, the same for
    both back ends:

    | operation | operand | result |
    |---|---|---|
    | division, signed or not, rounded in any direction | divisor 0 | 0 |
    | | smallest integer by -1 | the smallest integer |
    | remainder | divisor 0 | the dividend |
    | | smallest integer by -1 | 0 |
    | shift | amount of the width and more, or negative | as by the amount modulo the width |
    | float to integer | out of range | the nearest integer of the type |
    | | NaN | 0; the smallest integer of 32 bits and more |

    Divisors and amounts that are constants of the usual kind cost nothing.
    `tir-optimize-integer-ranges` behind it takes away what the ranges of the
    operands make superfluous.

    Input: scalars; others stay. Output: the same without operands that an
    operation is undefined for.

    Example:

    ```mlir
    func.func @f(%x: i32, %amount: i32) -> i32 {
      %y = arith.shli %x, %amount : i32
      return %y : i32
    }
    ```

    becomes

    ```mlir
    %c31 = arith.constant 31 : i32
    %modulo = arith.andi %amount, %c31 : i32
    %y = arith.shli %x, %modulo : i32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TIROptimizeIntegerRangesPass : Pass<"tir-optimize-integer-ranges"> {
  let summary = "Use what the ranges of integers prove";
  let description = [{
    Sets `nsw` on each addition, subtraction, multiplication and left shift
    whose result, by the ranges of its operands, fits its type. Arithmetic
    without that flag wraps, which C says by a detour over unsigned types.
    Comparisons that the ranges decide become constants, and what keeps a number
    as it is (a mask of all the bits that it may have, a remainder of what is less
    than the divisor) becomes that number.

    Ranges come from upstream's `InferIntRangeInterface`, from `tir.range` on
    arguments, and from loops: a value that each iteration adds to stays within
    what all of them together can add. (Upstream's integer range analysis gives
    such a value its type's full range.)

    Example:

    ```mlir
    func.func @f(%x: i8) -> i32 {
      %wide = arith.extsi %x : i8 to i32
      %c128 = arith.constant 128 : i32
      %y = arith.addi %wide, %c128 : i32
      return %y : i32
    }
    ```

    becomes

    ```mlir
    %y = arith.addi %wide, %c128 overflow<nsw> : i32
    ```
  }];
}

//===----------------------------------------------------------------------===//
// In other people's pipelines
//===----------------------------------------------------------------------===//

def TIRDropAnnotationsPass : Pass<"tir-drop-annotations"> {
  let summary = "Drop the dialect's discardable attributes";
  let description = [{
    Removes every discardable attribute `tir.*` of operations, arguments and
    results, so that a tool without the dialect reads the module: the packaged
    `mlir-translate` and `mlir-runner` refuse `#tir.effect`. Comes last, after
    upstream's `convert-to-emitc` or `convert-to-llvm`; our own conversions make
    use of the attributes and drop what those tools refuse.

    Input: any module. Output: the same without these attributes. It runs the
    same.

    Example:

    ```mlir
    func.func @f(%x: memref<4xi8> {tir.effect = #tir.effect<read>})
        attributes {tir.place = "conv2d#3"} {
      return
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: memref<4xi8>) {
      return
    }
    ```
  }];
}

//===----------------------------------------------------------------------===//
// In several phases
//===----------------------------------------------------------------------===//

def TIRSimplifyPass : Pass<"tir-simplify", "::mlir::ModuleOp"> {
  let summary = "Canonicalize, and merge equal operations, in linear time";
  let description = [{
    Runs upstream's `canonicalize` and `cse` on a module that may hold thousands of
    calls and branches. On such a module their time alone grows with its square:

    - They ask each call for its effects again and again, and those are its
      callee's. Here callees are found by hashing.
    - `cse` keeps operations in a hash table, but the hash leaves regions out, so
      that it compares each `scf.if` with all others of the same condition. While it
      runs here, each `scf.if` has an attribute that differs where the branches
      differ. Branches that become equal only as `cse` goes on are not merged.

    Input: any module. Output: the same program.

    Example:

    ```mlir
    func.func private @step()
    func.func @f(%on: i1, %a: i32, %b: i32) -> (i32, i32, i32) {
      %x = scf.if %on -> i32 {
        %sum = arith.addi %a, %b : i32
        scf.yield %sum : i32
      } else {
        scf.yield %a : i32
      }
      func.call @step() : () -> ()
      %y = scf.if %on -> i32 {
        %sum = arith.addi %a, %b : i32
        scf.yield %sum : i32
      } else {
        scf.yield %a : i32
      }
      func.call @step() : () -> ()
      %z = scf.if %on -> i32 {
        %sum = arith.addi %a, %a : i32
        scf.yield %sum : i32
      } else {
        scf.yield %a : i32
      }
      return %x, %y, %z : i32, i32, i32
    }
    ```

    becomes

    ```mlir
    %x = scf.if %on -> (i32) {
      %sum = arith.addi %a, %b : i32
      …
    call @step() : () -> ()
    call @step() : () -> ()
    %z = scf.if %on -> (i32) {
      %sum = arith.addi %a, %a : i32
      …
    return %x, %x, %z : i32, i32, i32
    ```
  }];
  let options = [
    Option<"canonicalize", "canonicalize", "bool", "true",
           "Whether `canonicalize` runs">,
    Option<"cse", "cse", "bool", "true", "Whether `cse` runs, behind it">
  ];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_PASSES_TD
