// RUN: tir-opt %s --tir-expose-main | FileCheck %s

// Each model's main function, and no other one. A function that is only declared has no body to call.
// CHECK: func.func @tvmgen_net___tvm_main__(
// CHECK-NOT: always_inline = 
// CHECK: func.func private @tvmgen_net_conv
// CHECK: func.func @tvmgen_other___tvm_main__(
// CHECK: func.func private @tvmgen_nobody___tvm_main__
func.func private @tvmgen_net___tvm_main__(%x: memref<4xi8>) -> i32 attributes {tir.function = #tir.function<always_inline = true>} {
  %ok = arith.constant 0 : i32
  return %ok : i32
}
func.func private @tvmgen_net_conv(%x: memref<4xi8>) -> i32 {
  %ok = arith.constant 0 : i32
  return %ok : i32
}
func.func private @tvmgen_other___tvm_main__(%x: memref<4xi8>) -> i32 {
  %ok = arith.constant 0 : i32
  return %ok : i32
}
func.func private @tvmgen_nobody___tvm_main__(memref<4xi8>) -> i32
func.func @tvmgen_net_run(%x: memref<4xi8>) -> i32 attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
  %code = call @tvmgen_net___tvm_main__(%x) : (memref<4xi8>) -> i32
  return %code : i32
}
func.func @tvmgen_other_run(%x: memref<4xi8>) -> i32 attributes {tir.model = #tir.model<name = "other", source = "net.mlir">} {
  %code = call @tvmgen_other___tvm_main__(%x) : (memref<4xi8>) -> i32
  return %code : i32
}
func.func @tvmgen_nobody_run(%x: memref<4xi8>) -> i32 attributes {tir.model = #tir.model<name = "nobody", source = "net.mlir">} {
  %code = call @tvmgen_nobody___tvm_main__(%x) : (memref<4xi8>) -> i32
  return %code : i32
}
