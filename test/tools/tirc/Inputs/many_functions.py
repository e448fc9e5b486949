"""Prints a model in EmitC that registers as many functions as are asked for.

usage: many_functions.py COUNT
"""

import sys

functions = ", ".join(f'{{name = "function.{i}.with.a.name", symbol = "tvmgen_many_function_{i}"}}'
                      for i in range(int(sys.argv[1])))
print(f"""module {{
  emitc.func @tvmgen_many_run() attributes {{
      tir.model = #tir.model<name = "many", source = "many.mlir">,
      tir.interface = {{api = "packed", entry = "tvmgen_many_run", inputs = [], outputs = [], functions = [{functions}]}}}} {{
    emitc.return
  }}
  emitc.verbatim "/* Defined elsewhere. */"
}}""")
