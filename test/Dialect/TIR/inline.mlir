// The inliner alone, without the canonicalizer that it runs in between.
// RUN: tir-opt %s --inline='default-pipeline=' --split-input-file | FileCheck %s

// Private kernels are inlined into their callers, in func.func, in regions of scf and in another prim_func, which is
// inlined in turn.

// CHECK-LABEL: func.func @everywhere
// CHECK-SAME:    (%[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<4xf32>, %[[C:.*]]: i1)
// CHECK:         memref.copy %[[X]], %[[Y]]
// CHECK:         scf.if %[[C]] {
// CHECK-NEXT:      memref.copy %[[Y]], %[[X]]
// CHECK-NEXT:      linalg.negf ins(%[[X]] : memref<4xf32>) outs(%[[Y]] : memref<4xf32>)
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NOT:   tir.prim_func
func.func @everywhere(%x: memref<4xf32>, %y: memref<4xf32>, %c: i1) {
  tir.call_tir @copy(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
  scf.if %c {
    tir.call_tir @copy_and_negate(%y, %x) : (memref<4xf32>, memref<4xf32>) -> ()
  }
  return
}
tir.prim_func private @copy(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                            %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
tir.prim_func private @copy_and_negate(%x: memref<4xf32>, %y: memref<4xf32>) {
  tir.call_tir @copy(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
  linalg.negf ins(%y : memref<4xf32>) outs(%x : memref<4xf32>)
  tir.return
}

// -----

// Functions are inlined into a public prim_func.

// CHECK-LABEL: tir.prim_func @main
// CHECK-NEXT:    memref.copy
// CHECK-NEXT:    tir.return
tir.prim_func @main(%x: memref<4xf32>, %y: memref<4xf32>) {
  tir.call_tir @copy(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
  tir.return
}
tir.prim_func private @copy(%x: memref<4xf32>, %y: memref<4xf32>) {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}

// -----

// A type that is static for the caller but not for the callee is cast.

// CHECK-LABEL: func.func @cast
// CHECK-SAME:    (%[[X:.*]]: memref<8xi8>, %[[Y:.*]]: memref<2x4xi8>)
// CHECK-DAG:     %[[X_CAST:.*]] = memref.cast %[[X]] : memref<8xi8> to memref<?xi8>
// CHECK-DAG:     %[[Y_CAST:.*]] = memref.cast %{{.*}} : memref<2x2xi8, strided<[4, 1], offset: 1>> to memref<?x2xi8, strided<[?, 1], offset: ?>>
// CHECK:         memref.load %[[X_CAST]]
// CHECK:         memref.store %{{.*}}, %[[Y_CAST]]
func.func @cast(%x: memref<8xi8>, %y: memref<2x4xi8>) {
  %part = memref.subview %y[0, 1] [2, 2] [1, 1]
      : memref<2x4xi8> to memref<2x2xi8, strided<[4, 1], offset: 1>>
  tir.call_tir @first(%x, %part)
      : (memref<8xi8>, memref<2x2xi8, strided<[4, 1], offset: 1>>) -> ()
  return
}
tir.prim_func private @first(%x: memref<?xi8>,
                             %y: memref<?x2xi8, strided<[?, 1], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<?xi8>
  memref.store %v, %y[%c0, %c0] : memref<?x2xi8, strided<[?, 1], offset: ?>>
  tir.return
}

// -----

// A dimension of extent 1 may have any stride in a call, which no cast can express.

// CHECK-LABEL: func.func @stride_of_one
// CHECK:         tir.call_tir @row
func.func @stride_of_one(%x: memref<2x4xi8>) {
  %row = memref.subview %x[0, 0] [1, 4] [1, 1]
      : memref<2x4xi8> to memref<1x4xi8, strided<[4, 1]>>
  tir.call_tir @row(%row) : (memref<1x4xi8, strided<[4, 1]>>) -> ()
  return
}
tir.prim_func private @row(%x: memref<1x4xi8, strided<[9, 1]>>) {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0, %c0] : memref<1x4xi8, strided<[9, 1]>>
  memref.store %v, %x[%c0, %c0] : memref<1x4xi8, strided<[9, 1]>>
  tir.return
}

// -----

// These calls stay: of a public function; on tensors; of a function that is marked for a stage; into bodies on tensors,
// whose `restrict` would not hold in the caller, or with a stack allocation of the whole function.

// CHECK-LABEL: func.func @stay
// CHECK:         tir.call_tir @public
// CHECK:         tir.call_tir @copy
// CHECK:         tir.call_tir @copy
// CHECK:         tir.call_tir @on_tensors
// CHECK:         tir.call_tir @on_stack
// CHECK-NOT:     tir.call_tir
// CHECK:         memref.alloca
func.func @stay(%x: memref<4xf32>, %y: memref<4xf32>, %t: tensor<4xf32>)
    -> tensor<4xf32> {
  tir.call_tir @public(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
  %r = tir.call_tir @copy(%t) outs(%t)
      : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  tir.call_tir @copy(%x, %y) {tir.call = #tir.call<stage = "a">}
      : (memref<4xf32>, memref<4xf32>) -> ()
  tir.call_tir @on_tensors(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
  tir.call_tir @on_stack(%x) : (memref<4xf32>) -> ()
  tir.call_tir @on_stack_in_scope(%x) : (memref<4xf32>) -> ()
  return %r : tensor<4xf32>
}
tir.prim_func @public(%x: memref<4xf32>, %y: memref<4xf32>) {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
tir.prim_func private @copy(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                            %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
tir.prim_func private @on_tensors(%x: memref<4xf32>, %y: memref<4xf32>) {
  %t = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  bufferization.materialize_in_destination %t in restrict writable %y
      : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}
tir.prim_func private @on_stack(%x: memref<4xf32>) {
  %a = memref.alloca() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %x : memref<4xf32> to memref<4xf32>
  tir.return
}
tir.prim_func private @on_stack_in_scope(%x: memref<4xf32>) {
  memref.alloca_scope {
    %a = memref.alloca() : memref<4xf32>
    memref.copy %x, %a : memref<4xf32> to memref<4xf32>
    memref.copy %a, %x : memref<4xf32> to memref<4xf32>
  }
  tir.return
}

// -----

// A function that leaves its caller's body early would leave the caller.

// CHECK-LABEL: func.func @keep_code
// CHECK:         call @leaves
func.func @keep_code(%code: i32) -> i32 {
  %r = func.call @leaves(%code) : (i32) -> i32
  return %r : i32
}
func.func private @leaves(%code: i32) -> i32 {
  tir.check_return %code
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// CHECK-LABEL: func.func @keep_assert
// CHECK:         call @asserts
func.func @keep_assert(%c: i1) -> i32 {
  %r = func.call @asserts(%c) : (i1) -> i32
  return %r : i32
}
func.func private @asserts(%c: i1) -> i32 {
  tir.assert %c, "no"
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// CHECK-LABEL: func.func @keep_try
// CHECK:         call @tries_to_return
func.func @keep_try(%x: memref<4xi8>) -> i32 {
  %r = func.call @tries_to_return(%x) : (memref<4xi8>) -> i32
  return %r : i32
}
func.func private @tries_to_return(%x: memref<4xi8>) -> i32 {
  tir.try {
    tir.call_extern @relu(%x) : (memref<4xi8>) -> ()
  } finally {
  }
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// CHECK-LABEL: func.func @keep_call
// CHECK:         call @calls
// CHECK-NOT:     call @traces
func.func @keep_call(%x: memref<4xi8>) -> (i32, i32) {
  %r = func.call @calls(%x) : (memref<4xi8>) -> i32
  %s = func.call @traces(%x) : (memref<4xi8>) -> i32
  return %r, %s : i32, i32
}
func.func private @calls(%x: memref<4xi8>) -> i32 {
  tir.call_extern @relu(%x) : (memref<4xi8>) -> ()
  %ok = arith.constant 0 : i32
  return %ok : i32
}
// A function without a result leaves nothing.
func.func private @traces(%x: memref<4xi8>) -> i32 {
  tir.call_extern void @trace(%x) : (memref<4xi8>) -> ()
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// -----

// Recursion ends.

// CHECK-LABEL: func.func @recursion
// CHECK:         tir.call_tir @a
func.func @recursion(%x: memref<4xf32>) {
  tir.call_tir @a(%x) : (memref<4xf32>) -> ()
  return
}
tir.prim_func private @a(%x: memref<4xf32>) {
  tir.call_tir @a(%x) : (memref<4xf32>) -> ()
  tir.return
}

// -----

// A function that runs on a device stays, since hooks are or will be around it: one that declares devices, one with a
// context argument, one that gets a context.

// CHECK-LABEL: func.func @on_devices
// CHECK-NOT:     tir.call_extern
// CHECK:         tir.call_tir @declares_devices
// CHECK:         tir.call_tir @is_given_context
// CHECK:         tir.call_tir @asks_for_context
// CHECK-NOT:     tir.call_extern
// CHECK:         return
tir.device @npu0 {kind = "npu", hooks = [#tir.hook<open>, #tir.hook<close>]}
func.func @on_devices(%x: memref<4xi8>) -> i32 {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  tir.call_tir @declares_devices(%x) : (memref<4xi8>) -> ()
  tir.call_tir @is_given_context(%x, %c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.call_tir @asks_for_context(%x) : (memref<4xi8>) -> ()
  %ok = arith.constant 0 : i32
  return %ok : i32
}
tir.prim_func private @declares_devices(%x: memref<4xi8>) attributes {devices = [@npu0]} {
  tir.call_extern @relu(%x) : (memref<4xi8>) -> ()
  tir.return
}
tir.prim_func private @is_given_context(%x: memref<4xi8>, %c: !tir.device_context<"npu">) {
  tir.call_extern @npu_relu(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.return
}
tir.prim_func private @asks_for_context(%x: memref<4xi8>) {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  tir.call_extern @npu_relu(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.return
}

// -----

// A tir.try returns a code: it is inlined into functions that return one.

// CHECK-LABEL: func.func @without_code
// CHECK:         tir.call_tir @tries
func.func @without_code(%x: memref<4xi8>) {
  tir.call_tir @tries(%x) : (memref<4xi8>) -> ()
  return
}
// CHECK-LABEL: func.func @without_code_in_region
// CHECK:         tir.call_tir @tries
func.func @without_code_in_region(%x: memref<4xi8>, %c: i1) -> i64 {
  scf.if %c {
    tir.call_tir @tries(%x) : (memref<4xi8>) -> ()
  }
  %n = arith.constant 0 : i64
  return %n : i64
}
// CHECK-LABEL: func.func @with_code
// CHECK:         tir.try {
// CHECK:           tir.call_extern @relu
func.func @with_code(%x: memref<4xi8>, %c: i1) -> i32 {
  scf.if %c {
    tir.call_tir @tries(%x) : (memref<4xi8>) -> ()
  }
  %ok = arith.constant 0 : i32
  return %ok : i32
}
// CHECK-LABEL: tir.prim_func @kernel
// CHECK-NEXT:    tir.try {
// CHECK-NEXT:      tir.call_extern @relu
tir.prim_func @kernel(%x: memref<4xi8>) {
  tir.call_tir @tries(%x) : (memref<4xi8>) -> ()
  tir.return
}
tir.prim_func private @tries(%x: memref<4xi8>) {
  tir.try {
    tir.call_extern @relu(%x) : (memref<4xi8>) -> ()
  } finally {
    tir.call_extern @done() : () -> ()
  }
  tir.return
}

// -----

// In a clean-up each call runs even if an earlier one failed, which is not what the callee does. Calls that cannot fail
// are inlined.

// CHECK-LABEL: tir.prim_func @cleans_up
// CHECK:         tir.try {
// CHECK-NEXT:      tir.call_extern @a
// CHECK-NEXT:      tir.call_extern @b
// CHECK-NEXT:    } finally {
// CHECK-NEXT:      tir.call_tir @both
// CHECK-NEXT:      scf.if
// CHECK-NEXT:        tir.call_tir @both
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.copy
// CHECK-NEXT:    }
tir.prim_func @cleans_up(%c: i1, %x: memref<4xi8>, %y: memref<4xi8>) {
  tir.try {
    tir.call_tir @both() : () -> ()
  } finally {
    tir.call_tir @both() : () -> ()
    scf.if %c {
      tir.call_tir @both() : () -> ()
    }
    tir.call_tir @copy(%x, %y) : (memref<4xi8>, memref<4xi8>) -> ()
  }
  tir.return
}
tir.prim_func private @both() {
  tir.call_extern @a() : () -> ()
  tir.call_extern @b() : () -> ()
  tir.return
}
tir.prim_func private @copy(%x: memref<4xi8>, %y: memref<4xi8>) {
  memref.copy %x, %y : memref<4xi8> to memref<4xi8>
  tir.return
}
