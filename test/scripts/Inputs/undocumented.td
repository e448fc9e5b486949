// Each kind of gap once, beside its documented twin.
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Pass/PassBase.td"

def Gap_Dialect : Dialect {
  let name = "gap";
  let cppNamespace = "::gap";
  let summary = "a dialect";
}

def Gap_GoodOp : Op<Gap_Dialect, "good"> {
  let summary = "an operation";
  let description = [{
    Does something. Source: here.

    ```mlir
    gap.good
    ```

    ```c
    good();
    ```
  }];
  let arguments = (ins Arg<Variadic<AnyType>, "the values">:$values, Arg<OptionalAttr<StrAttr>, "a name">:$name);
  let results = (outs Res<I32, "the code">:$code);
}

def Gap_BareOp : Op<Gap_Dialect, "bare">;

def Gap_PartOp : Op<Gap_Dialect, "part"> {
  let summary = "an operation";
  let description = [{
    Does something. Source: here.

    ```mlir
    gap.part
    ```

    ```c
    part();
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values, Arg<OptionalAttr<StrAttr>>:$name);
  let results = (outs I32:$code);
}

def Gap_Enum : I32EnumAttr<"Choice", "a choice", [
    I32EnumAttrCase<"Left", 1, "left">, I32EnumAttrCase<"Right", 2, "right">]> {
  let genSpecializedAttr = 0;
}

def Gap_ChoiceAttr : EnumAttr<Gap_Dialect, Gap_Enum, "choice"> {
  let summary = "a choice";
  let description = "`left` is one of two.";
}

def Gap_BareAttr : AttrDef<Gap_Dialect, "Bare"> {
  let mnemonic = "bare";
}

def Gap_Type : TypeDef<Gap_Dialect, "Sized"> {
  let mnemonic = "sized";
  let summary = "a type";
  let description = "Has a size and a kind.";
  let parameters = (ins "int":$size, StringRefParameter<"the kind">:$kind);
}

def Gap_Interface : OpInterface<"GapOpInterface"> {
  let methods = [
    InterfaceMethod<"Says something.", "int", "getGood">,
    InterfaceMethod<"", "int", "getBad">,
  ];
}

def Gap_BarePass : Pass<"gap-bare">;

def Gap_OptionPass : Pass<"gap-option"> {
  let summary = "a pass";
  let description = [{
    Does something.

    ```mlir
    module {
    }
    ```
  }];
  let options = [
    Option<"good", "good", "int", "0", "A number">,
    Option<"silent", "silent", "int", "0", "">,
    Option<"choice", "choice", "int", "0", "A choice",
           [{::llvm::cl::values(clEnumValN(0, "one", "the first"), clEnumValN(1, "two", ""))}]>,
  ];
}
