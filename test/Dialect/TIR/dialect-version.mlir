// Files of each version of the dialect are read, and have all its operations
// (docs/Compatibility.md). The option stands for the operations of others that
// the file has beside ours.

// RUN: tir-opt --allow-unregistered-dialect %S/Inputs/version-1.mlirbc | FileCheck %s
// RUN: tir-opt --allow-unregistered-dialect %S/Inputs/version-1.mlirbc --mlir-print-op-generic \
// RUN:   | grep -o '"\(tir\|kernel\)\.[a-z_]*"(' | sort -u | wc -l | FileCheck %s --check-prefix=COUNT

// RUN: tir-opt --allow-unregistered-dialect %S/Inputs/version-2.mlirbc | FileCheck %s
// RUN: tir-opt --allow-unregistered-dialect %S/Inputs/version-2.mlirbc --mlir-print-op-generic \
// RUN:   | grep -o '"\(tir\|kernel\)\.[a-z_]*"(' | sort -u | wc -l | FileCheck %s --check-prefix=COUNT

// RUN: tir-opt --allow-unregistered-dialect %S/Inputs/version-3.mlirbc | FileCheck %s
// RUN: tir-opt --allow-unregistered-dialect %S/Inputs/version-3.mlirbc --mlir-print-op-generic \
// RUN:   | grep -o '"\(tir\|kernel\)\.[a-z_]*"(' | sort -u | wc -l | FileCheck %s --check-prefix=COUNT

// RUN: tir-opt --allow-unregistered-dialect %S/Inputs/version-4.mlirbc | FileCheck %s
// RUN: tir-opt --allow-unregistered-dialect %S/Inputs/version-4.mlirbc --mlir-print-op-generic \
// RUN:   | grep -o '"\(tir\|kernel\)\.[a-z_]*"(' | sort -u | wc -l | FileCheck %s --check-prefix=COUNT

// RUN: tir-opt --allow-unregistered-dialect %S/Inputs/version-5.mlirbc | FileCheck %s
// RUN: tir-opt --allow-unregistered-dialect %S/Inputs/version-5.mlirbc --mlir-print-op-generic \
// RUN:   | grep -o '"\(tir\|kernel\)\.[a-z_]*"(' | sort -u | wc -l | FileCheck %s --check-prefix=COUNT

// COUNT: {{^ *54$}}

// Steps of kernels have been part of the dialect `kernel` since version 4: in a file of version 3, that is 18 operations,
// with their properties.

// RUN: tir-opt --allow-unregistered-dialect %S/Inputs/version-3.mlirbc --mlir-print-op-generic \
// RUN:   | grep -o '"kernel\.[a-z_]*"(' | sort -u | wc -l | FileCheck %s --check-prefix=KERNEL-COUNT
// RUN: tir-opt --allow-unregistered-dialect %S/Inputs/version-3.mlirbc -o %t.3
// RUN: tir-opt --allow-unregistered-dialect %S/Inputs/version-4.mlirbc -o %t.4
// RUN: diff %t.3 %t.4
// RUN: tir-opt --allow-unregistered-dialect %S/Inputs/version-5.mlirbc -o %t.5
// RUN: diff %t.4 %t.5

// KERNEL-COUNT: {{^ *18$}}

// CHECK: tir.prim_func
// CHECK: tir.call_extern

// What version 1 says by dictionaries and numbers of a model, its plan, channels and rows.

// RUN: tir-opt %S/Inputs/version-1-state.mlirbc | FileCheck %s --check-prefix=STATE

// STATE: tir.prim_func private @feed_row(%{{.*}}: memref<4xi8> {kernel.argument = #kernel.argument<fed = true>, tir.effect
// STATE: tir.prim_func private @blur_row({{.*}}kernel.argument = #kernel.argument<window = <dim = 1, unit = 1, stride = 1, first = -1, rows = 3, moves = 1, padding = 0 : i8>>, tir.effect
// STATE-SAME: tir.kernel = #tir.kernel<channels = [<constant = [2], count = 4, high = [9], low = [-5], values = [0]>]
// STATE: tir.prim_func @main
// STATE-SAME: tir.model = #tir.model<name = "net", source = "net.tflite">
// STATE-SAME: tir.plan = #tir.plan<arguments = [<attributes = {tir.name = "x"}, kind = "input", offset = 0, pool = "workspace", type = memref<4xi8>>],
// STATE-SAME: buffers = [<alignment = 16, bytes = 12, first = 0, last = 1, name = "ring", offset = 0, over = ["x"], pool = "workspace", rows = 3, tensor_rows = 8>],
// STATE-SAME: constant_pools = [<alignment = 1, bytes = 2, contents = dense<[1, 2]> : tensor<2xi8>, name = "weights">],
// STATE-SAME: inputs_outputs_live_bytes = 20, loops = [<first = 0, last = 1, turns = 9>],
// STATE-SAME: pools = [<alignment = 16, bytes = 64, external = true, gap = 0, lower_bound = 12, method = "size+first-fit", name = "workspace", optimal = false>],
// STATE-SAME: profile = <[<name = "f#0", step = 0>]>,
// STATE-SAME: steps = [<calls = 8, channels = <computed = [0, 1], count = 3>, first_turn = 0, fused = ["f#0"], name = "f", place = "f#0", reads = 4, turn_period = 1>],
// STATE-SAME: strategy = "packed">
// STATE: memref.alloc() {kernel.ring = #kernel.ring<rows = 3, tensor_rows = 8, kept = 8>} : memref<1x3x4xi8>
// STATE: memref.alloc() {kernel.ring = #kernel.ring<rows = 1, tensor_rows = 8>} : memref<4xi8>
// STATE: tir.call_tir @feed_row({{.*}}) {kernel.turns = #kernel.turns<first = 0, period = 2, calls = 8, fed = true>}
// STATE: tir.call_tir @f({{.*}}) {kernel.turns = #kernel.turns<first = 0, period = 1, calls = 1>}
// STATE: tir.call_tir @blur_row({{.*}}) {kernel.turns = #kernel.turns<first = 2, period = 1, calls = 8>, tir.channels = #tir.channels<computed = [0, 1], count = 3>}

// RUN: tir-opt %S/Inputs/version-2-state.mlirbc | FileCheck %s --check-prefix=STATE
// RUN: tir-opt %S/Inputs/version-3-state.mlirbc | FileCheck %s --check-prefix=STATE
// RUN: tir-opt %S/Inputs/version-4-state.mlirbc | FileCheck %s --check-prefix=STATE
// RUN: tir-opt %S/Inputs/version-5-state.mlirbc | FileCheck %s --check-prefix=STATE

// What version 2 says by an attribute for each thing that is known of a kernel, a call or an output.

// RUN: tir-opt %S/Inputs/version-2-kernels.mlirbc | FileCheck %s --check-prefix=KERNELS
// RUN: tir-opt %S/Inputs/version-3-kernels.mlirbc | FileCheck %s --check-prefix=KERNELS
// RUN: tir-opt %S/Inputs/version-4-kernels.mlirbc | FileCheck %s --check-prefix=KERNELS
// RUN: tir-opt %S/Inputs/version-5-kernels.mlirbc | FileCheck %s --check-prefix=KERNELS

// KERNELS: tir.prim_func private @conv_0(
// KERNELS-SAME: attributes {tir.kernel = #tir.kernel<blocks = "blocks of 2 pixels x 2 channels",
// KERNELS-SAME: channels = [<constant = [2], count = 4, high = [9], low = [-5], values = [0]>], cycles = 30,
// KERNELS-SAME: fused = ["conv#0", "clamp#0", "conv#1"], kind = "convolution", macs = 12, place = "conv#0",
// KERNELS-SAME: shared_by = ["conv#0", "conv#1"], summary = "convolution: 4 int8 to 4 int8">}
// KERNELS: tir.prim_func private @mean(%{{.*}}: memref<4xi8>) {
// KERNELS: tir.prim_func private @mean_of_sum({{.*}}) attributes {tir.kernel = #tir.kernel<place = "mean#0/of_sum", split_from = @mean>}
// KERNELS: func.func private @npu(memref<4xi8>) attributes {tir.kernel = #tir.kernel<macs = 7>}
// KERNELS: tir.prim_func private @conv_0_stage({{.*}} attributes {tir.extracted}
// KERNELS: tir.prim_func private @packed({{.*}} registered, tir.entry = #tir.entry<extra_args = 2, for_loaders = true, is_loaded = true, registry_name = "net_run", trusts_caller = true>}
// KERNELS: tir.prim_func @main(%{{.*}}: memref<4xi8> {tir.effect = #tir.effect<read>, tir.encoding = #tir.encoding<scale = 5.000000e-01 : f64, zero_point = -3>},
// KERNELS-SAME: memref<4xi8> {tir.effect = #tir.effect<write>, tir.encoding = #tir.encoding<type = ui8>},
// KERNELS-SAME: tir.exposed = #tir.exposed<kernel = "conv_0", place = "conv#1", reads = ["y"]>, tir.name = "conv_0"}
// KERNELS-SAME: memref<4xi8> {tir.effect = #tir.effect<read>, tir.value_of = @history})
// KERNELS-SAME: tir.plan = #tir.plan<arguments = [<attributes = {tir.encoding = #tir.encoding<scale = 2.500000e-01 : f64, zero_point = 1>, tir.name = "a"},
// KERNELS: memref.alloc() {tir.argument = {tir.encoding = #tir.encoding<type = ui8>}} : memref<4xi8>
// KERNELS: tir.call_tir @conv_0({{.*}}) {tir.layer = #tir.layer<fused = ["conv#0", "clamp#0"], place = "conv#0">
// KERNELS: tir.call_tir @conv_0({{.*}}) {tir.channels = #tir.channels<computed = [0, 1, 3], count = 4>, tir.layer = #tir.layer<fused = ["conv#1"], place = "conv#1">}
