// RUN: tir-opt %s -split-input-file -verify-diagnostics --allow-unregistered-dialect --tir-repair-tflite --tir-check-supported

// What converters leave: the remedy does not send the user back to the same conversion.

module attributes {tfl.schema_version = 3 : i32} {
  func.func @tensorflow(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
    // expected-error @below {{operator 'tf.If' cannot be lowered; supported are TOSA 1.0 without tosa.custom, and linalg, tensor, arith, math and scf on tensors; the converter leaves it as it is: compile the .tflite file with python -m tirc, which knows some of these operators, or take it out of the model}}
    %0 = "tf.If"(%c, %x) {else_branch = @negative} : (tensor<i1>, tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

func.func @lite(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{convert the .tflite file itself: tosa-converter-for-tflite model.tflite --bytecode -o model.mlirbc}}
  %0 = "tfl.relu"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
