// RUN: tir-opt %s --tir-thread-device-contexts --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-thread-device-contexts --tir-thread-device-contexts --split-input-file | FileCheck %s

// Through several functions, in the order of the devices, whichever is used first.
tir.device @npu0 {kind = "npu"}
tir.device @npu1 {kind = "npu"}
tir.device @unused {kind = "npu"}

// CHECK-LABEL: tir.prim_func private @second(
// CHECK-SAME: %[[X:[^:]*]]: memref<4xi8>, %[[N1:[^:]*]]: !tir.device_context<"npu"> {tir.name = "npu1", tir.port = #tir.port<device = "npu1">})
tir.prim_func private @second(%x: memref<4xi8>) {
  // CHECK-NOT: tir.get_device_context
  %unused = tir.get_device_context @unused : !tir.device_context<"npu">
  %c = tir.get_device_context @npu1 : !tir.device_context<"npu">
  // CHECK: tir.call_extern @npu_relu(%[[X]]) context(%[[N1]]) {tir.call = #tir.call<device = "npu1">}
  tir.call_extern @npu_relu(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.return
}

// CHECK-LABEL: tir.prim_func private @both(
// CHECK-SAME: %[[X:[^:]*]]: memref<4xi8>, %[[N0:[^:]*]]: !tir.device_context<"npu"> {tir.name = "npu0", tir.port = #tir.port<device = "npu0">}, %[[N1:[^:]*]]: !tir.device_context<"npu"> {tir.name = "npu1", tir.port = #tir.port<device = "npu1">})
tir.prim_func private @both(%x: memref<4xi8>) {
  // CHECK: tir.call_tir @second(%[[X]], %[[N1]]) {tir.call = #tir.call<device = "npu1">}
  tir.call_tir @second(%x) : (memref<4xi8>) -> ()
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  // CHECK: tir.call_cpacked @npu_add(%[[X]]) context(%[[N0]]) {tir.call = #tir.call<device = "npu0">}
  tir.call_cpacked @npu_add(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  // CHECK: tir.call_packed "app.log"(%[[N0]]) {tir.call = #tir.call<device = "npu0">}
  tir.call_packed "app.log"(%c) : (!tir.device_context<"npu">) -> ()
  tir.return
}

// CHECK-LABEL: tir.prim_func @main(
// CHECK-SAME: %[[X:[^:]*]]: memref<4xi8>, %[[N0:[^:]*]]: !tir.device_context<"npu"> {tir.name = "npu0", tir.port = #tir.port<device = "npu0">}, %[[N1:[^:]*]]: !tir.device_context<"npu"> {tir.name = "npu1", tir.port = #tir.port<device = "npu1">})
tir.prim_func @main(%x: memref<4xi8>) {
  // CHECK: tir.call_tir @both(%[[X]], %[[N0]], %[[N1]]) {tir.call = #tir.call<device = "npu0, npu1">}
  tir.call_tir @both(%x) : (memref<4xi8>) -> ()
  tir.return
}

// -----

// Functions that call themselves and each other.
tir.device @npu0 {kind = "npu"}

// CHECK-LABEL: tir.prim_func private @odd(
// CHECK-SAME: %[[X:[^:]*]]: memref<4xi8>, %[[C:[^:]*]]: !tir.device_context<"npu"> {tir.name = "npu0", tir.port = #tir.port<device = "npu0">})
tir.prim_func private @odd(%x: memref<4xi8>) {
  // CHECK: tir.call_tir @even(%[[X]], %[[C]])
  tir.call_tir @even(%x) : (memref<4xi8>) -> ()
  tir.return
}
// CHECK-LABEL: tir.prim_func private @even(
// CHECK-SAME: %[[X:[^:]*]]: memref<4xi8>, %[[C:[^:]*]]: !tir.device_context<"npu"> {tir.name = "npu0", tir.port = #tir.port<device = "npu0">})
tir.prim_func private @even(%x: memref<4xi8>) {
  // CHECK: tir.call_tir @odd(%[[X]], %[[C]])
  tir.call_tir @odd(%x) : (memref<4xi8>) -> ()
  // CHECK: tir.call_tir @even(%[[X]], %[[C]])
  tir.call_tir @even(%x) : (memref<4xi8>) -> ()
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  tir.call_extern @npu_relu(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.return
}

// -----

// Contexts that a function already has come first, and its callers pass them.
tir.device @npu0 {kind = "npu"}
tir.device @npu1 {kind = "npu"}

// CHECK-LABEL: tir.prim_func private @kernel(
// CHECK-SAME: %[[X:[^:]*]]: memref<4xi8>, %[[OWN:[^:]*]]: !tir.device_context<"npu">, %[[C:[^:]*]]: !tir.device_context<"npu"> {tir.name = "npu0", tir.port = #tir.port<device = "npu0">})
tir.prim_func private @kernel(%x: memref<4xi8>, %own: !tir.device_context<"npu">) {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  // CHECK: context(%[[C]]) {tir.call = #tir.call<device = "npu0">}
  tir.call_extern @npu_relu(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  // CHECK: context(%[[OWN]]) :
  tir.call_extern @npu_relu(%x) context(%own) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.return
}
// CHECK-LABEL: tir.prim_func private @registered(
// CHECK-SAME: {tir.name = "npu0", tir.port = #tir.port<device = "npu0">})
tir.prim_func private @registered(%x: memref<4xi8>) attributes {exported_name = "app_relu", registered} {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  tir.call_extern @npu_relu(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.return
}
// CHECK-LABEL: tir.prim_func @main(
// CHECK-SAME: %[[X:[^:]*]]: memref<4xi8>, %[[C:[^:]*]]: !tir.device_context<"npu"> {tir.name = "npu0", tir.port = #tir.port<device = "npu0">}, %[[C1:[^:]*]]: !tir.device_context<"npu"> {tir.name = "npu1", tir.port = #tir.port<device = "npu1">})
tir.prim_func @main(%x: memref<4xi8>) {
  %c = tir.get_device_context @npu1 : !tir.device_context<"npu">
  // CHECK: tir.call_tir @kernel(%[[X]], %[[C1]], %[[C]])
  tir.call_tir @kernel(%x, %c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  // The last one is the resource handle.
  // CHECK: tir.call_cpacked @kernel(%[[X]], %[[C1]]) context(%[[C]])
  tir.call_cpacked @kernel(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  // A registered function has none.
  // CHECK: tir.call_cpacked @registered(%[[X]], %[[C]]) {
  tir.call_cpacked @registered(%x) : (memref<4xi8>) -> ()
  // CHECK: tir.call_packed "app_relu"(%[[X]], %[[C]])
  tir.call_packed "app_relu"(%x) : (memref<4xi8>) -> ()
  tir.return
}

// -----

// The same for functions of func, up to the one that is not called.
tir.device @npu0 {kind = "npu"}
tir.prim_func private @kernel(%x: memref<4xi8>) {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  tir.call_extern @npu_relu(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.return
}
// CHECK-LABEL: func.func private @inner(
// CHECK-SAME: %[[C:[^:]*]]: !tir.device_context<"npu"> {tir.name = "npu0", tir.port = #tir.port<device = "npu0">}) -> i32
func.func private @inner(%x: memref<4xi8>) -> i32 {
  // CHECK: tir.call_tir @kernel(%{{.*}}, %[[C]])
  tir.call_tir @kernel(%x) : (memref<4xi8>) -> ()
  %ok = arith.constant 0 : i32
  return %ok : i32
}
// CHECK-LABEL: func.func @outer(
// CHECK-SAME: %[[C:[^:]*]]: !tir.device_context<"npu"> {tir.name = "npu0", tir.port = #tir.port<device = "npu0">}) -> i32
func.func @outer(%x: memref<4xi8>) -> i32 {
  // CHECK: call @inner(%{{.*}}, %[[C]]) : (memref<4xi8>, !tir.device_context<"npu">) -> i32
  %code = func.call @inner(%x) : (memref<4xi8>) -> i32
  return %code : i32
}
