"""Random modules of calls, some right and some wrong.

The oracle decides with the rules of the dialect's reference, on types of its own; MLIR infers no type. A module
contains up to three callees and a call of each, on whole buffers, or on regions cut out by subview, slice and cast.
"""

import random
from dataclasses import dataclass, field, replace

ELEMENTS = ("i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64")
SCALARS = ("i32", "i64", "f32", "index", "!tir.handle")
KINDS = ("npu", "dsp")
DYNAMIC = None


@dataclass(frozen=True)
class Strided:
    strides: tuple
    offset: int | None

    def __str__(self):
        strides = ", ".join(map(extent, self.strides))
        return f"strided<[{strides}]{'' if self.offset == 0 else f', offset: {extent(self.offset)}'}>"


@dataclass(frozen=True)
class Buffer:
    """A tensor, or a memref with a layout: None is the identity, a string one that is not strided."""

    element: str
    shape: tuple
    layout: Strided | str | None = None
    space: int = 0
    tensor: bool = False

    def __str__(self):
        text = "".join(f"{extent(size)}x" for size in self.shape) + self.element
        if self.tensor:
            return f"tensor<{text}>"
        layout = "" if self.layout is None else f", {self.layout}"
        return f"memref<{text}{layout}{f', {self.space}' if self.space else ''}>"


@dataclass(frozen=True)
class Context:
    kind: str

    def __str__(self):
        return f'!tir.device_context<"{self.kind}">'


def extent(size):
    return "?" if size is DYNAMIC else str(size)


# The oracle


def compact(shape):
    """Returns the strides of elements without gaps; dynamic if they depend on a dynamic extent."""
    strides, product = [], 1
    for size in reversed(shape):
        strides.append(product)
        product = DYNAMIC if DYNAMIC in (product, size) else product * size
    return tuple(reversed(strides))


def strided(buffer):
    return Strided(compact(buffer.shape), 0) if buffer.layout is None else buffer.layout


def admits(declared, passed):
    """A dynamic value of the callee admits any; a static one must be known to be the same."""
    return declared is DYNAMIC or declared == passed


def layout_fits(passed, declared):
    if isinstance(passed.layout, str) or isinstance(declared.layout, str):
        return passed.layout == declared.layout
    got, want = strided(passed), strided(declared)
    if declared.layout is None:
        # No gaps, whatever the extents are.
        if passed.layout is None:
            return True
        want = Strided(tuple(-1 if stride is DYNAMIC else stride for stride in compact(passed.shape)), 0)
    return admits(want.offset, got.offset) and all(
        # An index into one element is 0.
        1 in (size, declared_size) or admits(want_stride, got_stride)
        for size, declared_size, got_stride, want_stride in zip(passed.shape, declared.shape, got.strides, want.strides)
    )


def fits(passed, declared):
    """Returns whether a callee that declares one type accepts the other."""
    if not isinstance(passed, Buffer) or not isinstance(declared, Buffer):
        return passed == declared
    if passed.element != declared.element or len(passed.shape) != len(declared.shape):
        return False
    if not all(admits(want, got) for got, want in zip(passed.shape, declared.shape)):
        return False
    return passed.tensor or (passed.space == declared.space and layout_fits(passed, declared))


@dataclass
class Callee:
    name: str
    # (type, effect or None) of each argument.
    arguments: list
    has_body: bool = True
    context: Context | None = None
    convention: str | None = None
    is_function: bool = False


@dataclass
class Call:
    kind: str
    callee: Callee
    # (name, type) of each operand.
    operands: list
    outs: int = 0
    results: list = field(default_factory=list)
    context: Context | None = None
    form: str = ""


def wrong_by_itself(call):
    """Yields the violations of a call's own rules."""
    types = [kind for _, kind in call.operands]
    tensors = [t for t in types if isinstance(t, Buffer) and t.tensor]
    memrefs = [t for t in types if isinstance(t, Buffer) and not t.tensor]
    if tensors and memrefs:
        yield "mixes tensors and memrefs"
    outs = types[len(types) - call.outs :]
    if outs and memrefs:
        yield "outs on memrefs"
    if call.results != outs and not (call.form == "value" and not call.outs):
        yield "results differ from the outs"
    if call.form == "value" and tensors:
        yield "a value returned on tensors"


def wrong_with_callee(call, promised):
    """Yields the violations of the called function's declaration; the caller declares that it only reads the `promised`
    buffers."""
    callee = call.callee
    if callee.is_function:
        # For the other calls, a function that is not a prim_func declares nothing.
        if call.kind == "call_tir":
            yield "calls no prim_func"
        return
    if call.kind == "call_tir" and not callee.has_body:
        yield "calls a declaration"
    declared = [kind for kind, _ in callee.arguments]
    if call.kind == "call_tir":
        declared += [callee.context] if callee.context else []
    else:
        opposite = {"call_extern": "packed", "call_cpacked": "unpacked"}[call.kind]
        if callee.convention == opposite:
            yield "another calling convention"
        if call.context != callee.context:
            yield "another context"
        if call.form:
            yield "a form that returns no code"
    if len(declared) != len(call.operands):
        yield "arity"
        return
    first_out = len(call.operands) - call.outs
    for index, ((name, passed), want) in enumerate(zip(call.operands, declared)):
        if not fits(passed, want):
            yield f"argument #{index} {passed} for {want}"
        elif name.split("_")[0] in promised and callee.arguments[index][1] != "read":
            yield f"argument #{index}: the caller only reads it"
        elif isinstance(passed, Buffer) and passed.tensor:
            only_read = callee.arguments[index][1] == "read"
            if only_read == (index >= first_out):
                yield f"argument #{index}: effects against outs"


# The generator


@dataclass
class Module:
    text: str
    # For each wrong call: its line, the callee's or None if there is no note, and the violation.
    wrong: list
    calls: int


class Generator:
    def __init__(self, seed, kinds):
        self.rng = random.Random(seed)
        self.kinds = kinds

    def chance(self, percent):
        return self.rng.randrange(100) < percent

    # Types

    def shape(self):
        return tuple(DYNAMIC if self.chance(15) else self.rng.choice((1, 1, 2, 3, 4, 8)) for _ in range(self.rng.randrange(4)))

    def strides(self, shape):
        """Returns the strides of a buffer of that shape: padded, in any order, partly unknown."""
        if self.chance(40):
            found = list(compact(shape))
        else:
            found, product = [0] * len(shape), 1
            for dim in self.rng.sample(range(len(shape)), len(shape)):
                found[dim] = product
                product *= (shape[dim] or 4) + self.rng.choice((0, 0, 1))
        return tuple(DYNAMIC if self.chance(15) else stride for stride in found)

    def memref(self):
        shape = self.shape()
        layout = None
        if self.chance(35):
            layout = Strided(self.strides(shape), DYNAMIC if self.chance(20) else self.rng.choice((0, 0, 3, 8)))
        elif len(shape) == 1 and self.chance(5):
            layout = "affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>"
        return Buffer(self.rng.choice(ELEMENTS), shape, layout, space=1 if self.chance(8) else 0)

    # Regions of buffers

    def cut(self, base):
        """Returns offsets, sizes and steps of a region, as in the assembly, and its extents."""
        offsets, sizes, steps, shape = [], [], [], []
        for size in base.shape:
            bound = 8 if size is DYNAMIC else size
            length = bound if self.chance(40) else self.rng.randint(1, bound)
            step = self.rng.randint(1, max(1, (bound - 1) // (length - 1))) if length > 1 else self.rng.choice((1, 2))
            offset = self.rng.randint(0, bound - 1 - (length - 1) * step)
            offsets.append(DYNAMIC if self.chance(15) else offset)
            steps.append(DYNAMIC if self.chance(10) else step)
            shape.append(DYNAMIC if self.chance(10) else length)
        sizes = shape
        return offsets, sizes, steps

    def kept(self, sizes):
        """Returns the dimensions that a region keeps. Dimensions of extent 1 may be dropped, all together, since MLIR
        guesses which ones were."""
        return [dim for dim, size in enumerate(sizes) if size != 1] if self.chance(35) else list(range(len(sizes)))

    def slice(self, name, base, body):
        offsets, sizes, steps = self.cut(base)
        keep = self.kept(sizes)
        lists = " ".join("[" + ", ".join("%i" if v is DYNAMIC else str(v) for v in part) + "]" for part in (offsets, sizes, steps))
        shape = tuple(sizes[dim] for dim in keep)
        if base.tensor:
            result = replace(base, shape=shape)
            body.append(f"{name}_slice = tensor.extract_slice {name}{lists} : {base} to {result}")
            return f"{name}_slice", result
        layout = strided(base)
        offset, strides = layout.offset, []
        for at, step, stride in zip(offsets, steps, layout.strides):
            # 0 times anything is 0.
            moved = 0 if at == 0 else DYNAMIC if DYNAMIC in (at, stride) else at * stride
            offset = DYNAMIC if DYNAMIC in (offset, moved) else offset + moved
            strides.append(DYNAMIC if DYNAMIC in (step, stride) else step * stride)
        result = replace(base, shape=shape, layout=Strided(tuple(strides[dim] for dim in keep), offset))
        body.append(f"{name}_view = memref.subview {name}{lists} : {base} to {result}")
        return f"{name}_view", result

    def cast(self, name, base, body):
        """Adds a cast that drops, or asserts, extents and strides."""

        def other(value, claims):
            if value is DYNAMIC:
                return self.rng.choice(claims) if self.chance(25) else value
            return DYNAMIC if self.chance(25) else value

        shape = tuple(other(size, (1, 2, 4)) for size in base.shape)
        if base.tensor:
            result = replace(base, shape=shape)
            body.append(f"{name}_cast = tensor.cast {name} : {base} to {result}")
            return f"{name}_cast", result
        layout = strided(base)
        strides = tuple(other(stride, (1, 2, 8)) for stride in layout.strides)
        result = replace(base, shape=shape, layout=Strided(strides, other(layout.offset, (0, 4))))
        body.append(f"{name}_cast = memref.cast {name} : {base} to {result}")
        return f"{name}_cast", result

    def region(self, name, tensor, arguments, body):
        """Returns a buffer of the caller, whole or in part."""
        base = replace(self.memref(), layout=None, space=0, tensor=True) if tensor else self.memref()
        arguments.append((name, base))
        value, kind = name, base
        if not isinstance(base.layout, str):
            if self.chance(55):
                value, kind = self.slice(value, kind, body)
            if self.chance(30):
                value, kind = self.cast(value, kind, body)
        return value, kind

    # Callees

    def declare(self, passed):
        """Returns a buffer that a callee may declare for the passed one: mostly one that fits."""
        shape = tuple(DYNAMIC if size is DYNAMIC or self.chance(20) else size for size in passed.shape)
        declared = replace(passed, shape=shape, tensor=False)
        if passed.tensor:
            if self.chance(30):
                declared = replace(declared, layout=Strided(self.strides(shape), DYNAMIC))
        elif isinstance(passed.layout, Strided):
            if self.chance(15):
                declared = replace(declared, layout=None)
            else:
                strides = tuple(DYNAMIC if self.chance(25) else
                                self.rng.choice((stride, 7)) if size == 1 else stride
                                for size, stride in zip(passed.shape, passed.layout.strides))
                offset = DYNAMIC if self.chance(30) else passed.layout.offset
                declared = replace(declared, layout=Strided(strides, offset))
        elif passed.layout is None and self.chance(25):
            declared = replace(declared, layout=Strided(
                tuple(DYNAMIC if self.chance(40) else s for s in compact(shape)), self.rng.choice((0, DYNAMIC))))
        return self.spoil(declared) if self.chance(12) else declared

    def spoil(self, declared):
        """Changes one property, which need not make it wrong."""
        choice = self.rng.randrange(6)
        if choice == 0:
            return replace(declared, element=self.rng.choice(ELEMENTS))
        if choice == 1:
            return replace(declared, space=1 - declared.space)
        if isinstance(declared.layout, str):
            return replace(declared, layout=None)
        if choice == 2 or not declared.shape:
            layout = declared.layout
            layout = layout and Strided((*layout.strides, 1), layout.offset)
            return replace(declared, shape=(*declared.shape, 1), layout=layout)
        dim = self.rng.randrange(len(declared.shape))

        def changed(values, value):
            return values[:dim] + (value,) + values[dim + 1 :]

        if choice == 3:
            return replace(declared, shape=changed(declared.shape, self.rng.choice((1, 2, 5))))
        layout = strided(declared)
        if choice == 4:
            return replace(declared, layout=Strided(changed(layout.strides, self.rng.choice((1, 4, 9))), layout.offset))
        return replace(declared, layout=Strided(layout.strides, self.rng.choice((0, 1, 8))))

    # Calls

    def call(self, index):
        """Adds a callee, the call, and the caller's contents."""
        kind = self.rng.choice(self.kinds)
        tensor = self.chance(40)
        callee = Callee(f"f{index}", [], has_body=self.chance(97) if kind == "call_tir" else self.chance(20))
        call = Call(kind, callee, [])
        arguments, body = [], []
        count = self.rng.randrange(5)
        outs = self.rng.randint(0, count) if tensor else 0
        for position in range(count):
            name = f"%v{position}"
            if position < count - outs and self.chance(15):
                passed = self.rng.choice(SCALARS)
                arguments.append((name, passed))
                call.operands.append((name, passed))
                callee.arguments.append((self.rng.choice(SCALARS) if self.chance(8) else passed, None))
                continue
            # Rarely, one on tensors among memrefs.
            value, passed = self.region(name, tensor != self.chance(1), arguments, body)
            call.operands.append((value, passed))
            effects = ("read", "write", "read_write", None)
            if tensor and not self.chance(3):
                effects = ("read",) if position < count - outs else ("write", "read_write", None)
            callee.arguments.append((self.declare(passed), self.rng.choice(effects)))
        call.outs = outs
        if self.chance(1) and call.operands:
            call.outs = 1
        call.results = [t for _, t in call.operands[count - call.outs :] if isinstance(t, Buffer) and t.tensor]
        if call.results and self.chance(2):
            call.results.pop()
        if self.chance(3) and callee.arguments:
            callee.arguments.pop(self.rng.randrange(len(callee.arguments)))
        if kind != "call_tir" and self.chance(4) or self.chance(1):
            callee.is_function = True
        self.conventions(call, tensor)
        return call, arguments, body

    def conventions(self, call, tensor):
        """Contexts, calling conventions and forms."""
        if call.kind == "call_tir":
            return
        callee = call.callee
        right = "unpacked" if call.kind == "call_extern" else "packed"
        wrong = "packed" if right == "unpacked" else "unpacked"
        callee.convention = wrong if self.chance(4) else self.rng.choice((None, right))
        if self.chance(40):
            callee.context = call.context = Context(self.rng.choice(KINDS))
        if self.chance(8):
            call.context = self.rng.choice((None, Context("npu")))
        if call.kind == "call_extern" and self.chance(3):
            call.form = "void"
        elif call.kind == "call_extern" and not tensor and not call.outs and self.chance(3):
            call.form = "value"
            call.results = ["i64"]


def declaration(callee):
    arguments = []
    for index, (kind, effect) in enumerate(callee.arguments):
        name = f"%a{index}: " if callee.has_body and not callee.is_function else ""
        arguments.append(f"{name}{kind}" + (f" {{tir.effect = #tir.effect<{effect}>}}" if effect else ""))
    if callee.context:
        arguments.append(f"{'%c: ' if callee.has_body and not callee.is_function else ''}{callee.context}")
    head = f"@{callee.name}({', '.join(arguments)})"
    if callee.is_function:
        return f"func.func private {head}"
    if callee.convention:
        head += f" attributes {{calling_convention = #tir.calling_convention<{callee.convention}>}}"
    return f"tir.prim_func private {head}" + (" {\n  tir.return\n}" if callee.has_body else "")


def call_text(call):
    names = [name for name, _ in call.operands]
    types = [str(kind) for _, kind in call.operands]
    split = len(names) - call.outs
    text = f"tir.{call.kind}{' void' if call.form == 'void' else ''} @{call.callee.name}({', '.join(names[:split])})"
    if call.outs:
        text += f" outs({', '.join(names[split:])})"
    if call.context:
        text += " context(%ctx)"
        types.append(str(call.context))
    results = ", ".join(map(str, call.results))
    result = f"%r:{len(call.results)} = " if call.results else ""
    return f"{result}{text} : ({', '.join(types)}) -> {results if len(call.results) == 1 else f'({results})'}"


def module(seed, kinds):
    """A module of up to three calls."""
    generator = Generator(seed, kinds)
    lines, wrong = [], []
    calls = generator.rng.randint(1, 3)
    for index in range(calls):
        call, arguments, body = generator.call(index)
        place = len(lines) + 1
        lines += declaration(call.callee).splitlines()
        arguments = arguments + [("%i", "index")] + ([("%ctx", call.context)] if call.context else [])
        # A call may be in either kind of function; only one of them takes tensors.
        tensors = any(isinstance(kind, Buffer) and kind.tensor for _, kind in arguments)
        prim = not tensors and generator.chance(50)
        promised = {name for name, kind in arguments if prim and isinstance(kind, Buffer) and generator.chance(20)}
        head = ", ".join(f"{name}: {kind}" + " {tir.effect = #tir.effect<read>}" * (name in promised)
                         for name, kind in arguments)
        lines.append(f"{'tir.prim_func private' if prim else 'func.func'} @caller{index}({head}) {{")
        lines += [f"  {line}" for line in body]
        lines += [f"  {call_text(call)}", "  tir.return" if prim else "  return", "}"]
        alone, together = list(wrong_by_itself(call)), list(wrong_with_callee(call, promised))
        if alone or together:
            wrong.append((len(lines) - 2, None if alone else place, alone + together))
    return Module("\n".join(lines) + "\n", wrong, calls)
