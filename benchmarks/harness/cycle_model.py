"""The model of a Cortex-M4's cycles; benchmarks/README.md explains its rules."""

import re
from dataclasses import dataclass

from disassembly import ARITHMETIC, CONDITION, MULTIPLE, SINGLE


@dataclass(frozen=True)
class Knobs:
    """What the technical reference manual leaves open, with the values that the benchmarks use."""

    # Cycles of a pipeline refill: 1 to 3.
    p: int = 2
    # Cycles of a division: 2 to 12, depending on the numbers.
    div: int = 7
    # Cycles of IT: 0 where it is folded onto a 16-bit neighbour.
    it: int = 1
    # Added to a load or store whose address the instruction right before it computes.
    addr_stall: int = 1
    # Cycles of a load right after a store.
    after_store: int = 2
    # Cycles of a load with base update right after a load.
    base_update: int = 2


LOWEST = Knobs(p=1, div=2, it=0, addr_stall=0, after_store=1, base_update=1)
HIGHEST = Knobs(p=3, div=12, it=1, addr_stall=1, after_store=2, base_update=2)


@dataclass
class Count:
    """How often an instruction did what matters for its cycles."""

    executed: int = 0
    # Entered by a jump, and not from the instruction before it.
    jumped_to: int = 0
    taken: int = 0
    # Memory accesses, and the cycles that their misalignment adds.
    accesses: int = 0
    misaligned: int = 0

    def add(self, other):
        self.executed += other.executed
        self.jumped_to += other.jumped_to
        self.taken += other.taken
        self.accesses += other.accesses
        self.misaligned += other.misaligned


class Model:
    """Computes the cycles of counts, and keeps the figures that depend on the knobs in `facts`."""

    def __init__(self, code, knobs):
        self.code = code
        self.knobs = knobs
        self.facts = dict.fromkeys(
            ("addr_stall", "pipelined", "base_update", "after_store", "it", "misaligned", "divide", "refill",
             "it_skipped_mem"), 0)
        self._before = {i.end: i for i in code.values()}

    def cycles(self, counts):
        """Returns {address: cycles} for {address: Count}."""
        return {address: self._cycles(address, count, counts) for address, count in counts.items()}

    def _note(self, fact, times):
        self.facts[fact] += times
        return times

    def _cycles(self, address, count, counts):
        i, executed, knobs = self.code.get(address), count.executed, self.knobs
        if i is None:
            return executed
        before = self._before.get(address)
        in_sequence = executed - count.jumped_to if before is not None else 0
        ran = self._ran(i, count)
        cycles = 0
        if ran != executed:
            cycles += self._note("it_skipped_mem", executed - ran)
            in_sequence = min(in_sequence, ran)
        taken = count.taken if i.conditional else executed
        saved = 0
        if i.kind in SINGLE:
            single, saved = self._single(i, before, ran, taken, in_sequence, counts)
            cycles += single + self._note("misaligned", count.misaligned)
        elif i.kind in MULTIPLE:
            cycles += (1 + i.count) * ran + (knobs.p * self._note("refill", taken) if i.writes_pc else 0)
        elif i.kind in ("branch", "call/return"):
            cycles += executed + knobs.p * self._note("refill", taken)
        elif i.kind == "table branch":
            cycles += (2 + knobs.p) * self._note("refill", executed)
        elif i.kind == "divide":
            cycles += knobs.div * self._note("divide", executed)
        elif i.kind == "it":
            cycles += knobs.it * self._note("it", executed)
        elif i.kind in ("fp", "fp load/store"):
            cycles += i.count * executed
        elif i.kind == "system":
            each = 1 + knobs.p if i.mnemonic == "isb" else 2 if i.mnemonic[:3] in ("mrs", "msr", "cps") else 1
            cycles += each * executed
        else:
            cycles += executed + (knobs.p * self._note("refill", taken) if i.writes_pc else 0)
        if before is not None and before.kind in ARITHMETIC and set(before.written) & set(i.address_registers) \
                and not saved:
            cycles += knobs.addr_stall * self._note("addr_stall", in_sequence)
        return cycles

    @staticmethod
    def _ran(i, count):
        """Returns how often it was not skipped in an IT block."""
        if i.conditional and i.kind in SINGLE:
            return count.accesses
        if i.conditional and i.kind in MULTIPLE:
            return count.accesses // i.count
        return count.executed

    def _single(self, i, before, ran, taken, in_sequence, counts):
        """Returns the cycles of a load or store, and those that following another one saves."""
        if i.writes_pc:
            return 2 * ran + self.knobs.p * self._note("refill", taken), 0
        if i.stores_to_immediate:
            return ran, 0
        saved = 0
        feeds_address = before is not None and before.written[:1] and before.written[0] in i.address_registers
        if before is not None and before.kind == "load single" and not before.writes_pc and not feeds_address:
            after_load = self._after_load(i, before, in_sequence, counts)
            if before.updates_base and before.address_registers[0] in i.address_registers \
                    or i.updates_base and i.kind == "load single":
                saved = self._note("base_update", after_load) * (2 - self.knobs.base_update)
            else:
                saved = self._note("pipelined", after_load)
        elif before is not None and before.kind == "store single" and i.kind == "load single":
            saved = self._note("after_store", in_sequence) * (2 - self.knobs.after_store)
        return 2 * ran - saved, saved

    @staticmethod
    def _after_load(i, before, in_sequence, counts):
        """Returns how often the load before it was not skipped."""
        if not before.conditional:
            return in_sequence
        ending = before.mnemonic[-2:] if re.search(CONDITION + "$", before.mnemonic) else ""
        if i.conditional and not i.mnemonic.endswith(ending):
            return 0
        return min(in_sequence, counts.get(before.address, Count()).accesses)
