# For .ci/nightly: `count COMMAND…` runs a command, also after a failure of another. Each ends with a line
# `N passed, N failed`. One without this line has failed. `finish` prints the sum and exits.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
runs=0
status=0

count() {
  runs=$((runs + 1))
  "$@" | tee -a "$log" || status=1
}

finish() {
  awk -v runs="$runs" '
    /^[0-9]+ passed, [0-9]+ failed$/ { ended += 1; passed += $1; failed += $3 }
    END { failed += runs - ended; print passed + 0 " passed, " failed " failed" }
  ' "$log"
  exit "$status"
}
