"""Prints a module with one function for each arithmetic operation and type.

A line `// SKIP name: condition` names the arguments (as a C condition) for
which the operation is undefined or poison.
"""

WIDTHS = {"i1": 1, "i4": 4, "i48": 48, "i8": 8, "i16": 16, "i32": 32, "i64": 64}
INTEGERS = ["i4", "i8", "i16", "i32", "i48", "i64"]
ODD = ["i4", "i48"]


def function(name, arguments, result, body, skip=None):
    if skip:
        print(f"// SKIP {name}: {skip}")
    text = ", ".join(f"%{argument}: {type_}" for argument, type_ in arguments)
    print(f"func.func @{name}({text}) -> {result} {{")
    print(f"  {body}\n  return %r : {result}\n}}")


def integers():
    for t in INTEGERS + ["i1"]:
        one, two = [("a", t)], [("a", t), ("b", t)]
        for op in "addi subi muli andi ori xori maxsi minsi maxui minui".split():
            function(f"{op}_{t}", two, t, f"%r = arith.{op} %a, %b : {t}")
        for p in "eq ne slt sle sgt sge ult ule ugt uge".split():
            function(f"cmpi_{p}_{t}", two, "i1", f"%r = arith.cmpi {p}, %a, %b : {t}")
        function(f"select_{t}", [("c", "i1")] + two, t, f"%r = arith.select %c, %a, %b : {t}")
        if t == "i1":
            continue
        width = WIDTHS[t]
        for op in ["shli", "shrsi", "shrui"]:
            function(f"{op}_{t}", two, t, f"%r = arith.{op} %a, %b : {t}")
        for op in ["divsi", "remsi", "floordivsi", "ceildivsi"]:
            function(f"{op}_{t}", two, t, f"%r = arith.{op} %a, %b : {t}")
            function(f"{op}_by3_{t}", one, t, f"%b = arith.constant 3 : {t}\n  %r = arith.{op} %a, %b : {t}")
        for op in ["divui", "remui", "ceildivui"]:
            function(f"{op}_{t}", two, t, f"%r = arith.{op} %a, %b : {t}")
        for op in [] if t in ODD else ["mulsi_extended", "mului_extended"]:
            function(f"{op}_low_{t}", two, t, f"%r, %h = arith.{op} %a, %b : {t}")
            function(f"{op}_high_{t}", two, t, f"%l, %r = arith.{op} %a, %b : {t}")
        if t not in ODD:
            function(f"addui_{t}", two, t, f"%r, %c = arith.addui_extended %a, %b : {t}, i1")
            function(f"carry_{t}", two, "i1", f"%l, %r = arith.addui_extended %a, %b : {t}, i1")
        for op in ["ctlz", "cttz", "ctpop", "absi"]:
            function(f"{op}_{t}", one, t, f"%r = math.{op} %a : {t}")
        for number, value in enumerate([-(2 ** (width - 1)), 2 ** (width - 1) - 1, -1, 0]):
            function(f"constant{number}_{t}", one, t, f"%b = arith.constant {value} : {t}\n  %r = arith.addi %a, %b : {t}")


def casts():
    for a in INTEGERS + ["i1"]:
        for b in INTEGERS + ["i1"]:
            if WIDTHS[a] < WIDTHS[b]:
                for op in ["extsi", "extui"]:
                    function(f"{op}_{a}_{b}", [("a", a)], b, f"%r = arith.{op} %a : {a} to {b}")
                    # There and back, which is folded where it is nothing.
                    function(f"{op}_{a}_{b}_back", [("a", a)], a,
                             f"%x = arith.{op} %a : {a} to {b}\n  %y = arith.addi %x, %x : {b}\n"
                             f"  %r = arith.trunci %y : {b} to {a}")
            if WIDTHS[a] > WIDTHS[b]:
                function(f"trunci_{a}_{b}", [("a", a)], b, f"%r = arith.trunci %a : {a} to {b}")
    for t in INTEGERS:
        skip = "a < INT32_MIN || a > INT32_MAX" if WIDTHS[t] > 32 else None
        function(f"index_cast_{t}", [("a", t)], t,
                 f"%i = arith.index_cast %a : {t} to index\n  %r = arith.index_cast %i : index to {t}", skip)
    for f in ["f32", "f64"]:
        for t in INTEGERS + ["i1"]:
            function(f"sitofp_{t}_{f}", [("a", t)], f, f"%r = arith.sitofp %a : {t} to {f}")
            function(f"uitofp_{t}_{f}", [("a", t)], f, f"%r = arith.uitofp %a : {t} to {f}")
            for op in ["fptosi", "fptoui"]:
                function(f"{op}_{f}_{t}", [("a", f)], t, f"%r = arith.{op} %a : {f} to {t}")
    for f, t in [("f32", "i32"), ("f64", "i64")]:
        function(f"bitcast_{f}", [("a", f)], t, f"%r = arith.bitcast %a : {f} to {t}")
        function(f"bitcast_{t}", [("a", t)], f, f"%r = arith.bitcast %a : {t} to {f}")
    function("extf", [("a", "f32")], "f64", "%r = arith.extf %a : f32 to f64")
    function("truncf", [("a", "f64")], "f32", "%r = arith.truncf %a : f64 to f32")


def floats():
    for f in ["f32", "f64"]:
        one, two = [("a", f)], [("a", f), ("b", f)]
        for op in "addf subf mulf divf remf".split():
            function(f"{op}_{f}", two, f, f"%r = arith.{op} %a, %b : {f}")
        for op in "maximumf minimumf maxnumf minnumf".split():
            function(f"{op}_{f}", two, f, f"%r = arith.{op} %a, %b : {f}")
            for number, value in enumerate(["0.0", "-0.0", "1.5", "-2.5"]):
                function(f"{op}_{number}_{f}", one, f,
                         f"%b = arith.constant {value} : {f}\n  %r = arith.{op} %a, %b : {f}")
        for p in "oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno".split():
            function(f"cmpf_{p}_{f}", two, "i1", f"%r = arith.cmpf {p}, %a, %b : {f}")
        function(f"negf_{f}", one, f, f"%r = arith.negf %a : {f}")
        for op in ("floor ceil round roundeven trunc sqrt rsqrt absf exp exp2 log log2 log10 sin cos tan tanh "
                   "erf atan sinh cosh cbrt").split():
            function(f"{op}_{f}", one, f, f"%r = math.{op} %a : {f}")
        for op in "powf copysign".split():
            function(f"{op}_{f}", two, f, f"%r = math.{op} %a, %b : {f}")
        function(f"fma_{f}", two + [("c", f)], f, f"%r = math.fma %a, %b, %c : {f}")


integers()
casts()
floats()
