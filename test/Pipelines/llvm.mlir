// Packaged tools read the phase's output without a warning.
// RUN: tir-opt %S/../Target/LLVM/Inputs/loops.mlir --tir-phase-llvm="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: mlir-translate --mlir-to-llvmir %t.mlir 2>&1 | FileCheck %s --check-prefix=IR

// CHECK: llvm.target_triple = "thumbv7em-unknown-none-eabi"
// CHECK: llvm.mlir.global internal constant @tvmgen_default_conv2d_0_weights
// CHECK: llvm.mlir.global internal @tvmgen_default_workspace() {{{.*}}alignment = 16 : i64
// CHECK: llvm.func internal @tvmgen_default_conv2d_0(%{{.*}}: !llvm.ptr {llvm.noalias, llvm.readonly}
// CHECK-SAME: tir.function = "#tir.function<kernel = <{{.*}}fused = [\22conv2d#0\22, \22rescale#0\22, \22clamp#0\22], macs = 9216, place = \22conv2d#0\22
// CHECK: llvm.func internal @tvmgen_default___tvm_main__
// CHECK: llvm.func @tvmgen_default_run(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr) -> i32 attributes {{.*}}tir.model = "#tir.model<name = \22default\22

// IR-NOT: warning
// IR: target triple = "thumbv7em-unknown-none-eabi"
// IR: @tvmgen_default_workspace = internal global [1024 x i8] zeroinitializer, align 16
// IR: define internal i32 @tvmgen_default_conv2d_0(ptr noalias readonly %{{.*}})
// IR: call float @llvm.exp.f32
// IR: define dso_local i32 @tvmgen_default_run
