"""Models of one row of an offload table each, for every type and for small, odd and large shapes."""

import itertools
import math
import random

_LARGEST = 17  # The checks need no larger extents.


class Unknown(Exception):
    """The row has operators of which no cases are known here."""


class _Range:
    def __init__(self, value):
        self.first, self.last, self.factor = 0, _LARGEST, 1
        if isinstance(value, int):
            self.first = self.last = value
        elif value != "*":
            first, last = value.split("..")
            last, _, factor = last.partition("/")
            self.first, self.factor = int(first), int(factor or 1)
            self.last = max(self.first, _LARGEST) if last == "*" else int(last)

    def __contains__(self, number):
        return self.first <= number <= self.last and number % self.factor == 0

    def values(self):
        """The smallest, the largest that is small enough, and some between."""
        last = min(self.last, max(_LARGEST, self.first, self.factor))
        every = [n for n in range(max(self.first, 1), last + 1) if n % self.factor == 0]
        return sorted({every[0], every[-1], every[len(every) // 2], every[min(1, len(every) - 1)]})


def _allows(allowed, values):
    for value in allowed:
        if isinstance(value, list) and value == values:
            return True
        if isinstance(value, str) and ".." in value and all(n in _Range(value) for n in values):
            return True
        if isinstance(value, int) and all(n == value for n in values):
            return True
    return False


class Case:
    """Builds the text of a model. Inputs and constants are named as they are made."""

    def __init__(self, row, rng):
        self.row, self.rng = row, rng
        self.lines, self.inputs = [], []
        self.count = 0

    def _name(self):
        self.count += 1
        return f"%v{self.count}"

    def input(self, shape, element):
        name = f"%x{len(self.inputs)}"
        self.inputs.append(f'{name}: {type_of(shape, element)} {{tir.name = "x{len(self.inputs)}"}}')
        return name

    def constant(self, shape, element, values):
        name, t = self._name(), type_of(shape, element)
        text = str(values[0]) if len(set(values)) == 1 else _nested(values, shape)
        self.lines.append(f'{name} = "tosa.const"() <{{values = dense<{text}> : {t}}}> : () -> {t}')
        return name

    def op(self, name, operands, types, result, attributes=""):
        made = self._name()
        self.lines.append(f"{made} = {name} {', '.join(operands)} {{{attributes}}} : ({', '.join(types)}) -> {result}")
        return made

    def allows(self, key, values):
        allowed = self.row.get("attributes", {}).get(key)
        return allowed is None or _allows(allowed, values)

    def text(self, result, element_type):
        body = "\n".join("  " + line for line in self.lines)
        return (f'func.func @main({", ".join(self.inputs)}) -> ({element_type} {{tir.name = "y0"}}) {{\n{body}\n'
                f"  return {result} : {element_type}\n}}\n")


def type_of(shape, element):
    return f"tensor<{''.join(f'{n}x' for n in shape)}{element}>"


def _nested(values, shape):
    if not shape:
        return str(values[0])
    step = len(values) // shape[0]
    return "[" + ", ".join(_nested(values[i * step:(i + 1) * step], shape[1:]) for i in range(shape[0])) + "]"


def _elements(operand, default):
    return operand.get("types") or default


def _shapes(operand, rng):
    """Returns shapes that an operand takes, the corners first."""
    if "shape" not in operand:
        return [[1], [7], [1, 17], [2, 3, 5], [1, 4, 4, 3], [1, 5, 7, 8]]
    ranges = [_Range(extent).values() for extent in operand["shape"]]
    corners = [[values[0] for values in ranges], [values[-1] for values in ranges]]
    others = [list(shape) for shape in itertools.product(*ranges)]
    rng.shuffle(others)
    return corners + [shape for shape in others if shape not in corners]


def _limits(element):
    bits = int(element[1:])
    return -(1 << (bits - 1)), (1 << (bits - 1)) - 1


def _elementwise(row, rng, count, attributes=lambda element: ""):
    for element in _elements(row["operands"][0], ["i8", "i16", "i32", "f32"]):
        for shape in _shapes(row["operands"][0], rng):
            case = Case(row, rng)
            t = type_of(shape, element)
            operands = [case.input(shape, element) for _ in range(count)]
            yield case, case.op(row["pattern"][0], operands, [t] * count, t, attributes(element)), shape, element


def _clamp_attributes(element):
    if element.startswith("f"):
        return f"max_val = 0.5 : {element}, min_val = -0.25 : {element}"
    return f"max_val = 50 : {element}, min_val = -20 : {element}"


def _outputs(size, kernel, stride, before, after):
    """The number of windows, or None if they do not fit, as TOSA asks."""
    rest = size - kernel + before + after
    return rest // stride + 1 if rest >= 0 and rest % stride == 0 else None


def _windows(case, op, shape, kernels, rng):
    """Yields kernel, strides, pads and outputs that the row takes, for an image of this shape."""
    choices = list(itertools.product(kernels, kernels, (1, 2, 3), (1, 2, 3), *[(0, 1, 2)] * 4))
    rng.shuffle(choices)
    for ky, kx, sy, sx, top, bottom, left, right in choices:
        out = [_outputs(shape[1], ky, sy, top, bottom), _outputs(shape[2], kx, sx, left, right)]
        if (None not in out and max(top, bottom) < ky and max(left, right) < kx
                and case.allows(f"{op}.stride", [sy, sx]) and case.allows(f"{op}.pad", [top, bottom, left, right])
                and case.allows(f"{op}.kernel", [ky, kx])):
            yield (ky, kx), (sy, sx), (top, bottom, left, right), out


def _array(values):
    return f"array<i64: {', '.join(map(str, values))}>"


def _max_pool(row, rng):
    for shape in _shapes(row["operands"][0], rng):
        for element in _elements(row["operands"][0], ["i8", "i16", "f32"]):
            case = Case(row, rng)
            window = next(_windows(case, row["pattern"][0], shape, (1, 2, 3, 4), rng), None)
            if not window:
                continue
            kernel, stride, pad, out = window
            result = [shape[0], *out, shape[3]]
            x = case.input(shape, element)
            attributes = f"kernel = {_array(kernel)}, stride = {_array(stride)}, pad = {_array(pad)}"
            yield case, case.op("tosa.max_pool2d", [x], [type_of(shape, element)], type_of(result, element),
                                attributes), result, element


def _conv2d(row, rng):
    weights = row["operands"][1].get("shape", ["1..*"] * 4)
    kernels = [n for n in _Range(weights[1]).values() if n in _Range(weights[2]) and n <= 5]
    numbers = _Range(weights[0]).values()
    for number, shape in enumerate(_shapes(row["operands"][0], rng)):
        # Not all of them with each shape.
        for channels in (numbers[number % len(numbers)], numbers[-1]):
            case = Case(row, rng)
            window = next(_windows(case, "tosa.conv2d", shape, kernels, rng), None)
            if not window or shape[3] not in _Range(weights[3]):
                continue
            kernel, stride, pad, out = window
            result, filters = [shape[0], *out, channels], [channels, *kernel, shape[3]]
            count = math.prod(filters)
            operands = [case.input(shape, "i8"),
                        case.constant(filters, "i8", [rng.randrange(-127, 128) for _ in range(count)]),
                        case.constant([channels], "i32", [rng.randrange(-500, 500) for _ in range(channels)]),
                        case.constant([1], "i8", [rng.randrange(-20, 20)]), case.constant([1], "i8", [0])]
            types = [type_of(shape, "i8"), type_of(filters, "i8"), type_of([channels], "i32"), "tensor<1xi8>",
                     "tensor<1xi8>"]
            attributes = (f"acc_type = i32, dilation = array<i64: 1, 1>, pad = {_array(pad)}, "
                          f"stride = {_array(stride)}")
            made = case.op("tosa.conv2d", operands, types, type_of(result, "i32"), attributes)
            case.scale = 1 / (60 * math.sqrt(count // channels))
            yield case, made, result, "i32"


def _rescale(case, value, shape, element):
    """Adds the rescale to i8 that follows a sum, for each channel or for all."""
    channels = case.rng.choice((1, shape[3]))
    shifts = [case.rng.randrange(36, 42) for _ in range(channels)]
    multipliers = []
    for k, shift in enumerate(shifts):
        multiplier = int(case.scale * case.rng.uniform(0.5, 1) * (1 << shift))
        while multiplier >= 1 << 31:
            multiplier, shifts[k] = multiplier >> 1, shifts[k] - 1
        while multiplier < 1 << 30:
            multiplier, shifts[k] = multiplier << 1, shifts[k] + 1
        multipliers.append(multiplier)
    operands = [value, case.constant([channels], "i32", multipliers), case.constant([channels], "i8", shifts),
                case.constant([1], "i32", [0]), case.constant([1], "i8", [case.rng.randrange(-10, 10)])]
    types = [type_of(shape, element), type_of([channels], "i32"), type_of([channels], "i8"), "tensor<1xi32>",
             "tensor<1xi8>"]
    modes = [mode for mode in ("SINGLE_ROUND", "DOUBLE_ROUND")
             if mode in case.row.get("attributes", {}).get("tosa.rescale.rounding_mode", ["SINGLE_ROUND"])]
    attributes = (f"scale32 = true, rounding_mode = {case.rng.choice(modes)}, per_channel = {'true' if channels > 1 else 'false'}, "
                  "input_unsigned = false, output_unsigned = false")
    return case.op("tosa.rescale", operands, types, type_of(shape, "i8"), attributes), "i8"


def _clamp(case, value, shape, element):
    t = type_of(shape, element)
    return case.op("tosa.clamp", [value], [t], t, _clamp_attributes(element)), element


_FIRST = {
    **{f"tosa.{name}": lambda row, rng: _elementwise(row, rng, 2)
       for name in ("add", "sub", "maximum", "minimum", "bitwise_and", "bitwise_or", "bitwise_xor")},
    "tosa.abs": lambda row, rng: _elementwise(row, rng, 1),
    "tosa.clamp": lambda row, rng: _elementwise(row, rng, 1, _clamp_attributes),
    "tosa.max_pool2d": _max_pool,
    "tosa.conv2d": _conv2d,
}
_NEXT = {"tosa.rescale": _rescale, "tosa.clamp": _clamp}


def make_cases(row, most):
    """Returns the texts of models that the row takes."""
    rng = random.Random(row["name"])
    ops = [op.removesuffix("?") for op in row["pattern"]]
    if ops[0] not in _FIRST or not set(ops[1:]) <= set(_NEXT):
        raise Unknown(f"row '{row['name']}': no cases are known for {', '.join(ops)}; give models that have them "
                      "(--model)")
    by_type = {}
    for number, (case, value, shape, element) in enumerate(_FIRST[ops[0]](row, rng)):
        for op in row["pattern"][1:]:
            if op.endswith("?") and number % 2:
                continue
            value, element = _NEXT[op.removesuffix("?")](case, value, shape, element)
        texts = by_type.setdefault(element, [])
        if len(texts) < most:
            texts.append(case.text(value, type_of(shape, element)))
        if number > 400:
            break
    return [text for texts in by_type.values() for text in texts]
