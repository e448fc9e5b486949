//===- ChoicePasses.td - The passes that choose schedules, rows and bands
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SCHEDULES_CHOICEPASSES_TD
#define TIR_SCHEDULES_CHOICEPASSES_TD

include "mlir/Pass/PassBase.td"
include "tir/TargetInfo/MachineOptions.td"

// Options of passes that search for schedules.
defvar searchOptions = [
  Option<"schedule", "schedule", "::tir::ScheduleChoice",
         "::tir::ScheduleChoice::Auto", "Which schedules kernels may get",
         [{::llvm::cl::values(
           clEnumValN(::tir::ScheduleChoice::Auto, "auto",
                      "the one with the fewest estimated cycles"),
           clEnumValN(::tir::ScheduleChoice::Elementwise, "elementwise",
                      "each element by itself"))}]>
] # machineOptions # [
  Option<"onlyObjects", "only-objects", "bool", "false",
         "Whether no C is made, so that schedules may have steps for which "
         "only LLVM has vectors">
];

def TIRChooseRowsPass : Pass<"tir-choose-rows", "::mlir::ModuleOp"> {
  let summary = "Choose the calls that run by rows";
  let description = [{
    Lets calls in the main functions run by rows, where that makes the memory
    that is live at once smaller: such a call calls the function that computes
    one row (`row_kernel` of `#tir.kernel`). The calls of a group, which follow
    each other, are in a `kernel.by_rows`. `tir-stream-rows` makes a loop of each
    group, in which the tensors between its calls take only a few rows.

    The pass cuts the calls into groups so that the largest number of bytes that
    any group needs is as small as possible. Of several such cuts, it takes the
    one that needs the fewest bytes if the results of calls lie where their
    inputs were, as far as their kernels allow, and then the one with the fewest
    estimated cycles. With `rows=auto`, all calls together
    may take at most 2 % more estimated cycles than without rows, or 10 % on
    processors that `#kernel.scalar` serves and in networks of floats or int16
    elements, or a quarter more on Cortex-M55 and M85, and where `#kernel.lanes` computes any of them. The pass estimates as
    `tir-schedule-kernels` does, for the same target.
    `rows=min-ram` has no such bound. With `ram=BYTES`, a group that fits in this
    limit does not have to be smaller, and kernels count with schedules that fit, too,
    as `tir-schedule-kernels` then chooses them.

    With `overwrite-inputs`, inputs count like other tensors, and their memory is
    free row by row.

    On each call that does not run by rows, `kernel.rows` says why, for the
    report; not with `rows=off`.

    The application can hand over the rows of one input while the model runs:
    with `feed-rows=NAME`, all calls that read the input of that name are in one
    group, even with `rows=off` and if that takes more cycles. It is an error if
    they cannot be.

    Input: the output of `tir-make-row-kernels`. Output: kernels without
    a `row_kernel`, all of which are called.

    Source: none in TVM v0.14.

    Example:

    ```mlir --tir-make-row-kernels --tir-choose-rows=rows=min-ram
    !t = tensor<1x64x4xi8>
    !m = memref<1x64x4xi8>
    #id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
    tir.prim_func private @not(%x: !m {tir.effect = #tir.effect<read>}, %y: !m {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : !m to !t
      %e = tensor.empty() : !t
      %out = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%in : !t) outs(%e : !t) {
      ^bb0(%a: i8, %b: i8):
        %c = arith.constant -1 : i8
        %n = arith.xori %a, %c : i8
        linalg.yield %n : i8
      } -> !t
      bufferization.materialize_in_destination %out in restrict writable %y : (!t, !m) -> ()
      tir.return
    }
    tir.prim_func @main(%x: !m {tir.effect = #tir.effect<read>}, %y: !m {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : !m to !t
      %e = tensor.empty() : !t
      %a = tir.call_tir @not(%in) outs(%e) : (!t, !t) -> !t
      %f = tensor.empty() : !t
      %b = tir.call_tir @not(%a) outs(%f) : (!t, !t) -> !t
      bufferization.materialize_in_destination %b in restrict writable %y : (!t, !m) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(…
      %2 = kernel.by_rows -> tensor<1x64x4xi8> {
        %3 = tir.call_tir @not_row(%0) outs(%1) : (tensor<1x64x4xi8>, tensor<1x64x4xi8>) -> tensor<1x64x4xi8>
        %4 = tensor.empty() : tensor<1x64x4xi8>
        %5 = tir.call_tir @not_row(%3) outs(%4) : (tensor<1x64x4xi8>, tensor<1x64x4xi8>) -> tensor<1x64x4xi8>
        kernel.yield %5 : tensor<1x64x4xi8>
      }
    ```
  }];
  let dependentDialects = ["::tir::TIRDialect",
                           "::tir::kernel::KernelDialect"];
  let options = [
    Option<"ram", "ram", "uint64_t", "0",
           "The bytes that groups may need by estimate (0: as few as possible)">,
    Option<"rows", "rows", "::tir::RowsChoice", "::tir::RowsChoice::Auto",
           "Which calls run by rows",
           [{::llvm::cl::values(
             clEnumValN(::tir::RowsChoice::Auto, "auto",
                        "those that save memory, for at most 2 % more "
                        "estimated cycles"),
             clEnumValN(::tir::RowsChoice::Off, "off", "none"),
             clEnumValN(::tir::RowsChoice::MinRAM, "min-ram",
                        "those that save memory"))}]>,
    Option<"feedRows", "feed-rows", "std::string", "",
           "The input whose rows the application hands over one by one">,
    Option<"overwriteInputs", "overwrite-inputs", "bool", "false",
           "Let other tensors lie where inputs are that nobody reads any more, "
           "so that inputs count">
  ] # searchOptions;
}

def TIRChooseBandsPass : Pass<"tir-choose-bands", "::mlir::ModuleOp"> {
  let summary = "Choose the calls that run in bands of columns";
  let description = [{
    Lets calls that follow each other compute some columns of the last one's
    result, then the next ones. Tensors between them then have fewer columns.
    What two bands need of such a tensor is computed twice, so that no columns
    have to be kept from band to band.

    Each kernel gets a function for the columns of a band, which bands of equal
    shape share, and a function for a row of it. Another kernel copies the
    columns of each band into the whole result (`insert`), and one copies columns
    of a tensor of which there are more than its reader needs (`columns`).

    With `ram=BYTES`, the pass chooses the calls and the numbers of bands with
    the fewest estimated cycles of those that need at most so many bytes, or,
    if there are none, the fewest bytes. Without it, nothing runs in bands.
    `bands=FIRST:END:COUNT` lets the calls from number FIRST to END - 1 run in
    COUNT bands, and may be given several times. It is an error if a column of
    the result depends on more than some columns of what they read.

    Input: the output of `tir-make-row-kernels`. Output: the same, with more
    kernels.

    Source: none in TVM v0.14; patches of MCUNetV2 (arXiv 2110.15352) and
    msf-CNN (arXiv 2505.11483).

    Example:

    ```mlir --tir-make-row-kernels --tir-choose-bands=bands=0:2:2
    !t = tensor<1x8x6x4xi8>
    !m = memref<1x8x6x4xi8>
    #id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
    tir.prim_func private @not(%x: !m {tir.effect = #tir.effect<read>}, %y: !m {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : !m to !t
      %e = tensor.empty() : !t
      %out = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%in : !t) outs(%e : !t) {
      ^bb0(%a: i8, %b: i8):
        %c = arith.constant -1 : i8
        %n = arith.xori %a, %c : i8
        linalg.yield %n : i8
      } -> !t
      bufferization.materialize_in_destination %out in restrict writable %y : (!t, !m) -> ()
      tir.return
    }
    tir.prim_func @main(%x: !m {tir.effect = #tir.effect<read>}, %y: !m {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : !m to !t
      %e = tensor.empty() : !t
      %a = tir.call_tir @not(%in) outs(%e) : (!t, !t) -> !t
      %f = tensor.empty() : !t
      %b = tir.call_tir @not(%a) outs(%f) : (!t, !t) -> !t
      bufferization.materialize_in_destination %b in restrict writable %y : (!t, !m) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(…
      tir.call_tir @not_columns(…
      tir.call_tir @not_band(…
      tir.call_tir @not_band(…
      tir.call_tir @not_insert(…
      tir.call_tir @not_columns_0(…
      tir.call_tir @not_band(…
      tir.call_tir @not_band(…
      tir.call_tir @not_insert_1(…
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect", "::tir::TIRDialect",
                           "::tir::kernel::KernelDialect"];
  let options = [
    Option<"ram", "ram", "uint64_t", "0",
           "The bytes that the block may need by estimate (0: no bands)">,
    ListOption<"bands", "bands", "std::string",
               "FIRST:END:COUNT of calls that run in bands">,
    Option<"overwriteInputs", "overwrite-inputs", "bool", "false",
           "Let other tensors lie where inputs are that nobody reads any more, "
           "so that inputs count">,
    Option<"schedule", "schedule", "::tir::ScheduleChoice",
           "::tir::ScheduleChoice::Auto", "Which schedules kernels may get",
           [{::llvm::cl::values(
             clEnumValN(::tir::ScheduleChoice::Auto, "auto",
                        "the one with the fewest estimated cycles"),
             clEnumValN(::tir::ScheduleChoice::Elementwise, "elementwise",
                        "each element by itself"))}]>,
    Option<"triple", "target-triple", "std::string", "",
           "Target triple (default: this machine's)">,
    Option<"cpu", "target-cpu", "std::string", "",
           "CPU, such as cortex-m4 (default: the generic one)">,
    Option<"features", "target-features", "std::string", "",
           "Features to add or remove, such as +dsp,-mve">,
    Option<"onlyObjects", "only-objects", "bool", "false",
           "Whether no C is made, so that schedules may have steps for which "
           "only LLVM has vectors">
  ];
}

def TIRScheduleKernelsPass : Pass<"tir-schedule-kernels", "::mlir::ModuleOp"> {
  let summary = "Choose how each kernel is computed";
  let description = [{
    Adds the attribute `schedule` to each private `tir.prim_func` whose body works
    on tensors. The phase `loops` makes its loops according to this attribute. A
    kernel that has a schedule keeps it.

    The candidates are `#kernel.elementwise`, which can compute every kernel, and
    what the schedule providers of the context propose for the target. A plugin
    can add a provider (`tir/Schedules/ScheduleProvider.h`). The pass takes the
    candidate with the fewest estimated cycles; of several such candidates, it
    takes the first. A schedule gives the constants that calls pass to the kernel
    the layout that it needs, and may add an argument with `scratch`; if it cannot
    compute the kernel with these constants, the next candidate follows. With
    `schedule=elementwise`, the pass asks no provider. All schedules of a kernel
    compute the same bits, so that `#kernel.elementwise` is the reference for the
    others. `tir-fuse-softmax` comes before this pass, unless
    `schedule=elementwise`.

    `ram` and `flash` limit the memory of the module; 0 means no limit. A
    schedule is left out if its `scratch` would make the tensors that live
    at one of the kernel's calls larger than `ram`. `flash` is for code and
    constants: while the estimate is above it, the pass takes another schedule
    for the kernel that then saves the most bytes for each cycle that it costs.
    No limit is an error here: `tir-plan-memory` checks the RAM, and the size of
    the code is known after it is compiled.

    Each kernel gets the estimate of its schedule (`cycles` of `#tir.kernel`),
    which the report adds up for each step of a run.

    Input: the output of the phase `kernels`. Output: the same with schedules.

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
    tir.prim_func private @exp(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                               %y: memref<4xf32> {tir.effect = #tir.effect<write>})
        attributes {schedule = #kernel.elementwise, tir.function = #tir.function<kernel = <cycles = 12>>} {
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::tensor::TensorDialect", "::tir::TIRDialect",
                           "::tir::kernel::KernelDialect"];
  let options = searchOptions # [
    Option<"ram", "ram", "uint64_t", "0",
           "Most bytes of RAM, without inputs and outputs (default: no limit)">,
    Option<"flash", "flash", "uint64_t", "0",
           "Most bytes of code and constants (default: no limit)">
  ];
}

#endif // TIR_SCHEDULES_CHOICEPASSES_TD
