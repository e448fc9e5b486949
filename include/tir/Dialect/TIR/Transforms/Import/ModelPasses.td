//===- ModelPasses.td - Passes on the interface of a model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_IMPORT_MODELPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_IMPORT_MODELPASSES_TD

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
    func.func @main(%x: tensor<4xi8> {tir.name = "image", tir.port = #tir.port<encoding = <scale = 5.000000e-01 : f64, zero_point = -3>>})
        -> (tensor<4xi8> {tir.name = "scores"}) attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {…
    ```
  }];
  let options = [
    Option<"modelName", "model-name", "std::string", /*default=*/"\"default\"",
           "Name of the model in the generated C">,
    Option<"source", "source", "std::string", /*default=*/"\"\"",
           "File that the module was read from">,
    ListOption<"ioQuant", "io-quant", "std::string",
               "NAME:scale:zero_point, set as the encoding of tir.port on "
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
    is not static; operations of other dialects between TOSA operators take the
    new shapes by their canonicalization. The run time of the inference doubles with each nested branch or loop, so more
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

#endif // TIR_DIALECT_TIR_TRANSFORMS_IMPORT_MODELPASSES_TD
