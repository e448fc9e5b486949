// RUN: tir-opt %s --tir-place-sections="constants-section=.rodata.tvm workspace-section=.bss.noinit.tvm constants-alignment=16" | FileCheck %s
// RUN: tir-opt %s --tir-place-sections | FileCheck %s --check-prefix=NONE
// RUN: not tir-opt %s --tir-place-sections="constants-section=a\"b" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tir-opt %s --tir-place-sections="constants-alignment=24" 2>&1 | FileCheck %s --check-prefix=ALIGNMENT

// NAME: error: tir-place-sections: option 'constants-section' is 'a"b'; expected the name of a section of the linker script: letters, digits and any of '.', '_', '$', '-' and ','
// ALIGNMENT: error: tir-place-sections: option 'constants-alignment' is 24; expected a power of two

// NONE-NOT: section = ".{{rodata|bss}}
// NONE: @aligned {{.*}}alignment = 64 : i64}

// CHECK: tir.pool @commands {contents = {{.*}} section = ".rodata.tvm"
// CHECK: tir.pool @placed {contents = {{.*}} section = ".itcm"
// CHECK: tir.pool @scratch {{.*}}section = ".bss.noinit.tvm"
// CHECK: @weights {{.*}}{alignment = 16 : i64, tir.global = #tir.global<section = ".rodata.tvm">}
// CHECK: @aligned {{.*}}{alignment = 64 : i64, tir.global = #tir.global<section = ".rodata.tvm">}
// CHECK: @own {{.*}}{alignment = 16 : i64, tir.global = #tir.global<section = ".mine">}
// CHECK: @elsewhere : memref<4xi8>{{$}}
// CHECK: @workspace {{.*}}{alignment = 16 : i64, tir.global = #tir.global<section = ".bss.noinit.tvm">}
// CHECK: @dtcm {{.*}}{alignment = 16 : i64, tir.global = #tir.global<section = ".dtcm">}
// CHECK: plan = <
// CHECK-SAME: name = "workspace", section = ".bss.noinit.tvm"
// CHECK-SAME: name = "dtcm", section = ".dtcm"
// CHECK-SAME: external = true, name = "outside">
tir.pool @commands {contents = dense<1> : tensor<4xi8>, read_only}
tir.pool @placed {contents = dense<1> : tensor<4xi8>, read_only, section = ".itcm"}
tir.pool @scratch {size = 4 : i64}
memref.global "private" constant @weights : memref<2xi8> = dense<[1, 2]>
memref.global "private" constant @aligned : memref<2xi8> = dense<[1, 2]> {alignment = 64 : i64}
memref.global "private" constant @own : memref<2xi8> = dense<[1, 2]> {tir.global = #tir.global<section = ".mine">}
memref.global "private" @elsewhere : memref<4xi8>
memref.global "private" @workspace : memref<32xi8> = uninitialized {alignment = 16 : i64}
memref.global "private" @dtcm : memref<32xi8> = uninitialized {alignment = 16 : i64, tir.global = #tir.global<section = ".dtcm">}
tir.prim_func @main() attributes {tir.model = #tir.model<plan = <pools = [
    <name = "workspace", bytes = 32, alignment = 16>,
    <name = "dtcm", bytes = 32, alignment = 16, section = ".dtcm">,
    <name = "outside", bytes = 32, alignment = 16, external = true>]>>} {
  tir.return
}
