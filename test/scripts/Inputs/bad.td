def TIR_GoodOp : TIR_Op<"good", []> {
  let description = [{
    ```mlir
    func.func @tir.good() {
      return
    }
    ```
  }];
}

def TIR_WrongOp : TIR_Op<"wrong", []> {
  let description = [{
    ```mlir
    func.func @tir.wrong() {
      call @missing() : () -> ()
      return
    }
    ```
  }];
}

def TIR_SilentOp : TIR_Op<"silent", []> {
  let description = [{ Says nothing. }];
}
