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
    `<file>:<kind>#<ordinal>`: the last component of the file's path, the
    operation's name without its dialect, and how many operations of that kind
    come before it in the module. The previous location (a line of text,
    unknown) becomes its child. A name from the model stays before it: front
    ends give one name to several operations, and kind and ordinal distinguish
    these.

    It runs before any other pass, so that every operation that is created later
    inherits the place of the operation that it replaces. Running it again
    changes nothing.

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
           "File that the module was read from (default: the file of the "
           "module's location, else 'model')">,
  ];
}

def TIRSelectEntryPass : Pass<"tir-select-entry", "::mlir::ModuleOp"> {
  let summary = "Make the functions that are models the only public functions";
  let description = [{
    The function called `entry`, or without that option the only public
    `func.func` with a body, stays public. All others become private, so that
    inlining and symbol-dce remove them. Several functions may stay
    public if each has a `tir.model`. Each must consist of one block.

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

def TIRMakeSignlessPass : Pass<"tir-make-signless", "::mlir::ModuleOp"> {
  let summary = "Drop the signs of integer types, and note the interface's signs";
  let description = [{
    Makes all tensors of signed and unsigned integers (`si8`, `ui8`) tensors of
    signless integers, which later passes and TOSA's operators expect. The
    arguments and results of public functions that were unsigned get
    `tir.encoding`, so that the interface describes them as unsigned.

    Only operators that move bits, and `tosa.rescale`, which says itself whether
    its numbers are unsigned, may work on unsigned integers. Any other one is an
    error.

    Example:

    ```mlir --tir-make-signless
    func.func @main(%x: tensor<4xui8>) -> tensor<2x2xui8> {
      %s = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
      %y = tosa.reshape %x, %s : (tensor<4xui8>, !tosa.shape<2>) -> tensor<2x2xui8>
      return %y : tensor<2x2xui8>
    }
    ```

    becomes

    ```mlir
    func.func @main(%x: tensor<4xi8> {tir.encoding = #tir.encoding<type = ui8>}) -> (tensor<2x2xi8> {tir.encoding = #tir.encoding<type = ui8>}) {…
      %y = tosa.reshape %x, … : (tensor<4xi8>, !tosa.shape<2>) -> tensor<2x2xi8>
    ```
  }];
  let dependentDialects = ["::tir::TIRDialect"];
}

def TIRAnnotateModelPass : Pass<"tir-annotate-model", "::mlir::ModuleOp"> {
  let summary = "Attach the names of the model, its inputs and outputs";
  let description = [{
    Sets `tir.model = #tir.model<name = …, source = …>` on the entry function, and `tir.name`
    on each of its arguments and results. The name is an existing
    `tir.name`, else the name listed in `tf.entry_function`, else that in one of
    the attributes `iree.identifier`, `ml_program.identifier`, `onnx.name`,
    `tf_saved_model.index_path`, else `input` or `output`, numbered if there are
    several. Discardable attributes of other dialects on the module and the
    entry are dropped.

    The option `rename` replaces these names, and also the names of variables
    (`tosa.variable`). The option `io-quant` may use the old name or the new one.

    Names must become C identifiers that differ from each other, even in upper
    case, since macros contain them; otherwise an error names both. The model's
    name is converted to lower case: see `mangleModelName`. If there
    are several public functions, each is a model, and keeps the name in its
    `tir.model`.

    The entry may also be a `tir.prim_func` on buffers: arguments that are only
    read are inputs, and all others are outputs.

    Example:

    ```mlir --tir-annotate-model="model-name=net source=net.mlir io-quant=image:0.5:-3 rename=Identity:scores"
    func.func @main(%x: tensor<4xi8>) -> tensor<4xi8>
        attributes {tf.entry_function = {inputs = "image", outputs = "Identity"}} {
      return %x : tensor<4xi8>
    }
    ```

    becomes

    ```mlir
    func.func @main(%x: tensor<4xi8> {tir.encoding = #tir.encoding<scale = 5.000000e-01 : f64, zero_point = -3>, tir.name = "image"})
        -> (tensor<4xi8> {tir.name = "scores"}) attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {…
    ```
  }];
  let options = [
    Option<"modelName", "model-name", "std::string", /*default=*/"\"default\"",
           "Name of the model in the generated C">,
    Option<"source", "source", "std::string", /*default=*/"\"\"",
           "File that the module was read from">,
    ListOption<"ioQuant", "io-quant", "std::string",
               "NAME:scale:zero_point, set as tir.encoding on "
               "that input or output">,
    ListOption<"rename", "rename", "std::string",
               "OLD:NEW, the new name of an input, an output or a variable">,
  ];
  let dependentDialects = ["::tir::TIRDialect"];
}

def TIRSpecializeInputsPass
    : Pass<"tir-specialize-inputs", "::mlir::ModuleOp"> {
  let summary = "Give the inputs of the entry function static shapes";
  let description = [{
    Replaces dynamic dimensions of the entry function's arguments as the option
    says; the option must agree with static dimensions. If only the first of
    several dimensions is still dynamic, it is the batch: a remark says that it
    becomes 1. Of all other dynamic arguments, an error prints the options to
    give. Upstream's
    `tosa-infer-shapes` then infers the shapes inside each function in which one
    is not static. Its run time doubles with each nested branch or loop, so more
    than 12 levels are an error there.

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
    ListOption<"rename", "rename", "std::string",
               "OLD:NEW, so that NAME may also be the name before "
               "tir-annotate-model replaced it">,
  ];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def TIRBindInputsPass : Pass<"tir-bind-inputs", "::mlir::ModuleOp"> {
  let summary = "Make inputs of the entry function constant";
  let description = [{
    Replaces arguments of the entry function by constants as the option says:
    each element has the given number, and the compiled function lacks the
    argument. The argument has a static shape (see `tir-specialize-inputs`) and a
    type that has the number. Indices count all arguments that the function has
    before this pass.

    Example:

    ```mlir --tir-bind-inputs=input-value=rate:16000
    func.func @main(%x: tensor<4xi32> {tir.name = "x"},
                    %rate: tensor<i32> {tir.name = "rate"}) -> tensor<i32> {
      return %rate : tensor<i32>
    }
    ```

    becomes

    ```mlir
    func.func @main(%x: tensor<4xi32> {tir.name = "x"}) -> tensor<i32> {
      %rate = arith.constant dense<16000> : tensor<i32>
      return %rate : tensor<i32>
    }
    ```
  }];
  let options = [
    ListOption<"inputValue", "input-value", "std::string",
               "INDEX:16000 or NAME:16000">,
    ListOption<"rename", "rename", "std::string",
               "OLD:NEW, so that NAME may also be the name before "
               "tir-annotate-model replaced it">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TIRInlineResourcesPass : Pass<"tir-inline-resources", "::mlir::ModuleOp"> {
  let summary = "Turn dense_resource attributes into dense ones";
  let description = [{
    Bytecode stores large constants as `dense_resource`, which folders cannot
    read and EmitC's printer rejects. Output: no such attribute is left, even
    nested in another one.

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
  let summary = "Make result types as static as the returned values";
  let description = [{
    Runs after shape inference. It drops casts of returned tensors to more
    dynamic types, adapts the functions' result types, and reports the first
    operation whose result is still dynamic.

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
    an argument, its value at the start of a run. If it is written, it also
    becomes a result, its value at the end. A read becomes the value that was
    written last at that point. `scf.if`, `scf.while` and `scf.for` carry the
    value along with their other values. No operation with effects is left, so
    later passes cannot reorder or drop one. Since a variable changes at the end
    of the run, a run that fails leaves it unchanged.

    The declaration becomes a `memref.global` with `tir.variable`, which
    contains the initial value; it is 0 if the model gives none.

    Input: a module with one public function, into which all others are inlined;
    control flow is scf. Output: no variable operation. A variable operation in
    another function or another kind of region is an error, and so is a variable
    whose type cannot be an array in C.

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
  let summary = "Decompose operations that combine several others";
  let description = [{
    Replaces each `linalg::AggregatedOpInterface` (`linalg.softmax`) by the
    linalg operations that it consists of.

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

def TIRWidenSumsPass : Pass<"tir-widen-sums", "::mlir::ModuleOp"> {
  let summary = "Accumulate sums of narrow floats in f32";
  let description = [{
    A sum of f16 or bf16 that accumulates in its own type stops at
    2048 ones, and overflows at 65504. It accumulates in f32 instead, and the
    result is rounded once. onnxruntime and PyTorch compute like this; TOSA
    allows it, since its bound for the error of a sum grows with the number of
    elements.

    Input: linalg on tensors. Output: no linalg operation with one result, of
    f16 or bf16, that accumulates by `arith.addf`.

    Example:

    ```mlir
    func.func @main(%x: tensor<2x4096xf16>) -> tensor<2xf16> {
      %zero = arith.constant 0.0 : f16
      %empty = tensor.empty() : tensor<2xf16>
      %fill = linalg.fill ins(%zero : f16) outs(%empty : tensor<2xf16>) -> tensor<2xf16>
      %sum = linalg.reduce {arith.addf} ins(%x : tensor<2x4096xf16>)
          outs(%fill : tensor<2xf16>) dimensions = [1]
      return %sum : tensor<2xf16>
    }
    ```

    becomes

    ```mlir
    %fill = linalg.fill ins(%zero : f32) …
    %wide = linalg.reduce ins(%x : tensor<2x4096xf16>) outs(%fill : tensor<2xf32>) dimensions = [1]
      (%in: f16, %init: f32) {
        %0 = arith.extf %in : f16 to f32
        %1 = arith.addf %init, %0 : f32
        linalg.yield %1 : f32
      }
    %result = tensor.empty() : tensor<2xf16>
    %sum = linalg.generic …
      arith.truncf …
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

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
    The calls of a function that carry the same `tir.stage` become one
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
    `tir.noalias = false`. A device context comes last.

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
           "Also extract each tir.call_tir without tir.stage, on its own">,
    Option<"isPublic", "public", "bool", /*default=*/"false",
           "Make the functions public, for an application that calls the stages "
           "itself">,
  ];
  let dependentDialects = ["::tir::TIRDialect"];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_IMPORT_PASSES_TD
