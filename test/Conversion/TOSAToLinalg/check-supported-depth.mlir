// RUN: tir-opt %s --tir-check-supported --verify-diagnostics

// Branches and loops can be nested 60 deep, and no deeper.

func.func @main(%p0: tensor<4xi32>, %on: tensor<i1>) -> tensor<4xi32> {
  %r0 = tosa.cond_if %on (%p1 = %p0) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p1: tensor<4xi32>):
  %r1 = tosa.cond_if %on (%p2 = %p1) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p2: tensor<4xi32>):
  %r2 = tosa.cond_if %on (%p3 = %p2) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p3: tensor<4xi32>):
  %r3 = tosa.cond_if %on (%p4 = %p3) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p4: tensor<4xi32>):
  %r4 = tosa.cond_if %on (%p5 = %p4) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p5: tensor<4xi32>):
  %r5 = tosa.cond_if %on (%p6 = %p5) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p6: tensor<4xi32>):
  %r6 = tosa.cond_if %on (%p7 = %p6) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p7: tensor<4xi32>):
  %r7 = tosa.cond_if %on (%p8 = %p7) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p8: tensor<4xi32>):
  %r8 = tosa.cond_if %on (%p9 = %p8) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p9: tensor<4xi32>):
  %r9 = tosa.cond_if %on (%p10 = %p9) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p10: tensor<4xi32>):
  %r10 = tosa.cond_if %on (%p11 = %p10) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p11: tensor<4xi32>):
  %r11 = tosa.cond_if %on (%p12 = %p11) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p12: tensor<4xi32>):
  %r12 = tosa.cond_if %on (%p13 = %p12) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p13: tensor<4xi32>):
  %r13 = tosa.cond_if %on (%p14 = %p13) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p14: tensor<4xi32>):
  %r14 = tosa.cond_if %on (%p15 = %p14) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p15: tensor<4xi32>):
  %r15 = tosa.cond_if %on (%p16 = %p15) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p16: tensor<4xi32>):
  %r16 = tosa.cond_if %on (%p17 = %p16) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p17: tensor<4xi32>):
  %r17 = tosa.cond_if %on (%p18 = %p17) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p18: tensor<4xi32>):
  %r18 = tosa.cond_if %on (%p19 = %p18) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p19: tensor<4xi32>):
  %r19 = tosa.cond_if %on (%p20 = %p19) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p20: tensor<4xi32>):
  %r20 = tosa.cond_if %on (%p21 = %p20) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p21: tensor<4xi32>):
  %r21 = tosa.cond_if %on (%p22 = %p21) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p22: tensor<4xi32>):
  %r22 = tosa.cond_if %on (%p23 = %p22) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p23: tensor<4xi32>):
  %r23 = tosa.cond_if %on (%p24 = %p23) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p24: tensor<4xi32>):
  %r24 = tosa.cond_if %on (%p25 = %p24) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p25: tensor<4xi32>):
  %r25 = tosa.cond_if %on (%p26 = %p25) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p26: tensor<4xi32>):
  %r26 = tosa.cond_if %on (%p27 = %p26) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p27: tensor<4xi32>):
  %r27 = tosa.cond_if %on (%p28 = %p27) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p28: tensor<4xi32>):
  %r28 = tosa.cond_if %on (%p29 = %p28) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p29: tensor<4xi32>):
  %r29 = tosa.cond_if %on (%p30 = %p29) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p30: tensor<4xi32>):
  %r30 = tosa.cond_if %on (%p31 = %p30) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p31: tensor<4xi32>):
  %r31 = tosa.cond_if %on (%p32 = %p31) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p32: tensor<4xi32>):
  %r32 = tosa.cond_if %on (%p33 = %p32) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p33: tensor<4xi32>):
  %r33 = tosa.cond_if %on (%p34 = %p33) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p34: tensor<4xi32>):
  %r34 = tosa.cond_if %on (%p35 = %p34) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p35: tensor<4xi32>):
  %r35 = tosa.cond_if %on (%p36 = %p35) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p36: tensor<4xi32>):
  %r36 = tosa.cond_if %on (%p37 = %p36) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p37: tensor<4xi32>):
  %r37 = tosa.cond_if %on (%p38 = %p37) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p38: tensor<4xi32>):
  %r38 = tosa.cond_if %on (%p39 = %p38) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p39: tensor<4xi32>):
  %r39 = tosa.cond_if %on (%p40 = %p39) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p40: tensor<4xi32>):
  %r40 = tosa.cond_if %on (%p41 = %p40) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p41: tensor<4xi32>):
  %r41 = tosa.cond_if %on (%p42 = %p41) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p42: tensor<4xi32>):
  %r42 = tosa.cond_if %on (%p43 = %p42) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p43: tensor<4xi32>):
  %r43 = tosa.cond_if %on (%p44 = %p43) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p44: tensor<4xi32>):
  %r44 = tosa.cond_if %on (%p45 = %p44) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p45: tensor<4xi32>):
  %r45 = tosa.cond_if %on (%p46 = %p45) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p46: tensor<4xi32>):
  %r46 = tosa.cond_if %on (%p47 = %p46) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p47: tensor<4xi32>):
  %r47 = tosa.cond_if %on (%p48 = %p47) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p48: tensor<4xi32>):
  %r48 = tosa.cond_if %on (%p49 = %p48) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p49: tensor<4xi32>):
  %r49 = tosa.cond_if %on (%p50 = %p49) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p50: tensor<4xi32>):
  %r50 = tosa.cond_if %on (%p51 = %p50) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p51: tensor<4xi32>):
  %r51 = tosa.cond_if %on (%p52 = %p51) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p52: tensor<4xi32>):
  %r52 = tosa.cond_if %on (%p53 = %p52) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p53: tensor<4xi32>):
  %r53 = tosa.cond_if %on (%p54 = %p53) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p54: tensor<4xi32>):
  %r54 = tosa.cond_if %on (%p55 = %p54) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p55: tensor<4xi32>):
  %r55 = tosa.cond_if %on (%p56 = %p55) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p56: tensor<4xi32>):
  %r56 = tosa.cond_if %on (%p57 = %p56) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p57: tensor<4xi32>):
  %r57 = tosa.cond_if %on (%p58 = %p57) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p58: tensor<4xi32>):
  %r58 = tosa.cond_if %on (%p59 = %p58) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p59: tensor<4xi32>):
  // expected-note@+1 {{the next one around it}}
  %r59 = tosa.cond_if %on (%p60 = %p59) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p60: tensor<4xi32>):
  // expected-error@+1 {{'tosa.cond_if' is nested in 60 other branches and loops; expected at most 59: combine their conditions (tosa.logical_and), so that fewer of them are nested}}
  %r60 = tosa.cond_if %on (%p61 = %p60) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  ^bb0(%p61: tensor<4xi32>):
  %e = tosa.add %p61, %p61 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  tosa.yield %e : tensor<4xi32>
  } else {
  ^bb0(%p61: tensor<4xi32>):
  tosa.yield %p61 : tensor<4xi32>
  }
  tosa.yield %r60 : tensor<4xi32>
  } else {
  ^bb0(%p60: tensor<4xi32>):
  tosa.yield %p60 : tensor<4xi32>
  }
  tosa.yield %r59 : tensor<4xi32>
  } else {
  ^bb0(%p59: tensor<4xi32>):
  tosa.yield %p59 : tensor<4xi32>
  }
  tosa.yield %r58 : tensor<4xi32>
  } else {
  ^bb0(%p58: tensor<4xi32>):
  tosa.yield %p58 : tensor<4xi32>
  }
  tosa.yield %r57 : tensor<4xi32>
  } else {
  ^bb0(%p57: tensor<4xi32>):
  tosa.yield %p57 : tensor<4xi32>
  }
  tosa.yield %r56 : tensor<4xi32>
  } else {
  ^bb0(%p56: tensor<4xi32>):
  tosa.yield %p56 : tensor<4xi32>
  }
  tosa.yield %r55 : tensor<4xi32>
  } else {
  ^bb0(%p55: tensor<4xi32>):
  tosa.yield %p55 : tensor<4xi32>
  }
  tosa.yield %r54 : tensor<4xi32>
  } else {
  ^bb0(%p54: tensor<4xi32>):
  tosa.yield %p54 : tensor<4xi32>
  }
  tosa.yield %r53 : tensor<4xi32>
  } else {
  ^bb0(%p53: tensor<4xi32>):
  tosa.yield %p53 : tensor<4xi32>
  }
  tosa.yield %r52 : tensor<4xi32>
  } else {
  ^bb0(%p52: tensor<4xi32>):
  tosa.yield %p52 : tensor<4xi32>
  }
  tosa.yield %r51 : tensor<4xi32>
  } else {
  ^bb0(%p51: tensor<4xi32>):
  tosa.yield %p51 : tensor<4xi32>
  }
  tosa.yield %r50 : tensor<4xi32>
  } else {
  ^bb0(%p50: tensor<4xi32>):
  tosa.yield %p50 : tensor<4xi32>
  }
  tosa.yield %r49 : tensor<4xi32>
  } else {
  ^bb0(%p49: tensor<4xi32>):
  tosa.yield %p49 : tensor<4xi32>
  }
  tosa.yield %r48 : tensor<4xi32>
  } else {
  ^bb0(%p48: tensor<4xi32>):
  tosa.yield %p48 : tensor<4xi32>
  }
  tosa.yield %r47 : tensor<4xi32>
  } else {
  ^bb0(%p47: tensor<4xi32>):
  tosa.yield %p47 : tensor<4xi32>
  }
  tosa.yield %r46 : tensor<4xi32>
  } else {
  ^bb0(%p46: tensor<4xi32>):
  tosa.yield %p46 : tensor<4xi32>
  }
  tosa.yield %r45 : tensor<4xi32>
  } else {
  ^bb0(%p45: tensor<4xi32>):
  tosa.yield %p45 : tensor<4xi32>
  }
  tosa.yield %r44 : tensor<4xi32>
  } else {
  ^bb0(%p44: tensor<4xi32>):
  tosa.yield %p44 : tensor<4xi32>
  }
  tosa.yield %r43 : tensor<4xi32>
  } else {
  ^bb0(%p43: tensor<4xi32>):
  tosa.yield %p43 : tensor<4xi32>
  }
  tosa.yield %r42 : tensor<4xi32>
  } else {
  ^bb0(%p42: tensor<4xi32>):
  tosa.yield %p42 : tensor<4xi32>
  }
  tosa.yield %r41 : tensor<4xi32>
  } else {
  ^bb0(%p41: tensor<4xi32>):
  tosa.yield %p41 : tensor<4xi32>
  }
  tosa.yield %r40 : tensor<4xi32>
  } else {
  ^bb0(%p40: tensor<4xi32>):
  tosa.yield %p40 : tensor<4xi32>
  }
  tosa.yield %r39 : tensor<4xi32>
  } else {
  ^bb0(%p39: tensor<4xi32>):
  tosa.yield %p39 : tensor<4xi32>
  }
  tosa.yield %r38 : tensor<4xi32>
  } else {
  ^bb0(%p38: tensor<4xi32>):
  tosa.yield %p38 : tensor<4xi32>
  }
  tosa.yield %r37 : tensor<4xi32>
  } else {
  ^bb0(%p37: tensor<4xi32>):
  tosa.yield %p37 : tensor<4xi32>
  }
  tosa.yield %r36 : tensor<4xi32>
  } else {
  ^bb0(%p36: tensor<4xi32>):
  tosa.yield %p36 : tensor<4xi32>
  }
  tosa.yield %r35 : tensor<4xi32>
  } else {
  ^bb0(%p35: tensor<4xi32>):
  tosa.yield %p35 : tensor<4xi32>
  }
  tosa.yield %r34 : tensor<4xi32>
  } else {
  ^bb0(%p34: tensor<4xi32>):
  tosa.yield %p34 : tensor<4xi32>
  }
  tosa.yield %r33 : tensor<4xi32>
  } else {
  ^bb0(%p33: tensor<4xi32>):
  tosa.yield %p33 : tensor<4xi32>
  }
  tosa.yield %r32 : tensor<4xi32>
  } else {
  ^bb0(%p32: tensor<4xi32>):
  tosa.yield %p32 : tensor<4xi32>
  }
  tosa.yield %r31 : tensor<4xi32>
  } else {
  ^bb0(%p31: tensor<4xi32>):
  tosa.yield %p31 : tensor<4xi32>
  }
  tosa.yield %r30 : tensor<4xi32>
  } else {
  ^bb0(%p30: tensor<4xi32>):
  tosa.yield %p30 : tensor<4xi32>
  }
  tosa.yield %r29 : tensor<4xi32>
  } else {
  ^bb0(%p29: tensor<4xi32>):
  tosa.yield %p29 : tensor<4xi32>
  }
  tosa.yield %r28 : tensor<4xi32>
  } else {
  ^bb0(%p28: tensor<4xi32>):
  tosa.yield %p28 : tensor<4xi32>
  }
  tosa.yield %r27 : tensor<4xi32>
  } else {
  ^bb0(%p27: tensor<4xi32>):
  tosa.yield %p27 : tensor<4xi32>
  }
  tosa.yield %r26 : tensor<4xi32>
  } else {
  ^bb0(%p26: tensor<4xi32>):
  tosa.yield %p26 : tensor<4xi32>
  }
  tosa.yield %r25 : tensor<4xi32>
  } else {
  ^bb0(%p25: tensor<4xi32>):
  tosa.yield %p25 : tensor<4xi32>
  }
  tosa.yield %r24 : tensor<4xi32>
  } else {
  ^bb0(%p24: tensor<4xi32>):
  tosa.yield %p24 : tensor<4xi32>
  }
  tosa.yield %r23 : tensor<4xi32>
  } else {
  ^bb0(%p23: tensor<4xi32>):
  tosa.yield %p23 : tensor<4xi32>
  }
  tosa.yield %r22 : tensor<4xi32>
  } else {
  ^bb0(%p22: tensor<4xi32>):
  tosa.yield %p22 : tensor<4xi32>
  }
  tosa.yield %r21 : tensor<4xi32>
  } else {
  ^bb0(%p21: tensor<4xi32>):
  tosa.yield %p21 : tensor<4xi32>
  }
  tosa.yield %r20 : tensor<4xi32>
  } else {
  ^bb0(%p20: tensor<4xi32>):
  tosa.yield %p20 : tensor<4xi32>
  }
  tosa.yield %r19 : tensor<4xi32>
  } else {
  ^bb0(%p19: tensor<4xi32>):
  tosa.yield %p19 : tensor<4xi32>
  }
  tosa.yield %r18 : tensor<4xi32>
  } else {
  ^bb0(%p18: tensor<4xi32>):
  tosa.yield %p18 : tensor<4xi32>
  }
  tosa.yield %r17 : tensor<4xi32>
  } else {
  ^bb0(%p17: tensor<4xi32>):
  tosa.yield %p17 : tensor<4xi32>
  }
  tosa.yield %r16 : tensor<4xi32>
  } else {
  ^bb0(%p16: tensor<4xi32>):
  tosa.yield %p16 : tensor<4xi32>
  }
  tosa.yield %r15 : tensor<4xi32>
  } else {
  ^bb0(%p15: tensor<4xi32>):
  tosa.yield %p15 : tensor<4xi32>
  }
  tosa.yield %r14 : tensor<4xi32>
  } else {
  ^bb0(%p14: tensor<4xi32>):
  tosa.yield %p14 : tensor<4xi32>
  }
  tosa.yield %r13 : tensor<4xi32>
  } else {
  ^bb0(%p13: tensor<4xi32>):
  tosa.yield %p13 : tensor<4xi32>
  }
  tosa.yield %r12 : tensor<4xi32>
  } else {
  ^bb0(%p12: tensor<4xi32>):
  tosa.yield %p12 : tensor<4xi32>
  }
  tosa.yield %r11 : tensor<4xi32>
  } else {
  ^bb0(%p11: tensor<4xi32>):
  tosa.yield %p11 : tensor<4xi32>
  }
  tosa.yield %r10 : tensor<4xi32>
  } else {
  ^bb0(%p10: tensor<4xi32>):
  tosa.yield %p10 : tensor<4xi32>
  }
  tosa.yield %r9 : tensor<4xi32>
  } else {
  ^bb0(%p9: tensor<4xi32>):
  tosa.yield %p9 : tensor<4xi32>
  }
  tosa.yield %r8 : tensor<4xi32>
  } else {
  ^bb0(%p8: tensor<4xi32>):
  tosa.yield %p8 : tensor<4xi32>
  }
  tosa.yield %r7 : tensor<4xi32>
  } else {
  ^bb0(%p7: tensor<4xi32>):
  tosa.yield %p7 : tensor<4xi32>
  }
  tosa.yield %r6 : tensor<4xi32>
  } else {
  ^bb0(%p6: tensor<4xi32>):
  tosa.yield %p6 : tensor<4xi32>
  }
  tosa.yield %r5 : tensor<4xi32>
  } else {
  ^bb0(%p5: tensor<4xi32>):
  tosa.yield %p5 : tensor<4xi32>
  }
  tosa.yield %r4 : tensor<4xi32>
  } else {
  ^bb0(%p4: tensor<4xi32>):
  tosa.yield %p4 : tensor<4xi32>
  }
  tosa.yield %r3 : tensor<4xi32>
  } else {
  ^bb0(%p3: tensor<4xi32>):
  tosa.yield %p3 : tensor<4xi32>
  }
  tosa.yield %r2 : tensor<4xi32>
  } else {
  ^bb0(%p2: tensor<4xi32>):
  tosa.yield %p2 : tensor<4xi32>
  }
  tosa.yield %r1 : tensor<4xi32>
  } else {
  ^bb0(%p1: tensor<4xi32>):
  tosa.yield %p1 : tensor<4xi32>
  }
  return %r0 : tensor<4xi32>
}
