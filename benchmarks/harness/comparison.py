"""Compares two files of results: a deterministic count that rises by over 1 % is a regression."""

from dataclasses import dataclass, field

from results import key, name

LIMIT = 0.01


@dataclass
class Comparison:
    regressions: list = field(default_factory=list)
    # Counts that fell by more than the limit.
    improvements: list = field(default_factory=list)
    # What cannot be compared.
    notes: list = field(default_factory=list)


def _compare_count(what, before, after, comparison):
    if before == after:
        return
    percent = f"{100 * (after - before) / before:+.1f} %" if before else "from nothing"
    text = f"{what}: {before:,} -> {after:,} ({percent})"
    if after > before * (1 + LIMIT):
        comparison.regressions.append(text)
    elif after < before * (1 - LIMIT):
        comparison.improvements.append(text)


def _compare_counts(what, before, after, comparison):
    for count, value in before.items():
        if count in after:
            _compare_count(f"{what}: {count}", value, after[count], comparison)
        else:
            comparison.regressions.append(f"{what}: {count}: {value:,} -> no longer measured")


def _compare_kernels(before, after, comparison):
    """Compares the kernels that compute the same operators: others have other work."""
    kernels = {kernel["place"]: kernel for kernel in after.get("kernels", ())}
    for kernel in before.get("kernels", ()):
        what = f"{name(before)}: kernel {kernel['place']}"
        now = kernels.pop(kernel["place"], None)
        if now is None or now["operators"] != kernel["operators"]:
            reason = "is gone" if now is None else "has other operators"
            comparison.notes.append(f"{what}: not compared, as it {reason}")
            continue
        counts = {count: kernel[count] for count in ("instructions", "cycles")}
        _compare_counts(what, counts, {count: now[count] for count in counts}, comparison)
    comparison.notes += [f"{name(before)}: kernel {place}: not compared, as it is new" for place in kernels]


def compare(before, after, selects=lambda row: True):
    """Compares the results `after` with `before`, of which only those rows should be there that `selects` returns true
    for."""
    comparison = Comparison()
    rows = {key(row): row for row in after["rows"]}
    for row in before["rows"]:
        now = rows.pop(key(row), None)
        if now is not None:
            _compare_counts(name(row), row["counts"], now["counts"], comparison)
            _compare_kernels(row, now, comparison)
        elif selects(row):
            comparison.notes.append(f"{name(row)}: not measured")
    comparison.notes += [f"{name(row)}: not compared, as it is new" for row in rows.values()]
    for tool, version in before["tools"].items():
        now = after["tools"].get(tool, version)
        if tool != "tirc" and now != version:
            comparison.notes.append(f"other {tool}, which can change counts: {version} -> {now}")
    return comparison


def report(comparison):
    """Prints the comparison, and returns whether it found no regression."""
    for title, lines in (
        ("not compared", comparison.notes),
        ("fell by over 1 %", comparison.improvements),
        ("error: rose by over 1 %", comparison.regressions),
    ):
        if lines:
            print(f"{title} ({len(lines)}):")
            print("\n".join(f"  {line}" for line in lines))
    if comparison.regressions:
        print("Mend what made these counts rise. To accept them, run benchmarks/run without --compare, and commit what "
              "it writes.")
    else:
        print("no deterministic count rose by over 1 %")
    return not comparison.regressions
