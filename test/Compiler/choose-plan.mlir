// RUN: tir-opt %s --tir-choose-plan=plan=ram=64 | FileCheck %s
// The last phase may be an earlier one. A limit that no plan keeps is not a reason to fail then.
// RUN: tir-opt %s --tir-choose-plan='plan={ram=63} to=schedule' | FileCheck %s --check-prefix=SCHEDULE
// RUN: tir-opt %s --tir-choose-plan='plan={pools=fast:64:.fast}' | FileCheck %s --check-prefix=POOL
// Passes of a user run before each try.
// RUN: tir-opt %s --tir-choose-plan='passes-before=schedule:tir-expose-kernels' | FileCheck %s --check-prefix=BEFORE

// RUN: not tir-opt %s --tir-choose-plan=plan=ram=63 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: not tir-opt %s --tir-choose-plan='plan={ram=66} abi={steps=true}' 2>&1 | FileCheck %s --check-prefix=FLAGS
// RUN: not tir-opt %s --tir-choose-plan=schedule=rows=none 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: not tir-opt %s --tir-choose-plan=to=loops 2>&1 | FileCheck %s --check-prefix=TO
// RUN: not tir-opt %s --tir-choose-plan=passes-before=plan:no-such-pass 2>&1 | FileCheck %s --check-prefix=NO-PASS

// CHECK: memref.global "private" @workspace : memref<64xi8> = uninitialized
// CHECK: tir.prim_func @main({{.*}}plan = <
// SCHEDULE: schedule = #kernel.elementwise
// SCHEDULE: tir.call_tir @negate(%{{.*}}) outs
// POOL: memref.global "private" @fast
// BEFORE: tir.prim_func @main({{.*}}tir.name = "negate"

// LIMIT: error: the model needs 64 bytes of RAM between its kernels, 1 more than the limit of 63; give a higher limit
// FLAGS: error: the model needs 64 bytes of RAM between its kernels, 14 more than the limit of 50
// FLAGS: note: flags, handles and padding take 16 of the 66 bytes of the limit
// ROWS: tir-choose-plan: an option of a phase has a value that it does not take; expected a value of the phase's pipeline
// TO: tir-choose-plan: to=loops: no such phase; expected schedule, buffers or plan
// NO-PASS: --passes-before=plan:no-such-pass: 'no-such-pass' does not refer to a registered pass or pass pipeline; expected names of passes

#map = affine_map<(i) -> (i)>
tir.prim_func private @negate(%x: memref<64xi8> {tir.effect = #tir.effect<read>},
                              %y: memref<64xi8> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "negate">>} {
  %in = bufferization.to_tensor %x restrict : memref<64xi8> to tensor<64xi8>
  %e = tensor.empty() : tensor<64xi8>
  %zero = arith.constant 0 : i8
  %out = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%in : tensor<64xi8>) outs(%e : tensor<64xi8>) {
  ^bb0(%a: i8, %b: i8):
    %c = arith.subi %zero, %a : i8
    linalg.yield %c : i8
  } -> tensor<64xi8>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<64xi8>, memref<64xi8>) -> ()
  tir.return
}
tir.prim_func @main(%x: memref<64xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<64xi8> {tir.effect = #tir.effect<write>})
    attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
  %in = bufferization.to_tensor %x restrict : memref<64xi8> to tensor<64xi8>
  %e = tensor.empty() : tensor<64xi8>
  %once = tir.call_tir @negate(%in) outs(%e) : (tensor<64xi8>, tensor<64xi8>) -> tensor<64xi8>
  %out = bufferization.to_tensor %y restrict writable : memref<64xi8> to tensor<64xi8>
  %twice = tir.call_tir @negate(%once) outs(%out) : (tensor<64xi8>, tensor<64xi8>) -> tensor<64xi8>
  bufferization.materialize_in_destination %twice in restrict writable %y : (tensor<64xi8>, memref<64xi8>) -> ()
  tir.return
}
