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

def BadPass : Pass<"tir-flatten-memrefs"> {
  let description = [{
    ```mlir
    func.func @rows(%x: memref<2x4xi8>) {
      return
    }
    ```

    becomes

    ```mlir
    func.func @rows(%x: memref<9xi8>) {…
    ```

    ```mlir --tir-select-entry=entry=none
    func.func @only() {
      return
    }
    ```

    ```mlir
    func.func @rows(%x: memref<2x4xi8>) {
      return
    }
    ```

    becomes

    ```mlir
    func.func @rows(%any: memref<8xi8>) {
      …
    }
    ```
  }];
}
