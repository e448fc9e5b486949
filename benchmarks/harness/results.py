"""The file with all results: rows of (model, target, back end, schedule), and notes that are not compared."""

import json

ROW_KEY = ("model", "target", "back_end", "schedule")


def key(row):
    """Returns what identifies a row, or a time, which has no back end."""
    return tuple(row[part] for part in ROW_KEY if part in row)


def name(row):
    return " ".join(key(row))


def read(path):
    return json.loads(path.read_text())


def merge(before, measured, order):
    """Returns the results `measured`, with the rows and times of `before` that were not measured again. `order` has a
    list of names for each part of the key; a name that is not in it comes last."""

    def place(row):
        names = ((order[part], row[part]) for part in ROW_KEY if part in row)
        return [(known.index(name) if name in known else len(known), name) for known, name in names]

    merged = {"tools": {**before.get("tools", {}), **measured["tools"]}}
    for part in ("rows", "times"):
        rows = {key(row): row for row in (*before.get(part, ()), *measured[part])}
        merged[part] = sorted(rows.values(), key=place)
    return merged


def _line(value):
    return json.dumps(value, separators=(", ", ": "))


def _row(row):
    fields = [f"  {_line(field)}: {_line(value)}" for field, value in row.items() if field != "kernels"]
    if "kernels" in row:
        kernels = ",\n".join(f"   {_line(kernel)}" for kernel in row["kernels"])
        fields.append(f'  "kernels": [\n{kernels}\n  ]')
    return " {\n" + ",\n".join(fields) + "\n }"


def write(results, path):
    """Writes a kernel on a line, which keeps the file short and its differences readable."""
    tools = ",\n".join(f" {_line(tool)}: {_line(version)}" for tool, version in sorted(results["tools"].items()))
    rows = ",\n".join(map(_row, results["rows"]))
    times = ",\n".join(f" {_line(row)}" for row in results["times"])
    path.write_text(f'{{"tools": {{\n{tools}\n}},\n"rows": [\n{rows}\n],\n"times": [\n{times}\n]}}\n')
