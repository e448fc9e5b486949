"""Random nested branches and loops on tensors of i32, and their results.

A program is generated as text and as a tree at the same time; the oracle walks the tree and does not use MLIR.
"""

import random
from dataclasses import dataclass, field

LENGTH = 4
_TENSOR = f"tensor<{LENGTH}xi32>"
_FLAG = "tensor<1xi1>"


def _wrap(value):
    return (value + 2**31) % 2**32 - 2**31


_OPERATORS = {
    "tosa.add": lambda a, b: _wrap(a + b),
    "tosa.sub": lambda a, b: _wrap(a - b),
    "tosa.maximum": max,
    "tosa.bitwise_xor": lambda a, b: a ^ b,
}


@dataclass
class _Block:
    """Statements in order, and the names of the values that the block passes on."""

    arguments: list
    statements: list = field(default_factory=list)
    results: list = field(default_factory=list)


class Program:
    """A function of `num_inputs` tensors; `text` is the module, `run` computes the outputs.

    `dialect` has the branches and loops: `tosa`, as TOSA's front ends create them, or `scf`, as others do.
    """

    def __init__(self, seed, dialect):
        self._random = random.Random(seed)
        self._dialect = dialect
        self._count = 0
        self.num_inputs = self._random.randint(1, 3)
        self._body = _Block([self._name() for _ in range(self.num_inputs)])
        self._fill(self._body, self._body.arguments, depth=0)
        self._body.results = self._some(self._visible, self._random.randint(1, 3))
        self.num_outputs = len(self._body.results)
        self.text = self._print()

    def inputs(self):
        """Returns elements of every input, the same for one seed."""
        values = random.Random(self.num_inputs)
        return [[values.randint(-20, 20) for _ in range(LENGTH)] for _ in range(self.num_inputs)]

    def run(self, inputs):
        environment = dict(zip(self._body.arguments, inputs))
        _run_block(self._body, environment)
        return [environment[name] for name in self._body.results]

    # How it is made.

    def _name(self):
        self._count += 1
        return f"%v{self._count}"

    def _names(self, count):
        """Returns the names of one operation's results."""
        name = self._name()
        return [f"{name}#{index}" for index in range(count)]

    def _some(self, names, count):
        return [self._random.choice(names) for _ in range(count)]

    def _fill(self, block, visible, depth):
        visible = list(visible)
        for _ in range(self._random.randint(1, 4)):
            kind = self._random.choice(["op", "op", "constant", "if", "while", "for"] if depth < 3 else ["op"])
            statement = getattr(self, f"_make_{kind}")(visible, depth)
            block.statements.append(statement)
            visible += statement["names"]
        self._visible = visible
        return visible

    def _make_op(self, visible, _):
        return {"kind": "op", "names": [self._name()], "operator": self._random.choice(list(_OPERATORS)),
                "operands": self._some(visible, 2)}

    def _make_constant(self, _, __):
        return {"kind": "constant", "names": [self._name()],
                "value": [self._random.randint(-9, 9) for _ in range(LENGTH)]}

    def _make_if(self, visible, depth):
        count = self._random.randint(1, 2)
        passed = self._some(visible, self._random.randint(0, 2))
        branches = []
        for _ in range(2):
            block = _Block([self._name() for _ in passed])
            inner = visible + block.arguments
            # A branch may pass on its arguments.
            if self._random.random() < 0.8:
                inner = self._fill(block, inner, depth + 1)
            block.results = self._some(inner, count)
            branches.append(block)
        return {"kind": "if", "names": self._names(count), "operands": passed,
                "condition": self._some(visible, 2), "branches": branches}

    def _make_while(self, visible, depth):
        """The first value counts the iterations."""
        count = self._random.randint(1, 3)
        block = _Block([self._name() for _ in range(count + 1)])
        inner = self._fill(block, visible + block.arguments[1:], depth + 1)
        block.results = self._some(inner, count)
        return {"kind": "while", "names": self._names(count + 1), "block": block,
                "operands": self._some(visible, count), "rounds": self._random.randint(0, 3)}

    def _make_for(self, visible, depth):
        count = self._random.randint(1, 2)
        block = _Block([self._name() for _ in range(count)])
        inner = self._fill(block, visible + block.arguments, depth + 1)
        block.results = self._some(inner, count)
        return {"kind": "for", "names": self._names(count), "block": block,
                "operands": self._some(visible, count), "rounds": self._random.randint(0, 3)}

    # How it is printed.

    def _print(self):
        self._lines = []
        arguments = ", ".join(f"{name}: {_TENSOR}" for name in self._body.arguments)
        types = ", ".join([_TENSOR] * self.num_outputs)
        self._lines.append(f"func.func @main({arguments}) -> ({types}) {{")
        self._print_statements(self._body)
        self._lines.append(f"return {', '.join(self._body.results)} : {types}\n}}")
        return "\n".join(self._lines) + "\n"

    def _print_statements(self, block):
        for statement in block.statements:
            getattr(self, f"_print_{statement['kind']}")(statement)

    def _print_constant(self, statement):
        name = statement["names"][0] if "names" in statement else self._name()
        self._lines.append(f'{name} = "tosa.const"() <{{values = dense<{statement["value"]}> : {_TENSOR}}}> '
                           f": () -> {_TENSOR}")
        return name

    def _print_op(self, statement):
        self._lines.append(f"{statement['names'][0]} = {statement['operator']} {', '.join(statement['operands'])} "
                           f": ({_TENSOR}, {_TENSOR}) -> {_TENSOR}")

    def _print_condition(self, greater, smaller):
        each, flag = self._name(), self._name()
        self._lines.append(f"{each} = tosa.greater {greater}, {smaller} : ({_TENSOR}, {_TENSOR}) "
                           f"-> tensor<{LENGTH}xi1>")
        self._lines.append(f"{flag} = tosa.reduce_any {each} {{axis = 0 : i32}} : (tensor<{LENGTH}xi1>) -> {_FLAG}")
        return flag

    @staticmethod
    def _types(count):
        return ", ".join([_TENSOR] * count)

    @staticmethod
    def _head(names):
        return f"{names[0].split('#')[0]}:{len(names)}"

    def _number(self, flag):
        zero, number = self._name(), self._name()
        self._lines.append(f"{zero} = arith.constant 0 : index")
        self._lines.append(f"{number} = tensor.extract {flag}[{zero}] : {_FLAG}")
        return number

    def _print_if(self, statement):
        names, operands = statement["names"], statement["operands"]
        flag = self._print_condition(*statement["condition"])
        types = self._types(len(names))
        if self._dialect == "scf":
            self._lines.append(f"{self._head(names)} = scf.if {self._number(flag)} -> ({types}) {{")
        for number, block in enumerate(statement["branches"]):
            if number == 1:
                self._lines.append("} else {")
            elif self._dialect == "tosa":
                pairs = ", ".join(f"{a} = {b}" for a, b in zip(block.arguments, operands))
                listed = f" ({pairs}) : {_FLAG} ({self._types(len(operands))}) ->" if operands else f" : {_FLAG} ->"
                self._lines.append(f"{self._head(names)} = tosa.cond_if {flag}{listed} ({types}) {{")
            if self._dialect == "scf":
                for argument, operand in zip(block.arguments, operands):
                    self._lines.append(f"{argument} = tosa.identity {operand} : ({_TENSOR}) -> {_TENSOR}")
            elif block.arguments:
                self._lines.append(f"^bb0({', '.join(f'{a}: {_TENSOR}' for a in block.arguments)}):")
            self._print_statements(block)
            self._lines.append(f"{self._dialect}.yield {', '.join(block.results)} : {types}")
        self._lines.append("}")

    def _print_while(self, statement):
        names, block = statement["names"], statement["block"]
        rounds = self._print_constant({"value": [statement["rounds"]] * LENGTH})
        zero, one = (self._print_constant({"value": [v] * LENGTH}) for v in (0, 1))
        types = self._types(len(names))
        carried = [self._name() for _ in names]
        pairs = ", ".join(f"{a} = {b}" for a, b in zip(carried, [zero, *statement["operands"]]))
        operation = {"tosa": "tosa.while_loop", "scf": "scf.while"}[self._dialect]
        self._lines.append(f"{self._head(names)} = {operation} ({pairs}) : ({types}) -> ({types}) {{")
        flag = self._print_condition(rounds, carried[0])
        if self._dialect == "scf":
            self._lines.append(f"scf.condition({self._number(flag)}) {', '.join(carried)} : {types}\n}} do {{")
        else:
            self._lines.append(f"tosa.yield {flag} : {_FLAG}\n}} do {{")
        self._lines.append(f"^bb0({', '.join(f'{a}: {_TENSOR}' for a in block.arguments)}):")
        self._print_statements(block)
        count = self._name()
        self._lines.append(f"{count} = tosa.add {block.arguments[0]}, {one} : ({_TENSOR}, {_TENSOR}) -> {_TENSOR}")
        self._lines.append(f"{self._dialect}.yield {', '.join([count, *block.results])} : {types}\n}}")

    def _print_for(self, statement):
        names, block = statement["names"], statement["block"]
        first, last, step, counter = (self._name() for _ in range(4))
        for name, value in ((first, 0), (last, statement["rounds"]), (step, 1)):
            self._lines.append(f"{name} = arith.constant {value} : index")
        pairs = ", ".join(f"{a} = {b}" for a, b in zip(block.arguments, statement["operands"]))
        self._lines.append(f"{self._head(names)} = scf.for {counter} = {first} to {last} step {step} "
                           f"iter_args({pairs}) -> ({self._types(len(names))}) {{")
        self._print_statements(block)
        self._lines.append(f"scf.yield {', '.join(block.results)} : {self._types(len(names))}\n}}")


# The oracle.


def _run_block(block, environment):
    for statement in block.statements:
        values = _EVALUATE[statement["kind"]](statement, environment)
        environment.update(zip(statement["names"], values))


def _run_op(statement, environment):
    operator = _OPERATORS[statement["operator"]]
    return [[operator(a, b) for a, b in zip(*(environment[o] for o in statement["operands"]))]]


def _round(block, environment, values):
    inner = dict(environment)
    inner.update(zip(block.arguments, values))
    _run_block(block, inner)
    return [inner[name] for name in block.results]


def _run_if(statement, environment):
    greater, smaller = (environment[name] for name in statement["condition"])
    block = statement["branches"][0 if any(a > b for a, b in zip(greater, smaller)) else 1]
    return _round(block, environment, [environment[name] for name in statement["operands"]])


def _run_while(statement, environment):
    values = [environment[name] for name in statement["operands"]]
    for _ in range(statement["rounds"]):
        # The counter has a name in the block, which only the loop uses.
        values = _round(statement["block"], environment, [[0] * LENGTH, *values])
    return [[statement["rounds"]] * LENGTH, *values]


def _run_for(statement, environment):
    values = [environment[name] for name in statement["operands"]]
    for _ in range(statement["rounds"]):
        values = _round(statement["block"], environment, values)
    return values


_EVALUATE = {
    "op": _run_op,
    "constant": lambda statement, _: [statement["value"]],
    "if": _run_if,
    "while": _run_while,
    "for": _run_for,
}
