// RUN: tir-opt %s --tir-order-steps --split-input-file | FileCheck %s

!small = memref<4xi8>
!large = memref<64xi8>

tir.prim_func private @widen(%x: !small {tir.effect = #tir.effect<read>}, %y: !large {tir.effect = #tir.effect<write>}) {
  tir.return
}
tir.prim_func private @narrow(%x: !large {tir.effect = #tir.effect<read>}, %y: !small {tir.effect = #tir.effect<write>}) {
  tir.return
}
tir.prim_func private @join(%x: !small {tir.effect = #tir.effect<read>}, %y: !small {tir.effect = #tir.effect<read>},
                            %z: !small {tir.effect = #tir.effect<write>}) {
  tir.return
}
tir.prim_func private @outside_narrow(%x: !large {tir.effect = #tir.effect<read>}, %y: !small {tir.effect = #tir.effect<write>})
tir.prim_func private @outside(%x: !small {tir.effect = #tir.effect<read>}, %y: !large {tir.effect = #tir.effect<write>})

// A branch ends before the other one begins. What computes addresses stands in front.

// CHECK-LABEL: tir.prim_func @branches(
// CHECK-SAME:    %[[X:[^:]*]]: memref<4xi8>
// CHECK-NEXT:    %[[A:.*]] = memref.alloc() : memref<64xi8>
// CHECK-NEXT:    %[[B:.*]] = memref.alloc() : memref<64xi8>
// CHECK-NEXT:    %[[C:.*]] = memref.alloc() : memref<4xi8>
// CHECK-NEXT:    %[[D:.*]] = memref.alloc() : memref<4xi8>
// CHECK-NEXT:    tir.call_tir @widen(%[[X]], %[[A]])
// CHECK-NEXT:    tir.call_tir @narrow(%[[A]], %[[C]])
// CHECK-NEXT:    tir.call_tir @widen(%[[X]], %[[B]])
// CHECK-NEXT:    tir.call_tir @narrow(%[[B]], %[[D]])
// CHECK-NEXT:    tir.call_tir @join(%[[C]], %[[D]],
tir.prim_func @branches(%x: !small {tir.effect = #tir.effect<read>}, %z: !small {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : !large
  tir.call_tir @widen(%x, %a) : (!small, !large) -> ()
  %b = memref.alloc() : !large
  tir.call_tir @widen(%x, %b) : (!small, !large) -> ()
  %c = memref.alloc() : !small
  tir.call_tir @narrow(%a, %c) : (!large, !small) -> ()
  %d = memref.alloc() : !small
  tir.call_tir @narrow(%b, %d) : (!large, !small) -> ()
  tir.call_tir @join(%c, %d, %z) : (!small, !small, !small) -> ()
  tir.return
}

// Functions outside of the module may have other effects, and keep their order.

// CHECK-LABEL: tir.prim_func @ordered(
// CHECK-COUNT-2: tir.call_extern @outside(
// CHECK-COUNT-2: tir.call_extern @outside_narrow(
tir.prim_func @ordered(%x: !small {tir.effect = #tir.effect<read>}, %y: !small {tir.effect = #tir.effect<write>},
                       %z: !small {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : !large
  tir.call_extern @outside(%x, %a) : (!small, !large) -> ()
  %b = memref.alloc() : !large
  tir.call_extern @outside(%x, %b) : (!small, !large) -> ()
  tir.call_extern @outside_narrow(%a, %y) : (!large, !small) -> ()
  tir.call_extern @outside_narrow(%b, %z) : (!large, !small) -> ()
  tir.return
}

// What is written again keeps its order: %a is read before it gets its second value, and so is %y.

// CHECK-LABEL: tir.prim_func @written_again(
// CHECK-SAME:    %[[X:[^:]*]]: memref<4xi8> {tir.effect = #tir.effect<read>}, %[[Y:[^:]*]]: {{.*}}, %[[Z:[^:]*]]:
// CHECK:         tir.call_tir @widen(%[[X]], %[[A:.*]]) :
// CHECK-NEXT:    tir.call_tir @narrow(%[[A]], %[[Y]]) :
// CHECK-NEXT:    tir.call_tir @widen(%[[Y]], %[[A]]) :
// CHECK-NEXT:    tir.call_tir @narrow(%[[A]], %[[Z]]) :
// CHECK-NEXT:    tir.call_tir @widen(%[[X]], %[[B:.*]]) :
// CHECK-NEXT:    tir.call_tir @narrow(%[[B]], %[[Y]]) :
tir.prim_func @written_again(%x: !small {tir.effect = #tir.effect<read>}, %y: !small {tir.effect = #tir.effect<write>},
                             %z: !small {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : !large
  tir.call_tir @widen(%x, %a) : (!small, !large) -> ()
  %b = memref.alloc() : !large
  tir.call_tir @widen(%x, %b) : (!small, !large) -> ()
  tir.call_tir @narrow(%a, %y) : (!large, !small) -> ()
  tir.call_tir @widen(%y, %a) : (!small, !large) -> ()
  tir.call_tir @narrow(%b, %y) : (!large, !small) -> ()
  tir.call_tir @narrow(%a, %z) : (!large, !small) -> ()
  tir.return
}

// A loop is one step.

// CHECK-LABEL: tir.prim_func @loop(
// CHECK:         tir.call_tir @widen
// CHECK-NEXT:    tir.call_tir @narrow
// CHECK-NEXT:    scf.for
// CHECK:         tir.call_tir @narrow
tir.prim_func @loop(%x: !small {tir.effect = #tir.effect<read>}, %y: !small {tir.effect = #tir.effect<write>},
                    %z: !small {tir.effect = #tir.effect<write>}) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = memref.alloc() : !large
  tir.call_tir @widen(%x, %a) : (!small, !large) -> ()
  %b = memref.alloc() : !large
  scf.for %i = %zero to %one step %one {
    tir.call_tir @widen(%x, %b) : (!small, !large) -> ()
  }
  tir.call_tir @narrow(%a, %y) : (!large, !small) -> ()
  tir.call_tir @narrow(%b, %z) : (!large, !small) -> ()
  tir.return
}

// -----

// Where the second buffer lies over the first one, another order needs as much.

!x = memref<4xi8>
!half = memref<32xi8>
!large = memref<64xi8>

tir.prim_func private @part(%x: !x {tir.effect = #tir.effect<read>}, %y: !half {tir.effect = #tir.effect<write>}) {
  tir.return
}
tir.prim_func private @widen(%x: !x {tir.effect = #tir.effect<read>}, %y: !large {tir.effect = #tir.effect<write>}) {
  tir.return
}
tir.prim_func private @over(%x: !large {tir.effect = #tir.effect<read>},
                            %y: !large {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 0]>}) {
  tir.return
}
tir.prim_func private @apart(%x: !large {tir.effect = #tir.effect<read>}, %y: !large {tir.effect = #tir.effect<write>}) {
  tir.return
}
tir.prim_func private @join(%x: !half {tir.effect = #tir.effect<read>}, %y: !large {tir.effect = #tir.effect<read>},
                            %z: !x {tir.effect = #tir.effect<write>}) {
  tir.return
}
// CHECK-LABEL: tir.prim_func @over_it(
// CHECK:         tir.call_tir @part
// CHECK:         tir.call_tir @widen
// CHECK:         tir.call_tir @over
tir.prim_func @over_it(%x: !x {tir.effect = #tir.effect<read>}, %y: !x {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : !half
  tir.call_tir @part(%x, %a) : (!x, !half) -> ()
  %b = memref.alloc() : !large
  tir.call_tir @widen(%x, %b) : (!x, !large) -> ()
  %c = memref.alloc() : !large
  tir.call_tir @over(%b, %c) : (!large, !large) -> ()
  tir.call_tir @join(%a, %c, %y) : (!half, !large, !x) -> ()
  tir.return
}

// CHECK-LABEL: tir.prim_func @apart_from_it(
// CHECK:         tir.call_tir @widen
// CHECK-NEXT:    tir.call_tir @apart
// CHECK-NEXT:    tir.call_tir @part
tir.prim_func @apart_from_it(%x: !x {tir.effect = #tir.effect<read>}, %y: !x {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : !half
  tir.call_tir @part(%x, %a) : (!x, !half) -> ()
  %b = memref.alloc() : !large
  tir.call_tir @widen(%x, %b) : (!x, !large) -> ()
  %c = memref.alloc() : !large
  tir.call_tir @apart(%b, %c) : (!large, !large) -> ()
  tir.call_tir @join(%a, %c, %y) : (!half, !large, !x) -> ()
  tir.return
}

// An input in a pool is live from the start, so that its reader comes first. An output is live to the end.

// CHECK-LABEL: tir.prim_func @mapped(
// CHECK-NEXT:    %[[IN:.*]] = memref.alloc() {tir.port = #tir.port<argument
// CHECK:         tir.call_tir @narrow(%[[IN]],
// CHECK-NEXT:    tir.call_tir @widen
// CHECK-NEXT:    tir.call_tir @narrow
tir.prim_func @mapped(%x: !x {tir.effect = #tir.effect<read>}) {
  %in = memref.alloc() {tir.port = #tir.port<argument = {tir.effect = #tir.effect<read>, tir.name = "in"}>} : !large
  %out = memref.alloc() {tir.port = #tir.port<argument = {tir.effect = #tir.effect<write>, tir.name = "out"}>} : !half
  %a = memref.alloc() : !large
  tir.call_tir @widen(%x, %a) : (!x, !large) -> ()
  %b = memref.alloc() : !half
  tir.call_tir @narrow(%a, %b) : (!large, !half) -> ()
  tir.call_tir @narrow(%in, %out) : (!large, !half) -> ()
  tir.return
}
tir.prim_func private @narrow(%x: !large {tir.effect = #tir.effect<read>}, %y: !half {tir.effect = #tir.effect<write>}) {
  tir.return
}
