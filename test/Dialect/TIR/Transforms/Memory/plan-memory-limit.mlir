// RUN: tir-opt %s --tir-plan-memory=limit=192 --verify-diagnostics --split-input-file
// RUN: tir-opt %s --tir-plan-memory=limit=224 --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-plan-memory --split-input-file | FileCheck %s

// The error names the first step at which most bytes are live, and the buffers there.

// CHECK: @three
tir.prim_func private @add(%a: memref<16xi32> {tir.effect = #tir.effect<read>},
                           %b: memref<16xi32> {tir.effect = #tir.effect<read>},
                           %c: memref<16xi32> {tir.effect = #tir.effect<write>})
tir.prim_func private @widen(%a: memref<16xi32> {tir.effect = #tir.effect<read>},
                             %b: memref<20xi32> {tir.effect = #tir.effect<write>})
// expected-error @below {{the model needs 208 bytes of RAM between its kernels, 16 more than the limit of 192; give a higher limit (--ram), or make the tensors at the peak smaller}}
tir.prim_func @three(%x: memref<16xi32> {tir.effect = #tir.effect<read>},
                     %y: memref<16xi32> {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : memref<16xi32>
  %b = memref.alloc() : memref<20xi32>
  %c = memref.alloc() : memref<16xi32>
  tir.call_extern @add(%x, %x, %a) : (memref<16xi32>, memref<16xi32>, memref<16xi32>) -> ()
  tir.call_extern @widen(%a, %b) : (memref<16xi32>, memref<20xi32>) -> ()
  // expected-note @below {{most of it is live at 'add' (step 2 of 5): 'widen' with 80 bytes, 'add' with 64 bytes, 'add_1' with 64 bytes}}
  tir.call_extern @add(%a, %a, %c) : (memref<16xi32>, memref<16xi32>, memref<16xi32>) -> ()
  tir.call_extern @widen(%c, %b) : (memref<16xi32>, memref<20xi32>) -> ()
  tir.call_extern @add(%c, %a, %y) : (memref<16xi32>, memref<16xi32>, memref<16xi32>) -> ()
  tir.return
}

// -----

// Variables of the model are memory, too.

// CHECK: @variable
memref.global "private" @count : memref<40xi32> = dense<0>
tir.prim_func private @step(%a: memref<16xi32> {tir.effect = #tir.effect<read>},
                            %b: memref<16xi32> {tir.effect = #tir.effect<write>},
                            %c: memref<40xi32>)
// expected-error @below {{the model needs 64 bytes of RAM between its kernels and 160 for its variables, 32 more than the limit of 192; give a higher limit (--ram), or make the tensors at the peak smaller}}
tir.prim_func @variable(%x: memref<16xi32> {tir.effect = #tir.effect<read>},
                        %y: memref<16xi32> {tir.effect = #tir.effect<write>}) {
  %count = memref.get_global @count : memref<40xi32>
  %a = memref.alloc() : memref<16xi32>
  // expected-note @below {{most of it is live at 'step' (step 0 of 2): 'step' with 64 bytes}}
  tir.call_extern @step(%x, %a, %count) : (memref<16xi32>, memref<16xi32>, memref<40xi32>) -> ()
  tir.call_extern @step(%a, %y, %count) : (memref<16xi32>, memref<16xi32>, memref<40xi32>) -> ()
  tir.return
}
