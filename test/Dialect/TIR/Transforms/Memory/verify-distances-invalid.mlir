// RUN: tir-opt %s --tir-verify-distances --verify-diagnostics

// expected-error@+1 {{argument #1: 'distances' in 'tir.port' allows argument #0 to begin 6 bytes after it, but the loops write it while they read the latter, which requires at least 7; declare that, or change the order of the loops}}
tir.prim_func private @reverse(%x: memref<8xi8> {tir.effect = #tir.effect<read>},
                               %y: memref<8xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 6]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %j = arith.subi %c7, %i : index
    %element = memref.load %x[%j] : memref<8xi8>
    memref.store %element, %y[%i] : memref<8xi8>
  }
  tir.return
}
