// RUN: tirc %s -o %t --model-name=m --emit=llvm-ir --quiet && FileCheck %s < %t/tvmgen_m.ll

// Kernels are private to the object and get the addresses of their buffers, which would otherwise become constants in
// their code.

// CHECK-DAG: define internal {{.*}}void @tvmgen_m_reverse_0(ptr {{[^,]*}}, ptr {{[^,)]*}})
// CHECK-DAG: define dso_local {{.*}}i32 @tvmgen_m_run(
func.func @main(%x: tensor<64xi32>) -> tensor<64xi32> {
  %a = tosa.reverse %x {axis = 0 : i32} : (tensor<64xi32>) -> tensor<64xi32>
  %b = tosa.reverse %a {axis = 0 : i32} : (tensor<64xi32>) -> tensor<64xi32>
  %c = tosa.reverse %b {axis = 0 : i32} : (tensor<64xi32>) -> tensor<64xi32>
  return %c : tensor<64xi32>
}
