"""A random graph with constants, and the operators that need some."""

from random_graphs import Graph, Value


class ConstantGraph(Graph):
    def _data(self, shape, element, data):
        value = Value(self._name(), shape, element)
        return self._dense(value, f'"0x{data.hex()}"')

    def _numbers(self, element, numbers):
        numbers = list(numbers)
        return self._dense(Value(self._name(), (len(numbers),), element), numbers)

    def _dense(self, value, elements):
        constant = f'"tosa.const"() <{{values = dense<{elements}> : {value.type}}}>'
        self._add(value, (), f"{value.name} = {constant} : () -> {value.type}")
        return value

    def _splat(self, element, number):
        return self._dense(Value(self._name(), (1, 1, 1, 1), element), number)

    def _rescaled(self, x, target, multiplier, shift, points):
        operands = [x, self._numbers("i32", [multiplier]), self._numbers("i8", [shift]),
                    self._numbers(x.element, [points[0]]), self._numbers(target, [points[1]])]
        return self._emit("rescale", operands, x.shape, "{input_unsigned = false, output_unsigned = false, "
                          "per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true}", target)

    def _reduced(self, op, x, one, axis):
        return self._emit(f"reduce_{op}", [x], one, f"{{axis = {axis} : i32}}", x.element)
