#loc2 = loc("digits_int8.mlirbc:arg#0")
#loc4 = loc("digits_int8.mlirbc:rescale#8")
#loc6 = loc("digits_int8.mlirbc:rescale#5")
#loc8 = loc("digits_int8.mlirbc:const#0")
#loc9 = loc("digits_int8.mlirbc:const#2")
#loc10 = loc("digits_int8.mlirbc:const#3")
#loc11 = loc("digits_int8.mlirbc:const#4")
#loc12 = loc("digits_int8.mlirbc:const#5")
#loc13 = loc("digits_int8.mlirbc:const#6")
#loc14 = loc("digits_int8.mlirbc:const#7")
#loc15 = loc("digits_int8.mlirbc:const#8")
#loc16 = loc("digits_int8.mlirbc:const#9")
#loc17 = loc("digits_int8.mlirbc:const#10")
#loc22 = loc("digits_int8.mlirbc:const#20")
#loc23 = loc("digits_int8.mlirbc:const#28")
#loc25 = loc("digits_int8.mlirbc:const#32")
#loc27 = loc("digits_int8.mlirbc:const#36")
#loc29 = loc("digits_int8.mlirbc:const#42")
#loc30 = loc("digits_int8.mlirbc:conv2d#0")
#loc31 = loc("digits_int8.mlirbc:rescale#0")
#loc32 = loc("digits_int8.mlirbc:depthwise_conv2d#0")
#loc33 = loc("digits_int8.mlirbc:rescale#1")
#loc34 = loc("digits_int8.mlirbc:conv2d#1")
#loc35 = loc("digits_int8.mlirbc:rescale#2")
#loc37 = loc("digits_int8.mlirbc:conv2d#2")
#loc38 = loc("digits_int8.mlirbc:rescale#3")
#loc39 = loc("digits_int8.mlirbc:rescale#4")
#loc40 = loc("digits_int8.mlirbc:clamp#3")
#loc41 = loc("digits_int8.mlirbc:reduce_sum#0")
#loc42 = loc("digits_int8.mlirbc:reduce_sum#1")
#loc43 = loc("digits_int8.mlirbc:conv2d#3")
#loc44 = loc("digits_int8.mlirbc:rescale#6")
#loc45 = loc("digits_int8.mlirbc:reshape#2")
#loc46 = loc("digits_int8.mlirbc:rescale#7")
#loc47 = loc("digits_int8.mlirbc:reduce_max#0")
#loc48 = loc("digits_int8.mlirbc:sub#0")
#loc49 = loc("digits_int8.mlirbc:table#0")
#loc50 = loc("digits_int8.mlirbc:table#1")
#loc51 = loc("digits_int8.mlirbc:table#2")
#loc52 = loc("digits_int8.mlirbc:table#3")
#loc53 = loc("digits_int8.mlirbc:logical_left_shift#0")
#loc54 = loc("digits_int8.mlirbc:logical_left_shift#1")
#loc55 = loc("digits_int8.mlirbc:logical_left_shift#2")
#loc56 = loc("digits_int8.mlirbc:arithmetic_right_shift#0")
#loc57 = loc("digits_int8.mlirbc:add#0")
#loc58 = loc("digits_int8.mlirbc:add#1")
#loc59 = loc("digits_int8.mlirbc:add#2")
#loc60 = loc("digits_int8.mlirbc:arithmetic_right_shift#1")
#loc61 = loc("digits_int8.mlirbc:reduce_sum#2")
#loc62 = loc("digits_int8.mlirbc:clz#0")
#loc63 = loc("digits_int8.mlirbc:sub#1")
#loc64 = loc("digits_int8.mlirbc:logical_left_shift#3")
#loc65 = loc("digits_int8.mlirbc:mul#0")
#loc66 = loc("digits_int8.mlirbc:add#3")
#loc67 = loc("digits_int8.mlirbc:mul#1")
#loc68 = loc("digits_int8.mlirbc:sub#2")
#loc69 = loc("digits_int8.mlirbc:mul#2")
#loc70 = loc("digits_int8.mlirbc:mul#3")
#loc71 = loc("digits_int8.mlirbc:add#4")
#loc72 = loc("digits_int8.mlirbc:mul#4")
#loc73 = loc("digits_int8.mlirbc:sub#3")
#loc74 = loc("digits_int8.mlirbc:mul#5")
#loc75 = loc("digits_int8.mlirbc:mul#6")
#loc76 = loc("digits_int8.mlirbc:add#5")
#loc77 = loc("digits_int8.mlirbc:mul#7")
#loc78 = loc("digits_int8.mlirbc:sub#4")
#loc79 = loc("digits_int8.mlirbc:mul#8")
#loc80 = loc("digits_int8.mlirbc:mul#9")
#loc81 = loc("digits_int8.mlirbc:add#6")
#loc82 = loc("digits_int8.mlirbc:mul#10")
#loc83 = loc("digits_int8.mlirbc:sub#5")
#loc84 = loc("digits_int8.mlirbc:arithmetic_right_shift#2")
#loc85 = loc("digits_int8.mlirbc:rescale#9")
#map = affine_map<(d0, d1, d2, d3) -> (d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<1x8x8x1xi8> {tir.name = "a"} loc("digits_int8.mlirbc:arg#0")) -> (tensor<1x10xi8> {tir.name = "Identity"}) attributes {tir.model = #tir.model<name = "digits", source = "digits_int8.mlirbc">} {
    %c31_i8 = arith.constant 31 : i8 loc(#loc3)
    %false = arith.constant false loc(#loc3)
    %c1_i32 = arith.constant 1 : i32 loc(#loc3)
    %c7_i32 = arith.constant 7 : i32 loc(#loc3)
    %c32768_i32 = arith.constant 32768 : i32 loc(#loc3)
    %c32767_i32 = arith.constant 32767 : i32 loc(#loc3)
    %c-32768_i32 = arith.constant -32768 : i32 loc(#loc3)
    %c23_i8 = arith.constant 23 : i8 loc(#loc4)
    %c-12_i32 = arith.constant -12 : i32 loc(#loc3)
    %cst = arith.constant dense_resource<tir_weights> : tensor<10x1x1x32xi8> loc(#loc5)
    %c33_i8 = arith.constant 33 : i8 loc(#loc6)
    %c1092466926_i32 = arith.constant 1092466926 : i32 loc(#loc6)
    %c-2147483648_i32 = arith.constant -2147483648 : i32 loc(#loc3)
    %c30_i8 = arith.constant 30 : i8 loc(#loc3)
    %c1073741824_i32 = arith.constant 1073741824 : i32 loc(#loc3)
    %cst_0 = arith.constant dense_resource<tir_weights_1> : tensor<3x3x16x1xi8> loc(#loc7)
    %c127_i32 = arith.constant 127 : i32 loc(#loc3)
    %c0_i32 = arith.constant 0 : i32 loc(#loc3)
    %c-128_i32 = arith.constant -128 : i32 loc(#loc3)
    %cst_1 = arith.constant dense<35> : tensor<1x1xi32> loc(#loc8)
    %cst_2 = arith.constant dense<-1010580540> : tensor<1x1xi32> loc(#loc9)
    %cst_3 = arith.constant dense<1515870810> : tensor<1x1xi32> loc(#loc10)
    %cst_4 = arith.constant dense<536870912> : tensor<1x1xi32> loc(#loc11)
    %cst_5 = arith.constant dense<4> : tensor<1x1xi32> loc(#loc12)
    %cst_6 = arith.constant dense<12> : tensor<1x1xi32> loc(#loc13)
    %cst_7 = arith.constant dense<7> : tensor<1x1xi32> loc(#loc14)
    %cst_8 = arith.constant dense<1> : tensor<1x1xi32> loc(#loc15)
    %cst_9 = arith.constant dense<9> : tensor<1x1xi32> loc(#loc16)
    %cst_10 = arith.constant dense<17> : tensor<1x1xi32> loc(#loc17)
    %cst_11 = arith.constant dense_resource<tir_weights_2> : tensor<513xi16> loc(#loc18)
    %cst_12 = arith.constant dense_resource<tir_weights_3> : tensor<513xi16> loc(#loc19)
    %cst_13 = arith.constant dense_resource<tir_weights_4> : tensor<513xi16> loc(#loc20)
    %cst_14 = arith.constant dense_resource<tir_weights_5> : tensor<513xi16> loc(#loc21)
    %cst_15 = arith.constant dense_resource<tir_weights_6> : tensor<10xi8> loc(#loc3)
    %cst_16 = arith.constant dense_resource<tir_weights_7> : tensor<10xi32> loc(#loc3)
    %cst_17 = arith.constant dense_resource<tir_weights_8> : tensor<10xi32> loc(#loc22)
    %cst_18 = arith.constant dense_resource<tir_weights_9> : tensor<32xi8> loc(#loc3)
    %cst_19 = arith.constant dense_resource<tir_weights_10> : tensor<32xi32> loc(#loc3)
    %cst_20 = arith.constant dense_resource<tir_weights_11> : tensor<32xi32> loc(#loc23)
    %cst_21 = arith.constant dense_resource<tir_weights_12> : tensor<32x3x3x32xi8> loc(#loc24)
    %cst_22 = arith.constant dense_resource<tir_weights_13> : tensor<32xi8> loc(#loc3)
    %cst_23 = arith.constant dense_resource<tir_weights_14> : tensor<32xi32> loc(#loc3)
    %cst_24 = arith.constant dense_resource<tir_weights_15> : tensor<32xi32> loc(#loc25)
    %cst_25 = arith.constant dense_resource<tir_weights_16> : tensor<32x1x1x16xi8> loc(#loc26)
    %cst_26 = arith.constant dense_resource<tir_weights_17> : tensor<16xi8> loc(#loc3)
    %cst_27 = arith.constant dense_resource<tir_weights_18> : tensor<16xi32> loc(#loc3)
    %cst_28 = arith.constant dense_resource<tir_weights_19> : tensor<16xi32> loc(#loc27)
    %cst_29 = arith.constant dense_resource<tir_weights_20> : tensor<16xi8> loc(#loc3)
    %cst_30 = arith.constant dense_resource<tir_weights_21> : tensor<16xi32> loc(#loc3)
    %cst_31 = arith.constant dense_resource<tir_weights_22> : tensor<16x3x3x1xi8> loc(#loc28)
    %cst_32 = arith.constant dense_resource<tir_weights_23> : tensor<16xi32> loc(#loc29)
    %c-128_i8 = arith.constant -128 : i8 loc(#loc3)
    %padded = tensor.pad %arg0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg1: index loc("digits_int8.mlirbc:conv2d#0"), %arg2: index loc("digits_int8.mlirbc:conv2d#0"), %arg3: index loc("digits_int8.mlirbc:conv2d#0"), %arg4: index loc("digits_int8.mlirbc:conv2d#0")):
      tensor.yield %c-128_i8 : i8 loc(#loc30)
    } : tensor<1x8x8x1xi8> to tensor<1x10x10x1xi8> loc(#loc30)
    %0 = tensor.empty() : tensor<1x8x8x16xi32> loc(#loc30)
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_32 : tensor<16xi32>) outs(%0 : tensor<1x8x8x16xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:const#42"), %out: i32 loc("digits_int8.mlirbc:conv2d#0")):
      linalg.yield %in : i32 loc(#loc30)
    } -> tensor<1x8x8x16xi32> loc(#loc30)
    %2 = linalg.conv_2d_nhwc_fhwc_q {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %cst_31, %c-128_i32, %c0_i32 : tensor<1x10x10x1xi8>, tensor<16x3x3x1xi8>, i32, i32) outs(%1 : tensor<1x8x8x16xi32>) -> tensor<1x8x8x16xi32> loc(#loc30)
    %3 = tensor.empty() : tensor<1x8x8x16xi8> loc(#loc31)
    %4 = linalg.generic {indexing_maps = [#map1, #map, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %cst_30, %cst_29 : tensor<1x8x8x16xi32>, tensor<16xi32>, tensor<16xi8>) outs(%3 : tensor<1x8x8x16xi8>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:conv2d#0"), %in_42: i32 loc("digits_int8.mlirbc:rescale#0"), %in_43: i8 loc("digits_int8.mlirbc:rescale#0"), %out: i8 loc("digits_int8.mlirbc:rescale#0")):
      %81 = tosa.apply_scale %in, %in_42, %in_43 {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32 loc(#loc31)
      %82 = arith.addi %81, %c-128_i32 : i32 loc(#loc31)
      %83 = arith.maxsi %82, %c-128_i32 : i32 loc(#loc31)
      %84 = arith.minsi %83, %c127_i32 : i32 loc(#loc31)
      %85 = arith.trunci %84 : i32 to i8 loc(#loc31)
      linalg.yield %85 : i8 loc(#loc31)
    } -> tensor<1x8x8x16xi8> loc(#loc31)
    %padded_33 = tensor.pad %4 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg1: index loc("digits_int8.mlirbc:depthwise_conv2d#0"), %arg2: index loc("digits_int8.mlirbc:depthwise_conv2d#0"), %arg3: index loc("digits_int8.mlirbc:depthwise_conv2d#0"), %arg4: index loc("digits_int8.mlirbc:depthwise_conv2d#0")):
      tensor.yield %c-128_i8 : i8 loc(#loc32)
    } : tensor<1x8x8x16xi8> to tensor<1x10x10x16xi8> loc(#loc32)
    %5 = tensor.empty() : tensor<1x8x8x16x1xi32> loc(#loc32)
    %6 = linalg.fill ins(%c0_i32 : i32) outs(%5 : tensor<1x8x8x16x1xi32>) -> tensor<1x8x8x16x1xi32> loc(#loc32)
    %7 = linalg.depthwise_conv_2d_nhwc_hwcm_q {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_33, %cst_0, %c-128_i32, %c0_i32 : tensor<1x10x10x16xi8>, tensor<3x3x16x1xi8>, i32, i32) outs(%6 : tensor<1x8x8x16x1xi32>) -> tensor<1x8x8x16x1xi32> loc(#loc32)
    %collapsed = tensor.collapse_shape %7 [[0], [1], [2], [3, 4]] : tensor<1x8x8x16x1xi32> into tensor<1x8x8x16xi32> loc(#loc32)
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_28, %collapsed : tensor<16xi32>, tensor<1x8x8x16xi32>) outs(%0 : tensor<1x8x8x16xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:const#36"), %in_42: i32 loc("digits_int8.mlirbc:depthwise_conv2d#0"), %out: i32 loc("digits_int8.mlirbc:depthwise_conv2d#0")):
      %81 = arith.addi %in, %in_42 : i32 loc(#loc32)
      linalg.yield %81 : i32 loc(#loc32)
    } -> tensor<1x8x8x16xi32> loc(#loc32)
    %9 = linalg.generic {indexing_maps = [#map1, #map, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %cst_27, %cst_26 : tensor<1x8x8x16xi32>, tensor<16xi32>, tensor<16xi8>) outs(%3 : tensor<1x8x8x16xi8>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:depthwise_conv2d#0"), %in_42: i32 loc("digits_int8.mlirbc:rescale#1"), %in_43: i8 loc("digits_int8.mlirbc:rescale#1"), %out: i8 loc("digits_int8.mlirbc:rescale#1")):
      %81 = tosa.apply_scale %in, %in_42, %in_43 {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32 loc(#loc33)
      %82 = arith.addi %81, %c-128_i32 : i32 loc(#loc33)
      %83 = arith.maxsi %82, %c-128_i32 : i32 loc(#loc33)
      %84 = arith.minsi %83, %c127_i32 : i32 loc(#loc33)
      %85 = arith.trunci %84 : i32 to i8 loc(#loc33)
      linalg.yield %85 : i8 loc(#loc33)
    } -> tensor<1x8x8x16xi8> loc(#loc33)
    %10 = tensor.empty() : tensor<1x8x8x32xi32> loc(#loc34)
    %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_24 : tensor<32xi32>) outs(%10 : tensor<1x8x8x32xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:const#32"), %out: i32 loc("digits_int8.mlirbc:conv2d#1")):
      linalg.yield %in : i32 loc(#loc34)
    } -> tensor<1x8x8x32xi32> loc(#loc34)
    %12 = linalg.conv_2d_nhwc_fhwc_q {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%9, %cst_25, %c-128_i32, %c0_i32 : tensor<1x8x8x16xi8>, tensor<32x1x1x16xi8>, i32, i32) outs(%11 : tensor<1x8x8x32xi32>) -> tensor<1x8x8x32xi32> loc(#loc34)
    %13 = tensor.empty() : tensor<1x8x8x32xi8> loc(#loc35)
    %14 = linalg.generic {indexing_maps = [#map1, #map, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %cst_23, %cst_22 : tensor<1x8x8x32xi32>, tensor<32xi32>, tensor<32xi8>) outs(%13 : tensor<1x8x8x32xi8>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:conv2d#1"), %in_42: i32 loc("digits_int8.mlirbc:rescale#2"), %in_43: i8 loc("digits_int8.mlirbc:rescale#2"), %out: i8 loc("digits_int8.mlirbc:rescale#2")):
      %81 = tosa.apply_scale %in, %in_42, %in_43 {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32 loc(#loc35)
      %82 = arith.addi %81, %c-128_i32 : i32 loc(#loc35)
      %83 = arith.maxsi %82, %c-128_i32 : i32 loc(#loc35)
      %84 = arith.minsi %83, %c127_i32 : i32 loc(#loc35)
      %85 = arith.trunci %84 : i32 to i8 loc(#loc35)
      linalg.yield %85 : i8 loc(#loc35)
    } -> tensor<1x8x8x32xi8> loc(#loc35)
    %15 = tensor.empty() : tensor<1x4x4x32xi8> loc(#loc36)
    %16 = linalg.fill ins(%c-128_i8 : i8) outs(%15 : tensor<1x4x4x32xi8>) -> tensor<1x4x4x32xi8> loc(#loc36)
    %17 = tensor.empty() : tensor<2x2xi8> loc(#loc36)
    %18 = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%14, %17 : tensor<1x8x8x32xi8>, tensor<2x2xi8>) outs(%16 : tensor<1x4x4x32xi8>) -> tensor<1x4x4x32xi8> loc(#loc36)
    %padded_34 = tensor.pad %18 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg1: index loc("digits_int8.mlirbc:conv2d#2"), %arg2: index loc("digits_int8.mlirbc:conv2d#2"), %arg3: index loc("digits_int8.mlirbc:conv2d#2"), %arg4: index loc("digits_int8.mlirbc:conv2d#2")):
      tensor.yield %c-128_i8 : i8 loc(#loc37)
    } : tensor<1x4x4x32xi8> to tensor<1x6x6x32xi8> loc(#loc37)
    %19 = tensor.empty() : tensor<1x4x4x32xi32> loc(#loc37)
    %20 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_20 : tensor<32xi32>) outs(%19 : tensor<1x4x4x32xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:const#28"), %out: i32 loc("digits_int8.mlirbc:conv2d#2")):
      linalg.yield %in : i32 loc(#loc37)
    } -> tensor<1x4x4x32xi32> loc(#loc37)
    %21 = linalg.conv_2d_nhwc_fhwc_q {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_34, %cst_21, %c-128_i32, %c0_i32 : tensor<1x6x6x32xi8>, tensor<32x3x3x32xi8>, i32, i32) outs(%20 : tensor<1x4x4x32xi32>) -> tensor<1x4x4x32xi32> loc(#loc37)
    %22 = linalg.generic {indexing_maps = [#map1, #map, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %cst_19, %cst_18 : tensor<1x4x4x32xi32>, tensor<32xi32>, tensor<32xi8>) outs(%15 : tensor<1x4x4x32xi8>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:conv2d#2"), %in_42: i32 loc("digits_int8.mlirbc:rescale#3"), %in_43: i8 loc("digits_int8.mlirbc:rescale#3"), %out: i8 loc("digits_int8.mlirbc:rescale#3")):
      %81 = tosa.apply_scale %in, %in_42, %in_43 {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32 loc(#loc38)
      %82 = arith.addi %81, %c-128_i32 : i32 loc(#loc38)
      %83 = arith.maxsi %82, %c-128_i32 : i32 loc(#loc38)
      %84 = arith.minsi %83, %c127_i32 : i32 loc(#loc38)
      %85 = arith.trunci %84 : i32 to i8 loc(#loc38)
      linalg.yield %85 : i8 loc(#loc38)
    } -> tensor<1x4x4x32xi8> loc(#loc38)
    %23 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<1x4x4x32xi8>) outs(%19 : tensor<1x4x4x32xi32>) {
    ^bb0(%in: i8 loc("digits_int8.mlirbc:clamp#3"), %out: i32 loc("digits_int8.mlirbc:rescale#4")):
      %81 = arith.extsi %in : i8 to i32 loc(#loc39)
      %82 = arith.subi %81, %c-128_i32 : i32 loc(#loc39)
      %83 = tosa.apply_scale %82, %c1073741824_i32, %c30_i8 {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32 loc(#loc39)
      linalg.yield %83 : i32 loc(#loc39)
    } -> tensor<1x4x4x32xi32> loc(#loc39)
    %24 = tensor.empty() : tensor<1x4x32xi32> loc(#loc41)
    %25 = linalg.fill ins(%c0_i32 : i32) outs(%24 : tensor<1x4x32xi32>) -> tensor<1x4x32xi32> loc(#loc41)
    %reduced = linalg.reduce ins(%23 : tensor<1x4x4x32xi32>) outs(%25 : tensor<1x4x32xi32>) dimensions = [1] 
      (%in: i32 loc("digits_int8.mlirbc:rescale#4"), %init: i32 loc("digits_int8.mlirbc:reduce_sum#0")) {
        %81 = arith.addi %in, %init : i32 loc(#loc41)
        linalg.yield %81 : i32 loc(#loc41)
      } loc(#loc41)
    %expanded = tensor.expand_shape %reduced [[0], [1, 2], [3]] output_shape [1, 1, 4, 32] : tensor<1x4x32xi32> into tensor<1x1x4x32xi32> loc(#loc41)
    %26 = tensor.empty() : tensor<1x1x32xi32> loc(#loc42)
    %27 = linalg.fill ins(%c0_i32 : i32) outs(%26 : tensor<1x1x32xi32>) -> tensor<1x1x32xi32> loc(#loc42)
    %reduced_35 = linalg.reduce ins(%expanded : tensor<1x1x4x32xi32>) outs(%27 : tensor<1x1x32xi32>) dimensions = [2] 
      (%in: i32 loc("digits_int8.mlirbc:reduce_sum#0"), %init: i32 loc("digits_int8.mlirbc:reduce_sum#1")) {
        %81 = arith.addi %in, %init : i32 loc(#loc42)
        linalg.yield %81 : i32 loc(#loc42)
      } loc(#loc42)
    %expanded_36 = tensor.expand_shape %reduced_35 [[0], [1], [2, 3]] output_shape [1, 1, 1, 32] : tensor<1x1x32xi32> into tensor<1x1x1x32xi32> loc(#loc42)
    %28 = tensor.empty() : tensor<1x1x1x32xi8> loc(#loc6)
    %29 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_36 : tensor<1x1x1x32xi32>) outs(%28 : tensor<1x1x1x32xi8>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:reduce_sum#1"), %out: i8 loc("digits_int8.mlirbc:rescale#5")):
      %81 = tosa.apply_scale %in, %c1092466926_i32, %c33_i8 {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32 loc(#loc6)
      %82 = arith.addi %81, %c-128_i32 : i32 loc(#loc6)
      %83 = arith.maxsi %82, %c-128_i32 : i32 loc(#loc6)
      %84 = arith.minsi %83, %c127_i32 : i32 loc(#loc6)
      %85 = arith.trunci %84 : i32 to i8 loc(#loc6)
      linalg.yield %85 : i8 loc(#loc6)
    } -> tensor<1x1x1x32xi8> loc(#loc6)
    %30 = tensor.empty() : tensor<1x1x1x10xi32> loc(#loc43)
    %31 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_17 : tensor<10xi32>) outs(%30 : tensor<1x1x1x10xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:const#20"), %out: i32 loc("digits_int8.mlirbc:conv2d#3")):
      linalg.yield %in : i32 loc(#loc43)
    } -> tensor<1x1x1x10xi32> loc(#loc43)
    %32 = linalg.conv_2d_nhwc_fhwc_q {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%29, %cst, %c-128_i32, %c0_i32 : tensor<1x1x1x32xi8>, tensor<10x1x1x32xi8>, i32, i32) outs(%31 : tensor<1x1x1x10xi32>) -> tensor<1x1x1x10xi32> loc(#loc43)
    %33 = tensor.empty() : tensor<1x1x1x10xi8> loc(#loc44)
    %34 = linalg.generic {indexing_maps = [#map1, #map, #map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %cst_16, %cst_15 : tensor<1x1x1x10xi32>, tensor<10xi32>, tensor<10xi8>) outs(%33 : tensor<1x1x1x10xi8>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:conv2d#3"), %in_42: i32 loc("digits_int8.mlirbc:rescale#6"), %in_43: i8 loc("digits_int8.mlirbc:rescale#6"), %out: i8 loc("digits_int8.mlirbc:rescale#6")):
      %81 = tosa.apply_scale %in, %in_42, %in_43 {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32 loc(#loc44)
      %82 = arith.addi %81, %c-12_i32 : i32 loc(#loc44)
      %83 = arith.maxsi %82, %c-128_i32 : i32 loc(#loc44)
      %84 = arith.minsi %83, %c127_i32 : i32 loc(#loc44)
      %85 = arith.trunci %84 : i32 to i8 loc(#loc44)
      linalg.yield %85 : i8 loc(#loc44)
    } -> tensor<1x1x1x10xi8> loc(#loc44)
    %collapsed_37 = tensor.collapse_shape %34 [[0, 1, 2], [3]] : tensor<1x1x1x10xi8> into tensor<1x10xi8> loc(#loc45)
    %35 = tensor.empty() : tensor<1x10xi32> loc(#loc46)
    %36 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%collapsed_37 : tensor<1x10xi8>) outs(%35 : tensor<1x10xi32>) {
    ^bb0(%in: i8 loc("digits_int8.mlirbc:reshape#2"), %out: i32 loc("digits_int8.mlirbc:rescale#7")):
      %81 = arith.extsi %in : i8 to i32 loc(#loc46)
      %82 = arith.subi %81, %c-12_i32 : i32 loc(#loc46)
      %83 = tosa.apply_scale %82, %c1073741824_i32, %c30_i8 {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32 loc(#loc46)
      linalg.yield %83 : i32 loc(#loc46)
    } -> tensor<1x10xi32> loc(#loc46)
    %37 = tensor.empty() : tensor<1xi32> loc(#loc47)
    %38 = linalg.fill ins(%c-2147483648_i32 : i32) outs(%37 : tensor<1xi32>) -> tensor<1xi32> loc(#loc47)
    %reduced_38 = linalg.reduce ins(%36 : tensor<1x10xi32>) outs(%38 : tensor<1xi32>) dimensions = [1] 
      (%in: i32 loc("digits_int8.mlirbc:rescale#7"), %init: i32 loc("digits_int8.mlirbc:reduce_max#0")) {
        %81 = arith.maxsi %in, %init : i32 loc(#loc47)
        linalg.yield %81 : i32 loc(#loc47)
      } loc(#loc47)
    %expanded_39 = tensor.expand_shape %reduced_38 [[0, 1]] output_shape [1, 1] : tensor<1xi32> into tensor<1x1xi32> loc(#loc47)
    %39 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%36, %expanded_39 : tensor<1x10xi32>, tensor<1x1xi32>) outs(%35 : tensor<1x10xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:rescale#7"), %in_42: i32 loc("digits_int8.mlirbc:reduce_max#0"), %out: i32 loc("digits_int8.mlirbc:sub#0")):
      %81 = arith.subi %in, %in_42 : i32 loc(#loc48)
      linalg.yield %81 : i32 loc(#loc48)
    } -> tensor<1x10xi32> loc(#loc48)
    %40 = tensor.empty() : tensor<1x10xi16> loc(#loc4)
    %41 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%39 : tensor<1x10xi32>) outs(%40 : tensor<1x10xi16>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:sub#0"), %out: i16 loc("digits_int8.mlirbc:rescale#8")):
      %81 = tosa.apply_scale %in, %c1073741824_i32, %c23_i8 {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32 loc(#loc4)
      %82 = arith.maxsi %81, %c-32768_i32 : i32 loc(#loc4)
      %83 = arith.minsi %82, %c32767_i32 : i32 loc(#loc4)
      %84 = arith.trunci %83 : i32 to i16 loc(#loc4)
      linalg.yield %84 : i16 loc(#loc4)
    } -> tensor<1x10xi16> loc(#loc4)
    %42 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%41 : tensor<1x10xi16>) outs(%35 : tensor<1x10xi32>) {
    ^bb0(%in: i16 loc("digits_int8.mlirbc:table#0"), %out: i32 loc("digits_int8.mlirbc:table#0")):
      %81 = arith.extsi %in : i16 to i32 loc(#loc49)
      %82 = arith.addi %81, %c32768_i32 : i32 loc(#loc49)
      %83 = arith.shrui %82, %c7_i32 : i32 loc(#loc49)
      %84 = arith.andi %82, %c127_i32 : i32 loc(#loc49)
      %85 = arith.addi %83, %c1_i32 : i32 loc(#loc49)
      %86 = arith.index_cast %83 : i32 to index loc(#loc49)
      %87 = arith.index_cast %85 : i32 to index loc(#loc49)
      %extracted = tensor.extract %cst_14[%86] : tensor<513xi16> loc(#loc49)
      %extracted_42 = tensor.extract %cst_14[%87] : tensor<513xi16> loc(#loc49)
      %88 = arith.extsi %extracted : i16 to i32 loc(#loc49)
      %89 = arith.extsi %extracted_42 : i16 to i32 loc(#loc49)
      %90 = arith.shli %88, %c7_i32 : i32 loc(#loc49)
      %91 = arith.subi %89, %88 : i32 loc(#loc49)
      %92 = arith.muli %91, %84 : i32 loc(#loc49)
      %93 = arith.addi %90, %92 : i32 loc(#loc49)
      linalg.yield %93 : i32 loc(#loc49)
    } -> tensor<1x10xi32> loc(#loc49)
    %43 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%41 : tensor<1x10xi16>) outs(%35 : tensor<1x10xi32>) {
    ^bb0(%in: i16 loc("digits_int8.mlirbc:table#1"), %out: i32 loc("digits_int8.mlirbc:table#1")):
      %81 = arith.extsi %in : i16 to i32 loc(#loc50)
      %82 = arith.addi %81, %c32768_i32 : i32 loc(#loc50)
      %83 = arith.shrui %82, %c7_i32 : i32 loc(#loc50)
      %84 = arith.andi %82, %c127_i32 : i32 loc(#loc50)
      %85 = arith.addi %83, %c1_i32 : i32 loc(#loc50)
      %86 = arith.index_cast %83 : i32 to index loc(#loc50)
      %87 = arith.index_cast %85 : i32 to index loc(#loc50)
      %extracted = tensor.extract %cst_13[%86] : tensor<513xi16> loc(#loc50)
      %extracted_42 = tensor.extract %cst_13[%87] : tensor<513xi16> loc(#loc50)
      %88 = arith.extsi %extracted : i16 to i32 loc(#loc50)
      %89 = arith.extsi %extracted_42 : i16 to i32 loc(#loc50)
      %90 = arith.shli %88, %c7_i32 : i32 loc(#loc50)
      %91 = arith.subi %89, %88 : i32 loc(#loc50)
      %92 = arith.muli %91, %84 : i32 loc(#loc50)
      %93 = arith.addi %90, %92 : i32 loc(#loc50)
      linalg.yield %93 : i32 loc(#loc50)
    } -> tensor<1x10xi32> loc(#loc50)
    %44 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%41 : tensor<1x10xi16>) outs(%35 : tensor<1x10xi32>) {
    ^bb0(%in: i16 loc("digits_int8.mlirbc:table#2"), %out: i32 loc("digits_int8.mlirbc:table#2")):
      %81 = arith.extsi %in : i16 to i32 loc(#loc51)
      %82 = arith.addi %81, %c32768_i32 : i32 loc(#loc51)
      %83 = arith.shrui %82, %c7_i32 : i32 loc(#loc51)
      %84 = arith.andi %82, %c127_i32 : i32 loc(#loc51)
      %85 = arith.addi %83, %c1_i32 : i32 loc(#loc51)
      %86 = arith.index_cast %83 : i32 to index loc(#loc51)
      %87 = arith.index_cast %85 : i32 to index loc(#loc51)
      %extracted = tensor.extract %cst_12[%86] : tensor<513xi16> loc(#loc51)
      %extracted_42 = tensor.extract %cst_12[%87] : tensor<513xi16> loc(#loc51)
      %88 = arith.extsi %extracted : i16 to i32 loc(#loc51)
      %89 = arith.extsi %extracted_42 : i16 to i32 loc(#loc51)
      %90 = arith.shli %88, %c7_i32 : i32 loc(#loc51)
      %91 = arith.subi %89, %88 : i32 loc(#loc51)
      %92 = arith.muli %91, %84 : i32 loc(#loc51)
      %93 = arith.addi %90, %92 : i32 loc(#loc51)
      linalg.yield %93 : i32 loc(#loc51)
    } -> tensor<1x10xi32> loc(#loc51)
    %45 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%41 : tensor<1x10xi16>) outs(%35 : tensor<1x10xi32>) {
    ^bb0(%in: i16 loc("digits_int8.mlirbc:table#3"), %out: i32 loc("digits_int8.mlirbc:table#3")):
      %81 = arith.extsi %in : i16 to i32 loc(#loc52)
      %82 = arith.addi %81, %c32768_i32 : i32 loc(#loc52)
      %83 = arith.shrui %82, %c7_i32 : i32 loc(#loc52)
      %84 = arith.andi %82, %c127_i32 : i32 loc(#loc52)
      %85 = arith.addi %83, %c1_i32 : i32 loc(#loc52)
      %86 = arith.index_cast %83 : i32 to index loc(#loc52)
      %87 = arith.index_cast %85 : i32 to index loc(#loc52)
      %extracted = tensor.extract %cst_11[%86] : tensor<513xi16> loc(#loc52)
      %extracted_42 = tensor.extract %cst_11[%87] : tensor<513xi16> loc(#loc52)
      %88 = arith.extsi %extracted : i16 to i32 loc(#loc52)
      %89 = arith.extsi %extracted_42 : i16 to i32 loc(#loc52)
      %90 = arith.shli %88, %c7_i32 : i32 loc(#loc52)
      %91 = arith.subi %89, %88 : i32 loc(#loc52)
      %92 = arith.muli %91, %84 : i32 loc(#loc52)
      %93 = arith.addi %90, %92 : i32 loc(#loc52)
      linalg.yield %93 : i32 loc(#loc52)
    } -> tensor<1x10xi32> loc(#loc52)
    %46 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%42, %cst_10 : tensor<1x10xi32>, tensor<1x1xi32>) outs(%35 : tensor<1x10xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:table#0"), %in_42: i32 loc("digits_int8.mlirbc:const#10"), %out: i32 loc("digits_int8.mlirbc:logical_left_shift#0")):
      %81 = arith.shli %in, %in_42 : i32 loc(#loc53)
      linalg.yield %81 : i32 loc(#loc53)
    } -> tensor<1x10xi32> loc(#loc53)
    %47 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%43, %cst_9 : tensor<1x10xi32>, tensor<1x1xi32>) outs(%35 : tensor<1x10xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:table#1"), %in_42: i32 loc("digits_int8.mlirbc:const#9"), %out: i32 loc("digits_int8.mlirbc:logical_left_shift#1")):
      %81 = arith.shli %in, %in_42 : i32 loc(#loc54)
      linalg.yield %81 : i32 loc(#loc54)
    } -> tensor<1x10xi32> loc(#loc54)
    %48 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%44, %cst_8 : tensor<1x10xi32>, tensor<1x1xi32>) outs(%35 : tensor<1x10xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:table#2"), %in_42: i32 loc("digits_int8.mlirbc:const#8"), %out: i32 loc("digits_int8.mlirbc:logical_left_shift#2")):
      %81 = arith.shli %in, %in_42 : i32 loc(#loc55)
      linalg.yield %81 : i32 loc(#loc55)
    } -> tensor<1x10xi32> loc(#loc55)
    %49 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%45, %cst_7 : tensor<1x10xi32>, tensor<1x1xi32>) outs(%35 : tensor<1x10xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:table#3"), %in_42: i32 loc("digits_int8.mlirbc:const#7"), %out: i32 loc("digits_int8.mlirbc:arithmetic_right_shift#0")):
      %81 = arith.shrsi %in, %in_42 : i32 loc(#loc56)
      %82 = arith.cmpi sgt, %in_42, %c0_i32 : i32 loc(#loc56)
      %83 = arith.subi %in_42, %c1_i32 : i32 loc(#loc56)
      %84 = arith.shrsi %in, %83 : i32 loc(#loc56)
      %85 = arith.trunci %84 : i32 to i1 loc(#loc56)
      %86 = arith.select %82, %85, %false : i1 loc(#loc56)
      %87 = arith.extui %86 : i1 to i32 loc(#loc56)
      %88 = arith.addi %81, %87 : i32 loc(#loc56)
      linalg.yield %88 : i32 loc(#loc56)
    } -> tensor<1x10xi32> loc(#loc56)
    %50 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%46, %47 : tensor<1x10xi32>, tensor<1x10xi32>) outs(%35 : tensor<1x10xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:logical_left_shift#0"), %in_42: i32 loc("digits_int8.mlirbc:logical_left_shift#1"), %out: i32 loc("digits_int8.mlirbc:add#0")):
      %81 = arith.addi %in, %in_42 : i32 loc(#loc57)
      linalg.yield %81 : i32 loc(#loc57)
    } -> tensor<1x10xi32> loc(#loc57)
    %51 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%50, %48 : tensor<1x10xi32>, tensor<1x10xi32>) outs(%35 : tensor<1x10xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:add#0"), %in_42: i32 loc("digits_int8.mlirbc:logical_left_shift#2"), %out: i32 loc("digits_int8.mlirbc:add#1")):
      %81 = arith.addi %in, %in_42 : i32 loc(#loc58)
      linalg.yield %81 : i32 loc(#loc58)
    } -> tensor<1x10xi32> loc(#loc58)
    %52 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%51, %49 : tensor<1x10xi32>, tensor<1x10xi32>) outs(%35 : tensor<1x10xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:add#1"), %in_42: i32 loc("digits_int8.mlirbc:arithmetic_right_shift#0"), %out: i32 loc("digits_int8.mlirbc:add#2")):
      %81 = arith.addi %in, %in_42 : i32 loc(#loc59)
      linalg.yield %81 : i32 loc(#loc59)
    } -> tensor<1x10xi32> loc(#loc59)
    %53 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%52, %cst_6 : tensor<1x10xi32>, tensor<1x1xi32>) outs(%35 : tensor<1x10xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:add#2"), %in_42: i32 loc("digits_int8.mlirbc:const#6"), %out: i32 loc("digits_int8.mlirbc:arithmetic_right_shift#1")):
      %81 = arith.shrsi %in, %in_42 : i32 loc(#loc60)
      %82 = arith.cmpi sgt, %in_42, %c0_i32 : i32 loc(#loc60)
      %83 = arith.subi %in_42, %c1_i32 : i32 loc(#loc60)
      %84 = arith.shrsi %in, %83 : i32 loc(#loc60)
      %85 = arith.trunci %84 : i32 to i1 loc(#loc60)
      %86 = arith.select %82, %85, %false : i1 loc(#loc60)
      %87 = arith.extui %86 : i1 to i32 loc(#loc60)
      %88 = arith.addi %81, %87 : i32 loc(#loc60)
      linalg.yield %88 : i32 loc(#loc60)
    } -> tensor<1x10xi32> loc(#loc60)
    %54 = linalg.fill ins(%c0_i32 : i32) outs(%37 : tensor<1xi32>) -> tensor<1xi32> loc(#loc61)
    %reduced_40 = linalg.reduce ins(%53 : tensor<1x10xi32>) outs(%54 : tensor<1xi32>) dimensions = [1] 
      (%in: i32 loc("digits_int8.mlirbc:arithmetic_right_shift#1"), %init: i32 loc("digits_int8.mlirbc:reduce_sum#2")) {
        %81 = arith.addi %in, %init : i32 loc(#loc61)
        linalg.yield %81 : i32 loc(#loc61)
      } loc(#loc61)
    %expanded_41 = tensor.expand_shape %reduced_40 [[0, 1]] output_shape [1, 1] : tensor<1xi32> into tensor<1x1xi32> loc(#loc61)
    %55 = tensor.empty() : tensor<1x1xi32> loc(#loc62)
    %56 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%expanded_41 : tensor<1x1xi32>) outs(%55 : tensor<1x1xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:reduce_sum#2"), %out: i32 loc("digits_int8.mlirbc:clz#0")):
      %81 = math.ctlz %in : i32 loc(#loc62)
      linalg.yield %81 : i32 loc(#loc62)
    } -> tensor<1x1xi32> loc(#loc62)
    %57 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%56, %cst_8 : tensor<1x1xi32>, tensor<1x1xi32>) outs(%55 : tensor<1x1xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:clz#0"), %in_42: i32 loc("digits_int8.mlirbc:const#8"), %out: i32 loc("digits_int8.mlirbc:sub#1")):
      %81 = arith.subi %in, %in_42 : i32 loc(#loc63)
      linalg.yield %81 : i32 loc(#loc63)
    } -> tensor<1x1xi32> loc(#loc63)
    %58 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%expanded_41, %57 : tensor<1x1xi32>, tensor<1x1xi32>) outs(%55 : tensor<1x1xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:reduce_sum#2"), %in_42: i32 loc("digits_int8.mlirbc:sub#1"), %out: i32 loc("digits_int8.mlirbc:logical_left_shift#3")):
      %81 = arith.shli %in, %in_42 : i32 loc(#loc64)
      linalg.yield %81 : i32 loc(#loc64)
    } -> tensor<1x1xi32> loc(#loc64)
    %59 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%58, %cst_2 : tensor<1x1xi32>, tensor<1x1xi32>) outs(%55 : tensor<1x1xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:logical_left_shift#3"), %in_42: i32 loc("digits_int8.mlirbc:const#2"), %out: i32 loc("digits_int8.mlirbc:mul#0")):
      %81 = tosa.apply_scale %in, %in_42, %c31_i8 {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32 loc(#loc65)
      linalg.yield %81 : i32 loc(#loc65)
    } -> tensor<1x1xi32> loc(#loc65)
    %60 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%59, %cst_3 : tensor<1x1xi32>, tensor<1x1xi32>) outs(%55 : tensor<1x1xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:mul#0"), %in_42: i32 loc("digits_int8.mlirbc:const#3"), %out: i32 loc("digits_int8.mlirbc:add#3")):
      %81 = arith.addi %in, %in_42 : i32 loc(#loc66)
      linalg.yield %81 : i32 loc(#loc66)
    } -> tensor<1x1xi32> loc(#loc66)
    %61 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%60, %58 : tensor<1x1xi32>, tensor<1x1xi32>) outs(%55 : tensor<1x1xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:add#3"), %in_42: i32 loc("digits_int8.mlirbc:logical_left_shift#3"), %out: i32 loc("digits_int8.mlirbc:mul#1")):
      %81 = tosa.apply_scale %in, %in_42, %c31_i8 {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32 loc(#loc67)
      linalg.yield %81 : i32 loc(#loc67)
    } -> tensor<1x1xi32> loc(#loc67)
    %62 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%cst_4, %61 : tensor<1x1xi32>, tensor<1x1xi32>) outs(%55 : tensor<1x1xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:const#4"), %in_42: i32 loc("digits_int8.mlirbc:mul#1"), %out: i32 loc("digits_int8.mlirbc:sub#2")):
      %81 = arith.subi %in, %in_42 : i32 loc(#loc68)
      linalg.yield %81 : i32 loc(#loc68)
    } -> tensor<1x1xi32> loc(#loc68)
    %63 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%60, %62 : tensor<1x1xi32>, tensor<1x1xi32>) outs(%55 : tensor<1x1xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:add#3"), %in_42: i32 loc("digits_int8.mlirbc:sub#2"), %out: i32 loc("digits_int8.mlirbc:mul#2")):
      %81 = tosa.apply_scale %in, %in_42, %c31_i8 {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32 loc(#loc69)
      linalg.yield %81 : i32 loc(#loc69)
    } -> tensor<1x1xi32> loc(#loc69)
    %64 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%63, %cst_5 : tensor<1x1xi32>, tensor<1x1xi32>) outs(%55 : tensor<1x1xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:mul#2"), %in_42: i32 loc("digits_int8.mlirbc:const#5"), %out: i32 loc("digits_int8.mlirbc:mul#3")):
      %81 = arith.muli %in, %in_42 : i32 loc(#loc70)
      linalg.yield %81 : i32 loc(#loc70)
    } -> tensor<1x1xi32> loc(#loc70)
    %65 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%60, %64 : tensor<1x1xi32>, tensor<1x1xi32>) outs(%55 : tensor<1x1xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:add#3"), %in_42: i32 loc("digits_int8.mlirbc:mul#3"), %out: i32 loc("digits_int8.mlirbc:add#4")):
      %81 = arith.addi %in, %in_42 : i32 loc(#loc71)
      linalg.yield %81 : i32 loc(#loc71)
    } -> tensor<1x1xi32> loc(#loc71)
    %66 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%65, %58 : tensor<1x1xi32>, tensor<1x1xi32>) outs(%55 : tensor<1x1xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:add#4"), %in_42: i32 loc("digits_int8.mlirbc:logical_left_shift#3"), %out: i32 loc("digits_int8.mlirbc:mul#4")):
      %81 = tosa.apply_scale %in, %in_42, %c31_i8 {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32 loc(#loc72)
      linalg.yield %81 : i32 loc(#loc72)
    } -> tensor<1x1xi32> loc(#loc72)
    %67 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%cst_4, %66 : tensor<1x1xi32>, tensor<1x1xi32>) outs(%55 : tensor<1x1xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:const#4"), %in_42: i32 loc("digits_int8.mlirbc:mul#4"), %out: i32 loc("digits_int8.mlirbc:sub#3")):
      %81 = arith.subi %in, %in_42 : i32 loc(#loc73)
      linalg.yield %81 : i32 loc(#loc73)
    } -> tensor<1x1xi32> loc(#loc73)
    %68 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%65, %67 : tensor<1x1xi32>, tensor<1x1xi32>) outs(%55 : tensor<1x1xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:add#4"), %in_42: i32 loc("digits_int8.mlirbc:sub#3"), %out: i32 loc("digits_int8.mlirbc:mul#5")):
      %81 = tosa.apply_scale %in, %in_42, %c31_i8 {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32 loc(#loc74)
      linalg.yield %81 : i32 loc(#loc74)
    } -> tensor<1x1xi32> loc(#loc74)
    %69 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%68, %cst_5 : tensor<1x1xi32>, tensor<1x1xi32>) outs(%55 : tensor<1x1xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:mul#5"), %in_42: i32 loc("digits_int8.mlirbc:const#5"), %out: i32 loc("digits_int8.mlirbc:mul#6")):
      %81 = arith.muli %in, %in_42 : i32 loc(#loc75)
      linalg.yield %81 : i32 loc(#loc75)
    } -> tensor<1x1xi32> loc(#loc75)
    %70 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%65, %69 : tensor<1x1xi32>, tensor<1x1xi32>) outs(%55 : tensor<1x1xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:add#4"), %in_42: i32 loc("digits_int8.mlirbc:mul#6"), %out: i32 loc("digits_int8.mlirbc:add#5")):
      %81 = arith.addi %in, %in_42 : i32 loc(#loc76)
      linalg.yield %81 : i32 loc(#loc76)
    } -> tensor<1x1xi32> loc(#loc76)
    %71 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%70, %58 : tensor<1x1xi32>, tensor<1x1xi32>) outs(%55 : tensor<1x1xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:add#5"), %in_42: i32 loc("digits_int8.mlirbc:logical_left_shift#3"), %out: i32 loc("digits_int8.mlirbc:mul#7")):
      %81 = tosa.apply_scale %in, %in_42, %c31_i8 {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32 loc(#loc77)
      linalg.yield %81 : i32 loc(#loc77)
    } -> tensor<1x1xi32> loc(#loc77)
    %72 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%cst_4, %71 : tensor<1x1xi32>, tensor<1x1xi32>) outs(%55 : tensor<1x1xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:const#4"), %in_42: i32 loc("digits_int8.mlirbc:mul#7"), %out: i32 loc("digits_int8.mlirbc:sub#4")):
      %81 = arith.subi %in, %in_42 : i32 loc(#loc78)
      linalg.yield %81 : i32 loc(#loc78)
    } -> tensor<1x1xi32> loc(#loc78)
    %73 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%70, %72 : tensor<1x1xi32>, tensor<1x1xi32>) outs(%55 : tensor<1x1xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:add#5"), %in_42: i32 loc("digits_int8.mlirbc:sub#4"), %out: i32 loc("digits_int8.mlirbc:mul#8")):
      %81 = tosa.apply_scale %in, %in_42, %c31_i8 {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32 loc(#loc79)
      linalg.yield %81 : i32 loc(#loc79)
    } -> tensor<1x1xi32> loc(#loc79)
    %74 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%73, %cst_5 : tensor<1x1xi32>, tensor<1x1xi32>) outs(%55 : tensor<1x1xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:mul#8"), %in_42: i32 loc("digits_int8.mlirbc:const#5"), %out: i32 loc("digits_int8.mlirbc:mul#9")):
      %81 = arith.muli %in, %in_42 : i32 loc(#loc80)
      linalg.yield %81 : i32 loc(#loc80)
    } -> tensor<1x1xi32> loc(#loc80)
    %75 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%70, %74 : tensor<1x1xi32>, tensor<1x1xi32>) outs(%55 : tensor<1x1xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:add#5"), %in_42: i32 loc("digits_int8.mlirbc:mul#9"), %out: i32 loc("digits_int8.mlirbc:add#6")):
      %81 = arith.addi %in, %in_42 : i32 loc(#loc81)
      linalg.yield %81 : i32 loc(#loc81)
    } -> tensor<1x1xi32> loc(#loc81)
    %76 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%52, %75 : tensor<1x10xi32>, tensor<1x1xi32>) outs(%35 : tensor<1x10xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:add#2"), %in_42: i32 loc("digits_int8.mlirbc:add#6"), %out: i32 loc("digits_int8.mlirbc:mul#10")):
      %81 = tosa.apply_scale %in, %in_42, %c30_i8 {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32 loc(#loc82)
      linalg.yield %81 : i32 loc(#loc82)
    } -> tensor<1x10xi32> loc(#loc82)
    %77 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%cst_1, %56 : tensor<1x1xi32>, tensor<1x1xi32>) outs(%55 : tensor<1x1xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:const#0"), %in_42: i32 loc("digits_int8.mlirbc:clz#0"), %out: i32 loc("digits_int8.mlirbc:sub#5")):
      %81 = arith.subi %in, %in_42 : i32 loc(#loc83)
      linalg.yield %81 : i32 loc(#loc83)
    } -> tensor<1x1xi32> loc(#loc83)
    %78 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%76, %77 : tensor<1x10xi32>, tensor<1x1xi32>) outs(%35 : tensor<1x10xi32>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:mul#10"), %in_42: i32 loc("digits_int8.mlirbc:sub#5"), %out: i32 loc("digits_int8.mlirbc:arithmetic_right_shift#2")):
      %81 = arith.shrsi %in, %in_42 : i32 loc(#loc84)
      %82 = arith.cmpi sgt, %in_42, %c0_i32 : i32 loc(#loc84)
      %83 = arith.subi %in_42, %c1_i32 : i32 loc(#loc84)
      %84 = arith.shrsi %in, %83 : i32 loc(#loc84)
      %85 = arith.trunci %84 : i32 to i1 loc(#loc84)
      %86 = arith.select %82, %85, %false : i1 loc(#loc84)
      %87 = arith.extui %86 : i1 to i32 loc(#loc84)
      %88 = arith.addi %81, %87 : i32 loc(#loc84)
      linalg.yield %88 : i32 loc(#loc84)
    } -> tensor<1x10xi32> loc(#loc84)
    %79 = tensor.empty() : tensor<1x10xi8> loc(#loc85)
    %80 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%78 : tensor<1x10xi32>) outs(%79 : tensor<1x10xi8>) {
    ^bb0(%in: i32 loc("digits_int8.mlirbc:arithmetic_right_shift#2"), %out: i8 loc("digits_int8.mlirbc:rescale#9")):
      %81 = tosa.apply_scale %in, %c1073741824_i32, %c30_i8 {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32 loc(#loc85)
      %82 = arith.addi %81, %c-128_i32 : i32 loc(#loc85)
      %83 = arith.maxsi %82, %c-128_i32 : i32 loc(#loc85)
      %84 = arith.minsi %83, %c127_i32 : i32 loc(#loc85)
      %85 = arith.trunci %84 : i32 to i8 loc(#loc85)
      linalg.yield %85 : i8 loc(#loc85)
    } -> tensor<1x10xi8> loc(#loc85)
    return %80 : tensor<1x10xi8> loc(#loc86)
  } loc(#loc1)
} loc(#loc)
#loc = loc("digits_int8.mlirbc")
#loc1 = loc("digits_int8.mlirbc:func#0")
#loc3 = loc(unknown)
#loc5 = loc("digits_int8.mlirbc:reshape#1")
#loc7 = loc("digits_int8.mlirbc:reshape#0")
#loc18 = loc("digits_int8.mlirbc:const#13")
#loc19 = loc("digits_int8.mlirbc:const#14")
#loc20 = loc("digits_int8.mlirbc:const#15")
#loc21 = loc("digits_int8.mlirbc:const#16")
#loc24 = loc("digits_int8.mlirbc:const#29")
#loc26 = loc("digits_int8.mlirbc:const#33")
#loc28 = loc("digits_int8.mlirbc:const#41")
#loc36 = loc("digits_int8.mlirbc:max_pool2d#0")
#loc86 = loc("digits_int8.mlirbc:return#0")

{-#
  dialect_resources: {
    builtin: {
      tir_weights: "0x10000000A173897F79E0169BDBC403DA2C789F94C30CA55C388ABB4B99D0E24C7AADCFAC9BE03EA69E9E0A56CE2DD67B4FE3EAB9E42A2A5945AE7F83C3A41E07B5B4BA371A839346E32668C138713C965F0949E19CA3AD816C76614700B7DFA3B13FD18546D9E314BAD7F11213DD28ECE37EEB5E67279CB7668FDCA8D61181E142BC53520123298C56A9E0308F9FF0DAF32B5718EBA7FAF1E258C20D07507F48F40749E055F0B8ADFC6C0BE17C24D0C2D6B4C9B9B193BFDBB8B1B6D06C67A0B77F7C4D04425CAA14A77FBD64BB2164CDFFBFA296F13CDEDFA304000FC2F1BD43CFF326C763AB724763CEAAA94673EEAFE081E75EF873AC34FE1C968734A06CAB0D9CA889DD33EE359E15CEB26FED02EA4CD96086301E6F65953CA81D8152AAC6909CB05DC905B94CABC27EDB081BADD2B7D8A771C5A47F15B6E6B43971ADF13DA976B53B",
      tir_weights_1: "0x10000000010D2B06EB05F85297C5D65C227F0635EA7FED3739C6DDF0FE81D27F9AE22F6651B5505D7F81DD814705DD69F64F7F180DF18118D54F608B7FF9DDC7463EE4816426BD31D5487B6EC6D9D3B43195B30403E4C42342757FF049C3FBB80E03B2AF27BF25A29AC100F192DC81E2C8E8101CF073DC81CB1943F1EEEEF2CB18CFB44B811334C00A0BFDA93EC833A07F444356",
      tir_weights_2: "0x100000000000000000000000000000000000000000000100010001000100010001000100010001000100010001000200020002000200020002000300030003000300040004000400050005000600060007000800080009000A000B000C000D000E000F00110013001400160018001B001D002000230026002A002D00320036003B00410047004E0055005D0066006F007A0085009200A000AE00BF00D100E400F90011002A00460065008700AB00D300FF002F0064009D00DC0021006C00BE0018007A00E6005C00DC0069000300AC0064002E000A00FB00030024006000B9003300D000940082009F00EF0076003A0040008F002E0023007800340063000D00410009007400910071002600C50063001800FE003200D4000500EB00AF007F008A0007003100480091005B00F800C60028008C006C004A00B7005100C300CA003500E500D0000500AB00050074007A00BF000F006600ED000100360063009E004A001B001D00BF00D800B50022007700A4003E009300B60097001100070077009B00FF00A6002A00E80024003600C500F500A300B00041000B00AF002200F500EA004A009900030003002800C600C30088001100C700FE00C5000C007F006900D1003500BD00DF00EA00BE002200930014008A00C6008100F8005300D8005800BA002F006700B7000B009E00E3003600B10067007200100026000000F400BD00CC00AF00FF0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000100010001000100010001000100010001000100010001000200020002000200020002000300030003000300040004000500050005000600060007000800080009000A000B000C000D000F001000110013001500170019001B001E002100240027002B002F00330038003D0043004900500057006000690072007D0089009600A400B300C400D600EA000000180032004F006F009100B700E0000D003E007400AF00EF0036008300D8003400990007008000040095003300E0009D006C004F00460055007D00C2002400A800500020001C004700A6003F001500300096004D005D00CF00AC00FE00CF002D002300C0001500310029001000FD0008004D00E900FC00A90017006F00E1009E00DD00DB00DA0021000000CE00E800B500A8003A00F5006A000000",
      tir_weights_3: "0x10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001000100010001000100010001000100020002000200020003000300030004000400040005000500060007000700080009000A000A000C000D000E000F00110012001400160018001A001D002000230026002A002E00320037003C00420048004F0056005E00670071007B0087009400A100B100C100D400E700FD0015002F004C006B008D00B200DB00070038006E00A800E8002E007A00CE0029008D00FB007200F50085002100CD008800550035002B0037005C009E00FD007D002100ED00E4000A006300F500C500D9003600E400EB005200230068002C007A005F00EA002A0031001100DD00AE009A00BC0032001C009C00D900FC003200AF00A70058000300EE006900C8006900B200140009001700CF00D300D2008C00D1008800AB004E009B00DC007800F8000A0083006700E7006B00950044009F0015006C00C0009400D400E400AA009800BC00CF003E00480005008100D1002E000B003B000B006600FF000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000010001000100010001000100010001000200020002000200020003000300030004000400050005000600060007000700080009000A000B000C000D000E001000110013001500170019001B001E002100240027002B002F00330038003D0043004A005100580061006A0074007F008A009800A600B500C600D900EE0004001C003700540074009700BE00E800150047007E00BA00FC00430092000000",
      tir_weights_4: "0x1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001000100010001000100010001000200020002000200020003000300030004000400040005000500060007000700080009000A000B000C000D000E000F00110013001400160019001B001D002000230027002A002E00330038003D0043004900500057006000690073007D0089009600A400B400C500D700EB0001001A003400510071009400B900E300100042007800B400F5003C008900DE003B00A10010008A000F00A1004000EE00AD007D0062005B006C009600DD004200C9007400480047007600DA00770053007400E0009E00B6003100170073004F00B800BC006800CC00FA000400FF000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000100010001000100010001000100010002000200020002000200030003000000",
      tir_weights_5: "0x100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000010001000100010001000100010001000200020002000200020003000300030004000400050005000600060007000700080009000A000B000C000D000E001000110013001500170019001B001E002100240027002B002F00340039003E0044004A005100590061006A0075007F000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
      tir_weights_6: "0x1000000029292928292928292929",
      tir_weights_7: "0x1000000038DDCB7549DAB37D2D9B9F78B1548640B91C516EED5E097F1AB3EA410C5DFB7472BEA07EB23B9F7A",
      tir_weights_8: "0x10000000B8000000A1FCFFFF80FCFFFF7D030000DFF9FFFFB40100008A0500000AFEFFFFBDFFFFFFB2050000",
      tir_weights_9: "0x100000002727272727272727272727272727272727272727272727272727272727272727",
      tir_weights_10: "0x1000000043EF7E568AEA904E7086F3458E9325577ACA844F3DADCD4E4AC1FB5E78CF5661E0FCE063811D5E5490D37C6A59766E5996125A6D8CFD0959B5B5996B0C2014537713B666B8B7A564EBD1F05C00BD025441D9D16209788568F52E755BF278005AC611BA56BD012F665B04FC4E5C233A5AEFD79C6672E11269BA72C1712BC2CC63",
      tir_weights_11: "0x10000000542D0000BA530000D86E00002E130000A38D000058370000A3D9FFFF706D0000EBA0FFFFA43F0000B32D00007EE4FFFF80E2FFFF66C8FFFFD7C6FFFF310F00006ABBFFFF821400004DE0FFFF43E7FFFF42FDFFFF5DF2FFFF7F2100007A010000D758000078DCFFFF439500002D6F000073E7FFFF0A0E0000FC1400005FA8FFFF",
      tir_weights_12: "0x10000000F3D3113D060432E7F615F207582642E9FB02AA19DF34B93F0AF5FBBDE4E70FEC1402173EC6113DCDCD16D61E465706E7FDE7BAF60120DE121126DBE0D5EEDC53C71CE07FE40440DD9034D62D251E34EE1FEACD0BF1EAD1041DEC31F1E6E7A803EAC8F1FE2005E212FD1FAFE6570A00FF0E46C105F40EDA41150CFED4B3F1FCD32909DC2FC3150DE1FB0BD4E973360F37D815AD04E50FE234E51402E5B103F8E31E0BEA61B70D2B05E9FECE314A1813DDECEDBDF9F103BC1AE7F70B12B7FBD00603E4E2D7290019EAF9FD09280E2F0642D141CA0E2D0FC633FEE60607E2FFFDE41DFCDD03D22707E6E106D8504C4EF615E7FCAAEC2A3DC5E903F903F3D9FC30EB3808E00BD7210FC2B0C3BA111D381B1D202B9B34FC0AC6F1DA16F2FA1F1DBC22B828E815E3D128D2F1A4010DBAF2D24CB2D8E6E7DB0E15DE232F1C1EFD40EE58F5F6EE2C03F2340034E00532BC15E531C6CBD301D60306CE0BFD12FEF821F017CFCF1D1EE00E07283FFF172B0134B90BF1B30C21D8F62DCC23104C2F392B060DE3D8CBFD1EEDFD19FADB0A07E60DB52D81C1B9F6D7EAE2DD0B1D1911DE4BFA2FD7C2EF1A05E80A2B4BAAE715DB22F119BEE9D3ECD31903D92D092317FE01EF0FF3B3FC03290800ED13B50C20C429DD15DFDE2A07F0E208F32F0C2F200FF617FBEF25F4090408F80D2FC8F5F4E6FEF340CBC314EBB309C8011A205243E9F9E2D1F10A0EF6320804174DE11318D355990BB9C5E1FDB03CE0F5362E291416FEED2702CEFAC02A302BFF43DDE836C744C014E1CEEB1CC90DEDEF22F44C551B2A0112BE1B7F17E82C0F17D524D7EC08F1FCB763FEF9FA0804FE502BFC13A502DCEF1ECCE44E29C603314CE0F5D7F704F63CEB4B220F09C9F2DE4801DC13A903E5FD2787F9271407D74823BC0AF6F107FE29E833CC0AF3F0D20B2D18E907B1353114F4E9FD5CEF12F8F8F1EA1DF708320613CD09132EF11BB9BE7AD4EDDBEC04EA90CD051149E4FDDBF625DE2CF9271D1012DC051710F507B50E350ABB18FADCC310D002E81418DAE91C09FBF1F6F757FDEED8F6EAEBA9FBCAF461FEC3C2F01A1BC6BD0EF444A3F0F612E131050601F72F0EE4050A2CFF1398296EF9EA1F02D1C4E2D01DDF12FBEBC420C01614D5F11D180DE33F26CFDD20CBDB49DAF31D1EF7A0C8E423F253B4BCE4FBF2180FDDCD3C15001929FCE00CFEE1D158F88FFCE70D08EFFB3FE6F2F4F7BBD7A93ACA17E42419C518E7F2DDF3C228EEDEE0EF37CE193BF32D399B33D219E403CB63EA18C9EF1D30CBF820D70E2A13F6DAF2E4159D24D2B3F13ACE45C621F8E6D3261C7FDBC3F30EBC24DDED45182534D4060C3BB2E727EF09E6F9FBE5DEA3FF1C51E53EC10EF21E0DD80FDD2D0A161DA6190E3EF6111BE613CED4E4C908E804F759EE42B3C73E05E3E5F4BC3627FBE6DAFF472FD740E9E919ECB11AB60613D7DD58F7248FEE1D190D09EE033C22462E042A223C0A1A02E611E0CAD8E7BFC6DA382808262E060ACFDFCD04EE1E0FFD15FDFAE6091A34EE113E9CBD10EEF4E3D2173516F2E5DD2B1DC6191E0DF40F1B19C80823E91A30C5D3440DD0EC34EF111FFC281F17AEC61E0E0EE4BF06C5321115CF112DF025FEDFDDFDD8C301EEB8EA300AC618FABCFDDCF5F62D1A27BDBE25172143E066AC251D0E5DB2C21C08B52E3D51AD11E2CE22F5EFD9E91619D6DD20F01B2DE240D645A01445BCC1FB1AC9F9533EF339DCA7C1F65FD52FDC3EDAE50FF3E810F733BE3F054A49FEE1F1E4E1EF3114F75E05C70DE9D6E5AAD703DED0C1F61152302BE3C414BB1012E3FDEAB31B291FF83DF9E3320020CFDCC5CCB1E7BBEDEA542A1808E3E7E13BDAC12DE6A8141863FE333AE0DDDCF208FFE3DBBFD29D18FB64F2360F2519A20DEF81CFB4D6CF4122CD2923CB13FE0F3710BA0DEDE50AF22F401436F8F8DBC2FDB9A4D5BEBE0D703E112ECEB11D2309C33FFCFEDBEF01F72E63373741D48CAC5BE791F9ABAAE1510719472295DF08C42A1424A3D81AD7FD1A3B1F56F60EC9CC2A0626E3270C5FFDE600D9C651F84BB51FDDDBB2D5DA0A05F4A5E8362BF248FD02FF24DB4F247F30AB0BF6C75E024DB2FBC5D9F702EAFAE322DCF22921A6FB4DF10718C94FEE733AA1180AE262095EBCE8F402DFE8A7FFFA14D9E2F74FE72AD917E703B814210220C7EDD8BC32A455CB40EDE6BDE701061002BDF51410E6271BDEDDDAC6205E0A13C517F2BF36C071D51AFDEFCE04E612D903D51A061CE2FA11F20002C24618151C88F7C3B742D97BC62EED17EAF7C50AF3FFD5050A13E9F54009B04CC22C3757F6F4FB0FEE38BA32CBFBD203B4F90367E5E2C9FA0BF9FC16F92DB552C1E82E1CF3D120001320D35FDE3AB7ECB80F0F7AA6F5DAED48CC112852F1C835C23C2343F8EA16B5D21FE677E920DB0708FCC43DF9DEC5F73113FE2D2B290CEBDCDF0512E4F5514F1BDC0EF7F7D02B041FCA5D0947D6BF0B001E11122EE1F4D7E9CB3CCE9D2B1BF63BC006EB121C0C2E18EE6DF961CFD21DD30812FED6C609DA128745B097CA38FF13E63FE037FD0A120B0D573232D4C2F1FA09E712D7E6D22ED327FFFE070DEA044304CEF307F51C2911E4613052EEB904E1FA2A160138E734CA150FE1D0CEF5DA5BDFE3E80DE5001A24FF3BD733DCCD3E1EF12ADA3010ED02CF170DD4F3FA243C7FEED9C11EB823D614142BE761B0B83619F403FD20FCDFF7F61B12041029CA2770CDF3D806ED1610C2F40DEB55CFE0FECFEDEB184409DA01F7483BB5F52FF30030CA0EE512E3E9D6FCD746F315A1BB0EF6FE372CFDE2EE27E42503C508580A486DD7C0D538DFE901392566DE0791D91DBAEE0AC63A03C41C350D46F0232BE1C1D856EBF82A0CF0FC00DFFD11D618F009D73DE621D8E3DE220212251AFD32C99CA749F0020722D0142803EFFD130FEBFA201AE92B29C5DE22EE2C4715E423CBB0D645DD1BD80CB9FB250E01ECC00FC800EBFD04FE2AEF0E01231540F720F8A3B3E92328C2FE34D906E0D0ECEAEC260115E1D9EE1EF9B420F6FFE655F8F104BEB7AF0F11E3D443DE17F1EAF51C1142E3E9E6FDFA1D05E2191B030C5A07EF3AE7C4E8081CECF70DF8F7E2D3EE09E007CD04B50D0F3900D0002220DE65221EDAECFAD9270DD9D332E9220118EBFDFC24FDFE04031028CBFBFC3519AB7F0DF60DF1DDF400E4211829D241E115F322E613D3EBFBFC1721D8ADF20E22C27010DC22E3EDE323DDFB1703E729EB08CAF5F709CFE7F1E91137EFDA3A16FF3FD520EB991527D4FB140AACE50D07EF11F7F3F0EB04DCFB34E905E82C3F28E014BC4AE7A8404830D8F906EAB8FCBEF408EDFF010B22D7F92AE0FC240E222DF71E967F00A0206EFAF2332DD5F3E12BEF02F013FDEF2DDF1743F9C6D11706281875D64FF2B44538B0FDFE2DD3E805EF1331DA1707E1F8110112E7DA0F2BF5070D2BF332E1C93220FF180F3813CC189A301829CFED0B07EE1C32E3D1F519FE13ED37B6561CBF1E32EFF51233F43632E51F32F7CEF7FA130E351EBCDCE8FCF7F30140CF1FD0BB1F1E190BF04F31C714C04C151DF5EEDED0F212FA14DFF6391FFA163DB5330BB8F6281827F732EEA8DC953D28E6DC14000DEC0C13DCF52812ED20F52EC85B0FC2F8EDF3F70A180DE534F13611EA0F20D52BD3F138F7E1FE12C71710F71017E9033111E1F4775023AF0851940FFF35145AF70EB49AFFFBDCFCE0F32A161B06CB9F1848F9CE0D300CD8D745D7F01DF0284EF8F3EBA0E403F205941140261321CBEDE33438D0DF1418F22C15CE014A393313EF95EC96131FAE15AA0206E1F4F8C2D721281D003B4E199E4116B3EF26EC15439FE61BED6726D5EA95D10C1E0EFEE7F80F232813CC2017BFDE31F72F46E933349DF238962FD220F2A8FD040C0D390325F80E2000ED2349A8AE2FEFDF2FD92FFBBE9522A049D9D323A627E00DC11AF80CF5687F2CF9453AC4DE06C1D518FE411591D3F5C74ACB2DDFA3BDB0F006C6D82FF4203A25C92F75A43015D4FE62CFE15496E3C9BA2A130239B00AD216DE110535FC1256E3D44B5FDCE5D90EE347D600F3CAD4C4F91CCE1CF6F4F0141D0BEEF81FE2E034114E340CF2DABBE927EA08D6F9D03A0ED50C08CA06F1EC124E112B23F7F0F635251A0F00C60CCFB91ED5E9D903D13D04FC0050FF05FF1DFB262D073BDAF6F61224F205D5C40B9AE34EFAF9B511EE4EF6E4F74508E802CCE0EF36DCFD22DBD204DF1425051FF8D8B00B1B0BF20DC7351DFFF327F1C00DD3E31160E50CDCDFAFE7F20E5F0425E1C6BB1DF929B911B93B02FBFF4318BB2BE1ED255C0AD9EBDFD8E4EEED48ECDB1ECDDF2F071AE0FAD9313029F544F6F3FA1EE3F64703D036E1F4FA2CAC0213220E02B4093823BBE1D700FE2C212EDDE4E141D5033519F41DEEE4BD0BD92DFF17CD10BBF7034D91E6B81A09DD35361B04FE06BB1A4D17C31DC5C3BD2AFD3AE2E9D5CCE21ED524E3DCD21919F5137F6104DA363EF121E51F1CDBEB0431F0FA1032E318F2390BCDBB0F0714C4D141E028F3EA33FD03F4B8EC02DF0C0130C9D84106F02C55ED3DF3E81409A6D9190DDFE422DC2B1AD908E4A62103E2FBF7EDD8051AA66F0202F1C9141104D9C430FFDEF8D9E43166F6130E0019EAE3E36AF9D00D19CF400B12F9C41A1E24C1A7FE43C525F7FE333EFF1BF1C8EAE6C2FA1A00CF1334E84A2D0E020618332CD0B2F835D913E810325EF445D8EF1E05EC2EE1DBCB0A28A63617F5E717012027EC97051DCD38FEDD3469074D0936EA0BDFF7F605C5161CDD3A1216C1F9F0122EC4E1CF2DF60FD4E4387EEF24FD00F3E4FD30FC08EB1D09EA1F3935E4FA420A27B2CFB60AF702C1F4487FE731E9CBF6260129E7DED04F19A42F2516C4F12F303BB9B2C4051D09B70318FE33F83CE81AFB442DDFE4FFD0C505C9FE1308DEDCE8EE07EEC814F4042D12F4E80AE534DA17F31E4DE9D9FAE1D70BDBF6260BE11000E4EBEFCC27051169FD21FDF40C2EDDB91DE945E8C8F0E0D81CE0310F08EBE630F1F601E235E20438F113391CE2F9F8090A0436EEBD2DF814E09C027321E1EEEBDBF4EED721273FF9ED051A1BD3FDFCE914FA1D0ABA2D0BDA04D23B321906FDDFF3E8FDF55BE8310BF73A2801FF1104C2092828C88812FEC3E1CC675B16F23509E7F3FD1C30F7331BD3371928DE3CE94C090D19EFB4443FC9A1B4FD5903B60AEC060EFECF0BEA05E7D95A0C1DC32326F0F9EF03DC8A2148EBE0E225470AD6F8F00128BEC40BF0112AE17F413BF824D6EA1E03DBE4AC0633CFB5DD6020D8D518FB290BDDFAF8E64B2826E21A28EBD0264AE1FE2A0B04EF1915DFFF1D412FE9D3E952D0159BE7CDB81A37DB01FAD0D5282FB0006AE326E5EA051104C01E06E4CCEC1119E2BA2BCDCA1B41110DB8D3BEF71BC2174DDD16EDFF18EDD8B15AFEEDDED83C6407F8E108270652E8E80DCBE5142EB600FEDF35DBB33DE6EE15FAD609D8D75035F210103438FB56FC191DC4FF4D26C72F27D52EF7FF4CE7F60DEE1013C5B33840E51234CFF41E3EE52C0301E7433FBE1637030AE2C62EF404E74AF638DAC6292EEBF4F30ADF3654A0CF3BD7041746C718EDCBFB81BF4EEA390DC8D135E9CA7D0AB20908E2560A14F4152DDC2F3D44DA3B10933A97952CBC34F40AE60CF4C65E16E50BE7EE14D248F63CFDDE07052DCB26DDED1FA2CF3ED042CB13DD41B1C16C1305E115F23E0F33E6F622FE2F06F5FB2FDBDBB314CFD6FF9B73FA22E5C9E9F61A24F0141742224E03152EE634F912F52041FFB9CD00D0359C4E07F7C909E5EB08E7F90C16FC4632260012D3173226CE1116F8DCECD5C635BF4C0AE2F1F0000D0608F328D7093041EE180ECC23DE16DA2A16F1CFFFF4D3299840311DE009ECCA1AFD000C1D13143E190523AB2A01FBEC260FEDF8D409E139AA601C04DC06E7DF2607132E1B2CF73732F30AB30A1C00CE1005EAEFE9E4D81FD66416F9E01F04D70BFF282DDD1FFD50E2070FAC2EDD110618F1E9DB1226E802814C380AAEEE00D42025110F3F28E45EF30518B646F5F2ED03E1DFE3EE12CE1CA444FFFBC220F5EB3C093320190109511A101EEA3E3DDFD819B8CFCDE704A3F9A64721FFE1F710FC38D41FD404EA321FDC0DD314BCC414170D3E0072F1FE170FFD08C940444AEBF9FC0CCD3AE30AC641CB13D721B4DA2007F70DE142BB2DFE2219FFF54A372EC8FB19D5E50A12C1CF38CEEFBD30B1EE1906FA24C82FAE5321D6DED80D6E2625DAF008EFE10722AFE3390612E6141204DA05EC1F0B56C41BC2424DCFE2440EEAFFF2ED14E62EF9EEE00BF50FE5FDB91BF7D9FF05FA69E026E3F43BDFD812030B01EDE323092011C5ED55D802F427C8F83ED6ED0DED68C83AFCD221D505202CEEEDEC0B13E8FD08A3B34FD9150C19E210E5F9ECC4CA7FE312EE1168BCBFE7C90DEFDF0004EDE81E3BF35ADF0EEFF8DE15FAD835A5ED78BCC506F13FECD815F02FEAFFD4E0390815EAA22AE206BE18B0F409DB07D2E37C07D917FA1EDC014414E31DD3FBFD2D312196E04DEA4E25C3CEF611001430080FE80E220ED9E7511523ABDFF10BC1CC18F6E5EA42E42C32D6E40B01C9E47E152BF908F9ECCDEF36D7EEDC09F7C2FF1919FCDEF27E2C180BF8FD030CCBEB2A0A2EDCF7CBFF9BFD460D1ADD1623101BE8D0E2FAC17FF428082410062AF3F6F1031CE7141D1513062D112899DC00EAE80205C5F71357F21717051823C6A9F6FCF73800C11713F0FD2DF521B4F6220300191807DEF268FF1A291B01EBD59CCBEE0D4BCCD32A3CF5F55BF343DA2326D83B45F228ECE159E409F3D209EDDB05F8DF0BF5D7E034DB2040521512B7FF2ADCDF0EECF80C186435082BD520CCECDBE0E31723C10A0FEC270FF6EE29C8D10DBF031A0C0203FF753D1717F9F2DEE0C7B4B52127DEEB40DC0B0E2EC444D9F216F9FB2D030A14ED0B26223CFED100D1EE181AF53A050C002508C71BE9F5B23BFB021A8143EFFD0AE8FC1FF021002908E807210C0E28E6EFE7EDC825DA1FD52AEDF0F1B919EFC618E2FB23FD44D510F0E502FF1E234303C9F8D2EC0CEDE60133331733F1452CB018EB1019E1E2E1F00305EB000C131D3AD9F92BD324F5F1E55108D0FFDA2DFFB604FDE62BF014D5FEEEF3C2F82DF93FF0E8DF23DC22F71BED470AE1EDDF15EFE2EBFCDC15ED4300E6E51CD8BC1C67630ED8CE00F8F2E5F5012B19FF121B2D1BC11C0B2502EAE6B2F5E719D7FA5004F8FFFE1836F5FFFCF9E91B0AF3020C0FD2B415E2F508FD1AC7F805FD01FC381E4EE325DC1CD402D711B10BE5CD16F309C7D50F2EE70FF931F0DCF516CCCA47071005F9F7FAFAD4E600FA1000D8320F50F0FBD90EFBE20316049FDE4503261DDEE1B0151CD839CC67EF50C3D813DD3A30E03CF930FBF9FBFFE4A0FF5F09FED7C5E5EAE721EA300941DD5799DFFFFB40153FF6CA261113C949EED4F747EB0FDF0097EC094FFE0B0F2AF57FD7E0F80C21FBF0DE01FF2913EF0E1BD7C733EEF228C90BEEBC1CFC4CE144CF31D7DEDC0A4832E529DD071C0D180BC9BEF029B01732E312DEEB1CF7571AFDD23DD5D9CC173433032DDC221D27EA4FBD04E537E204FCD0FAF60504E4522622021BD3E4EA061222DDE7F0DD0F2BEF49CFACC62A06E80AEF32DBBF13FE2F164BE20EFEDFCD2B3DF22602E342182C314CFBC6D329BBD30DDEF806D5E612540AFBCE42E0D1E41C1A0214FCB905222EF944D0F5D34A28270113F405C23AD03DFE14E128E7CDF3EA380F0FDBEA18192124280AE7DA2C0322F7C705C6F2E7EFF0FFDBA005F505D9F0F91F0F34E62ADB571A1DFFD5CF50412FC7B40BB8001E12F341F9CFD5E708E3E1DE2CF91DEF1DFF48EF31FA09DB170215D5EF08E8F6F5211B110EFB330535A502043FCA1023BD2D2335E9CB0FD059EA080BABF9F7FCD9FD1FE3F8D5FAED07BE092C45E5F035CAF73B2314E1EBF944F81406C31FD1E0FA082625F504FCEC2DCDFF1C32C3DE30EACB3FEE01D416F65E2C0908ED2507B511D14023D3D040023DCCE41C20FCD52AB431150931D2E9F05DF6DD25ED31CEEEDBC92902CFE1D8131EEC1E1024E1F5F5EFDC171116FBF7137FF912E0AF30F7E826F91FCEC4ED0C093FFFF00703E9EC2CFFFA3F0F0BCE0BC9612C380ED03DFDF5FBE34DF1C5BD2D113DD0E02540DFD9DC08F44031BFE2084FC73E52DF3CE12DF4FB4AF209284CBDECF9ECCC9FFEA8F30914FF2D1CB7E41B36CE1F6DE74DE50DF6F3EDDE0CF532F506EB26E0960CC41C120E0935E9D9DEF60CC72041F916C8E2C6F4F4D72D0933E02D1D32BFB9D4FF011619D8F3F4C6EB100FD6150FB80EEA5636F9F5E4583305D0EF3713B7A90FEB2CE813EFFC26A802F201D83218BD36F037EBF72A02434E25F9F6091FCDC528DA13D1012D1012E00BF7DFB9002DC3F3D44711F91DF87F13F9C0F3133BFFDD1E0A24DD00D3CF09D50B1846FD1F32CD1DC61F05F30DFC04170703D6340EA9A8FAE7350EFF1CE326C60D222FA71634D71FCCF7F2F10DE50F061FFBC3162AB1BD07055004E91D0227ECFBC60CBE0220B806C3041CD120FC1CF72CE0E23A2BBCCFE817383704E204181C0C0105DC031FE6F315F8CE24C74200FB290A0DB433F6C50EE22AED1906153FFF40F2FE0B0643FA0CC3E4F11BA725ECF00C3307DF2C16B32E2B49130308F62AE0350320F42C05E4E8DEC79537BF25082309E407C41100DA2C12F3332FD010FB131CE2E6E73E3FF0C522EFB200C1321810B509FFAA3924F62C1EC12A1DF6F61AD707FEF5F72C2122F5E9EBD71BDC26FE35FBF7ECD12804CA1C132431FA59DD3B12261115BE3133B6F305059B28C627FF04EC01E4C61507F2F61AE5E52E02B61ADC10E204EE1A31E194503FA428AF1C06219B1E1099484418FD1D05F41FF9C61FD02303EFDB080023E90A10AE1D9635063EAE1F08DA262426E319FEECFCF2E84AFC1D36F9C31602F5DFF72A8133AF4BDA0FB633D4D42D013307EFF1CED5232911FC26FD34CD1E431EE7F1F4FA0720CB0E2307EB28DC01BECA21E919EFCF22140101EADF12C7FC0D1AE5D503320751FF252F2D1B1CD0E0C89F0B071808B7170CE614F1CE20F0F20B15F5E3EEF3DB35F61419FDDB26D8D5ACD6EA18F324DD2746F31427EE17C4FF54F5DCF434130A0ECF121DE02C28D3FFE2D44E1612BBE22813FB06FAE8F4B1F4360DBDF10601EB28043D24195429CEE9BDB942EA0AFCE018150C49E8E602D9F43CE4D0F30E03D9EB222C10FD1E0FDD1A81E304FE3C27C553450326270B4EC80861FED00247F6DC1FD72A1DF30BE4E8E9A89733D726EFE066FFFBE902C7FADFFC42E7C3F535FFD02B112111DD401AE9F5D89A39E857C1C642210705F0C13AF12326E3C2DC37DFD4CD1B231EE02BD4E3F6A5B22D5364FB24F8C839ED0DE4E8D91628D3D8F8C7C725B223B6021D1AD6BC192107EF6CFC3529D1DAECFE0AC9E829E63BF4D409E01AF7CD25F709CB09C40A0126C93B21052C30D207C80F24E1E2532A61A0D104F4CD2FF8210D14D9F5C1F72F5FCE2917E9EDF7F3B7F7ECDB23032FF04EAEC648EB0BF3C71E030CCE07B3D04E2912FA472F4D000ABD02EBF025F149F22ABDEF0900E5D9BFC7EB2AF41181DF5B52EF1306FC0BEA11C0CBF6F90CFD34105FBAD12E19F6F8B72C3F10E70FC3E7185C051A1C1E27F62BD500E60BC53EF6E53DB8B61DEEED139200D2200F49C8C14110FB2A3E4321D211CA4210E4201E1F39FAF2E2F502E40B9A22E2ED0600B4E23101210022FD2BC7D4FE0EEC0A260B176C29B2D1E7D50D08E13409E8D635900C4D302BFF0E040FE0FAEBDD00F8E4D22110EF0B0E060A09086CF7AC4A247FE6FFDC1055CEEBFBDDEC0BE0E02210E4E23833AB1128F1EAFEF93909CA30195D00D4E1103AC0FA2BD9FCEACB140F0FFBF42E32CB072412191FDB1F13A94CE82DF7E9CCF749DE0224C3DD20C2F1121EFFAD3118FA0E1F1AF9EC1842EAB107E22010DBF0FD20D5172FD5E0F5EAF60D00F2DD0B0ED710F8E40A200E3CF8A801D62B1CEDE2291BD8FCECD9F2C5F013D1DA0E2C1F090022EA1703112113F0C601DAD5F2EDD922CBEE00F0D216F9F9E21B10F8CE0ECB3CCC454922B20FFAC4D9FE1D4908D0E51F08E4E40D15DFC3EEDD1D0F01FA243007CC41013102F12EEAA711FE63CEF6FC2035E9E1E2E2DEE2F7DAD30EFC1A035213FE47FCEEEB1C19E7F112F2FAC7F99DF1FAFBFDE4C83505D528B3251DC2F208BF2DC30EAAE3C5D975DFFCE029F326B02A3400074E3C444EC725B44841DBE21BF70BD1E4D1E715CC43DED9D2D9FF0007127416BC4748F754DF3CB33E6D1EC23F0732D12196061D0A1E06C0E0CDF8100C025CFFBB39F130FF0A3CC8351DD3050A8738F933BD2FEEAD45F2BE13D7F30DF7EA37E0EC3C3B29081D00A75016C3ED05BE0A1FF2E415F2E033FBA6E711082A24FA36D0DF1E0E672EFC35B7443AC4D029C60409EE810CFBDC28D6AEF8401D21191730C7E41EF252EBF9E9FC2A18A403DFC9D5BDFEDC0B04D06B3CF61AAF2223030B21D812183A2E0D2607C74D239F0A27ECFE08EAF51C26DB3243E7ECD10112312548D1382DF14A1D2A25AD5215AAFCFBECFB2EF6B0E1EAAB123ABDFC0D1308032027C01EF315FBE447D510FB1D2DE8E0D9E0C6EE44C926EF30C61E37F72211F40ECF250B1FFDE0C43A05101C1055B80DAA04FFCB01D92B253CD9FA1FFE1812F00EF005F1124FA6BD22201CD7486DA912C1BECFE933192BE554EB34F5CD12FCD123C91D1203F814F34CC50CF000EACE1B111433E415D7F8BC13D701CC114CEAEFFBE6F6319DF627F819F5FE1A0334BF31E00315E617C8FFF20BABF5C6121ED7191608101AD9F7CBED1801E10F0A35DA35D8091DCE11C916E4059AF8A0B90805C6EDE71A2AD2D818C232C0EAFF44EBAD461BF23508F2E70DDF23F9D0BF022DDD1129F3FEECEC0A19AC08A4EDF8283DC92AE9091B0AF5C94CF20BF906B12F4CFE00583DEFC3D2F120B5149BD9C52DE813452AF2FE18E0013516B2CE0F81D03BCD0D400C28C6DABFBE1108D9E0D2092EF5C0C540E9C21CF0F2072EB2101E44BCFD0E2328F1211425BFDBECD526F9112801BAD029D504F81BDA1E16D0071F17BA0B1F31EE2CFF48CEA2E4FDD223D6E32F2CAA0D13C6FEEA1130F017D9E33428E8F3070A02311A7923F6E6DECB35DC1617ECD2FD0EF8A7D9FEF4E8FDB61BEA2CF307102627EC3DE10EFAE3EBBC4AEFED3B12BBE8EB05DE0C25C3EAEBC1ECFD18EF0611271A0248CA04EEBFF8AD7FDEEC4509F40CF5CFDBF704F5EE02B4F411F9D7002AE314190D1FED18F116E33FC61F19FBF0F3F3FCB7E81EFD003BD21AE81D03FA18144CEB18BE23EAEC09A170DD1D4F18FFD3F207F5A73CD30617F5FCE5F1021A174D1A081FBBFCEFB3F19659D10335412C1914D502CE23FA30EAD4FBE9D30DEC0531351FF0DA0A1DE0D813D91166D7D717F519CE22E4D5BF20D0F7DF28E71758DFEB2BD8DDFA5ADC18D908C50C2701F33829FA142FE81DD309A8FBA7031A013F16F73CBECFF419071ED00681FC45FA0C201CCFE24B0528C92BDEDBDC0D00FC510D1858E1B0050A050CC602AF075EF9E337CA05EB28CF41C3FFDAD6DF48DA0475DCF5F6BBF24E18E300E90FC0156DFDF441D7182F01CA20F10CB3E3DE34F4075A1ECF05CBB9FE1BEDD3210AB41B5E291142CF210A30ED2DE81CDADC1E10D8EA53ED0812BBC0E33DF222E41FE2171AF916D9E2D53204F65BD73204B1C2761DD6640EF1CDE7CC0633AF1C1708BC030EEC0C0B46CF53E6F61A0401C2EEF24F16F4672BF109EFEAC624E01219F4CD211A0830EF1DE1210A1338D4EDCF1DDE2A0FEE5914FCE9C0C20514FBF1B8E41821F0CD241AFF1CED43EAE7063B0EAF280A3ED8D002067FB9F758FD0619D5F01B1DD3F22B2BCFF71108FD08E12802BC231951C7B9120353C4FE17D0030EC5DB0817F3CB300EF327032223240414F0D3161929CDBBFDEA34E8F01DE5E014C704051AFBD9F41DFE0BD927DB111124F4E0F90B360DDF0EF208E704352CDF01CA17FC0002C40E24E913DEE4E021160505B915F637E6D20EFE15F2FA1520FF0EE705D00B090D1206FE33DA02F530010BF6ECF7F926E8E8F0010CE0DB05E7F6F4E3070F2501C8020009D91A240DE7EDF51CCCFD1F49F0F719FDF808071536D115F0F314FA01F4FD2B18DA08FAF80416F12BDB1FF830D2EC171200F2272B08D01F0D10F308222CED2F2D0EF3FBE11C0B220DEA00F52DC4DBDB0601E8D6F5FCF5BBF30E16E5420AD3EDF15231040130E0C810171B3FF2F815F50CEBAFE72AEAFC2306360621691193F1D83B2021E62FD6DAEE0C0708CBE6FC21F60EACE805241D10CD5FED0D21FAAEF2E826F50C12EAF9DDE2C6F3B98E0B03550817F205041033FA131DEC042803BA39A11915C3CC38F11215EAFC05020B2A08F91CAEF612E74117E62DE0072EF8CBF9CF0E58DBC21EEA0C13E4DFD8C51F122DEF25D3EBEB093001ED2CEF282220C9CFA80853E0DB1A1FC7FED6DD10CA02FB1FE331E70D1DFC38F7F2E5132F37FEB80AD3ED4ED1EA5AED1F14EFBF7FF1E42F02DC03C5051902351DF6D20B2F0CE9C2E4E9164EE0DB181AF9F30FE815CE021C30312DF12C25CB242527C7DB38FFC3C60BA1EE3FF3E015131DE64CB919B8EDF32C17FCEA361BF84DFB123BE9F6ED0A2DF73B0512C30409EDCF2E2049D0EDE2F9FFCE2C03E201C46A20F710EECFDAE5FAE718ED28EF0BD0C5F34A2D2CCBF7E3FEECEA341EDBE9C27F39FAD8FFD9D7D31BDC1EDC22C3EB0FFC0B0D130B070B08EE16053DE5EBDAB63D1F345F101BF1CA02EDF93059F1B11DEDF72BFCE900FDEB0BD9F23A10F846E8440C1B581513EACBF4D1EC0F5DCEDDFF0D044A12EDF0EDDF16C7FB300EE807F2753628171ECBFBD2EEE2E9075EC8CF2913EC27190B5318E81EEAEB44F0F716DA2EE21E1BECF3BFB60EDEF71A21FDCD11260D1636E60DEBC1FD03EDFD0B1F5E0A201E302D142DDFC2FFC4C4F11CB2D3F00A121323F01B17D6F2D0E5FE092D0D065B564B0C1EEDE8BE0AC8DFFF2BE1DE29FEF3423DD9461D0B13E8E006FB2122FC",
      tir_weights_13: "0x100000002526252626252626262626262626262626262526262626262626262626262626",
      tir_weights_14: "0x100000008723C7404AABB0692534D04B1AE7F465C937B5730A8C43469C9DC8672B334E792F680D7AA8ED74710087744F40E3A265B9BC3F5E251B6F612DEBBC53AA742E74813EEF74C6855D787E363D41AAA1F25E19F1B96821BF7D5C535F2557CF9AAA7A43B36F75987DA27068DA4B4CD97AEC7812802C5E5070F86D54988F62B959424C",
      tir_weights_15: "0x100000007AFCFFFFED040000671B000089E8FFFFA9F2FFFFC3100000F8FCFFFF23F8FFFF2B05000032120000A72B0000C10100000C1400005F0E000081E3FFFF31FBFFFF1303000005F7FFFF470200005FE5FFFF27090000AEEEFFFF1DE7FFFF9FFAFFFF7CF8FFFFA4090000F3DAFFFF7B000000FF090000F6EEFFFFDAE7FFFF38FDFFFF",
      tir_weights_16: "0x10000000368136E70350E2434512BF220FA6B31A2CD3D808FF81B0127EAD3E17EF986909AEBEB31195F9F2DCF9E820C3AC7FE6EFAD4A397FF249BB26060E020EF5C77D08D93C3026F2BD4583576E1D07D9811E43FDA5F381F2D03104D717CAAF432A3DDF07A57FEFFBB95F089543D81B1342FA6F3A39EF0DADE2CBD99FDF437F18261F2DF249CED4509DE147C27F04D9A0C5F752BCE628D758220CAB54B981F898234FF4BCCC5C8199B1CDF7A1BD19925E16831B22CD44B37FCFF2BA900F0A4E331917852FDA79C990B73E27DD93ECF63F818C6CB5F27744F35F81ABE5D995B5291B4FD11EFE3C4F4AB766DF5EA3BA377F2E0D132C0D51811BAF541035171FBE04EFB40BF8E97F20C120A1DFF63ED7C5FB47C1131EAA7F3F4EFADC169FD6F9047BB2FD1246C51EDDB2A4C9DBDC3E7FAC440BEEF71548046A540FA5434F3D8111B3C65168C6C2CBD8131E5FE916CFE3CD7FA7D053604FC6004A5C812E3F1A871C302414D6CEE54A7BF51A7C922879E58133BEF432BA1FC5EE2DFDCE9278ABEA23347F2117925C772F310A8998277FC27B09C4C1E33010A72424D5CA81B5FC11426822CAF5679C0135637FE157C02DBC1BE17E5C1F34203E29A2F85F6B14B681DEC3C019F7D44D9F3101B6F981263B8D7AC3957F3AEEDC5227C7DACF1311EF53377FF82AC306DBE950B50C7F5240FC1426BD1BD50D51DFCE64C907560C43AA4CD48136B9FA",
      tir_weights_17: "0x1000000025262626262626262625262525262526",
      tir_weights_18: "0x10000000BCB21F4D5B6EB074BF957272A7907164A36E6F713A3A2E5D3891F96AA26DAA5FFC5B6A631558064D5EF0D27A44A80E58B9942941AB7CE262457DA053A9743771",
      tir_weights_19: "0x100000003AFCFFFF7FF3FFFFCF0900007CFDFFFF40FFFFFF93FCFFFF51E9FFFF46100000BCFEFFFF2C19000034160000D604000040F7FFFF37F6FFFFAC050000C5F7FFFF",
      tir_weights_20: "0x1000000027272726262727272727272827272727",
      tir_weights_21: "0x10000000E4F8627C96D861443C1FE663534D2C4F7BA3D7409A11825C25700479B039E666BDF96E4810BB6E4B78A47E7B5C3F046F860DA66179D1D54C9CEA974835460873",
      tir_weights_22: "0x10000000E0C4E77F298BD81D41511BA97FA28A942C0A5F7FB2110318D4F128E3D2E75208BAC67F12C181E2462E4FFCF4FF82AF45D5581F7F448DFE2B3000110F81E89F8A4B494430810734133F714813715881F3019CE4E9132CB9818705437FBC8B2957DEB4DABB8B17B6AB7FB7BAD3E881E8FACF11354A3AF081C9FB2E6C0D685735E0E390D1DA95F0818145593021C1F6DA07",
      tir_weights_23: "0x100000003B000000EC36000031D8FFFF2C000000630C000084FAFFFFE7160000FBDFFFFFBFA3FFFFE85B00000BFFFFFFB6540000F816000037D5FFFF25810000480A0000"
    }
  }
#-}

