// RUN: tir-opt %s --tir-finalize-llvm | FileCheck %s

// CHECK: llvm.mlir.global internal constant @weights(dense<1> : tensor<4xi8>) {{{.*}}alignment = 16 : i64, dso_local}
llvm.mlir.global private constant @weights(dense<1> : tensor<4xi8>) {alignment = 16 : i64} : !llvm.array<4 x i8>

// A buffer without contents becomes zeros, as in C.
// CHECK: llvm.mlir.global internal @workspace() {{{.*}}dso_local}
// CHECK-NEXT: llvm.mlir.zero : !llvm.array<4 x i8>
llvm.mlir.global private @workspace() : !llvm.array<4 x i8> {
  %0 = llvm.mlir.undef : !llvm.array<4 x i8>
  llvm.return %0 : !llvm.array<4 x i8>
}

// CHECK: llvm.func internal @kernel(
// CHECK-SAME: !llvm.ptr {llvm.noalias, llvm.readonly}
// CHECK-SAME: !llvm.ptr {llvm.noalias}
// CHECK-SAME: !llvm.ptr)
// CHECK-SAME: attributes {dso_local, no_inline, no_unwind, sym_visibility = "private", tir.function = #tir.function<kernel = <place = "conv2d#0">>}
llvm.func @kernel(%input: !llvm.ptr {tir.effect = #tir.effect<read>, tir.name = "input"},
                  %output: !llvm.ptr {tir.effect = #tir.effect<write>, tir.name = "output"},
                  %shared: !llvm.ptr {tir.effect = #tir.effect<read_write>, tir.port = #tir.port<noalias = false>})
    attributes {sym_visibility = "private", tir.function = #tir.function<kernel = <place = "conv2d#0">>} {
  llvm.return
}

// On an argument, the attribute applies in any function, with or without a value.
// CHECK: llvm.func internal @says(%{{[^:]*}}: !llvm.ptr {llvm.noalias, llvm.readonly}, %{{[^:]*}}: !llvm.ptr {llvm.noalias},
// CHECK-SAME: %{{[^:]*}}: !llvm.ptr {llvm.noalias}, %{{[^:]*}}: !llvm.ptr) attributes
llvm.func @says(%a: !llvm.ptr {tir.effect = #tir.effect<read>, tir.port = "#tir.port<noalias = true>"}, %b: !llvm.ptr {tir.port = "#tir.port<noalias = true>"},
                %c: !llvm.ptr {tir.port = #tir.port<noalias = true>}, %d: !llvm.ptr {tir.port = #tir.port<noalias = false>})
    attributes {sym_visibility = "private"} {
  llvm.return
}

// Only kernels promise that their buffers do not overlap.
// CHECK: llvm.func internal @main(%{{.*}}: !llvm.ptr {llvm.readonly}) attributes {dso_local, no_unwind, sym_visibility = "private"}
llvm.func @main(%x: !llvm.ptr {tir.effect = #tir.effect<read>})
    attributes {sym_visibility = "private"} {
  llvm.return
}

// CHECK: llvm.func @run() attributes {dso_local, no_unwind}
llvm.func @run() {
  llvm.return
}

// CHECK: llvm.func @expf(f32) -> f32{{$}}
llvm.func @expf(f32) -> f32

// The arguments of a declaration also lose all attributes that LLVM does not know.
// CHECK: llvm.func @outside(!llvm.ptr {llvm.readonly}, !llvm.ptr){{$}}
llvm.func @outside(!llvm.ptr {tir.effect = #tir.effect<read>}, !llvm.ptr {tir.effect = #tir.effect<write>})

// Functions that are to be inlined are, kernels or not, but not public functions.
// CHECK: llvm.func internal @shell() attributes {always_inline, dso_local, no_unwind, sym_visibility = "private", tir.function = "#tir.function<always_inline = true, kernel = <place = \22conv2d#1\22>>"}
llvm.func @shell() attributes {sym_visibility = "private", tir.function = "#tir.function<always_inline = true, kernel = <place = \"conv2d#1\">>"} {
  llvm.return
}
// CHECK: llvm.func @entry() attributes {dso_local, no_unwind, tir.function = "#tir.function<always_inline = true>"}
llvm.func @entry() attributes {tir.function = "#tir.function<always_inline = true>"} {
  llvm.return
}

// An exchange of which nobody needs the old value is a store.
// CHECK-LABEL: llvm.func @exchange(
// CHECK:         llvm.atomicrmw xchg %{{.*}} acq_rel
// CHECK:         llvm.store %{{.*}} atomic release {alignment = 4 : i64}
// CHECK-NOT:     llvm.atomicrmw
// CHECK:         llvm.return
llvm.func @exchange(%flag: !llvm.ptr, %value: i32) -> i32 {
  %before = llvm.atomicrmw xchg %flag, %value acq_rel : !llvm.ptr, i32
  %unused = llvm.atomicrmw xchg %flag, %value acq_rel : !llvm.ptr, i32
  llvm.return %before : i32
}
