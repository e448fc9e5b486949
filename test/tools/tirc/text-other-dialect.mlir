// RUN: rm -rf %t.out && not tirc %s -o %t.out 2>&1 | FileCheck %s
// RUN: not ls %t.out

// CHECK: text-other-dialect.mlir:[[#@LINE+2]]:8: error: the file is not valid MLIR text: Dialect `torch' not found for custom op 'torch.aten.exp'; expected a module of TOSA, or of linalg on tensors: run torch-mlir-opt --torch-onnx-to-torch-backend-pipeline --torch-backend-to-tosa-backend-pipeline on it first
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = torch.aten.exp %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
