// An error in a pool is reported once, whatever uses the pool.
// RUN: tir-opt %s --tir-convert-to-emitc --split-input-file --verify-diagnostics
// RUN: tir-opt %s --tir-convert-to-llvm --split-input-file --verify-diagnostics

// expected-error @+1 {{'tir.pool' op has no size, and no pass gives it one: tir-plan-memory places buffers in a workspace of its own, not in pools that are declared; give it the bytes that its tir.pool_view operations reach up to, size = 34 : i64, or more}}
tir.pool @sram {size_hint = 64 : i64}
func.func private @use(memref<4xf32>, memref<17xi8>, memref<1xi16>)
func.func @views() {
  %p = tir.pool_view @sram[0] : memref<4xf32>
  %q = tir.pool_view @sram[16] : memref<17xi8>
  %r = tir.pool_view @sram[32] : memref<1xi16>
  call @use(%p, %q, %r) : (memref<4xf32>, memref<17xi8>, memref<1xi16>) -> ()
  return
}

// -----

// expected-error @+1 {{'tir.pool' op has contents that are not dense; make resources dense first (tir-inline-resources)}}
tir.pool @table {read_only, contents = dense_resource<blob> : tensor<4xi8>}
func.func private @use(memref<4xi8>)
func.func @views() {
  %p = tir.pool_view @table[0] : memref<4xi8>
  call @use(%p) : (memref<4xi8>) -> ()
  return
}
