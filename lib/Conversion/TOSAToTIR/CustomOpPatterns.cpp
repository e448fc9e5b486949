//===- CustomOpPatterns.cpp - Custom operators become calls
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CustomOpShell.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "tir/ABI/Names.h"

using namespace mlir;
using namespace tir;

static LogicalResult checkTypes(tosa::CustomOp op) {
  auto check = [&](ValueRange values, StringRef kind) -> LogicalResult {
    for (auto [index, value] : llvm::enumerate(values)) {
      auto type = dyn_cast<RankedTensorType>(value.getType());
      if (!type || !type.hasStaticShape())
        return op.emitError("operator '")
               << op.getOperatorName() << "': " << kind << " " << index
               << " is of type " << value.getType()
               << "; expected a tensor of a static shape, which a call passes "
                  "as a buffer: export the model with this shape";
    }
    return success();
  };
  return success(succeeded(check(op.getInputList(), "operand")) &&
                 succeeded(check(op.getOutputList(), "result")));
}

/// Checks that each updated operand has its result.
static LogicalResult checkUpdates(tosa::CustomOp op,
                                  ArrayRef<unsigned> updates) {
  for (auto [index, operand] : llvm::enumerate(updates)) {
    if (operand < op.getInputList().size() && index < op.getNumResults() &&
        op.getInputList()[operand].getType() == op.getResult(index).getType())
      continue;
    return op.emitError("operator '")
           << op.getOperatorName() << "': operand " << operand
           << " is to be updated, but result " << index
           << " does not have its type; expected the operand's contents after "
              "the call as a result, or another number of an operand "
              "(updates=OPERAND)";
  }
  return success();
}

static MemRefType bufferType(Type type) {
  auto shaped = cast<ShapedType>(type);
  return MemRefType::get(shaped.getShape(), shaped.getElementType());
}

namespace {
/// Collects what the call of one operator passes.
class CallBuilder {
public:
  CallBuilder(tosa::CustomOp op, const CustomOpCall &call, SymbolTable &symbols,
              RewriterBase &rewriter)
      : op(op), call(call), symbols(symbols), builder(op.getLoc(), rewriter) {}

  FailureOr<SmallVector<Value>> build();

private:
  /// A buffer that main passes to the shell.
  struct Buffer {
    Value value;
    Effect effect;
  };

  void addBuffer(StringRef name, Value key, Effect effect,
                 llvm::function_ref<Value()> create);
  void addTensor(StringRef name, Value key, Effect effect,
                 llvm::function_ref<Value()> create);
  void addOperand(unsigned index, Value operand);
  void addConstant(StringRef name, ElementsAttr elements);
  void addNumber(const Twine &name, int64_t number);
  LogicalResult addAttributes();
  LogicalResult addAttribute(StringRef name, Attribute value);
  Value createPool(StringRef name, ElementsAttr elements);
  Value createEmpty(RankedTensorType type) {
    return tensor::EmptyOp::create(builder, type.getShape(),
                                   type.getElementType());
  }

  tosa::CustomOp op;
  const CustomOpCall &call;
  SymbolTable &symbols;
  ImplicitLocOpBuilder builder;
  SmallVector<Buffer> buffers;
  /// The buffers by tensor: one that is passed twice stays one.
  llvm::SmallDenseMap<Value, unsigned> known;
  SmallVector<CustomOpArgument> arguments;
};
} // namespace

/// Returns a pool with these contents for the function, or null.
static PoolOp findPool(Operation *module, const CustomOpCall &call,
                       ElementsAttr elements) {
  for (auto pool : cast<ModuleOp>(module).getOps<PoolOp>())
    if (pool.getContentsAttr() == elements &&
        pool.getAlignment() == call.alignment &&
        pool.getSymName().starts_with(sanitizeName(call.function)))
      return pool;
  return {};
}

/// Puts a constant into a read-only pool, which the operators with the same
/// function share, and returns the buffer in it.
Value CallBuilder::createPool(StringRef name, ElementsAttr elements) {
  MemRefType type = bufferType(elements.getType());
  if (PoolOp pool = findPool(symbols.getOp(), call, elements))
    return PoolViewOp::create(builder, type, pool.getSymName(), 0);
  OpBuilder atModule(builder.getContext());
  auto pool = PoolOp::create(
      atModule, op.getLoc(),
      atModule.getStringAttr(sanitizeName((call.function + "_" + name).str())),
      /*size=*/IntegerAttr(), /*size_hint=*/IntegerAttr(),
      atModule.getI64IntegerAttr(call.alignment), /*section=*/StringAttr(),
      /*read_only=*/atModule.getUnitAttr(), /*external=*/UnitAttr(), elements);
  return PoolViewOp::create(builder, type, symbols.insert(pool).getValue(), 0);
}

void CallBuilder::addNumber(const Twine &name, int64_t number) {
  CustomOpArgument &argument = arguments.emplace_back();
  argument.name = fieldName(name.str());
  argument.constant = builder.getI32IntegerAttr(static_cast<int32_t>(number));
}

/// Adds an argument. `create` makes the buffer if `key` has none yet.
void CallBuilder::addBuffer(StringRef name, Value key, Effect effect,
                            llvm::function_ref<Value()> create) {
  unsigned index = buffers.size();
  auto it = key ? known.find(key) : known.end();
  if (it != known.end())
    index = it->second;
  else
    buffers.push_back({create(), effect});
  if (key)
    known[key] = index;
  MemRefType type = bufferType(buffers[index].value.getType());
  CustomOpArgument &argument = arguments.emplace_back();
  argument.name = fieldName(name);
  argument.type = type;
  argument.effect = buffers[index].effect;
  argument.buffer = index;
}

/// Adds a buffer, and its size if the function gets it.
void CallBuilder::addTensor(StringRef name, Value key, Effect effect,
                            llvm::function_ref<Value()> create) {
  addBuffer(name, key, effect, create);
  MemRefType type = arguments.back().type;
  if (call.sizes)
    addNumber(name + "_size",
              type.getNumElements() *
                  llvm::divideCeil(type.getElementTypeBitWidth(), 8));
}

void CallBuilder::addConstant(StringRef name, ElementsAttr elements) {
  addBuffer(name, Value(), Effect::Read,
            [&] { return createPool(name, elements); });
}

void CallBuilder::addOperand(unsigned index, Value operand) {
  std::string name = ("input" + Twine(index)).str();
  if (llvm::is_contained(call.updates, index))
    return addTensor(name, operand, Effect::ReadWrite, [&] { return operand; });
  ElementsAttr elements;
  if (matchPattern(operand, m_Constant(&elements)))
    return addTensor(name, operand, Effect::Read,
                     [&] { return createPool(name, elements); });
  // Memory without contents is for the function to work in.
  if (operand.getDefiningOp<tensor::EmptyOp>())
    return addTensor(name, operand, Effect::Write, [&] {
      return createEmpty(cast<RankedTensorType>(operand.getType()));
    });
  addTensor(name, operand, Effect::Read, [&] { return operand; });
}

LogicalResult CallBuilder::addAttribute(StringRef name, Attribute value) {
  auto number = dyn_cast<TypedAttr>(value);
  if (isa<IntegerAttr, FloatAttr, StringAttr>(value) && number) {
    auto integer = dyn_cast<IntegerAttr>(value);
    if (integer && integer.getType().isInteger(1))
      number = builder.getI32IntegerAttr(integer.getValue().isOne());
    CustomOpArgument &argument = arguments.emplace_back();
    argument.name = fieldName(name);
    argument.constant = number;
    return success();
  }
  if (auto array = dyn_cast<DenseArrayAttr>(value)) {
    auto type = RankedTensorType::get(array.size(), array.getElementType());
    if (array.empty())
      addConstant(name, DenseElementsAttr::get(
                            RankedTensorType::get(1, array.getElementType()),
                            builder.getZeroAttr(array.getElementType())));
    else
      addConstant(
          name, DenseElementsAttr::getFromRawBuffer(type, array.getRawData()));
    addNumber(name + "_count", array.size());
    return success();
  }
  return op.emitError("operator '")
         << op.getOperatorName() << "': attribute '" << name << "' is " << value
         << "; expected a number, a string or an array of numbers (array<i64: "
            "1, 2>), which C can be passed";
}

/// Returns the dictionary, or null for text in a format that only the function
/// knows.
static DictionaryAttr parseDictionary(StringRef text, MLIRContext *context) {
  if (!text.starts_with("{"))
    return {};
  ScopedDiagnosticHandler silent(context,
                                 [](Diagnostic &) { return success(); });
  return dyn_cast_or_null<DictionaryAttr>(parseAttribute(text, context));
}

/// Adds the attributes: each one of a dictionary, or their bytes.
LogicalResult CallBuilder::addAttributes() {
  StringRef text = op.getImplementationAttrs();
  if (DictionaryAttr attributes = parseDictionary(text, op.getContext())) {
    for (NamedAttribute attribute : attributes)
      if (failed(addAttribute(attribute.getName(), attribute.getValue())))
        return failure();
    return success();
  }
  if (!call.attributes)
    return success();
  SmallVector<int8_t> bytes(text.bytes_begin(), text.bytes_end());
  if (bytes.empty())
    bytes.push_back(0);
  addConstant("attributes",
              DenseElementsAttr::get(
                  RankedTensorType::get(bytes.size(), builder.getI8Type()),
                  ArrayRef<int8_t>(bytes)));
  addNumber("attributes_size", text.size());
  return success();
}

FailureOr<SmallVector<Value>> CallBuilder::build() {
  if (failed(checkTypes(op)) || failed(checkUpdates(op, call.updates)))
    return failure();
  for (auto [index, operand] : llvm::enumerate(op.getInputList()))
    addOperand(index, operand);
  SmallVector<unsigned> results;
  for (unsigned operand : call.updates)
    results.push_back(known.lookup(op.getInputList()[operand]));
  for (auto [index, type] :
       llvm::enumerate(llvm::drop_begin(op.getResultTypes(), results.size()))) {
    results.push_back(buffers.size());
    addTensor(("output" + Twine(index)).str(), Value(), Effect::Write,
              [&] { return createEmpty(cast<RankedTensorType>(type)); });
  }
  if (call.scratch)
    addTensor("scratch", Value(), Effect::Write, [&] {
      return createEmpty(
          RankedTensorType::get(call.scratch, builder.getI8Type()));
    });
  if (failed(addAttributes()))
    return failure();

  // Those that are written are last.
  SmallVector<unsigned> order;
  SmallVector<Value> ins, outs;
  CustomOpShell shell{call, op.getLoc(), symbols, {}, arguments};
  for (bool isWritten : {false, true})
    for (auto [index, buffer] : llvm::enumerate(buffers))
      if ((buffer.effect != Effect::Read) == isWritten) {
        order.push_back(index);
        (isWritten ? outs : ins).push_back(buffer.value);
        shell.buffers.push_back(
            {bufferType(buffer.value.getType()), buffer.effect});
      }
  auto placeOf = [&](unsigned index) -> unsigned {
    return llvm::find(order, index) - order.begin();
  };
  for (CustomOpArgument &argument : shell.arguments)
    argument.buffer = placeOf(argument.buffer);
  FailureOr<PrimFuncOp> function = shell.build();
  if (failed(function))
    return failure();
  auto made =
      CallTIROp::create(builder, FlatSymbolRefAttr::get(*function), ins, outs);
  return llvm::map_to_vector(results, [&](unsigned index) -> Value {
    return made.getResult(placeOf(index) - ins.size());
  });
}

namespace {
struct ConvertCustomOp : OpRewritePattern<tosa::CustomOp> {
  ConvertCustomOp(MLIRContext *context, ArrayRef<CustomOpCall> calls,
                  SymbolTable &symbols)
      : OpRewritePattern(context), calls(calls), symbols(symbols) {}

  LogicalResult matchAndRewrite(tosa::CustomOp op,
                                PatternRewriter &rewriter) const override {
    const CustomOpCall *call =
        llvm::find_if(calls, [&](const CustomOpCall &one) {
          return one.isOf(op.getDomainName(), op.getOperatorName());
        });
    if (call == calls.end())
      return failure();
    FailureOr<SmallVector<Value>> results =
        CallBuilder(op, *call, symbols, rewriter).build();
    if (failed(results))
      return failure();
    rewriter.replaceOp(op, *results);
    return success();
  }

  ArrayRef<CustomOpCall> calls;
  SymbolTable &symbols;
};
} // namespace

void tir::populateCustomOpPatterns(RewritePatternSet &patterns,
                                   ArrayRef<CustomOpCall> calls,
                                   SymbolTable &symbols) {
  patterns.add<ConvertCustomOp>(patterns.getContext(), calls, symbols);
}
