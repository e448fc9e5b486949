// RUN: tir-opt %s --split-input-file --tir-check-sizes --verify-diagnostics

// An index that goes to C or to memory is an int32_t there, whatever the width of the machine's index.

func.func private @take(index)

func.func @call() {
  %x = arith.constant 3000000000 : index
  // expected-error @below {{'func.call' op uses the index 3000000000, but an index in C, an int32_t, counts to 2147483647}}
  call @take(%x) : (index) -> ()
  return
}

// -----

func.func @result() -> index {
  %x = arith.constant -2147483649 : index
  // expected-error @below {{'func.return' op uses the index -2147483649, but an index in C, an int32_t, counts to 2147483647}}
  return %x : index
}

// -----

func.func @store(%m: memref<1xindex>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 2147483648 : index
  // expected-error @below {{'memref.store' op uses the index 2147483648}}
  memref.store %x, %m[%c0] : memref<1xindex>
  return
}

// -----

// expected-error @below {{'memref.global' op @table holds the index 2147483648, but an index in C, an int32_t, counts to 2147483647}}
memref.global "private" constant @table : memref<2xindex> = dense<[0, 2147483648]>
