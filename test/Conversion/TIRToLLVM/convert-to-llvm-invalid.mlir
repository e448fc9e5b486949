// RUN: tir-opt %s --tir-convert-to-llvm --split-input-file --verify-diagnostics

func.func @alloc() {
  // expected-error@below {{'memref.alloc' op allocates, but generated code has no allocator, and only allocations of the model's main function get a place (by tir-plan-memory); allocate it there, and pass it as an argument}}
  %x = memref.alloc() : memref<4xi8>
  return
}

// -----

func.func @strided(%x: memref<4xi8>, %y: memref<4xi8, strided<[2]>>) {
  // expected-error@below {{'memref.copy' op copies 'memref<4xi8, strided<[2]>>', but only whole buffers with static shape and identity layout become a memcpy; run tir-lower-copies first}}
  memref.copy %x, %y : memref<4xi8> to memref<4xi8, strided<[2]>>
  return
}

// -----

func.func @structured(%code: i32, %c: i1) -> i32 {
  // expected-error@below {{'scf.if' op is structured control flow, but 'tir.check_return' and loops become branches; run convert-scf-to-cf first}}
  scf.if %c {
    tir.check_return %code
  }
  return %code : i32
}

// -----

func.func @tensors() {
  // expected-error@below {{'tensor.empty' op has no conversion to the LLVM dialect; the phase 'loops' leaves func, scf, memref, arith, math and low-level tir operations only}}
  %x = tensor.empty() : tensor<4xi8>
  return
}

// -----

func.func @narrow(%a: f16) -> f16 {
  // expected-error @below {{'arith.addf' op computes in f16 or bf16, which are only moved from here on; run tir-narrow-floats-to-llvm first}}
  %r = arith.addf %a, %a : f16
  return %r : f16
}
