// RUN: tir-opt %s -split-input-file -tir-set-calling-conventions | FileCheck %s --check-prefix=UNPACKED
// RUN: tir-opt %s -split-input-file -tir-set-calling-conventions=kernel-calls=cpacked | FileCheck %s --check-prefix=CPACKED
// RUN: tir-opt %s -split-input-file -tir-set-calling-conventions=kernel-calls=packed | FileCheck %s --check-prefix=PACKED
// RUN: tir-opt %s -split-input-file -tir-set-calling-conventions=unpacked-api=false | FileCheck %s --check-prefix=FALSE

module {
  tir.device @npu0 {kind = "npu"}
  tir.prim_func private @npu_relu(memref<4xi8> {tir.effect = #tir.effect<read>, tir.name = "x"},
                                  memref<4xi8> {tir.effect = #tir.effect<write>, tir.name = "y"},
                                  !tir.device_context<"npu">)
      attributes {calling_convention = #tir.calling_convention<unpacked>}
  tir.prim_func private @npu_add(memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">)
      attributes {calling_convention = #tir.calling_convention<packed>}
  tir.prim_func private @copy(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                              %y: memref<4xi8> {tir.effect = #tir.effect<write>}) {
    memref.copy %x, %y : memref<4xi8> to memref<4xi8>
    tir.return
  }

  // UNPACKED-LABEL: tir.prim_func private @npu_add_wrapper(
  // UNPACKED: tir.call_cpacked @npu_add(%{{.*}}, %{{.*}}) context(%{{.*}}) {tir.call = #tir.call<device = "npu0">}
  // UNPACKED-LABEL: tir.prim_func @main(
  // UNPACKED-NOT: calling_convention
  // UNPACKED: tir.call_tir @copy(%{{.*}}, %{{.*}}) {tir.call = #tir.call<reported = true>}
  // UNPACKED: tir.call_extern @npu_relu(%{{.*}}, %{{.*}}) context(%[[C:.*]]) :
  // UNPACKED: tir.call_tir @npu_add_wrapper(%{{.*}}, %{{.*}}, %[[C]]) {tir.call = #tir.call<reported = true>}
  // UNPACKED: tir.call_extern void @trace
  // UNPACKED: tir.call_packed "app.log"

  // CPACKED: tir.prim_func private @copy({{.*}}calling_convention = #tir.calling_convention<packed>
  // CPACKED: tir.prim_func private @npu_relu_wrapper(
  // CPACKED-SAME: %{{.*}}: memref<4xi8> {tir.effect = #tir.effect<read>, tir.name = "x"}
  // CPACKED-SAME: !tir.device_context<"npu"> {tir.name = "context", tir.port = #tir.port<device = "npu0">}
  // CPACKED-SAME: calling_convention = #tir.calling_convention<packed>
  // CPACKED: tir.call_extern @npu_relu(%{{.*}}, %{{.*}}) context(%{{.*}}) {tir.call = #tir.call<device = "npu0">}
  // CPACKED-LABEL: tir.prim_func @main(
  // CPACKED: tir.call_cpacked @copy(%{{.*}}, %{{.*}}) {tir.call = #tir.call<reported = true>}
  // CPACKED: tir.call_cpacked @npu_relu_wrapper(%{{.*}}, %{{.*}}) context(%[[C:.*]]) {tir.call = #tir.call<reported = true>}
  // CPACKED: tir.call_cpacked @npu_add(%{{.*}}, %{{.*}}) context(%[[C]]) :
  // CPACKED: tir.call_packed "app.log"

  // PACKED: tir.prim_func private @copy({{.*}}calling_convention = #tir.calling_convention<packed>, exported_name = "tvmgen_net_copy", registered
  // PACKED: tir.prim_func private @npu_relu_wrapper({{.*}}exported_name = "tvmgen_net_npu_relu_wrapper", registered
  // PACKED: tir.prim_func private @npu_add_wrapper({{.*}}exported_name = "tvmgen_net_npu_add_wrapper", registered
  // PACKED-LABEL: tir.prim_func @main(
  // PACKED: tir.call_packed "tvmgen_net_copy"(%{{.*}}, %{{.*}}) {tir.call = #tir.call<reported = true>} : (memref<4xi8>, memref<4xi8>) -> ()
  // PACKED: tir.call_packed "tvmgen_net_npu_relu_wrapper"(%{{.*}}, %{{.*}}, %[[C:.*]]) {tir.call = #tir.call<reported = true>}
  // PACKED: tir.call_packed "tvmgen_net_npu_add_wrapper"(%{{.*}}, %{{.*}}, %[[C]]) {tir.call = #tir.call<reported = true>}

  // FALSE-LABEL: tir.prim_func @main(
  // FALSE-SAME: calling_convention = #tir.calling_convention<packed>, registered
  // FALSE: tir.call_cpacked @copy(
  tir.prim_func @main(%x: memref<4xi8>, %y: memref<4xi8>, %n: i32) attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
    %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
    tir.call_tir @copy(%x, %y) : (memref<4xi8>, memref<4xi8>) -> ()
    tir.call_extern @npu_relu(%x, %y) context(%c) : (memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">) -> ()
    tir.call_cpacked @npu_add(%x, %y) context(%c) : (memref<4xi8>, memref<4xi8>, !tir.device_context<"npu">) -> ()
    tir.call_extern void @trace(%n) : (i32) -> ()
    tir.call_packed "app.log"(%x) : (memref<4xi8>) -> ()
    tir.return
  }
}

// -----

// A region: the wrapper's parameter leaves the offset to the pointer. The convention that a kernel asks for has
// precedence.
// CPACKED: tir.prim_func private @asks({{.*}}calling_convention = #tir.calling_convention<unpacked>
// CPACKED: @scale_wrapper(%{{.*}}: memref<2x2xf32, strided<[4, 1], offset: ?>>
// CPACKED: tir.prim_func private @asks_wrapper({{.*}}calling_convention = #tir.calling_convention<packed>
// CPACKED: tir.call_tir @asks(
// UNPACKED: tir.call_cpacked @wants(%{{.*}}) {tir.call = #tir.call<reported = true>}
module {
  tir.prim_func private @asks(%x: memref<4x4xf32>)
      attributes {calling_convention = #tir.calling_convention<unpacked>} {
    tir.return
  }
  tir.prim_func private @wants(%x: memref<4x4xf32>)
      attributes {calling_convention = #tir.calling_convention<packed>} {
    tir.return
  }
  tir.prim_func @main(%x: memref<4x4xf32>) {
    %part = memref.subview %x[1, 1] [2, 2] [1, 1]
        : memref<4x4xf32> to memref<2x2xf32, strided<[4, 1], offset: 5>>
    tir.call_extern @scale(%part) : (memref<2x2xf32, strided<[4, 1], offset: 5>>) -> ()
    tir.call_tir @asks(%x) : (memref<4x4xf32>) -> ()
    tir.call_tir @wants(%x) : (memref<4x4xf32>) -> ()
    tir.return
  }
}

// -----

// A registered function is packed, even if it is called with another convention.
// UNPACKED: tir.prim_func private @relu(%{{.*}}: memref<4xi8>) attributes {exported_name = "vendor.relu"} {
// UNPACKED: tir.prim_func private @relu_packed({{.*}}attributes {calling_convention = #tir.calling_convention<packed>, exported_name = "vendor.relu_packed", registered, tir.function = #tir.function<entry = <registry_name = "vendor.relu">>} {
// UNPACKED-NEXT: tir.call_tir @relu(
// UNPACKED: tir.prim_func private @tanh({{.*}}calling_convention = #tir.calling_convention<packed>{{.*}}registered
// UNPACKED-NOT: _packed
// UNPACKED: tir.call_tir @relu(
// CPACKED: tir.prim_func private @relu({{.*}}calling_convention = #tir.calling_convention<packed>{{.*}}registered
// CPACKED-NOT: relu_packed
module {
  tir.prim_func private @relu(%x: memref<4xi8>) attributes {registered, exported_name = "vendor.relu"} {
    tir.return
  }
  tir.prim_func private @tanh(%x: memref<4xi8>)
      attributes {registered, calling_convention = #tir.calling_convention<packed>} {
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8>) attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
    tir.call_tir @relu(%x) : (memref<4xi8>) -> ()
    tir.return
  }
}
