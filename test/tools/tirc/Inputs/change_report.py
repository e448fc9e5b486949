"""Changes a report: `change_report.py IN OUT STATEMENT...`, where `r` is the report and `k` its kernels by place."""

import json
import sys

with open(sys.argv[1]) as file:
    r = json.load(file)
k = {kernel["place"]: kernel for kernel in r.get("kernels", [])}
for statement in sys.argv[3:]:
    exec(statement)
with open(sys.argv[2], "w") as file:
    json.dump(r, file)
