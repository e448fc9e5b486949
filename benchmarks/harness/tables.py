"""The results as Markdown, beside the figures of other projects."""

import peers


def _number(value):
    if value is None:
        return ""
    return f"{value:,}" if isinstance(value, int) else f"{value:.2f}"


def _millions(value):
    return "" if value is None else f"{round(value * 1e6):,}"


def _table(columns, rows):
    """The columns whose name begins with `<` are text."""
    marks = "|" + "|".join("---" if column.startswith("<") else "--:" for column in columns) + "|"
    head, *lines = ("| " + " | ".join(line) + " |" for line in ([column.lstrip("<") for column in columns], *rows))
    return "\n".join([head, marks, *lines])


def _select(results, target, model=None):
    return [row for row in results["rows"] if row["target"] == target and model in (None, row["model"])]


def _models(rows):
    return list(dict.fromkeys(row["model"] for row in rows))


def _flags(row):
    return row["back_end"].replace("-", " -")


def _who(row):
    return f"tirc `{row['schedule']}`, {_flags(row)}"


def _sum(*parts):
    return None if None in parts else sum(parts)


def cortex_m4(results):
    lines = []
    for model in _models(_select(results, "cortex-m4")):
        rows = _select(results, "cortex-m4", model)
        for row in rows:
            counts = row["counts"]
            lines.append([
                model, _who(row), _number(counts["instructions"]), _number(counts["cycles"]),
                _number(row.get("cycles_per_mac")), _number(counts["ram_bytes"]), _number(counts["code_bytes"]),
                _number(counts["constants_bytes"]), _number(counts["flash_bytes"]), _number(counts["stack_bytes"])])
        macs = rows[0]["macs"]
        for peer, figures in peers.CORTEX_M4.items():
            if model in figures:
                peer_figures = figures[model]
                each = peer_figures.cycles * 1e6 / macs if peer_figures.cycles else None
                lines.append([
                    "", peer, _millions(peer_figures.instructions), _millions(peer_figures.cycles), _number(each),
                    _number(peer_figures.ram), _number(peer_figures.code), _number(peer_figures.constants),
                    _number(_sum(peer_figures.code, peer_figures.constants)), ""])
    columns = ["<model", "<by", "instructions", "cycles", "cycles per MAC", "RAM", "code", "constants", "flash",
               "stack"]
    return _table(columns, lines)


def boards(results):
    """Returns a table of the processors of which only instructions are counted."""
    lines = []
    for target in dict.fromkeys(row["target"] for row in results["rows"] if row["target"] in peers.BOARDS):
        for model in _models(_select(results, target)):
            for row in _select(results, target, model):
                counts = row["counts"]
                lines.append([target, model, _who(row), _number(counts["instructions"]),
                              _number(row.get("instructions_per_mac")),
                              *(_number(counts[f"{part}_bytes"]) for part in ("ram", "code", "constants", "flash", "stack"))])
            for peer, figures in peers.BOARDS[target].items():
                if model in figures:
                    lines.append([target, model, peer, _millions(figures[model]), *[""] * 6])
    columns = ["<processor", "<model", "<by", "instructions", "instructions per MAC", "RAM", "code", "constants", "flash",
               "stack"]
    return _table(columns, lines)


def host(results):
    lines = []
    for model in _models(_select(results, "host")):
        rows = _select(results, "host", model)
        for row in rows:
            lines.append([model, _who(row), _number(row["counts"]["instructions"]),
                          _number(row.get("instructions_per_mac"))])
        macs = rows[0]["macs"]
        for peer, figures in peers.HOST.items():
            if model in figures:
                lines.append(["", peer, _millions(figures[model]), _number(figures[model] * 1e6 / macs)])
    return _table(["<model", "<by", "instructions", "instructions per MAC"], lines)


def kernels(results, model):
    """Returns a table of a model's kernels for each schedule."""
    groups = {}
    for row in _select(results, "cortex-m4", model):
        places = tuple((kernel["place"], kernel["macs"]) for kernel in row["kernels"])
        groups.setdefault((row["schedule"], places), []).append(row)
    parts = []
    for (schedule, places), rows in groups.items():
        columns = ["<kernel", "MACs"]
        rest = ["others", ""]
        for row in rows:
            columns += [f"{_flags(row)}: instructions", "cycles", "cycles per MAC"]
            rest += [_number(row["counts"][count] - sum(kernel[count] for kernel in row["kernels"]))
                     for count in ("instructions", "cycles")] + [""]
        lines = []
        for number, (place, macs) in enumerate(places):
            line = [place, _number(macs)]
            for kernel in (row["kernels"][number] for row in rows):
                line += [_number(kernel["instructions"]), _number(kernel["cycles"]),
                         _number(kernel.get("cycles_per_mac"))]
            lines.append(line)
        parts += [f"Schedule `{schedule}`:", _table(columns, [*lines, rest])]
    return "\n\n".join(parts)


def document(results):
    """Returns the whole page."""
    tools = "\n".join(f"- {tool}: {version}" for tool, version in sorted(results["tools"].items()))
    times = _table(
        ["<model", "<target", "<schedule", "seconds"],
        [[row["model"], row["target"], row["schedule"], _number(row["seconds"])] for row in results["times"]])
    parts = [
        "# Results of the benchmarks",
        "`benchmarks/run` wrote this page. [README.md](README.md) says what each figure means.",
        tools,
        "## Cortex-M4",
        "RAM, code, constants, flash and stack are bytes. The RAM of tirc does not include the inputs and outputs, "
        "which belong to the application; the RAM of the others does.",
        cortex_m4(results),
        "## Other microcontrollers",
        "gcc and clang have the options that [Numbers](../docs/Numbers.md#floats-on-a-cortex-m55) names for a Cortex-M55.",
        boards(results),
        "## This machine (x86-64)", host(results),
        "## Kernels on the Cortex-M4",
        "The row `others` is what the entry function and the calls cost.",
    ]
    for model in _models(_select(results, "cortex-m4")):
        parts += [f"### {model}", kernels(results, model)]
    parts += [
        "## Time of compilation",
        "Seconds of the processor for one run of tirc, from its start to the written C. They depend on the machine "
        "and on what else it does, and are not compared.",
        times,
    ]
    return "\n\n".join(parts) + "\n"
