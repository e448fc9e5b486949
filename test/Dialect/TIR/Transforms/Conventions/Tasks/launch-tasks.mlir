// RUN: tir-opt %s --tir-launch-tasks='min-cycles=0 threads=4' --split-input-file | FileCheck %s
// Nothing is divided that takes fewer cycles.
// RUN: tir-opt %s --tir-launch-tasks='min-cycles=1000000000' --split-input-file | FileCheck %s --check-prefix=NONE
// The result compiles.
// RUN: tir-opt %s --tir-launch-tasks='min-cycles=0 threads=4' --split-input-file --tir-make-unpacked-api -o %t

// NONE-NOT: call_extern

// Rows of a product: each thread adds up in the order of one thread.

// CHECK: tir.struct @tvmgen_default_product_arguments ["p0", "p1", "p2"] definition
// CHECK: func.func private @tvmgen_default_product_part(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<8x16xf32> {tir.effect = #tir.effect<read>, tir.name = "x", tir.port = #tir.port<noalias = true>}
// CHECK-SAME: %[[W:[a-z0-9]+]]: memref<16x5xf32>
// CHECK-SAME: %[[Y:[a-z0-9]+]]: memref<8x5xf32>
// CHECK-SAME: %[[BEGIN:[a-z0-9]+]]: index {tir.name = "begin"}, %[[END:[a-z0-9]+]]: index {tir.name = "end"})
// CHECK-DAG: %[[C5:.*]] = arith.constant 5 : index
// CHECK: scf.for %[[TURN:.*]] = %[[BEGIN]] to %[[END]] step
// 8 rows are few for 4 threads, so that columns are iterations, too.
// CHECK: %[[J:.*]] = arith.remui %[[TURN]], %[[COUNT:.*]] : index
// CHECK: %[[I:.*]] = arith.divui %[[TURN]], %[[COUNT]] : index
// CHECK: %[[SUM:.*]] = scf.for
// CHECK: memref.store %[[SUM]], %[[Y]][%[[I]], %[[J]]]

// CHECK: func.func private @tvmgen_default_product_task(
// CHECK-SAME: %[[ID:[a-z0-9]+]]: i32 {tir.name = "task", tir.port = #tir.port<c_type = "int">}
// CHECK-SAME: %[[GROUP:[a-z0-9]+]]: !tir.handle {tir.name = "group", tir.port = #tir.port<c_type = "TVMParallelGroupEnv *">}
// CHECK-SAME: %[[DATA:[a-z0-9]+]]: !tir.handle
// CHECK: tir.struct_get %[[DATA]][@tvmgen_default_product_arguments, "p0"] : memref<8x16xf32>
// CHECK-DAG: arith.constant 40 : i32
// CHECK-DAG: tir.num_tasks %[[GROUP]]
// CHECK: call @tvmgen_default_product_part

// CHECK: tir.prim_func private @product(
// CHECK-NOT: scf.for
// CHECK: %[[PASSED:.*]] = tir.struct_stack @tvmgen_default_product_arguments
// CHECK: tir.struct_set %[[PASSED]][@tvmgen_default_product_arguments, "p2"]
// CHECK: %[[TASK:.*]] = tir.task_address @tvmgen_default_product_task
// CHECK: tir.call_extern @TVMBackendParallelLaunch(%[[TASK]], %[[PASSED]], %{{.*}}) : (!tir.handle, !tir.handle, i32) -> ()
// CHECK-NEXT: tir.return
tir.prim_func private @product(%x: memref<8x16xf32> {tir.effect = #tir.effect<read>, tir.name = "x"},
                               %w: memref<16x5xf32> {tir.effect = #tir.effect<read>, tir.name = "w"},
                               %y: memref<8x5xf32> {tir.effect = #tir.effect<write>, tir.name = "y"})
    attributes {tir.function = #tir.function<kernel = <place = "product#0">>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %zero) -> (f32) {
        %a = memref.load %x[%i, %k] : memref<8x16xf32>
        %b = memref.load %w[%k, %j] : memref<16x5xf32>
        %p = arith.mulf %a, %b : f32
        %t = arith.addf %s, %p : f32
        scf.yield %t : f32
      }
      memref.store %sum, %y[%i, %j] : memref<8x5xf32>
    }
  }
  tir.return
}

// -----

// A sum stays in one thread, and so do iterations that read what the iteration before
// wrote, or write the same bytes.

// CHECK-NOT: call_extern
tir.prim_func private @chains(%x: memref<64xi32> {tir.effect = #tir.effect<read>},
                              %y: memref<64xi32> {tir.effect = #tir.effect<write>},
                              %z: memref<1xi32> {tir.effect = #tir.effect<write>})
    attributes {tir.function = #tir.function<kernel = <place = "chains#0">>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %zero) -> (i32) {
    %v = memref.load %x[%i] : memref<64xi32>
    %t = arith.addi %s, %v : i32
    scf.yield %t : i32
  }
  memref.store %sum, %y[%c0] : memref<64xi32>
  scf.for %i = %c1 to %c64 step %c1 {
    %before = arith.subi %i, %c1 : index
    %v = memref.load %y[%before] : memref<64xi32>
    memref.store %v, %y[%i] : memref<64xi32>
  }
  scf.for %i = %c0 to %c64 step %c1 {
    %v = memref.load %x[%i] : memref<64xi32>
    memref.store %v, %z[%c0] : memref<1xi32>
  }
  tir.return
}

// -----

// Blocks of several elements, and a rest.

// CHECK-LABEL: func.func private @tvmgen_default_blocks_part
// CHECK: scf.for %[[TURN:.*]] =
// CHECK: arith.muli %[[TURN]], %{{.*}} : index
// CHECK-LABEL: tir.prim_func private @blocks
// CHECK: call_extern
// CHECK: memref.store
tir.prim_func private @blocks(%x: memref<50xi32> {tir.effect = #tir.effect<read>},
                              %y: memref<50xi32> {tir.effect = #tir.effect<write>})
    attributes {tir.function = #tir.function<kernel = <place = "blocks#0">>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c48 = arith.constant 48 : index
  scf.for %i = %c0 to %c48 step %c4 {
    scf.for %j = %c0 to %c4 step %c1 {
      %at = arith.addi %i, %j : index
      %v = memref.load %x[%at] : memref<50xi32>
      memref.store %v, %y[%at] : memref<50xi32>
    }
  }
  %v = memref.load %x[%c48] : memref<50xi32>
  memref.store %v, %y[%c48] : memref<50xi32>
  tir.return
}

// -----

// One byte more, and blocks overlap. The loop in a block is independent.

// CHECK-LABEL: tir.prim_func private @overlapping
// CHECK: scf.for
// CHECK: call_extern
tir.prim_func private @overlapping(%x: memref<50xi32> {tir.effect = #tir.effect<read>},
                                   %y: memref<50xi32> {tir.effect = #tir.effect<write>})
    attributes {tir.function = #tir.function<kernel = <place = "overlapping#0">>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c44 = arith.constant 44 : index
  scf.for %i = %c0 to %c44 step %c4 {
    scf.for %j = %c0 to %c5 step %c1 {
      %at = arith.addi %i, %j : index
      %v = memref.load %x[%at] : memref<50xi32>
      memref.store %v, %y[%at] : memref<50xi32>
    }
  }
  tir.return
}

// -----

// Bytes of several iterations alternate, but one index differs.

// CHECK-LABEL: tir.prim_func private @channels
// CHECK-NOT: scf.for
// CHECK: call_extern
tir.prim_func private @channels(%x: memref<6x40xi8> {tir.effect = #tir.effect<read>},
                                %y: memref<6x40xi8> {tir.effect = #tir.effect<write>})
    attributes {tir.function = #tir.function<kernel = <place = "channels#0">>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c40 = arith.constant 40 : index
  scf.for %c = %c0 to %c40 step %c1 {
    scf.for %i = %c0 to %c6 step %c1 {
      %v = memref.load %x[%i, %c] : memref<6x40xi8>
      memref.store %v, %y[%i, %c] : memref<6x40xi8>
    }
  }
  tir.return
}

// -----

// Channels of a block, which repeat from pixel to pixel in a flat buffer, and
// a rest of the pixels.

// CHECK-LABEL: tir.prim_func private @interleaved
// CHECK-NOT: scf.for
// CHECK: call_extern
tir.prim_func private @interleaved(%x: memref<32xi32> {tir.effect = #tir.effect<read>},
                                   %y: memref<224xi32> {tir.effect = #tir.effect<write>})
    attributes {tir.function = #tir.function<kernel = <place = "interleaved#0">>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c192 = arith.constant 192 : index
  scf.for %c = %c0 to %c32 step %c8 {
    scf.for %p = %c0 to %c6 step %c1 {
      %pixel = arith.muli %p, %c32 : index
      scf.for %j = %c0 to %c8 step %c1 {
        %channel = arith.addi %c, %j : index
        %v = memref.load %x[%channel] : memref<32xi32>
        %at = arith.addi %pixel, %channel : index
        memref.store %v, %y[%at] : memref<224xi32>
      }
    }
    scf.for %j = %c0 to %c8 step %c1 {
      %channel = arith.addi %c, %j : index
      %v = memref.load %x[%channel] : memref<32xi32>
      %at = arith.addi %channel, %c192 : index
      memref.store %v, %y[%at] : memref<224xi32>
    }
  }
  tir.return
}

// -----

// With one channel more, blocks reach the first channel of the next pixel.

// CHECK-LABEL: tir.prim_func private @reaching
// CHECK: scf.for
tir.prim_func private @reaching(%x: memref<33xi32> {tir.effect = #tir.effect<read>},
                                %y: memref<225xi32> {tir.effect = #tir.effect<write>})
    attributes {tir.function = #tir.function<kernel = <place = "reaching#0">>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %c27 = arith.constant 27 : index
  %c32 = arith.constant 32 : index
  scf.for %c = %c0 to %c32 step %c8 {
    scf.for %p = %c0 to %c6 step %c1 {
      %pixel = arith.muli %p, %c27 : index
      scf.for %j = %c0 to %c9 step %c1 {
        %channel = arith.addi %c, %j : index
        %v = memref.load %x[%channel] : memref<33xi32>
        %at = arith.addi %pixel, %channel : index
        memref.store %v, %y[%at] : memref<225xi32>
      }
    }
  }
  tir.return
}

// -----

// Sums of a block: each task has its own.

// CHECK-LABEL: func.func private @tvmgen_default_scratch_part(
// CHECK-SAME: memref<32x4xi32>{{.*}}memref<32x4xi32>
// CHECK: %[[OWN:.*]] = memref.alloca() : memref<4xi32>
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %[[OWN]]
// CHECK: memref.load %[[OWN]]
tir.prim_func private @scratch(%x: memref<32x4xi32> {tir.effect = #tir.effect<read>},
                               %sums: memref<4xi32> {kernel.argument = #kernel.argument<scratch = true>, tir.effect = #tir.effect<write>},
                               %y: memref<32x4xi32> {tir.effect = #tir.effect<write>})
    attributes {tir.function = #tir.function<kernel = <place = "scratch#0">>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c32 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %v = memref.load %x[%i, %j] : memref<32x4xi32>
      memref.store %v, %sums[%j] : memref<4xi32>
    }
    scf.for %j = %c0 to %c4 step %c1 {
      %v = memref.load %sums[%j] : memref<4xi32>
      %w = arith.addi %v, %v : i32
      memref.store %w, %y[%i, %j] : memref<32x4xi32>
    }
  }
  tir.return
}

// -----

// A iteration reads an element that it did not write: the iteration before did.

// CHECK-LABEL: tir.prim_func private @kept
// CHECK: scf.for
tir.prim_func private @kept(%x: memref<32x4xi32> {tir.effect = #tir.effect<read>},
                            %sums: memref<5xi32> {kernel.argument = #kernel.argument<scratch = true>, tir.effect = #tir.effect<write>},
                            %y: memref<32x4xi32> {tir.effect = #tir.effect<write>})
    attributes {tir.function = #tir.function<kernel = <place = "kept#0">>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0 : i32
  memref.store %zero, %sums[%c4] : memref<5xi32>
  scf.for %i = %c0 to %c32 step %c1 {
    %before = memref.load %sums[%c4] : memref<5xi32>
    %v = memref.load %x[%i, %c0] : memref<32x4xi32>
    %w = arith.addi %before, %v : i32
    memref.store %w, %sums[%c4] : memref<5xi32>
    memref.store %w, %y[%i, %c0] : memref<32x4xi32>
  }
  tir.return
}

// -----

// What a loop leaves in a scratch is needed behind it.

// CHECK-LABEL: tir.prim_func private @needed
// CHECK: scf.for
tir.prim_func private @needed(%x: memref<32xi32> {tir.effect = #tir.effect<read>},
                              %last: memref<1xi32> {kernel.argument = #kernel.argument<scratch = true>, tir.effect = #tir.effect<write>},
                              %y: memref<33xi32> {tir.effect = #tir.effect<write>})
    attributes {tir.function = #tir.function<kernel = <place = "needed#0">>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c32 step %c1 {
    %v = memref.load %x[%i] : memref<32xi32>
    memref.store %v, %last[%c0] : memref<1xi32>
    %w = memref.load %last[%c0] : memref<1xi32>
    memref.store %w, %y[%i] : memref<33xi32>
  }
  %v = memref.load %last[%c0] : memref<1xi32>
  memref.store %v, %y[%c32] : memref<33xi32>
  tir.return
}

// -----

// The input may be what the output is written over.

// CHECK-LABEL: tir.prim_func private @shared
// CHECK: scf.for
tir.prim_func private @shared(%x: memref<64xi32> {tir.effect = #tir.effect<read>, tir.port = #tir.port<noalias = false>},
                              %y: memref<64xi32> {tir.effect = #tir.effect<write>, tir.port = #tir.port<noalias = false>})
    attributes {tir.function = #tir.function<kernel = <place = "shared#0">>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %v = memref.load %x[%i] : memref<64xi32>
    memref.store %v, %y[%i] : memref<64xi32>
  }
  tir.return
}

// -----

// Numbers from outside are passed in memory.

// CHECK-LABEL: func.func private @tvmgen_default_numbers_part(
// CHECK-SAME: %{{.*}}: memref<64xf32>{{.*}}, %{{.*}}: index, %{{.*}}: f32, %{{.*}}: index {tir.name = "begin"}
// CHECK-LABEL: func.func private @tvmgen_default_numbers_task(
// CHECK-DAG: %[[F:.*]] = tir.struct_get %{{.*}}, "p2"] : memref<1xf32>
// CHECK-DAG: %[[I:.*]] = tir.struct_get %{{.*}}, "p1"] : memref<1xi64>
// CHECK-DAG: memref.load %[[F]]
// CHECK-DAG: memref.load %[[I]]
// CHECK-LABEL: tir.prim_func private @numbers
// CHECK-DAG: memref.alloca() : memref<1xf32>
// CHECK-DAG: memref.alloca() : memref<1xi64>
tir.prim_func private @numbers(%x: memref<1xf32> {tir.effect = #tir.effect<read>},
                               %y: memref<64xf32> {tir.effect = #tir.effect<write>}, %at: index)
    attributes {tir.function = #tir.function<kernel = <place = "numbers#0">>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %v = memref.load %x[%c0] : memref<1xf32>
  scf.for %i = %c0 to %c64 step %c1 {
    %n = arith.index_cast %at : index to i32
    %f = arith.sitofp %n : i32 to f32
    %w = arith.addf %v, %f : f32
    memref.store %w, %y[%i] : memref<64xf32>
  }
  tir.return
}

// -----

// Positions that nothing is known of may be equal.

// CHECK-LABEL: tir.prim_func private @scatter
// CHECK: scf.for
tir.prim_func private @scatter(%x: memref<64xi32> {tir.effect = #tir.effect<read>},
                               %y: memref<64xi32> {tir.effect = #tir.effect<write>})
    attributes {tir.function = #tir.function<kernel = <place = "scatter#0">>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %v = memref.load %x[%i] : memref<64xi32>
    %at = arith.index_cast %v : i32 to index
    memref.store %v, %y[%at] : memref<64xi32>
  }
  tir.return
}

// -----

// A loop with results is not divided, but a loop in it is.

// CHECK-LABEL: tir.prim_func private @steps
// CHECK: scf.for
// CHECK: call_extern
tir.prim_func private @steps(%x: memref<8x64xi32> {tir.effect = #tir.effect<read>},
                             %y: memref<64xi32> {tir.effect = #tir.effect<read_write>})
    attributes {tir.function = #tir.function<kernel = <place = "steps#0">>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scf.for %t = %c0 to %c8 step %c1 {
    scf.for %i = %c0 to %c64 step %c1 {
      %v = memref.load %x[%t, %i] : memref<8x64xi32>
      %w = memref.load %y[%i] : memref<64xi32>
      %s = arith.addi %v, %w : i32
      memref.store %s, %y[%i] : memref<64xi32>
    }
  }
  tir.return
}
