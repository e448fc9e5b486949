#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0, d1) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @onnx_cnn(%arg0: tensor<1x1x12x12xf32>) -> tensor<1x5xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant dense<[[[[1.02045953, -1.27783251, 0.209049419], [-0.283884794, -0.226324648, -0.107798584], [-1.00999308, -0.115966186, -0.432606548]]], [[[1.66149974, 0.112893306, -0.176315397], [-0.140643716, -0.334023178, -0.527575254], [-0.195400491, 0.240972698, -0.119276807]]], [[[0.478879362, -0.0999010652, 0.0121297827], [0.772910416, 0.272552758, -0.252614379], [-0.0914194881, 0.270262569, 9.675440e-01]]], [[[-0.134810165, -0.121779338, 0.501156807], [-0.443229973, -0.145860121, 0.441269487], [0.290175021, 0.0457583517, 0.335052192]]], [[[-1.4140811, 0.510653436, -0.479822367], [-0.834309935, 0.138222873, 0.350272447], [-0.222383723, -0.538202941, 0.0130624166]]], [[[-0.0263736546, 0.702799082, 3.737040e-01], [0.0969078242, 0.555816591, -0.102761522], [-0.462949783, 0.292029142, 0.291269213]]]]> : tensor<6x1x3x3xf32>
    %cst_3 = arith.constant dense<[-0.107414454, -0.391404301, 0.114576951, -1.24694717, 0.345062375, 0.245684132]> : tensor<6xf32>
    %cst_4 = arith.constant dense<[-0.304305315, 0.26636079, -1.13951325, 0.587249339, 0.533491671, -0.651035428]> : tensor<6xf32>
    %cst_5 = arith.constant dense<"0x2882FABE9C19CDBE0B57B13CAE16A43E9110833F232FCABD0C7BC43ED9259F3D4445613F0FFEBD3EA92C2F3F43F109BFC0DAC4BD6453D0BE1EA2403F175BA83EE43B1CBEDFA967BEFF25783E3695B3BE133BEEBE9C69763EF5A39D3F6F0AFCBD384D8EBE78E815BFA4E12ABF4D65863E3ACED93E9251963B66472A3EAC656D3D89FB8D3D2E5943BF7A8E6ABE434F643D9E7DC8BE99EE73BEDCB1D1BE13C02ABE4E65DA3E4D2B50BE47909DBDD94FD03EA90FA53E90FC583F82CA85BF1C5BDB3EF1ED76BEA7EC893DC774D63E0AA80A3F7209053F4AD49E3D6D094E3FFFE110BE905D90BD48A2CC3EBE268DBE4A4C8A3F5C75023FA03C8B3F91D159BC2F2444BEA20EAB3D350DBC3EA96196BE4468423E21A909BCA9CE4E3FD3A6A9BEA1E8053F3ED4A4BE1FECF5BE2FD6B5BE035818BFDEDC953D5B00043F2942A83DC5D39F3E16EB503FE8400A3EA4D8C73DDBD40CBEE2DA4DBF407EC23EB2D360BFCE15A73ED79FEABB603A103F22CB0ABD3FBDD2BE0440373EA36B8FBEBF4CB9BDB480AB3C66C789BD6255C1BD1D1BD5BE49ACC1BD93DA88BFAA1BA1BDE65919BFCD640F3FF68C223F36BB79BF1165943D8B6581BDC7FA05BF6C1A883E92626CBEB04062BFD88908BEAACF97BD81F8593D0B991DBF449D9D3EEA46BC3E78AA12BFC2AAA8BEE48724BD7BE090BE5A335F3F805FD53DC15A01BF82C1C9BEEF65EBBC0AEE923FEC8AB6BD2E89823D7A98833E185BA4BC59F6913F051288BE1984BE3EDA49A43DBA069F3E3D9C16BF8451623F6AE378BDC7EE8B3C9B5AEFBE4FCDBABEFF71903E428BFC3E4DD5C03E8ABF1A3FBFE8B63ECA28693C9126D63E62F6973E68FA4DBDE7DFB93EBB91243F7733F03D846036BE78FDB73EDA4A733F949DD7BDD40C3DBDCBAB8BBDD68B1C3F50296BBF16503B3E1B9C183FE139D0BED0963E3F030A893E9E8D8CBE070AD13D3D6A44BF43C990BEFCD7693F58D0E4BEED1A6C3F0E1027BD3AA2FE3E5DCDB33C6F748FBF479992BEFB68C23D525213BFF4772CBFB67C3B3E1040A6BEDE1059BF2C22AFBE4C59DC3ED88E72BE414DEF3EAD7D433FDE2E853C779910BFAF9926BF531257BCDD8CE13E61BC093E0C198C3EB2FD62BE03D1193E624F71BE57B626BE556825BF473E49BF07C376BED1C50DBF5C70F5BEC4C9AB3E3E4D5BBD0A81BA3FC124ED3E9518A2BE7D2BC73E00AF363ECC88AFBED5210D3FF07BC6BE85BCC3BFD447CB3EB2049EBE7A363E3FEB50A6BE9E3617BFFE33463FEEA909BF7046D03DA990393F957D6A3DB40925BD61C3513D38CCD63E3E8BCEBEF8529C3E37BB933E274B953F134D2CBE4A32EABEFC55BC3E32584BBE0907143E24C2873DEF8D153F8026A8BE0DFD3CBDD055A3BF81DEE3BEC0A6443F2C77AEBEFC93B3BE62E41BBF0570943E0E43B63D41EB17BF07DEAA3E992C053E5508C13E0038A4BE12775E3F2BDA513EC5636FBD53D284BE07B4FABDCBD9DB3E01B609BE9E000A3F32A7943EF4592C3F2269D03E4DE600BD406574BF"> : tensor<5x54xf32>
    %cst_6 = arith.constant dense<[0.149285287, 0.394538015, 0.081446141, 0.278215855, -0.235810056]> : tensor<5xf32>
    %cst_7 = arith.constant dense<[[[-0.819428563, 0.0306767542, -0.482049823], [0.378610522, -1.01708364, -0.457247257], [3.547900e-01, 0.578200519, -1.07900274]], [[-0.249019921, 0.164010048, -0.304608077], [0.795320093, -0.59561336, 0.177265972], [-0.524202764, 0.702981472, -0.0108256144]], [[-0.186125278, -0.859092474, 0.840912759], [0.376389295, 0.376781911, 0.568940639], [0.174613282, -0.319623291, -0.400120616]], [[-4.001000e-01, 0.685036182, -0.730190575], [-0.298184752, -0.160621956, 0.112309515], [0.287674695, -0.624548494, -0.865006744]], [[-0.00220711622, 0.606781899, 0.378529042], [0.107825391, -0.158577815, 0.146616846], [-0.121667542, 0.408603281, -0.397223681]], [[0.0671199709, -0.0553900674, 0.271679699], [0.112319261, 1.27501726, 0.749327361], [0.748368561, -1.01975191, -0.170158312]]]> : tensor<6x3x3xf32>
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg1: index, %arg2: index, %arg3: index, %arg4: index):
      tensor.yield %cst : f32
    } : tensor<1x1x12x12xf32> to tensor<1x1x14x14xf32>
    %0 = tensor.empty() : tensor<1x6x6x6xf32>
    %broadcasted = linalg.broadcast ins(%cst_3 : tensor<6xf32>) outs(%0 : tensor<1x6x6x6xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %cst_2 : tensor<1x1x14x14xf32>, tensor<6x1x3x3xf32>) outs(%broadcasted : tensor<1x6x6x6xf32>) -> tensor<1x6x6x6xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<1x6x6x6xf32>) outs(%0 : tensor<1x6x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.cmpf ugt, %in, %cst : f32
      %27 = arith.select %26, %in, %cst : f32
      linalg.yield %27 : f32
    } -> tensor<1x6x6x6xf32>
    %padded_8 = tensor.pad %2 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg1: index, %arg2: index, %arg3: index, %arg4: index):
      tensor.yield %cst : f32
    } : tensor<1x6x6x6xf32> to tensor<1x6x8x8xf32>
    %broadcasted_9 = linalg.broadcast ins(%cst_4 : tensor<6xf32>) outs(%0 : tensor<1x6x6x6xf32>) dimensions = [0, 2, 3] 
    %3 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_8, %cst_7 : tensor<1x6x8x8xf32>, tensor<6x3x3xf32>) outs(%broadcasted_9 : tensor<1x6x6x6xf32>) -> tensor<1x6x6x6xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3 : tensor<1x6x6x6xf32>) outs(%0 : tensor<1x6x6x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.negf %in : f32
      %27 = math.exp %26 : f32
      %28 = arith.addf %27, %cst_0 : f32
      %29 = arith.divf %cst_0, %28 : f32
      linalg.yield %29 : f32
    } -> tensor<1x6x6x6xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %4 : tensor<1x6x6x6xf32>, tensor<1x6x6x6xf32>) outs(%0 : tensor<1x6x6x6xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %26 = arith.addf %in, %in_10 : f32
      linalg.yield %26 : f32
    } -> tensor<1x6x6x6xf32>
    %6 = tensor.empty() : tensor<1x6x3x3xf32>
    %7 = linalg.fill ins(%cst_1 : f32) outs(%6 : tensor<1x6x3x3xf32>) -> tensor<1x6x3x3xf32>
    %8 = tensor.empty() : tensor<2x2xf32>
    %9 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%5, %8 : tensor<1x6x6x6xf32>, tensor<2x2xf32>) outs(%7 : tensor<1x6x3x3xf32>) -> tensor<1x6x3x3xf32>
    %collapsed = tensor.collapse_shape %9 [[0], [1, 2, 3]] : tensor<1x6x3x3xf32> into tensor<1x54xf32>
    %10 = tensor.empty() : tensor<54x5xf32>
    %transposed = linalg.transpose ins(%cst_5 : tensor<5x54xf32>) outs(%10 : tensor<54x5xf32>) permutation = [1, 0] 
    %11 = tensor.empty() : tensor<1x5xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<1x5xf32>) -> tensor<1x5xf32>
    %13 = linalg.matmul ins(%collapsed, %transposed : tensor<1x54xf32>, tensor<54x5xf32>) outs(%12 : tensor<1x5xf32>) -> tensor<1x5xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%13, %cst_6 : tensor<1x5xf32>, tensor<5xf32>) outs(%11 : tensor<1x5xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %26 = arith.addf %in, %in_10 : f32
      linalg.yield %26 : f32
    } -> tensor<1x5xf32>
    %15 = tensor.empty() : tensor<1xi64>
    %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : tensor<1xi64>) -> tensor<1xi64>
    %17 = tensor.empty() : tensor<1xf32>
    %18 = linalg.fill ins(%cst_1 : f32) outs(%17 : tensor<1xf32>) -> tensor<1xf32>
    %19:2 = linalg.generic {indexing_maps = [#map1, #map3, #map3], iterator_types = ["parallel", "reduction"]} ins(%14 : tensor<1x5xf32>) outs(%18, %16 : tensor<1xf32>, tensor<1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_10: i64):
      %26 = linalg.index 1 : index
      %27 = arith.index_cast %26 : index to i64
      %28 = arith.maximumf %in, %out : f32
      %29 = arith.cmpf ogt, %in, %out : f32
      %30 = arith.select %29, %27, %out_10 : i64
      linalg.yield %28, %30 : f32, i64
    } -> (tensor<1xf32>, tensor<1xi64>)
    %expanded = tensor.expand_shape %19#0 [[0, 1]] output_shape [1, 1] : tensor<1xf32> into tensor<1x1xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%14, %expanded : tensor<1x5xf32>, tensor<1x1xf32>) outs(%11 : tensor<1x5xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %26 = arith.subf %in, %in_10 : f32
      linalg.yield %26 : f32
    } -> tensor<1x5xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<1x5xf32>) outs(%11 : tensor<1x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = math.exp %in : f32
      linalg.yield %26 : f32
    } -> tensor<1x5xf32>
    %22 = tensor.empty() : tensor<1x1xf32>
    %23 = linalg.fill ins(%cst : f32) outs(%22 : tensor<1x1xf32>) -> tensor<1x1xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "reduction"]} ins(%21 : tensor<1x5xf32>) outs(%23 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.addf %in, %out : f32
      linalg.yield %26 : f32
    } -> tensor<1x1xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%21, %24 : tensor<1x5xf32>, tensor<1x1xf32>) outs(%11 : tensor<1x5xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %26 = arith.divf %in, %in_10 : f32
      linalg.yield %26 : f32
    } -> tensor<1x5xf32>
    return %25 : tensor<1x5xf32>
  }
}

