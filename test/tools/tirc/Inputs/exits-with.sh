# exits-with.sh CODE COMMAND...: whether the command exits with that code.
wanted=$1
shift
"$@"
code=$?
if [ $code -ne "$wanted" ]; then
  echo "exit code $code instead of $wanted: $*" >&2
  exit 1
fi
