"""large_constants.py model: a model with a constant of 80,000 bytes.
large_constants.py check OBJCOPY OBJECT FILE: compares the constant in an object with it; FILE is written."""

import random
import struct
import subprocess
import sys

NUMBERS = 20000
random.seed(1)
data = struct.pack(f"<{NUMBERS}f", *(random.uniform(-1, 1) for _ in range(NUMBERS)))

if sys.argv[1] == "model":
    kind = f"tensor<{NUMBERS}xf32>"
    print(f"""func.func @main(%x: {kind}) -> {kind} {{
  %w = "tosa.const"() <{{values = dense<"0x{data.hex().upper()}"> : {kind}}}> : () -> {kind}
  %y = tosa.add %x, %w : ({kind}, {kind}) -> {kind}
  return %y : {kind}
}}""")
else:
    objcopy, obj, file = sys.argv[2:]
    sections = subprocess.run(["llvm-readelf", "-SW", obj], capture_output=True, text=True, check=True).stdout
    (name,) = {word for word in sections.split() if word.startswith(".rodata.tvmgen_net")}
    subprocess.run([objcopy, f"--dump-section={name}={file}", obj, "/dev/null"], check=True)
    with open(file, "rb") as dumped:
        found = dumped.read()
    print("the same" if found == data else "other", len(found), "bytes")
