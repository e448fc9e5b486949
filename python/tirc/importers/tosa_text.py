# Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MLIR of a graph of TOSA, as text."""

from __future__ import annotations

import heapq
import struct
from collections.abc import Sequence

from tirc.importers import tosa_shapes
from tirc.importers.tosa_file import Attribute, Block, DamagedError, Graph, Operator, Tensor
from tirc.importers.tosa_operators import LAST, OPERATORS, Kind

# Operators that name a variable, or a constant, and have no other form.
_NAMES = ("CONST", "CONST_SHAPE", "VARIABLE", "IDENTITY", "VARIABLE_READ", "VARIABLE_WRITE")
_ENUMS = {Kind.NAN: "nan_mode", Kind.ROUNDING: "rounding_mode", Kind.RESIZE: "resize_mode"}
_BITS = {"f32": 32, "f16": 16, "bf16": 16, "f8E4M3FN": 8, "f8E5M2": 8}
_BITS |= {f"i{bits}": bits for bits in (1, 4, 8, 16, 32, 48, 64)}

# Operators of a model, each as often as control flow repeats its block.
_MOST = 1_000_000

# A value of MLIR, and its type.
_Value = tuple[str, str]


class UnsupportedError(Exception):
    """A model that TOSA allows, and that tirc does not compile."""


def text_of(graph: Graph, inputs: Sequence[str], outputs: Sequence[str]) -> str:
    """Returns a module whose function has these names of inputs and outputs."""
    return _Writer(graph).module(inputs, outputs)


def needed(block: Block, given: Sequence[str]) -> tuple[list[Operator], list[str]]:
    """Returns the operators that the block's outputs and variables need, in an order in which each is after what it reads,
    and the names that none of them makes. The tensors in `given` need none."""
    operators = [one for one in block.operators if one.name not in ("CONST", "CONST_SHAPE", "VARIABLE")]
    makers: dict[str, list[int]] = {}
    for index, operator in enumerate(operators):
        for name in operator.outputs:
            makers.setdefault(name, []).append(index)
    variables = _variables(block)
    # A block that an operator runs may write variables.
    wanted = [index for index, one in enumerate(operators) if variables & {*one.outputs} or (variables and _graphs(one))]
    kept, others = set(wanted), dict[str, None]()
    names = [*block.outputs, *(name for index in wanted for name in operators[index].inputs)]
    while names:
        name = names.pop()
        if name in given:
            continue
        if name not in makers:
            others.setdefault(name)
        for index in makers.get(name, ()):
            if index not in kept:
                kept.add(index)
                names += operators[index].inputs
    return _sorted(block, [operators[index] for index in sorted(kept)]), list(others)


def _variables(block: Block) -> set[str]:
    return {name for name, tensor in block.tensors.items() if tensor.variable is not None}


def _graphs(operator: Operator) -> list[str]:
    """Returns the names of the blocks that an operator runs."""
    return [value for name, _, value in operator.attributes if name.endswith("_graph")]


def _sorted(block: Block, operators: Sequence[Operator]) -> list[Operator]:
    """Returns the operators as the file has them, but none before what makes its inputs."""
    variables = _variables(block)
    makers = {name: i for i, operator in enumerate(operators) for name in operator.outputs if name not in variables}
    waiting = [{makers[name] for name in operator.inputs if name in makers} for operator in operators]
    readers: dict[int, list[int]] = {}
    for index, needs in enumerate(waiting):
        for maker in needs:
            readers.setdefault(maker, []).append(index)
    ready = [index for index, needs in enumerate(waiting) if not needs]
    order: list[int] = []
    while ready:
        index = heapq.heappop(ready)
        order.append(index)
        for reader in readers.get(index, ()):
            waiting[reader].discard(index)
            if not waiting[reader]:
                heapq.heappush(ready, reader)
    if len(order) < len(operators):
        left = next(operators[index] for index, needs in enumerate(waiting) if needs)
        raise DamagedError(f"the operator '{left.place}' ({left.name}) needs its own result")
    if order != sorted(order) and variables:
        raise UnsupportedError(
            f"the block '{block.name}' has variables and operators before what makes their inputs, so that the order of reads "
            "and writes is open; expected operators in the order in which they run: write the file again"
        )
    return [operators[index] for index in order]


class _Scope:
    """The values of a block: inputs, and what was made so far."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.values: dict[str, _Value] = {}
        self.shapes: dict[str, tosa_shapes.Sizes] = {}


class _Writer:
    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._lines: list[str] = []
        self._count = 0
        self._written = 0
        self._variables: dict[str, Tensor] = {}
        self._open: list[str] = []

    def module(self, inputs: Sequence[str], outputs: Sequence[str]) -> str:
        scope = _Scope(self._graph.main)
        arguments = ", ".join(f"{value}: {type_}" for value, type_ in self._begin(scope))
        self._write(scope)
        results = [self._operand(scope, name, "the end") for name in scope.block.outputs]
        values, types = ", ".join(value for value, _ in results), ", ".join(type_ for _, type_ in results)
        names = f"inputs = {_quoted(','.join(inputs))}, outputs = {_quoted(','.join(outputs))}"
        head = f"func.func @main({arguments}) -> ({types}) attributes {{tf.entry_function = {{{names}}}}} {{"
        end = f"return {values} : {types}" if results else "return"
        variables = [self._variable(name, tensor) for name, tensor in self._variables.items()]
        return "\n".join([*variables, head, *self._lines, end, "}", ""])

    def _begin(self, scope: _Scope) -> list[_Value]:
        for name in scope.block.inputs:
            tensor = scope.block.tensors.get(name)
            if tensor is None:
                raise DamagedError(f"the block '{scope.block.name}' has the input '{name}', which is not one of its tensors")
            scope.values[name] = self._new(), _type(tensor)
        return [scope.values[name] for name in scope.block.inputs]

    def _new(self) -> str:
        self._count += 1
        return f"%{self._count}"

    def _write(self, scope: _Scope) -> None:
        operators, _ = needed(scope.block, scope.block.inputs)
        for operator in operators:
            if operator.name in _NAMES:
                self._identity(scope, operator)
            elif operator.name == "DIM" or tosa_shapes.is_known(operator.name):
                self._shape(scope, operator)
            else:
                self._operator(scope, operator)

    def _identity(self, scope: _Scope, operator: Operator) -> None:
        """Makes the result another name of the input. Arm's writers use this operator for reads and writes of variables, too."""
        if len(operator.inputs) != 1 or len(operator.outputs) != 1:
            raise DamagedError(
                f"the operator '{operator.place}' ({operator.name}) has {len(operator.inputs)} inputs and "
                f"{len(operator.outputs)} outputs; expected one of each"
            )
        value, type_ = self._operand(scope, operator.inputs[0], operator.place)
        expected = self._result_type(scope, operator, operator.outputs[0])
        if type_ != expected:
            name = self._new()
            self._lines.append(f'{name} = "tosa.identity"({value}) : ({type_}) -> {expected}{_place(operator.place)}')
            value, type_ = name, expected
        self._define(scope, operator, operator.outputs[0], (value, type_))

    def _define(self, scope: _Scope, operator: Operator, name: str, value: _Value) -> None:
        tensor = scope.block.tensors.get(name)
        if tensor is None or tensor.variable is None:
            scope.values[name] = value
            return
        symbol = self._symbol(tensor)
        self._lines.append(
            f'"tosa.variable_write"({value[0]}) <{{name = {symbol}}}> : ({value[1]}) -> (){_place(operator.place)}'
        )

    def _symbol(self, tensor: Tensor) -> str:
        assert tensor.variable is not None
        known = self._variables.setdefault(tensor.variable, tensor)
        if (known.element, known.sizes) != (tensor.element, tensor.sizes):
            raise DamagedError(f"the variable '{tensor.variable}' has several types")
        return _quoted(tensor.variable)

    def _variable(self, name: str, tensor: Tensor) -> str:
        sizes = tensor.sizes
        if sizes is None or None in sizes:
            raise UnsupportedError(f"the variable '{name}' has a dynamic shape; expected its sizes: write the file with them")
        shape = f"dense<{list(sizes) if sizes else ''}> : tensor<{len(sizes)}xindex>"
        value = f", initial_value = {_constant(tensor)}" if tensor.data else ""
        return (
            f'"tosa.variable"() <{{sym_name = {_quoted(name)}, var_shape = {shape}, type = {_element(tensor)}{value}}}> '
            ": () -> ()"
        )

    def _shape(self, scope: _Scope, operator: Operator) -> None:
        """Computes an operation on shapes."""
        (name,) = operator.outputs or ("",)
        if operator.name == "DIM":
            _, type_ = self._operand(scope, operator.inputs[0], operator.place)
            tensor, axis = scope.block.tensors[operator.inputs[0]], dict(_values(operator))["axis"]
            size = tensor.sizes[axis] if tensor.sizes and 0 <= axis < len(tensor.sizes) else None
            if size is None:
                raise UnsupportedError(
                    f"the operator '{operator.place}' (DIM) takes the size {axis} of {type_}; expected a static size: write the "
                    "file with its shapes"
                )
            scope.shapes[name] = (size,)
            return
        operands = [self._sizes(scope, one, operator.place) for one in operator.inputs]
        try:
            scope.shapes[name] = tosa_shapes.computed(operator.name, operands)
        except (ValueError, TypeError) as error:
            raise DamagedError(f"the operator '{operator.place}' ({operator.name}): {error}") from error

    def _sizes(self, scope: _Scope, name: str, place: str) -> tosa_shapes.Sizes:
        if name in scope.shapes:
            return scope.shapes[name]
        shape, tensor = scope.block.shapes.get(name), scope.block.tensors.get(name)
        if shape is not None and shape.values is not None:
            return shape.values
        if tensor is not None and tensor.element == "i32" and len(tensor.data) in (4, 8) and tensor.sizes in ((), (1,)):
            return struct.unpack_from("<i", tensor.data)
        raise DamagedError(f"the operator '{place}' needs the shape '{name}', which has no value")

    def _operator(self, scope: _Scope, operator: Operator) -> None:
        self._written += 1
        if self._written > _MOST:
            raise UnsupportedError(f"blocks that run others make over {_MOST} operators; expected fewer: write the file without them")
        number = OPERATORS.index(operator.name) if operator.name in OPERATORS else len(OPERATORS)
        if number > LAST or number == 0:
            raise UnsupportedError(
                f"'{operator.place}': tirc does not know the operator {operator.name}; expected operators of TOSA 1.0: write "
                "the file for version 1.0"
            )
        operands = [self._operand(scope, name, operator.place) for name in operator.inputs]
        types = [self._result_type(scope, operator, name) for name in operator.outputs]
        regions = self._regions(operator, operands)
        attributes = [
            f"{name} = {self._attribute(scope, operator, (name, kind, value))}"
            for name, kind, value in operator.attributes
            if not name.endswith("_graph")
        ]
        properties = f" <{{{', '.join(attributes)}}}>" if attributes else ""
        signature = f"({', '.join(type_ for _, type_ in operands)}) -> ({', '.join(types)})"
        name = self._new()
        head = f"{name}:{len(types)} = " if len(types) > 1 else f"{name} = " if types else ""
        first = f'{head}"tosa.{operator.name.lower()}"({", ".join(value for value, _ in operands)}){properties}'
        last = f" : {signature}{_place(operator.place)}"
        self._lines += [f"{first} ({{", *regions, f"}}){last}"] if regions else [first + last]
        for index, (result, type_) in enumerate(zip(operator.outputs, types)):
            self._define(scope, operator, result, (f"{name}#{index}" if len(types) > 1 else name, type_))

    def _regions(self, operator: Operator, operands: Sequence[_Value]) -> list[str]:
        passed = operands[operator.name == "COND_IF" :]
        outer = self._lines
        lines: list[str] = []
        for name in _graphs(operator):
            block = self._graph.blocks.get(name)
            if block is None or len(block.inputs) != len(passed):
                found = "is not in the file" if block is None else f"has {len(block.inputs)} inputs, expected {len(passed)}"
                raise DamagedError(f"the operator '{operator.place}' ({operator.name}) runs the block '{name}', which {found}")
            if block.name in self._open or block is self._graph.main:
                raise DamagedError(f"the block '{name}' contains itself")
            self._open.append(block.name)
            scope, self._lines = _Scope(block), []
            arguments = ", ".join(f"{value}: {type_}" for value, type_ in self._begin(scope))
            self._write(scope)
            results = [self._operand(scope, result, name) for result in block.outputs]
            values, types = ", ".join(value for value, _ in results), ", ".join(type_ for _, type_ in results)
            lines += ["}, {"] * bool(lines) + [f"^bb0({arguments}):"] * bool(arguments)
            lines += [*self._lines, f'"tosa.yield"({values}) : ({types}) -> ()']
            self._open.pop()
        self._lines = outer
        return lines

    def _operand(self, scope: _Scope, name: str, place: str) -> _Value:
        """Returns the value of a name. Constants are made where they are needed first, and variables read where they are."""
        if name in scope.values:
            return scope.values[name]
        tensor, shape = scope.block.tensors.get(name), scope.block.shapes.get(name)
        if tensor is None and shape is None:
            raise DamagedError(f"'{place}' needs '{name}', which is not one of the tensors of the block '{scope.block.name}'")
        new = self._new()
        if tensor is None:
            sizes = self._sizes(scope, name, place)
            type_ = f"!tosa.shape<{len(sizes)}>"
            values = f"dense<{list(sizes) if sizes else ''}> : tensor<{len(sizes)}xindex>"
            self._lines.append(f'{new} = "tosa.const_shape"() <{{values = {values}}}> : () -> {type_}{_place(name)}')
            scope.values[name] = new, type_
            return new, type_
        type_ = _type(tensor)
        if tensor.variable is not None:
            symbol = self._symbol(tensor)
            self._lines.append(f'{new} = "tosa.variable_read"() <{{name = {symbol}}}> : () -> {type_}{_place(place)}')
            return new, type_
        if not tensor.data:
            raise DamagedError(f"'{place}' needs the tensor '{name}', which is not an input, and which no operator makes")
        self._lines.append(f'{new} = "tosa.const"() <{{values = {_constant(tensor)}}}> : () -> {type_}{_place(name)}')
        scope.values[name] = new, type_
        return new, type_

    def _result_type(self, scope: _Scope, operator: Operator, name: str) -> str:
        tensor = scope.block.tensors.get(name)
        if tensor is None:
            raise DamagedError(f"the operator '{operator.place}' ({operator.name}) makes '{name}', which is not one of the tensors")
        if name in scope.values:
            raise DamagedError(f"the tensor '{name}' is made twice")
        return _type(tensor)

    def _attribute(self, scope: _Scope, operator: Operator, attribute: Attribute) -> str:
        name, kind, value = attribute
        if kind in (Kind.SIZES, Kind.AXES):
            width = "i64" if kind is Kind.SIZES else "i32"
            return f"array<{width}: {', '.join(map(str, value))}>" if value else f"array<{width}>"
        if kind is Kind.INTEGER:
            return f"{value} : i32"
        if kind is Kind.BOOLEAN:
            return "true" if value else "false"
        if kind in (Kind.TEXT, Kind.DATA):
            return _quoted(value)
        tensor = scope.block.tensors.get(operator.inputs[0]) if operator.inputs else None
        if kind is Kind.NUMBER:
            if tensor is None:
                raise DamagedError(f"the operator '{operator.place}' ({operator.name}) has no input")
            return _number(value, tensor, f"the attribute '{name}' of the operator '{operator.place}'")
        if kind is Kind.NAN and not value and tensor is not None and tensor.element.startswith("i"):
            # Integers have no NaN, and some writers leave it out.
            value = "PROPAGATE"
        if not value or value.startswith("("):
            raise DamagedError(f"the operator '{operator.place}' ({operator.name}) has no value of the attribute '{name}'")
        return str(value) if kind is Kind.TYPE else f"#tosa.{_ENUMS[kind]}<{value}>"


def _values(operator: Operator) -> list[tuple[str, int]]:
    return [(name, value) for name, _, value in operator.attributes]


def _element(tensor: Tensor) -> str:
    if tensor.element.startswith("("):
        raise UnsupportedError(
            f"the tensor '{tensor.name}' has the type {tensor.element[1:-1]}; expected integers of 1 to 64 bits, or floats of 8 to "
            "32: write the file with another type"
        )
    return tensor.element


def _type(tensor: Tensor) -> str:
    if tensor.sizes is None:
        return f"tensor<*x{_element(tensor)}>"
    sizes = "".join(f"{'?' if size is None else size}x" for size in tensor.sizes)
    return f"tensor<{sizes}{_element(tensor)}>"


def _constant(tensor: Tensor) -> str:
    """Returns the data as an attribute."""
    count = 1
    for size in tensor.sizes or ():
        if size is None:
            raise DamagedError(f"the constant '{tensor.name}' has a dynamic shape")
        count *= size
    bits = _BITS[_element(tensor)]
    size = (count + 1) // 2 if bits == 4 else count * ((bits + 7) // 8)
    # Writers pad vectors with zeros.
    if len(tensor.data) < size or any(tensor.data[size:]) or tensor.sizes is None:
        raise DamagedError(
            f"the tensor '{tensor.name}' of type {_type(tensor)} has {len(tensor.data)} bytes of data; expected {size}"
        )
    data = tensor.data[:size]
    if bits == 1:
        texts = ["true" if byte else "false" for byte in data]
        values = texts[0] if len(set(texts)) == 1 else _nested(texts, [size or 0 for size in tensor.sizes])
        return f"dense<{values}> : {_type(tensor)}"
    if bits == 4:
        # The first of two is in the low bits. In MLIR, each has a byte.
        data = bytes(half for byte in data for half in (byte & 15, byte >> 4))[:count]
    width = len(data) // count
    if data == data[:width] * count:
        data = data[:width]
    return f'dense<"0x{data.hex().upper()}"> : {_type(tensor)}'


def _nested(texts: Sequence[str], sizes: Sequence[int]) -> str:
    if not sizes:
        return texts[0]
    step = len(texts) // sizes[0]
    return f"[{', '.join(_nested(texts[i : i + step], sizes[1:]) for i in range(0, len(texts), step))}]"


def _number(data: bytes, tensor: Tensor, what: str) -> str:
    size = (_BITS[_element(tensor)] + 7) // 8
    if len(data) < size:
        raise DamagedError(f"{what} has {len(data)} bytes; expected {size}")
    number = int.from_bytes(data[:size], "little", signed=tensor.element.startswith("i"))
    return f"{number if tensor.element.startswith('i') else f'0x{number:0{2 * size}X}'} : {tensor.element}"


def _quoted(text: str | bytes) -> str:
    data = text.encode() if isinstance(text, str) else text
    return '"' + "".join(chr(c) if 32 <= c < 127 and chr(c) not in '"\\' else f"\\{c:02X}" for c in data) + '"'


def _place(name: str) -> str:
    return f" loc({_quoted(name)})" if name else ""
