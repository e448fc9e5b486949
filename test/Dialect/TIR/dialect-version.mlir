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

// RUN: tir-opt --allow-unregistered-dialect %S/Inputs/version-6.mlirbc | FileCheck %s
// RUN: tir-opt --allow-unregistered-dialect %S/Inputs/version-6.mlirbc --mlir-print-op-generic \
// RUN:   | grep -o '"\(tir\|kernel\)\.[a-z_]*"(' | sort -u | wc -l | FileCheck %s --check-prefix=COUNT

// RUN: tir-opt --allow-unregistered-dialect %S/Inputs/version-7.mlirbc | FileCheck %s
// RUN: tir-opt --allow-unregistered-dialect %S/Inputs/version-7.mlirbc --mlir-print-op-generic \
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
// RUN: tir-opt --allow-unregistered-dialect %S/Inputs/version-6.mlirbc -o %t.6
// RUN: diff %t.5 %t.6
// RUN: tir-opt --allow-unregistered-dialect %S/Inputs/version-7.mlirbc -o %t.7
// RUN: diff %t.6 %t.7

// KERNEL-COUNT: {{^ *18$}}

// CHECK: tir.prim_func
// CHECK: tir.call_extern

// What version 1 says by dictionaries and numbers of a model, its plan, channels and rows.

// RUN: tir-opt %S/Inputs/version-1-state.mlirbc | FileCheck %s --check-prefix=STATE

// STATE: tir.prim_func private @feed_row(%{{.*}}: memref<4xi8> {kernel.argument = #kernel.argument<fed = true>, tir.effect
// STATE: tir.prim_func private @blur_row({{.*}}kernel.argument = #kernel.argument<window = <dim = 1, unit = 1, stride = 1, first = -1, rows = 3, moves = 1, padding = 0 : i8>>, tir.effect
// STATE-SAME: kernel = <channels = [<constant = [2], count = 4, high = [9], low = [-5], values = [0]>]
// STATE: tir.prim_func @main
// STATE-SAME: tir.model = #tir.model<name = "net", plan = <arguments = [<attributes = {tir.name = "x"}, kind = "input", offset = 0, pool = "workspace", type = memref<4xi8>>],
// STATE-SAME: buffers = [<alignment = 16, bytes = 12, first = 0, last = 1, name = "ring", offset = 0, over = ["x"], pool = "workspace", rows = 3, tensor_rows = 8>],
// STATE-SAME: constant_pools = [<alignment = 1, bytes = 2, contents = dense<[1, 2]> : tensor<2xi8>, name = "weights">],
// STATE-SAME: inputs_outputs_live_bytes = 20, loops = [<first = 0, last = 1, turns = 9>],
// STATE-SAME: pools = [<alignment = 16, bytes = 64, external = true, gap = 0, lower_bound = 12, method = "size+first-fit", name = "workspace", optimal = false>],
// STATE-SAME: profile = <[<name = "f#0", step = 0>]>,
// STATE-SAME: steps = [<calls = 8, channels = <computed = [0, 1], count = 3>, first_turn = 0, fused = ["f#0"], name = "f", place = "f#0", reads = 4, turn_period = 1>],
// STATE-SAME: strategy = "packed">, source = "net.tflite">
// STATE: memref.alloc() {kernel.rows = #kernel.ring<rows = 3, tensor_rows = 8, kept = 8>} : memref<1x3x4xi8>
// STATE: memref.alloc() {kernel.rows = #kernel.ring<rows = 1, tensor_rows = 8>} : memref<4xi8>
// STATE: tir.call_tir @feed_row({{.*}}) {kernel.rows = #kernel.turns<first = 0, period = 2, calls = 8, fed = true>}
// STATE: tir.call_tir @f({{.*}}) {kernel.rows = #kernel.turns<first = 0, period = 1, calls = 1>}
// STATE: tir.call_tir @blur_row({{.*}}) {kernel.rows = #kernel.turns<first = 2, period = 1, calls = 8>, tir.call = #tir.call<channels = <computed = [0, 1], count = 3>>}

// RUN: tir-opt %S/Inputs/version-2-state.mlirbc | FileCheck %s --check-prefix=STATE
// RUN: tir-opt %S/Inputs/version-3-state.mlirbc | FileCheck %s --check-prefix=STATE
// RUN: tir-opt %S/Inputs/version-4-state.mlirbc | FileCheck %s --check-prefix=STATE
// RUN: tir-opt %S/Inputs/version-5-state.mlirbc | FileCheck %s --check-prefix=STATE
// RUN: tir-opt %S/Inputs/version-6-state.mlirbc | FileCheck %s --check-prefix=STATE
// RUN: tir-opt %S/Inputs/version-7-state.mlirbc | FileCheck %s --check-prefix=STATE

// What version 2 says by an attribute for each thing that is known of a kernel, a call or an output.

// RUN: tir-opt %S/Inputs/version-2-kernels.mlirbc | FileCheck %s --check-prefix=KERNELS
// RUN: tir-opt %S/Inputs/version-3-kernels.mlirbc | FileCheck %s --check-prefix=KERNELS
// RUN: tir-opt %S/Inputs/version-4-kernels.mlirbc | FileCheck %s --check-prefix=KERNELS
// RUN: tir-opt %S/Inputs/version-5-kernels.mlirbc | FileCheck %s --check-prefix=KERNELS
// RUN: tir-opt %S/Inputs/version-6-kernels.mlirbc | FileCheck %s --check-prefix=KERNELS
// RUN: tir-opt %S/Inputs/version-7-kernels.mlirbc | FileCheck %s --check-prefix=KERNELS

// KERNELS: tir.prim_func private @conv_0(
// KERNELS-SAME: attributes {tir.function = #tir.function<kernel = <blocks = "blocks of 2 pixels x 2 channels",
// KERNELS-SAME: channels = [<constant = [2], count = 4, high = [9], low = [-5], values = [0]>], cycles = 30,
// KERNELS-SAME: fused = ["conv#0", "clamp#0", "conv#1"], kind = "convolution", macs = 12, place = "conv#0",
// KERNELS-SAME: shared_by = ["conv#0", "conv#1"], summary = "convolution: 4 int8 to 4 int8">>}
// KERNELS: tir.prim_func private @mean(%{{.*}}: memref<4xi8>) {
// KERNELS: tir.prim_func private @mean_of_sum({{.*}}) attributes {tir.function = #tir.function<kernel = <place = "mean#0/of_sum", split_from = @mean>>}
// KERNELS: func.func private @npu(memref<4xi8>) attributes {tir.function = #tir.function<kernel = <macs = 7>>}
// KERNELS: tir.prim_func private @conv_0_stage({{.*}} attributes {tir.function = #tir.function<extracted = true>}
// KERNELS: tir.prim_func private @packed({{.*}} registered, tir.function = #tir.function<entry = <extra_args = 2, for_loaders = true, is_loaded = true, registry_name = "net_run", trusts_caller = true>>}
// KERNELS: tir.prim_func @main(%{{.*}}: memref<4xi8> {tir.effect = #tir.effect<read>, tir.port = #tir.port<encoding = <scale = 5.000000e-01 : f64, zero_point = -3>>},
// KERNELS-SAME: memref<4xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<encoding = <type = ui8>>},
// KERNELS-SAME: tir.name = "conv_0", tir.port = #tir.port<exposed = <kernel = "conv_0", place = "conv#1", reads = ["y"]>>}
// KERNELS-SAME: memref<4xi8> {tir.effect = #tir.effect<read>, tir.port = #tir.port<value_of = @history>})
// KERNELS-SAME: plan = <arguments = [<attributes = {tir.name = "a", tir.port = #tir.port<encoding = <scale = 2.500000e-01 : f64, zero_point = 1>>},
// KERNELS: memref.alloc() {tir.port = #tir.port<argument = {tir.port = #tir.port<encoding = <type = ui8>>}>} : memref<4xi8>
// KERNELS: tir.call_tir @conv_0({{.*}}) {tir.call = #tir.call<layer = <fused = ["conv#0", "clamp#0"], place = "conv#0">, stage = "first">}
// KERNELS: tir.call_tir @conv_0({{.*}}) {tir.call = #tir.call<channels = <computed = [0, 1, 3], count = 4>, layer = <fused = ["conv#1"], place = "conv#1">>}

// What version 5 says by an attribute for each thing that is known of an argument, a call, a function, a global or a
// model.

// RUN: tir-opt %S/Inputs/version-5-carriers.mlirbc | FileCheck %s --check-prefix=CARRIERS
// RUN: tir-opt %S/Inputs/version-6-carriers.mlirbc | FileCheck %s --check-prefix=CARRIERS
// RUN: tir-opt %S/Inputs/version-7-carriers.mlirbc | FileCheck %s --check-prefix=CARRIERS

// CARRIERS: module attributes {tir.model = #tir.model<packed_constants = true>}
// CARRIERS: memref.global "private" @count : memref<4xi8> = dense<0> {tir.global = #tir.global<variable = true>}
// CARRIERS: memref.global "private" constant @table : memref<4xi8> = dense<1> {tir.global = #tir.global<section = ".tcm">}
// CARRIERS: tir.prim_func private @npu_add(memref<4xi8> {tir.effect = #tir.effect<read>, tir.port = #tir.port<pools = [@sram]>},
// CARRIERS-SAME: memref<4xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 0], noalias = false>},
// CARRIERS: func.func private @shell(%{{.*}}: i32 {tir.port = #tir.port<c_type = "int">}, %{{.*}}: !tir.handle {tir.port = #tir.port<c_struct = "net_state">})
// CARRIERS-SAME: attributes {tir.function = #tir.function<always_inline = true, entry = <registry_name = "net_run">>}
// CARRIERS: tir.prim_func @main(%{{.*}}: memref<4xi8> {tir.effect = #tir.effect<read_write>, tir.name = "x", tir.port = #tir.port<alignment = 16,
// CARRIERS-SAME: normalization = {bias = array<f64: 1.000000e+00>, scale = array<f64: 2.000000e+00>, shift = array<f64: 0.000000e+00>}, overwritten = true>},
// CARRIERS-SAME: memref<4xi8> {tir.effect = #tir.effect<read>, tir.port = #tir.port<weight = dense<3> : tensor<4xi8>>},
// CARRIERS-SAME: memref<64xi8> {tir.effect = #tir.effect<read_write>, tir.port = #tir.port<pool = "sram">},
// CARRIERS-SAME: memref<4xi8> {tir.effect = #tir.effect<read_write>, tir.port = #tir.port<noalias = true, value_of = @count>},
// CARRIERS-SAME: memref<4xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<exposed = <kernel = "k", place = "add#0", reads = ["x"]>>},
// CARRIERS-SAME: !tir.device_context<"npu"> {tir.port = #tir.port<device = "npu0">})
// CARRIERS-SAME: attributes {tir.function = #tir.function<kernel = <macs = 4>>, tir.model = #tir.model<name = "net",
// CARRIERS-SAME: plan = <pools = [<alignment = 16, bytes = 64, name = "sram">]>, source = "net.tflite">}
// CARRIERS: memref.alloc() {tir.port = #tir.port<argument = {tir.effect = #tir.effect<read>, tir.port = #tir.port<pool = "sram">}>} : memref<4xi8>
// CARRIERS: tir.call_extern @TVMDeviceNpuOpen() context(%{{.*}}) {tir.call = #tir.call<hook = true>}
// CARRIERS: {tir.call = #tir.call<device = "npu0", layer = <place = "add#0">, reported = true, stage = "front">}

// RUN: tir-opt %S/Inputs/version-5-rows.mlirbc | FileCheck %s --check-prefix=ROWS

// ROWS: memref.alloc() {kernel.rows = #kernel.ring<rows = 1, tensor_rows = 8>}
// ROWS: tir.call_tir @f({{.*}}) {kernel.rows = #kernel.turns<first = 0, period = 1, calls = 1>}

// What version 6 says by the number of a group on each of its calls.

// RUN: tir-opt %S/Inputs/version-6-groups.mlirbc | FileCheck %s --check-prefix=GROUPS
// RUN: tir-opt %S/Inputs/version-7-groups.mlirbc | FileCheck %s --check-prefix=GROUPS

// GROUPS: tir.prim_func @main(%[[X:.*]]: memref<1x8x4xi8> {{.*}}, %[[Y:.*]]: memref<1x8x4xi8>
// GROUPS-NEXT: %[[A:.*]] = memref.alloc()
// GROUPS-NEXT: %[[B:.*]] = memref.alloc()
// GROUPS-NEXT: kernel.by_rows {
// GROUPS-NEXT:   tir.call_tir @blur_row(%[[X]], %[[A]]) :
// GROUPS-NEXT:   tir.call_tir @blur_row(%[[A]], %[[B]]) :
// GROUPS-NEXT: }
// GROUPS-NEXT: %[[C:.*]] = memref.alloc()
// GROUPS-NEXT: kernel.by_rows {
// GROUPS-NEXT:   tir.call_tir @blur_row(%[[B]], %[[C]]) :
// GROUPS-NEXT: }
// GROUPS-NEXT: tir.call_tir @whole(%[[C]], %[[Y]])
