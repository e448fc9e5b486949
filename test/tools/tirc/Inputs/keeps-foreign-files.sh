# keeps-foreign-files.sh MODEL FILE...: whether tirc refuses to replace each of these files, and writes nothing else.
model=$1
shift
for file in "$@"; do
  rm -rf mine
  mkdir mine
  echo mine > "mine/$file"
  if tirc "$model" -o mine --emit=c,obj,llvm-ir,mlir,html --quiet 2> mine.txt; then
    echo "mine/$file was replaced" >&2
    exit 1
  fi
  grep -q "'mine/$file' already exists, and tirc did not write it; choose another folder" mine.txt || exit 1
  [ "$(ls mine)" = "$file" ] && [ "$(cat "mine/$file")" = mine ] || exit 1
done
