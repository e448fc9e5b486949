// RUN: tir-opt %s --tir-finalize-llvm --split-input-file | FileCheck %s

// The only kernel, if it has a dozen branches, may be inlined into the entry.
// CHECK: llvm.func internal @tree(
// CHECK-SAME: attributes {dso_local, no_unwind, sym_visibility = "private"
llvm.func @tree(%x: i1) attributes {sym_visibility = "private", tir.function = #tir.function<kernel = <place = "tree#0">>} {
  llvm.cond_br %x, ^b1, ^end
^b1:
  llvm.cond_br %x, ^b2, ^end
^b2:
  llvm.cond_br %x, ^b3, ^end
^b3:
  llvm.cond_br %x, ^b4, ^end
^b4:
  llvm.cond_br %x, ^b5, ^end
^b5:
  llvm.cond_br %x, ^b6, ^end
^b6:
  llvm.cond_br %x, ^b7, ^end
^b7:
  llvm.cond_br %x, ^b8, ^end
^b8:
  llvm.cond_br %x, ^b9, ^end
^b9:
  llvm.cond_br %x, ^b10, ^end
^b10:
  llvm.cond_br %x, ^b11, ^end
^b11:
  llvm.cond_br %x, ^b12, ^end
^b12:
  llvm.br ^end
^end:
  llvm.return
}

// -----

// One of two kernels is not.
// CHECK: llvm.func internal @tree(
// CHECK-SAME: attributes {dso_local, no_inline, no_unwind, sym_visibility = "private"
llvm.func @tree(%x: i1) attributes {sym_visibility = "private", tir.function = #tir.function<kernel = <place = "tree#0">>} {
  llvm.cond_br %x, ^b1, ^end
^b1:
  llvm.cond_br %x, ^b2, ^end
^b2:
  llvm.cond_br %x, ^b3, ^end
^b3:
  llvm.cond_br %x, ^b4, ^end
^b4:
  llvm.cond_br %x, ^b5, ^end
^b5:
  llvm.cond_br %x, ^b6, ^end
^b6:
  llvm.cond_br %x, ^b7, ^end
^b7:
  llvm.cond_br %x, ^b8, ^end
^b8:
  llvm.cond_br %x, ^b9, ^end
^b9:
  llvm.cond_br %x, ^b10, ^end
^b10:
  llvm.cond_br %x, ^b11, ^end
^b11:
  llvm.cond_br %x, ^b12, ^end
^b12:
  llvm.br ^end
^end:
  llvm.return
}

llvm.func @other() attributes {sym_visibility = "private", tir.function = #tir.function<kernel = <place = "other#0">>} {
  llvm.return
}
