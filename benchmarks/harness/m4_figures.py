"""Figures of a counted function: instructions and modelled cycles in total, by class, by function and by call."""

from cycle_model import HIGHEST, LOWEST, Count, Model


class Figures:
    """Figures of `counts` (m4_counts.Counts), for one window."""

    def __init__(self, code, counts, knobs):
        self.code = code
        self.counts = counts
        self.knobs = knobs
        self.by_address = counts.total()
        model = Model(code, knobs)
        self.cycles_by_address = model.cycles(self.by_address)
        self.facts = {name: self.each(value) for name, value in model.facts.items()}
        self.instructions = self.each(sum(c.executed for c in self.by_address.values()))
        self.cycles = self.each(sum(self.cycles_by_address.values()))
        self.unknown = sum(c.executed for a, c in self.by_address.items() if a not in code)

    def each(self, value):
        return value / self.counts.windows

    def cycles_with(self, knobs):
        return self.each(sum(Model(self.code, knobs).cycles(self.by_address).values()))

    @property
    def cycles_range(self):
        return self.cycles_with(LOWEST), self.cycles_with(HIGHEST)

    def classes(self):
        """Returns {class: (instructions, cycles)}."""
        figures = {}

        def add(name, instructions, cycles):
            before = figures.get(name, (0, 0))
            figures[name] = before[0] + self.each(instructions), before[1] + self.each(cycles)

        for address, count in self.by_address.items():
            i = self.code.get(address)
            if i is not None and i.kind == "branch":
                taken = count.taken if i.conditional else count.executed
                add("branch taken", taken, taken * (1 + self.knobs.p))
                add("branch not taken", count.executed - taken, count.executed - taken)
            else:
                add("unknown" if i is None else i.kind, count.executed, self.cycles_by_address[address])
        return figures

    def functions(self):
        """Returns {function: (instructions, cycles)}, without the functions that it calls."""
        figures = {}
        for address, count in self.by_address.items():
            name = self.code[address].function if address in self.code else "?"
            before = figures.get(name, (0, 0))
            figures[name] = (before[0] + self.each(count.executed),
                             before[1] + self.each(self.cycles_by_address[address]))
        return figures

    def calls(self):
        """Returns one row for each node of the tree of calls: the window, and then, in the order of their first
        execution, what it calls. Instructions and cycles include what the function calls, except with `own_`.

        The model looks at pairs of instructions, and the sum of all `own_cycles` can differ from the total by the few
        pairs that are in different calls."""
        model, rows, number_to_row = Model(self.code, self.knobs), [], {}
        for node in self.counts.nodes:
            number_to_row[node.number] = len(rows)
            instructions = self.each(sum(count.executed for count in node.counts.values()))
            cycles = self.each(sum(model.cycles(node.counts).values()))
            rows.append({
                "function": node.function, "parent": number_to_row.get(node.parent), "calls": self.each(node.calls),
                "instructions": instructions, "cycles": cycles,
                "own_instructions": instructions, "own_cycles": cycles,
            })
        for row in reversed(rows):
            if row["parent"] is not None:
                rows[row["parent"]]["instructions"] += row["instructions"]
                rows[row["parent"]]["cycles"] += row["cycles"]
        return rows

    def annotated(self, function):
        """Returns the lines of a function's disassembly with counts."""
        return [
            f"{address:8x} {count.executed:12d} exec {count.taken:10d} taken "
            f"{self.cycles_by_address.get(address, 0):12d} cyc  {i.text}"
            for address, i in sorted(self.code.items()) if i.function == function
            for count in [self.by_address.get(address, Count())]
        ]
