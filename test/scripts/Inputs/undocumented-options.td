// One option of a command that says nothing of itself.

include "llvm/Option/OptParser.td"

def good : Flag<["--"], "good">, HelpText<"Does something">;
def good_too : Flag<["--"], "good-too">, Alias<good>;

multiclass Value<string name> {
  def NAME : Joined<["--"], name#"=">, MetaVarName<"<NAME>">;
}
defm silent : Value<"silent">;
