//===- TOSAPasses.td - Conversions from TOSA
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_TOSAPASSES_TD
#define TIR_CONVERSION_TOSAPASSES_TD

include "mlir/Pass/PassBase.td"

def TIRConvertCustomOpsPass
    : Pass<"tir-convert-custom-ops", "::mlir::ModuleOp"> {
  let summary = "Turn custom operators into calls";
  let description = [{
    Replaces each `tosa.custom` that the option names by a call of a function
    of the application. A value of the option has the form

        OPERATOR:FUNCTION[:DEVICE][:PROPERTY...]

    OPERATOR is the `operator_name`, or `domain_name` and `operator_name` joined
    by '.'. FUNCTION is the C function, or the name in the registry. DEVICE is
    the device whose context is passed; the pass declares it (`tir.device`).

    | property | meaning |
    |---|---|
    | `extern` | `tir.call_extern`: a pointer for each buffer (default) |
    | `cpacked` | `tir.call_cpacked`: TVM's packed signature, the context as the resource handle |
    | `packed` | `tir.call_packed`: through the registry, the context as the last argument |
    | `sizes` | after each pointer, the size of the buffer in bytes (`int32_t`) |
    | `attributes` | the bytes of `implementation_attrs`, and their number |
    | `updates=2` | the function writes operand 2, too, and the first result is what it contains then; several are joined by '+' |
    | `in-place=0` | the first result may have the memory of operand 0, if the device is not asynchronous |
    | `scratch=BYTES` | memory to work in, after the results; the plan places it |
    | `alignment=BYTES` | the smallest alignment of constants (default: 16) |
    | `kind=KIND` | the kind of the device (default: its name without the digits at the end) |
    | `hooks=open+close` | the hooks that the driver of this kind has |

    The arguments are the operands and the results in their order, the scratch
    memory, the attributes and the context. A constant operand becomes a
    read-only pool. An operand that is a `tensor.empty` is memory to work in,
    too. If `implementation_attrs` is a dictionary of MLIR (`{alpha = 0.5 : f32,
    axes = array<i32: 1, 2>}`), each of its attributes is an argument, in the
    order of their names: a number, a string (`const char *`), or an array and
    its number of elements.

    The call is in a `tir.prim_func` of its own, to which the main function
    passes each tensor once. Patterns for other passes are in
    `tir/Conversion/TOSAToTIR/CustomOpCalls.h`.

    Source: TOSA 1.0, section "Custom Operators"; TVM v0.14 `call_extern`,
    `tvm_call_cpacked`, `tvm_call_packed`.

    Example:

    ```mlir --tir-convert-custom-ops=custom-op=gain:app_gain:dsp0
    func.func @main(%x: tensor<1x4xi8>) -> tensor<1x4xi8> {
      %0 = tosa.custom %x {operator_name = "gain", domain_name = "app", implementation_attrs = "{shift = 3 : i32}"}
          : (tensor<1x4xi8>) -> tensor<1x4xi8>
      return %0 : tensor<1x4xi8>
    }
    ```

    becomes

    ```mlir
    func.func @main(%x: tensor<1x4xi8>) -> tensor<1x4xi8> {
      %0 = tensor.empty() : tensor<1x4xi8>
      %1 = tir.call_tir @app_gain_call(%x) outs(%0) : (tensor<1x4xi8>, tensor<1x4xi8>) -> tensor<1x4xi8>
      return %1 : tensor<1x4xi8>
    }
    tir.device @dsp0 {kind = "dsp"}
    tir.prim_func private @app_gain(memref<?xi8> {tir.effect = #tir.effect<read>, tir.name = "input0"}, memref<?xi8> {tir.effect = #tir.effect<write>, tir.name = "output0"}, i32 {tir.name = "shift"}, !tir.device_context<"dsp">) attributes {calling_convention = #tir.calling_convention<unpacked>, devices = [@dsp0]}
    tir.prim_func private @app_gain_call(%x: memref<1x4xi8> {tir.effect = #tir.effect<read>, tir.name = "input0"}, %y: memref<1x4xi8> {tir.effect = #tir.effect<write>, tir.name = "output0"}) {
      %context = tir.get_device_context @dsp0 : !tir.device_context<"dsp">
      %in = memref.collapse_shape %x [[0, 1]] : memref<1x4xi8> into memref<4xi8>
      %out = memref.collapse_shape %y [[0, 1]] : memref<1x4xi8> into memref<4xi8>
      %shift = arith.constant 3 : i32
      tir.call_extern @app_gain(%in, %out, %shift) context(%context) : (memref<4xi8>, memref<4xi8>, i32, !tir.device_context<"dsp">) -> ()
      tir.return
    }
    ```
  }];
  let options = [
    ListOption<"customOp", "custom-op", "std::string",
               "OPERATOR:FUNCTION[:DEVICE][:extern|cpacked|packed]">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::tensor::TensorDialect", "::tir::TIRDialect"];
}

def TIROffloadPass : Pass<"tir-offload", "::mlir::ModuleOp"> {
  let summary = "Give operators to the functions of a device, by a table";
  let description = [{
    Reads tables in JSON. Each row of `operators` says which operators one
    function of a driver takes; they become a call of it, as by
    `tir-convert-custom-ops`. The first row that fits takes an operator.

    | key of a row | meaning |
    |---|---|
    | `name` | the name of the row |
    | `pattern` | the operators, such as `["tosa.conv2d", "tosa.rescale", "tosa.clamp?"]`: each is operand 0 of the next one alone; one with `?` may be missing |
    | `operands` | for each tensor that goes in, an object with `types` (`["i8"]`), `shape` (`[1, "1..64", "8..64/8", "*"]`: numbers, ranges, multiples of 8, any), `same` (true if it must have the shape of the result), `constant` (true if only a constant fits), and `number` (true if a constant with equal elements is passed as an `int32_t`) |
    | `result` | the same for the tensor that comes out |
    | `attributes` | the values that the function takes, by `op.attribute`: `{"tosa.conv2d.stride": [[1, 1], "2..3"], "tosa.conv2d.acc_type": ["i32"]}` |
    | `arguments` | the attributes that the function gets, such as `["stride", "clamp_max_val"]`, what is not a number as a text (`SINGLE_ROUND`); all numbers, arrays and texts if there is no such key |
    | `function` | the C function |
    | `device` | its device, which is in `devices` with `kind`, `program` and `hooks` |
    | `properties` | properties of `tir-convert-custom-ops`, such as `["sizes", "scratch=64"]` |
    | `in_place` | the tensor whose memory the result may be, such as 0: `in-place` of `tir-convert-custom-ops` |
    | `shapes` | the tensors whose extents the function gets, such as `["input0", "output0"]` |

    The arguments of the function are those that `tir-convert-custom-ops` passes:
    the tensors, and then, in the order of their names, the attributes of the
    operators that C can be passed (of later operators with the operator's
    name before them, such as `clamp_max_val`), `operandN` for numbers and for
    operands that are shapes, and `inputN_shape` and `output0_shape`. An
    attribute that is not passed must be in `attributes`.

    With `expose`, the result of each row that was found is an output of the
    model, too, `<row>_0` and so on; with `reference`, these outputs are computed
    by the processor, so that results can be compared layer by layer.

    Input: operators of TOSA on tensors of static shape. Others stay as they are.

    Source: none in TVM, whose patterns are code (`relay.op.contrib`).

    Example: with `{"devices": {"npu0": {"hooks": ["sync"]}}, "operators":
    [{"name": "relu", "pattern": ["tosa.clamp"], "operands": [{"types": ["i8"]} ],
    "result": {}, "function": "npu_relu", "device": "npu0"} ]}`,

    ```mlir
    func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> {
      %0 = tosa.clamp %x {max_val = 127 : i8, min_val = 0 : i8} : (tensor<4xi8>) -> tensor<4xi8>
      return %0 : tensor<4xi8>
    }
    ```

    becomes a call of

    ```c
    int32_t npu_relu(const int8_t *input0, int8_t *output0, int8_t max_val, int8_t min_val, void *);
    ```
  }];
  let options = [
    ListOption<"tables", "tables", "std::string", "Files with the tables">,
    Option<"expose", "expose", "bool", "false",
           "Make the result of each row an output">,
    Option<"reference", "reference", "bool", "false",
           "The same, but leave the operators to the processor">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::tensor::TensorDialect", "::tir::TIRDialect"];
}

def TIRRepairTFLitePass : Pass<"tir-repair-tflite", "::mlir::ModuleOp"> {
  let summary = "Complete what converters of TensorFlow Lite make of a model";
  let description = [{
    Changes modules that have the attribute `tfl.schema_version`, which the
    converters of TensorFlow Lite write:

    - They leave `IF` as `tf.If`, whose branches are functions. It becomes
      `tosa.cond_if`.
    - They end `QUANTIZE` by a cast of i32 to the quantised type, which drops
      high bits. The operator saturates, so the numbers are limited first.

    Example:

    ```mlir --tir-repair-tflite
    module attributes {tfl.schema_version = 3 : i32} {
      func.func @main(%x: tensor<1xf32>) -> tensor<1xi8> {
        %zp = "tosa.const"() {values = dense<3> : tensor<1xi32>} : () -> tensor<1xi32>
        %0 = tosa.cast %x : (tensor<1xf32>) -> tensor<1xi32>
        %1 = tosa.add %0, %zp : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
        %2 = tosa.cast %1 : (tensor<1xi32>) -> tensor<1xi8>
        return %2 : tensor<1xi8>
      }
    }
    ```

    becomes

    ```mlir
        %0 = tosa.cast %x : (tensor<1xf32>) -> tensor<1xi32>
        …
        %most = tosa.minimum %0, %high : …
        %both = tosa.maximum %most, %low : …
        %sum = tosa.add %both, %zp : …
        %2 = tosa.cast %sum : (tensor<1xi32>) -> tensor<1xi8>
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::mlir::tosa::TosaDialect"];
}

def TIRCheckSupportedPass : Pass<"tir-check-supported", "::mlir::ModuleOp"> {
  let summary = "Reject operators that have no lowering";
  let description = [{
    Reports the first operation that no later pass supports: an operation of an
    unregistered or foreign dialect, a TOSA operator without a lowering
    (`tosa.custom`), or a TOSA operator on types that TOSA 1.0 does not have for
    it in the profiles PRO-INT and PRO-FP or in the extensions int4, int16,
    bf16, doubleround, inexactround, fft, variable and controlflow; the error
    lists the supported types. Operators with one meaning on all types (a sum, a
    reshape) are accepted on each type that any operator has, since front ends
    create them. Branches and loops may be nested 60 deep. The pass also checks
    that the inputs and outputs of the entry function are tensors of element
    types that C has. It changes nothing.

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

def TIRCanonicalizeTOSAPass : Pass<"tir-canonicalize-tosa", "::mlir::ModuleOp"> {
  let summary = "Canonicalize without folding what TOSA operators compute";
  let description = [{
    Upstream's canonicalizer for modules that have TOSA operators. Several of
    TOSA's own folders change results: `negate(negate(x))` becomes `x`, although
    the smallest i8 becomes 127 and then -127; `x * 0.0` becomes 0, although
    infinity times 0 is a NaN; a clamp from minus infinity to infinity is
    removed, although it may replace NaNs. Therefore operators that compute an
    element are neither folded nor rewritten here. They are simplified after the
    lowering, as operations of `arith`, whose folders keep to the definitions of
    the operations.

    The pass canonicalizes operations of all other dialects, arithmetic on
    `!tosa.shape`, and the operators that at most choose elements (concat,
    const, gather, identity, pad, reshape, reverse, scatter, select, slice,
    tile, transpose). It computes transpositions and reciprocals of constants, and
    rescales of those with at most 1,024 elements,
    and erases every unused operation.

    Input: any module. Output: a module that computes the same bits.

    Example:

    ```mlir
    func.func @main(%x: tensor<2x3xi8>) -> tensor<6xi8> {
      %zero = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
      %0 = tosa.negate %x, %zero, %zero : (tensor<2x3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3xi8>
      %1 = tosa.negate %0, %zero, %zero : (tensor<2x3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3xi8>
      %s = tosa.const_shape {values = dense<[3, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
      %2 = tosa.reshape %1, %s : (tensor<2x3xi8>, !tosa.shape<2>) -> tensor<3x2xi8>
      %t = tosa.const_shape {values = dense<6> : tensor<1xindex>} : () -> !tosa.shape<1>
      %3 = tosa.reshape %2, %t : (tensor<3x2xi8>, !tosa.shape<1>) -> tensor<6xi8>
      return %3 : tensor<6xi8>
    }
    ```

    becomes

    ```mlir
    %0 = tosa.negate %x, %zero, %zero : (tensor<2x3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3xi8>
    %1 = tosa.negate %0, %zero, %zero : (tensor<2x3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3xi8>
    %t = tosa.const_shape {values = dense<6> : tensor<1xindex>} : () -> !tosa.shape<1>
    %2 = tosa.reshape %1, %t : (tensor<2x3xi8>, !tosa.shape<1>) -> tensor<6xi8>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect",
                           "::mlir::tosa::TosaDialect"];
}

def TIRLowerTOSAPass : Pass<"tir-lower-tosa", "::mlir::ModuleOp"> {
  let summary = "Lower TOSA to linalg on tensors";
  let description = [{
    Applies upstream's patterns (tosa-to-linalg-named with the filter layout
    FHWC, tosa-to-linalg, tosa-to-tensor, tosa-to-arith, tosa-to-scf) in one
    conversion. Our patterns take precedence where MLIR 22.1 falls short of the
    specification (`lib/Conversion/TOSAToLinalg`, a file for each family of
    operators). An operator that no pattern lowers is an error that names it and
    its types. Operations of the `index` dialect become `arith` operations. A
    depthwise convolution of one channel with constant weights becomes the
    convolution that it is.

    A rescale becomes a `tosa.apply_scale` on scalars in the body of a
    `linalg.generic`, and stays that until the phase `loops`: later passes and
    schedules see its multiplier, shift and rounding, and need not recognise
    them in arithmetic.

    Input: static TOSA.
    Output: no TOSA operation but `tosa.apply_scale`; integer results as TOSA
    1.0 defines them.

    Source: TOSA 1.0, chapter Operators.

    Example:

    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = tosa.exp %x : (tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    %empty = tensor.empty() : tensor<4xf32>
    %y = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
        ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %exp = math.exp %in : f32
      linalg.yield %exp : f32
    } -> tensor<4xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::index::IndexDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::tosa::TosaDialect",
  ];
}

#endif // TIR_CONVERSION_TOSAPASSES_TD
