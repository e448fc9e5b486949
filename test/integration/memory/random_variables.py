"""Random models with variables, and their results according to TOSA: a read returns the last write in program order."""

import random

from variables_program import Tensor

_SHAPES = ((), (1,), (3,), (2, 3), (1, 2, 2, 1))
# Exact operators of TOSA on integers of any width.
_OPERATORS = {
    "bitwise_xor": lambda a, b: a ^ b,
    "bitwise_and": lambda a, b: a & b,
    "bitwise_or": lambda a, b: a | b,
}
_BITS = {"i8": 8, "i16": 16, "i32": 32}


class Model:
    """A sequence of reads, writes and operators; with `nested`, also in branches and loops."""

    def __init__(self, seed, nested=False):
        self.random = random.Random(seed)
        self.element = self.random.choice(tuple(_BITS))
        self.shape = self.random.choice(_SHAPES)
        self.nested = nested
        self.inputs = [self._tensor(f"x{i}") for i in range(self.random.randint(1, 2))]
        self.variables = [self._tensor(f"v{i}") for i in range(self.random.randint(1, 4))]
        # A variable without an initial value begins at 0.
        self.initial = {v.name: None if self.random.random() < 0.2 else self.numbers() for v in self.variables}
        self.values = 0
        self.program, known = self._block([t.name for t in self.inputs], self.random.randint(4, 14), depth=0)
        self.results = [self.random.choice(known) for _ in range(self.random.randint(1, 3))]
        self.outputs = [self._tensor(f"y{i}") for i in range(len(self.results))]

    def _tensor(self, name):
        return Tensor(name, self.shape, self.element)

    def numbers(self):
        half = 1 << (_BITS[self.element] - 1)
        return [self.random.choice((0, 1, -1, self.random.randint(-half, half - 1)))
                for _ in range(self._tensor("").count)]

    def _new(self):
        self.values += 1
        return f"t{self.values}"

    def _block(self, known, length, depth):
        """Returns steps, and the values that are known after them."""
        known, block = list(known), []
        for _ in range(length):
            kind = self.random.choice(("read", "read", "write", "write", "op", "op",
                                       *(("if", "loop") if self.nested and depth < 2 else ())))
            if kind == "read":
                block.append(("read", self._new(), self.random.choice(self.variables).name))
                known.append(block[-1][1])
            elif kind == "write":
                block.append(("write", self.random.choice(self.variables).name, self.random.choice(known)))
            elif kind == "op":
                block.append(("op", self._new(), self.random.choice(tuple(_OPERATORS)),
                              self.random.choice(known), self.random.choice(known)))
                known.append(block[-1][1])
            elif kind == "if":
                inner = [self._block(known, self.random.randint(0, 4), depth + 1) for _ in range(2)]
                block.append(("if", self._new(), self.random.choice(known), self.random.choice(known),
                              *((steps, self.random.choice(inside)) for steps, inside in inner)))
                known.append(block[-1][1])
            else:
                carried, result = self._new(), self._new()
                steps, inside = self._block([*known, carried], self.random.randint(1, 4), depth + 1)
                block.append(("loop", result, self.random.randint(0, 3), carried, self.random.choice(known), steps,
                              self.random.choice(inside)))
                known.append(result)
        return block, known

    # What it computes.

    def start(self):
        """Returns the values of a state that was reset."""
        zero = [0] * self._tensor("").count
        return {name: list(values or zero) for name, values in self.initial.items()}

    def run(self, state, inputs):
        values = {tensor.name: row for tensor, row in zip(self.inputs, inputs)}
        self._execute(self.program, state, values)
        return [values[name] for name in self.results]

    def _execute(self, block, state, values):
        for step in block:
            if step[0] == "read":
                values[step[1]] = state[step[2]]
            elif step[0] == "write":
                state[step[1]] = values[step[2]]
            elif step[0] == "op":
                values[step[1]] = [_OPERATORS[step[2]](a, b) for a, b in zip(values[step[3]], values[step[4]])]
            elif step[0] == "if":
                steps, result = step[4] if max(values[step[2]]) > max(values[step[3]]) else step[5]
                inside = dict(values)
                self._execute(steps, state, inside)
                values[step[1]] = inside[result]
            else:
                _, result, count, carried, first, steps, following = step
                value = values[first]
                for _ in range(count):
                    inside = {**values, carried: value}
                    self._execute(steps, state, inside)
                    value = inside[following]
                values[result] = value

    # How it is written.

    def text(self):
        lines = []
        for variable in self.variables:
            values = self.initial[variable.name]
            begin = f"tosa.variable @{variable.name} = "
            if values is None:
                lines.append(f"tosa.variable @{variable.name} : {variable.text}")
                continue
            lines.append(begin + f"dense<{self._nest(values, self.shape)}> : {variable.text}")
        arguments = ", ".join(f'%{t.name}: {t.text} {{tir.name = "{t.name}"}}' for t in self.inputs)
        results = ", ".join(f'{t.text} {{tir.name = "{t.name}"}}' for t in self.outputs)
        lines.append(f"func.func @main({arguments}) -> ({results}) {{")
        lines += self._write(self.program, "  ")
        names, types = (", ".join(each) for each in zip(*((f"%{name}", self._tensor("").text) for name in self.results)))
        return "\n".join([*lines, f"  return {names} : {types}", "}", ""])

    def _nest(self, values, shape):
        if not shape:
            return str(values[0])
        size = len(values) // shape[0]
        return "[" + ", ".join(self._nest(values[i * size:(i + 1) * size], shape[1:]) for i in range(shape[0])) + "]"

    def _write(self, block, indent):
        tensor, lines = self._tensor("").text, []
        for step in block:
            if step[0] == "read":
                lines.append(f"%{step[1]} = tosa.variable_read @{step[2]} : {tensor}")
            elif step[0] == "write":
                lines.append(f"tosa.variable_write @{step[1]}, %{step[2]} : {tensor}")
            elif step[0] == "op":
                lines.append(f"%{step[1]} = tosa.{step[2]} %{step[3]}, %{step[4]} : ({tensor}, {tensor}) -> {tensor}")
            elif step[0] == "if":
                lines += self._write_if(step, indent)
            else:
                lines += self._write_loop(step, indent)
        return [indent + line.removeprefix(indent) for line in lines]

    def _most(self, name):
        """Returns the largest element of a value, as a tensor<i32>, which can be compared."""
        count, lines = self._tensor("").count, []
        flat = f"tensor<{count}x{self.element}>"
        shape, wide, most, one = (self._new() for _ in range(4))
        lines.append(f"%{shape} = tosa.const_shape {{values = dense<{count}> : tensor<1xindex>}} : () -> !tosa.shape<1>")
        lines.append(f"%{wide} = tosa.reshape %{name}, %{shape} : ({self._tensor('').text}, !tosa.shape<1>) -> {flat}")
        lines.append(f"%{most} = tosa.reduce_max %{wide} {{axis = 0 : i32}} : ({flat}) -> tensor<1x{self.element}>")
        none = self._new()
        lines.append(f"%{none} = tosa.const_shape {{values = dense<> : tensor<0xindex>}} : () -> !tosa.shape<0>")
        lines.append(f"%{one} = tosa.reshape %{most}, %{none} : (tensor<1x{self.element}>, !tosa.shape<0>) -> "
                     f"tensor<{self.element}>")
        if self.element == "i32":
            return one, lines
        number = self._new()
        lines.append(f"%{number} = tosa.cast %{one} : (tensor<{self.element}>) -> tensor<i32>")
        return number, lines

    def _write_if(self, step, indent):
        _, result, first, second, *branches = step
        (first, lines), (second, more) = self._most(first), self._most(second)
        holds, inner = self._new(), indent + "  "
        scalar, tensor = "tensor<i32>", self._tensor("").text
        then, otherwise = ([*self._write(steps, inner), f"{inner}tosa.yield %{value} : {tensor}"]
                           for steps, value in branches)
        return [*lines, *more, f"%{holds} = tosa.greater %{first}, %{second} : ({scalar}, {scalar}) -> tensor<i1>",
                f"%{result} = tosa.cond_if %{holds} : tensor<i1> -> {tensor} {{", *then, f"{indent}}} else {{",
                *otherwise, f"{indent}}}"]

    def _write_loop(self, step, indent):
        _, result, count, carried, first, steps, following = step
        start, end, one, done, holds, now, then, inside, seen = (self._new() for _ in range(9))
        inner = indent + "  "
        number, tensor = "tensor<i32>", self._tensor("").text

        def constant(name, value):
            return f'%{name} = "tosa.const"() <{{values = dense<{value}> : {number}}}> : () -> {number}'

        return [constant(start, 0), constant(end, count), constant(one, 1),
                f"%{done}, %{result} = tosa.while_loop (%{now} = %{start}, %{seen} = %{first}) : ({number}, {tensor}) -> "
                f"({number}, {tensor}) {{",
                f"{inner}%{holds} = tosa.greater %{end}, %{now} : ({number}, {number}) -> tensor<i1>",
                f"{inner}tosa.yield %{holds} : tensor<i1>", f"{indent}}} do {{",
                f"{indent}^bb0(%{inside}: {number}, %{carried}: {tensor}):", *self._write(steps, inner),
                f"{inner}%{then} = tosa.add %{inside}, %{one} : ({number}, {number}) -> {number}",
                f"{inner}tosa.yield %{then}, %{following} : {number}, {tensor}", f"{indent}}}"]
