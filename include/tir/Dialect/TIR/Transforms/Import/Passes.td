//===- Passes.td - Passes that bring a model into the dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_IMPORT_PASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_IMPORT_PASSES_TD

include "mlir/Pass/PassBase.td"

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
  let summary = "Make the functions that are models the only public ones";
  let description = [{
    The function called `entry`, or without that option the one public
    `func.func` with a body, stays public; all others become private, so that
    inlining and symbol-dce remove them. Several functions may stay public if each
    says which model it is (`tir.model`). Each must consist of one block.

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

def TIRAnnotateModelPass : Pass<"tir-annotate-model", "::mlir::ModuleOp"> {
  let summary = "Attach the names of the model, its inputs and outputs";
  let description = [{
    Sets `tir.model = {name, source}` on the entry function, and `tir.name` on each
    of its arguments and results: the attribute itself where the
    model has it, else the name listed in `tf.entry_function`, else one of the
    attributes `iree.identifier`, `ml_program.identifier`, `onnx.name`,
    `tf_saved_model.index_path`, else `input` or `output`, numbered where there
    are several. Discardable attributes of other dialects on the module and the
    entry are dropped.

    Names must become C identifiers that differ from each other, also in upper
    case, since macros carry them; else it is an error that names both. The
    model's name is kept in lower case: see `mangleModelName`. Of several public
    functions, each is a model, and keeps the name in its `tir.model`.

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
    func.func @main(%x: tensor<4xi8> {tir.name = "image", tir.scale = 5.000000e-01 : f64,
                                      tir.zero_point = -3 : i64})
        -> (tensor<4xi8> {tir.name = "scores"}) attributes {tir.model = {name = "net", source = "net.mlir"}} {…
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

#endif // TIR_DIALECT_TIR_TRANSFORMS_IMPORT_PASSES_TD
