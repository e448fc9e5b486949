// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

// CHECK-LABEL: tir.prim_func @nothing()
// CHECK-NEXT:    tir.return
tir.prim_func @nothing() {
  tir.return
}

// CHECK: tir.prim_func private @declared(memref<4xf32> {tir.effect = #tir.effect<read>}, memref<*xi8>, i32)
tir.prim_func private @declared(memref<4xf32> {tir.effect = #tir.effect<read>}, memref<*xi8>, i32)

// CHECK:      tir.prim_func private @kernel(
// CHECK-SAME:   %[[X:.*]]: memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "input"},
// CHECK-SAME:   %[[Y:.*]]: memref<4xf32> {tir.effect = #tir.effect<write>},
// CHECK-SAME:   %{{.*}}: memref<?x4xf32, strided<[?, 1], offset: ?>> {tir.effect = #tir.effect<read_write>},
// CHECK-SAME:   %{{.*}}: index) attributes {tir.function = #tir.function<kernel = <fused = ["abs#0", "exp#1"], place = "abs#0">>} {
// CHECK-NEXT:   memref.copy %[[X]], %[[Y]]
// CHECK-NEXT:   tir.return
tir.prim_func private @kernel(
    %x: memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "input"},
    %y: memref<4xf32> {tir.effect = #tir.effect<write>},
    %z: memref<?x4xf32, strided<[?, 1], offset: ?>> {tir.effect = #tir.effect<read_write>},
    %n: index) attributes {tir.function = #tir.function<kernel = <fused = ["abs#0", "exp#1"], place = "abs#0">>} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}

// A body may work on tensors between its buffers.

// CHECK-LABEL: tir.prim_func private @on_tensors
// CHECK:         bufferization.to_tensor
// CHECK:         bufferization.materialize_in_destination
tir.prim_func private @on_tensors(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                  %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  bufferization.materialize_in_destination %in in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}

// Functions may be in nested modules.

// CHECK: module @inner
// CHECK:   tir.prim_func nested @nested()
module @inner {
  tir.prim_func nested @nested() {
    tir.return
  }
}

tir.device @npu0 {kind = "npu"}
tir.device @npu1 {kind = "npu"}

// CHECK: tir.prim_func private @vendor.kernel(memref<4xi8>, !tir.device_context<"npu">) attributes {calling_convention = #tir.calling_convention<unpacked>, devices = [@npu0, @npu1], exported_name = "vendor_kernel_v2"}
tir.prim_func private @vendor.kernel(memref<4xi8>, !tir.device_context<"npu">)
    attributes {calling_convention = #tir.calling_convention<unpacked>, devices = [@npu0, @npu1],
                exported_name = "vendor_kernel_v2"}

// CHECK: tir.prim_func @entry() attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "my.entry"}
tir.prim_func @entry() attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "my.entry"} {
  tir.return
}

// Private functions of a model get its prefix, so their names are free.
tir.prim_func private @while() {
  tir.return
}

// A function of this module may call kernels of several devices.
// CHECK-LABEL: tir.prim_func @contexts(%{{.*}}: memref<4xi8>, %{{.*}}: !tir.device_context<"npu">, %{{.*}}: !tir.device_context<"dsp">)
// CHECK-SAME:    attributes {registered}
tir.prim_func @contexts(%x: memref<4xi8>, %npu: !tir.device_context<"npu">, %dsp: !tir.device_context<"dsp">)
    attributes {registered} {
  tir.return
}
