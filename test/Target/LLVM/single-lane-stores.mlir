// The only lane of a masked store is one byte: LLVM would store four of narrowed numbers.
// RUN: tir-translate --tir-to-object --tir-target-triple=x86_64-linux-gnu --tir-target-cpu=x86-64-v4 %s -o %t.o
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s

// CHECK-LABEL: <first>:
// CHECK-NOT: vmovd {{.*}}(
// CHECK: movb %{{[a-d]}}l, (%rdi)
llvm.func @first(%numbers: vector<8xi32>, %p: !llvm.ptr) {
  %low = llvm.mlir.constant(dense<-128> : vector<8xi32>) : vector<8xi32>
  %limited = llvm.intr.smax(%numbers, %low) : (vector<8xi32>, vector<8xi32>) -> vector<8xi32>
  %bytes = llvm.trunc %limited : vector<8xi32> to vector<8xi8>
  %mask = llvm.mlir.constant(dense<[true, false, false, false, false, false, false, false]> : vector<8xi1>) : vector<8xi1>
  llvm.intr.masked.store %bytes, %p, %mask {alignment = 1 : i32} : vector<8xi8>, vector<8xi1> into !llvm.ptr
  llvm.return
}

// CHECK-LABEL: <third>:
// CHECK-NOT: vextractps {{.*}}(
// CHECK: movb %{{[a-d]}}l, 0x2(%rdi)
llvm.func @third(%numbers: vector<8xi32>, %p: !llvm.ptr) {
  %bytes = llvm.trunc %numbers : vector<8xi32> to vector<8xi8>
  %mask = llvm.mlir.constant(dense<[false, false, true, false, false, false, false, false]> : vector<8xi1>) : vector<8xi1>
  llvm.intr.masked.store %bytes, %p, %mask {alignment = 1 : i32} : vector<8xi8>, vector<8xi1> into !llvm.ptr
  llvm.return
}

// Two lanes are stored with their mask.
// CHECK-LABEL: <two>:
// CHECK: vpmovdb {{.*}}, (%rdi) {%k1}
llvm.func @two(%numbers: vector<8xi32>, %p: !llvm.ptr) {
  %bytes = llvm.trunc %numbers : vector<8xi32> to vector<8xi8>
  %mask = llvm.mlir.constant(dense<[true, true, false, false, false, false, false, false]> : vector<8xi1>) : vector<8xi1>
  llvm.intr.masked.store %bytes, %p, %mask {alignment = 1 : i32} : vector<8xi8>, vector<8xi1> into !llvm.ptr
  llvm.return
}
