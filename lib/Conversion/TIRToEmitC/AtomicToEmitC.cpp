//===- AtomicToEmitC.cpp - Flags that interrupts test, in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Conversion/PatternFunctions.h"

using namespace mlir;
using namespace tir;

/// int32_t may be int or long. Where compilers call a function of their library
/// for this, the program may have none.
static constexpr StringLiteral kExchange =
    R"(/* Writes a number and returns the one before. Where the CPU can do so at once, no interrupt
 * and no other thread comes between the two. */
#if defined(__GNUC__) && defined(__GCC_ATOMIC_INT_LOCK_FREE)
#if __GCC_ATOMIC_INT_LOCK_FREE == 2 && __GCC_ATOMIC_LONG_LOCK_FREE == 2
#define TIR_HAS_EXCHANGE 1
#endif
#endif
#if defined(TIR_HAS_EXCHANGE) && defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
/* What comes between runs on the same core, and needs no barrier. The compiler does not know the
 * address, and keeps it in a register: that takes the least code. */
static inline __attribute__((const)) int32_t *tir_hidden(int32_t *place) {
  __asm__("" : "+l"(place));
  return place;
}

static inline int32_t tir_exchange(int32_t *place, int32_t value) {
  int32_t before, failed;
  __asm__ volatile("1: ldrex %0, [%2]\n\tstrex %1, %3, [%2]\n\tcmp %1, #0\n\tbne 1b"
                   : "=&l"(before), "=&l"(failed)
                   : "l"(tir_hidden(place)), "l"(value)
                   : "cc", "memory");
  return before;
}
#define tir_release(place, value) \
  do { \
    __atomic_signal_fence(__ATOMIC_SEQ_CST); \
    __atomic_store_n(tir_hidden(place), value, __ATOMIC_RELAXED); \
    __atomic_signal_fence(__ATOMIC_SEQ_CST); \
  } while (0)
#elif defined(TIR_HAS_EXCHANGE)
#define tir_exchange(place, value) __atomic_exchange_n(place, value, __ATOMIC_ACQ_REL)
#define tir_release(place, value) __atomic_store_n(place, value, __ATOMIC_RELEASE)
#else
static int32_t tir_exchange(volatile int32_t *place, int32_t value) {
  int32_t before = *place;
  *place = value;
  return before;
}
#define tir_release(place, value) ((void)tir_exchange(place, value))
#endif
/* Whether a flag was taken already, which is rare. */
#if defined(__GNUC__)
#define tir_is_taken(before) __builtin_expect((before) != 0, 0)
#else
#define tir_is_taken(before) ((before) != 0)
#endif)";

static LogicalResult convertExchange(memref::AtomicRMWOp op,
                                     memref::AtomicRMWOp::Adaptor adaptor,
                                     const TypeConverter &converter,
                                     ConversionPatternRewriter &rewriter) {
  Type type = converter.convertType(op.getType());
  Value place = adaptor.getMemref();
  if (op.getKind() != arith::AtomicRMWKind::assign || !type ||
      !op.getType().isInteger(32) || adaptor.getIndices().size() != 1 ||
      !isa<emitc::PointerType>(place.getType()))
    return rewriter.notifyMatchFailure(op, "not an exchange of an int32_t");
  insertText(rewriter, op, kExchange);
  EmitCBuilder c(rewriter, op.getLoc());
  if (getConstantInt(op.getIndices().front()) != 0)
    place = c.binary<emitc::AddOp>(place.getType(), place,
                                   adaptor.getIndices().front());
  SmallVector<Type> results;
  if (!op->use_empty())
    results.push_back(type);
  auto call = emitc::CallOpaqueOp::create(
      c.builder(), results, results.empty() ? "tir_release" : "tir_exchange",
      ValueRange{place, adaptor.getValue()});
  if (results.empty())
    rewriter.eraseOp(op);
  else
    rewriter.replaceOp(op, call);
  return success();
}

void tir::populateAtomicToEmitCPatterns(const TypeConverter &converter,
                                        RewritePatternSet &patterns) {
  addConversions(converter, patterns, /*benefit=*/1, convertExchange);
}
